//! The board: four layers that are drawn, and one for input. It draws a [`Scene`] and knows nothing about games; its
//! owner decides what input means.

mod marks;
mod pieces;

use std::collections::BTreeSet;

use leptos::html::Div;
use leptos::prelude::*;
use rules::FigureId;
use rules::game::FigureSet;
use rules::terms::MonsterNumber;
use web_sys::PointerEvent;

use crate::draw::coin::Size;
use crate::draw::floor::{self, MIDDLE, Orientation, SPACE, center};
use crate::draw::sign::{self, Tone};
use crate::draw::{self, Point, stone};
use crate::page::i18n::*;
use crate::page::words;
use crate::scene::board::{FloorPlan, Scene, WordMark};
use crate::scene::pointing::on_board;
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
    let runs = Memo::new(move |_| scene.with(|scene| scene.ms > 0));
    let figures = Memo::new(move |_| scene.with(everybody_at));
    let everybody = move || -> Vec<FigureId> { figures.get().iter().collect() };
    // A stone that left the game stays in the markup, so that its animation can be seen.
    let stones = Memo::new(move |known: Option<&BTreeSet<u8>>| {
        let mut ids = known.cloned().unwrap_or_default();
        scene.with(|scene| ids.extend(scene.stones.iter().map(|stone| stone.id)));
        ids
    });
    let turned = move || view.get() == Orientation::Upright;
    let view_box = move || view.get().view_box();
    let transform = move || view.get().transform();
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
    let moved = move |event: PointerEvent| {
        if let Some(touch) = touch(&event) {
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
            style:--ms=move || scene.with(|scene| scene.ms.to_string())
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=move |_| input.left.run(())
            on:pointerleave=move |_| input.left.run(())
        >
            <svg class="layer l-floor" viewBox=view_box aria-hidden="true" focusable="false">
                <g transform=transform inner_html=floor></g>
            </svg>
            <svg class="layer l-help flash" viewBox=view_box aria-hidden="true" focusable="false">
                <g transform=transform>
                    <g inner_html=move || scene.with(marks::help)></g>
                    <g inner_html=under></g>
                </g>
            </svg>
            <svg class="layer l-play" viewBox=view_box aria-hidden="true" focusable="false">
                <g transform=transform>
                    <g inner_html=move || plan.with(teleporters)></g>
                    <g inner_html=move || scene.with(marks::under_pieces)></g>
                    <For each=move || stones.get() key=|id| *id let:id>{pieces::stone_piece(scene, id)}</For>
                    <For each=everybody key=|figure| *figure let:figure>
                        {pieces::figure_piece(scene, figure, size)}
                    </For>
                    {pieces::monster_piece(scene, monster)}
                    <g inner_html=move || scene.with(|scene| marks::over_pieces(i18n, scene))></g>
                    <g inner_html=over></g>
                </g>
            </svg>
            <svg class="layer l-fx" viewBox=view_box aria-hidden="true" focusable="false">
                <g transform=transform>
                    <g inner_html=floor::flames()></g>
                    {effects(scene, view)}
                </g>
            </svg>
            <svg class="layer l-hits" viewBox=view_box>
                <g transform=transform>{hits}</g>
            </svg>
        </div>
    }
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
    let (size, set_size) = signal(Size::Small);
    let measure = move || {
        let Some(board) = board.try_get_untracked().flatten() else { return };
        let (_, _, width, height) = view.get_untracked().bounds();
        let rect = board.get_bounding_client_rect();
        let unit = (rect.width() as f32 / width).min(rect.height() as f32 / height);
        let now = if unit * SPACE >= PORTRAIT_PX { Size::Large } else { Size::Small };
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
            let markup = draw::at(MIDDLE, &draw::upright(&sign::grave(tombstone, None, 2.6)));
            view! { <g class="reveal" inner_html=markup></g> }
        })
    };
    view! {
        {reveal}
        {shout}
    }
}
