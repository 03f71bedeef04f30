//! The fortress before anything lies in it: spaces, directions, walls, sets of spaces.

mod cell;
mod direction;
mod set;
mod wall;

pub use cell::Cell;
pub use direction::Direction;
pub use set::CellSet;
pub(crate) use set::{Lanes, NOBODY};
pub use wall::Wall;
