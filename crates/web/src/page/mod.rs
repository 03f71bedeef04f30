//! Everything that needs a browser: the screens as Leptos components, and access to the browser.

pub mod about;
pub mod analysis;
pub mod answer;
pub mod app;
pub mod archive;
pub mod board;
pub mod candle;
pub mod cards;
pub mod clock;
pub mod discard;
pub mod display;
pub mod double_clicks;
pub mod driver;
pub mod feeding;
pub mod files;
pub mod first;
pub mod focus;
pub mod follow;
pub mod games;
pub mod home;
pub mod keys;
pub mod kitchen;
pub mod larder;
pub mod level;
pub mod lobby;
pub mod menu;
pub mod names;
pub mod newtable;
pub mod online;
pub mod parts;
pub mod play_on;
pub mod pointed;
pub mod prepare;
pub mod problems;
pub mod replay;
pub mod room;
pub mod rulebook;
pub mod run;
pub mod session;
pub mod setup;
pub mod share;
pub mod sound;
pub mod storage;
pub mod table;
pub mod tables;
pub mod telling;
pub mod thinker;
pub mod tooltips;
pub mod watched_run;
pub mod why;
pub mod win;
pub mod words;

#[allow(missing_docs, unreachable_pub, reason = "it is generated")]
mod catalogues {
    //! The texts, generated from `locales/` at compile time.

    include!(concat!(env!("OUT_DIR"), "/i18n.rs"));
}

pub use app::start;
pub use catalogues::i18n;
