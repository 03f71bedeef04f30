//! Control of the page's clock, so that no test has to be quick.

use chromiumoxide::cdp::browser_protocol::page::{
    AddScriptToEvaluateOnNewDocumentParams, RemoveScriptToEvaluateOnNewDocumentParams,
};

use super::Page;

const CLOCK: &str = include_str!("../js/clock.js");

/// When the page's timers fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Each as soon as it is the next one due, whatever its delay.
    Rush,
    /// Only during [`Page::run_until`].
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
    /// Stops the clock, in this document and in those opened later: timers fire only during [`Page::run_until`].
    pub async fn hold_clock(&self) {
        self.set_pace(Pace::Held).await;
    }

    /// Lets every timer fire as soon as it is the next one due. This is the default.
    pub async fn rush_clock(&self) {
        self.set_pace(Pace::Rush).await;
    }

    /// Lets timers and animations run as for players, for benchmarks.
    pub async fn real_clock(&self) {
        self.set_pace(Pace::Real).await;
    }

    /// The number of timers that have not fired yet.
    pub async fn timers(&self) -> usize {
        self.eval("testClock.waiting()").await
    }

    /// The time by the page's timers since the document was opened, in milliseconds.
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
