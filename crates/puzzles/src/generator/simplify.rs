//! Taking away what a level does not need.

use super::{Generated, Recipe};
use crate::level::Draft;

/// The level without the stones, pools and teleporters that do not matter, as long as it stays worth playing and keeps its solution.
pub(super) fn simplify(recipe: &Recipe, mut generated: Generated) -> Generated {
    let mut kept = 0;
    loop {
        let draft = generated.level.to_draft();
        let Some(less) = without(&draft, kept) else { return generated };
        match recipe.examine(&less).filter(|simpler| is_as_good(&generated, simpler)) {
            Some(simpler) => generated = simpler,
            None => kept += 1,
        }
    }
}

/// The same solution, and not easier by what was taken away.
fn is_as_good(full: &Generated, simpler: &Generated) -> bool {
    let solution = |generated: &Generated| generated.findings.best.as_ref().map(|best| best.preparation.clone());
    solution(full) == solution(simpler) && simpler.grade.tricks.len() >= full.grade.tricks.len()
}

/// The draft without its `nth` thing; `None` if it has no more.
fn without(draft: &Draft, nth: usize) -> Option<Draft> {
    let mut less = draft.clone();
    let table = &mut less.table;
    let stones = table.stones.len();
    if nth < stones {
        table.stones.remove(nth);
        return Some(less);
    }
    // Pools go as a whole, and pairs as well.
    let pool = usize::from(!table.blood.is_empty());
    if nth - stones < pool {
        table.blood.clear();
        return Some(less);
    }
    let pair = table.teleporters.get(2 * (nth - stones - pool))?.pair;
    table.teleporters.retain(|tile| tile.pair != pair);
    Some(less)
}
