//! The rules of the game as pages to read.
//!
//! The source is `text/`: a Markdown file for each language, and `examples.txt`, the positions that illustrate it. The engine
//! plays the examples; the drawings are those of the game. The result is a static page for each language, which the site
//! contains, and `docs/rules.md`. This crate does not know where the pages are written.

mod document;
mod example;
mod page;
mod picture;
mod reel;
mod source;
mod tell;
mod words;

use thiserror::Error;
use web::puzzle::words::Language;

pub use example::{Deed, Example};
pub use page::ART_MARK;
pub use reel::{Frame, FrameKind, PieceName, Place, Reel};

use example::Examples;
use source::Book;
use words::Words;

/// A mistake in the source.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct Mistake {
    /// The file, and the line or the example.
    pub place: String,
    /// What is wrong there.
    pub problem: String,
}

impl Mistake {
    fn new(place: impl Into<String>, problem: impl ToString) -> Mistake {
        Mistake { place: place.into(), problem: problem.to_string() }
    }
}

/// The rules in one language.
#[derive(Clone, Debug)]
pub struct RulesPage {
    /// The language.
    pub language: Language,
    /// The page. It contains [`ART_MARK`], which stands for the symbols that the drawings use.
    pub html: String,
}

/// The rules in every language.
///
/// # Errors
///
/// The first mistake in the source.
pub fn pages() -> Result<Vec<RulesPage>, Mistake> {
    let examples = Examples::read()?;
    let page = |language| {
        let (book, words) = (Book::read(language)?, Words::read(language)?);
        Ok(RulesPage { language, html: page::page(&book, &examples, &words)? })
    };
    Language::ALL.into_iter().map(page).collect()
}

/// The rules as a Markdown file, `docs/rules.md`, in English.
///
/// # Errors
///
/// The first mistake in the source.
pub fn document() -> Result<String, Mistake> {
    let (examples, words) = (Examples::read()?, Words::read(Language::English)?);
    document::document(&Book::read(Language::English)?, &examples, &words)
}

/// The examples of the pages, by name.
///
/// # Errors
///
/// The first mistake in their file.
pub fn examples() -> Result<Vec<Example>, Mistake> {
    Ok(Examples::read()?.into_all())
}
