//! The helps of a level, as far as they are computed.

use puzzles::{Deed, Level, Preparation};
use rules::{Monster, Position, Walk};

/// The deed of a solution that matters first: without it, the monster goes another way the soonest.
#[must_use]
pub fn first_to_matter(level: &Level, solution: &Preparation) -> Option<Deed> {
    let prepared = level.prepare(solution).ok()?;
    let steps = level.judge(prepared, &mut ()).walk.steps;
    let whole = path(prepared, steps);
    let matters_from = |left_out: &Deed| {
        let others = solution.deeds().iter().copied().filter(|deed| deed != left_out).collect();
        let Ok(without) = level.prepare(&others) else { return steps };
        let other = path(without, steps);
        whole.iter().zip(&other).take_while(|(one, other)| one == other).count() as u32
    };
    solution.deeds().iter().min_by_key(|deed| matters_from(deed)).copied()
}

/// The monster before each step.
fn path(mut position: Position, steps: u32) -> Vec<Option<Monster>> {
    let mut sink = ();
    let mut walk = Walk::new(&mut position, &mut sink);
    let mut path = vec![];
    for _ in 0..steps {
        path.push(walk.position().monster());
        walk.look();
        walk.step();
    }
    path
}
