//! Reading, and the small writes that may be repeated: heartbeats, presence and who lets bots think.

use protocol::GameId;
use sqlx::Row as _;
use sqlx::postgres::PgRow;

use super::connections::repeatable;
use super::listen::{CHANNEL, Notice};
use super::{DEAD_AFTER, Postgres};
use crate::store::encoding::{game_id, secret, stored_action, table_from_json, unreadable, unwritable};
use crate::store::{Basis, Changes, DueBots, Found, Phase, Row, StoreError, Stored, StoredAction};
use crate::table::{Guest, Guests, Holder};

/// The most games whose bots a node claims at a time: the other nodes get their share.
const CLAIMS: i64 = 100;

/// A game and its actions after a number, in one statement: both are of the same moment. Long texts are left out if the
/// revision is known.
const SELECT: &str = "SELECT state, revision, active_at, code, seed, salt, bot_due, bot_node = $4 AS bots_here,
        CASE WHEN revision <> $2 THEN seating END AS seating, CASE WHEN revision <> $2 THEN terms END AS terms,
        ARRAY(SELECT action FROM actions WHERE game = $1 AND seq > $3 ORDER BY seq) AS actions,
        ARRAY(SELECT stand_in FROM actions WHERE game = $1 AND seq > $3 ORDER BY seq) AS stand_ins,
        ARRAY(SELECT time FROM actions WHERE game = $1 AND seq > $3 ORDER BY seq) AS times
    FROM games WHERE id = $1";

/// What nobody knows of a game.
const NOTHING: Basis = Basis { revision: -1, seq: 0 };

impl Postgres {
    async fn select(&self, game: GameId, since: Basis) -> Result<Option<PgRow>, StoreError> {
        repeatable!(self.readers, connection => sqlx::query(SELECT)
            .bind(game.as_str())
            .bind(since.revision)
            .bind(since.seq as i32)
            .bind(&self.node)
            .fetch_optional(connection))
    }

    pub(super) async fn load_game(&self, game: GameId) -> Result<Found, StoreError> {
        let Some(row) = self.select(game, NOTHING).await? else { return Ok(Found::Nothing) };
        if is_gone(&row)? {
            return Ok(Found::Gone);
        }
        Ok(Found::Game(Box::new(Stored {
            secret: secret(row.try_get("seed")?, row.try_get("salt")?)?,
            revision: row.try_get("revision")?,
            row: wide_row(&row)?.ok_or_else(|| unreadable("seating"))?,
            are_bots_here: are_bots_here(&row)?,
            actions: actions(&row)?,
        })))
    }

    pub(super) async fn changes_since(&self, game: GameId, since: Basis) -> Result<Option<Changes>, StoreError> {
        let Some(row) = self.select(game, since).await? else { return Ok(None) };
        if is_gone(&row)? {
            return Ok(None);
        }
        Ok(Some(Changes {
            revision: row.try_get("revision")?,
            row: wide_row(&row)?.map(Box::new),
            active_at: row.try_get("active_at")?,
            is_bot_due: row.try_get("bot_due")?,
            are_bots_here: are_bots_here(&row)?,
            actions: actions(&row)?,
        }))
    }

    pub(super) async fn find_code(&self, code: &str) -> Result<Option<GameId>, StoreError> {
        let select = "SELECT id FROM games WHERE code = $1";
        let row = repeatable!(self.readers, connection => sqlx::query(select).bind(code).fetch_optional(connection))?;
        row.as_ref().map(id_of).transpose()
    }

    pub(super) async fn find_handover(&self, code: Holder) -> Result<Option<GameId>, StoreError> {
        let select = "SELECT game FROM handovers WHERE code = $1";
        let row = repeatable!(self.readers, connection => sqlx::query(select)
            .bind(&code.0[..])
            .fetch_optional(connection))?;
        row.as_ref().map(id_of).transpose()
    }

    pub(super) async fn find_games_of(&self, holders: &[Holder], most: u32) -> Result<Vec<GameId>, StoreError> {
        let holders: Vec<Vec<u8>> = holders.iter().map(|holder| holder.0.to_vec()).collect();
        let select = "SELECT DISTINCT games.id, games.created_at FROM holders JOIN games ON games.id = holders.game
            WHERE holders.holder = ANY ($1) AND games.state <> 'gone'
            ORDER BY games.created_at DESC, games.id LIMIT $2";
        let rows = repeatable!(self.readers, connection => sqlx::query(select)
            .bind(&holders)
            .bind(i64::from(most))
            .fetch_all(connection))?;
        rows.iter().map(id_of).collect()
    }

    pub(super) async fn find_abandoned(&self, before: i64, most: u32) -> Result<Vec<GameId>, StoreError> {
        let select = "SELECT id FROM games WHERE state = 'waiting' AND active_at <= $1 ORDER BY active_at LIMIT $2";
        let rows = repeatable!(self.readers, connection => sqlx::query(select)
            .bind(before)
            .bind(i64::from(most))
            .fetch_all(connection))?;
        rows.iter().map(id_of).collect()
    }

    /// The games that wait for a bot of this node. It claims those of dead nodes; whichever node is faster gets them.
    pub(super) async fn claim_bots(&self) -> Result<DueBots, StoreError> {
        let select = "SELECT id FROM games WHERE bot_due AND bot_node = $1";
        let own = repeatable!(self.readers, connection => sqlx::query(select).bind(&self.node).fetch_all(connection))?;
        let claim = "UPDATE games SET bot_node = $1 WHERE id IN (
                SELECT id FROM games
                WHERE bot_due AND (bot_node IS NULL OR NOT EXISTS (
                    SELECT FROM nodes WHERE nodes.id = games.bot_node AND beat_at > now() - $2::interval))
                LIMIT $3 FOR UPDATE SKIP LOCKED)
            RETURNING id";
        let claimed = repeatable!(self.readers, connection => sqlx::query(claim)
            .bind(&self.node)
            .bind(DEAD_AFTER)
            .bind(CLAIMS)
            .fetch_all(connection))?;
        let ids = |rows: &[PgRow]| rows.iter().map(id_of).collect::<Result<_, _>>();
        Ok(DueBots { claimed: ids(&claimed)?, own: ids(&own)? })
    }

    /// Stores that this node lives, and forgets dead ones with everybody who was connected there. Returns whether the
    /// others had forgotten this one.
    pub(super) async fn beat_once(&self) -> Result<bool, StoreError> {
        let beat = "INSERT INTO nodes (id, beat_at) VALUES ($1, now())
            ON CONFLICT (id) DO UPDATE SET beat_at = now() RETURNING xmax = 0 AS is_new";
        let row = repeatable!(self.readers, connection => sqlx::query(beat).bind(&self.node).fetch_one(connection))?;
        let is_new: bool = row.try_get("is_new")?;
        let bury = "WITH dead AS (DELETE FROM nodes WHERE beat_at <= now() - $1::interval RETURNING id),
                absent AS (
                    DELETE FROM presence
                    WHERE node IN (SELECT id FROM dead) OR NOT EXISTS (SELECT FROM nodes WHERE nodes.id = presence.node)
                    RETURNING game)
            SELECT pg_notify($2, $3 || game) FROM absent";
        // Without an author: it is news for this node as well.
        let notice = Notice::presence_prefix("");
        repeatable!(self.readers, connection => sqlx::query(bury)
            .bind(DEAD_AFTER)
            .bind(CHANNEL)
            .bind(&notice)
            .execute(connection))?;
        // Whoever hears its own heartbeat knows that it hears everything.
        self.notify(&Notice::beat(&self.node)).await?;
        Ok(is_new)
    }

    /// Says goodbye.
    pub(super) async fn leave(&self) -> Result<(), StoreError> {
        let leave = "WITH gone AS (DELETE FROM nodes WHERE id = $1),
                absent AS (DELETE FROM presence WHERE node = $1 RETURNING game)
            SELECT pg_notify($2, $3 || game) FROM absent";
        let notice = Notice::presence_prefix(&self.node);
        repeatable!(self.readers, connection => sqlx::query(leave)
            .bind(&self.node)
            .bind(CHANNEL)
            .bind(&notice)
            .execute(connection))?;
        Ok(())
    }

    pub(super) async fn store_presence(&self, game: GameId, guests: &Guests) -> Result<(), StoreError> {
        let notice = format!("{}{game}", Notice::presence_prefix(&self.node));
        if guests.is_empty() {
            let delete = "WITH absent AS (DELETE FROM presence WHERE game = $1 AND node = $2)
                SELECT pg_notify($3, $4)";
            repeatable!(self.readers, connection => sqlx::query(delete)
                .bind(game.as_str())
                .bind(&self.node)
                .bind(CHANNEL)
                .bind(&notice)
                .execute(connection))?;
            return Ok(());
        }
        let guests = serde_json::to_string(guests).map_err(unwritable)?;
        let insert = "WITH present AS (
                INSERT INTO presence (game, node, guests) VALUES ($1, $2, $5)
                ON CONFLICT (game, node) DO UPDATE SET guests = excluded.guests)
            SELECT pg_notify($3, $4)";
        repeatable!(self.readers, connection => sqlx::query(insert)
            .bind(game.as_str())
            .bind(&self.node)
            .bind(CHANNEL)
            .bind(&notice)
            .bind(&guests)
            .execute(connection))?;
        Ok(())
    }

    pub(super) async fn presence_elsewhere(&self, game: GameId) -> Result<Vec<Guest>, StoreError> {
        let select = "SELECT guests FROM presence JOIN nodes ON nodes.id = presence.node
            WHERE game = $1 AND node <> $2 AND beat_at > now() - $3::interval ORDER BY node";
        let rows = repeatable!(self.readers, connection => sqlx::query(select)
            .bind(game.as_str())
            .bind(&self.node)
            .bind(DEAD_AFTER)
            .fetch_all(connection))?;
        let mut all = vec![];
        for row in rows {
            // A newer node may write what this one cannot read.
            if let Ok(guests) = serde_json::from_str::<Guests>(&row.try_get::<String, _>(0)?) {
                all.extend(guests.into_iter());
            }
        }
        Ok(all)
    }

    pub(super) async fn announce_refusal(&self, game: GameId, seat: usize) -> Result<(), StoreError> {
        self.notify(&Notice::turned_away(&self.node, game, seat)).await
    }

    async fn notify(&self, notice: &str) -> Result<(), StoreError> {
        let notify = "SELECT pg_notify($1, $2)";
        repeatable!(self.readers, connection => sqlx::query(notify).bind(CHANNEL).bind(notice).execute(connection))?;
        Ok(())
    }

    pub(super) async fn check_writable(&self) -> Result<(), StoreError> {
        let select = "SELECT current_setting('transaction_read_only')";
        let row = repeatable!(self.readers, connection => sqlx::query(select).fetch_one(connection))?;
        let is_read_only: String = row.try_get(0)?;
        if is_read_only == "on" {
            return Err(StoreError::Failed("the database can only be read".to_owned()));
        }
        // The writers have to answer as well.
        crate::store::Store::write(self, vec![]).await
    }
}

fn is_gone(row: &PgRow) -> Result<bool, StoreError> {
    Ok(row.try_get::<String, _>("state")? == "gone")
}

fn are_bots_here(row: &PgRow) -> Result<bool, StoreError> {
    Ok(row.try_get::<Option<bool>, _>("bots_here")?.unwrap_or(false))
}

/// The whole row, if the statement has read it.
fn wide_row(row: &PgRow) -> Result<Option<Row>, StoreError> {
    let Some(seating) = row.try_get::<Option<String>, _>("seating")? else { return Ok(None) };
    Ok(Some(Row {
        phase: Phase::from_word(&row.try_get::<String, _>("state")?)?,
        active_at: row.try_get("active_at")?,
        code: row.try_get("code")?,
        table: table_from_json(&seating)?,
        terms: row.try_get("terms")?,
        is_bot_due: row.try_get("bot_due")?,
    }))
}

fn actions(row: &PgRow) -> Result<Vec<StoredAction>, StoreError> {
    let actions: Vec<String> = row.try_get("actions")?;
    let stand_ins: Vec<Option<String>> = row.try_get("stand_ins")?;
    let times: Vec<i64> = row.try_get("times")?;
    let all = actions.iter().zip(&stand_ins).zip(times);
    all.map(|((action, stand_in), time)| stored_action(action, stand_in.as_deref(), time)).collect()
}

fn id_of(row: &PgRow) -> Result<GameId, StoreError> {
    game_id(&row.try_get::<String, _>(0)?)
}
