//! Why a tile may not lie somewhere, and what is in its way.

use rules::game::{PartialFortress, Placement, PlacingProblem, Tile};
use rules::{Cell, CellSet, Direction, Wall};

use super::tile_at;

/// Why a tile may not lie where the player pointed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The space pointed at.
    pub at: Cell,
    /// The spaces the tile would cover.
    pub covers: CellSet,
    /// The reason.
    pub reason: Reason,
    /// The spaces that are in the way.
    pub cause: CellSet,
    /// The wall that leads to them, if there is one; its twin is marked as well.
    pub wall: Option<Wall>,
}

/// The rule that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// None is left in the box.
    NoneLeft,
    /// It sticks out of the fortress.
    SticksOut,
    /// This space is too close to the exit.
    AtExit(Cell),
    /// This space is too close to the entrance.
    AtEntrance(Cell),
    /// This tile already covers this space.
    Taken(Tile, Cell),
    /// The first space is next to the teleporter on the second.
    Beside(Cell, Cell),
    /// The walls of the two spaces with this letter are twins; a teleporter lies on the second space.
    TwinWalls(Cell, Cell, char),
}

impl Refusal {
    /// The refusal of `placement` for a player who pointed at `at`.
    pub(super) fn of(tiles: &PartialFortress, at: Cell, placement: Placement, problem: PlacingProblem) -> Refusal {
        let covers = placement.cells().unwrap_or_else(|| [at].into_iter().collect());
        let only = |cell: Cell| [cell].into_iter().collect::<CellSet>();
        let (reason, cause, wall) = match problem {
            PlacingProblem::NoneLeft(_) => (Reason::NoneLeft, CellSet::EMPTY, None),
            PlacingProblem::SticksOut => (Reason::SticksOut, CellSet::EMPTY, None),
            PlacingProblem::AtDoor(cell) if is_near_exit(cell) => (Reason::AtExit(cell), only(Cell::EXIT), None),
            PlacingProblem::AtDoor(cell) => (Reason::AtEntrance(cell), only(Cell::ENTRANCE), None),
            PlacingProblem::Taken(cell) => {
                let other = tile_at(tiles, cell).expect("what is taken is taken by a tile");
                let cells = other.cells().expect("a tile that was laid lies in the fortress");
                (Reason::Taken(other.tile(), cell), cells, None)
            }
            PlacingProblem::BesideTeleporter(other) => {
                let through = Direction::ALL.into_iter().find(|direction| at.ahead(*direction) == other);
                let wall = through.and_then(|direction| at.wall(direction));
                let reason = match wall.and_then(Wall::letter) {
                    Some(letter) => Reason::TwinWalls(at, other, letter),
                    None => Reason::Beside(at, other),
                };
                (reason, only(other), wall)
            }
        };
        Refusal { at, covers, reason, cause, wall }
    }
}

fn is_near_exit(cell: Cell) -> bool {
    let steps = |door: Cell| cell.column().abs_diff(door.column()) + cell.row().abs_diff(door.row());
    steps(Cell::EXIT) < steps(Cell::ENTRANCE)
}
