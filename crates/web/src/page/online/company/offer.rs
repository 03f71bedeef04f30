//! What the bar offers while somebody elsewhere is to act: one's own seats back from a bot, or a bot for somebody who has
//! vanished.

use leptos::prelude::*;
use rules::game::Seat;

use super::Menu;
use crate::page::i18n::*;
use crate::table::Presence;

/// The offer while this seat is to act, if there is one.
pub(super) fn offer(menu: Menu, seat: Seat) -> AnyView {
    let i18n = use_i18n();
    let attendance = menu.remote.wires().attendance;
    let lent = Memo::new(move |_| {
        attendance.with(|seats| {
            let lent = seats.iter().enumerate().filter(|(_, seat)| seat.is_own && seat.stand_in.is_some());
            lent.map(|(seat, _)| seat).collect::<Vec<usize>>()
        })
    });
    let is_missing = Memo::new(move |_| {
        let state = attendance.with(|seats| seats.get(seat.index()).copied().unwrap_or_default());
        state.presence == Presence::Away && state.stand_in.is_none()
    });
    let offer = move || {
        let lent = lent.get();
        if !lent.is_empty() {
            return Some(
                view! {
                    <p class="offer">{t!(i18n, company.sits_in)}</p>
                    <button class="btn go" data-do="seat-back" on:click=move |_| menu.stand_in(lent.clone(), false)>
                        {t!(i18n, company.my_seat)}
                    </button>
                }
                .into_any(),
            );
        }
        is_missing.get().then(|| {
            let (seat, may_help) = (seat.index(), menu.looks_after_others());
            let name = menu.name(i18n, seat);
            let fox = may_help.then(|| {
                view! {
                    <button class="btn go" data-do="fox-please" on:click=move |_| menu.stand_in(vec![seat], true)>
                        {t!(i18n, company.fox_please)}
                    </button>
                }
            });
            let who_can = (!may_help).then(|| view! { " " {t!(i18n, company.host_can)} });
            view! { <p class="offer">{t_string!(i18n, company.where_is, name).to_string()} {who_can}</p> {fox} }
                .into_any()
        })
    };
    let failure =
        move || menu.has_failed.get().then(|| view! { <p class="offer" role="alert">{t!(i18n, company.failed)}</p> });
    view! { {offer} {failure} }.into_any()
}
