//! The embedded database.
//!
//! One connection writes. It takes everything that is queued and puts it into one transaction, so that the cost of
//! making it durable is shared by all games that are being played. Other connections read.

use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use protocol::GameId;
use serde_json::json;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row as _};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::encoding::{action_to_json, game_id, secret, stored_action, table_from_json, table_to_json};
use super::{
    After, Basis, Changes, DueBots, Found, NewRow, News, OpenProblem, Phase, Quota, Row, Store, StoreError, Stored,
    StoredAction, Write,
};
use crate::table::{Guest, Guests, Holder};

static MIGRATIONS: Migrator = sqlx::migrate!("src/store/migrations/sqlite");

/// The most writes that share a transaction.
const BATCH: usize = 512;

/// How long a game counts against the limit of whoever made it.
pub(super) const DAY_MILLISECONDS: i64 = 24 * 60 * 60 * 1000;

/// The size of a page of the database.
const PAGE_BYTES: u64 = 4096;

/// How safe a write is when it is acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// It survives a power cut.
    Full,
    /// It survives the end of the program, but not that of the operating system. Only for measurements.
    None,
}

/// Where the database is, and how it is used.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// The file. It is created if it does not exist.
    pub file: PathBuf,
    /// How safe a write is when it is acknowledged.
    pub durability: Durability,
    /// The maximum size of the file in megabytes.
    pub megabytes: Option<u32>,
}

/// The embedded database.
pub(crate) struct Sqlite {
    queue: mpsc::Sender<Job>,
    readers: SqlitePool,
    stop: CancellationToken,
    writer: tokio::sync::Mutex<JoinHandle<()>>,
    address_salt: [u8; 32],
}

struct Job {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl Sqlite {
    /// Opens the database and brings its tables up to date.
    pub(crate) async fn open(options: SqliteOptions) -> Result<Sqlite, OpenProblem> {
        let database = options.file.display().to_string();
        let failed = |problem: String| OpenProblem::Failed { database: database.clone(), problem };
        let synchronous = match options.durability {
            Durability::Full => SqliteSynchronous::Full,
            Durability::None => SqliteSynchronous::Off,
        };
        let connect = SqliteConnectOptions::new()
            .filename(&options.file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(synchronous)
            .busy_timeout(Duration::from_secs(10))
            .page_size(PAGE_BYTES as u32);
        let mut connection = connect.connect().await.map_err(|error| failed(error.to_string()))?;
        MIGRATIONS.run(&mut connection).await.map_err(|error| match error {
            MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..) => OpenProblem::Newer(database.clone()),
            error => failed(error.to_string()),
        })?;
        let address_salt = address_salt(&mut connection).await.map_err(|error| failed(error.to_string()))?;
        // A database that can only be read is found out now, not by the first player.
        for statement in ["BEGIN IMMEDIATE", "ROLLBACK"] {
            execute(&mut connection, statement).await.map_err(|error| failed(error.to_string()))?;
        }
        if let Some(megabytes) = options.megabytes {
            let pages = u64::from(megabytes) * 1024 * 1024 / PAGE_BYTES;
            let limit = sqlx::query(sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}")));
            limit.execute(&mut connection).await.map_err(|error| failed(error.to_string()))?;
        }
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(connect.read_only(true));
        let readers = readers.await.map_err(|error| failed(error.to_string()))?;
        let (queue, jobs) = mpsc::channel(4096);
        let stop = CancellationToken::new();
        let writer = tokio::sync::Mutex::new(tokio::spawn(write_all(connection, jobs, stop.clone())));
        Ok(Sqlite { queue, readers, stop, writer, address_salt })
    }
}

/// A random value that stays the same for as long as the database exists.
async fn address_salt(connection: &mut SqliteConnection) -> Result<[u8; 32], sqlx::Error> {
    let mut salt = [0; 32];
    getrandom::fill(&mut salt).map_err(|error| sqlx::Error::Configuration(error.to_string().into()))?;
    let insert = "INSERT INTO facts (name, value) VALUES ('address salt', ?) ON CONFLICT DO NOTHING";
    sqlx::query(insert).bind(&salt[..]).execute(&mut *connection).await?;
    let select = "SELECT value FROM facts WHERE name = 'address salt'";
    let row = sqlx::query(select).fetch_one(&mut *connection).await?;
    let stored: Vec<u8> = row.get(0);
    Ok(stored.try_into().unwrap_or(salt))
}

/// Writes what is queued until it is stopped, and what was queued until then.
async fn write_all(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>, stop: CancellationToken) {
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        let count = tokio::select! {
            count = jobs.recv_many(&mut batch, BATCH) => count,
            () = stop.cancelled(), if !jobs.is_closed() => {
                jobs.close();
                continue;
            }
        };
        if count == 0 {
            break;
        }
        metrics::histogram!("fearsome_store_batch_size").record(batch.len() as f64);
        let results = write_batch(&mut connection, &batch).await;
        for (job, result) in batch.drain(..).zip(results) {
            // Whoever asked may have gone in the meantime.
            let _ = job.done.send(result);
        }
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the database was not closed properly");
    }
}

/// Writes all jobs in one transaction, and returns the result of each.
async fn write_batch(connection: &mut SqliteConnection, batch: &[Job]) -> Vec<Result<(), StoreError>> {
    // The usual case: players act, nobody is in anybody's way, and two statements do for all.
    let appends: Option<Vec<&Write>> = batch.iter().map(|job| only_append(&job.writes)).collect();
    if let Some(appends) = appends {
        match append_all(connection, &appends).await {
            Ok(()) => return vec![Ok(()); batch.len()],
            Err(StoreError::Conflict) if batch.len() > 1 => {}
            Err(error) => return vec![Err(error); batch.len()],
        }
    }
    match transact(connection, async |connection| write_one_by_one(connection, batch).await).await {
        Ok(results) => results,
        Err(error) => vec![Err(error); batch.len()],
    }
}

fn only_append(writes: &[Write]) -> Option<&Write> {
    match writes {
        [append @ Write::Append { .. }] => Some(append),
        _ => None,
    }
}

async fn append_all(connection: &mut SqliteConnection, appends: &[&Write]) -> Result<(), StoreError> {
    transact(connection, async |connection| append(connection, appends).await).await
}

/// Writes something in a transaction of its own: all of it, or after an error nothing.
///
/// The statements are spelled out because SQLite may end a transaction by itself when the database is full. sqlx then
/// counts one too many, opens the next ones as savepoints inside a transaction that nobody commits, and reports
/// success.
async fn transact<T>(
    connection: &mut SqliteConnection,
    write: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    execute(connection, "BEGIN IMMEDIATE").await?;
    let result = match write(connection).await {
        Ok(value) => execute(connection, "COMMIT").await.map(|()| value),
        Err(error) => Err(error),
    };
    if result.is_err() {
        // It fails if the transaction has ended already. If it fails for another reason, so does the next beginning.
        let _ = execute(connection, "ROLLBACK").await;
    }
    result
}

async fn execute(connection: &mut SqliteConnection, statement: &'static str) -> Result<(), StoreError> {
    sqlx::query(statement).execute(connection).await?;
    Ok(())
}

/// Writes each job behind a savepoint of its own, so that one that is refused does not affect the others.
async fn write_one_by_one(
    connection: &mut SqliteConnection,
    batch: &[Job],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        execute(connection, "SAVEPOINT job").await?;
        let result = write_job(connection, &job.writes).await;
        match &result {
            Ok(()) => {}
            Err(StoreError::Conflict | StoreError::CodeTaken | StoreError::TooMany) => {
                execute(connection, "ROLLBACK TO job").await?;
            }
            // The whole transaction is at stake: nothing of it may be acknowledged.
            Err(error @ (StoreError::Full | StoreError::Failed(_))) => return Err(error.clone()),
        }
        execute(connection, "RELEASE job").await?;
        results.push(result);
    }
    Ok(results)
}

async fn write_job(connection: &mut SqliteConnection, writes: &[Write]) -> Result<(), StoreError> {
    for write in writes {
        match write {
            Write::Create(new) => create(connection, new).await?,
            Write::Replace { game, basis, row, seats } => {
                replace(connection, *game, *basis, row).await?;
                if let Some(quota) = seats {
                    check_seats(connection, quota).await?;
                }
            }
            Write::Append { .. } => append(connection, &[write]).await?,
            Write::Touch { game, active_at } => {
                let touch = "UPDATE games SET active_at = ? WHERE id = ? AND state = 'waiting'";
                sqlx::query(touch).bind(active_at).bind(game.as_str()).execute(&mut *connection).await?;
            }
            Write::Forget { game, revision, before } => forget(connection, *game, *revision, *before).await?,
        }
    }
    Ok(())
}

async fn create(connection: &mut SqliteConnection, new: &NewRow) -> Result<(), StoreError> {
    let NewRow { game, secret, created_at, row, quota } = new;
    let insert = "INSERT INTO games
        (id, state, revision, created_at, active_at, code, origin, seed, salt, seating, terms, bot_due)
        VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    sqlx::query(insert)
        .bind(game.as_str())
        .bind(row.phase.word())
        .bind(created_at)
        .bind(row.active_at)
        .bind(&row.code)
        .bind(quota.map(|quota| quota.origin.0.to_vec()))
        .bind(secret.seed.0.to_vec())
        .bind(secret.salt.0.to_vec())
        .bind(table_to_json(row)?)
        .bind(&row.terms)
        .bind(row.is_bot_due)
        .execute(&mut *connection)
        .await?;
    copy_holders(connection, *game, row).await?;
    if let Some(quota) = quota {
        // Games that nobody finishes must not count for ever.
        let count = "SELECT count(*) FROM games WHERE origin = ? AND (state = 'waiting' OR created_at > ?)";
        let count = sqlx::query(count).bind(quota.origin.0.to_vec()).bind(created_at - DAY_MILLISECONDS);
        check_quota(count.fetch_one(&mut *connection).await?, quota)?;
    }
    Ok(())
}

async fn check_seats(connection: &mut SqliteConnection, quota: &Quota) -> Result<(), StoreError> {
    let count = "SELECT count(*) FROM holders JOIN games ON games.id = holders.game
        WHERE holders.origin = ? AND games.state = 'waiting'";
    check_quota(sqlx::query(count).bind(quota.origin.0.to_vec()).fetch_one(&mut *connection).await?, quota)
}

fn check_quota(count: SqliteRow, quota: &Quota) -> Result<(), StoreError> {
    let count: i64 = count.try_get(0)?;
    if count > i64::from(quota.most) { Err(StoreError::TooMany) } else { Ok(()) }
}

async fn replace(connection: &mut SqliteConnection, game: GameId, basis: Basis, row: &Row) -> Result<(), StoreError> {
    let update = "UPDATE games
        SET state = ?1, revision = revision + 1, active_at = ?2, code = ?3, seating = ?4, terms = coalesce(?5, terms),
            bot_due = ?6
        WHERE id = ?7 AND revision = ?8 AND (SELECT coalesce(max(seq), 0) FROM actions WHERE game = ?7) = ?9";
    let done = sqlx::query(update)
        .bind(row.phase.word())
        .bind(row.active_at)
        .bind(&row.code)
        .bind(table_to_json(row)?)
        .bind(&row.terms)
        .bind(row.is_bot_due)
        .bind(game.as_str())
        .bind(basis.revision)
        .bind(basis.seq)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() != 1 {
        return Err(StoreError::Conflict);
    }
    copy_holders(connection, game, row).await
}

/// Copies holders and handovers from the table to where they can be found.
async fn copy_holders(connection: &mut SqliteConnection, game: GameId, row: &Row) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM holders WHERE game = ?").bind(game.as_str()).execute(&mut *connection).await?;
    for (seat, holder, origin) in row.table.holders() {
        sqlx::query("INSERT INTO holders (game, seat, holder, origin) VALUES (?, ?, ?, ?)")
            .bind(game.as_str())
            .bind(seat.map_or(-1, |seat| seat as i64))
            .bind(holder.0.to_vec())
            .bind(origin.map(|origin| origin.0.to_vec()))
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query("DELETE FROM handovers WHERE game = ?").bind(game.as_str()).execute(&mut *connection).await?;
    for handover in row.table.handovers() {
        sqlx::query("INSERT INTO handovers (code, game, until) VALUES (?, ?, ?)")
            .bind(handover.code.0.to_vec())
            .bind(game.as_str())
            .bind(handover.until)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Appends actions to any number of games.
async fn append(connection: &mut SqliteConnection, appends: &[&Write]) -> Result<(), StoreError> {
    let mut known = vec![];
    let mut actions = vec![];
    let mut changes = vec![];
    for write in appends {
        let Write::Append { game, basis, actions: more, after } = write else { continue };
        known.push(json!([game, basis.revision, basis.seq]));
        for (seq, stored) in (basis.seq + 1..).zip(more) {
            let StoredAction { stand_in, time, .. } = stored;
            actions.push(json!([game, seq, stand_in.map(bots::Bot::name), action_to_json(stored)?, time]));
        }
        let After { is_over, is_bot_due } = after;
        if *is_over || is_bot_due.is_some() {
            let state = if *is_over { Phase::Over } else { Phase::Playing };
            changes.push(json!([game, state.word(), u8::from(is_bot_due.unwrap_or(false))]));
        }
    }
    let current = "SELECT count(*) FROM json_each(?) AS known JOIN games ON games.id = known.value ->> 0
        WHERE games.revision = known.value ->> 1
            AND (SELECT coalesce(max(seq), 0) FROM actions WHERE game = games.id) = known.value ->> 2";
    let current: i64 =
        sqlx::query(current).bind(json!(known).to_string()).fetch_one(&mut *connection).await?.try_get(0)?;
    if current != known.len() as i64 {
        return Err(StoreError::Conflict);
    }
    let insert = "INSERT INTO actions (game, seq, stand_in, action, time)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)";
    sqlx::query(insert).bind(json!(actions).to_string()).execute(&mut *connection).await?;
    if !changes.is_empty() {
        let update = "UPDATE games SET state = change.value ->> 1, bot_due = change.value ->> 2,
                origin = CASE WHEN change.value ->> 1 <> 'over' THEN origin END
            FROM json_each(?) AS change WHERE games.id = change.value ->> 0";
        sqlx::query(update).bind(json!(changes).to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn forget(connection: &mut SqliteConnection, game: GameId, revision: i64, before: i64) -> Result<(), StoreError> {
    let update = "UPDATE games
        SET state = 'gone', revision = revision + 1, code = NULL, origin = NULL, seed = x'', salt = x'', seating = ''
        WHERE id = ? AND revision = ? AND active_at <= ? AND state = 'waiting'";
    let done = sqlx::query(update).bind(game.as_str()).bind(revision).bind(before).execute(&mut *connection).await?;
    if done.rows_affected() != 1 {
        return Err(StoreError::Conflict);
    }
    sqlx::query("DELETE FROM holders WHERE game = ?").bind(game.as_str()).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM handovers WHERE game = ?").bind(game.as_str()).execute(&mut *connection).await?;
    Ok(())
}

#[async_trait]
impl Store for Sqlite {
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let closed = || StoreError::Failed("the database is closed".to_owned());
        let (done, result) = oneshot::channel();
        self.queue.send(Job { writes, done }).await.map_err(|_| closed())?;
        result.await.map_err(|_| closed())?
    }

    async fn load(&self, game: GameId) -> Result<Found, StoreError> {
        // One snapshot for both, so that a game never has fewer actions than its row says.
        let mut reader = self.readers.begin().await?;
        let select = "SELECT state, revision, active_at, code, seed, salt, seating, terms, bot_due
            FROM games WHERE id = ?";
        let Some(row) = sqlx::query(select).bind(game.as_str()).fetch_optional(&mut *reader).await? else {
            return Ok(Found::Nothing);
        };
        if row.try_get::<String, _>("state")? == "gone" {
            return Ok(Found::Gone);
        }
        let select = "SELECT stand_in, action, time FROM actions WHERE game = ? ORDER BY seq";
        let actions = sqlx::query(select).bind(game.as_str()).fetch_all(&mut *reader).await?;
        Ok(Found::Game(Box::new(stored(&row, &actions)?)))
    }

    async fn changes(&self, game: GameId, since: Basis) -> Result<Option<Changes>, StoreError> {
        // Nobody else changes games, so this is asked only when something is wrong.
        let Found::Game(stored) = self.load(game).await? else { return Ok(None) };
        let Stored { revision, row, are_bots_here, actions, .. } = *stored;
        Ok(Some(Changes {
            revision,
            active_at: row.active_at,
            is_bot_due: row.is_bot_due,
            are_bots_here,
            row: (revision != since.revision).then(|| Box::new(row)),
            actions: actions.into_iter().skip(since.seq as usize).collect(),
        }))
    }

    async fn game_with_code(&self, code: &str) -> Result<Option<GameId>, StoreError> {
        let select = sqlx::query("SELECT id FROM games WHERE code = ?").bind(code);
        select.fetch_optional(&self.readers).await?.as_ref().map(id_of).transpose()
    }

    async fn game_of_handover(&self, code: Holder) -> Result<Option<GameId>, StoreError> {
        let select = sqlx::query("SELECT game FROM handovers WHERE code = ?").bind(code.0.to_vec());
        select.fetch_optional(&self.readers).await?.as_ref().map(id_of).transpose()
    }

    async fn games_of(&self, holders: &[Holder], most: u32) -> Result<Vec<GameId>, StoreError> {
        let holders: Vec<String> = holders.iter().map(|holder| rules::notation::to_hex(&holder.0)).collect();
        let select = "SELECT DISTINCT games.id, games.created_at FROM json_each(?) AS mine
            JOIN holders ON holders.holder = unhex(mine.value) JOIN games ON games.id = holders.game
            WHERE games.state <> 'gone' ORDER BY games.created_at DESC, games.id LIMIT ?";
        let rows = sqlx::query(select).bind(json!(holders).to_string()).bind(most).fetch_all(&self.readers).await?;
        rows.iter().map(id_of).collect()
    }

    async fn due_bots(&self) -> Result<DueBots, StoreError> {
        let rows = sqlx::query("SELECT id FROM games WHERE bot_due = 1").fetch_all(&self.readers).await?;
        Ok(DueBots { claimed: vec![], own: rows.iter().map(id_of).collect::<Result<_, _>>()? })
    }

    async fn abandoned(&self, before: i64, most: u32) -> Result<Vec<GameId>, StoreError> {
        let select = "SELECT id FROM games WHERE state = 'waiting' AND active_at <= ? ORDER BY active_at LIMIT ?";
        let rows = sqlx::query(select).bind(before).bind(most).fetch_all(&self.readers).await?;
        rows.iter().map(id_of).collect()
    }

    fn address_salt(&self) -> [u8; 32] {
        self.address_salt
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn hears_news(&self) -> bool {
        true
    }

    async fn news(&self) -> News {
        std::future::pending().await
    }

    async fn beat(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn set_presence(&self, _game: GameId, _guests: Guests) -> Result<(), StoreError> {
        Ok(())
    }

    async fn presence(&self, _game: GameId) -> Result<Vec<Guest>, StoreError> {
        Ok(vec![])
    }

    async fn turn_away(&self, _game: GameId, _seat: usize) -> Result<(), StoreError> {
        Ok(())
    }

    async fn check(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").fetch_one(&self.readers).await?;
        // Nothing to write, but the writer has to answer, and the database has to let it.
        self.write(vec![]).await
    }

    async fn close(&self) {
        // The last connection to close tidies up, and only one that writes can do that.
        self.readers.close().await;
        self.stop.cancel();
        if let Err(error) = (&mut *self.writer.lock().await).await {
            tracing::error!(%error, "the writer of the database failed");
        }
    }
}

fn stored(row: &SqliteRow, actions: &[SqliteRow]) -> Result<Stored, StoreError> {
    let actions = actions.iter().map(|row| {
        let (action, stand_in): (String, Option<String>) = (row.try_get("action")?, row.try_get("stand_in")?);
        stored_action(&action, stand_in.as_deref(), row.try_get("time")?)
    });
    Ok(Stored {
        secret: secret(row.try_get("seed")?, row.try_get("salt")?)?,
        revision: row.try_get("revision")?,
        row: Row {
            phase: Phase::from_word(&row.try_get::<String, _>("state")?)?,
            active_at: row.try_get("active_at")?,
            code: row.try_get("code")?,
            table: table_from_json(&row.try_get::<String, _>("seating")?)?,
            terms: row.try_get("terms")?,
            is_bot_due: row.try_get("bot_due")?,
        },
        are_bots_here: true,
        actions: actions.collect::<Result<_, StoreError>>()?,
    })
}

fn id_of(row: &SqliteRow) -> Result<GameId, StoreError> {
    game_id(&row.try_get::<String, _>(0)?)
}
