//! Records as text files, `.floors`, that people can read and diff. See `docs/records.md`.

mod headers;
mod lines;
mod outline;
mod read;
mod write;

use thiserror::Error;

use super::names::UnknownName;
use crate::game::{PlacingProblem, PlayersProblem};
use crate::notation::StringError;
use crate::piece::FigureId;
use crate::record::{Record, RecordProblem, Unfair};
use crate::terms::{NotABotName, TermsProblem};

pub use outline::RecordOutline;
pub use write::result_text;

/// The first line of a record, without its version.
const TITLE: &str = "Fearsome Floors record, version";

/// A parsed record, and the line of each of its actions.
#[derive(Clone, Debug)]
pub struct RecordText {
    /// The record.
    pub record: Record,
    /// The line of each action, from 1.
    pub lines: Vec<usize>,
}

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: RecordTextProblem,
}

/// What is wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordTextProblem {
    /// The text does not begin with the title of a record.
    #[error("this is not a record: a record begins with \"{TITLE} 2\"")]
    NotARecord,
    /// The version is not known.
    #[error("unknown version {0:?}: versions 1 and 2 are known")]
    UnknownVersion(String),
    /// The line cannot be parsed.
    #[error("{wanted} expected, found {found:?}")]
    Expected {
        /// What was expected.
        wanted: &'static str,
        /// What was found.
        found: String,
    },
    /// A name is not known.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// A header is repeated.
    #[error("duplicate {0}")]
    Twice(&'static str),
    /// A header is missing before the first action.
    #[error("the {0} is missing")]
    Missing(&'static str),
    /// These players cannot play together.
    #[error(transparent)]
    Players(#[from] PlayersProblem),
    /// A tile of the prepared fortress may not lie there.
    #[error(transparent)]
    Placing(#[from] PlacingProblem),
    /// Only a prepared or random fortress has its tiles in the headers.
    #[error("a tile must follow \"fortress: prepared\" or \"fortress: random\"")]
    TileNotPrepared,
    /// The terms are invalid.
    #[error(transparent)]
    Terms(#[from] TermsProblem),
    /// The fortress is not complete.
    #[error("the fortress has {0} of 17 tiles")]
    TilesMissing(usize),
    /// There is no such seat in this game.
    #[error("there is no seat {0}")]
    NoSuchSeat(usize),
    /// The action is illegal.
    #[error(transparent)]
    Record(#[from] RecordProblem),
    /// The places of a move differ from those in the text.
    #[error("the path of {figure} is {actual}, not {told}")]
    OtherWay {
        /// The figure.
        figure: FigureId,
        /// The path according to the text.
        told: String,
        /// The actual path.
        actual: String,
    },
    /// No single step connects two places of a move.
    #[error("no step leads from {from} to {to}")]
    NoStep {
        /// The first place.
        from: String,
        /// The second place.
        to: String,
    },
    /// The text has the wrong result. This is the actual one.
    #[error("the result is: {0}")]
    OtherResult(String),
    /// Something follows the result.
    #[error("unexpected {0:?} after the result")]
    AfterEnd(String),
    /// The text ends before the result.
    #[error("the record breaks off: its result is missing")]
    BreaksOff,
    /// The situation cannot be parsed.
    #[error(transparent)]
    Situation(#[from] StringError),
    /// A word is not the name of a bot.
    #[error(transparent)]
    BotName(#[from] NotABotName),
    /// A game that begins from a situation takes its fortress, length and first player from it.
    #[error("{0} cannot be combined with \"from\": the situation defines it")]
    InSituation(&'static str),
    /// The seats are not those of the situation.
    #[error("the bands of the seats are not those of the situation")]
    OtherSeats,
    /// Chance in the game does not agree with the seed.
    #[error(transparent)]
    Unfair(#[from] Unfair),
    /// The seed or salt of a finished game is missing.
    #[error("the game is over, but its {0} is missing")]
    SecretMissing(&'static str),
}
