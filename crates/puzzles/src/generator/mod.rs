//! The generator: draws random levels with a solution, makes them as hard as wanted, and proves that there is no other
//! solution.
//!
//! Each attempt is a function of the recipe, the seed and its own number, so attempts can run in parallel, and on any
//! platform.

mod lots;
mod sharpen;
mod simplify;

use std::fmt;

use rules::chance::{Purpose, Seed, Stream};
use sha2::{Digest, Sha256};

use crate::deed::{Deed, Preparation};
use crate::grade::{Difficulty, Grade};
use crate::level::{Draft, Level};
use crate::outcome::Outcome;
use crate::solver::Findings;
use crate::trick::Trick;

/// A version of the generator. Whatever would give other levels for a seed is a new version: other lots, other ways to
/// sharpen, and another measure of difficulty, because an attempt succeeds only with the wanted difficulty.
///
/// A version that a [`DishRecipe`](crate::DishRecipe) names is never removed, or dishes that people have seen would
/// change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GeneratorVersion {
    /// The second, with grades that do not depend on the solver.
    Two,
}

impl GeneratorVersion {
    /// The one for new levels.
    pub const LATEST: GeneratorVersion = GeneratorVersion::Two;

    /// Its number. Seeds depend on it.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            GeneratorVersion::Two => 2,
        }
    }
}

impl fmt::Display for GeneratorVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// The most levels that an attempt draws to find one that can be solved, and the most preparations it tries for each.
const DRAWS: usize = 200;
const PREPARATIONS: usize = 20;

/// The levels that are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The version of the generator that makes them.
    pub version: GeneratorVersion,
    /// Their difficulty.
    pub difficulty: Difficulty,
    /// The tricks they must need.
    pub teaches: Vec<Trick>,
    /// Selects among all such levels.
    pub seed: u64,
}

/// A level that the generator made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The level.
    pub level: Level,
    /// The findings of the solver.
    pub findings: Findings,
    /// The grade.
    pub grade: Grade,
}

/// How many points of the score another solution outweighs.
const RIVAL: i64 = 3;

/// What a candidate is made from.
#[derive(Clone)]
struct Plan {
    /// The level: spaces without room may get room after a change.
    draft: Draft,
    /// What shall be its only solution.
    solution: Preparation,
    /// Other solutions that earlier versions of the level had.
    rivals: Vec<Preparation>,
}

/// A level under construction, with a solution that may not be the only one.
struct Candidate {
    plan: Plan,
    level: Level,
    /// Without tricks.
    grade: Grade,
    /// The number of known rivals and of single changes to the solution that solve the level as well. Many levels
    /// without any have no other solution.
    rivals: usize,
    /// The number of single changes to the solution that are near misses.
    near_misses: usize,
}

impl Recipe {
    /// Makes attempt `number`: a level that has exactly one solution, uses every piece, needs what it teaches, has near
    /// misses and the wanted difficulty. Most attempts fail.
    ///
    /// The result depends on the solver only in whether its proof fits into a budget of nodes.
    #[must_use]
    pub fn attempt(&self, number: u64) -> Option<Generated> {
        let mut stream = self.stream(number);
        let drawn = (0..DRAWS).find_map(|_| self.drawn(&mut stream))?;
        Some(self.named(sharpen::sharpen(self, drawn, &mut stream)?, number))
    }

    /// The first level from attempt `number` on, with the number of its attempt.
    ///
    /// It never returns for an impossible recipe, like a gentle level that needs every trick. For a recipe from
    /// outside, call [`attempt`](Recipe::attempt) instead.
    #[must_use]
    pub fn first_from(&self, number: u64) -> (u64, Generated) {
        let mut numbers = number..;
        numbers
            .find_map(|number| Some((number, self.attempt(number)?)))
            .expect("nobody waits until the numbers run out")
    }

    fn stream(&self, number: u64) -> Stream {
        let mut hash = Sha256::new();
        hash.update(b"fearsome-level");
        hash.update(self.version.number().to_le_bytes());
        hash.update(self.seed.to_le_bytes());
        hash.update([self.difficulty as u8]);
        let mut teaches = self.teaches.clone();
        teaches.sort();
        teaches.dedup();
        hash.update(teaches.iter().map(|trick| *trick as u8).collect::<Vec<_>>());
        hash.update(number.to_le_bytes());
        Stream::new(&Seed(hash.finalize().into()), &[], Purpose::SetUp)
    }

    /// The most nodes of all proofs of an attempt. Harder levels need more.
    const fn budget(&self) -> u64 {
        match self.difficulty {
            Difficulty::Gentle => 1_000,
            Difficulty::Easy => 5_000,
            Difficulty::Tricky => 20_000,
            Difficulty::Hard => 100_000,
            Difficulty::Diabolic => 1_000_000,
        }
    }

    /// The fewest pieces. With two, people solve any level in a few tries, however long its walk is.
    const fn fewest_pieces(&self) -> usize {
        match self.difficulty {
            Difficulty::Gentle | Difficulty::Easy | Difficulty::Tricky | Difficulty::Hard => 1,
            Difficulty::Diabolic => 3,
        }
    }

    /// The least number of single changes to the solution that are near misses.
    const fn fewest_near_misses(&self) -> usize {
        match self.difficulty {
            Difficulty::Gentle | Difficulty::Easy => 1,
            Difficulty::Tricky => 3,
            Difficulty::Hard => 6,
            Difficulty::Diabolic => 12,
        }
    }

    /// Draws a level and a preparation that solves it.
    fn drawn(&self, stream: &mut Stream) -> Option<Candidate> {
        let draft = lots::draw(self, stream);
        let level = Level::new(&draft).ok()?;
        let solution = (0..PREPARATIONS).find_map(|_| {
            let preparation = lots::prepare(&level, stream);
            let position = level.prepare(&preparation).ok()?;
            (level.outcome(position) == Outcome::Solved).then_some(preparation)
        })?;
        self.examine(Plan { draft, solution, rivals: vec![] }, i64::MIN)
    }

    /// Makes a candidate of a plan, if its solution solves it, with all pieces and with what it teaches, and if its
    /// value is more than `least`.
    fn examine(&self, plan: Plan, least: i64) -> Option<Candidate> {
        let level = Level::new(&plan.draft).ok()?;
        let deeds = plan.solution.deeds();
        if deeds.len() < level.pieces() {
            return None;
        }
        let position = level.prepare(&plan.solution).ok()?;
        if level.outcome(position) != Outcome::Solved {
            return None;
        }
        let is_solved_by = |preparation: &Preparation| {
            level.prepare(preparation).is_ok_and(|position| level.outcome(position) == Outcome::Solved)
        };
        let is_idle = |idle: &Deed| is_solved_by(&deeds.iter().copied().filter(|deed| deed != idle).collect());
        let is_untaught = |trick: &Trick| level.is_solved_without(*trick, &position);
        if deeds.iter().any(is_idle) || self.teaches.iter().any(is_untaught) {
            return None;
        }
        let grade = level.grade_without_tricks(&plan.solution, &position);
        let mut rivals = plan.rivals.iter().filter(|rival| is_solved_by(rival)).count();
        let mut near_misses = 0;
        if self.value(&grade, rivals) <= least {
            return None;
        }
        for outcome in level.outcomes_of_changes(&plan.solution) {
            match outcome {
                Outcome::Solved => rivals += 1,
                Outcome::NearMiss => near_misses += 1,
                Outcome::Missed => {}
            }
            if self.value(&grade, rivals) <= least {
                return None;
            }
        }
        Some(Candidate { plan, level, grade, rivals, near_misses })
    }

    /// How good a candidate is: the harder, the better, until it has the wanted difficulty; but it must get rid of
    /// other solutions.
    fn value(&self, grade: &Grade, rivals: usize) -> i64 {
        i64::from(grade.score().min(self.difficulty.lowest_score())) - RIVAL * rivals as i64
    }

    /// Whether a candidate is worth a proof.
    fn is_promising(&self, candidate: &Candidate) -> bool {
        candidate.grade.difficulty() == self.difficulty
            && candidate.rivals == 0
            && candidate.level.pieces() >= self.fewest_pieces()
            && candidate.near_misses >= self.fewest_near_misses()
    }

    fn named(&self, generated: Generated, number: u64) -> Generated {
        let mut draft = generated.level.to_draft();
        draft.about.title = format!("{} {}/{number}", self.difficulty, self.seed);
        draft.about.author = format!("generator {}", self.version);
        let mut teaches = vec![];
        for trick in self.teaches.iter().chain(&generated.grade.tricks) {
            if !teaches.contains(trick) {
                teaches.push(*trick);
            }
        }
        draft.about.teaches = teaches;
        let level = Level::new(&draft).expect("a level with another title is a level");
        Generated { level, ..generated }
    }
}
