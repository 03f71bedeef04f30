//! A game on the screen: lets the table, the show, the player's hand and the bots act in turn.

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use rules::game::{Action, Seat};

use super::app::go_to;
use super::display::Display;
use super::games::{self, Kept};
use super::thinker::Thinker;
use crate::route::Route;
use crate::scene::moving::Moving;
use crate::scene::playback::{Next, Playback};
use crate::scene::show::Path;
use crate::table::{Due, LocalTable, SaveProblem, Speed, Table};

/// How long a bot that searches may think.
const THINKING_MS: u32 = 500;

/// How long a sound word stands where nothing moves.
const STILL_WORD_MS: u32 = 900;

/// How long the table rests before the winning screen.
const LAST_LOOK_MS: u32 = 1400;

/// A game on the screen.
#[derive(Clone, Copy)]
pub struct Session {
    id: StoredValue<String>,
    table: StoredValue<LocalTable>,
    /// What the storage holds of the game, as far as this page knows.
    known: StoredValue<Option<String>>,
    /// Which action was planned on this screen.
    planned: StoredValue<Option<usize>>,
    timer: StoredValue<Option<TimeoutHandle>>,
    thinker: StoredValue<Thinker, LocalStorage>,
    is_thinking: StoredValue<bool>,
    /// Whether moves are not to be watched until the next run of the monster.
    is_skipping: StoredValue<bool>,
    /// Whether the game was still to be played or watched when it was opened: then its end leads to the winning screen.
    is_live: bool,
    /// What the screen shows of it.
    pub display: Display,
    /// What went wrong.
    pub trouble: RwSignal<Option<Trouble>>,
}

/// What went wrong at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The browser keeps no games.
    NotKept,
    /// The game went on otherwise in another tab.
    OtherTab,
    /// Something that this program cannot read has been written over the game: it is no longer kept.
    Unreadable,
    /// A bot cannot think.
    Bot(Seat),
}

/// Why there is no game to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// None with this id.
    Unknown,
    /// It cannot be read.
    Damaged(SaveProblem),
}

impl Session {
    /// Opens a game that this browser keeps.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn open(id: String) -> Result<Session, NoGame> {
        let text = games::text(&id).ok_or(NoGame::Unknown)?;
        let table = games::open(&text).map_err(NoGame::Damaged)?;
        let shown = games::shown(&id).unwrap_or(0).min(table.played().len());
        let is_live = table.due() != Due::Nobody || shown < table.played().len();
        let playback = Playback::new(table.beginning(), table.played(), shown).ok_or(NoGame::Unknown)?;
        let session = Session {
            display: Display::new(table.seats().to_vec(), table.kit(), playback, table.speed(), table.help()),
            id: StoredValue::new(id),
            table: StoredValue::new(table),
            known: StoredValue::new(Some(text)),
            planned: StoredValue::new(None),
            timer: StoredValue::new(None),
            thinker: StoredValue::new_local(Thinker::default()),
            is_thinking: StoredValue::new(false),
            is_skipping: StoredValue::new(false),
            is_live,
            trouble: RwSignal::new(None),
        };
        session.watch_other_tabs();
        on_cleanup(move || session.stop_timer());
        if !games::is_kept(&session.id()) {
            session.trouble.set(Some(Trouble::NotKept));
        }
        session.proceed();
        Ok(session)
    }

    /// Its id.
    #[must_use]
    pub fn id(self) -> String {
        self.id.get_value()
    }

    /// Does what the player means.
    pub fn confirm(self) {
        let Some((seat, action)) = self.display.moving.with_untracked(|moving| {
            let moving = moving.as_ref().filter(|_| self.display.has_hand())?;
            Some((moving.seat(), moving.action()?))
        }) else {
            return;
        };
        self.planned.set_value(Some(self.table.with_value(|table| table.played().len())));
        self.act(seat, action);
    }

    fn act(self, seat: Seat, action: Action) {
        match self.table.try_update_value(|table| table.act(seat, action)) {
            Some(Ok(())) => {
                self.display.moving.set(None);
                self.keep();
            }
            // A hand makes only legal moves, so this is a bot that has gone astray.
            Some(Err(_)) => self.trouble.set(Some(Trouble::Bot(seat))),
            None => return,
        }
        self.proceed();
    }

    /// Changes how fast pieces move.
    pub fn set_speed(self, speed: Speed) {
        self.display.speed.set(speed);
        self.table.update_value(|table| table.set_speed(speed));
        self.keep();
        self.proceed();
    }

    /// Jumps over what is on: a run of the monster, or all moves until the next run or the next human.
    pub fn skip(self) {
        let is_run = self.display.playback.with_untracked(Playback::is_run);
        self.is_skipping.set_value(!is_run);
        self.display.playback.update(Playback::finish);
        self.remember_shown();
        self.proceed();
    }

    /// Shows the last run once more.
    pub fn watch_again(self) {
        self.display.playback.update(Playback::watch_again);
        self.proceed();
    }

    /// One step of the monster.
    pub fn step(self) {
        self.display.playback.update(Playback::step);
        self.proceed();
    }

    /// Lets the monster run on.
    pub fn run(self) {
        self.display.playback.update(Playback::run);
        self.go_on();
    }

    /// Puts a trouble aside, and asks the bots again.
    pub fn try_again(self) {
        self.trouble.set(None);
        self.proceed();
    }

    fn go_on(self) {
        self.display.playback.update(Playback::go_on);
        self.remember_shown();
        self.proceed();
    }

    /// Does what is due: waits for the end of a beat, shows the next action, hands over to a player or a bot.
    fn proceed(self) {
        self.stop_timer();
        match self.display.playback.with_untracked(|playback| self.wait(playback)) {
            Next::After(0) => self.go_on(),
            Next::After(ms) => self.after(ms, Session::go_on),
            Next::Wait => {}
            Next::Rest => self.start_next(),
        }
        self.think_ahead();
    }

    fn wait(self, playback: &Playback) -> Next {
        let next = playback.next(self.display.speed.get_untracked());
        let has_word = playback.beat().is_some_and(|beat| beat.word.is_some());
        match next {
            Next::After(ms) if has_word && prefers_stillness() => Next::After(ms.max(STILL_WORD_MS)),
            next => next,
        }
    }

    fn start_next(self) {
        let shown = self.display.playback.with_untracked(Playback::shown);
        let next = self.table.with_value(|table| table.played().get(shown).cloned());
        if let Some(next) = next {
            let path = if self.planned.get_value() == Some(shown) { Path::Planned } else { Path::New };
            let is_skipped = self.is_skipping.get_value() && next.seat.is_some();
            self.is_skipping.set_value(is_skipped);
            self.display.playback.update(|playback| {
                playback.start(&next, path);
                if is_skipped {
                    playback.finish();
                }
            });
            self.remember_shown();
            return self.proceed();
        }
        match self.table.with_value(LocalTable::due) {
            Due::Human(seat) => self.hand_over(seat),
            Due::Bot(..) => {}
            Due::Nobody if self.is_live => self.after(LAST_LOOK_MS, |session| {
                go_to(&Route::End(session.id()));
            }),
            Due::Nobody => {}
        }
    }

    fn hand_over(self, seat: Seat) {
        self.is_skipping.set_value(false);
        if self.display.moving.with_untracked(Option::is_some) {
            return;
        }
        let mut moving = self.display.playback.with_untracked(|playback| Moving::new(playback.game(), seat));
        if let Some(moving) = &mut moving {
            // Who has no choice is not asked.
            let mut choosable = moving.choosable().iter();
            if let (Some(only), None) = (choosable.next(), choosable.next()) {
                moving.choose(only);
            }
        }
        self.display.moving.set(moving);
    }

    /// Lets a bot think when the screen is at most one action behind.
    fn think_ahead(self) {
        let behind =
            self.table.with_value(|table| table.played().len()) - self.display.playback.with_untracked(Playback::shown);
        let Due::Bot(seat, bot) = self.table.with_value(LocalTable::due) else { return };
        let is_stuck = self.trouble.with_untracked(|trouble| matches!(trouble, Some(Trouble::Bot(_))));
        // Of several tabs with the same game only one that is looked at lets bots think.
        if behind > 1 || self.is_thinking.get_value() || is_stuck || document().hidden() {
            return;
        }
        self.is_thinking.set_value(true);
        let (record, thinker) = (self.table.with_value(LocalTable::record), self.thinker.get_value());
        let seed = u64::from_le_bytes(games::random_bytes());
        leptos::task::spawn_local(async move {
            let decided = thinker.decide(bot, &record, seat, THINKING_MS, seed).await;
            // The screen may have been left in the meantime, or the game may have gone on in another tab.
            let Some(is_due) = self.table.try_with_value(|table| table.played().len() == record.actions().len()) else {
                return;
            };
            self.is_thinking.set_value(false);
            match decided {
                Ok(action) if is_due => self.act(seat, action),
                Ok(_) => self.proceed(),
                Err(error) => {
                    leptos::logging::error!("{error}");
                    self.trouble.set(Some(Trouble::Bot(seat)));
                }
            }
        });
    }

    /// Keeps the game; if another tab was faster, goes on with what that did.
    fn keep(self) {
        if self.trouble.with_untracked(|trouble| *trouble == Some(Trouble::Unreadable)) {
            return;
        }
        let text = self.table.with_value(|table| table.to_save().to_text());
        let kept = self.known.with_value(|known| games::keep(&self.id(), &text, known.as_deref()));
        match kept {
            // That it does not outlive the page was told when it was opened.
            Kept::Yes | Kept::No => self.known.set_value(Some(text)),
            Kept::Overtaken(stored) => self.adopt(stored),
        }
    }

    /// Goes on with the game as another tab left it. What has been shown here and is the same there is not shown again.
    fn adopt(self, text: String) {
        let opened = games::open(&text).ok();
        let Some(table) =
            opened.filter(|table| table.beginning() == &self.table.with_value(|own| own.beginning().clone()))
        else {
            return self.trouble.set(Some(Trouble::Unreadable));
        };
        let common = self.table.with_value(|own| {
            own.played().iter().zip(table.played()).take_while(|(own, other)| own.action == other.action).count()
        });
        let shown = self.display.playback.with_untracked(Playback::shown);
        let is_further = table.played().len() > common;
        self.known.set_value(Some(text));
        self.display.speed.set(table.speed());
        if shown > common {
            self.trouble.set(Some(Trouble::OtherTab));
        }
        if shown > common || is_further {
            self.display.moving.set(None);
        }
        // Whoever rests, or watches a move that is the same in both, goes on as they were.
        let is_same = shown < common
            || shown == common && self.display.playback.with_untracked(|playback| playback.beat().is_none());
        let playback = Playback::new(table.beginning(), table.played(), shown.min(common));
        self.table.set_value(table);
        if let Some(playback) = playback.filter(|_| !is_same) {
            self.display.playback.set(playback);
        }
        self.proceed();
    }

    fn watch_other_tabs(self) {
        let listener = window_event_listener(leptos::ev::storage, move |event| {
            let is_ours = event.key() == Some(games::key(&self.id()));
            if let Some(text) = event.new_value().filter(|_| is_ours)
                && self.known.with_value(|known| known.as_ref() != Some(&text))
            {
                self.adopt(text);
            }
        });
        let shown_again = window_event_listener_untyped("visibilitychange", move |_| self.think_ahead());
        on_cleanup(move || {
            listener.remove();
            shown_again.remove();
        });
    }

    fn remember_shown(self) {
        games::set_shown(&self.id(), self.display.playback.with_untracked(Playback::shown));
    }

    fn after(self, ms: u32, what: impl Fn(Session) + 'static) {
        let wait = std::time::Duration::from_millis(ms.into());
        let handle = set_timeout_with_handle(move || what(self), wait);
        self.timer.set_value(handle.ok());
    }

    fn stop_timer(self) {
        if let Some(Some(timer)) = self.timer.try_update_value(Option::take) {
            timer.clear();
        }
    }
}

/// Whether the system asks for little motion.
fn prefers_stillness() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}
