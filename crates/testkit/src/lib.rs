//! For tests and benchmarks only: a plain reference implementation of the rules, comparisons with it, generators of
//! positions and games, and the conformance cases.

pub mod audit;
pub mod cases;
pub mod differential;
pub mod games;
pub mod midgame;
pub mod positions;
pub mod reference;
pub mod reference_game;
