//! The state that the parts of the analysis board share, and the operations on it.

use std::sync::Arc;

use leptos::prelude::*;
use rules::game::Band;
use rules::terms::MonsterNumber;
use rules::{FigureId, Tombstone};

use super::Tab;
use super::best::Advice;
use super::list::Leaf;
use super::share::Copied;
use super::words;
use crate::draw::monster::Kit;
use crate::page::watched_run::WatchedRun;
use crate::page::words::Language;
use crate::scene::board::Scene;
use crate::scene::foresight::{Foresight, Picks};
use crate::scene::player::RunButton;
use crate::scene::pointing::Hit;
use crate::scene::study::picture::{Aid, Overlay, run, scene};
use crate::scene::study::{Desk, Edit, Goal, Refusal, Study, Tool, goals, outlook};

/// The state of the screen.
#[derive(Clone, Copy)]
pub(super) struct Bench {
    pub(super) i18n: Language,
    /// The monster of the game from which the position comes.
    pub(super) monster: RwSignal<Option<MonsterNumber>>,
    pub(super) study: RwSignal<Study>,
    /// The desk on the board, as a memo.
    pub(super) desk: Memo<Desk>,
    /// The desk as text.
    pub(super) text: Memo<String>,
    pub(super) outlook: Memo<Option<Foresight>>,
    /// The run that is watched.
    pub(super) run: WatchedRun,
    /// The tombstone of that run: the desk changes when it has been watched, so that no panel tells its end before.
    watched: StoredValue<Option<Tombstone>>,
    /// The desk to which the last run led.
    after_run: RwSignal<Option<Desk>>,
    pub(super) tool: RwSignal<Tool>,
    pub(super) band: RwSignal<Band>,
    /// Where the thing in the hand came from.
    pub(super) held: RwSignal<Option<Hit>>,
    /// The place of the keyboard.
    cursor: RwSignal<Option<Hit>>,
    /// The figure that is moved by the rules.
    pub(super) chosen: RwSignal<Option<FigureId>>,
    /// The picked tombstones.
    pub(super) picks: RwSignal<Picks>,
    /// The tombstone whose run is explained.
    pub(super) explained: RwSignal<Option<Tombstone>>,
    /// Whether a click on a tombstone marks it as used.
    pub(super) marks_used: RwSignal<bool>,
    overlays: RwSignal<Vec<Overlay>>,
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
    pub(super) fn new(i18n: Language, desk: Desk, monster: Option<MonsterNumber>) -> Bench {
        let band = desk.situation().start;
        let study = RwSignal::new(Study::new(desk));
        let desk = Memo::new(move |_| study.with(|study| study.desk().clone()));
        let bench = Bench {
            i18n,
            monster: RwSignal::new(monster),
            study,
            desk,
            text: Memo::new(move |_| desk.with(Desk::to_string)),
            outlook: Memo::new(move |_| desk.with(outlook)),
            run: WatchedRun::idle(),
            watched: StoredValue::new(None),
            after_run: RwSignal::new(None),
            tool: RwSignal::new(Tool::Hand),
            band: RwSignal::new(band),
            held: RwSignal::new(None),
            cursor: RwSignal::new(None),
            chosen: RwSignal::new(None),
            picks: RwSignal::new(Picks::default()),
            explained: RwSignal::new(None),
            marks_used: RwSignal::new(false),
            overlays: RwSignal::new(Overlay::ALL.to_vec()),
            notice: RwSignal::new(None),
            copied: RwSignal::new(None),
            advice: RwSignal::new(Advice::Thinking),
            tab: RwSignal::new(Some(Tab::Best)),
            leaf: RwSignal::new(Leaf::Ends),
        };
        bench.run.at_end(move || bench.show_the_end());
        bench
    }

    /// The parts of the monster: without a game, those that everybody gets.
    pub(super) fn kit(self) -> Kit {
        self.monster.get().map_or(Kit::default(), Kit::from)
    }

    /// Puts another position on the board; without a monster of its own, it gets the one that is there.
    pub(super) fn lay_out(self, desk: Desk, monster: Option<MonsterNumber>) {
        // The board is built again for another monster.
        if monster.is_some() && monster != self.monster.get_untracked() {
            self.monster.set(monster);
        }
        self.edit(Edit::Lay(Box::new(desk)));
    }

    pub(super) fn shows(self, overlay: Overlay) -> bool {
        self.overlays.with(|overlays| overlays.contains(&overlay))
    }

    pub(super) fn toggle(self, overlay: Overlay) {
        self.overlays.update(|overlays| {
            let before = overlays.len();
            overlays.retain(|other| *other != overlay);
            if overlays.len() == before {
                overlays.push(overlay);
            }
        });
    }

    /// The current scene.
    pub(super) fn scene(self) -> Scene {
        let (desk, player, outlook) = (self.desk.read(), self.run.player.read(), self.outlook.read());
        let (overlays, picks, advice) = (self.overlays.read(), self.picks.read(), self.advice.read());
        let best = match &*advice {
            Advice::Move(best) => Some(&**best),
            Advice::Thinking | Advice::GaveUp | Advice::NoGame(_) => None,
        };
        let aid =
            Aid { overlays: &overlays, outlook: outlook.as_ref(), picks: &picks, chosen: self.chosen.get(), best };
        scene(&desk, &player, self.run.speed.get(), &aid)
    }

    /// The place of the keyboard.
    pub(super) fn cursor(self) -> Option<Hit> {
        self.cursor.get().map(|cursor| self.desk.with(|desk| cursor.settled(desk)))
    }

    pub(super) fn put_cursor(self, cursor: Option<Hit>) {
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
        self.run.finish();
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
    pub(super) fn touch(self, target: Hit) {
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
    pub(super) fn take(self, target: Hit) -> bool {
        let holds = self.desk.with_untracked(|desk| target.holds(desk));
        self.held.set(holds.then_some(target));
        holds
    }

    /// Puts down what was picked up at the other place.
    pub(super) fn put_down(self, held: Hit, to: Option<Hit>) {
        self.held.set(None);
        let edit = self.desk.with_untracked(|desk| held.carried(to, desk));
        edit.into_iter().for_each(|edit| self.edit(edit));
    }

    /// Chooses the figure there, or moves the chosen one there.
    fn walk(self, target: Hit) {
        let place = target.whereabouts();
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
        self.run.finish();
        match self.desk.with_untracked(|desk| run(desk, tombstone)) {
            Err(refusal) => self.refuse(refusal),
            Ok(show) => {
                self.let_go();
                self.watched.set_value(Some(tombstone));
                self.run.start(Arc::new(show));
            }
        }
    }

    /// Puts the board after the run on the desk.
    fn show_the_end(self) {
        if let Some(tombstone) = self.watched.try_update_value(Option::take).flatten() {
            self.edit(Edit::Run(tombstone));
            self.after_run.set(Some(self.desk.get_untracked()));
        }
    }

    /// Whether the board is still as the last run left it, so that it can be watched again.
    pub(super) fn can_watch_again(self) -> bool {
        let is_at_rest = self.run.player.with(|player| player.has_run() && !player.is_run());
        is_at_rest && self.after_run.with(|after| self.desk.with(|desk| after.as_ref() == Some(desk)))
    }

    /// Shows the last run again. The board stays as it is.
    pub(super) fn watch_again(self) {
        self.let_go();
        self.run.press(RunButton::Again);
    }
}
