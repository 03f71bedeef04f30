//! What is drawn over the board for a moment: sight, trails, plans, dangers, sound words.

use super::floor::letter_at;
use super::{Point, at, degrees, escaped, floor, short, text, upright};
use rules::{Cell, Direction, Tombstone, Wall};

/// Whether the monster follows what it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaze {
    /// Seen, but not followed.
    Idle,
    /// The figure it turns to.
    Won,
}

impl Gaze {
    const fn class(self) -> &'static str {
        match self {
            Self::Idle => "",
            Self::Won => " won",
        }
    }
}

/// The `viewBox` of an eye in a text.
pub const EYE_BOX: &str = "-24 -16 48 32";

/// An eye with the distance in spaces.
#[must_use]
pub fn eye(distance: u8, gaze: Gaze) -> String {
    let distance = text(distance, 20.0, 0.0, 0.0, "");
    format!(r##"<g class="eye{}"><use href="#eye"/>{distance}</g>"##, gaze.class())
}

/// An eye that sees no figure.
#[must_use]
pub fn closed_eye() -> String {
    r#"<g class="eye"><path d="M-20-4C-12 6-6 9 0 9 6 9 12 6 20-4M-14 4-18 10M0 9V16M14 4 18 10" class="shut"/></g>"#
        .to_owned()
}

/// What the monster sees from `from` in a direction: a beam over this many spaces, to the far side of the last one.
/// Without spaces there is only an empty group.
#[must_use]
pub fn beam(from: Cell, direction: Direction, spaces: usize, gaze: Gaze) -> String {
    let length = (spaces as f32 + 0.5) * floor::SPACE - BEAM_MARGIN;
    let cone = format!(
        r#"<g class="b-grow"><path d="M-5-30 5-30 20-{length} -20-{length}Z" class="b-fill"/><path d="M-5-30-20-{length}M5-30 20-{length}" class="b-line"/></g>"#
    );
    let cone = if spaces == 0 { String::new() } else { cone };
    let (turn, class) = (degrees(direction), gaze.class());
    at(floor::center(from), &format!(r#"<g transform="rotate({turn})" class="beam{class}">{cone}</g>"#))
}

/// From the end of a beam to the edge of its last space.
const BEAM_MARGIN: f32 = 3.0;

/// The bar in front of a stone or wall that ends a line of sight, on the last visible space.
#[must_use]
pub fn stop(looking: Direction) -> String {
    format!(
        r#"<g class="stop" transform="rotate({})"><path d="M-20 34H20" class="stopi"/><path d="M-20 34H20" class="stopb"/></g>"#,
        degrees(looking)
    )
}

/// A part of a trail without a jump; a wall cuts a trail in two.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// The places on it.
    pub points: Vec<Point>,
    /// Whether every tombstone shown goes this far.
    pub certainty: Certainty,
}

/// How many of the tombstones shown go along a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// All of them: a solid ribbon.
    Shared,
    /// The longer ones only: a ribbon of sleepers.
    Partial,
}

/// The monster's path: a ribbon with footprints.
#[must_use]
pub fn trail(legs: &[Leg]) -> String {
    let path = |leg: &Leg| polyline(&leg.points);
    let edge: String = legs.iter().map(|leg| format!(r#"<path d="{}" class="t-ink"/>"#, path(leg))).collect();
    let ribbon: String = legs
        .iter()
        .map(|leg| {
            let class = match leg.certainty {
                Certainty::Shared => "t-a",
                Certainty::Partial => "t-b",
            };
            format!(r#"<path d="{}" class="{class}"/>"#, path(leg))
        })
        .collect();
    let prints: String = legs.iter().map(|leg| footprints(&leg.points)).collect();
    format!(r#"<g class="trail">{edge}{ribbon}<g class="t-print">{prints}</g></g>"#)
}

/// Two footprints per space along a line of points.
fn footprints(points: &[Point]) -> String {
    let mut prints = String::new();
    for pair in points.windows(2) {
        let &[(x0, y0), (x1, y1)] = pair else { continue };
        let (dx, dy) = (f64::from(x1 - x0), f64::from(y1 - y0));
        let length = dx.hypot(dy);
        let spaces = (length / 60.0).round() as usize;
        let turn = short(dy.atan2(dx).to_degrees() + 90.0);
        for space in 0..spaces {
            for (part, aside) in [(0.34, -4.5), (0.84, 4.5)] {
                let part = (space as f64 + part) / spaces as f64;
                let x = short(f64::from(x0) + dx * part - dy / length * aside);
                let y = short(f64::from(y0) + dy * part + dx / length * aside);
                prints +=
                    &format!(r##"<use href="#print" transform="translate({x} {y}) rotate({turn}) scale(.92)"/>"##);
            }
        }
    }
    prints
}

fn polyline(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    format!("M{}", points.join("L"))
}

/// The planned path of a figure: an arrow along these places, from one coin to the other. Empty for fewer than two
/// places.
#[must_use]
pub fn plan(points: &[Point]) -> String {
    let (&[first, second, ..], &[.., before, last]) = (points, points) else { return String::new() };
    let towards = |(x0, y0): Point, (x1, y1): Point| {
        let length = (x1 - x0).hypot(y1 - y0).max(1.0);
        ((x1 - x0) / length, (y1 - y0) / length)
    };
    let ((sx, sy), (ex, ey)) = (towards(first, second), towards(before, last));
    let mut line = points.to_vec();
    line[0] = (first.0 + sx * 26.0, first.1 + sy * 26.0);
    let end = line.len() - 1;
    line[end] = (last.0 - ex * 46.0, last.1 - ey * 46.0);
    let line = polyline(&line);
    let head =
        |back: f32, aside: f32| format!("{} {}", last.0 - ex * back - ey * aside, last.1 - ey * back + ex * aside);
    let head = format!("M{}L{}L{}Z", head(52.0, -15.0), head(30.0, 0.0), head(52.0, 15.0));
    format!(
        r#"<g class="plan"><path d="{line}" class="p-ink"/><path d="{head}" class="p-head"/><path d="{line}" class="p-line"/></g>"#
    )
}

/// The chalk frame of a space that can be reached.
#[must_use]
pub fn reach() -> String {
    r#"<path d="M-24-25Q0-27 24-24Q27 0 24 25Q0 26-25 24Q-26 0-24-25Z"/>"#.to_owned()
}

/// The chalk frame of the exit's door, around its middle.
#[must_use]
pub fn reach_exit() -> String {
    r#"<path d="M-25-23Q0-25 25-22Q27 0 25 23Q0 24-26 22Q-27 0-25-23Z"/>"#.to_owned()
}

/// The points that a space costs.
#[must_use]
pub fn cost(points: u8) -> String {
    text(points, 28.0, 0.0, 0.0, "r-cost")
}

/// The marching ring around the chosen figure.
#[must_use]
pub fn selection() -> String {
    r#"<g class="sel"><circle r="37"/><circle r="37" class="dash"/></g>"#.to_owned()
}

/// The line from a mark to the space it belongs to.
#[must_use]
pub fn leader(from: Point, to: Point) -> String {
    let line = polyline(&[from, to]);
    format!(r#"<g class="leader"><path d="{line}" class="l-ink"/><path d="{line}" class="l-line"/></g>"#)
}

/// The dashed circle where the chosen figure started.
#[must_use]
pub fn origin() -> String {
    r#"<circle r="30" class="origin"/>"#.to_owned()
}

/// The danger of a figure: a shield for 0 %, a skull for 100 %.
#[must_use]
pub fn danger(percent: u8) -> String {
    // The baseline follows the size of the letters, which a turned board enlarges.
    let number = |y: f64| {
        format!(
            r#"<g transform="translate(0 {y})"><text y=".36em" font-size="18">{percent}<tspan class="pc" font-size="11">%</tspan></text></g>"#
        )
    };
    let (class, sign) = match percent {
        0 => (" safe", format!(r##"<use href="#shield" transform="scale(.95)"/>{}"##, number(0.0))),
        100.. => (" doom", r##"<use href="#skull" transform="translate(0 3) scale(.78)"/>"##.to_owned()),
        _ => ("", format!(r##"<use href="#drop"/>{}"##, number(4.5))),
    };
    format!(r#"<g class="bdg{class}">{sign}</g>"#)
}

/// The light on a wall: on its letter, or in the door.
#[must_use]
pub fn lit_wall(wall: Wall) -> String {
    wall_light(wall, "twin")
}

/// The light on the letter of a wall.
pub(super) fn wall_light(wall: Wall, class: &str) -> String {
    let letter = wall.letter().map(|letter| text(letter, 27.0, 0.0, 0.0, "")).unwrap_or_default();
    at(letter_at(wall), &format!(r#"<g class="{class}">{}</g>"#, upright(&format!(r#"<circle r="18"/>{letter}"#))))
}

/// How the monster turns, drawn around it.
#[must_use]
pub fn turn_arrow(from: Direction, to: Direction) -> String {
    let (mirror, arc, head) = if to == from.left() {
        (" scale(-1 1)", "M16-58A60 60 0 0 1 54-26", r#"d="M44-34 68-34 60-10Z" transform="rotate(8 60 -26)""#)
    } else if to == from.opposite() {
        ("", "M16-58A60 60 0 0 1 40 45", r#"d="M52 34 44 58 26 44Z""#)
    } else {
        ("", "M16-58A60 60 0 0 1 54-26", r#"d="M44-34 68-34 60-10Z" transform="rotate(8 60 -26)""#)
    };
    format!(
        r#"<g class="turns" transform="rotate({}){mirror}"><path d="{arc}" class="turnarr k"/><path {head} class="turnhead"/><path d="{arc}" class="turnarr"/></g>"#,
        degrees(from)
    )
}

/// The colour of a sound word's burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Teeth.
    Blood,
    /// Stones.
    Torch,
    /// The monster on its way.
    Poison,
    /// Teleporters.
    Rune,
    /// Digestion.
    Burp,
}

impl Tone {
    const fn class(self) -> &'static str {
        match self {
            Self::Blood => "tone-blood",
            Self::Torch => "tone-torch",
            Self::Poison => "tone-poison",
            Self::Rune => "tone-rune",
            Self::Burp => "tone-burp",
        }
    }
}

/// A sound word in its burst, about 240 × 150 units. Long words make the burst wider and their letters smaller.
#[must_use]
pub fn sound(word: &str, tone: Tone) -> String {
    let letters = word.chars().count().max(1) as f64;
    let wide = (letters / 7.0).clamp(1.0, 1.35);
    let size = (188.0 * wide / (letters * 0.47)).min(62.0).round();
    let scale = |x: f64, y: f64| format!("{} {y}", short(x * wide * 10.0) / 10.0);
    let (ink, middle, inner) = (scale(1.12, 1.2), scale(1.08, 1.15), scale(0.86, 0.84));
    let word = escaped(word);
    let baseline = short(size * 0.34);
    let burst = format!(
        r##"<g transform="rotate(-9)"><g class="pop {}"><use href="#burst" class="bo-ink" transform="translate(5 8) scale({ink})"/><use href="#burst" class="bo-a" transform="scale({middle})"/><use href="#burst" class="bo-b" transform="scale({inner})"/><text class="bo-t" font-size="{size}" y="{baseline}">{word}</text></g></g>"##,
        tone.class()
    );
    format!(r#"<g class="boom">{}</g>"#, upright(&burst))
}

/// The inscription of a tombstone around its middle, as large as a digit of 58 units. `class` colours the number.
pub(super) fn inscription(tombstone: Tombstone, class: &str) -> String {
    let skulls = |places: &[(f64, f64)], scale: f64| {
        places
            .iter()
            .map(|(x, y)| {
                format!(r##"<g class="sk" transform="translate({x} {y}) scale({scale})"><use href="#skull"/></g>"##)
            })
            .collect()
    };
    match tombstone {
        Tombstone::Steps(steps) => text(steps, if steps.get() < 10 { 58.0 } else { 50.0 }, 0.0, 2.0, class),
        Tombstone::Hits(hits) => match hits.get() {
            1 => skulls(&[(0.0, 2.0)], 1.05),
            2 => skulls(&[(-11.0, -12.0), (11.0, 14.0)], 0.68),
            _ => skulls(&[(0.0, -19.0), (-12.0, 4.0), (12.0, 19.0)], 0.54),
        },
    }
}

/// A tombstone by itself, like the one that falls into the middle of the board.
#[must_use]
pub fn grave(tombstone: Tombstone, scale: f32) -> String {
    slab(tombstone, "", &format!("scale({scale})"))
}

/// The end of a trail: a tombstone and its chance, around their common middle.
#[must_use]
pub fn end(tombstone: Tombstone, chance: &str) -> String {
    let chance = text(chance, 32.0, 0.0, 0.0, "g-ptx");
    let plate =
        format!(r#"<g transform="translate(0 44)"><path d="M-44-17 44-20 42 17-43 18Z" class="g-pct"/>{chance}</g>"#);
    slab(tombstone, &plate, "translate(0 -10)")
}

fn slab(tombstone: Tombstone, plate: &str, transform: &str) -> String {
    let inscription = inscription(tombstone, "g-num");
    format!(
        r##"<g transform="{transform}"><g class="mini"><use href="#stone-slab" class="g-ink"/><use href="#stone-slab" class="g-face"/><g transform="translate(0 -6)">{inscription}</g>{plate}</g></g>"##
    )
}

/// The frame of the space with the keyboard focus.
#[must_use]
pub fn focus() -> String {
    r#"<g class="foc"><path d="M-31-31H31V31H-31Z" class="foc-a"/><path d="M-31-31H31V31H-31Z" class="foc-b"/></g>"#
        .to_owned()
}

/// Lines behind something that slides this way.
#[must_use]
pub fn speed_lines(direction: Direction) -> String {
    format!(
        r#"<g class="speedlines" transform="rotate({})"><path d="M-20 34v30M-7 40v44M7 36v34M20 42v26"/></g>"#,
        degrees(direction)
    )
}

/// The crumbs of a lost piece: three frames, one after the other.
#[must_use]
pub fn crumbs() -> String {
    r#"<g class="crumbs"><path d="M-18-6-10-14-4-6-12 2ZM8-12 16-16 20-8 12-4ZM-6 8 2 4 8 12 0 18Z"/><path d="M-26-10-21-15-17-10-22-5ZM20-18 25-20 27-15 22-13ZM-2 20 3 18 6 23 1 26ZM-16 14-12 11-9 15-13 18Z"/><path d="M-34-14-31-17-29-14-32-11ZM31-23 34-24 35-21 32-20ZM4 31 7 30 9 33 6 35Z"/></g>"#.to_owned()
}

/// The single white frame of a teleporter or of the exit.
#[must_use]
pub fn white_frame() -> String {
    r#"<g class="whiteframe"><circle r="36"/></g>"#.to_owned()
}

/// The `viewBox` of [`lurking_eyes`].
pub const LURKING_BOX: &str = "0 0 200 92";

/// The eyes that watch from an empty log.
#[must_use]
pub fn lurking_eyes() -> String {
    r#"<g class="e"><path d="M14 18C40 20 72 34 88 58 66 68 30 60 14 18Z"/><path d="M186 18C160 20 128 34 112 58 134 68 170 60 186 18Z"/><path d="M58 32C65 42 66 54 62 63 55 57 53 43 58 32ZM142 32C135 42 134 54 138 63 145 57 147 43 142 32Z" fill="var(--panel)"/></g>"#.to_owned()
}

/// The frame of a space that somebody points at.
#[must_use]
pub fn pointed(cell: Cell) -> String {
    at(floor::center(cell), r#"<g class="pointed"><rect x="-29" y="-29" width="58" height="58"/></g>"#)
}

/// The name of a space on a plate.
#[must_use]
pub fn cell_name(cell: Cell) -> String {
    let name = text(cell, 15.0, 0.0, 0.0, "");
    format!(r#"<g class="cell-name"><rect x="-16" y="-7.5" width="32" height="15"/>{name}</g>"#)
}

/// The width of the tail of a balloon inside the balloon, which covers that end; in pixels.
pub const TAIL_PX: f32 = 52.0;

/// The tail of a balloon: from its middle to a point. In pixels.
#[must_use]
pub fn tail(balloon: Point, tip: Point) -> String {
    let (dx, dy) = (tip.0 - balloon.0, tip.1 - balloon.1);
    let length = dx.hypot(dy).max(1.0);
    let (wx, wy) = (-dy / length * TAIL_PX / 2.0, dx / length * TAIL_PX / 2.0);
    let (x, y) = balloon;
    format!(r#"<path d="M{:.0} {:.0}L{:.0} {:.0} {:.0} {:.0}Z"/>"#, x + wx, y + wy, tip.0, tip.1, x - wx, y - wy)
}
