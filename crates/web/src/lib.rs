//! The browser game.
//!
//! `scene`, `draw`, `table`, `puzzle`, `route`, `rule` and `thinker` are plain data and functions, built and tested natively. Everything
//! that needs a browser is built for WebAssembly only.

pub mod draw;
pub mod puzzle;
pub mod route;
pub mod rule;
pub mod scene;
pub mod table;
pub mod thinker;

#[cfg(target_arch = "wasm32")]
pub mod page;
