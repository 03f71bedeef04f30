//! Example deeds for the grants of a level, which do not give the solution away.

use puzzles::{Deed, Grant, Level, LevelResult, Preparation, Thing};
use rules::game::Axis;
use rules::{Cell, CellSet, Direction, Teleporter};

/// The number of deeds among which to look for one that does not solve the level.
const TRIED: usize = 8;

/// A deed that the grant allows; preferably one that does not solve the level.
pub(super) fn example(grant: Grant, level: &Level) -> Option<Deed> {
    let table_after = |deed: Deed| level.prepare(&Preparation::from_iter([deed])).ok();
    let allowed = deeds(grant).into_iter().filter_map(|deed| Some((deed, table_after(deed)?)));
    let allowed: Vec<_> = allowed.take(TRIED).collect();
    let mut harmless =
        allowed.iter().filter(|(_, position)| level.judge(*position, &mut ()).result != LevelResult::Solved);
    harmless.next().or(allowed.first()).map(|(deed, _)| *deed)
}

/// The deeds of a grant, whether there is room for them or not.
fn deeds(grant: Grant) -> Vec<Deed> {
    match grant {
        Grant::Lay { thing: Thing::Stone(stone), on, .. } => on.iter().map(|at| Deed::Stone { stone, at }).collect(),
        Grant::Lay { thing: Thing::Figure, on, .. } => on.iter().map(|at| Deed::Figure { at }).collect(),
        Grant::Lay { thing: Thing::SquarePool, on, .. } => on.iter().map(|at| Deed::SquarePool { at }).collect(),
        Grant::Lay { thing: Thing::LongPool, on, .. } => {
            let axes = [Axis::Row, Axis::Column];
            axes.into_iter().flat_map(|axis| on.iter().map(move |at| Deed::LongPool { at, axis })).collect()
        }
        Grant::Lay { thing: Thing::Teleporters, on, .. } => neighbours(&on),
        Grant::Move { from, to } => to.iter().map(|to| Deed::Move { from, to }).collect(),
        Grant::Turn { at } => Direction::ALL.map(|arrow| Deed::Turn { at, arrow }).to_vec(),
    }
}

/// Pairs of teleporters on successive spaces of an area. All pairs would be too many.
fn neighbours(area: &CellSet) -> Vec<Deed> {
    let cells: Vec<Cell> = area.iter().collect();
    let teleporter = |at| Teleporter { at, arrow: Direction::East };
    cells.windows(2).map(|pair| Deed::Teleporters([teleporter(pair[0]), teleporter(pair[1])])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples(level: &Level) -> Vec<String> {
        let example = |grant: &Grant| example(*grant, level).map_or("none".to_owned(), |deed| deed.to_string());
        level.grants().iter().map(example).collect()
    }

    #[test]
    fn every_level_that_comes_with_the_game_has_examples_that_it_allows() {
        for shipped in puzzles::shipped() {
            for example in examples(&shipped.level) {
                let preparation: Preparation = [example.parse::<Deed>().expect("a deed")].into_iter().collect();
                assert!(shipped.level.prepare(&preparation).is_ok(), "{}: {example}", shipped.name);
            }
        }
    }

    #[track_caller]
    fn check(grant: &str, expected: &str) {
        let text = "fearsome-level 1\n1 . . . . . . R4 . . . . .\n5 . . . . . . # . . . . . . . . .\n6 > . . . . . . . . . . . . . . .\n";
        assert_eq!(examples(&Level::from_text(&format!("{text}{grant}")).expect("a level")), [expected]);
    }

    #[test]
    fn an_example_gives_nothing_away_if_it_can() {
        // The monster sees R4 as soon as the stone is off column g.
        check("move: g5 to f5 g4", "move:g5-g4");
        check("move: g5 to f5 h5", "move:g5-f5");
    }

    #[test]
    fn a_long_pool_is_laid_in_the_direction_that_fits() {
        check("lay: 1 long-pool on c1-c4", "long-pool:c1s");
    }
}
