//! Removes what a level does not need.

use super::{Candidate, Recipe};
use crate::level::Draft;

/// Removes stones, pools and teleporters, as long as the level stays worth playing and keeps its solution.
pub(super) fn simplify(recipe: &Recipe, mut candidate: Candidate) -> Candidate {
    let mut kept = 0;
    while let Some(less) = without(&candidate.draft, kept) {
        match recipe.examine(less).filter(|simpler| is_as_good(&candidate, simpler)) {
            Some(simpler) => candidate = simpler,
            None => kept += 1,
        }
    }
    candidate
}

/// Whether the simpler level has the same solution and needs as many tricks.
fn is_as_good(full: &Candidate, simpler: &Candidate) -> bool {
    let solution =
        |candidate: &Candidate| candidate.generated.findings.best.as_ref().map(|best| best.preparation.clone());
    let tricks = |candidate: &Candidate| candidate.generated.grade.tricks.len();
    solution(full) == solution(simpler) && tricks(full) <= tricks(simpler)
}

/// The draft without its `nth` tile; `None` if it has fewer.
fn without(draft: &Draft, nth: usize) -> Option<Draft> {
    let mut less = draft.clone();
    let setup = &mut less.setup;
    let stones = setup.stones.len();
    if nth < stones {
        setup.stones.remove(nth);
        return Some(less);
    }
    // All blood goes at once, and so do both teleporters of a pair.
    let pool = usize::from(!setup.blood.is_empty());
    if nth - stones < pool {
        setup.blood.clear();
        return Some(less);
    }
    let pair = setup.teleporters.get(2 * (nth - stones - pool))?.pair;
    setup.teleporters.retain(|tile| tile.pair != pair);
    Some(less)
}
