//! The board of the table, where moves are planned and the monster is watched.

use leptos::prelude::*;
use rules::{Direction, SightEnd, Whereabouts};
use web_sys::MouseEvent;

use crate::draw::floor::{Orientation, SPACE, center};
use crate::draw::{self, Point, coin, sign};
use crate::page::board::{Board, BoardInput, Touch, board as plain_board};
use crate::page::display::Display;
use crate::page::focus;
use crate::page::i18n::*;
use crate::page::words;
use crate::scene::board::{Aid, Scene, Spot};
use crate::scene::cast::stage_and_turn;
use crate::scene::moving::Moving;
use crate::scene::pointing::{cell_at, choosable_at, place, reach_at};
use crate::scene::why::{Why, WhySight};

pub(in crate::page) fn board(display: Display, view: Signal<Orientation>) -> impl IntoView {
    let i18n = use_i18n();
    let scene = Memo::new(move |_| {
        let (playback, moving) = (display.playback.read(), display.moving.read());
        let (foresight, picks) = (display.foresight.read(), display.picks.read());
        let aid = Aid { help: display.help.get(), foresight: foresight.as_ref(), picks: &picks };
        Scene::of(&playback, moving.as_ref(), display.speed.get(), aid)
    });
    // A bar that is replaced by another one takes its buttons with it.
    Effect::new(move || {
        display.playback.track();
        display.moving.track();
        // When the new bar stands.
        request_animation_frame(focus::rescue);
    });
    let help = move || {
        if display.is_watched() { t_string!(i18n, replay.board_help) } else { t_string!(i18n, table.board_help) }
    };
    let pointer = Pointer { display, scene, drag: StoredValue::new(None) };
    let board = Board {
        scene,
        view,
        monster: display.monster(),
        input: pointer.input(),
        under: Signal::stored(String::new()),
        over: Signal::derive(move || {
            display.asked.with(|asked| asked.as_ref().map(|asked| answered(&asked.why)).unwrap_or_default())
        }),
        hits: hits(display, scene).into_any(),
        label: Signal::derive(move || t_string!(i18n, table.board).to_owned()),
        described_by: "board-help",
    };
    view! {
        <section class="stage panel" aria-label=move || t_string!(i18n, table.board)>
            <div class="frame">
                {plain_board(board)}
                {corner(display)}
                {hand_over(display)}
            </div>
            <p class="vh" id="board-help">{help}</p>
        </section>
    }
}

/// What the answer to "Why?" draws on the board: the ends of the lines of sight, and how the monster turned.
fn answered(why: &Why) -> String {
    let Some(monster) = why.table.monster() else { return String::new() };
    let (x, y) = center(monster.at);
    let blocked = why.sights.iter().filter(|sight| !matches!(sight.end, SightEnd::Figure { .. }));
    let stop = |sight: &WhySight| {
        let far = f32::from(sight.distance) * SPACE;
        let (dx, dy) = match sight.direction {
            Direction::North => (0.0, -far),
            Direction::East => (far, 0.0),
            Direction::South => (0.0, far),
            Direction::West => (-far, 0.0),
        };
        draw::at((x + dx, y + dy), &sign::stop(sight.direction))
    };
    let stops: String = blocked.map(stop).collect();
    let turned = why.turned().map(|(from, to)| draw::at((x, y), &sign::turn_arrow(from, to))).unwrap_or_default();
    stops + &turned
}

/// Stage and turn in the free corner, where the header has no room.
fn corner(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let now = Memo::new(move |_| display.playback.with(stage_and_turn));
    view! {
        <div class="turnbox2 caption panel disp" aria-hidden="true">
            {move || words::stage(i18n, now.get().0)}
            <small>{move || t_string!(i18n, table.turn_of, turn = now.get().1).to_string()}</small>
        </div>
    }
}

/// Announces the next player if several people share the screen. It appears and disappears by itself.
fn hand_over(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let seats = display.seats();
    let next = Memo::new(move |_| display.moving.with(|moving| moving.as_ref().map(|moving| moving.seat())));
    move || {
        let seat = next.get().filter(|_| display.is_shared())?;
        let name = seats.get(seat.index())?.name.clone();
        let words = t_string!(i18n, table.hand_over, name = name).to_string();
        let band = display.playback.with_untracked(|playback| playback.game().players().band(seat));
        Some(
            view! { <p class=format!("handover disp coin {}", coin::letter(band)) aria-hidden="true"><span>{words}</span></p> },
        )
    }
}

/// The places as buttons, for keyboard and screen reader. The board itself handles pointers.
fn hits(display: Display, scene: Memo<Scene>) -> impl IntoView {
    let i18n = use_i18n();
    // Without what is covered: that changes while the pointer hovers, and the buttons would be rebuilt under it.
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
                    let out = t_string!(i18n, things.out_by_exit);
                    (Whereabouts::Escaped, format!("{out}, {}", words::points(i18n, cost)), "out".to_owned())
                }
            };
            let wide = if spot == Spot::Out { 50.0 } else { SPACE };
            view! {
                <rect
                    class="hit" role="button" tabindex="-1" data-cell=cell data-cost=cost aria-label=name
                    x=x - wide / 2.0 y=y - SPACE / 2.0 width=wide height=SPACE
                    on:click=move |event| if is_synthetic(&event) { display.with_hand(|moving| moving.point(target)) }
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
                    Spot::On(cell) => words::on(i18n, &name, cell),
                    Spot::Waiting(_) | Spot::Out | Spot::Beyond(_) => {
                        format!("{name}, {}", t_string!(i18n, things.outside))
                    }
                };
                let wide = if scale < 1.0 { 26.0 } else { SPACE };
                view! {
                    <rect
                        class="hit" role="button" tabindex="-1" data-figure=figure.to_string() aria-label=label
                        x=x - wide / 2.0 y=y - wide / 2.0 width=wide height=wide
                        on:click=move |event| if is_synthetic(&event) { display.choose(figure) }
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

/// A click without a pointer, for example by a screen reader.
fn is_synthetic(event: &MouseEvent) -> bool {
    event.detail() == 0
}

/// A pointer over the board.
#[derive(Clone, Copy)]
struct Pointer {
    display: Display,
    scene: Memo<Scene>,
    drag: StoredValue<Option<Drag>>,
}

/// A figure that is being dragged.
#[derive(Clone, Copy)]
struct Drag {
    /// Whether it was chosen before.
    was_chosen: bool,
    /// The place that was under the pointer last.
    last: Option<Whereabouts>,
    /// Whether it has left its place.
    has_moved: bool,
}

impl Pointer {
    fn input(self) -> BoardInput {
        BoardInput {
            down: Callback::new(move |touch| self.down(touch)),
            moved: Callback::new(move |touch| self.moved(touch)),
            up: Callback::new(move |touch: Touch| self.up(touch.point)),
            left: Callback::new(move |()| {
                self.drag.set_value(None);
                self.display.with_hand(|moving| moving.preview(None));
            }),
        }
    }

    /// Returns whether a figure was picked up.
    fn down(self, touch: Touch) -> bool {
        let Some(figure) = self.scene.with_untracked(|scene| choosable_at(scene, touch.point)) else { return false };
        let was_chosen = self.display.moving.with_untracked(|moving| {
            moving.as_ref().filter(|moving| moving.figure() == Some(figure)).map(Moving::is_previewing)
        });
        // The figure under the pointer is only a preview: this is a click on that space.
        if was_chosen == Some(true) {
            return false;
        }
        self.display.choose(figure);
        let last = self.under(touch.point);
        self.drag.set_value(Some(Drag { was_chosen: was_chosen.is_some(), last, has_moved: false }));
        true
    }

    /// The place under a point: a space, or the door.
    fn under(self, point: Point) -> Option<Whereabouts> {
        let door = || self.scene.with_untracked(|scene| reach_at(scene, point));
        cell_at(point).map(Whereabouts::On).or_else(door)
    }

    fn moved(self, touch: Touch) {
        match self.drag.get_value().filter(|_| touch.is_pressed) {
            Some(drag) => {
                let under = self.under(touch.point);
                if under != drag.last {
                    self.drag.set_value(Some(Drag { last: under, has_moved: true, ..drag }));
                    if let Some(place) = under {
                        self.display.with_hand(|moving| moving.drag(place));
                    }
                }
            }
            None if touch.is_finger => {}
            None => {
                let place = self.scene.with_untracked(|scene| reach_at(scene, touch.point));
                self.display.with_hand(|moving| moving.preview(place));
            }
        }
    }

    fn up(self, point: Point) {
        match self.drag.get_value() {
            Some(drag) => {
                self.drag.set_value(None);
                if drag.was_chosen && !drag.has_moved {
                    self.display.with_hand(Moving::touch_again);
                }
            }
            None => {
                let place = self.scene.with_untracked(|scene| reach_at(scene, point));
                if let Some(place) = place {
                    self.display.with_hand(|moving| moving.point(place));
                }
            }
        }
    }
}
