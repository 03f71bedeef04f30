//! What is pasted into or dropped on the overview: a link to a level, a code, a level file, or an exported file.

use puzzles::{Level, LevelCodeError, LevelTextError};
use thiserror::Error;

use crate::puzzle::LevelRef;
use crate::puzzle::progress::{FromFile, Progress, ProgressProblem};
use crate::route::Route;
use crate::scene::text_form::{Body, TextForm, TooLong, recognize};
use crate::table::{Bundle, BundleProblem};

/// What a text contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pasted {
    /// A level that can be played.
    Level(LevelRef),
    /// The progress of an exported file.
    Progress(Box<FromFile>),
}

/// Why a text cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PasteProblem {
    /// It is empty.
    #[error("the text is empty")]
    Nothing,
    /// It is too long.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// It is a link to something else.
    #[error("the link does not lead to a level")]
    OtherLink,
    /// The code is damaged.
    #[error(transparent)]
    Code(#[from] LevelCodeError),
    /// The level file has a problem.
    #[error("{0}")]
    Text(LevelTextError),
    /// It is not a file of this program, or of a later version.
    #[error(transparent)]
    File(#[from] BundleProblem),
    /// A file of games in which nothing was done with levels.
    #[error("the file contains no levels")]
    NoLevels,
    /// The progress in the file is damaged.
    #[error(transparent)]
    Progress(#[from] ProgressProblem),
}

/// Recognizes and parses a text.
///
/// # Errors
///
/// What is wrong, and where.
pub fn read(text: &str) -> Result<Pasted, PasteProblem> {
    match recognize(text)? {
        TextForm::Nothing => Err(PasteProblem::Nothing),
        TextForm::File(Body { text, .. }) => read_bundle(text),
        TextForm::Link(Route::Level(level)) => checked(level),
        TextForm::Link(
            Route::Home
            | Route::NewTable
            | Route::Game(_)
            | Route::End(_)
            | Route::Seats(_)
            | Route::Archive
            | Route::Replay { .. }
            | Route::Position(_)
            | Route::Fortress
            | Route::Feeding
            | Route::First(_)
            | Route::About
            | Route::Unknown,
        ) => Err(PasteProblem::OtherLink),
        TextForm::Word(code) => checked(LevelRef::Code(code.to_owned())),
        TextForm::Text(Body { text, .. }) => {
            let first = |errors: Vec<LevelTextError>| {
                errors.into_iter().next().map_or(PasteProblem::Nothing, PasteProblem::Text)
            };
            Ok(Pasted::Level(LevelRef::Code(Level::from_text(text).map_err(first)?.to_code())))
        }
    }
}

/// A level that is not damaged.
fn checked(level: LevelRef) -> Result<Pasted, PasteProblem> {
    if let LevelRef::Code(code) = &level {
        Level::from_code(code)?;
    }
    Ok(Pasted::Level(level))
}

fn read_bundle(text: &str) -> Result<Pasted, PasteProblem> {
    let progress = Bundle::from_text(text)?.puzzles.ok_or(PasteProblem::NoLevels)?;
    Ok(Pasted::Progress(Box::new(Progress::from_file(&progress)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first() -> &'static Level {
        &puzzles::shipped()[0].level
    }

    #[test]
    fn a_level_is_opened_from_a_link_a_code_or_a_file() {
        let (code, text) = (first().to_code(), first().to_text());
        let link = format!("Try this: https://example.org/floors/#/level/{code}");
        let expected = Pasted::Level(LevelRef::Code(code.clone()));
        for pasted in [code.as_str(), &format!(" {code}\n"), &link, &text, &format!("\u{feff}{text}")] {
            assert_eq!(read(pasted), Ok(expected.clone()), "{pasted}");
        }
        // As it is shared: a line of words and a line with the link.
        let shared = "Fearsome Floors, dish of Wednesday 18 November 2026: ★★☆, 31 steps, 2 dry runs\n";
        for day in ["", shared, "Mira:\r\n\r\n"] {
            let day = read(&format!("{day}https://example.org/#/day/2026-11-18")).expect("a day");
            assert_eq!(day, Pasted::Level("/day/2026-11-18".parse().expect("a day")));
        }
    }

    #[test]
    fn an_exported_file_brings_its_progress() {
        let mut progress = Progress::default();
        progress.received(&first().to_code());
        let file = Bundle::new(vec![], Some(progress.to_text())).to_text();
        assert_eq!(read(&file), Ok(Pasted::Progress(Box::new(FromFile { progress, is_whole: true }))));
        assert_eq!(read(&Bundle::new(vec![], None).to_text()), Err(PasteProblem::NoLevels));
    }

    #[test]
    fn what_cannot_be_opened_says_why() {
        let damaged = {
            let mut code = first().to_code();
            code.pop();
            code
        };
        let text = first().to_text().replace("fearsome-level 1\n", "fearsome-level 1\nfoo: bar\n");
        assert!(matches!(read(&damaged), Err(PasteProblem::Code(_))));
        assert!(matches!(read(&format!("https://example.org/#/level/{damaged}")), Err(PasteProblem::Code(_))));
        assert!(matches!(read(&text), Err(PasteProblem::Text(_))));
        assert!(matches!(read("{\n nonsense"), Err(PasteProblem::File(BundleProblem::Json { line: 2, .. }))));
        let newer = Bundle::new(vec![], None).to_text().replace("\"version\": 1", "\"version\": 7");
        assert_eq!(read(&newer), Err(PasteProblem::File(BundleProblem::Version(7))));
        let broken = Bundle::new(vec![], Some("{}".to_owned())).to_text();
        assert!(matches!(read(&broken), Err(PasteProblem::Progress(_))));
        assert_eq!(read("  \n"), Err(PasteProblem::Nothing));
        assert_eq!(read("https://example.org/#/about"), Err(PasteProblem::OtherLink));
    }
}
