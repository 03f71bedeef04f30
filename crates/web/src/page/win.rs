//! A screen to come.

use leptos::prelude::*;

use super::i18n::*;

/// The screen of the game with this id.
#[component]
pub fn Win(id: String) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <main class="win">
            <h1>{t!(i18n, win.title)}</h1>
            <p>{id}</p>
        </main>
    }
}
