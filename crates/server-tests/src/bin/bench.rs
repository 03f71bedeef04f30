//! Measures a server: `cargo xtask bench server`. Figures depend on the machine; nothing is asserted.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;
use fastrand::Rng;
use protocol::State;
use server_tests::load::{self, together};
use server_tests::{Client, Folder, Live, Method, Program, UNLIMITED, Way, raise_file_limit};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

/// How many games are opened and watched to see what memory they take.
const OPEN: usize = 1_000;

/// How many games are stored to see what they cost.
const STORED: usize = 100_000;

/// How many actions each stored and open game has.
const ACTIONS: u32 = 30;

/// How many tables of bots play while a person does.
const BOT_TABLES: usize = 100;

/// How long the person pauses before each action. People pause longer, which would take longer to measure.
const PAUSE: Duration = Duration::from_millis(10);

/// How often a cold start is measured.
const STARTS: usize = 5;

/// Measures a server and prints a table.
#[derive(Parser)]
struct Arguments {
    /// The `fearsome` program.
    #[arg(long, value_name = "FILE")]
    program: PathBuf,
    /// The folder for the data of the servers.
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,
    /// How long each rate is measured, in seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
}

fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    raise_file_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let bench = Bench { arguments, runtime };
    println!("synchronous writes of 4 kB a second on this disk: {:.0}", bench.syncs()?);
    bench.rates();
    bench.beside_bots();
    bench.memory();
    bench.stored();
    Ok(())
}

struct Bench {
    arguments: Arguments,
    runtime: Runtime,
}

impl Bench {
    fn start(&self, folder: &Folder, flags: &[&str]) -> Program {
        let flags = [&UNLIMITED[..], &["--log-level", "warn"], flags].concat();
        Program::start(&self.arguments.program, folder.path(), &flags)
    }

    fn folder(&self) -> Folder {
        Folder::new(&self.arguments.folder)
    }

    /// What the disk can do, to compare with.
    fn syncs(&self) -> std::io::Result<f64> {
        let folder = self.folder();
        let mut file = File::create(folder.path().join("syncs"))?;
        file.write_all(&[7; 1 << 20])?;
        file.sync_all()?;
        let start = Instant::now();
        let mut count = 0;
        // The log of the database is written like this: one file, again and again.
        while start.elapsed() < Duration::from_secs(2) {
            if count % 256 == 0 {
                file.seek(SeekFrom::Start(0))?;
            }
            file.write_all(&[7; 4096])?;
            file.sync_data()?;
            count += 1;
        }
        Ok(f64::from(count) / start.elapsed().as_secs_f64())
    }

    fn rates(&self) {
        println!(
            "\n{:48} {:>10} {:>10} {:>10}",
            "games played at once, two clients each", "actions/s", "median ms", "99 % ms"
        );
        let time = Duration::from_secs(self.arguments.seconds);
        for durability in ["full", "none"] {
            for (way, name) in [(Way::Live, "WebSocket"), (Way::Http, "HTTP")] {
                for games in [20, 200] {
                    let folder = self.folder();
                    let program = self.start(&folder, &["--durability", durability]);
                    let address = program.address();
                    let play = load::play(&address, games, way, Duration::from_secs(3), time);
                    let measured = self.runtime.block_on(play);
                    println!(
                        "{:48} {:>10.0} {:>10.2} {:>10.2}",
                        format!("{games} games, {name}, durability {durability}"),
                        measured.rate(),
                        milliseconds(measured.percentile(0.5)),
                        milliseconds(measured.percentile(0.99)),
                    );
                }
            }
        }
    }

    /// How much a person notices of bots who play at other tables.
    fn beside_bots(&self) {
        println!("\n{:48} {:>10} {:>10} {:>10}", "one person's actions, WebSocket", "actions", "median ms", "99 % ms");
        let folder = self.folder();
        let program = self.start(&folder, &[]);
        let address = program.address();
        let time = Duration::from_secs(self.arguments.seconds);
        let measure = |what: &str| {
            let measured = self.runtime.block_on(load::play_alone(&address, PAUSE, time));
            println!(
                "{what:48} {:>10} {:>10.2} {:>10.2}",
                measured.latencies.len(),
                milliseconds(measured.percentile(0.5)),
                milliseconds(measured.percentile(0.99)),
            );
        };
        measure("alone");
        let mut tables = vec![];
        for _ in 0..BOT_TABLES {
            tables.push(self.runtime.block_on(load::open_bot_game(&address, "fiend")));
        }
        let looks = || {
            self.runtime.block_on(async {
                let mut client = Client::new("observer", &address);
                let mut actions = 0;
                for table in &tables {
                    let view = client.view(*table).await.expect("the game is there");
                    assert_eq!(view.state, State::Playing, "bots play all the time");
                    actions += view.seq;
                }
                actions
            })
        };
        let before = looks();
        measure(&format!("beside {BOT_TABLES} tables of seven Fiends"));
        println!("{:48} {:>10}", "the bots' actions meanwhile", looks() - before);
    }

    fn memory(&self) {
        println!("\n{:48} {:>10}", "memory", "");
        let folder = self.folder();
        let program = self.start(&folder, &["--durability", "none"]);
        self.ask_for_health(&program);
        let Some(empty) = program.resident_bytes() else {
            println!("not known on this system");
            return;
        };
        let used = || program.resident_bytes().unwrap_or_default();
        print_bytes("a server without games", empty);
        let (games, players) = self.runtime.block_on(open_games(&program, OPEN));
        let open = used();
        print_bytes(&format!("with {OPEN} open games of {ACTIONS} actions, one client each"), open);
        print_bytes("per open game", open.saturating_sub(empty) / OPEN as u64);
        let watchers = self.runtime.block_on(async {
            let mut watchers = vec![];
            for game in &games {
                let client = Client::new("watcher", &program.address());
                watchers.push(Live::open(&client, *game, ACTIONS + 1).await.expect("the game is there"));
            }
            watchers
        });
        print_bytes(&format!("with {OPEN} watchers besides"), used());
        print_bytes("per watcher", used().saturating_sub(open) / OPEN as u64);
        drop((players, watchers));
    }

    fn stored(&self) {
        println!("\n{:48} {:>10}", "stored games", "");
        let folder = self.folder();
        let mut program = self.start(&folder, &[]);
        print_time("cold start without games", self.cold_start(&mut program));
        let game = self.runtime.block_on(async {
            let (game, clients) = load::open_game(&program.address()).await;
            let mut client = together(&clients);
            load::play_some(&mut client, game, ACTIONS, &mut Rng::with_seed(1)).await;
            game
        });
        program.kill();
        if !copy_game(folder.path(), game.as_str()) {
            println!("python3 is needed to store {STORED} games");
            return;
        }
        program.start_again();
        print_time(&format!("cold start with {STORED} games of {ACTIONS} actions"), self.cold_start(&mut program));
        self.ask_for_health(&program);
        print_bytes("memory", program.resident_bytes().unwrap_or_default());
        let size: u64 = fs::read_dir(folder.path())
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok()?.metadata().ok())
            .map(|file| file.len())
            .sum();
        print_bytes("size on disk", size);
        let start = Instant::now();
        self.runtime.block_on(async {
            let mut client = Client::new("reader", &program.address());
            assert_eq!(client.view(game).await.expect("the game is there").seq, ACTIONS);
        });
        print_time("first look at one of them", start.elapsed());
    }

    /// The middle one of some starts, from the command to the address.
    fn cold_start(&self, program: &mut Program) -> Duration {
        let mut times: Vec<Duration> = (0..STARTS)
            .map(|_| {
                program.kill();
                program.start_again()
            })
            .collect();
        times.sort_unstable();
        times[STARTS / 2]
    }

    fn ask_for_health(&self, program: &Program) {
        self.runtime.block_on(async {
            let mut client = Client::new("observer", &program.address());
            let answer = client.send(Method::GET, "/healthz", &[], None).await.expect("the server answers");
            assert_eq!(answer.status, 200, "{}", answer.text());
        });
    }
}

/// Opens games, plays a little, and stays connected to each with one client.
async fn open_games(program: &Program, count: usize) -> (Vec<protocol::GameId>, Vec<Live>) {
    let mut games = vec![];
    let mut players = vec![];
    let mut next = 0..count;
    while !next.is_empty() {
        let mut some = JoinSet::new();
        for seed in next.by_ref().take(20) {
            let address = program.address();
            some.spawn(async move {
                let (game, clients) = load::open_game(&address).await;
                let mut client = together(&clients);
                load::play_some(&mut client, game, ACTIONS, &mut Rng::with_seed(seed as u64)).await;
                let (live, _) = Live::open(&client, game, ACTIONS + 1).await.expect("the game is there");
                (game, live)
            });
        }
        for (game, live) in some.join_all().await {
            games.push(game);
            players.push(live);
        }
    }
    (games, players)
}

/// Stores copies of a game straight in the database, whatever columns it has. Through the API it would take an hour.
fn copy_game(folder: &Path, game: &str) -> bool {
    let script = include_str!("copy_games.py");
    let mut command = Command::new("python3");
    command.arg("-").arg(folder).arg(game).arg(STORED.to_string()).stdin(Stdio::piped());
    let Ok(mut python) = command.spawn() else { return false };
    let written = python.stdin.take().is_some_and(|mut input| input.write_all(script.as_bytes()).is_ok());
    written && python.wait().is_ok_and(|status| status.success())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

fn print_time(what: &str, time: Duration) {
    println!("{what:60} {:>8.1} ms", milliseconds(time));
}

fn print_bytes(what: &str, bytes: u64) {
    if bytes < 1_000_000 {
        println!("{what:60} {:>8.1} kB", bytes as f64 / 1e3);
    } else {
        println!("{what:60} {:>8.1} MB", bytes as f64 / 1e6);
    }
}
