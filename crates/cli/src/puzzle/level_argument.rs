//! The LEVEL argument: finds and reads the level that the user means.

use std::convert::Infallible;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::str::FromStr;

use jiff::Zoned;
use puzzles::{Date, Level, LevelCodeError, NoDate, shipped};
use rules::notation::bits::WordError;
use thiserror::Error;

use super::attempts::dish_of;
use super::near_names::{in_a_row, nearest};
use crate::text_file::{NOT_TEXT, TextError, read_text};

/// A level as named on the command line. It has not been read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelArgument(String);

/// Why a level could not be read.
#[derive(Debug, Error)]
pub enum NoLevel {
    /// There is no such level, or its file cannot be read.
    #[error("{name}: {reason}")]
    Unreadable {
        /// The argument.
        name: String,
        /// The reason.
        reason: String,
    },
    /// The text or code is not a level.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    NotALevel(Vec<Problem>),
}

/// A problem of a level, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The argument.
    pub name: String,
    /// The line, counted from 1; `None` for a code.
    pub line: Option<usize>,
    /// The problem.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { name, line, reason } = self;
        match line {
            Some(line) => write!(f, "{name}:{line}: {reason}"),
            None => write!(f, "{name}: {reason}"),
        }
    }
}

impl FromStr for LevelArgument {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<LevelArgument, Infallible> {
        Ok(LevelArgument(text.to_owned()))
    }
}

/// The name in messages.
impl fmt::Display for LevelArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if self.is_standard_input() { "standard input" } else { &self.0 })
    }
}

const STANDARD_INPUT: &str = "-";

/// The dish of today, or of another day if a colon and a date follow.
const DAILY: &str = "daily";

/// The message for an argument that is none of the things it could be.
const NOTHING_KNOWN: &str = "not the name of a level, a file or a level code";

/// The part of a link before the code.
const LINK: &str = "#/level/";

/// The code in a link, without punctuation around the link.
fn code_in_link(text: &str) -> Option<&str> {
    let (_, rest) = text.rsplit_once(LINK)?;
    rest.split(|letter: char| !letter.is_ascii_alphanumeric() && !"-_".contains(letter)).next()
}

/// Whether an invalid code is meant as one: its version is right, and it is not much shorter than the shortest code.
fn looks_like_a_code(word: &str, error: &WordError) -> bool {
    word.len() >= 16 && !matches!(error, WordError::Version { .. })
}

impl LevelArgument {
    /// The dish of today.
    pub(super) fn daily() -> LevelArgument {
        LevelArgument(DAILY.to_owned())
    }

    /// Whether it is read from standard input.
    pub(super) fn is_standard_input(&self) -> bool {
        self.0 == STANDARD_INPUT
    }

    /// The argument as typed in a shell.
    pub(super) fn typed(&self) -> String {
        let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:\\".contains(letter);
        // Shells split words at blanks and may take # for a comment.
        if self.0.chars().all(is_plain) { self.0.clone() } else { format!("\"{}\"", self.0) }
    }

    /// Finds and reads the level.
    ///
    /// # Errors
    ///
    /// If there is no such level, or every problem of it.
    pub fn read(&self) -> Result<Level, NoLevel> {
        let text = &self.0;
        if self.is_standard_input() {
            return self.read_from(read_text(io::stdin().lock(), Level::LONGEST_TEXT));
        }
        if let Some(code) = code_in_link(text) {
            return self.read_code(code);
        }
        let lower = text.to_lowercase();
        if lower == DAILY {
            return Ok(dish_of(day_of(&Zoned::now()).map_err(|reason| self.unreadable(reason))?));
        }
        if let Some(day) = lower.strip_prefix(DAILY).and_then(|rest| rest.strip_prefix(':')) {
            let date: Date = day.parse().map_err(|error: NoDate| self.unreadable(error.to_string()))?;
            return Ok(dish_of(date));
        }
        // A number cannot be a code: codes begin with a letter.
        if let Ok(number) = text.parse::<usize>() {
            let found = shipped().iter().find(|shipped| shipped.number == number);
            return found.map(|shipped| shipped.level.clone()).ok_or_else(|| {
                self.unreadable(format!("no such level: the levels of the game are 1 to {}", shipped().len()))
            });
        }
        if let Some(named) = shipped().iter().find(|shipped| shipped.name == lower) {
            return Ok(named.level.clone());
        }
        let is_path = text.contains(['.', '/', '\\']) || Path::new(text).exists();
        if is_path { self.read_from(read_file(Path::new(text))) } else { self.read_word(text) }
    }

    /// Reads a word that is neither a name nor a path. If it is not a code either, suggests names that look like it.
    fn read_word(&self, word: &str) -> Result<Level, NoLevel> {
        let names = || shipped().iter().map(|shipped| shipped.name.as_str()).chain([DAILY]);
        match Level::from_code(word) {
            Err(LevelCodeError::Word(error)) => match &nearest(word, names())[..] {
                [] if looks_like_a_code(word, &error) => self.read_code(word),
                [] => Err(self.unreadable(NOTHING_KNOWN.to_owned())),
                near => Err(self.unreadable(format!("no such level; did you mean {}?", in_a_row(near)))),
            },
            Ok(_) | Err(LevelCodeError::Level(_) | LevelCodeError::Roundabout) => self.read_code(word),
        }
    }

    fn read_from(&self, text: Result<String, TextError>) -> Result<Level, NoLevel> {
        let problem = |line, reason| Problem { name: self.to_string(), line, reason };
        let text = text.map_err(|error| match error {
            TextError::Unreadable(error) => self.unreadable(match error.kind() {
                io::ErrorKind::NotFound => "no such file".to_owned(),
                _ => error.to_string(),
            }),
            TextError::TooLarge(_) => NoLevel::NotALevel(vec![problem(None, error.to_string())]),
            TextError::NotText { line } => NoLevel::NotALevel(vec![problem(Some(line), NOT_TEXT.to_owned())]),
        })?;
        // A single word on standard input is a link or code. The text of a level has several.
        if self.is_standard_input()
            && let [word] = text.split_whitespace().collect::<Vec<_>>()[..]
        {
            return self.read_code(code_in_link(word).unwrap_or(word));
        }
        Level::from_text(&text).map_err(|errors| {
            let problems = errors.into_iter().map(|error| problem(Some(error.line), error.problem.to_string()));
            NoLevel::NotALevel(problems.collect())
        })
    }

    fn unreadable(&self, reason: String) -> NoLevel {
        NoLevel::Unreadable { name: self.to_string(), reason }
    }

    fn read_code(&self, code: &str) -> Result<Level, NoLevel> {
        Level::from_code(code).map_err(|error| {
            let reasons = match error {
                LevelCodeError::Word(error) => vec![format!("invalid level code: {error}")],
                LevelCodeError::Level(problems) => problems.iter().map(ToString::to_string).collect(),
                LevelCodeError::Roundabout => vec![error.to_string()],
            };
            let problem = |reason| Problem { name: self.to_string(), line: None, reason };
            NoLevel::NotALevel(reasons.into_iter().map(problem).collect())
        })
    }
}

fn read_file(path: &Path) -> Result<String, TextError> {
    read_text(File::open(path)?, Level::LONGEST_TEXT)
}

/// The local date.
fn day_of(moment: &Zoned) -> Result<Date, String> {
    let day = moment.date().to_string();
    day.parse().map_err(|error: NoDate| format!("the system clock is wrong: {error}"))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::tz::{Offset, TimeZone};

    use super::*;

    #[test]
    fn today_is_the_local_date() {
        let moment: Timestamp = "2026-11-16T11:00:00Z".parse().expect("a moment");
        let day = |hours| day_of(&moment.to_zoned(TimeZone::fixed(Offset::constant(hours)))).map(|day| day.to_string());
        assert_eq!([-12, 0, 14].map(day), ["2026-11-15", "2026-11-16", "2026-11-17"].map(|day| Ok(day.to_owned())));
    }

    #[test]
    fn a_link_may_stand_in_a_sentence() {
        for text in
            ["#/level/aB-_9", "<https://example.org/#/level/aB-_9>", "x/#/level/aB-_9.", "x#/level/aB-_9?by=me,"]
        {
            assert_eq!(code_in_link(text), Some("aB-_9"), "{text}");
        }
        assert_eq!(code_in_link("https://example.org/#/record/aB"), None);
    }

    #[test]
    fn what_a_shell_would_take_apart_is_quoted() {
        let typed = |text: &str| text.parse::<LevelArgument>().map(|level| level.typed());
        assert_eq!(typed("levels/wall-2.level"), Ok("levels/wall-2.level".to_owned()));
        assert_eq!(typed("x/#/level/aB"), Ok("\"x/#/level/aB\"".to_owned()));
        assert_eq!(typed("my level"), Ok("\"my level\"".to_owned()));
    }

    #[test]
    fn a_clock_that_is_far_off_is_an_error() {
        let moment = Timestamp::UNIX_EPOCH.to_zoned(TimeZone::UTC);
        let error = "the system clock is wrong: invalid date \"1970-01-01\": expected a day from 2026-11-01 to 2999-12-31, like 2026-11-16";
        assert_eq!(day_of(&moment), Err(error.to_owned()));
    }
}
