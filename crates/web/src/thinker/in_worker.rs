//! The worker's clock, and its bench for `worker.js`.

use std::cell::RefCell;
use std::time::Duration;

use wasm_bindgen::JsCast;
use web_sys::WorkerGlobalScope;

use super::bench::Bench;
use super::write;

thread_local! {
    static BENCH: RefCell<Bench> = RefCell::new(Bench::new(since_the_start));
}

/// Takes a message of the page.
///
/// # Errors
///
/// If the message cannot be read. The page hears of it as an error of the worker.
pub fn take(message: &str) -> Result<(), String> {
    BENCH.with_borrow_mut(|bench| bench.take(message)).map_err(|error| error.to_string())
}

/// Works for a slice; returns a message for the page, if there is something to report.
///
/// # Errors
///
/// Never for our messages.
pub fn work() -> Result<Option<String>, String> {
    let report = BENCH.with_borrow_mut(Bench::work);
    report.map(|report| write(&report).map_err(|error| error.to_string())).transpose()
}

/// Whether there is something left to do.
#[must_use]
pub fn is_busy() -> bool {
    BENCH.with_borrow(Bench::is_busy)
}

/// The time since the worker was made.
fn since_the_start() -> Duration {
    let scope: WorkerGlobalScope = js_sys::global().unchecked_into();
    let now_ms = scope.performance().expect("workers have a clock").now();
    Duration::from_secs_f64((now_ms / 1000.0).max(0.0))
}
