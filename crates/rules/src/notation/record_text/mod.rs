//! The record as a text file, `.floors`: one that a person can read and a diff can show. See `docs/records.md`.

mod headings;
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

/// The first line of the format this program writes, without its version.
const TITLE: &str = "Fearsome Floors record, version";

/// A record that was read, and the line of each of its actions.
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
    /// What is wrong there.
    pub problem: RecordTextProblem,
}

/// What is wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordTextProblem {
    /// It begins with something else.
    #[error("this is not a record: a record begins with \"{TITLE} 2\"")]
    NotARecord,
    /// Made by a later program.
    #[error("unknown version {0:?}: versions 1 and 2 are known")]
    UnknownVersion(String),
    /// It cannot be read.
    #[error("{wanted} expected, found {found:?}")]
    Expected {
        /// What should stand there.
        wanted: &'static str,
        /// What stands there.
        found: String,
    },
    /// It names something unknown.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// A heading is repeated.
    #[error("duplicate {0}")]
    Twice(&'static str),
    /// A heading is missing before the first action.
    #[error("the {0} is missing")]
    Missing(&'static str),
    /// There can be no such table.
    #[error(transparent)]
    Players(#[from] PlayersProblem),
    /// A tile of the prepared fortress may not lie there.
    #[error(transparent)]
    Placing(#[from] PlacingProblem),
    /// Only a prepared or random fortress has its tiles in the headings.
    #[error("a tile must follow \"fortress: prepared\" or \"fortress: random\"")]
    TileNotPrepared,
    /// The game cannot be played like that.
    #[error(transparent)]
    Terms(#[from] TermsProblem),
    /// The fortress lacks tiles.
    #[error("the fortress has {0} of 17 tiles")]
    TilesMissing(usize),
    /// No seat of this table.
    #[error("there is no seat {0}")]
    NoSuchSeat(usize),
    /// The action is against the rules.
    #[error(transparent)]
    Record(#[from] RecordProblem),
    /// A figure comes from, or to, another place than the text says.
    #[error("the path of {figure} is {actual}, not {told}")]
    OtherWay {
        /// Who.
        figure: FigureId,
        /// What the text says.
        told: String,
        /// The way it really goes.
        actual: String,
    },
    /// Two places that no single step joins.
    #[error("no step leads from {from} to {to}")]
    NoStep {
        /// From here.
        from: String,
        /// To there.
        to: String,
    },
    /// The result is another one.
    #[error("the result is: {0}")]
    OtherResult(String),
    /// Something follows the result.
    #[error("unexpected {0:?} after the result")]
    AfterEnd(String),
    /// The text breaks off.
    #[error("the record breaks off: its result is missing")]
    BreaksOff,
    /// A situation that cannot be read.
    #[error(transparent)]
    Situation(#[from] StringError),
    /// A word that is not the name of a bot.
    #[error(transparent)]
    BotName(#[from] NotABotName),
    /// A game from a situation has its fortress, length and first player from there.
    #[error("{0} does not go with \"from\": the situation has it")]
    InSituation(&'static str),
    /// The seats are not those of the situation.
    #[error("the bands of the seats are not those of the situation")]
    OtherSeats,
    /// Chance did not go as the seed says.
    #[error(transparent)]
    Unfair(#[from] Unfair),
    /// Seed or salt of a finished game is missing.
    #[error("the game is over, but its {0} is missing")]
    SecretMissing(&'static str),
}
