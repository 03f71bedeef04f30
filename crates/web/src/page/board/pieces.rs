//! The pieces: each is an element of its own, so that it can move from one place to the next.

use leptos::prelude::*;
use rules::FigureId;
use rules::game::Face;
use rules::terms::MonsterNumber;

use crate::draw::coin::{self, Dress, Size};
use crate::draw::floor::center;
use crate::draw::monster::{Kit, from_above};
use crate::draw::{self, Point, stone};
use crate::scene::board::{FigureMark, MonsterMark, Scene, Spot, StoneView};
use crate::scene::pointing::place;
use crate::scene::show::Way;

fn transform((x, y): Point, scale: f32) -> String {
    if (scale - 1.0).abs() < f32::EPSILON {
        format!("translate({x}px,{y}px)")
    } else {
        format!("translate({x}px,{y}px) scale({scale})")
    }
}

/// The class of a piece by how it gets to its place.
fn way_class(way: Option<Way>) -> &'static str {
    match way {
        None | Some(Way::Walk) => "piece",
        Some(Way::Slide) => "piece slide",
        Some(Way::Shove) => "piece shove",
        Some(Way::Turn | Way::Spin) => "piece turn",
        Some(Way::WallIn(_)) => "piece wall-in",
        Some(Way::WallOut(_)) => "piece wall-out",
        Some(Way::TeleportIn) => "piece tele-in",
        Some(Way::TeleportOut) => "piece tele-out",
        Some(Way::Lunge) => "piece lunge",
        Some(Way::Eaten(_)) => "piece eaten",
        Some(Way::Lost(..)) => "piece lost",
        Some(Way::Flip) => "piece flip",
        Some(Way::Escape) => "piece escape",
        Some(Way::Jump) => "piece jump",
    }
}

/// Pieces that are not in the picture are hidden at the entrance.
const UNSEEN: &str = "piece gone";

pub(super) fn figure_piece(scene: Memo<Scene>, figure: FigureId, size: Signal<Size>) -> impl IntoView {
    let found = move |scene: &Scene| scene.figures.iter().find(|mark| mark.figure == figure).copied();
    let mark = Memo::new(move |_| scene.with(found));
    let queue = Memo::new(move |_| scene.with(Scene::in_queue));
    let look = Memo::new(move |_| mark.get().map(|FigureMark { face, is_to_move, .. }| (face, is_to_move)));
    let markup = move || {
        let (face, lifted) = look.get().unwrap_or((Face::Bright, false));
        draw::upright(&coin::coin(figure, face, size.get(), Dress { lifted, ..Dress::default() }))
    };
    let at = move || {
        let (point, scale) = place(mark.get().map_or(Spot::Waiting(0), |mark| mark.spot), queue.get());
        transform(point, scale)
    };
    view! {
        <g
            class=move || mark.get().map_or(UNSEEN, |mark| way_class(mark.way))
            style:transform=at
        >
            <g class="inner" inner_html=markup></g>
        </g>
    }
}

pub(super) fn stone_piece(scene: Memo<Scene>, id: u8) -> impl IntoView {
    let found = move |scene: &Scene| scene.stones.iter().find(|stone| stone.id == id).copied();
    let mark: Memo<Option<StoneView>> = Memo::new(move |_| scene.with(found));
    let kind = Memo::new(move |_| mark.get().map(|mark| mark.stone));
    view! {
        <g
            class=move || mark.get().map_or(UNSEEN, |mark| way_class(mark.way))
            style:transform=move || mark.get().map(|mark| transform(place(mark.spot, 0).0, 1.0)).unwrap_or_default()
        >
            <g class="inner stone" inner_html=move || kind.get().map(stone::stone).unwrap_or_default()></g>
        </g>
    }
}

pub(super) fn monster_piece(scene: Memo<Scene>, monster: MonsterNumber) -> impl IntoView {
    let mark: Memo<Option<MonsterMark>> = Memo::new(move |_| scene.with(|scene| scene.monster));
    let at = move || mark.get().map(|mark| transform(center(mark.at), 1.0)).unwrap_or_default();
    let angle = move || format!("rotate({}deg)", mark.get().map_or(0, |mark| mark.angle));
    view! {
        <g
            class=move || format!("{} monster", mark.get().map_or(UNSEEN, |mark| way_class(mark.way)))
            style:transform=at
        >
            <g class="turner" style:transform=angle>
                <g class="inner" inner_html=from_above(Kit::from(monster))></g>
            </g>
        </g>
    }
}
