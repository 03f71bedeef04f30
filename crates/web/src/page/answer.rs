//! The answer to "Why?": a balloon in a free corner of a large board, or beside it, with a tail to the monster; on small
//! screens, a panel beside the board.

use leptos::html::Div;
use leptos::prelude::*;
use rules::terms::MonsterNumber;
use rules::{Cell, Position, Whereabouts};

use super::display::Asked;
use super::i18n::*;
use super::{focus, why};
use crate::draw::Point;
use crate::draw::floor::{Orientation, SPACE, center};
use crate::draw::sign;
use crate::scene::pointing::{Nook, in_layer, tail_tip};

/// The answer to the open question, if there is one. The analysis board reveals everything, so it is offered only where a
/// monster is given for it.
pub fn answer(
    asked: RwSignal<Option<Asked>>,
    view: Signal<Orientation>,
    analysed_with: Option<MonsterNumber>,
    on_close: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    let spoken = move || asked.get().map(|asked| why::spoken(i18n, &asked.why, asked.dark));
    let balloon = move || {
        asked.get().map(|Asked { why, dark }| {
            focus::comes_back();
            request_animation_frame(|| focus::unless_typing(".why"));
            let monster = why.table.monster().map(|monster| monster.at);
            let figures = StoredValue::new(figures(&why.table));
            // It may have been closed before the next frame.
            let on_screen = move || {
                let view = view.try_get_untracked()?;
                figures.try_with_value(|figures| OnScreen::of(view, monster?, figures))?
            };
            let node = NodeRef::<Div>::new();
            let (nook, tail) = (RwSignal::new(Nook::TopRight), RwSignal::new(String::new()));
            let point = move || {
                let _ = tail.try_set(on_screen().and_then(|board| board.tail_of(node)).unwrap_or_default());
            };
            let fit = move || {
                if let Some(place) = on_screen().and_then(|board| board.nook_for(node)) {
                    let _ = nook.try_set(place);
                    // Once it stands there.
                    request_animation_frame(point);
                }
            };
            request_animation_frame(fit);
            let resized = window_event_listener(leptos::ev::resize, move |_| fit());
            on_cleanup(move || resized.remove());
            view! {
                <svg class="tail" aria-hidden="true" inner_html=tail></svg>
                <div class=move || format!("answer {}", nook.get().name()) node_ref=node>
                    {why::balloon(why, dark, analysed_with, on_close)}
                </div>
            }
        })
    };
    view! {
        {balloon}
        <p class="vh" aria-live="polite">{spoken}</p>
    }
}

/// Where figures stand on the board.
fn figures(position: &Position) -> Vec<Cell> {
    let on_board = |(_, place)| match place {
        Whereabouts::On(cell) => Some(cell),
        Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
    };
    position.figures().filter_map(on_board).collect()
}

/// The board with its pieces, in pixels of the window.
struct OnScreen {
    /// Its upper left corner.
    corner: Point,
    size: Point,
    monster: Point,
    figures: Vec<Point>,
    /// How far a piece extends from its middle.
    reach: f32,
}

impl OnScreen {
    fn of(view: Orientation, monster: Cell, figures: &[Cell]) -> Option<OnScreen> {
        let frame = document().query_selector(".board").ok().flatten()?.get_bounding_client_rect();
        let (corner, size) = ((frame.left() as f32, frame.top() as f32), (frame.width() as f32, frame.height() as f32));
        let place = |cell: Cell| {
            let ((x, y), _) = in_layer(view, size, center(cell));
            (corner.0 + x, corner.1 + y)
        };
        let (_, unit) = in_layer(view, size, center(monster));
        Some(OnScreen {
            corner,
            size,
            monster: place(monster),
            figures: figures.iter().map(|cell| place(*cell)).collect(),
            reach: unit * SPACE * 0.5,
        })
    }

    fn nook_for(&self, balloon: NodeRef<Div>) -> Option<Nook> {
        let balloon = balloon.try_get_untracked().flatten()?;
        // It keeps off the frame by about as much as a piece extends.
        let size = (balloon.offset_width() as f32 + self.reach, balloon.offset_height() as f32 + self.reach);
        let from_corner = |(x, y): Point| (x - self.corner.0, y - self.corner.1);
        let figures: Vec<Point> = self.figures.iter().copied().map(from_corner).collect();
        Some(Nook::for_balloon(size, self.size, from_corner(self.monster), &figures, self.reach))
    }

    fn tail_of(&self, balloon: NodeRef<Div>) -> Option<String> {
        let balloon = balloon.try_get_untracked().flatten()?.get_bounding_client_rect();
        let middle = ((balloon.left() + balloon.width() / 2.0) as f32, (balloon.top() + balloon.height() / 2.0) as f32);
        let tip = tail_tip(middle, self.monster, sign::TAIL_PX, &self.figures, self.reach);
        Some(sign::tail(middle, tip))
    }
}
