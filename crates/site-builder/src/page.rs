//! The files that are not compiled: the page with its art, the style sheet, and files that are copied.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::{Files, file_names, root, text};

/// The style sheets in the order in which they apply.
const STYLES: [&str; 15] = [
    "tokens", "base", "frame", "board", "table", "voice", "setup", "home", "newtable", "win", "about", "analysis",
    "replay", "room", "small",
];

/// The files that are copied unchanged.
const COPIED: [&str; 4] = [
    "crates/web/start.js",
    "crates/web/worker.js",
    "crates/web/favicon.svg",
    "third_party/bangers/bangers-subset.woff2",
];

/// All files that are not compiled.
pub(crate) fn files() -> Result<Files> {
    let mut files = Files::new();
    for file in COPIED {
        let name = Path::new(file).file_name().context("a file has a name")?.to_string_lossy().into_owned();
        files.insert(name, fs::read(root().join(file)).with_context(|| file.to_owned())?);
    }
    files.insert("site.css".to_owned(), style()?.into_bytes());
    files.insert("index.html".to_owned(), page()?.into_bytes());
    Ok(files)
}

fn style() -> Result<String> {
    let folder = root().join("crates/web/style");
    for name in file_names(&folder)? {
        let is_known = name.strip_suffix(".css").is_some_and(|name| STYLES.contains(&name));
        ensure!(
            is_known,
            "crates/web/style/{name} is missing in the list of style sheets in crates/site-builder/src/page.rs"
        );
    }
    let files = STYLES.iter().map(|name| folder.join(format!("{name}.css"))).filter(|file| file.exists());
    files.map(|file| Ok(shrunk(&text(&file)?))).collect()
}

/// A style sheet without comments, indentation and blank lines.
fn shrunk(style: &str) -> String {
    let style = without(style, "/*", "*/");
    let lines = style.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// The page, including the art.
///
/// # Errors
///
/// If the page has no mark for the art, violates its own content security policy, or contains an absolute address.
fn page() -> Result<String> {
    let folder = root().join("crates/web/art");
    let mut art = String::new();
    for name in file_names(&folder)? {
        art += &without(&text(&folder.join(name))?, "<!--", "-->");
    }
    let page = text(&root().join("crates/web/index.html"))?;
    let mark = "<!-- art -->";
    ensure!(page.contains(mark), "index.html does not contain {mark}");
    // Not `hidden`: browsers do not draw patterns that are defined in a hidden picture.
    let art =
        format!("<svg width=\"0\" height=\"0\" aria-hidden=\"true\" focusable=\"false\"><defs>{art}</defs></svg>");
    let page = page.replace(mark, &art);
    for forbidden in ["style=", "<style", "href=\"/", "src=\"/"] {
        ensure!(!page.contains(forbidden), "index.html must not contain {forbidden:?}");
    }
    Ok(page)
}

/// Removes the comments that begin with `begin` and end with `end`.
fn without(text: &str, begin: &str, end: &str) -> String {
    let mut pieces = text.split(begin);
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once(end).map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_left_out() {
        assert_eq!(without("<a/><!-- b\n -->c<!--d--><e/>", "<!--", "-->"), "<a/>c<e/>");
        assert_eq!(without("<a/>", "<!--", "-->"), "<a/>");
    }

    #[test]
    fn a_style_sheet_keeps_only_its_rules() {
        assert_eq!(
            shrunk("/* why */\n.a {\n    b: c; /* d\n e */\n}\n\n.f::after { g: h }\n"),
            ".a {\nb: c;\n}\n.f::after { g: h }\n"
        );
    }

    #[test]
    fn the_art_takes_its_place_in_the_page() {
        let page = page().unwrap();
        assert!(page.contains("<defs>") && !page.contains("<!-- art -->"));
    }
}
