//! Every move a seat can make now, judged one move deep.

use rules::game::{FigureSet, Lead, Playing, Seat};
use rules::{FigureId, Outcomes, Position, Step, Whereabouts};

use crate::fates::NextTombstones;
use crate::judge::{Chances, Footing, Judge, Table, Verdict, won_by};
use crate::race::Race;
use crate::roads::{Atlas, Roads};
use crate::weights::Weights;

/// A move and what one look at its result says.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub(crate) figure: FigureId,
    /// Where the outcomes of the figure are, and which of them.
    slot: usize,
    nth: usize,
    pub(crate) chances: Chances,
    /// Whether every tombstone lets the monster eat the figure there.
    pub(crate) is_doomed: bool,
    /// Whether it wins the game.
    pub(crate) wins: bool,
}

/// The moves of a seat. One survey can be made again and again without new memory, but for one game only.
pub(crate) struct Survey<'w> {
    weights: &'w Weights,
    pub(crate) candidates: Vec<Candidate>,
    outcomes: Vec<Outcomes>,
    /// By how the stones lie after a figure's move; the first is how they lay before.
    grounds: Vec<Option<Ground>>,
    atlas: Atlas,
}

/// What all moves of a figure have in common that leave the stones alike.
#[derive(Clone)]
struct Ground {
    roads: Roads,
    footing: Footing,
}

impl<'w> Survey<'w> {
    /// No moves yet.
    pub(crate) fn new(weights: &'w Weights) -> Survey<'w> {
        Survey { weights, candidates: vec![], outcomes: vec![], grounds: vec![], atlas: Atlas::default() }
    }

    /// Surveys the moves of the seat that is to move; none if none is.
    pub(crate) fn make(&mut self, game: &Playing) {
        self.candidates.clear();
        self.outcomes.resize_with(MOST_MOVABLE, Outcomes::new);
        let Some(seat) = game.acting() else { return };
        let (race, next) = (Race::of(game), NextTombstones::of(game));
        let look = Look { game, seat, race: &race, judge: Judge::new(self.weights, &race, &next) };
        for (slot, (figure, outcomes)) in game.movable(seat).iter().zip(&mut self.outcomes).enumerate() {
            outcomes.find(game.position(), figure, game.number(figure));
            let mut moved = game.moved();
            moved.insert(figure);
            self.grounds.clear();
            for (nth, outcome) in outcomes.iter().enumerate() {
                let (layout, after) = (outcome.arrangement(), outcome.position());
                if self.grounds.len() <= layout {
                    self.grounds.resize(layout + 1, None);
                }
                let ground = self.grounds[layout]
                    .get_or_insert_with(|| look.ground(&after, self.atlas.roads(&after).clone(), moved));
                let verdict = look.verdict(&after, ground, figure, moved);
                let (is_doomed, wins) = (verdict.doomed.has(figure), verdict.wins);
                self.candidates.push(Candidate { figure, slot, nth, chances: verdict.chances, is_doomed, wins });
            }
        }
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

/// What one look says of a single move of the seat that is to move; `None` if there is no such move.
pub(crate) fn look_at(game: &Playing, weights: &Weights, figure: FigureId, path: &[Step]) -> Option<Chances> {
    let seat = game.acting()?;
    let mut after = *game.position();
    after.play(figure, game.number(figure), path, &mut ()).ok()?;
    let (race, next) = (Race::of(game), NextTombstones::of(game));
    let look = Look { game, seat, race: &race, judge: Judge::new(weights, &race, &next) };
    let mut moved = game.moved();
    moved.insert(figure);
    let ground = look.ground(&after, Roads::of(&after), moved);
    Some(look.verdict(&after, &ground, figure, moved).chances)
}

/// The most figures a seat can move in a turn.
const MOST_MOVABLE: usize = crate::race::MOST_FIGURES;

/// How the moves of one seat are looked at.
struct Look<'a> {
    game: &'a Playing,
    seat: Seat,
    race: &'a Race,
    judge: Judge<'a>,
}

impl Look<'_> {
    fn ground(&self, after: &Position, roads: Roads, moved: FigureSet) -> Ground {
        let leader = self.race.leader();
        let footing = self.judge.footing(Table { position: after, roads: &roads, moved, leader });
        Ground { roads, footing }
    }

    fn verdict(&self, after: &Position, ground: &Ground, figure: FigureId, moved: FigureSet) -> Verdict {
        let roads = &ground.roads;
        let leader = self.race.leader();
        if after.whereabouts(figure) == Some(Whereabouts::Escaped) {
            let out = self.game.escaped_of(self.seat) + 1;
            if self.game.players().wins_with(out) {
                return Verdict { chances: won_by(Some(self.seat)), doomed: FigureSet::EMPTY, wins: true };
            }
            // Who leads may have changed, and with it what everybody is worth.
            let leader = Some(Lead::after_escape(self.race.lead, self.seat, out).seat);
            if self.race.stage.ends_with(after) {
                return Verdict { chances: won_by(leader), doomed: FigureSet::EMPTY, wins: leader == Some(self.seat) };
            }
            let table = Table { position: after, roads, moved, leader };
            return self.judge.judge(table, &self.judge.footing(table));
        }
        let table = Table { position: after, roads, moved, leader };
        self.judge.judge(table, &self.judge.footing_with(&ground.footing, table, self.seat, figure))
    }
}

#[cfg(test)]
mod tests {
    use testkit::midgame::games;

    use super::*;
    use crate::weights::WEIGHTS;

    /// What the judge says when the move has really been made.
    fn judged_after(game: &Playing) -> Chances {
        let (race, next) = (Race::of(game), NextTombstones::of(game));
        let judge = Judge::new(&WEIGHTS, &race, &next);
        let position = game.position();
        let roads = Roads::of(position);
        let table = Table { position, roads: &roads, moved: game.moved(), leader: race.leader() };
        judge.judge(table, &judge.footing(table)).chances
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
