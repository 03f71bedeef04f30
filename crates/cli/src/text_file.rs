//! Reading texts from outside: bounded, and with a place for what is wrong.

use std::io::{self, Read};

use thiserror::Error;

/// Why there is no text.
#[derive(Debug, Error)]
pub enum TextError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// It has more bytes than may be read.
    #[error("larger than {}", size(*.0))]
    TooLarge(usize),
    /// It is not UTF-8.
    #[error("line {line}: {NOT_TEXT}")]
    NotText {
        /// Where, from 1.
        line: usize,
    },
}

/// What is told of bytes that are no text.
pub(crate) const NOT_TEXT: &str = "this is not UTF-8 text";

/// Reads all of `input`, if that is at most so many bytes.
///
/// # Errors
///
/// If it cannot be read, is larger, or is no text.
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
