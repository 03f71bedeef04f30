//! Which keys belong to the focused element, and which to the screen.

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::{focus, storage};

/// Elements to type, choose and scroll in: all keys belong to them.
const TAKES_ALL: &str = "input, select, textarea, dialog, .log ol, .pages";

/// Elements to type in, and dialogs, which cover the screen: shortcuts like Ctrl+Z are theirs.
const TAKES_SHORTCUTS: &str = "dialog, textarea, input:not([type=radio]):not([type=checkbox]):not([type=range])";

/// Elements that are pressed with Enter or the space bar.
const IS_PRESSED: &str = "button, a, summary";

/// Where the browser stores whether single characters are keys.
const CHARACTERS: &str = "fearsome.character-keys";

/// Whether a key belongs to the focused element and not to the screen. With Ctrl, Alt or Meta no key types a character, so
/// it belongs to the screen except where text is typed.
#[must_use]
pub fn is_taken(event: &KeyboardEvent) -> bool {
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return is_in(event, TAKES_SHORTCUTS);
    }
    let key = event.key();
    is_in(event, TAKES_ALL)
        || matches!(key.as_str(), "Enter" | " ") && is_in(event, IS_PRESSED)
        || is_character(&key) && !(has_characters() && is_on_board(event))
}

/// Whether the focused element matches, or is inside one that does.
#[must_use]
pub fn is_in(event: &KeyboardEvent, selector: &str) -> bool {
    target(event).is_some_and(|target| target.closest(selector).ok().flatten().is_some())
}

/// Whether letters, digits and signs are keys. Speech input types them by accident, so they can be switched off.
#[must_use]
pub fn has_characters() -> bool {
    storage::read(CHARACTERS).as_deref() != Some("off")
}

/// Switches letters, digits and signs on or off as keys, and stores the choice.
pub fn set_characters(are_keys: bool) {
    storage::write(CHARACTERS, if are_keys { "on" } else { "off" });
}

/// Whether a key types a character. The space bar presses things, so it is none.
fn is_character(key: &str) -> bool {
    key.chars().count() == 1 && key != " "
}

/// Whether the board has the focus, or nothing in particular has it.
fn is_on_board(event: &KeyboardEvent) -> bool {
    let is_nothing = |target: Element| target.matches("body, main").unwrap_or(false);
    is_in(event, focus::BOARD) || target(event).is_none_or(is_nothing)
}

fn target(event: &KeyboardEvent) -> Option<Element> {
    event.target()?.dyn_into().ok()
}
