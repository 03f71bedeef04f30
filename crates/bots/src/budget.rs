//! How much a bot may think, and the watch that limits it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much a bot may think about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// Evaluate about this many positions. All moves of a seat are evaluated together, so it may be a few more. The same seed then
    /// gives the same move on every platform.
    Nodes(u64),
    /// Think for this long.
    Time(Duration),
}

impl Budget {
    /// The default: enough to play well, and few enough that a game takes only a moment.
    pub const USUAL: Budget = Budget::Nodes(5000);
}

/// As in the text of an [`Entrant`](crate::Entrant): `200ms`, `5000n`.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Nodes(nodes) => write!(f, "{nodes}n"),
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// The clock of a bot. Bots have none of their own, because browsers need another one than native programs.
pub trait Watch: Sync {
    /// The time since the bot started thinking.
    fn elapsed(&self) -> Duration;

    /// Whether the bot must stop at once and return its best move so far.
    fn is_called_off(&self) -> bool;
}

/// The watch of native programs.
#[derive(Debug)]
pub struct Stopwatch {
    start: Instant,
    is_called_off: AtomicBool,
}

impl Stopwatch {
    /// Starts the watch.
    #[must_use]
    pub fn start() -> Stopwatch {
        Stopwatch { start: Instant::now(), is_called_off: AtomicBool::new(false) }
    }

    /// Makes the bot stop at once.
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
