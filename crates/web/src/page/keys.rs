//! Whose a key is: the screen's, or that of what has the focus.

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// Where one types, chooses and scrolls: all keys belong to it.
const TAKES_ALL: &str = "input, select, textarea, dialog, .log ol, .pages";

/// What is pressed with Enter or the space bar.
const IS_PRESSED: &str = "button, a, summary";

/// Whether a key belongs to what has the focus, and not to the screen.
#[must_use]
pub fn is_taken(event: &KeyboardEvent) -> bool {
    is_in(event, TAKES_ALL) || matches!(event.key().as_str(), "Enter" | " ") && is_in(event, IS_PRESSED)
}

/// Whether what has the focus is such an element, or in one.
#[must_use]
pub fn is_in(event: &KeyboardEvent, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| target.closest(selector).ok().flatten().is_some())
}
