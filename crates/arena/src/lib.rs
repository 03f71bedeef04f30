//! The laboratory of the bots: tournaments, ratings, and the tuning of the weights they play with.
//!
//! It spawns threads and reads the clock, which [`bots`] must not: a browser carries the bots, but not this crate.

mod standings;
mod tournament;
mod tune;

pub use standings::{Interval, Standing, Standings};
pub use tournament::{Fortresses, PlayedGame, Score, Tournament, UnknownFortresses};
pub use tune::{Round, Tuning, TuningStart};
