//! The pieces that a level provides, each with a slot of its own.

use puzzles::{Deed, Grant, Level, Thing};
use rules::game::Axis;
use rules::{Cell, CellSet, Direction, Piece, Teleporter};

use super::Hand;

/// One piece that may be laid, moved or turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Something to lay.
    Lay {
        /// What it is.
        thing: Thing,
        /// The spaces it may cover.
        on: CellSet,
    },
    /// A piece to move.
    Move {
        /// The piece.
        piece: Piece,
        /// The space it is on.
        from: Cell,
        /// The spaces it may be moved to.
        to: CellSet,
    },
    /// A teleporter to turn.
    Turn {
        /// The space it is on.
        at: Cell,
        /// Its arrow in the level as drawn.
        arrow: Direction,
    },
}

impl Slot {
    /// The slots of a level, in the order of [`Level::grants_of_pieces`].
    pub(super) fn of(level: &Level) -> Vec<Slot> {
        let slot = |grant| Slot::of_grant(level, grant).expect("a level grants only what is there");
        level.grants_of_pieces().map(slot).collect()
    }

    /// The slot of each piece of a grant.
    #[must_use]
    pub fn of_grant(level: &Level, grant: Grant) -> Option<Slot> {
        let position = level.position();
        match grant {
            Grant::Lay { thing, on, .. } => Some(Slot::Lay { thing, on }),
            Grant::Move { from, to } => position.piece_at(from).map(|piece| Slot::Move { piece, from, to }),
            Grant::Turn { at } => {
                let mut ends = position.teleporters().flatten();
                ends.find(|end| end.at == at).map(|Teleporter { at, arrow }| Slot::Turn { at, arrow })
            }
        }
    }

    /// What it lays.
    #[must_use]
    pub const fn thing(&self) -> Option<Thing> {
        match self {
            Slot::Lay { thing, .. } => Some(*thing),
            Slot::Move { .. } | Slot::Turn { .. } => None,
        }
    }

    /// The spaces its piece may be put onto; `None` if it is only turned.
    #[must_use]
    pub const fn area(&self) -> Option<&CellSet> {
        match self {
            Slot::Lay { on: area, .. } | Slot::Move { to: area, .. } => Some(area),
            Slot::Turn { .. } => None,
        }
    }

    /// Whether it is a stone or a figure, which lies above tiles of the floor.
    #[must_use]
    pub const fn is_piece(&self) -> bool {
        match self {
            Slot::Lay { thing: Thing::Stone(_) | Thing::Figure, .. } | Slot::Move { .. } => true,
            Slot::Lay { thing: Thing::SquarePool | Thing::LongPool | Thing::Teleporters, .. } | Slot::Turn { .. } => {
                false
            }
        }
    }

    /// The ways to put its piece such that it covers a space, the most natural first.
    pub(super) fn deeds(&self, hand: Hand, cell: Cell) -> Vec<Deed> {
        match self {
            Slot::Move { from, .. } => vec![Deed::Move { from: *from, to: cell }],
            Slot::Turn { .. } => vec![],
            Slot::Lay { thing, .. } => match thing {
                Thing::Stone(stone) => vec![Deed::Stone { stone: *stone, at: cell }],
                Thing::Figure => vec![Deed::Figure { at: cell }],
                Thing::SquarePool => {
                    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter();
                    corners.filter_map(|back| Some(Deed::SquarePool { at: before(cell, back)? })).collect()
                }
                Thing::LongPool => {
                    let back = |far: u8| match hand.axis {
                        Axis::Row => (far, 0),
                        Axis::Column => (0, far),
                    };
                    let ends = (0..4).filter_map(|far| before(cell, back(far)));
                    ends.map(|at| Deed::LongPool { at, axis: hand.axis }).collect()
                }
                Thing::Teleporters => {
                    let second = Teleporter { at: cell, arrow: hand.arrow };
                    let pair = hand.first.map(|first| {
                        let mut pair = [first, second];
                        pair.sort();
                        Deed::Teleporters(pair)
                    });
                    pair.into_iter().collect()
                }
            },
        }
    }
}

/// The space this many columns to the west and rows to the north.
fn before(cell: Cell, (columns, rows): (u8, u8)) -> Option<Cell> {
    Cell::new(cell.column().checked_sub(columns)?, cell.row().checked_sub(rows)?)
}
