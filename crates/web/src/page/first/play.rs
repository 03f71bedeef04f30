//! The state that the parts of the screen share, and what can be done with it.

use std::sync::Arc;

use leptos::prelude::*;
use rules::Cell;

use super::progress;
use crate::page::focus;
use crate::page::storage;
use crate::page::watched_run::WatchedRun;
use crate::page::words::Language;
use crate::scene::board::Scene;
use crate::scene::first::progress::KEY;
use crate::scene::first::{Choice, Fate, Lesson, Progress, Round, picture};
use crate::scene::show::Show;
use crate::scene::tableau::Tableau;
use crate::table::Script;

/// What the screen is about now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The player is asked.
    Asking,
    /// The answer is played.
    Running,
    /// What came of it is told.
    Told,
}

/// The state of the screen.
#[derive(Clone, Copy)]
pub(super) struct Play {
    pub(super) i18n: Language,
    pub(super) lesson: Lesson,
    /// The current round; none in the last scene.
    pub(super) round: RwSignal<Option<Round>>,
    pub(super) run: WatchedRun,
    /// What was played in this round.
    played: RwSignal<Option<Arc<Show>>>,
    pub(super) phase: Memo<Phase>,
    /// The place of the keyboard.
    pub(super) cursor: RwSignal<Option<Cell>>,
    pub(super) progress: RwSignal<Progress>,
}

impl Play {
    pub(super) fn new(i18n: Language, lesson: Lesson) -> Play {
        let (run, played) = (WatchedRun::idle(), RwSignal::new(None::<Arc<Show>>));
        let phase = Memo::new(move |_| match run.player.with(|player| player.playing().is_some()) {
            true => Phase::Running,
            false if played.with(Option::is_some) => Phase::Told,
            false => Phase::Asking,
        });
        let progress = RwSignal::new(progress());
        let nth = progress.with_untracked(|progress| progress.round(lesson));
        let play = Play {
            i18n,
            lesson,
            round: RwSignal::new(Round::new(lesson, nth)),
            run,
            played,
            phase,
            cursor: RwSignal::new(None),
            progress,
        };
        // Whoever has seen the first scene need not be offered it again.
        play.keep();
        // The buttons of the bar change with the phase.
        Effect::new(move || {
            phase.track();
            request_animation_frame(focus::rescue);
        });
        play
    }

    /// The current scene of the board.
    pub(super) fn scene(self) -> Scene {
        let (round, player, played) = (self.round.read(), self.run.player.read(), self.played.read());
        let speed = self.run.speed.get();
        match round.as_ref() {
            Some(round) => {
                let told = played.as_ref().filter(|_| self.phase.get() == Phase::Told);
                picture::scene(round, &player, told, speed)
            }
            None => {
                let situation = Script::FIRST_GAME.situation();
                let game = rules::game::Playing::from_situation(&situation).expect("the script can be played");
                Scene::of_table(&Tableau::of(&game), None, speed)
            }
        }
    }

    /// What comes of the answer, or came of it; nothing while it is played.
    pub(super) fn shown_fate(self) -> Option<Fate> {
        let fate = self.round.with(|round| round.as_ref().and_then(Round::fate));
        fate.filter(|_| self.phase.get() != Phase::Running)
    }

    /// The same, where a balloon explains it. The caption tells what a first move is about.
    pub(super) fn balloon(self) -> Option<Fate> {
        self.shown_fate().filter(|fate| *fate != Fate::Moved)
    }

    /// Gives an answer. A right step and a right entry are played at once; a move waits until it is confirmed.
    pub(super) fn choose(self, choice: Choice) {
        if self.phase.get_untracked() != Phase::Asking {
            return;
        }
        self.change(|round| round.choose(choice));
        let is_move = self.round.with_untracked(|round| round.as_ref().is_some_and(|round| round.task().is_some()));
        if !is_move {
            self.play();
        }
    }

    /// Chooses a goal, or plays the move if it is chosen already.
    pub(super) fn press(self, cell: Cell) {
        let is_goal = self.round.with_untracked(|round| {
            round
                .as_ref()
                .is_some_and(|round| round.task().is_some() && round.goal().is_some_and(|goal| goal.at == cell))
        });
        if is_goal { self.play() } else { self.choose(Choice::Space(cell)) }
    }

    /// Plays the answer, if that is possible.
    pub(super) fn play(self) {
        let show = self.round.try_update(|round| round.as_mut().and_then(Round::play)).flatten();
        if let Some(show) = show {
            self.cursor.set(None);
            self.played.set(Some(show.clone()));
            if self.has_done_it() {
                self.advance();
            }
            self.run.start(show);
        }
    }

    /// Takes the answer back, or begins the round again.
    pub(super) fn reset(self) {
        self.run.finish();
        self.played.set(None);
        self.change(Round::reset);
    }

    /// Begins the next round of this scene.
    pub(super) fn next_round(self) {
        self.run.finish();
        self.played.set(None);
        self.cursor.set(None);
        self.round.update(|round| {
            if let Some(next) = round.as_ref().and_then(|round| Round::new(round.lesson(), round.nth() + 1)) {
                *round = Some(next);
            }
        });
    }

    /// Whether the answer was right.
    pub(super) fn has_done_it(self) -> bool {
        self.round.with_untracked(|round| round.as_ref().and_then(Round::fate).is_some_and(Fate::is_right))
    }

    /// The scene is done.
    pub(super) fn finish(self) {
        self.progress.update(|progress| progress.finish(self.lesson));
        self.keep();
    }

    /// The round is done.
    fn advance(self) {
        let round = self.round.with_untracked(|round| round.as_ref().map(|round| (round.nth(), round.is_last())));
        match round {
            Some((nth, false)) => {
                self.progress.update(|progress| progress.begin(self.lesson, nth + 1));
                self.keep();
            }
            Some((_, true)) => self.finish(),
            None => {}
        }
    }

    fn change(self, change: impl FnOnce(&mut Round)) {
        self.round.update(|round| {
            if let Some(round) = round {
                change(round);
            }
        });
    }

    fn keep(self) {
        // A browser that refuses remembers it as long as the page.
        let _ = storage::write(KEY, &self.progress.with_untracked(Progress::to_string));
    }
}
