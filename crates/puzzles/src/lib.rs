//! The puzzle game (RULES 7): prepare the board so that the monster, walking without end, eats all of theirs and none
//! of ours.
//!
//! - A [`Draft`] is open, unchecked data; a [`Level`] has been checked.
//! - A [`Preparation`] is what a player does; [`Level::prepare`] checks it, [`Level::judge`] lets the monster loose.
//! - [`Level::to_text`] writes a level for people, [`Level::to_code`] for a link; both can be parsed again.
//! - A [`Solver`] finds all solutions of a level; a [`Grade`] rates its difficulty; a [`Recipe`] generates new levels.
//! - [`shipped`] returns the levels that come with the game; every [`Date`] has a level of its own, its dish.
//!
//! The rules of the game are in [`rules`]. This crate does no I/O and has no clock.

mod area;
mod chapter;
mod code;
mod date;
mod deed;
mod dish;
mod generator;
mod grade;
mod grant;
mod judge;
mod level;
mod matching;
mod needs;
mod outcome;
mod prepare;
mod solver;
mod text;
mod thing;
mod trick;

pub use area::{AreaError, AreaText};
pub use chapter::{Chapter, Shipped, shipped};
pub use code::LevelCodeError;
pub use date::{Date, NoDate, Weekday};
pub use deed::{Deed, Preparation, UnknownDeed};
pub use dish::{Cook, DishRecipe};
pub use generator::{Generated, GeneratorVersion, Recipe};
pub use grade::{Difficulty, Grade, UnknownDifficulty};
pub use grant::{Grant, GrantProblem};
pub use judge::{Judgement, LevelResult, TooLong};
pub use level::{About, Draft, Level, LevelProblem};
pub use outcome::LONGEST_WALK;
pub use prepare::Refusal;
pub use solver::{Answer, Extent, Findings, Limits, STEPS_A_NODE, Solution, Solver};
pub use text::{LevelTextError, LevelTextProblem};
pub use thing::{Thing, UnknownThing};
pub use trick::{Trick, UnknownTrick};

/// The examples of the page on puzzles are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/puzzles.md")]
struct PuzzlesPage;
