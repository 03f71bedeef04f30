//! What the evaluation sees of a game, as numbers to which weights can be fitted.

use rules::FigureId;
use rules::game::Playing;

use crate::race::{Arrival, Arrivals, Race};
use crate::roads::Roads;
use crate::weights::{Phase, Weights};

/// How the race stands at the beginning of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// The index of the [`Phase`] that applies, in [`Weights::phases`].
    pub phase: usize,
    /// One for each seat.
    pub seats: Vec<SeatFeatures>,
}

/// How far a seat is on its way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatFeatures {
    /// Sorted: the figure that will be out first comes first.
    arrivals: Arrivals,
    places_after_start: u8,
    is_leader: bool,
}

impl Features {
    /// The features of a game in which a turn begins; `None` before the first turn, when there is nothing to compare yet.
    #[must_use]
    pub fn at_turn_start(game: &Playing) -> Option<Features> {
        let race = Race::at_turn_start(game);
        let position = Some(game.position()).filter(|_| race.turns_over > 0)?;
        let roads = Roads::of(position);
        let leader = race.leader();
        let all = FigureId::all().collect();
        let seat_features = |seat: usize| {
            let arrival = |figure| Some(race.arrival(figure, position.whereabouts(figure)?, &roads, all));
            let mut arrivals: Arrivals = race.figures(seat).iter().filter_map(arrival).collect();
            arrivals.sort_unstable();
            let places_after_start = race.places_after_start[seat];
            SeatFeatures {
                arrivals,
                places_after_start,
                is_leader: leader.is_some_and(|leader| leader.index() == seat),
            }
        };
        let phase = Weights::index(race.seats, race.turns_over);
        Some(Features { phase, seats: (0..race.seats).map(seat_features).collect() })
    }
}

impl SeatFeatures {
    /// The score of the seat: the logarithm of its worth.
    #[must_use]
    pub fn score(&self, phase: &Phase) -> f64 {
        let mut score = phase.place * f64::from(self.places_after_start);
        if self.is_leader {
            score += phase.lead;
        }
        for (rank, arrival) in self.arrivals.iter().enumerate() {
            score += phase.arrival[rank][usize::from(arrival.turns)];
            score += phase.points[rank] * f64::from(arrival.points) * 0.1;
        }
        score
    }

    /// Adds the derivative of the score by each of [`Phase::coefficients`], times `error`, to `slope`.
    ///
    /// # Panics
    ///
    /// If `slope` is shorter than the coefficients.
    pub fn add_slope(&self, slope: &mut [f64], error: f64) {
        for (rank, arrival) in self.arrivals.iter().enumerate() {
            slope[rank * Arrival::KINDS + usize::from(arrival.turns)] += error;
            slope[Phase::POINTS + rank] += error * f64::from(arrival.points) * 0.1;
        }
        slope[Phase::PLACE] += error * f64::from(self.places_after_start);
        slope[Phase::LEAD] += error * f64::from(u8::from(self.is_leader));
    }
}

#[cfg(test)]
mod tests {
    use rules::game::Awaited;
    use testkit::midgame::games;

    use super::*;
    use crate::weights::WEIGHTS;

    /// The score is linear in the coefficients, so its slope times the coefficients is the score itself.
    #[test]
    fn the_slope_belongs_to_the_score() {
        let mut checked = 0;
        for mut game in (2..=7).flat_map(|players| games(20, players, 5)) {
            while !game.moved().is_empty() {
                match game.awaited() {
                    Awaited::Move(seat) => {
                        let figure = game.movable(seat).iter().next().unwrap();
                        game.move_figure(figure, &[], &mut ()).unwrap();
                    }
                    Awaited::Flip => {
                        let (tombstone, _) = game.flippable().iter().next().unwrap();
                        game.flip(tombstone, &mut ()).unwrap();
                    }
                    Awaited::Tile(_) | Awaited::Nothing => break,
                }
            }
            let Some(features) = Features::at_turn_start(&game) else { continue };
            let phase = &WEIGHTS.phases()[features.phase];
            let coefficients = phase.coefficients();
            for seat in &features.seats {
                let mut slope = vec![0.0; coefficients.len()];
                seat.add_slope(&mut slope, 1.0);
                let sum: f64 = slope.iter().zip(&coefficients).map(|(slope, weight)| slope * weight).sum();
                assert!((sum - seat.score(phase)).abs() < 1e-9, "{seat:?}");
                checked += 1;
            }
        }
        assert!(checked > 100, "only {checked} seats");
    }
}
