//! The start of a game: what the table agreed on becomes the terms of the game.

use bots::Bot;
use protocol::{ErrorCode, First, FortressWish, Problem};
use rules::chance::{Nonce, Secret};
use rules::game::{Band, FortressChoice, Options, Players, Seat};
use rules::host::{draw_first, draw_fortress};
use rules::terms::{Agreement, Beginning, FirstBy, Player};

use super::{Door, Table, laid};

/// With this many players, bands of three figures take part.
const MANY: usize = 5;

impl Table {
    /// Seats bots of the kind `fill` behind the open doors, or removes these doors, and numbers the seats anew.
    ///
    /// # Errors
    ///
    /// If fewer than two players remain. The table is then unchanged.
    pub(crate) fn gather(&mut self, fill: Option<Bot>) -> Result<(), Problem> {
        let mut table = self.clone();
        for seat in 0..table.doors.len() {
            if let (Door::Open, Some(bot)) = (&table.doors[seat], fill) {
                table.doors[seat] = Door::Bot(table.automaton(bot));
            }
        }
        let plays: Vec<bool> = table.doors.iter().map(|door| door.band().is_some()).collect();
        let players = plays.iter().filter(|plays| **plays).count();
        if players < 2 {
            return Err(Problem::new(ErrorCode::TooFew, "a game needs at least two players"));
        }
        table.follow(|seat| plays[seat].then(|| plays[..seat].iter().filter(|plays| **plays).count()));
        table.doors.retain(|door| door.band().is_some());
        for door in &mut table.doors {
            if let Door::Person(person) = door {
                // The limit is about tables that wait. What is not needed is not kept.
                person.origin = None;
            }
        }
        if players < MANY {
            table.trade_small_bands();
        }
        *self = table;
        Ok(())
    }

    /// The number that a seat will have in the game if no more seats are taken.
    pub(crate) fn number_in_game(&self, seat: usize) -> usize {
        self.doors.iter().take(seat).filter(|door| door.band().is_some()).count()
    }

    /// RULES 2: with few players everybody has four figures, so bands of three are exchanged.
    fn trade_small_bands(&mut self) {
        for seat in 0..self.doors.len() {
            if self.doors[seat].band().is_some_and(|band| !band.has_four()) {
                let taken: Vec<Band> = self.doors.iter().filter_map(Door::band).collect();
                let free = Band::ALL.into_iter().find(|band| band.has_four() && !taken.contains(band));
                if let (Some(band), Some(free)) = (self.doors[seat].band_mut(), free) {
                    *band = free;
                }
            }
        }
    }

    /// The agreement of the players who have gathered. What is left to chance follows from the secret and the nonces.
    pub(crate) fn agreement(&self, secret: &Secret) -> Result<Agreement, Problem> {
        let bands: Vec<Band> = self.doors.iter().filter_map(Door::band).collect();
        let refused = |problem: String| Problem::new(ErrorCode::AgainstRules, problem);
        let players = Players::new(&bands).map_err(|problem| refused(problem.to_string()))?;
        let seats: Vec<Player> = self.doors.iter().filter_map(player).collect();
        let nonces: Vec<Nonce> = seats.iter().filter_map(|player| player.nonce).collect();
        let fortress = match &self.settings.fortress {
            FortressWish::Basic => FortressChoice::Basic,
            FortressWish::ByHand => FortressChoice::ByHand,
            FortressWish::Random => FortressChoice::Random(draw_fortress(&secret.seed, &nonces)),
            wish @ (FortressWish::Named(_) | FortressWish::Tiles(_)) => {
                laid(wish)?.map_or(FortressChoice::Basic, FortressChoice::Prepared)
            }
        };
        let by_lot = || (draw_first(&players, &secret.seed, &nonces), FirstBy::Lot);
        let (first, by) = match self.settings.first {
            First::Lot => by_lot(),
            First::Seat(seat) => Seat::new(seat).map_or_else(by_lot, |seat| (seat, FirstBy::Chosen)),
            // Nobody was eaten, or whoever was has left.
            First::LastEaten => {
                self.last_eaten().and_then(Seat::new).map_or_else(by_lot, |seat| (seat, FirstBy::LastEaten))
            }
        };
        let options = Options { players, fortress, length: self.settings.length };
        Ok(Agreement { beginning: Beginning::New { options, first, by }, seats, monster: Some(self.settings.monster) })
    }
}

fn player(door: &Door) -> Option<Player> {
    match door {
        Door::Person(person) => {
            Some(Player { nonce: person.nonce, ..Player::person(person.name.clone().unwrap_or_default()) })
        }
        Door::Bot(automaton) => Some(Player::bot(automaton.name.clone(), automaton.bot.into())),
        Door::Bricked | Door::Open => None,
    }
}
