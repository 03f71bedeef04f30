//! A game as anybody may see it.

use rules::chance::{Commitment, Nonce};
use rules::game::{Awaited, Band, Ending, Length, Placement, Seat};
use rules::terms::{BotName, MonsterNumber};
use serde::{Deserialize, Serialize};

use crate::{First, FortressWish, GameId, Help, StartRule, StateHash};

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Seats are being taken.
    Waiting,
    /// The game is under way.
    Playing,
    /// The game is over.
    Over,
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Awaits {
    /// The seat that is to act.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Seat))]
    pub seat: Seat,
    /// What it is to do.
    pub what: What,
}

/// What a seat is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Lay a tile.
    Tile,
    /// Move a figure.
    Move,
}

impl Awaits {
    /// What players have to wait for; `None` if that is a tombstone or nothing.
    #[must_use]
    pub fn of(awaited: Awaited) -> Option<Awaits> {
        match awaited {
            Awaited::Tile(seat) => Some(Awaits { seat, what: What::Tile }),
            Awaited::Move(seat) => Some(Awaits { seat, what: What::Move }),
            Awaited::Flip | Awaited::Nothing => None,
        }
    }
}

/// A seat and who sits there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// The number of the seat, from 0.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Seat))]
    pub seat: usize,
    /// Who sits there.
    #[serde(flatten)]
    pub occupant: Occupant,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Occupant {
    /// A person, or a program of somebody.
    Human {
        /// The name, if there is one.
        #[cfg_attr(feature = "schema", schema(required))]
        name: Option<String>,
        /// The band.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Band))]
        band: Band,
        /// Whether the holder of the seat is connected.
        here: bool,
        /// The contribution to chance, if any.
        #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Nonce>, required))]
        nonce: Option<Nonce>,
        /// The bot that acts for the seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::BotName>))]
        stand_in: Option<BotName>,
    },
    /// A bot of the server.
    Bot {
        /// The kind of bot.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::BotName))]
        bot: BotName,
        /// Its first name.
        name: String,
        /// The band.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Band))]
        band: Band,
    },
    /// Nobody yet.
    Open {
        /// The name of somebody who is about to take the seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        arriving: Option<String>,
    },
    /// The seat is not part of the game.
    None,
}

/// `GET /games/{game}`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameView {
    /// The id.
    pub game: GameId,
    /// How far it has come.
    pub state: State,
    /// Seven seats while the table waits, then one per player.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 7))]
    pub seats: Vec<SeatView>,
    /// The fortress.
    pub fortress: FortressWish,
    /// The length.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Length))]
    pub length: Length,
    /// How much front ends show.
    pub help: Help,
    /// Who begins.
    pub first: First,
    /// In a rematch that waits: the seat of the player whose figure was the last to be eaten, unless that player has left.
    /// Only then may `first` be `last_eaten`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Seat>))]
    pub last_eaten: Option<usize>,
    /// When the game starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartRule>,
    /// The look of the monster.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::MonsterNumber))]
    pub monster: MonsterNumber,
    /// The commitment to seed and salt.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Commitment))]
    pub commitment: Commitment,
    /// The name of the table that can be said aloud, while it waits.
    #[cfg_attr(feature = "schema", schema(required))]
    pub code: Option<String>,
    /// The seat of the host.
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Seat>, required))]
    pub host_seat: Option<usize>,
    /// The names of those who are connected and have no seat.
    pub watching: Vec<Option<String>>,
    /// The number of actions so far.
    pub seq: u32,
    /// What the game waits for.
    #[cfg_attr(feature = "schema", schema(required))]
    pub awaits: Option<Awaits>,
    /// The placements so far, while the fortress is laid.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<crate::schema::Placement>>, required, max_items = 16))]
    pub tiles: Option<Vec<Placement>>,
    /// The position string, once the fortress is laid. `GET /mine` omits it.
    #[serde(default)]
    pub position: Option<String>,
    /// The situation string, when a move is awaited.
    #[cfg_attr(feature = "schema", schema(required))]
    pub situation: Option<String>,
    /// The hash of the game.
    #[cfg_attr(feature = "schema", schema(required))]
    pub hash: Option<StateHash>,
    /// How the game ended.
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Ending>, required))]
    pub result: Option<Ending>,
    /// The game that follows this one with the same people.
    #[cfg_attr(feature = "schema", schema(required))]
    pub rematch: Option<GameId>,
    /// The seats of whoever asks.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::schema::Seat>))]
    pub yours: Vec<usize>,
    /// Whether whoever asks is the host.
    pub host: bool,
}

/// `GET /mine`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Games {
    /// The newest first.
    pub games: Vec<GameView>,
}
