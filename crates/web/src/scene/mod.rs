//! Everything the screens show, already decided: plain data, tested without a browser.
//!
//! What happens comes as events ([`crate::table::Played`]); [`show`] makes beats of them, [`playback`] knows which one is on,
//! [`board`], [`cast`], [`graves`] and [`caption`] say what is to be drawn and told then. [`moving`] is the move that a
//! player thinks about, [`laying`] the tile. [`study`] is the analysis board, [`replay`] a game that is watched again.

pub mod archive;
pub mod board;
pub mod caption;
pub mod cast;
pub mod foresight;
pub mod graves;
pub mod home;
pub mod laying;
pub mod moving;
pub mod newtable;
pub mod playback;
pub mod pointing;
pub mod replay;
pub mod rich;
pub mod show;
pub mod sound;
pub mod study;
pub mod tableau;
pub mod text_board;
pub mod typed;
pub mod why;
pub mod win;
