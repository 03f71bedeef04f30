//! The generator: draws random levels and keeps those worth playing.
//!
//! Each attempt is a function of the recipe, the seed and its own number, so attempts can run in parallel, and on any platform.

mod lots;
mod sharpen;
mod simplify;

use rules::chance::{Purpose, Seed, Stream};
use sha2::{Digest, Sha256};

use crate::grade::{Difficulty, Grade};
use crate::level::{Draft, Level};
use crate::solver::{Answer, Findings, Limits};
use crate::trick::Trick;

/// The version of the generator. It changes whenever a seed would give other levels.
pub const GENERATOR_VERSION: u32 = 1;

/// The levels that are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
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

/// A level under construction, with its draft: spaces without room may get room after a change.
struct Candidate {
    draft: Draft,
    generated: Generated,
}

impl Recipe {
    /// Makes attempt `number`: a level that has exactly one solution, uses every piece, needs what it teaches, has near misses
    /// and the wanted difficulty. Most attempts fail.
    #[must_use]
    pub fn attempt(&self, number: u64) -> Option<Generated> {
        let mut stream = self.stream(number);
        let candidate = if self.difficulty == Difficulty::Diabolic {
            // Diabolic levels are too rare to be drawn. Hard ones are drawn and made harder.
            let hard = Recipe { difficulty: Difficulty::Hard, ..self.clone() };
            let candidate = hard.examine(lots::draw(&hard, &mut stream))?;
            sharpen::sharpen(self, candidate, &mut stream)
        } else {
            self.examine(lots::draw(self, &mut stream))?
        };
        let Candidate { generated, .. } = simplify::simplify(self, candidate);
        if generated.grade.difficulty() != self.difficulty {
            return None;
        }
        Some(self.named(generated, number))
    }

    /// The first level from attempt `number` on, with the number of its attempt.
    ///
    /// It never returns for an impossible recipe, like a gentle level that needs every trick. For a recipe from outside, call
    /// [`attempt`](Recipe::attempt) instead.
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
        hash.update(GENERATOR_VERSION.to_le_bytes());
        hash.update(self.seed.to_le_bytes());
        hash.update([self.difficulty as u8]);
        let mut teaches = self.teaches.clone();
        teaches.sort();
        teaches.dedup();
        hash.update(teaches.iter().map(|trick| *trick as u8).collect::<Vec<_>>());
        hash.update(number.to_le_bytes());
        Stream::new(&Seed(hash.finalize().into()), &[], Purpose::SetUp)
    }

    /// The most nodes for solving a draft. Harder levels need more.
    const fn budget(&self) -> u64 {
        match self.difficulty {
            Difficulty::Gentle => 500,
            Difficulty::Easy => 2_000,
            Difficulty::Tricky => 6_000,
            Difficulty::Hard => 30_000,
            Difficulty::Diabolic => 1_000_000,
        }
    }

    const fn fewest_near_misses(&self) -> u64 {
        match self.difficulty {
            Difficulty::Gentle | Difficulty::Easy => 1,
            Difficulty::Tricky => 3,
            Difficulty::Hard => 6,
            Difficulty::Diabolic => 12,
        }
    }

    /// The level of a draft, if it is worth playing, whatever its difficulty.
    fn examine(&self, draft: Draft) -> Option<Candidate> {
        let level = Level::new(&draft).ok()?;
        let findings = level.solve(Limits { nodes: self.budget(), solutions: 2 });
        if findings.answer() != Answer::Exactly(1) || findings.near_misses < self.fewest_near_misses() {
            return None;
        }
        if findings.needs_every_piece(&level) != Some(true) {
            return None;
        }
        let grade = level.grade(&findings)?;
        let needs_all = self.teaches.iter().all(|trick| grade.tricks.contains(trick));
        needs_all.then_some(Candidate { draft, generated: Generated { level, findings, grade } })
    }

    fn named(&self, generated: Generated, number: u64) -> Generated {
        let mut draft = generated.level.to_draft();
        draft.about.title = format!("{} {}/{number}", self.difficulty, self.seed);
        draft.about.author = format!("generator {GENERATOR_VERSION}");
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
