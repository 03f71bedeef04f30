//! The board: layers that are drawn, and one for input. It draws a [`Scene`] and knows nothing about games; its owner
//! decides what input means.
//!
//! What changes by itself is a drawing of its own, because a browser paints a drawing as a whole: the floor is painted
//! once, and a piece that moves leaves the other pieces alone.

pub(in crate::page) mod drawings;
mod pieces;

use std::collections::BTreeSet;

use leptos::html::Div;
use leptos::prelude::*;
use rules::game::FigureSet;
use rules::terms::MonsterNumber;
use rules::{Cell, FigureId};
use wasm_bindgen::JsValue;
use web_sys::PointerEvent;

use crate::draw::coin::Size;
use crate::draw::floor::{self, MIDDLE, Orientation, SPACE, center};
use crate::draw::sign::{self, Tone};
use crate::draw::{self, Point, stone};
use crate::page::i18n::*;
use crate::page::pointed::Pointed;
use crate::page::words;
use crate::scene::board::marks::marks;
use crate::scene::board::{FloorPlan, Scene, WordMark};
use crate::scene::pointing::{Hit, on_board};
use crate::scene::show::Sound;

/// The size from which coins show portraits.
const PORTRAIT_PX: f32 = 44.0;

/// A board on the screen.
pub struct Board {
    /// What it shows.
    pub scene: Memo<Scene>,
    /// Its orientation.
    pub view: Signal<Orientation>,
    /// The number of the monster, which determines its parts.
    pub monster: MonsterNumber,
    /// The handlers of pointers.
    pub input: BoardInput,
    /// Markup under the pieces, above the floor.
    pub under: Signal<String>,
    /// Markup above the pieces.
    pub over: Signal<String>,
    /// The buttons for keyboard and screen reader: SVG, in units of the board.
    pub hits: AnyView,
    /// Its label.
    pub label: Signal<String>,
    /// The id of the text that describes its use.
    pub described_by: &'static str,
}

/// The handlers of pointers over a board.
#[derive(Clone, Copy)]
pub struct BoardInput {
    /// The main button or a finger is pressed. Returns whether the board captures the pointer, so that the release is
    /// noticed anywhere.
    pub down: Callback<Touch, bool>,
    /// It moves, pressed or not.
    pub moved: Callback<Touch>,
    /// It is released.
    pub up: Callback<Touch>,
    /// It left the board, or the system cancelled it.
    pub left: Callback<()>,
}

/// A pointer over a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Its place, in units of the board.
    pub point: Point,
    /// Whether it is a finger, which does not hover.
    pub is_finger: bool,
    /// Whether the main button is down.
    pub is_pressed: bool,
}

/// The board.
pub fn board(board: Board) -> impl IntoView {
    let Board { scene, view, monster, input, under, over, hits, label, described_by } = board;
    let i18n = use_i18n();
    let node = NodeRef::<Div>::new();
    let size = coin_size(node, view);
    let plan = Memo::new(move |_| scene.with(|scene| scene.floor.clone()));
    let floor = move || plan.with(|plan| floor::floor(&plan.blood, t_string!(i18n, table.exit)));
    // A move that is prepared meanwhile stays in sight.
    let runs = Memo::new(move |_| scene.with(|scene| scene.ms > 0 && scene.reach.is_empty()));
    let figures = Memo::new(move |_| scene.with(everybody_at));
    let everybody = move || -> Vec<FigureId> { figures.get().iter().collect() };
    // A stone that left the game stays in the markup, so that its animation can be seen.
    let stones = Memo::new(move |known: Option<&BTreeSet<u8>>| {
        let mut ids = known.cloned().unwrap_or_default();
        scene.with(|scene| ids.extend(scene.stones.iter().map(|stone| stone.id)));
        ids
    });
    let turned = move || view.get() == Orientation::Upright;
    let ms = Memo::new(move |_| scene.with(|scene| scene.ms));
    let help = Memo::new(move |_| scene.with(drawings::help));
    let placed = Memo::new(move |_| scene.with(|scene| marks(scene, view.get())));
    let below =
        Memo::new(move |_| scene.with(|scene| placed.with(|placed| drawings::under_pieces(scene, placed, view.get()))));
    let above = Memo::new(move |_| {
        scene.with(|scene| placed.with(|placed| drawings::over_pieces(i18n, scene, placed, view.get())))
    });
    let touch = move |event: &PointerEvent| {
        let rect = node.get_untracked()?.get_bounding_client_rect();
        let size = (rect.width() as f32, rect.height() as f32);
        let at = (event.client_x() as f32 - rect.left() as f32, event.client_y() as f32 - rect.top() as f32);
        Some(Touch {
            point: on_board(view.get_untracked(), size, at),
            is_finger: event.pointer_type() == "touch",
            is_pressed: event.buttons() & 1 == 1,
        })
        .filter(|_| event.is_primary())
    };
    let down = move |event: PointerEvent| {
        let Some(touch) = touch(&event).filter(|_| event.button() == 0) else { return };
        if let Some(node) = node.get_untracked().filter(|_| input.down.run(touch)) {
            // Fails if the pointer is gone in the meantime.
            let _ = node.set_pointer_capture(event.pointer_id());
        }
    };
    // The space under the pointer, which is named as well as those that are pointed at elsewhere.
    let pointed = RwSignal::new(None::<Cell>);
    let elsewhere = Pointed::of_screen();
    let named = Memo::new(move |_| {
        let elsewhere = elsewhere.map(Pointed::cells).unwrap_or_default();
        elsewhere.into_iter().chain(pointed.get()).collect::<Vec<Cell>>()
    });
    let names = move || match named.with(Vec::is_empty) {
        true => String::new(),
        false => scene.with(|scene| {
            placed.with(|placed| named.with(|named| drawings::pointed(scene, placed, named, view.get())))
        }),
    };
    let name = move |cell: Option<Cell>| {
        if pointed.get_untracked() != cell {
            pointed.set(cell);
        }
    };
    let left = move || {
        name(None);
        input.left.run(());
    };
    let moved = move |event: PointerEvent| {
        if let Some(touch) = touch(&event) {
            // A finger covers the space that it points at.
            let hit = scene.with_untracked(|scene| Hit::at(scene, touch.point)).filter(|_| !touch.is_finger);
            name(hit.and_then(Hit::cell));
            input.moved.run(touch);
        }
    };
    let up = move |event: PointerEvent| {
        if let Some(touch) = touch(&event).filter(|_| event.button() == 0) {
            input.up.run(touch);
        }
    };
    view! {
        <div
            class="board"
            class:turned=turned
            class:running=runs
            node_ref=node
            tabindex="0"
            role="application"
            aria-label=label
            aria-describedby=described_by
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=move |_| left()
            on:pointerleave=move |_| left()
        >
            {sheet(view, "l-floor", view! { <g inner_html=floor></g> })}
            {timed_sheet(view, "l-help flash", ms, view! { <g inner_html=help></g><g inner_html=under></g> })}
            <div class="l-play">
                {sheet(view, "", view! { <g inner_html=move || plan.with(teleporters)></g> })}
                {timed_sheet(view, "", ms, view! { <g inner_html=below></g> })}
                <For each=move || stones.get() key=|id| *id let:id>
                    {sheet(view, "", pieces::stone_piece(scene, id))}
                </For>
                // Larger than a space: under the figures, it does not cover the numbers of its neighbours.
                {sheet(view, "", pieces::monster_piece(scene, monster))}
                <For each=everybody key=|figure| *figure let:figure>
                    {sheet(view, "", pieces::figure_piece(scene, figure, size))}
                </For>
                {timed_sheet(view, "", ms, view! { <g inner_html=above></g><g inner_html=over></g> })}
            </div>
            {timed_sheet(view, "l-fx", ms, view! { <g inner_html=floor::flames()></g>{effects(scene, view)} })}
            {sheet(view, "", view! { <g inner_html=names></g> })}
            <svg class="layer l-hits" viewBox=move || view.get().view_box()>
                <g transform=move || view.get().transform()>{hits}</g>
            </svg>
        </div>
    }
}

/// A drawing that covers the board.
fn sheet(view: Signal<Orientation>, class: &str, content: impl IntoView + 'static) -> impl IntoView {
    let (view_box, transform) = (move || view.get().view_box(), move || view.get().transform());
    view! {
        <svg class=format!("layer {class}") viewBox=view_box aria-hidden="true" focusable="false">
            <g transform=transform>{content.into_any()}</g>
        </svg>
    }
}

/// A drawing that moves in the time of each beat. The time is not set on the whole board: whatever is below an element
/// with another time is styled again.
fn timed_sheet(
    view: Signal<Orientation>,
    class: &str,
    ms: Memo<u32>,
    content: impl IntoView + 'static,
) -> impl IntoView {
    sheet(view, class, view! { <g class="timed" style:--ms=move || ms.get().to_string()>{content.into_any()}</g> })
}

/// Every figure of the game, visible or not.
fn everybody_at(scene: &Scene) -> FigureSet {
    let mut everybody = scene.everybody;
    scene.figures.iter().for_each(|mark| everybody.insert(mark.figure));
    everybody
}

fn teleporters(plan: &FloorPlan) -> String {
    let draw = |(pair, end): &(_, rules::Teleporter)| draw::at(center(end.at), &stone::teleporter(*pair, end.arrow));
    plan.teleporters.iter().map(draw).collect()
}

/// Whether coins are large enough for portraits, updated when the window changes.
fn coin_size(board: NodeRef<Div>, view: Signal<Orientation>) -> Signal<Size> {
    // Until the board stands, the window tells: drawing all coins twice would take long.
    let (size, set_size) = signal(size_within(view.get_untracked(), window_size()));
    let measure = move || {
        let Some(board) = board.try_get_untracked().flatten() else { return };
        let rect = board.get_bounding_client_rect();
        let now = size_within(view.get_untracked(), (rect.width() as f32, rect.height() as f32));
        if size.get_untracked() != now {
            set_size.set(now);
        }
    };
    Effect::new(move || {
        board.track();
        view.track();
        request_animation_frame(measure);
    });
    let listener = window_event_listener(leptos::ev::resize, move |_| measure());
    on_cleanup(move || listener.remove());
    size.into()
}

/// The size of coins on a board that fits into this width and height.
fn size_within(view: Orientation, (width, height): (f32, f32)) -> Size {
    let (_, _, across, down) = view.bounds();
    if (width / across).min(height / down) * SPACE >= PORTRAIT_PX { Size::Large } else { Size::Small }
}

/// The width and height of the window.
fn window_size() -> (f32, f32) {
    let pixels =
        |length: Result<JsValue, JsValue>| length.ok().and_then(|length| length.as_f64()).unwrap_or(0.0) as f32;
    (pixels(window().inner_width()), pixels(window().inner_height()))
}

/// What is shown for a moment: the sound word, and the falling tombstone.
fn effects(scene: Memo<Scene>, view: Signal<Orientation>) -> impl IntoView {
    let i18n = use_i18n();
    let word = Memo::new(move |_| scene.with(|scene| scene.word));
    let falling = Memo::new(move |_| scene.with(|scene| scene.falling));
    let shout = move || {
        word.get().map(|WordMark { sound, at, .. }| {
            let tone = match sound {
                Sound::Chomp => Tone::Blood,
                Sound::Thud | Sound::Krrrk => Tone::Torch,
                Sound::Swoosh | Sound::Womp => Tone::Poison,
                Sound::Zap => Tone::Rune,
            };
            let markup = draw::at(view.get().sound_corner(at), &sign::sound(words::sound(i18n, sound), tone));
            view! { <g class="shout" inner_html=markup></g> }
        })
    };
    let reveal = move || {
        falling.get().map(|tombstone| {
            let markup = draw::at(MIDDLE, &draw::upright(&sign::grave(tombstone, 2.6)));
            view! { <g class="reveal" inner_html=markup></g> }
        })
    };
    view! {
        {reveal}
        {shout}
    }
}
