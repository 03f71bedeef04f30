//! A server with one table, as its API describes it: actions have numbers and hashes, a repeated action is answered as
//! before, and everything acknowledged survives a crash.

use std::collections::BTreeSet;

use bots::Bot;
use protocol::{
    Awaits, ClientMessage, Entry, ErrorCode, First, FortressWish, GameId, GameView, Help, Occupant, Problem, SeatView,
    ServerMessage, State, state_hash,
};
use rules::Outcomes;
use rules::chance::{Purpose, Secret, Seed, Stream};
use rules::game::{Action, Awaited, FortressChoice, Game, Options, Seat};
use rules::host::{Host, draw_first, draw_fortress};
use rules::notation::RecordText;
use rules::record::Record;
use rules::terms::{Agreement, Beginning, FirstBy, MonsterNumber};
use testkit::games::{choose_in, secret};
use web::table::Story;
use web::table::remote::SocketId;

/// What the server sends, and on which connection.
pub(crate) type Letter = (SocketId, ServerMessage);

/// A server with one table.
pub(crate) struct Server {
    host: Host,
    has_started: bool,
    entries: Vec<Entry>,
    /// For each action, whether the client under test sent it.
    is_from_client: Vec<bool>,
    /// The seats of the client.
    yours: Vec<usize>,
    /// The seats for which a bot acts.
    stand_ins: BTreeSet<usize>,
    /// The connections that have said hello.
    joined: BTreeSet<SocketId>,
    /// How many of the next actions are refused with this code, although nothing is wrong with them.
    troubles: Vec<ErrorCode>,
    chance: Stream,
    outcomes: Outcomes,
}

impl Server {
    /// A table that waits for its start.
    pub(crate) fn new(mut options: Options, bytes: [u8; 32], yours: u8) -> Server {
        let secret = secret(bytes);
        if bytes[0].is_multiple_of(4) {
            options.fortress = FortressChoice::Random(draw_fortress(&secret.seed, &[]));
        }
        let first = draw_first(&options.players, &secret.seed, &[]);
        let beginning = Beginning::New { options, first, by: FirstBy::Lot };
        let (host, _) = Host::begin(Agreement { beginning, seats: vec![], monster: None }, secret).unwrap();
        let yours = (0..options.players.count()).filter(|seat| yours >> seat & 1 == 1).collect();
        Server {
            host,
            has_started: false,
            entries: vec![],
            is_from_client: vec![],
            yours,
            stand_ins: BTreeSet::new(),
            joined: BTreeSet::new(),
            troubles: vec![],
            chance: Stream::new(&Seed(bytes), &[], Purpose::Players),
            outcomes: Outcomes::new(),
        }
    }

    /// Starts the game.
    pub(crate) fn start(&mut self) -> Vec<Letter> {
        if std::mem::replace(&mut self.has_started, true) { vec![] } else { self.tell_table() }
    }

    /// The game so far.
    pub(crate) fn game(&self) -> &Game {
        self.host.game()
    }

    /// The story of the game.
    pub(crate) fn story(&self) -> Story {
        Story::of(&Record::of(&self.host))
    }

    /// All actions.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether the client under test sent the action with this number.
    pub(crate) fn is_from_client(&self, number: u32) -> bool {
        self.is_from_client[number as usize - 1]
    }

    /// The number of actions that the client under test sent.
    pub(crate) fn count_from_client(&self) -> usize {
        self.is_from_client.iter().filter(|is| **is).count()
    }

    /// Whether the client holds the seat.
    pub(crate) fn is_clients(&self, seat: Seat) -> bool {
        self.yours.contains(&seat.index())
    }

    /// The record, unless the table waits.
    pub(crate) fn record(&self) -> Option<String> {
        self.has_started.then(|| Record::of(&self.host).to_string())
    }

    /// Crashes and starts again. Nobody hears a word.
    pub(crate) fn crash(&mut self) {
        self.joined.clear();
        self.troubles.clear();
    }

    /// Stops and starts again. Everybody is told to come back.
    pub(crate) fn stop(&mut self, again: u32) -> Vec<Letter> {
        let letters = self.to_all(&ServerMessage::Bye { again });
        self.crash();
        letters
    }

    /// Loses all actions but the first ones, crashes, and draws other tombstones from there.
    pub(crate) fn roll_back(&mut self, actions: usize, secret: Secret) {
        self.crash();
        let record = Record::of(&self.host);
        let Ok(host) = Host::branch(&record, actions.min(record.actions().len()), vec![], None, secret) else { return };
        self.host = host;
        self.entries.truncate(actions);
        self.is_from_client.truncate(actions);
        self.flip(&mut vec![]);
    }

    /// Refuses the next action with this code.
    pub(crate) fn trouble(&mut self, code: ErrorCode) {
        self.troubles.push(code);
    }

    /// Lets a bot act for a seat.
    pub(crate) fn stand_in(&mut self, seat: usize) {
        self.stand_ins.insert(seat);
    }

    /// Gives a seat of the client to somebody else, for good.
    pub(crate) fn move_away(&mut self, seat: usize) -> Vec<Letter> {
        self.yours.retain(|yours| *yours != seat);
        self.tell_table()
    }

    /// Somebody acts who is not the client; also for a seat of the client, if `is_rival`.
    pub(crate) fn others_act(&mut self, is_rival: bool) -> Vec<Letter> {
        let may_act = self.game().acting().is_some_and(|seat| is_rival || !self.is_clients(seat));
        if !self.has_started || !may_act {
            return vec![];
        }
        let game = self.host.game().clone();
        let (seat, action) = choose_in(&game, &mut self.chance, &mut self.outcomes).unwrap();
        self.carry_out(seat, &action, false)
    }

    /// The connection is gone.
    pub(crate) fn leave(&mut self, socket: SocketId) {
        self.joined.remove(&socket);
    }

    /// A connection brings a message.
    pub(crate) fn hear(&mut self, socket: SocketId, message: ClientMessage) -> Vec<Letter> {
        let has_joined = self.joined.contains(&socket);
        let refuse = |code| ServerMessage::Error { sent: None, seq: None, error: Problem::new(code, "") };
        match message {
            ClientMessage::Hello { .. } if has_joined => vec![(socket, refuse(ErrorCode::BadRequest))],
            ClientMessage::Hello { from, .. } => {
                self.joined.insert(socket);
                let mut letters = vec![(socket, ServerMessage::Welcome { game: Box::new(self.view()) })];
                let entries: Vec<Entry> = self.entries.iter().filter(|entry| entry.seq >= from).cloned().collect();
                if self.has_started && !entries.is_empty() {
                    letters.push((socket, self.actions(entries)));
                }
                letters
            }
            _ if !has_joined => vec![(socket, refuse(ErrorCode::BadRequest))],
            ClientMessage::Ping {} => vec![(socket, ServerMessage::Pong {})],
            ClientMessage::Arriving { .. } | ClientMessage::Watching { .. } => self.tell_table(),
            ClientMessage::Act { seq, action } => match self.act(seq, &action) {
                Ok(mut letters) => {
                    letters.push((socket, ServerMessage::Acted { seq }));
                    letters
                }
                Err(code) => {
                    let present = Some(self.entries.len() as u32);
                    let error = Problem::new(code, "");
                    vec![(socket, ServerMessage::Error { sent: Some(seq), seq: present, error })]
                }
            },
        }
    }

    fn act(&mut self, seq: u32, action: &Action) -> Result<Vec<Letter>, ErrorCode> {
        if let Some(code) = self.troubles.pop() {
            return Err(code);
        }
        if !self.has_started {
            return Err(ErrorCode::NotStarted);
        }
        let before = seq.checked_sub(1).and_then(|index| self.entries.get(index as usize));
        let is_repeated =
            before.is_some_and(|entry| entry.action == *action && entry.seat.is_some_and(|seat| self.is_clients(seat)));
        if is_repeated {
            return Ok(vec![]);
        }
        if seq as usize != self.entries.len() + 1 {
            return Err(ErrorCode::Stale);
        }
        if self.game().ending().is_some() {
            return Err(ErrorCode::GameOver);
        }
        let seat = self.game().acting().filter(|seat| self.is_clients(*seat)).ok_or(ErrorCode::NotYourTurn)?;
        if self.game().clone().act(Some(seat), action, &mut ()).is_err() {
            return Err(ErrorCode::AgainstRules);
        }
        Ok(self.carry_out(seat, action, true))
    }

    fn carry_out(&mut self, seat: Seat, action: &Action, is_from_client: bool) -> Vec<Letter> {
        let events = self.host.act(seat, action).unwrap();
        let mut entries = vec![];
        self.note(Some(seat), action.clone(), events, is_from_client, &mut entries);
        self.flip(&mut entries);
        let mut letters = self.to_all(&self.actions(entries));
        if self.game().ending().is_some() {
            letters.extend(self.tell_table());
            letters.extend(self.to_all(&ServerMessage::Over { seed: String::new(), salt: String::new() }));
        }
        letters
    }

    fn flip(&mut self, entries: &mut Vec<Entry>) {
        while self.game().awaited() == Awaited::Flip {
            let events = self.host.flip().unwrap();
            let flip = self.host.log().last().unwrap().clone();
            self.note(None, flip, events, false, entries);
        }
    }

    fn note(
        &mut self,
        seat: Option<Seat>,
        action: Action,
        events: Vec<rules::game::GameEvent>,
        is_from_client: bool,
        entries: &mut Vec<Entry>,
    ) {
        let seq = self.entries.len() as u32 + 1;
        let hash = state_hash(seq, self.game());
        let entry = Entry { seq, seat, by: None, action, events, hash, time: String::new() };
        entries.push(entry.clone());
        self.entries.push(entry);
        self.is_from_client.push(is_from_client);
    }

    fn actions(&self, actions: Vec<Entry>) -> ServerMessage {
        ServerMessage::Actions { actions, awaits: Awaits::of(self.game().awaited()) }
    }

    fn tell_table(&self) -> Vec<Letter> {
        self.to_all(&ServerMessage::Table { game: Box::new(self.view()) })
    }

    fn to_all(&self, message: &ServerMessage) -> Vec<Letter> {
        self.joined.iter().map(|socket| (*socket, message.clone())).collect()
    }

    fn view(&self) -> GameView {
        let game = Some(self.game()).filter(|_| self.has_started);
        let seq = if self.has_started { self.entries.len() as u32 } else { 0 };
        let terms = self.host.terms();
        let seat = |(seat, band): (usize, _)| SeatView {
            seat,
            occupant: Occupant::Human {
                name: None,
                band,
                here: true,
                nonce: None,
                stand_in: self.stand_ins.contains(&seat).then(|| Bot::Fox.into()),
            },
        };
        GameView {
            game: game_id(),
            state: match game.map(Game::ending) {
                None => State::Waiting,
                Some(None) => State::Playing,
                Some(Some(_)) => State::Over,
            },
            seats: terms.players().bands().iter().copied().enumerate().map(seat).collect(),
            fortress: FortressWish::Basic,
            length: terms.length(),
            help: Help::Foresight,
            first: First::Lot,
            start: None,
            monster: MonsterNumber::from_index(3),
            commitment: terms.commitment(),
            code: None,
            host_seat: None,
            watching: vec![],
            seq,
            awaits: game.and_then(|game| Awaits::of(game.awaited())),
            tiles: None,
            position: None,
            situation: None,
            hash: game.map(|game| state_hash(seq, game)),
            result: game.and_then(Game::ending),
            rematch: None,
            yours: self.yours.clone(),
            host: false,
            last_eaten: None,
        }
    }
}

/// The story of a record.
pub(crate) fn story_of(record: &str) -> Story {
    Story::of(&record.parse::<RecordText>().unwrap().record)
}

/// The id of the table.
pub(crate) fn game_id() -> GameId {
    GameId::from_random([5; 13])
}
