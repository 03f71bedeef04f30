//! Preparing the next move while others move: the hand ahead of its turn, the move that is kept, and what became of it.

use leptos::prelude::*;
use rules::game::Seat;

use super::clock::Clock;
use super::display::Display;
use super::driver::Driver;
use crate::scene::moving::{Moving, Plan};
use crate::scene::prepared::{Prepared, carry, next_own};

/// What became of a prepared move.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// It is planned now, as it was prepared, and can be confirmed.
    Offered(Box<Plan>),
    /// It is no longer possible.
    Lost,
}

/// The next move of a player here, prepared while others move.
#[derive(Clone, Copy)]
pub struct Preparation {
    driver: Driver,
    display: Display,
    /// The move that is kept.
    pub kept: RwSignal<Option<Prepared>>,
    /// What became of the last one. It stands until the player plans something else.
    pub notice: RwSignal<Option<Notice>>,
    /// The seat whose next move can be prepared now.
    pub next: Memo<Option<Seat>>,
    /// Whether the turn has just come while a move was being prepared.
    is_settling: StoredValue<bool>,
    clock: Clock,
}

/// How long nothing is confirmed after the turn has come while a move was being prepared: Confirm then stands where Keep
/// was, under a finger that may be on its way.
const SETTLE_MS: u32 = 600;

impl Preparation {
    /// Nothing is prepared yet.
    #[must_use]
    pub fn new(driver: Driver, display: Display) -> Preparation {
        let attendance = driver.wires().attendance;
        let next = Memo::new(move |_| {
            attendance.track();
            let own = driver.capabilities().own;
            display.playback.with(|playback| next_own(playback.ahead()?, |seat| own.has(seat)))
        });
        let (kept, notice) = (RwSignal::new(None), RwSignal::new(None));
        let is_settling = StoredValue::new(false);
        let preparation = Preparation { driver, display, kept, notice, next, is_settling, clock: Clock::new() };
        // A player who does something else has read it.
        Effect::new(move || {
            let plan = display.moving.with(|moving| moving.as_ref().and_then(Moving::plan).cloned());
            notice.maybe_update(|notice| {
                let is_over = match (&*notice, plan) {
                    (Some(Notice::Offered(offered)), plan) => plan.as_ref() != Some(&**offered),
                    (Some(Notice::Lost), plan) => plan.is_some(),
                    (None, _) => false,
                };
                is_over.then(|| *notice = None).is_some()
            });
        });
        preparation
    }

    /// Whether a move can be prepared now, or a kept one changed.
    #[must_use]
    pub fn can_begin(self) -> bool {
        let is_free = self.display.moving.with(Option::is_none);
        is_free && (self.next.get().is_some() || self.kept.with(Option::is_some))
    }

    /// Whether nothing has been chosen yet for the next move.
    #[must_use]
    pub fn is_idle(self) -> bool {
        self.hand().is_some_and(|hand| hand.figure().is_none())
    }

    /// Begins to prepare a move, or to change the one that is kept.
    pub fn begin(self) {
        let kept = self.kept.get_untracked();
        let seat = kept.as_ref().map(Prepared::seat).or(self.next.get_untracked());
        let Some(mut hand) = seat.and_then(|seat| self.hand_ahead(seat)) else { return };
        if let Some(kept) = kept {
            kept.offer(&mut hand);
        }
        hand.choose_only();
        self.kept.set(None);
        self.notice.set(None);
        self.display.moving.set(Some(hand));
    }

    /// Keeps the move that the hand has planned.
    pub fn keep(self) {
        let kept = self.display.moving.with_untracked(|moving| Prepared::of(moving.as_ref()?));
        if kept.is_some() {
            self.kept.set(kept);
            self.display.moving.set(None);
        }
    }

    /// Prepares nothing any more.
    pub fn forget(self) {
        self.kept.set(None);
        self.notice.set(None);
        if self.is_preparing() {
            self.display.moving.set(None);
        }
    }

    /// The kept move as it would be made now.
    #[must_use]
    pub fn plan(self) -> Option<Plan> {
        self.display.playback.with(|playback| {
            let game = playback.ahead().unwrap_or(playback.game());
            self.kept.with(|kept| kept.as_ref()?.plan(game))
        })
    }

    /// Something has changed, and it is nobody's turn here: the hand and the kept move follow.
    pub fn look_ahead(self) {
        let Some(game) = self.display.playback.with_untracked(|playback| playback.ahead().cloned()) else {
            // What is shown again or explained leaves everything as it is. A new run ends the turn.
            let is_new = self.display.playback.with_untracked(|playback| playback.is_run() && !playback.is_again());
            if is_new {
                self.drop_all();
            }
            return;
        };
        let own = self.driver.capabilities().own;
        let is_lost = self.kept.with_untracked(|kept| {
            kept.as_ref().is_some_and(|kept| !own.has(kept.seat()) || kept.plan(&game).is_none())
        });
        if is_lost {
            self.kept.set(None);
            self.notice.set(Some(Notice::Lost));
        }
        let Some(before) = self.hand().filter(|before| *before.game() != game) else { return };
        let mut hand = Moving::ahead(&game, before.seat()).filter(|hand| own.has(hand.seat()));
        let is_carried = hand.as_mut().is_some_and(|hand| carry(&before, hand));
        if !is_carried && before.plan().is_some() {
            self.notice.set(Some(Notice::Lost));
        }
        self.display.moving.set(hand);
    }

    /// Gives a seat its hand, with the prepared move if there is one. Nothing changes if it has its hand.
    pub fn hand_over(self, seat: Seat) {
        let display = self.display;
        let is_held = |moving: &Moving| moving.seat() == seat && !moving.is_ahead();
        if display.moving.with_untracked(|moving| moving.as_ref().is_some_and(is_held)) {
            return;
        }
        let Some(mut hand) = display.playback.with_untracked(|playback| Moving::new(playback.game(), seat)) else {
            return display.moving.set(None);
        };
        let before = self.hand().filter(|before| before.seat() == seat);
        let kept = self.kept.get_untracked().filter(|kept| kept.seat() == seat);
        let is_possible = match (&before, &kept) {
            (Some(before), _) => carry(before, &mut hand),
            (None, Some(kept)) => kept.offer(&mut hand),
            (None, None) => true,
        };
        let was_open = before.is_some();
        let was_planned = kept.is_some() || before.is_some_and(|before| before.plan().is_some());
        hand.choose_only();
        self.kept.set(None);
        if was_planned {
            // A path that may not end where it has come to is not offered yet.
            let offered = hand.plan().filter(|plan| plan.can_stop).cloned();
            self.notice.set(match is_possible {
                true => offered.map(|plan| Notice::Offered(Box::new(plan))),
                false => Some(Notice::Lost),
            });
        }
        if was_open {
            self.is_settling.set_value(true);
            self.clock.set(SETTLE_MS, move || self.is_settling.set_value(false));
        }
        display.moving.set(Some(hand));
    }

    /// Whether a press was most likely meant to keep a move, although its turn has come.
    #[must_use]
    pub fn is_settling(self) -> bool {
        self.is_settling.get_value()
    }

    /// Whether somebody here plans a move ahead.
    #[must_use]
    pub fn is_preparing(self) -> bool {
        self.hand().is_some()
    }

    fn drop_all(self) {
        if self.kept.with_untracked(Option::is_some) {
            self.kept.set(None);
            self.notice.set(Some(Notice::Lost));
        }
        if self.is_preparing() {
            self.display.moving.set(None);
        }
    }

    /// The hand of somebody who plans a move ahead.
    fn hand(self) -> Option<Moving> {
        self.display.moving.get_untracked().filter(Moving::is_ahead)
    }

    fn hand_ahead(self, seat: Seat) -> Option<Moving> {
        self.display.playback.with_untracked(|playback| Moving::ahead(playback.ahead()?, seat))
    }
}
