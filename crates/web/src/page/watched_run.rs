//! A run of the monster that is watched outside of a game: the player on a clock, its speed, and the question that is open
//! about a step. The analysis board and levels share it.

use std::sync::Arc;

use leptos::prelude::*;

use super::clock::{Clock, prefers_stillness};
use super::display::Asked;
use super::run::RunControls;
use super::sound::Ears;
use super::tables;
use super::words::{self, Language};
use crate::scene::caption::{Entry, Moment};
use crate::scene::flow::Pace;
use crate::scene::player::{Next, Player, RunButton};
use crate::scene::rich::plain;
use crate::scene::show::Show;
use crate::scene::sound::beat_cues;
use crate::table::Speed;

/// A run on a clock, or none.
#[derive(Clone, Copy)]
pub struct WatchedRun {
    /// Plays the run.
    pub player: RwSignal<Player>,
    /// How fast pieces move.
    pub speed: RwSignal<Speed>,
    /// The open question about a step.
    pub asked: RwSignal<Option<Asked>>,
    /// Fires when the next beat is due.
    clock: Clock,
    /// What to do when the run has ended.
    at_end: StoredValue<Option<Callback<()>>>,
}

impl WatchedRun {
    /// Without a run yet. What will be seen will be heard.
    #[must_use]
    pub fn idle() -> WatchedRun {
        let run = WatchedRun {
            player: RwSignal::new(Player::default()),
            speed: RwSignal::new(tables::speed()),
            asked: RwSignal::new(None),
            clock: Clock::new(),
            at_end: StoredValue::new(None),
        };
        run.listen();
        run
    }

    /// Plays the sounds of what is seen.
    fn listen(self) {
        let ears: Ears = expect_context();
        Effect::new(move |before: Option<Option<usize>>| {
            let (beat, cues) = self.player.with(|player| {
                let on = player.playing().filter(|_| !player.is_asked());
                let speed = self.speed.get_untracked();
                (on.map(|on| on.at), on.map(|on| beat_cues(&on.show, on.at, speed)).unwrap_or_default())
            });
            if before != Some(beat) {
                ears.play(&cues, self.speed.get_untracked());
            }
            beat
        });
    }

    /// Calls this whenever a run has ended, or would have if there had been one.
    pub fn at_end(self, end: impl Fn() + Send + Sync + 'static) {
        self.at_end.set_value(Some(Callback::new(move |()| end())));
    }

    /// Begins a run.
    pub fn start(self, show: Arc<Show>) {
        self.player.update(|player| player.start(show));
        self.proceed();
    }

    /// Begins a run that pauses after its first step.
    pub fn start_with_a_step(self, show: Arc<Show>) {
        self.player.update(|player| {
            player.start(show);
            player.step();
        });
        self.proceed();
    }

    /// Ends the run, and closes the answer to a question.
    pub fn finish(self) {
        self.clock.stop();
        self.close_answer();
        if self.player.with_untracked(|player| player.playing().is_some()) {
            self.player.update(Player::stop);
        }
        if let Some(end) = self.at_end.get_value() {
            end.run(());
        }
    }

    /// The controls of the run.
    pub fn controls(self) -> RunControls {
        let progress = Memo::new(move |_| self.player.with(Player::progress));
        RunControls { progress, speed: self.speed, press: Callback::new(move |button| self.press(button)) }
    }

    /// What a button of the run does.
    pub fn press(self, button: RunButton) {
        match button {
            RunButton::Step | RunButton::Back | RunButton::Again | RunButton::Run | RunButton::Skip => {
                self.close_answer();
                self.player.update(|player| player.press(button));
            }
            RunButton::Why => {
                if let Some(moment) = self.player.with_untracked(Player::last_look) {
                    self.ask(&moment);
                }
            }
            RunButton::Speed(speed) => {
                tables::set_speed(speed);
                self.speed.set(speed);
            }
        }
        self.proceed();
    }

    /// Asks why the monster did what it did at a moment.
    pub fn ask(self, moment: &Moment) {
        let Some(asked) = Asked::of(moment) else { return };
        self.player.update(|player| player.ask(moment));
        self.asked.set(Some(asked));
    }

    /// Whether a question is open.
    pub fn is_asked(self) -> bool {
        self.asked.with_untracked(Option::is_some)
    }

    /// Closes the answer to a question.
    pub fn close_answer(self) {
        if self.is_asked() {
            self.player.update(Player::answered);
            self.asked.set(None);
        }
    }

    /// Closes the answer and lets the monster run on.
    pub fn go_on_after_answer(self) {
        self.close_answer();
        self.proceed();
    }

    /// Waits for the end of the current beat, and continues.
    fn proceed(self) {
        self.clock.stop();
        let pace = Pace { speed: self.speed.get_untracked(), is_still: prefers_stillness() };
        match self.player.with_untracked(|player| player.next(pace)) {
            Next::After(ms) => self.clock.set(ms, move || {
                self.player.update(Player::go_on);
                self.proceed();
            }),
            Next::Wait => {}
            Next::Rest => self.finish(),
        }
    }
}

/// The last step that has been seen to its end: that somebody is eaten is not told before the bite.
#[must_use]
pub fn last_step(i18n: Language, player: &Player) -> Option<String> {
    let on = player.playing()?;
    let beats = on.show.beats.get(..=on.at)?;
    let end = beats.iter().rposition(|beat| beat.ends_step)?;
    let caption = beats[..=end].iter().rev().find_map(|beat| beat.captions.last())?;
    let entry = Entry { caption: caption.clone(), dark: on.show.before.dark, cause: None };
    Some(plain(&words::caption(i18n, &entry, &[])))
}
