//! A copy of a game that plays every action a second time, with the rules instead of the server.

use protocol::{Acted, Awaits, BeginningAnswer, Entry, GameId, GameView, State, StateHash, state_hash};
use rules::game::{Action, Game, Seat};
use rules::notation::RecordText;
use rules::record::Record;
use rules::terms::Terms;

use crate::Client;

/// A game as the rules see it. It compares everything that the server says with that, and panics if something differs.
#[derive(Clone, Debug)]
pub struct Mirror {
    terms: Terms,
    game: Game,
    /// The hash after each number of actions, from 0.
    hashes: Vec<StateHash>,
    log: Vec<(Option<Seat>, Action)>,
}

impl Mirror {
    /// The game of a record before its first action.
    ///
    /// # Panics
    ///
    /// If the text is not a record.
    #[must_use]
    pub fn of_record(text: &str) -> Mirror {
        let record = read_record(text);
        let (game, _) = record.beginning();
        Mirror { terms: record.terms().clone(), hashes: vec![state_hash(0, &game)], game, log: vec![] }
    }

    /// The game before its first action, as a client can know it.
    ///
    /// # Panics
    ///
    /// If the game has not started, or if its beginning differs from the one in its record.
    pub async fn begin(client: &mut Client, game: GameId) -> Mirror {
        let text = client.record(game).await.expect("the game has started");
        let told = client.beginning(game).await.expect("the game has started");
        let mirror = Mirror::of_record(&text);
        let (_, events) = read_record(&text).beginning();
        let position = mirror.game.playing().map(|playing| playing.position().to_string());
        assert_eq!(told, BeginningAnswer { events, position }, "{game}: the beginning differs");
        mirror
    }

    /// Everything that was fixed before the first action.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The number of actions so far.
    #[must_use]
    pub fn seq(&self) -> u32 {
        u32::try_from(self.log.len()).expect("games are short")
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.ending().is_some()
    }

    /// The action with this number, from 1, and the seat that took it.
    #[must_use]
    pub fn action(&self, seq: u32) -> Option<&(Option<Seat>, Action)> {
        self.log.get((seq as usize).checked_sub(1)?)
    }

    /// The hash after this number of actions.
    #[must_use]
    pub fn hash(&self, seq: u32) -> Option<StateHash> {
        self.hashes.get(seq as usize).copied()
    }

    /// Plays an action that the server reports, or compares it with what was played under its number.
    ///
    /// # Panics
    ///
    /// If a number is missing, or if the rules give another seat, other events or another hash.
    pub fn apply(&mut self, entry: &Entry) {
        if let Some((seat, action)) = self.action(entry.seq) {
            assert_eq!((seat, action), (&entry.seat, &entry.action), "number {} has changed", entry.seq);
            assert_eq!(self.hash(entry.seq), Some(entry.hash), "the hash of number {} has changed", entry.seq);
            return;
        }
        assert_eq!(entry.seq, self.seq() + 1, "an action is missing");
        assert_eq!(entry.seat, self.game.acting(), "another seat is to act: {entry:?}");
        let mut events = vec![];
        let result = self.game.act(entry.seat, &entry.action, &mut events);
        assert_eq!(result, Ok(()), "the rules reject what the server accepted: {entry:?}");
        assert_eq!(entry.events, events, "the rules give other events: {entry:?}");
        assert_eq!(entry.hash, state_hash(entry.seq, &self.game), "the rules give another hash: {entry:?}");
        assert!(is_time(&entry.time), "times are RFC 3339 in UTC: {entry:?}");
        self.log.push((entry.seat, entry.action.clone()));
        self.hashes.push(entry.hash);
    }

    /// Compares the answer to an action with its entry, which has been played.
    ///
    /// # Panics
    ///
    /// If they differ.
    pub fn check_acted(&self, acted: &Acted, entry: &Entry) {
        assert_eq!(acted.seq, entry.seq);
        assert_eq!(acted.events, entry.events, "the answer has other events than the entry");
        assert_eq!(acted.hash, entry.hash, "the answer has another hash than the entry");
    }

    /// Compares what the server says the game waits for.
    ///
    /// # Panics
    ///
    /// If it differs.
    pub fn check_awaits(&self, awaits: Option<Awaits>) {
        assert_eq!(awaits, Awaits::of(self.game.awaited()), "after {} actions", self.seq());
    }

    /// Compares a view of the game.
    ///
    /// # Panics
    ///
    /// If it differs. Of a view of another moment only the hash is compared.
    pub fn check_view(&self, view: &GameView) {
        if let Some(hash) = self.hash(view.seq) {
            assert_eq!(view.hash, Some(hash), "{}: another hash after {} actions", view.game, view.seq);
        }
        if view.seq != self.seq() {
            return;
        }
        self.check_awaits(view.awaits);
        let state = if self.is_over() { State::Over } else { State::Playing };
        assert_eq!(view.state, state, "{}", view.game);
        assert_eq!(view.result, self.game.ending(), "{}", view.game);
        let tiles = self.game.laying().map(|laying| laying.tiles().placements().collect());
        assert_eq!(view.tiles, tiles, "{}", view.game);
        let position = self.game.playing().map(|playing| playing.position().to_string());
        assert_eq!(view.position, position, "{}", view.game);
        let situation = self.game.playing().and_then(|playing| playing.to_situation());
        assert_eq!(view.situation, situation.map(|situation| situation.to_string()), "{}", view.game);
        assert_eq!(view.commitment, self.terms.commitment(), "{}", view.game);
        assert_eq!(view.length, self.terms.length(), "{}", view.game);
        assert_eq!(Some(view.monster), self.terms.monster(), "{}", view.game);
        assert_eq!(view.code, None, "{}: a code lives only while the table waits", view.game);
    }

    /// Compares the record that the server hands out.
    ///
    /// # Panics
    ///
    /// If it has other actions, or if it is finished and chance in it does not come from its seed.
    pub fn check_record(&self, text: &str) {
        let record = read_record(text);
        assert_eq!(record.terms(), &self.terms);
        assert!(record.actions().iter().eq(self.log.iter().map(|(_, action)| action)), "the record differs");
        assert_eq!(record.ending(), self.game.ending());
        if self.is_over() {
            assert_eq!(record.verify(), Ok(()));
            RecordText::verified(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        }
    }
}

/// Parses the text of a record.
fn read_record(text: &str) -> Record {
    text.parse::<RecordText>().unwrap_or_else(|error| panic!("{error} in\n{text}")).record
}

/// Whether a text looks like `2026-01-31T12:34:56.789Z`.
fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has = |index: usize, byte: u8| bytes.get(index) == Some(&byte);
    text.len() >= 20 && has(4, b'-') && has(7, b'-') && has(10, b'T') && has(13, b':') && text.ends_with('Z')
}
