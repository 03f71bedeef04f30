//! Computer players, from [`Bot::Fool`] to [`Bot::Fiend`], and the parts they are made of.
//!
//! A bot gets a [`View`](rules::game::View), which contains what its seat may know and never the pile. It does no I/O and has no
//! clock: the caller passes a [`Watch`]. With a budget of nodes it decides the same on every platform.

mod bot;
mod budget;
mod entrant;
mod fates;
mod features;
mod fiend;
mod first_names;
mod fledgling;
mod fool;
mod fox;
mod judge;
mod odds;
mod race;
mod reason;
mod roads;
mod self_play;
mod survey;
mod tiles;
mod weights;

pub use bot::{Bot, Choice, Decision, Thinking, UnknownBot};
pub use budget::{Budget, Stopwatch, Watch};
pub use entrant::{Entrant, EntrantProblem, Entrants};
pub use odds::{Chance, Odds, Prospect};
pub use reason::Reason;
pub use self_play::SelfPlay;

/// The parts of the evaluation that are needed to tune its weights.
pub mod evaluation {
    pub use crate::features::{Features, SeatFeatures};
    pub use crate::survey::Survey;
    pub use crate::weights::{Phase, Weights, WeightsProblem};
}

/// The examples of the page about bots are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bots.md")]
struct BotsPage;
