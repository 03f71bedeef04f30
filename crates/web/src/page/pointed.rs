//! The spaces that texts name: pointing at a name shows the space on the board.

use leptos::prelude::*;
use rules::Cell;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget};

use crate::scene::rich::{Piece, pieces};

/// The attribute of an element that names spaces.
const NAMES: &str = "data-names";

/// The spaces whose names are pointed at on a screen with a board.
#[derive(Clone, Copy)]
pub struct Pointed(RwSignal<Vec<Cell>>);

impl Pointed {
    /// Watches pointer and focus as long as the screen is shown.
    pub fn provide() {
        let pointed = Pointed(RwSignal::new(vec![]));
        provide_context(pointed);
        let pointer = window_event_listener(leptos::ev::pointerover, move |event| pointed.at(event.target()));
        let focus = window_event_listener(leptos::ev::focusin, move |event| pointed.at(event.target()));
        on_cleanup(move || {
            pointer.remove();
            focus.remove();
        });
    }

    /// Those of this screen.
    #[must_use]
    pub fn of_screen() -> Option<Pointed> {
        use_context()
    }

    /// The spaces, each of them once.
    #[must_use]
    pub fn cells(self) -> Vec<Cell> {
        self.0.get()
    }

    fn at(self, target: Option<EventTarget>) {
        let element = target.and_then(|target| target.dyn_into::<Element>().ok());
        let named = element.and_then(|element| element.closest(&format!("[{NAMES}]")).ok().flatten());
        let names = named.and_then(|named| named.get_attribute(NAMES)).unwrap_or_default();
        let mut cells: Vec<Cell> = names.split(' ').filter_map(|name| name.parse().ok()).collect();
        cells.sort_unstable();
        cells.dedup();
        if self.0.with_untracked(|before| *before != cells) {
            self.0.set(cells);
        }
    }
}

/// The value of `data-names` for an element that names these spaces.
#[must_use]
pub fn names(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A text in which every name of a space shows it.
#[must_use]
pub fn naming(words: &str) -> AnyView {
    let piece = |piece: Piece| match piece {
        Piece::Words(words) => words.into_any(),
        Piece::Cell(cell) => view! { <span data-names=cell.to_string()>{cell.to_string()}</span> }.into_any(),
    };
    pieces(words).into_iter().map(piece).collect_view().into_any()
}
