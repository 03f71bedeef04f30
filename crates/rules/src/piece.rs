//! The things that can be on a space: stones, figures, teleporters and the monster.

use serde::{Deserialize, Serialize};

use crate::geometry::{Cell, Direction};

/// One of the at most 28 figures in a position. A position treats it as a mere number; the [`game`](crate::game) gives
/// it a band and movement points, and the [`notation`](crate::notation) a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FigureId(u8);

impl FigureId {
    /// The maximum number of figures: four of each of seven bands.
    pub const COUNT: usize = 28;

    /// The figure with this number, or `None` if the number is not below [`COUNT`](FigureId::COUNT).
    #[must_use]
    pub const fn new(number: u8) -> Option<FigureId> {
        if (number as usize) < Self::COUNT { Some(FigureId(number)) } else { None }
    }

    /// All figures, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = FigureId> {
        (0..Self::COUNT as u8).map(FigureId)
    }

    /// The number of the figure, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The place of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts<At = Cell> {
    /// Outside the entrance.
    Waiting,
    /// In the fortress.
    On(At),
    /// Out by the exit.
    Escaped,
    /// Eaten by the monster.
    Eaten,
}

/// The kind of a stone: the side of its tile that is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Stone {
    /// Blocks the view and has no other effect.
    Plain,
    /// Does not block the view.
    Crystal,
    /// Turns the monster to its right.
    TurnRight,
    /// Turns the monster around.
    TurnAround,
}

impl Stone {
    /// All kinds, in the order of the rules.
    pub const ALL: [Stone; 4] = [Self::Plain, Self::Crystal, Self::TurnRight, Self::TurnAround];

    /// Whether the stone blocks a line of sight.
    #[must_use]
    pub const fn is_opaque(self) -> bool {
        !matches!(self, Stone::Crystal)
    }

    /// The new facing of a monster that meets the stone facing `facing`, or `None` if it is not a turning stone.
    #[must_use]
    pub const fn turn(self, facing: Direction) -> Option<Direction> {
        match self {
            Stone::Plain | Stone::Crystal => None,
            Stone::TurnRight => Some(facing.right()),
            Stone::TurnAround => Some(facing.opposite()),
        }
    }
}

/// A thing that can be pushed or shoved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// A stone of this kind.
    Stone(Stone),
    /// This figure.
    Figure(FigureId),
}

/// One of a pair of teleporters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Teleporter {
    /// The space of the teleporter.
    pub at: Cell,
    /// The facing of a monster that comes out here.
    pub arrow: Direction,
}

/// The monster on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Monster<At = Cell> {
    /// The space of the monster.
    pub at: At,
    /// The direction in which it looks and walks.
    pub facing: Direction,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whereabouts_is_one_byte_even_where_there_may_be_none() {
        assert_eq!(size_of::<Option<Whereabouts>>(), 1);
    }

    #[test]
    fn there_are_28_figures() {
        assert_eq!(FigureId::all().count(), 28);
        assert_eq!(FigureId::new(27).map(FigureId::index), Some(27));
        assert_eq!(FigureId::new(28), None);
    }
}
