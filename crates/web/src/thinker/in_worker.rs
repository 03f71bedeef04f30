//! The worker's side: parses a question, lets the bot think by the worker's clock, and returns the answer.

use std::time::Duration;

use bots::Watch;
use wasm_bindgen::JsCast;
use web_sys::WorkerGlobalScope;

use super::{Answer, Question, read, think, write};

/// Answers one message of the page.
///
/// # Errors
///
/// If the message cannot be read. The page hears of it as an error of the worker.
pub fn answer(question: &str) -> Result<String, String> {
    let question: Question = read(question).map_err(|error| error.to_string())?;
    let outcome = think(&question, &WorkerWatch::start()).map_err(|error| error.to_string());
    write(&Answer { id: question.id, outcome }).map_err(|error| error.to_string())
}

/// A clock that starts when it is made. Bots are not interrupted: no message reaches the worker while it thinks.
struct WorkerWatch {
    start_ms: f64,
}

impl WorkerWatch {
    fn start() -> WorkerWatch {
        WorkerWatch { start_ms: now_ms() }
    }
}

impl Watch for WorkerWatch {
    fn elapsed(&self) -> Duration {
        Duration::from_secs_f64(((now_ms() - self.start_ms) / 1000.0).max(0.0))
    }

    fn is_called_off(&self) -> bool {
        false
    }
}

fn now_ms() -> f64 {
    let scope: WorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().expect("workers have a clock").now()
}
