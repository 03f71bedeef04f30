//! Moves and questions typed as one line: `R4 k6 k5`, `3 out`, `where red 4`, `undo`.
//!
//! `read` parses a line into a [`Command`]; `obey` checks whether it is allowed and turns it into an [`Answer`]. Both
//! report what is wrong and where in the line, as data. `docs/typed-moves.md` describes the language.

mod obey;
mod read;

use std::ops::Range;

use rules::game::Band;
use rules::{Cell, Direction, FigureId, StepProblem, Whereabouts};

use super::text_board::Untold;

pub use self::obey::{Act, Answer, Subject, obey};
pub use self::read::{Reader, Vocabulary};

/// The longest line, in characters.
pub const LONGEST_LINE: usize = 200;

/// A word of the language, independent of the natural language it is typed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The figure stays where it is.
    Stay,
    /// In by the entrance.
    In,
    /// Out by the exit.
    Out,
    /// Another result at the same goal.
    Result,
    /// Undo the last thing.
    Undo,
    /// Confirm the plan.
    Confirm,
    /// Where figures are.
    Where,
    /// What is on a space.
    Look,
    /// Where the monster is, and what it sees.
    Monster,
    /// Which tombstones are left.
    Tombstones,
    /// What the next run can bring.
    Dangers,
    /// What can be typed.
    Help,
    /// Skip what is animated.
    Skip,
    /// One step of the monster.
    Step,
    /// Let the monster run on.
    GoOn,
    /// Show the last run again.
    Again,
    /// Explain the monster's last step.
    Why,
    /// A colour; a visible number follows.
    Band(Band),
    /// One step in this direction.
    Go(Direction),
}

impl Word {
    /// Every word.
    pub fn all() -> impl Iterator<Item = Word> {
        let plain = [
            Word::Stay,
            Word::In,
            Word::Out,
            Word::Result,
            Word::Undo,
            Word::Confirm,
            Word::Where,
            Word::Look,
            Word::Monster,
            Word::Tombstones,
            Word::Dangers,
            Word::Help,
            Word::Skip,
            Word::Step,
            Word::GoOn,
            Word::Again,
            Word::Why,
        ];
        plain.into_iter().chain(Band::ALL.map(Word::Band)).chain(Direction::ALL.map(Word::Go))
    }
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Plan a move, or only choose a figure.
    Move {
        /// The figure.
        figure: Said<Named>,
        /// The goal.
        course: Course,
        /// Whether to make the move without confirmation.
        at_once: bool,
    },
    /// Another result at the planned goal: this one from 1, or the next.
    Result(Option<Said<usize>>),
    /// Undo the last thing.
    Undo,
    /// Confirm the plan.
    Confirm,
    /// Where a figure is, or all of them.
    Where(Option<Said<Named>>),
    /// What is on a space.
    Look(Cell),
    /// Where the monster is, and what it sees.
    Monster,
    /// Which tombstones are left.
    Tombstones,
    /// What the next run can bring.
    Dangers,
    /// What can be typed.
    Help,
    /// Skip what is animated.
    Skip,
    /// One step of the monster.
    Step,
    /// Let the monster run on.
    GoOn,
    /// Show the last run again.
    Again,
    /// Explain the monster's last step.
    Why,
}

/// A value and its place in the line, in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<T> {
    /// The value.
    pub it: T,
    /// Its place.
    pub at: Range<usize>,
}

/// How a figure is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Not at all: the chosen one.
    InHand,
    /// By its name in the notation, which never changes: `R4`.
    Figure(FigureId),
    /// By its visible number: in a move, a figure that can be moved; in a question, any of the player's figures.
    Shown(u8),
    /// By its colour and its visible number, as the log names it.
    OfBand(Band, u8),
}

/// The goal of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Course {
    /// None given.
    Open,
    /// Stay.
    Stay,
    /// This place by the cheapest path, with this result from 1 if there are several.
    Goal(Said<Place>, Option<Said<usize>>),
    /// Step by step.
    Steps(Vec<Said<Leg>>),
}

/// A place that can be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A space.
    On(Cell),
    /// In by the entrance.
    In,
    /// Out by the exit.
    Out,
}

impl Place {
    /// Where a figure is after going there.
    #[must_use]
    pub const fn whereabouts(self) -> Whereabouts {
        match self {
            Place::On(cell) => Whereabouts::On(cell),
            Place::In => Whereabouts::On(Cell::ENTRANCE),
            Place::Out => Whereabouts::Escaped,
        }
    }
}

/// One step of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// To a neighbouring place, and further over blood.
    To(Place),
    /// In this direction.
    Go(Direction),
}

/// What is wrong with a line, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The problem.
    pub what: Problem,
    /// Its place in the line, in characters.
    pub at: Range<usize>,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The line is too long.
    TooLong,
    /// The word is unknown or does not belong here.
    Unknown(String),
    /// The word is superfluous.
    TooMuch(String),
    /// A space is missing at the end.
    CellMissing,
    /// A number is missing after a colour.
    NumberMissing,
    /// No player at the screen is to move.
    NoHand,
    /// No figure is named, and none is chosen.
    NothingInHand,
    /// There is no move to confirm.
    NothingPlanned,
    /// There is nothing to undo.
    NothingToUndo,
    /// Nothing is animated that could be skipped.
    NothingShown,
    /// The monster is not running.
    NoRun,
    /// There was no run yet.
    NothingAgain,
    /// The table does not reveal this.
    Untold(Untold),
    /// The figure does not take part in the game.
    NotInGame(FigureId),
    /// It belongs to another player.
    NotYours(FigureId),
    /// It has moved, or is not in play.
    CannotMove(FigureId),
    /// No figure that can be moved shows this number.
    NobodyShows(u8),
    /// It cannot get there with its points.
    TooFar {
        /// The goal.
        place: Whereabouts,
        /// Its points.
        points: u8,
    },
    /// More steps than the figure has points.
    TooManySteps {
        /// Its points.
        points: u8,
    },
    /// This is not one step from where it would be.
    NotOneStep {
        /// Where it would be.
        from: Whereabouts,
        /// The named place.
        to: Whereabouts,
    },
    /// A step is illegal.
    Step(StepProblem),
    /// The move would end on another figure's space.
    EndsOnFigure {
        /// The space.
        at: Cell,
        /// The figure that is there.
        other: FigureId,
    },
    /// There are fewer results.
    NoSuchResult {
        /// How many there are.
        of: usize,
    },
}
