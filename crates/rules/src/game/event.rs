//! What happens in a game beyond what happens on the board.

use serde::{Deserialize, Serialize};

use super::{Ending, Placement, Seat, Stage, Tombstones};
use crate::event::{Event, Sink};
use crate::piece::{FigureId, Whereabouts};
use crate::tombstone::Tombstone;

/// One thing that happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameEvent {
    /// A player laid a tile.
    TilePlaced {
        /// The player.
        seat: Seat,
        /// The tile and its place.
        placement: Placement,
    },
    /// A stage began.
    StageBegan {
        /// The stage.
        stage: Stage,
        /// The tombstones that are shuffled for it.
        tombstones: Tombstones,
    },
    /// A turn began.
    TurnBegan {
        /// The stage.
        stage: Stage,
        /// The number of the turn in the stage, from 1.
        turn: u8,
        /// The seat that has the start marker.
        start: Seat,
    },
    /// A player let a figure stay where it was.
    FigureStayed {
        /// The figure.
        figure: FigureId,
        /// On its space, or waiting outside.
        whereabouts: Whereabouts,
    },
    /// A figure was turned over.
    FigureTurnedOver {
        /// The figure.
        figure: FigureId,
        /// The number that is face up now.
        number: u8,
    },
    /// A player is to move.
    SeatToMove {
        /// The player.
        seat: Seat,
    },
    /// Everybody has moved: the monster is next.
    MovesOver,
    /// A tombstone was flipped and the monster runs.
    TombstoneFlipped {
        /// The tombstone.
        tombstone: Tombstone,
    },
    /// A tombstone was flipped that does not count, because the first one of a game must show a number \[R10\].
    TombstoneShown {
        /// The tombstone.
        tombstone: Tombstone,
    },
    /// After the first number, the tombstones shown before it were shuffled back into the pile.
    PileShuffled {
        /// The tombstones in the pile now.
        tombstones: Tombstones,
    },
    /// The start marker was passed on.
    StartMarkerPassed {
        /// The seat that has it now.
        to: Seat,
    },
    /// The game is over.
    GameEnded {
        /// Why it ended, and who won.
        ending: Ending,
    },
    /// Something happened on the board.
    #[serde(untagged)]
    Board(Event),
}

/// Passes events of the board on to a sink of game events.
pub(super) struct OnBoard<'a, S>(pub(super) &'a mut S);

impl<S: Sink<GameEvent>> Sink for OnBoard<'_, S> {
    const LISTENS: bool = S::LISTENS;

    #[inline]
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.0.tell(|| GameEvent::Board(event()));
    }
}
