//! The rules of Fearsome Floors: the only place that knows them.
//!
//! It has no I/O, no clock and no random source: the same input gives the same result everywhere, natively and in the
//! browser.
//!
//! For one position:
//!
//! - [`Setup`] is unchecked data from any source, [`Position`] has been checked.
//! - [`Position::outcomes`] finds where a figure can go, [`Position::play`] checks and plays a move.
//! - [`Position::run`] runs the monster, [`Foresight`] computes what every tombstone would cause.
//! - [`Event`]s describe what happens; a [`Sink`] receives them.
//!
//! For a whole game:
//!
//! - [`game::Game`] is everything that all players may know. Each flipped tombstone is passed to it.
//! - [`host::Host`] holds the secret and the pile; [`chance`] derives the pile from a seed that anyone can check
//!   afterwards.
//! - [`record::Record`] is a game as it is stored: its [`terms`] and its actions.
//!
//! [`notation`] parses and formats all of these as text.

pub mod chance;
mod endless;
mod event;
mod figure_move;
mod foresight;
pub mod game;
mod geometry;
mod hand;
pub mod host;
mod lay;
mod monster;
pub mod notation;
mod outcomes;
mod piece;
mod position;
pub mod record;
mod setup;
mod stones;
pub mod terms;
mod tombstone;

pub use endless::Endless;
pub use event::{Brink, Death, Event, Motion, Sight, SightEnd, Sink, Turn, Verdict};
pub use figure_move::{Against, IllegalMove, Step, StepProblem, Stroll};
pub use foresight::{Foresight, Run};
pub use geometry::{Cell, CellSet, Direction, Lanes, Wall};
pub use hand::Eaten;
pub use lay::InTheWay;
pub use monster::Walk;
pub use outcomes::{Outcome, Outcomes};
pub use piece::{FigureId, Monster, Piece, Stone, Teleporter, Whereabouts};
pub use position::Position;
pub use setup::{Item, Setup, SetupProblem, Spot, TeleporterTile};
pub use tombstone::Tombstone;

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
