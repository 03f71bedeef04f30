//! How the texts of the catalogues are set: what an editor of each language would mark.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::Path;

use serde_json::Value;
use web::puzzle::LevelId;
use web::puzzle::words::{Language, LevelWords};

const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

/// Every text of a language, with its key.
fn texts(language: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(language);
    let mut texts = vec![];
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let namespace = path.file_stem().unwrap().to_str().unwrap();
        collect(namespace, &serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap(), &mut texts);
    }
    for level in LevelId::all() {
        let LevelWords { title, hint } = LevelWords::of(level, Language::from_code(language));
        texts.push((format!("{level}.title"), title.to_owned()));
        texts.push((format!("{level}.hint"), hint.to_owned()));
    }
    texts
}

fn collect(key: &str, value: &Value, texts: &mut Vec<(String, String)>) {
    match value {
        Value::Object(entries) => {
            entries.iter().for_each(|(name, value)| collect(&format!("{key}.{name}"), value, texts));
        }
        value => texts.push((key.to_owned(), value.as_str().unwrap().to_owned())),
    }
}

/// The texts of a language that are not as they should be.
#[track_caller]
fn none_of(language: &str, is_wrong: impl Fn(&str, &str) -> bool) {
    let wrong: Vec<_> = texts(language).into_iter().filter(|(key, text)| is_wrong(key, text)).collect();
    assert!(wrong.is_empty(), "{language}: {wrong:#?}");
}

#[test]
fn quotes_and_apostrophes_are_those_of_the_language() {
    for (language, foreign) in LANGUAGES.into_iter().zip(["„«»", "”«»", "„“”"]) {
        none_of(language, |_, text| text.contains(['"', '\'']) || text.contains(|mark| foreign.contains(mark)));
    }
}

#[test]
fn french_marks_are_never_left_alone_on_a_line() {
    none_of("fr", |_, text| {
        let breaks = [" !", " ?", " :", " ;", " »", " %", "« "];
        // What is typed has colons within a word: `stone:i8`.
        let is_typed = |at: usize, mark: char| {
            mark == ':'
                && text[..at].ends_with(|c: char| c.is_ascii_lowercase())
                && text[at + 1..].starts_with(|c: char| c.is_ascii_lowercase())
        };
        let bare = |(at, mark): (usize, char)| {
            matches!(mark, '!' | '?' | ':' | ';' | '»')
                && !text[..at].ends_with(['\u{202f}', '\u{a0}'])
                && !is_typed(at, mark)
        };
        breaks.iter().any(|mark| text.contains(mark)) || text.char_indices().any(bare)
    });
}

#[test]
fn german_marks_are_never_left_alone_on_a_line() {
    none_of("de", |_, text| {
        let breaks = [" …", " %", " !", " ?", " :", " ;", "„ ", " “"];
        // Close behind a word the dots would stand for letters of it.
        let bare = |(at, mark): (usize, char)| mark == '…' && !text[..at].ends_with('\u{a0}');
        breaks.iter().any(|mark| text.contains(mark)) || text.char_indices().any(bare)
    });
}

#[test]
fn per_cent_is_written_in_one_place() {
    for language in LANGUAGES {
        none_of(language, |key, text| text.contains('%') && key != "things.percent");
    }
}
