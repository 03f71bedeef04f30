//! Deleting games: the button, and the way back.

use leptos::prelude::*;

use super::i18n::*;
use super::{focus, games};
use crate::table::BundledGame;

/// The games that were deleted on a screen. They can be brought back until the screen is left.
#[derive(Clone, Copy)]
pub struct Bin {
    deleted: RwSignal<Vec<Deleted>>,
    /// Whether the last attempt to bring one back failed.
    has_failed: RwSignal<bool>,
    /// Is called when the saved games have changed.
    changed: Callback<()>,
}

/// A game that was deleted.
#[derive(Clone)]
struct Deleted {
    game: BundledGame,
    /// The names of the players.
    names: String,
}

impl Bin {
    /// An empty bin. `changed` is called when the saved games have changed.
    #[must_use]
    pub fn new(changed: Callback<()>) -> Bin {
        Bin { deleted: RwSignal::new(vec![]), has_failed: RwSignal::new(false), changed }
    }

    /// Deletes a game.
    fn delete(self, id: &str, names: &str) {
        self.has_failed.set(false);
        let game = games::discard(id).map(|game| Deleted { game, names: names.to_owned() });
        self.deleted.update(|deleted| deleted.extend(game));
        self.changed.run(());
    }

    /// Brings back the one that was deleted last.
    fn bring_back(self) {
        let is_back =
            self.deleted.with_untracked(|deleted| deleted.last().is_some_and(|last| games::bring_back(&last.game)));
        self.has_failed.set(!is_back);
        if is_back {
            self.deleted.update(|deleted| drop(deleted.pop()));
            self.changed.run(());
        }
    }
}

/// Deletes a game when it is pressed twice.
#[component]
pub fn Discard(
    /// The id of the game.
    id: String,
    /// The names of the players.
    names: String,
    /// The element that gets the focus afterwards.
    beside: &'static str,
    /// Where the game goes.
    bin: Bin,
) -> impl IntoView {
    let i18n = use_i18n();
    let (is_armed, set_armed) = signal(false);
    let names = StoredValue::new(names);
    let press = move |_| {
        if is_armed.get_untracked() {
            bin.delete(&id, &names.get_value());
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
            data-do=move || if is_armed.get() { "discard-sure" } else { "discard" }
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
                fallback=move || {
                    view! {
                        <span class="vh">{t!(i18n, home.discard_game, names = names.get_value())}</span>
                        <svg viewBox="0 0 16 16" aria-hidden="true">
                            <use href="#i-eaten" />
                        </svg>
                    }
                }
            >
                <b class="disp" aria-hidden="true">
                    {t!(i18n, home.discard_sure)}
                </b>
                <span class="vh">{t!(i18n, home.discard_sure_game, names = names.get_value())}</span>
            </Show>
        </button>
    }
}

/// Names the game that was deleted last and offers to bring it back; then the one before it.
#[component]
pub fn BringBack(
    /// Where the games go.
    bin: Bin,
) -> impl IntoView {
    let i18n = use_i18n();
    let last = move || bin.deleted.with(|deleted| deleted.last().map(|last| last.names.clone()));
    let said = move || {
        let names = last()?;
        Some(view! {
            <div class="deleted caption panel">
                <p>
                    {t!(i18n, home.deleted, names = names.clone())}
                    {move || bin.has_failed.get().then(|| view! { " " <b>{t!(i18n, home.not_brought_back)}</b> })}
                </p>
                <button class="btn" data-do="bring-back" on:click=move |_| bin.bring_back()>{t!(i18n, home.bring_back)}</button>
            </div>
        })
    };
    view! { <div role="status">{said}</div> }
}
