//! Taking, changing and handing over seats.

use rules::chance::Nonce;
use rules::game::Band;
use rules::terms::BotName;
use serde::{Deserialize, Serialize};

use crate::{GameId, present};

/// A seat of a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatPlan {
    /// Free for anybody.
    Open {},
    /// For a bot.
    Bot {
        /// The kind of bot.
        bot: BotName,
    },
    /// Not part of the game.
    None {},
}

/// `POST /games/{game}/seats`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// Default: the first open seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Seat>))]
    pub seat: Option<usize>,
    /// Default: no name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Default: the first free band.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Band>))]
    pub band: Option<Band>,
    /// Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Nonce>))]
    pub nonce: Option<Nonce>,
}

/// The answer to `POST /games/{game}/seats`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Seated {
    /// The seat.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Seat))]
    pub seat: usize,
    /// Its token; `None` for a browser, whose cookie is its token.
    #[cfg_attr(feature = "schema", schema(required))]
    pub token: Option<String>,
}

/// What the host can make of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Is {
    /// Free for anybody.
    Open,
    /// For a bot.
    Bot,
    /// Not part of the game.
    None,
}

/// `PATCH /games/{game}/seats/{seat}`: what is missing stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatPatch {
    /// By the holder; `null` for no name.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub name: Option<Option<String>>,
    /// By the holder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Band>))]
    pub band: Option<Band>,
    /// By the holder; `null` for none.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Nonce>))]
    pub nonce: Option<Option<Nonce>>,
    /// By the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<Is>,
    /// By the host: the kind of bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::BotName>))]
    pub bot: Option<BotName>,
    /// By the host: the seat to swap places with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Seat>))]
    pub seat: Option<usize>,
}

/// `PUT /games/{game}/seats/{seat}/stand_in`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct StandIn {
    /// The kind of bot that acts for the seat.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::BotName))]
    pub bot: BotName,
}

/// `POST /games/{game}/start`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The kind of bot for the open seats; without it they fall away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::BotName>))]
    pub fill: Option<BotName>,
}

/// `POST /games/{game}/handover`; without a body, all that is yours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Handover {
    /// The seats to move elsewhere.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::schema::Seat>))]
    pub seats: Vec<usize>,
    /// Whether the right of the host moves as well.
    #[serde(default)]
    pub host: bool,
}

/// The answer to `POST /games/{game}/handover`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandoverCode {
    /// Works once.
    pub code: String,
    /// Until when.
    #[cfg_attr(feature = "schema", schema(format = DateTime))]
    pub until: String,
}

/// The answer to `POST /handovers/{code}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandedOver {
    /// The game.
    pub game: GameId,
    /// The seats that are yours now.
    pub seats: Vec<HandedSeat>,
    /// The token of the host, if that right was handed over to a program.
    #[cfg_attr(feature = "schema", schema(required))]
    pub host: Option<String>,
}

/// A seat that was handed over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandedSeat {
    /// The seat.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Seat))]
    pub seat: usize,
    /// Its new token; `None` for a browser.
    #[cfg_attr(feature = "schema", schema(required))]
    pub token: Option<String>,
}

/// The answer to `GET /codes/{code}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CodeAnswer {
    /// The game.
    pub game: GameId,
}
