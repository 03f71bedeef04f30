//! What is drawn around the pieces: reachable places, lines of sight, the plan, answers, and short effects.

use std::cmp::Ordering;

use rules::game::Face;
use rules::{Cell, Direction, Stone};

use crate::draw::coin::{self, Dress};
use crate::draw::floor::{Orientation, center};
use crate::draw::sign::{self, Gaze};
use crate::draw::{self, Point, level, stone};
use crate::page::words::{self, Language};
use crate::scene::board::marks::{Mark, MarkKind, names};
use crate::scene::board::trail;
use crate::scene::board::{Beam, BeamFate, EatenMark, PlanMark, Reach, Scene, Spot};
use crate::scene::foresight::End;
use crate::scene::pointing::place;
use crate::scene::show::Way;
use crate::scene::why::{Why, WhySight};

/// Under the pieces: reachable places and lines of sight.
pub(super) fn help(scene: &Scene) -> String {
    let aim = scene.plan.as_ref().and_then(|plan| plan.trail.last().copied());
    let reach = |reach: &Reach| {
        let frame = if reach.spot == Spot::Out { sign::reach_exit() } else { sign::reach() };
        let class = if aim == Some(reach.spot) { "aim" } else { "" };
        draw::at(place(reach.spot, 0).0, &format!(r#"<g class="{class}">{frame}</g>"#))
    };
    let reach: String = scene.reach.iter().map(reach).collect();
    let beam = |beam: &Beam| sign::beam(beam.from, beam.direction, beam.spaces().count(), gaze(beam.fate));
    let beams: String = scene.beams.iter().map(beam).collect();
    format!(r#"<g class="reach">{reach}</g>{}<g class="sight">{beams}</g>"#, allowed(scene))
}

/// In a level: where pieces may be put.
fn allowed(scene: &Scene) -> String {
    let marks = &scene.puzzle;
    let area = if marks.areas.is_empty() { String::new() } else { level::area(&marks.areas) };
    let legal = if marks.legal.is_empty() { String::new() } else { level::legal(&marks.legal) };
    let own = level::movable(&marks.movable) + &level::turnable(&marks.turnable);
    format!("{area}{legal}{own}{}", level::hinted(&marks.hinted))
}

/// In a level: what was laid on the floor, the path of the monster and the figures it ate.
fn became(scene: &Scene) -> String {
    let marks = &scene.puzzle;
    let laid: String = marks.laid_floor.iter().map(level::given_floor).collect();
    let walk = if marks.walk.is_empty() { String::new() } else { sign::trail(&trail::of_walk(&marks.walk)) };
    let eaten = |mark: &EatenMark| draw::at(center(mark.at), &level::eaten(mark.figure, mark.step, mark.is_aside));
    let eaten: String = marks.eaten.iter().map(eaten).collect();
    format!("{laid}{walk}{eaten}")
}

fn gaze(fate: BeamFate) -> Gaze {
    match fate {
        BeamFate::Followed => Gaze::Won,
        BeamFate::Tied | BeamFate::Passed => Gaze::Idle,
    }
}

/// On the floor: footprints, the plan and what it pushes, lit doors, the ring of the chosen figure, and the lines to
/// marks that stand aside.
pub(super) fn under_pieces(scene: &Scene, marks: &[Mark], view: Orientation) -> String {
    let print = |(cell, facing): &(Cell, Direction)| {
        let print = format!(
            r##"<g class="r-print" transform="rotate({})"><use href="#print" transform="translate(-7 -8)"/><use href="#print" transform="translate(7 9)"/></g>"##,
            draw::degrees(*facing)
        );
        draw::at(center(*cell), &print)
    };
    let prints: String = scene.prints.iter().map(print).collect();
    let plan = scene.plan.as_ref().map(|plan| planned(scene, plan)).unwrap_or_default();
    let chosen = scene.figures.iter().find(|mark| mark.is_chosen);
    let ring = chosen.map(|mark| {
        let ((x, y), scale) = place(mark.spot, scene.in_queue());
        format!(r#"<g transform="translate({x} {y}) scale({scale})">{}</g>"#, sign::selection())
    });
    let leader = |mark: &Mark| Some(sign::leader(view.on_board(mark.at), center(mark.belongs_to?)));
    let leaders: String = marks.iter().filter_map(leader).collect();
    // Figures wait in a door.
    let doors: String = scene.lit_walls().filter(|wall| wall.letter().is_none()).map(sign::lit_wall).collect();
    let (trail, ring) = (monster_paths(&scene.ends), ring.unwrap_or_default());
    let best = scene.best.as_ref().map(|best| recommended(scene, best)).unwrap_or_default();
    format!(r#"{trail}{}{prints}{plan}{best}{doors}{ring}<g class="aid">{leaders}</g>"#, became(scene))
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

/// Above the pieces: the lit walls, and every mark at its place.
pub(super) fn over_pieces(i18n: Language, scene: &Scene, marks: &[Mark], view: Orientation) -> String {
    let walls: String = scene.lit_walls().filter(|wall| wall.letter().is_some()).map(sign::lit_wall).collect();
    let (mut sights, mut aids) = (String::new(), String::new());
    for mark in marks {
        let (sign, layer) = match mark.kind {
            MarkKind::Eye { distance, fate } => {
                let eye = sign::eye(distance, gaze(fate));
                let eye = if fate == BeamFate::Tied { format!(r#"<g class="tie">{eye}</g>"#) } else { eye };
                (eye, &mut sights)
            }
            MarkKind::Cost(points) => (sign::cost(points), &mut aids),
            MarkKind::Name(cell) => (sign::cell_name(cell), &mut aids),
            MarkKind::Danger(percent) => (sign::danger(percent), &mut aids),
            MarkKind::End(index) => {
                let end = &scene.ends[index];
                (sign::end(end.tombstone, &words::chance(i18n, end.chance)), &mut aids)
            }
        };
        *layer += &standing(mark, &sign, view);
    }
    let wrong = scene.puzzle.wrong.map(|wrong| level::wrong(wrong.at, wrong.step)).unwrap_or_default();
    format!(r#"{wrong}{sights}{walls}<g class="aid">{aids}</g>{}"#, passing(scene))
}

/// A sign at the place of its mark.
fn standing(mark: &Mark, sign: &str, view: Orientation) -> String {
    let sized = format!(r#"<g transform="scale({})">{sign}</g>"#, mark.size);
    draw::at(view.on_board(mark.at), &draw::upright(&sized))
}

/// The spaces that somebody points at, framed and named.
pub(super) fn pointed(scene: &Scene, marks: &[Mark], cells: &[Cell], view: Orientation) -> String {
    let frames: String = cells.iter().map(|cell| sign::pointed(*cell)).collect();
    let name = |mark: &Mark| match mark.kind {
        MarkKind::Name(cell) => Some(standing(mark, &sign::cell_name(cell), view)),
        MarkKind::Danger(_) | MarkKind::End(_) | MarkKind::Eye { .. } | MarkKind::Cost(_) => None,
    };
    frames + &names(scene, view, marks, cells).iter().filter_map(name).collect::<String>()
}

/// What the answer to "Why?" draws under the pieces: how the monster turned. The arrow goes over its neighbours.
pub(in crate::page) fn turned(why: &Why) -> String {
    let arrow = why.table.monster().zip(why.turned());
    arrow.map(|(monster, (from, to))| draw::at(center(monster.at), &sign::turn_arrow(from, to))).unwrap_or_default()
}

/// What it draws above the pieces: the bars that end lines of sight.
pub(in crate::page) fn blocked(why: &Why) -> String {
    let Some(monster) = why.table.monster() else { return String::new() };
    let bar = |sight: &WhySight| Some(draw::at(sight.bar(monster.at)?, &sign::stop(sight.direction)));
    why.sights.iter().filter_map(bar).collect()
}

/// An arrow to the dashed goal, and dashed stones where they will end. It may pass figures, and must not cover their
/// numbers.
fn recommended(scene: &Scene, best: &PlanMark) -> String {
    let trail: Vec<Point> = best.trail.iter().map(|spot| place(*spot, scene.in_queue()).0).collect();
    let stone = |(kind, _, to): &(Stone, Cell, Option<Cell>)| to.map(|to| draw::at(center(to), &stone::ghost(*kind)));
    let stones: String = best.pushed.iter().filter_map(stone).collect();
    let goal = trail.last().filter(|_| trail.len() > 1).map(|at| draw::at(*at, &sign::origin()));
    format!(r#"<g class="best-arrow">{}{stones}{}</g>"#, sign::plan(&trail), goal.unwrap_or_default())
}

/// Short effects: crumbs, lines of speed, the white frame of a teleporter.
fn passing(scene: &Scene) -> String {
    let pieces = scene.figures.iter().map(|mark| (mark.way, mark.spot));
    let stones = scene.stones.iter().map(|stone| (stone.way, stone.spot));
    let lost = pieces.chain(stones).filter(|(way, _)| matches!(way, Some(Way::Lost(..))));
    let crumbs: String = lost.map(|(_, spot)| draw::at(place(spot, 0).0, &sign::crumbs())).collect();
    let monster = scene.monster.map(|monster| match monster.way {
        Some(Way::Slide) => {
            let lines =
                format!(r#"<g transform="rotate({})">{}</g>"#, monster.angle, sign::speed_lines(Direction::North));
            draw::at(center(monster.at), &lines)
        }
        Some(Way::TeleportOut) => draw::at(center(monster.at), &sign::white_frame()),
        _ => String::new(),
    });
    crumbs + &monster.unwrap_or_default()
}

/// The paths of the monster; nothing without an end.
fn monster_paths(ends: &[End]) -> String {
    if ends.is_empty() { String::new() } else { sign::trail(&trail::of_ends(ends)) }
}
