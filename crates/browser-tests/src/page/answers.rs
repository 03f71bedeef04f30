//! Commands to the browser, and waiting for states of the page.
//!
//! On a busy machine a response may be late or get lost. So commands that may be repeated are repeated, and a wait has no
//! limit that a slow machine could reach.

use std::fmt::Display;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use chromiumoxide::cdp::js_protocol::runtime::EvaluateParams;
use chromiumoxide::error::CdpError;
use chromiumoxide::types::Command;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Page, quoted};
use crate::patience::PATIENCE;
use crate::retry::retry;

const ONCE: &str = include_str!("../js/once.js");
const WAIT: &str = include_str!("../js/wait.js");

/// How long a script in the page waits before it reports why the condition does not hold yet.
const LOOK: Duration = Duration::from_secs(2);

/// What fires the page's timers during a wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Timers {
    /// The clock, at its pace.
    Clock,
    /// The wait itself, one at a time.
    Wait,
}

/// What a wait in the page resolves to.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Look<T> {
    Value(T),
    Trouble(String),
}

/// Why a script has no value.
enum Failure {
    /// The response was lost, or the document was left before the script ended.
    Lost(String),
    /// The script threw an error, or its value has the wrong type.
    Script(String),
}

impl Failure {
    fn of(error: &CdpError, what: impl Display) -> Failure {
        // Only the error is searched, not the script, which may contain these words.
        let reason = error.to_string();
        let problem = format!("{what}: {reason}");
        match error {
            CdpError::Timeout => Failure::Lost(problem),
            _ if ["context", "navigated", "collected"].iter().any(|word| reason.contains(word)) => {
                Failure::Lost(problem)
            }
            _ => Failure::Script(problem),
        }
    }
}

impl Page {
    /// Sends a command that may be repeated, and repeats it if the response is lost.
    pub(super) async fn ask<C: Command + Clone>(&self, command: C) -> C::Response {
        let method = command.identifier();
        let answer = retry(&method, async || self.page.execute(command.clone()).await).await;
        answer.unwrap_or_else(|error| panic!("{method}: {error}")).result
    }

    /// Sends a command that must not be repeated, like a click. If the response is lost, the command was most likely
    /// executed; the next wait will tell.
    pub(super) async fn perform<C: Command>(&self, command: C) {
        let method = command.identifier();
        match self.page.execute(command).await {
            Ok(_) => {}
            Err(CdpError::Timeout) => eprintln!("{method}: no response"),
            Err(error) => panic!("{method}: {error}"),
        }
    }

    /// Evaluates a JavaScript expression, awaiting a promise. If the response is lost, it is requested again, but the
    /// expression is evaluated only once.
    ///
    /// # Panics
    ///
    /// If the expression throws, or its value is no `T`.
    pub async fn eval<T: DeserializeOwned>(&self, expression: &str) -> T {
        self.try_eval(expression).await.unwrap_or_else(|problem| panic!("{problem}"))
    }

    pub(super) async fn try_eval<T: DeserializeOwned>(&self, expression: &str) -> Result<T, String> {
        let number = self.scripts.fetch_add(1, Ordering::Relaxed);
        let once = format!("({ONCE})({number}, {})", quoted(expression));
        let answer = retry("a script", async || match self.evaluate(&once, expression).await {
            Ok(value) => Ok(Ok(value)),
            Err(Failure::Script(problem)) => Ok(Err(problem)),
            Err(Failure::Lost(problem)) => Err(problem),
        });
        answer.await?
    }

    async fn evaluate<T: DeserializeOwned>(&self, script: &str, what: &str) -> Result<T, Failure> {
        let beginning: String = what.chars().take(200).collect();
        let parameters = EvaluateParams::builder().expression(script).await_promise(true).return_by_value(true);
        let answer = self.page.execute(parameters.build().expect("it has an expression")).await;
        let answer = answer.map_err(|error| Failure::of(&error, &beginning))?.result;
        if let Some(exception) = answer.exception_details {
            let text = exception.exception.and_then(|exception| exception.description);
            return Err(Failure::Script(text.unwrap_or(exception.text)));
        }
        let value = answer.result.value.unwrap_or_default();
        serde_json::from_value(value).map_err(|error| Failure::Script(format!("{beginning}: {error}")))
    }

    /// Waits until a JavaScript expression is true. Use it only if the expression stays true; otherwise hold the clock and
    /// call [`Page::run_until`].
    ///
    /// # Panics
    ///
    /// If it does not come true.
    pub async fn wait_for(&self, expression: &str) {
        self.wait::<serde_json::Value>(&format!("() => Boolean({expression})"), expression, Timers::Clock).await;
    }

    /// Fires the timers of a page whose clock is held, one at a time, until a JavaScript expression is true.
    ///
    /// # Panics
    ///
    /// If it does not come true, or if the clock is not held.
    pub async fn run_until(&self, expression: &str) {
        self.wait::<serde_json::Value>(&format!("() => Boolean({expression})"), expression, Timers::Wait).await;
    }

    /// Waits until a JavaScript function returns something truthy, and returns that.
    pub(super) async fn wait_for_value<T: DeserializeOwned>(&self, function: &str, what: &str) -> T {
        self.wait(function, what, Timers::Clock).await
    }

    async fn wait<T: DeserializeOwned>(&self, condition: &str, what: &str, timers: Timers) -> T {
        let look = format!("({WAIT})({condition}, {}, {})", LOOK.as_millis(), timers == Timers::Wait);
        let begin = Instant::now();
        let mut last_trouble = String::new();
        while begin.elapsed() < PATIENCE {
            match self.evaluate(&look, what).await {
                Ok(Look::Value(value)) => return value,
                Ok(Look::Trouble(trouble)) => last_trouble = trouble,
                // The document may have been left: the next one will answer.
                Err(Failure::Lost(problem)) => last_trouble = problem,
                Err(Failure::Script(problem)) => panic!("{problem}"),
            }
        }
        panic!("waited in vain for {what}: {last_trouble}")
    }
}
