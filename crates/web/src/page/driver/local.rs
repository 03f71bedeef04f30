//! A game in this browser: saves it, lets its bots think, and follows other tabs that play it.

use leptos::prelude::*;
use rules::game::{Action, Seat};
use rules::record::Record;

use super::{Drive, Driver, Trouble, Wires};
use crate::page::games::{self, Kept};
use crate::page::tables;
use crate::page::thinker::Thinker;
use crate::route::GameRef;
use crate::table::{Answer, LocalTable, MoveTimer, News, SaveProblem, Speed, Table};

/// The thinking time of bots that search, in milliseconds.
const THINKING_MS: u32 = 500;

/// A game in this browser.
#[derive(Clone, Copy)]
struct LocalDriver {
    id: StoredValue<String>,
    table: StoredValue<LocalTable>,
    /// The stored text of the game, as far as this page knows.
    known: StoredValue<Option<String>>,
    thinker: StoredValue<Thinker, LocalStorage>,
    /// The game that a bot is thinking about.
    asked: StoredValue<Option<Record>>,
    /// Whether the player knows that the game is not saved.
    is_told_unkept: StoredValue<bool>,
    wires: Wires,
}

/// Why there is no game to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// There is none with this id.
    Unknown,
    /// It cannot be loaded.
    Damaged(SaveProblem),
}

/// Opens a saved game.
///
/// # Errors
///
/// If there is none, or it cannot be loaded.
pub fn open(id: String) -> Result<Driver, NoGame> {
    let text = games::text(&id).ok_or(NoGame::Unknown)?;
    let table = games::open(&text).map_err(NoGame::Damaged)?;
    let trouble = (!games::is_kept(&id)).then_some(Trouble::NotKept);
    let wires = Wires::default();
    wires.trouble.set(trouble);
    let driver = LocalDriver {
        id: StoredValue::new(id),
        table: StoredValue::new(table),
        known: StoredValue::new(Some(text)),
        thinker: StoredValue::new_local(Thinker::of_page()),
        asked: StoredValue::new(None),
        is_told_unkept: StoredValue::new(trouble.is_some()),
        wires,
    };
    driver.watch_other_tabs();
    Ok(Driver::new(driver, wires))
}

impl Drive for LocalDriver {
    fn game(&self) -> GameRef {
        GameRef::Kept(self.id.get_value())
    }

    fn read(&self, look: &mut dyn FnMut(&dyn Table)) {
        self.table.with_value(|table| look(table));
    }

    fn act(&self, seat: Seat, action: Action) -> Answer {
        match self.table.try_update_value(|table| table.act(seat, action)) {
            Some(Ok(())) => {
                self.has_grown();
                Answer::Accepted
            }
            // A hand offers only legal actions, so this is the fault of a bot.
            Some(Err(_)) => {
                self.wires.trouble.set(Some(Trouble::Bot(seat)));
                Answer::Refused
            }
            // The screen was left.
            None => Answer::Refused,
        }
    }

    fn roll(&self, _: Seat) -> Answer {
        self.table.update_value(LocalTable::lay_the_rest);
        self.has_grown();
        Answer::Accepted
    }

    fn take_back(&self) {
        if self.table.try_update_value(LocalTable::take_back) == Some(true) && !self.keep() {
            self.wires.tell(News::TakenBack);
        }
    }

    /// Actions are accepted at once.
    fn is_pending(&self) -> bool {
        false
    }

    fn overruled(&self) -> Trouble {
        Trouble::OtherTab
    }

    fn think(&self) {
        self.let_bots_think();
    }

    fn speed(&self) -> Speed {
        self.table.with_value(LocalTable::speed)
    }

    fn set_speed(&self, speed: Speed) {
        tables::set_speed(speed);
        self.table.update_value(|table| table.set_speed(speed));
        self.keep();
    }

    fn timer(&self) -> Option<MoveTimer> {
        self.table.with_value(|table| table.customs().timer)
    }

    /// A game that was never shown is shown from its beginning.
    fn shown(&self) -> Option<usize> {
        Some(games::shown(&self.id.get_value()).unwrap_or(0))
    }

    fn set_shown(&self, shown: usize) {
        games::set_shown(&self.id.get_value(), shown);
    }

    /// No connection is needed.
    fn reconnect(&self) {}
}

impl LocalDriver {
    /// Saves the game after an action, and tells the screen.
    fn has_grown(self) {
        if !self.keep() {
            self.wires.tell(News::Grown);
        }
    }

    /// Lets the bot whose turn it is think, unless it does already. If the game was continued in the meantime, its
    /// action is discarded.
    fn let_bots_think(self) {
        let Some((seat, bot)) = self.table.with_value(LocalTable::bot_to_act) else { return };
        let is_stuck = self.wires.trouble.with_untracked(|trouble| matches!(trouble, Some(Trouble::Bot(_))));
        let (record, thinker) = (self.table.with_value(LocalTable::record), self.thinker.get_value());
        let is_asked = self.asked.with_value(|asked| asked.as_ref() == Some(&record));
        // Of several tabs with the same game, only a visible one lets bots think.
        if is_asked || is_stuck || document().hidden() {
            return;
        }
        self.asked.set_value(Some(record.clone()));
        let seed = self.table.with_value(LocalTable::bot_seed);
        leptos::task::spawn_local(async move {
            let decided = thinker.decide(bot, &record, seat, THINKING_MS, seed).await;
            // The screen may have been left.
            let Some(is_current) = self.table.try_with_value(|table| table.record() == record) else { return };
            // If the same question comes up again, it must be asked again.
            self.asked.update_value(|asked| drop(asked.take_if(|asked| *asked == record)));
            // The game may have been continued in another tab, or a move may have been taken back.
            if !is_current {
                return;
            }
            match decided {
                Ok(action) => drop(self.act(seat, action)),
                Err(error) => {
                    leptos::logging::error!("{error}");
                    self.wires.trouble.set(Some(Trouble::Bot(seat)));
                }
            }
        });
    }

    /// Saves the game. If another tab was faster, its game is not overwritten but continued here; returns whether that
    /// was so.
    fn keep(self) -> bool {
        if self.wires.trouble.with_untracked(|trouble| *trouble == Some(Trouble::Unreadable)) {
            return false;
        }
        let text = self.table.with_value(|table| table.to_save().to_text());
        let kept = self.known.with_value(|known| games::keep(&self.id.get_value(), &text, known.as_deref()));
        match kept {
            Kept::Yes => {
                self.known.set_value(Some(text));
                false
            }
            Kept::No => {
                self.known.set_value(Some(text));
                // Reported once: when it was opened, or when the storage became full.
                if !self.is_told_unkept.get_value() {
                    self.is_told_unkept.set_value(true);
                    self.wires.trouble.set(Some(Trouble::NotKept));
                }
                false
            }
            Kept::Overtaken(stored) => self.adopt(stored),
        }
    }

    /// Continues with what another tab wrote, if it is this game.
    fn adopt(self, text: String) -> bool {
        let opened = games::open(&text).ok();
        let beginning = |table: &LocalTable| table.story().beginning().clone();
        let table = opened.filter(|table| beginning(table) == self.table.with_value(beginning));
        let Some(table) = table else {
            self.wires.trouble.set(Some(Trouble::Unreadable));
            return false;
        };
        let (common, actions) = self.table.with_value(|own| (own.story().common(table.story()), own.story().actions()));
        let left = table.story().actions();
        self.known.set_value(Some(text));
        self.table.set_value(table);
        self.wires.tell(if common == left && left < actions { News::TakenBack } else { News::Forked { common } });
        true
    }

    /// Follows other tabs that continue the game, and lets bots think when this one becomes visible again.
    fn watch_other_tabs(self) {
        let listener = window_event_listener(leptos::ev::storage, move |event| {
            let is_ours = event.key() == Some(games::key(&self.id.get_value()));
            if let Some(text) = event.new_value().filter(|_| is_ours)
                && self.known.with_value(|known| known.as_ref() != Some(&text))
            {
                self.adopt(text);
            }
        });
        let shown_again = window_event_listener_untyped("visibilitychange", move |_| self.let_bots_think());
        on_cleanup(move || {
            listener.remove();
            shown_again.remove();
        });
    }
}
