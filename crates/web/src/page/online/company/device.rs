//! The link that moves seats to another device.

use leptos::prelude::*;

use super::{Handover, Menu, close_outside};
use crate::draw::qr::qr;
use crate::page::i18n::*;

/// The dialog with the code that moves seats to another device.
pub(super) fn device(menu: Menu) -> impl IntoView {
    let i18n = use_i18n();
    let close = move |_| {
        if let Some(device) = menu.device.get_untracked() {
            device.close();
        }
    };
    let is_mine = Memo::new(move |_| menu.with_view(|view| !view.yours.is_empty()).unwrap_or_default());
    Effect::new(move |was_mine: Option<bool>| {
        let is_mine = is_mine.get();
        if let Some(device) = menu.device.get_untracked().filter(|_| was_mine == Some(true) && !is_mine) {
            // The seats are on the other device now.
            device.close();
        }
        is_mine
    });
    let content = move || match menu.handover.get() {
        Handover::No | Handover::Asked => view! { <p role="status">{t!(i18n, company.moving)}</p> }.into_any(),
        Handover::Failed => view! {
            <p role="alert">{t!(i18n, company.move_failed)}</p>
            <button class="btn" on:click=move |_| menu.move_seats()>{t!(i18n, common.try_again)}</button>
        }
        .into_any(),
        Handover::Link(link) => {
            let picture = qr(&link, t_string!(i18n, company.move_seats));
            view! {
                <div class="dq" inner_html=picture></div>
                <p>{t!(i18n, company.move_how)}</p>
                <input readonly data-do="move-link" aria-label=t_string!(i18n, company.move_seats) value=link />
            }
            .into_any()
        }
    };
    view! {
        <dialog class="device panel" node_ref=menu.device aria-labelledby="move-seats" on:click=close_outside(menu.device)>
            <button class="x" aria-label=move || t_string!(i18n, common.close) on:click=close>
                <svg viewBox="0 0 16 16" aria-hidden="true"><use href="#i-eaten" /></svg>
            </button>
            <h2 class="disp" id="move-seats">{t!(i18n, company.move_seats)}</h2>
            {content}
        </dialog>
    }
}
