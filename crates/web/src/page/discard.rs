//! The button that throws a game away.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::i18n::*;

/// Throws a game away, at the second press.
#[component]
pub fn Discard(
    /// Whose game it is.
    names: String,
    /// What is focused when it is gone.
    beside: &'static str,
    /// Throws it away.
    on_discard: impl Fn() + 'static,
) -> impl IntoView {
    let i18n = use_i18n();
    let (is_armed, set_armed) = signal(false);
    let press = move |_| {
        if is_armed.get_untracked() {
            on_discard();
            request_animation_frame(move || focus_on(beside));
        } else {
            set_armed.set(true);
        }
    };
    view! {
        <button
            class="bin"
            class:armed=is_armed
            title=move || t_string!(i18n, home.discard)
            on:click=press
            on:blur=move |_| set_armed.set(false)
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    set_armed.set(false);
                }
            }
        >
            <Show
                when=move || is_armed.get()
                fallback={
                    let names = names.clone();
                    move || {
                    view! {
                        <span class="vh">{t!(i18n, home.discard_game, names = names.clone())}</span>
                        <svg viewBox="0 0 16 16" aria-hidden="true">
                            <use href="#i-eaten" />
                        </svg>
                    }
                    }
                }
            >
                <b class="disp" aria-hidden="true">
                    {t!(i18n, home.discard_sure)}
                </b>
                <span class="vh">{t!(i18n, home.discard_sure_game, names = names.clone())}</span>
            </Show>
        </button>
    }
}

/// The button that had the focus is gone with its game: whoever uses a keyboard goes on beside it.
fn focus_on(beside: &str) {
    let beside = document().query_selector(beside).ok().flatten();
    if let Some(beside) = beside.and_then(|beside| beside.dyn_into::<HtmlElement>().ok()) {
        // A heading takes the focus only when it is told to.
        if beside.tab_index() < 0 {
            beside.set_tab_index(-1);
        }
        // What cannot be focused is no reason to stop.
        let _ = beside.focus();
    }
}
