//! Moves and questions typed as one line: `R4 k6 k5`, `3 out`, `where red 4`, `undo`.
//!
//! A line becomes a [`Command`] (`read`): can it be read? A command becomes an [`Answer`] (`obey`): is it allowed now?
//! Both say what is wrong and where in the line, as data. `docs/typed-moves.md` describes the language.

mod obey;
mod read;

use std::ops::Range;

use rules::game::Band;
use rules::{Cell, Direction, FigureId, StepProblem, Whereabouts};

use super::text_board::Untold;

pub use self::obey::{Act, Answer, Subject, obey};
pub use self::read::{Reader, Vocabulary};

/// The longest line that is read, in characters.
pub const LONGEST_LINE: usize = 200;

/// A word that a line can be made of, in whatever language it is typed.
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
    /// Take the last thing back.
    Undo,
    /// Do what is planned.
    Confirm,
    /// Where figures are.
    Where,
    /// What is on a space.
    Look,
    /// Where the monster is and what it sees.
    Monster,
    /// Which tombstones are left.
    Tombstones,
    /// What the next run can bring.
    Dangers,
    /// What can be typed.
    Help,
    /// Jump over what is shown.
    Skip,
    /// One step of the monster.
    Step,
    /// Let the monster run on.
    GoOn,
    /// Show the last run once more.
    Again,
    /// Ask why the monster did its last step.
    Why,
    /// A colour; the number that is seen follows.
    Band(Band),
    /// One step that way.
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
    /// Plan a move, or only take a figure into the hand.
    Move {
        /// Which figure.
        figure: Said<Named>,
        /// Where it is to go.
        course: Course,
        /// Whether to do it without asking again.
        at_once: bool,
    },
    /// Another result at the goal that is planned: this one from 1, or the next.
    Result(Option<Said<usize>>),
    /// Take the last thing back.
    Undo,
    /// Do what is planned.
    Confirm,
    /// Where a figure is, or all of them.
    Where(Option<Said<Named>>),
    /// What is on a space.
    Look(Cell),
    /// Where the monster is and what it sees.
    Monster,
    /// Which tombstones are left.
    Tombstones,
    /// What the next run can bring.
    Dangers,
    /// What can be typed.
    Help,
    /// Jump over what is shown.
    Skip,
    /// One step of the monster.
    Step,
    /// Let the monster run on.
    GoOn,
    /// Show the last run once more.
    Again,
    /// Ask why the monster did its last step.
    Why,
}

/// Something that was said, and where in the line, in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<T> {
    /// What.
    pub it: T,
    /// Where.
    pub at: Range<usize>,
}

/// How a figure is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Not at all: the one that has been chosen.
    InHand,
    /// By its name in the notation, which never changes: `R4`.
    Figure(FigureId),
    /// By the number that lies up: to be moved, one that can be; in a question, any of the player's.
    Shown(u8),
    /// By its colour and the number that lies up, as the log calls it.
    OfColour(Band, u8),
}

/// Where a figure is to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Course {
    /// Not said yet.
    Open,
    /// Nowhere.
    Stay,
    /// To this place by the cheapest way, with this result from 1 if there are several.
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
    /// Where somebody is then who goes there.
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
    /// To a neighbouring place, and on over blood.
    To(Place),
    /// That way.
    Go(Direction),
}

/// What is wrong with a line, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// What.
    pub what: Problem,
    /// Where in the line, in characters.
    pub at: Range<usize>,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The line is longer than anything that makes sense.
    TooLong,
    /// This word means nothing here.
    Unknown(String),
    /// This word is one too many.
    TooMuch(String),
    /// A space is missing at the end.
    CellMissing,
    /// A number is missing behind a colour.
    NumberMissing,
    /// Nobody at the screen is to move now.
    NoHand,
    /// No figure is named, and none has been chosen.
    NothingInHand,
    /// There is no move to be confirmed.
    NothingPlanned,
    /// There is nothing to be taken back.
    NothingToUndo,
    /// Nothing is shown that could be jumped over.
    NothingShown,
    /// The monster does not run.
    NoRun,
    /// No run has been seen yet.
    NothingAgain,
    /// This is not told now.
    Untold(Untold),
    /// The figure does not take part.
    NotInGame(FigureId),
    /// It belongs to somebody else.
    NotYours(FigureId),
    /// It has moved, or is not in play.
    CannotMove(FigureId),
    /// No figure that can be moved shows this number.
    NobodyShows(u8),
    /// It does not get there with its points.
    TooFar {
        /// Where to.
        place: Whereabouts,
        /// Its points.
        points: u8,
    },
    /// More steps than the figure has points.
    TooManySteps {
        /// Its points.
        points: u8,
    },
    /// This is not one step from where it is then.
    NotOneStep {
        /// Where it is.
        from: Whereabouts,
        /// Where it is to go.
        to: Whereabouts,
    },
    /// A step is against the rules.
    Step(StepProblem),
    /// The move would end on another figure's space.
    EndsOnFigure {
        /// The space.
        at: Cell,
        /// Who is there.
        other: FigureId,
    },
    /// There are not so many results.
    NoSuchResult {
        /// How many there are.
        of: usize,
    },
}
