//! Everybody who is connected to a game.

use axum::extract::ws::Utf8Bytes;
use protocol::ServerMessage;
use tokio::sync::mpsc;

use crate::table::{Claims, Guest, Holder};

/// A message, ready to be sent. Copies share the text.
pub(crate) type Frame = Utf8Bytes;

/// The number of a connection, unique while the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct WatcherId(pub(crate) u64);

/// A connection to a game.
pub(crate) struct Watcher {
    pub(crate) id: WatcherId,
    pub(crate) guest: Guest,
    /// What waits to be sent. A client that reads so slowly that it fills up is cut off, and catches up when it returns.
    queue: mpsc::Sender<Frame>,
    /// The open seats from which the host has turned this connection away.
    pub(crate) turned_away: Vec<usize>,
    /// The version of the table that was sent last.
    seen: u64,
}

/// The connections to a game.
#[derive(Default)]
pub(crate) struct Watchers {
    all: Vec<Watcher>,
    /// Everybody who is connected to the game at other nodes.
    elsewhere: Vec<Guest>,
    /// Grows with each change that everybody has to be told.
    version: u64,
}

impl Watchers {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Watcher> {
        self.all.iter()
    }

    /// Whether nobody is connected at this node.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether nobody is connected at any node.
    pub(crate) fn is_empty_everywhere(&self) -> bool {
        self.all.is_empty() && self.elsewhere.is_empty()
    }

    /// Everybody who is connected, at any node.
    pub(crate) fn guests(&self) -> impl Iterator<Item = &Guest> {
        self.here().chain(&self.elsewhere)
    }

    /// Everybody who is connected at this node.
    pub(crate) fn here(&self) -> impl Iterator<Item = &Guest> {
        self.all.iter().map(|watcher| &watcher.guest)
    }

    /// Sets who is connected at other nodes. If that has changed, everybody has to be told.
    pub(crate) fn set_elsewhere(&mut self, guests: Vec<Guest>) {
        if self.elsewhere != guests {
            self.elsewhere = guests;
            self.version += 1;
        }
    }

    pub(crate) fn get_mut(&mut self, id: WatcherId) -> Option<&mut Watcher> {
        self.all.iter_mut().find(|watcher| watcher.id == id)
    }

    /// Adds a connection. Everybody else has to be told.
    pub(crate) fn join(&mut self, id: WatcherId, claims: Claims, queue: mpsc::Sender<Frame>) {
        self.version += 1;
        let seen = self.version;
        let guest = Guest { claims, ..Guest::default() };
        self.all.push(Watcher { id, guest, queue, turned_away: vec![], seen });
    }

    /// Removes a connection, if it is there.
    pub(crate) fn leave(&mut self, id: WatcherId) {
        let before = self.all.len();
        self.all.retain(|watcher| watcher.id != id);
        self.version += u64::from(self.all.len() < before);
    }

    /// Something about the table has changed.
    pub(crate) fn table_changed(&mut self) {
        self.version += 1;
    }

    /// Whether whoever holds a seat is connected, at any node.
    pub(crate) fn include(&self, holder: &Holder) -> bool {
        self.guests().any(|guest| guest.claims.include(holder))
    }

    /// Sends a message to everybody.
    pub(crate) fn tell_all(&mut self, message: &ServerMessage) {
        let frame = frame(message);
        self.send(|_| Some(frame.clone()));
    }

    /// Sends a message to one.
    pub(crate) fn tell(&mut self, id: WatcherId, message: &ServerMessage) {
        let frame = frame(message);
        self.send(|watcher| (watcher.id == id).then(|| frame.clone()));
    }

    /// Sends the table to everybody who has not seen its present version.
    pub(crate) fn tell_table(&mut self, mut table_for: impl FnMut(&Watcher) -> Frame) {
        let version = self.version;
        self.send(|watcher| (watcher.seen < version).then(|| table_for(watcher)));
        // What was cut off has to be told as well, but in the next round.
        for watcher in &mut self.all {
            watcher.seen = watcher.seen.max(version);
        }
    }

    /// Whether somebody has not seen the present version of the table.
    pub(crate) fn has_news(&self) -> bool {
        self.all.iter().any(|watcher| watcher.seen < self.version)
    }

    fn send(&mut self, mut frame_for: impl FnMut(&Watcher) -> Option<Frame>) {
        let before = self.all.len();
        self.all.retain(|watcher| frame_for(watcher).is_none_or(|frame| watcher.queue.try_send(frame).is_ok()));
        if self.all.len() < before {
            metrics::counter!("fearsome_slow_clients_total").increment((before - self.all.len()) as u64);
            self.version += 1;
        }
    }
}

/// A message as text.
pub(crate) fn frame(message: &ServerMessage) -> Frame {
    serde_json::to_string(message).expect("messages have only text keys").into()
}
