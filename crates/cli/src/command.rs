//! What several commands share: the number of threads, Ctrl-C, progress bars, JSON output and exit codes.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::value::whole_number;

/// The result of a command. If there are several, the worst one counts, which is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The answer is yes, or the command is done.
    Yes,
    /// The answer was not found within the budget.
    Unknown,
    /// The answer is no.
    No,
    /// Some input could not be read. The error has been printed.
    Unreadable,
    /// The user pressed Ctrl-C. The results so far have been printed.
    Interrupted,
}

impl Outcome {
    /// The exit code of the program.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        match self {
            Outcome::Yes => 0,
            Outcome::No => 1,
            Outcome::Unreadable => 2,
            Outcome::Unknown => 3,
            // 128 + SIGINT, the convention of shells.
            Outcome::Interrupted => 130,
        }
    }
}

/// The most threads a user may ask for. A system that refuses to spawn a thread would make the program panic.
const MOST_THREADS: usize = 1024;

/// The option `--threads`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct ThreadsArgument {
    /// Number of threads, at most 1024. Default: one per core.
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
}

impl ThreadsArgument {
    /// The number of threads to use.
    pub(crate) fn count(self) -> NonZeroUsize {
        self.threads.unwrap_or_else(cores)
    }
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads: NonZeroUsize = whole_number(text)?;
    if threads.get() > MOST_THREADS { Err(format!("expected at most {MOST_THREADS}")) } else { Ok(threads) }
}

/// The number of cores.
pub(crate) fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Returns a flag that the first Ctrl-C sets. The second Ctrl-C ends the program at once.
///
/// # Errors
///
/// If the signal handler cannot be installed.
pub(crate) fn called_off_by_ctrl_c() -> Result<Arc<AtomicBool>> {
    let is_called_off = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&is_called_off);
    ctrlc::set_handler(move || {
        if heard.swap(true, Ordering::Relaxed) {
            process::exit(Outcome::Interrupted.exit_code().into());
        }
    })?;
    Ok(is_called_off)
}

/// A progress bar on standard error, which is drawn in a terminal only.
pub(crate) fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let progress = ProgressBar::new(length);
    progress.set_style(ProgressStyle::with_template(template).expect("the templates of the commands are well-formed"));
    // A single step may take minutes: the clock shows that the program is alive.
    progress.enable_steady_tick(Duration::from_secs(1));
    progress
}

/// Writes a JSON value on a line of its own.
pub(crate) fn write_json(value: &impl Serialize, output: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *output, value)?;
    writeln!(output)
}
