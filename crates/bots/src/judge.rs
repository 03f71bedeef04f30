//! The evaluation: the chance of each seat to win.

use rules::game::{FigureSet, Players, Seat};
use rules::{FigureId, Position, Whereabouts};

use crate::fates::{Fate, NextTombstones};
use crate::race::{Arrivals, Race};
use crate::roads::Roads;
use crate::weights::{Factors, Weights};

/// The chance of each seat to win; 0 for absent seats.
pub(crate) type Chances = [f64; Players::MOST];

/// The chance that a figure in the monster's way is really eaten if it can still move.
const DOUBT: f64 = 0.3;

/// Evaluates the positions after the moves of one turn.
pub(crate) struct Judge<'a> {
    race: &'a Race,
    next: &'a NextTombstones,
    factors: &'a Factors,
}

/// A position to evaluate, with what is known about it.
#[derive(Clone, Copy)]
pub(crate) struct Judged<'a> {
    pub(crate) position: &'a Position,
    pub(crate) roads: &'a Roads,
    /// The figures that have moved in this turn.
    pub(crate) moved: FigureSet,
    /// The seat with the most escaped figures.
    pub(crate) leader: Option<Seat>,
}

/// The standing of the seats if the monster did nothing.
#[derive(Clone)]
pub(crate) struct Footing {
    /// For each seat, in the order of its figures.
    arrivals: [Arrivals; Players::MOST],
    /// The chances of the seats are proportional to these.
    weights: Chances,
}

/// The evaluation of a position.
pub(crate) struct Evaluation {
    pub(crate) chances: Chances,
    /// The figures that are eaten whatever tombstone comes.
    pub(crate) doomed: FigureSet,
    /// Whether the game is over and the seat that moved has won.
    pub(crate) wins: bool,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(weights: &'a Weights, race: &'a Race, next: &'a NextTombstones) -> Judge<'a> {
        Judge { race, next, factors: weights.factors(race.seats, race.turns_over) }
    }

    /// The footing of the seats in a position.
    pub(crate) fn footing(&self, judged: Judged<'_>) -> Footing {
        let mut footing = Footing { arrivals: std::array::from_fn(|_| Arrivals::new()), weights: [0.0; Players::MOST] };
        for seat in 0..self.race.seats {
            let arrival =
                |figure| self.race.arrival(figure, place(judged.position, figure), judged.roads, judged.moved);
            footing.arrivals[seat] = self.race.figures(seat).iter().map(arrival).collect();
            footing.weights[seat] = self.weight(seat, footing.arrivals[seat].clone(), judged);
        }
        footing
    }

    /// The footing in a position that differs only in the place of one figure.
    #[inline]
    pub(crate) fn footing_with(&self, footing: &Footing, judged: Judged<'_>, seat: Seat, figure: FigureId) -> Footing {
        let mut footing = footing.clone();
        let seat = seat.index();
        if let Some(nth) = self.race.figures(seat).iter().position(|own| own == figure) {
            let place = place(judged.position, figure);
            footing.arrivals[seat][nth] = self.race.arrival(figure, place, judged.roads, judged.moved);
            footing.weights[seat] = self.weight(seat, footing.arrivals[seat].clone(), judged);
        }
        footing
    }

    /// Evaluates a position as if the turn ended now, but allows for figures that can still get away.
    pub(crate) fn judge(&self, judged: Judged<'_>, footing: &Footing) -> Evaluation {
        let mut chances = [0.0; Players::MOST];
        let mut undisturbed = 0.0;
        let mut doomed = None;
        for Fate { chance, position } in self.next.fates(judged.position) {
            let run = self.run(judged, footing, &position);
            match run.weights {
                None => undisturbed += chance,
                Some(Weighed::Surely(weights)) => add(&mut chances, &weights, chance),
                Some(Weighed::Perhaps { best, worst }) => {
                    add(&mut chances, &best, chance * (1.0 - DOUBT));
                    add(&mut chances, &worst, chance * DOUBT);
                }
            }
            doomed = Some(doomed.map_or(run.eaten, |doomed: FigureSet| doomed.intersection(run.eaten)));
        }
        if undisturbed > 0.0 {
            add(&mut chances, &footing.weights, undisturbed);
        }
        Evaluation { chances, doomed: doomed.unwrap_or_default(), wins: false }
    }

    /// The effect of a run that leads to the position `after`.
    fn run(&self, judged: Judged<'_>, footing: &Footing, after: &Position) -> RunWeighed {
        let (mut best, mut worst) = (footing.weights, footing.weights);
        let (mut is_changed, mut is_sure) = (false, true);
        let mut eaten = FigureSet::EMPTY;
        for seat in 0..self.race.seats {
            let mut changed: Option<[Arrivals; 2]> = None;
            for (nth, figure) in self.race.figures(seat).iter().enumerate() {
                let is = place(after, figure);
                if place(judged.position, figure) == is {
                    continue;
                }
                let [lucky, unlucky] = changed.get_or_insert_with(|| [(); 2].map(|()| footing.arrivals[seat].clone()));
                if is == Whereabouts::Eaten {
                    eaten.insert(figure);
                    unlucky[nth] = self.race.arrival_if_eaten(figure, judged.roads);
                    if judged.moved.has(figure) {
                        lucky[nth] = unlucky[nth];
                    } else {
                        is_sure = false;
                    }
                } else {
                    lucky[nth] = self.race.arrival(figure, is, judged.roads, judged.moved);
                    unlucky[nth] = lucky[nth];
                }
            }
            if let Some([lucky, unlucky]) = changed {
                is_changed = true;
                worst[seat] = self.weight(seat, unlucky.clone(), judged);
                best[seat] = if lucky == unlucky { worst[seat] } else { self.weight(seat, lucky, judged) };
            }
        }
        if is_sure && self.race.stage.ends_with(after) {
            return RunWeighed { weights: Some(Weighed::Surely(won_by(judged.leader))), eaten };
        }
        let weights = match (is_changed, is_sure) {
            (false, _) => None,
            (true, true) => Some(Weighed::Surely(best)),
            (true, false) => Some(Weighed::Perhaps { best, worst }),
        };
        RunWeighed { weights, eaten }
    }

    /// The weight of a seat with these arrivals.
    #[inline]
    fn weight(&self, seat: usize, arrivals: Arrivals, judged: Judged<'_>) -> f64 {
        self.factors.worth(
            arrivals,
            self.race.places_after_start[seat],
            judged.leader.is_some_and(|leader| leader.index() == seat),
        )
    }
}

/// The effect of a run.
struct RunWeighed {
    /// `None` if no figure is affected.
    weights: Option<Weighed>,
    eaten: FigureSet,
}

/// The weights of the seats after a run.
enum Weighed {
    /// All eaten figures had moved.
    Surely(Chances),
    /// Some eaten figures can still move: the weights if all of them get away, and if none does.
    Perhaps { best: Chances, worst: Chances },
}

#[inline]
fn place(position: &Position, figure: FigureId) -> Whereabouts {
    position.whereabouts(figure).unwrap_or(Whereabouts::Eaten)
}

/// Adds chances that are proportional to `weights` and sum up to `chance`.
#[inline]
fn add(chances: &mut Chances, weights: &Chances, chance: f64) {
    let all = weights.iter().sum::<f64>();
    // If the monster has won, all weights are 0.
    let share = if all > 0.0 { chance / all } else { 0.0 };
    chances.iter_mut().zip(weights).for_each(|(all, weight)| *all += share * weight);
}

/// The chances when a seat has won, or the monster if `None`.
pub(crate) fn won_by(seat: Option<Seat>) -> Chances {
    let mut chances = [0.0; Players::MOST];
    if let Some(seat) = seat {
        chances[seat.index()] = 1.0;
    }
    chances
}
