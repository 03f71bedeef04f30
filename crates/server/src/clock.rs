//! The time of day. Tests can move it on.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::Timestamp;

/// The clock of a server.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// Milliseconds that the clock is ahead of the time of day.
    ahead: Arc<AtomicI64>,
}

impl Clock {
    /// Milliseconds since 1970, UTC.
    pub(crate) fn now(&self) -> i64 {
        Timestamp::now().as_millisecond().saturating_add(self.ahead.load(Ordering::Relaxed))
    }

    /// Moves the clock on.
    pub fn advance(&self, time: Duration) {
        let milliseconds = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.ahead.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

/// A time as in RFC 3339.
pub(crate) fn rfc3339(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds).map(|time| time.to_string()).unwrap_or_default()
}
