//! The fast engine against the plain reference engine, on random positions.
//!
//! `cargo xtask fuzz` runs the same tests with other seeds and many more cases.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rules::{Direction, FigureId, Outcomes, Step, Tombstone, Whereabouts};
use testkit::differential::{check_endless, check_outcomes, check_path, check_runs};
use testkit::positions::{config, positions};

/// Mostly steps inside: the doors are rarely near.
fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        1 => Just(Step::Enter),
        1 => Just(Step::Leave),
        8 => select(&Direction::ALL[..]).prop_map(Step::Go),
    ]
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn both_engines_run_the_monster_alike(position in positions(), odd in 1_u16..=60) {
        check_runs(&position, &Tombstone::KINDS);
        check_runs(&position, &[Tombstone::steps(odd), Tombstone::hits(28)]);
    }

    #[test]
    fn both_engines_walk_without_limit_alike(position in positions()) {
        check_endless(&position);
    }

    #[test]
    fn both_engines_move_figures_alike(position in positions(), nth in any::<usize>(), points in 1_u8..=4) {
        let in_play: Vec<FigureId> = position
            .figures()
            .filter(|(_, whereabouts)| matches!(whereabouts, Whereabouts::Waiting | Whereabouts::On(_)))
            .map(|(figure, _)| figure)
            .collect();
        if !in_play.is_empty() {
            check_outcomes(&position, in_play[nth % in_play.len()], points, &mut Outcomes::new());
        }
    }

    #[test]
    fn both_engines_allow_the_same_paths(
        position in positions(), nth in any::<usize>(), points in 1_u8..=6, path in vec(step(), 0..6),
    ) {
        if let Some((figure, _)) = position.figures().nth(nth % position.figures().count().max(1)) {
            for length in 0..=path.len() {
                check_path(&position, figure, points, &path[..length]);
            }
        }
    }
}
