//! The state that the parts of the analysis board share, and the operations on it.

use leptos::prelude::*;
use rules::game::Band;
use rules::{FigureId, Tombstone, Whereabouts};

use super::Tab;
use super::best::Advice;
use super::list::Leaf;
use super::share::Copied;
use super::words;
use crate::page::clock::{Clock, prefers_stillness};
use crate::page::words::Language;
use crate::scene::flow::Pace;
use crate::scene::foresight::{Foresight, Picks};
use crate::scene::study::picture::Watching;
use crate::scene::study::{Desk, Edit, Goal, Refusal, Study, Target, Tool, goals, outlook};
use crate::table::Speed;

/// An overlay of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aid {
    /// What the monster sees.
    Sight,
    /// Its paths.
    Ends,
    /// The dangers.
    Dangers,
    /// The best move of a bot.
    Best,
}

impl Aid {
    pub(super) const ALL: [Aid; 4] = [Aid::Sight, Aid::Ends, Aid::Dangers, Aid::Best];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Aid::Sight => "sight",
            Aid::Ends => "ends",
            Aid::Dangers => "dangers",
            Aid::Best => "best",
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Bench {
    pub(super) i18n: Language,
    pub(super) study: RwSignal<Study>,
    /// The desk on the board, as a memo.
    pub(super) desk: Memo<Desk>,
    /// The desk as text.
    pub(super) text: Memo<String>,
    pub(super) outlook: Memo<Option<Foresight>>,
    pub(super) watching: RwSignal<Option<Watching>>,
    /// Fires when the next beat of the run that is watched is due.
    clock: Clock,
    pub(super) tool: RwSignal<Tool>,
    pub(super) band: RwSignal<Band>,
    /// Where the thing in the hand came from.
    pub(super) held: RwSignal<Option<Target>>,
    /// The place of the keyboard.
    cursor: RwSignal<Option<Target>>,
    /// The figure that is moved by the rules.
    pub(super) chosen: RwSignal<Option<FigureId>>,
    /// The picked tombstones.
    pub(super) picks: RwSignal<Picks>,
    /// The tombstone whose run is explained.
    pub(super) explained: RwSignal<Option<Tombstone>>,
    /// Whether a click on a tombstone marks it as used.
    pub(super) marks_used: RwSignal<bool>,
    aids: RwSignal<Vec<Aid>>,
    /// What was done or refused, in words.
    pub(super) notice: RwSignal<Option<String>>,
    /// The outcome of the last copy to the clipboard.
    pub(super) copied: RwSignal<Option<Copied>>,
    pub(super) advice: RwSignal<Advice>,
    /// The open panel of a small screen; without one there is more room for the board.
    pub(super) tab: RwSignal<Option<Tab>>,
    pub(super) leaf: RwSignal<Leaf>,
}

impl Bench {
    pub(super) fn new(i18n: Language, desk: Desk) -> Bench {
        let band = desk.situation().start;
        let study = RwSignal::new(Study::new(desk));
        let desk = Memo::new(move |_| study.with(|study| study.desk().clone()));
        Bench {
            i18n,
            study,
            desk,
            text: Memo::new(move |_| desk.with(Desk::to_string)),
            outlook: Memo::new(move |_| desk.with(outlook)),
            watching: RwSignal::new(None),
            clock: Clock::new(),
            tool: RwSignal::new(Tool::Hand),
            band: RwSignal::new(band),
            held: RwSignal::new(None),
            cursor: RwSignal::new(None),
            chosen: RwSignal::new(None),
            picks: RwSignal::new(Picks::default()),
            explained: RwSignal::new(None),
            marks_used: RwSignal::new(false),
            aids: RwSignal::new(Aid::ALL.to_vec()),
            notice: RwSignal::new(None),
            copied: RwSignal::new(None),
            advice: RwSignal::new(Advice::Thinking),
            tab: RwSignal::new(Some(Tab::Best)),
            leaf: RwSignal::new(Leaf::Ends),
        }
    }

    pub(super) fn shows(self, aid: Aid) -> bool {
        self.aids.with(|aids| aids.contains(&aid))
    }

    pub(super) fn toggle(self, aid: Aid) {
        self.aids.update(|aids| {
            let before = aids.len();
            aids.retain(|other| *other != aid);
            if aids.len() == before {
                aids.push(aid);
            }
        });
    }

    /// The place of the keyboard.
    pub(super) fn cursor(self) -> Option<Target> {
        self.cursor.get().map(|cursor| self.desk.with(|desk| cursor.settled(desk)))
    }

    pub(super) fn put_cursor(self, cursor: Option<Target>) {
        self.cursor.set(cursor);
    }

    /// Applies an edit, or reports why it is refused.
    pub(super) fn edit(self, edit: Edit) {
        let before = self.desk.get_untracked();
        let mut done = Ok(());
        self.change(|study| done = study.edit(edit));
        self.notice.set(done.err().map(|refusal| words::refusal(self.i18n, &before, refusal)));
    }

    /// Changes the study in a way that cannot be refused.
    pub(super) fn change(self, change: impl FnOnce(&mut Study)) {
        self.stop_watching();
        self.study.update(change);
        // A figure that is no longer on this board cannot be moved.
        let is_here = |figure| self.desk.with_untracked(|desk| desk.position().whereabouts(figure).is_some());
        if self.chosen.get_untracked().is_some_and(|figure| !is_here(figure)) {
            self.chosen.set(None);
        }
        self.notice.set(None);
        self.copied.set(None);
        self.held.set(None);
    }

    fn refuse(self, refusal: Refusal) {
        self.notice.set(Some(self.desk.with_untracked(|desk| words::refusal(self.i18n, desk, refusal))));
    }

    /// Drops everything that is in progress.
    pub(super) fn let_go(self) {
        self.change(|_| {});
        self.chosen.set(None);
    }

    /// Selects a place: the hand picks things up and puts them down, other tools are used there.
    pub(super) fn touch(self, target: Target) {
        match (self.tool.get_untracked(), self.held.get_untracked()) {
            (Tool::Hand, Some(held)) => self.put_down(held, Some(target)),
            (Tool::Hand, None) => {
                self.take(target);
            }
            (Tool::Walk, _) => self.walk(target),
            (tool @ (Tool::Rub | Tool::Turn | Tool::Put(_)), _) => {
                tool.edit(target).into_iter().for_each(|edit| self.edit(edit))
            }
        }
    }

    /// Picks up what is there; returns whether there was something.
    pub(super) fn take(self, target: Target) -> bool {
        let holds = self.desk.with_untracked(|desk| target.holds(desk));
        self.held.set(holds.then_some(target));
        holds
    }

    /// Puts down what was picked up at the other place.
    pub(super) fn put_down(self, held: Target, to: Option<Target>) {
        self.held.set(None);
        let edit = self.desk.with_untracked(|desk| held.carried(to, desk));
        edit.into_iter().for_each(|edit| self.edit(edit));
    }

    /// Chooses the figure there, or moves the chosen one there.
    fn walk(self, target: Target) {
        let place = match target {
            Target::Space(cell) => Whereabouts::On(cell),
            Target::Waiting(_) | Target::Entrance => Whereabouts::Waiting,
            Target::Exit => Whereabouts::Escaped,
        };
        let desk = self.desk.get_untracked();
        match (target.figure(&desk), self.chosen.get_untracked()) {
            (Some(figure), Some(chosen)) if figure == chosen => self.chosen.set(None),
            (Some(figure), _) => match desk.can_walk(figure) {
                Ok(()) => {
                    self.chosen.set(Some(figure));
                    self.leaf.set(Leaf::Goals);
                }
                Err(refusal) => self.refuse(refusal),
            },
            (None, Some(figure)) => match goals(&desk, figure).into_iter().find(|goal| goal.place == place) {
                Some(goal) => self.go(figure, goal),
                None => self.refuse(Refusal::Illegal(figure)),
            },
            (None, None) => {}
        }
    }

    /// Moves a figure by the rules.
    pub(super) fn go(self, figure: FigureId, Goal { path, .. }: Goal) {
        self.chosen.set(None);
        self.edit(Edit::Walk { figure, path });
    }

    /// Shows a run step by step; afterwards the board is the one after it.
    pub(super) fn watch(self, tombstone: Tombstone) {
        match self.desk.with_untracked(|desk| Watching::begin(desk, tombstone)) {
            Err(refusal) => self.refuse(refusal),
            Ok(watching) => {
                self.edit(Edit::Run(tombstone));
                self.show(watching);
            }
        }
    }

    fn show(self, watching: Watching) {
        let pace = Pace { is_still: prefers_stillness(), ..Pace::default() };
        let ms = pace.beat_ms(watching.ms(Speed::default()), watching.has_word());
        self.watching.set(Some(watching));
        self.clock.set(ms, move || self.go_on());
    }

    /// Ends the run that is watched; the board is the one after it.
    pub(super) fn stop_watching(self) {
        self.clock.stop();
        self.watching.set(None);
    }

    fn go_on(self) {
        // The run was skipped, or the screen was left.
        let Some(Some(watching)) = self.watching.try_get_untracked() else { return };
        match watching.next() {
            Some(next) => self.show(next),
            None => self.stop_watching(),
        }
    }
}
