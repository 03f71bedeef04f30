//! How hard the levels that come with the game are. It follows from the best solution, and finding that takes too long
//! for a list.

use puzzles::Difficulty::{self, Diabolic, Easy, Gentle, Hard, Tricky};
use puzzles::{Chapter, Trick};

use super::LevelId;

/// How hard a level is.
#[must_use]
pub fn difficulty(id: LevelId) -> Difficulty {
    let nth = usize::from(id.nth()) - 1;
    match id.chapter() {
        Chapter::About(trick) => of_issue(trick)[nth],
        Chapter::AllTogether => Diabolic,
    }
}

const fn of_issue(trick: Trick) -> [Difficulty; 5] {
    match trick {
        Trick::Seeing => [Gentle, Easy, Tricky, Tricky, Gentle],
        Trick::Nearest => [Tricky, Easy, Easy, Tricky, Tricky],
        Trick::Tie => [Gentle, Tricky, Easy, Tricky, Diabolic],
        Trick::Stone => [Gentle, Hard, Easy, Tricky, Hard],
        Trick::Shove => [Gentle, Easy, Tricky, Easy, Hard],
        Trick::Wall => [Gentle, Easy, Tricky, Tricky, Hard],
        Trick::Slide => [Gentle, Easy, Easy, Tricky, Hard],
        Trick::Crystal => [Easy, Easy, Easy, Tricky, Hard],
        Trick::Turn => [Gentle, Easy, Tricky, Easy, Hard],
        Trick::Teleporter => [Gentle, Easy, Easy, Hard, Tricky],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_as_hard_as_its_best_solution_says() {
        let proven = include_str!("../../../puzzles/tests/snapshots/shipped__every_level_is_proven.snap");
        for id in LevelId::all() {
            let line =
                proven.lines().find(|line| line.starts_with(&format!("{id}: "))).expect("a line for every level");
            assert_eq!(line.rsplit(' ').next(), Some(difficulty(id).code()), "{line}");
        }
    }
}
