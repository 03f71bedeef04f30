//! `docs/rules.md` is made from the same text as the pages.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::Path;

#[test]
fn the_rules_in_the_documentation_are_those_of_the_pages() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let expected = rules_pages::document().unwrap();
    if std::env::var_os("FEARSOME_BLESS").is_some() {
        fs::write(&file, &expected).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap();
    let line = found.lines().zip(expected.lines()).position(|(one, other)| one != other);
    assert!(found == expected, "docs/rules.md differs, first in line {line:?}. To write it: cargo xtask bless");
}
