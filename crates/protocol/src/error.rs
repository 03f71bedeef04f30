//! Errors: a closed list of codes, each with its HTTP status.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a request is refused. The list is closed, and clients depend on the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request cannot be read, or has a field or value that makes no sense.
    BadRequest,
    /// The request needs a token, and has none that fits.
    BadToken,
    /// The seat, or the right of the host, belongs to somebody else.
    NotYours,
    /// Another seat is to act.
    NotYourTurn,
    /// There is no such game.
    NoSuchGame,
    /// The table has no such seat.
    NoSuchSeat,
    /// There is no such code, or it is no longer valid.
    NoSuchCode,
    /// The seat is not free.
    SeatTaken,
    /// Somebody else has the band.
    BandTaken,
    /// A game needs at least two players.
    TooFew,
    /// The game has not started.
    NotStarted,
    /// The game has started.
    GameStarted,
    /// The game is over.
    GameOver,
    /// The game is not over.
    NotOver,
    /// The number of the action is not the next one.
    Stale,
    /// The table has expired.
    Gone,
    /// The request is too large.
    TooLarge,
    /// The rules forbid it.
    AgainstRules,
    /// Too many requests, tables, seats, connections or wrong codes.
    TooMany,
    /// The server cannot answer at the moment.
    Unavailable,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [ErrorCode; 20] = [
        Self::BadRequest,
        Self::BadToken,
        Self::NotYours,
        Self::NotYourTurn,
        Self::NoSuchGame,
        Self::NoSuchSeat,
        Self::NoSuchCode,
        Self::SeatTaken,
        Self::BandTaken,
        Self::TooFew,
        Self::NotStarted,
        Self::GameStarted,
        Self::GameOver,
        Self::NotOver,
        Self::Stale,
        Self::Gone,
        Self::TooLarge,
        Self::AgainstRules,
        Self::TooMany,
        Self::Unavailable,
    ];

    /// The HTTP status that the code comes with.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::BadRequest => 400,
            Self::BadToken => 401,
            Self::NotYours | Self::NotYourTurn => 403,
            Self::NoSuchGame | Self::NoSuchSeat | Self::NoSuchCode => 404,
            Self::SeatTaken
            | Self::BandTaken
            | Self::TooFew
            | Self::NotStarted
            | Self::GameStarted
            | Self::GameOver
            | Self::NotOver
            | Self::Stale => 409,
            Self::Gone => 410,
            Self::TooLarge => 413,
            Self::AgainstRules => 422,
            Self::TooMany => 429,
            Self::Unavailable => 503,
        }
    }

    /// The name that stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BadRequest => "bad_request",
            Self::BadToken => "bad_token",
            Self::NotYours => "not_yours",
            Self::NotYourTurn => "not_your_turn",
            Self::NoSuchGame => "no_such_game",
            Self::NoSuchSeat => "no_such_seat",
            Self::NoSuchCode => "no_such_code",
            Self::SeatTaken => "seat_taken",
            Self::BandTaken => "band_taken",
            Self::TooFew => "too_few",
            Self::NotStarted => "not_started",
            Self::GameStarted => "game_started",
            Self::GameOver => "game_over",
            Self::NotOver => "not_over",
            Self::Stale => "stale",
            Self::Gone => "gone",
            Self::TooLarge => "too_large",
            Self::AgainstRules => "against_rules",
            Self::TooMany => "too_many",
            Self::Unavailable => "unavailable",
        }
    }

    /// What the code means: one sentence for the descriptions of the API.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::BadRequest => "The request cannot be read, or has a field or value that makes no sense.",
            Self::BadToken => "The request needs a token, and has none that fits.",
            Self::NotYours => "The seat, or the right of the host, belongs to somebody else.",
            Self::NotYourTurn => "Another seat is to act.",
            Self::NoSuchGame => "There is no such game.",
            Self::NoSuchSeat => "The table has no such seat.",
            Self::NoSuchCode => "There is no such code, or it is no longer valid.",
            Self::SeatTaken => "The seat is not free.",
            Self::BandTaken => "Somebody else has the band.",
            Self::TooFew => "A game needs at least two players.",
            Self::NotStarted => "The game has not started.",
            Self::GameStarted => "The game has started.",
            Self::GameOver => "The game is over.",
            Self::NotOver => "The game is not over.",
            Self::Stale => "The number of the action is not the next one.",
            Self::Gone => "The table has expired.",
            Self::TooLarge => "The request is too large.",
            Self::AgainstRules => "The rules forbid it.",
            Self::TooMany => "Too many requests, tables, seats, connections or wrong codes.",
            Self::Unavailable => "The server cannot answer at the moment.",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The code, which programs react to.
    pub code: ErrorCode,
    /// A sentence for people, in English. It may change.
    pub message: String,
    /// The place in the request, such as `seats[2].bot`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl Problem {
    /// A problem without a place.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), at: None }
    }

    /// The same problem at this place of the request.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Problem {
        Problem { at: Some(place.into()), ..self }
    }
}

/// The body of every refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ErrorAnswer {
    /// What is wrong.
    pub error: Problem,
    /// The present number of actions, if the number of an action was not the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u32>,
}
