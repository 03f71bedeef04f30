//! The built game in a real Chromium: whole flows, a file for each thing that players do.

mod analysis;
mod games;
mod opening;
mod play;
mod screens;
mod table;
