//! A game that this page plays: saves it, lets its bots think, and follows other tabs that play it. It does not show
//! anything.

use leptos::prelude::*;
use rules::game::{Action, Seat};
use rules::record::Record;

use super::games::{self, Kept};
use super::thinker::Thinker;
use crate::table::{Due, LocalTable, SaveProblem, Table};

/// The thinking time of bots that search, in milliseconds.
const THINKING_MS: u32 = 500;

/// A game that this page plays.
#[derive(Clone, Copy)]
pub struct Keeper {
    id: StoredValue<String>,
    table: StoredValue<LocalTable>,
    /// The stored text of the game, as far as this page knows.
    known: StoredValue<Option<String>>,
    thinker: StoredValue<Thinker, LocalStorage>,
    /// The game that a bot is thinking about.
    asked: StoredValue<Option<Record>>,
    /// Whether the player knows that the game is not saved.
    is_told_unkept: StoredValue<bool>,
    /// What went wrong.
    pub trouble: RwSignal<Option<Trouble>>,
}

/// What went wrong at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The browser does not save games.
    NotKept,
    /// The game was continued differently in another tab.
    OtherTab,
    /// The stored game was overwritten by something that this program cannot load, so it is no longer saved.
    Unreadable,
    /// A bot failed.
    Bot(Seat),
}

/// Why there is no game to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// There is none with this id.
    Unknown,
    /// It cannot be loaded.
    Damaged(SaveProblem),
}

/// A game as another tab left it.
pub struct Newer {
    /// The game.
    pub table: LocalTable,
    /// The number of actions that are the same in both.
    pub common: usize,
}

impl Keeper {
    /// Opens a saved game.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be loaded.
    pub fn open(id: String) -> Result<Keeper, NoGame> {
        let text = games::text(&id).ok_or(NoGame::Unknown)?;
        let table = games::open(&text).map_err(NoGame::Damaged)?;
        let trouble = (!games::is_kept(&id)).then_some(Trouble::NotKept);
        Ok(Keeper {
            id: StoredValue::new(id),
            table: StoredValue::new(table),
            known: StoredValue::new(Some(text)),
            thinker: StoredValue::new_local(Thinker::default()),
            asked: StoredValue::new(None),
            is_told_unkept: StoredValue::new(trouble.is_some()),
            trouble: RwSignal::new(trouble),
        })
    }

    /// Its id.
    #[must_use]
    pub fn id(self) -> String {
        self.id.get_value()
    }

    /// Reads the table.
    pub fn with<T>(self, look: impl FnOnce(&LocalTable) -> T) -> T {
        self.table.with_value(look)
    }

    /// Changes something about the table other than by an action, without saving it.
    pub fn update(self, change: impl FnOnce(&mut LocalTable)) {
        self.table.update_value(change);
    }

    /// Replaces the game by the one of another tab.
    pub fn replace(self, table: LocalTable) {
        self.table.set_value(table);
    }

    /// Carries out an action without saving it; returns whether it was legal.
    #[must_use]
    pub fn act(self, seat: Seat, action: Action) -> bool {
        match self.table.try_update_value(|table| table.act(seat, action)) {
            Some(Ok(())) => true,
            // A hand offers only legal actions, so this is the fault of a bot.
            Some(Err(_)) => {
                self.trouble.set(Some(Trouble::Bot(seat)));
                false
            }
            // The screen was left.
            None => false,
        }
    }

    /// Lets the bot whose turn it is think, unless it does already, and passes its action to `then`. If the game was
    /// continued in the meantime, the action is discarded.
    pub fn think(self, then: impl FnOnce(Seat, Action) + 'static) {
        let Due::Bot(seat, bot) = self.with(LocalTable::due) else { return };
        let is_stuck = self.trouble.with_untracked(|trouble| matches!(trouble, Some(Trouble::Bot(_))));
        let (record, thinker) = (self.with(LocalTable::record), self.thinker.get_value());
        let is_asked = self.asked.with_value(|asked| asked.as_ref() == Some(&record));
        // Of several tabs with the same game, only a visible one lets bots think.
        if is_asked || is_stuck || document().hidden() {
            return;
        }
        self.asked.set_value(Some(record.clone()));
        let seed = u64::from_le_bytes(games::random_bytes());
        leptos::task::spawn_local(async move {
            let decided = thinker.decide(bot, &record, seat, THINKING_MS, seed).await;
            // The screen may have been left, or the game continued in another tab.
            if self.table.try_with_value(|table| table.record() == record) != Some(true) {
                return;
            }
            self.asked.set_value(None);
            match decided {
                Ok(action) => then(seat, action),
                Err(error) => {
                    leptos::logging::error!("{error}");
                    self.trouble.set(Some(Trouble::Bot(seat)));
                }
            }
        });
    }

    /// Saves the game. If another tab was faster, its game is not overwritten but returned.
    #[must_use]
    pub fn keep(self) -> Option<Newer> {
        if self.trouble.with_untracked(|trouble| *trouble == Some(Trouble::Unreadable)) {
            return None;
        }
        let text = self.with(|table| table.to_save().to_text());
        let kept = self.known.with_value(|known| games::keep(&self.id(), &text, known.as_deref()));
        match kept {
            Kept::Yes => {
                self.known.set_value(Some(text));
                None
            }
            Kept::No => {
                self.known.set_value(Some(text));
                // Reported once: when it was opened, or when the storage became full.
                if !self.is_told_unkept.get_value() {
                    self.is_told_unkept.set_value(true);
                    self.trouble.set(Some(Trouble::NotKept));
                }
                None
            }
            Kept::Overtaken(stored) => self.read_newer(stored),
        }
    }

    /// What another tab wrote, if it is this game.
    fn read_newer(self, text: String) -> Option<Newer> {
        let opened = games::open(&text).ok();
        let table = opened.filter(|table| table.beginning() == &self.with(|own| own.beginning().clone()));
        let Some(table) = table else {
            self.trouble.set(Some(Trouble::Unreadable));
            return None;
        };
        let common = self.with(|own| {
            own.played().iter().zip(table.played()).take_while(|(own, other)| own.action == other.action).count()
        });
        self.known.set_value(Some(text));
        Some(Newer { table, common })
    }

    /// Calls back when another tab continues the game, and when this one becomes visible again.
    pub fn watch_other_tabs(self, on_newer: impl Fn(Newer) + 'static, on_shown: impl Fn() + 'static) {
        let listener = window_event_listener(leptos::ev::storage, move |event| {
            let is_ours = event.key() == Some(games::key(&self.id()));
            if let Some(text) = event.new_value().filter(|_| is_ours)
                && self.known.with_value(|known| known.as_ref() != Some(&text))
                && let Some(newer) = self.read_newer(text)
            {
                on_newer(newer);
            }
        });
        let shown_again = window_event_listener_untyped("visibilitychange", move |_| on_shown());
        on_cleanup(move || {
            listener.remove();
            shown_again.remove();
        });
    }
}
