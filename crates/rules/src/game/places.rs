//! The place of every seat in a finished game: RULES 3, \[R19\].

use std::cmp::Reverse;

use super::{Game, Playing, Seat, Winner};

/// The place of a seat in a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Counted from 1. Only the winner has place 1; seats without an escaped figure share the last place.
    pub number: usize,
    /// The seat.
    pub seat: Seat,
}

impl Playing {
    /// The place of every seat, best first. Seats that share a place follow each other clockwise from seat 0.
    ///
    /// A place is one more than the number of contenders ahead. The monster is one of them if it wins, so that every
    /// seat then has place 2. Returns `None` until the game is over.
    #[must_use]
    pub fn places(&self) -> Option<Vec<Place>> {
        let first = match self.ending()?.winner {
            Winner::Seat(_) => 1,
            Winner::Monster => 2,
        };
        let mut seats: Vec<(Seat, _)> = self.players().seats().map(|seat| (seat, self.achieved(seat))).collect();
        seats.sort_by_key(|(_, achieved)| *achieved);
        let ahead_of = |achieved| seats.partition_point(|(_, other)| *other < achieved);
        Some(seats.iter().map(|(seat, achieved)| Place { number: first + ahead_of(*achieved), seat: *seat }).collect())
    }

    /// What the order of places compares, less being better: the number of escaped figures, then the moment at which
    /// it was reached, as an index into the list of escapes. Without an escape there is no such moment.
    fn achieved(&self, seat: Seat) -> (Reverse<usize>, Option<usize>) {
        let own = self.players().figures(seat);
        (Reverse(self.escaped_of(seat)), self.escaped().iter().rposition(|figure| own.has(*figure)))
    }
}

impl Game {
    /// The place of every seat: see [`Playing::places`].
    #[must_use]
    pub fn places(&self) -> Option<Vec<Place>> {
        self.playing().and_then(Playing::places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tombstone;
    use crate::game::{Action, Awaited, Situation};

    /// The places as text, after the last turn of a game in which nobody else gets out.
    #[track_caller]
    fn check(situation: &str, expected: &str) {
        let situation: Situation = situation.parse().unwrap();
        let mut game = Game::from_situation(&situation).unwrap();
        while let Awaited::Move(seat) = game.awaited() {
            assert_eq!(game.places(), None);
            let figure = game.playing().unwrap().movable(seat).iter().next().unwrap();
            game.act(Some(seat), &Action::Move { figure, path: vec![] }, &mut ()).unwrap();
        }
        game.act(None, &Action::Flip { tombstone: Tombstone::hits(1) }, &mut ()).unwrap();
        let place = |place: &Place| format!("{} {}", place.number, game.players().band(place.seat));
        assert_eq!(game.places().unwrap().iter().map(place).collect::<Vec<_>>().join(", "), expected);
    }

    #[test]
    fn among_equals_the_seat_that_reached_its_number_first_is_ahead() {
        // Green was out first, but red had two figures out before green.
        check(
            "Mh6e-WY1-EG1R1R3G3B1-XG4G5R4R5B3B4B5Y3Y4Y5-N27-D5s7s7s8s8s10s-OG1R1R3G3B1",
            "1 red, 2 green, 3 blue, 4 yellow",
        );
    }

    #[test]
    fn seats_without_an_escape_share_the_last_place() {
        check("Mh6e-WG1Y1-ER1-XG3G4G5R3R4R5B1B3B4B5Y3Y4Y5-N27-D5s7s7s8s8s10s", "1 red, 2 green, 2 blue, 2 yellow");
    }

    #[test]
    fn a_monster_that_wins_is_ahead_of_everybody() {
        check("Mh6e-WG1R1-XG3G4G5R3R4R5-N27-D5s7s7s8s8s10s", "2 green, 2 red");
    }
}
