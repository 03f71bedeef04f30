//! A game that has started: its host, and when each action was taken.

use bots::Bot;
use protocol::{Acted, BeginningAnswer, Entry, LegalAction, Moves, StateHash, state_hash};
use rules::chance::Secret;
use rules::game::{Action, Awaited, Game, GameEvent, IllegalAction, Seat};
use rules::host::Host;
use rules::notation::RecordText;
use rules::record::Record;
use rules::terms::Agreement;

use crate::clock::rfc3339;
use crate::store::StoredAction;

/// A game and everything about its actions that the game itself does not know.
pub(crate) struct Story {
    host: Host,
    told: Vec<Told>,
}

/// What was told about an action, besides the action and its events.
#[derive(Clone, Copy)]
struct Told {
    seat: Option<Seat>,
    stand_in: Option<Bot>,
    time: i64,
    hash: StateHash,
}

/// Why a stored game cannot be continued.
#[derive(Debug, thiserror::Error)]
#[error("the stored game cannot be played again: {0}")]
pub(crate) struct Unplayable(String);

impl Story {
    /// Begins a game.
    pub(crate) fn begin(agreement: Agreement, secret: Secret) -> Result<Story, Unplayable> {
        let (host, _) = Host::begin(agreement, secret).map_err(|problem| Unplayable(problem.to_string()))?;
        Ok(Story { host, told: vec![] })
    }

    /// Plays a stored game again. `terms` is its record before the first action.
    pub(crate) fn resume(terms: &str, secret: Secret, actions: &[StoredAction]) -> Result<Story, Unplayable> {
        let record = terms.parse::<RecordText>().map_err(|problem| Unplayable(problem.to_string()))?.record;
        let mut story = Story::begin(record.terms().agreement().clone(), secret)?;
        for stored in actions {
            story.follow(stored)?;
        }
        Ok(story)
    }

    /// Plays an action that is stored already.
    pub(crate) fn follow(&mut self, stored: &StoredAction) -> Result<Entry, Unplayable> {
        let wrong = |problem: String| Unplayable(format!("action {}: {problem}", self.told.len() + 1));
        let seat = self.game().acting();
        let played = match seat {
            Some(seat) => self.host.act(seat, &stored.action),
            None => self.host.flip(),
        };
        let events = played.map_err(|problem| wrong(problem.to_string()))?;
        if self.host.log().last() != Some(&stored.action) {
            return Err(wrong("another tombstone was on top".to_owned()));
        }
        self.note(seat, stored.stand_in, stored.time);
        Ok(self.entry(self.seq(), stored.action.clone(), events))
    }

    /// The record before the first action: what is stored of the terms.
    pub(crate) fn terms(&self) -> String {
        let unplayed = Record::new(self.host.terms().clone(), vec![], None);
        unplayed.expect("a game that begins is not over").to_string()
    }

    /// The game, as everybody may know it.
    pub(crate) fn game(&self) -> &Game {
        self.host.game()
    }

    /// The number of actions.
    pub(crate) fn seq(&self) -> u32 {
        self.told.len() as u32
    }

    /// The hash after the last action.
    pub(crate) fn hash(&self) -> StateHash {
        self.told.last().map_or_else(|| state_hash(0, self.game()), |told| told.hash)
    }

    /// Seed and salt, once the game is over.
    pub(crate) fn revealed(&self) -> Option<Secret> {
        self.host.revealed()
    }

    pub(crate) fn record(&self) -> String {
        Record::of(&self.host).to_string()
    }

    /// Takes an action and flips the tombstones that are due after it. Returns what happened, one entry per action.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        action: &Action,
        stand_in: Option<Bot>,
        time: i64,
    ) -> Result<Vec<Entry>, IllegalAction> {
        let events = self.host.act(seat, action)?;
        self.note(Some(seat), stand_in, time);
        let mut entries = vec![self.entry(self.seq(), action.clone(), events)];
        while self.game().awaited() == Awaited::Flip {
            let events = self.host.flip()?;
            self.note(None, None, time);
            let flip = self.host.log().last().expect("a flip is an action").clone();
            entries.push(self.entry(self.seq(), flip, events));
        }
        Ok(entries)
    }

    fn note(&mut self, seat: Option<Seat>, stand_in: Option<Bot>, time: i64) {
        let hash = state_hash(self.seq() + 1, self.host.game());
        self.told.push(Told { seat, stand_in, time, hash });
    }

    fn entry(&self, seq: u32, action: Action, events: Vec<GameEvent>) -> Entry {
        let Told { seat, stand_in, time, hash } = self.told[seq as usize - 1];
        Entry { seq, seat, by: stand_in.map(Into::into), action, events, hash, time: rfc3339(time) }
    }

    /// The actions from number `from` on, at most `most`. Their events are not kept: they follow from the actions.
    pub(crate) fn entries(&self, from: u32, most: usize) -> Vec<Entry> {
        let first = from.max(1);
        if first > self.seq() {
            return vec![];
        }
        let mut entries = vec![];
        let mut game = self.host.terms().begin(&mut ());
        for (seq, action) in (1..).zip(self.host.log()) {
            if entries.len() == most {
                break;
            }
            let seat = game.acting();
            let mut events = vec![];
            let played =
                if seq < first { game.act(seat, action, &mut ()) } else { game.act(seat, action, &mut events) };
            played.expect("the log of a game is legal");
            if seq >= first {
                entries.push(self.entry(seq, action.clone(), events));
            }
        }
        entries
    }

    /// What was answered to this action, if one of these seats took it before.
    pub(crate) fn repeated(&self, seq: u32, action: &Action, seats: &[usize]) -> Option<Acted> {
        let index = (seq as usize).checked_sub(1)?;
        let seat = self.told.get(index)?.seat?;
        if !seats.contains(&seat.index()) || self.host.log().get(index) != Some(action) {
            return None;
        }
        let Entry { events, hash, .. } = self.entries(seq, 1).pop()?;
        Some(Acted { seq, events, hash })
    }

    pub(crate) fn beginning(&self) -> BeginningAnswer {
        let mut events = vec![];
        let game = self.host.terms().begin(&mut events);
        BeginningAnswer { events, position: game.playing().map(|playing| playing.position().to_string()) }
    }

    /// The legal actions of the seat that is to act; `None` if the game is over.
    pub(crate) fn moves(&self) -> Option<Moves> {
        let game = self.game();
        let seat = game.acting()?;
        let actions = game.legal_actions().into_iter().map(|action| {
            let mut after = game.clone();
            after.act(Some(seat), &action, &mut ()).expect("a legal action is accepted");
            let is_tile = matches!(action, Action::Place(_));
            let position = after.playing().filter(|_| !is_tile).map(|playing| playing.position().to_string());
            LegalAction { action, position }
        });
        Some(Moves { seat, seq: self.seq(), actions: actions.collect() })
    }

    /// The seat whose figure was the last to be eaten.
    pub(crate) fn last_eaten(&self) -> Option<usize> {
        Record::of(&self.host).last_eaten().map(Seat::index)
    }
}
