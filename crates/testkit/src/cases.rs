//! Conformance cases: questions about single positions with the right answers, one JSON object a line.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A question of the engine protocol and its right answer.
pub struct Case {
    /// Where it comes from: file, line, name.
    pub name: String,
    /// What goes in.
    pub question: Value,
    /// What has to come out.
    pub expect: Value,
}

/// The cases of this repository and those of the folder that `FEARSOME_CASES` names, if it does.
///
/// # Panics
///
/// If a file cannot be read or a line is no case: tests must not go on without them.
#[must_use]
pub fn all() -> Vec<Case> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = here.join("cases");
    // Tests run in the folder of their crate, but whoever names a folder thinks of the project's.
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
            let fields = question.as_object_mut().unwrap_or_else(|| panic!("{place}: no object"));
            let name = fields.remove("name").unwrap_or_default();
            let expect = fields.remove("expect").unwrap_or_else(|| panic!("{place}: no answer"));
            Case { name: format!("{place} {name}"), question, expect }
        })
        .collect()
}
