//! The set-up of the game for experienced players (RULES 6): the players lay the tiles one by one.

use super::{Length, PartialFortress, Placement, PlacingProblem, Players, Seat};

/// A game whose fortress is still being laid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laying {
    players: Players,
    length: Length,
    first: Seat,
    tiles: PartialFortress,
}

impl Laying {
    pub(super) fn new(players: Players, length: Length, first: Seat) -> Laying {
        Laying { players, length, first, tiles: PartialFortress::default() }
    }

    /// The players.
    #[must_use]
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// The length of the game, which determines its tombstones.
    #[must_use]
    pub fn length(&self) -> Length {
        self.length
    }

    /// The seat that lays the first tile.
    #[must_use]
    pub fn first(&self) -> Seat {
        self.first
    }

    /// The seat that lays the next tile.
    #[must_use]
    pub fn next(&self) -> Seat {
        self.players.later(self.first, self.tiles.len())
    }

    /// The tiles laid so far.
    #[must_use]
    pub fn tiles(&self) -> &PartialFortress {
        &self.tiles
    }

    /// Lays a tile for the seat whose turn it is.
    pub(super) fn place(&mut self, placement: Placement) -> Result<(), PlacingProblem> {
        self.tiles.place(placement)
    }
}
