//! The shape of the project: which crate may use which, what may stand where.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::{DependencyKind, MetadataCommand};

use crate::command::root;

/// Which crates of the project each may use. An arrow that is not here needs a reason in ARCHITECTURE.md.
const ARROWS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("bots", &["rules"]),
    ("arena", &["rules", "bots"]),
    ("puzzles", &["rules"]),
    ("testkit", &["rules"]),
    ("protocol", &["rules"]),
    ("cli", &["rules", "bots", "arena", "puzzles", "protocol", "server"]),
    ("server", &["rules", "bots", "protocol"]),
    ("server-tests", &["rules", "protocol"]),
    ("rules-pages", &["rules", "web"]),
    ("site-builder", &["rules-pages", "web"]),
    ("wasm-probe", &["rules", "bots", "puzzles"]),
    ("web", &["rules", "bots", "protocol", "puzzles"]),
    ("browser-tests", &["rules", "bots", "protocol", "puzzles", "rules-pages", "server", "server-tests", "web"]),
    ("xtask", &[]),
];

/// What the rules may use from outside: small and pure, no I/O, no clock, no random source of their own.
const RULES_MAY_USE: [&str; 7] = ["arrayvec", "hashbrown", "rand_chacha", "rustc-hash", "serde", "sha2", "thiserror"];

/// Tests and benchmarks may use these everywhere.
const TEST_CRATES: [&str; 2] = ["server-tests", "testkit"];

/// The width of our Markdown.
const MARKDOWN_COLUMNS: usize = 120;

/// A text that may stand only in some places.
struct Confined {
    /// Where it is looked for: a folder.
    within: &'static str,
    text: &'static str,
    /// The folders and files below that in which it may stand.
    allowed: &'static [&'static str],
    why: &'static str,
}

const CONFINED: [Confined; 13] = [
    Confined {
        within: "crates",
        text: "Serialize",
        allowed: &[
            "crates/protocol/",
            "crates/browser-tests/src/page/",
            "crates/cli/src/bots.rs",
            "crates/cli/src/command.rs",
            "crates/cli/src/engine/",
            "crates/cli/src/puzzle/",
            "crates/cli/src/replay.rs",
            "crates/rules/",
            "crates/server/src/api/",
            "crates/server/src/table/",
            "crates/web/src/page/online/api.rs",
            "crates/web/src/puzzle/progress.rs",
            "crates/web/src/puzzle/progress/text.rs",
            "crates/web/src/table/",
            "crates/web/src/thinker/",
        ],
        why: "wire types live in protocol, those of a command beside it, saved games with the table, the server's tables likewise, messages to the worker with the thinker; actions and events are data of the rules",
    },
    Confined {
        within: "crates",
        text: "sqlx::",
        allowed: &["crates/server/src/store"],
        why: "SQL lives in server/store",
    },
    Confined { within: "crates/web/src/scene", text: "leptos", allowed: &[], why: "the scene is plain data" },
    Confined { within: "crates/rules/src", text: "std::fs", allowed: &[], why: "the rules do no I/O" },
    Confined { within: "crates/rules/src", text: "std::io", allowed: &[], why: "the rules do no I/O" },
    Confined { within: "crates/rules/src", text: "std::time", allowed: &[], why: "the rules have no clock" },
    Confined { within: "crates/rules/src", text: "std::thread", allowed: &[], why: "the rules have no threads" },
    Confined { within: "crates/rules/src", text: "HashMap", allowed: &[], why: "no order of a hash map in the rules" },
    Confined { within: "crates/rules/src", text: "HashSet", allowed: &[], why: "no order of a hash set in the rules" },
    Confined { within: "crates/rules/src", text: "f64", allowed: &[], why: "no floating point in the rules" },
    Confined { within: "crates/rules/src", text: "f32", allowed: &[], why: "no floating point in the rules" },
    Confined { within: "crates/rules/src", text: "std::env", allowed: &[], why: "the rules have no surroundings" },
    Confined { within: "crates/rules/src", text: "std::net", allowed: &[], why: "the rules do no I/O" },
];

/// Checks everything and reports every problem.
pub(crate) fn check() -> Result<()> {
    println!("\n> tidy");
    let sources = files(&["crates", "xtask"], "rs")?;
    let texts =
        files(&["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "third_party"], "md")?;
    let mut problems = arrows()?;
    for (path, text) in &sources {
        problems.extend(module_problems(path, text));
        problems.extend(confined_problems(path, text));
    }
    for (path, text) in &texts {
        problems.extend(link_problems(path, text, |target| root().join(target).exists()));
        problems.extend(width_problems(path, text));
    }
    if !problems.is_empty() {
        bail!("untidy:\n{}", problems.join("\n"));
    }
    println!("{} sources, {} texts: tidy", sources.len(), texts.len());
    Ok(())
}

/// The files with this ending below these places, by their path from the top, with their texts.
fn files(places: &[&str], ending: &str) -> Result<Vec<(String, String)>> {
    let mut found = vec![];
    let mut open: Vec<PathBuf> = places.iter().map(|place| root().join(place)).filter(|path| path.exists()).collect();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path).with_context(|| path.display().to_string())? {
                open.push(entry?.path());
            }
        } else if path.extension().is_some_and(|end| end == ending) {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            let name = path.strip_prefix(root())?.to_string_lossy().replace('\\', "/");
            found.push((name, text));
        }
    }
    found.sort();
    Ok(found)
}

fn arrows() -> Result<Vec<String>> {
    let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec()?;
    let members: Vec<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let mut problems = vec![];
    for package in &metadata.packages {
        if package.name == "rules" {
            let normal = package.dependencies.iter().filter(|one| one.kind == DependencyKind::Normal);
            let foreign = normal.filter(|one| !RULES_MAY_USE.contains(&one.name.as_str()));
            problems.extend(foreign.map(|one| format!("rules: must not use {}", one.name)));
        }
        let used = package.dependencies.iter().filter(|dependency| members.contains(&dependency.name.as_str()));
        let used: Vec<(&str, DependencyKind)> = used.map(|one| (one.name.as_str(), one.kind)).collect();
        problems.extend(arrow_problems(&package.name, &used));
    }
    Ok(problems)
}

fn arrow_problems(package: &str, used: &[(&str, DependencyKind)]) -> Vec<String> {
    let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == package) else {
        return vec![format!("{package}: no arrows are drawn for this crate")];
    };
    // A crate may use itself in its tests: that turns on a feature for them.
    let is_drawn = |(name, kind): &&(&str, DependencyKind)| {
        allowed.contains(name)
            || (TEST_CRATES.contains(name) || *name == package) && *kind == DependencyKind::Development
    };
    let missing = used.iter().filter(|arrow| !is_drawn(arrow));
    missing.map(|(name, _)| format!("{package}: must not use {name}")).collect()
}

fn module_problems(path: &str, text: &str) -> Option<String> {
    (!text.starts_with("//!")).then(|| format!("{path}: does not open with //! and what it is"))
}

fn confined_problems(path: &str, text: &str) -> Vec<String> {
    // This file names what it forbids.
    if path.ends_with("xtask/src/tidy.rs") {
        return vec![];
    }
    let is_broken = |rule: &&Confined| {
        path.starts_with(rule.within)
            && text.contains(rule.text)
            && !rule.allowed.iter().any(|place| path.starts_with(place))
    };
    let broken = CONFINED.iter().filter(is_broken);
    broken.map(|rule| format!("{path}: {:?} has no place here: {}", rule.text, rule.why)).collect()
}

/// Relative links of a Markdown text that lead nowhere.
fn link_problems(path: &str, text: &str, exists: impl Fn(&Path) -> bool) -> Vec<String> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#', ' ']).next());
    let relative = targets.filter(|target| !target.is_empty() && !target.contains(':'));
    let broken = relative.filter(|target| !exists(&folder.join(target)));
    broken.map(|target| format!("{path}: {target} does not exist")).collect()
}

/// Lines of a Markdown text that are too long. Tables, pictures and code cannot be wrapped.
fn width_problems(path: &str, text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut problems = vec![];
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        let is_fixed = is_code || line.starts_with(['|', '!']);
        if !is_fixed && line.chars().count() > MARKDOWN_COLUMNS {
            problems.push(format!("{path}: line {number} has more than {MARKDOWN_COLUMNS} columns"));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_that_is_not_drawn_is_a_problem() {
        use DependencyKind::{Development, Normal};
        assert_eq!(arrow_problems("rules", &[("testkit", Development)]), [""; 0]);
        assert_eq!(arrow_problems("cli", &[("rules", Normal), ("testkit", Development)]), [""; 0]);
        assert_eq!(arrow_problems("protocol", &[("protocol", Development)]), [""; 0]);
        assert_eq!(arrow_problems("rules", &[("testkit", Normal)]), ["rules: must not use testkit"]);
        assert_eq!(arrow_problems("rules", &[("cli", Development)]), ["rules: must not use cli"]);
        assert_eq!(arrow_problems("new", &[]), ["new: no arrows are drawn for this crate"]);
    }

    #[test]
    fn a_module_without_its_opening_words_is_a_problem() {
        assert_eq!(module_problems("a.rs", "//! What it is.\n"), None);
        assert!(module_problems("a.rs", "use std::fmt;\n//! Too late.").is_some());
    }

    #[test]
    fn a_text_in_the_wrong_place_is_a_problem() {
        let problems = |path, text| confined_problems(path, text).len();
        assert_eq!(problems("crates/cli/src/engine/wire.rs", "#[derive(Serialize)]"), 0);
        assert_eq!(problems("crates/cli/src/main.rs", "#[derive(Serialize)]"), 1);
        assert_eq!(problems("crates/rules/src/event.rs", "use std::time::Instant; let x: f64;"), 2);
        assert_eq!(problems("crates/rules/tests/moves.rs", "use std::time::Instant;"), 0);
        assert_eq!(problems("crates/server/src/http.rs", "sqlx::query"), 1);
        assert_eq!(problems("crates/server/src/store/games.rs", "sqlx::query"), 0);
        assert_eq!(problems("crates/web/src/scene/mod.rs", "use leptos::prelude::*;"), 1);
    }

    #[test]
    fn a_long_line_of_markdown_is_a_problem_unless_it_cannot_be_wrapped() {
        let long = "ä".repeat(121);
        assert_eq!(width_problems("a.md", &format!("a\n{long}\n")), ["a.md: line 2 has more than 120 columns"]);
        let fixed = format!("{}\n| {long} |\n![{long}](a.webp)\n```text\n{long}\n```\n", &long[2..]);
        assert_eq!(width_problems("a.md", &fixed), [""; 0]);
    }

    #[test]
    fn a_link_that_leads_nowhere_is_a_problem() {
        let exists = |path: &Path| path == Path::new("docs/engine.md");
        let text = "[a](engine.md#kinds) [b](https://example.org) [c](#here) [d](missing.md)";
        assert_eq!(link_problems("docs/notation.md", text, exists), ["docs/notation.md: missing.md does not exist"]);
    }
}
