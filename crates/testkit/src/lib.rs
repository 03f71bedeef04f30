//! For tests and benchmarks.
pub mod reference;
