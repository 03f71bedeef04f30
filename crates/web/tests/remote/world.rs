//! A client and a server with a network between them that loses, delays, doubles and reorders.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use protocol::{ClientMessage, ErrorCode, ServerMessage};
use rules::game::Options;
use testkit::games::{options, secret};
use web::table::remote::{Input, SocketId};
use web::table::{Link, News};

use super::client::{Client, Fate, Wish};
use super::server::{Letter, Server};

/// What can happen.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// Everything under way arrives, in order.
    Flush,
    /// Something under way to the server arrives.
    Up(usize),
    /// Something under way to the client arrives.
    Down(usize),
    /// Something under way is lost.
    Lose { is_up: bool, index: usize },
    /// Something under way comes twice.
    Double { is_up: bool, index: usize },
    /// The connection breaks, and with it everything under way on it. Each side may notice or not.
    Break { client_notices: bool, server_notices: bool },
    /// The server crashes without a word. What it has sent may still arrive.
    Crash { keeps_sent: bool },
    /// The server stops and says goodbye.
    Stop(u32),
    /// The server is there again.
    Start,
    /// The game begins.
    Begin,
    /// The clock moves.
    Tick(i64),
    /// The page is looked at again.
    Wake,
    /// The browser says that the network is gone.
    Offline,
    /// Rights have changed.
    Rejoin,
    /// The player acts.
    Act,
    /// Others act.
    Others,
    /// The player acts on another device.
    Rival,
    /// The server has a moment of weakness.
    Trouble(ErrorCode),
    /// A seat of the client is moved to another device.
    MoveAway(usize),
    /// Something happens to a record that was asked for.
    Record(RecordEvent),
    /// The server loses its last actions. Not part of what a good server does.
    RollBack(usize),
}

/// What can happen to a record that was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RecordEvent {
    /// The server writes it. It arrives later.
    Write,
    /// It arrives.
    Arrive,
    /// There is no answer, and the client notices.
    Fail,
    /// There is no answer, ever.
    Vanish,
}

/// How bad a network is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manners {
    /// Connections break, but what arrives on one arrives in order, once, and without a gap.
    Tcp,
    /// Worse than any real one.
    Worse,
}

#[derive(Clone, Debug)]
enum Up {
    Open,
    Message(ClientMessage),
    Close,
}

#[derive(Clone, Debug)]
enum Down {
    Opened,
    Said(Box<ServerMessage>),
    Closed,
}

/// A client, a server and the network between them.
pub(crate) struct World {
    pub(crate) client: Client,
    pub(crate) server: Server,
    pub(crate) is_running: bool,
    manners: Manners,
    up: Vec<(SocketId, Up)>,
    down: Vec<(SocketId, Down)>,
    /// The connections that the server has accepted and still has.
    accepted: BTreeSet<SocketId>,
    /// The connections on which nothing arrives any more.
    dead: BTreeSet<SocketId>,
    /// The records that were asked for; `Some` if written.
    records: Vec<Option<Option<String>>>,
    /// Whether the server has ever lost actions.
    has_rolled_back: bool,
    /// The number of records asked for.
    pub(crate) fetches: usize,
    /// Every message that the client has sent.
    pub(crate) sent: Vec<(SocketId, ClientMessage)>,
    /// How many actions of the client have been compared with the server's.
    compared: usize,
}

/// How a world begins.
#[derive(Clone, Debug)]
pub(crate) struct Beginning {
    pub(crate) options: Options,
    pub(crate) bytes: [u8; 32],
    pub(crate) yours: u8,
    pub(crate) manners: Manners,
    pub(crate) lot: u64,
}

/// A random beginning.
pub(crate) fn beginnings() -> impl Strategy<Value = Beginning> {
    let manners = select(&[Manners::Tcp, Manners::Worse][..]);
    (options(), any::<[u8; 32]>(), any::<u8>(), manners, any::<u64>())
        .prop_map(|(options, bytes, yours, manners, lot)| Beginning { options, bytes, yours, manners, lot })
}

/// Random things that happen.
pub(crate) fn events() -> impl Strategy<Value = Event> {
    let index = 0_usize..12;
    let code = select(&[ErrorCode::TooMany, ErrorCode::Unavailable][..]);
    let record = select(&[RecordEvent::Write, RecordEvent::Arrive, RecordEvent::Fail, RecordEvent::Vanish][..]);
    let ms = prop_oneof![
        12 => 500_i64..2_000,
        3 => 5_000_i64..20_000,
        1 => 3_600_000_i64..36_000_000,
        1 => -36_000_000_i64..0,
    ];
    prop_oneof![
        20 => Just(Event::Flush),
        10 => index.clone().prop_map(Event::Up),
        10 => index.clone().prop_map(Event::Down),
        3 => (any::<bool>(), index.clone()).prop_map(|(is_up, index)| Event::Lose { is_up, index }),
        3 => (any::<bool>(), index).prop_map(|(is_up, index)| Event::Double { is_up, index }),
        3 => (any::<bool>(), any::<bool>())
            .prop_map(|(client_notices, server_notices)| Event::Break { client_notices, server_notices }),
        1 => any::<bool>().prop_map(|keeps_sent| Event::Crash { keeps_sent }),
        1 => (0_u32..5).prop_map(Event::Stop),
        3 => Just(Event::Start),
        2 => Just(Event::Begin),
        16 => ms.prop_map(Event::Tick),
        1 => Just(Event::Wake),
        1 => Just(Event::Offline),
        1 => Just(Event::Rejoin),
        20 => Just(Event::Act),
        20 => Just(Event::Others),
        1 => Just(Event::Rival),
        1 => code.prop_map(Event::Trouble),
        10 => record.prop_map(Event::Record),
    ]
}

impl World {
    pub(crate) fn new(beginning: Beginning) -> World {
        let Beginning { options, bytes, yours, manners, lot } = beginning;
        World {
            client: Client::new(lot),
            server: Server::new(options, bytes, yours),
            is_running: true,
            manners,
            up: vec![],
            down: vec![],
            accepted: BTreeSet::new(),
            dead: BTreeSet::new(),
            records: vec![],
            has_rolled_back: false,
            fetches: 0,
            sent: vec![],
            compared: 0,
        }
    }

    /// Something happens.
    pub(crate) fn happen(&mut self, event: &Event) {
        match event {
            Event::Flush => self.flush(),
            Event::Up(index) => self.arrive_up(*index),
            Event::Down(index) => self.arrive_down(*index),
            Event::Lose { .. } | Event::Double { .. } if self.manners == Manners::Tcp => {}
            Event::Lose { is_up: true, index } => drop(remove(&mut self.up, *index)),
            Event::Lose { is_up: false, index } => drop(remove(&mut self.down, *index)),
            Event::Double { is_up: true, index } => double(&mut self.up, *index),
            Event::Double { is_up: false, index } => double(&mut self.down, *index),
            Event::Break { client_notices, server_notices } => {
                if let Some(socket) = self.client.current() {
                    self.break_off(socket, *client_notices, *server_notices);
                }
            }
            Event::Crash { keeps_sent } => {
                self.server.crash();
                self.go_down(*keeps_sent);
            }
            Event::Stop(again) => {
                let letters = self.server.stop(*again);
                self.post(letters);
                self.go_down(true);
            }
            Event::Start => self.is_running = true,
            Event::Begin => {
                let letters = self.server.start();
                self.post(letters);
            }
            Event::Tick(ms) => {
                let wishes = self.client.tick(*ms);
                self.grant(wishes);
            }
            Event::Wake => self.tell(Input::Wake),
            Event::Offline => self.tell(Input::Offline),
            Event::Rejoin => self.tell(Input::Rejoin),
            Event::Act => {
                let wishes = self.client.act();
                self.grant(wishes);
            }
            Event::Others | Event::Rival => {
                if self.is_running {
                    let letters = self.server.others_act(matches!(event, Event::Rival));
                    self.post(letters);
                }
            }
            Event::Trouble(code) => self.server.trouble(*code),
            Event::MoveAway(seat) => {
                let letters = self.server.move_away(*seat);
                self.post(letters);
            }
            Event::Record(event) => self.record(*event),
            Event::RollBack(actions) => {
                self.has_rolled_back = true;
                self.server.roll_back(*actions, secret([*actions as u8; 32]));
                self.go_down(true);
                self.is_running = true;
            }
        }
        self.compare();
    }

    /// The network is good again: what was open is broken, and from now on everything arrives. After a while the client
    /// knows what the server knows.
    pub(crate) fn heal(&mut self, client_notices: bool) {
        for socket in self.client.current().into_iter().chain(self.accepted.clone()) {
            self.break_off(socket, client_notices, true);
        }
        self.up.clear();
        self.down.retain(|(_, down)| matches!(down, Down::Closed));
        // Whatever answers does not answer any more; it may only be that no answer is ever noticed.
        self.records.clear();
        self.is_running = true;
        self.happen(&Event::Begin);
        for _ in 0..120 {
            self.second();
        }
    }

    /// A second in which everything arrives.
    pub(crate) fn second(&mut self) {
        self.happen(&Event::Tick(1_000));
        self.flush();
        self.compare();
    }

    /// After the network was good for a while, nothing is open, and each action that was on its way counts once or was
    /// refused.
    pub(crate) fn check(&self) {
        assert_eq!(self.client.table.link(), Link::Up);
        assert_eq!(self.client.story(), Some(&self.server.story()));
        assert!(!self.client.table.is_pending());
        for attempt in &self.client.attempts {
            if self.has_rolled_back {
                assert_ne!(attempt.fate, Fate::Open);
                continue;
            }
            let entry = self.server.entries().get(attempt.number as usize - 1);
            let is_there =
                entry.is_some_and(|entry| entry.seat == Some(attempt.seat) && entry.action == attempt.action);
            match attempt.fate {
                Fate::Open => panic!("{attempt:?} is still on its way"),
                Fate::Counts => assert!(is_there, "{attempt:?} does not count"),
                Fate::Refused => {
                    assert!(!is_there || !self.server.is_from_client(attempt.number), "{attempt:?} counts");
                }
            }
        }
        if !self.has_rolled_back {
            let counted = self
                .client
                .attempts
                .iter()
                .filter(|attempt| attempt.fate == Fate::Counts && self.server.is_from_client(attempt.number));
            assert_eq!(counted.count(), self.server.count_from_client(), "each of them counts once");
        }
    }

    /// Something happens to the client.
    pub(crate) fn tell(&mut self, input: Input) {
        let wishes = self.client.take(input);
        self.grant(wishes);
    }

    /// Everything under way is lost, and the connection stays.
    pub(crate) fn lose_all(&mut self) {
        self.up.clear();
        self.down.clear();
    }

    /// The record of the game before its first action.
    pub(crate) fn record_of_beginning(mut self) -> String {
        drop(self.server.start());
        self.server.record().unwrap()
    }

    /// The connection breaks.
    pub(crate) fn break_off(&mut self, socket: SocketId, client_notices: bool, server_notices: bool) {
        self.up.retain(|(other, _)| *other != socket);
        self.down.retain(|(other, _)| *other != socket);
        self.dead.insert(socket);
        if server_notices {
            self.accepted.remove(&socket);
            self.server.leave(socket);
        }
        if client_notices {
            self.down.push((socket, Down::Closed));
        }
    }

    /// The server is gone, and its connections are closed.
    fn go_down(&mut self, keeps_sent: bool) {
        self.is_running = false;
        self.up.retain(|(_, up)| matches!(up, Up::Open));
        if !keeps_sent {
            self.down.clear();
        }
        for socket in std::mem::take(&mut self.accepted) {
            if !self.dead.contains(&socket) {
                self.down.push((socket, Down::Closed));
            }
        }
    }

    fn record(&mut self, event: RecordEvent) {
        let written = self.server.record().filter(|_| self.is_running);
        match event {
            RecordEvent::Write => {
                if let Some(record) = self.records.iter_mut().find(|record| record.is_none()) {
                    *record = Some(written);
                }
            }
            RecordEvent::Arrive => {
                if !self.records.is_empty() {
                    let text = self.records.remove(0).unwrap_or(written);
                    self.tell(Input::Record(text));
                }
            }
            RecordEvent::Fail => {
                if self.records.pop().is_some() {
                    self.tell(Input::Record(None));
                }
            }
            RecordEvent::Vanish => drop(self.records.pop()),
        }
    }

    /// Everything under way arrives, in order.
    pub(crate) fn flush(&mut self) {
        let mut arrived = 0;
        while !self.up.is_empty() || !self.down.is_empty() || !self.records.is_empty() {
            arrived += 1;
            assert!(arrived < 5_000, "client and server talk without end");
            if !self.up.is_empty() {
                self.arrive_up(0);
            } else if !self.down.is_empty() {
                self.arrive_down(0);
            } else {
                self.record(RecordEvent::Arrive);
            }
            self.compare();
        }
    }

    fn arrive_up(&mut self, index: usize) {
        let index = self.earliest(&self.up, index);
        let Some((socket, up)) = remove(&mut self.up, index) else { return };
        if self.dead.contains(&socket) {
            return;
        }
        match up {
            Up::Open if self.is_running => {
                self.accepted.insert(socket);
                self.down.push((socket, Down::Opened));
            }
            Up::Open => self.down.push((socket, Down::Closed)),
            Up::Message(message) => {
                if self.accepted.contains(&socket) {
                    let letters = self.server.hear(socket, message);
                    self.post(letters);
                }
            }
            Up::Close => {
                self.accepted.remove(&socket);
                self.server.leave(socket);
            }
        }
    }

    fn arrive_down(&mut self, index: usize) {
        let index = self.earliest(&self.down, index);
        match remove(&mut self.down, index) {
            Some((socket, Down::Opened)) => self.tell(Input::Opened(socket)),
            Some((socket, Down::Said(message))) => self.tell(Input::Said(socket, message)),
            Some((socket, Down::Closed)) => self.tell(Input::Closed(socket)),
            None => {}
        }
    }

    /// The place of something under way; on a good connection, that of the first thing on the same one.
    fn earliest<T>(&self, queue: &[(SocketId, T)], index: usize) -> usize {
        match (self.manners, queue.get(index % queue.len().max(1))) {
            (Manners::Tcp, Some((socket, _))) => queue.iter().position(|(other, _)| other == socket).unwrap_or(index),
            (Manners::Tcp, None) | (Manners::Worse, _) => index,
        }
    }

    fn post(&mut self, letters: Vec<Letter>) {
        for (socket, message) in letters {
            if self.accepted.contains(&socket) && !self.dead.contains(&socket) {
                self.down.push((socket, Down::Said(Box::new(message))));
            }
        }
    }

    fn grant(&mut self, wishes: Vec<Wish>) {
        for wish in wishes {
            match wish {
                Wish::Connect(socket) => self.up.push((socket, Up::Open)),
                Wish::Send(socket, message) => {
                    if let ClientMessage::Act { .. } = &message {
                        let before = self.sent.iter().filter(|sent| **sent == (socket, message.clone())).count();
                        let delays = self.client.news.iter().filter(|news| **news == News::Delayed).count();
                        assert!(
                            before <= delays,
                            "over one connection an action is sent once, and once for each delay"
                        );
                    }
                    self.sent.push((socket, message.clone()));
                    self.up.push((socket, Up::Message(message)));
                }
                Wish::Close(socket) => self.up.push((socket, Up::Close)),
                Wish::Fetch => {
                    self.fetches += 1;
                    self.records.push(None);
                }
            }
        }
    }

    /// As long as the server loses nothing, the client never shows anything else than the server's first actions.
    fn compare(&mut self) {
        if self.has_rolled_back {
            return;
        }
        let Some(story) = self.client.story() else { return };
        let (known, entries) = (story.actions(), self.server.entries());
        assert!(known <= entries.len(), "the client knows more than the server");
        for (played, entry) in story.played().iter().zip(entries).skip(self.compared.min(known)) {
            assert_eq!((played.seat, &played.action), (entry.seat, &entry.action));
        }
        self.compared = known;
    }
}

/// Plays to the end over a good network.
pub(crate) fn play_on(world: &mut World) {
    for _ in 0..2_000 {
        if world.server.game().ending().is_some() {
            return;
        }
        world.happen(&Event::Others);
        world.flush();
        world.happen(&Event::Act);
        world.second();
    }
    panic!("the game does not end");
}

fn remove<T>(queue: &mut Vec<T>, index: usize) -> Option<T> {
    (!queue.is_empty()).then(|| queue.remove(index % queue.len()))
}

fn double<T: Clone>(queue: &mut Vec<T>, index: usize) {
    if !queue.is_empty() {
        let copy = queue[index % queue.len()].clone();
        queue.push(copy);
    }
}
