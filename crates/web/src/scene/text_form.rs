//! What kind of text somebody has pasted, or dropped as a file: the archive and the overview of the puzzle game read it.

use thiserror::Error;

use crate::route::Route;

/// The longest text that is parsed, in bytes.
pub const LONGEST_TEXT: usize = 30_000_000;

/// A text is longer than [`LONGEST_TEXT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} bytes exceed the limit of {LONGEST_TEXT}")]
pub struct TooLong(pub usize);

/// A text, by its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextForm<'a> {
    /// Nothing but white space.
    Nothing,
    /// A link to a screen: within a single line, or in a line of its own among others, as results are shared.
    Link(Route),
    /// A single word: a code, if anything.
    Word(&'a str),
    /// A file that this program has exported.
    File(Body<'a>),
    /// Any other text.
    Text(Body<'a>),
}

/// A text without the white space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body<'a> {
    /// The text.
    pub text: &'a str,
    /// The number of lines before it.
    pub skipped: usize,
}

/// Checks that a text of this many bytes is parsed at all.
///
/// # Errors
///
/// If it is too long.
pub fn check_length(bytes: usize) -> Result<(), TooLong> {
    if bytes > LONGEST_TEXT { Err(TooLong(bytes)) } else { Ok(()) }
}

/// Recognizes the form of a text.
///
/// # Errors
///
/// If it is too long.
pub fn recognize(text: &str) -> Result<TextForm<'_>, TooLong> {
    check_length(text.len())?;
    // Editors may write a byte-order mark at the beginning.
    let begun = text.trim_start_matches('\u{feff}').trim_start();
    let skipped = text[..text.len() - begun.len()].matches('\n').count();
    let text = begun.trim_end();
    let route = |word: &'_ str| word.split_once("#/").map(|(_, route)| route.to_owned());
    // A record has several lines, and a name in it may look like a link. But no line of it is just an address.
    let link = match text.contains('\n') {
        false => text.split_whitespace().find_map(route),
        true => text.lines().map(str::trim).filter(|line| is_address(line)).find_map(route),
    };
    let is_of_a_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    Ok(match link {
        _ if text.is_empty() => TextForm::Nothing,
        _ if text.starts_with('{') => TextForm::File(Body { text, skipped }),
        Some(route) => TextForm::Link(Route::parse(&format!("#/{route}"))),
        None if text.bytes().all(is_of_a_word) => TextForm::Word(text),
        None => TextForm::Text(Body { text, skipped }),
    })
}

/// Whether a line is a whole address and nothing else.
fn is_address(line: &str) -> bool {
    !line.contains(char::is_whitespace) && line.split_once("://").is_some_and(|(scheme, _)| scheme.starts_with("http"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_recognized_by_their_form() {
        let forms = [
            (" \n", TextForm::Nothing),
            ("\u{feff}\n\n{", TextForm::File(Body { text: "{", skipped: 2 })),
            ("look: https://example.org/x/#/about !", TextForm::Link(Route::About)),
            (" a-B_9\n", TextForm::Word("a-B_9")),
            ("\ntwo words", TextForm::Text(Body { text: "two words", skipped: 1 })),
            ("I did it!\n https://example.org/x/#/about", TextForm::Link(Route::About)),
            ("title: #/about\nx", TextForm::Text(Body { text: "title: #/about\nx", skipped: 0 })),
        ];
        for (text, form) in forms {
            assert_eq!(recognize(text), Ok(form), "{text:?}");
        }
        assert_eq!(recognize(&"x".repeat(LONGEST_TEXT + 1)), Err(TooLong(LONGEST_TEXT + 1)));
    }
}
