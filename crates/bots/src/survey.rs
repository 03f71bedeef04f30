//! Every move a seat can make now, judged one move deep.

use rules::game::{FigureSet, Game, Seat};
use rules::{FigureId, Outcomes, Position, Step, Whereabouts};

use crate::fates::Pile;
use crate::judge::{Chances, Judge, Table, Verdict, won_by};
use crate::race::Race;
use crate::roads::Roads;
use crate::weights::Weights;

/// A move and what one look at its result says.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub(crate) figure: FigureId,
    /// Which of the figure's outcomes.
    nth: usize,
    pub(crate) chances: Chances,
    /// Whether every tombstone lets the monster eat the figure there.
    pub(crate) is_doomed: bool,
}

/// The moves of a seat. One survey can be made again and again without new memory.
pub(crate) struct Survey<'w> {
    weights: &'w Weights,
    pub(crate) candidates: Vec<Candidate>,
    outcomes: Vec<(FigureId, Outcomes)>,
    /// By how the stones lie.
    roads: Vec<Option<Roads>>,
}

impl<'w> Survey<'w> {
    /// No moves yet.
    pub(crate) fn new(weights: &'w Weights) -> Survey<'w> {
        Survey { weights, candidates: vec![], outcomes: vec![], roads: vec![] }
    }

    /// Surveys the moves of the seat that is to move; none if none is.
    pub(crate) fn make(&mut self, game: &Game) {
        self.candidates.clear();
        let (Some(seat), Some(position)) = (game.acting(), game.position()) else { return };
        let (race, pile) = (Race::of(game), Pile::of(game));
        let judge = Judge::new(self.weights, &race, &pile);
        let roads = Roads::of(position);
        for (nth, figure) in game.movable(seat).iter().enumerate() {
            if self.outcomes.len() <= nth {
                self.outcomes.push((figure, Outcomes::new()));
            }
            let (of, outcomes) = &mut self.outcomes[nth];
            *of = figure;
            outcomes.find(position, figure, game.number(figure));
            self.roads.clear();
            let mut moved = game.moved();
            moved.insert(figure);
            for (nth, outcome) in outcomes.iter().enumerate() {
                let (layout, after) = (outcome.layout(), outcome.position());
                if self.roads.len() <= layout {
                    self.roads.resize(layout + 1, None);
                }
                let roads = if layout == 0 {
                    &roads
                } else {
                    self.roads[layout].get_or_insert_with(|| Roads::of(&after))
                };
                let verdict = verdict(game, seat, &race, &judge, roads, (figure, moved, &after));
                let is_doomed = verdict.doomed.has(figure);
                self.candidates.push(Candidate { figure, nth, chances: verdict.chances, is_doomed });
            }
        }
    }

    /// The path of a candidate of this survey.
    pub(crate) fn path(&self, candidate: &Candidate) -> Vec<Step> {
        let outcomes = self.outcomes.iter().find(|(figure, _)| *figure == candidate.figure);
        let outcome = outcomes.and_then(|(_, outcomes)| outcomes.iter().nth(candidate.nth));
        outcome.map(|outcome| outcome.path()).unwrap_or_default()
    }
}

fn verdict(
    game: &Game,
    seat: Seat,
    race: &Race,
    judge: &Judge<'_>,
    roads: &Roads,
    (figure, moved, after): (FigureId, FigureSet, &Position),
) -> Verdict {
    let escapes = after.whereabouts(figure) == Some(Whereabouts::Escaped);
    let out = game.escaped_of(seat) + usize::from(escapes);
    if out + 1 == game.players().figures_each() {
        return Verdict { chances: won_by(Some(seat)), doomed: FigureSet::EMPTY };
    }
    let leader = race.leader_with(escapes.then_some(seat), out);
    judge.judge(&Table { position: after, roads, moved, leader })
}
