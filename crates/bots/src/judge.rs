//! The evaluation: how likely each seat is to win.

use rules::game::{FigureSet, Players, Seat};
use rules::{FigureId, Position, Whereabouts};

use crate::fates::{Fate, Pile};
use crate::race::{Arrivals, Race};
use crate::roads::Roads;
use crate::weights::{Factors, Weights};

/// Each seat's chance to win; 0 for seats that are not there.
pub(crate) type Chances = [f64; Players::MOST];

/// How likely it is that a figure is really eaten that is in the monster's way, but can still move.
const DOUBT: f64 = 0.3;

/// Judges the tables that the moves of one turn lead to.
pub(crate) struct Judge<'a> {
    race: &'a Race,
    pile: &'a Pile,
    factors: &'a Factors,
}

/// A table to be judged.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    pub(crate) position: &'a Position,
    pub(crate) roads: &'a Roads,
    /// Who has moved in this turn.
    pub(crate) moved: FigureSet,
    /// Who has the most figures out.
    pub(crate) leader: Option<usize>,
}

/// How the seats stand if the monster does nothing: all that two tables have in common which differ by one figure's place.
#[derive(Clone)]
pub(crate) struct Standing {
    /// By seat, in the order of its figures.
    arrivals: [Arrivals; Players::MOST],
    /// Chances are in the ratio of these.
    weights: Chances,
}

/// What is thought of a table.
pub(crate) struct Verdict {
    pub(crate) chances: Chances,
    /// Those that every tombstone lets the monster eat.
    pub(crate) doomed: FigureSet,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(weights: &'a Weights, race: &'a Race, pile: &'a Pile) -> Judge<'a> {
        Judge { race, pile, factors: weights.factors(race.seats, race.turns_over) }
    }

    /// How the seats stand on a table.
    pub(crate) fn standing(&self, table: Table<'_>) -> Standing {
        let mut standing =
            Standing { arrivals: std::array::from_fn(|_| Arrivals::new()), weights: [0.0; Players::MOST] };
        for seat in 0..self.race.seats {
            let arrival = |figure| self.race.arrival(figure, place(table.position, figure), table.roads, table.moved);
            standing.arrivals[seat] = self.race.figures(seat).iter().map(arrival).collect();
            standing.weights[seat] = self.weight(seat, standing.arrivals[seat].clone(), table);
        }
        standing
    }

    /// The same with one figure elsewhere: `table` differs from the one before only by that.
    #[inline]
    pub(crate) fn standing_with(
        &self,
        standing: &Standing,
        table: Table<'_>,
        seat: Seat,
        figure: FigureId,
    ) -> Standing {
        let mut standing = standing.clone();
        let seat = seat.index();
        if let Some(nth) = self.race.figures(seat).iter().position(|own| own == figure) {
            let place = place(table.position, figure);
            standing.arrivals[seat][nth] = self.race.arrival(figure, place, table.roads, table.moved);
            standing.weights[seat] = self.weight(seat, standing.arrivals[seat].clone(), table);
        }
        standing
    }

    /// Judges a table as if the turn ended now, but gives those who have not moved yet their chance.
    pub(crate) fn judge(&self, table: Table<'_>, standing: &Standing) -> Verdict {
        let mut chances = [0.0; Players::MOST];
        let mut undisturbed = 0.0;
        let mut doomed = None;
        for Fate { chance, position } in self.pile.fates(table.position) {
            let run = self.run(table, standing, &position);
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
            add(&mut chances, &standing.weights, undisturbed);
        }
        Verdict { chances, doomed: doomed.unwrap_or_default() }
    }

    /// What a run that leads to the table `after` does to the seats.
    fn run(&self, table: Table<'_>, standing: &Standing, after: &Position) -> RunWeighed {
        let (mut best, mut worst) = (standing.weights, standing.weights);
        let (mut is_changed, mut is_sure) = (false, true);
        let mut eaten = FigureSet::EMPTY;
        for seat in 0..self.race.seats {
            let mut changed: Option<[Arrivals; 2]> = None;
            for (nth, figure) in self.race.figures(seat).iter().enumerate() {
                let is = place(after, figure);
                if place(table.position, figure) == is {
                    continue;
                }
                let [lucky, unlucky] = changed.get_or_insert_with(|| [(); 2].map(|()| standing.arrivals[seat].clone()));
                if is == Whereabouts::Eaten {
                    eaten.insert(figure);
                    unlucky[nth] = self.race.arrival_if_eaten(figure, table.roads, table.moved);
                    if table.moved.has(figure) {
                        lucky[nth] = unlucky[nth];
                    } else {
                        is_sure = false;
                    }
                } else {
                    lucky[nth] = self.race.arrival(figure, is, table.roads, table.moved);
                    unlucky[nth] = lucky[nth];
                }
            }
            if let Some([lucky, unlucky]) = changed {
                is_changed = true;
                worst[seat] = self.weight(seat, unlucky.clone(), table);
                best[seat] = if lucky == unlucky { worst[seat] } else { self.weight(seat, lucky, table) };
            }
        }
        let weights = match (is_changed, is_sure) {
            (false, _) => None,
            (true, true) => Some(Weighed::Surely(best)),
            (true, false) => Some(Weighed::Perhaps { best, worst }),
        };
        RunWeighed { weights, eaten }
    }

    /// What the arrivals of a seat are worth.
    #[inline]
    fn weight(&self, seat: usize, arrivals: Arrivals, table: Table<'_>) -> f64 {
        self.factors.worth(arrivals, self.race.places_after_start[seat], table.leader == Some(seat))
    }
}

/// What a run does.
struct RunWeighed {
    /// `None` if it leaves all figures where they are.
    weights: Option<Weighed>,
    eaten: FigureSet,
}

/// What the seats are worth after a run.
enum Weighed {
    /// All whom it eats have moved.
    Surely(Chances),
    /// Some can still move: if they all get away, and if none does.
    Perhaps { best: Chances, worst: Chances },
}

#[inline]
fn place(position: &Position, figure: FigureId) -> Whereabouts {
    position.whereabouts(figure).unwrap_or(Whereabouts::Eaten)
}

/// Adds chances in the ratio of `weights`, `chance` in all.
#[inline]
fn add(chances: &mut Chances, weights: &Chances, chance: f64) {
    let share = chance / weights.iter().sum::<f64>();
    chances.iter_mut().zip(weights).for_each(|(all, weight)| *all += share * weight);
}

/// The chances when a seat has won, or the monster.
pub(crate) fn won_by(seat: Option<Seat>) -> Chances {
    let mut chances = [0.0; Players::MOST];
    if let Some(seat) = seat {
        chances[seat.index()] = 1.0;
    }
    chances
}
