//! The API, tested without a port.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod description;
mod desk;
mod durability;
mod handovers;
mod identity;
mod invitation;
mod limits;
mod play;
mod seats;
mod tables;
