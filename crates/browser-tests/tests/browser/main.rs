//! The built game in a real Chromium: whole flows, a file for each thing that players do.

mod analysis;
mod clock;
mod deploy;
mod focus;
mod games;
mod help;
mod online;
mod opening;
mod play;
mod replay;
mod screens;
mod setup;
mod table;
mod tables;
mod voice;
