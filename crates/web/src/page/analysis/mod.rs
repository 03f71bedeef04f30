//! The analysis board: anything can be laid out and tried, nothing is at stake.

mod best;
mod board;
mod graves;
mod list;
mod share;
mod tray;
mod words;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use rules::game::{Axis, Colour};
use rules::{Cell, Direction, FigureId, Stone, Tombstone, Whereabouts};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, KeyboardEvent};

use self::best::Advice;
use self::list::Leaf;
use self::share::Copied;
use super::app::theme_tool;
use super::i18n::*;
use super::table::board_view;
use super::words as common_words;
use crate::draw::floor::Orientation;
use crate::draw::icons::Icon;
use crate::draw::logo::logo;
use crate::route::Route;
use crate::scene::foresight::{End, Foresight};
use crate::scene::study::picture::Watching;
use crate::scene::study::{Desk, Edit, Goal, Refusal, Study, Thing, Top, goals, outlook};
use crate::table::Speed;

/// What a click on the board does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tool {
    /// Moves things, and turns what is only tapped.
    Hand,
    /// Lets figures walk by the rules.
    Walk,
    /// Takes things away.
    Rub,
    /// Turns things and figures over.
    Turn,
    /// Puts a stone down.
    Stone(Stone),
    /// Puts a space of blood down, or wipes it off.
    Blood,
    /// Puts the square pool down.
    SquarePool,
    /// Puts the long pool down.
    LongPool,
    /// Puts a teleporter down.
    Teleporter,
    /// Puts a figure down.
    Figure(FigureId),
    /// Puts the monster down, looking this way.
    Monster(Direction),
}

/// What is drawn over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Aids {
    sight: bool,
    ends: bool,
    dangers: bool,
    best: bool,
}

/// What somebody has taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// What lies on this space.
    On(Cell),
    /// A figure that waits outside.
    Waiting(FigureId),
}

/// What the panels of a small screen show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tab {
    Best,
    Tray,
    List,
    Share,
}

impl Tab {
    const ALL: [Tab; 4] = [Tab::Best, Tab::Tray, Tab::List, Tab::Share];

    const fn name(self) -> &'static str {
        match self {
            Tab::Best => "best",
            Tab::Tray => "tray",
            Tab::List => "list",
            Tab::Share => "share",
        }
    }
}

/// The tombstones to try: at most two, the newest last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tried(Vec<Tombstone>);

impl Tried {
    fn toggle(&mut self, tombstone: Tombstone) {
        if self.0.contains(&tombstone) {
            return self.0.retain(|other| *other != tombstone);
        }
        self.0.push(tombstone);
        if self.0.len() > 2 {
            self.0.remove(0);
        }
    }

    /// Their ends, the shortest way first.
    fn drawn(&self, outlook: &Foresight) -> Vec<End> {
        let mut ends: Vec<End> = self.0.iter().filter_map(|tombstone| outlook.end(*tombstone).cloned()).collect();
        ends.sort_by_key(|end| (end.trail.len(), end.hops.len()));
        ends
    }
}

/// Everything that the parts of this screen share.
#[derive(Clone, Copy)]
struct Bench {
    study: RwSignal<Study>,
    /// The desk on the board; it changes only when that does.
    desk: Memo<Desk>,
    outlook: Memo<Option<Foresight>>,
    watching: RwSignal<Option<Watching>>,
    /// Rings when the next beat of what is watched is due.
    timer: StoredValue<Option<TimeoutHandle>>,
    tool: RwSignal<Tool>,
    band: RwSignal<Colour>,
    arrow: RwSignal<Direction>,
    axis: RwSignal<Axis>,
    held: RwSignal<Option<Held>>,
    cursor: RwSignal<Option<Cell>>,
    /// The figure that walks by the rules.
    chosen: RwSignal<Option<FigureId>>,
    /// The tombstones to try.
    tried: RwSignal<Tried>,
    /// Whether a click on a tombstone marks it as used.
    marks_used: RwSignal<bool>,
    aids: RwSignal<Aids>,
    /// What was refused or done, in words.
    notice: RwSignal<Option<String>>,
    /// What became of the text that was to be copied last.
    copied: RwSignal<Option<Copied>>,
    advice: RwSignal<Advice>,
    tab: RwSignal<Tab>,
    leaf: RwSignal<Leaf>,
}

impl Bench {
    fn new(desk: Desk) -> Bench {
        let study = RwSignal::new(Study::new(desk));
        let desk = Memo::new(move |_| study.with(|study| study.desk().clone()));
        let aids = Aids { sight: true, ends: true, dangers: true, best: true };
        Bench {
            study,
            desk,
            outlook: Memo::new(move |_| desk.with(outlook)),
            watching: RwSignal::new(None),
            timer: StoredValue::new(None),
            tool: RwSignal::new(Tool::Hand),
            band: RwSignal::new(desk.with_untracked(|desk| desk.situation().start)),
            arrow: RwSignal::new(Direction::North),
            axis: RwSignal::new(Axis::Row),
            held: RwSignal::new(None),
            cursor: RwSignal::new(None),
            chosen: RwSignal::new(None),
            tried: RwSignal::new(Tried(vec![])),
            marks_used: RwSignal::new(false),
            aids: RwSignal::new(aids),
            notice: RwSignal::new(None),
            copied: RwSignal::new(None),
            advice: RwSignal::new(Advice::Thinking),
            tab: RwSignal::new(Tab::Best),
            leaf: RwSignal::new(Leaf::Ends),
        }
    }

    /// Does something, or tells why it cannot be done.
    fn edit(self, i18n: common_words::Language, edit: Edit) {
        self.stop_watching();
        let before = self.desk.get_untracked();
        let done = self.study.try_update(|study| study.edit(edit));
        let refused = done.and_then(Result::err);
        self.notice.set(refused.map(|refusal| words::refusal(i18n, &before, refusal)));
        self.copied.set(None);
        self.held.set(None);
    }

    /// Changes the study in a way that cannot be refused.
    fn change(self, change: impl FnOnce(&mut Study)) {
        self.stop_watching();
        self.study.update(change);
        self.notice.set(None);
        self.copied.set(None);
        self.held.set(None);
    }

    /// What the tool puts down.
    fn thing(self) -> Option<Thing> {
        match self.tool.get_untracked() {
            Tool::Hand | Tool::Walk | Tool::Rub | Tool::Turn => None,
            Tool::Stone(stone) => Some(Thing::Stone(stone)),
            Tool::Blood => Some(Thing::Blood),
            Tool::SquarePool => Some(Thing::SquarePool),
            Tool::LongPool => Some(Thing::LongPool(self.axis.get_untracked())),
            Tool::Teleporter => Some(Thing::Teleporter(self.arrow.get_untracked())),
            Tool::Figure(figure) => Some(Thing::Figure(figure)),
            Tool::Monster(facing) => Some(Thing::Monster(facing)),
        }
    }

    /// Uses the tool on a space.
    fn use_on(self, i18n: common_words::Language, cell: Cell) {
        if let Some(thing) = self.thing() {
            return self.edit(i18n, Edit::Put(thing, cell));
        }
        match self.tool.get_untracked() {
            Tool::Rub => self.edit(i18n, Edit::Erase(cell)),
            Tool::Walk => self.walk_to(i18n, cell),
            _ => self.edit(i18n, Edit::Turn(cell)),
        }
    }

    /// Chooses the figure on this space, or lets the chosen one walk there.
    fn walk_to(self, i18n: common_words::Language, cell: Cell) {
        let figure = self.desk.with_untracked(|desk| match desk.top(cell) {
            Some(Top::Figure(figure)) => Some(figure),
            _ => None,
        });
        let chosen = self.chosen.get_untracked();
        match (figure, chosen) {
            (Some(figure), _) if chosen != Some(figure) => self.choose(i18n, figure),
            (Some(_), _) => self.chosen.set(None),
            (None, Some(figure)) => {
                let place = Whereabouts::On(cell);
                let desk = self.desk.get_untracked();
                match goals(&desk, figure).into_iter().find(|goal| goal.place == place) {
                    Some(Goal { path, .. }) => {
                        self.chosen.set(None);
                        self.edit(i18n, Edit::Walk { figure, path });
                    }
                    None => self.notice.set(Some(words::refusal(i18n, &desk, Refusal::Illegal(figure)))),
                }
            }
            (None, None) => {}
        }
    }

    /// Chooses a figure to walk, or tells why it cannot.
    fn choose(self, i18n: common_words::Language, figure: FigureId) {
        match self.desk.with_untracked(|desk| desk.can_walk(figure)) {
            Ok(()) => {
                self.chosen.set(Some(figure));
                self.leaf.set(Leaf::Goals);
            }
            Err(refusal) => {
                let words = self.desk.with_untracked(|desk| words::refusal(i18n, desk, refusal));
                self.notice.set(Some(words));
            }
        }
    }

    /// Shows a run, step by step; the board stands as after it when it is over.
    fn watch(self, i18n: common_words::Language, tombstone: Tombstone) {
        let desk = self.desk.get_untracked();
        match Watching::begin(&desk, tombstone) {
            Err(refusal) => self.notice.set(Some(words::refusal(i18n, &desk, refusal))),
            Ok(watching) => {
                self.edit(i18n, Edit::Run(tombstone));
                self.tried.update(|tried| tried.0.retain(|other| *other != tombstone));
                self.show(watching);
            }
        }
    }

    fn show(self, watching: Watching) {
        let ms = watching.ms(Speed::default());
        self.stop_timer();
        self.watching.set(Some(watching));
        let wait = std::time::Duration::from_millis(ms.into());
        self.timer.set_value(set_timeout_with_handle(move || self.go_on(), wait).ok());
    }

    /// The board stands as it will after the run that is watched.
    fn stop_watching(self) {
        self.stop_timer();
        self.watching.set(None);
    }

    fn stop_timer(self) {
        if let Some(Some(timer)) = self.timer.try_update_value(Option::take) {
            timer.clear();
        }
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

/// The screen, with the position of the address.
#[component]
pub fn Analysis(
    /// A position or situation string; the basic fortress if it is empty.
    text: String,
) -> impl IntoView {
    let i18n = use_i18n();
    let read = if text.is_empty() { Ok(Desk::basic()) } else { Desk::read(&text) };
    let problem = read.as_ref().err().cloned();
    let bench = Bench::new(read.unwrap_or_else(|_| Desk::basic()));
    // Told once, in the language of that moment.
    bench.notice.set(untrack(|| problem.map(|problem| words::unread(i18n, &problem))));
    let view = board_view();
    follow_in_address(bench);
    best::keep_advising(bench);
    let keys =
        window_event_listener(leptos::ev::keydown, move |event| act_on_key(bench, i18n, view.get_untracked(), &event));
    on_cleanup(move || {
        keys.remove();
        bench.stop_timer();
    });
    view! {
        <main class="analysis" data-tab=move || bench.tab.get().name()>
            <div class="sheet">
                {board::stage(bench, view)}
                {board::aids(bench)}
                {mast(bench)}
                {tray::tray(bench)}
                {best::best(bench)}
                {list::list(bench)}
                {share::share(bench)}
                {graves::graves(bench)}
                {list::line_strip(bench)}
                {tabs(bench)}
            </div>
        </main>
    }
}

/// The link in the address bar is the one of what is on the board. No way back is laid for it: there is undo.
fn follow_in_address(bench: Bench) {
    let text = Memo::new(move |_| bench.desk.with(|desk| desk.situation().to_string()));
    Effect::new(move |earlier: Option<String>| {
        let text = text.get();
        if earlier.is_some_and(|earlier| earlier != text) {
            let address = Route::Position(text.clone()).to_string();
            let history = window().history();
            // Refused only where the page is not allowed to have a history; then the address stays as it is.
            let _ = history.and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
        }
        text
    });
}

fn act_on_key(bench: Bench, i18n: common_words::Language, view: Orientation, event: &KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_in = |selector: &str| target.as_ref().is_some_and(|target| target.matches(selector).unwrap_or(false));
    if is_in("input, select, textarea") || event.alt_key() || event.default_prevented() {
        return;
    }
    let key = event.key().to_lowercase();
    match key.as_str() {
        "z" if event.ctrl_key() || event.meta_key() => {
            bench.change(if event.shift_key() { Study::redo } else { Study::undo });
        }
        "y" if event.ctrl_key() || event.meta_key() => bench.change(Study::redo),
        _ if event.ctrl_key() || event.meta_key() => return,
        "escape" => {
            bench.held.set(None);
            bench.chosen.set(None);
            bench.stop_watching();
            bench.notice.set(None);
            bench.copied.set(None);
        }
        _ if !is_in(".analysis .board") || !board::act_on_key(bench, i18n, view, &key) => return,
        _ => {}
    }
    event.prevent_default();
}

fn mast(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let moment = move || {
        bench.desk.with(|desk| {
            let situation = desk.situation();
            let moment = common_words::moment(i18n, situation.stage.number(), situation.turn);
            match desk.to_move() {
                Some(colour) => {
                    let colour = common_words::colour(i18n, colour);
                    format!("{moment}, {}", t_string!(i18n, analysis.to_move, colour = colour))
                }
                None => moment,
            }
        })
    };
    view! {
        <header class="mast panel">
            <a class="homeward" href=Route::Home.to_string() inner_html=move || logo(t_string!(i18n, common.home))></a>
            <h1 class="disp">{t!(i18n, common.analysis)}<small>{moment}</small></h1>
            <div class="tools">
                {theme_tool()}
                <a class="tool" href=Route::Home.to_string() aria-label=move || t_string!(i18n, common.home)>
                    <svg viewBox=Icon::Menu.view_box() aria-hidden="true" inner_html=Icon::Menu.markup()></svg>
                </a>
            </div>
        </header>
    }
}

/// The four tabs of a small screen.
fn tabs(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let tab = move |tab: Tab| {
        let name = move || match tab {
            Tab::Best => t_string!(i18n, analysis.best),
            Tab::Tray => t_string!(i18n, analysis.place),
            Tab::List => t_string!(i18n, analysis.moves),
            Tab::Share => t_string!(i18n, analysis.share),
        };
        view! {
            <button
                data-tab=tab.name()
                aria-pressed=move || (bench.tab.get() == tab).to_string()
                on:click=move |_| bench.tab.set(tab)
            >
                {name}
            </button>
        }
    };
    view! { <div class="sw" role="group" aria-label=move || t_string!(i18n, common.analysis)>{Tab::ALL.map(tab).collect_view()}</div> }
}
