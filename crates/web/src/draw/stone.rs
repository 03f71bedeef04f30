//! What lies on the floor: stones and teleporters.

use super::{degrees, upright};
use rules::game::Pair;
use rules::{Direction, Stone};

const fn name(stone: Stone) -> &'static str {
    match stone {
        Stone::Plain => "plain",
        Stone::Crystal => "crystal",
        Stone::TurnRight => "right",
        Stone::TurnAround => "around",
    }
}

/// A stone.
#[must_use]
pub fn stone(stone: Stone) -> String {
    upright(&format!(r##"<use href="#st-{}"/>"##, name(stone)))
}

/// The outline of a stone at its place before the planned move.
#[must_use]
pub fn ghost(stone: Stone) -> String {
    let outline = match stone {
        Stone::Plain => "M-22-15-10-24 9-25 22-15 25 4 19 19 4 25-15 22-25 9Z",
        Stone::Crystal => "M-8-22 1-30 9-20 13-8 20-15 26-4 21 22 4 27-17 24-27 8-22-6-15-9Z",
        Stone::TurnRight | Stone::TurnAround => "M-23-19-18-24 18-25 24-18 25 18 18 24-18 25-24 18Z",
    };
    upright(&format!(r#"<g class="ghoststone"><path d="{outline}"/></g>"#))
}

/// The three lines behind a stone that is pushed this way.
#[must_use]
pub fn scrapes(pushed: Direction) -> String {
    format!(r#"<g class="scrape" transform="rotate({})"><path d="M-18 40v14M0 38v26M18 40v14"/></g>"#, degrees(pushed))
}

/// A teleporter: a ring for the first pair, a lozenge for the second.
#[must_use]
pub fn teleporter(pair: Pair, arrow: Direction) -> String {
    let number = match pair {
        Pair::One => 1,
        Pair::Two => 2,
    };
    let rune = upright(&format!(r##"<use href="#tp{number}"/>"##));
    let turn = degrees(arrow);
    format!(r##"{rune}<use href="#tparrow" transform="rotate({turn})" fill="var(--rune-{number})"/>"##)
}
