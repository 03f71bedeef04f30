//! A screen to come.

use leptos::prelude::*;

use super::i18n::*;

/// The screen.
#[component]
pub fn Home() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <main class="home">
            <h1>{t!(i18n, home.title)}</h1>
        </main>
    }
}
