//! The button that deletes a game.

use leptos::prelude::*;

use super::focus;
use super::i18n::*;

/// Deletes a game when it is pressed twice.
#[component]
pub fn Discard(
    /// The names of the players.
    names: String,
    /// The element that gets the focus afterwards.
    beside: &'static str,
    /// Deletes it.
    on_discard: impl Fn() + 'static,
) -> impl IntoView {
    let i18n = use_i18n();
    let (is_armed, set_armed) = signal(false);
    let press = move |_| {
        if is_armed.get_untracked() {
            on_discard();
            // The button disappears together with its game, so the focus moves to an element beside it.
            request_animation_frame(move || focus::on(beside));
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
