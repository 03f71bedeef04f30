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
    /// Somebody laid a tile.
    TilePlaced {
        /// Who.
        seat: Seat,
        /// What and where.
        placement: Placement,
    },
    /// A stage began.
    StageBegan {
        /// Which.
        stage: Stage,
        /// The tombstones that are shuffled for it.
        tombstones: Tombstones,
    },
    /// A turn began.
    TurnBegan {
        /// In which stage.
        stage: Stage,
        /// Its number in the stage, from 1.
        turn: u8,
        /// Who has the start marker.
        start: Seat,
    },
    /// A figure stayed where it was, by its player's wish.
    FigureStayed {
        /// Who.
        figure: FigureId,
        /// Where: on its space, or waiting outside.
        whereabouts: Whereabouts,
    },
    /// A figure was turned over.
    FigureTurnedOver {
        /// Who.
        figure: FigureId,
        /// The number that lies up now.
        number: u8,
    },
    /// A player is to move.
    SeatToMove {
        /// Who.
        seat: Seat,
    },
    /// Everybody has moved: the monster is next.
    MovesOver,
    /// A tombstone was flipped and the monster runs.
    TombstoneFlipped {
        /// Which.
        tombstone: Tombstone,
    },
    /// A tombstone was flipped that does not count: the first of a game must show a number \[R10\].
    TombstoneShown {
        /// Which.
        tombstone: Tombstone,
    },
    /// After the first number, what was shown before it is shuffled into the pile again.
    PileShuffled {
        /// What is in the pile now.
        tombstones: Tombstones,
    },
    /// The start marker went on.
    StartMarkerPassed {
        /// To whom.
        to: Seat,
    },
    /// The game is over.
    GameEnded {
        /// How, and who won.
        ending: Ending,
    },
    /// On the board.
    #[serde(untagged)]
    Board(Event),
}

/// Tells the events of the board to a sink of game events.
pub(super) struct OnBoard<'a, S>(pub(super) &'a mut S);

impl<S: Sink<GameEvent>> Sink for OnBoard<'_, S> {
    const LISTENS: bool = S::LISTENS;

    #[inline]
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.0.tell(|| GameEvent::Board(event()));
    }
}
