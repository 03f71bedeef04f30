//! Questions to the browser, and patience with its answers.
//!
//! On a busy machine an answer may come late or not at all. So a test waits for states that stay, for as long as it takes,
//! and asks again what may be asked twice.

use std::fmt::Display;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use chromiumoxide::cdp::js_protocol::runtime::EvaluateParams;
use chromiumoxide::error::CdpError;
use chromiumoxide::types::Command;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Page, quoted};
use crate::retry::retry;

const ONCE: &str = include_str!("../js/once.js");
const WAIT: &str = include_str!("../js/wait.js");

/// How long a test waits for what should happen. Nothing takes that long because a machine is busy: it ends a run that hangs.
pub(super) const PATIENCE: Duration = Duration::from_secs(300);

/// How long the page looks by itself before it tells how things are.
const LOOK: Duration = Duration::from_secs(2);

/// Who fires the page's timers while a test waits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Timers {
    /// The page's clock, at its pace.
    Clock,
    /// The test, one after the other.
    Test,
}

/// What the page sees when it looks whether something is so.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Look<T> {
    Value(T),
    Trouble(String),
}

/// Why there is no answer.
enum Silence {
    /// It was lost, or the document that should have given it is gone.
    Lost(String),
    /// The question was wrong.
    Refused(String),
}

impl Silence {
    fn of(error: &CdpError, what: impl Display) -> Silence {
        let problem = format!("{what}: {error}");
        match error {
            CdpError::Timeout => Silence::Lost(problem),
            _ if ["context", "navigated", "collected"].iter().any(|word| problem.contains(word)) => {
                Silence::Lost(problem)
            }
            _ => Silence::Refused(problem),
        }
    }
}

impl Page {
    /// Gives a command that may be given twice, and does so if its answer is lost.
    pub(super) async fn ask<C: Command + Clone>(&self, command: C) -> C::Response {
        let method = command.identifier();
        let answer = retry(&method, async || self.page.execute(command.clone()).await).await;
        answer.unwrap_or_else(|error| panic!("{method}: {error}")).result
    }

    /// Gives a command that must not be given twice. If only its answer is lost, whoever waits for what comes of it will see.
    pub(super) async fn perform<C: Command>(&self, command: C) {
        let method = command.identifier();
        match self.page.execute(command).await {
            Ok(_) => {}
            Err(CdpError::Timeout) => eprintln!("an answer was lost: {method}"),
            Err(error) => panic!("{method}: {error}"),
        }
    }

    /// The value of a JavaScript expression; of a promise, what it gives. However often the answer is lost, the expression
    /// is evaluated once.
    ///
    /// # Panics
    ///
    /// If it throws, or gives something else.
    pub async fn eval<T: DeserializeOwned>(&self, expression: &str) -> T {
        self.try_eval(expression).await.unwrap_or_else(|problem| panic!("{problem}"))
    }

    pub(super) async fn try_eval<T: DeserializeOwned>(&self, expression: &str) -> Result<T, String> {
        let number = self.questions.fetch_add(1, Ordering::Relaxed);
        let once = format!("({ONCE})({number}, {})", quoted(expression));
        let answer = retry("a question", async || match self.evaluate(&once, expression).await {
            Ok(value) => Ok(Ok(value)),
            Err(Silence::Refused(problem)) => Ok(Err(problem)),
            Err(Silence::Lost(problem)) => Err(problem),
        });
        answer.await?
    }

    async fn evaluate<T: DeserializeOwned>(&self, script: &str, what: &str) -> Result<T, Silence> {
        let beginning: String = what.chars().take(200).collect();
        let parameters = EvaluateParams::builder().expression(script).await_promise(true).return_by_value(true);
        let answer = self.page.execute(parameters.build().expect("it has an expression")).await;
        let answer = answer.map_err(|error| Silence::of(&error, &beginning))?.result;
        if let Some(exception) = answer.exception_details {
            let text = exception.exception.and_then(|exception| exception.description);
            return Err(Silence::Refused(text.unwrap_or(exception.text)));
        }
        let value = answer.result.value.unwrap_or_default();
        serde_json::from_value(value).map_err(|error| Silence::Refused(format!("{beginning}: {error}")))
    }

    /// Waits until a JavaScript expression is true. It should stay true then: what passes by is reached by [`Page::run_until`].
    ///
    /// # Panics
    ///
    /// If it does not come true.
    pub async fn wait_for(&self, expression: &str) {
        self.wait::<serde_json::Value>(&format!("() => Boolean({expression})"), expression, Timers::Clock).await;
    }

    /// Fires the timers of a page whose clock is held, one by one, until a JavaScript expression is true.
    ///
    /// # Panics
    ///
    /// If it does not come true.
    pub async fn run_until(&self, expression: &str) {
        self.wait::<serde_json::Value>(&format!("() => Boolean({expression})"), expression, Timers::Test).await;
    }

    /// Waits until a function in JavaScript gives something, and returns that.
    pub(super) async fn wait_for_value<T: DeserializeOwned>(&self, function: &str, what: &str) -> T {
        self.wait(function, what, Timers::Clock).await
    }

    async fn wait<T: DeserializeOwned>(&self, condition: &str, what: &str, timers: Timers) -> T {
        let look = format!("({WAIT})({condition}, {}, {})", LOOK.as_millis(), timers == Timers::Test);
        let begin = Instant::now();
        let mut last_trouble = String::new();
        while begin.elapsed() < PATIENCE {
            match self.evaluate(&look, what).await {
                Ok(Look::Value(value)) => return value,
                Ok(Look::Trouble(trouble)) => last_trouble = trouble,
                // The page may have been left while it looked: the next one will tell.
                Err(Silence::Lost(problem)) => last_trouble = problem,
                Err(Silence::Refused(problem)) => panic!("{problem}"),
            }
        }
        panic!("waited in vain for {what}: {last_trouble}")
    }
}
