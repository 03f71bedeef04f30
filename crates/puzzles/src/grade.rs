//! The difficulty of a level: a score computed from the findings of the solver, and a word for it. `docs/puzzles.md` explains why.

use std::fmt;
use std::str::FromStr;

use rules::{Monster, Position, Walk};
use thiserror::Error;

use crate::deed::Preparation;
use crate::level::Level;
use crate::solver::{Extent, Findings};
use crate::trick::Trick;

/// The difficulty of a level, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Nobody fails.
    Gentle,
    /// It takes a look or two.
    Easy,
    /// It takes some thought.
    Tricky,
    /// It takes much thought.
    Hard,
    /// It takes more than most players have.
    Diabolic,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: [Difficulty; 5] =
        [Difficulty::Gentle, Difficulty::Easy, Difficulty::Tricky, Difficulty::Hard, Difficulty::Diabolic];

    /// Its code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Difficulty::Gentle => "gentle",
            Difficulty::Easy => "easy",
            Difficulty::Tricky => "tricky",
            Difficulty::Hard => "hard",
            Difficulty::Diabolic => "diabolic",
        }
    }

    /// The lowest score of this difficulty.
    #[must_use]
    pub const fn lowest_score(self) -> u32 {
        match self {
            Difficulty::Gentle => 0,
            Difficulty::Easy => 30,
            Difficulty::Tricky => 45,
            Difficulty::Hard => 60,
            Difficulty::Diabolic => 80,
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A word that is not the code of a [`Difficulty`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown difficulty {0:?}: expected one of {list}", list = Difficulty::ALL.map(Difficulty::code).join(", "))]
pub struct UnknownDifficulty(pub String);

impl FromStr for Difficulty {
    type Err = UnknownDifficulty;

    fn from_str(code: &str) -> Result<Difficulty, UnknownDifficulty> {
        let found = Difficulty::ALL.into_iter().find(|difficulty| difficulty.code() == code);
        found.ok_or_else(|| UnknownDifficulty(code.to_owned()))
    }
}

/// The difficulty of a level, by its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The nodes of the complete search: the number of ways the walk can go.
    pub effort: u64,
    /// The number of near misses.
    pub near_misses: u64,
    /// The tricks that the best solution needs.
    pub tricks: Vec<Trick>,
    /// The number of steps after which the last piece matters.
    pub foresight: u32,
    /// The number of pieces the best solution uses.
    pub pieces: usize,
}

impl Grade {
    /// The parts as one number.
    ///
    /// It is computed in whole numbers, so it is the same on every platform.
    #[must_use]
    pub fn score(&self) -> u32 {
        let eighths = 3 * eighths_of_log2(self.effort)
            + eighths_of_log2(self.near_misses + 1)
            + 2 * eighths_of_log2(u64::from(self.foresight) + 1)
            + 8 * 2 * self.tricks.len() as u32;
        eighths / 8
    }

    /// The difficulty for the score.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        let score = self.score();
        let reached = Difficulty::ALL.into_iter().rfind(|difficulty| difficulty.lowest_score() <= score);
        reached.unwrap_or(Difficulty::Gentle)
    }
}

/// The logarithm to base 2 in eighths, interpolated linearly between powers of two.
fn eighths_of_log2(number: u64) -> u32 {
    let Some(power) = number.checked_ilog2() else { return 0 };
    let beyond = (u128::from(number - (1 << power)) * 8) >> power;
    power * 8 + beyond as u32
}

impl Level {
    /// The grade of the level; `None` if it cannot be solved, or the search was not complete.
    #[must_use]
    pub fn grade(&self, findings: &Findings) -> Option<Grade> {
        let best = findings.best.as_ref().filter(|_| findings.extent == Extent::Everything)?;
        let position = self.prepare(&best.preparation).ok()?;
        Some(Grade {
            effort: findings.nodes,
            near_misses: findings.near_misses,
            tricks: self.needed(&position),
            foresight: self.foresight(&best.preparation, &position, best.steps),
            pieces: best.preparation.deeds().len(),
        })
    }

    /// The number of steps until the last piece of a preparation matters: without it, the monster would then go another way.
    fn foresight(&self, preparation: &Preparation, position: &Position, steps: u32) -> u32 {
        let path = path(*position, steps);
        let without = preparation.deeds().iter().map(|left_out| {
            let others = preparation.deeds().iter().copied().filter(|deed| deed != left_out);
            let without_it = self.prepare(&others.collect()).expect("with a piece less it can be made as well");
            let other_path = self::path(without_it, steps);
            let same = path.iter().zip(&other_path).take_while(|(one, other)| one == other).count();
            same as u32
        });
        without.max().unwrap_or(0)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_exact_at_powers_of_two_and_grow_between() {
        let at = [0, 1, 2, 3, 4, 1023, 1024, u64::MAX].map(eighths_of_log2);
        assert_eq!(at, [0, 0, 8, 12, 16, 79, 80, 511]);
    }
}
