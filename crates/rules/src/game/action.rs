//! What players and the host do, and why it is refused.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Awaited, Placement, PlacingProblem};
use crate::figure_move::{IllegalMove, Step};
use crate::piece::FigureId;
use crate::tombstone::Tombstone;

/// One thing that a player or the host of a game does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// A player lays a tile.
    Place(Placement),
    /// A player moves a figure; an empty path is staying.
    Move {
        /// Who moves.
        figure: FigureId,
        /// How.
        path: Vec<Step>,
    },
    /// The host flips a tombstone: an action of no seat.
    Flip {
        /// Which.
        tombstone: Tombstone,
    },
}

/// Why an action is refused. The game is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IllegalAction {
    /// Something else is to be done first.
    #[error("{} is to come", awaited(.0))]
    NotAwaited(Awaited),
    /// Another seat's turn, or an action that is none of a seat's business.
    #[error("it is not that seat's turn: {} is to come", awaited(.0))]
    NotYourTurn(Awaited),
    /// Somebody else's figure.
    #[error("{0} belongs to somebody else")]
    NotYours(FigureId),
    /// Each figure moves once a turn.
    #[error("{0} has moved already")]
    HasMoved(FigureId),
    /// The move is against the rules.
    #[error(transparent)]
    Move(#[from] IllegalMove),
    /// The tile may not lie there.
    #[error(transparent)]
    Placing(#[from] PlacingProblem),
    /// No such tombstone is left in the pile.
    #[error("no such tombstone is left in the pile")]
    NotInPile(Tombstone),
}

fn awaited(awaited: &Awaited) -> String {
    match awaited {
        Awaited::Tile(seat) => format!("a tile of seat {}", seat.index() + 1),
        Awaited::Move(seat) => format!("a move of seat {}", seat.index() + 1),
        Awaited::Flip => "a tombstone".to_owned(),
        Awaited::Nothing => "nothing more".to_owned(),
    }
}
