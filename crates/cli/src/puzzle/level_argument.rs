//! Which level is meant: what stands for one on the command line, and how it is read.

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

use super::attempts::level_of_the_day;
use super::near_names::{in_a_row, nearest};
use crate::text_file::{NOT_TEXT, TextError, read_text};

/// A level as it stands on the command line; nothing has been read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelArgument(String);

/// Why there is no level.
#[derive(Debug, Error)]
pub enum NoLevel {
    /// Nothing can be read there.
    #[error("{name}: {reason}")]
    Unreadable {
        /// Where.
        name: String,
        /// Why.
        reason: String,
    },
    /// Something was read, but it is not a level.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    NotALevel(Vec<Problem>),
}

/// Something that is wrong with a level, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What was read.
    pub name: String,
    /// The line, from 1, where there are lines.
    pub line: Option<usize>,
    /// What is wrong.
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

/// What its problems are told of.
impl fmt::Display for LevelArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if self.is_standard_input() { "standard input" } else { &self.0 })
    }
}

const STANDARD_INPUT: &str = "-";

/// The level of today, or behind it a colon and another day.
const DAILY: &str = "daily";

/// What could not be found in any way.
const NOTHING_KNOWN: &str = "not the name of a level, a file or a level code";

/// Behind this a link has its code.
const LINK: &str = "#/level/";

/// The code in a link. What stands around links in letters ends it: a full stop, a comma, the angle bracket.
fn code_in_link(text: &str) -> Option<&str> {
    let (_, behind) = text.rsplit_once(LINK)?;
    behind.split(|letter: char| !letter.is_ascii_alphanumeric() && !"-_".contains(letter)).next()
}

/// Whether a word is meant as a code, though it cannot be read: it has the version of a code, and about as many characters as the shortest.
fn looks_like_a_code(word: &str, error: &WordError) -> bool {
    word.len() >= 16 && !matches!(error, WordError::Version { .. })
}

impl LevelArgument {
    /// The level of today.
    pub(super) fn daily() -> LevelArgument {
        LevelArgument(DAILY.to_owned())
    }

    /// Whether it is read from standard input.
    pub(super) fn is_standard_input(&self) -> bool {
        self.0 == STANDARD_INPUT
    }

    /// How it is typed in a command.
    pub(super) fn typed(&self) -> String {
        let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:\\".contains(letter);
        // Shells take the # of a link for a comment, and blanks for the end of a word.
        if self.0.chars().all(is_plain) { self.0.clone() } else { format!("\"{}\"", self.0) }
    }

    /// Reads the level that is meant.
    ///
    /// # Errors
    ///
    /// If nothing can be read there, or everything that is wrong with it.
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
            return Ok(level_of_the_day(day_of(&Zoned::now()).map_err(|reason| self.unreadable(reason))?));
        }
        if let Some(day) = lower.strip_prefix(DAILY).and_then(|rest| rest.strip_prefix(':')) {
            let date: Date = day.parse().map_err(|error: NoDate| self.unreadable(error.to_string()))?;
            return Ok(level_of_the_day(date));
        }
        // Numbers are no codes: those begin with the letter of their version.
        if let Ok(number) = text.parse::<usize>() {
            let found = shipped().iter().find(|shipped| shipped.number == number);
            return found.map(|shipped| shipped.level.clone()).ok_or_else(|| {
                self.unreadable(format!("the levels that come with the game are 1 to {}", shipped().len()))
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
                io::ErrorKind::NotFound => "there is no such file".to_owned(),
                _ => error.to_string(),
            }),
            TextError::TooLarge(_) => NoLevel::NotALevel(vec![problem(None, error.to_string())]),
            TextError::NotText { line } => NoLevel::NotALevel(vec![problem(Some(line), NOT_TEXT.to_owned())]),
        })?;
        // A text has several words, a link or its code is one. Files are for texts.
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

/// The day that it is where somebody is.
fn day_of(moment: &Zoned) -> Result<Date, String> {
    let day = moment.date().to_string();
    day.parse().map_err(|error: NoDate| format!("the clock is wrong: {error}"))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::tz::{Offset, TimeZone};

    use super::*;

    #[test]
    fn today_is_the_day_that_the_clock_on_the_wall_shows() {
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
    fn a_clock_that_is_far_out_is_told() {
        let moment = Timestamp::UNIX_EPOCH.to_zoned(TimeZone::UTC);
        let told = "the clock is wrong: \"1970-01-01\" is no day of the years 2000 to 2999, like 2026-11-16";
        assert_eq!(day_of(&moment), Err(told.to_owned()));
    }
}
