//! The puzzle game (RULES 7): prepare the table so that the monster, walking without end, eats all of theirs and none of ours.
//!
//! - A [`Draft`] is anything somebody hands us, a [`Level`] has been checked.
//! - A [`Preparation`] is what a player does; [`Level::prepare`] checks it, [`Level::judge`] lets the monster loose.
//!
//! No rules of the game here: [`rules`] knows them. No I/O and no clock.

mod daily;
mod deed;
mod generator;
mod grade;
mod judge;
mod level;
mod needs;
mod prepare;
mod solver;
mod trick;

pub use daily::{Date, NoDate};
pub use deed::{Deed, Preparation, UnknownDeed};
pub use generator::{GENERATOR_VERSION, Generated, Recipe};
pub use grade::{Difficulty, Grade, UnknownDifficulty};
pub use judge::{Judgement, Verdict};
pub use level::{About, Draft, Grant, Level, LevelProblem, Thing, UnknownThing};
pub use prepare::Refusal;
pub use solver::{Answer, Extent, Findings, Limits, STEPS_A_NODE, Solution, Solver};
pub use trick::{Trick, UnknownTrick};
