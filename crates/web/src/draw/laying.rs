//! A fortress that is being laid: where a tile may lie, the tile in the hand, why it is refused, and the tiles in the
//! tray.

use super::floor::{SPACE, center, pools};
use super::sign::{selection, wall_light};
use super::{Point, at, degrees, stone, upright};
use rules::game::{Axis, Placement, Tile};
use rules::{Cell, CellSet, Direction, Wall};

/// The distance of the arrows from the middle of the teleporter they turn.
const KNOB: f32 = 60.0;

/// The distance from an arrow within which a pointer selects it.
const KNOB_REACH: f32 = 22.0;

/// The spaces where the tile may lie: a chalk frame and a dot, except on the space where it stands.
#[must_use]
pub fn legal(spaces: &CellSet, stands: &CellSet) -> String {
    let frames: String = spaces.iter().map(frame).collect();
    let dots = spaces.without(stands);
    let dots: String = dots.iter().map(|cell| format!("M{} {}h0", center(cell).0, center(cell).1)).collect();
    format!(r#"<g class="lay-ok"><path d="{frames}"/><path d="{dots}" class="dots"/></g>"#)
}

/// The free spaces where it may not lie: dark and hatched.
#[must_use]
pub fn refused(spaces: &CellSet) -> String {
    let frames: String = spaces.iter().map(frame).collect();
    let hatch = |cell: Cell| {
        let (x, y) = corner(cell);
        format!("M{} {}l14-14M{} {}l40-40M{} {}l14-14", x + 10, y + 24, x + 10, y + 50, x + 36, y + 50)
    };
    let hatches: String = spaces.iter().map(hatch).collect();
    format!(r#"<g class="lay-no"><path d="{frames}"/><path d="{hatches}" class="hat"/></g>"#)
}

fn corner(cell: Cell) -> (i32, i32) {
    (i32::from(cell.column()) * SPACE as i32, i32::from(cell.row()) * SPACE as i32)
}

/// The chalk frame of a space, as path data.
pub(super) fn frame(cell: Cell) -> String {
    let (x, y) = corner(cell);
    let at = |dx: i32, dy: i32| format!("{} {}", x + dx, y + dy);
    format!(
        "M{}Q{} {}Q{} {}Q{} {}Q{} {}Z",
        at(6, 5),
        at(30, 3),
        at(54, 6),
        at(57, 30),
        at(54, 55),
        at(30, 56),
        at(5, 54),
        at(4, 30),
        at(6, 5)
    )
}

/// A tile as it lies on the board.
#[must_use]
pub fn tile(placement: Placement) -> String {
    match placement {
        Placement::Stone { stone: kind, at: cell } => at(center(cell), &stone::stone(kind)),
        Placement::Teleporter { pair, at: cell, arrow } => at(center(cell), &stone::teleporter(pair, arrow)),
        Placement::SquarePool { .. } | Placement::LongPool { .. } => pools(&placement.cells().unwrap_or_default()),
    }
}

/// A tile that comes down where it will lie, in a ring that draws attention to it.
#[must_use]
pub fn landing(placement: Placement) -> String {
    let (x, y) = middle(placement);
    let tile = at((-x, -y), &tile(placement));
    // Around its middle, so that it can be scaled there.
    let drop = at((x, y), &format!(r#"<g class="drop">{tile}</g>"#));
    format!(r#"<g class="landing">{}{drop}</g>"#, ring(placement))
}

/// Where a tile could lie, under the pointer.
#[must_use]
pub fn preview(placement: Placement) -> String {
    format!(r#"<g class="ghost">{}</g>"#, tile(placement))
}

/// The tile in the hand where it stands, with the marching ring; a teleporter also with the arrows that turn it.
#[must_use]
pub fn standing(placement: Placement) -> String {
    let ring = ring(placement);
    let knobs = match placement {
        Placement::Teleporter { at: cell, arrow, .. } => at(center(cell), &knobs(arrow)),
        Placement::Stone { .. } | Placement::SquarePool { .. } | Placement::LongPool { .. } => String::new(),
    };
    format!(r#"<g class="pending">{ring}{}{knobs}</g>"#, tile(placement))
}

/// The marching ring around a tile.
fn ring(placement: Placement) -> String {
    match placement {
        Placement::Stone { .. } | Placement::Teleporter { .. } => at(middle(placement), &selection()),
        Placement::SquarePool { .. } => fence(placement, 2.0, 2.0),
        Placement::LongPool { axis: Axis::Row, .. } => fence(placement, 4.0, 1.0),
        Placement::LongPool { axis: Axis::Column, .. } => fence(placement, 1.0, 4.0),
    }
}

/// The marching ring around several spaces.
fn fence(placement: Placement, columns: f32, rows: f32) -> String {
    let (width, height) = (columns * SPACE + 6.0, rows * SPACE + 6.0);
    let rect = |class: &str| {
        format!(
            r#"<rect x="{}" y="{}" width="{width}" height="{height}" rx="22" class="{class}"/>"#,
            -width / 2.0,
            -height / 2.0
        )
    };
    let rects = rect("") + &rect("dash");
    at(middle(placement), &format!(r#"<g class="sel">{rects}</g>"#))
}

/// The middle of a tile.
fn middle(placement: Placement) -> Point {
    let cells = placement.cells().unwrap_or_default();
    let count = cells.len().max(1) as f32;
    let sum = cells.iter().map(center).fold((0.0, 0.0), |(x, y), (dx, dy)| (x + dx, y + dy));
    (sum.0 / count, sum.1 / count)
}

fn knobs(chosen: Direction) -> String {
    let knob = |direction: Direction| {
        let (class, tip, half) = if direction == chosen { ("knob on", 72, 17) } else { ("knob", 64, 11) };
        format!(
            r#"<g class="{class}" transform="rotate({})"><path d="M0-{tip}L{half}-48-{half}-48Z"/></g>"#,
            degrees(direction)
        )
    };
    Direction::ALL.map(knob).concat()
}

/// The arrow of a teleporter in the hand that a pointer selects.
#[must_use]
pub fn knob_at(standing: Placement, (x, y): Point) -> Option<Direction> {
    let Placement::Teleporter { at: cell, .. } = standing else { return None };
    let (middle_x, middle_y) = center(cell);
    Direction::ALL.into_iter().find(|direction| {
        let (dx, dy) = super::step(*direction);
        let (knob_x, knob_y) = (middle_x + dx as f32 * KNOB, middle_y + dy as f32 * KNOB);
        (x - knob_x).hypot(y - knob_y) <= KNOB_REACH
    })
}

/// A tile that was refused on a space: its ghost under a red disc with a cross.
#[must_use]
pub fn no(on: Cell) -> String {
    let cross = "M-10-10 10 10M10-10-10 10";
    let disc =
        format!(r#"<circle r="25" class="no-c"/><path d="{cross}" class="no-a"/><path d="{cross}" class="no-b"/>"#);
    at(center(on), &format!(r#"<g class="no">{}</g>"#, upright(&disc)))
}

/// What is in the way, framed in red dashes. A wall that leads there turns red, and so does its twin.
#[must_use]
pub fn cause(cells: &CellSet, wall: Option<Wall>) -> String {
    let frame = r#"<g class="lay-why"><path d="M-29-29H29V29H-29Z"/><path d="M-29-29H29V29H-29Z"/></g>"#;
    let frames: String = cells.iter().map(|cell| at(center(cell), frame)).collect();
    let walls = wall.map(|wall| [wall, wall.twin()].map(|wall| wall_light(wall, "twin bad")).concat());
    frames + &walls.unwrap_or_default()
}

/// The `viewBox` of [`rich`].
#[must_use]
pub const fn rich_box(tile: Tile) -> &'static str {
    match tile {
        Tile::Stone(_) | Tile::Teleporter(_) => "-4 -4 108 108",
        Tile::SquarePool => "-4 -4 208 208",
        Tile::LongPool => "-4 -4 408 108",
    }
}

/// A tile as it lies in the tray: as on the board, a teleporter with its arrow up.
#[must_use]
pub fn rich(tile: Tile) -> String {
    match tile {
        Tile::Stone(kind) => large(&stone::stone(kind)),
        Tile::Teleporter(pair) => large(&stone::teleporter(pair, Direction::North)),
        Tile::SquarePool => r##"<use href="#tile-pool-square" width="200" height="200"/>"##.to_owned(),
        Tile::LongPool => r##"<use href="#tile-pool-long" width="400" height="100"/>"##.to_owned(),
    }
}

/// The scale from a space of the board to a square of 100.
fn large(markup: &str) -> String {
    format!(r#"<g transform="translate(50 50) scale(1.6)">{markup}</g>"#)
}

/// The `viewBox` of [`in_hand`].
pub const IN_HAND_BOX: &str = "-14 -14 128 128";

/// A tile in the hand, in its orientation.
#[must_use]
pub fn in_hand(tile: Tile, arrow: Direction, axis: Axis) -> String {
    match tile {
        Tile::Stone(_) => rich(tile),
        Tile::SquarePool => format!(r#"<g transform="scale(.5)">{}</g>"#, rich(tile)),
        Tile::LongPool => {
            let turn = match axis {
                Axis::Row => 0,
                Axis::Column => 90,
            };
            format!(r#"<g transform="rotate({turn} 50 50) translate(-8 35.5) scale(.29)">{}</g>"#, rich(tile))
        }
        Tile::Teleporter(pair) => large(&stone::teleporter(pair, arrow)),
    }
}

/// A tile on the board, drawn like one in the hand.
#[must_use]
pub fn laid(placement: Placement) -> String {
    let tile = placement.tile();
    match placement {
        Placement::Teleporter { arrow, .. } => in_hand(tile, arrow, Axis::Row),
        Placement::LongPool { axis, .. } => in_hand(tile, Direction::North, axis),
        Placement::Stone { .. } | Placement::SquarePool { .. } => in_hand(tile, Direction::North, Axis::Row),
    }
}

/// The `viewBox` of [`die`].
pub const DIE_BOX: &str = "-6 -6 112 112";

/// A die.
#[must_use]
pub const fn die() -> &'static str {
    r#"<g class="die"><path d="M8 26 56 6 96 30 92 78 44 98 6 70Z" class="d0"/><path d="M8 26 50 46 44 98 6 70Z" class="d1"/><path d="M50 46 96 30 92 78 44 98Z" class="d2"/><path d="M8 26 56 6 96 30 50 46Z" class="d3"/><path d="M52 26h0M20 46h0M36 78h0M62 60h0M78 70h0M66 80h0M80 52h0" class="d4"/></g>"#
}

/// The `viewBox` of [`turn`].
pub const TURN_BOX: &str = "-16 -16 32 32";

/// The direction in which a tile is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spin {
    /// Counterclockwise.
    Left,
    /// Clockwise.
    Right,
}

/// The icon of a button that turns a tile.
#[must_use]
pub fn turn(spin: Spin) -> String {
    let arrow = r#"<path d="M-9 4A10 10 0 1 1 4 10" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/><path d="M-15 0-3 0-9 10Z" fill="currentColor"/>"#;
    match spin {
        Spin::Left => arrow.to_owned(),
        Spin::Right => format!(r#"<g transform="scale(-1 1)">{arrow}</g>"#),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Stone;
    use rules::game::Pair;

    #[test]
    fn an_arrow_is_found_beside_its_teleporter_and_nowhere_else() {
        let standing = Placement::Teleporter { pair: Pair::One, at: Cell::H6, arrow: Direction::East };
        let (x, y) = center(Cell::H6);
        assert_eq!(knob_at(standing, (x, y)), None);
        assert_eq!(knob_at(standing, (x + 60.0, y)), Some(Direction::East));
        assert_eq!(knob_at(standing, (x + 5.0, y - 65.0)), Some(Direction::North));
        assert_eq!(knob_at(standing, (x + 60.0, y - 60.0)), None);
        let stone = Placement::Stone { stone: Stone::Plain, at: Cell::H6 };
        assert_eq!(knob_at(stone, (x + 60.0, y)), None);
    }

    #[test]
    fn the_middle_of_a_pool_is_between_its_spaces() {
        assert_eq!(middle(Placement::SquarePool { at: Cell::A3 }), (60.0, 180.0));
        assert_eq!(middle(Placement::LongPool { at: Cell::A3, axis: Axis::Row }), (120.0, 150.0));
    }
}
