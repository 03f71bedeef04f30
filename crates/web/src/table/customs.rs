//! What the players at one screen have agreed on besides the game itself. It is kept for the next game.

use rules::chance::Seed;
use rules::game::{Players, Seat};
use rules::host::draw_first;
use rules::terms::{Beginning, FirstBy, Terms};

/// What the players at one screen have agreed on besides the game itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Customs {
    /// Who begins.
    pub first: First,
}

/// Who begins the games of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// Whoever is drawn by lot.
    #[default]
    Lot,
    /// Whoever sits here.
    Seat(Seat),
    /// Whoever was the last to be eaten in the game before, if there was one; else it is drawn by lot.
    LastEaten(Option<Seat>),
}

impl First {
    /// The seat that begins, and how it was found.
    #[must_use]
    pub fn find(self, players: &Players, seed: &Seed) -> (Seat, FirstBy) {
        let sits = |seat: Seat| seat.index() < players.count();
        match self {
            First::Seat(seat) if sits(seat) => (seat, FirstBy::Chosen),
            First::LastEaten(Some(seat)) if sits(seat) => (seat, FirstBy::LastEaten),
            First::Lot | First::Seat(_) | First::LastEaten(_) => (draw_first(players, seed, &[]), FirstBy::Lot),
        }
    }

    /// The same for a game that nobody knows anything of yet.
    #[must_use]
    pub fn for_next_game(self) -> First {
        match self {
            First::LastEaten(_) => First::LastEaten(None),
            first @ (First::Lot | First::Seat(_)) => first,
        }
    }

    /// What the players of a game had agreed on, as far as its terms tell.
    #[must_use]
    pub fn of_terms(terms: &Terms) -> First {
        match terms.beginning() {
            Beginning::New { by: FirstBy::Chosen, first, .. } => First::Seat(*first),
            Beginning::New { by: FirstBy::LastEaten, .. } => First::LastEaten(None),
            Beginning::New { by: FirstBy::Lot, .. } | Beginning::From(_) => First::Lot,
        }
    }
}

/// What a server is asked for. It cannot be asked for the last eaten of a game that it does not know.
impl From<First> for protocol::First {
    fn from(first: First) -> protocol::First {
        match first {
            First::Seat(seat) => protocol::First::Seat(seat.index()),
            First::Lot | First::LastEaten(_) => protocol::First::Lot,
        }
    }
}
