//! A clock that rings once. It is set for one thing at a time, and stops with the screen that has it.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

/// How long a note stands that something was done, such as a copy.
pub const NOTE_MS: u32 = 6000;

/// A clock that rings once.
#[derive(Clone, Copy)]
pub struct Clock(StoredValue<Option<TimeoutHandle>>);

impl Clock {
    /// A clock that stops when the owner it was made under is cleaned up.
    #[must_use]
    pub fn new() -> Clock {
        let clock = Clock(StoredValue::new(None));
        on_cleanup(move || clock.stop());
        clock
    }

    /// Does this after so many milliseconds, instead of what it was set for before.
    pub fn set(self, ms: u32, then: impl FnOnce() + 'static) {
        self.stop();
        let handle = set_timeout_with_handle(then, Duration::from_millis(ms.into()));
        // Without a window there is nothing to wait for.
        self.0.set_value(handle.ok());
    }

    /// Does nothing any more.
    pub fn stop(self) {
        if let Some(Some(handle)) = self.0.try_update_value(Option::take) {
            handle.clear();
        }
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::new()
    }
}

/// Whether the system asks for little motion.
#[must_use]
pub fn prefers_stillness() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}
