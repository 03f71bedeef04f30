//! The fortress editor: a player's own fortress for a new table. Every tile can be lifted again.

use leptos::prelude::*;
use rules::chance::{Purpose as Chance, Seed, Stream};
use rules::game::{PartialFortress, Tile};

use super::bar::{balloon, hand, laying_bar, note, spoken, undo_button};
use super::bench::{LayingBench, Purpose};
use super::board::board;
use super::keys::listen;
use super::tray::tray;
use crate::draw::icons::Icon;
use crate::draw::logo::logo;
use crate::page::app::{go_to, theme_tool};
use crate::page::games::random_bytes;
use crate::page::i18n::*;
use crate::page::menu::{menu, rules_tool, sound_tool};
use crate::page::newtable::{remember, remembered};
use crate::page::rulebook::Rulebook;
use crate::page::{focus, sound, storage};
use crate::route::Route;
use crate::scene::laying::TileHand;
use crate::scene::newtable::Floors;
use crate::table::draft;

const DRAFT_KEY: &str = "fearsome.fortress";

/// The fortress editor. It begins with the fortress of the form.
#[component]
pub fn Fortress() -> impl IntoView {
    let i18n = use_i18n();
    let form = remembered();
    let begun = form.tiles().unwrap_or_default();
    let draft = storage::read(DRAFT_KEY).and_then(|text| draft::read(&text, &begun));
    let tiles = draft.unwrap_or(begun);
    let bench = LayingBench::new(tiles, Purpose::Own, form.monster);
    bench.hand.set(Some(TileHand::new(tiles)));
    keep_draft(bench, begun);
    let confirm = Callback::new(move |()| lay(bench));
    listen(bench, confirm, Callback::new(|()| {}));
    let nobody = Signal::stored(None);
    let is_busy =
        Memo::new(move |_| bench.is_rolling.get() || bench.read(|hand| hand.tile().is_some()).unwrap_or(false));
    let cleared = RwSignal::new(None);
    let rulebook = Rulebook::provide();
    let bar = move || {
        if is_busy.get() {
            laying_bar(bench, putting_away(bench).into_any(), Signal::stored(false), confirm).into_any()
        } else {
            done_bar(bench, cleared).into_any()
        }
    };
    view! {
        <main class="table setup alone">
            <h1 class="vh">{t!(i18n, setup.fortress)}</h1>
            <div class="sheet">
                <section class="stage panel" aria-label=move || t_string!(i18n, setup.board)>
                    <div class="frame">
                        {board(bench)}
                        {balloon(bench)}
                    </div>
                    <p class="vh" id="board-help">{t!(i18n, setup.fortress_help)}</p>
                </section>
                {mast(bench)}
                {note(bench, nobody)}
                {tray(bench)}
                <div class="strip">{hand(bench, nobody)} {bar}</div>
            </div>
            <p class="vh" aria-live="polite">{move || spoken(i18n, bench)}</p>
            {rulebook.pages()}
            {sound::settings()}
        </main>
    }
}

/// Stores the draft, so that a reload continues with it.
fn keep_draft(bench: LayingBench, begun: PartialFortress) {
    let lying = Memo::new(move |_| bench.read(TileHand::at_rest));
    Effect::new(move |earlier: Option<()>| {
        if let (Some(lying), Some(())) = (lying.get(), earlier) {
            // A browser that does not store it is not an error.
            storage::write(DRAFT_KEY, &draft::write(&begun, &lying));
        }
    });
}

/// Lays what is in the hand: a tile, or all remaining ones at random.
fn lay(bench: LayingBench) {
    if bench.is_rolling.get_untracked() {
        let mut chance = Stream::new(&Seed(random_bytes()), &[], Chance::SetUp);
        bench.with_hand(|hand| hand.finish_at_random(&mut chance));
    } else {
        bench.with_hand(TileHand::settle);
    }
    focus::on(focus::BOARD);
}

/// Where the tile in the hand goes if it is not laid.
fn putting_away(bench: LayingBench) -> impl IntoView {
    let i18n = use_i18n();
    let is_lifted = Memo::new(move |_| bench.read(TileHand::is_lifted).unwrap_or(false));
    move || {
        if is_lifted.get() {
            let put_away = move |_| bench.with_hand(TileHand::put_away);
            view! { <button class="btn und" data-do="put-away" on:click=put_away>{t!(i18n, setup.into_box)}</button> }
                .into_any()
        } else {
            undo_button(bench).into_any()
        }
    }
}

/// `cleared` are the tiles before everything was put into the box.
fn done_bar(bench: LayingBench, cleared: RwSignal<Option<TileHand>>) -> impl IntoView {
    let i18n = use_i18n();
    let is_complete = Memo::new(move |_| bench.lying().complete().is_some());
    let is_empty = Memo::new(move |_| bench.lying().placements().next().is_none());
    let words = move || {
        if is_complete.get() { t_string!(i18n, setup.all_done) } else { t_string!(i18n, setup.not_done) }
    };
    let can_restore = move || is_empty.get() && cleared.with(Option::is_some);
    let clear = move |_| {
        if untrack(can_restore) {
            let before = cleared.get_untracked();
            cleared.set(None);
            bench.hand.set(before);
        } else {
            cleared.set(bench.hand.get_untracked());
            bench.with_hand(TileHand::clear);
        }
    };
    let done = move |_| {
        let Some(fortress) = untrack(|| bench.lying()).complete() else { return };
        let mut form = remembered();
        form.set_floors(Floors::Own(fortress));
        remember(&form);
        storage::remove(DRAFT_KEY);
        go_to(&Route::NewTable);
    };
    view! {
        <section class="act done panel" aria-label=move || t_string!(i18n, setup.fortress)>
            <div class="sum"><span>{words}</span></div>
            <button class="btn und" data-do="clear" disabled=move || is_empty.get() && !can_restore() on:click=clear>
                {move || if can_restore() { t_string!(i18n, common.undo) } else { t_string!(i18n, setup.clear) }}
            </button>
            <button class="btn go" data-do="done" disabled=move || !is_complete.get() on:click=done>
                {t!(i18n, setup.done)}
            </button>
        </section>
    }
}

fn mast(bench: LayingBench) -> impl IntoView {
    let i18n = use_i18n();
    let laid = Memo::new(move |_| bench.lying().placements().count());
    let leave = view! {
        <a class="tool" data-do="leave" href=Route::NewTable.to_string() on:click=|_| storage::remove(DRAFT_KEY) aria-label=move || t_string!(i18n, setup.leave)>
            <svg viewBox=Icon::Back.view_box() aria-hidden="true" inner_html=Icon::Back.markup()></svg>
        </a>
    };
    view! {
        <header class="mast panel">
            <a class="homeward" href=Route::Home.to_string() inner_html=move || logo(t_string!(i18n, common.home))></a>
            {menu(leave, view! { {sound_tool()} {rules_tool()} {theme_tool()} })}
            <div class="turnbox">
                <b class="disp">{t!(i18n, setup.fortress)}</b>
                <span class="nth disp">{move || format!("{} / {}", laid.get(), Tile::COUNT)}</span>
            </div>
        </header>
    }
}
