//! Files that the player chooses or drops.

use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, File};

use super::i18n::*;

/// A button with which the player chooses a file.
#[component]
pub fn ChooseFile(
    /// The kinds of files that are offered.
    accept: &'static str,
    /// The name of the button for tests and styles.
    name: &'static str,
    /// Is called with the file.
    on_file: Callback<File>,
) -> impl IntoView {
    let i18n = use_i18n();
    let input = NodeRef::<Input>::new();
    let choose = move |_| {
        if let Some(input) = input.get_untracked() {
            input.click();
        }
    };
    let chosen = move |_: Event| {
        let Some(input) = input.get_untracked() else { return };
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            on_file.run(file);
        }
        // The same file can be chosen again.
        input.set_value("");
    };
    view! {
        <input
            node_ref=input
            type="file"
            hidden
            accept=accept
            aria-label=move || t_string!(i18n, replay.choose_file)
            on:change=chosen
        />
        <button class="btn" type="button" data-do=name on:click=choose>
            {t!(i18n, replay.choose_file)}
        </button>
    }
}

/// Reads a file; `then` is called with its text, or with `None` if it is not a text.
pub fn read(file: &File, then: impl FnOnce(Option<String>) + 'static) {
    let text = file.text();
    spawn_local(async move {
        then(JsFuture::from(text).await.ok().as_ref().and_then(JsValue::as_string));
    });
}
