//! A database that any number of nodes share.
//!
//! It is all that nodes have in common. Whoever writes says what the write is based on, and the database decides who was
//! first. A transaction that changes a game notifies the other nodes when it is committed. The network may fail at any
//! moment: every answer is waited for only so long, and a connection that was lost is replaced.

mod connections;
mod listen;
mod read;
mod write;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use protocol::GameId;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection as _, Row as _};
use thiserror::Error;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::{Basis, Changes, DueBots, Found, News, OpenProblem, Store, StoreError, Write};
use crate::lots;
use crate::table::{Guest, Guests, Holder};
use connections::{Connections, in_time};
use write::Job;

static MIGRATIONS: Migrator = sqlx::migrate!("src/store/migrations/postgres");

/// The version of the tables that this program knows.
const VERSION: i64 = 1;

/// How many connections read, besides those that write and the one that listens.
const READERS: usize = 8;

/// How many connections write. While one waits for the disk, the other collects what comes in.
const WRITERS: usize = 2;

/// The age of the last heartbeat from which on a node counts as dead.
const DEAD_AFTER: &str = "10 seconds";

/// Where the database is.
#[derive(Clone)]
pub struct PostgresOptions {
    connect: PgConnectOptions,
    /// A folder with more migrations: only for tests of upgrades.
    pub extra_migrations: Option<PathBuf>,
}

/// The text does not name a database.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected an address such as postgres://user@host/database{}", .0.as_ref().map(|problem| format!(": {problem}")).unwrap_or_default())]
pub struct NotAPostgresUrl(Option<String>);

impl FromStr for PostgresOptions {
    type Err = NotAPostgresUrl;

    fn from_str(text: &str) -> Result<PostgresOptions, NotAPostgresUrl> {
        if !["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Err(NotAPostgresUrl(None));
        }
        let connect: PgConnectOptions =
            text.parse().map_err(|error: sqlx::Error| NotAPostgresUrl(Some(error.to_string())))?;
        Ok(PostgresOptions { connect: connect.application_name("fearsome"), extra_migrations: None })
    }
}

#[cfg(test)]
impl PostgresOptions {
    /// A connection of a test's own.
    pub(super) async fn connection(&self) -> Result<PgConnection, sqlx::Error> {
        PgConnection::connect_with(&self.connect).await
    }
}

/// Without the password.
impl fmt::Display for PostgresOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.connect.get_database().unwrap_or(self.connect.get_username());
        write!(f, "the database {name} at ")?;
        match self.connect.get_socket() {
            Some(socket) => write!(f, "{}", socket.display()),
            None => write!(f, "{}", self.connect.get_host()),
        }
    }
}

impl fmt::Debug for PostgresOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresOptions({self})")
    }
}

/// A node's view of the shared database.
pub(super) struct Postgres {
    /// The name of this node, as long as the program runs.
    node: String,
    readers: Connections,
    queue: mpsc::Sender<Job>,
    news: Mutex<mpsc::UnboundedReceiver<News>>,
    heard: mpsc::UnboundedSender<News>,
    is_listening: Arc<AtomicBool>,
    stop: CancellationToken,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    address_salt: [u8; 32],
}

impl Postgres {
    /// Opens the database and brings its tables up to date.
    pub(super) async fn open(options: PostgresOptions) -> Result<Postgres, OpenProblem> {
        let failed = |problem: String| OpenProblem::Failed { database: options.to_string(), problem };
        let mut connection =
            in_time(PgConnection::connect_with(&options.connect)).await.map_err(|error| failed(error.to_string()))?;
        migrate(&mut connection, &options).await?;
        let address_salt = address_salt(&mut connection).await.map_err(|error| failed(error.to_string()))?;
        // It has done its work, and the database notices its end in any case.
        let _ = connection.close().await;

        let node = rules::notation::to_hex(&lots::node());
        // A node that is cut off must not keep games locked.
        let connect = options
            .connect
            .clone()
            .options([("idle_in_transaction_session_timeout", "10s"), ("statement_timeout", "10s")]);
        let (queue, jobs) = mpsc::channel(4096);
        let (heard, news) = mpsc::unbounded_channel();
        let stop = CancellationToken::new();
        let mut tasks = write::start(WRITERS, &connect, &node, jobs, &stop);
        let is_listening = Arc::new(AtomicBool::new(false));
        let listen =
            listen::listen(connect.clone(), node.clone(), heard.clone(), Arc::clone(&is_listening), stop.clone());
        tasks.push(tokio::spawn(listen));
        let store = Postgres {
            node,
            readers: Connections::new(connect, READERS),
            queue,
            news: Mutex::new(news),
            heard,
            is_listening,
            stop,
            tasks: Mutex::new(tasks),
            address_salt,
        };
        // Before anything else: what a node does that is not known to live is done again by others.
        store.beat_once().await.map_err(|error| failed(error.to_string()))?;
        Ok(store)
    }
}

/// Brings the tables up to date, unless they are too new for this program.
async fn migrate(connection: &mut PgConnection, options: &PostgresOptions) -> Result<(), OpenProblem> {
    let failed = |problem: String| OpenProblem::Failed { database: options.to_string(), problem };
    let mut migrations: Vec<_> = MIGRATIONS.iter().cloned().collect();
    let mut version = VERSION;
    if let Some(folder) = &options.extra_migrations {
        let unreadable =
            |error: MigrateError| OpenProblem::Migrations { folder: folder.clone(), problem: error.to_string() };
        migrations.extend(Migrator::new(folder.as_path()).await.map_err(unreadable)?.iter().cloned());
        version = migrations.iter().map(|migration| migration.version).max().unwrap_or(version);
    }
    let mut migrator = Migrator::with_migrations(migrations);
    // A newer node may have changed the tables in a way that this one can live with.
    migrator.set_ignore_missing(true);
    // Several nodes may start at once: each waits until the one before has finished.
    migrator.run(&mut *connection).await.map_err(|error| failed(error.to_string()))?;
    let least = "SELECT convert_from(value, 'UTF8') FROM facts WHERE name = 'least version'";
    let least = sqlx::query(least).fetch_optional(&mut *connection).await.map_err(|error| failed(error.to_string()))?;
    let least: i64 = least.and_then(|row| row.try_get::<String, _>(0).ok()?.parse().ok()).unwrap_or(0);
    if least > version { Err(OpenProblem::Newer(options.to_string())) } else { Ok(()) }
}

/// A random value that stays the same for as long as the database exists.
async fn address_salt(connection: &mut PgConnection) -> Result<[u8; 32], sqlx::Error> {
    let insert = "INSERT INTO facts (name, value) VALUES ('address salt', $1) ON CONFLICT DO NOTHING";
    let salt = lots::token();
    sqlx::query(insert).bind(&salt[..]).execute(&mut *connection).await?;
    let select = "SELECT value FROM facts WHERE name = 'address salt'";
    let stored: Vec<u8> = sqlx::query(select).fetch_one(&mut *connection).await?.try_get(0)?;
    Ok(stored.try_into().unwrap_or(salt))
}

#[async_trait]
impl Store for Postgres {
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let closed = || StoreError::Failed("the database is closed".to_owned());
        let (done, result) = oneshot::channel();
        self.queue.send(Job::new(writes, done)).await.map_err(|_| closed())?;
        result.await.map_err(|_| closed())?
    }

    async fn load(&self, game: GameId) -> Result<Found, StoreError> {
        self.load_game(game).await
    }

    async fn changes(&self, game: GameId, since: Basis) -> Result<Option<Changes>, StoreError> {
        self.changes_since(game, since).await
    }

    async fn game_with_code(&self, code: &str) -> Result<Option<GameId>, StoreError> {
        self.find_code(code).await
    }

    async fn game_of_handover(&self, code: Holder) -> Result<Option<GameId>, StoreError> {
        self.find_handover(code).await
    }

    async fn games_of(&self, holders: &[Holder], most: u32) -> Result<Vec<GameId>, StoreError> {
        self.find_games_of(holders, most).await
    }

    async fn due_bots(&self) -> Result<DueBots, StoreError> {
        self.claim_bots().await
    }

    async fn abandoned(&self, before: i64, most: u32) -> Result<Vec<GameId>, StoreError> {
        self.find_abandoned(before, most).await
    }

    fn address_salt(&self) -> [u8; 32] {
        self.address_salt
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn hears_news(&self) -> bool {
        self.is_listening.load(Ordering::Relaxed)
    }

    async fn news(&self) -> News {
        match self.news.lock().await.recv().await {
            Some(news) => news,
            // The store itself has a sender, so this does not happen.
            None => std::future::pending().await,
        }
    }

    async fn beat(&self) -> Result<(), StoreError> {
        let was_forgotten = self.beat_once().await?;
        if was_forgotten {
            tracing::warn!("the other nodes took this one for dead");
            // Nobody waits for news after the end.
            let _ = self.heard.send(News::Missed);
        }
        Ok(())
    }

    async fn set_presence(&self, game: GameId, guests: Guests) -> Result<(), StoreError> {
        self.store_presence(game, &guests).await
    }

    async fn presence(&self, game: GameId) -> Result<Vec<Guest>, StoreError> {
        self.presence_elsewhere(game).await
    }

    async fn turn_away(&self, game: GameId, seat: usize) -> Result<(), StoreError> {
        self.announce_refusal(game, seat).await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.check_writable().await
    }

    async fn close(&self) {
        // Before the writers end: what is queued comes first. A node that cannot say goodbye is found to be dead.
        if let Err(error) = self.leave().await {
            tracing::warn!(%error, "the other nodes were not told that this one stops");
        }
        self.stop.cancel();
        for task in self.tasks.lock().await.drain(..) {
            if let Err(error) = task.await {
                tracing::error!(%error, "a task of the database failed");
            }
        }
        self.readers.close().await;
    }
}

/// How long the program waits for a single answer of the database.
const ANSWER: Duration = Duration::from_secs(12);

/// How long the program tries to connect, so that a database that is restarted only looks slow.
const CONNECT: Duration = Duration::from_secs(6);
