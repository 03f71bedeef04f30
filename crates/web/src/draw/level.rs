//! The board of a level: whose figures they are, what was laid, where a piece may go, and what became of everybody.

use super::coin::{self, Size};
use super::floor::{SPACE, center};
use super::laying::frame;
use super::{Point, at, text, upright};
use rules::game::Face;
use rules::{Cell, CellSet, Direction, FigureId};

/// The halo of one of ours, above its coin.
#[must_use]
pub const fn ours() -> &'static str {
    r#"<ellipse cx="3" cy="-38" rx="19" ry="6.5" class="halo2"/><ellipse cx="3" cy="-38" rx="19" ry="6.5" class="halo2 b"/>"#
}

/// The `viewBox` of [`ours`] alone.
pub const OURS_BOX: &str = "-23 -51 52 26";

/// The corners around one of theirs.
#[must_use]
pub const fn theirs() -> &'static str {
    r#"<path class="tgt" d="M-37-22V-37H-22M22-37H37V-22M37 22V37H22M-22 37H-37V22"/><path class="tgt b" d="M-37-22V-37H-22M22-37H37V-22M37 22V37H22M-22 37H-37V22"/>"#
}

/// The `viewBox` of [`theirs`] alone.
pub const THEIRS_BOX: &str = "-44 -44 88 88";

/// The `viewBox` of a figure with its sign.
pub const SIDE_BOX: &str = "-42 -49 84 91";

/// The ring around a piece that the player has laid, moved or turned.
#[must_use]
pub const fn given() -> &'static str {
    r#"<circle r="34" class="given-ink"/><circle r="34" class="given"/>"#
}

/// The same around the spaces of a tile of the floor.
#[must_use]
pub fn given_floor(cells: &CellSet) -> String {
    match cells.len() {
        1 => cells.first().map(|cell| at(center(cell), &upright(given()))).unwrap_or_default(),
        _ => format!(r#"<path d="{0}" class="given-ink"/><path d="{0}" class="given"/>"#, outline(cells)),
    }
}

/// The edges of a set of spaces.
pub(super) fn outline(cells: &CellSet) -> String {
    let half = SPACE / 2.0;
    let mut path = String::new();
    for cell in cells.iter() {
        let (x, y) = center(cell);
        for side in Direction::ALL {
            if cell.step(side).is_some_and(|next| cells.has(next)) {
                continue;
            }
            let (from, to): (Point, Point) = match side {
                Direction::North => ((x - half, y - half), (x + half, y - half)),
                Direction::East => ((x + half, y - half), (x + half, y + half)),
                Direction::South => ((x + half, y + half), (x - half, y + half)),
                Direction::West => ((x - half, y + half), (x - half, y - half)),
            };
            path += &format!("M{} {}L{} {}", from.0, from.1, to.0, to.1);
        }
    }
    path
}

/// The spaces onto which what is in the hand may be put.
#[must_use]
pub fn legal(cells: &CellSet) -> String {
    let frames: String = cells.iter().map(frame).collect();
    format!(r#"<path d="{frames}" class="slot"/>"#)
}

/// The spaces onto which some piece may be put: outlined, with a dot on each.
#[must_use]
pub fn area(cells: &CellSet) -> String {
    let dots: String = cells.iter().map(|cell| format!("M{} {}h0", center(cell).0, center(cell).1)).collect();
    format!(r#"<path d="{}" class="area"/><path d="{dots}" class="area-dot"/>"#, outline(cells))
}

/// Four arrows around each piece that may be moved.
#[must_use]
pub fn movable(cells: &CellSet) -> String {
    let arrow = |turn: u16| format!(r#"<path d="M-9-33 0-43 9-33Z" transform="rotate({turn})"/>"#);
    let mark = format!(r#"<g class="may-move">{}</g>"#, [0, 90, 180, 270].map(arrow).concat());
    cells.iter().map(|cell| at(center(cell), &mark)).collect()
}

/// Two bent arrows around each teleporter that may be turned.
#[must_use]
pub fn turnable(cells: &CellSet) -> String {
    let arrow = |turn: u16| {
        format!(
            r#"<g transform="rotate({turn})"><path class="bow-ink" d="M-23-27A36 36 0 0 1 23-27"/><path class="bow" d="M-23-27A36 36 0 0 1 23-27"/><path d="M17-38 33-17 11-19Z"/></g>"#
        )
    };
    let mark = format!(r#"<g class="may-move">{}</g>"#, [0, 180].map(arrow).concat());
    cells.iter().map(|cell| at(center(cell), &mark)).collect()
}

/// The spaces that a help points at.
#[must_use]
pub fn hinted(cells: &CellSet) -> String {
    let mark = r#"<circle r="36" class="hint-ink"/><circle r="36" class="hint-ring"/>"#;
    cells.iter().map(|cell| at(center(cell), mark)).collect()
}

/// The remains of a figure, with the step in which it was eaten. Aside, it leaves its space to something else.
#[must_use]
pub fn eaten(figure: FigureId, step: u32, is_aside: bool) -> String {
    let coin = coin::eaten(figure, Face::Bright, Size::Small);
    let skull = r##"<g transform="translate(20 -20)" class="bdg doom"><use href="#skull" transform="scale(.8)"/></g>"##;
    let step = step_mark(step, (-21.0, -22.0), 12.5);
    let place = if is_aside { "translate(50 -40) scale(.82)" } else { "" };
    upright(&format!(r#"<g class="remains" transform="{place}">{coin}{skull}{step}</g>"#))
}

/// The number of a step on a disc.
fn step_mark(step: u32, place: Point, radius: f64) -> String {
    let size = match step {
        0..100 => radius * 1.36,
        _ => radius,
    };
    at(place, &format!(r#"<circle r="{radius}" class="stp"/>{}"#, text(step, size, 0.0, 0.0, "")))
}

/// The shield of one of ours that got away.
#[must_use]
pub const fn safe() -> &'static str {
    r##"<g transform="translate(25 -20)" class="bdg safe"><use href="#shield"/><path d="M-7 0-2 6 8-6" class="tick"/></g>"##
}

/// Where it went wrong, and in which step.
#[must_use]
pub fn wrong(cell: Cell, step: u32) -> String {
    let ring = r#"<circle r="39" class="spot-ink"/><circle r="39" class="spot"/>"#;
    at(center(cell), &format!("{ring}{}", upright(&step_mark(step, (-40.0, -36.0), 16.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outline_of_spaces_side_by_side_has_no_line_between_them() {
        let two: CellSet = [Cell::C3, Cell::D3].into_iter().collect();
        assert_eq!(outline(&two).matches('M').count(), 6);
    }
}
