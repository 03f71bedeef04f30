//! What survives a restart: tables, seats and actions. The only place with SQL.
//!
//! A write is durable when it returns. Writes of one call are carried out together or not at all.

mod sqlite;

use async_trait::async_trait;
use bots::Bot;
use protocol::GameId;
use rules::chance::Secret;
use rules::game::Action;
use thiserror::Error;

pub(crate) use sqlite::Sqlite;
pub use sqlite::{Durability, OpenProblem, SqliteOptions};

use crate::table::{AddressHash, Holder, Table};

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
    pub(crate) actions: Vec<StoredAction>,
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
    /// Another row for a game, if the stored one has this revision. It then has the next one.
    Replace { game: GameId, revision: i64, row: Box<Row>, seats: Option<Quota> },
    /// More actions. The first gets the number `from`.
    Append { game: GameId, from: u32, actions: Vec<StoredAction>, after: After },
    /// Somebody was at a table that waits.
    Touch { game: GameId, active_at: i64 },
    /// A table that waited too long.
    Forget { game: GameId, revision: i64 },
}

/// What else changes with appended actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct After {
    pub(crate) is_over: bool,
    /// Whether a bot is to act next; `None` if that has not changed.
    pub(crate) is_bot_due: Option<bool>,
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

    /// The table that waits under this code.
    async fn game_with_code(&self, code: &str) -> Result<Option<GameId>, StoreError>;

    /// The game of a handover.
    async fn game_of_handover(&self, code: Holder) -> Result<Option<GameId>, StoreError>;

    /// The games where one of these holds something, the newest first.
    async fn games_of(&self, holders: &[Holder], most: u32) -> Result<Vec<GameId>, StoreError>;

    /// The games that wait for a bot.
    async fn games_with_bots_due(&self) -> Result<Vec<GameId>, StoreError>;

    /// Tables that wait and where nobody was since `before`.
    async fn abandoned(&self, before: i64, most: u32) -> Result<Vec<GameId>, StoreError>;

    /// The salt for hashes of addresses.
    fn address_salt(&self) -> [u8; 32];

    /// Whether it answers.
    async fn check(&self) -> Result<(), StoreError>;

    /// Finishes pending writes and closes the database.
    async fn close(&self);
}
