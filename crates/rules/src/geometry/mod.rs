//! The geometry of the empty fortress: spaces, directions, walls and sets of spaces.

mod cell;
mod direction;
mod set;
mod wall;

pub use cell::Cell;
pub use direction::Direction;
pub(crate) use set::NOBODY;
pub use set::{CellSet, Lanes};
pub use wall::Wall;
