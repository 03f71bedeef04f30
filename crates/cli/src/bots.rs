//! `fearsome bots`: bots among themselves.

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

/// How much bots may think about a move.
#[derive(clap::Args, Clone, Copy, Debug)]
#[group(multiple = false)]
pub struct BudgetArguments {
    /// How many positions a bot may judge for a move; 5000 if nothing is said. The same seed then gives the same games.
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
    /// How many milliseconds a bot may think about a move.
    #[arg(long, value_name = "N")]
    millis: Option<NonZeroU64>,
}

impl BudgetArguments {
    /// What was said, or the usual.
    #[must_use]
    pub fn budget(self) -> Budget {
        let nodes = self.nodes.map(|nodes| Budget::Nodes(nodes.get()));
        let time = self.millis.map(|millis| Budget::Time(Duration::from_millis(millis.get())));
        nodes.or(time).unwrap_or(Budget::USUAL)
    }
}

/// How a tournament is to be held.
#[derive(clap::Args, Clone, Debug)]
pub struct TournamentArguments {
    /// Who plays, 2 to 7 of fool, fledgling, fox, fiend; one with a budget of its own like fiend@200ms or fiend@5000n.
    ///
    /// From game to game everybody moves on by one seat.
    #[arg(long, value_name = "BOT,BOT,…", value_delimiter = ',', required = true)]
    seats: Vec<Entrant>,
    /// How many games.
    #[arg(long, value_name = "N", default_value = "100")]
    games: NonZeroU64,
    /// What all chance follows from. With nodes the same seed gives the same games.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    budget: BudgetArguments,
    /// The fortress: basic, experienced (the bots lay the tiles), or mixed (both alternately).
    #[arg(long, alias = "setup", default_value = "basic")]
    fortress: Fortresses,
    /// The long game: the tombstone 5 becomes 3 hits.
    #[arg(long)]
    long: bool,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
    /// A folder for the records, game-0001.floors and so on; it is made, and must not hold records.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

/// How the weights are to be made.
#[derive(clap::Args, Clone, Debug)]
pub struct TuneArguments {
    /// How often new games are played with the weights of the round before.
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: usize,
    /// How many games a round has.
    #[arg(long, value_name = "N", default_value_t = 24_000)]
    games: usize,
    /// What all chance follows from. The same seed gives the same weights.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Go on from the weights in use instead of those made by hand.
    #[arg(long)]
    go_on: bool,
    #[command(flatten)]
    threads: ThreadsArgument,
}

/// Makes the weights of the evaluation and writes them; how it gets on is told on standard error.
///
/// # Errors
///
/// If they cannot be written.
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

/// Plays a tournament and tells how it ended. After Ctrl-C no more is played, and what was played is told.
///
/// # Errors
///
/// If there can be no such tournament, or a file cannot be written.
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

/// The folder that the records go to.
struct Records {
    folder: PathBuf,
    games: NonZeroU64,
}

impl Records {
    /// Makes the folder, and looks before anything is played that no record lies in it.
    fn new(folder: PathBuf, games: NonZeroU64) -> Result<Records> {
        let name = folder.display().to_string();
        fs::create_dir_all(&folder).with_context(|| name.clone())?;
        for file in fs::read_dir(&folder).with_context(|| name.clone())? {
            if file?.path().extension().is_some_and(|ending| ending == "floors") {
                bail!("{name}: there are records already, and none is overwritten");
            }
        }
        Ok(Records { folder, games })
    }

    /// Counted from 1, with zeros so that the order of the names is that of the games.
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
        writeln!(output, "Interrupted: {asked} games were asked for.")?;
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
