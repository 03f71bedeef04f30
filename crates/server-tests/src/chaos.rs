//! Kills the server again and again while clients play, and checks afterwards that nothing it acknowledged is lost.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use fastrand::Rng;
use protocol::ErrorCode;
use tokio::task::{JoinError, JoinSet};
use tokio::time::sleep;

use crate::client::{BREATHER, Failure};
use crate::{Address, Checked, Folder, History, Party, Program, UNLIMITED};

/// One round: a server with an empty database that is killed some times.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// The seed of everything random but the moments at which requests arrive.
    pub seed: u64,
    /// How often the server is killed.
    pub kills: u32,
    /// How many tables play at once.
    pub tables: usize,
    /// The maximum number of players at a table.
    pub players: usize,
}

/// What happened in one or more rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of rounds.
    pub rounds: u32,
    /// How often the server was killed.
    pub kills: u32,
    /// How much was checked in the end.
    pub checked: Checked,
    /// The number of requests and actions that were sent again because their answer was lost.
    pub repeated: u64,
}

impl Counts {
    /// Adds the counts of other rounds.
    pub fn add(&mut self, other: Counts) {
        self.rounds += other.rounds;
        self.kills += other.kills;
        self.repeated += other.repeated;
        self.checked.tables += other.checked.tables;
        self.checked.finished += other.checked.finished;
        self.checked.acknowledged += other.checked.acknowledged;
        self.checked.actions += other.checked.actions;
        self.checked.exchanges += other.checked.exchanges;
    }
}

impl Round {
    /// Plays while the server is killed, lets every game come to its end, kills the server once more, and checks
    /// everything. It blocks the thread while the server starts, so it must not run as a task among its clients.
    ///
    /// # Panics
    ///
    /// If something is lost.
    pub async fn run(self, binary: &Path, parent: &Path) -> Counts {
        let mut rng = Rng::with_seed(self.seed);
        let folder = Folder::new(parent);
        let flags = [&UNLIMITED[..], &["--bot-nodes", "60", "--log-level", "warn"]].concat();
        let mut program = Program::start(binary, folder.path(), &flags);
        let history = History::default();
        let goes_on = Arc::new(AtomicBool::new(true));
        let seeds = Arc::new(AtomicU64::new(self.seed.wrapping_mul(1_000_003)));
        let mut tables = JoinSet::new();
        for _ in 0..self.tables {
            let (address, history) = (program.address(), history.clone());
            let party = move |seed| Party::random(seed, self.players);
            tables.spawn(play_on(address, history, Arc::clone(&goes_on), Arc::clone(&seeds), party));
        }
        while program.kills() < self.kills {
            let next = history.count() + rng.u64(5..60);
            wait_for(&history, next, &mut tables).await;
            program.kill();
            if rng.u8(..4) == 0 {
                // A server that is killed while it starts leaves nothing half done either.
                program.start_and_kill(Duration::from_millis(rng.u64(..40)));
            }
            program.start_again();
        }
        goes_on.store(false, Ordering::Relaxed);
        while let Some(ended) = tables.join_next().await {
            unwind(ended);
        }
        program.kill();
        program.start_again();
        let checked = history.check(&program.address()).await;
        Counts { rounds: 1, kills: program.kills(), repeated: history.repetitions(), checked }
    }
}

/// Plays one game after the other.
pub(crate) async fn play_on(
    address: Address,
    history: History,
    goes_on: Arc<AtomicBool>,
    seeds: Arc<AtomicU64>,
    party: impl Fn(u64) -> Party,
) {
    while goes_on.load(Ordering::Relaxed) {
        let party = party(seeds.fetch_add(1, Ordering::Relaxed));
        let is_steadfast = party.is_steadfast;
        match party.gather(&address, &history).await {
            Ok(gathered) => {
                let finished = gathered.play().await;
                assert!(finished.is_over, "{}: the game was not finished", finished.game);
            }
            // The table is given up: nobody knows the token of a seat whose answer was lost.
            Err(Failure::Lost(_)) => {}
            // So is one where it is not known whether a seat was taken.
            Err(failure) if is_steadfast && failure.code() == Some(ErrorCode::Unavailable) => sleep(BREATHER).await,
            Err(Failure::Refused(refusal)) => panic!("a table was refused: {refusal:?}"),
        }
    }
}

/// Waits for acknowledgements, or for a table that fails.
pub(crate) async fn wait_for(history: &History, count: u64, tables: &mut JoinSet<()>) {
    tokio::select! {
        () = history.wait_for(count) => {}
        Some(ended) = tables.join_next() => unwind(ended),
    }
}

pub(crate) fn unwind(ended: Result<(), JoinError>) {
    if let Err(error) = ended {
        std::panic::resume_unwind(error.into_panic());
    }
}
