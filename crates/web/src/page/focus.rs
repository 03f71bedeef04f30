//! The keyboard focus. The element with the focus may disappear: a button with the box that it closes, or a bar that is
//! replaced by another one. Then the focus moves to a sensible place instead of the top of the page.

use std::cell::RefCell;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

/// The home of the focus, on screens that have one.
pub const BOARD: &str = ".board";

thread_local! {
    /// The element that had the focus last.
    static LAST: RefCell<Option<Element>> = const { RefCell::new(None) };
    /// The element that had opened what was just closed.
    static OPENER: RefCell<Option<Element>> = const { RefCell::new(None) };
}

/// Watches the focus on every screen.
pub fn look_after() {
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
