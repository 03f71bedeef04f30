//! How long a bot may think, and who watches it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much a bot may think about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// About so many positions judged: all moves of a seat are judged together. The same seed then gives the same move
    /// everywhere.
    Nodes(u64),
    /// So much time.
    Time(Duration),
}

impl Budget {
    /// What is usual where nothing is said: enough to play well, and a game still takes no longer than a breath.
    pub const USUAL: Budget = Budget::Nodes(5000);
}

/// Watches a bot while it thinks: the bot itself has no clock, because a browser's is another one.
pub trait Watch: Sync {
    /// The time since the bot was asked.
    fn elapsed(&self) -> Duration;

    /// Whether the bot is to stop at once and say what it has.
    fn is_called_off(&self) -> bool;
}

/// The watch of native programs. It runs from the moment it is made.
#[derive(Debug)]
pub struct Stopwatch {
    start: Instant,
    is_called_off: AtomicBool,
}

impl Stopwatch {
    /// Starts the time.
    #[must_use]
    pub fn start() -> Stopwatch {
        Stopwatch { start: Instant::now(), is_called_off: AtomicBool::new(false) }
    }

    /// Lets the bot stop at once.
    pub fn call_off(&self) {
        self.is_called_off.store(true, Ordering::Relaxed);
    }
}

impl Watch for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn is_called_off(&self) -> bool {
        self.is_called_off.load(Ordering::Relaxed)
    }
}
