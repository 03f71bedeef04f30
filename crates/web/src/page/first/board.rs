//! The board with the part that matters in the light, and how answers are given on it.

use leptos::prelude::*;
use rules::{Cell, Direction, Wall};
use web_sys::KeyboardEvent;

use super::play::{Phase, Play};
use super::words;
use crate::draw::first as drawn;
use crate::draw::floor::{Orientation, SPACE, center, letter_at};
use crate::draw::sign::{self, Tone};
use crate::draw::{self, Point};
use crate::page::board::{Board, BoardInput, Touch, board};
use crate::page::i18n::*;
use crate::page::table::on_board;
use crate::page::watched_run::last_step;
use crate::scene::caption::Side;
use crate::scene::first::{Choice, Fate, MONSTER, Question, Round, Window, picture};
use crate::scene::pointing::{Hit, distance};

/// How near to an arrow or a letter a pointer chooses it, in units.
const REACH: f32 = 46.0;

pub(super) fn frame(play: Play, view: Signal<Orientation>) -> impl IntoView {
    let i18n = use_i18n();
    let drawn_scene = Memo::new(move |_| play.scene());
    let window = play.lesson.window();
    let over = move || {
        let cursor = play.cursor.get().map(|cell| draw::at(center(cell), &sign::focus())).unwrap_or_default();
        let dark = if window.is_whole() { String::new() } else { drawn::dark(window.bounds()) };
        dark + &arrows(play) + &shout(play, view.get()) + &cursor
    };
    let at = move |touch: Touch| {
        if play.phase.get_untracked() != Phase::Asking {
            return;
        }
        play.cursor.set(None);
        let cell = drawn_scene.with_untracked(|scene| Hit::at(scene, touch.point)).and_then(Hit::cell);
        answer_at(play, touch.point, cell);
    };
    let input = BoardInput {
        down: Callback::new(|_: Touch| true),
        moved: Callback::new(|_: Touch| {}),
        up: Callback::new(at),
        left: Callback::new(|()| {}),
    };
    let is_step =
        play.round.with_untracked(|round| round.as_ref().is_some_and(|round| round.question() == Question::Step));
    let help = move || if is_step { t_string!(i18n, first.step_help) } else { t_string!(i18n, first.board_help) };
    let plain = Board {
        scene: drawn_scene,
        view,
        monster: MONSTER,
        input,
        under: Signal::stored(String::new()),
        over: Signal::derive(over),
        hits: hits(play).into_any(),
        label: Signal::derive(move || words::described(i18n, play)),
        described_by: "first-help",
    };
    let part = move |nth: usize| {
        let (x, y, width, height) = window.parts(view.get());
        [x, y, width, height][nth].to_string()
    };
    view! {
        <div class="frame">
            <div
                class="lens" class:upright=move || view.get() == Orientation::Upright
                style:--x=move || part(0) style:--y=move || part(1) style:--w=move || part(2) style:--h=move || part(3)
            >
                {board(plain)}
            </div>
            <p class="vh" id="first-help">{help}</p>
        </div>
    }
}

/// Tells screen readers where the mark is, and each step of the monster.
pub(super) fn voice(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let said = move || match play.phase.get() {
        Phase::Running => play.run.player.with(|player| last_step(i18n, player)).unwrap_or_default(),
        Phase::Asking => play.cursor.get().map(|cell| words::space(i18n, play, cell)).unwrap_or_default(),
        Phase::Told => String::new(),
    };
    view! { <p class="vh" aria-live="polite" data-voice="first">{said}</p> }
}

/// The sides of the monster with their directions on the board.
fn sides(round: &Round) -> Option<(Point, [(Side, Direction); 3])> {
    let monster = round.position().monster().filter(|_| round.question() == Question::Step)?;
    let facing = monster.facing;
    let sides = [(Side::Left, facing.left()), (Side::Ahead, facing), (Side::Right, facing.right())];
    Some((center(monster.at), sides))
}

/// The arrows: all until one is chosen, then the wrong one, crossed out.
fn arrows(play: Play) -> String {
    if play.phase.get() != Phase::Asking {
        return String::new();
    }
    play.round.with(|round| {
        let Some(round) = round else { return String::new() };
        let Some((from, sides)) = sides(round) else { return String::new() };
        let chosen = picture::chosen_step(round);
        let arrow = |(side, direction): (Side, Direction)| {
            let is_wrong = chosen == Some((side, true));
            drawn::arrow(from, direction, is_wrong)
        };
        sides.map(arrow).concat()
    })
}

/// The word for what has happened.
fn shout(play: Play, view: Orientation) -> String {
    if play.phase.get() != Phase::Told {
        return String::new();
    }
    let Some(fate) = play.shown_fate() else { return String::new() };
    let (word, tone) = match fate {
        Fate::Tie => (t_string!(play.i18n, first.eh), Tone::Poison),
        Fate::Only | Fate::Nearest { .. } | Fate::Nobody => (t_string!(play.i18n, first.sniff), Tone::Poison),
        Fate::Moved => (t_string!(play.i18n, first.flip), Tone::Torch),
        Fate::Lured { .. } | Fate::Eaten { .. } | Fate::EatenByTie { .. } => {
            (t_string!(play.i18n, first.chomp), Tone::Blood)
        }
        _ => return String::new(),
    };
    let at = play.round.with(|round| round.as_ref().map(|round| shout_at(round, play.lesson.window(), view)));
    let word = format!(r#"<g transform="scale(.55)">{}</g>"#, sign::sound(word, tone));
    at.map(|at| draw::at(at, &draw::upright(&word))).unwrap_or_default()
}

/// A corner of the light in which nothing stands.
fn shout_at(round: &Round, window: Window, view: Orientation) -> Point {
    let (left, top, width, height) = window.bounds();
    let (dx, dy) = match view {
        Orientation::Wide => (104.0, 62.0),
        Orientation::Upright => (62.0, 104.0),
    };
    let corners = [
        (left + width - dx, top + dy),
        (left + dx, top + height - dy),
        (left + width - dx, top + height - dy),
        (left + dx, top + dy),
    ];
    let position = round.position();
    let goal = round.goal().map(|goal| center(goal.at));
    let pieces = position.figures().filter_map(|(_, place)| match place {
        rules::Whereabouts::On(cell) => Some(center(cell)),
        rules::Whereabouts::Waiting | rules::Whereabouts::Escaped | rules::Whereabouts::Eaten => None,
    });
    let pieces: Vec<Point> = pieces.chain(goal).chain(position.monster().map(|monster| center(monster.at))).collect();
    let room = |corner: &Point| pieces.iter().map(|piece| distance(*piece, *corner)).fold(f32::MAX, f32::min);
    corners.into_iter().max_by(|one, other| room(one).total_cmp(&room(other))).unwrap_or(corners[0])
}

/// An answer by a pointer.
fn answer_at(play: Play, point: Point, cell: Option<Cell>) {
    let choice = play.round.with_untracked(|round| {
        let round = round.as_ref()?;
        match round.question() {
            Question::Step => {
                let (from, sides) = sides(round)?;
                let near =
                    |(_, direction): &(Side, Direction)| distance(drawn::arrow_at(from, *direction), point) < REACH;
                sides.into_iter().find(near).map(|(side, _)| Choice::Step(side))
            }
            Question::Move(_) => cell.map(Choice::Space),
            Question::Entry => {
                let letter = Wall::all()
                    .filter(|wall| wall.letter().is_some())
                    .find(|wall| distance(letter_at(*wall), point) < SPACE / 2.0);
                letter.map(Choice::Wall).or(cell.map(Choice::Space))
            }
        }
    });
    match choice {
        Some(Choice::Space(cell)) => play.press(cell),
        Some(choice) => play.choose(choice),
        None => {}
    }
}

/// The answers for keyboard and screen reader: arrows, or spaces.
fn hits(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let rect = move |cell: Cell| {
        let (x, y) = center(cell);
        view! {
            <rect
                class="hit" role="button" tabindex="-1" data-cell=cell.to_string()
                aria-label=move || words::space(i18n, play, cell)
                x=x - SPACE / 2.0 y=y - SPACE / 2.0 width=SPACE height=SPACE
                // A click without a pointer, for example by a screen reader.
                on:click=move |event| if event.detail() == 0 { play.press(cell); }
            />
        }
    };
    let step = move |at: Point, side: Side, to: Option<Cell>| {
        view! {
            <rect
                class="hit" role="button" tabindex="-1" data-side=words::side_key(side)
                data-cell=to.map(|cell| cell.to_string())
                aria-label=move || crate::page::why::side(i18n, side)
                x=at.0 - SPACE / 2.0 y=at.1 - SPACE / 2.0 width=SPACE height=SPACE
                on:click=move |event| if event.detail() == 0 { play.choose(Choice::Step(side)); }
            />
        }
    };
    move || {
        let round = play.round.get()?;
        if play.phase.get() != Phase::Asking {
            return None;
        }
        Some(match round.question() {
            Question::Step => {
                let (from, sides) = sides(&round)?;
                let at = round.position().monster()?.at;
                sides
                    .map(|(side, direction)| step(drawn::arrow_at(from, direction), side, at.step(direction)))
                    .into_iter()
                    .collect_view()
                    .into_any()
            }
            Question::Move(_) => round.goals().iter().map(|goal| rect(goal.at)).collect_view().into_any(),
            Question::Entry => Cell::ALL.map(rect).into_iter().collect_view().into_any(),
        })
    }
}

/// Handles a key; returns whether it was used.
pub(super) fn act_on_key(play: Play, view: Orientation, event: &KeyboardEvent) -> bool {
    let key = event.key();
    if key == "Escape" {
        match play.phase.get_untracked() {
            Phase::Running => play.run.finish(),
            Phase::Asking | Phase::Told => play.reset(),
        }
        return true;
    }
    let Some(question) = play.round.with_untracked(|round| round.as_ref().map(Round::question)) else { return false };
    if play.phase.get_untracked() != Phase::Asking {
        return false;
    }
    let direction = match key.as_str() {
        "ArrowUp" => Direction::North,
        "ArrowRight" => Direction::East,
        "ArrowDown" => Direction::South,
        "ArrowLeft" => Direction::West,
        "Enter" | " " => {
            let cell = play.cursor.get_untracked();
            cell.into_iter().for_each(|cell| play.press(cell));
            return cell.is_some();
        }
        _ => return false,
    };
    match question {
        // They are the monster's own.
        Question::Step => match direction {
            Direction::West => play.choose(Choice::Step(Side::Left)),
            Direction::North => play.choose(Choice::Step(Side::Ahead)),
            Direction::East => play.choose(Choice::Step(Side::Right)),
            Direction::South => return false,
        },
        Question::Move(_) | Question::Entry => go(play, on_board(view, direction)),
    }
    true
}

/// Moves the place of the keyboard within the light; it begins with the figure, or with the monster.
fn go(play: Play, direction: Direction) {
    let window = play.lesson.window();
    let start = play.round.with_untracked(|round| {
        let round = round.as_ref()?;
        let figure = round.task().and_then(|task| match round.position().whereabouts(task.figure)? {
            rules::Whereabouts::On(cell) => Some(cell),
            rules::Whereabouts::Waiting | rules::Whereabouts::Escaped | rules::Whereabouts::Eaten => None,
        });
        let goal = round.goal().map(|goal| goal.at);
        goal.or(figure).or_else(|| round.position().monster().map(|monster| monster.at))
    });
    let Some(from) = play.cursor.get_untracked().or(start) else { return };
    let next = from.step(direction).filter(|cell| window.has(*cell)).unwrap_or(from);
    play.cursor.set(Some(next));
}
