//! Fox: looks one move ahead, with foresight of the next run.

use rules::chance::Stream;

use crate::bot::Mover;
use crate::survey::{Candidate, Survey};

/// The moves of a survey, the best first. Moves into certain death come last.
pub(crate) fn ranked(mover: Mover<'_>, survey: &Survey<'_>, chance: &mut Stream) -> Vec<Candidate> {
    let mut ranked = survey.candidates.clone();
    // Equal moves are in random order.
    chance.shuffle(&mut ranked);
    let value = |candidate: &Candidate| candidate.chances[mover.seat.index()];
    ranked.sort_by(|a, b| a.is_doomed.cmp(&b.is_doomed).then(value(b).total_cmp(&value(a))));
    ranked
}
