//! The `fearsome` program: parses the command line and runs the command.

use std::env;
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use bots::Entrant;
use clap::{Parser, Subcommand};
use cli::bots::{BudgetArguments, TournamentArguments, TuneArguments, hold_tournament, tune};
use cli::command::Outcome;
use cli::play::{FirstArgument, FortressArgument, entrants, play_auto, random_secret};
use cli::puzzle::{self, PuzzleCommand};
use cli::replay::{self, Pace};
use cli::serve::{ServeArguments, serve};
use cli::text_file::read_text;
use rules::Position;
use rules::chance::{Secret, Seed};
use rules::game::Length;
use rules::notation::{RecordText, from_hex};

/// Fearsome Floors: rules, bots, puzzles and the browser game.
#[derive(Parser)]
#[command(name = "fearsome", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answers questions about positions, as JSON lines on standard input and output.
    ///
    /// docs/engine.md describes the questions and answers. For example:
    ///
    /// echo '{"kind":"monster","card":5,"position":"Ma1e"}' | fearsome engine
    #[command(verbatim_doc_comment)]
    Engine,
    /// Draws a position.
    Draw {
        /// Position string, like Ma1e-Sc3-FR4d3; see docs/notation.md.
        position: Position,
    },
    /// Lets bots play a whole game and writes its record.
    Play {
        /// The players by seat: fool, fledgling, fox or fiend, optionally with a budget of their own like fiend@200ms or fiend@5000n.
        ///
        /// A single bot plays all seats.
        #[arg(long, value_name = "BOT,BOT,…", value_delimiter = ',', required = true)]
        auto: Vec<Entrant>,
        /// Number of players, 2 to 7. Default: the number of bots named, or 4 if there is only one.
        #[arg(long, value_name = "N")]
        players: Option<u8>,
        #[command(flatten)]
        budget: BudgetArguments,
        /// The fortress: basic, experienced (the bots lay the tiles), random (drawn from the seed), gallery, carousel, slaughterhouse, burrow, gauntlet or court.
        #[arg(long, alias = "setup", default_value = "basic")]
        fortress: FortressArgument,
        /// Play the long game, in which the tombstone 5 becomes 3 hits.
        #[arg(long)]
        long: bool,
        /// Who begins: lot (drawn from the seed), a seat counted from 1, or last-eaten:FILE (whoever was eaten last in that record).
        #[arg(long, value_name = "WHO", default_value = "lot")]
        first: FirstArgument,
        /// Print each action and its reason on standard error.
        #[arg(long)]
        reasons: bool,
        /// Seed of all randomness, up to 64 hexadecimal digits. With --nodes, the same seed gives the same game.
        #[arg(long, value_name = "HEX", value_parser = seed)]
        seed: Option<Seed>,
        /// Write the record to this .floors file. Default: standard output.
        #[arg(long, value_name = "FILE")]
        record: Option<PathBuf>,
    },
    /// Shows a record: the board, and a sentence for each event.
    ///
    /// In a terminal it stops after each action.
    Replay {
        /// Record to show, a .floors file.
        file: PathBuf,
        /// Show everything at once, also in a terminal.
        #[arg(long)]
        all: bool,
        /// Print JSON lines: the header, then one line for each action.
        #[arg(long)]
        json: bool,
        /// Show only the position after this many actions.
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        /// Check every action, the result, and the tombstones against seed, nonces and commitment.
        #[arg(long, conflicts_with_all = ["all", "json", "at"])]
        verify: bool,
    },
    /// Puzzles: prepare the board so that the monster eats all of their figures and none of ours.
    Puzzle {
        #[command(subcommand)]
        command: PuzzleCommand,
    },
    /// Serves the browser game, and hosts tables for players on different machines.
    Serve(Box<ServeArguments>),
    /// Lets bots play each other, and tunes them.
    Bots {
        #[command(subcommand)]
        command: BotsCommand,
    },
}

#[derive(Subcommand)]
enum BotsCommand {
    /// Plays many games and prints wins and ratings with their confidence intervals.
    ///
    /// Ctrl-C stops the tournament and prints the standings so far; the exit code is then 130.
    Tournament(TournamentArguments),
    /// Tunes the weights of the evaluation with games of bots against themselves, and prints them.
    ///
    /// The output replaces crates/bots/weights.txt; docs/bots.md describes the method.
    Tune(TuneArguments),
}

/// Parses a seed. Short seeds are padded with zeros on the left.
fn seed(text: &str) -> Result<Seed, String> {
    let digits = (!text.is_empty()).then(|| format!("{text:0>64}"));
    digits
        .and_then(|digits| from_hex(&digits))
        .map(Seed)
        .ok_or_else(|| "expected 1 to 64 hexadecimal digits".to_owned())
}

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    // For puzzles, exit code 1 means no.
    let failure = if matches!(command, Command::Puzzle { .. }) {
        Outcome::Unreadable.exit_code().into()
    } else {
        ExitCode::FAILURE
    };
    match run(command) {
        Ok(outcome) => outcome.exit_code().into(),
        // The reader of our output has closed it, as `head` does. That is not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // A level may have several problems, each on a line of its own.
            format!("{error:#}").lines().for_each(|line| eprintln!("fearsome: {line}"));
            failure
        }
    }
}

/// The most bytes of a record. A long game has about 20 kB.
const LARGEST_RECORD: usize = 16 << 20;

fn read_record(file: &Path) -> Result<String> {
    Ok(read_text(fs::File::open(file)?, LARGEST_RECORD)?)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Whether to use colours: in a terminal, unless NO_COLOR is set (no-color.org).
fn is_coloured() -> bool {
    io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Runs a command.
fn run(command: Command) -> Result<Outcome> {
    let mut output = BufWriter::new(io::stdout().lock());
    let mut outcome = Outcome::Yes;
    match command {
        Command::Engine => cli::engine::serve(io::stdin().lock(), &mut output)?,
        Command::Draw { position } => write!(output, "{}", position.drawing())?,
        Command::Play { auto, players, budget, fortress, long, first, reasons, seed, record } => {
            let entrants = entrants(&auto, players)?;
            let first = first.find(entrants.by_seat().len(), read_record)?;
            let secret = seed.map_or_else(random_secret, |seed| Ok(Secret::chosen(seed)))?;
            let length = if long { Length::Long } else { Length::Normal };
            let played = play_auto(&entrants, budget.budget(), fortress, length, first, secret, |told| {
                if reasons {
                    eprintln!("{told}");
                }
            })?;
            match record {
                None => write!(output, "{played}")?,
                Some(file) => {
                    fs::write(&file, played.to_string()).with_context(|| file.display().to_string())?;
                    writeln!(output, "{}", replay::summary(&played))?;
                    writeln!(output, "The record is in {}: fearsome replay {0}", file.display())?;
                }
            }
        }
        Command::Replay { file, all, json, at, verify } => {
            let text = read_record(&file).with_context(|| file.display().to_string())?;
            if verify {
                let text = RecordText::verified(&text).with_context(|| file.display().to_string())?;
                let actions = text.record.actions().len();
                match text.record.terms().branched() {
                    None => writeln!(output, "{actions} actions: all follow the rules and the seed.")?,
                    Some(branched) => writeln!(
                        output,
                        "{actions} actions: all follow the rules. The first {branched} come from another game; the rest follow the seed."
                    )?,
                }
                output.flush()?;
                return Ok(outcome);
            }
            let text: RecordText = text.parse().with_context(|| file.display().to_string())?;
            if json {
                replay::write_json_lines(&text.record, at, &mut output)?;
            } else if let Some(at) = at {
                replay::show_at(&text.record, at, &mut output)?;
            } else {
                let is_watched = io::stdin().is_terminal() && io::stdout().is_terminal();
                let pace = if is_watched && !all { Pace::StepByStep } else { Pace::AtOnce };
                replay::show(&text.record, pace, io::stdin().lock(), &mut output)?;
            }
        }
        Command::Puzzle { command } => outcome = puzzle::run(&command, is_coloured(), &mut output)?,
        Command::Serve(arguments) => serve(&arguments, io::stdout().is_terminal(), &mut output)?,
        Command::Bots { command: BotsCommand::Tournament(arguments) } => {
            outcome = hold_tournament(&arguments, &mut output)?;
        }
        Command::Bots { command: BotsCommand::Tune(arguments) } => tune(&arguments, &mut output)?,
    }
    output.flush()?;
    Ok(outcome)
}
