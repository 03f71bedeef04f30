//! Players that think, from [`Bot::Fool`] to [`Bot::Fiend`], and what they think with.
//!
//! A bot gets a [`View`](rules::game::View): all that its seat may know, never the pile. It does no I/O and has no clock of its own:
//! who asks it lends it a [`Watch`]. With a budget of nodes it decides the same everywhere.

mod bot;
mod budget;
mod fates;
mod fiend;
mod fledgling;
mod fool;
mod fox;
mod judge;
mod odds;
mod race;
mod reason;
mod roads;
mod survey;
mod tune;
mod weights;

pub use bot::{Bot, Choice, Decision, Thinking, UnknownBot};
pub use budget::{Budget, Stopwatch, Watch};
pub use odds::{Chance, Odds, Prospect};
pub use reason::Reason;
pub use tune::{Round, Tuning};
