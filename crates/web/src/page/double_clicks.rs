//! Double clicks: a control does not act on the second click of a double click if it was not there for the first one.
//!
//! Screens put a control where another one was: Skip where Confirm was. Without this, a double click would press both.
//! Browsers count two touches as a double tap although they are far apart, so the distance decides as well.

use std::cell::RefCell;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, MouseEvent};

/// How far apart the two touches of a double tap are at most: the breadth of a finger.
const REACH_PX: i32 = 44;

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

/// The first click of several.
#[derive(Clone, Debug)]
struct First {
    control: Option<Control>,
    at: (i32, i32),
}

impl First {
    fn is_near(&self, (x, y): (i32, i32)) -> bool {
        (self.at.0 - x).abs().max((self.at.1 - y).abs()) <= REACH_PX
    }
}

/// Checks every click on the page before anything else receives it.
pub fn guard() {
    let first = RefCell::new(None::<First>);
    let clicked = Closure::<dyn Fn(MouseEvent)>::new(move |event: MouseEvent| {
        let (control, at) = (Control::under(&event), (event.client_x(), event.client_y()));
        let again = first.borrow().clone().filter(|first| event.detail() > 1 && first.is_near(at));
        // The first click of several, one elsewhere, or a click without a pointer.
        let Some(again) = again else {
            first.replace(Some(First { control, at }));
            return;
        };
        if control.is_some() && again.control != control {
            event.stop_immediate_propagation();
            event.prevent_default();
        }
    });
    // Fails only for names that are not events.
    let _ = window().add_event_listener_with_callback_and_bool("click", clicked.as_ref().unchecked_ref(), true);
    // It lives as long as the page.
    clicked.forget();
}
