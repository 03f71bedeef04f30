//! A screen to come.

use leptos::prelude::*;

use super::i18n::*;

/// The screen.
#[component]
pub fn About() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <main class="about">
            <h1>{t!(i18n, about.title)}</h1>
        </main>
    }
}
