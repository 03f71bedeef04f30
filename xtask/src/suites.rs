//! The tests of the project: everything a change has to pass, and the same tests with other seeds, or to write what they expect.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::{Command, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow, ensure};
use cargo_metadata::{Metadata, MetadataCommand, Package};

use crate::command::{cargo, native, root, run};
use crate::{browser, tidy};

/// The crate of the property tests: whoever has some uses it.
const PROPERTIES: &str = "testkit";

/// Runs everything a change has to pass. At the end, or at the first failure, a table shows how long each step took.
pub(crate) fn test() -> Result<()> {
    let start = Instant::now();
    let mut steps = Steps::default();
    let result = take_all(&mut steps);
    steps.print(start.elapsed());
    result?;
    println!("All is well.");
    Ok(())
}

fn take_all(steps: &mut Steps) -> Result<()> {
    steps.take("format", || run(&mut cargo("fmt --all --check")))?;
    steps.take("shape of the project", tidy::check)?;
    steps.take("lints", || run(&mut native("clippy", "--all-targets -- --deny warnings")))?;
    // The page is mostly compiled one crate at a time, so a second core has time for something native. For most of the time
    // they lock different folders.
    let site = Beside::start("site", "site")?;
    let documented = steps.take("documentation", document);
    // Before the tests are compiled: the server has the site inside it.
    site.finish(steps)?;
    documented?;
    let page = Beside::start("checks of the page", "check-page")?;
    let tested = test_natively(steps);
    let checked = page.finish(steps);
    // Whoever broke both wants to know of both.
    if let (Err(problem), Err(_)) = (&tested, &checked) {
        eprintln!("{problem:#}");
    }
    checked?;
    tested?;
    steps.take("tests in the browser", || browser::test(None))
}

fn test_natively(steps: &mut Steps) -> Result<()> {
    steps.take("compiling the tests", || run(&mut native("test", "--no-run")))?;
    // A snapshot that is missing or differs fails; it is never written by a test run.
    steps.take("tests", || run(tests()?.env("INSTA_UPDATE", "no")))?;
    steps.take("examples in the documentation", || run(&mut native("test", "--doc")))
}

/// Writes the golden files and snapshots.
pub(crate) fn bless() -> Result<()> {
    run(tests()?.env("FEARSOME_BLESS", "1").env("INSTA_UPDATE", "always"))
}

/// Runs the property tests with new seeds until the time is over.
pub(crate) fn fuzz(time: Duration, seed: Option<u32>) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock stands before 1970")?;
    // Seconds are enough to differ from the last time, and short enough to type.
    let first = seed.unwrap_or(now.as_secs() as u32);
    let metadata = metadata()?;
    let start = Instant::now();
    let mut rounds = 0;
    while rounds == 0 || start.elapsed() < time {
        let seed = first.wrapping_add(rounds);
        run(property_tests(&metadata).env("FEARSOME_FUZZ_SEED", seed.to_string()))
            .with_context(|| format!("to see this again: cargo xtask fuzz --seconds 0 --seed {seed}"))?;
        rounds += 1;
    }
    println!("{rounds} rounds of all property tests, seeds from {first} on: nothing found.");
    Ok(())
}

fn document() -> Result<()> {
    // With `--examples`, cargo chooses the same features as for the lints.
    let mut document = native("doc", "--lib --bins --examples --no-deps --document-private-items");
    run(document.env("RUSTDOCFLAGS", "--deny warnings"))
}

/// All tests that need no browser.
fn tests() -> Result<Command> {
    let mut command = native("test", "--no-fail-fast --lib --bins");
    command.args(selected(metadata()?.packages.iter()));
    Ok(command)
}

/// The tests of every package that has property tests: which of its tests they are, only the tests know. They are the
/// programs that `test` runs. Optimised ones of their own would take longer to compile than most people fuzz, and would
/// not check debug assertions.
fn property_tests(metadata: &Metadata) -> Command {
    let uses = |package: &&Package| package.dependencies.iter().any(|used| used.name == PROPERTIES);
    let mut command = native("test", "--quiet --lib");
    command.args(selected(metadata.packages.iter().filter(uses)));
    command
}

/// The arguments that select the test files of these packages, but for those that need more than cargo.
fn selected<'a>(packages: impl Iterator<Item = &'a Package>) -> impl Iterator<Item = String> {
    let targets = packages.flat_map(|package| &package.targets);
    let tests = targets.filter(|target| target.is_test() && target.required_features.is_empty());
    let names: BTreeSet<&str> = tests.map(|target| target.name.as_str()).collect();
    names.into_iter().flat_map(|name| ["--test".to_owned(), name.to_owned()])
}

fn metadata() -> Result<Metadata> {
    Ok(MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec()?)
}

/// A command of this program that runs beside other steps. What it prints is shown in one piece when it has ended.
struct Beside {
    step: &'static str,
    start: Instant,
    /// Ends with the output, and with how long the command took.
    end: JoinHandle<io::Result<(Output, Duration)>>,
}

impl Beside {
    fn start(step: &'static str, subcommand: &str) -> Result<Beside> {
        println!("\n> xtask {subcommand} (beside what follows)");
        let start = Instant::now();
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(subcommand).stdin(Stdio::null());
        let end = thread::spawn(move || Ok((command.output()?, start.elapsed())));
        Ok(Beside { step, start, end })
    }

    /// Waits for the end of the command.
    fn finish(self, steps: &mut Steps) -> Result<()> {
        println!("\nWaiting for: {} (since {} s)", self.step, self.start.elapsed().as_secs());
        let (output, time) = self.end.join().map_err(|_| anyhow!("{}: its thread panicked", self.step))??;
        io::stdout().write_all(&output.stdout)?;
        io::stderr().write_all(&output.stderr)?;
        steps.0.push((self.step, time));
        ensure!(output.status.success(), "{} failed", self.step);
        Ok(())
    }
}

/// The steps of a long command, and how long each took.
#[derive(Default)]
struct Steps(Vec<(&'static str, Duration)>);

impl Steps {
    fn take(&mut self, name: &'static str, step: impl FnOnce() -> Result<()>) -> Result<()> {
        let start = Instant::now();
        let result = step();
        self.0.push((name, start.elapsed()));
        result
    }

    /// Prints the steps, and how long they took in all: less than their sum, because some run side by side.
    fn print(&self, in_all: Duration) {
        let line = |name: &str, time: Duration| {
            let seconds = time.as_secs();
            println!("{name:32} {:3}:{:02}", seconds / 60, seconds % 60);
        };
        println!("\n{:32} min:s", "step");
        self.0.iter().for_each(|(name, time)| line(name, *time));
        line("in all", in_all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &Command) -> Vec<String> {
        command.get_args().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn test_files_of_every_package_are_run_but_for_those_in_the_browser() {
        let words = words(&super::tests().unwrap());
        for file in ["golden", "differential", "http", "records", "texts", "builder"] {
            assert!(words.contains(&file.to_owned()), "{file}: {words:?}");
        }
        assert!(!words.contains(&"browser".to_owned()), "{words:?}");
    }

    #[test]
    fn property_tests_are_found_by_what_they_use() {
        let words = words(&property_tests(&metadata().unwrap()));
        for word in ["odds", "brute_force", "engine", "record_codes", "branches", "study", "why", "voice"] {
            assert!(words.contains(&word.to_owned()), "{word}: {words:?}");
        }
        for word in ["http", "builder", "browser"] {
            assert!(!words.contains(&word.to_owned()), "{word}: {words:?}");
        }
    }
}
