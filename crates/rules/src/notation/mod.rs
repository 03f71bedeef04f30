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
pub use record_text::{RecordError, RecordOutline, RecordText, RecordTextProblem};

/// Whether a text that somebody chose fits on a line of a file and of a terminal, and comes back as it was.
#[must_use]
pub fn is_line(text: &str) -> bool {
    // Characters that break lines or turn the direction of writing would let a text forge what stands around it.
    let is_harmful =
        |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    text.trim() == text && !text.chars().any(is_harmful)
}

/// The beginning of a text, short enough for an error message.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The examples of the page on records are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/records.md")]
struct RecordsPage;

/// The examples of the notation page are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/notation.md")]
struct NotationPage;
