//! The commands of the `fearsome` program.

pub mod bots;
pub mod command;
pub mod engine;
mod narrate;
pub mod play;
pub mod puzzle;
pub mod replay;
pub mod serve;
pub mod text_file;
mod value;
