//! The tombstones: used, left, and how likely each is.

use leptos::prelude::*;
use rules::Tombstone;

use crate::draw::graves::{Fate, Grave, Words, strip, view_box};
use crate::page::display::Display;
use crate::page::i18n::*;
use crate::page::words;
use crate::scene::graves::{GraveState, Graves, graves};

pub(in crate::page) fn graveyard(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let yard = Memo::new(move |_| display.playback.with(graves));
    let drawing = move || {
        let Graves { graves, chances } = yard.get();
        let chance = |tombstone: Tombstone| {
            let chance = chances.iter().find(|(kind, _)| *kind == tombstone)?;
            Some(format!("{}%", chance.1))
        };
        let drawn: Vec<Grave> = graves
            .iter()
            .map(|grave| Grave {
                tombstone: grave.tombstone,
                fate: match grave.state {
                    GraveState::Left => Fate::Left(chance(grave.tombstone)),
                    GraveState::Now => Fate::Now,
                    GraveState::Used => Fate::Used,
                },
            })
            .collect();
        strip(&drawn, Words { used: t_string!(i18n, table.used), now: t_string!(i18n, table.now) })
    };
    let label = move || {
        let yard = yard.get();
        let list = |wanted: fn(GraveState) -> bool| {
            let names = yard.graves.iter().filter(|grave| wanted(grave.state));
            let names: Vec<String> = names.map(|grave| words::tombstone(i18n, grave.tombstone)).collect();
            if names.is_empty() { t_string!(i18n, table.nothing).to_owned() } else { names.join(", ") }
        };
        let (left, used) = (list(|state| state == GraveState::Left), list(|state| state != GraveState::Left));
        t_string!(i18n, table.graves, left = left, used = used).to_string()
    };
    view! {
        <section class="graves panel">
            <svg viewBox=view_box(8) preserveAspectRatio="xMidYMax meet" role="img" aria-label=label inner_html=drawing></svg>
        </section>
    }
}
