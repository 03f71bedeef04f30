//! Everything the screens show, as plain data that is tested without a browser.
//!
//! Events come from [`crate::table::Played`]; [`show`] turns them into beats, [`playback`] tracks the current one, and
//! [`board`], [`cast`], [`graves`] and [`caption`] decide what is drawn and described. [`moving`] is the move that a
//! player plans, [`prepared`] one that was planned while others moved, [`laying`] the tile that a player lays. [`study`]
//! is the analysis board, [`replay`] a game that is watched again. [`room`] is a table of the server that waits for its
//! players. [`first`] are the scenes of the first game.

pub mod archive;
pub mod board;
pub mod candle;
pub mod caption;
pub mod cast;
pub mod feeding;
pub mod first;
pub mod flow;
pub mod foresight;
pub mod graves;
pub mod home;
pub mod laying;
pub mod level;
pub mod moving;
pub mod newtable;
pub mod playback;
pub mod player;
pub mod pointing;
pub mod prepared;
pub mod replay;
pub mod rich;
pub mod room;
pub mod show;
pub mod sound;
pub mod study;
pub mod tableau;
pub mod text_board;
pub mod text_form;
pub mod typed;
pub mod why;
pub mod win;
