//! Classifies the lines of a record. Both parsers use it: the one that plays the game, and the one that does not.

use super::headers::Version;
use super::{RecordTextProblem as Problem, TITLE};
use crate::notation::shortened;

/// A line of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordLine<'a> {
    /// The title, a comment or a blank line.
    Blank,
    /// A header.
    Header { version: Version, key: &'a str, value: &'a str },
    /// An action.
    Action(&'a str),
    /// The result.
    Result(&'a str),
    /// The seed of a finished game.
    Seed(&'a str),
    /// The salt of a finished game.
    Salt(&'a str),
}

/// Classifies the lines of a record: what a line is depends on the lines before it.
#[derive(Debug, Default)]
pub(super) struct Lines {
    version: Option<Version>,
    has_action: bool,
    has_result: bool,
}

impl Lines {
    /// Classifies the next line.
    pub(super) fn next<'a>(&mut self, line: &'a str) -> Result<RecordLine<'a>, Problem> {
        let line = line.trim();
        let Some(version) = self.version else {
            self.version = Some(title(line)?);
            return Ok(RecordLine::Blank);
        };
        if line.is_empty() || line.starts_with('#') {
            return Ok(RecordLine::Blank);
        }
        let keyed = line.split_once(':').map(|(key, value)| (key, value.trim()));
        match keyed {
            Some(("seed", hex)) if self.has_result => Ok(RecordLine::Seed(hex)),
            Some(("salt", hex)) if self.has_result => Ok(RecordLine::Salt(hex)),
            _ if self.has_result => Err(Problem::AfterEnd(shortened(line))),
            Some(("seed" | "salt", _)) => Err(Problem::Missing("result")),
            Some(("result", result)) => {
                self.has_result = true;
                Ok(RecordLine::Result(result))
            }
            Some((key, value)) if !self.has_action => Ok(RecordLine::Header { version, key, value }),
            _ => {
                self.has_action = true;
                Ok(RecordLine::Action(line))
            }
        }
    }

    /// Checks that the text was a whole record.
    pub(super) fn finish(&self) -> Result<(), Problem> {
        match (self.version, self.has_result) {
            (None, _) => Err(Problem::NotARecord),
            (Some(_), false) => Err(Problem::BreaksOff),
            (Some(_), true) => Ok(()),
        }
    }
}

fn title(line: &str) -> Result<Version, Problem> {
    // An editor may have added a byte-order mark.
    match line.trim_start_matches('\u{feff}').strip_prefix(TITLE) {
        Some(" 1") => Ok(Version::One),
        Some(" 2") => Ok(Version::Two),
        Some(version) => Err(Problem::UnknownVersion(shortened(version.trim()))),
        None => Err(Problem::NotARecord),
    }
}
