//! The comparison that the build script makes.

#[path = "../catalogue.rs"]
mod catalogue;
