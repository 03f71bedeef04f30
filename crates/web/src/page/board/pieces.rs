//! The pieces: each is an element of its own, so that it can move from one place to the next.

use leptos::prelude::*;
use rules::FigureId;
use rules::game::{Face, FigureSet};
use rules::terms::MonsterNumber;

use crate::draw::coin::{self, Dress, Size};
use crate::draw::floor::center;
use crate::draw::monster::{Kit, from_above};
use crate::draw::{self, Point, level, stone};
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

/// What a piece looks like now, and the duration of the beat that changed it last. Other beats do not concern it, so that
/// it is not styled again.
fn moved<T: Clone + PartialEq + Send + Sync + 'static>(
    scene: Memo<Scene>,
    read: impl Fn(&Scene) -> T + Send + Sync + 'static,
) -> (Memo<T>, impl Fn() -> String) {
    let moved = Memo::new(move |before: Option<&(T, u32)>| {
        scene.with(|scene| match (read(scene), before) {
            (now, Some((before, ms))) if now == *before => (now, *ms),
            (now, _) => (now, scene.ms),
        })
    });
    (Memo::new(move |_| moved.with(|(mark, _)| mark.clone())), move || moved.with(|(_, ms)| ms.to_string()))
}

pub(super) fn figure_piece(scene: Memo<Scene>, figure: FigureId, size: Signal<Size>) -> impl IntoView {
    let found = move |scene: &Scene| {
        let mark = scene.figures.iter().find(|mark| mark.figure == figure).copied();
        // Only those who wait make room for each other.
        let queue = mark.filter(|mark| matches!(mark.spot, Spot::Waiting(_))).map_or(0, |_| scene.in_queue());
        (mark, queue)
    };
    let (mark, ms) = moved(scene, found);
    let look = Memo::new(move |_| mark.get().0.map(|FigureMark { face, is_to_move, .. }| (face, is_to_move)));
    let camp = Memo::new(move |_| {
        scene.with(|scene| {
            let marks = &scene.puzzle;
            let has = |set: FigureSet| set.has(figure);
            [has(marks.theirs), has(marks.laid_figures), has(marks.ours), has(marks.safe)]
        })
    });
    let markup = move || {
        let (face, lifted) = look.get().unwrap_or((Face::Bright, false));
        let coin = coin::coin(figure, face, size.get(), Dress { lifted, ..Dress::default() });
        let [is_theirs, is_laid, is_ours, is_safe] = camp.get();
        let sign = |is_there: bool, sign: &'static str| if is_there { sign } else { "" };
        let below = [sign(is_theirs, level::theirs()), sign(is_laid, level::given())].concat();
        let above = [sign(is_ours, level::ours()), sign(is_safe, level::safe())].concat();
        draw::upright(&format!("{below}{coin}{above}"))
    };
    let at = move || {
        let (mark, queue) = mark.get();
        let (point, scale) = place(mark.map_or(Spot::Waiting(0), |mark| mark.spot), queue);
        transform(point, scale)
    };
    view! {
        <g
            class=move || mark.get().0.map_or(UNSEEN, |mark| way_class(mark.way))
            style:--ms=ms
            style:transform=at
        >
            <g class="inner" inner_html=markup></g>
        </g>
    }
}

pub(super) fn stone_piece(scene: Memo<Scene>, id: u8) -> impl IntoView {
    let found = move |scene: &Scene| scene.stones.iter().find(|stone| stone.id == id).copied();
    let (mark, ms): (Memo<Option<StoneView>>, _) = moved(scene, found);
    let kind = Memo::new(move |_| mark.get().map(|mark| mark.stone));
    let is_laid = Memo::new(move |_| scene.with(|scene| scene.puzzle.laid_stones.contains(&id)));
    let markup = move || {
        let ring = if is_laid.get() { level::given() } else { "" };
        kind.get().map(|kind| format!("{ring}{}", stone::stone(kind))).unwrap_or_default()
    };
    view! {
        <g
            class=move || mark.get().map_or(UNSEEN, |mark| way_class(mark.way))
            style:--ms=ms
            style:transform=move || mark.get().map(|mark| transform(place(mark.spot, 0).0, 1.0)).unwrap_or_default()
        >
            <g class="inner stone" inner_html=markup></g>
        </g>
    }
}

pub(super) fn monster_piece(scene: Memo<Scene>, monster: MonsterNumber) -> impl IntoView {
    let (mark, ms): (Memo<Option<MonsterMark>>, _) = moved(scene, |scene: &Scene| scene.monster);
    let at = move || mark.get().map(|mark| transform(center(mark.at), 1.0)).unwrap_or_default();
    let angle = move || format!("rotate({}deg)", mark.get().map_or(0, |mark| mark.angle));
    view! {
        <g
            class=move || format!("{} monster", mark.get().map_or(UNSEEN, |mark| way_class(mark.way)))
            style:--ms=ms
            style:transform=at
        >
            <g class="turner" style:transform=angle>
                <g class="inner" inner_html=from_above(Kit::from(monster))></g>
            </g>
        </g>
    }
}
