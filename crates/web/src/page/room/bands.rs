//! The bands as a row of coins to choose from.

use leptos::prelude::*;
use rules::game::Band;

use super::{Hall, words};
use crate::draw::coin;
use crate::page::i18n::*;
use crate::page::names;
use crate::scene::room::MANY;
use crate::scene::room::arrival::owner;

/// The bands as a radio group of this name; those of others name their owners and cannot be chosen.
pub(super) fn bands(
    hall: Hall,
    group: String,
    chosen: Signal<Option<Band>>,
    on_choose: impl Fn(Band) + Copy + Send + 'static,
) -> impl IntoView {
    let i18n = use_i18n();
    let choice = move |band: Band| {
        let owner = Memo::new(move |_| {
            let is_own = chosen.get() == Some(band);
            hall.room.with(|room| owner(room, band)).filter(|_| !is_own)
        });
        let is_small = Memo::new(move |_| !band.has_four() && hall.room.with(|room| room.players().count() < MANY));
        let label = move || match owner.get() {
            Some(owner) => {
                let (band, name) = (names::the_band(i18n, band), words::owner(i18n, &owner));
                t_string!(i18n, room.taken_by, band, name).to_string()
            }
            None if is_small.get() => {
                format!("{}, {}", names::the_band(i18n, band), t_string!(i18n, newtable.needs_five))
            }
            None => names::the_band(i18n, band),
        };
        let picture = format!(r#"<circle r="37" class="halo"/>{}"#, coin::chip(band));
        let picture = move || {
            let five = r#"<circle cx="24" cy="-22" r="14" class="lock"/><text x="24" y="-15.9" font-size="17" class="lockt">5+</text>"#;
            let is_marked = is_small.get() && owner.with(Option::is_none);
            format!("{picture}{}", if is_marked { five } else { "" })
        };
        view! {
            <label class:taken=move || owner.with(Option::is_some) title=label>
                <input
                    type="radio"
                    class="opt"
                    name=group.clone()
                    data-band=coin::letter(band).to_string()
                    aria-label=label
                    disabled=move || owner.with(Option::is_some)
                    prop:checked=move || chosen.get() == Some(band)
                    on:change=move |_| on_choose(band)
                />
                <svg viewBox="-36 -36 72 72" aria-hidden="true" inner_html=picture></svg>
            </label>
        }
    };
    view! {
        <div class="bands" role="radiogroup" aria-label=move || t_string!(i18n, newtable.band)>
            {Band::ALL.map(choice).collect_view()}
        </div>
    }
}
