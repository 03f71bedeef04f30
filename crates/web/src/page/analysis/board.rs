//! The board: everything on it can be touched, and what is tried out is drawn over it.

use leptos::prelude::*;
use rules::game::Pair;
use rules::{Cell, Direction, FigureId, Whereabouts};

use super::best::Advice;
use super::{Aids, Bench, Held, Tool};
use super::{share, words};
use crate::draw::coin::{self, Dress};
use crate::draw::floor::{ENTRANCE, EXIT, Orientation, SPACE, center};
use crate::draw::monster::{Kit, from_above};
use crate::draw::sign;
use crate::draw::{self, Point, stone};
use crate::page::board::{Board, BoardInput, Touch, board};
use crate::page::i18n::*;
use crate::page::table::on_board;
use crate::page::words::Language;
use crate::scene::board::{Reach, Scene, Spot, beams, dangers, look_at, walls};
use crate::scene::pointing::{cell_at, place};
use crate::scene::study::picture::scene;
use crate::scene::study::{Beside, Desk, Edit, Thing, Top, goals};
use crate::table::Speed;

/// The number of the monster's parts: it looks the same for everybody who opens a link.
const KIT: u8 = 0;

/// How near to the middle of a door something is let go there.
const DOOR_REACH: f32 = 60.0;

pub(super) fn stage(bench: Bench, view: Signal<Orientation>) -> impl IntoView {
    let i18n = use_i18n();
    let drawn = Memo::new(move |_| {
        let watching = bench.watching.get();
        let mut scene = bench.study.with(|study| scene(study, watching.as_ref(), Speed::default()));
        if watching.is_none() {
            look_ahead(&mut scene, bench);
            choose(&mut scene, bench);
        }
        scene
    });
    let pointer = Pointer { bench, i18n, drawn, down: StoredValue::new(None), at: RwSignal::new(None) };
    let at_rest = move || bench.watching.with(Option::is_none);
    let over = move || {
        let marks = if at_rest() { advised(bench) } else { String::new() };
        let cursor = bench.cursor.get().map(|cell| draw::at(center(cell), &sign::focus()));
        marks + &carried(bench, pointer.at.get()) + &cursor.unwrap_or_default()
    };
    let plain = Board {
        scene: drawn,
        view,
        kit: KIT,
        input: pointer.input(),
        under: Signal::stored(String::new()),
        over: Signal::derive(over),
        hits: hits(bench).into_any(),
        label: Signal::derive(move || t_string!(i18n, analysis.board).to_owned()),
        described_by: "analysis-help",
    };
    view! {
        <section class="stage panel" aria-label=move || t_string!(i18n, analysis.board)>
            <div class="frame">
                {board(plain)}
                <div class="note caption panel" aria-hidden="true">
                    <b class="disp">{t!(i18n, analysis.what_if)}</b>
                    {t!(i18n, analysis.what_if_line)}
                </div>
            </div>
            <p class="vh" id="analysis-help">{t!(i18n, analysis.board_help)}</p>
            <p class="vh" aria-live="polite">{move || announcement(bench, i18n)}</p>
            {share::copied(bench)}
            {move || bench.notice.get().map(|words| view! {
                <p class="refusal caption panel" role="alert">{words}
                    <button class="close" aria-label=move || t_string!(i18n, common.close) on:click=move |_| bench.notice.set(None)>"×"</button>
                </p>
            })}
        </section>
    }
}

/// What the keyboard is on, and what it holds.
fn announcement(bench: Bench, i18n: Language) -> String {
    let cell = bench.cursor.get();
    let held = bench.held.get();
    bench.desk.with(|desk| {
        let held = held.map(|held| {
            let thing = words::held(i18n, desk, held);
            t_string!(i18n, analysis.carried, thing = thing).to_string() + ". "
        });
        let cell = cell.map(|cell| bench.outlook.with(|outlook| words::space(i18n, desk, outlook.as_ref(), cell)));
        held.unwrap_or_default() + &cell.unwrap_or_default()
    })
}

/// The switches of what is drawn.
pub(super) fn aids(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    type Switch = (&'static str, fn(&mut Aids) -> &mut bool);
    let switches: [Switch; 4] = [
        ("sight", |aids| &mut aids.sight),
        ("ends", |aids| &mut aids.ends),
        ("dangers", |aids| &mut aids.dangers),
        ("best", |aids| &mut aids.best),
    ];
    let switch = move |(name, part): Switch| {
        let words = move || match name {
            "sight" => t_string!(i18n, analysis.show_sight),
            "ends" => t_string!(i18n, analysis.show_ends),
            "dangers" => t_string!(i18n, analysis.show_dangers),
            _ => t_string!(i18n, analysis.show_best),
        };
        view! {
            <button
                data-aid=name
                aria-pressed=move || (*part(&mut bench.aids.get())).to_string()
                on:click=move |_| bench.aids.update(|aids| *part(aids) = !*part(aids))
            >
                {words}
            </button>
        }
    };
    view! {
        <div class="aids" role="group" aria-label=move || t_string!(i18n, analysis.show)>
            <b class="disp" aria-hidden="true">{t!(i18n, analysis.show)}</b>
            {switches.map(switch).collect_view()}
        </div>
    }
}

/// What the monster sees, where it goes for the tombstones that are tried, and who is in danger.
fn look_ahead(scene: &mut Scene, bench: Bench) {
    let aids = bench.aids.get();
    if aids.sight {
        scene.beams = bench.desk.with(|desk| look_at(desk.position())).map_or(vec![], beams);
    }
    bench.outlook.with(|outlook| {
        let Some(outlook) = outlook else { return };
        if aids.ends {
            scene.ends = bench.tried.with(|tried| tried.drawn(outlook));
            scene.lit = walls(&scene.ends);
        }
        if aids.dangers {
            scene.dangers = dangers(outlook, &scene.figures);
        }
    });
}

/// Where the chosen figure can go by the rules.
fn choose(scene: &mut Scene, bench: Bench) {
    let Some(figure) = bench.chosen.get() else { return };
    bench.desk.with(|desk| {
        let reach = goals(desk, figure).into_iter().filter_map(|goal| {
            let spot = match goal.place {
                Whereabouts::On(cell) => Spot::On(cell),
                Whereabouts::Escaped => Spot::Out,
                Whereabouts::Waiting | Whereabouts::Eaten => return None,
            };
            let is_covered = matches!(goal.place, Whereabouts::On(cell) if desk.top(cell).is_some());
            Some(Reach { spot, cost: goal.cost, is_covered })
        });
        scene.reach = reach.collect();
    });
    for mark in &mut scene.figures {
        mark.is_chosen = mark.figure == figure;
    }
}

/// Over the pieces: the best move.
fn advised(bench: Bench) -> String {
    match bench.advice.get() {
        Advice::Move(advised) if bench.aids.get().best => {
            if bench.desk.with(|desk| advised.is_of(desk)) {
                advised.drawing()
            } else {
                String::new()
            }
        }
        Advice::Move(_) | Advice::Thinking | Advice::GaveUp | Advice::NoGame(_) => String::new(),
    }
}

/// What is in the hand: where it was, and under the pointer.
fn carried(bench: Bench, at: Option<Point>) -> String {
    let Some(held) = bench.held.get() else { return String::new() };
    let at = at.or_else(|| bench.cursor.get().map(center));
    bench.desk.with(|desk| {
        let (origin, markup) = match held {
            Held::On(cell) => (Some(cell), desk.top(cell).map(|top| picture(desk, top, desk.pair_at(cell)))),
            Held::Waiting(figure) => (None, Some(figure_picture(desk, figure))),
        };
        let origin = origin.map(|cell| draw::at(center(cell), &sign::origin())).unwrap_or_default();
        let ghost = markup.zip(at).map(|(markup, at)| draw::at(at, &format!(r#"<g class="carried">{markup}</g>"#)));
        origin + &ghost.unwrap_or_default()
    })
}

fn figure_picture(desk: &Desk, figure: FigureId) -> String {
    draw::upright(&coin::plain(figure, desk.face(figure), Dress::default()))
}

/// What something looks like, around 0 0; a teleporter as one of this pair.
fn picture(desk: &Desk, top: Top, pair: Pair) -> String {
    match top {
        Top::Figure(figure) => figure_picture(desk, figure),
        Top::Stone(kind) => stone::stone(kind),
        Top::Monster(facing) => {
            let turn = draw::degrees(facing);
            format!(r#"<g transform="rotate({turn})">{}</g>"#, from_above(Kit::from_number(KIT)))
        }
        Top::Teleporter(arrow) => stone::teleporter(pair, arrow),
        Top::Blood => r#"<circle r="22" class="bloodspot"/>"#.to_owned(),
    }
}

/// Every space with what is on it, for those who use no pointer.
fn hits(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let hit = move |cell: Cell| {
        let (x, y) = center(cell);
        let label = move || {
            bench.desk.with(|desk| bench.outlook.with(|outlook| words::space(i18n, desk, outlook.as_ref(), cell)))
        };
        view! {
            <rect
                class="hit" role="button" tabindex="-1" data-cell=cell.to_string() aria-label=label
                x=x - SPACE / 2.0 y=y - SPACE / 2.0 width=SPACE height=SPACE
                // A click that no pointer made: by a screen reader, say.
                on:click=move |event| if event.detail() == 0 { press(bench, i18n, cell) }
            />
        }
    };
    Cell::ALL.into_iter().map(hit).collect_view()
}

/// What Enter does on a space: the hand takes things up and puts them down.
fn press(bench: Bench, i18n: Language, cell: Cell) {
    if bench.tool.get_untracked() != Tool::Hand {
        return bench.use_on(i18n, cell);
    }
    match bench.held.get_untracked() {
        Some(Held::On(from)) if from == cell => bench.edit(i18n, Edit::Turn(cell)),
        Some(held) => drop_on(bench, i18n, held, cell),
        None if bench.desk.with_untracked(|desk| desk.top(cell).is_some()) => bench.held.set(Some(Held::On(cell))),
        None => {}
    }
}

fn drop_on(bench: Bench, i18n: Language, held: Held, cell: Cell) {
    match held {
        Held::On(from) => bench.edit(i18n, Edit::Shift { from, to: cell }),
        Held::Waiting(figure) => bench.edit(i18n, Edit::Put(Thing::Figure(figure), cell)),
    }
}

/// What a key does while the board has the focus; whether it means anything.
pub(super) fn act_on_key(bench: Bench, i18n: Language, view: Orientation, key: &str) -> bool {
    let cursor = bench.cursor.get_untracked();
    let go = |direction: Direction| {
        let next = match cursor {
            Some(cell) => cell.step(on_board(view, direction)).unwrap_or(cell),
            None => Cell::H6,
        };
        bench.cursor.set(Some(next));
    };
    match key {
        "arrowup" => go(Direction::North),
        "arrowright" => go(Direction::East),
        "arrowdown" => go(Direction::South),
        "arrowleft" => go(Direction::West),
        "enter" | " " => cursor.into_iter().for_each(|cell| press(bench, i18n, cell)),
        "delete" | "backspace" => cursor.into_iter().for_each(|cell| bench.edit(i18n, Edit::Erase(cell))),
        _ => return false,
    }
    true
}

/// A pointer over the board.
#[derive(Clone, Copy)]
struct Pointer {
    bench: Bench,
    i18n: Language,
    drawn: Memo<Scene>,
    /// Where it went down.
    down: StoredValue<Option<Point>>,
    /// Where it is while it holds something.
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

    /// Whether something has been taken hold of.
    fn down(self, point: Point) -> bool {
        let bench = self.bench;
        bench.stop_watching();
        bench.cursor.set(None);
        self.down.set_value(Some(point));
        if bench.tool.get_untracked() != Tool::Hand {
            return false;
        }
        let on_space = |cell: &Cell| bench.desk.with_untracked(|desk| desk.top(*cell).is_some());
        let held = cell_at(point).filter(on_space).map(Held::On).or_else(|| self.waiting(point).map(Held::Waiting));
        if held.is_some() {
            bench.held.set(held);
            self.at.set(Some(point));
        }
        held.is_some()
    }

    /// The figure outside the entrance under a point.
    fn waiting(self, point: Point) -> Option<FigureId> {
        self.drawn.with_untracked(|scene| {
            let queue = scene.in_queue();
            let waiting = scene.figures.iter().filter(|mark| matches!(mark.spot, Spot::Waiting(_)));
            let near = waiting.map(|mark| (distance(place(mark.spot, queue).0, point), mark.figure));
            let near = near.filter(|(far, _)| *far < SPACE / 2.0).min_by(|(one, _), (other, _)| one.total_cmp(other));
            near.map(|(_, figure)| figure)
        })
    }

    fn up(self, point: Point) {
        let bench = self.bench;
        let Some(down) = self.down.try_update_value(Option::take).flatten() else { return };
        self.at.set(None);
        let held = bench.held.get_untracked();
        bench.held.set(None);
        match (held, cell_at(point)) {
            (Some(Held::On(from)), Some(to)) if from == to => bench.edit(self.i18n, Edit::Turn(from)),
            (Some(held), Some(to)) => drop_on(bench, self.i18n, held, to),
            (Some(held), None) => self.drop_beside(held, point),
            (None, Some(cell)) if cell_at(down) == Some(cell) && bench.tool.get_untracked() != Tool::Hand => {
                bench.use_on(self.i18n, cell);
            }
            (None, _) if distance(point, EXIT) < DOOR_REACH => self.leave(),
            (None, _) => self.choose_waiting(point),
        }
    }

    /// What is let go beside the board waits at a door, or is gone.
    fn drop_beside(self, held: Held, point: Point) {
        let figure = match held {
            Held::Waiting(figure) => Some(figure),
            Held::On(cell) => self.bench.desk.with_untracked(|desk| desk.position().figure_at(cell)),
        };
        let edit = match (figure, held) {
            (Some(figure), _) if distance(point, ENTRANCE) < DOOR_REACH => Edit::Send(figure, Beside::Waiting),
            (Some(figure), _) if distance(point, EXIT) < DOOR_REACH => Edit::Send(figure, Beside::Escaped),
            (Some(figure), _) => Edit::Remove(figure),
            (None, Held::On(cell)) => Edit::Erase(cell),
            (None, Held::Waiting(_)) => return,
        };
        self.bench.edit(self.i18n, edit);
    }

    /// The chosen figure walks out by the exit.
    fn leave(self) {
        let bench = self.bench;
        let Some(figure) = bench.chosen.get_untracked() else { return };
        let goals = bench.desk.with_untracked(|desk| goals(desk, figure));
        if let Some(goal) = goals.into_iter().find(|goal| goal.place == Whereabouts::Escaped) {
            bench.chosen.set(None);
            bench.edit(self.i18n, Edit::Walk { figure, path: goal.path });
        }
    }

    /// A figure outside is chosen to walk, or put where the tool says.
    fn choose_waiting(self, point: Point) {
        let bench = self.bench;
        let Some(figure) = self.waiting(point) else { return };
        match bench.tool.get_untracked() {
            Tool::Walk => bench.choose(self.i18n, figure),
            Tool::Rub => bench.edit(self.i18n, Edit::Remove(figure)),
            Tool::Turn => bench.edit(self.i18n, Edit::TurnOver(figure)),
            Tool::Hand
            | Tool::Stone(_)
            | Tool::Blood
            | Tool::SquarePool
            | Tool::LongPool
            | Tool::Teleporter
            | Tool::Figure(_)
            | Tool::Monster(_) => {}
        }
    }
}

fn distance((ax, ay): Point, (bx, by): Point) -> f32 {
    (ax - bx).hypot(ay - by)
}
