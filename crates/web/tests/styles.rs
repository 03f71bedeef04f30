//! The style sheets as text: what makes every page slow.

use std::fs;
use std::path::Path;

/// Chromium keeps one set of what all `:has()` of a page may change. With a universal selector in it, every button that
/// comes or goes styles the whole page again: 2100 elements instead of 160 when a figure is chosen.
#[test]
fn what_depends_on_has_is_named() {
    let mut checked = 0;
    for sheet in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("style")).expect("the style sheets") {
        let sheet = sheet.expect("a style sheet").path();
        let text = fs::read_to_string(&sheet).expect("a text");
        // A selector stands before `{`, after whatever was before it.
        for before in text.split('{') {
            let selectors = before.rsplit(['}', ';', '/']).next().unwrap_or_default();
            for (at, _) in selectors.match_indices(":has(") {
                let rest = after_argument(&selectors[at..]);
                let rest = rest.split(',').next().unwrap_or_default();
                assert!(!rest.contains('*'), "{}: {selectors}", sheet.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "only {checked} were found");
}

/// What follows the argument of a function.
fn after_argument(function: &str) -> &str {
    let mut depth = 0;
    for (at, letter) in function.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 1 => return &function[at + 1..],
            ')' => depth -= 1,
            _ => {}
        }
    }
    ""
}
