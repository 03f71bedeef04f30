//! A record on the screen: what is shown of it, and how it is played.

use leptos::prelude::*;
use rules::terms::MonsterNumber;
use wasm_bindgen::JsValue;

use crate::page::clock::Clock;
use crate::page::display::Display;
use crate::page::names::ShownSeat;
use crate::page::run::RunControls;
use crate::page::tables;
use crate::route::{RecordSource, Route};
use crate::scene::playback::{Playback, at_speed};
use crate::scene::player::{Next, RunButton};
use crate::scene::replay::{Jump, Replay};
use crate::scene::show::Path;
use crate::table::{Help, Speed};

/// The pause between two actions at normal speed.
const REST_MS: u32 = 350;

/// How long the pointer must rest on the time line before what stands beside the board follows.
const HURRY_MS: u32 = 120;

/// How long a moment must last before it is written to the address: browsers limit how often it may change.
const ADDRESS_MS: u32 = 250;

/// A record on the screen.
#[derive(Clone, Copy)]
pub(super) struct Viewer {
    replay: StoredValue<Replay>,
    source: StoredValue<RecordSource>,
    clock: Clock,
    /// Ends the hurry.
    calm: Clock,
    /// Whether it was paused in the middle of an action.
    is_halted: StoredValue<bool>,
    /// What the screen shows of it.
    pub(super) display: Display,
    /// Whether it is playing.
    pub(super) is_playing: RwSignal<bool>,
    /// The number of actions shown.
    pub(super) moment: Memo<usize>,
    /// The help that was agreed on for the game.
    pub(super) help: Help,
}

/// The seats of a replay, and how much it reveals.
pub(super) struct Cast {
    /// The seats.
    pub(super) seats: Vec<ShownSeat>,
    /// The number of the monster, which determines its parts.
    pub(super) monster: MonsterNumber,
    /// The help that was agreed on for the game.
    pub(super) help: Help,
    /// The most that is revealed about the next run.
    pub(super) allowed: Help,
}

impl Viewer {
    /// Shows a record at a moment.
    #[must_use]
    pub(super) fn new(replay: Replay, source: RecordSource, cast: Cast, at: usize) -> Viewer {
        let Cast { seats, monster, help, allowed } = cast;
        let display = Display::new(seats, monster, replay.at(at), tables::speed(), allowed).watched();
        // At first the game is shown without foresight.
        display.help.set(Help::Nothing);
        let replay = StoredValue::new(replay);
        let moment = Memo::new(move |_| display.playback.with(Playback::shown));
        let viewer = Viewer {
            replay,
            source: StoredValue::new(source),
            clock: Clock::new(),
            calm: Clock::new(),
            is_halted: StoredValue::new(false),
            display,
            is_playing: RwSignal::new(false),
            moment,
            help,
        };
        viewer.name_moment_in_address();
        Effect::new(move |earlier: Option<()>| {
            display.asked.track();
            display.is_announcing.track();
            if earlier.is_some() {
                viewer.proceed();
            }
        });
        viewer
    }

    /// Reads the record.
    pub(super) fn with_replay<T>(self, read: impl FnOnce(&Replay) -> T) -> T {
        self.replay.with_value(read)
    }

    /// The source of the record.
    #[must_use]
    pub(super) fn source(self) -> RecordSource {
        self.source.get_value()
    }

    /// Shows a moment at once.
    pub(super) fn go_to(self, moment: usize) {
        self.display.close_answer();
        self.is_halted.set_value(false);
        self.is_playing.set(false);
        self.clock.stop();
        self.display.playback.set(self.with_replay(|replay| replay.at(moment)));
    }

    /// Shows a moment on the way to another one, while the time line is dragged: the board follows the finger, the rest of
    /// the screen when the finger rests.
    pub(super) fn pass(self, moment: usize) {
        self.display.is_hurried.set(true);
        self.calm.set(HURRY_MS, move || self.arrive());
        self.go_to(moment);
    }

    /// Shows everything of the moment that was reached.
    pub(super) fn arrive(self) {
        self.calm.stop();
        self.display.is_hurried.set(false);
    }

    /// Jumps. A step forward is animated, other jumps are not.
    pub(super) fn jump(self, jump: Jump) {
        self.display.close_answer();
        let moment = self.moment.get_untracked();
        let is_shown = self.display.playback.with_untracked(|playback| playback.beat().is_some());
        match jump {
            Jump::On => self.on(),
            // Back from the middle of an action leads to its beginning.
            Jump::Back if is_shown => self.go_to(moment),
            Jump::Start | Jump::BackTurn | Jump::Back | Jump::OnTurn | Jump::End => {
                self.go_to(self.with_replay(|replay| replay.jump(moment, jump)));
            }
        }
    }

    /// Animates the next action; the current one is finished at once.
    fn on(self) {
        self.is_playing.set(false);
        if self.display.playback.with_untracked(|playback| playback.beat().is_some()) {
            self.display.playback.update(Playback::finish);
        }
        self.start_next();
    }

    /// Pauses.
    pub(super) fn pause(self) {
        if self.is_playing.get_untracked() {
            self.is_playing.set(false);
            self.is_halted.set_value(true);
            self.clock.stop();
        }
    }

    /// Plays or pauses; at the end it starts again from the beginning.
    pub(super) fn play_or_pause(self) {
        if self.is_playing.get_untracked() {
            return self.pause();
        }
        self.display.close_answer();
        let (first, last) = self.with_replay(|replay| (replay.first(), replay.last()));
        if self.moment.get_untracked() == last {
            self.go_to(first);
        }
        self.is_playing.set(true);
        self.is_halted.set_value(false);
        match self.display.next() {
            // It paused after a step.
            Next::Wait => {
                self.display.press(RunButton::Run);
                self.proceed();
            }
            Next::After(_) => self.proceed(),
            Next::Rest => self.start_next(),
        }
    }

    /// Changes how fast pieces move.
    pub(super) fn set_speed(self, speed: Speed) {
        tables::set_speed(speed);
        self.display.speed.set(speed);
        self.proceed();
    }

    /// The controls of the run that is shown.
    #[must_use]
    pub(super) fn run_controls(self) -> RunControls {
        let press = Callback::new(move |button| self.press(button));
        RunControls { progress: self.display.progress, speed: self.display.speed, press }
    }

    fn press(self, button: RunButton) {
        match button {
            RunButton::Speed(speed) => return self.set_speed(speed),
            // The run pauses now, so the game does.
            RunButton::Step | RunButton::Back => self.is_playing.set(false),
            RunButton::Again | RunButton::Run | RunButton::Skip | RunButton::Why => {}
        }
        if button.moves() {
            self.is_halted.set_value(false);
        }
        self.display.press(button);
        self.proceed();
    }

    fn start_next(self) {
        self.clock.stop();
        self.is_halted.set_value(false);
        let moment = self.moment.get_untracked();
        let Some(next) = self.with_replay(|replay| replay.next(moment).cloned()) else {
            return self.is_playing.set(false);
        };
        self.display.playback.update(|playback| playback.start(&next, Path::New));
        self.proceed();
    }

    /// Waits for the end of the current beat, and continues.
    fn proceed(self) {
        self.clock.stop();
        if self.is_halted.get_value() {
            return;
        }
        match self.display.next() {
            Next::After(ms) => self.clock.set(ms, move || {
                self.display.playback.update(Playback::go_on);
                self.proceed();
            }),
            Next::Rest if self.is_playing.get_untracked() => {
                let rest = at_speed(REST_MS, self.display.speed.get_untracked());
                self.clock.set(rest, move || self.start_next());
            }
            Next::Wait | Next::Rest => {}
        }
    }

    /// Writes the moment to the address, so that reloading or copying it leads back here. The history stays as it was.
    fn name_moment_in_address(self) {
        let clock = Clock::new();
        Effect::new(move || {
            let at = Some(self.moment.get());
            let route = Route::Replay { source: self.source(), at };
            clock.set(ADDRESS_MS, move || {
                // Fails if it was changed too often; then the address is a little late.
                let _ = window()
                    .history()
                    .and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&route.to_string())));
            });
        });
    }
}
