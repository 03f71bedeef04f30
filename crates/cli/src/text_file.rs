//! Reads text files of limited size and reports where they are not text.

use std::io::{self, Read};

use thiserror::Error;

/// Why a text could not be read.
#[derive(Debug, Error)]
pub enum TextError {
    /// The input could not be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// The input has more bytes than the limit.
    #[error("larger than {}", size(*.0))]
    TooLarge(usize),
    /// The input is not UTF-8.
    #[error("line {line}: {NOT_TEXT}")]
    NotText {
        /// The line of the first invalid byte, counted from 1.
        line: usize,
    },
}

/// The message for bytes that are not text.
pub(crate) const NOT_TEXT: &str = "not UTF-8 text";

/// Reads all of `input`, which must have at most `most` bytes.
///
/// # Errors
///
/// If it cannot be read, is larger, or is not UTF-8.
pub fn read_text(input: impl Read, most: usize) -> Result<String, TextError> {
    let mut bytes = vec![];
    input.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(TextError::TooLarge(most));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        TextError::NotText { line: before.iter().filter(|byte| **byte == b'\n').count() + 1 }
    })
}

fn size(bytes: usize) -> String {
    if bytes < 1 << 20 { format!("{} KiB", bytes >> 10) } else { format!("{} MiB", bytes >> 20) }
}
