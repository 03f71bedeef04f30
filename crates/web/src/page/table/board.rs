//! The board: four layers that are drawn, and one that is touched.

use std::cmp::Ordering;

use leptos::html::Div;
use leptos::prelude::*;
use rules::game::{Face, Pair};
use rules::{Cell, Direction, FigureId, Stone, Whereabouts};
use web_sys::{MouseEvent, PointerEvent};

use crate::draw::coin::{self, Dress, Size};
use crate::draw::floor::{self, MIDDLE, Orientation, SPACE, center};
use crate::draw::monster::{Kit, from_above};
use crate::draw::sign::{self, Gaze, Tone};
use crate::draw::{self, Point, stone};
use crate::page::i18n::*;
use crate::page::session::Session;
use crate::page::words;
use crate::scene::board::{Beam, BeamFate, FigureMark, MonsterMark, PlanMark, Reach, Scene, Spot, StoneView, WordMark};
use crate::scene::cast::stage_and_turn;
use crate::scene::moving::Moving;
use crate::scene::pointing::{cell_at, choosable_at, on_board, place, reach_at};
use crate::scene::show::{Sound, Way};
use rules::game::Stage;

/// From this size on coins show their portraits.
const PORTRAIT_PX: f32 = 44.0;

pub(super) fn board(session: Session, view: Signal<Orientation>) -> impl IntoView {
    let i18n = use_i18n();
    let scene = Memo::new(move |_| {
        let (playback, moving) = (session.playback.read(), session.moving.read());
        Scene::of(&playback, moving.as_ref(), session.speed.get())
    });
    let board = NodeRef::<Div>::new();
    let size = coin_size(board, view);
    let pointer = Pointer { session, scene, view, board, held: StoredValue::new(None) };
    let position = session.playback.with_untracked(|playback| playback.tableau().position);
    let floor = move || floor::floor(position.blood(), t_string!(i18n, table.exit));
    let runs = Memo::new(move |_| scene.with(|scene| scene.ms > 0));
    let teleporters: String = position
        .teleporters()
        .zip([Pair::One, Pair::Two])
        .flat_map(|(pair, name)| pair.map(|one| draw::at(center(one.at), &stone::teleporter(name, one.arrow))))
        .collect();
    let figures: Vec<FigureId> = position.figures().map(|(figure, _)| figure).collect();
    let stones: Vec<u8> =
        session.playback.with_untracked(|playback| playback.tableau().stones.iter().map(|stone| stone.id).collect());
    let turned = move || view.get() == Orientation::Upright;
    let view_box = move || view.get().view_box();
    let transform = move || view.get().transform();
    view! {
        <section class="stage panel" aria-label=move || t_string!(i18n, table.board)>
            <div class="frame">
                <div
                    class="board"
                    class:turned=turned
                    class:running=runs
                    node_ref=board
                    tabindex="0"
                    role="application"
                    aria-label=move || t_string!(i18n, table.board)
                    aria-describedby="board-help"
                    style:--ms=move || scene.with(|scene| scene.ms.to_string())
                    on:pointerdown=move |event| pointer.down(&event)
                    on:pointermove=move |event| pointer.moved(&event)
                    on:pointerup=move |event| pointer.up(&event)
                    on:pointercancel=move |_| pointer.held.set_value(None)
                    on:pointerleave=move |_| session.with_hand(|moving| moving.preview(None))
                >
                    <svg class="layer l-floor" viewBox=view_box aria-hidden="true" focusable="false">
                        <g transform=transform inner_html=floor></g>
                    </svg>
                    <svg class="layer l-help flash" viewBox=view_box aria-hidden="true" focusable="false">
                        <g transform=transform inner_html=move || scene.with(help)></g>
                    </svg>
                    <svg class="layer l-play" viewBox=view_box aria-hidden="true" focusable="false">
                        <g transform=transform>
                            <g inner_html=teleporters></g>
                            <g inner_html=move || scene.with(under_pieces)></g>
                            {stones.into_iter().map(|id| stone_piece(scene, id)).collect_view()}
                            {figures.into_iter().map(|figure| figure_piece(scene, figure, size)).collect_view()}
                            {monster_piece(scene, session.kit())}
                            <g inner_html=move || scene.with(over_pieces)></g>
                        </g>
                    </svg>
                    <svg class="layer l-fx" viewBox=view_box aria-hidden="true" focusable="false">
                        <g transform=transform>
                            <g inner_html=floor::flames()></g>
                            {effects(scene, view)}
                        </g>
                    </svg>
                    <svg class="layer l-hits" viewBox=view_box>
                        <g transform=transform>
                            {hits(session, scene)}
                        </g>
                    </svg>
                </div>
                {corner(session)}
                {hand_over(session)}
            </div>
            <p class="vh" id="board-help">{t!(i18n, table.board_help)}</p>
        </section>
    }
}

/// Stage and turn in the free corner, where the heading has no room.
fn corner(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let now = Memo::new(move |_| session.playback.with(stage_and_turn));
    view! {
        <div class="turnbox2 caption panel disp" aria-hidden="true">
            {move || match now.get().0 {
                Stage::One => t_string!(i18n, table.first_stage),
                Stage::Two => t_string!(i18n, table.second_stage),
            }}
            <small>{move || t_string!(i18n, table.turn_of, turn = now.get().1).to_string()}</small>
        </div>
    }
}

/// Who is next, where several people sit at the screen: it comes and goes by itself.
fn hand_over(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let seats = session.seats();
    let humans = seats.iter().filter(|seat| seat.who == crate::table::Who::Human).count();
    let next = Memo::new(move |_| session.moving.with(|moving| moving.as_ref().map(|moving| moving.seat())));
    move || {
        let seat = next.get().filter(|_| humans > 1)?;
        let name = seats.get(seat.index())?.name.clone();
        let words = t_string!(i18n, table.hand_over, name = name).to_string();
        let band = session.playback.with_untracked(|playback| playback.game().players().colour(seat));
        Some(
            view! { <p class=format!("handover disp coin {}", coin::letter(band)) aria-hidden="true"><span>{words}</span></p> },
        )
    }
}

/// Whether coins are large enough for portraits, also after the window changes.
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

fn transform((x, y): Point, scale: f32) -> String {
    if (scale - 1.0).abs() < f32::EPSILON {
        format!("translate({x}px,{y}px)")
    } else {
        format!("translate({x}px,{y}px) scale({scale})")
    }
}

/// The class of a piece for the way it comes to its place.
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

/// What is not in the picture waits unseen at the entrance.
const UNSEEN: &str = "piece gone";

fn figure_piece(scene: Memo<Scene>, figure: FigureId, size: Signal<Size>) -> impl IntoView {
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

fn stone_piece(scene: Memo<Scene>, id: u8) -> impl IntoView {
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

fn monster_piece(scene: Memo<Scene>, kit: u8) -> impl IntoView {
    let mark: Memo<Option<MonsterMark>> = Memo::new(move |_| scene.with(|scene| scene.monster));
    let at = move || mark.get().map(|mark| transform(center(mark.at), 1.0)).unwrap_or_default();
    let heading = move || format!("rotate({}deg)", mark.get().map_or(0, |mark| mark.heading));
    view! {
        <g
            class=move || format!("{} monster", mark.get().map_or(UNSEEN, |mark| way_class(mark.way)))
            style:transform=at
        >
            <g class="turner" style:transform=heading>
                <g class="inner" inner_html=from_above(Kit::from_number(kit))></g>
            </g>
        </g>
    }
}

/// Under the pieces: where one can go, what the monster sees.
fn help(scene: &Scene) -> String {
    let aim = scene.plan.as_ref().and_then(|plan| plan.trail.last().copied());
    let reach = |reach: &Reach| {
        let frame = if reach.spot == Spot::Out { sign::reach_exit() } else { sign::reach() };
        let class = if aim == Some(reach.spot) { "aim" } else { "" };
        draw::at(place(reach.spot, 0).0, &format!(r#"<g class="{class}">{frame}</g>"#))
    };
    let reach: String = scene.reach.iter().map(reach).collect();
    let beam = |beam: &Beam| sign::beam(beam.from, beam.direction, beam_length(beam), gaze(beam));
    let beams: String = scene.beams.iter().map(beam).collect();
    format!(r#"<g class="reach">{reach}</g><g class="sight">{beams}</g>"#)
}

/// A beam that meets nobody ends before what blocks it.
fn beam_length(beam: &Beam) -> u8 {
    if beam.sees.is_some() { beam.length } else { beam.length.saturating_sub(1).max(1) }
}

fn gaze(beam: &Beam) -> Gaze {
    match beam.fate {
        BeamFate::Followed => Gaze::Won,
        BeamFate::Tied | BeamFate::Passed => Gaze::Idle,
    }
}

/// On the floor: footprints, costs, the plan and what it pushes.
fn under_pieces(scene: &Scene) -> String {
    let print = |(cell, facing): &(Cell, Direction)| {
        let print = format!(
            r##"<g class="t-print" transform="rotate({})"><use href="#print" transform="translate(-7 -8)"/><use href="#print" transform="translate(7 9)"/></g>"##,
            draw::degrees(*facing)
        );
        draw::at(center(*cell), &print)
    };
    let prints: String = scene.prints.iter().map(print).collect();
    let taken = |reach: &&Reach| !scene.figures.iter().any(|mark| mark.spot == reach.spot && !mark.is_chosen);
    let aim = scene.plan.as_ref().and_then(|plan| plan.trail.last().copied());
    let costs = scene.reach.iter().filter(|reach| reach.cost > 0 && aim != Some(reach.spot)).filter(taken);
    let costs: String = costs
        .map(|reach| {
            let cost = if reach.is_covered { sign::cost_aside(reach.cost) } else { sign::cost(reach.cost) };
            draw::at(place(reach.spot, 0).0, &cost)
        })
        .collect();
    let plan = scene.plan.as_ref().map(|plan| planned(scene, plan)).unwrap_or_default();
    format!("{prints}<g class=\"costs\">{costs}</g>{plan}")
}

fn planned(scene: &Scene, plan: &PlanMark) -> String {
    let queue = scene.in_queue();
    let points: Vec<Point> = plan.trail.iter().map(|spot| place(*spot, queue).0).collect();
    let pushed = |(kind, from, to): &(Stone, Cell, Option<Cell>)| {
        let scrapes = to.map(|to| draw::at(center(to), &stone::scrapes(straight(*from, to))));
        draw::at(center(*from), &stone::ghost(*kind)) + &scrapes.unwrap_or_default()
    };
    let ghosts: String = plan.pushed.iter().map(pushed).collect();
    let face = scene.figures.iter().find(|mark| mark.figure == plan.figure).map_or(Face::Bright, |mark| mark.face);
    let ghost = draw::upright(&coin::plain(plan.figure, face, Dress { ghost: true, ..Dress::default() }));
    let (origin, scale) = place(plan.origin, queue);
    let origin =
        format!(r#"<g transform="translate({} {}) scale({scale})">{}{ghost}</g>"#, origin.0, origin.1, sign::origin());
    let origin = if points.len() > 1 { origin } else { String::new() };
    let class = if plan.can_stop { "" } else { "p-no" };
    format!(r#"<g class="{class}">{}</g>{ghosts}{origin}"#, sign::plan(&points))
}

/// The direction from one space to another in the same row or column.
fn straight(from: Cell, to: Cell) -> Direction {
    match (to.column().cmp(&from.column()), to.row().cmp(&from.row())) {
        (Ordering::Greater, _) => Direction::East,
        (Ordering::Less, _) => Direction::West,
        (Ordering::Equal, Ordering::Less) => Direction::North,
        (Ordering::Equal, Ordering::Equal | Ordering::Greater) => Direction::South,
    }
}

/// Over the pieces: the ring of the chosen figure, the eyes, the lit walls.
fn over_pieces(scene: &Scene) -> String {
    let chosen = scene.figures.iter().find(|mark| mark.is_chosen);
    let ring = chosen.map(|mark| {
        let ((x, y), scale) = place(mark.spot, scene.in_queue());
        format!(r#"<g transform="translate({x} {y}) scale({scale})">{}</g>"#, sign::selection())
    });
    let seen = scene.beams.iter().filter(|beam| beam.sees.is_some());
    let eye = |beam: &Beam| {
        let eye = sign::eye(beam.length, gaze(beam));
        let eye = if beam.fate == BeamFate::Tied { format!(r#"<g class="tie">{eye}</g>"#) } else { eye };
        draw::at(sign::eye_at(beam.from, beam.direction, beam.length), &eye)
    };
    let eyes: String = seen.map(eye).collect();
    let walls = scene.lit.first().map(|wall| sign::twins(*wall)).unwrap_or_default();
    format!("{}{eyes}{walls}{}", ring.unwrap_or_default(), passing(scene))
}

/// What is left in the air for a moment: crumbs, lines of speed, the white frame of a teleporter.
fn passing(scene: &Scene) -> String {
    let pieces = scene.figures.iter().map(|mark| (mark.way, mark.spot));
    let stones = scene.stones.iter().map(|stone| (stone.way, stone.spot));
    let lost = pieces.chain(stones).filter(|(way, _)| matches!(way, Some(Way::Lost(..))));
    let crumbs: String = lost.map(|(_, spot)| draw::at(place(spot, 0).0, &sign::crumbs())).collect();
    let monster = scene.monster.map(|monster| match monster.way {
        Some(Way::Slide) => {
            let lines =
                format!(r#"<g transform="rotate({})">{}</g>"#, monster.heading, sign::speed_lines(Direction::North));
            draw::at(center(monster.at), &lines)
        }
        Some(Way::TeleportOut) => draw::at(center(monster.at), &sign::white_frame()),
        _ => String::new(),
    });
    crumbs + &monster.unwrap_or_default()
}

/// What is there for a moment: the sound word, and the tombstone that falls.
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
            let markup = draw::at(MIDDLE, &sign::grave(tombstone, None, 2.6));
            view! { <g class="reveal" inner_html=markup></g> }
        })
    };
    view! {
        {reveal}
        {shout}
    }
}

/// What can be touched, with its name for those who cannot see it. The board itself handles pointers; these are for everybody else.
fn hits(session: Session, scene: Memo<Scene>) -> impl IntoView {
    let i18n = use_i18n();
    // Not what is covered: that changes while the pointer hovers, and the places would be made anew under it.
    let reach = Memo::new(move |_| {
        scene.with(|scene| scene.reach.iter().map(|reach| (reach.spot, reach.cost)).collect::<Vec<_>>())
    });
    let chosen = Memo::new(move |_| {
        scene.with(|scene| {
            let marks = scene.figures.iter().filter(|mark| mark.is_choosable && !mark.is_chosen);
            (marks.map(|mark| (mark.figure, mark.face, mark.spot)).collect::<Vec<_>>(), scene.in_queue())
        })
    });
    let spaces = move || {
        let taken = chosen.get().0;
        let free = reach.get().into_iter().filter(move |(spot, _)| !taken.iter().any(|(_, _, other)| other == spot));
        free.map(|(spot, cost)| {
            let (x, y) = place(spot, 0).0;
            let (target, name, cell) = match spot {
                Spot::On(cell) => (Whereabouts::On(cell), words::space(i18n, cell, cost), cell.to_string()),
                Spot::Out | Spot::Waiting(_) | Spot::Beyond(_) => {
                    (Whereabouts::Escaped, t_string!(i18n, table.space_out, count = cost).to_string(), "out".to_owned())
                }
            };
            let wide = if spot == Spot::Out { 50.0 } else { SPACE };
            view! {
                <rect
                    class="hit" role="button" tabindex="-1" data-cell=cell data-cost=cost aria-label=name
                    x=x - wide / 2.0 y=y - SPACE / 2.0 width=wide height=SPACE
                    on:click=move |event| if is_synthetic(&event) { session.with_hand(|moving| moving.point(target)) }
                />
            }
        })
        .collect_view()
    };
    let figures = move || {
        let (marks, queue) = chosen.get();
        marks
            .into_iter()
            .map(|(figure, face, spot)| {
                let ((x, y), scale) = place(spot, queue);
                let name = words::figure(i18n, figure, face);
                let label = match spot {
                    Spot::On(cell) => t_string!(i18n, table.figure_on, figure = name, cell = cell).to_string(),
                    Spot::Waiting(_) | Spot::Out | Spot::Beyond(_) => {
                        t_string!(i18n, table.figure_outside, figure = name).to_string()
                    }
                };
                let wide = if scale < 1.0 { 26.0 } else { SPACE };
                view! {
                    <rect
                        class="hit" role="button" tabindex="-1" data-figure=figure.to_string() aria-label=label
                        x=x - wide / 2.0 y=y - wide / 2.0 width=wide height=wide
                        on:click=move |event| if is_synthetic(&event) { session.choose(figure) }
                    />
                }
            })
            .collect_view()
    };
    view! {
        {spaces}
        {figures}
    }
}

/// A click that no pointer made: by a screen reader, say.
fn is_synthetic(event: &MouseEvent) -> bool {
    event.detail() == 0
}

/// A pointer over the board.
#[derive(Clone, Copy)]
struct Pointer {
    session: Session,
    scene: Memo<Scene>,
    view: Signal<Orientation>,
    board: NodeRef<Div>,
    /// The figure that is being dragged, and whether it was in the hand before and has not left its space.
    held: StoredValue<Option<Held>>,
}

#[derive(Clone, Copy)]
struct Held {
    was_chosen: bool,
    last: Option<Whereabouts>,
    has_moved: bool,
}

impl Pointer {
    fn point(self, event: &PointerEvent) -> Option<Point> {
        let rect = self.board.get_untracked()?.get_bounding_client_rect();
        let size = (rect.width() as f32, rect.height() as f32);
        let at = (event.client_x() as f32 - rect.left() as f32, event.client_y() as f32 - rect.top() as f32);
        Some(on_board(self.view.get_untracked(), size, at))
    }

    fn down(self, event: &PointerEvent) {
        let Some(point) = self.point(event).filter(|_| event.is_primary() && event.button() == 0) else { return };
        let figure = self.scene.with_untracked(|scene| choosable_at(scene, point));
        let Some(figure) = figure else { return };
        let was_chosen = self.session.moving.with_untracked(|moving| {
            moving.as_ref().filter(|moving| moving.figure() == Some(figure)).map(Moving::is_previewing)
        });
        // The figure under the pointer is only a preview of where it could go: this is a click on that space.
        if was_chosen == Some(true) {
            return;
        }
        self.session.choose(figure);
        let last = self.under(point);
        self.held.set_value(Some(Held { was_chosen: was_chosen.is_some(), last, has_moved: false }));
        // So that letting go is noticed wherever it happens.
        if let Some(board) = self.board.get_untracked() {
            let _ = board.set_pointer_capture(event.pointer_id());
        }
    }

    /// The place under a point: a space, or the door.
    fn under(self, point: Point) -> Option<Whereabouts> {
        let door = || self.scene.with_untracked(|scene| reach_at(scene, point));
        cell_at(point).map(Whereabouts::On).or_else(door)
    }

    fn moved(self, event: &PointerEvent) {
        let Some(point) = self.point(event).filter(|_| event.is_primary()) else { return };
        match self.held.get_value().filter(|_| event.buttons() & 1 == 1) {
            Some(held) => {
                let under = self.under(point);
                if under != held.last {
                    self.held.set_value(Some(Held { last: under, has_moved: true, ..held }));
                    if let Some(place) = under {
                        self.session.with_hand(|moving| moving.drag(place));
                    }
                }
            }
            // A finger does not hover.
            None if event.pointer_type() == "touch" => {}
            None => {
                let place = self.scene.with_untracked(|scene| reach_at(scene, point));
                self.session.with_hand(|moving| moving.preview(place));
            }
        }
    }

    fn up(self, event: &PointerEvent) {
        let Some(point) = self.point(event).filter(|_| event.is_primary() && event.button() == 0) else { return };
        match self.held.get_value() {
            Some(held) => {
                self.held.set_value(None);
                if held.was_chosen && !held.has_moved {
                    self.session.with_hand(Moving::touch_again);
                }
            }
            None => {
                let place = self.scene.with_untracked(|scene| reach_at(scene, point));
                if let Some(place) = place {
                    self.session.with_hand(|moving| moving.point(place));
                }
            }
        }
    }
}
