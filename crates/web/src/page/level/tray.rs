//! The tray: what may be laid, moved and turned, and where it is.

use leptos::prelude::*;
use puzzles::{Deed, Thing};
use rules::Piece;
use rules::game::{Axis, Face, Pair, Tile};
use web_sys::PointerEvent;

use super::board::{FromTray, waiting};
use super::lair::{Lair, Phase};
use super::words;
use crate::draw::coin::{self, Dress};
use crate::draw::laying;
use crate::page::i18n::*;
use crate::scene::level::{Slot, Trap};

pub(super) fn tray(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    let count = lair.trap.with_untracked(|trap| trap.slots().len());
    let tries = move || match lair.standing().tries {
        0 => t_string!(i18n, level.no_tries).to_owned(),
        tries => words::tries(i18n, tries),
    };
    let best = move || match lair.standing().solved {
        None => t_string!(i18n, level.unlimited).to_owned(),
        Some(solved) => {
            let (steps, tries) = (words::steps(i18n, solved.steps), words::tries(i18n, solved.tries));
            t_string!(i18n, level.solved_best, steps, tries).to_string()
        }
    };
    let deeds = move || lair.trap.with(|trap| trap.preparation().to_string());
    view! {
        <section class="tray panel" data-deeds=deeds aria-label=move || t_string!(i18n, level.pieces)>
            <h2 class="disp">{t!(i18n, level.pieces)}<small>{t!(i18n, level.light_up)}</small></h2>
            <ul class="pcs">{(0..count).map(|slot| view! { <li>{piece(lair, slot)}</li> }).collect_view()}</ul>
            <p class="law">{t!(i18n, level.law)}</p>
            <p class="dry"><b>{tries}</b><span>{best}</span></p>
        </section>
    }
}

/// A piece: a press takes it into the hand, another press puts it back. It can be dragged onto the board.
fn piece(lair: Lair, slot: usize) -> impl IntoView {
    let i18n = use_i18n();
    let what = lair.trap.with_untracked(|trap| trap.slots()[slot].clone());
    let is_held = Memo::new(move |_| lair.trap.with(|trap| trap.hand().is_some_and(|hand| hand.slot == slot)));
    let deed = Memo::new(move |_| lair.trap.with(|trap| trap.deed(slot)));
    let half = Memo::new(move |_| {
        lair.trap.with(|trap| trap.hand().is_some_and(|hand| hand.slot == slot && hand.first.is_some()))
    });
    let markup = lair.trap.with_untracked(|trap| picture(trap, &what));
    let kind = what.thing().map(|thing| thing.to_string());
    let name = {
        let what = what.clone();
        move || words::slot(i18n, &what)
    };
    let state = {
        let what = what.clone();
        move || match (half.get(), is_held.get(), deed.get()) {
            (true, ..) => t_string!(i18n, level.second_teleporter).to_owned(),
            (_, true, _) => t_string!(i18n, level.in_hand).to_owned(),
            (_, false, Some(deed)) => words::placed(i18n, deed),
            (_, false, None) => words::may(i18n, &what),
        }
    };
    let flag = move || {
        deed.get().filter(|_| !is_held.get()).map(|deed: Deed| {
            view! { <span class="on" aria-hidden="true">{words::placed(i18n, deed)}</span> }
        })
    };
    // A piece that is on the board already is not one more to lay.
    let at = match what {
        Slot::Lay { .. } => None,
        Slot::Move { from: at, .. } | Slot::Turn { at, .. } => Some(at),
    };
    let tag = move || {
        let at = at.filter(|_| deed.with(Option::is_none))?;
        Some(view! { <span class="at" aria-hidden="true">{at.to_string()}</span> })
    };
    // Eyes see one of the two, and the flag; the other one is for screen readers.
    let words = move || match is_held.get() {
        true => view! { <span class="vh">{name()}", "</span><span>{state()}</span> },
        false => view! { <span>{name()}</span><span class="vh">", "{state()}</span> },
    };
    let turns_only = matches!(what, Slot::Turn { .. });
    let down = move |event: PointerEvent| {
        if event.is_primary() && event.button() == 0 && !turns_only {
            let at = (event.client_x() as f32, event.client_y() as f32);
            lair.from_tray.set_value(Some(FromTray { slot, at, is_dragged: false }));
        }
    };
    view! {
        <button
            class="pc"
            class:gone=move || deed.get().is_some() && !is_held.get()
            data-slot=slot
            data-kind=kind
            aria-pressed=move || is_held.get().to_string()
            disabled=move || lair.phase.get() == Phase::Running
            on:pointerdown=down
            on:click=move |_| lair.press(slot)
        >
            <svg viewBox=laying::IN_HAND_BOX aria-hidden="true" inner_html=markup></svg>
            {words}
            {tag}
            {flag}
        </button>
    }
}

/// The drawing of a piece, in a square of 100.
fn picture(trap: &Trap, slot: &Slot) -> String {
    let tile = |tile: Tile| laying::in_hand(tile, rules::Direction::East, Axis::Row);
    let figure = |figure| {
        let coin = coin::pictured(figure, Face::Bright, Dress::default());
        format!(r#"<g transform="translate(50 50) scale(1.5)">{coin}</g>"#)
    };
    match slot {
        Slot::Lay { thing: Thing::Stone(stone), .. } | Slot::Move { piece: Piece::Stone(stone), .. } => {
            tile(Tile::Stone(*stone))
        }
        Slot::Move { piece: Piece::Figure(one), .. } => figure(*one),
        Slot::Lay { thing: Thing::Figure, .. } => waiting(trap).map(figure).unwrap_or_default(),
        Slot::Lay { thing: Thing::SquarePool, .. } => tile(Tile::SquarePool),
        Slot::Lay { thing: Thing::LongPool, .. } => tile(Tile::LongPool),
        Slot::Lay { thing: Thing::Teleporters, .. } | Slot::Turn { .. } => tile(Tile::Teleporter(Pair::One)),
    }
}
