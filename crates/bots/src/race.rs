//! How far each seat is on its way out: the input of the evaluation.

use arrayvec::ArrayVec;
use rules::game::{Awaited, FigureSet, Lead, Players, Playing, Seat, Stage, TURNS};
use rules::{FigureId, Whereabouts};

use crate::roads::Roads;

/// The most figures a seat can have.
pub(crate) const MOST_FIGURES: usize = 4;

/// The number of turns of a game.
pub(crate) const GAME_TURNS: u8 = 2 * TURNS;

const _: () = assert!(GAME_TURNS == 14, "the file of the weights has a line for each turn");

/// When a figure will be out if nothing stops it. Earlier is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Arrival {
    /// The number of turns it takes, or one of the constants.
    pub(crate) turns: u8,
    /// The number of movement points it takes.
    pub(crate) points: u8,
}

impl Arrival {
    /// Already out.
    pub(crate) const OUT: u8 = 0;
    /// The most turns that are distinguished.
    const MOST_TURNS: u8 = 9;
    /// Not before the game is over.
    pub(crate) const LATE: u8 = 10;
    /// Eaten for good.
    pub(crate) const LOST: u8 = 11;
    /// The number of different values of `turns`.
    pub(crate) const KINDS: usize = 12;

    /// The arrival of a figure that needs `points` and can spend `number` of them in the next turn.
    #[inline]
    fn new(points: u8, number: u8, turns_left: u8) -> Arrival {
        // The two numbers of a figure add up to seven, so it spends seven points every two turns.
        let rest = points % 7;
        let turns = points / 7 * 2 + u8::from(rest > 0) + u8::from(rest > number);
        let turns = if turns > turns_left { Arrival::LATE } else { turns.min(Arrival::MOST_TURNS) };
        Arrival { turns, points }
    }
}

/// The arrivals of a seat's figures.
pub(crate) type Arrivals = ArrayVec<Arrival, MOST_FIGURES>;

/// The part of a game that stays the same while its figures are tried on different spaces.
#[derive(Clone)]
pub(crate) struct Race {
    pub(crate) seats: usize,
    figures: [FigureSet; Players::MOST],
    /// The points that each figure can still spend in this turn.
    now: [u8; FigureId::COUNT],
    /// The points that each figure will have in the next turn.
    next: [u8; FigureId::COUNT],
    /// The number of turns that will be over after this one, 1 to 14.
    pub(crate) turns_over: u8,
    pub(crate) stage: Stage,
    /// How many places after the start player each seat moves in the next turn.
    pub(crate) places_after_start: [u8; Players::MOST],
    /// The seat with the most escaped figures.
    pub(crate) lead: Option<Lead>,
}

impl Race {
    /// The race of a game.
    pub(crate) fn of(game: &Playing) -> Race {
        let players = game.players();
        let mut race = Race {
            seats: players.count(),
            figures: [FigureSet::EMPTY; Players::MOST],
            now: [0; FigureId::COUNT],
            next: [0; FigureId::COUNT],
            turns_over: game.course().turn_of_game(),
            stage: game.course().stage(),
            places_after_start: [0; Players::MOST],
            lead: game.lead(),
        };
        for seat in players.seats() {
            race.figures[seat.index()] = players.figures(seat);
            for figure in players.figures(seat).iter() {
                let number = game.number(figure);
                let has_turned = game.moved().has(figure) || game.awaited() == Awaited::Flip;
                // RULES 3: on the first turn only two figures of a seat move, so the others must not count as if they did.
                let can_go_on = !has_turned && !game.course().is_first_turn();
                race.now[figure.index()] = if can_go_on { number } else { 0 };
                race.next[figure.index()] = if has_turned { number } else { 7 - number };
            }
            // The start marker moves on by one when the turn ends.
            let places = seat.index() + 2 * players.count() - game.course().start().index() - 1;
            race.places_after_start[seat.index()] = (places % players.count()) as u8;
        }
        race
    }

    /// The race at the beginning of a turn, as it was evaluated at the end of the previous one.
    pub(crate) fn at_turn_start(game: &Playing) -> Race {
        let mut race = Race::of(game);
        race.turns_over -= 1;
        for figure in game.players().seats().flat_map(|seat| game.players().figures(seat).iter()) {
            race.next[figure.index()] = game.number(figure);
        }
        for places in &mut race.places_after_start[..race.seats] {
            *places = (*places + 1) % race.seats as u8;
        }
        race
    }

    /// The figures of a seat.
    pub(crate) fn figures(&self, seat: usize) -> FigureSet {
        self.figures[seat]
    }

    /// The number of turns after this one.
    fn turns_left(&self) -> u8 {
        GAME_TURNS - self.turns_over
    }

    /// When a figure will be out, counted from the end of this turn. A figure that has not moved yet is assumed to go straight on.
    #[inline]
    pub(crate) fn arrival(&self, figure: FigureId, place: Whereabouts, roads: &Roads, moved: FigureSet) -> Arrival {
        let (points, next) = (roads.points(place), self.next[figure.index()]);
        match place {
            Whereabouts::Escaped => Arrival { turns: Arrival::OUT, points: 0 },
            Whereabouts::Eaten => Arrival { turns: Arrival::LOST, points: 0 },
            Whereabouts::Waiting | Whereabouts::On(_) => {
                let spent = if moved.has(figure) { 0 } else { self.now[figure.index()] };
                Arrival::new(points.saturating_sub(spent), next, self.turns_left())
            }
        }
    }

    /// When a figure will be out if the monster eats it at the end of this turn.
    #[inline]
    pub(crate) fn arrival_if_eaten(&self, figure: FigureId, roads: &Roads) -> Arrival {
        match self.stage {
            Stage::One => {
                Arrival::new(roads.points(Whereabouts::Waiting), self.next[figure.index()], self.turns_left())
            }
            Stage::Two => Arrival { turns: Arrival::LOST, points: 0 },
        }
    }

    /// Whether the game ends with this turn.
    pub(crate) fn is_last_turn(&self) -> bool {
        self.turns_left() == 0
    }

    /// The seat that would win if the game ended now.
    pub(crate) fn leader(&self) -> Option<Seat> {
        self.lead.map(|lead| lead.seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_as_if_they_were_played() {
        for number in 1..=6 {
            for points in 0..=50 {
                let mut left = points;
                let mut turns = 0;
                while left > 0 {
                    left = u8::saturating_sub(left, if turns % 2 == 0 { number } else { 7 - number });
                    turns += 1;
                }
                assert_eq!(
                    Arrival::new(points, number, 100).turns,
                    turns.min(Arrival::MOST_TURNS),
                    "{points} {number}"
                );
                assert_eq!(Arrival::new(points, number, 3).turns, if turns > 3 { Arrival::LATE } else { turns });
            }
        }
    }
}
