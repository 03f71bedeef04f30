//! Players that think, from [`Bot::Fool`] to [`Bot::Fiend`], and what they think with.
//!
//! A bot gets a [`View`](rules::game::View): all that its seat may know, never the pile. It does no I/O and has no clock of its own:
//! who asks it lends it a [`Watch`]. With a budget of nodes it decides the same everywhere.

mod bot;
mod budget;
mod entrant;
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
mod self_play;
mod standings;
mod survey;
mod tiles;
mod tournament;
mod tune;
mod weights;

pub use bot::{Bot, Choice, Decision, Thinking, UnknownBot};
pub use budget::{Budget, Stopwatch, Watch};
pub use entrant::{Entrant, EntrantProblem, Entrants};
pub use odds::{Chance, Odds, Prospect};
pub use reason::Reason;
pub use self_play::SelfPlay;
pub use standings::{Interval, Standing, Standings};
pub use tournament::{Grounds, PlayedGame, Score, Tournament, UnknownGrounds};
pub use tune::{Round, Tuning, TuningStart};

/// The examples of the page about bots are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bots.md")]
struct BotsPage;
