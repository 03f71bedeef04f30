//! A game's task as a cache: storing what changes, and reading what others changed.

use protocol::{ErrorCode, Problem};

use super::actor::Actor;
use super::open::failure;
use super::story::{Story, Unplayable};
use crate::store::{Basis, Changes, Found, Quota, Row, StoreError, Stored, Write};
use crate::table::Table;

/// How often something is tried that another node was faster with.
const ATTEMPTS: u32 = 8;

impl Actor {
    /// Stores the table instead of the present one. Nothing changes if that fails.
    pub(super) async fn save(&mut self, table: Table, seats: Option<Quota>) -> Result<(), Problem> {
        let row = Row {
            phase: self.phase(),
            active_at: self.now(),
            code: self.code.clone(),
            is_bot_due: self.is_bot_due(&table),
            table,
            terms: None,
        };
        self.replace(row, seats, vec![]).await.map_err(failure)
    }

    /// Stores another row, together with other writes.
    pub(super) async fn replace(
        &mut self,
        row: Row,
        seats: Option<Quota>,
        mut others: Vec<Write>,
    ) -> Result<(), StoreError> {
        let replace = Write::Replace { game: self.id, basis: self.basis(), row: Box::new(row.clone()), seats };
        others.push(replace);
        self.write(others).await?;
        self.revision += 1;
        self.active_at = row.active_at;
        self.code = row.code;
        self.table = row.table;
        self.is_bot_due = row.is_bot_due;
        self.are_bots_here |= row.is_bot_due;
        self.watchers.table_changed();
        Ok(())
    }

    pub(super) fn basis(&self) -> Basis {
        Basis { revision: self.revision, seq: self.story.as_ref().map_or(0, Story::seq) }
    }

    /// Writes, and goes back to what is stored if that fails.
    pub(super) async fn write(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        let result = self.services().store.write(writes).await;
        self.has_conflict = result == Err(StoreError::Conflict);
        match &result {
            // Refused for a reason that has nothing to do with what is stored of this game.
            Ok(()) | Err(StoreError::TooMany | StoreError::CodeTaken) => {}
            Err(StoreError::Conflict | StoreError::Full | StoreError::Failed(_)) => self.reload().await,
        }
        result
    }

    /// Whether something that was refused may be done again, because another node was faster or because this node did
    /// not know what another one did.
    pub(super) async fn has_news_after(&mut self, attempts: u32) -> bool {
        let has_conflict = std::mem::take(&mut self.has_conflict);
        attempts < ATTEMPTS && !self.is_lost && (has_conflict || self.catch_up().await)
    }

    /// Goes back to what is stored.
    pub(super) async fn reload(&mut self) {
        let stored = match self.services().store.load(self.id).await {
            Ok(Found::Game(stored)) => stored,
            Ok(Found::Nothing | Found::Gone) => {
                self.is_lost = true;
                return;
            }
            Err(error) => {
                tracing::error!(game = %self.id, %error, "a game cannot be read");
                self.is_lost = true;
                return;
            }
        };
        let Stored { revision, row, are_bots_here, actions, .. } = *stored;
        let resume = |terms: &str| Story::resume(terms, self.secret, &actions);
        match row.terms.as_deref().map(resume).transpose() {
            Ok(story) => self.story = story,
            Err(problem) => return self.give_up(&problem),
        }
        self.revision = revision;
        self.take_row(row);
        self.are_bots_here = are_bots_here;
        // Somebody else may have stored actions that nobody here has seen.
        let entries = self.story.as_ref().map_or(vec![], |story| story.entries(self.told + 1, usize::MAX));
        if !entries.is_empty() {
            self.tell_entries(entries);
        }
    }

    /// Reads what other nodes have done. Returns whether everything is known now, so that it can be shown.
    pub(super) async fn is_current(&mut self) -> bool {
        self.catch_up().await;
        !self.is_lost
    }

    /// Reads what other nodes have done. Returns whether there was anything.
    pub(super) async fn catch_up(&mut self) -> bool {
        if !self.is_shared() {
            return false;
        }
        let changes = match self.services().store.changes(self.id, self.basis()).await {
            Ok(Some(changes)) => changes,
            Ok(None) => {
                self.is_lost = true;
                return true;
            }
            Err(error) => {
                tracing::error!(game = %self.id, %error, "a game cannot be read");
                self.is_lost = true;
                return false;
            }
        };
        let Changes { revision, row, active_at, is_bot_due, are_bots_here, actions } = changes;
        let is_new = row.is_some() || !actions.is_empty();
        (self.revision, self.active_at) = (revision, active_at);
        (self.is_bot_due, self.are_bots_here) = (is_bot_due, are_bots_here);
        if let Some(row) = row {
            if let (None, Some(terms)) = (&self.story, &row.terms) {
                match Story::resume(terms, self.secret, &[]) {
                    Ok(story) => self.story = Some(story),
                    Err(problem) => {
                        self.give_up(&problem);
                        return true;
                    }
                }
            }
            self.take_row(*row);
        }
        let mut entries = vec![];
        if let Some(story) = &mut self.story {
            for stored in &actions {
                match story.follow(stored) {
                    Ok(entry) => entries.push(entry),
                    Err(problem) => {
                        self.give_up(&problem);
                        return true;
                    }
                }
            }
        }
        if !entries.is_empty() {
            self.tell_entries(entries);
        }
        is_new
    }

    pub(super) fn take_row(&mut self, row: Row) {
        self.table = row.table;
        self.code = row.code;
        self.active_at = row.active_at;
        self.is_bot_due = row.is_bot_due;
        self.watchers.table_changed();
    }

    pub(super) fn give_up(&mut self, problem: &Unplayable) {
        tracing::error!(game = %self.id, %problem, "a stored game cannot be opened");
        self.is_lost = true;
    }

    /// Whether other nodes may change the game.
    pub(super) fn is_shared(&self) -> bool {
        self.services().store.is_shared()
    }

    pub(super) fn now(&self) -> i64 {
        self.services().clock.now()
    }

    /// Whether a table has waited for too long since somebody was last noted to be there.
    pub(super) fn is_overdue(&self) -> bool {
        self.story.is_none() && self.now() - self.active_at >= self.services().patience_milliseconds()
    }

    /// Forgets a table that has waited too long.
    pub(super) async fn expire(&mut self) -> Result<(), Problem> {
        if !self.is_overdue() {
            return Ok(());
        }
        if !self.watchers.is_empty_everywhere() {
            // Noted, so that a crash does not make a table expire under the people who sit at it.
            self.touch().await;
            return Ok(());
        }
        let before = self.now() - self.services().patience_milliseconds();
        let forget = Write::Forget { game: self.id, revision: self.revision, before };
        self.write(vec![forget]).await.map_err(failure)?;
        self.is_lost = true;
        Err(Problem::new(ErrorCode::Gone, "the table has expired"))
    }

    /// Notes that the last one who was at a table that waits has left.
    pub(super) async fn note_attendance(&mut self) {
        let has_left = self.is_attended && self.watchers.is_empty();
        self.is_attended = !self.watchers.is_empty();
        if has_left && self.story.is_none() {
            self.touch().await;
        }
    }

    /// Stores that somebody is at a table that waits, or was until now.
    pub(super) async fn touch(&mut self) {
        self.active_at = self.now();
        let touch = Write::Touch { game: self.id, active_at: self.active_at };
        if let Err(error) = self.services().store.write(vec![touch]).await {
            // Then the table expires a little early.
            tracing::warn!(game = %self.id, %error, "it was not stored that somebody was here");
        }
    }
}
