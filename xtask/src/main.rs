//! The project's commands: `cargo xtask --help` lists them.

mod browser;
mod command;
mod needs;
mod serving;
mod site;
mod suites;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::{Parser, Subcommand};
use command::{cargo, run};
use needs::Need;
use site::Build;

/// Runs the project's commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Runs every check that a change must pass: format, structure, lints, tests, docs, WebAssembly, browser tests.
    Test,
    /// Runs only the tests that drive the built game in Chromium.
    TestBrowser {
        /// Runs only tests whose name contains this.
        filter: Option<String>,
    },
    /// Checks only the structure of the project: dependencies between crates, confined code, links.
    Tidy,
    /// Checks only what is compiled for the browser, without a browser: lints, documentation, results in WebAssembly.
    CheckPage,
    /// Builds the browser game and opens it.
    Play {
        /// The port to serve it on.
        #[arg(long, default_value_t = 8717)]
        port: u16,
        /// Makes it available to the local network.
        #[arg(long)]
        lan: bool,
    },
    /// Builds the browser game as a folder of files for any web server.
    Site {
        /// The folder to write to; default: target/site.
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
        /// Builds faster, but the result is large and slow: for development.
        #[arg(long)]
        dev: bool,
    },
    /// Retakes the pictures of the documentation: docs/pictures.
    Screenshots,
    /// Takes pictures of every screen in every size and both colours: target/contact-sheets.
    ContactSheets {
        /// Takes only screens whose name contains one of these words.
        names: Vec<String>,
    },
    /// Measures the engine, next to the plain reference engine, and the bots.
    Bench {
        /// Runs only benchmarks whose name contains this; `web` measures the page in a browser, `server` the server.
        filter: Option<String>,
    },
    /// Kills the server again and again while clients play, and checks that nothing it acknowledged is lost.
    Chaos {
        /// The time to run, in minutes; the current round is finished.
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(..=60))]
        minutes: u64,
        /// The seed of the first round, to get the same games.
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Runs the property tests with new seeds.
    Fuzz {
        /// The time to run, in seconds; the current round is finished.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// The seed of the first round, to reproduce a failure.
        #[arg(long)]
        seed: Option<u32>,
    },
    /// Rewrites golden files and snapshots; review the diff before you commit it.
    Bless,
}

fn main() -> ExitCode {
    match do_chore(Arguments::parse().chore) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{error:#}");
            ExitCode::FAILURE
        }
    }
}

impl Chore {
    /// What a long command will do and about how long that takes, on two cores of a small machine. `None` for commands that
    /// take seconds.
    fn announcement(&self) -> Option<String> {
        let what = match self {
            Chore::Tidy => return None,
            Chore::Test => {
                "Runs every check that a change must pass: about 30 minutes the first time, 15 to 20 after a change."
            }
            Chore::CheckPage => {
                "Lints and documents the browser game and compares its results: about six minutes the first time, three after that."
            }
            Chore::TestBrowser { .. } => {
                "Builds the browser game and drives it in Chromium: about 15 minutes the first time, 6 to 10 after that."
            }
            Chore::Play { .. } => {
                "Builds the browser game and opens it: about six minutes the first time, seconds after that."
            }
            Chore::Site { dev: false, .. } => {
                "Builds the browser game: about five minutes the first time, two after a change, seconds otherwise."
            }
            Chore::Site { dev: true, .. } => {
                "Builds the browser game for development: about four minutes the first time, one after a change."
            }
            Chore::Screenshots => {
                "Builds the browser game and retakes the pictures: about 15 minutes the first time, a few after that."
            }
            Chore::ContactSheets { .. } => {
                "Builds the browser game and takes a picture of every screen: about 20 minutes the first time, ten after that."
            }
            Chore::Bench { filter } if is_about_the_page(filter.as_deref()) => {
                "Builds the browser game and measures it in Chromium: about 15 minutes the first time, a few after that."
            }
            Chore::Bench { .. } => {
                "Builds the benchmarks optimised, a few minutes the first time, and runs them, some minutes more."
            }
            Chore::Chaos { minutes, .. } => {
                return Some(format!(
                    "Builds the server optimised, about ten minutes the first time, and kills it for {minutes} minutes while \
                     clients play."
                ));
            }
            Chore::Fuzz { seconds, .. } => {
                return Some(format!(
                    "Builds the tests, about ten minutes the first time, and runs them with new seeds for {seconds} seconds. A \
                     round that has begun is finished: each takes two to four minutes."
                ));
            }
            Chore::Bless => {
                "Runs the tests and writes what they expect: about ten minutes the first time, three after that."
            }
        };
        Some(what.to_owned())
    }

    /// The tools that the command requires.
    fn needs(&self) -> &'static [Need] {
        use Need::{CCompiler, Chromium, Clippy, Postgres, PythonWebsockets, Rustfmt, WasmTarget};
        match self {
            Chore::Tidy => &[],
            Chore::Test => &[CCompiler, Rustfmt, Clippy, WasmTarget, Chromium, PythonWebsockets, Postgres],
            Chore::CheckPage => &[CCompiler, Clippy, WasmTarget],
            Chore::Play { .. } | Chore::Site { .. } => &[CCompiler, WasmTarget],
            Chore::TestBrowser { .. } | Chore::Screenshots | Chore::ContactSheets { .. } => {
                &[CCompiler, WasmTarget, Chromium]
            }
            Chore::Bench { filter } if is_about_the_page(filter.as_deref()) => &[CCompiler, WasmTarget, Chromium],
            Chore::Bless => &[CCompiler, PythonWebsockets, Postgres],
            Chore::Chaos { .. } | Chore::Fuzz { .. } => &[CCompiler, Postgres],
            Chore::Bench { .. } => &[CCompiler],
        }
    }
}

fn do_chore(chore: Chore) -> Result<()> {
    if let Some(announcement) = chore.announcement() {
        println!("{announcement}");
    }
    needs::provide(chore.needs())?;
    match chore {
        Chore::Test => suites::test(),
        Chore::Tidy => tidy::check(),
        Chore::CheckPage => site::check(),
        Chore::TestBrowser { filter } => browser::test(filter),
        Chore::Screenshots => browser::run_program("screenshots", &[]),
        Chore::ContactSheets { names } => browser::run_program("contact-sheets", &names),
        Chore::Play { port, lan } => play(port, lan),
        Chore::Site { out, dev } => {
            let build = if dev { Build::Dev } else { Build::Release };
            site::build(&out.unwrap_or_else(site::place), build)
        }
        Chore::Bench { filter } => bench(filter.as_deref()),
        Chore::Chaos { minutes, seed } => serving::chaos(minutes, seed),
        Chore::Fuzz { seconds, seed } => suites::fuzz(Duration::from_secs(seconds), seed),
        Chore::Bless => suites::bless(),
    }
}

fn play(port: u16, lan: bool) -> Result<()> {
    site::build(&site::place(), Build::Release)?;
    // A few people need little of it. Optimised, it would take minutes more to compile.
    run(cargo("run --package cli -- serve --open --port").arg(port.to_string()).args(lan.then_some("--lan")))
}

fn bench(filter: Option<&str>) -> Result<()> {
    if is_about_the_page(filter) {
        return browser::run_program("bench", &[]);
    }
    if filter == Some("server") {
        return serving::bench();
    }
    run(cargo("bench --package rules --package bots --package puzzles --bench engine --bench bots --bench solver --bench generator --").args(filter))?;
    if filter.is_none_or(|filter| filter == "overrun") {
        run(&mut cargo("bench --package bots --bench overrun"))?;
    }
    Ok(())
}

fn is_about_the_page(filter: Option<&str>) -> bool {
    filter == Some("web")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_long_command_says_how_long_it_takes() {
        for line in [
            "test",
            "test-browser",
            "check-page",
            "play",
            "play --lan",
            "site",
            "site --dev",
            "screenshots",
            "contact-sheets",
            "bench",
            "bench web",
            "chaos",
            "fuzz",
            "bless",
        ] {
            let arguments = Arguments::parse_from(["xtask"].into_iter().chain(line.split(' ')));
            let announcement = arguments.chore.announcement().unwrap_or_default();
            assert!(announcement.contains("minute"), "{line}: {announcement:?}");
        }
    }
}
