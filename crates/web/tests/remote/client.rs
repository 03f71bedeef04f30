//! The client under test: a table with everything that it has been told and has said, checked at each step.

use std::collections::BTreeSet;

use protocol::ClientMessage;
use rules::Outcomes;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Action, Game, Seat};
use testkit::games::choose_in;
use web::table::remote::{Effect, Input, RemoteTable, SocketId};
use web::table::{Answer, News, Story, Table, Turn};

use super::server::game_id;

/// What became of an action that was on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is still on its way.
    Open,
    /// It counts.
    Counts,
    /// It does not count.
    Refused,
}

/// An action that was on its way.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub(crate) number: u32,
    pub(crate) seat: Seat,
    pub(crate) action: Action,
    pub(crate) fate: Fate,
    /// The game for which it was planned.
    planned_for: Game,
}

/// What the client wants from the network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wish {
    Connect(SocketId),
    Send(SocketId, ClientMessage),
    Close(SocketId),
    Fetch,
}

/// The client under test.
pub(crate) struct Client {
    pub(crate) table: RemoteTable,
    pub(crate) attempts: Vec<Attempt>,
    /// All news, in order.
    pub(crate) news: Vec<News>,
    /// The socket that it has connected and neither closed nor lost.
    current: Option<SocketId>,
    connected: BTreeSet<SocketId>,
    opened: BTreeSet<SocketId>,
    clock: u64,
    chance: Stream,
    outcomes: Outcomes,
}

impl Client {
    pub(crate) fn new(lot: u64) -> Client {
        Client {
            table: RemoteTable::new(game_id(), lot),
            attempts: vec![],
            news: vec![],
            current: None,
            connected: BTreeSet::new(),
            opened: BTreeSet::new(),
            clock: 1_700_000_000_000,
            chance: Stream::new(&Seed([lot as u8; 32]), &[], Purpose::Players),
            outcomes: Outcomes::new(),
        }
    }

    /// The socket in use.
    pub(crate) fn current(&self) -> Option<SocketId> {
        self.current
    }

    /// The story, if it is here.
    pub(crate) fn story(&self) -> Option<&Story> {
        self.table.has_story().then(|| self.table.story())
    }

    /// The clock moves by so many milliseconds, possibly backwards.
    pub(crate) fn tick(&mut self, ms: i64) -> Vec<Wish> {
        self.clock = self.clock.saturating_add_signed(ms);
        self.take(Input::Tick(self.clock))
    }

    /// Something happens to the table.
    pub(crate) fn take(&mut self, input: Input) -> Vec<Wish> {
        match &input {
            Input::Opened(socket) => drop(self.opened.insert(*socket)),
            Input::Closed(socket) if self.current == Some(*socket) => self.current = None,
            _ => {}
        }
        let before = self.story().cloned();
        let effects = self.table.take(input);
        self.look(effects, before.as_ref())
    }

    /// The player acts, if it is a turn here.
    pub(crate) fn act(&mut self) -> Vec<Wish> {
        let Some(story) = self.story() else { return vec![] };
        let Turn::Here(seat) = self.table.turn() else { return vec![] };
        let (game, number) = (story.game().clone(), story.actions() as u32 + 1);
        let (acting, action) = choose_in(&game, &mut self.chance, &mut self.outcomes).unwrap();
        assert_eq!(acting, seat);
        let was_pending = self.table.is_pending();
        let (mut effects, before) = (vec![], self.story().cloned());
        match self.table.act(seat, action.clone(), &mut effects) {
            Answer::Pending => {
                assert!(!was_pending, "one action at a time is on its way");
                self.attempts.push(Attempt { number, seat, action, fate: Fate::Open, planned_for: game });
            }
            Answer::Refused => assert!(was_pending, "a legal action on a turn here is taken"),
            Answer::Accepted => panic!("only the server can accept it"),
        }
        self.look(effects, before.as_ref())
    }

    /// Checks what the table wants, and passes on what is for the network.
    fn look(&mut self, effects: Vec<Effect>, before: Option<&Story>) -> Vec<Wish> {
        let mut wishes = vec![];
        for effect in effects {
            match effect {
                Effect::Connect(socket) => {
                    assert_eq!(self.current, None, "one socket at a time is in use");
                    assert!(self.connected.insert(socket), "each attempt has a socket of its own");
                    self.current = Some(socket);
                    wishes.push(Wish::Connect(socket));
                }
                Effect::Send(socket, message) => {
                    assert!(self.opened.contains(&socket), "only an open socket can send");
                    assert_eq!(self.current, Some(socket), "only the socket in use sends");
                    if let ClientMessage::Act { .. } = &message {
                        let planned_for = &self.attempts.last().unwrap().planned_for;
                        assert_eq!(self.table.story().game(), planned_for, "this was not planned for what is here");
                    }
                    wishes.push(Wish::Send(socket, message));
                }
                Effect::Close(socket) => {
                    assert!(self.connected.contains(&socket), "only a socket that was connected can be closed");
                    if self.current == Some(socket) {
                        self.current = None;
                    }
                    wishes.push(Wish::Close(socket));
                }
                Effect::Fetch => wishes.push(Wish::Fetch),
                Effect::Outdated => panic!("server and client speak the same language"),
                Effect::Tell(news) => self.hear(news, before),
            }
        }
        if !self.table.is_pending()
            && let Some(attempt) = self.attempts.last_mut().filter(|attempt| attempt.fate == Fate::Open)
        {
            attempt.fate = Fate::Counts;
        }
        let open = self.attempts.iter().filter(|attempt| attempt.fate == Fate::Open).count();
        assert_eq!(open, usize::from(self.table.is_pending()));
        wishes
    }

    fn hear(&mut self, news: News, before: Option<&Story>) {
        match &news {
            News::Grown => {
                let (before, after) = (before.unwrap(), self.story().unwrap());
                assert!(after.actions() > before.actions(), "nothing has grown");
                assert_eq!(after.played()[..before.actions()], *before.played(), "what was there stays");
            }
            News::Forked { common } => {
                let (before, after) = (before.unwrap(), self.story().unwrap());
                assert_eq!(before.played()[..*common], after.played()[..*common]);
                let next = (before.played().get(*common), after.played().get(*common));
                assert!(next.0.is_none() || next.1.is_none() || next.0 != next.1, "they have more in common");
            }
            News::Refused => {
                let attempt = self.attempts.last_mut().unwrap();
                assert_eq!(attempt.fate, Fate::Open, "only what is on its way can be refused");
                attempt.fate = Fate::Refused;
            }
            News::Link(link) => assert_eq!(*link, self.table.link()),
            News::Delayed => assert!(self.table.is_pending(), "only what is on its way can be delayed"),
            News::TakenBack => panic!("a table on a server takes nothing back"),
            News::Seats | News::TurnedAway => {}
        }
        self.news.push(news);
    }
}
