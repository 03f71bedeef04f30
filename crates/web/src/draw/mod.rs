//! The drawings: SVG markup as text, made from the values it depends on. It contains no decisions and no words.
//!
//! Pieces and signs are drawn around 0 0, one space being 60 units; `art/defs.svg`, `art/figures.svg`,
//! `art/monster-kit.svg` and `art/tiles.svg` hold the symbols they use, `style/` their colours. What must stay upright when
//! the board is turned is in a group of class `up`.

pub mod candle;
pub mod cast_portrait;
pub mod coin;
pub mod cover;
pub mod door;
pub mod excerpt;
pub mod face;
pub mod feeding;
pub mod first;
pub mod floor;
pub mod fortress_thumb;
pub mod graves;
pub mod icons;
pub mod issue;
pub mod laying;
pub mod lesson;
pub mod level;
pub mod level_board;
pub mod level_map;
pub mod logo;
pub mod monster;
pub mod picture;
pub mod presence;
pub mod qr;
mod rays;
pub mod seal;
pub mod sign;
pub mod splash;
pub mod stone;
#[cfg(test)]
mod tests;
pub mod time_line;
pub mod tools;

use rules::Direction;
use std::fmt::Display;

/// A point of the board, in units.
pub type Point = (f32, f32);

/// A pseudo-random number from 0 to 1. All jitter of the drawings comes from here, so that a board always looks the
/// same.
fn rnd(x: usize, y: usize, salt: usize) -> f64 {
    let sum = x as i64 * 374_761_393 + y as i64 * 668_265_263 + salt as i64 * 2_147_483_647;
    let mut hash = sum as u32;
    hash = (hash ^ hash >> 13).wrapping_mul(1_274_126_177);
    f64::from(hash ^ hash >> 16) / 4_294_967_296.0
}

/// A number with at most one decimal.
fn short(value: f64) -> f64 {
    // Adding zero makes -0 a plain 0.
    (value * 10.0).round() / 10.0 + 0.0
}

/// A text with its capitals centred at this point.
fn text(words: impl Display, size: f64, x: f64, y: f64, class: &str) -> String {
    let baseline = short(y + size * 0.36);
    let words = escaped(&words.to_string());
    format!(r#"<text x="{x}" y="{baseline}" font-size="{size}" class="{class}">{words}</text>"#)
}

/// A text escaped for markup.
fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// Markup that stays upright when the board is turned.
#[must_use]
pub fn upright(markup: &str) -> String {
    format!(r#"<g class="up">{markup}</g>"#)
}

/// Markup moved to this point of the board.
#[must_use]
pub fn at((x, y): Point, markup: &str) -> String {
    format!(r#"<g transform="translate({x} {y})">{markup}</g>"#)
}

/// The degrees to turn something that is drawn facing north.
#[must_use]
pub const fn degrees(direction: Direction) -> u16 {
    direction as u16 * 90
}

/// One step in this direction: columns to the east, rows to the south.
const fn step(direction: Direction) -> (f64, f64) {
    match direction {
        Direction::North => (0.0, -1.0),
        Direction::East => (1.0, 0.0),
        Direction::South => (0.0, 1.0),
        Direction::West => (-1.0, 0.0),
    }
}
