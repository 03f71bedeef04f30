//! Which keys belong to the focused element, and which to the screen.

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// Elements to type, choose and scroll in: all keys belong to them.
const TAKES_ALL: &str = "input, select, textarea, dialog, .log ol, .pages";

/// Elements that are pressed with Enter or the space bar.
const IS_PRESSED: &str = "button, a, summary";

/// Whether a key belongs to the focused element and not to the screen.
#[must_use]
pub fn is_taken(event: &KeyboardEvent) -> bool {
    is_in(event, TAKES_ALL) || matches!(event.key().as_str(), "Enter" | " ") && is_in(event, IS_PRESSED)
}

/// Whether the focused element matches, or is inside one that does.
#[must_use]
pub fn is_in(event: &KeyboardEvent, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| target.closest(selector).ok().flatten().is_some())
}
