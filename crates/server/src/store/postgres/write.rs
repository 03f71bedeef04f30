//! Writing. A few connections take everything that is queued. Actions of different games share a transaction, so that the
//! cost of making them durable is shared as well; everything else has a transaction of its own.
//!
//! A write whose commit has no answer counts as failed, although it may have happened. Nothing is lost by that: whoever
//! asked reads the game again, and a repeated action is recognised by its number.

use std::sync::Arc;

use protocol::GameId;
use sqlx::Row as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::connections::{connect, in_time, is_lost};
use super::listen::{CHANNEL, MOST_GAMES, Notice};
use crate::store::encoding::{action_to_json, table_to_json};
use crate::store::sqlite::DAY_MILLISECONDS;
use crate::store::{After, Basis, NewRow, Phase, Quota, Row, StoreError, StoredAction, Write};

/// The most writes that are taken from the queue at once.
const BATCH: usize = MOST_GAMES;

/// How often a transaction is tried that the database gave up because of another one.
const ATTEMPTS: u32 = 4;

/// What somebody wants to be written.
pub(super) struct Job {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl Job {
    pub(super) fn new(writes: Vec<Write>, done: oneshot::Sender<Result<(), StoreError>>) -> Job {
        Job { writes, done }
    }
}

/// A connection that writes.
struct Writer {
    options: PgConnectOptions,
    node: String,
    /// `None` before the first write, and after the connection was lost.
    connection: Option<PgConnection>,
}

/// The tasks that write until they are stopped, and what was queued until then.
pub(super) fn start(
    count: usize,
    options: &PgConnectOptions,
    node: &str,
    jobs: mpsc::Receiver<Job>,
    stop: &CancellationToken,
) -> Vec<JoinHandle<()>> {
    let jobs = Arc::new(Mutex::new(jobs));
    let writers = (0..count).map(|_| Writer { options: options.clone(), node: node.to_owned(), connection: None });
    writers.map(|writer| tokio::spawn(writer.write_all(Arc::clone(&jobs), stop.clone()))).collect()
}

impl Writer {
    async fn write_all(mut self, jobs: Arc<Mutex<mpsc::Receiver<Job>>>, stop: CancellationToken) {
        loop {
            let mut batch = Vec::with_capacity(BATCH);
            {
                let mut jobs = jobs.lock().await;
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
            }
            metrics::histogram!("fearsome_store_batch_size").record(batch.len() as f64);
            self.write_batch(batch).await;
        }
        if let Some(connection) = self.connection {
            // The database notices the end in any case.
            let _ = in_time(sqlx::Connection::close(connection)).await;
        }
    }

    async fn write_batch(&mut self, batch: Vec<Job>) {
        let (appends, others): (Vec<Job>, Vec<Job>) =
            batch.into_iter().partition(|job| matches!(job.writes[..], [Write::Append { .. }]));
        if !appends.is_empty() {
            let writes: Vec<&Write> = appends.iter().map(|job| &job.writes[0]).collect();
            match self.append_all(&writes).await {
                Ok(won) => {
                    for (job, has_won) in appends.into_iter().zip(won) {
                        // Whoever asked may have gone in the meantime.
                        let _ = job.done.send(if has_won { Ok(()) } else { Err(StoreError::Conflict) });
                    }
                }
                Err(error) => {
                    for job in appends {
                        let _ = job.done.send(Err(error.clone()));
                    }
                }
            }
        }
        for job in others {
            let result = self.write_job(&job.writes).await;
            let _ = job.done.send(result);
        }
    }

    /// Appends actions to any number of games, each of which is there once. Returns for which of them nobody else was
    /// faster.
    async fn append_all(&mut self, appends: &[&Write]) -> Result<Vec<bool>, StoreError> {
        for attempt in 1.. {
            let node = self.node.clone();
            let connection = self.begin().await?;
            let result = in_time(async {
                let won = append(connection, appends, &node).await?;
                notify(connection, &node, &won).await?;
                Ok(won)
            });
            match result.await {
                Ok(won) => {
                    self.commit().await?;
                    return Ok(appends.iter().map(|write| won.contains(&game_of(write))).collect());
                }
                Err(error) => {
                    self.roll_back(&error).await;
                    if !is_contention(&error) || attempt == ATTEMPTS {
                        return Err(error.into());
                    }
                }
            }
        }
        Ok(vec![])
    }

    /// Carries out all writes of a job in a transaction of their own.
    async fn write_job(&mut self, writes: &[Write]) -> Result<(), StoreError> {
        if writes.is_empty() {
            self.begin().await?;
            return self.commit().await;
        }
        for attempt in 1.. {
            let node = self.node.clone();
            let connection = self.begin().await?;
            let result = in_time(async {
                let written = write_each(connection, writes, &node).await?;
                if written.is_ok() {
                    let games: Vec<GameId> = writes.iter().filter(|write| is_news(write)).map(game_of).collect();
                    notify(connection, &node, &games).await?;
                }
                Ok(written)
            });
            match result.await {
                Ok(Ok(())) => return self.commit().await,
                Ok(Err(refused)) => {
                    self.roll_back(&sqlx::Error::RowNotFound).await;
                    return Err(refused);
                }
                Err(error) => {
                    self.roll_back(&error).await;
                    if !is_contention(&error) || attempt == ATTEMPTS {
                        return Err(error.into());
                    }
                }
            }
        }
        Ok(())
    }

    /// Begins a transaction, on a new connection if the old one is lost.
    async fn begin(&mut self) -> Result<&mut PgConnection, StoreError> {
        if let Some(connection) = &mut self.connection {
            match in_time(sqlx::query("BEGIN").execute(connection)).await {
                Ok(_) => {}
                Err(error) => {
                    tracing::info!(%error, "a connection to the database was lost");
                    self.connection = None;
                }
            }
        }
        if self.connection.is_none() {
            let mut connection = connect(&self.options).await?;
            in_time(sqlx::query("BEGIN").execute(&mut connection)).await?;
            self.connection = Some(connection);
        }
        self.connection.as_mut().ok_or_else(|| StoreError::Failed("no connection".to_owned()))
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        if let Err(error) = in_time(sqlx::query("COMMIT").execute(connection)).await {
            // Nobody knows whether it happened. A connection in an unknown state is not used again.
            self.connection = None;
            return Err(error.into());
        }
        Ok(())
    }

    async fn roll_back(&mut self, error: &sqlx::Error) {
        let is_usable = matches!(error, sqlx::Error::Database(_) | sqlx::Error::RowNotFound) && !is_lost(error);
        let Some(connection) = self.connection.as_mut().filter(|_| is_usable) else {
            self.connection = None;
            return;
        };
        if in_time(sqlx::query("ROLLBACK").execute(connection)).await.is_err() {
            self.connection = None;
        }
    }
}

/// Whether the database gave up a transaction in favour of another one, so that it may be tried again.
fn is_contention(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    matches!(code.as_deref(), Some("40P01" | "40001"))
}

fn game_of(write: &Write) -> GameId {
    match write {
        Write::Create(new) => new.game,
        Write::Replace { game, .. }
        | Write::Append { game, .. }
        | Write::Touch { game, .. }
        | Write::Forget { game, .. } => *game,
    }
}

/// Whether other nodes may have the game open and have to know.
fn is_news(write: &Write) -> bool {
    match write {
        Write::Replace { .. } | Write::Append { .. } | Write::Forget { .. } => true,
        Write::Create(_) | Write::Touch { .. } => false,
    }
}

/// Tells the other nodes when the transaction is committed.
async fn notify(connection: &mut PgConnection, node: &str, games: &[GameId]) -> Result<(), sqlx::Error> {
    if games.is_empty() {
        return Ok(());
    }
    let notify = "SELECT pg_notify($1, $2)";
    sqlx::query(notify).bind(CHANNEL).bind(Notice::games(node, games)).execute(connection).await?;
    Ok(())
}

/// One statement for all games: the row of a game says what its actions are based on, so that nobody's actions are
/// stored in part, and nobody who is too late spoils the others' transaction.
async fn append(connection: &mut PgConnection, appends: &[&Write], node: &str) -> Result<Vec<GameId>, sqlx::Error> {
    let (mut games, mut revisions, mut befores, mut afters) = (vec![], vec![], vec![], vec![]);
    let (mut overs, mut bots_due): (Vec<bool>, Vec<Option<bool>>) = (vec![], vec![]);
    let (mut owners, mut seqs, mut stand_ins, mut actions, mut times) = (vec![], vec![], vec![], vec![], vec![]);
    for write in appends {
        let Write::Append { game, basis, actions: more, after } = write else { continue };
        let After { is_over, is_bot_due } = *after;
        let before = basis.seq as i32;
        games.push(game.as_str());
        revisions.push(basis.revision);
        befores.push(before);
        afters.push(before + more.len() as i32);
        overs.push(is_over);
        bots_due.push(is_bot_due);
        for (seq, stored) in (before + 1..).zip(more) {
            let StoredAction { stand_in, time, .. } = stored;
            owners.push(game.as_str());
            seqs.push(seq);
            stand_ins.push(stand_in.map(bots::Bot::name));
            actions.push(action_to_json(stored).map_err(|error| sqlx::Error::Encode(error.into()))?);
            times.push(*time);
        }
    }
    let append = "WITH wanted AS (
            SELECT * FROM unnest($1::text[], $2::bigint[], $3::int[], $4::int[], $5::bool[], $6::bool[])
                AS wanted (game, revision, before, after, is_over, bot_due)
            ORDER BY game
        ), won AS (
            UPDATE games SET seq = wanted.after,
                state = CASE WHEN wanted.is_over THEN 'over' ELSE state END,
                origin = CASE WHEN wanted.is_over THEN NULL ELSE origin END,
                bot_due = coalesce(wanted.bot_due, games.bot_due),
                bot_node = CASE WHEN wanted.bot_due THEN $7 ELSE bot_node END
            FROM wanted
            WHERE id = wanted.game AND games.revision = wanted.revision AND seq = wanted.before AND state = 'playing'
            RETURNING id
        ), stored AS (
            INSERT INTO actions (game, seq, stand_in, action, time)
            SELECT news.* FROM unnest($8::text[], $9::int[], $10::text[], $11::text[], $12::bigint[])
                AS news (game, seq, stand_in, action, time)
            JOIN won ON won.id = news.game
        )
        SELECT id FROM won";
    let rows = sqlx::query(append)
        .bind(&games)
        .bind(&revisions)
        .bind(&befores)
        .bind(&afters)
        .bind(&overs)
        .bind(&bots_due)
        .bind(node)
        .bind(&owners)
        .bind(&seqs)
        .bind(&stand_ins)
        .bind(&actions)
        .bind(&times)
        .fetch_all(connection)
        .await?;
    let ids = rows.iter().map(|row| row.try_get::<String, _>(0));
    ids.map(|id| id?.parse().map_err(|_| sqlx::Error::Protocol("the id of a game".to_owned()))).collect()
}

/// Carries out one write after the other. The inner result is a refusal for a reason that has nothing to do with the
/// database.
async fn write_each(
    connection: &mut PgConnection,
    writes: &[Write],
    node: &str,
) -> Result<Result<(), StoreError>, sqlx::Error> {
    for write in writes {
        let done = match write {
            Write::Create(new) => create(connection, new, node).await?,
            Write::Replace { game, basis, row, seats } => {
                replace(connection, *game, *basis, row, seats.as_ref(), node).await?
            }
            Write::Append { .. } => {
                let won = append(connection, &[write], node).await?;
                if won.is_empty() { Err(StoreError::Conflict) } else { Ok(()) }
            }
            Write::Touch { game, active_at } => {
                let touch = "UPDATE games SET active_at = greatest(active_at, $1) WHERE id = $2 AND state = 'waiting'";
                sqlx::query(touch).bind(active_at).bind(game.as_str()).execute(&mut *connection).await?;
                Ok(())
            }
            Write::Forget { game, revision, before } => forget(connection, *game, *revision, *before).await?,
        };
        if done.is_err() {
            return Ok(done);
        }
    }
    Ok(Ok(()))
}

fn seating(row: &Row) -> Result<String, sqlx::Error> {
    table_to_json(row).map_err(|error| sqlx::Error::Encode(error.into()))
}

async fn create(
    connection: &mut PgConnection,
    new: &NewRow,
    node: &str,
) -> Result<Result<(), StoreError>, sqlx::Error> {
    let NewRow { game, secret, created_at, row, quota } = new;
    let insert = "INSERT INTO games
        (id, state, revision, seq, created_at, active_at, code, origin, seed, salt, seating, terms, bot_due, bot_node)
        VALUES ($1, $2, 1, 0, $3, $4, $5, $6, $7, $8, $9, $10, $11, CASE WHEN $11 THEN $12 END)";
    sqlx::query(insert)
        .bind(game.as_str())
        .bind(row.phase.word())
        .bind(created_at)
        .bind(row.active_at)
        .bind(&row.code)
        .bind(quota.map(|quota| quota.origin.0.to_vec()))
        .bind(&secret.seed.0[..])
        .bind(&secret.salt.0[..])
        .bind(seating(row)?)
        .bind(&row.terms)
        .bind(row.is_bot_due)
        .bind(node)
        .execute(&mut *connection)
        .await?;
    copy_holders(connection, *game, row).await?;
    let Some(quota) = quota else { return Ok(Ok(())) };
    // Games that nobody finishes must not count for ever.
    let count = "SELECT count(*) FROM games WHERE origin = $1 AND (state = 'waiting' OR created_at > $2)";
    let count = sqlx::query(count).bind(&quota.origin.0[..]).bind(created_at - DAY_MILLISECONDS);
    Ok(check_quota(count.fetch_one(&mut *connection).await?.try_get(0)?, quota))
}

fn check_quota(count: i64, quota: &Quota) -> Result<(), StoreError> {
    if count > i64::from(quota.most) { Err(StoreError::TooMany) } else { Ok(()) }
}

async fn replace(
    connection: &mut PgConnection,
    game: GameId,
    basis: Basis,
    row: &Row,
    seats: Option<&Quota>,
    node: &str,
) -> Result<Result<(), StoreError>, sqlx::Error> {
    let update = "UPDATE games
        SET state = $1, revision = revision + 1, active_at = $2, code = $3, seating = $4, terms = coalesce($5, terms),
            bot_due = $6, bot_node = CASE WHEN $6 THEN $7 END
        WHERE id = $8 AND revision = $9 AND seq = $10 AND state <> 'gone'";
    let done = sqlx::query(update)
        .bind(row.phase.word())
        .bind(row.active_at)
        .bind(&row.code)
        .bind(seating(row)?)
        .bind(&row.terms)
        .bind(row.is_bot_due)
        .bind(node)
        .bind(game.as_str())
        .bind(basis.revision)
        .bind(basis.seq as i32)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() != 1 {
        return Ok(Err(StoreError::Conflict));
    }
    copy_holders(connection, game, row).await?;
    let Some(quota) = seats else { return Ok(Ok(())) };
    let count = "SELECT count(*) FROM holders JOIN games ON games.id = holders.game
        WHERE holders.origin = $1 AND games.state = $2";
    let count = sqlx::query(count).bind(&quota.origin.0[..]).bind(Phase::Waiting.word());
    Ok(check_quota(count.fetch_one(&mut *connection).await?.try_get(0)?, quota))
}

/// Copies holders and handovers from the table to where they can be found.
async fn copy_holders(connection: &mut PgConnection, game: GameId, row: &Row) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM holders WHERE game = $1").bind(game.as_str()).execute(&mut *connection).await?;
    let (mut seats, mut holders, mut origins) = (vec![], vec![], vec![]);
    for (seat, holder, origin) in row.table.holders() {
        seats.push(seat.map_or(-1, |seat| seat as i32));
        holders.push(holder.0.to_vec());
        origins.push(origin.map(|origin| origin.0.to_vec()));
    }
    let insert = "INSERT INTO holders (game, seat, holder, origin)
        SELECT $1, seat, holder, origin FROM unnest($2::int[], $3::bytea[], $4::bytea[]) AS held (seat, holder, origin)";
    sqlx::query(insert)
        .bind(game.as_str())
        .bind(&seats)
        .bind(&holders)
        .bind(&origins)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM handovers WHERE game = $1").bind(game.as_str()).execute(&mut *connection).await?;
    for handover in row.table.handovers() {
        sqlx::query("INSERT INTO handovers (code, game, until) VALUES ($1, $2, $3)")
            .bind(&handover.code.0[..])
            .bind(game.as_str())
            .bind(handover.until)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn forget(
    connection: &mut PgConnection,
    game: GameId,
    revision: i64,
    before: i64,
) -> Result<Result<(), StoreError>, sqlx::Error> {
    let update = "UPDATE games
        SET state = 'gone', revision = revision + 1, code = NULL, origin = NULL, seed = '', salt = '', seating = ''
        WHERE id = $1 AND revision = $2 AND active_at <= $3 AND state = 'waiting'";
    let done = sqlx::query(update).bind(game.as_str()).bind(revision).bind(before).execute(&mut *connection).await?;
    if done.rows_affected() != 1 {
        return Ok(Err(StoreError::Conflict));
    }
    sqlx::query("DELETE FROM holders WHERE game = $1").bind(game.as_str()).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM handovers WHERE game = $1").bind(game.as_str()).execute(&mut *connection).await?;
    Ok(Ok(()))
}
