//! All moves of a seat, evaluated one move deep.

use rules::game::{FigureSet, Lead, Playing, Seat};
use rules::{FigureId, Outcomes, Position, Step, Whereabouts};

use crate::fates::NextTombstones;
use crate::judge::{Chances, Evaluation, Footing, Judge, Judged, won_by};
use crate::race::Race;
use crate::roads::{Atlas, Roads};
use crate::weights::Weights;

/// A move and its evaluation.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub(crate) figure: FigureId,
    /// The index of the figure's outcomes in the survey, and the index among them.
    slot: usize,
    nth: usize,
    pub(crate) chances: Chances,
    /// Whether the figure is then eaten whatever tombstone comes.
    pub(crate) is_doomed: bool,
    /// Whether it wins the game.
    pub(crate) wins: bool,
}

/// The moves of a seat. A survey can be reused to save allocations, but only for the same game.
pub struct Survey<'w> {
    weights: &'w Weights,
    pub(crate) candidates: Vec<Candidate>,
    outcomes: Vec<Outcomes>,
    /// Indexed by the arrangement of the stones after a figure's move; index 0 is the arrangement before it.
    by_arrangement: Vec<Option<RoadsAndFooting>>,
    atlas: Atlas,
}

/// The ways out and how the seats stand: the same for all moves of a figure that leave the stones on the same spaces.
#[derive(Clone)]
struct RoadsAndFooting {
    roads: Roads,
    footing: Footing,
}

impl<'w> Survey<'w> {
    /// A survey without moves.
    #[must_use]
    pub fn new(weights: &'w Weights) -> Survey<'w> {
        Survey { weights, candidates: vec![], outcomes: vec![], by_arrangement: vec![], atlas: Atlas::default() }
    }

    /// Surveys the moves of the seat that is to move. There are none if no seat is.
    pub fn make(&mut self, game: &Playing) {
        self.candidates.clear();
        self.outcomes.resize_with(MOST_MOVABLE, Outcomes::new);
        let Some(seat) = game.acting() else { return };
        let (race, next) = (Race::of(game), NextTombstones::of(game));
        let look = Look { game, seat, race: &race, judge: Judge::new(self.weights, &race, &next) };
        for (slot, (figure, outcomes)) in game.movable(seat).iter().zip(&mut self.outcomes).enumerate() {
            outcomes.find(game.position(), figure, game.number(figure));
            let mut moved = game.moved();
            moved.insert(figure);
            self.by_arrangement.clear();
            for (nth, outcome) in outcomes.iter().enumerate() {
                let (arrangement, after) = (outcome.arrangement(), outcome.position());
                if self.by_arrangement.len() <= arrangement {
                    self.by_arrangement.resize(arrangement + 1, None);
                }
                let shared = self.by_arrangement[arrangement]
                    .get_or_insert_with(|| look.roads_and_footing(&after, self.atlas.roads(&after).clone(), moved));
                let evaluation = look.evaluate(&after, shared, figure, moved);
                let (is_doomed, wins) = (evaluation.doomed.has(figure), evaluation.wins);
                self.candidates.push(Candidate { figure, slot, nth, chances: evaluation.chances, is_doomed, wins });
            }
        }
    }

    /// The number of moves.
    #[must_use]
    pub fn count(&self) -> usize {
        self.candidates.len()
    }

    /// The index of the move that is best for a seat, the last one among equals; `None` if there are no moves.
    #[must_use]
    pub fn best(&self, seat: Seat) -> Option<usize> {
        let value = |nth: &usize| self.candidates[*nth].chances[seat.index()];
        (0..self.candidates.len()).max_by(|a, b| value(a).total_cmp(&value(b)))
    }

    /// The move of an index: which figure moves, and how.
    ///
    /// # Panics
    ///
    /// If there are not that many moves.
    #[must_use]
    pub fn nth(&self, index: usize) -> (FigureId, Vec<Step>) {
        let candidate = &self.candidates[index];
        (candidate.figure, self.path(candidate))
    }

    /// The roads of a position of the same game.
    pub(crate) fn roads(&mut self, position: &Position) -> &Roads {
        self.atlas.roads(position)
    }

    /// The path of a candidate of this survey.
    pub(crate) fn path(&self, candidate: &Candidate) -> Vec<Step> {
        let outcome = self.outcomes[candidate.slot].iter().nth(candidate.nth);
        outcome.expect("a candidate is one of the outcomes of its survey").path()
    }
}

/// The evaluation of a single move of the seat that is to move; `None` if the move is illegal.
pub(crate) fn look_at(game: &Playing, weights: &Weights, figure: FigureId, path: &[Step]) -> Option<Chances> {
    let seat = game.acting()?;
    let mut after = *game.position();
    after.play(figure, game.number(figure), path, &mut ()).ok()?;
    let (race, next) = (Race::of(game), NextTombstones::of(game));
    let look = Look { game, seat, race: &race, judge: Judge::new(weights, &race, &next) };
    let mut moved = game.moved();
    moved.insert(figure);
    let shared = look.roads_and_footing(&after, Roads::of(&after), moved);
    Some(look.evaluate(&after, &shared, figure, moved).chances)
}

/// The most figures a seat can move in a turn.
const MOST_MOVABLE: usize = crate::race::MOST_FIGURES;

/// Evaluates the moves of one seat.
struct Look<'a> {
    game: &'a Playing,
    seat: Seat,
    race: &'a Race,
    judge: Judge<'a>,
}

impl Look<'_> {
    fn roads_and_footing(&self, after: &Position, roads: Roads, moved: FigureSet) -> RoadsAndFooting {
        let leader = self.race.leader();
        let footing = self.judge.footing(Judged { position: after, roads: &roads, moved, leader });
        RoadsAndFooting { roads, footing }
    }

    fn evaluate(&self, after: &Position, shared: &RoadsAndFooting, figure: FigureId, moved: FigureSet) -> Evaluation {
        let roads = &shared.roads;
        let leader = self.race.leader();
        if after.whereabouts(figure) == Some(Whereabouts::Escaped) {
            let out = self.game.escaped_of(self.seat) + 1;
            if self.game.players().wins_with(out) {
                return Evaluation { chances: won_by(Some(self.seat)), doomed: FigureSet::EMPTY, wins: true };
            }
            // The leader may have changed, and with it the weights of all seats.
            let leader = Some(Lead::after_escape(self.race.lead, self.seat, out).seat);
            if self.race.stage.ends_with(after) {
                return Evaluation {
                    chances: won_by(leader),
                    doomed: FigureSet::EMPTY,
                    wins: leader == Some(self.seat),
                };
            }
            let judged = Judged { position: after, roads, moved, leader };
            return self.judge.judge(judged, &self.judge.footing(judged));
        }
        let judged = Judged { position: after, roads, moved, leader };
        self.judge.judge(judged, &self.judge.footing_with(&shared.footing, judged, self.seat, figure))
    }
}

#[cfg(test)]
mod tests {
    use testkit::midgame::games;

    use super::*;
    use crate::weights::WEIGHTS;

    /// The evaluation after the move has really been made.
    fn judged_after(game: &Playing) -> Chances {
        let (race, next) = (Race::of(game), NextTombstones::of(game));
        let judge = Judge::new(&WEIGHTS, &race, &next);
        let position = game.position();
        let roads = Roads::of(position);
        let judged = Judged { position, roads: &roads, moved: game.moved(), leader: race.leader() };
        judge.judge(judged, &judge.footing(judged)).chances
    }

    #[test]
    fn one_look_at_a_move_sees_what_is_there_when_it_has_been_made() {
        for game in games(20, 2, 1).into_iter().chain(games(20, 6, 2)) {
            let mut survey = Survey::new(&WEIGHTS);
            survey.make(&game);
            assert!(!survey.candidates.is_empty());
            for candidate in &survey.candidates {
                let path = survey.path(candidate);
                assert_eq!(look_at(&game, &WEIGHTS, candidate.figure, &path), Some(candidate.chances));
                let mut after = game.clone();
                after.move_figure(candidate.figure, &path, &mut ()).unwrap();
                if after.ending().is_none() {
                    assert_eq!(judged_after(&after), candidate.chances, "{} {path:?}", candidate.figure);
                }
            }
        }
    }
}
