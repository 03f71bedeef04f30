//! Drives a running `fearsome serve` as its clients do, and checks that it keeps its promises.
//!
//! A [`Program`] is the server as a process of its own, which can be killed and started again. A [`Client`] speaks HTTP
//! and a [`Live`] connection speaks WebSocket. A [`Mirror`] plays every action a second time with the rules and compares
//! events and hashes. A [`Party`] is a whole table: it takes seats, plays random legal actions to the end and watches.
//! Everything that the server acknowledged or showed goes into a [`History`], which can be checked against the server
//! afterwards. [`chaos`] does all of this while the server is killed, and `cluster` while several servers share a
//! database, and servers, database and network fail by turns.
//!
//! Violations of the contract are panics, because only tests and the programs of this crate use it. Nothing waits for a
//! fixed time: clients wait for messages, and [`PATIENCE`] only ends what hangs.

mod address;
mod client;
mod connection;
mod history;
mod live;
mod mirror;
mod party;
mod player;
#[cfg(unix)]
mod postgres;
mod program;
#[cfg(unix)]
mod proxy;
mod secrets;
mod transcript;

pub mod chaos;
#[cfg(unix)]
pub mod cluster;
pub mod load;

pub use address::Address;
pub use client::{Answer, Client, Failure};
pub use history::{Checked, History};
pub use hyper::Method;
pub use live::Live;
pub use mirror::Mirror;
pub use party::{Finished, Gathered, Hand, Party, Way};
pub use player::random_action;
#[cfg(unix)]
pub use postgres::{Database, Postgres};
pub use program::{Folder, Program, UNLIMITED, raise_file_limit};
#[cfg(unix)]
pub use proxy::{Balancer, Cable};
pub use secrets::{check_log, check_nothing_leaked};
pub use transcript::Transcript;

/// How long one answer may take before a client gives up and fails. It only ends what hangs.
pub const PATIENCE: std::time::Duration = std::time::Duration::from_secs(120);
