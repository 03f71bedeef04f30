//! What survives a restart: tables, seats and actions. The only place with SQL.
//!
//! A write is durable when it returns. Writes of one call are carried out together or not at all.
//!
//! With PostgreSQL, several programs share the database; each is a node. With SQLite there is only one.

mod encoding;
mod postgres;
mod sqlite;
#[cfg(all(test, unix))]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use bots::Bot;
use protocol::GameId;
use rules::chance::Secret;
use rules::game::Action;
use thiserror::Error;

pub use postgres::{NotAPostgresUrl, PostgresOptions};
pub use sqlite::{Durability, SqliteOptions};

use crate::table::{AddressHash, Guest, Guests, Holder, Table};
use postgres::Postgres;
use sqlite::Sqlite;

/// Where tables and games are stored.
#[derive(Clone, Debug)]
pub enum Database {
    /// In a file, for one program.
    Sqlite(SqliteOptions),
    /// In a database that any number of nodes share.
    Postgres(Box<PostgresOptions>),
}

impl From<SqliteOptions> for Database {
    fn from(options: SqliteOptions) -> Database {
        Database::Sqlite(options)
    }
}

impl From<PostgresOptions> for Database {
    fn from(options: PostgresOptions) -> Database {
        Database::Postgres(Box::new(options))
    }
}

/// Why the database cannot be opened.
#[derive(Debug, Error)]
pub enum OpenProblem {
    /// A newer version of the program has changed the database.
    #[error("{0} was written by a newer version of this program")]
    Newer(String),
    /// Migrations for tests cannot be read.
    #[error("cannot read the migrations in {}: {problem}", .folder.display())]
    Migrations {
        /// Where they are.
        folder: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Anything else.
    #[error("cannot open {database}: {problem}")]
    Failed {
        /// Which database.
        database: String,
        /// What the database says.
        problem: String,
    },
}

/// Opens the database and brings its tables up to date.
pub(crate) async fn open(database: &Database) -> Result<Arc<dyn Store>, OpenProblem> {
    Ok(match database {
        Database::Sqlite(options) => Arc::new(Sqlite::open(options.clone()).await?),
        Database::Postgres(options) => Arc::new(Postgres::open((**options).clone()).await?),
    })
}

/// How far a stored game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Waiting,
    Playing,
    Over,
}

/// A game that is to be stored.
#[derive(Clone, Debug)]
pub(crate) struct NewRow {
    pub(crate) game: GameId,
    pub(crate) secret: Secret,
    pub(crate) created_at: i64,
    pub(crate) row: Row,
    /// Who made it and how many tables that address may have.
    pub(crate) quota: Option<Quota>,
}

/// What may change about a stored game.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) phase: Phase,
    pub(crate) active_at: i64,
    pub(crate) code: Option<String>,
    pub(crate) table: Table,
    /// The record of the game before its first action, once it has started. `None` leaves what is stored.
    pub(crate) terms: Option<String>,
    pub(crate) is_bot_due: bool,
}

/// A stored action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredAction {
    pub(crate) action: Action,
    pub(crate) stand_in: Option<Bot>,
    pub(crate) time: i64,
}

/// A stored game.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) secret: Secret,
    pub(crate) revision: i64,
    pub(crate) row: Row,
    /// Whether its bots think at this node.
    pub(crate) are_bots_here: bool,
    pub(crate) actions: Vec<StoredAction>,
}

/// What has changed about a game since somebody read it.
#[derive(Clone, Debug)]
pub(crate) struct Changes {
    pub(crate) revision: i64,
    /// The row, if the revision is another one.
    pub(crate) row: Option<Box<Row>>,
    pub(crate) active_at: i64,
    pub(crate) is_bot_due: bool,
    /// Whether its bots think at this node.
    pub(crate) are_bots_here: bool,
    /// The actions since then.
    pub(crate) actions: Vec<StoredAction>,
}

/// What a writer knows of a game. A write that is based on something older is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Basis {
    pub(crate) revision: i64,
    /// The number of actions.
    pub(crate) seq: u32,
}

/// What is stored under an id.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    Nothing,
    /// The table expired; only its id is left.
    Gone,
    Game(Box<Stored>),
}

/// How much an address may have; the write is refused beyond.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quota {
    pub(crate) origin: AddressHash,
    /// Tables that wait, or seats at such tables.
    pub(crate) most: u32,
}

/// One change.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    /// A new game.
    Create(Box<NewRow>),
    /// Another row for a game. It then has the next revision.
    Replace { game: GameId, basis: Basis, row: Box<Row>, seats: Option<Quota> },
    /// More actions. The first gets the number after that of the basis.
    Append { game: GameId, basis: Basis, actions: Vec<StoredAction>, after: After },
    /// Somebody was at a table that waits.
    Touch { game: GameId, active_at: i64 },
    /// A table that waited too long: nobody was there since `before`.
    Forget { game: GameId, revision: i64, before: i64 },
}

/// What else changes with appended actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct After {
    pub(crate) is_over: bool,
    /// Whether a bot is to act next; `None` if that has not changed.
    pub(crate) is_bot_due: Option<bool>,
}

/// Something that another node did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// It changed a game.
    Game(GameId),
    /// Somebody came or left there.
    Presence(GameId),
    /// Its host turned away whoever is about to take this seat.
    TurnedAway(GameId, usize),
    /// It is not known what, because the connection to the database was lost: anything may have changed.
    Missed,
}

/// Games with a bot to act.
#[derive(Clone, Debug, Default)]
pub(crate) struct DueBots {
    /// Those that are the task of this node since now.
    pub(crate) claimed: Vec<GameId>,
    /// Those that have been so before.
    pub(crate) own: Vec<GameId>,
}

/// Why something was not stored or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum StoreError {
    /// Somebody else was faster. Reading again shows what is there now.
    #[error("the game has changed in the meantime")]
    Conflict,
    /// Another table has the code.
    #[error("the code is taken")]
    CodeTaken,
    /// The address has too many tables or seats.
    #[error("too many from one address")]
    TooMany,
    /// There is no room left.
    #[error("the database is full")]
    Full,
    /// Anything else.
    #[error("{0}")]
    Failed(String),
}

/// What survives a restart.
#[async_trait]
pub(crate) trait Store: Send + Sync {
    /// Carries out all of `writes`, or none. They are durable when it returns.
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError>;

    /// A game with all its actions.
    async fn load(&self, game: GameId) -> Result<Found, StoreError>;

    /// What has changed about a game since somebody knew this of it. `None` if it is gone.
    async fn changes(&self, game: GameId, since: Basis) -> Result<Option<Changes>, StoreError>;

    /// The table that waits under this code.
    async fn game_with_code(&self, code: &str) -> Result<Option<GameId>, StoreError>;

    /// The game of a handover.
    async fn game_of_handover(&self, code: Holder) -> Result<Option<GameId>, StoreError>;

    /// The games where one of these holds something, the newest first.
    async fn games_of(&self, holders: &[Holder], most: u32) -> Result<Vec<GameId>, StoreError>;

    /// The games that wait for a bot of this node. Those of nodes that have died become its own.
    async fn due_bots(&self) -> Result<DueBots, StoreError>;

    /// Tables that wait and where nobody was since `before`.
    async fn abandoned(&self, before: i64, most: u32) -> Result<Vec<GameId>, StoreError>;

    /// The salt for hashes of addresses.
    fn address_salt(&self) -> [u8; 32];

    /// Whether other nodes may change games.
    fn is_shared(&self) -> bool;

    /// Whether what other nodes do is heard at the moment.
    fn hears_news(&self) -> bool;

    /// Waits for what other nodes do.
    async fn news(&self) -> News;

    /// Stores that this node lives, and forgets those that do not.
    async fn beat(&self) -> Result<(), StoreError>;

    /// Stores who is connected to a game at this node. It need not survive anything: nodes store it again.
    async fn set_presence(&self, game: GameId, guests: Guests) -> Result<(), StoreError>;

    /// Everybody who is connected to a game at other nodes.
    async fn presence(&self, game: GameId) -> Result<Vec<Guest>, StoreError>;

    /// Tells the other nodes that a host turned away whoever is about to take a seat.
    async fn turn_away(&self, game: GameId, seat: usize) -> Result<(), StoreError>;

    /// Whether it answers.
    async fn check(&self) -> Result<(), StoreError>;

    /// Finishes pending writes and closes the database.
    async fn close(&self);
}
