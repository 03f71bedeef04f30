//! What players hand on: links and texts by the clipboard, levels as files.

use leptos::html::Textarea;
use leptos::prelude::*;
use puzzles::Level;

use super::i18n::*;
use super::tables;
use crate::route::Route;

/// The outcome of a copy to the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Copied {
    /// It is in the clipboard.
    Written,
    /// The browser does not allow it: this text must be copied by hand.
    ByHand(String),
}

/// Copies a text to the clipboard.
pub async fn copy(text: String) -> Copied {
    if tables::copy(&text).await { Copied::Written } else { Copied::ByHand(text) }
}

/// What is said about a copy; if it was not allowed, with the text to copy by hand, already selected.
pub fn copied(outcome: Copied) -> AnyView {
    let i18n = use_i18n();
    let by_hand = NodeRef::<Textarea>::new();
    Effect::new(move || {
        if let Some(text) = by_hand.get() {
            // A selection can be copied at once only if its field has the focus.
            let _ = text.focus();
            text.select();
        }
    });
    match outcome {
        Copied::Written => view! { <span>{t!(i18n, level.copied)}</span> }.into_any(),
        Copied::ByHand(text) => view! {
            <label>
                {t!(i18n, level.copy_by_hand)}
                <textarea node_ref=by_hand readonly rows="3" prop:value=text></textarea>
            </label>
        }
        .into_any(),
    }
}

/// The whole address of a screen, as it is sent to others.
#[must_use]
pub fn link_to(route: &Route) -> String {
    let location = window().location();
    let page = location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default();
    format!("{page}{route}")
}

/// Saves a level as a file that anybody can open, edit and send.
pub fn save_level(level: &Level) {
    // Enough of its code to tell it from other files.
    let code: String = level.to_code().chars().rev().take(8).collect();
    tables::save_file(&format!("fearsome-floors-{code}.level"), &level.to_text());
}
