//! Several servers on one database, behind a proxy, while servers, database and network fail by turns. Afterwards every
//! node must have everything that any of them acknowledged.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use fastrand::Rng;
use tokio::task::JoinSet;

use crate::chaos::{Counts, play_on, unwind, wait_for};
use crate::{Address, Balancer, Cable, Database, History, Party, Postgres, Program, UNLIMITED};

/// Servers that share a database.
#[derive(Debug)]
pub struct Cluster {
    /// The servers. The last one reaches the database through the cable.
    pub nodes: Vec<Program>,
    /// What clients connect to.
    pub balancer: Balancer,
    /// The network between the last server and the database.
    pub cable: Cable,
    /// The database.
    pub database: Database,
}

impl Cluster {
    /// Starts servers with a database of their own.
    ///
    /// # Panics
    ///
    /// If something does not start.
    pub async fn start(binary: &Path, postgres: &Postgres, count: usize, flags: &[&str]) -> Cluster {
        let database = postgres.database();
        let cable = Cable::start(postgres.folder());
        let nodes: Vec<Program> = (1..=count)
            .map(|number| {
                let url = if number == count { database.url_through(&cable) } else { database.url() };
                let flags = [&UNLIMITED[..], &["--bot-nodes", "60", "--database", &url], flags].concat();
                // The cable is a task of this thread's runtime, which has to go on while the server starts.
                tokio::task::block_in_place(|| Program::start(binary, Path::new(""), &flags))
            })
            .collect();
        let balancer = Balancer::start(nodes.iter().map(Program::address).collect()).await;
        Cluster { nodes, balancer, cable, database }
    }

    /// Where clients find all of them.
    #[must_use]
    pub fn address(&self) -> Address {
        self.balancer.address()
    }

    /// Checks in the database itself that the numbers of every game begin with 1 and have no gap. The primary key sees to
    /// it that none is there twice.
    ///
    /// # Panics
    ///
    /// If they do not.
    pub fn check_numbers(&self, postgres: &Postgres) {
        let wrong = "SELECT games.id, games.seq, count(actions.seq), min(actions.seq), max(actions.seq)
            FROM games LEFT JOIN actions ON actions.game = games.id GROUP BY games.id
            HAVING games.seq <> count(actions.seq) OR games.seq <> coalesce(max(actions.seq), 0)
                OR coalesce(min(actions.seq), 1) <> 1";
        assert_eq!(postgres.query(&self.database, wrong), "", "numbers are missing");
        let double = "SELECT game, seq FROM actions GROUP BY game, seq HAVING count(*) > 1";
        assert_eq!(postgres.query(&self.database, double), "", "numbers are there twice");
    }
}

/// One round: three servers with an empty database.
#[derive(Clone, Copy, Debug)]
pub struct ClusterRound {
    /// The seed of everything random but the moments at which requests arrive.
    pub seed: u64,
    /// How often a server is killed.
    pub kills: u32,
    /// How many tables play at once.
    pub tables: usize,
    /// The maximum number of players at a table.
    pub players: usize,
}

impl ClusterRound {
    /// Plays while a server is killed again and again, the network of another is cut, and the database is restarted once
    /// and crashes once. Lets every game come to its end, kills a server once more, and checks everything at every node.
    /// It needs a runtime with several threads.
    ///
    /// # Panics
    ///
    /// If something is lost.
    pub async fn run(self, binary: &Path, postgres: &Postgres) -> Counts {
        let mut rng = Rng::with_seed(self.seed);
        let mut cluster = Cluster::start(binary, postgres, 3, &[]).await;
        let history = History::default();
        let goes_on = Arc::new(AtomicBool::new(true));
        let seeds = Arc::new(AtomicU64::new(self.seed.wrapping_mul(1_000_003)));
        let mut tables = JoinSet::new();
        for _ in 0..self.tables {
            let party = move |seed| Party { is_steadfast: true, ..Party::random(seed, self.players) };
            let (address, history) = (cluster.address(), history.clone());
            tables.spawn(play_on(address, history, Arc::clone(&goes_on), Arc::clone(&seeds), party));
        }
        // The network of the last server, until it has noticed. The others go on.
        wait_for(&history, history.count() + 40, &mut tables).await;
        cluster.cable.cut();
        wait_for(&history, history.count() + 40, &mut tables).await;
        in_place(|| cluster.nodes[2].wait_for_log("the notifications of the database are lost"));
        cluster.cable.mend();
        in_place(|| cluster.nodes[2].wait_for_log("the notifications of the database are heard again"));
        let mut kills = 0;
        while kills < self.kills {
            wait_for(&history, history.count() + rng.u64(20..120), &mut tables).await;
            let index = rng.usize(..cluster.nodes.len());
            let node = &mut cluster.nodes[index];
            in_place(|| node.kill());
            kills += 1;
            // The others go on without it.
            wait_for(&history, history.count() + rng.u64(5..60), &mut tables).await;
            if kills == self.kills.div_ceil(3) {
                in_place(|| {
                    postgres.stop();
                    postgres.start_again();
                });
            }
            if kills == (self.kills * 2).div_ceil(3) {
                in_place(|| {
                    postgres.crash();
                    postgres.start_again();
                });
            }
            let node = &mut cluster.nodes[index];
            in_place(|| node.start_again());
        }
        wait_for(&history, history.count() + 40, &mut tables).await;
        goes_on.store(false, Ordering::Relaxed);
        while let Some(ended) = tables.join_next().await {
            unwind(ended);
        }
        let node = &mut cluster.nodes[0];
        in_place(|| {
            node.kill();
            node.start_again();
        });
        cluster.check_numbers(postgres);
        let mut checked = crate::Checked::default();
        for node in &cluster.nodes {
            let at_node = history.check(&node.address()).await;
            assert!(checked == crate::Checked::default() || checked == at_node, "the nodes differ");
            checked = at_node;
        }
        Counts { rounds: 1, kills: kills + 1, repeated: history.repetitions(), checked }
    }
}

/// Does something that blocks, while other threads go on with clients and proxies.
fn in_place<T>(work: impl FnOnce() -> T) -> T {
    tokio::task::block_in_place(work)
}
