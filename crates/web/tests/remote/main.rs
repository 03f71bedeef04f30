//! A table on a server ends with the story of the server, whatever the network does in between.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod chaos;
mod client;
mod examples;
mod server;
mod world;
