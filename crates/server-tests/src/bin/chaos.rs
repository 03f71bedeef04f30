//! Kills the server for some minutes while clients play: `cargo xtask chaos`.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;
#[cfg(unix)]
use server_tests::Postgres;
use server_tests::chaos::{Counts, Round};
#[cfg(unix)]
use server_tests::cluster::ClusterRound;

/// Kills the server again and again while clients play, and checks that nothing it acknowledged is lost.
#[derive(Parser)]
struct Arguments {
    /// The `fearsome` program.
    #[arg(long, value_name = "FILE")]
    program: PathBuf,
    /// The folder for the data of the servers.
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,
    /// The time to run, in minutes; the current round is finished.
    #[arg(long, value_parser = clap::value_parser!(u64).range(..=60))]
    minutes: u64,
    /// The seed of the first round; default: the time.
    #[arg(long)]
    seed: Option<u64>,
}

fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    server_tests::raise_file_limit();
    let time = Duration::from_secs(arguments.minutes * 60);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let first = arguments.seed.unwrap_or(now.as_secs());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    #[cfg(unix)]
    let postgres = Postgres::start();
    let start = Instant::now();
    let mut all = Counts::default();
    while all.rounds == 0 || start.elapsed() < time {
        let seed = first + u64::from(all.rounds);
        println!("round {} with seed {seed}", all.rounds + 1);
        let round = Round { seed, kills: 40, tables: 24, players: 7 };
        let counts = runtime.block_on(round.run(&arguments.program, &arguments.folder));
        all.add(counts);
        println!("{}", summary(all, start.elapsed()));
        #[cfg(unix)]
        {
            println!("three servers that share a database, with seed {seed}");
            let round = ClusterRound { seed, kills: 20, tables: 24, players: 7 };
            let counts = runtime.block_on(round.run(&arguments.program, &postgres));
            // The two kinds of rounds count as one.
            all.add(Counts { rounds: 0, ..counts });
            println!("{}", summary(all, start.elapsed()));
        }
    }
    println!("Nothing was lost.");
    Ok(())
}

fn summary(counts: Counts, time: Duration) -> String {
    let Counts { rounds, kills, checked, repeated } = counts;
    format!(
        "{} s: {rounds} rounds, {kills} kills, {} tables, {} finished games, {} actions, {} acknowledged, {} answers in order, {repeated} repeated",
        time.as_secs(),
        checked.tables,
        checked.finished,
        checked.actions,
        checked.acknowledged,
        checked.exchanges,
    )
}
