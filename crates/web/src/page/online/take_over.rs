//! Takes over seats from another device.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::api::{self, Failure};
use crate::page::app::go_to;
use crate::page::i18n::*;
use crate::route::{GameRef, Route};

/// Takes over the seats that a code moves, and goes to their table. The code works once, so it is used when a person asks
/// for it, not when a program looks at the address.
#[component]
pub fn TakeOver(
    /// The code of the handover.
    code: String,
) -> impl IntoView {
    let i18n = use_i18n();
    let code = StoredValue::new(code);
    let is_busy = RwSignal::new(false);
    let failure = RwSignal::new(None::<Failure>);
    let take = move |_| {
        is_busy.set(true);
        failure.set(None);
        spawn_local(async move {
            let answer = api::take_over(&code.get_value()).await;
            if is_busy.try_set(false).is_some() {
                return;
            }
            match answer {
                Ok(handed) => go_to(&Route::Game(GameRef::Remote(handed.game))),
                Err(problem) => failure.set(Some(problem)),
            }
        });
    };
    let words = move || {
        failure.get().map(|failure| match failure {
            Failure::Unreachable => t_string!(i18n, company.failed),
            Failure::Refused(_) => t_string!(i18n, company.code_used),
        })
    };
    let is_used = move || failure.with(|failure| matches!(failure, Some(Failure::Refused(_))));
    view! {
        <main class="table lost-table takeover">
            <div class="caption panel">
                <h1 class="disp">{t!(i18n, company.take_over)}</h1>
                <p>{t!(i18n, company.take_over_sub)}</p>
                <p role="alert">{words}</p>
                <button class="btn go" data-do="take-over" disabled=move || is_busy.get() || is_used() on:click=take>{t!(i18n, company.take_over_here)}</button>
                <a class="btn" href=Route::Home.to_string()>{t!(i18n, common.home)}</a>
            </div>
        </main>
    }
}
