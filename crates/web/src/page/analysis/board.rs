//! The board: everything on it can be selected, and the overlays are drawn over it.

use leptos::prelude::*;
use rules::game::Pair;
use rules::terms::MonsterNumber;
use rules::{Cell, Direction, FigureId};

use super::bench::Bench;
use super::{share, words};
use crate::draw::coin::{self, Dress};
use crate::draw::floor::{Orientation, SPACE};
use crate::draw::monster::from_above;
use crate::draw::sign;
use crate::draw::{self, Point, stone};
use crate::page::board::{Board, BoardInput, Touch, board, drawings};
use crate::page::i18n::*;
use crate::page::table::on_board;
use crate::scene::board::Scene;
use crate::scene::player::Player;
use crate::scene::pointing::Hit;
use crate::scene::study::picture::Overlay;
use crate::scene::study::{Desk, Edit, Tool, Top};

/// The width of a door for keyboard and screen reader; it ends where the spaces begin.
const DOOR: f32 = 48.0;

/// The width of a waiting figure for keyboard and screen reader.
const COIN: f32 = 24.0;

pub(super) fn stage(bench: Bench, view: Signal<Orientation>) -> impl IntoView {
    let i18n = use_i18n();
    let drawn = Memo::new(move |_| bench.scene());
    let pointer = Pointer { bench, drawn, down: StoredValue::new(None), at: RwSignal::new(None) };
    let is_watching = Memo::new(move |_| bench.run.player.with(Player::is_run));
    // It is drawn, but neither text nor link has it, and the monster does not see it.
    let is_lone = Memo::new(move |_| {
        bench.desk.with(|desk| !desk.loose().is_empty()) && bench.notice.with(Option::is_none) && !is_watching.get()
    });
    let over = move || {
        let answer =
            bench.run.asked.with(|asked| asked.as_ref().map(|asked| drawings::blocked(&asked.why)).unwrap_or_default());
        let cursor = bench.cursor().map(|cursor| drawn.with(|scene| cursor.middle(scene)));
        let focus = cursor.map(|at| draw::at(at, &sign::focus())).unwrap_or_default();
        answer + &carried(bench, drawn, pointer.at.get().or(cursor)) + &focus
    };
    let under = move || {
        bench.run.asked.with(|asked| asked.as_ref().map(|asked| drawings::turned(&asked.why)).unwrap_or_default())
    };
    let (under, over) = (Signal::derive(under), Signal::derive(over));
    let of_monster = move |monster: MonsterNumber| Board {
        scene: drawn,
        view,
        monster,
        input: pointer.input(),
        under,
        over,
        hits: hits(bench, drawn).into_any(),
        label: Signal::derive(move || t_string!(i18n, analysis.board).to_owned()),
        described_by: "analysis-help",
    };
    view! {
        <section class="stage panel" aria-label=move || t_string!(i18n, analysis.board)>
            <div class="frame">
                {move || board(of_monster(bench.monster.get().unwrap_or(MonsterNumber::from_index(0))))}
                // Sound words need its corner.
                {move || (!is_watching.get()).then(|| view! {
                    <div class="note caption panel" aria-hidden="true">
                        <b class="disp">{t!(i18n, analysis.what_if)}</b>
                        {t!(i18n, analysis.what_if_line)}
                    </div>
                })}
            </div>
            <p class="vh" id="analysis-help">{t!(i18n, analysis.board_help)}</p>
            <p class="vh" aria-live="polite">{move || announcement(bench)}</p>
            {share::copied(bench)}
            {move || is_lone.get().then(|| view! {
                <p class="refusal caption panel lone" aria-hidden="true">{t!(i18n, analysis.lone_teleporter)}</p>
            })}
            // Only what changes inside a region is read out.
            <p class="vh" role="status">{move || is_lone.get().then(|| t_string!(i18n, analysis.lone_teleporter))}</p>
            {move || bench.notice.get().map(|words| view! {
                <p class="refusal caption panel" role="alert">{words}
                    <button class="close" aria-label=move || t_string!(i18n, common.close) on:click=move |_| bench.notice.set(None)>"×"</button>
                </p>
            })}
        </section>
    }
}

/// The place of the keyboard, and what it holds.
fn announcement(bench: Bench) -> String {
    let i18n = bench.i18n;
    let held = bench.held.get().map(|held| {
        let thing = bench.desk.with(|desk| words::held(i18n, desk, held));
        t_string!(i18n, analysis.carried, thing = thing).to_string() + ". "
    });
    held.unwrap_or_default() + &bench.cursor().map(|cursor| label(bench, cursor)).unwrap_or_default()
}

/// A place and what is there.
fn label(bench: Bench, target: Hit) -> String {
    bench.desk.with(|desk| bench.outlook.with(|outlook| words::target(bench.i18n, desk, outlook.as_ref(), target)))
}

/// The switches of the overlays.
pub(super) fn aids(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let switch = move |overlay: Overlay| {
        let words = move || match overlay {
            Overlay::Sight => t_string!(i18n, analysis.show_sight),
            Overlay::Ends => t_string!(i18n, analysis.show_ends),
            Overlay::Dangers => t_string!(i18n, analysis.show_dangers),
            Overlay::Best => t_string!(i18n, analysis.show_best),
        };
        view! {
            <button
                data-aid=overlay.name()
                title=move || (overlay == Overlay::Sight).then(|| t_string!(i18n, help.eyes))
                aria-pressed=move || bench.shows(overlay).to_string()
                on:click=move |_| bench.toggle(overlay)
            >
                {words}
            </button>
        }
    };
    view! {
        <div class="aids" role="group" aria-label=move || t_string!(i18n, analysis.show)>
            <b class="disp" aria-hidden="true">{t!(i18n, analysis.show)}</b>
            {Overlay::ALL.map(switch).collect_view()}
        </div>
    }
}

/// What is in the hand: where it came from, and where the hand is.
fn carried(bench: Bench, drawn: Memo<Scene>, at: Option<Point>) -> String {
    let Some(held) = bench.held.get() else { return String::new() };
    let markup = bench.desk.with(|desk| {
        let pair = held.cell().map_or(Pair::One, |cell| desk.pair_at(cell));
        held.top(desk).map(|top| picture(bench, desk, top, pair))
    });
    let origin = draw::at(drawn.with(|scene| held.middle(scene)), &sign::origin());
    let ghost = markup.zip(at).map(|(markup, at)| draw::at(at, &format!(r#"<g class="carried">{markup}</g>"#)));
    origin + &ghost.unwrap_or_default()
}

fn figure_picture(desk: &Desk, figure: FigureId) -> String {
    draw::upright(&coin::plain(figure, desk.face(figure), Dress::default()))
}

/// The drawing of something, around 0 0; a teleporter as one of this pair.
fn picture(bench: Bench, desk: &Desk, top: Top, pair: Pair) -> String {
    match top {
        Top::Figure(figure) => figure_picture(desk, figure),
        Top::Stone(kind) => stone::stone(kind),
        Top::Monster(facing) => {
            let turn = draw::degrees(facing);
            format!(r#"<g transform="rotate({turn})">{}</g>"#, from_above(bench.kit()))
        }
        Top::Teleporter(arrow) => stone::teleporter(pair, arrow),
        Top::Blood => r#"<circle r="22" class="bloodspot"/>"#.to_owned(),
    }
}

/// Every place with what is there, for keyboard and screen reader.
fn hits(bench: Bench, drawn: Memo<Scene>) -> impl IntoView {
    let hit = move |target: Hit, name: String, size: f32| {
        let middle = move || drawn.with(|scene| target.middle(scene));
        view! {
            <rect
                class="hit" role="button" tabindex="-1" data-cell=name aria-label=move || label(bench, target)
                x=move || middle().0 - size / 2.0 y=move || middle().1 - size / 2.0 width=size height=size
                // A click without a pointer, for example by a screen reader.
                on:click=move |event| if event.detail() == 0 { bench.touch(target) }
            />
        }
    };
    let waiting = Memo::new(move |_| bench.desk.with(|desk| desk.waiting().collect::<Vec<FigureId>>()));
    let outside = move || {
        let figures = waiting.get().into_iter();
        figures.map(|figure| hit(Hit::Waiting(figure), figure.to_string(), COIN)).collect_view()
    };
    view! {
        {Cell::ALL.map(|cell| hit(Hit::Space(cell), cell.to_string(), SPACE)).into_iter().collect_view()}
        {hit(Hit::Exit, "exit".to_owned(), DOOR)}
        // Waiting figures stand in the door, so selecting one of them also selects the door.
        {move || waiting.with(Vec::is_empty).then(|| hit(Hit::Entrance, "entrance".to_owned(), DOOR))}
        {outside}
    }
}

/// Handles a key while the board has the focus; returns whether it was used.
pub(super) fn act_on_key(bench: Bench, view: Orientation, key: &str) -> bool {
    let cursor = untrack(|| bench.cursor());
    let go = |direction: Direction| {
        let next = cursor.map_or(Hit::Space(Cell::H6), |cursor| {
            bench.desk.with_untracked(|desk| cursor.step(on_board(view, direction), desk))
        });
        bench.put_cursor(Some(next));
    };
    match key {
        "arrowup" => go(Direction::North),
        "arrowright" => go(Direction::East),
        "arrowdown" => go(Direction::South),
        "arrowleft" => go(Direction::West),
        "enter" | " " => cursor.into_iter().for_each(|cursor| bench.touch(cursor)),
        "delete" | "backspace" => {
            cursor.and_then(|cursor| Tool::Rub.edit(cursor)).into_iter().for_each(|edit: Edit| bench.edit(edit));
        }
        _ => return false,
    }
    true
}

/// A pointer over the board.
#[derive(Clone, Copy)]
struct Pointer {
    bench: Bench,
    drawn: Memo<Scene>,
    /// The target it was pressed on.
    down: StoredValue<Option<Hit>>,
    /// Its place while it holds something.
    at: RwSignal<Option<Point>>,
}

impl Pointer {
    fn input(self) -> BoardInput {
        BoardInput {
            down: Callback::new(move |touch: Touch| self.down(touch.point)),
            moved: Callback::new(move |touch: Touch| {
                if self.at.get_untracked().is_some() {
                    self.at.set(Some(touch.point));
                }
            }),
            up: Callback::new(move |touch: Touch| self.up(touch.point)),
            left: Callback::new(move |()| {
                if self.at.get_untracked().is_some() {
                    self.bench.held.set(None);
                    self.at.set(None);
                }
            }),
        }
    }

    fn target(self, point: Point) -> Option<Hit> {
        self.drawn.with_untracked(|scene| Hit::at(scene, point))
    }

    /// Returns whether something was picked up.
    fn down(self, point: Point) -> bool {
        self.bench.run.finish();
        self.bench.put_cursor(None);
        let target = self.target(point);
        self.down.set_value(target);
        // What was picked up by keyboard is put down where the pointer is released.
        let can_take = self.bench.tool.get_untracked() == Tool::Hand && self.bench.held.with_untracked(Option::is_none);
        let holds = can_take && target.is_some_and(|target| self.bench.take(target));
        self.at.set(holds.then_some(point));
        holds
    }

    fn up(self, point: Point) {
        let (down, target) = (self.down.try_update_value(Option::take).flatten(), self.target(point));
        match (self.at.get_untracked(), self.bench.held.get_untracked()) {
            (Some(_), Some(held)) => self.bench.put_down(held, target),
            (Some(_) | None, _) => {
                target.filter(|target| down == Some(*target)).into_iter().for_each(|target| self.bench.touch(target));
            }
        }
        self.at.set(None);
    }
}
