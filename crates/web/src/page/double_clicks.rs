//! Double clicks: a control does not act on the second click of a double click if it was not there for the first one.
//!
//! Screens put a control where another one was: Skip where Confirm was. Without this, a double click would press both.

use std::cell::RefCell;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, MouseEvent};

/// A control, by what it does. One that does not say so in `data-do` is known by its element.
#[derive(Clone, Debug, PartialEq)]
enum Control {
    Does(String),
    Is(Element),
}

impl Control {
    /// The control that was clicked.
    fn under(event: &MouseEvent) -> Option<Control> {
        let target = event.target()?.dyn_into::<Element>().ok()?;
        let element = target.closest("button, a, label, summary, [role=button]").ok().flatten()?;
        Some(element.get_attribute("data-do").map_or(Control::Is(element), Control::Does))
    }
}

/// Checks every click on the page before anything else receives it.
pub fn guard() {
    let first = RefCell::new(None::<Control>);
    let clicked = Closure::<dyn Fn(MouseEvent)>::new(move |event: MouseEvent| {
        let control = Control::under(&event);
        // The first click of several, or a click without a pointer.
        if event.detail() <= 1 {
            first.replace(control);
        } else if control.is_some() && *first.borrow() != control {
            event.stop_immediate_propagation();
            event.prevent_default();
        }
    });
    // Fails only for names that are not events.
    let _ = window().add_event_listener_with_callback_and_bool("click", clicked.as_ref().unchecked_ref(), true);
    // It lives as long as the page.
    clicked.forget();
}
