//! A game on the screen: coordinates table, animation, the player's hand and the bots.

use leptos::prelude::*;
use rules::game::{Action, Seat};

use super::app::go_to;
use super::clock::Clock;
use super::display::Display;
use super::games;
use super::keeper::{Keeper, Newer, Trouble};
use crate::route::{GameRef, Route};
use crate::scene::moving::Moving;
use crate::scene::playback::{Next, Playback};
use crate::scene::show::Path;
use crate::table::{Due, LocalTable, Speed, Table};

/// The pause before the winning screen.
const LAST_LOOK_MS: u32 = 1400;

/// A game on the screen.
#[derive(Clone, Copy)]
pub struct Session {
    keeper: Keeper,
    /// The action that was planned on this screen.
    planned: StoredValue<Option<usize>>,
    clock: Clock,
    /// Whether moves are skipped until the next run.
    is_skipping: StoredValue<bool>,
    /// Whether the game was unfinished, or not shown to its end, when it was opened: then its end leads to the winning
    /// screen.
    is_live: bool,
    /// What the screen shows of it.
    pub display: Display,
    /// What went wrong.
    pub trouble: RwSignal<Option<Trouble>>,
}

impl Session {
    /// Shows a game; `None` while its tiles are laid.
    #[must_use]
    pub fn new(keeper: Keeper) -> Option<Session> {
        let shown = games::shown(&keeper.id()).unwrap_or(0).min(keeper.with(|table| table.played().len()));
        let is_live = keeper.with(|table| table.due() != Due::Nobody || shown < table.played().len());
        let playback = keeper.with(|table| Playback::new(table.beginning(), table.played(), shown))?;
        let display = keeper
            .with(|table| Display::new(table.seats().to_vec(), table.monster(), playback, table.speed(), table.help()));
        let session = Session {
            display,
            keeper,
            planned: StoredValue::new(None),
            clock: Clock::new(),
            is_skipping: StoredValue::new(false),
            is_live,
            trouble: keeper.trouble,
        };
        keeper.watch_other_tabs(move |newer| session.adopt(newer), move || session.think_ahead());
        Effect::new(move |earlier: Option<()>| {
            session.display.asked.track();
            if earlier.is_some() {
                session.proceed();
            }
        });
        session.proceed();
        Some(session)
    }

    /// Its id.
    #[must_use]
    pub fn id(self) -> String {
        self.keeper.id()
    }

    /// Carries out the player's plan.
    pub fn confirm(self) {
        let Some((seat, action)) = self.display.moving.with_untracked(|moving| {
            let moving = moving.as_ref().filter(|_| self.display.has_hand())?;
            Some((moving.seat(), moving.action()?))
        }) else {
            return;
        };
        self.planned.set_value(Some(self.keeper.with(|table| table.played().len())));
        self.act(seat, action);
    }

    fn act(self, seat: Seat, action: Action) {
        if self.keeper.act(seat, action) {
            self.display.moving.set(None);
            self.keep();
            self.proceed();
        }
    }

    /// Changes how fast pieces move.
    pub fn set_speed(self, speed: Speed) {
        self.display.speed.set(speed);
        self.keeper.update(|table| table.set_speed(speed));
        self.keep();
        self.proceed();
    }

    /// Skips what is animated: a run of the monster, or all moves until the next run or the next human.
    pub fn skip(self) {
        self.display.close_answer();
        let is_run = self.display.playback.with_untracked(Playback::is_run);
        self.is_skipping.set_value(!is_run);
        self.display.playback.update(Playback::finish);
        self.remember_shown();
        self.proceed();
    }

    /// Shows the last run again.
    pub fn watch_again(self) {
        self.display.close_answer();
        self.display.playback.update(Playback::watch_again);
        self.proceed();
    }

    /// One step of the monster.
    pub fn step(self) {
        self.display.close_answer();
        self.display.playback.update(Playback::step);
        self.proceed();
    }

    /// Lets the monster run on.
    pub fn run(self) {
        self.display.close_answer();
        self.display.playback.update(Playback::run);
        self.go_on();
    }

    /// Dismisses a problem and asks the bots again.
    pub fn try_again(self) {
        self.trouble.set(None);
        self.proceed();
    }

    fn go_on(self) {
        self.display.playback.update(Playback::go_on);
        self.remember_shown();
        self.proceed();
    }

    /// Does what is due: waits for the end of a beat, shows the next action, or hands over to a player or a bot.
    fn proceed(self) {
        self.clock.stop();
        match self.display.next() {
            Next::After(0) => self.go_on(),
            Next::After(ms) => self.clock.set(ms, move || self.go_on()),
            Next::Wait => {}
            Next::Rest => self.start_next(),
        }
        self.think_ahead();
    }

    fn start_next(self) {
        let shown = self.display.playback.with_untracked(Playback::shown);
        let next = self.keeper.with(|table| table.played().get(shown).cloned());
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
        match self.keeper.with(LocalTable::due) {
            Due::Human(seat) => self.hand_over(seat),
            Due::Bot(..) => {}
            Due::Nobody if self.is_live => {
                self.clock.set(LAST_LOOK_MS, move || go_to(&Route::End(GameRef::Kept(self.id()))))
            }
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
            // A player without a choice is not asked.
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
            self.keeper.with(|table| table.played().len()) - self.display.playback.with_untracked(Playback::shown);
        if behind > 1 {
            return;
        }
        self.keeper.think(move |seat, action| self.act(seat, action));
    }

    /// Saves the game; if another tab was faster, continues with its game.
    fn keep(self) {
        if let Some(newer) = self.keeper.keep() {
            self.adopt(newer);
        }
    }

    /// Continues with the game of another tab. What was shown here and is the same there is not shown again.
    fn adopt(self, Newer { table, common }: Newer) {
        let shown = self.display.playback.with_untracked(Playback::shown);
        let is_further = table.played().len() > common;
        self.display.speed.set(table.speed());
        if shown > common {
            self.trouble.set(Some(Trouble::OtherTab));
        }
        if shown > common || is_further {
            self.display.moving.set(None);
        }
        // At rest, or during a move that is the same in both, the screen continues as it was.
        let is_same = shown < common
            || shown == common && self.display.playback.with_untracked(|playback| playback.beat().is_none());
        let playback = Playback::new(table.beginning(), table.played(), shown.min(common));
        self.keeper.replace(table);
        if let Some(playback) = playback.filter(|_| !is_same) {
            self.display.playback.set(playback);
        }
        self.proceed();
    }

    fn remember_shown(self) {
        games::set_shown(&self.id(), self.display.playback.with_untracked(Playback::shown));
    }
}
