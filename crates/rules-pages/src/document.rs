//! The rules as `docs/rules.md`, for people who read the project: the English text, its examples as drawn boards, and
//! where the tests show each ruling.

use std::fmt::Write;

use crate::Mistake;
use crate::example::Examples;
use crate::reel::Reel;
use crate::source::{Block, Book, Panel, Ruling, TileRow};
use crate::tell;
use crate::words::Words;

/// What stands above the text: why sections have numbers in the code.
const PREFACE: &str = include_str!("../text/preface.md");

/// The width of our Markdown.
const COLUMNS: usize = 120;

pub(crate) fn document(book: &Book, examples: &Examples, words: &Words) -> Result<String, Mistake> {
    let mut text = PREFACE.trim_end().to_owned();
    text += "\n";
    for (index, chapter) in book.chapters.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n<a id=\"{}\"></a>\n\n## {} {}\n", chapter.id, index + 1, chapter.title);
        for block in &chapter.blocks {
            text.push('\n');
            text += &match block {
                Block::Prose(prose) => anchored(prose),
                Block::Strip(panels) => {
                    let panels: Result<Vec<String>, Mistake> =
                        panels.iter().map(|panel| self::panel(panel, examples, words)).collect();
                    panels?.join("\n")
                }
                Block::Example(panel) => self::panel(panel, examples, words)?,
                Block::Tiles(rows) => table(rows, words),
                // The drawings show what the text says.
                Block::Tombstones | Block::Figures => String::new(),
                Block::Ruling(ruling) => self::ruling(ruling, examples, words)?,
            };
        }
    }
    // Blocks without a picture leave blank lines behind.
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    Ok(text)
}

/// Prose whose headings have their ids as anchors.
fn anchored(prose: &str) -> String {
    let line = |line: &str| {
        let heading = line.strip_prefix("### ").and_then(|heading| heading.strip_suffix('}')?.split_once(" {#"));
        match heading {
            Some((title, id)) => format!("<a id=\"{id}\"></a>\n\n### {title}\n"),
            None => format!("{line}\n"),
        }
    };
    prose.lines().map(line).collect()
}

fn panel(panel: &Panel, examples: &Examples, words: &Words) -> Result<String, Mistake> {
    let example = examples.find(&panel.example, &panel.place)?;
    let steps = tell::steps(example, &Reel::of(example)?, words);
    let mut text = wrapped(&panel.caption, "");
    let _ = write!(text, "\n```text\n{}\n```\n", drawing(&example.position.drawing()));
    if !steps.is_empty() {
        text.push('\n');
    }
    for (index, step) in steps.iter().enumerate() {
        let number = format!("{}. ", index + 1);
        text += &wrapped(&format!("{number}{step}"), &" ".repeat(number.len()));
    }
    Ok(text)
}

/// A drawn board without spaces at the ends of lines.
fn drawing(board: &str) -> String {
    board.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

fn ruling(ruling: &Ruling, examples: &Examples, words: &Words) -> Result<String, Mistake> {
    let example = examples.find(&ruling.id(), &ruling.place)?;
    let proof = example
        .proof
        .as_ref()
        .ok_or_else(|| Mistake::new(&ruling.place, format!("R{} has no proof", ruling.number)))?;
    let (number, title) = (ruling.number, &ruling.title);
    let name = proof.rsplit('/').next().unwrap_or(proof);
    let line = format!(
        "- <a id=\"{}\"></a>**R{number} {title}.** {} *{}:* {} See [{name}](../{proof}).",
        ruling.id(),
        ruling.text,
        words.page.reason,
        ruling.reason
    );
    Ok(wrapped(&line, "  "))
}

fn table(rows: &[TileRow], words: &Words) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(&words.page.columns);
    text += "| --- | --- | --- | --- | --- |\n";
    for row in rows {
        text += &line(&row.cells);
    }
    text
}

/// Breaks a line of Markdown at the width of our texts; lines after the first begin with `indent`.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let is_full = line.chars().count() + 1 + word.chars().count() > COLUMNS;
        if is_full && !line.trim().is_empty() {
            lines += line.trim_end();
            lines.push('\n');
            line = indent.to_owned();
        } else if !line.trim().is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_and_indented() {
        let text = format!("- {} b", "a".repeat(117));
        assert_eq!(wrapped(&text, "  "), format!("- {}\n  b\n", "a".repeat(117)));
        assert_eq!(wrapped("a b", "  "), "a b\n");
    }
}
