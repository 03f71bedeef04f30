//! The tray: every kind of tile, how many are left, and the die that lays the rest at random.

use leptos::prelude::*;
use rules::Stone;
use rules::game::{Pair, Tile};

use super::bar::die_name;
use super::bench::LayingBench;
use crate::draw::icons;
use crate::draw::laying as draw_laying;
use crate::page::focus;
use crate::page::i18n::*;
use crate::page::words::tile as tile_name;
use crate::scene::laying::TRAY;

pub(super) fn tray(bench: LayingBench) -> impl IntoView {
    let i18n = use_i18n();
    let left = Memo::new(move |_| TRAY.into_iter().map(|tile| bench.left(tile)).sum::<usize>());
    let has_hand = Memo::new(move |_| bench.hand.with(Option::is_some));
    let roll = move |_| {
        bench.roll();
        focus::on(focus::BOARD);
    };
    view! {
        <section class="tray panel" aria-labelledby="tray-title">
            <h2 class="disp" id="tray-title">
                <span>{t!(i18n, setup.tray)}</span>
                <small>{move || t_string!(i18n, setup.left_of, left = left.get()).to_string()}</small>
            </h2>
            <ul class="tiles">
                {TRAY.map(|tile| kind(bench, tile, has_hand)).collect_view()}
                <li>
                    <button
                        class="tile"
                        class:on=move || bench.is_rolling.get()
                        data-tile="random"
                        disabled=move || !has_hand.get() || left.get() == 0
                        aria-pressed=move || bench.is_rolling.get().to_string()
                        on:click=roll
                    >
                        <svg viewBox=draw_laying::DIE_BOX aria-hidden="true" inner_html=draw_laying::die()></svg>
                        <span class="name">{move || die_name(i18n, bench)}</span>
                    </button>
                </li>
            </ul>
        </section>
    }
}

/// The name of a kind in the markup, for tests.
const fn name(tile: Tile) -> &'static str {
    match tile {
        Tile::Stone(Stone::Plain) => "stone",
        Tile::Stone(Stone::Crystal) => "crystal",
        Tile::Stone(Stone::TurnRight) => "turner",
        Tile::Stone(Stone::TurnAround) => "returner",
        Tile::Teleporter(Pair::One) => "first-teleporter",
        Tile::Teleporter(Pair::Two) => "second-teleporter",
        Tile::SquarePool => "square-pool",
        Tile::LongPool => "long-pool",
    }
}

fn kind(bench: LayingBench, tile: Tile, has_hand: Memo<bool>) -> impl IntoView {
    let i18n = use_i18n();
    let left = Memo::new(move |_| bench.left(tile));
    let is_held = Memo::new(move |_| bench.read(|hand| hand.tile() == Some(tile)).unwrap_or(false));
    let label = move || match left.get() {
        0 => t_string!(i18n, setup.tile_gone, tile = tile_name(i18n, tile)).to_string(),
        left => t_string!(i18n, setup.tile_left, tile = tile_name(i18n, tile), left).to_string(),
    };
    let count = move || match left.get() {
        0 => view! { <svg viewBox=icons::STANDING_BOX><use href="#i-moved" /></svg> }.into_any(),
        left => left.into_any(),
    };
    let pick = move |_| {
        bench.with_hand(|hand| hand.pick(tile));
        focus::on(focus::BOARD);
    };
    view! {
        <li>
            <button
                class="tile"
                class:on=is_held
                class:gone=move || left.get() == 0
                data-tile=name(tile)
                disabled=move || !has_hand.get() || left.get() == 0
                aria-pressed=move || is_held.get().to_string()
                on:click=pick
            >
                <span class="vh">{label}</span>
                <svg viewBox=draw_laying::rich_box(tile) aria-hidden="true" inner_html=draw_laying::rich(tile)></svg>
                <span class="name" aria-hidden="true">{move || tile_name(i18n, tile)}</span>
                <span class="n" aria-hidden="true">{count}</span>
            </button>
        </li>
    }
}
