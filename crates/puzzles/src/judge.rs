//! Lets the monster loose in a prepared position and judges the result.

use rules::game::FigureSet;
use rules::{Endless, FigureId, Position, Sink, Walk};
use thiserror::Error;

use crate::level::Level;
use crate::outcome::{Course, LONGEST_WALK};

/// What became of a level when the monster was let loose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelResult {
    /// All of theirs were eaten, and none of ours.
    Solved,
    /// One of ours was eaten, this one first.
    Lost(FigureId),
    /// None of ours was eaten, but these of theirs never are.
    Spared(FigureSet),
}

/// A walk in a prepared position, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The result.
    pub result: LevelResult,
    /// The walk until a position repeats, or until it was judged; then it has no period.
    pub walk: Endless,
}

/// A walk that nobody could follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no position repeats within {LONGEST_WALK} steps")]
pub struct TooLong;

impl Level {
    /// Lets the monster walk in a prepared position of this level until a position repeats, and reports the events to
    /// `sink`.
    ///
    /// RULES 7: the level is lost as soon as one of ours is eaten. Otherwise it is judged when the walk ends.
    pub fn judge(&self, mut position: Position, sink: &mut impl Sink) -> Judgement {
        let walk = position.run_endless(sink);
        let result = self.result(&walk.eaten);
        Judgement { result, walk }
    }

    /// Like [`judge`](Level::judge), but ends when one of ours is eaten, and gives up on a walk that is longer than
    /// [`LONGEST_WALK`]. So it takes a limited time, whoever wrote the level.
    ///
    /// # Errors
    ///
    /// If the walk is too long. Nothing is reported to `sink` then.
    pub fn judge_in_time(&self, position: Position, sink: &mut impl Sink) -> Result<Judgement, TooLong> {
        self.judge_within(LONGEST_WALK, position, sink)
    }

    fn judge_within(&self, longest: u32, mut position: Position, sink: &mut impl Sink) -> Result<Judgement, TooLong> {
        let (course, steps, _) = self.follow(position, Course::within(self, position, longest));
        if course.is_too_long() {
            return Err(TooLong);
        }
        if !course.is_lost() {
            return Ok(self.judge(position, sink));
        }
        let mut walk = Walk::new(&mut position, sink);
        for _ in 0..steps {
            walk.look();
            walk.step();
        }
        let walk = Endless { steps, period: 0, eaten: walk.eaten().clone() };
        Ok(Judgement { result: self.result(&walk.eaten), walk })
    }

    /// The result of a walk that ended after these figures had been eaten, in this order.
    pub(crate) fn result(&self, eaten: &[FigureId]) -> LevelResult {
        let spared = self.theirs().without(eaten.iter().copied().collect());
        match eaten.iter().find(|figure| self.ours().has(**figure)) {
            Some(figure) => LevelResult::Lost(*figure),
            None if spared.is_empty() => LevelResult::Solved,
            None => LevelResult::Spared(spared),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest walk that a search among random positions has found: 798 steps.
    const LONG: &str = "aAAAAAIBIACQsAAQAEIARRAEECggLARQCLpqq4aCmgIyFQKzmIwAEIAVxZH";

    #[test]
    fn a_long_walk_is_judged_and_a_longer_one_than_anybody_follows_is_not() {
        let level = Level::from_code(LONG).expect("a level");
        let position = *level.position();
        let judgement = level.judge(position, &mut ());
        assert_eq!(judgement.walk.steps, 798);
        assert_eq!(level.judge_in_time(position, &mut ()), Ok(judgement));
        let mut events: Vec<rules::Event> = vec![];
        assert_eq!(level.judge_within(128, position, &mut events), Err(TooLong));
        assert_eq!(events, []);
    }

    #[test]
    fn a_lost_walk_ends_when_one_of_ours_is_eaten() {
        let text = "fearsome-level 1\nours: G1\n1 > . . G1 . . . . . . . R4\nlay: 1 stone on a2";
        let level = Level::from_text(text).expect("a level");
        let mut events: Vec<rules::Event> = vec![];
        let judgement = level.judge_in_time(*level.position(), &mut events).expect("a short walk");
        assert_eq!((judgement.walk.steps, judgement.walk.period), (3, 0));
        assert_eq!(judgement.result, level.judge(*level.position(), &mut ()).result);
        let steps = events.iter().filter(|event| matches!(event, rules::Event::PointSpent { .. })).count();
        assert_eq!(steps, 3);
    }
}
