//! Everything on the board at one moment, and the few primitives that change it.
//!
//! There are no rules here: [`figure_move`](crate::figure_move) and [`monster`](crate::monster) decide what happens.

use crate::event::Event;
use crate::geometry::{Cell, CellSet, Direction, Lanes};
use crate::piece::{FigureId, Monster, Piece, Stone, Teleporter, Whereabouts};
use crate::stones::Stones;

/// Everything on the board: floor, stones, figures, monster.
///
/// Invariant: it satisfies everything that is checked of a [`Setup`](crate::Setup). A space has at most one occupant,
/// only the monster can be on a teleporter, and no stone, blood or teleporter is on a corner. Positions with the same
/// things in the same places are equal and have the same hash, however they came about.
///
/// It is small and `Copy`, so that search can create and discard millions of positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) figures: Lanes,
    pub(crate) stones: Stones,
    /// The spaces with nothing on them, neither floor tile nor piece; the monster does not count. Most steps lead to
    /// such a space and need no further checks.
    pub(crate) bare: CellSet,
    blood: CellSet,
    /// The pairs, and the ends of each pair, sorted by space: how the pairs were numbered makes no difference between
    /// positions.
    pub(crate) teleporters: [Option<[Teleporter; 2]>; 2],
    /// Indexed by `FigureId`; `None` for figures that do not take part.
    whereabouts: [Option<Whereabouts>; FigureId::COUNT],
    monster: Option<Monster>,
}

impl Position {
    /// A position with nothing on the board.
    pub(crate) fn empty() -> Position {
        Position {
            figures: Lanes::default(),
            stones: Stones::default(),
            bare: Cell::ALL.into_iter().collect(),
            blood: CellSet::EMPTY,
            teleporters: [None; 2],
            whereabouts: [None; FigureId::COUNT],
            monster: None,
        }
    }

    /// The monster; `None` if the position was set up without one.
    #[must_use]
    #[inline]
    pub fn monster(&self) -> Option<Monster> {
        self.monster
    }

    /// Whether `figure` is on the board or waiting outside.
    #[must_use]
    #[inline]
    pub fn is_in_play(&self, figure: FigureId) -> bool {
        matches!(self.whereabouts(figure), Some(Whereabouts::Waiting | Whereabouts::On(_)))
    }

    /// The whereabouts of `figure`, or `None` if it does not take part.
    #[must_use]
    #[inline]
    pub fn whereabouts(&self, figure: FigureId) -> Option<Whereabouts> {
        self.whereabouts[figure.index()]
    }

    /// Every figure that takes part, in order, with its whereabouts.
    pub fn figures(&self) -> impl Iterator<Item = (FigureId, Whereabouts)> + '_ {
        FigureId::all().filter_map(|figure| Some((figure, self.whereabouts(figure)?)))
    }

    /// Every stone with its space, ordered by row, then column.
    pub fn stones(&self) -> impl Iterator<Item = (Stone, Cell)> + '_ {
        Cell::ALL.into_iter().filter_map(|cell| Some((self.stone_at(cell)?, cell)))
    }

    /// The spaces with stones on them.
    #[must_use]
    #[inline]
    pub fn stone_cells(&self) -> CellSet {
        self.stones.cells()
    }

    /// The spaces with blood on them.
    #[must_use]
    pub fn blood(&self) -> &CellSet {
        &self.blood
    }

    /// The pairs of teleporters.
    pub fn teleporters(&self) -> impl Iterator<Item = [Teleporter; 2]> + '_ {
        self.teleporters.iter().flatten().copied()
    }

    /// The stone on this space.
    #[must_use]
    #[inline]
    pub fn stone_at(&self, cell: Cell) -> Option<Stone> {
        self.stones.at(cell)
    }

    /// The figure on this space.
    #[must_use]
    #[inline]
    pub fn figure_at(&self, cell: Cell) -> Option<FigureId> {
        if !self.figures.has(cell) {
            return None;
        }
        FigureId::all().find(|figure| self.whereabouts(*figure) == Some(Whereabouts::On(cell)))
    }

    /// The stone or figure on this space.
    #[must_use]
    #[inline]
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.figure_at(cell).map(Piece::Figure).or_else(|| self.stone_at(cell).map(Piece::Stone))
    }

    /// Where the teleporter on this space leads: the other one of its pair.
    #[must_use]
    #[inline]
    pub fn teleporter_exit(&self, cell: Cell) -> Option<Teleporter> {
        self.teleporters.iter().flatten().find_map(|[one, other]| {
            if cell == one.at {
                Some(*other)
            } else if cell == other.at {
                Some(*one)
            } else {
                None
            }
        })
    }

    /// Whether no stone, figure or monster is on this space.
    #[must_use]
    #[inline]
    pub fn is_free(&self, cell: Cell) -> bool {
        !self.figures.has(cell) && !self.stones.has(cell) && !self.has_monster(cell)
    }

    /// Whether nothing lies on this space, neither floor tile nor piece. The monster does not count.
    #[must_use]
    #[inline]
    pub fn is_bare(&self, cell: Cell) -> bool {
        self.bare.has(cell)
    }

    /// Whether the monster stands on this space.
    #[must_use]
    #[inline]
    pub fn has_monster(&self, cell: Cell) -> bool {
        self.monster.is_some_and(|monster| monster.at == cell)
    }

    /// Replays one event by calling the same primitive as the rules.
    ///
    /// It checks nothing, so it must not be used for events from outside. The event must have happened in exactly this
    /// position; any other event may leave an illegal position.
    pub fn apply_unchecked(&mut self, event: &Event) {
        match *event {
            Event::FigureEntered { figure, at } => self.put_figure(figure, Whereabouts::On(at)),
            Event::FigureMoved { figure, from, to, .. } => {
                self.put_figure(figure, Whereabouts::On(to));
                self.keep_figures(from);
            }
            Event::FigureEscaped { figure, from } => {
                self.put_figure(figure, Whereabouts::Escaped);
                self.keep_figures(from);
            }
            Event::FigureEaten { figure, .. } | Event::FigureLeftBehind { figure } => {
                self.put_figure(figure, Whereabouts::Eaten);
            }
            Event::FigureReturned { figure } => self.put_figure(figure, Whereabouts::Waiting),
            Event::StoneMoved { stone, from, to, .. } => self.shift_stone(stone, from, to),
            Event::StoneLost { stone, from, .. } => self.remove_stone(stone, from),
            Event::MonsterTurned { to, .. } => self.turn(to),
            Event::MonsterSpun { facing, .. } => self.turn(facing),
            Event::MonsterMoved { to, .. } => self.enter(to),
            Event::MonsterTeleported { to, facing, .. } => {
                self.enter(to);
                self.turn(facing);
            }
            Event::MonsterLooked { .. } | Event::MonsterHeld { .. } | Event::PointSpent { .. } => {}
        }
    }
}

/// The primitives: the only code that changes a position.
impl Position {
    /// Turns the monster to `facing`.
    #[inline]
    pub(crate) fn turn(&mut self, facing: Direction) {
        if let Some(monster) = &mut self.monster {
            monster.facing = facing;
        }
    }

    /// Puts the monster on `at`.
    #[inline]
    pub(crate) fn enter(&mut self, at: Cell) {
        if let Some(monster) = &mut self.monster {
            monster.at = at;
        }
    }

    /// Lifts the monster: it is not on the board until it is put down.
    pub(crate) fn lift_monster(&mut self) -> Option<Monster> {
        self.monster.take()
    }

    /// Puts the monster on the board.
    pub(crate) fn put_monster(&mut self, monster: Option<Monster>) {
        self.monster = monster;
    }

    /// Puts `figure` on a space, or outside the board.
    pub(crate) fn put_figure(&mut self, figure: FigureId, to: Whereabouts) {
        self.lift_figure(figure);
        self.whereabouts[figure.index()] = Some(to);
        if let Whereabouts::On(cell) = to {
            self.figures.insert(cell);
            self.bare.remove(cell);
        }
    }

    /// Lifts `figure`: it is nowhere until it is put down.
    pub(crate) fn lift_figure(&mut self, figure: FigureId) {
        if let Some(Whereabouts::On(cell)) = self.whereabouts[figure.index()].take() {
            self.figures.remove(cell);
            self.bare_again(cell);
        }
    }

    /// Restores the mark of a figure on `cell` after another figure has passed over it.
    fn keep_figures(&mut self, cell: Cell) {
        if self.whereabouts.contains(&Some(Whereabouts::On(cell))) {
            self.figures.insert(cell);
            self.bare.remove(cell);
        }
    }

    /// Puts a stone on `cell`.
    pub(crate) fn put_stone(&mut self, stone: Stone, cell: Cell) {
        self.stones.put(stone, cell);
        self.bare.remove(cell);
    }

    /// Removes the stone on `cell` from the game.
    pub(crate) fn remove_stone(&mut self, stone: Stone, cell: Cell) {
        self.stones.remove(stone, cell);
        self.bare_again(cell);
    }

    /// Moves a stone from one space to another.
    pub(crate) fn shift_stone(&mut self, stone: Stone, from: Cell, to: Cell) {
        self.remove_stone(stone, from);
        self.put_stone(stone, to);
    }

    /// Puts blood on a space.
    pub(crate) fn put_blood(&mut self, cell: Cell) {
        self.blood.insert(cell);
        self.bare.remove(cell);
    }

    /// Lays the pairs of teleporters.
    pub(crate) fn put_teleporters(&mut self, mut pairs: [Option<[Teleporter; 2]>; 2]) {
        pairs.iter_mut().flatten().for_each(|pair| pair.sort());
        pairs.sort_by_key(|pair| (pair.is_none(), *pair));
        self.teleporters = pairs;
        for teleporter in pairs.iter().flatten().flatten() {
            self.bare.remove(teleporter.at);
        }
    }

    /// Marks `cell` as bare after its piece has been removed, unless a floor tile lies there.
    fn bare_again(&mut self, cell: Cell) {
        // Pieces never lie on teleporters, so the only possible tile is blood.
        if !self.blood.has(cell) {
            self.bare.insert(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small_enough_to_copy_by_the_million() {
        assert!(size_of::<Position>() <= 256, "{} bytes", size_of::<Position>());
    }
}
