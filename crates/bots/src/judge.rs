//! The evaluation: how likely each seat is to win.

use rules::game::{FigureSet, Players, Seat};
use rules::{FigureId, Position, Whereabouts};

use crate::fates::{Fate, NextTombstones};
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
    next: &'a NextTombstones,
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
    pub(crate) leader: Option<Seat>,
}

/// How the seats stand if the monster does nothing.
#[derive(Clone)]
pub(crate) struct Footing {
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
    /// Whether the game is over, and the seat that moved has won.
    pub(crate) wins: bool,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(weights: &'a Weights, race: &'a Race, next: &'a NextTombstones) -> Judge<'a> {
        Judge { race, next, factors: weights.factors(race.seats, race.turns_over) }
    }

    /// How the seats stand on a table.
    pub(crate) fn footing(&self, table: Table<'_>) -> Footing {
        let mut footing = Footing { arrivals: std::array::from_fn(|_| Arrivals::new()), weights: [0.0; Players::MOST] };
        for seat in 0..self.race.seats {
            let arrival = |figure| self.race.arrival(figure, place(table.position, figure), table.roads, table.moved);
            footing.arrivals[seat] = self.race.figures(seat).iter().map(arrival).collect();
            footing.weights[seat] = self.weight(seat, footing.arrivals[seat].clone(), table);
        }
        footing
    }

    /// The same for a table that differs only by the place of one figure.
    #[inline]
    pub(crate) fn footing_with(&self, footing: &Footing, table: Table<'_>, seat: Seat, figure: FigureId) -> Footing {
        let mut footing = footing.clone();
        let seat = seat.index();
        if let Some(nth) = self.race.figures(seat).iter().position(|own| own == figure) {
            let place = place(table.position, figure);
            footing.arrivals[seat][nth] = self.race.arrival(figure, place, table.roads, table.moved);
            footing.weights[seat] = self.weight(seat, footing.arrivals[seat].clone(), table);
        }
        footing
    }

    /// Judges a table as if the turn ended now, but gives those who have not moved yet their chance.
    pub(crate) fn judge(&self, table: Table<'_>, footing: &Footing) -> Verdict {
        let mut chances = [0.0; Players::MOST];
        let mut undisturbed = 0.0;
        let mut doomed = None;
        for Fate { chance, position } in self.next.fates(table.position) {
            let run = self.run(table, footing, &position);
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
        Verdict { chances, doomed: doomed.unwrap_or_default(), wins: false }
    }

    /// What a run that leads to the table `after` does to the seats.
    fn run(&self, table: Table<'_>, footing: &Footing, after: &Position) -> RunWeighed {
        let (mut best, mut worst) = (footing.weights, footing.weights);
        let (mut is_changed, mut is_sure) = (false, true);
        let mut eaten = FigureSet::EMPTY;
        for seat in 0..self.race.seats {
            let mut changed: Option<[Arrivals; 2]> = None;
            for (nth, figure) in self.race.figures(seat).iter().enumerate() {
                let is = place(after, figure);
                if place(table.position, figure) == is {
                    continue;
                }
                let [lucky, unlucky] = changed.get_or_insert_with(|| [(); 2].map(|()| footing.arrivals[seat].clone()));
                if is == Whereabouts::Eaten {
                    eaten.insert(figure);
                    unlucky[nth] = self.race.arrival_if_eaten(figure, table.roads);
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
        if is_sure && self.race.stage.ends_with(after) {
            return RunWeighed { weights: Some(Weighed::Surely(won_by(table.leader))), eaten };
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
        self.factors.worth(
            arrivals,
            self.race.places_after_start[seat],
            table.leader.is_some_and(|leader| leader.index() == seat),
        )
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
    let all = weights.iter().sum::<f64>();
    // If the monster has won, nobody has a share.
    let share = if all > 0.0 { chance / all } else { 0.0 };
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
