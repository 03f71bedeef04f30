//! The board of the table, where moves are planned and the monster is watched.

use leptos::prelude::*;
use rules::game::{Face, Stage};
use rules::{FigureId, Whereabouts};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, MouseEvent};

use crate::draw::floor::{Orientation, SPACE};
use crate::draw::splash::{self, STAGE_TWO_BOX};
use crate::draw::{Point, coin};
use crate::page::board::{Board, BoardInput, Touch, board as plain_board, drawings};
use crate::page::display::Display;
use crate::page::focus;
use crate::page::i18n::*;
use crate::page::words;
use crate::scene::board::{Aid, Scene, Spot};
use crate::scene::cast::stage_and_turn;
use crate::scene::moving::Moving;
use crate::scene::pointing::{Hit, Press, choosable_at, place, reach_at};

/// What presses on the goal of the planned move do.
#[derive(Clone, Copy)]
pub(in crate::page) struct OnGoal {
    /// Confirms the move.
    pub confirm: Callback<()>,
    /// Explains how to confirm it, after a press that could mean that, but also something else.
    pub remind: Callback<()>,
}

impl OnGoal {
    /// Where no moves are made.
    pub(in crate::page) fn nothing() -> OnGoal {
        OnGoal { confirm: Callback::new(|()| {}), remind: Callback::new(|()| {}) }
    }
}

/// The board of a table.
pub(in crate::page) fn board(display: Display, view: Signal<Orientation>, on_goal: OnGoal) -> impl IntoView {
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
    let help = move || match display.is_watched() {
        true => t_string!(i18n, replay.board_help).to_owned(),
        false => format!("{} {}", t_string!(i18n, table.board_help), t_string!(i18n, prepare.help)),
    };
    let pointer = Pointer::new(display, scene, on_goal);
    let board = Board {
        scene,
        view,
        monster: display.monster(),
        input: pointer.input(),
        under: Signal::derive(move || {
            display.asked.with(|asked| asked.as_ref().map(|asked| drawings::turned(&asked.why)).unwrap_or_default())
        }),
        over: Signal::derive(move || {
            display.asked.with(|asked| asked.as_ref().map(|asked| drawings::blocked(&asked.why)).unwrap_or_default())
        }),
        hits: hits(pointer).into_any(),
        label: Signal::derive(move || t_string!(i18n, table.board).to_owned()),
        described_by: "board-help",
    };
    view! {
        <section class="stage panel" aria-label=move || t_string!(i18n, table.board)>
            <div class="frame" on:click=move |event| pointer.clicked(&event)>
                {plain_board(board)}
                {corner(display)}
                {hand_over(display)}
                {stage_two(display)}
            </div>
            <p class="vh" id="board-help">{help}</p>
        </section>
    }
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
    let next = Memo::new(move |_| display.due());
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

/// Announces that stage two begins. Nothing happens on the board meanwhile. It disappears by itself, and at once at a press
/// or a key.
fn stage_two(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let is_shown = display.is_announcing;
    // What skips the announcement itself must still find it, or it would skip the moves after it.
    let is_skip = |event: &Event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        target.is_some_and(|target| target.closest("[data-do=skip]").ok().flatten().is_some())
    };
    let press = window_event_listener(leptos::ev::pointerdown, move |event| {
        if !is_skip(&event) {
            display.end_announcement();
        }
    });
    let key = window_event_listener(leptos::ev::keydown, move |event| {
        let skips = is_skip(&event) || event.key() == " " && !display.is_watched();
        if !skips {
            display.end_announcement();
        }
    });
    on_cleanup(move || {
        press.remove();
        key.remove();
    });
    let splash = move || {
        is_shown.get().then(|| {
            view! {
                <div class="upheaval" aria-hidden="true">
                    <svg viewBox=STAGE_TWO_BOX inner_html=splash::stage_two()></svg>
                    <p>
                        <b class="disp">{words::stage(i18n, Stage::Two)}</b>
                        <span>{t!(i18n, table.stage_two_rule)}</span>
                    </p>
                </div>
            }
        })
    };
    let spoken = move || {
        is_shown.get().then(|| format!("{}. {}", words::stage(i18n, Stage::Two), t_string!(i18n, table.stage_two_rule)))
    };
    view! {
        {splash}
        <p class="vh" role="status" data-voice="stage">{spoken}</p>
    }
}

/// The places as buttons, for keyboard and screen reader. The board itself handles pointers.
fn hits(pointer: Pointer) -> impl IntoView {
    let i18n = use_i18n();
    let Pointer { display, scene, .. } = pointer;
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
    let free = move || {
        let taken = chosen.get().0;
        let is_free = move |(spot, _): &(Spot, u8)| !taken.iter().any(|(_, _, other)| other == spot);
        reach.get().into_iter().filter(is_free)
    };
    let space = move |(spot, cost): (Spot, u8)| {
        let (x, y) = place(spot, 0).0;
        let (target, cell) = match spot {
            Spot::On(cell) => (Whereabouts::On(cell), cell.to_string()),
            Spot::Out | Spot::Waiting(_) | Spot::Beyond(_) => (Whereabouts::Escaped, "out".to_owned()),
        };
        let label = move || match spot {
            Spot::On(cell) => words::space(i18n, cell, cost),
            Spot::Out | Spot::Waiting(_) | Spot::Beyond(_) => {
                format!("{}, {}", t_string!(i18n, things.out_by_exit), words::points(i18n, cost))
            }
        };
        let wide = if spot == Spot::Out { 50.0 } else { SPACE };
        view! {
            <rect
                class="hit" role="button" tabindex="-1" data-cell=cell data-cost=cost aria-label=label
                x=x - wide / 2.0 y=y - SPACE / 2.0 width=wide height=SPACE
                on:click=move |event| if is_synthetic(&event) { pointer.press(target) }
            />
        }
    };
    let marked = move || {
        let (marks, queue) = chosen.get();
        marks.into_iter().map(move |mark| (mark, queue))
    };
    let figure = move |((figure, face, spot), queue): ((FigureId, Face, Spot), usize)| {
        let ((x, y), scale) = place(spot, queue);
        let label = move || {
            let name = words::figure(i18n, figure, face);
            match spot {
                Spot::On(cell) => words::on(i18n, &name, cell),
                Spot::Waiting(_) | Spot::Out | Spot::Beyond(_) => {
                    format!("{name}, {}", t_string!(i18n, things.outside))
                }
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
    };
    // A button that stays is not built again: there are up to a hundred of them.
    view! {
        <For each=free key=|space| *space let:one>{space(one)}</For>
        <For each=marked key=|mark| *mark let:one>{figure(one)}</For>
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
    /// The meaning of the place where the pointer was pressed.
    pressed: StoredValue<Option<Press>>,
    /// What the click that follows the release means.
    click: StoredValue<Option<Click>>,
    on_goal: OnGoal,
}

/// What only a click does. The second one of a double click was meant for what was there before, so it at most explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Click {
    /// On the goal of the planned move: confirms it.
    Confirm,
    /// Beside that goal: explains how to confirm it.
    Remind,
    /// On the chosen figure, or beside every goal: drops the plan, then the figure.
    LetGo,
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
    fn new(display: Display, scene: Memo<Scene>, on_goal: OnGoal) -> Pointer {
        let (drag, click) = (StoredValue::new(None), StoredValue::new(None));
        Pointer { display, scene, drag, pressed: StoredValue::new(None), click, on_goal }
    }

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
        self.click.set_value(None);
        self.pressed.set_value(Some(self.meaning_at(touch.point)));
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

    /// The goal of the planned move, if it can be confirmed now.
    fn goal(self) -> Option<Whereabouts> {
        let goal = self.display.moving.with_untracked(|moving| moving.as_ref().and_then(Moving::goal));
        goal.filter(|_| self.display.has_hand())
    }

    fn meaning_at(self, point: Point) -> Press {
        self.scene.with_untracked(|scene| Press::at(scene, point, self.goal()))
    }

    /// Plans to go there, or confirms a move that leads there.
    fn press(self, place: Whereabouts) {
        if self.goal() == Some(place) {
            self.on_goal.confirm.run(());
        } else {
            self.display.with_hand(|moving| moving.point(place));
        }
    }

    fn clicked(self, event: &MouseEvent) {
        let meant = self.click.try_update_value(Option::take).flatten();
        match (meant, event.detail() == 1) {
            (Some(Click::Confirm), true) if self.display.has_hand() => self.on_goal.confirm.run(()),
            (Some(Click::Remind), _) | (Some(Click::Confirm), false) => self.on_goal.remind.run(()),
            (Some(Click::LetGo), true) => self.display.with_hand(Moving::undo),
            (Some(Click::Confirm), true) | (Some(Click::LetGo), false) | (None, _) => {}
        }
    }

    /// The place that a press means: the nearest one that can be reached.
    fn place_at(self, point: Point) -> Option<Whereabouts> {
        self.scene.with_untracked(|scene| reach_at(scene, point))
    }

    /// The place under a point: a space, or the door.
    fn under(self, point: Point) -> Option<Whereabouts> {
        self.scene.with_untracked(|scene| {
            let cell = Hit::at(scene, point).and_then(Hit::cell);
            cell.map(Whereabouts::On).or_else(|| reach_at(scene, point))
        })
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
                let place = self.place_at(touch.point);
                self.display.with_hand(|moving| moving.preview(place));
            }
        }
    }

    fn up(self, point: Point) {
        match self.drag.get_value() {
            Some(drag) => {
                self.drag.set_value(None);
                if drag.was_chosen && !drag.has_moved {
                    let is_on_goal = self.pressed.get_value() == Some(Press::Confirm);
                    self.click.set_value(Some(if is_on_goal { Click::Confirm } else { Click::LetGo }));
                }
            }
            None => match self.meaning_at(point) {
                Press::Confirm if self.pressed.get_value() == Some(Press::Confirm) => {
                    self.click.set_value(Some(Click::Confirm));
                }
                Press::Confirm | Press::AlmostConfirm => self.click.set_value(Some(Click::Remind)),
                Press::Plan(place) => self.display.with_hand(|moving| moving.point(place)),
                Press::LetGo => self.click.set_value(Some(Click::LetGo)),
            },
        }
    }
}
