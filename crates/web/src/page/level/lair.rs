//! The state that the parts of the screen share, and the operations on it.

use std::sync::Arc;

use leptos::prelude::*;
use puzzles::{Deed, Level};
use rules::{Cell, CellSet};

use super::board::FromTray;
use super::words;
use crate::page::larder::{Larder, use_larder};
use crate::page::watched_run::WatchedRun;
use crate::page::words::Language;
use crate::puzzle::LevelRef;
use crate::puzzle::progress::Standing;
use crate::route::Route;
use crate::scene::board::Scene;
use crate::scene::level::{Helping, Outcome, Refusal, Touched, Trap, Verdict, let_loose, picture};

/// What the screen is about now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The trap is built.
    Building,
    /// The monster walks.
    Running,
    /// What became of it is told.
    Told,
}

/// The state of the screen.
#[derive(Clone, Copy)]
pub(super) struct Lair {
    pub(super) i18n: Language,
    /// Where the level is.
    pub(super) source: StoredValue<LevelRef>,
    pub(super) level: StoredValue<Arc<Level>>,
    pub(super) trap: RwSignal<Trap>,
    /// The walk of the monster.
    pub(super) run: WatchedRun,
    /// What becomes of the trap, from the moment the monster is loose.
    pub(super) outcome: RwSignal<Option<Arc<Outcome>>>,
    pub(super) phase: Memo<Phase>,
    /// Whether the outcome of this walk still has to be stored: it is when the walk has been seen.
    is_unstored: StoredValue<bool>,
    /// The place of the keyboard.
    pub(super) cursor: RwSignal<Option<Cell>>,
    /// Whether the keyboard has gone somewhere since the verdict. Before that, only the verdict is announced.
    pub(super) looks_around: RwSignal<bool>,
    /// Why something was refused, in words.
    pub(super) notice: RwSignal<Option<String>>,
    pub(super) larder: Larder,
    pub(super) helping: RwSignal<Helping>,
    /// What the helps say to screen readers.
    pub(super) hint_voice: RwSignal<String>,
    /// A piece that is pressed in the tray, and perhaps dragged from there.
    pub(super) from_tray: StoredValue<Option<FromTray>>,
    /// Whether the text board is open.
    pub(super) is_reading: RwSignal<bool>,
}

impl Lair {
    pub(super) fn new(i18n: Language, source: LevelRef, level: Arc<Level>) -> Lair {
        let (run, outcome) = (WatchedRun::idle(), RwSignal::new(None::<Arc<Outcome>>));
        let phase = Memo::new(move |_| match run.player.with(|player| player.playing().is_some()) {
            true => Phase::Running,
            false if outcome.with(Option::is_some) => Phase::Told,
            false => Phase::Building,
        });
        let lair = Lair {
            i18n,
            source: StoredValue::new(source),
            trap: RwSignal::new(Trap::new(level.clone())),
            level: StoredValue::new(level),
            run,
            outcome,
            phase,
            is_unstored: StoredValue::new(false),
            cursor: RwSignal::new(None),
            looks_around: RwSignal::new(false),
            notice: RwSignal::new(None),
            larder: use_larder(),
            helping: RwSignal::new(Helping::default()),
            hint_voice: RwSignal::new(String::new()),
            from_tray: StoredValue::new(None),
            is_reading: RwSignal::new(false),
        };
        // Whoever leaves in the middle of a walk that solves the level has solved it.
        on_cleanup(move || {
            lair.store();
            lair.stop_search();
        });
        run.at_end(move || lair.store());
        lair
    }

    /// How far the player has come with the level.
    pub(super) fn standing(self) -> Standing {
        self.larder.with(|progress| self.source.with_value(|source| progress.standing(source)))
    }

    /// The level.
    pub(super) fn level(self) -> Arc<Level> {
        self.level.get_value()
    }

    /// The current scene.
    pub(super) fn scene(self) -> Scene {
        let (trap, player, outcome) = (self.trap.read(), self.run.player.read(), self.outcome.read());
        let hinted: CellSet = self.helping.with(Helping::hinted).into_iter().collect();
        let told = outcome.as_deref().filter(|_| self.phase.get() == Phase::Told);
        picture::scene(&trap, &player, told, hinted, self.run.speed.get())
    }

    /// Changes the trap. After a walk this is the way back to it; while the monster walks nothing changes.
    fn change<T>(self, change: impl FnOnce(&mut Trap) -> Result<T, Refusal>) -> Option<T> {
        match self.phase.get_untracked() {
            Phase::Running => return None,
            Phase::Told => self.back(),
            Phase::Building => {}
        }
        let mut done = None;
        self.trap.update(|trap| done = Some(change(trap)));
        let done = done?;
        self.notice.set(done.as_ref().err().map(|refusal| words::refusal(self.i18n, *refusal)));
        done.ok()
    }

    /// A click on a space.
    pub(super) fn touch(self, cell: Cell) -> Option<Touched> {
        self.change(|trap| trap.touch(cell))
    }

    /// A piece that was dragged is dropped on a space.
    pub(super) fn drop_at(self, cell: Cell) {
        self.change(|trap| trap.drop_at(cell));
    }

    /// Takes a piece from the tray, or puts it back there.
    pub(super) fn press(self, slot: usize) {
        self.change(|trap| {
            match trap.hand() {
                Some(hand) if hand.slot == slot => {
                    trap.let_go();
                    trap.take_off(slot);
                }
                Some(_) | None => trap.take(slot),
            }
            Ok(())
        });
    }

    /// Takes a piece into the hand, wherever it is.
    pub(super) fn take(self, slot: usize) {
        self.change(|trap| {
            trap.take(slot);
            Ok(())
        });
    }

    /// Takes a piece off the board.
    pub(super) fn take_off(self, slot: usize) {
        self.change(|trap| {
            trap.take_off(slot);
            Ok(())
        });
    }

    /// Drops what is in the hand.
    pub(super) fn let_go(self) {
        self.change(|trap| {
            trap.let_go();
            Ok(())
        });
    }

    /// Turns what is in the hand.
    pub(super) fn turn(self) {
        self.change(|trap| {
            trap.turn();
            Ok(())
        });
    }

    /// Undoes the last change.
    pub(super) fn undo(self) {
        self.change(|trap| {
            trap.undo();
            Ok(())
        });
    }

    /// Undoes everything.
    pub(super) fn clear(self) {
        self.change(|trap| {
            trap.clear();
            Ok(())
        });
    }

    /// Does what was typed, all of it or nothing. A walk ends for it.
    ///
    /// # Errors
    ///
    /// The first deed that is impossible, and why.
    pub(super) fn apply(self, deeds: &[Deed]) -> Result<(), (Deed, Refusal)> {
        let mut trap = self.trap.get_untracked();
        for deed in deeds {
            trap.apply(*deed).map_err(|refusal| (*deed, refusal))?;
        }
        if self.phase.get_untracked() == Phase::Running {
            self.back();
        }
        self.change(|now| {
            *now = trap;
            Ok(())
        });
        Ok(())
    }

    /// Does all of this instead of what is done.
    pub(super) fn lay_out(self, deeds: &[Deed]) {
        self.change(|trap| trap.lay_out(deeds).ok_or(Refusal::NotAllowed));
    }

    /// Lets the monster loose.
    pub(super) fn let_loose(self) {
        if self.phase.get_untracked() == Phase::Running {
            return;
        }
        self.run.close_answer();
        self.notice.set(None);
        self.trap.update(Trap::let_go);
        let outcome = self.trap.with_untracked(|trap| Arc::new(let_loose(trap.level(), trap.position())));
        self.store();
        self.larder.change(|progress| self.source.with_value(|source| progress.tried(source)));
        self.is_unstored.set_value(true);
        self.looks_around.set(false);
        self.outcome.set(Some(outcome.clone()));
        if self.is_reading.get_untracked() {
            // Every step can be heard to its end.
            self.run.start_with_a_step(outcome.show.clone());
        } else {
            self.run.start(outcome.show.clone());
        }
    }

    /// Where to go after this level: to the next unsolved one, or to the overview if there is none.
    pub(super) fn next(self) -> Route {
        let next = self.larder.with(|progress| self.source.with_value(|source| progress.next_after(source)));
        next.map_or(Route::Feeding, Route::Level)
    }

    /// Stores the outcome of the walk, once.
    fn store(self) {
        if self.is_unstored.try_update_value(std::mem::take) != Some(true) {
            return;
        }
        let Some(Some(outcome)) = self.outcome.try_get_untracked() else { return };
        if outcome.verdict == Verdict::Solved {
            self.larder.change(|progress| self.source.with_value(|source| progress.solved(source, outcome.steps)));
        }
    }

    /// Back to the trap, in which everything is still in place.
    pub(super) fn back(self) {
        self.run.finish();
        self.outcome.set(None);
    }
}
