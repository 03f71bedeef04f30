//! The messages of the WebSocket.

use rules::game::Action;
use serde::{Deserialize, Serialize};

use crate::{Awaits, Entry, GameView, Problem};

/// What a client sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message.
    Hello {
        /// The number of the first action to send; default: 1.
        #[serde(default = "one")]
        from: u32,
        /// The tokens of seats and host; without them the cookie counts.
        #[serde(default)]
        tokens: Vec<String>,
    },
    /// An action.
    Act {
        /// Its number.
        seq: u32,
        /// The action.
        action: Action,
    },
    /// Somebody is about to take a seat.
    Arriving {
        /// The seat; `None` if no longer.
        seat: Option<usize>,
        /// The name so far.
        #[serde(default)]
        name: Option<String>,
    },
    /// Somebody watches.
    Watching {
        /// The name.
        name: Option<String>,
    },
    /// Asks whether the connection is alive.
    Ping {},
}

fn one() -> u32 {
    1
}

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The game.
        #[cfg_attr(feature = "schema", schema(value_type = GameView))]
        game: Box<GameView>,
    },
    /// Actions, in order and without a gap.
    Actions {
        /// The actions.
        actions: Vec<Entry>,
        /// What the game waits for after them.
        #[cfg_attr(feature = "schema", schema(required))]
        awaits: Option<Awaits>,
    },
    /// Somebody came or went, or something about the table changed.
    Table {
        /// The game.
        #[cfg_attr(feature = "schema", schema(value_type = GameView))]
        game: Box<GameView>,
    },
    /// The game is over, and its secret is revealed.
    Over {
        /// The seed, in hexadecimal.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Secret))]
        seed: String,
        /// The salt, in hexadecimal.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Secret))]
        salt: String,
    },
    /// The client's action was accepted and has been sent to everybody.
    Acted {
        /// The number of the action.
        seq: u32,
    },
    /// A message was refused.
    Error {
        /// The number of the refused action.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sent: Option<u32>,
        /// The present number of actions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u32>,
        /// What is wrong.
        error: Problem,
    },
    /// The answer to `ping`.
    Pong {},
    /// The server closes the connection.
    Bye {
        /// The number of seconds after which the client should come back.
        again: u32,
    },
}
