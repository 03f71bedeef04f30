//! Tooltips: an icon shows its name while the pointer rests on it, or while it has the focus of the keyboard.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, EventTarget, HtmlElement};

/// What has a name. On the board, other things show what the pointer is on.
const NAMED: &str = "button, a, summary, label, [role=img]";

/// A sign like an arrow or a cross is as good as an icon.
const SIGN: usize = 1;

/// The id of the tooltip of the element with the focus. Browsers show a title only to pointers.
const TIP: &str = "tip";

/// Adds tooltips to every screen.
pub fn add() {
    let pointer = window_event_listener(leptos::ev::pointerover, |event| {
        if let Some(element) = named(event.target()) {
            let _ = name(&element);
        }
    });
    let focus = window_event_listener(leptos::ev::focusin, |event| {
        hide();
        let element = named(event.target()).filter(|element| element.matches(":focus-visible").unwrap_or(false));
        if let Some((element, name)) = element.and_then(|element| name(&element).map(|name| (element, name))) {
            // Without it, the name is still read aloud.
            let _ = show(&element, &name);
        }
    });
    let blur = window_event_listener(leptos::ev::focusout, |_| hide());
    // It may cover something: Escape takes it away.
    let key = window_event_listener(leptos::ev::keydown, |event| {
        if event.key() == "Escape" {
            hide();
        }
    });
    on_cleanup(move || {
        pointer.remove();
        focus.remove();
        blur.remove();
        key.remove();
    });
}

fn named(target: Option<EventTarget>) -> Option<Element> {
    target?.dyn_into::<Element>().ok()?.closest(NAMED).ok().flatten()
}

/// Shows a name below an element, or above it where there is no room below.
fn show(element: &Element, name: &str) -> Result<(), JsValue> {
    let document = document();
    let tip: HtmlElement = document.create_element("div")?.unchecked_into();
    tip.set_id(TIP);
    // The name of the element itself is read aloud.
    tip.set_attribute("aria-hidden", "true")?;
    tip.set_text_content(Some(name));
    document.body().ok_or(JsValue::NULL)?.append_child(&tip)?;
    let (place, size) = (element.get_bounding_client_rect(), tip.get_bounding_client_rect());
    let room = |length: Result<JsValue, JsValue>| length.ok().and_then(|length| length.as_f64()).unwrap_or(0.0);
    let (width, height) = (room(window().inner_width()), room(window().inner_height()));
    let left = (place.left() + (place.width() - size.width()) / 2.0).min(width - size.width() - GAP_PX).max(GAP_PX);
    let below = place.bottom() + GAP_PX;
    let top = if below + size.height() <= height { below } else { place.top() - size.height() - GAP_PX };
    tip.style().set_property("left", &format!("{left}px"))?;
    tip.style().set_property("top", &format!("{top}px"))
}

/// From an element to its tooltip, and from there to the edge of the window.
const GAP_PX: f64 = 8.0;

fn hide() {
    if let Some(tip) = document().get_element_by_id(TIP) {
        tip.remove();
    }
}

/// The name of an icon, which becomes its title; `None` for what has words, or another title.
fn name(element: &Element) -> Option<String> {
    let is_on_board = element.closest(super::focus::BOARD).ok().flatten().is_some();
    if is_on_board {
        return None;
    }
    if element.has_attribute("title") && !element.has_attribute("data-tooltip") {
        return element.get_attribute("title");
    }
    let hidden =
        element.query_selector(".vh").ok().flatten().and_then(|words| words.text_content()).unwrap_or_default();
    let shown = element.text_content().unwrap_or_default().replacen(&hidden, "", 1);
    let name = element.get_attribute("aria-label").unwrap_or(hidden);
    if name.is_empty() || shown.trim().chars().count() > SIGN {
        return None;
    }
    for (attribute, value) in [("title", name.as_str()), ("data-tooltip", "")] {
        // Fails only for names that no attribute may have.
        let _ = element.set_attribute(attribute, value);
    }
    Some(name)
}
