//! The tombstones: used ones, those left with their chances, and what each would do, if the table reveals it.

use leptos::prelude::*;
use rules::Tombstone;
use web_sys::KeyboardEvent;

use crate::draw::graves::{Grave, GraveLook, Words, middle, strip, view_box};
use crate::page::display::Display;
use crate::page::i18n::*;
use crate::page::words;
use crate::scene::graves::{GraveState, Graves, graves};

pub(in crate::page) fn graveyard(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let yard = display.beside(graves);
    let watched = Memo::new(move |_| {
        let (foresight, picks) = (display.foresight.read(), display.picks.read());
        let shown = foresight.as_ref().map_or(vec![], |foresight| picks.shown(foresight));
        shown.into_iter().map(|end| end.tombstone).collect::<Vec<_>>()
    });
    let drawing = move || {
        let Graves { graves, chances } = yard.get();
        let chance = |tombstone: Tombstone| {
            let chance = chances.iter().find(|(kind, _)| *kind == tombstone)?;
            Some(words::per_cent(i18n, chance.1))
        };
        let watched = watched.get();
        let drawn: Vec<Grave> = graves
            .iter()
            .map(|grave| Grave {
                tombstone: grave.tombstone,
                look: match grave.state {
                    GraveState::Left => GraveLook::Left(chance(grave.tombstone)),
                    GraveState::Now => GraveLook::Now,
                    GraveState::Used => GraveLook::Used,
                },
                is_watched: grave.state == GraveState::Left && watched.contains(&grave.tombstone),
            })
            .collect();
        strip(&drawn, Words { used: t_string!(i18n, things.used), now: t_string!(i18n, table.now) })
    };
    let label = move || {
        let yard = yard.get();
        let list = |wanted: fn(GraveState) -> bool| {
            let names = yard.graves.iter().filter(|grave| wanted(grave.state));
            let names: Vec<String> = names.map(|grave| words::tombstone(i18n, grave.tombstone)).collect();
            if names.is_empty() { t_string!(i18n, things.none).to_owned() } else { names.join(", ") }
        };
        let (left, used) = (list(|state| state == GraveState::Left), list(|state| state != GraveState::Left));
        t_string!(i18n, table.graves, left = left, used = used).to_string()
    };
    view! {
        <section class="graves panel">
            <svg viewBox=view_box(8) preserveAspectRatio="xMidYMax meet" role="img" aria-label=label inner_html=drawing></svg>
            {choices(display, yard)}
        </section>
    }
}

/// The tombstones left as buttons: hovering shows where one leads, pressing keeps it.
fn choices(display: Display, yard: Memo<Graves>) -> impl IntoView {
    let i18n = use_i18n();
    // Each kind once, with the places of all its tombstones left.
    let kinds = Memo::new(move |_| {
        let foresight = display.foresight.read();
        let mut kinds: Vec<(Tombstone, Vec<usize>)> = vec![];
        for (place, grave) in yard.get().graves.iter().enumerate() {
            let can_come = foresight.as_ref().is_some_and(|foresight| foresight.end(grave.tombstone).is_some());
            if grave.state != GraveState::Left || !can_come {
                continue;
            }
            match kinds.iter_mut().find(|(kind, _)| *kind == grave.tombstone) {
                Some((_, places)) => places.push(place),
                None => kinds.push((grave.tombstone, vec![place])),
            }
        }
        kinds
    });
    let choice = move |(tombstone, places): (Tombstone, Vec<usize>)| {
        let label = move || {
            let (foresight, playback) = (display.foresight.read(), display.playback.read());
            let end = foresight.as_ref().and_then(|foresight| foresight.end(tombstone));
            let name = |one| words::figure(i18n, one, playback.tableau().face(one));
            end.map(|end| words::run(i18n, end, name))
        };
        let end = move || {
            let foresight = display.foresight.read();
            foresight.as_ref().and_then(|foresight| foresight.end(tombstone)).map(|end| end.monster.at.to_string())
        };
        let hover = move |is_on: bool| display.picks.update(|picks| picks.hover(is_on.then_some(tombstone)));
        let toggle = move || display.picks.update(|picks| picks.toggle(tombstone));
        let press = move |event: KeyboardEvent| {
            if matches!(event.key().as_str(), "Enter" | " ") {
                toggle();
                event.prevent_default();
            }
        };
        let (left, right) = (middle(places[0]).0 - 56.0, middle(places[places.len() - 1]).0 + 56.0);
        view! {
            <rect
                class="grave-pick" role="button" tabindex="0" data-grave=tombstone.to_string() data-end=end
                x=left y="4" width=right - left height="164" rx="10"
                aria-label=label
                aria-pressed=move || display.picks.with(|picks| picks.has(tombstone)).to_string()
                on:pointerenter=move |event| if event.pointer_type() != "touch" { hover(true) }
                on:pointerleave=move |_| hover(false)
                on:focus=move |_| hover(true)
                on:blur=move |_| hover(false)
                on:click=move |_| toggle()
                on:keydown=press
            />
        }
    };
    move || {
        let kinds = kinds.get();
        (!kinds.is_empty()).then(|| {
            view! {
                <svg class="picks" viewBox=view_box(8) preserveAspectRatio="xMidYMax meet" role="group" aria-label=t_string!(i18n, help.foresight)>
                    {kinds.into_iter().map(choice).collect_view()}
                </svg>
            }
        })
    }
}
