//! What the `fearsome` program does, without its command line.

pub mod engine;
