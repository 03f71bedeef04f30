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
        Placement::Stone { stone, at } => Some(self::stone(stone, at)),
        Placement::Teleporter { pair, at, .. } => Some(teleporter(pair, at)),
        Placement::SquarePool { .. } | Placement::LongPool { .. } => None,
    });
    map(&pools.chain(tiles).collect::<String>())
}

/// A stone. The symbols of the board have too much detail for so small a map, so it has its own.
fn stone(stone: Stone, at: Cell) -> String {
    const SLAB: &str = r#"<path d="m1 5 54-4 4 52-52 5Z" class="th-t"/>"#;
    match stone {
        Stone::Plain => plain(at),
        Stone::Crystal => placed(at, r#"<path d="M30-8 58 28 30 68 2 28Z" class="th-c"/>"#),
        Stone::TurnRight => placed(at, &format!(r#"{SLAB}<path d="M18 50V24H44M32 10 46 24 32 38" class="th-a"/>"#)),
        Stone::TurnAround => placed(
            at,
            &format!(r#"{SLAB}<path d="M18 14V38Q18 46 30 46 42 46 42 38V18M30 28 42 16 54 28" class="th-a"/>"#),
        ),
    }
}

/// A teleporter: a ring for the first pair, a lozenge for the second, as on the board.
fn teleporter(pair: Pair, at: Cell) -> String {
    match pair {
        Pair::One => placed(at, r#"<circle cx="30" cy="30" r="25" class="th-1"/>"#),
        Pair::Two => placed(at, r#"<path d="M30-4 64 30 30 64-4 30Z" class="th-2"/>"#),
    }
}

/// The outline of the fortress with its two doors, and what lies in it.
pub(super) fn map(tiles: &str) -> String {
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

fn placed(cell: Cell, markup: &str) -> String {
    let (x, y) = corner(cell);
    format!(r#"<g transform="translate({x} {y})">{markup}</g>"#)
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
    fn every_fortress_shows_its_seventeen_tiles_without_symbols() {
        for named in NamedFortress::ALL {
            let map = tiles(named.fortress().tiles());
            let count = |class: &str| map.matches(&format!(r#"class="th-{class}""#)).count();
            let [pools, plain, crystals, turning, one, two] = ["p", "s", "c", "t", "1", "2"].map(count);
            assert_eq!((pools, plain + crystals + turning, one, two), (2, 11, 2, 2), "{map}");
            assert!(!map.contains("href"));
        }
    }
}
