//! Small pictures that explain the game, each one thing, in a box of 240 × 150.

use rules::game::{Band, Face, Pair};
use rules::terms::MonsterNumber;
use rules::{Direction, FigureId, Stone};

use super::coin::{self, Dress, Size};
use super::monster::{self, Kit};
use super::{fortress_thumb, stone, text};

/// The `viewBox` of all of them.
pub const BOX: &str = "0 0 240 150";

/// From the entrance to the exit.
#[must_use]
pub fn goal() -> String {
    const WAY: &str = "M204 132V112H170V88H126V62H92V34H48V20H26";
    format!(
        r#"<g class="map">{}</g><path d="{WAY}" class="way-ink"/><path d="{WAY}" class="way"/><path d="M30 8 8 20 30 32Z" class="tip"/>{}"#,
        // The map is an `<svg>` of its own and fills the given place.
        fortress_thumb::basic().replacen("<svg", r#"<svg x="10" y="2" width="220" height="146""#, 1),
        placed((204, 128), 0.8, &figure(Band::Blue, 4, Face::Bright))
    )
}

/// One figure, both its sides.
#[must_use]
pub fn sides() -> String {
    floor(
        (4, 2),
        &format!(
            r#"{}{}<path d="M88 116C102 136 136 136 148 118" class="turn-ink"/><path d="M88 116C102 136 136 136 148 118" class="turn"/><path d="M136 116 160 100 160 128Z" class="tip"/>"#,
            placed((62, 82), 1.25, &figure(Band::Red, 1, Face::Bright)),
            placed((180, 82), 1.25, &figure(Band::Red, 1, Face::Dark))
        ),
    )
}

/// Ahead, left, right: the nearest counts.
#[must_use]
pub fn look() -> String {
    let beam = |direction: &str, length: u8, class: &str| {
        format!(
            r#"<path transform="translate(75 75) rotate({direction})" d="M-5-30 5-30 17-{length} -17-{length}Z" class="{class}"/>"#
        )
    };
    floor(
        (4, 2),
        &format!(
            "{}{}{}{}{}{}",
            beam("90", 120, "gaze won"),
            beam("0", 75, "gaze"),
            beam("180", 75, "gaze"),
            placed((75, 75), 0.86, &turned(90, &monster::from_above(Kit::COVER))),
            placed((196, 75), 0.95, &figure(Band::Yellow, 5, Face::Bright)),
            r##"<g transform="translate(136 75)" class="eye won"><use href="#eye"/><circle r="6" fill="var(--ink)"/></g>"##
        ),
    )
}

/// The monster, down to the waist.
#[must_use]
pub fn star() -> String {
    format!(r#"<g class="mood-star" transform="translate(8 6) scale(1.12)">{}</g>"#, monster::portrait(Kit::COVER))
}

/// What blocks its view.
#[must_use]
pub fn eat() -> String {
    let figure = FigureId::of(Band::Green, 4);
    let eaten = figure.map_or_else(String::new, |figure| coin::eaten(figure, Face::Bright, Size::Large));
    floor(
        (4, 2),
        &format!(
            r#"<path d="M112 108c18-8 52-8 66 0 8 8-6 14-30 15-22 1-46-6-36-15Z" class="blood"/>{}{}<path d="M200 46l14-12M208 62l20-6M204 100l16 8" class="scratch"/>"#,
            placed(
                (78, 74),
                1.1,
                &turned(90, &monster::from_above(Kit::from(MonsterNumber::from_index(0b01_01_01_01))))
            ),
            placed((158, 80), 1.2, &eaten)
        ),
    )
}

/// Out through a wall, in through its twin.
#[must_use]
pub fn walls() -> String {
    let wall = |x: i32| {
        format!(
            r#"<path d="M{x} 4h26v142h-26Z" class="wall"/>{}"#,
            text('F', 30.0, f64::from(x) + 13.0, 75.0, "wall-l")
        )
    };
    let monster = placed((0, 0), 0.95, &turned(90, &monster::from_above(Kit::COVER)));
    format!(
        r#"<rect width="240" height="150" class="hall"/><path d="M36 8h168v134H36Z" class="flags"/><path d="M36 52h168M36 98h168M82 8v134M158 8v134" class="joints"/>{}{}<clipPath id="wall-in"><path d="M36 0h110v150H36Z"/></clipPath><clipPath id="wall-out"><path d="M120 0h84v150h-84Z"/></clipPath><g clip-path="url(#wall-in)"><g transform="translate(44 75)">{monster}</g></g><g clip-path="url(#wall-out)"><g transform="translate(198 75)">{monster}</g></g><path d="M112 75h24" class="way-ink"/><path d="M112 75h24" class="way"/><path d="M132 62l20 13-20 13Z" class="tip"/>"#,
        wall(10),
        wall(204)
    )
}

/// Push a stone, slide on blood.
#[must_use]
pub fn stones() -> String {
    floor(
        (4, 2),
        &format!(
            r#"<path d="M70 96C96 84 160 86 190 98 206 110 180 128 130 128 84 128 46 116 56 104 58 100 64 98 70 96Z" class="blood"/><path d="M88 100c20-6 50-6 66-4" class="shine"/>{}{}{}<path d="M92 28h22M88 44h20M92 60h22" class="scratch"/><path d="M56 92h18M50 106h16M56 120h18" class="scratch"/>"#,
            placed((178, 42), 0.95, &stone::stone(Stone::Plain)),
            placed((134, 42), 0.9, &figure(Band::Purple, 4, Face::Bright)),
            placed((112, 104), 0.9, &figure(Band::Beige, 5, Face::Dark))
        ),
    )
}

/// Seven turns, and seven more.
#[must_use]
pub fn stages() -> String {
    let grave = |(name, x, y, lean): (&str, i32, i32, i32)| {
        format!(
            r##"<use href="#tombstone-{name}" x="{x}" y="{y}" width="70" height="91" transform="rotate({lean} {} {})"/>"##,
            x + 35,
            y + 45
        )
    };
    let graves = [("5", 4, 34, -6), ("8", 60, 28, 3), ("10", 116, 32, -3), ("hits-2", 168, 28, 5)];
    format!(
        r#"<rect width="240" height="150" class="hall"/><circle cx="196" cy="30" r="22" fill="var(--day)"/>{}<path d="M-4 154V122C40 114 80 126 120 118 160 112 200 124 244 116V154Z" fill="var(--ink)"/>"#,
        graves.map(grave).concat()
    )
}

/// The special tiles of the game for experienced players.
#[must_use]
pub fn tricks() -> String {
    let tiles = [
        (stone::stone(Stone::Crystal), (42, 74)),
        (stone::stone(Stone::TurnRight), (94, 46)),
        (stone::stone(Stone::TurnAround), (144, 102)),
        (stone::teleporter(Pair::One, Direction::North), (196, 68)),
    ];
    floor((4, 2), &tiles.map(|(tile, at)| placed(at, 1.35, &tile)).concat())
}

fn figure(band: Band, bright: u8, face: Face) -> String {
    FigureId::of(band, bright).map_or_else(String::new, |figure| coin::pictured(figure, face, Dress::default()))
}

fn placed((x, y): (i32, i32), size: f32, markup: &str) -> String {
    format!(r#"<g transform="translate({x} {y}) scale({size})">{markup}</g>"#)
}

fn turned(degrees: u16, markup: &str) -> String {
    format!(r#"<g transform="rotate({degrees})">{markup}</g>"#)
}

/// Flagstones under a picture, this many across and down.
fn floor((columns, rows): (i32, i32), markup: &str) -> String {
    let across: String = (1..columns).map(|column| format!("M{} 0V150", column * 240 / columns)).collect();
    let down: String = (1..rows).map(|row| format!("M0 {}H240", row * 150 / rows)).collect();
    format!(r#"<rect width="240" height="150" class="flags"/><path d="{across}{down}" class="joints"/>{markup}"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_is_drawn_without_styles() {
        for lesson in [goal(), sides(), look(), eat(), walls(), stones(), stages(), tricks(), star()] {
            assert!(lesson.len() > 100 && !lesson.contains("style="));
        }
    }
}
