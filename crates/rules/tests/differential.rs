//! The fast engine against the plain reference engine, on random positions.
//!
//! `cargo xtask fuzz` runs the same tests with other seeds and many more cases.

use proptest::prelude::*;
use rules::{FigureId, Outcomes, Tombstone, Whereabouts};
use testkit::differential::{check_endless, check_outcomes, check_runs};
use testkit::positions::{config, positions};

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
}
