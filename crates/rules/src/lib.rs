//! The rules of Fearsome Floors: the only place that knows them.
//!
//! One position: where a figure can go and what the monster does. No I/O, no clock, no random source: the
//! same position and the same input give the same result everywhere, natively and in the browser.
//!
//! - [`Setup`] is anything somebody hands us, [`Position`] is a table that has been checked.
//! - [`Position::outcomes`] tells where a figure can go, [`Position::play`] checks and makes a move.
//! - [`Position::run`] lets the monster loose, [`Foresight`] tells what every tombstone would do.
//! - [`Event`]s say what happened, to a [`Sink`].
//! - [`notation`] reads and writes all of it as text.

pub mod chance;
mod endless;
mod event;
mod figure_move;
mod foresight;
pub mod game;
mod geometry;
mod hand;
pub mod host;
mod monster;
pub mod notation;
mod outcomes;
mod piece;
mod position;
pub mod record;
mod setup;
mod stones;
mod tombstone;

pub use endless::Endless;
pub use event::{Brink, Death, Event, Motion, Sight, SightEnd, Sink, Turn, Verdict};
pub use figure_move::{Against, IllegalMove, Step, StepProblem, Stroll};
pub use foresight::{Foresight, Run};
pub use geometry::{Cell, CellSet, Direction, Wall};
pub use hand::Eaten;
pub use monster::Walk;
pub use outcomes::{Outcome, Outcomes};
pub use piece::{FigureId, Monster, Piece, Stone, Teleporter, Whereabouts};
pub use position::Position;
pub use setup::{Item, Setup, SetupProblem, Spot, TeleporterTile};
pub use tombstone::Tombstone;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
