//! Removes what a level does not need.

use super::{Candidate, Plan, Recipe};
use crate::level::Draft;

/// Removes stones, pools and teleporters, as long as the level stays promising.
pub(super) fn simplify(recipe: &Recipe, mut candidate: Candidate) -> Candidate {
    let mut kept = 0;
    while let Some(draft) = without(&candidate.plan.draft, kept) {
        let simpler = recipe.examine(Plan { draft, ..candidate.plan.clone() }, i64::MIN);
        match simpler.filter(|simpler| recipe.is_promising(simpler)) {
            Some(simpler) => candidate = simpler,
            None => kept += 1,
        }
    }
    candidate
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
