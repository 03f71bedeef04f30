//! What a level allows to be done before the monster is let loose, and whether it can be done on its table.

use std::collections::BTreeSet;

use rules::{Cell, CellSet, Position};
use thiserror::Error;

use crate::level::{Level, LevelProblem};
use crate::thing::Thing;

/// Something that may be done before the monster is let loose.
///
/// What is laid or moved goes where there is room in the level as it is drawn: not where something lies that could be moved away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grant {
    /// To lay things.
    Lay {
        /// What.
        thing: Thing,
        /// At most so many.
        count: u8,
        /// All that they cover must be among these.
        on: CellSet,
    },
    /// To move the stone or figure that lies somewhere.
    Move {
        /// Where it lies.
        from: Cell,
        /// Where it may lie instead.
        to: CellSet,
    },
    /// To turn the arrow of a teleporter, any way.
    Turn {
        /// Where it lies.
        at: Cell,
    },
}

impl Grant {
    /// How many pieces it gives: so many deeds can come of it.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        match self {
            Grant::Lay { count, .. } => count,
            Grant::Move { .. } | Grant::Turn { .. } => 1,
        }
    }

    /// The spaces of a level's table on which what it gives could lie.
    pub(crate) fn room_on(self, table: &Position) -> CellSet {
        match self {
            Grant::Lay { thing, .. } => thing.room_on(table),
            Grant::Move { from, .. } => {
                table.piece_at(from).map_or(CellSet::EMPTY, |piece| Thing::from(piece).room_on(table))
            }
            Grant::Turn { .. } => CellSet::EMPTY,
        }
    }

    pub(crate) fn where_there_is_room(self, table: &Position) -> Grant {
        let room = self.room_on(table);
        match self {
            Grant::Lay { thing, count, on } => Grant::Lay { thing, count, on: on.intersection(&room) },
            Grant::Move { from, to } => Grant::Move { from, to: to.intersection(&room) },
            Grant::Turn { at } => Grant::Turn { at },
        }
    }
}

/// What is wrong with a [`Grant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GrantProblem {
    /// Nothing is to be laid.
    #[error("there must be at least one to lay")]
    None,
    /// There is no room in its area.
    #[error("there is no room for it there")]
    NoRoom,
    /// There is not room enough in its area.
    #[error("there is room for {room}, not for {count}")]
    TooLittleRoom {
        /// For how many there is room.
        room: usize,
        /// How many there are.
        count: u8,
    },
    /// There is no room on the spaces to which something may be moved.
    #[error("what lies on {0} has nowhere else to go among these spaces")]
    NowhereToGo(Cell),
    /// Nothing lies there that could be moved.
    #[error("nothing on {0} can be moved")]
    NothingToMove(Cell),
    /// No teleporter lies there.
    #[error("nothing on {0} can be turned")]
    NothingToTurn(Cell),
    /// The same thing may be moved or turned already.
    #[error("the one on {0} is named twice")]
    Twice(Cell),
}

/// What is wrong with grants on any table.
pub(crate) fn grant_problems(grants: &[Grant]) -> Vec<LevelProblem> {
    let mut problems = vec![];
    let pieces: usize = grants.iter().map(|grant| usize::from(grant.pieces())).sum();
    if grants.is_empty() {
        problems.push(LevelProblem::NothingToDo);
    } else if pieces > Level::MOST_PIECES {
        problems.push(LevelProblem::TooManyPieces(pieces));
    }
    let (mut moved, mut turned) = (BTreeSet::new(), BTreeSet::new());
    for (nth, grant) in grants.iter().enumerate() {
        let problem = match *grant {
            Grant::Lay { count: 0, .. } => Some(GrantProblem::None),
            Grant::Move { from: cell, .. } if !moved.insert(cell) => Some(GrantProblem::Twice(cell)),
            Grant::Turn { at: cell } if !turned.insert(cell) => Some(GrantProblem::Twice(cell)),
            Grant::Lay { .. } | Grant::Move { .. } | Grant::Turn { .. } => None,
        };
        problems.extend(problem.map(|problem| LevelProblem::Grant { grant: nth, problem }));
    }
    problems
}

/// What is wrong with grants on this table. Only spaces with room are named.
pub(crate) fn room_problems(table: &Position, grants: &[Grant]) -> Vec<LevelProblem> {
    let mut problems = vec![];
    let mut pairs = table.teleporters().count();
    for (nth, grant) in grants.iter().enumerate() {
        let problem = match *grant {
            Grant::Lay { thing, count, on } => {
                if thing == Thing::Teleporters {
                    pairs += usize::from(count);
                }
                match thing.most_in(&on) {
                    room if room >= usize::from(count) => None,
                    0 => Some(GrantProblem::NoRoom),
                    room => Some(GrantProblem::TooLittleRoom { room, count }),
                }
            }
            Grant::Move { from, .. } if table.piece_at(from).is_none() => Some(GrantProblem::NothingToMove(from)),
            Grant::Move { from, to } => to.is_empty().then_some(GrantProblem::NowhereToGo(from)),
            Grant::Turn { at } => table.teleporter_exit(at).is_none().then_some(GrantProblem::NothingToTurn(at)),
        };
        problems.extend(problem.map(|problem| LevelProblem::Grant { grant: nth, problem }));
    }
    if pairs > 2 {
        problems.push(LevelProblem::TooManyPairs(pairs));
    }
    problems
}

/// The grants, with those to lay the same on the same spaces made one.
pub(crate) fn merged(grants: &[Grant]) -> Vec<Grant> {
    let mut merged: Vec<Grant> = vec![];
    for grant in grants {
        let same = merged.iter_mut().find_map(|other| match (other, grant) {
            (Grant::Lay { thing, count, on }, Grant::Lay { thing: same_thing, count: more, on: same_on })
                if thing == same_thing && on == same_on =>
            {
                Some((count, *more))
            }
            _ => None,
        });
        match same {
            Some((count, more)) => *count += more,
            None => merged.push(*grant),
        }
    }
    merged
}
