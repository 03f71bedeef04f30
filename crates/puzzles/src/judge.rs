//! Lets the monster loose in a prepared position and judges the result.

use rules::game::FigureSet;
use rules::{Endless, FigureId, Position, Sink};

use crate::level::Level;

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
    /// The walk until a position repeats.
    pub walk: Endless,
}

impl Level {
    /// Lets the monster walk in a prepared position of this level until a position repeats, and reports the events to `sink`.
    ///
    /// RULES 7: the level is lost as soon as one of ours is eaten. Otherwise it is judged when the walk ends.
    pub fn judge(&self, mut position: Position, sink: &mut impl Sink) -> Judgement {
        let walk = position.run_endless(sink);
        let result = self.result(&walk.eaten);
        Judgement { result, walk }
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
