//! What this browser was shown of the seals of its tables before their games, and what it added to chance.
//!
//! A server that could choose the seal when the game is over would seal nothing. So the end of a game is checked against
//! what was written down here, not against what the server says then.

use protocol::{GameId, GameView, Occupant, State};
use rules::chance::{Commitment, Nonce};
use rules::record::Record;
use serde::{Deserialize, Serialize};

/// Of how many tables the seal is remembered.
const REMEMBERED: usize = 100;

/// The seals of the tables of this browser, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pledges(Vec<Pledge>);

/// The seal of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Pledge {
    game: GameId,
    /// The commitment that was shown first.
    commitment: Commitment,
    /// The nonces that this browser has sent.
    sent: Vec<Nonce>,
    /// Those of them that its seats had when they were last seen before the game.
    held: Vec<Nonce>,
}

/// What has become of a seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// All chance in the game is as it was sealed, and the seal is the one that was shown before.
    Same,
    /// All chance in the game is as it was sealed, but this browser has not seen the seal before.
    Unseen,
    /// Something in the game is not as it was sealed, or the seal is another one.
    Wrong,
}

impl Pledges {
    /// Remembers the commitment of a table, unless one is known. Returns whether that is new.
    pub fn remember(&mut self, game: GameId, commitment: Commitment) -> bool {
        if self.0.iter().any(|pledge| pledge.game == game) {
            return false;
        }
        self.0.push(Pledge { game, commitment, sent: vec![], held: vec![] });
        self.0.drain(..self.0.len().saturating_sub(REMEMBERED));
        true
    }

    /// Remembers a nonce that was sent to a table.
    pub fn send(&mut self, game: GameId, nonce: Nonce) {
        if let Some(pledge) = self.of_mut(game) {
            pledge.sent.push(nonce);
        }
    }

    /// Looks at a table. Returns whether there is something new to remember.
    pub fn see(&mut self, view: &GameView) -> bool {
        // Whoever comes when everything is over has not seen the seal in time.
        if view.state == State::Over {
            return false;
        }
        let is_new = self.remember(view.game, view.commitment);
        let Some(pledge) = self.of_mut(view.game).filter(|_| view.state == State::Waiting) else { return is_new };
        let held =
            view.seats.iter().filter(|seat| view.yours.contains(&seat.seat)).filter_map(|seat| nonce(&seat.occupant));
        let held: Vec<Nonce> = held.filter(|nonce| pledge.sent.contains(nonce)).collect();
        let is_other = pledge.held != held;
        pledge.held = held;
        is_new || is_other
    }

    /// Checks a game that is over.
    #[must_use]
    pub fn check(&self, game: GameId, record: &Record) -> Seal {
        let (terms, is_fair) = (record.terms(), record.verify().is_ok());
        match self.0.iter().find(|pledge| pledge.game == game) {
            _ if !is_fair => Seal::Wrong,
            None => Seal::Unseen,
            Some(pledge) => {
                let nonces = terms.nonces();
                let is_same =
                    pledge.commitment == terms.commitment() && pledge.held.iter().all(|one| nonces.contains(one));
                if is_same { Seal::Same } else { Seal::Wrong }
            }
        }
    }

    fn of_mut(&mut self, game: GameId) -> Option<&mut Pledge> {
        self.0.iter_mut().find(|pledge| pledge.game == game)
    }
}

/// The own seats of a waiting table that have not added anything to chance yet.
#[must_use]
pub fn without_nonce(view: &GameView) -> Vec<usize> {
    let own = view.seats.iter().filter(|seat| view.yours.contains(&seat.seat));
    let is_waiting = view.state == State::Waiting;
    let lacks = |occupant: &Occupant| matches!(occupant, Occupant::Human { nonce: None, .. });
    own.filter(|seat| is_waiting && lacks(&seat.occupant)).map(|seat| seat.seat).collect()
}

fn nonce(occupant: &Occupant) -> Option<Nonce> {
    match occupant {
        Occupant::Human { nonce, .. } => *nonce,
        Occupant::Bot { .. } | Occupant::Open { .. } | Occupant::None => None,
    }
}
