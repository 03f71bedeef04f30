//! Names that people give themselves.

use rules::notation::is_harmful;

/// Whether a name may contain a character. Control characters, those that change the direction of writing and those that
/// cannot be seen are refused: they forge or hide something. Joiners are part of some scripts and of emoji, so they are
/// allowed.
#[must_use]
pub fn is_fit_for_names(c: char) -> bool {
    let is_hidden = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}');
    !is_hidden && !is_harmful(c)
}
