//! How a table is made and what it agrees on.

use rules::chance::Commitment;
use rules::game::{Length, NamedFortress, Placement};
use rules::terms::MonsterNumber;
use serde::{Deserialize, Serialize};

use crate::{GameId, SeatPlan};

/// The fortress that a table wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FortressWish {
    /// The basic game.
    Basic,
    /// The players lay the tiles.
    ByHand,
    /// Drawn from the seed.
    Random,
    /// One of those that come with the game.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::NamedFortress))]
    Named(NamedFortress),
    /// All 17 tiles.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::schema::Placement>))]
    Tiles(Vec<Placement>),
}

/// How much the board shows. It is a wish to front ends, because everything it shows follows from what all may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Help {
    /// Nothing.
    None,
    /// The monster's lines of sight.
    Sight,
    /// What each tombstone would cause.
    Foresight,
}

/// When a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum StartRule {
    /// When the host says so.
    ByHost,
    /// As soon as no seat is open.
    WhenFull,
}

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// Drawn from the seed.
    Lot,
    /// Whoever sits on this seat.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Seat))]
    Seat(usize),
    /// In a rematch: the player whose figure was the last to be eaten.
    LastEaten,
}

/// `POST /games`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Two to seven seats.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 7))]
    pub seats: Vec<SeatPlan>,
    /// Default: basic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fortress: Option<FortressWish>,
    /// Default: normal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Length>))]
    pub length: Option<Length>,
    /// Default: foresight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<Help>,
    /// Default: by the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartRule>,
    /// Default: by lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<First>,
    /// Default: by lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::MonsterNumber>))]
    pub monster: Option<MonsterNumber>,
}

impl NewGame {
    /// A table with these seats and the usual settings.
    #[must_use]
    pub fn with_seats(seats: Vec<SeatPlan>) -> NewGame {
        NewGame { seats, fortress: None, length: None, help: None, start: None, first: None, monster: None }
    }

    /// The settings without the seats.
    #[must_use]
    pub fn settings(&self) -> SettingsPatch {
        let NewGame { seats: _, fortress, length, help, start, first, monster } = self.clone();
        SettingsPatch { fortress, length, help, start, first, monster }
    }
}

/// `PATCH /games/{game}`: what is missing stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SettingsPatch {
    /// The fortress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fortress: Option<FortressWish>,
    /// The length of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Length>))]
    pub length: Option<Length>,
    /// How much the board shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<Help>,
    /// When the game starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartRule>,
    /// Who begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<First>,
    /// The look of the monster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::MonsterNumber>))]
    pub monster: Option<MonsterNumber>,
}

/// The answer to `POST /games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Created {
    /// The id of the game.
    pub game: GameId,
    /// The token of the host; `None` for a browser, whose cookie is its token.
    #[cfg_attr(feature = "schema", schema(required))]
    pub host: Option<String>,
    /// A name for the table that can be said aloud; `None` if the game has started already.
    #[cfg_attr(feature = "schema", schema(required))]
    pub code: Option<String>,
    /// The commitment to seed and salt.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Commitment))]
    pub commitment: Commitment,
}

/// The answer to `POST /games/{game}/rematch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rematch {
    /// The id of the new game.
    pub game: GameId,
}
