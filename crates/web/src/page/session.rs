//! A game on the screen: coordinates its driver, the animation and the player's hand.

use leptos::prelude::*;

use super::app::go_to;
use super::display::Display;
use super::driver::{Driver, Trouble};
use super::follow::{Follower, Hooks};
use super::names::ShownSeat;
use super::prepare::Preparation;
use super::run::RunControls;
use crate::route::{GameRef, Route};
use crate::scene::flow::Flow;
use crate::scene::moving::{Moving, Plan};
use crate::scene::playback::Playback;
use crate::scene::player::RunButton;
use crate::table::Speed;

/// A game on the screen.
#[derive(Clone, Copy)]
pub struct Session {
    driver: Driver,
    follower: Follower<Playback>,
    /// What the screen shows of it.
    pub display: Display,
    /// What went wrong.
    pub trouble: RwSignal<Option<Trouble>>,
    /// Whether the last move that was made here can be taken back now.
    pub can_take_back: Memo<bool>,
    /// The planned move whose player has been told how to confirm it.
    reminded_of: RwSignal<Option<Plan>>,
    /// The next move of a player here, prepared while others move.
    pub preparation: Preparation,
}

impl Session {
    /// Shows a game whose seats have these names; `None` while its tiles are laid.
    #[must_use]
    pub fn new(driver: Driver, seats: Vec<ShownSeat>) -> Option<Session> {
        let remembered = driver.drive().shown();
        let playback = driver.read(|table| Playback::new(table.story(), Flow::opens_at(table.story(), remembered)))?;
        let (monster, help) = driver.read(|table| (table.monster(), table.capabilities().help));
        let display =
            Display::new(seats, monster, playback, driver.drive().speed(), help).attended_by(driver.wires().attendance);
        let preparation = Preparation::new(driver, display);
        let hooks = Hooks {
            hand_over: Callback::new(move |seat| preparation.hand_over(seat)),
            take_hand: Callback::new(move |()| {
                if !preparation.is_preparing() {
                    display.moving.set(None);
                }
            }),
            look_ahead: Callback::new(move |()| preparation.look_ahead()),
            leave: Callback::new(move |()| go_to(&Route::End(driver.drive().game()))),
            changed: Callback::new(|()| {}),
        };
        let follower = Follower::new(driver, display.playback, display.speed, hooks);
        let can_take_back = Memo::new(move |_| {
            follower.heard.track();
            driver.capabilities().can_take_back
        });
        let session = Session {
            driver,
            follower,
            display,
            trouble: driver.wires().trouble,
            can_take_back,
            reminded_of: RwSignal::new(None),
            preparation,
        };
        Effect::new(move |earlier: Option<()>| {
            display.asked.track();
            display.is_announcing.track();
            if earlier.is_some() {
                follower.proceed();
            }
        });
        follower.begin();
        Some(session)
    }

    /// The game.
    #[must_use]
    pub fn game(self) -> GameRef {
        self.driver.drive().game()
    }

    /// What stands behind the table.
    #[must_use]
    pub fn driver(self) -> Driver {
        self.driver
    }

    /// Whether an action of this device is on its way.
    #[must_use]
    pub fn is_pending(self) -> Signal<bool> {
        self.follower.is_pending.into()
    }

    /// Carries out the player's plan, or keeps it until it is their turn.
    pub fn confirm(self) {
        if self.preparation.is_preparing() {
            return self.preparation.keep();
        }
        if self.preparation.is_settling() {
            return;
        }
        let Some((seat, action)) = self.display.moving.with_untracked(|moving| {
            let moving = moving.as_ref().filter(|_| self.display.has_hand())?;
            Some((moving.seat(), moving.action()?))
        }) else {
            return;
        };
        self.follower.act(1, || self.driver.drive().act(seat, action));
    }

    /// Tells the player how to confirm the planned move.
    pub fn remind(self) {
        let plan = self.display.moving.with_untracked(|moving| moving.as_ref().and_then(Moving::plan).cloned());
        self.reminded_of.set(plan);
    }

    /// Whether the player has been told how to confirm the move that is planned now.
    #[must_use]
    pub fn is_reminded(self) -> bool {
        let moving = self.display.moving.read();
        let plan = moving.as_ref().and_then(Moving::plan);
        plan.is_some() && self.reminded_of.with(|reminded_of| reminded_of.as_ref() == plan)
    }

    /// Takes back the last move that was made here, with what bots have done since.
    pub fn take_back(self) {
        self.display.close_answer();
        self.preparation.forget();
        self.driver.drive().take_back();
    }

    /// Changes how fast pieces move.
    pub fn set_speed(self, speed: Speed) {
        self.follower.set_speed(speed);
    }

    /// Skips what is animated: a run of the monster, or all moves until the next run or the next human.
    pub fn skip(self) {
        self.display.close_answer();
        self.follower.skip();
    }

    /// Shows the last run again.
    pub fn watch_again(self) {
        self.press(RunButton::Again);
    }

    /// One step of the monster.
    pub fn step(self) {
        self.press(RunButton::Step);
    }

    /// Lets the monster run on.
    pub fn run(self) {
        self.press(RunButton::Run);
    }

    fn press(self, button: RunButton) {
        match button {
            RunButton::Speed(speed) => self.set_speed(speed),
            RunButton::Step
            | RunButton::Back
            | RunButton::Again
            | RunButton::Run
            | RunButton::Skip
            | RunButton::Why => {
                self.display.press(button);
                self.follower.proceed();
            }
        }
    }

    /// The controls of the run that is shown.
    #[must_use]
    pub fn run_controls(self) -> RunControls {
        let press = Callback::new(move |button| self.press(button));
        RunControls { progress: self.display.progress, speed: self.display.speed, press }
    }

    /// Dismisses a problem and asks the bots again.
    pub fn try_again(self) {
        self.trouble.set(None);
        self.follower.proceed();
    }
}
