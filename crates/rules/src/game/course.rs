//! The flow of turns (RULES 3): which turn it is, who starts it, which tombstones have been used, and what follows.

use super::event::{GameEvent, OnBoard};
use super::{Face, Length, Seat, Tombstones};
use crate::event::{Event, Sink};
use crate::piece::{FigureId, Whereabouts};
use crate::position::Position;
use crate::tombstone::Tombstone;

/// The number of turns in a stage.
pub const TURNS: u8 = 7;

/// RULES 3: the number of figures each player moves on the first turn of the game.
pub(super) const MOVES_ON_FIRST_TURN: usize = 2;

/// One of the two halves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Eaten figures come back.
    One,
    /// Eaten figures are out for good.
    Two,
}

impl Stage {
    /// 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Stage::One => 1,
            Stage::Two => 2,
        }
    }

    /// Whether this position ends the game: in stage two, when no figure is left in play.
    #[must_use]
    pub fn ends_with(self, position: &Position) -> bool {
        self == Stage::Two && !FigureId::all().any(|figure| position.is_in_play(figure))
    }

    /// Runs the monster; in stage one the figures it eats return to the entrance.
    pub(super) fn run(self, position: &mut Position, tombstone: Tombstone, sink: &mut impl Sink<GameEvent>) {
        let eaten = position.run(tombstone, &mut OnBoard(sink));
        if self == Stage::One {
            // RULES 3: outside the entrance, not turned over.
            for figure in eaten {
                position.put_figure(figure, Whereabouts::Waiting);
                sink.tell(|| GameEvent::Board(Event::FigureReturned { figure }));
            }
        }
    }
}

/// How far a game has come.
///
/// Invariant: `turn` is from 1 to [`TURNS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Course {
    stage: Stage,
    turn: u8,
    start: Seat,
    used: Tombstones,
}

impl Course {
    /// The first turn of a game.
    #[must_use]
    pub const fn new(start: Seat) -> Course {
        Course { stage: Stage::One, turn: 1, start, used: Tombstones::NONE }
    }

    /// Any turn, or `None` if a stage has no turn of this number.
    #[must_use]
    pub fn at(stage: Stage, turn: u64, start: Seat, used: Tombstones) -> Option<Course> {
        let turn = u8::try_from(turn).ok().filter(|turn| (1..=TURNS).contains(turn))?;
        Some(Course { stage, turn, start, used })
    }

    /// The stage.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The turn within the stage, from 1 to [`TURNS`].
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// The turn within the game, from 1 to twice [`TURNS`].
    #[must_use]
    pub const fn turn_of_game(&self) -> u8 {
        (self.stage.number() - 1) * TURNS + self.turn
    }

    /// The seat that has the start marker.
    #[must_use]
    pub const fn start(&self) -> Seat {
        self.start
    }

    /// The tombstones used in this stage.
    #[must_use]
    pub const fn used(&self) -> Tombstones {
        self.used
    }

    /// Whether this is the first turn of the game, which has rules of its own.
    #[must_use]
    #[inline]
    pub const fn is_first_turn(&self) -> bool {
        self.turn_of_game() == 1
    }

    /// The tombstones that can still come up in this stage.
    #[must_use]
    pub fn left(&self, length: Length) -> Tombstones {
        Tombstones::of_game(length).without(&self.used)
    }

    /// The tombstones of which one will be carried out next, each with the same chance.
    #[must_use]
    pub fn next_tombstones(&self, length: Length) -> Tombstones {
        // [R10]: "3 hits" is not a number either. What was shown before the first number changes nothing: all
        // numbers are still in the pile, each as likely as before to come first.
        if self.is_first_turn() { self.left(length).numbers() } else { self.left(length) }
    }

    /// The side of a figure in play that lies up: every figure is turned over once a turn.
    #[must_use]
    pub const fn face(&self, has_moved: bool) -> Face {
        let times_turned = self.turn_of_game() - 1 + has_moved as u8;
        if times_turned.is_multiple_of(2) { Face::Bright } else { Face::Dark }
    }

    /// Records the tombstone that ends this turn.
    pub(super) fn flip(&mut self, tombstone: Tombstone) {
        self.used.add(tombstone);
    }

    /// The turn after this one, or `None` after the last of the game. `next` is the seat that gets the start marker.
    pub(crate) fn next_turn(&self, next: Seat) -> Option<Course> {
        if self.turn < TURNS {
            return Some(Course { turn: self.turn + 1, start: next, ..*self });
        }
        match self.stage {
            Stage::One => Some(Course { stage: Stage::Two, ..Course::new(next) }),
            Stage::Two => None,
        }
    }
}
