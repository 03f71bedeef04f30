//! File names with a hash of the content, so that files of two builds never mix, however long they are cached.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::{Result, ensure};
use sha2::{Digest, Sha256};
use web::puzzle::words::Language;
use web::rule;

use crate::Files;

/// The page.
pub(crate) const PAGE: &str = "index.html";

/// The page as `fearsome serve` delivers it: it knows that there is a server with tables.
pub(crate) const SERVED_PAGE: &str = "served.html";

/// Whether the file is a page: one of the game, or of the rules. Only their names have no hash: people link to them.
pub(crate) fn is_page(name: &str) -> bool {
    [PAGE, SERVED_PAGE].contains(&name) || is_rules_page(name)
}

/// Whether the file is a page of the rules.
pub(crate) fn is_rules_page(name: &str) -> bool {
    Language::ALL.into_iter().any(|language| rule::page(language) == name)
}

/// The number of hexadecimal digits of the hash in a name. The server recognises such names.
const DIGITS: usize = 16;

/// Adds a hash of its content to the name of every file except the pages, and updates all references.
///
/// Files that refer to each other in a cycle share one hash of all of them.
///
/// # Errors
///
/// If no file refers to one of the files: its reference is then in a form that is not recognised.
pub(crate) fn with_hashes(mut files: Files) -> Result<Files> {
    let references = references(&files);
    for name in files.keys().filter(|name| !is_page(name)) {
        ensure!(references.values().any(|names| names.contains(name)), "no file of the site refers to {name}");
    }
    let pages = files.keys().filter(|name| is_page(name));
    let mut new_names: BTreeMap<String, String> = pages.map(|name| (name.clone(), name.clone())).collect();
    while let Some(group) = next_group(&references, &new_names) {
        let hash = hash(group.iter().map(|name| (name, &files[name])));
        for name in group {
            let new_name = with_hash(&name, &hash);
            for (file, content) in &mut files {
                if let Some(text) = as_text(file, content) {
                    *content = refer(text, &name, &new_name).into_bytes();
                }
            }
            new_names.insert(name, new_name);
        }
    }
    Ok(files.into_iter().map(|(name, content)| (new_names[&name].clone(), content)).collect())
}

/// A name without its hash.
pub(crate) fn plain(name: &str) -> String {
    let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
    match stem.rsplit_once('-') {
        Some((stem, hash)) if hash.len() == DIGITS => format!("{stem}.{ending}"),
        _ => name.to_owned(),
    }
}

fn with_hash(name: &str, hash: &str) -> String {
    let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
    format!("{stem}-{hash}.{ending}")
}

/// The files that each file refers to.
fn references(files: &Files) -> BTreeMap<String, BTreeSet<String>> {
    let names = |file: &String, content: &Vec<u8>| {
        let text = as_text(file, content).unwrap_or_default();
        let is_named = |name: &&String| *name != file && refer(text, name, "") != text;
        files.keys().filter(is_named).cloned().collect()
    };
    files.iter().map(|(file, content)| (file.clone(), names(file, content))).collect()
}

/// The files to rename next: one that refers only to renamed files, or a group of files that refer to each other.
fn next_group(
    references: &BTreeMap<String, BTreeSet<String>>,
    named: &BTreeMap<String, String>,
) -> Option<BTreeSet<String>> {
    let unnamed = |name: &&String| !named.contains_key(*name);
    let reach = |start: &String| {
        let mut reached = BTreeSet::from([start.clone()]);
        let mut open = vec![start];
        while let Some(name) = open.pop() {
            for next in references[name].iter().filter(unnamed) {
                if reached.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        reached
    };
    references.keys().filter(unnamed).map(reach).min_by_key(BTreeSet::len)
}

fn hash<'a>(files: impl Iterator<Item = (&'a String, &'a Vec<u8>)>) -> String {
    let mut digest = Sha256::new();
    for (name, content) in files {
        digest.update(format!("{name} {}\n", content.len()));
        digest.update(content);
    }
    let mut hash = String::new();
    for byte in &digest.finalize()[..DIGITS / 2] {
        // Writing to a string cannot fail.
        let _ = write!(hash, "{byte:02x}");
    }
    hash
}

/// The content, if the file is of a type that can refer to other files.
fn as_text<'a>(name: &str, content: &'a [u8]) -> Option<&'a str> {
    let is_text = [".html", ".js", ".css"].iter().any(|ending| name.ends_with(ending));
    is_text.then(|| str::from_utf8(content).ok()).flatten()
}

/// Replaces a name where the text refers to the file: in quotes or parentheses, with or without `./`.
///
/// A name followed by a colon is a key of the imports of a WebAssembly program, which stays unchanged.
fn refer(text: &str, name: &str, new_name: &str) -> String {
    let mut text = text.to_owned();
    for (open, close) in [('"', '"'), ('\'', '\''), ('(', ')')] {
        for folder in ["", "./"] {
            let old = format!("{open}{folder}{name}{close}");
            let new = format!("{open}./{new_name}{close}");
            let mut pieces = text.split(&old);
            let first = pieces.next().unwrap_or_default().to_owned();
            text = pieces.fold(first, |text, rest| text + if rest.starts_with(':') { &old } else { &new } + rest);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(files: &[(&str, &str)]) -> Files {
        files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
    }

    /// The new names by the plain ones.
    fn names(files: &[(&str, &str)]) -> BTreeMap<String, String> {
        with_hashes(site(files)).unwrap().into_keys().map(|name| (plain(&name), name)).collect()
    }

    const SITE: [(&str, &str); 5] = [
        ("index.html", r#"<link href="./a.css"><script src="./start.js"></script>"#),
        ("a.css", "body { background: url(b.svg) }"),
        ("b.svg", "<svg/>"),
        ("start.js", "import('./page.js')"),
        ("page.js", "imports['./page.js']"),
    ];

    fn changed(name: &str, content: &'static str) -> Vec<(&'static str, &'static str)> {
        SITE.into_iter().map(|(file, old)| (file, if file == name { content } else { old })).collect()
    }

    #[test]
    fn every_file_but_the_page_has_its_hash_in_its_name_and_is_referred_to_by_it() {
        let files = with_hashes(site(&SITE)).unwrap();
        let names = names(&SITE);
        assert_eq!(names["index.html"], "index.html");
        let page = str::from_utf8(&files["index.html"]).unwrap();
        assert_eq!(
            page,
            format!(r#"<link href="./{}"><script src="./{}"></script>"#, names["a.css"], names["start.js"])
        );
        let style = str::from_utf8(&files[&names["a.css"]]).unwrap();
        assert_eq!(style, format!("body {{ background: url(./{}) }}", names["b.svg"]));
        assert!(names["b.svg"].len() == "b-.svg".len() + DIGITS);
    }

    #[test]
    fn both_pages_keep_their_names_and_refer_to_the_same_files() {
        let mut files = SITE.to_vec();
        files.push(("served.html", SITE[0].1));
        let files = with_hashes(site(&files)).unwrap();
        assert_eq!(files["served.html"], files["index.html"]);
    }

    #[test]
    fn a_change_renames_the_file_and_all_that_lead_to_it_and_nothing_else() {
        let (old, new) = (names(&SITE), names(&changed("b.svg", "<svg></svg>")));
        let renamed: Vec<&str> = SITE.iter().map(|(name, _)| *name).filter(|name| old[*name] != new[*name]).collect();
        assert_eq!(renamed, ["a.css", "b.svg"]);
    }

    #[test]
    fn files_that_refer_to_each_other_share_a_hash() {
        let cycle = |part: &'static str| {
            let mut files = changed("page.js", "import * as one from \"./parts.js\"\n\"./parts.js\": one").to_vec();
            files.push(("parts.js", part));
            files
        };
        let one = cycle("import { two } from './page.js'");
        let old = names(&one);
        let hash = |name: &str| name.split(['-', '.']).nth(1).unwrap().to_owned();
        assert_eq!(hash(&old["page.js"]), hash(&old["parts.js"]));
        assert_ne!(hash(&old["page.js"]), hash(&old["start.js"]));
        let files = with_hashes(site(&one)).unwrap();
        let page = str::from_utf8(&files[&old["page.js"]]).unwrap();
        assert_eq!(page, format!("import * as one from \"./{}\"\n\"./parts.js\": one", old["parts.js"]));
        let new = names(&cycle("import { three } from './page.js'"));
        assert!(["page.js", "parts.js", "start.js"].iter().all(|name| old[*name] != new[*name]));
    }

    #[test]
    fn a_file_that_nothing_refers_to_is_an_error() {
        let error = with_hashes(site(&changed("start.js", "import(`./page.js`)"))).unwrap_err();
        assert_eq!(error.to_string(), "no file of the site refers to page.js");
    }
}
