//! The page's clock in the hands of a test, so that no test has to be quick enough.

use chromiumoxide::cdp::browser_protocol::page::{
    AddScriptToEvaluateOnNewDocumentParams, RemoveScriptToEvaluateOnNewDocumentParams,
};

use super::Page;

const CLOCK: &str = include_str!("../js/clock.js");

/// How the page's timers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Each fires as soon as it is the next one due, however long it was set for.
    Rush,
    /// None fires before the test says so.
    Held,
    /// As for players.
    Real,
}

impl Pace {
    const fn name(self) -> &'static str {
        match self {
            Pace::Rush => "rush",
            Pace::Held => "held",
            Pace::Real => "real",
        }
    }
}

impl Page {
    /// Stops the page's clock, in this document and those that are opened later. The test goes on by [`Page::run_until`].
    pub async fn hold_clock(&self) {
        self.set_pace(Pace::Held).await;
    }

    /// Lets the page's timers fire as soon as they can, as they do from the beginning.
    pub async fn rush_clock(&self) {
        self.set_pace(Pace::Rush).await;
    }

    /// Lets time go by as for players: for those who measure it.
    pub async fn real_clock(&self) {
        self.set_pace(Pace::Real).await;
    }

    /// How many timers the page has set that have not fired.
    pub async fn timers(&self) -> usize {
        self.eval("testClock.waiting()").await
    }

    /// How much time the page's timers have seen go by, in milliseconds.
    pub async fn time_ms(&self) -> u32 {
        self.eval("testClock.now()").await
    }

    pub(super) async fn set_pace(&self, pace: Pace) {
        let script = format!("({CLOCK})('{}')", pace.name());
        let added = self.ask(AddScriptToEvaluateOnNewDocumentParams::new(&script)).await.identifier;
        if let Some(earlier) = self.clock.lock().await.replace(added) {
            self.ask(RemoveScriptToEvaluateOnNewDocumentParams::new(earlier)).await;
        }
        self.eval::<()>(&script).await;
    }
}
