//! Small maps of the fortress that can be distinguished at a glance.

use rules::game::{Axis, Pair, PartialFortress, Placement, basic_setup};
use rules::{Cell, Stone};

/// The basic fortress.
#[must_use]
pub fn basic() -> String {
    let setup = basic_setup();
    let stones: String = setup.stones().map(|(_, cell)| plain(cell)).collect();
    // The pools of the basic fortress: RULES 1.
    map(&[pool(Cell::I3, 2, 2), pool(Cell::E9, 4, 1), stones].concat())
}

/// A fortress that nobody knows yet.
#[must_use]
pub fn unknown() -> String {
    map(r#"<text x="480" y="520" font-size="560" class="th-q">?</text>"#)
}

/// A fortress with all its tiles.
#[must_use]
pub fn tiles(tiles: &PartialFortress) -> String {
    // Pools first: they are flat, the rest stands on the floor.
    let pools = tiles.placements().filter_map(|placement| match placement {
        Placement::SquarePool { at } => Some(pool(at, 2, 2)),
        Placement::LongPool { at, axis: Axis::Row } => Some(pool(at, 4, 1)),
        Placement::LongPool { at, axis: Axis::Column } => Some(pool(at, 1, 4)),
        Placement::Stone { .. } | Placement::Teleporter { .. } => None,
    });
    let tiles = tiles.placements().filter_map(|placement| match placement {
        Placement::Stone { stone, at } => Some(tile(stone_name(stone), at)),
        Placement::Teleporter { pair: Pair::One, at, .. } => Some(tile("tp1", at)),
        Placement::Teleporter { pair: Pair::Two, at, .. } => Some(tile("tp2", at)),
        Placement::SquarePool { .. } | Placement::LongPool { .. } => None,
    });
    map(&pools.chain(tiles).collect::<String>())
}

const fn stone_name(stone: Stone) -> &'static str {
    match stone {
        Stone::Plain => "st-plain",
        Stone::Crystal => "st-crystal",
        Stone::TurnRight => "st-right",
        Stone::TurnAround => "st-around",
    }
}

fn map(tiles: &str) -> String {
    let columns = (1..16).map(|x: i32| format!("M{} {}V{}", x * 60, (x - 12).max(0) * 60, (x + 6).min(11) * 60));
    let rows = (1..11).map(|y: i32| format!("M{} {}H{}", (y - 7).max(0) * 60, y * 60, (y + 11).min(16) * 60));
    let joints: String = columns.chain(rows).collect();
    format!(
        r#"<svg class="thumb" viewBox="-30 -20 1020 710" aria-hidden="true"><path d="M0 0H720V60H780V120H840V180H900V240H960V660H240V600H180V540H120V480H60V420H0Z" class="th-o"/><path d="{joints}" class="th-g"/><path d="M-14 8H70V52H-14Z" class="th-day"/><path d="M900 608H974V652H900Z" class="th-ink"/>{tiles}</svg>"#
    )
}

fn corner(cell: Cell) -> (i32, i32) {
    (i32::from(cell.column()) * 60, i32::from(cell.row()) * 60)
}

fn plain(cell: Cell) -> String {
    let (x, y) = corner(cell);
    format!(r#"<path d="m{} {} 14-9 22 1 10 14v26l-14 9-26-2-9-15Z" class="th-s"/>"#, x + 8, y + 14)
}

fn pool(at: Cell, columns: i32, rows: i32) -> String {
    let (x, y) = corner(at);
    let (width, height) = (columns * 60 - 8, rows * 60 - 8);
    format!(r#"<rect x="{}" y="{}" width="{width}" height="{height}" rx="24" class="th-p"/>"#, x + 4, y + 4)
}

fn tile(name: &str, cell: Cell) -> String {
    let (x, y) = corner(cell);
    // Larger than their spaces: the map is small.
    format!(r##"<use href="#{name}" transform="translate({} {}) scale(1.3)"/>"##, x + 30, y + 30)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::game::NamedFortress;

    #[test]
    fn the_basic_map_shows_eleven_stones_and_two_pools() {
        let map = basic();
        assert_eq!((map.matches("th-s").count(), map.matches("th-p").count()), (11, 2));
    }

    #[test]
    fn every_fortress_shows_its_seventeen_tiles() {
        for named in NamedFortress::ALL {
            let map = tiles(named.fortress().tiles());
            assert_eq!((map.matches("<use").count(), map.matches("th-p").count()), (15, 2));
        }
    }
}
