//! The board: pieces are taken, put down and turned on it.

use leptos::prelude::*;
use puzzles::{Deed, Thing};
use rules::game::{Face, Pair, Placement};
use rules::{Cell, Direction, Piece};
use web_sys::{KeyboardEvent, PointerEvent};

use super::lair::{Lair, Phase};
use super::words;
use crate::draw::coin::{self, Dress};
use crate::draw::floor::{Orientation, SPACE, center};
use crate::draw::monster::{Kit, portrait};
use crate::draw::sign::{self, Tone};
use crate::draw::{self, Point, laying, stone};
use crate::page::board::{Board, BoardInput, Touch, board};
use crate::page::i18n::*;
use crate::page::keys;
use crate::page::table::{blocked, on_board, turned};
use crate::page::watched_run::last_step;
use crate::page::words::Language;
use crate::puzzle::MONSTER;
use crate::scene::board::Scene;
use crate::scene::level::{Hand, Outcome, Slot, Trap, Verdict};
use crate::scene::pointing::{self, Hit, distance};

/// The monster that waits for its dinner.
pub(super) fn lurking() -> String {
    portrait(Kit::from(MONSTER))
}

pub(super) fn stage(lair: Lair, view: Signal<Orientation>) -> impl IntoView {
    let i18n = use_i18n();
    let drawn = Memo::new(move |_| lair.scene());
    let pointer = Pointer { lair, view, drawn, at: RwSignal::new(None), drag: StoredValue::new(None) };
    pointer.watch_the_tray();
    let over = move || {
        let answer = lair.run.asked.with(|asked| asked.as_ref().map(|asked| blocked(&asked.why)).unwrap_or_default());
        let cursor = lair.cursor.get();
        let focus = cursor.map(|cell| draw::at(center(cell), &sign::focus())).unwrap_or_default();
        let under = pointer.at.get().and_then(|point| pointer.cell(point)).or(cursor);
        let held = lair.trap.with(|trap| held(trap, pointer.at.get(), under));
        answer + &held + &focus
    };
    let under = move || lair.run.asked.with(|asked| asked.as_ref().map(|asked| turned(&asked.why)).unwrap_or_default());
    let plain = Board {
        scene: drawn,
        view,
        monster: MONSTER,
        input: pointer.input(),
        under: Signal::derive(under),
        over: Signal::derive(over),
        hits: hits(lair).into_any(),
        label: Signal::derive(move || t_string!(i18n, level.board).to_owned()),
        described_by: "level-help",
    };
    view! {
        <section class="stage panel" aria-label=move || t_string!(i18n, level.board)>
            <div class="frame">
                {board(plain)}
                {burst(lair)}
            </div>
            <p class="vh" id="level-help">{t!(i18n, level.board_help)}</p>
            {move || lair.notice.get().map(|words| view! {
                <p class="refusal caption panel" role="alert">{words}
                    <button class="close" aria-label=move || t_string!(i18n, common.close) on:click=move |_| lair.notice.set(None)>"×"</button>
                </p>
            })}
        </section>
    }
}

/// Tells screen readers where the mark is, what is in the hand, and each step of the monster.
pub(super) fn voice(lair: Lair) -> impl IntoView {
    view! { <p class="vh" aria-live="polite" data-voice="hand">{move || announcement(lair)}</p> }
}

/// The word for what became of the trap, in the free corner.
fn burst(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        let outcome =
            lair.outcome.get().filter(|_| lair.phase.get() == Phase::Told && lair.run.asked.with(Option::is_none))?;
        let (word, tone) = word_of(i18n, &outcome);
        Some(view! {
            <svg class="burst" viewBox="-130 -95 260 190" aria-hidden="true" inner_html=sign::sound(word, tone)></svg>
        })
    }
}

fn word_of(i18n: Language, outcome: &Outcome) -> (&'static str, Tone) {
    match outcome.verdict {
        Verdict::Solved => (t_string!(i18n, level.burst.solved), Tone::Burp),
        Verdict::Lost(_) => (t_string!(i18n, level.burst.lost), Tone::Blood),
        Verdict::Spared(_) | Verdict::TooLong => (t_string!(i18n, level.burst.spared), Tone::Torch),
    }
}

/// What is in the hand: where it came from, and where it would lie, `under` the pointer or the mark of the keyboard.
fn held(trap: &Trap, pointer: Option<Point>, under: Option<Cell>) -> String {
    let Some(hand) = trap.hand() else { return String::new() };
    let origin = match (&trap.slots()[hand.slot], trap.deed(hand.slot)) {
        (_, Some(Deed::Stone { at, .. } | Deed::Figure { at } | Deed::Move { to: at, .. })) => Some(at),
        (Slot::Move { from, .. }, None) => Some(*from),
        (Slot::Lay { .. } | Slot::Turn { .. } | Slot::Move { .. }, _) => None,
    };
    let origin = origin.map(|at| draw::at(center(at), &sign::origin())).unwrap_or_default();
    let ghost = match under.and_then(|cell| trap.preview(cell)) {
        Some(Deed::SquarePool { at }) => laying::preview(Placement::SquarePool { at }),
        Some(Deed::LongPool { at, axis }) => laying::preview(Placement::LongPool { at, axis }),
        Some(_) | None => {
            let at = under.map(center).or(pointer);
            at.map(|at| draw::at(at, &format!(r#"<g class="carried">{}</g>"#, in_hand(trap, hand)))).unwrap_or_default()
        }
    };
    origin + &ghost
}

/// The drawing of what is in the hand, around 0 0.
fn in_hand(trap: &Trap, hand: Hand) -> String {
    let figure = |figure| draw::upright(&coin::plain(figure, Face::Bright, Dress::default()));
    match &trap.slots()[hand.slot] {
        Slot::Move { piece: Piece::Figure(one), .. } => figure(*one),
        Slot::Move { piece: Piece::Stone(kind), .. } | Slot::Lay { thing: Thing::Stone(kind), .. } => {
            stone::stone(*kind)
        }
        Slot::Lay { thing: Thing::Figure, .. } => waiting(trap).map(figure).unwrap_or_default(),
        Slot::Lay { thing: Thing::Teleporters, .. } => stone::teleporter(Pair::One, hand.arrow),
        Slot::Lay { thing: Thing::SquarePool | Thing::LongPool, .. } => {
            r#"<circle r="22" class="bloodspot"/>"#.to_owned()
        }
        Slot::Turn { .. } => String::new(),
    }
}

/// A figure of ours that may be laid.
pub(super) fn waiting(trap: &Trap) -> Option<rules::FigureId> {
    let position = trap.level().position();
    trap.level().ours().iter().find(|figure| position.whereabouts(*figure) == Some(rules::Whereabouts::Waiting))
}

/// The place of the keyboard and what is there, and what is in the hand.
fn announcement(lair: Lair) -> String {
    let i18n = lair.i18n;
    match lair.phase.get() {
        Phase::Building => {}
        Phase::Running => return lair.run.player.with(|player| last_step(i18n, player)).unwrap_or_default(),
        Phase::Told => return looked_at(lair).unwrap_or_default(),
    }
    lair.trap.with(|trap| {
        let held = trap
            .hand()
            .and_then(|hand| trap.slots().get(hand.slot))
            .map(|slot| t_string!(i18n, level.said.held, thing = words::slot(i18n, slot)).to_string());
        let cursor = lair.cursor.get().map(|cell| label(lair, trap, cell));
        [held, cursor].into_iter().flatten().collect::<Vec<_>>().join(" ")
    })
}

/// After the verdict: where the keyboard has gone, and what the board shows there.
fn looked_at(lair: Lair) -> Option<String> {
    let cell = lair.cursor.get().filter(|_| lair.looks_around.get())?;
    let outcome = lair.outcome.get()?;
    Some(lair.trap.with(|trap| words::told_space(lair.i18n, trap, &outcome, cell)))
}

/// A space, what is there, and whether what is in the hand may go there.
fn label(lair: Lair, trap: &Trap, cell: Cell) -> String {
    let i18n = lair.i18n;
    let space = words::space(i18n, trap, cell);
    if trap.hand().is_some() && trap.legal().has(cell) {
        format!("{space}. {}", t_string!(i18n, level.said.may_go))
    } else {
        space
    }
}

/// Every space, for keyboard and screen reader. An answer to "Why?" covers some, and a press would close it unread, so
/// there are none meanwhile.
fn hits(lair: Lair) -> impl IntoView {
    let hit = move |cell: Cell| {
        let (x, y) = center(cell);
        let spoken = Memo::new(move |_| {
            let told = lair.outcome.get().filter(|_| lair.phase.get() == Phase::Told);
            lair.trap.with(|trap| match told {
                Some(outcome) => words::told_space(lair.i18n, trap, &outcome, cell),
                None => words::space(lair.i18n, trap, cell),
            })
        });
        view! {
            <rect
                class="hit" role="button" tabindex="-1" data-cell=cell.to_string() aria-label=spoken
                x=x - SPACE / 2.0 y=y - SPACE / 2.0 width=SPACE height=SPACE
                // A click without a pointer, for example by a screen reader.
                on:click=move |event| if event.detail() == 0 { lair.touch(cell); }
            />
        }
    };
    let is_asked = Memo::new(move |_| lair.run.asked.with(Option::is_some));
    move || (!is_asked.get()).then(|| Cell::ALL.map(hit).into_iter().collect_view())
}

/// Handles a key; returns whether it was used.
pub(super) fn act_on_key(lair: Lair, view: Orientation, event: &KeyboardEvent) -> bool {
    let key = event.key().to_lowercase();
    if event.ctrl_key() || event.meta_key() {
        // With Shift it means to do something again, in many programs.
        let is_undo = key == "z" && !event.shift_key();
        if is_undo {
            lair.undo();
        }
        return is_undo;
    }
    let phase = lair.phase.get_untracked();
    match (key.as_str(), phase) {
        ("escape", _) if lair.run.is_asked() => lair.run.go_on_after_answer(),
        ("escape", Phase::Running) => lair.run.finish(),
        ("escape", Phase::Building) => lair.let_go(),
        ("t", Phase::Building) => lair.turn(),
        // What became of the trap stays on the screen until something is changed.
        ("escape" | "t", _) => return false,
        (key, Phase::Building | Phase::Told) if keys::is_in(event, ".board") => return act_on_board(lair, view, key),
        (_, Phase::Building | Phase::Told | Phase::Running) => return false,
    }
    true
}

/// Handles a key on the board; returns whether it was used.
fn act_on_board(lair: Lair, view: Orientation, key: &str) -> bool {
    match key {
        "arrowup" => go(lair, on_board(view, Direction::North)),
        "arrowright" => go(lair, on_board(view, Direction::East)),
        "arrowdown" => go(lair, on_board(view, Direction::South)),
        "arrowleft" => go(lair, on_board(view, Direction::West)),
        "enter" | " " => {
            if let Some(cell) = lair.cursor.get_untracked() {
                lair.touch(cell);
            }
        }
        "delete" | "backspace" => {
            let slot = lair.cursor.get_untracked().and_then(|cell| lair.trap.with_untracked(|trap| trap.slot_at(cell)));
            slot.into_iter().for_each(|slot| lair.take_off(slot));
        }
        _ => return false,
    }
    true
}

/// Moves the place of the keyboard; it begins on the first space that something may be done with.
fn go(lair: Lair, direction: Direction) {
    let first = || {
        lair.trap.with_untracked(|trap| {
            let legal = trap.legal();
            let taken = || Cell::ALL.into_iter().find(|cell| trap.slot_at(*cell).is_some());
            legal.first().or_else(taken).or_else(|| trap.areas().first()).unwrap_or(Cell::H6)
        })
    };
    let next = lair.cursor.get_untracked().map_or_else(first, |cell| cell.step(direction).unwrap_or(cell));
    lair.cursor.set(Some(next));
    lair.looks_around.set(true);
}

/// A pointer over the board.
#[derive(Clone, Copy)]
struct Pointer {
    lair: Lair,
    view: Signal<Orientation>,
    drawn: Memo<Scene>,
    /// Where it is.
    at: RwSignal<Option<Point>>,
    drag: StoredValue<Option<Drag>>,
}

/// A pointer that is pressed.
#[derive(Clone, Copy)]
struct Drag {
    /// The space it was pressed on.
    on: Cell,
    /// Whether it took a piece into the hand then.
    has_taken: bool,
}

/// A piece that is pressed in the tray.
#[derive(Clone, Copy)]
pub(super) struct FromTray {
    /// The index of its slot.
    pub(super) slot: usize,
    /// Where it was pressed, in pixels of the window.
    pub(super) at: Point,
    /// Whether it is dragged: a click moves a little, too.
    pub(super) is_dragged: bool,
}

/// The longest way of a pointer, in pixels, that is still a click.
const CLICK_SLOP_PX: f32 = 8.0;

impl Pointer {
    /// A piece that is pressed in the tray can be dragged onto the board.
    fn watch_the_tray(self) {
        let from_tray = self.lair.from_tray;
        let place = |event: &PointerEvent| (event.client_x() as f32, event.client_y() as f32);
        let moved = window_event_listener(leptos::ev::pointermove, move |event| {
            let Some(drag) = from_tray.get_value().filter(|_| event.is_primary()) else { return };
            if !drag.is_dragged && distance(place(&event), drag.at) < CLICK_SLOP_PX {
                return;
            }
            if !drag.is_dragged {
                from_tray.set_value(Some(FromTray { is_dragged: true, ..drag }));
                self.lair.take(drag.slot);
            }
            self.at.set(self.point(place(&event)));
        });
        let up = window_event_listener(leptos::ev::pointerup, move |event| {
            let drag = from_tray.try_update_value(Option::take).flatten();
            if drag.is_none_or(|drag| !drag.is_dragged) {
                return;
            }
            match self.point(place(&event)).and_then(|point| self.cell(point)) {
                Some(cell) => self.lair.drop_at(cell),
                // Beside the board.
                None => self.lair.trap.update(Trap::let_go),
            }
            self.at.set(None);
        });
        // The browser scrolls the tray instead.
        let cancelled = window_event_listener(leptos::ev::pointercancel, move |_| {
            if from_tray.try_update_value(Option::take).flatten().is_some_and(|drag| drag.is_dragged) {
                self.lair.trap.update(Trap::let_go);
                self.at.set(None);
            }
        });
        on_cleanup(move || {
            moved.remove();
            up.remove();
            cancelled.remove();
        });
    }

    /// The point of the board at a place of the window; `None` beside it.
    fn point(self, (x, y): Point) -> Option<Point> {
        let board = document().query_selector(".level .board").ok().flatten()?.get_bounding_client_rect();
        let (x, y) = (x - board.left() as f32, y - board.top() as f32);
        let (width, height) = (board.width() as f32, board.height() as f32);
        let is_within = (0.0..width).contains(&x) && (0.0..height).contains(&y);
        is_within.then(|| pointing::on_board(self.view.get_untracked(), (width, height), (x, y)))
    }

    fn input(self) -> BoardInput {
        BoardInput {
            down: Callback::new(move |touch: Touch| self.down(touch)),
            moved: Callback::new(move |touch: Touch| self.moved(touch)),
            up: Callback::new(move |touch: Touch| self.up(touch.point)),
            left: Callback::new(move |()| {
                self.at.set(None);
                self.drag.set_value(None);
            }),
        }
    }

    fn cell(self, point: Point) -> Option<Cell> {
        self.drawn.with_untracked(|scene| Hit::at(scene, point)).and_then(Hit::cell)
    }

    /// Returns whether the board follows the pointer until it is released.
    fn down(self, touch: Touch) -> bool {
        let lair = self.lair;
        lair.cursor.set(None);
        if lair.phase.get_untracked() == Phase::Running {
            return false;
        }
        let Some(on) = self.cell(touch.point) else {
            lair.let_go();
            return false;
        };
        // A piece is taken when it is pressed, so that it can be dragged; teleporters are turned by a click.
        let slot = lair.trap.with_untracked(|trap| {
            let slot = trap.slot_at(on)?;
            let turns = matches!(trap.slots()[slot], Slot::Turn { .. });
            let is_pair = matches!(trap.deed(slot), Some(Deed::Teleporters(_)));
            (trap.hand().is_none() && !turns && !is_pair).then_some(slot)
        });
        let has_taken = slot.is_some();
        slot.into_iter().for_each(|slot| lair.take(slot));
        self.at.set(Some(touch.point));
        self.drag.set_value(Some(Drag { on, has_taken }));
        true
    }

    fn moved(self, touch: Touch) {
        let holds = self.lair.trap.with_untracked(|trap| trap.hand().is_some());
        // A finger does not hover.
        let at = Some(touch.point).filter(|_| holds && (touch.is_pressed || !touch.is_finger));
        if self.at.get_untracked() != at {
            self.at.set(at);
        }
    }

    fn up(self, point: Point) {
        let lair = self.lair;
        let Some(drag) = self.drag.try_update_value(Option::take).flatten() else { return };
        match self.cell(point) {
            // A click: what it took stays in the hand.
            Some(cell) if cell == drag.on && drag.has_taken => {}
            Some(cell) if drag.has_taken => lair.drop_at(cell),
            Some(cell) => _ = lair.touch(cell),
            // Dragged off the board.
            None if drag.has_taken => {
                let slot = lair.trap.with_untracked(|trap| trap.hand().map(|hand| hand.slot));
                slot.into_iter().for_each(|slot| lair.take_off(slot));
            }
            None => {}
        }
        if !lair.trap.with_untracked(|trap| trap.hand().is_some()) {
            self.at.set(None);
        }
    }
}
