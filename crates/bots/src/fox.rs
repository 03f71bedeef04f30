//! Fox: looks one move ahead, with foresight.

use rules::game::View;

use crate::bot::Thinking;
use crate::fool::chance;
use crate::survey::{Candidate, Survey};

/// The moves of a seat that is to move, the best first. What ends in certain death comes last.
pub(crate) fn ranked(view: View<'_>, thinking: &Thinking<'_>, survey: &mut Survey<'_>) -> Vec<Candidate> {
    survey.make(view.game);
    let mut ranked = survey.candidates.clone();
    // Among equals chance decides.
    chance(view.game, thinking.seed).shuffle(&mut ranked);
    let value = |candidate: &Candidate| candidate.chances[view.seat.index()];
    ranked.sort_by(|a, b| a.is_doomed.cmp(&b.is_doomed).then(value(b).total_cmp(&value(a))));
    ranked
}
