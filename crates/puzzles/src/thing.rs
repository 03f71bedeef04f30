//! What can be laid on the board of a level, and where there is room for it.

use std::fmt;
use std::str::FromStr;

use rules::game::{Axis, Placement};
use rules::{Cell, CellSet, Piece, Position, Stone};
use thiserror::Error;

/// Something that can be laid on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// A stone of this kind.
    Stone(Stone),
    /// One of our waiting figures.
    Figure,
    /// The pool of 2×2 spaces.
    SquarePool,
    /// The pool of 4×1 spaces.
    LongPool,
    /// A pair of teleporters with any arrows. Either both are laid or none.
    Teleporters,
}

impl Thing {
    /// All things. Codes depend on their order, so it must not change.
    pub const ALL: [Thing; 8] = [
        Thing::Stone(Stone::Plain),
        Thing::Stone(Stone::Crystal),
        Thing::Stone(Stone::TurnRight),
        Thing::Stone(Stone::TurnAround),
        Thing::Figure,
        Thing::SquarePool,
        Thing::LongPool,
        Thing::Teleporters,
    ];

    const fn word(self) -> &'static str {
        match self {
            Thing::Stone(Stone::Plain) => "stone",
            Thing::Stone(Stone::Crystal) => "crystal",
            Thing::Stone(Stone::TurnRight) => "turn-right",
            Thing::Stone(Stone::TurnAround) => "turn-around",
            Thing::Figure => "figure",
            Thing::SquarePool => "square-pool",
            Thing::LongPool => "long-pool",
            Thing::Teleporters => "teleporters",
        }
    }

    /// The number of spaces it covers.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Thing::Stone(_) | Thing::Figure => 1,
            Thing::SquarePool | Thing::LongPool => 4,
            Thing::Teleporters => 2,
        }
    }

    /// The spaces of `position` on which it fits: a piece needs a space without an occupant, a floor tile one without a
    /// floor tile.
    #[must_use]
    pub fn room_on(self, position: &Position) -> CellSet {
        let has_room = |cell: &Cell| {
            let is_floor_free = !position.blood().has(*cell) && position.teleporter_exit(*cell).is_none();
            match self {
                Thing::Stone(_) => {
                    !cell.is_corner() && position.is_free(*cell) && position.teleporter_exit(*cell).is_none()
                }
                Thing::Figure => position.is_free(*cell) && position.teleporter_exit(*cell).is_none(),
                Thing::SquarePool | Thing::LongPool => !cell.is_corner() && is_floor_free,
                Thing::Teleporters => !cell.is_corner() && position.is_free(*cell) && is_floor_free,
            }
        };
        Cell::ALL.into_iter().filter(has_room).collect()
    }

    /// An upper bound on how many fit into `area`. For pools, only spaces count that a pool within the area can cover.
    pub(crate) fn most_in(self, area: &CellSet) -> usize {
        let ways: &[fn(Cell) -> Placement] = match self {
            Thing::Stone(_) | Thing::Figure | Thing::Teleporters => return area.len() / self.size(),
            Thing::SquarePool => &[|at| Placement::SquarePool { at }],
            Thing::LongPool => {
                &[|at| Placement::LongPool { at, axis: Axis::Row }, |at| Placement::LongPool { at, axis: Axis::Column }]
            }
        };
        let pools = ways.iter().flat_map(|way| area.iter().filter_map(|at| way(at).cells()));
        let fitting = pools.filter(|cells| cells.without(area).is_empty());
        fitting.fold(CellSet::EMPTY, |covered, cells| covered.union(&cells)).len() / self.size()
    }

    /// Parses the word after a number, in the singular or plural: `2 stone` and `2 stones`.
    pub(crate) fn from_counted(word: &str) -> Result<Thing, UnknownThing> {
        let is_plural = |thing: &Thing| *thing != Thing::Teleporters && word.strip_suffix('s') == Some(thing.word());
        Thing::ALL.into_iter().find(is_plural).map_or_else(|| word.parse(), Ok)
    }
}

impl From<Piece> for Thing {
    fn from(piece: Piece) -> Thing {
        match piece {
            Piece::Stone(stone) => Thing::Stone(stone),
            Piece::Figure(_) => Thing::Figure,
        }
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that names no [`Thing`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown thing {0:?}: expected one of {list}", list = Thing::ALL.map(Thing::word).join(", "))]
pub struct UnknownThing(pub String);

impl FromStr for Thing {
    type Err = UnknownThing;

    fn from_str(word: &str) -> Result<Thing, UnknownThing> {
        Thing::ALL.into_iter().find(|thing| thing.word() == word).ok_or_else(|| UnknownThing(word.to_owned()))
    }
}
