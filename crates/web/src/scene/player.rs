//! The player of shows: which beat is seen, and what comes next. Table, replay, analysis board and levels play the runs of
//! the monster with it. It keeps no time; its owner has a clock and calls it.

use std::sync::Arc;

use super::caption::Moment;
use super::flow::Pace;
use super::show::{Beat, Show};
use crate::table::Speed;

/// Plays one show after the other.
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// The show, and the number of its beat.
    on: Option<Moment>,
    gait: Gait,
    /// The moment that a question is about: shown instead of the current beat, which waits.
    asked: Option<Moment>,
    /// The last run of the monster, which can be watched again.
    last_run: Option<Arc<Show>>,
    /// How often a run was begun.
    begun: usize,
}

/// Whether the monster pauses after each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gait {
    /// It does not pause.
    #[default]
    Running,
    /// It will pause after this step.
    Stepping,
    /// It pauses.
    Waiting,
}

/// What follows the current beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next beat, after this many milliseconds.
    After(u32),
    /// The next beat, when the player asks for it.
    Wait,
    /// Nothing: everything has been shown.
    Rest,
}

/// A button of the bar under a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunButton {
    /// One step, and a pause.
    Step,
    /// Back to the step before.
    Back,
    /// From the beginning.
    Again,
    /// On without pauses.
    Run,
    /// To the end.
    Skip,
    /// Why it made this step.
    Why,
    /// Another speed.
    Speed(Speed),
}

impl RunButton {
    /// Whether it moves the monster on or back. The others leave the run as it is: paused, or with an open question.
    #[must_use]
    pub const fn moves(self) -> bool {
        match self {
            RunButton::Step | RunButton::Back | RunButton::Again | RunButton::Run | RunButton::Skip => true,
            RunButton::Why | RunButton::Speed(_) => false,
        }
    }
}

/// How far a run has been watched, and what can be done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current step, from 1; 0 before the first one.
    pub step: u16,
    /// The number of steps. That of a run for hits, or without limit, is not revealed in advance.
    pub of: Option<u16>,
    /// Whether it waits for somebody to go on.
    pub is_waiting: bool,
    /// Whether there is an earlier step to go back to.
    pub can_go_back: bool,
    /// Whether the monster has looked, so that one can ask why.
    pub can_ask: bool,
}

impl Player {
    /// Begins a show.
    pub fn start(&mut self, show: Arc<Show>) {
        if show.run.is_some() {
            self.last_run = Some(show.clone());
            self.begun += 1;
        }
        let (last_run, begun) = (self.last_run.take(), self.begun);
        *self = Player { on: Some(Moment { show, at: 0 }), last_run, begun, ..Player::default() };
    }

    /// Ends the show.
    pub fn stop(&mut self) {
        self.on = None;
        self.asked = None;
    }

    /// What a button does with the run. A button that moves the monster also returns from a question.
    pub fn press(&mut self, button: RunButton) {
        if button.moves() {
            self.asked = None;
        }
        match button {
            RunButton::Step => self.step(),
            RunButton::Back => self.back(),
            RunButton::Again => self.again(),
            RunButton::Run => {
                // A beat that is not over yet is shown to its end.
                let waited = self.gait == Gait::Waiting;
                self.run();
                if waited {
                    self.go_on();
                }
            }
            RunButton::Skip => self.stop(),
            RunButton::Why | RunButton::Speed(_) => {}
        }
    }

    /// What follows the current beat at this pace.
    #[must_use]
    pub fn next(&self, pace: Pace) -> Next {
        let is_first = self.show().is_some_and(|(_, at)| at == 0);
        match self.beat() {
            None => Next::Rest,
            Some(_) if self.is_asked() => Next::Wait,
            Some(beat) if self.gait == Gait::Waiting && (beat.ends_step || is_first) => Next::Wait,
            Some(beat) => Next::After(pace.beat_ms(beat.ms, beat.word.is_some())),
        }
    }

    /// Advances to the next beat; after the last one the show is over. Nothing changes while a question is open.
    pub fn go_on(&mut self) {
        if self.is_asked() {
            return;
        }
        if let Some(on) = &mut self.on {
            on.at += 1;
        }
        self.on.take_if(|on| on.at >= on.show.beats.len());
        if self.gait == Gait::Stepping && self.beat().is_some_and(|beat| beat.ends_step) {
            self.gait = Gait::Waiting;
        }
    }

    /// Lets the monster make one step and pause.
    pub fn step(&mut self) {
        let waited = self.gait == Gait::Waiting;
        self.gait = Gait::Stepping;
        if waited {
            self.go_on();
        }
    }

    /// Goes back to the end of the step before the current one, or to the beginning, and pauses there.
    pub fn back(&mut self) {
        self.asked = None;
        let Some(on) = self.on.as_mut().filter(|on| on.show.run.is_some()) else { return };
        on.at = step_before(on).unwrap_or(0);
        self.gait = Gait::Waiting;
    }

    /// Lets the monster run on.
    pub fn run(&mut self) {
        self.gait = Gait::Running;
    }

    /// Shows the current run from its beginning, or the last one if nothing is shown.
    pub fn again(&mut self) {
        self.asked = None;
        match (&mut self.on, &self.last_run) {
            (Some(on), _) if on.show.run.is_some() => on.at = 0,
            (None, Some(run)) => self.on = Some(Moment { show: run.clone(), at: 0 }),
            (Some(_), _) | (None, None) => return,
        }
        self.begun += 1;
        self.gait = Gait::Running;
    }

    /// How often a run was begun, be it for the first time or again.
    #[must_use]
    pub fn begun(&self) -> usize {
        self.begun
    }

    /// Shows an earlier moment because of a question about it. The current beat waits.
    pub fn ask(&mut self, moment: &Moment) {
        self.asked = Some(moment.clone());
    }

    /// Returns to the current beat.
    pub fn answered(&mut self) {
        self.asked = None;
    }

    /// Whether a question about a moment is open.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// The show that is played, whatever is asked.
    #[must_use]
    pub fn playing(&self) -> Option<&Moment> {
        self.on.as_ref()
    }

    /// The show on the screen, and the number of its beat: the one that is asked about, or else the one that is played.
    #[must_use]
    pub fn show(&self) -> Option<(&Arc<Show>, usize)> {
        self.asked.as_ref().or(self.on.as_ref()).map(|moment| (&moment.show, moment.at))
    }

    /// The beat on the screen.
    #[must_use]
    pub fn beat(&self) -> Option<&Beat> {
        let (show, at) = self.show()?;
        show.beats.get(at)
    }

    /// Whether a run is shown.
    #[must_use]
    pub fn is_run(&self) -> bool {
        self.show().is_some_and(|(show, _)| show.run.is_some())
    }

    /// Whether a run is played, whatever is asked.
    #[must_use]
    pub fn is_playing_run(&self) -> bool {
        self.on.as_ref().is_some_and(|on| on.show.run.is_some())
    }

    /// Whether there is a run to watch again.
    #[must_use]
    pub fn has_run(&self) -> bool {
        self.last_run.is_some()
    }

    /// The look of the current step, for a question about it; at rest, that of the last step of the last run.
    #[must_use]
    pub fn last_look(&self) -> Option<Moment> {
        let (show, at) = match (&self.on, &self.last_run) {
            (Some(on), _) => (&on.show, on.at),
            (None, Some(run)) => (run, run.beats.len().checked_sub(1)?),
            (None, None) => return None,
        };
        let at = (0..=at).rev().find(|at| show.beats[*at].look.is_some())?;
        Some(Moment { show: show.clone(), at })
    }

    /// How far the run on the screen has been watched; `None` if no run is shown.
    #[must_use]
    pub fn progress(&self) -> Option<Progress> {
        let (show, at) = self.show()?;
        Some(Progress {
            step: show.beats[at].step.min(show.steps()),
            of: show.run?.steps(),
            is_waiting: self.gait == Gait::Waiting || self.is_asked(),
            can_go_back: at > 0 && self.on.is_some(),
            can_ask: self.last_look().is_some(),
        })
    }

    /// Whether the monster pauses.
    #[must_use]
    pub fn gait(&self) -> Gait {
        self.gait
    }
}

/// The beat at which the step before the current one ended.
fn step_before(on: &Moment) -> Option<usize> {
    on.show.beats[..on.at].iter().rposition(|beat| beat.ends_step)
}
