//! Conformance cases: questions about single positions with their answers, one JSON object per line.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A question of the engine protocol and its answer.
pub struct Case {
    /// File, line and name.
    pub name: String,
    /// The question.
    pub question: Value,
    /// The expected answer.
    pub expect: Value,
}

/// Loads the cases of this repository and, if the environment variable `FEARSOME_CASES` is set, those of that folder.
///
/// # Panics
///
/// If a file cannot be read or a line is not a case: tests must not pass without them.
#[must_use]
pub fn all() -> Vec<Case> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = here.join("cases");
    // Tests run in the folder of their crate, but a relative path is meant from the root of the project.
    let more = std::env::var_os("FEARSOME_CASES").map(|folder| here.join("../..").join(folder));
    std::iter::once(own).chain(more).flat_map(|folder| files(&folder)).flat_map(|file| load(&file)).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("a folder that opens can be listed").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    assert!(!files.is_empty(), "{}: no .jsonl file", folder.display());
    files.sort();
    files
}

fn load(file: &Path) -> Vec<Case> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            let place = format!("{}:{}", file.display(), index + 1);
            let mut question: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
            let fields = question.as_object_mut().unwrap_or_else(|| panic!("{place}: not an object"));
            let name = fields.remove("name").unwrap_or_default();
            let expect = fields.remove("expect").unwrap_or_else(|| panic!("{place}: missing field `expect`"));
            Case { name: format!("{place} {name}"), question, expect }
        })
        .collect()
}
