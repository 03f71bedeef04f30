//! What a level allows to be done before the monster is let loose, and whether it can be done in its position.

use std::collections::BTreeSet;

use rules::{Cell, CellSet, Position};
use thiserror::Error;

use crate::level::{Level, LevelProblem};
use crate::thing::Thing;

/// Something that the player may do before the monster is let loose.
///
/// Pieces can only go to spaces that have room in the level as it is drawn, not to spaces that another move would
/// clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grant {
    /// To lay things of one kind.
    Lay {
        /// The kind.
        thing: Thing,
        /// The most of them.
        count: u8,
        /// The spaces they may cover.
        on: CellSet,
    },
    /// To move a stone or figure.
    Move {
        /// The space it is on.
        from: Cell,
        /// The spaces it may be moved to.
        to: CellSet,
    },
    /// To turn the arrow of a teleporter in any direction.
    Turn {
        /// The space it is on.
        at: Cell,
    },
}

impl Grant {
    /// The number of pieces it provides, which is the most deeds it allows.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        match self {
            Grant::Lay { count, .. } => count,
            Grant::Move { .. } | Grant::Turn { .. } => 1,
        }
    }

    /// The spaces of a level's position that have room for its pieces.
    pub(crate) fn room_on(self, position: &Position) -> CellSet {
        match self {
            Grant::Lay { thing, .. } => thing.room_on(position),
            Grant::Move { from, .. } => {
                position.piece_at(from).map_or(CellSet::EMPTY, |piece| Thing::from(piece).room_on(position))
            }
            Grant::Turn { .. } => CellSet::EMPTY,
        }
    }

    /// The same grant, limited to spaces that have room.
    pub(crate) fn where_there_is_room(self, position: &Position) -> Grant {
        let room = self.room_on(position);
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
    /// The number of things to lay is 0.
    #[error("the number of things to lay must be at least 1")]
    None,
    /// Its area has no room at all.
    #[error("there is no room for it in this area")]
    NoRoom,
    /// Its area has too little room.
    #[error("there is room for {room} in this area, not for {count}")]
    TooLittleRoom {
        /// How many fit.
        room: usize,
        /// How many are granted.
        count: u8,
    },
    /// None of the spaces to which a piece may be moved has room.
    #[error("there is no room for the piece on {0} in this area")]
    NowhereToGo(Cell),
    /// The space has no stone or figure.
    #[error("there is no piece to move on {0}")]
    NothingToMove(Cell),
    /// The space has no teleporter.
    #[error("there is no teleporter to turn on {0}")]
    NothingToTurn(Cell),
    /// An earlier grant moves or turns the same thing.
    #[error("duplicate grant for {0}")]
    Twice(Cell),
}

/// The problems that grants have in any position.
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

/// The problems that grants have in this position, once they are limited to spaces that have room.
pub(crate) fn room_problems(position: &Position, grants: &[Grant]) -> Vec<LevelProblem> {
    let mut problems = vec![];
    let mut pairs = position.teleporters().count();
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
            Grant::Move { from, .. } if position.piece_at(from).is_none() => Some(GrantProblem::NothingToMove(from)),
            Grant::Move { from, to } => to.is_empty().then_some(GrantProblem::NowhereToGo(from)),
            Grant::Turn { at } => position.teleporter_exit(at).is_none().then_some(GrantProblem::NothingToTurn(at)),
        };
        problems.extend(problem.map(|problem| LevelProblem::Grant { grant: nth, problem }));
    }
    if pairs > 2 {
        problems.push(LevelProblem::TooManyPairs(pairs));
    }
    problems
}

/// The grants, with those merged that lay the same thing on the same spaces.
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
