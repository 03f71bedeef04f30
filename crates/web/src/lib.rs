//! The browser game.
//!
//! `scene`, `draw`, `table`, `route` and what the thinker says are plain data and functions, built and tested natively. What needs
//! a browser is built for WebAssembly alone.

pub mod draw;
pub mod route;
pub mod scene;
pub mod table;
pub mod thinker;

#[cfg(target_arch = "wasm32")]
pub mod page;
