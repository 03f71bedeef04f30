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
    /// How long a move may take before a bell rings.
    pub timer: Option<MoveTimer>,
}

/// How long a move may take before a bell rings. Nothing else happens then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveTimer {
    /// 30 seconds.
    HalfMinute,
    /// One minute.
    Minute,
    /// Two minutes.
    TwoMinutes,
}

impl MoveTimer {
    /// Every timer, the shortest first.
    pub const ALL: [MoveTimer; 3] = [MoveTimer::HalfMinute, MoveTimer::Minute, MoveTimer::TwoMinutes];

    /// How long it is.
    #[must_use]
    pub const fn seconds(self) -> u32 {
        match self {
            MoveTimer::HalfMinute => 30,
            MoveTimer::Minute => 60,
            MoveTimer::TwoMinutes => 120,
        }
    }

    /// The timer of this length.
    #[must_use]
    pub fn of_seconds(seconds: u32) -> Option<MoveTimer> {
        MoveTimer::ALL.into_iter().find(|timer| timer.seconds() == seconds)
    }
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
