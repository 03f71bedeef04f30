//! Where the keyboard is. What has the focus may go together with what it belongs to: a button with the box that it closes, a bar
//! that makes room for another one. Whoever uses a keyboard or a screen reader must not have to begin anew at the top then.

use std::cell::RefCell;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

/// Where the keyboard is at home, on screens that have one.
pub const BOARD: &str = ".board";

thread_local! {
    /// What had the focus last.
    static LAST: RefCell<Option<Element>> = const { RefCell::new(None) };
    /// What had opened the thing that has just been closed.
    static OPENER: RefCell<Option<Element>> = const { RefCell::new(None) };
}

/// Looks after the focus on every screen, whatever somebody does.
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

/// Focuses the first such element.
pub fn on(selector: &str) {
    if let Some(element) = find(selector) {
        let_in(&element);
        // What cannot be focused is no reason to stop.
        let _ = element.focus();
    }
}

/// To be called where something is opened: when it goes and has the focus, that goes back to what has it now.
pub fn comes_back() {
    // What is open from the beginning was opened by nobody.
    let opener = StoredValue::new_local(document().active_element().filter(|active| active.tag_name() != "BODY"));
    on_cleanup(move || {
        OPENER.set(opener.try_get_value().flatten());
        rescue();
    });
}

/// If what had the focus is gone in the next frame, what opened it gets it, or the board.
pub fn rescue() {
    request_animation_frame(|| {
        let opener = OPENER.take().and_then(|opener| opener.dyn_into().ok());
        if is_lost() {
            let heirs = [opener, find(BOARD), find("main")];
            // The first who takes it has it.
            heirs.into_iter().flatten().any(|heir| takes(&heir));
        }
    });
}

/// Headings and whole screens take the focus only when they are told to.
fn let_in(element: &HtmlElement) {
    if element.tab_index() < 0 {
        element.set_tab_index(-1);
    }
}

fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Whether what had the focus is gone or cannot have it any more. Whoever has clicked beside everything has lost nothing.
fn is_lost() -> bool {
    let is_disabled = |element: &Element| element.matches(":disabled").unwrap_or(false);
    match document().active_element().filter(|active| active.tag_name() != "BODY") {
        Some(active) => is_disabled(&active),
        None => LAST.with_borrow(|last| last.as_ref().is_some_and(|last| !last.is_connected() || is_disabled(last))),
    }
}

/// Gives the focus without scrolling, since nobody has asked for that; tells whether it was taken.
fn takes(heir: &HtmlElement) -> bool {
    let_in(heir);
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    heir.focus_with_options(&options).is_ok() && document().active_element().as_ref() == Some(heir)
}
