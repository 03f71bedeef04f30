//! Text in and out: names, the position string, the situation string and the drawn board, described in `docs/notation.md`;
//! the record as a text and as a code for links, described in `docs/records.md`; and the names of things for serde.
//!
//! Reading a position or situation tells only whether the text can be read; whether what it says is allowed on the table is the
//! business of [`Position::from_setup`](crate::Position::from_setup) and [`Game::from_situation`](crate::game::Game::from_situation).
//! Reading a record plays its game, and finds what is against the rules.

pub mod bits;
mod drawing;
mod hex;
mod names;
mod position_string;
mod record_code;
mod record_header;
mod record_outline;
mod record_text;
mod situation_string;
mod wire;

pub use drawing::{DrawingError, DrawingProblem};
pub use hex::{from_hex, to_hex};
pub use names::UnknownName;
pub use position_string::{PositionError, StringError, Wanted};
pub use record_code::CodeError;
pub use record_outline::RecordOutline;
pub use record_text::{RecordError, RecordText, RecordTextProblem};

/// The examples of the page on records are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/records.md")]
struct RecordsPage;

/// The examples of the notation page are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/notation.md")]
struct NotationPage;
