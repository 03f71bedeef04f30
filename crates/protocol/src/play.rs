//! Actions, and what they lead to.

use rules::game::{Action, GameEvent, Seat};
use rules::terms::BotName;
use serde::{Deserialize, Serialize};

use crate::StateHash;

/// `POST /games/{game}/actions`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// The number of the action: one more than there are.
    pub seq: u32,
    /// The action.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Action))]
    pub action: Action,
}

/// The answer to `POST /games/{game}/actions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Acted {
    /// The number of the action.
    pub seq: u32,
    /// What happened because of this action alone.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::schema::GameEvent>))]
    pub events: Vec<GameEvent>,
    /// The hash of the game after it.
    pub hash: StateHash,
}

/// An action that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Entry {
    /// Its number, from 1.
    pub seq: u32,
    /// The seat that acted; `None` for a tombstone.
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Seat>, required))]
    pub seat: Option<Seat>,
    /// The bot that stood in for the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::BotName>))]
    pub by: Option<BotName>,
    /// The action.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Action))]
    pub action: Action,
    /// What happened.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::schema::GameEvent>))]
    pub events: Vec<GameEvent>,
    /// The hash of the game after it.
    pub hash: StateHash,
    /// When it was accepted: RFC 3339, UTC.
    #[cfg_attr(feature = "schema", schema(format = DateTime))]
    pub time: String,
}

/// `GET /games/{game}/actions`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Entries {
    /// At most 200.
    #[cfg_attr(feature = "schema", schema(max_items = 200))]
    pub actions: Vec<Entry>,
    /// The number of actions so far.
    pub seq: u32,
}

/// `GET /games/{game}/beginning`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BeginningAnswer {
    /// What happened before the first action.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::schema::GameEvent>))]
    pub events: Vec<GameEvent>,
    /// The position then; `None` if the players lay the fortress.
    #[cfg_attr(feature = "schema", schema(required))]
    pub position: Option<String>,
}

/// `GET /games/{game}/moves`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moves {
    /// The seat that is to act.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Seat))]
    pub seat: Seat,
    /// The number of actions so far.
    pub seq: u32,
    /// Each different result of a legal action.
    pub actions: Vec<LegalAction>,
}

/// A legal action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LegalAction {
    /// One action that leads to the result.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Action))]
    pub action: Action,
    /// The position after it, unless tiles are being laid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}
