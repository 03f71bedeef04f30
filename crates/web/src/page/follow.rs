//! Lets a screen follow the story of its table: calls the flow when something happens, and does what it says.

use leptos::prelude::*;
use rules::game::Seat;

use super::clock::{Clock, prefers_stillness};
use super::driver::{Driver, Trouble};
use crate::scene::flow::{Effect as FlowEffect, Flow, Now, Outcome, Pace, Reel};
use crate::table::{Answer, News, Speed, Turn};

/// A screen that follows a story.
pub struct Follower<R: 'static> {
    driver: Driver,
    flow: StoredValue<Flow>,
    /// Whose turn it was when the flow last heard of it.
    turn: StoredValue<Turn>,
    clock: Clock,
    hooks: Hooks,
    /// What the screen shows of the story.
    pub reel: RwSignal<R>,
    /// How fast it shows things.
    pub speed: RwSignal<Speed>,
    /// Whether an action of this device is on its way.
    pub is_pending: RwSignal<bool>,
    /// Fires after each piece of news.
    pub heard: Trigger,
}

/// What the screen does when the flow says so.
#[derive(Clone, Copy)]
pub struct Hooks {
    /// Gives a seat its hand, unless it has it.
    pub hand_over: Callback<Seat>,
    /// Takes the hand of the player whose turn it was away.
    pub take_hand: Callback<()>,
    /// It is nobody's turn here: somebody may prepare the next move.
    pub look_ahead: Callback<()>,
    /// Makes way for the next screen.
    pub leave: Callback<()>,
    /// Is called after each change of the reel, before anything else.
    pub changed: Callback<()>,
}

impl<R> Clone for Follower<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Follower<R> {}

impl<R: Reel + Send + Sync + 'static> Follower<R> {
    /// Follows the story of this driver. Nothing happens before [`Follower::begin`].
    #[must_use]
    pub fn new(driver: Driver, reel: RwSignal<R>, speed: RwSignal<Speed>, hooks: Hooks) -> Follower<R> {
        let shown = reel.with_untracked(Reel::shown);
        let flow = driver.read(|table| {
            let now = Now { story: table.story(), turn: table.turn(), pace: Pace::default() };
            Flow::new(&now, shown)
        });
        Follower {
            driver,
            flow: StoredValue::new(flow),
            turn: StoredValue::new(driver.read(|table| table.turn())),
            clock: Clock::new(),
            hooks,
            reel,
            speed,
            is_pending: RwSignal::new(false),
            heard: Trigger::new(),
        }
    }

    /// Begins to follow.
    pub fn begin(self) {
        self.driver.listen(Callback::new(move |news| self.hear(news)));
        self.proceed();
    }

    /// Shows what can be shown now.
    pub fn proceed(self) {
        self.call(|flow, reel, now| flow.proceed(reel, now));
    }

    /// Shows the next beat.
    pub fn go_on(self) {
        self.call(|flow, reel, now| flow.go_on(reel, now));
    }

    /// Skips what is animated.
    pub fn skip(self) {
        self.call(|flow, reel, now| flow.skip(reel, now));
    }

    /// Takes `count` actions that were planned on this screen; `act` gives them to the driver.
    pub fn act(self, count: usize, act: impl FnOnce() -> Answer) {
        if self.is_pending.get_untracked() {
            return;
        }
        self.driver.read(|table| {
            let now = Now { story: table.story(), turn: table.turn(), pace: Pace::default() };
            self.flow.update_value(|flow| flow.plan(&now, count));
        });
        self.is_pending.set(true);
        match act() {
            Answer::Pending => {}
            Answer::Accepted => self.is_pending.set(false),
            Answer::Refused => {
                self.is_pending.set(false);
                self.call(|flow, reel, now| flow.refused(reel, now));
            }
        }
    }

    /// Changes how fast things are shown.
    pub fn set_speed(self, speed: Speed) {
        self.speed.set(speed);
        self.driver.drive().set_speed(speed);
        self.proceed();
    }

    fn hear(self, news: News) {
        self.is_pending.set(self.driver.drive().is_pending());
        match news {
            News::Grown => {
                let trouble = self.driver.wires().trouble;
                trouble.maybe_update(|trouble| trouble.take_if(|trouble| *trouble == Trouble::Busy).is_some());
                self.call(|flow, reel, now| flow.grown(reel, now));
            }
            News::Forked { common } => {
                self.speed.set(self.driver.drive().speed());
                self.call(|flow, reel, now| flow.forked(reel, now, common));
            }
            News::TakenBack => {
                self.speed.set(self.driver.drive().speed());
                self.call(|flow, reel, now| flow.taken_back(reel, now));
            }
            News::Refused => {
                self.driver.wires().trouble.set(Some(Trouble::Overtaken));
                self.call(|flow, reel, now| flow.refused(reel, now));
            }
            News::Delayed => self.driver.wires().trouble.set(Some(Trouble::Busy)),
            News::Link(_) | News::TurnedAway => {}
            News::Seats => {
                // A seat may have been moved away, or come here. Whoever else comes and goes does not disturb what is
                // being shown.
                let turn = self.turn();
                if self.turn.try_update_value(|last| std::mem::replace(last, turn) != turn) == Some(true) {
                    self.hooks.take_hand_unless_own(self.driver);
                    self.proceed();
                }
            }
        }
        self.turn.set_value(self.turn());
        self.heard.notify();
    }

    fn turn(self) -> Turn {
        self.driver.read(|table| table.turn())
    }

    fn call(self, step: impl FnOnce(&mut Flow, &mut R, &Now<'_>) -> Outcome) {
        self.clock.stop();
        let pace = Pace { speed: self.speed.get_untracked(), is_still: prefers_stillness() };
        let mut outcome = Outcome::default();
        self.driver.read(|table| {
            let now = Now { story: table.story(), turn: table.turn(), pace };
            self.flow.update_value(|flow| {
                self.reel.maybe_update(|reel| {
                    outcome = step(flow, reel, &now);
                    outcome.is_changed
                });
            });
        });
        if outcome.is_changed {
            self.driver.drive().set_shown(self.reel.with_untracked(Reel::shown));
            self.hooks.changed.run(());
        }
        for effect in outcome.effects {
            match effect {
                FlowEffect::Wait(ms) => self.clock.set(ms, move || self.go_on()),
                FlowEffect::Leave(ms) => self.clock.set(ms, move || self.hooks.leave.run(())),
                FlowEffect::HandOver(seat) => self.hooks.hand_over.run(seat),
                FlowEffect::TakeHand => self.hooks.take_hand.run(()),
                FlowEffect::LookAhead => self.hooks.look_ahead.run(()),
                FlowEffect::Think => self.driver.drive().think(),
                FlowEffect::Overruled => {
                    let trouble = self.driver.drive().overruled();
                    self.driver.wires().trouble.set(Some(trouble));
                }
            }
        }
    }
}

impl Hooks {
    /// Takes the hand away if it is nobody's turn here.
    fn take_hand_unless_own(self, driver: Driver) {
        match driver.read(|table| table.turn()) {
            Turn::Here(_) => {}
            Turn::Elsewhere(_) | Turn::Over => self.take_hand.run(()),
        }
    }
}
