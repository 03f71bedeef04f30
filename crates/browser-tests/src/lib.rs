//! Drives the built game in a real Chromium.
//!
//! ```ignore
//! #[test]
//! fn home_opens() {
//!     with_page(async |page| {
//!         page.open("#/").await;
//!         page.play_now().await;
//!         page.wait_for("location.hash.startsWith('#/game/')").await;
//!     });
//! }
//! ```
//!
//! One server and one Chromium serve all tests of a program. Each test has a browser context of its own, with an empty storage, and
//! fails if the console is not empty at its end.
//!
//! Nothing waits for a fixed time. The page's timers fire as soon as they can. To look at a state that does not last, a
//! test calls [`Page::hold_clock`] before it opens the page, and [`Page::run_until`] to reach that state.

#[cfg(feature = "chromium")]
mod house;
#[cfg(feature = "chromium")]
mod page;
#[cfg(feature = "chromium")]
mod patience;
#[cfg(feature = "chromium")]
mod person;
#[cfg(feature = "chromium")]
mod retry;
#[cfg(feature = "chromium")]
mod stage;

pub mod fixtures;
pub mod larder;
pub mod level;
#[cfg(feature = "chromium")]
pub mod poses;

#[cfg(feature = "chromium")]
pub use house::House;
#[cfg(feature = "chromium")]
pub use page::{Download, Page, Scheme};
#[cfg(feature = "chromium")]
pub use patience::until;
#[cfg(feature = "chromium")]
pub use person::{Person, play_until};
#[cfg(feature = "chromium")]
pub use stage::{output, server_of, site, with_page, with_pages};
