//! The built game in a real Chromium: whole flows, a file for each thing that players do.

mod analysis;
mod clock;
mod customs;
mod deploy;
mod feeding;
mod first_game;
mod focus;
mod games;
mod help;
mod level;
mod marks;
mod names;
mod online;
mod opening;
mod play;
mod pointers;
mod prepare;
mod replay;
mod rules;
mod screens;
mod setup;
mod table;
mod tables;
mod voice;
