//! Letting the monster loose on a prepared table.

use rules::game::FigureSet;
use rules::{Endless, FigureId, Position, Sink};

use crate::level::Level;

/// How a run is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All of theirs were eaten, and none of ours.
    Solved,
    /// One of ours was eaten, this one first.
    Lost(FigureId),
    /// None of ours was eaten, but these of theirs never will be.
    Spared(FigureSet),
}

/// A run and how it is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// How it is judged.
    pub verdict: Verdict,
    /// The walk, until a position came again.
    pub walk: Endless,
}

impl Level {
    /// Lets the monster loose on a table of this level, and tells `sink` what happens until a position comes again.
    ///
    /// RULES 7: it is lost as soon as one of ours is eaten; otherwise it is judged when the run stops.
    pub fn judge(&self, mut table: Position, sink: &mut impl Sink) -> Judgement {
        let walk = table.run_endless(sink);
        let verdict = self.verdict(&walk.eaten);
        Judgement { verdict, walk }
    }

    /// How a run is judged that stopped when these had been eaten, in this order.
    pub(crate) fn verdict(&self, eaten: &[FigureId]) -> Verdict {
        let spared = self.theirs().without(eaten.iter().copied().collect());
        match eaten.iter().find(|figure| self.ours().has(**figure)) {
            Some(figure) => Verdict::Lost(*figure),
            None if spared.is_empty() => Verdict::Solved,
            None => Verdict::Spared(spared),
        }
    }
}
