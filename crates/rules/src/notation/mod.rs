//! Parsing and formatting: names, the position string, the situation string and the drawn board, described in
//! `docs/notation.md`; records as text and as codes for links, described in `docs/records.md`; and names for serde.
//!
//! Parsers of positions and situations report only syntax errors. [`Position::from_setup`](crate::Position::from_setup)
//! and [`Game::from_situation`](crate::game::Game::from_situation) check whether the result is legal. Parsers of
//! records play the game and report illegal actions.

pub mod bits;
mod drawing;
mod hex;
mod names;
mod placement;
mod position_string;
mod record_code;
mod record_text;
mod situation_string;
mod wire;

pub use drawing::{DrawingError, DrawingProblem};
pub use hex::{from_hex, to_hex};
pub use names::UnknownName;
pub use position_string::{PositionError, StringError, Wanted};
pub use record_code::CodeError;
pub use record_text::{RecordError, RecordOutline, RecordText, RecordTextProblem, result_text};

/// Whether a text chosen by a user fits on one line of a file or terminal, and can be read back unchanged.
#[must_use]
pub fn is_line(text: &str) -> bool {
    text.trim() == text && !text.chars().any(is_harmful)
}

/// Whether a character breaks lines or changes the direction of writing, which would let a text forge what surrounds it.
#[must_use]
pub fn is_harmful(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The beginning of a text, short enough for an error message.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Runs the examples of the page on records as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/records.md")]
struct RecordsPage;

/// Runs the examples of the page on notation as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/notation.md")]
struct NotationPage;
