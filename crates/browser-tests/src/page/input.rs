//! Input: mouse, touch, keyboard and forms.

use std::sync::atomic::Ordering;

use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType,
    DispatchTouchEventParams, DispatchTouchEventReturns, DispatchTouchEventType, MouseButton, TouchPoint,
};
use chromiumoxide::types::{Command, Method, MethodId};
use serde::Serialize;

use super::{Page, quoted};

const REACHABLE: &str = include_str!("../js/reachable.js");

impl Page {
    /// Where the first such element can be clicked; waits until it can.
    async fn reachable(&self, selector: &str) -> (f64, f64) {
        let selector = quoted(selector);
        self.wait_for_value(&format!("({REACHABLE})({selector})"), &format!("{selector} to be clickable")).await
    }

    /// Clicks or touches the first such element, as soon as nothing lies above it.
    pub async fn click(&self, selector: &str) {
        let (x, y) = self.reachable(selector).await;
        if self.is_touch.load(Ordering::Relaxed) {
            let down = DispatchTouchEventParams::new(DispatchTouchEventType::TouchStart, vec![TouchPoint::new(x, y)]);
            self.perform(down).await;
            self.perform(TouchEnd { kind: "touchEnd", touch_points: [] }).await;
        } else {
            self.mouse(DispatchMouseEventType::MouseMoved, x, y).await;
            self.mouse(DispatchMouseEventType::MousePressed, x, y).await;
            self.mouse(DispatchMouseEventType::MouseReleased, x, y).await;
        }
    }

    /// Presses the first such element without a pointer. Two touches soon after each other at the same place are a double
    /// tap, of which a control that was not there for the first touch takes no notice.
    pub async fn press(&self, selector: &str) {
        self.reachable(selector).await;
        self.eval::<()>(&format!("document.querySelector({}).click(); undefined", quoted(selector))).await;
    }

    /// Double-clicks where the first such element is. The second click hits whatever is there by then.
    pub async fn double_click(&self, selector: &str) {
        let (x, y) = self.reachable(selector).await;
        self.mouse(DispatchMouseEventType::MouseMoved, x, y).await;
        for count in 1..=2 {
            self.button(DispatchMouseEventType::MousePressed, x, y, count).await;
            self.button(DispatchMouseEventType::MouseReleased, x, y, count).await;
        }
    }

    /// Moves the mouse over the first such element.
    pub async fn hover(&self, selector: &str) {
        let (x, y) = self.reachable(selector).await;
        self.mouse(DispatchMouseEventType::MouseMoved, x, y).await;
    }

    /// Starts a game from the cover, without the first game that newcomers are offered.
    pub async fn play_now(&self) {
        self.wait_for("document.querySelector('main.home .playnow')").await;
        self.eval::<()>("localStorage.setItem('fearsome.first-game', '')").await;
        self.click("main.home .playnow").await;
    }

    /// Drags what lies at the first such element to the other one.
    pub async fn drag(&self, from: &str, to: &str) {
        let ((x, y), (goal_x, goal_y)) = (self.reachable(from).await, self.reachable(to).await);
        self.mouse(DispatchMouseEventType::MouseMoved, x, y).await;
        self.mouse(DispatchMouseEventType::MousePressed, x, y).await;
        for (x, y) in [((x + goal_x) / 2.0, (y + goal_y) / 2.0), (goal_x, goal_y)] {
            let event = DispatchMouseEventParams::builder().r#type(DispatchMouseEventType::MouseMoved).x(x).y(y);
            // The left button stays down.
            let event = event.button(MouseButton::Left).buttons(1).build().expect("it is complete");
            self.perform(event).await;
        }
        self.mouse(DispatchMouseEventType::MouseReleased, goal_x, goal_y).await;
    }

    async fn mouse(&self, kind: DispatchMouseEventType, x: f64, y: f64) {
        let is_move = kind == DispatchMouseEventType::MouseMoved;
        self.button(kind, x, y, i64::from(!is_move)).await;
    }

    /// The left button, for the `count`th time in a row; no button if that is 0.
    async fn button(&self, kind: DispatchMouseEventType, x: f64, y: f64, count: i64) {
        let button = if count == 0 { MouseButton::None } else { MouseButton::Left };
        let event = DispatchMouseEventParams::builder().r#type(kind).x(x).y(y).button(button);
        self.perform(event.click_count(count).build().expect("it is complete")).await;
    }

    /// Presses a key, as `KeyboardEvent.key` calls it: `Tab`, `Enter`, `ArrowLeft`, `Escape`, ` ` or a letter. `Shift+Tab` and `Control+z` go too.
    pub async fn key(&self, key: &str) {
        let (modifiers, key) = match key.split_once('+') {
            Some(("Shift", key)) => (8, key),
            Some(("Control", key)) => (2, key),
            Some(_) | None => (0, key),
        };
        let (code, number) = match key {
            "Tab" => ("Tab".to_owned(), 9),
            "Enter" => ("Enter".to_owned(), 13),
            "Escape" => ("Escape".to_owned(), 27),
            " " => ("Space".to_owned(), 32),
            "End" => ("End".to_owned(), 35),
            "Home" => ("Home".to_owned(), 36),
            "ArrowLeft" => ("ArrowLeft".to_owned(), 37),
            "ArrowUp" => ("ArrowUp".to_owned(), 38),
            "ArrowRight" => ("ArrowRight".to_owned(), 39),
            "ArrowDown" => ("ArrowDown".to_owned(), 40),
            "Backspace" => ("Backspace".to_owned(), 8),
            "Delete" => ("Delete".to_owned(), 46),
            letter => {
                let upper = letter.to_uppercase();
                let number = upper.bytes().next().expect("a key has a name");
                let kind = if number.is_ascii_digit() { "Digit" } else { "Key" };
                (format!("{kind}{upper}"), i64::from(number))
            }
        };
        let text = match key {
            "Enter" => Some("\r"),
            one if one.chars().count() == 1 && modifiers != 2 => Some(one),
            _ => None,
        };
        for kind in [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp] {
            let event = DispatchKeyEventParams::builder().r#type(kind.clone()).key(key).code(code.clone());
            let mut event = event.windows_virtual_key_code(number).modifiers(modifiers);
            if let (DispatchKeyEventType::KeyDown, Some(text)) = (kind, text) {
                event = event.text(text);
            }
            self.perform(event.build().expect("it is complete")).await;
        }
    }

    /// Types into the first such element, instead of what stands there.
    pub async fn fill(&self, selector: &str, text: &str) {
        self.click(selector).await;
        self.eval::<()>(&format!("document.querySelector({}).select()", quoted(selector))).await;
        for letter in text.chars() {
            self.key(&letter.to_string()).await;
        }
    }

    /// Chooses the option with this value.
    pub async fn choose(&self, selector: &str, value: &str) {
        self.reachable(selector).await;
        let (selector, value) = (quoted(selector), quoted(value));
        self.eval::<()>(&format!(
            "{{ const select = document.querySelector({selector}); select.value = {value}; \
             for (const kind of ['input', 'change']) select.dispatchEvent(new Event(kind, {{ bubbles: true }})); undefined; }}"
        ))
        .await;
    }
}

/// The last finger leaves the screen. The library's own event leaves out an empty list, which Chromium refuses.
#[derive(Debug, Serialize)]
struct TouchEnd {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(rename = "touchPoints")]
    touch_points: [TouchPoint; 0],
}

impl Method for TouchEnd {
    fn identifier(&self) -> MethodId {
        "Input.dispatchTouchEvent".into()
    }
}

impl Command for TouchEnd {
    type Response = DispatchTouchEventReturns;
}
