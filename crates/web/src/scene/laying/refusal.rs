//! Why a tile may not lie somewhere, with what is in its way.

use rules::game::{PartialFortress, Placement, PlacingProblem, Tile};
use rules::{Cell, CellSet, Direction, Wall};

use super::tile_at;

/// Why a tile may not lie where somebody pointed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The space that was pointed at.
    pub at: Cell,
    /// The spaces the tile would cover.
    pub covers: CellSet,
    /// Why not.
    pub reason: Reason,
    /// The spaces that are in the way.
    pub cause: CellSet,
    /// The wall that leads to them, if it is a wall; its twin is meant as well.
    pub wall: Option<Wall>,
}

/// Which rule is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The box has no more of it.
    NoneLeft,
    /// It sticks out of the fortress.
    SticksOut,
    /// This space belongs to the exit.
    AtExit(Cell),
    /// This space belongs to the entrance.
    AtEntrance(Cell),
    /// This tile covers this space already.
    Taken(Tile, Cell),
    /// The teleporter on the second space is beside the first.
    Beside(Cell, Cell),
    /// The spaces have twin walls with this letter; a teleporter lies on the second.
    TwinWalls(Cell, Cell, char),
}

impl Refusal {
    /// Why `placement`, which somebody wanted by pointing at `at`, is refused.
    pub(super) fn of(layout: &PartialFortress, at: Cell, placement: Placement, problem: PlacingProblem) -> Refusal {
        let covers = placement.cells().unwrap_or_else(|| [at].into_iter().collect());
        let only = |cell: Cell| [cell].into_iter().collect::<CellSet>();
        let (reason, cause, wall) = match problem {
            PlacingProblem::NoneLeft(_) => (Reason::NoneLeft, CellSet::EMPTY, None),
            PlacingProblem::SticksOut => (Reason::SticksOut, CellSet::EMPTY, None),
            PlacingProblem::AtDoor(cell) if is_near_exit(cell) => (Reason::AtExit(cell), only(Cell::EXIT), None),
            PlacingProblem::AtDoor(cell) => (Reason::AtEntrance(cell), only(Cell::ENTRANCE), None),
            PlacingProblem::Taken(cell) => {
                let other = tile_at(layout, cell).expect("what is taken is taken by a tile");
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
