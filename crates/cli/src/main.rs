//! The `fearsome` program: reads its command line and calls the library.

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
use cli::play::{entrants, fortress, play_auto, random_secret};
use cli::puzzle::{self, PuzzleCommand};
use cli::replay::{self, Pace};
use cli::serve::{ServeArguments, serve};
use cli::text_file::read_text;
use rules::Position;
use rules::chance::{Secret, Seed};
use rules::game::{Fortress, Length};
use rules::notation::{RecordText, from_hex};

/// Fearsome Floors: exact rules for the game of the hungry, stupid monster.
#[derive(Parser)]
#[command(name = "fearsome", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answers questions about positions: one JSON object a line on standard input, one on standard output.
    ///
    /// The questions and answers are described in docs/engine.md. For example:
    ///
    /// echo '{"kind":"monster","card":5,"position":"Ma1e"}' | fearsome engine
    #[command(verbatim_doc_comment)]
    Engine,
    /// Draws a position string, like Ma1e-Sc3-FR4d3.
    Draw {
        /// The position, as in docs/notation.md.
        position: Position,
    },
    /// Plays a whole game without a terminal and writes its record.
    Play {
        /// Who plays, by seat: fool, fledgling, fox, fiend, or one with a budget of its own like fiend@200ms or fiend@5000n.
        ///
        /// A single one plays all the seats.
        #[arg(long, value_name = "BOT,BOT,…", value_delimiter = ',', required = true)]
        auto: Vec<Entrant>,
        /// How many play, 2 to 7; 4 if nothing is said and only one bot is named.
        #[arg(long, value_name = "N")]
        players: Option<u8>,
        #[command(flatten)]
        budget: BudgetArguments,
        /// The fortress: basic, experienced (laid tile by tile), or gallery, carousel, slaughterhouse, burrow, gauntlet, court.
        #[arg(long, alias = "setup", default_value = "basic", value_parser = fortress)]
        fortress: Fortress,
        /// The long game: the tombstone 5 becomes 3 hits.
        #[arg(long)]
        long: bool,
        /// Tells on standard error what each bot does and why.
        #[arg(long)]
        reasons: bool,
        /// What all chance follows from: up to 64 hexadecimal digits. With nodes the same seed gives the same game.
        #[arg(long, value_name = "HEX", value_parser = seed)]
        seed: Option<Seed>,
        /// Where the record goes, a .floors file; without it, to standard output.
        #[arg(long, value_name = "FILE")]
        record: Option<PathBuf>,
    },
    /// Shows a record: drawn, with a sentence for everything that happens.
    ///
    /// In a terminal step by step, elsewhere all at once.
    Replay {
        /// The record, a .floors file.
        file: PathBuf,
        /// All at once, in a terminal too.
        #[arg(long)]
        all: bool,
        /// As JSON lines: first the header, then one line for each action.
        #[arg(long)]
        json: bool,
        /// Only the position after this many actions.
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        /// Checks each action, each tombstone against seed, nonces and commitment, and the result.
        #[arg(long, conflicts_with_all = ["all", "json", "at"])]
        verify: bool,
    },
    /// Puzzles: prepare the table so that the monster, walking without end, eats all of theirs and none of ours.
    Puzzle {
        #[command(subcommand)]
        command: PuzzleCommand,
    },
    /// Serves the browser game.
    Serve(ServeArguments),
    /// Bots among themselves.
    Bots {
        #[command(subcommand)]
        command: BotsCommand,
    },
}

#[derive(Subcommand)]
enum BotsCommand {
    /// Plays many games and tells wins, ratings and how sure they are.
    ///
    /// After Ctrl-C what was played is told, and the exit code is 130.
    Tournament(TournamentArguments),
    /// Makes the weights of the evaluation anew from games that bots play against themselves, and writes them.
    ///
    /// They are crates/bots/weights.txt; how they are made is told in docs/bots.md.
    Tune(TuneArguments),
}

/// A seed that somebody types may be short: it is filled up with zeros on the left.
fn seed(text: &str) -> Result<Seed, String> {
    let digits = (!text.is_empty()).then(|| format!("{text:0>64}"));
    digits
        .and_then(|digits| from_hex(&digits))
        .map(Seed)
        .ok_or_else(|| "a seed is 1 to 64 hexadecimal digits".to_owned())
}

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    // To those who ask about puzzles 1 means no.
    let failure = if matches!(command, Command::Puzzle { .. }) {
        Outcome::Unreadable.exit_code().into()
    } else {
        ExitCode::FAILURE
    };
    match run(command) {
        Ok(outcome) => outcome.exit_code().into(),
        // Whoever read our answers has gone: nobody is left to tell.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // A level may have many problems, each on a line of its own.
            format!("{error:#}").lines().for_each(|line| eprintln!("fearsome: {line}"));
            failure
        }
    }
}

/// The largest record that is read: a long game has some 20 kB.
const LARGEST_RECORD: usize = 16 << 20;

fn read_record(file: &Path) -> Result<String> {
    Ok(read_text(fs::File::open(file)?, LARGEST_RECORD)?)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Colours are for those who look on, and did not ask for none (no-color.org).
fn is_coloured() -> bool {
    io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Does what is asked, and tells the exit code.
fn run(command: Command) -> Result<Outcome> {
    let mut output = BufWriter::new(io::stdout().lock());
    let mut outcome = Outcome::Yes;
    match command {
        Command::Engine => cli::engine::serve(io::stdin().lock(), &mut output)?,
        Command::Draw { position } => write!(output, "{}", position.drawing())?,
        Command::Play { auto, players, budget, fortress, long, reasons, seed, record } => {
            let entrants = entrants(&auto, players)?;
            let secret = seed.map_or_else(random_secret, |seed| Ok(Secret::chosen(seed)))?;
            let length = if long { Length::Long } else { Length::Normal };
            let played = play_auto(&entrants, budget.budget(), fortress, length, secret, |told| {
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
                    None => writeln!(output, "{actions} actions: all as the rules and the seed say.")?,
                    Some(branched) => writeln!(
                        output,
                        "{actions} actions: all as the rules say, and after the first {branched}, which are another game's, as the seed says."
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
        Command::Serve(arguments) => serve(&arguments, &mut output)?,
        Command::Bots { command: BotsCommand::Tournament(arguments) } => {
            outcome = hold_tournament(&arguments, &mut output)?;
        }
        Command::Bots { command: BotsCommand::Tune(arguments) } => tune(&arguments, &mut output)?,
    }
    output.flush()?;
    Ok(outcome)
}
