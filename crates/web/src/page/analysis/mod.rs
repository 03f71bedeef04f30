//! The analysis board: any position can be laid out and tried.

mod bench;
mod best;
mod board;
mod ends;
mod graves;
mod lines;
mod list;
mod share;
mod tray;
mod words;

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::KeyboardEvent;

use self::bench::Bench;
use super::answer::answer;
use super::app::use_frame;
use super::i18n::*;
use super::keys;
use super::menu::{colours_and_home, menu, rules_tool, sound_tool};
use super::pointed::Pointed;
use super::rulebook::Rulebook;
use super::run::run_bar;
use super::sound;
use super::table::board_view;
use super::words as common_words;
use crate::draw::floor::Orientation;
use crate::draw::icons::Icon;
use crate::draw::logo::logo;
use crate::route::{Route, split_monster};
use crate::scene::player::Player;
use crate::scene::study::{Desk, Study};

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

/// The screen, with the position of the address.
#[component]
pub fn Analysis(
    /// A position or situation string; the basic fortress if it is empty.
    text: String,
) -> impl IntoView {
    let i18n = use_i18n();
    let (position, monster) = split_monster(&text);
    let read = if position.is_empty() { Ok(Desk::basic()) } else { Desk::read(position) };
    let unread = position.to_owned();
    let problem = read.as_ref().err().cloned();
    let bench = Bench::new(i18n, read.unwrap_or_else(|_| Desk::basic()), monster);
    // A text that cannot be parsed stays in the field, where it can be corrected.
    let unread = problem.map(|problem| {
        // Reported once, in the current language.
        bench.notice.set(Some(untrack(|| words::unread(i18n, &problem))));
        bench.tab.set(Some(Tab::Share));
        unread
    });
    let view = board_view();
    follow_in_address(bench);
    best::keep_advising(bench);
    let keys = window_event_listener(leptos::ev::keydown, move |event| act_on_key(bench, view.get_untracked(), &event));
    on_cleanup(move || keys.remove());
    let rulebook = Rulebook::provide();
    Pointed::provide();
    let is_watching = Memo::new(move |_| bench.run.player.with(Player::is_run));
    view! {
        <main class="analysis" data-tab=move || bench.tab.get().map(Tab::name)>
            <div class="sheet">
                {board::stage(bench, view)}
                {board::aids(bench)}
                {mast(bench)}
                {tray::tray(bench)}
                {best::best(bench)}
                {list::list(bench)}
                {share::share(bench, unread)}
                // The bar covers the tombstones, which keep its room: no run changes the size of the board.
                {graves::graves(bench)}
                {move || is_watching.get().then(|| run_bar(bench.run.controls()))}
                {answer(bench.run.asked, view, None, Callback::new(move |()| bench.run.go_on_after_answer()))}
                {lines::line_strip(bench)}
                {tabs(bench)}
            </div>
            {rulebook.pages()}
            {sound::settings()}
        </main>
    }
}

/// Keeps the address in step with the board. It adds no history entries, because there is undo.
fn follow_in_address(bench: Bench) {
    Effect::new(move |earlier: Option<String>| {
        let address = Route::Position(bench.text.get()).with_monster(bench.monster.get()).to_string();
        if earlier.is_some_and(|earlier| earlier != address) {
            let history = window().history();
            // Fails only where the page may not have a history; then the address stays as it is.
            let _ = history.and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
        }
        address
    });
}

fn act_on_key(bench: Bench, view: Orientation, event: &KeyboardEvent) {
    if keys::is_taken(event) || event.alt_key() || event.default_prevented() {
        return;
    }
    let key = event.key().to_lowercase();
    match key.as_str() {
        "z" if event.ctrl_key() || event.meta_key() => {
            bench.change(if event.shift_key() { Study::redo } else { Study::undo });
        }
        "y" if event.ctrl_key() || event.meta_key() => bench.change(Study::redo),
        _ if event.ctrl_key() || event.meta_key() => return,
        "escape" if bench.run.is_asked() => bench.run.go_on_after_answer(),
        "escape" => bench.let_go(),
        _ if !keys::is_in(event, ".board") || !board::act_on_key(bench, view, &key) => return,
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
                Some(band) => {
                    let colour = common_words::colour(i18n, band);
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
            {menu(view! { {back_tool()} {sound_tool()} }, view! { {rules_tool()} {colours_and_home()} })}
        </header>
    }
}

/// Leads back to the table, replay or level from which somebody came here.
fn back_tool() -> impl IntoView {
    let i18n = use_i18n();
    let came_from = use_frame().came_from.get_untracked();
    let came_from = came_from.filter(|route| matches!(route, Route::Game(_) | Route::Replay { .. } | Route::Level(_)));
    came_from.map(|route| {
        view! {
            <a
                class="tool" data-do="back-to-game" href=route.to_string()
                aria-label=move || t_string!(i18n, analysis.back_to_game)
            >
                <svg viewBox=Icon::Table.view_box() aria-hidden="true" inner_html=Icon::Table.markup()></svg>
            </a>
        }
    })
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
                aria-pressed=move || (bench.tab.get() == Some(tab)).to_string()
                // Pressing it again closes the panel.
                on:click=move |_| bench.tab.update(|shown| *shown = (*shown != Some(tab)).then_some(tab))
            >
                {name}
            </button>
        }
    };
    view! { <div class="sw" role="group" aria-label=move || t_string!(i18n, common.analysis)>{Tab::ALL.map(tab).collect_view()}</div> }
}
