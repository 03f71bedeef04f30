//! The tile in the hand, enlarged, and the bar to turn it, put it back and lay it.

use leptos::prelude::*;
use rules::game::Placement;

use super::bench::{LayingBench, Purpose};
use super::words;
use crate::draw::laying::{self as draw_laying, Spin};
use crate::page::i18n::*;
use crate::page::words::{Language, on, rich_text, tile as tile_name};
use crate::scene::laying::{Reason, TileHand, tile_at};
use crate::scene::rich::plain;
use crate::table::Die;

/// The tile that was laid last, with its description.
pub(super) type Last = Signal<Option<(Placement, String)>>;

/// The tile in the hand with its description; while others lay, the tile they laid last. Where there is no room for it,
/// [`note`] shows the same.
pub(super) fn hand(bench: LayingBench, last: Last) -> impl IntoView {
    let i18n = use_i18n();
    let held =
        Memo::new(move |_| bench.read(|hand| hand.tile().map(|tile| (tile, hand.arrow(), hand.axis()))).flatten());
    let has_hand = Memo::new(move |_| bench.hand.with(Option::is_some));
    let theirs = move || last.get().filter(|_| !has_hand.get()).map(|(placement, _)| placement);
    let picture = move || match (held.get(), theirs()) {
        (Some((tile, arrow, axis)), _) => draw_laying::in_hand(tile, arrow, axis),
        (None, _) if bench.is_rolling.get() => draw_laying::die().to_owned(),
        (None, Some(placement)) => draw_laying::laid(placement),
        (None, None) => String::new(),
    };
    let title = move || match (held.get(), theirs()) {
        (Some((tile, ..)), _) => tile_name(i18n, tile),
        (None, _) if bench.is_rolling.get() => die_name(i18n, bench).to_owned(),
        (None, Some(placement)) => tile_name(i18n, placement.tile()),
        (None, None) if has_hand.get() => t_string!(i18n, setup.empty_hand).to_owned(),
        (None, None) => String::new(),
    };
    let spins = move || {
        let both = || [Spin::Left, Spin::Right].map(|spin| spin_button(bench, spin, "btn")).collect_view();
        has_hand.get().then(|| view! { <div class="spin">{both()}</div> })
    };
    view! {
        <section class="hand panel" aria-label=move || t_string!(i18n, setup.hand)>
            <svg class="big" viewBox=draw_laying::IN_HAND_BOX aria-hidden="true" inner_html=picture></svg>
            {spins}
            <div class="told">
                <b class="disp">{title}</b>
                <p>{move || rich_text(&said(i18n, bench, last))}</p>
            </div>
        </section>
    }
}

fn said(i18n: Language, bench: LayingBench, last: Last) -> String {
    match last.get() {
        Some((_, said)) if bench.hand.with(Option::is_none) => said,
        Some(_) | None => about(i18n, bench),
    }
}

/// A strip below a small board: why the tile may not lie where the player pointed, or its description.
pub(super) fn note(bench: LayingBench, last: Last) -> impl IntoView {
    let i18n = use_i18n();
    let reason = Memo::new(move |_| refused(bench));
    view! {
        <p class="mob panel" class:warns=move || reason.get().is_some()>
            {move || match reason.get() {
                Some(reason) => why_not(i18n, reason).into_any(),
                None => rich_text(&said(i18n, bench, last)).into_any(),
            }}
        </p>
    }
}

/// A balloon beside a large board: why the tile may not lie where the player pointed.
pub(super) fn balloon(bench: LayingBench) -> impl IntoView {
    let i18n = use_i18n();
    let reason = Memo::new(move |_| refused(bench));
    move || reason.get().map(|reason| view! { <p class="nob panel">{why_not(i18n, reason)}</p> })
}

fn refused(bench: LayingBench) -> Option<Reason> {
    bench.read(|hand| hand.refusal().map(|refusal| refusal.reason)).flatten()
}

fn why_not(i18n: Language, reason: Reason) -> impl IntoView {
    view! {
        <b class="not">{t_string!(i18n, setup.not_there)}</b>
        " "
        <span>{rich_text(&words::reason(i18n, reason))}</span>
    }
}

/// What the die does here.
pub(super) fn die_name(i18n: Language, bench: LayingBench) -> &'static str {
    match bench.purpose {
        Purpose::Game(Die::OwnTile) => t_string!(i18n, setup.one_at_random),
        Purpose::Game(Die::AllTiles) | Purpose::Own => t_string!(i18n, setup.at_random),
    }
}

/// The description of what is in the hand.
fn about(i18n: Language, bench: LayingBench) -> String {
    if bench.is_rolling.get() {
        let count = match bench.purpose {
            Purpose::Game(Die::OwnTile) => return t_string!(i18n, setup.one_at_random_sub).to_owned(),
            Purpose::Game(Die::AllTiles) | Purpose::Own => bench.tiles_left() as u32,
        };
        let fall = t_string!(i18n, setup.at_random_all, count = count).to_string();
        return match bench.purpose {
            Purpose::Game(_) if count > 1 => format!("{fall} {}", t_string!(i18n, setup.at_random_theirs)),
            Purpose::Game(_) | Purpose::Own => fall,
        };
    }
    let held = bench.read(|hand| match (hand.tile(), bench.purpose) {
        (Some(tile), _) => words::about(i18n, bench.view.get(), tile, hand),
        (None, Purpose::Game(_)) => t_string!(i18n, setup.pick_first).to_owned(),
        (None, Purpose::Own) => t_string!(i18n, setup.lift_first).to_owned(),
    });
    held.unwrap_or_default()
}

fn spin_button(bench: LayingBench, spin: Spin, class: &'static str) -> impl IntoView {
    let i18n = use_i18n();
    let label = move || match spin {
        Spin::Left => t_string!(i18n, setup.turn_left),
        Spin::Right => t_string!(i18n, setup.turn_right),
    };
    let turn = move |_| {
        bench.with_hand(|hand| match spin {
            Spin::Left => hand.turn_left(),
            Spin::Right => hand.turn_right(),
        });
    };
    let name = match spin {
        Spin::Left => "turn-left",
        Spin::Right => "turn-right",
    };
    let is_turnable = Memo::new(move |_| bench.read(TileHand::is_turnable).unwrap_or(false));
    view! {
        <button class=class data-do=name aria-label=label disabled=move || !is_turnable.get() on:click=turn>
            <svg viewBox=draw_laying::TURN_BOX aria-hidden="true" inner_html=draw_laying::turn(spin)></svg>
        </button>
    }
}

/// The bar of the player who lays: the plan, buttons to turn the tile where there is no room for the hand, undo, and
/// lay.
pub(super) fn laying_bar(
    bench: LayingBench,
    left: AnyView,
    is_pending: Signal<bool>,
    confirm: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    let target = move || {
        let cell = bench.read(|hand| hand.placement().and_then(words::first_cell)).flatten();
        // Not in capitals like other texts in this typeface, because the names of spaces are lower case.
        cell.map(|cell| {
            let (before, after) = around(&t_string!(i18n, setup.to_cell, cell = "|").to_string());
            view! { <span class="disp">{before}<span class="cell">{cell.to_string()}</span>{after}</span> " " }
        })
    };
    // The description of a tile or of an empty hand is shown elsewhere.
    let sum = move || {
        let sum = bench.read(|hand| match (hand.tile(), hand.placement()) {
            (Some(_), Some(_)) => words::others(i18n, hand),
            (Some(_), None) => t_string!(i18n, setup.choose_space).to_owned(),
            (None, _) => String::new(),
        });
        sum.unwrap_or_default()
    };
    let is_ready = Memo::new(move |_| bench.is_ready());
    let go = move || {
        if bench.is_rolling.get() { t_string!(i18n, setup.roll) } else { t_string!(i18n, setup.place) }
    };
    view! {
        <section class="act panel" aria-label=move || t_string!(i18n, setup.your_tile)>
            <div class="sum">{target} <span>{sum}</span></div>
            {[Spin::Left, Spin::Right].map(|spin| spin_button(bench, spin, "btn msp")).collect_view()}
            {left}
            <button
                class="btn go"
                data-do="place"
                disabled=move || !is_ready.get() || is_pending.get()
                aria-busy=move || is_pending.get().to_string()
                on:click=move |_| confirm.run(())
            >
                {go}
            </button>
        </section>
    }
}

/// The text before and after the mark.
fn around(text: &str) -> (String, String) {
    let (before, after) = text.split_once('|').unwrap_or((text, ""));
    (before.to_owned(), after.to_owned())
}

pub(super) fn undo_button(bench: LayingBench) -> impl IntoView {
    let i18n = use_i18n();
    let is_empty =
        Memo::new(move |_| !bench.is_rolling.get() && bench.read(|hand| hand.tile().is_none()).unwrap_or(true));
    view! {
        <button class="btn und" data-do="undo" disabled=is_empty on:click=move |_| bench.take_back()>
            {t!(i18n, common.undo)}
        </button>
    }
}

/// The state of the hand for screen readers.
pub(super) fn spoken(i18n: Language, bench: LayingBench) -> String {
    if bench.is_rolling.get() {
        return about(i18n, bench);
    }
    let spoken = bench.read(|hand| {
        let Some(held) = hand.tile() else {
            let under = hand.cursor().and_then(|cell| Some((cell, tile_at(hand.tiles(), cell)?)));
            return match under {
                Some((cell, placement)) if bench.purpose == Purpose::Own => {
                    format!("{cell}, {}", tile_name(i18n, placement.tile()))
                }
                Some(_) | None => hand.cursor().map_or_else(|| about(i18n, bench), |cell| cell.to_string()),
            };
        };
        let tile = tile_name(i18n, held);
        if let Some(refusal) = hand.refusal() {
            let reason = plain(&words::reason(i18n, refusal.reason));
            return format!("{} {reason}", t_string!(i18n, setup.not_there));
        }
        let about = plain(&words::about(i18n, bench.view.get(), held, hand));
        match hand.placement().and_then(words::first_cell) {
            Some(cell) => {
                let stands = on(i18n, &tile, cell) + ".";
                // The orientation may change; what a stone does has been described already.
                if hand.is_turnable() { format!("{stands} {about}") } else { stands }
            }
            None => format!("{} {about}", t_string!(i18n, setup.said_picked, tile)),
        }
    });
    spoken.unwrap_or_default()
}
