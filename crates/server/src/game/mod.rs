//! Games that are open: each has a task that is the only one to change it.

mod actor;
mod commands;
mod connections;
mod create;
mod open;
mod requests;
mod storing;
mod story;
mod view;
mod watchers;

pub(crate) use commands::{Message, Newcomer, Refusal, Reply};
pub(crate) use create::{DRAWS, new_game};
pub(crate) use open::{Games, Services, failure};
pub(crate) use watchers::{Frame, WatcherId, frame};
