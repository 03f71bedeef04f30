//! `fearsome bots`: tournaments between bots, and the tuning of their weights.

use std::fs::{self, File};
use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arena::{Fortresses, Interval, PlayedGame, Standing, Standings, Tournament, Tuning, TuningStart};
use bots::{Budget, Entrant, Entrants};
use rules::game::Length;
use serde::Serialize;

use crate::command::{Outcome, ThreadsArgument, called_off_by_ctrl_c, progress_bar, write_json};

/// How long bots may think about a move.
#[derive(clap::Args, Clone, Copy, Debug)]
#[group(multiple = false)]
pub struct BudgetArguments {
    /// Number of positions a bot may evaluate for a move. Makes games reproducible by their seed. Default: 5000.
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
    /// Milliseconds a bot may think about a move.
    #[arg(long, value_name = "N")]
    millis: Option<NonZeroU64>,
}

impl BudgetArguments {
    /// The budget, or the default.
    #[must_use]
    pub fn budget(self) -> Budget {
        let nodes = self.nodes.map(|nodes| Budget::Nodes(nodes.get()));
        let time = self.millis.map(|millis| Budget::Time(Duration::from_millis(millis.get())));
        nodes.or(time).unwrap_or(Budget::USUAL)
    }
}

/// The options of a tournament.
#[derive(clap::Args, Clone, Debug)]
pub struct TournamentArguments {
    /// The 2 to 7 players: fool, fledgling, fox or fiend, optionally with a budget of their own like fiend@200ms or fiend@5000n.
    ///
    /// After each game, every player moves on by one seat.
    #[arg(long, value_name = "BOT,BOT,…", value_delimiter = ',', required = true)]
    seats: Vec<Entrant>,
    /// Number of games.
    #[arg(long, value_name = "N", default_value = "100")]
    games: NonZeroU64,
    /// Seed of all randomness. With --nodes, the same seed gives the same games.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    budget: BudgetArguments,
    /// The fortress: basic, experienced (the bots lay the tiles), or mixed (both alternately).
    #[arg(long, alias = "setup", default_value = "basic")]
    fortress: Fortresses,
    /// Play the long game, in which the tombstone 5 becomes 3 hits.
    #[arg(long)]
    long: bool,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Write records to this folder, as game-0001.floors and so on. It is created, and must not contain records.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

/// The options of tuning.
#[derive(clap::Args, Clone, Debug)]
pub struct TuneArguments {
    /// Number of rounds. Each plays new games with the weights of the previous round.
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: usize,
    /// Number of games in a round.
    #[arg(long, value_name = "N", default_value_t = 24_000)]
    games: usize,
    /// Seed of all randomness. The same seed gives the same weights.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Start with the current weights instead of those set by hand.
    #[arg(long)]
    go_on: bool,
    #[command(flatten)]
    threads: ThreadsArgument,
}

/// Tunes the weights of the evaluation and writes them to `output`. Reports each round on standard error.
///
/// # Errors
///
/// If `output` cannot be written.
pub fn tune(arguments: &TuneArguments, output: &mut impl Write) -> Result<()> {
    let TuneArguments { rounds, games, seed, go_on, threads } = *arguments;
    let start = if go_on { TuningStart::InUse } else { TuningStart::ByHand };
    let tuning = Tuning { rounds, games, seed, threads: threads.count(), start };
    let weights = tuning.run(|round| {
        let [before, after] = round.loss;
        eprintln!("{} positions, mean loss {before:.4} before and {after:.4} after", round.positions);
    });
    let how = if go_on { " --go-on" } else { "" };
    writeln!(output, "# Made by: fearsome bots tune --rounds {rounds} --games {games} --seed {seed}{how}")?;
    Ok(write!(output, "{weights}")?)
}

/// Plays a tournament and writes the standings. Ctrl-C stops it and writes the standings so far.
///
/// # Errors
///
/// If there are not 2 to 7 players, or a file cannot be written.
pub fn hold_tournament(arguments: &TournamentArguments, output: &mut impl Write) -> Result<Outcome> {
    let tournament = Tournament {
        entrants: Entrants::new(arguments.seats.clone())?,
        games: arguments.games,
        seed: arguments.seed,
        budget: arguments.budget.budget(),
        fortresses: arguments.fortress,
        length: if arguments.long { Length::Long } else { Length::Normal },
    };
    let records = arguments.records.clone().map(|folder| Records::new(folder, tournament.games)).transpose()?;
    let threads = arguments.threads.count();
    let standings = run(&tournament, threads, records.as_ref())?;
    let outcome = if standings.games() < tournament.games.get() { Outcome::Interrupted } else { Outcome::Yes };
    if arguments.json {
        write_json(&StandingsObject::new(&standings, outcome), output)?;
    } else {
        write_table(&standings, tournament.games, output)?;
    }
    Ok(outcome)
}

fn run(tournament: &Tournament, threads: NonZeroUsize, records: Option<&Records>) -> Result<Standings> {
    let is_called_off = called_off_by_ctrl_c()?;
    let template = "{bar:30} {pos} of {len} games, {elapsed} elapsed, {eta} left {wide_msg}";
    let progress = progress_bar(tournament.games.get(), template);
    let mut standings = Standings::new(&tournament.entrants);
    let mut kept = Ok(());
    tournament.run(threads, &is_called_off, |game| {
        if kept.is_ok() {
            kept = records.map_or(Ok(()), |records| records.keep(game));
        }
        if kept.is_err() {
            is_called_off.store(true, Ordering::Relaxed);
        }
        standings.add(game);
        progress.set_message(wins(&standings));
        progress.inc(1);
    });
    progress.finish_and_clear();
    kept.map(|()| standings)
}

fn wins(standings: &Standings) -> String {
    let wins: Vec<String> =
        standings.entrants().map(|standing| format!("{} {}", standing.entrant, standing.wins)).collect();
    format!("[{}, monster {}]", wins.join(", "), standings.monster())
}

/// The folder for the records.
struct Records {
    folder: PathBuf,
    games: NonZeroU64,
}

impl Records {
    /// Creates the folder. Fails if it contains a record.
    fn new(folder: PathBuf, games: NonZeroU64) -> Result<Records> {
        let name = folder.display().to_string();
        fs::create_dir_all(&folder).with_context(|| name.clone())?;
        for file in fs::read_dir(&folder).with_context(|| name.clone())? {
            if file?.path().extension().is_some_and(|ending| ending == "floors") {
                bail!("{name}: the folder already contains records");
            }
        }
        Ok(Records { folder, games })
    }

    /// Files are numbered from 1, with leading zeros, so that they sort in the order of the games.
    fn file(&self, number: u64) -> PathBuf {
        let digits = self.games.to_string().len().max(4);
        self.folder.join(format!("game-{:0digits$}.floors", number + 1))
    }

    fn keep(&self, game: &PlayedGame) -> Result<()> {
        let file = self.file(game.number);
        let write = || File::create_new(&file)?.write_all(game.record.to_string().as_bytes());
        write().with_context(|| file.display().to_string())
    }
}

fn write_table(standings: &Standings, asked: NonZeroU64, output: &mut impl Write) -> Result<()> {
    let rows: Vec<[String; 7]> = standings.entrants().map(row).collect();
    let header =
        ["entrant", "wins", "rate (95 %)", "escaped", "eaten", "rating (95 %)", "ms per move"].map(String::from);
    let table = || std::iter::once(&header).chain(&rows);
    let mut widths = [0; 7];
    for row in table() {
        for (width, field) in widths.iter_mut().zip(row) {
            *width = field.chars().count().max(*width);
        }
    }
    for [entrant, numbers @ ..] in table() {
        write!(output, "{entrant:<width$}", width = widths[0])?;
        for (number, width) in numbers.iter().zip(&widths[1..]) {
            write!(output, "  {number:>width$}")?;
        }
        writeln!(output)?;
    }
    writeln!(output, "The monster won {} of {} games.", standings.monster(), standings.games())?;
    if standings.games() < asked.get() {
        writeln!(output, "Interrupted before all {asked} games were played.")?;
    }
    Ok(())
}

fn row(standing: Standing) -> [String; 7] {
    let Interval { low, high } = standing.rate_interval;
    let Interval { low: rating_low, high: rating_high } = standing.rating_interval;
    [
        standing.entrant.to_string(),
        standing.wins.to_string(),
        format!("{:.1} % ({:.1}–{:.1})", standing.rate * 100.0, low * 100.0, high * 100.0),
        format!("{:.2}", standing.escaped),
        format!("{:.2}", standing.eaten),
        format!("{:.1} ({rating_low:.1}–{rating_high:.1})", standing.rating),
        format!("{:.2}", millis(standing.per_move)),
    ]
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[derive(Serialize)]
struct StandingsObject {
    games: u64,
    monster: u64,
    interrupted: bool,
    seats: Vec<SeatObject>,
}

#[derive(Serialize)]
struct SeatObject {
    bot: String,
    wins: u64,
    rate: f64,
    low: f64,
    high: f64,
    escaped: f64,
    eaten: f64,
    rating: f64,
    rating_low: f64,
    rating_high: f64,
    ms_per_move: f64,
}

impl StandingsObject {
    fn new(standings: &Standings, outcome: Outcome) -> StandingsObject {
        StandingsObject {
            games: standings.games(),
            monster: standings.monster(),
            interrupted: outcome == Outcome::Interrupted,
            seats: standings.entrants().map(SeatObject::new).collect(),
        }
    }
}

impl SeatObject {
    fn new(standing: Standing) -> SeatObject {
        SeatObject {
            bot: standing.entrant.to_string(),
            wins: standing.wins,
            rate: standing.rate,
            low: standing.rate_interval.low,
            high: standing.rate_interval.high,
            escaped: standing.escaped,
            eaten: standing.eaten,
            rating: standing.rating,
            rating_low: standing.rating_interval.low,
            rating_high: standing.rating_interval.high,
            ms_per_move: millis(standing.per_move),
        }
    }
}
