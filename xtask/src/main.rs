//! The project's chores, one command each: `cargo xtask test`, `play`, `site`, `bench`, `fuzz`, `bless`.

mod browser;
mod needs;
mod site;
mod tidy;

use std::iter;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use needs::Need;
use site::Build;

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Everything a change has to pass: format, lints, tests, docs, WebAssembly, the game in a browser, tidiness.
    Test,
    /// Only the tests that drive the built game in Chromium.
    TestBrowser {
        /// Only tests whose name contains this.
        filter: Option<String>,
    },
    /// Only the shape of the project: arrows, places, links.
    Tidy,
    /// Builds the browser game and opens it.
    Play {
        /// Where it is served.
        #[arg(long, default_value_t = 8717)]
        port: u16,
    },
    /// Builds the browser game: a folder of files for any web server.
    Site {
        /// Where it goes; target/site if nothing is said.
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
        /// Sooner ready, but large and slow: for whoever works on it.
        #[arg(long)]
        dev: bool,
    },
    /// Takes the pictures of the documentation anew: docs/pictures.
    Screenshots,
    /// Takes pictures of every screen in every size and both colours: target/contact-sheets.
    ContactSheets,
    /// How fast the engine is, next to the plain reference engine, and how fast the bots think.
    Bench {
        /// Only benchmarks whose name contains this; `web` measures the page in a browser.
        filter: Option<String>,
    },
    /// Runs the property tests with ever new seeds.
    Fuzz {
        /// When to stop; the round under way is finished.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// The seed of the first round, to see a failure again.
        #[arg(long)]
        seed: Option<u32>,
    },
    /// Writes the golden files and snapshots anew; look at the difference before you commit it.
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
    /// What has to be there before anything is built.
    fn needs(&self) -> &'static [Need] {
        use Need::{CCompiler, Chromium, Clippy, Rustfmt, WasmTarget};
        match self {
            Chore::Tidy => &[],
            Chore::Test => &[CCompiler, Rustfmt, Clippy, WasmTarget, Chromium],
            Chore::Play { .. } | Chore::Site { .. } => &[CCompiler, WasmTarget],
            Chore::TestBrowser { .. } | Chore::Screenshots | Chore::ContactSheets => &[CCompiler, WasmTarget, Chromium],
            Chore::Bench { filter } if is_about_the_page(filter.as_deref()) => &[CCompiler, WasmTarget, Chromium],
            Chore::Bench { .. } | Chore::Fuzz { .. } | Chore::Bless => &[CCompiler],
        }
    }
}

fn do_chore(chore: Chore) -> Result<()> {
    needs::provide(chore.needs())?;
    match chore {
        Chore::Test => test(),
        Chore::Tidy => tidy::check(),
        Chore::TestBrowser { filter } => browser::test(filter),
        Chore::Screenshots => {
            browser::with_site("run --package browser-tests --features chromium --bin screenshots", &[])
        }
        Chore::ContactSheets => {
            browser::with_site("run --package browser-tests --features chromium --bin contact-sheets", &[])
        }
        Chore::Play { port } => play(port),
        Chore::Site { out, dev } => {
            let build = if dev { Build::Dev } else { Build::Release };
            site::build(&out.unwrap_or_else(site::place), build)
        }
        Chore::Bench { filter } => bench(filter.as_deref()),
        Chore::Fuzz { seconds, seed } => fuzz(Duration::from_secs(seconds), seed),
        Chore::Bless => run(cargo(
            "test --package rules --package cli --package puzzles --package wasm-probe --package web --test golden --test puzzle --test generator --test shipped --test moves --test chance --test wire --bins --lib",
        )
        .env("FEARSOME_BLESS", "1")
        .env("INSTA_UPDATE", "always")),
    }
}

fn play(port: u16) -> Result<()> {
    site::build(&site::place(), Build::Release)?;
    run(cargo("run --release --package cli -- serve --open --port").arg(port.to_string()))
}

fn bench(filter: Option<&str>) -> Result<()> {
    if is_about_the_page(filter) {
        return browser::with_site("run --package browser-tests --features chromium --bin bench", &[]);
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

fn test() -> Result<()> {
    run(&mut cargo("fmt --all --check"))?;
    run(&mut cargo("clippy --workspace --all-targets --features browser-tests/chromium -- --deny warnings"))?;
    // A snapshot that is missing or differs fails; it is never written by a test run.
    run(cargo("test --workspace").env("INSTA_UPDATE", "no"))?;
    run(cargo("doc --workspace --features browser-tests/chromium --no-deps --document-private-items")
        .env("RUSTDOCFLAGS", "--deny warnings"))?;
    run(&mut cargo("clippy --package web --target wasm32-unknown-unknown -- --deny warnings"))?;
    run(cargo("doc --package web --no-deps --document-private-items --target wasm32-unknown-unknown")
        .env("RUSTDOCFLAGS", "--deny warnings"))?;
    run(&mut cargo("build --package wasm-probe --bin wasm-probe --target wasm32-unknown-unknown"))?;
    run(cargo("run --package wasm-probe --bin interpret --")
        .arg(target().join("wasm32-unknown-unknown/debug/wasm-probe.wasm")))?;
    tidy::check()?;
    browser::test(None)?;
    println!("All is well.");
    Ok(())
}

fn fuzz(time: Duration, seed: Option<u32>) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock stands before 1970")?;
    // Seconds are enough to differ from the last time, and short enough to type.
    let first = seed.unwrap_or(now.as_secs() as u32);
    let start = Instant::now();
    let mut rounds = 0;
    while rounds == 0 || start.elapsed() < time {
        let seed = first.wrapping_add(rounds);
        let mut tests = cargo(
            "test --release --quiet --package rules --package bots --package cli --package puzzles --package web --test texts --test codes --test brute_force --test needs --test moving --test playback --test saves --test decisions --test odds --test differential --test properties --test games --test records --test situations --test engine --test bestmove",
        );
        tests.env("FEARSOME_FUZZ_SEED", seed.to_string());
        run(&mut tests).with_context(|| format!("to see this again: cargo xtask fuzz --seconds 0 --seed {seed}"))?;
        rounds += 1;
    }
    println!("{rounds} rounds of all property tests, seeds from {first} on: nothing found.");
    Ok(())
}

/// Where cargo builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| tidy::root().join("target"), Into::into)
}

/// A call of the cargo that runs this.
fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments.split(' ')).current_dir(tidy::root());
    command
}

fn run(command: &mut Command) -> Result<()> {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words: Vec<_> = iter::once(program).chain(command.get_args()).map(|word| word.to_string_lossy()).collect();
    let line = words.join(" ");
    println!("\n> {line}");
    let status = command.status().with_context(|| format!("{line} could not be started"))?;
    if !status.success() {
        bail!("{line} failed");
    }
    Ok(())
}
