//! Actions, and what they lead to.

use rules::game::{Action, GameEvent, Seat};
use rules::terms::BotName;
use serde::{Deserialize, Serialize};

use crate::StateHash;

/// `POST /games/{game}/actions`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// The number of the action: one more than there are.
    pub seq: u32,
    /// The action.
    pub action: Action,
}

/// The answer to `POST /games/{game}/actions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acted {
    /// The number of the action.
    pub seq: u32,
    /// What happened because of this action alone.
    pub events: Vec<GameEvent>,
    /// The hash of the game after it.
    pub hash: StateHash,
}

/// An action that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1.
    pub seq: u32,
    /// The seat that acted; `None` for a tombstone.
    pub seat: Option<Seat>,
    /// The bot that stood in for the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<BotName>,
    /// The action.
    pub action: Action,
    /// What happened.
    pub events: Vec<GameEvent>,
    /// The hash of the game after it.
    pub hash: StateHash,
    /// When it was accepted: RFC 3339, UTC.
    pub time: String,
}

/// `GET /games/{game}/actions`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entries {
    /// At most 200.
    pub actions: Vec<Entry>,
    /// The number of actions so far.
    pub seq: u32,
}

/// `GET /games/{game}/beginning`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeginningAnswer {
    /// What happened before the first action.
    pub events: Vec<GameEvent>,
    /// The position then; `None` if the players lay the fortress.
    pub position: Option<String>,
}

/// `GET /games/{game}/moves`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moves {
    /// The seat that is to act.
    pub seat: Seat,
    /// The number of actions so far.
    pub seq: u32,
    /// Each different result of a legal action.
    pub actions: Vec<LegalAction>,
}

/// A legal action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegalAction {
    /// One action that leads to the result.
    pub action: Action,
    /// The position after it, unless tiles are being laid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}
