//! Laying the fortress (RULES 6): the 17 floor tiles, where each may lie, and the basic set-up.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::geometry::{Cell, CellSet, Direction};
use crate::piece::{Monster, Stone};
use crate::position::Position;
use crate::setup::{Setup, TeleporterTile};

/// A kind of floor tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    /// A stone, with this side up.
    Stone(Stone),
    /// The pool of 2×2 spaces.
    SquarePool,
    /// The pool of 4×1 spaces.
    LongPool,
    /// A teleporter of this pair.
    Teleporter(Pair),
}

/// A pair of teleporters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pair {
    /// The first pair.
    One,
    /// The second pair.
    Two,
}

/// The orientation of the long pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// West to east.
    Row,
    /// North to south.
    Column,
}

impl Tile {
    /// Every kind, with the number of such tiles in the box: 17 in all.
    pub const BOX: [(Tile, usize); 8] = [
        (Tile::Stone(Stone::Plain), 3),
        (Tile::Stone(Stone::Crystal), 2),
        (Tile::Stone(Stone::TurnRight), 4),
        (Tile::Stone(Stone::TurnAround), 2),
        (Tile::SquarePool, 1),
        (Tile::LongPool, 1),
        (Tile::Teleporter(Pair::One), 2),
        (Tile::Teleporter(Pair::Two), 2),
    ];

    /// The number of tiles in the box.
    pub const COUNT: usize = 17;
}

/// A tile and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "tile", rename_all = "snake_case", deny_unknown_fields)]
pub enum Placement {
    /// A stone.
    Stone {
        /// The side that is face up.
        stone: Stone,
        /// Its space.
        at: Cell,
    },
    /// The square pool.
    SquarePool {
        /// Its north-west space.
        at: Cell,
    },
    /// The long pool \[R9\].
    LongPool {
        /// Its westernmost or northernmost space.
        at: Cell,
        /// Its orientation.
        axis: Axis,
    },
    /// A teleporter \[R9\].
    Teleporter {
        /// Its pair.
        pair: Pair,
        /// Its space.
        at: Cell,
        /// The direction of its arrow.
        arrow: Direction,
    },
}

impl Placement {
    /// The tile.
    #[must_use]
    pub const fn tile(self) -> Tile {
        match self {
            Placement::Stone { stone, .. } => Tile::Stone(stone),
            Placement::SquarePool { .. } => Tile::SquarePool,
            Placement::LongPool { .. } => Tile::LongPool,
            Placement::Teleporter { pair, .. } => Tile::Teleporter(pair),
        }
    }

    /// The spaces that the tile covers, or `None` if it would stick out of the fortress.
    #[must_use]
    pub fn cells(self) -> Option<CellSet> {
        let reach = |at: Cell, columns: u8, rows: u8| {
            let spaces = (0..rows).flat_map(|down| (0..columns).map(move |right| (right, down)));
            spaces.map(|(right, down)| Cell::new(at.column() + right, at.row() + down)).collect::<Option<CellSet>>()
        };
        match self {
            Placement::Stone { at, .. } | Placement::Teleporter { at, .. } => reach(at, 1, 1),
            Placement::SquarePool { at } => reach(at, 2, 2),
            Placement::LongPool { at, axis: Axis::Row } => reach(at, 4, 1),
            Placement::LongPool { at, axis: Axis::Column } => reach(at, 1, 4),
        }
    }

    /// Every way to lay `tile`, whether it fits or not.
    pub fn all(tile: Tile) -> impl Iterator<Item = Placement> {
        Cell::ALL.into_iter().flat_map(move |at| Placement::at(tile, at))
    }

    fn at(tile: Tile, at: Cell) -> Vec<Placement> {
        match tile {
            Tile::Stone(stone) => vec![Placement::Stone { stone, at }],
            Tile::SquarePool => vec![Placement::SquarePool { at }],
            Tile::LongPool => [Axis::Row, Axis::Column].map(|axis| Placement::LongPool { at, axis }).into(),
            Tile::Teleporter(pair) => Direction::ALL.map(|arrow| Placement::Teleporter { pair, at, arrow }).into(),
        }
    }
}

/// Why a tile may not lie there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlacingProblem {
    /// No such tile is left in the box.
    #[error("no such tile is left")]
    NoneLeft(Tile),
    /// The tile does not lie entirely on the board.
    #[error("it sticks out of the fortress")]
    SticksOut,
    /// The tile covers a corner space, or one next to it.
    #[error("{0} is too close to a door")]
    AtDoor(Cell),
    /// The tile overlaps another tile.
    #[error("there is a tile on {0} already")]
    Taken(Cell),
    /// Two teleporters lie next to each other or at twin walls, so that the monster could step from one directly onto
    /// the other.
    #[error("the monster could step straight onto the teleporter on {0}")]
    BesideTeleporter(Cell),
}

/// The tiles laid so far: any number of tiles, laid according to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartialFortress {
    placements: [Option<Placement>; Tile::COUNT],
}

impl Default for PartialFortress {
    fn default() -> PartialFortress {
        PartialFortress { placements: [None; Tile::COUNT] }
    }
}

impl PartialFortress {
    /// Lays tiles one by one.
    ///
    /// # Errors
    ///
    /// The index of the first tile that may not lie there, and the reason.
    pub fn new(placements: &[Placement]) -> Result<PartialFortress, (usize, PlacingProblem)> {
        let mut tiles = PartialFortress::default();
        for (index, placement) in placements.iter().enumerate() {
            tiles.place(*placement).map_err(|problem| (index, problem))?;
        }
        Ok(tiles)
    }

    /// The tiles in the order in which they were laid.
    pub fn placements(&self) -> impl Iterator<Item = Placement> + '_ {
        self.placements.iter().flatten().copied()
    }

    /// The number of tiles laid.
    #[must_use]
    pub fn len(&self) -> usize {
        self.placements().count()
    }

    /// Whether no tile is laid.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The fortress, if all 17 tiles are laid.
    #[must_use]
    pub fn complete(&self) -> Option<Fortress> {
        (self.len() == Tile::COUNT).then_some(Fortress(*self))
    }

    /// The number of tiles of a kind that are still to be laid.
    #[must_use]
    pub fn left(&self, tile: Tile) -> usize {
        let (_, count) = Tile::BOX.into_iter().find(|(kind, _)| *kind == tile).expect("the box has every kind");
        count - self.placements().filter(|placement| placement.tile() == tile).count()
    }

    /// Every legal way to lay one more tile.
    #[must_use]
    pub fn choices(&self) -> Vec<Placement> {
        let kinds = Tile::BOX.into_iter().map(|(tile, _)| tile).filter(|tile| self.left(*tile) > 0);
        let covered = self.covered();
        kinds.flat_map(Placement::all).filter(|placement| self.check_place(*placement, &covered).is_ok()).collect()
    }

    /// Checks whether a tile may lie there (RULES 6).
    ///
    /// # Errors
    ///
    /// The first rule broken.
    pub fn check(&self, placement: Placement) -> Result<(), PlacingProblem> {
        if self.left(placement.tile()) == 0 {
            return Err(PlacingProblem::NoneLeft(placement.tile()));
        }
        self.check_place(placement, &self.covered())
    }

    fn check_place(&self, placement: Placement, covered: &CellSet) -> Result<(), PlacingProblem> {
        let cells = placement.cells().ok_or(PlacingProblem::SticksOut)?;
        let at_doors: CellSet = DOORS.into_iter().collect();
        if let Some(cell) = cells.intersection(&at_doors).first() {
            return Err(PlacingProblem::AtDoor(cell));
        }
        if let Some(cell) = cells.intersection(covered).first() {
            return Err(PlacingProblem::Taken(cell));
        }
        if let Placement::Teleporter { at, .. } = placement {
            let leads_to = |other: &Cell| Direction::ALL.into_iter().any(|direction| at.ahead(direction) == *other);
            if let Some(other) = self.teleporters().find(leads_to) {
                return Err(PlacingProblem::BesideTeleporter(other));
            }
        }
        Ok(())
    }

    /// Lays one more tile.
    ///
    /// # Errors
    ///
    /// The first rule broken. Nothing has changed then.
    pub fn place(&mut self, placement: Placement) -> Result<(), PlacingProblem> {
        self.check(placement)?;
        let place = self.placements.iter_mut().find(|place| place.is_none());
        *place.expect("while a tile is left there is a place for it") = Some(placement);
        Ok(())
    }

    /// A set-up with these tiles and the monster at its start, without figures.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let facing = Direction::East;
        let mut setup = Setup { monster: Some(Monster { at: Cell::EXIT.into(), facing }), ..Setup::default() };
        for placement in self.placements() {
            match placement {
                Placement::Stone { stone, at } => setup.stones.push((stone, at.into())),
                Placement::SquarePool { .. } | Placement::LongPool { .. } => {
                    let cells = placement.cells().expect("a tile that was laid lies in the fortress");
                    setup.blood.extend(cells.iter().map(Into::<crate::setup::Spot>::into));
                }
                Placement::Teleporter { pair, at, arrow } => {
                    setup.teleporters.push(TeleporterTile { pair: pair as u64 + 1, at: at.into(), arrow });
                }
            }
        }
        setup
    }

    fn covered(&self) -> CellSet {
        let cells = self.placements().filter_map(Placement::cells);
        cells.fold(CellSet::EMPTY, |covered, cells| covered.union(&cells))
    }

    fn teleporters(&self) -> impl Iterator<Item = Cell> + '_ {
        self.placements().filter_map(|placement| match placement {
            Placement::Teleporter { at, .. } => Some(at),
            Placement::Stone { .. } | Placement::SquarePool { .. } | Placement::LongPool { .. } => None,
        })
    }
}

/// All 17 tiles, laid according to the rules.
///
/// Invariant: no tile is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fortress(PartialFortress);

impl Fortress {
    /// The tiles in the order in which they were laid.
    pub fn placements(&self) -> impl Iterator<Item = Placement> + '_ {
        self.0.placements()
    }

    /// The same tiles as a [`PartialFortress`].
    #[must_use]
    pub const fn tiles(&self) -> &PartialFortress {
        &self.0
    }

    /// A set-up with this fortress and the monster at its start, without figures.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        self.0.to_setup()
    }
}

/// RULES 6: the corner spaces and the two spaces next to each, where no tile may lie.
const DOORS: [Cell; 6] = [Cell::A1, Cell::B1, Cell::A2, Cell::P11, Cell::O11, Cell::P10];

/// The position of the basic game (RULES 1): 11 stones that all count as plain, two pools, and the monster at its
/// start.
#[must_use]
pub fn basic_setup() -> Position {
    use Cell::{C3, E8, E9, F9, F10, G7, G9, H5, H9, I3, I4, I6, I10, J3, J4, M4, M8, N6, O9};
    let setup = Setup {
        monster: Some(Monster { at: Cell::EXIT.into(), facing: Direction::East }),
        stones: [C3, M4, H5, I6, N6, G7, E8, M8, O9, F10, I10].map(|cell| (Stone::Plain, cell.into())).into(),
        blood: [I3, J3, I4, J4, E9, F9, G9, H9].map(Into::into).into(),
        ..Setup::default()
    };
    Position::from_setup(&setup).expect("the basic set-up is legal")
}
