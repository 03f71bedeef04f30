//! Everything the screens show, already decided: plain data, tested without a browser.

pub mod home;
pub mod newtable;
pub mod win;
