//! Names that people give themselves.

use protocol::{ErrorCode, Problem, is_fit_for_names};
use rules::terms::LONGEST_NAME;

/// Checks a name and trims it. A name without anything visible is no name.
pub(crate) fn name(text: &str) -> Result<Option<String>, Problem> {
    let text = text.trim();
    if !text.chars().all(is_fit_for_names) {
        return Err(refused(
            "a name must not contain control characters or marks that change the direction of writing",
        ));
    }
    if text.chars().count() > LONGEST_NAME {
        return Err(refused(&format!("a name has at most {LONGEST_NAME} characters")));
    }
    let is_visible = |c: char| !c.is_whitespace() && !matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    Ok(text.chars().any(is_visible).then(|| text.to_owned()))
}

fn refused(message: &str) -> Problem {
    Problem::new(ErrorCode::BadRequest, message).at("name")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_blank_ones_are_none() {
        assert_eq!(name("  Ada "), Ok(Some("Ada".to_owned())));
        assert_eq!(name("<b>Zoë</b> 👩‍🚀"), Ok(Some("<b>Zoë</b> 👩‍🚀".to_owned())));
        assert_eq!(name(&"é".repeat(40)), Ok(Some("é".repeat(40))));
        for blank in ["", "   ", "\u{a0}", "\u{200d}"] {
            assert_eq!(name(blank), Ok(None), "{blank:?}");
        }
    }

    #[test]
    fn names_that_forge_or_hide_something_are_refused() {
        for text in ["a\nb", "a\u{202e}b", "a\u{200e}b", "\u{2067}a", "a\u{0}", "a\u{200b}b", &"x".repeat(41)] {
            let problem = name(text).unwrap_err();
            assert_eq!((problem.code, problem.at.as_deref()), (ErrorCode::BadRequest, Some("name")), "{text:?}");
        }
    }
}
