//! The tools of a screen, and the menu for those that are seldom needed. Where there is no room for any, all of them are in
//! the menu.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, KeyboardEvent, MouseEvent};

use super::app::{home_tool, theme_tool};
use super::focus;
use super::i18n::*;
use super::rulebook::Rulebook;
use super::sound::Ears;
use super::table::company::Company;
use crate::draw::icons::Icon;

/// The tools, the menu with the `rest` of them, and the button that opens it.
pub fn menu(tools: impl IntoView, rest: impl IntoView) -> impl IntoView {
    let i18n = use_i18n();
    let is_open = RwSignal::new(false);
    // Before the tool acts: the menu closes, and the focus returns here from what the tool opens. Speeds stay open, because
    // an arrow key clicks the next one.
    let close = move || {
        if is_open.get_untracked() {
            is_open.set(false);
            focus::on(".tool.more");
        }
    };
    let escape = move |event: KeyboardEvent| {
        if event.key() == "Escape" && is_open.get_untracked() {
            event.prevent_default();
            close();
        }
    };
    let clicked = move |event: MouseEvent| {
        if is_in(event.target(), ".tool") {
            close();
        }
    };
    let pressed = window_event_listener(leptos::ev::pointerdown, move |event| {
        if is_open.get_untracked() && !is_in(event.target(), ".tools, .tool.more") {
            is_open.set(false);
        }
    });
    on_cleanup(move || pressed.remove());
    // A table with company has a menu of its own: one menu is enough.
    let company = Company::of_table();
    let more = move |_| match company {
        Some(company) => company.open_menu.run(()),
        None => is_open.update(|is_open| *is_open = !*is_open),
    };
    view! {
        <button
            class="tool more"
            aria-label=move || t_string!(i18n, voice.more)
            aria-expanded=move || company.is_none().then(|| is_open.get().to_string())
            aria-haspopup=company.map(|_| "dialog")
            aria-controls=company.is_none().then_some("tools")
            on:click=more
            on:keydown=escape
        >
            <svg viewBox=Icon::Menu.view_box() aria-hidden="true" inner_html=Icon::Menu.markup()></svg>
        </button>
        <div class="tools" id="tools" class:open=is_open on:click:capture=clicked on:keydown=escape>
            {tools}
            <div class="rest">{rest}</div>
        </div>
    }
}

/// Whether the target of an event is inside an element that matches.
fn is_in(target: Option<EventTarget>, selector: &str) -> bool {
    let element = target.and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| element.closest(selector).ok().flatten().is_some())
}

/// What every menu ends with: the colours, and the way home.
pub fn colours_and_home() -> impl IntoView {
    view! { {theme_tool()} {home_tool()} }
}

/// Opens the rules, on a screen that has them.
pub fn rules_tool() -> impl IntoView {
    Rulebook::of_table().map(Rulebook::tool)
}

/// Opens the settings of the sound, and shows whether it is on.
pub fn sound_tool() -> impl IntoView {
    let i18n = use_i18n();
    let ears: Ears = expect_context();
    let icon = move || if ears.loudness.get().is_on { Icon::Sound } else { Icon::Silence };
    view! {
        <button
            class="tool"
            data-do="sound-box"
            aria-label=move || t_string!(i18n, voice.sound)
            aria-expanded=move || ears.is_open.get().to_string()
            on:click=move |_| ears.open_or_close()
        >
            <svg viewBox=move || icon().view_box() aria-hidden="true" inner_html=move || icon().markup()></svg>
        </button>
    }
}
