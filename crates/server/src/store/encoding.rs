//! How values are written in both databases.

use std::str::FromStr;

use bots::Bot;
use protocol::GameId;
use rules::chance::{Salt, Secret, Seed};

use super::{Phase, Row, StoreError, StoredAction};
use crate::table::Table;

impl Phase {
    pub(super) fn word(self) -> &'static str {
        match self {
            Phase::Waiting => "waiting",
            Phase::Playing => "playing",
            Phase::Over => "over",
        }
    }

    pub(super) fn from_word(word: &str) -> Result<Phase, StoreError> {
        let all = [Phase::Waiting, Phase::Playing, Phase::Over];
        all.into_iter().find(|phase| phase.word() == word).ok_or_else(|| unreadable(word))
    }
}

pub(super) fn table_to_json(row: &Row) -> Result<String, StoreError> {
    serde_json::to_string(&row.table).map_err(unwritable)
}

pub(super) fn table_from_json(text: &str) -> Result<Table, StoreError> {
    serde_json::from_str(text).map_err(unreadable)
}

pub(super) fn action_to_json(stored: &StoredAction) -> Result<String, StoreError> {
    serde_json::to_string(&stored.action).map_err(unwritable)
}

pub(super) fn stored_action(action: &str, stand_in: Option<&str>, time: i64) -> Result<StoredAction, StoreError> {
    let stand_in: Option<Bot> = stand_in.map(str::parse).transpose().map_err(unreadable)?;
    Ok(StoredAction { action: serde_json::from_str(action).map_err(unreadable)?, stand_in, time })
}

pub(super) fn secret(seed: Vec<u8>, salt: Vec<u8>) -> Result<Secret, StoreError> {
    let bytes = |bytes: Vec<u8>, name| bytes.try_into().map_err(|_| unreadable(name));
    Ok(Secret { seed: Seed(bytes(seed, "seed")?), salt: Salt(bytes(salt, "salt")?) })
}

pub(super) fn game_id(text: &str) -> Result<GameId, StoreError> {
    GameId::from_str(text).map_err(unreadable)
}

pub(super) fn unreadable(problem: impl std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("the database holds something unreadable: {problem}"))
}

pub(super) fn unwritable(problem: impl std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("cannot be written as JSON: {problem}"))
}

/// What both databases report in the same way.
impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let Some(database) = error.as_database_error() else { return StoreError::Failed(error.to_string()) };
        if database.is_unique_violation() {
            let is_code = database.constraint() == Some("games_code_key") || database.message().contains("games.code");
            return if is_code { StoreError::CodeTaken } else { StoreError::Conflict };
        }
        // SQLITE_FULL, and disk_full of PostgreSQL.
        if matches!(database.code().as_deref(), Some("13" | "53100")) {
            return StoreError::Full;
        }
        StoreError::Failed(error.to_string())
    }
}
