//! Everything that the parts of the analysis board share, and what can be done with it.

use leptos::prelude::*;
use rules::game::Band;
use rules::{FigureId, Tombstone, Whereabouts};

use super::Tab;
use super::best::Advice;
use super::list::Leaf;
use super::share::Copied;
use super::words;
use crate::page::clock::{Clock, readable};
use crate::page::words::Language;
use crate::scene::foresight::{Foresight, Picks};
use crate::scene::study::picture::Watching;
use crate::scene::study::{Desk, Edit, Goal, Refusal, Study, Target, Tool, goals, outlook};
use crate::table::Speed;

/// Something that is drawn over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aid {
    /// What the monster sees.
    Sight,
    /// Where it goes.
    Ends,
    /// Who is in danger.
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
    /// The desk on the board; it changes only when that does.
    pub(super) desk: Memo<Desk>,
    /// The desk as text.
    pub(super) text: Memo<String>,
    pub(super) outlook: Memo<Option<Foresight>>,
    pub(super) watching: RwSignal<Option<Watching>>,
    /// Rings when the next beat of what is watched is due.
    clock: Clock,
    pub(super) tool: RwSignal<Tool>,
    pub(super) band: RwSignal<Band>,
    /// Where that was which is in the hand.
    pub(super) held: RwSignal<Option<Target>>,
    /// Where the keyboard is.
    cursor: RwSignal<Option<Target>>,
    /// The figure that walks by the rules.
    pub(super) chosen: RwSignal<Option<FigureId>>,
    /// The tombstones to try.
    pub(super) picks: RwSignal<Picks>,
    /// The tombstone whose run is explained.
    pub(super) explained: RwSignal<Option<Tombstone>>,
    /// Whether a click on a tombstone marks it as used.
    pub(super) marks_used: RwSignal<bool>,
    aids: RwSignal<Vec<Aid>>,
    /// What was refused or done, in words.
    pub(super) notice: RwSignal<Option<String>>,
    /// What became of the text that was to be copied last.
    pub(super) copied: RwSignal<Option<Copied>>,
    pub(super) advice: RwSignal<Advice>,
    /// The panel of a small screen; none leaves more room for the board.
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

    /// Where the keyboard is.
    pub(super) fn cursor(self) -> Option<Target> {
        self.cursor.get().map(|cursor| self.desk.with(|desk| cursor.settled(desk)))
    }

    pub(super) fn put_cursor(self, cursor: Option<Target>) {
        self.cursor.set(cursor);
    }

    /// Does something, or tells why it cannot be done.
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
        // Who is not on this board any more walks nowhere.
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

    /// Lets go of everything.
    pub(super) fn let_go(self) {
        self.change(|_| {});
        self.chosen.set(None);
    }

    /// Touches a place: the hand takes things up and puts them down, other tools are used there.
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

    /// Takes up what is there; whether there was something.
    pub(super) fn take(self, target: Target) -> bool {
        let holds = self.desk.with_untracked(|desk| target.holds(desk));
        self.held.set(holds.then_some(target));
        holds
    }

    /// Puts down what was taken up there.
    pub(super) fn put_down(self, held: Target, to: Option<Target>) {
        self.held.set(None);
        let edit = self.desk.with_untracked(|desk| held.carried(to, desk));
        edit.into_iter().for_each(|edit| self.edit(edit));
    }

    /// Chooses the figure there, or lets the chosen one walk there.
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

    /// Lets a figure walk by the rules.
    pub(super) fn go(self, figure: FigureId, Goal { path, .. }: Goal) {
        self.chosen.set(None);
        self.edit(Edit::Walk { figure, path });
    }

    /// Shows a run, step by step; the board stands as after it when it is over.
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
        let ms = readable(watching.ms(Speed::default()), watching.has_word());
        self.watching.set(Some(watching));
        self.clock.set(ms, move || self.go_on());
    }

    /// The board stands as it will after the run that is watched.
    pub(super) fn stop_watching(self) {
        self.clock.stop();
        self.watching.set(None);
    }

    fn go_on(self) {
        // Whoever skipped it, or left the screen, wants no more of it.
        let Some(Some(watching)) = self.watching.try_get_untracked() else { return };
        match watching.next() {
            Some(next) => self.show(next),
            None => self.stop_watching(),
        }
    }
}
