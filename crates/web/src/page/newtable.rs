//! A screen to come.

use leptos::prelude::*;

use super::i18n::*;

/// The screen.
#[component]
pub fn NewTable() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <main class="newtable">
            <h1>{t!(i18n, newtable.title)}</h1>
        </main>
    }
}
