//! The evaluation: how likely each seat is to win.

use arrayvec::ArrayVec;
use rules::game::{FigureSet, Players, Seat};
use rules::{FigureId, Position, Whereabouts};

use crate::fates::{Fate, Pile};
use crate::race::{Arrival, Arrivals, MOST_FIGURES, Race};
use crate::roads::Roads;
use crate::weights::{Phase, Weights};

/// Each seat's chance to win; 0 for seats that are not there.
pub(crate) type Chances = [f64; Players::MOST];

/// How likely it is that a figure is really eaten that is in the monster's way, but can still move.
const DOUBT: f64 = 0.35;

/// Judges the tables that the moves of one turn lead to.
pub(crate) struct Judge<'a> {
    race: &'a Race,
    pile: &'a Pile,
    phase: &'a Phase,
}

/// A table to be judged.
pub(crate) struct Table<'a> {
    pub(crate) position: &'a Position,
    pub(crate) roads: &'a Roads,
    /// Who has moved in this turn.
    pub(crate) moved: FigureSet,
    /// Who has the most figures out.
    pub(crate) leader: Option<usize>,
}

/// What is thought of a table.
pub(crate) struct Verdict {
    pub(crate) chances: Chances,
    /// Those that every tombstone lets the monster eat.
    pub(crate) doomed: FigureSet,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(weights: &'a Weights, race: &'a Race, pile: &'a Pile) -> Judge<'a> {
        Judge { race, pile, phase: weights.phase(race.seats, race.turns_over) }
    }

    /// Judges a table as if the turn ended now, but gives those who have not moved yet their chance.
    pub(crate) fn judge(&self, table: &Table<'_>) -> Verdict {
        let before = self.arrivals(table);
        let weights: Chances = std::array::from_fn(|seat| self.weight(seat, before[seat].clone(), table));
        let mut chances = [0.0; Players::MOST];
        let mut undisturbed = 0.0;
        let mut doomed = None;
        for Fate { chance, position } in self.pile.fates(table.position) {
            let mut change = Change { sure: weights, worst: weights, is_sure: true, eaten: FigureSet::EMPTY };
            if self.changes(table, &position, &before, &mut change) {
                if change.is_sure {
                    add(&mut chances, &change.sure, chance);
                } else {
                    add(&mut chances, &change.sure, chance * (1.0 - DOUBT));
                    add(&mut chances, &change.worst, chance * DOUBT);
                }
            } else {
                undisturbed += chance;
            }
            doomed = Some(doomed.map_or(change.eaten, |doomed: FigureSet| doomed.intersection(change.eaten)));
        }
        if undisturbed > 0.0 {
            add(&mut chances, &weights, undisturbed);
        }
        Verdict { chances, doomed: doomed.unwrap_or_default() }
    }

    /// When each figure of each seat will be out, by figure.
    fn arrivals(&self, table: &Table<'_>) -> [ArrayVec<Arrival, MOST_FIGURES>; Players::MOST] {
        std::array::from_fn(|seat| {
            let figures = self.race.figures(seat).iter();
            figures.map(|figure| self.race.arrival(figure, place(table.position, figure), table.roads, table.moved)).collect()
        })
    }

    /// What a run changes; false if it leaves all figures where they are.
    fn changes(
        &self,
        table: &Table<'_>,
        after: &Position,
        before: &[ArrayVec<Arrival, MOST_FIGURES>; Players::MOST],
        change: &mut Change,
    ) -> bool {
        let mut is_any = false;
        for seat in 0..self.race.seats {
            let mut changed: Option<(Arrivals, Arrivals)> = None;
            for (nth, figure) in self.race.figures(seat).iter().enumerate() {
                let (was, is) = (place(table.position, figure), place(after, figure));
                if was == is {
                    continue;
                }
                let (sure, worst) = changed.get_or_insert_with(|| (before[seat].clone(), before[seat].clone()));
                if is == Whereabouts::Eaten {
                    change.eaten.insert(figure);
                    worst[nth] = self.race.arrival_if_eaten(figure, table.roads, table.moved);
                    if table.moved.has(figure) {
                        sure[nth] = worst[nth];
                    } else {
                        change.is_sure = false;
                    }
                } else {
                    sure[nth] = self.race.arrival(figure, is, table.roads, table.moved);
                    worst[nth] = sure[nth];
                }
            }
            if let Some((sure, worst)) = changed {
                is_any = true;
                change.sure[seat] = self.weight(seat, sure, table);
                change.worst[seat] = self.weight(seat, worst, table);
            }
        }
        is_any
    }

    /// What the arrivals of a seat are worth: chances are in the ratio of these.
    #[inline]
    fn weight(&self, seat: usize, arrivals: Arrivals, table: &Table<'_>) -> f64 {
        if seat >= self.race.seats {
            return 0.0;
        }
        libm::exp(score(self.phase, arrivals, self.race.places_after_start[seat], table.leader == Some(seat)))
    }
}

/// What a run changes for each seat: the weights if all who can still move get away, and if none does.
struct Change {
    sure: Chances,
    worst: Chances,
    is_sure: bool,
    eaten: FigureSet,
}

/// The score of a seat, of whatever order its arrivals are in.
#[inline]
pub(crate) fn score(phase: &Phase, mut arrivals: Arrivals, places_after_start: u8, is_leader: bool) -> f64 {
    arrivals.sort_unstable();
    let mut score = phase.place * f64::from(places_after_start);
    if is_leader {
        score += phase.lead;
    }
    for (rank, arrival) in arrivals.iter().enumerate() {
        score += phase.arrival[rank][usize::from(arrival.turns)];
        score += phase.points[rank] * f64::from(arrival.points) * 0.1;
    }
    score
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

/// The chances when a seat has won.
pub(crate) fn won_by(seat: Option<Seat>) -> Chances {
    let mut chances = [0.0; Players::MOST];
    if let Some(seat) = seat {
        chances[seat.index()] = 1.0;
    }
    chances
}
