//! The keyboard focus. The element with the focus may disappear: a button with the box that it closes, or a bar that is
//! replaced by another one. Then the focus moves to a sensible place instead of the top of the page.

use std::cell::RefCell;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, KeyboardEvent};

/// The home of the focus, on screens that have one.
pub const BOARD: &str = ".board";

/// The line in which moves are typed.
pub const TYPED: &str = "#typed-line";

thread_local! {
    /// The element that had the focus last.
    static LAST: RefCell<Option<Element>> = const { RefCell::new(None) };
    /// The element that had opened what was just closed.
    static OPENER: RefCell<Option<Element>> = const { RefCell::new(None) };
}

/// Watches the focus on every screen.
pub fn watch() {
    let follow = window_event_listener(leptos::ev::focusin, |event| {
        LAST.set(event.target().and_then(|target| target.dyn_into().ok()));
    });
    let click = window_event_listener(leptos::ev::click, |_| rescue());
    let key = window_event_listener(leptos::ev::keydown, |_| rescue());
    on_cleanup(move || {
        follow.remove();
        click.remove();
        key.remove();
    });
}

/// Focuses the first element that matches.
pub fn on(selector: &str) {
    if let Some(element) = find(selector) {
        let_in(&element);
        // Failing to focus is not an error.
        let _ = element.focus();
    }
}

/// Focuses the first element that matches, unless somebody is typing moves: the next line would be lost.
pub fn unless_typing(selector: &str) {
    if !document().active_element().is_some_and(|active| active.matches(TYPED).unwrap_or(false)) {
        on(selector);
    }
}

/// Remembers the focused element when something is opened. When that is closed with the focus in it, the focus returns.
pub fn comes_back() {
    // What is open from the beginning has no opener.
    let opener = StoredValue::new_local(document().active_element().filter(|active| active.tag_name() != "BODY"));
    on_cleanup(move || {
        OPENER.set(opener.try_get_value().flatten());
        rescue();
    });
}

/// If the focus is lost in the next frame, gives it to the opener or to the board.
pub fn rescue() {
    request_animation_frame(|| {
        let opener = OPENER.take().and_then(|opener| opener.dyn_into().ok());
        if is_lost() {
            let heirs = [opener, find(BOARD), find("main")];
            // The first one that takes it.
            heirs.into_iter().flatten().any(|heir| takes(&heir));
        }
    });
}

/// In a group of buttons of which one is chosen, the arrow keys choose the next or the previous one. Only the chosen one
/// is reached by the Tab key.
pub fn rove(event: &KeyboardEvent) {
    let is_forward = match event.key().as_str() {
        "ArrowRight" | "ArrowDown" => true,
        "ArrowLeft" | "ArrowUp" => false,
        _ => return,
    };
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let group = target.as_ref().and_then(|target| target.closest("[role=radiogroup]").ok().flatten());
    let (Some(target), Some(group)) = (target, group) else { return };
    let Ok(radios) = group.query_selector_all("[role=radio]") else { return };
    let radios: Vec<HtmlElement> = (0..radios.length()).filter_map(|nth| radios.item(nth)?.dyn_into().ok()).collect();
    let Some(at) = radios.iter().position(|radio| **radio == target) else { return };
    let next = if is_forward { at + 1 } else { at + radios.len() - 1 };
    let next = &radios[next % radios.len()];
    event.prevent_default();
    // Failing to focus is not an error.
    let _ = next.focus();
    next.click();
}

/// Titles and whole screens take the focus only when it is given to them.
fn let_in(element: &HtmlElement) {
    if element.tab_index() < 0 {
        element.set_tab_index(-1);
    }
}

fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Whether the focused element is gone or can no longer have the focus. A click beside everything does not count.
fn is_lost() -> bool {
    let is_disabled = |element: &Element| element.matches(":disabled").unwrap_or(false);
    match document().active_element().filter(|active| active.tag_name() != "BODY") {
        Some(active) => is_disabled(&active),
        None => LAST.with_borrow(|last| last.as_ref().is_some_and(|last| !last.is_connected() || is_disabled(last))),
    }
}

/// Gives the focus without scrolling; returns whether it was taken.
fn takes(heir: &HtmlElement) -> bool {
    let_in(heir);
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    heir.focus_with_options(&options).is_ok() && document().active_element().as_ref() == Some(heir)
}
