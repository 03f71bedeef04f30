//! What the task of a game can be asked to do.

use protocol::{
    Act, Acted, BeginningAnswer, Entries, GameId, GameView, HandedOver, Handover, HandoverCode, Moves, Problem,
    SeatPatch, Seated, SettingsPatch, TakeSeat,
};
use rules::notation::to_hex;
use tokio::sync::{mpsc, oneshot};

use super::watchers::{Frame, WatcherId};
use crate::lots;
use crate::store::Quota;
use crate::table::{Claims, Holder};

/// Why the task of a game refuses something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) problem: Problem,
    /// The present number of actions, if that is what the client has to know.
    pub(crate) seq: Option<u32>,
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal { problem, seq: None }
    }
}

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// Somebody who gets a seat or the right of a host.
#[derive(Clone, Debug)]
pub(crate) enum Newcomer {
    /// A browser: its cookie holds everything.
    Browser(Holder),
    /// A program: it gets a token for each.
    Program,
}

impl Newcomer {
    /// The holder of one more thing, and the token for it if there is one.
    pub(crate) fn hold(&self) -> (Holder, Option<String>) {
        match self {
            Newcomer::Browser(holder) => (*holder, None),
            Newcomer::Program => {
                let token = lots::token();
                (Holder::of_token(&token), Some(to_hex(&token)))
            }
        }
    }
}

/// What the task of a game can be asked to do.
pub(crate) enum Message {
    Look {
        claims: Claims,
        reply: Reply<GameView>,
    },
    Beginning {
        reply: Reply<BeginningAnswer>,
    },
    Entries {
        from: u32,
        reply: Reply<Entries>,
    },
    Moves {
        reply: Reply<Moves>,
    },
    Record {
        reply: Reply<String>,
    },
    Act {
        act: Act,
        claims: Claims,
        reply: Reply<Acted>,
    },

    Take {
        wish: TakeSeat,
        newcomer: Newcomer,
        claims: Claims,
        quota: Option<Quota>,
        reply: Reply<Seated>,
    },
    ChangeSeat {
        seat: usize,
        patch: SeatPatch,
        claims: Claims,
        reply: Reply<GameView>,
    },
    Leave {
        seat: usize,
        claims: Claims,
        reply: Reply<GameView>,
    },
    StandIn {
        seat: usize,
        bot: Option<bots::Bot>,
        claims: Claims,
        reply: Reply<GameView>,
    },
    Change {
        patch: SettingsPatch,
        claims: Claims,
        reply: Reply<GameView>,
    },
    Start {
        fill: Option<bots::Bot>,
        claims: Claims,
        reply: Reply<GameView>,
    },
    Rematch {
        claims: Claims,
        reply: Reply<GameId>,
    },
    HandOver {
        wish: Option<Handover>,
        claims: Claims,
        reply: Reply<HandoverCode>,
    },
    TakeOver {
        code: Holder,
        newcomer: Newcomer,
        reply: Reply<HandedOver>,
    },

    Join {
        id: WatcherId,
        from: u32,
        claims: Claims,
        queue: mpsc::Sender<Frame>,
        reply: Reply<()>,
    },
    Part {
        id: WatcherId,
    },
    Arriving {
        id: WatcherId,
        seat: Option<usize>,
        name: Option<String>,
        reply: Reply<()>,
    },
    Watching {
        id: WatcherId,
        name: Option<String>,
        reply: Reply<()>,
    },

    /// Looks whether a bot is to act.
    Wake,
    /// Another node has changed the game.
    Changed,
    /// Somebody came or left at another node. With `again`, those who are here may be unknown to the other nodes.
    Attended {
        again: bool,
    },
    /// The host, at another node, has turned away whoever is about to take this seat.
    TurnAway {
        seat: usize,
    },
    /// Looks whether the table has waited too long.
    Expire,
}
