//! For tests and benchmarks only: the plain reference engine, generators of legal positions and of games, comparison of
//! the two engines, loaders of golden data.

pub mod audit;
pub mod cases;
pub mod differential;
pub mod games;
pub mod midgame;
pub mod positions;
pub mod reference;
pub mod reference_game;
