//! What players and the host do, and why it may be rejected.

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
    /// A player moves a figure. With an empty path it stays.
    Move {
        /// The figure.
        figure: FigureId,
        /// Its path.
        path: Vec<Step>,
    },
    /// The host flips a tombstone. This action belongs to no seat.
    Flip {
        /// The tombstone.
        tombstone: Tombstone,
    },
}

/// Why an action is rejected. The game is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IllegalAction {
    /// The game waits for another action.
    #[error("{} is to come", awaited(.0))]
    NotAwaited(Awaited),
    /// It is another seat's turn, or the action belongs to the host.
    #[error("it is not that seat's turn: {} is to come", awaited(.0))]
    NotYourTurn(Awaited),
    /// The figure belongs to somebody else.
    #[error("{0} belongs to somebody else")]
    NotYours(FigureId),
    /// The figure has already moved in this turn.
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
