//! Waiting for what a single page cannot tell.

use std::time::{Duration, Instant};

/// How long something may take before a test gives up. Much longer than it takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// Asks again and again until there is an answer.
///
/// # Panics
///
/// If there is none for a long time.
pub async fn until<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        if let Some(answer) = ask().await {
            return answer;
        }
    }
    panic!("waited in vain for {what}")
}
