//! Parsers of command-line values, lenient about how people type them.

use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

/// Parses a whole number.
///
/// # Errors
///
/// Why the text is not a number of this type.
pub(crate) fn whole_number<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, &'static str> {
    text.trim().parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::Zero => "expected at least 1",
        IntErrorKind::PosOverflow => "the number is too large",
        _ => "expected a whole number",
    })
}

/// Parses a word, ignoring case and surrounding blanks.
///
/// # Errors
///
/// The error for the word as it was typed.
pub(crate) fn in_any_case<T: FromStr>(text: &str) -> Result<T, T::Err> {
    text.trim().to_lowercase().parse().or_else(|_| text.trim().parse())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use puzzles::Difficulty;

    use super::*;

    #[test]
    fn errors_say_what_was_expected() {
        assert_eq!(whole_number::<NonZeroU32>(" 7"), Ok(NonZeroU32::new(7).expect("not zero")));
        assert_eq!(whole_number::<NonZeroU32>("0"), Err("expected at least 1"));
        assert_eq!(whole_number::<u32>("5000000000"), Err("the number is too large"));
        for text in ["", "abc", "-1", "1.5"] {
            assert_eq!(whole_number::<u32>(text), Err("expected a whole number"), "{text}");
        }
    }

    #[test]
    fn capitals_and_blanks_do_not_matter() {
        assert_eq!(in_any_case(" Hard"), Ok(Difficulty::Hard));
        let told = in_any_case::<Difficulty>("Harder").map_err(|error| error.to_string());
        assert!(told.is_err_and(|told| told.contains("\"Harder\"")));
    }
}
