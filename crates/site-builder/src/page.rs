//! The files that are not compiled: the page with its art, the rules, the style sheets, and files that are copied.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use rules_pages::ART_MARK;
use web::rule;

use crate::names::{PAGE, SERVED_PAGE};
use crate::{Files, file_names, root, text};

/// The style sheets of the site and the files that they consist of, in the order in which they apply. The first one comes
/// with the first screen; the page loads the others with the parts of the program that need them.
/// The pages of the rules have a sheet of their own.
const STYLES: [(&str, &[&str]); 6] = [
    ("site.css", &["tokens", "base", "frame", "home", "newtable"]),
    ("play.css", &["board", "table", "run", "voice", "setup", "win", "small"]),
    ("study.css", &["about", "analysis", "replay", "first", "small-study"]),
    ("online.css", &["company", "room"]),
    ("puzzles.css", &["feeding", "level"]),
    ("rules.css", &["tokens", "base", "board", "rules"]),
];

/// The files that are copied unchanged.
const COPIED: [&str; 5] = [
    "crates/web/rules.js",
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
    files.extend(styles()?);
    let page = page()?;
    files.insert(SERVED_PAGE.to_owned(), served(&page)?.into_bytes());
    files.insert(PAGE.to_owned(), page.into_bytes());
    for page in rules_pages::pages()? {
        let name = rule::page(page.language);
        files.insert(name.to_owned(), with_art(name, &page.html)?.into_bytes());
    }
    Ok(files)
}

fn styles() -> Result<Files> {
    let folder = root().join("crates/web/style");
    let known = STYLES.iter().flat_map(|(_, names)| names.iter());
    for name in file_names(&folder)? {
        ensure!(
            name.strip_suffix(".css").is_some_and(|name| known.clone().any(|known| *known == name)),
            "crates/web/style/{name} is missing in the list of style sheets in crates/site-builder/src/page.rs"
        );
    }
    let sheet = |names: &[&str]| -> Result<Vec<u8>> {
        let files = names.iter().map(|name| folder.join(format!("{name}.css"))).filter(|file| file.exists());
        Ok(files.map(|file| Ok(shrunk(&text(&file)?))).collect::<Result<String>>()?.into_bytes())
    };
    STYLES.iter().map(|(name, files)| Ok(((*name).to_owned(), sheet(files)?))).collect()
}

/// A style sheet without comments, indentation and blank lines.
fn shrunk(style: &str) -> String {
    let style = without(style, "/*", "*/");
    let lines = style.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// The page, including the art.
fn page() -> Result<String> {
    with_art(PAGE, &text(&root().join("crates/web/index.html"))?)
}

/// A page with the art in its place.
///
/// # Errors
///
/// If the page has no mark for the art, violates its own content security policy, or contains an absolute address.
fn with_art(name: &str, page: &str) -> Result<String> {
    let folder = root().join("crates/web/art");
    let mut art = String::new();
    for file in file_names(&folder)? {
        art += &without(&text(&folder.join(file))?, "<!--", "-->");
    }
    ensure!(page.contains(ART_MARK), "{name} does not contain {ART_MARK}");
    // Not `hidden`: browsers do not draw patterns that are defined in a hidden picture.
    let art =
        format!("<svg width=\"0\" height=\"0\" aria-hidden=\"true\" focusable=\"false\"><defs>{art}</defs></svg>");
    let page = page.replace(ART_MARK, &art);
    for forbidden in ["style=", "<style", "href=\"/", "src=\"/"] {
        ensure!(!page.contains(forbidden), "{name} must not contain {forbidden:?}");
    }
    Ok(page)
}

/// The page as `fearsome serve` delivers it. The attribute is how the page knows that it can make tables.
fn served(page: &str) -> Result<String> {
    ensure!(page.matches("<html ").count() == 1, "index.html does not contain one <html> element");
    Ok(page.replacen("<html ", "<html data-server ", 1))
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

    #[test]
    fn the_served_page_differs_in_one_attribute() {
        let files = files().unwrap();
        let [page, served] = [PAGE, SERVED_PAGE].map(|name| str::from_utf8(&files[name]).unwrap());
        assert!(!page.contains("data-server") && served.contains("<html data-server "));
        assert_eq!(served.replacen(" data-server", "", 1), page);
    }
}
