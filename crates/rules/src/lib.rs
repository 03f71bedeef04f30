//! The rules of Fearsome Floors: the only place that knows them.
//!
//! No I/O, no clock, no random source of its own: the same input gives the same result everywhere, natively and in the
//! browser.
//!
//! One position:
//!
//! - [`Setup`] is anything somebody hands us, [`Position`] is a table that has been checked.
//! - [`Position::outcomes`] tells where a figure can go, [`Position::play`] checks and makes a move.
//! - [`Position::run`] lets the monster loose, [`Foresight`] tells what every tombstone would do.
//! - [`Event`]s say what happened, to a [`Sink`].
//!
//! A whole game:
//!
//! - [`game::Game`] is all that everybody may know; it is told each tombstone.
//! - [`host::Host`] holds the secret and the pile; [`chance`] makes both from a seed that anyone can check afterwards.
//! - [`record::Record`] is a game as it is kept: its [`terms`] and its actions.
//!
//! [`notation`] reads and writes all of it as text.

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

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
