//! The possible results of the next run, with floating-point chances and fast enough for search. [`Odds`](crate::Odds) has exact
//! chances and more details.

use arrayvec::ArrayVec;
use rules::game::Playing;
use rules::{Position, Tombstone, Walk};

const MOST_STEPS: usize = Tombstone::MOST_STEPS as usize;

/// The chances of the tombstones that can come next.
#[derive(Clone)]
pub(crate) struct NextTombstones {
    /// The chance of each number.
    by_steps: [f64; MOST_STEPS + 1],
    /// The chance of each number of hits.
    by_hits: [f64; 4],
    last_number: usize,
    last_hits: usize,
}

/// One way a run can end.
pub(crate) struct Fate {
    /// How likely it is.
    pub(crate) chance: f64,
    /// The position after it. Eaten figures count as [`Eaten`](rules::Whereabouts::Eaten) in either stage.
    pub(crate) position: Position,
}

impl NextTombstones {
    /// The tombstones that can come next in a game.
    pub(crate) fn of(game: &Playing) -> NextTombstones {
        let next = game.next_tombstones();
        let all = next.len() as f64;
        let mut sorted =
            NextTombstones { by_steps: [0.0; MOST_STEPS + 1], by_hits: [0.0; 4], last_number: 0, last_hits: 0 };
        for (tombstone, count) in next.iter() {
            let chance = count as f64 / all;
            match tombstone {
                Tombstone::Steps(steps) => {
                    let steps = usize::from(steps.get()).min(MOST_STEPS);
                    sorted.by_steps[steps] += chance;
                    sorted.last_number = sorted.last_number.max(steps);
                }
                Tombstone::Hits(hits) => {
                    let hits = usize::from(hits.get()).min(sorted.by_hits.len() - 1);
                    sorted.by_hits[hits] += chance;
                    sorted.last_hits = sorted.last_hits.max(hits);
                }
            }
        }
        sorted
    }

    /// All possible results of the next run, from one walk.
    pub(crate) fn fates(&self, position: &Position) -> ArrayVec<Fate, 7> {
        let mut after = *position;
        let sink = &mut ();
        let mut walk = Walk::new(&mut after, sink);
        let mut fates = ArrayVec::new();
        let mut hits_over = 0;
        for steps in 1..=MOST_STEPS {
            walk.look();
            walk.step();
            let mut chance = self.by_steps[steps];
            // A step can eat several figures. A tombstone whose hits are not reached ends the run after the last step.
            let eaten = if steps == MOST_STEPS { self.last_hits } else { walk.eaten().len().min(self.last_hits) };
            while hits_over < eaten {
                hits_over += 1;
                chance += self.by_hits[hits_over];
            }
            if chance > 0.0 {
                fates.push(Fate { chance, position: *walk.position() });
            }
            if steps >= self.last_number && hits_over == self.last_hits {
                break;
            }
        }
        fates
    }
}

#[cfg(test)]
mod tests {
    use rules::{FigureId, Whereabouts};
    use testkit::midgame::games;

    use super::*;
    use crate::odds::Odds;

    #[test]
    fn fates_are_as_likely_and_as_deadly_as_the_exact_odds_say() {
        for game in (2..=7).flat_map(|players| games(20, players, 3)) {
            let fates = NextTombstones::of(&game).fates(game.position());
            let odds = Odds::of(&game).unwrap();
            for figure in FigureId::all() {
                let is_eaten = |fate: &&Fate| fate.position.whereabouts(figure) == Some(Whereabouts::Eaten);
                let was_eaten = game.position().whereabouts(figure) == Some(Whereabouts::Eaten);
                let chance: f64 = fates.iter().filter(is_eaten).map(|fate| fate.chance).sum();
                assert!(was_eaten || (chance - odds.danger(figure).to_f64()).abs() < 1e-9, "{figure}");
            }
            assert!((fates.iter().map(|fate| fate.chance).sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
