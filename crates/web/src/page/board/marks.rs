//! What is drawn around the pieces: reachable places, lines of sight, the plan, and short effects.

use std::cmp::Ordering;

use rules::game::Face;
use rules::{Cell, Direction, Stone};

use crate::draw::coin::{self, Dress};
use crate::draw::floor::{center, letter_at};
use crate::draw::sign::{self, Certainty, Gaze, Leg};
use crate::draw::{self, Point, stone};
use crate::page::words::{self, Language};
use crate::scene::board::{Beam, BeamFate, DangerMark, PlanMark, Reach, Scene, Spot};
use crate::scene::foresight::{End, Hop, HopKind};
use crate::scene::pointing::place;
use crate::scene::show::Way;

/// Under the pieces: reachable places and lines of sight.
pub(super) fn help(scene: &Scene) -> String {
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

/// A beam that meets no figure ends before what blocks it.
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
pub(super) fn under_pieces(scene: &Scene) -> String {
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
    format!("{}{prints}<g class=\"costs\">{costs}</g>{plan}", trail(&scene.ends))
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

/// Above the pieces: the ring of the chosen figure, the eyes, the lit walls.
pub(super) fn over_pieces(i18n: Language, scene: &Scene) -> String {
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
    let walls: String = scene.lit.iter().map(|wall| sign::twins(*wall)).collect();
    let (ends, dangers) = (ends(i18n, scene), dangers(scene));
    format!("{}{eyes}{walls}{ends}{dangers}{}", ring.unwrap_or_default(), passing(scene))
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

/// The paths of the monster: one line for the common part, another one where only the longer path goes.
fn trail(ends: &[End]) -> String {
    let Some((shortest, longer)) = ends.split_first() else { return String::new() };
    let common = if longer.is_empty() { shortest.hops.len() } else { shortest.hops.len().min(longer[0].hops.len()) };
    let hops = longer.first().map_or(&shortest.hops, |end| &end.hops);
    let mut legs = legs(&hops[..common], Certainty::Shared);
    legs.extend(self::legs(&hops[common..], Certainty::Partial));
    sign::trail(&legs)
}

/// Splits a path into lines over the floor: a wall or a teleporter ends a line and begins another one.
fn legs(hops: &[Hop], certainty: Certainty) -> Vec<Leg> {
    let mut lines: Vec<Vec<Point>> = vec![];
    for hop in hops {
        let (from, to) = (center(hop.from), center(hop.to));
        match hop.how {
            HopKind::Floor => {
                line_from(&mut lines, from).push(to);
            }
            HopKind::Through(wall) => {
                line_from(&mut lines, from).push(letter_at(wall));
                lines.push(vec![letter_at(wall.twin()), to]);
            }
            HopKind::Teleport => lines.push(vec![to]),
        }
    }
    let lines = lines.into_iter().filter(|points| points.len() > 1);
    lines.map(|points| Leg { points, certainty }).collect()
}

/// The line that ends here, or a new one.
fn line_from(lines: &mut Vec<Vec<Point>>, from: Point) -> &mut Vec<Point> {
    if lines.last().and_then(|line| line.last()) != Some(&from) {
        lines.push(vec![from]);
    }
    lines.last_mut().expect("there is a line now")
}

/// The size of a tombstone at the end of a path, and on a space with a figure.
const END_SIZES: [f32; 2] = [0.46, 0.36];

/// On a space with a figure: the corner that its number, letter and danger leave free.
const FREE_CORNER: Point = (-22.0, 14.0);

/// A tombstone with its chance at the end of each path; two on one space stand side by side.
fn ends(i18n: Language, scene: &Scene) -> String {
    let mut taken: Vec<Cell> = vec![];
    let mut markup = String::new();
    for end in &scene.ends {
        let at = end.monster.at;
        let is_full = scene.figures.iter().any(|mark| mark.spot == Spot::On(at));
        let ((x, y), size) = if is_full { (FREE_CORNER, END_SIZES[1]) } else { ((0.0, 0.0), END_SIZES[0]) };
        let aside = taken.iter().filter(|other| **other == at).count() as f32 * 100.0 * size;
        let chance = words::chance(i18n, end.chance);
        let grave = draw::at((x + aside, y), &sign::grave(end.tombstone, Some(&chance), size));
        markup += &draw::at(center(at), &draw::upright(&grave));
        taken.push(at);
    }
    format!(r#"<g class="aid">{markup}</g>"#)
}

fn dangers(scene: &Scene) -> String {
    let badge = |mark: &DangerMark| {
        let (point, _) = place(mark.spot, scene.in_queue());
        draw::at(point, &draw::upright(&sign::danger(mark.percent)))
    };
    format!(r#"<g class="aid">{}</g>"#, scene.dangers.iter().map(badge).collect::<String>())
}
