//! The stones on the board.

use std::hash::{Hash, Hasher};

use crate::geometry::{Cell, CellSet, Lanes};
use crate::piece::Stone;

/// The stones on the board, at most one per space.
///
/// Plain stones have no set of their own: they are the opaque stones that do not turn the monster.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Stones {
    opaque: Lanes,
    crystal: CellSet,
    turn_right: CellSet,
    turn_around: CellSet,
}

impl Hash for Stones {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Hashing the turning stones as well would hardly distinguish more positions.
        self.opaque.hash(state);
        self.crystal.hash(state);
    }
}

impl Stones {
    /// The stones that block a line of sight.
    #[inline]
    pub(crate) fn opaque(&self) -> &Lanes {
        &self.opaque
    }

    /// The spaces of all stones.
    #[inline]
    pub(crate) fn cells(&self) -> CellSet {
        self.opaque.cells().union(&self.crystal)
    }

    #[inline]
    pub(crate) fn has(&self, cell: Cell) -> bool {
        self.opaque.has(cell) || self.crystal.has(cell)
    }

    #[inline]
    pub(crate) fn at(&self, cell: Cell) -> Option<Stone> {
        if !self.opaque.has(cell) {
            self.crystal.has(cell).then_some(Stone::Crystal)
        } else if self.turn_right.has(cell) {
            Some(Stone::TurnRight)
        } else if self.turn_around.has(cell) {
            Some(Stone::TurnAround)
        } else {
            Some(Stone::Plain)
        }
    }

    pub(crate) fn put(&mut self, stone: Stone, cell: Cell) {
        if stone.is_opaque() {
            self.opaque.insert(cell);
        }
        if let Some(set) = self.set_of(stone) {
            set.insert(cell);
        }
    }

    pub(crate) fn remove(&mut self, stone: Stone, cell: Cell) {
        if stone.is_opaque() {
            self.opaque.remove(cell);
        }
        if let Some(set) = self.set_of(stone) {
            set.remove(cell);
        }
    }

    fn set_of(&mut self, stone: Stone) -> Option<&mut CellSet> {
        match stone {
            Stone::Plain => None,
            Stone::Crystal => Some(&mut self.crystal),
            Stone::TurnRight => Some(&mut self.turn_right),
            Stone::TurnAround => Some(&mut self.turn_around),
        }
    }
}
