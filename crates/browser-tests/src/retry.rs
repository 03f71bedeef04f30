//! Retries of what can fail on a busy machine although nothing is wrong.

use std::fmt::Display;

const ATTEMPTS: u32 = 4;

/// Calls `attempt` until it succeeds, at most four times, and returns its last result.
pub(crate) async fn retry<T, E: Display>(what: &str, attempt: impl AsyncFn() -> Result<T, E>) -> Result<T, E> {
    for _ in 1..ATTEMPTS {
        match attempt().await {
            Ok(value) => return Ok(value),
            Err(problem) => eprintln!("{what} is tried again: {problem}"),
        }
    }
    attempt().await
}
