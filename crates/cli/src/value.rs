//! Values of arguments as people type them, and what is told of those that are none.

use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

/// A whole number; of which kind is a matter of its type.
///
/// # Errors
///
/// What is wrong with it, in plain words.
pub(crate) fn whole_number<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, &'static str> {
    text.trim().parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::Zero => "at least 1 expected",
        IntErrorKind::PosOverflow => "the number is too large",
        _ => "a whole number expected",
    })
}

/// A word that means the same in capitals and between blanks.
///
/// # Errors
///
/// What is wrong with the word as it was typed.
pub(crate) fn in_any_case<T: FromStr>(text: &str) -> Result<T, T::Err> {
    text.trim().to_lowercase().parse().or_else(|_| text.trim().parse())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use puzzles::Difficulty;

    use super::*;

    #[test]
    fn what_is_no_number_is_told_in_plain_words() {
        assert_eq!(whole_number::<NonZeroU32>(" 7"), Ok(NonZeroU32::new(7).expect("not zero")));
        assert_eq!(whole_number::<NonZeroU32>("0"), Err("at least 1 expected"));
        assert_eq!(whole_number::<u32>("5000000000"), Err("the number is too large"));
        for text in ["", "abc", "-1", "1.5"] {
            assert_eq!(whole_number::<u32>(text), Err("a whole number expected"), "{text}");
        }
    }

    #[test]
    fn capitals_and_blanks_do_not_matter() {
        assert_eq!(in_any_case(" Hard"), Ok(Difficulty::Hard));
        let told = in_any_case::<Difficulty>("Harder").map_err(|error| error.to_string());
        assert!(told.is_err_and(|told| told.contains("\"Harder\"")));
    }
}
