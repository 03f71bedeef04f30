//! The browser game.
//!
//! `scene`, `draw` and `table` are plain data and functions, built and tested natively. What needs a browser is built
//! for WebAssembly alone.

pub mod draw;
pub mod scene;
pub mod table;
