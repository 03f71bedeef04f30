//! The connection of a table to its server: when it is opened, tested, given up and opened again.

use protocol::ClientMessage;

use super::Effect;
use crate::table::Link;

/// A socket. Each attempt has a new one, so that late words of an old one are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SocketId(pub u32);

/// The first pause after a connection was lost, in milliseconds. Each further one is twice as long.
const FIRST_PAUSE_MS: u64 = 1_000;

/// The longest pause.
const LONGEST_PAUSE_MS: u64 = 15_000;

/// A connection that has been silent for so long is tested.
const SILENCE_MS: u64 = 25_000;

/// A connection that does not answer a test, or an attempt that leads nowhere, is given up after so long.
const PATIENCE_MS: u64 = 10_000;

/// The connection of a table.
#[derive(Debug)]
pub(super) struct Line {
    state: State,
    last_socket: u32,
    /// The clock at the last tick.
    clock: u64,
    /// The time that has passed. The clock of a device may be set back; this never goes back.
    now: u64,
    /// The number of attempts since the connection was last there.
    attempts: u32,
    /// Whether it has ever been there.
    has_been_up: bool,
    /// How long the server asked us to stay away.
    bye_ms: Option<u64>,
    lots: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Waits for the next attempt.
    Down { until: u64 },
    /// Waits for the welcome.
    Dialling { socket: SocketId, since: u64 },
    /// The connection is there.
    Up {
        socket: SocketId,
        /// The number of actions that it has mentioned. Until they are here, others may come that answer an action of
        /// ours.
        target: u32,
        /// When it last said something.
        heard: u64,
        /// When it was asked whether it is still there.
        asked: Option<u64>,
        /// The number of actions known here when something was first found to be missing, and when that was.
        missing: Option<(u32, u64)>,
    },
    /// Closed for good.
    Over,
}

impl Line {
    pub(super) fn new(lot: u64) -> Line {
        Line {
            state: State::Down { until: 0 },
            last_socket: 0,
            clock: 0,
            now: 0,
            attempts: 0,
            has_been_up: false,
            bye_ms: None,
            lots: lot,
        }
    }

    pub(super) fn link(&self) -> Link {
        match self.state {
            State::Up { .. } | State::Over => Link::Up,
            State::Down { .. } | State::Dialling { .. } if !self.has_been_up && self.attempts < 2 => Link::Opening,
            // An attempt that replaces a good connection is not worth a word.
            State::Dialling { .. } if self.attempts == 0 => Link::Up,
            State::Dialling { .. } => Link::Lost { attempt: self.attempts, seconds: 0 },
            State::Down { until } => {
                let seconds = until.saturating_sub(self.now).div_ceil(1000);
                Link::Lost { attempt: self.attempts + 1, seconds: u32::try_from(seconds).unwrap_or(u32::MAX) }
            }
        }
    }

    pub(super) fn is_up(&self) -> bool {
        matches!(self.state, State::Up { .. })
    }

    /// The time that has passed, in milliseconds.
    pub(super) fn now(&self) -> u64 {
        self.now
    }

    /// Whether this is the current socket. Everything that it says shows that it is alive.
    pub(super) fn hears(&mut self, from: SocketId) -> bool {
        match &mut self.state {
            State::Up { socket, heard, asked, .. } if *socket == from => {
                (*heard, *asked) = (self.now, None);
                true
            }
            State::Dialling { socket, .. } => *socket == from,
            State::Up { .. } | State::Down { .. } | State::Over => false,
        }
    }

    pub(super) fn tick(&mut self, now: u64, effects: &mut Vec<Effect>) {
        self.now += now.saturating_sub(self.clock);
        self.clock = now;
        let now = self.now;
        match &mut self.state {
            State::Down { until } if *until <= now => self.dial(effects),
            State::Dialling { socket, since } if *since + PATIENCE_MS <= now => {
                effects.push(Effect::Close(*socket));
                self.pause();
            }
            State::Up { socket, asked: Some(asked), .. } if *asked + PATIENCE_MS <= now => {
                effects.push(Effect::Close(*socket));
                self.pause();
            }
            State::Up { heard, asked: None, .. } if *heard + SILENCE_MS <= now => self.test(effects),
            State::Down { .. } | State::Dialling { .. } | State::Up { .. } | State::Over => {}
        }
    }

    /// Tests the connection, or opens it without waiting any longer.
    pub(super) fn wake(&mut self, effects: &mut Vec<Effect>) {
        match self.state {
            State::Down { .. } => self.dial(effects),
            State::Up { asked: None, .. } => self.test(effects),
            State::Up { .. } | State::Dialling { .. } | State::Over => {}
        }
    }

    /// Gives the connection up, and opens another one after a pause.
    pub(super) fn lose(&mut self, effects: &mut Vec<Effect>) {
        if let State::Up { socket, .. } | State::Dialling { socket, .. } = self.state {
            effects.push(Effect::Close(socket));
            self.pause();
        }
    }

    fn test(&mut self, effects: &mut Vec<Effect>) {
        if let State::Up { socket, asked, .. } = &mut self.state {
            *asked = Some(self.now);
            effects.push(Effect::Send(*socket, ClientMessage::Ping {}));
        }
    }

    /// Replaces the connection by a new one.
    pub(super) fn redial(&mut self, effects: &mut Vec<Effect>) {
        match self.state {
            State::Up { socket, .. } | State::Dialling { socket, .. } => {
                effects.push(Effect::Close(socket));
                self.dial(effects);
            }
            State::Down { .. } => self.dial(effects),
            State::Over => {}
        }
    }

    fn dial(&mut self, effects: &mut Vec<Effect>) {
        self.last_socket += 1;
        let socket = SocketId(self.last_socket);
        if !matches!(self.state, State::Up { .. }) {
            self.attempts += 1;
        }
        self.state = State::Dialling { socket, since: self.now };
        effects.push(Effect::Connect(socket));
    }

    pub(super) fn opened(&mut self, opened: SocketId, from: u32, effects: &mut Vec<Effect>) {
        match self.state {
            State::Dialling { socket, .. } if socket == opened => {
                effects.push(Effect::Send(socket, ClientMessage::Hello { from, tokens: vec![] }));
            }
            // It has been open for a while.
            State::Up { socket, .. } if socket == opened => {}
            State::Dialling { .. } | State::Up { .. } | State::Down { .. } | State::Over => {
                effects.push(Effect::Close(opened));
            }
        }
    }

    /// The server welcomes us and says how many actions there are. Returns whether that is new.
    pub(super) fn welcome(&mut self, seq: u32) -> bool {
        let State::Dialling { socket, .. } = self.state else { return false };
        self.state = State::Up { socket, target: seq, heard: self.now, asked: None, missing: None };
        (self.attempts, self.has_been_up, self.bye_ms) = (0, true, None);
        true
    }

    /// The server mentions that there are so many actions.
    pub(super) fn expect(&mut self, seq: u32) {
        if let State::Up { target, .. } = &mut self.state {
            *target = seq.max(*target);
        }
    }

    pub(super) fn closed(&mut self, closed: SocketId) {
        match self.state {
            State::Dialling { socket, .. } | State::Up { socket, .. } if socket == closed => self.pause(),
            State::Dialling { .. } | State::Up { .. } | State::Down { .. } | State::Over => {}
        }
    }

    pub(super) fn bye(&mut self, seconds: u32) {
        self.bye_ms = Some(u64::from(seconds) * 1000);
    }

    pub(super) fn hang_up(&mut self, effects: &mut Vec<Effect>) {
        if let State::Dialling { socket, .. } | State::Up { socket, .. } = self.state {
            effects.push(Effect::Close(socket));
        }
        self.state = State::Over;
    }

    /// Sends a message, if there is a connection.
    pub(super) fn send(&mut self, message: ClientMessage, effects: &mut Vec<Effect>) {
        if let State::Up { socket, .. } = self.state {
            effects.push(Effect::Send(socket, message));
        }
    }

    /// The connection, if everything is here that it has mentioned.
    pub(super) fn caught_up(&self, known: u32) -> Option<SocketId> {
        match self.state {
            State::Up { socket, target, .. } if known >= target => Some(socket),
            State::Up { .. } | State::Down { .. } | State::Dialling { .. } | State::Over => None,
        }
    }

    /// Replaces a connection that is alive but owes us something for too long: actions that it has mentioned, or the
    /// answer to an action of ours.
    pub(super) fn check(&mut self, known: u32, is_answer_due: bool, effects: &mut Vec<Effect>) {
        let now = self.now;
        let State::Up { target, missing, .. } = &mut self.state else { return };
        if known >= *target && !is_answer_due {
            *missing = None;
            return;
        }
        match *missing {
            Some((then, since)) if then == known && since + PATIENCE_MS <= now => self.redial(effects),
            Some((then, _)) if then == known => {}
            Some(_) | None => *missing = Some((known, now)),
        }
    }

    /// Waits before the next attempt: longer each time, and not exactly as long as everybody else.
    fn pause(&mut self) {
        let doubled = FIRST_PAUSE_MS << self.attempts.min(10);
        let pause = self.bye_ms.take().unwrap_or(doubled.min(LONGEST_PAUSE_MS));
        // Between three quarters and five quarters of it.
        let pause = pause * (768 + self.lot() % 512) / 1024;
        self.state = State::Down { until: self.now + pause };
    }

    /// A random number (SplitMix64). The pauses of several clients have to differ, no more.
    fn lot(&mut self) -> u64 {
        self.lots = self.lots.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.lots ^ self.lots >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}
