//! What the board of a level shows besides the pieces.

use rules::game::FigureSet;
use rules::{Cell, CellSet, FigureId};

use crate::scene::foresight::Hop;

/// The marks of a level. Boards of games have none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PuzzleMarks {
    /// The figures that must not be eaten.
    pub ours: FigureSet,
    /// The figures that must be eaten.
    pub theirs: FigureSet,
    /// The figures that got away: ours that survived.
    pub safe: FigureSet,
    /// The stones that the player has laid or moved, by their numbers.
    pub laid_stones: Vec<u8>,
    /// The figures that the player has laid or moved.
    pub laid_figures: FigureSet,
    /// The spaces of each pool and teleporter that the player has laid or turned.
    pub laid_floor: Vec<CellSet>,
    /// The spaces onto which what is in the hand may be put.
    pub legal: CellSet,
    /// The spaces onto which some piece may be put.
    pub areas: CellSet,
    /// The spaces of the pieces that may be moved and have not been yet.
    pub movable: CellSet,
    /// The spaces of the teleporters that may be turned and have not been yet.
    pub turnable: CellSet,
    /// The space that matters first, once the player has asked.
    pub hinted: CellSet,
    /// The way that the monster went.
    pub walk: Vec<Hop>,
    /// Everybody who was eaten.
    pub eaten: Vec<EatenMark>,
    /// Where it went wrong.
    pub wrong: Option<WrongMark>,
}

/// Somebody who was eaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EatenMark {
    /// The figure.
    pub figure: FigureId,
    /// The last space it was on.
    pub at: Cell,
    /// The step in which it was eaten.
    pub step: u32,
    /// Whether something else is drawn on that space.
    pub is_aside: bool,
}

/// The space where it went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongMark {
    /// Where the monster looked.
    pub at: Cell,
    /// In which step.
    pub step: u32,
}
