//! Laying the fortress: by the players of a game, or in the editor.

mod bar;
mod bench;
mod board;
pub mod fortress;
mod game;
mod keys;
mod order;
mod tray;
mod words;

use leptos::prelude::*;
use rules::game::Tile;

use self::bar::{Last, balloon, hand, laying_bar, note, spoken, undo_button};
use self::board::board;
use self::game::SetUp;
use self::keys::listen;
use self::order::order;
use self::tray::tray;
use super::driver::Driver;
use super::i18n::*;
use super::menu::{colours_and_home, menu, rules_tool, sound_tool};
use super::names::ShownSeat;
use super::rulebook::Rulebook;
use super::run::speed_choice;
use super::sound;
use super::table::company::{Company, DeadLine, call, dead_bar, line_in_words};
use super::table::{sound_line, trouble_box};
use super::words::{Language, on, tile as tile_name};
use crate::draw::coin;
use crate::draw::icons::Icon;
use crate::draw::logo::logo;
use crate::route::Route;
use crate::table::Link;

/// The screen of a game whose tiles are being laid; `on_done` is called when all are.
pub(super) fn set_up(driver: Driver, seats: Vec<ShownSeat>, on_done: Callback<()>) -> impl IntoView {
    let i18n = use_i18n();
    let set_up = SetUp::new(driver, seats, on_done);
    let bench = set_up.bench;
    let confirm = Callback::new(move |()| set_up.confirm());
    listen(bench, confirm, Callback::new(move |()| set_up.skip()));
    let has_hand = Memo::new(move |_| bench.hand.with(Option::is_some));
    let link = driver.wires().link;
    let is_cut = Memo::new(move |_| matches!(link.get(), Link::Lost { .. }));
    let bar = move || {
        if is_cut.get() {
            dead_bar(DeadLine::of(driver)).into_any()
        } else if has_hand.get() {
            laying_bar(bench, undo_button(bench).into_any(), set_up.is_pending(), confirm).into_any()
        } else {
            wait_bar(set_up).into_any()
        }
    };
    call(has_hand, move || t_string!(i18n, setup.your_tile));
    let last = last_laid(set_up);
    let rulebook = Rulebook::provide();
    let try_again = Callback::new(move |()| set_up.try_again());
    view! {
        <main class="table setup" class:online=Company::of_table().is_some() class:cut=is_cut>
            <h1 class="vh">{t!(i18n, setup.title)}</h1>
            <div class="sheet">
                <section class="stage panel" aria-label=move || t_string!(i18n, setup.board)>
                    <div class="frame">
                        {board(bench)}
                        {corner(set_up)}
                        {balloon(bench)}
                        {hand_over(set_up)}
                    </div>
                    <p class="vh" id="board-help">{t!(i18n, setup.board_help)}</p>
                </section>
                {mast(set_up)}
                {order(set_up)}
                {note(bench, last)}
                {tray(bench)}
                <div class="strip">{hand(bench, last)} {bar}</div>
            </div>
            <p class="vh" aria-live="polite">{move || told(i18n, set_up, last)}</p>
            {line_in_words(link)}
            {trouble_box(set_up.trouble, set_up.seats(), try_again)}
            {rulebook.pages()}
            {sound::settings()}
        </main>
    }
}

/// The number of the tile that is to be laid.
fn nth(set_up: SetUp) -> usize {
    set_up.game.with(|game| game.laying().map_or(Tile::COUNT, |laying| laying.tiles().len() + 1))
}

/// The tile that was laid last, and the player.
fn last_laid(set_up: SetUp) -> Last {
    let i18n = use_i18n();
    let seats = set_up.seats();
    Signal::derive(move || {
        let (seat, placement) = set_up.last.get()?;
        let (name, cell) = (seats.get(seat.index())?.name.clone(), words::first_cell(placement)?);
        let tile = on(i18n, &tile_name(i18n, placement.tile()), cell);
        Some((placement, t_string!(i18n, setup.said_laid, name, tile).to_string()))
    })
}

/// Announcements for screen readers: the last tile and whose turn it is, then the state of the hand.
fn told(i18n: Language, set_up: SetUp, last: Last) -> String {
    let spoken = spoken(i18n, set_up.bench);
    // The last tile is announced once; after that only the hand matters.
    let is_used = set_up.bench.read(|hand| hand.tile().is_some() || hand.cursor().is_some()).unwrap_or(false);
    if is_used || set_up.bench.is_rolling.get() {
        return spoken;
    }
    let next = set_up.game.with(|game| game.acting()).filter(|_| set_up.bench.hand.with(Option::is_some));
    let next = next.and_then(|seat| {
        let ShownSeat { name, is_you, .. } = set_up.seats().get(seat.index())?.clone();
        let words = match is_you {
            true => t_string!(i18n, setup.your_tile).to_owned(),
            false => t_string!(i18n, setup.hand_over, name).to_string(),
        };
        Some(words + ".")
    });
    let told = [last.get().map(|(_, said)| said), next, Some(spoken)];
    told.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn mast(set_up: SetUp) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <header class="mast panel">
            <a class="homeward" href=Route::Home.to_string() inner_html=move || logo(t_string!(i18n, common.home))></a>
            {match Company::of_table() {
                Some(company) => view! { <div class="tools">{sound_tool()} {company.tools.run(sound_line().into_any())}</div> }.into_any(),
                None => menu(sound_tool(), view! { {rules_tool()} {colours_and_home()} }).into_any(),
            }}
            <div class="turnbox">
                <b class="disp">{t!(i18n, setup.title)}</b>
                <span class="nth disp">{move || t_string!(i18n, setup.tile_of, nth = nth(set_up)).to_string()}</span>
            </div>
        </header>
    }
}

/// The content of the header, in the free corner of the board where the header has no room.
fn corner(set_up: SetUp) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <div class="turnbox2 caption panel disp" aria-hidden="true">
            {t!(i18n, setup.title)}
            <small>{move || format!("{} / {}", nth(set_up), Tile::COUNT)}</small>
        </div>
    }
}

/// Announces the next player if several people share the screen. It appears and disappears by itself.
fn hand_over(set_up: SetUp) -> impl IntoView {
    let i18n = use_i18n();
    let seats = set_up.seats();
    let next = Memo::new(move |_| {
        let has_hand = set_up.bench.hand.with(Option::is_some);
        set_up.game.with(|game| game.acting()).filter(|_| has_hand && set_up.is_shared())
    });
    move || {
        let seat = next.get()?;
        let name = seats.get(seat.index())?.name.clone();
        let words = t_string!(i18n, setup.hand_over, name).to_string();
        let band = set_up.game.with_untracked(|game| game.players().band(seat));
        Some(view! {
            <p class=format!("handover disp coin {}", coin::letter(band)) aria-hidden="true"><span>{words}</span></p>
        })
    }
}

fn wait_bar(set_up: SetUp) -> impl IntoView {
    let i18n = use_i18n();
    let seats = set_up.seats();
    let words = move || match set_up.game.with(|game| (game.acting(), game.playing().is_some())) {
        (Some(seat), false) => {
            let name = seats.get(seat.index()).map(|seat| seat.name.clone()).unwrap_or_default();
            t_string!(i18n, setup.others_lay, name).to_string()
        }
        (_, true) | (None, false) => t_string!(i18n, setup.all_lie).to_owned(),
    };
    let set_speed = Callback::new(move |speed| set_up.set_speed(speed));
    let acting = Memo::new(move |_| set_up.game.with(|game| game.acting()));
    let offer = move || Company::of_table().zip(acting.get()).map(|(company, seat)| company.offer.run(seat));
    view! {
        <section class="act wait panel" aria-label=move || t_string!(i18n, setup.waiting_bar)>
            <div class="sum">
                <span class="disp">{words}</span>
                " "
                {speed_choice("speed", set_up.speed(), set_speed)}
                {offer}
            </div>
            <button class="btn" data-do="skip" on:click=move |_| set_up.skip()>
                <svg viewBox=Icon::Skip.view_box() aria-hidden="true" inner_html=Icon::Skip.markup()></svg>
                {t!(i18n, common.skip)}
            </button>
        </section>
    }
}
