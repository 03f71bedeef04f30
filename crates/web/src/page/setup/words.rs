//! Tiles, and why they may not lie somewhere, in words. Texts have the marks of [`rich`](crate::scene::rich).

use rules::game::{Axis, Placement, Tile};
use rules::{Cell, Direction, Stone};

use crate::draw::floor::Orientation;
use crate::page::i18n::*;
use crate::page::words::{Language, tile};
use crate::scene::laying::{Reason, TileHand};

/// A direction of the board as it is seen: a small board is turned.
fn direction(i18n: Language, view: Orientation, direction: Direction) -> &'static str {
    let seen = match view {
        Orientation::Wide => direction,
        Orientation::Upright => direction.right(),
    };
    match seen {
        Direction::North => t_string!(i18n, setup.upwards),
        Direction::East => t_string!(i18n, setup.rightwards),
        Direction::South => t_string!(i18n, setup.downwards),
        Direction::West => t_string!(i18n, setup.leftwards),
    }
}

/// What the tile in the hand does, and its orientation.
pub(super) fn about(i18n: Language, view: Orientation, held: Tile, hand: &TileHand) -> String {
    match held {
        Tile::Stone(Stone::Plain) => t_string!(i18n, setup.about.stone).to_owned(),
        Tile::Stone(Stone::Crystal) => t_string!(i18n, setup.about.crystal).to_owned(),
        Tile::Stone(Stone::TurnRight) => t_string!(i18n, setup.about.turner).to_owned(),
        Tile::Stone(Stone::TurnAround) => t_string!(i18n, setup.about.returner).to_owned(),
        Tile::SquarePool => t_string!(i18n, setup.about.square_pool).to_owned(),
        Tile::LongPool => match (hand.axis(), view) {
            (Axis::Row, Orientation::Wide) | (Axis::Column, Orientation::Upright) => {
                t_string!(i18n, setup.pool_lying).to_owned()
            }
            (Axis::Column, Orientation::Wide) | (Axis::Row, Orientation::Upright) => {
                t_string!(i18n, setup.pool_standing).to_owned()
            }
        },
        Tile::Teleporter(_) => {
            t_string!(i18n, setup.comes_out, direction = direction(i18n, view, hand.arrow())).to_string()
        }
    }
}

/// Why a tile may not lie there.
pub(super) fn reason(i18n: Language, reason: Reason) -> String {
    match reason {
        Reason::NoneLeft => t_string!(i18n, setup.no.none_left).to_owned(),
        Reason::SticksOut => t_string!(i18n, setup.no.sticks_out).to_owned(),
        Reason::AtExit(cell) => t_string!(i18n, setup.no.at_exit, cell).to_string(),
        Reason::AtEntrance(cell) => t_string!(i18n, setup.no.at_entrance, cell).to_string(),
        Reason::Taken(other, cell) => t_string!(i18n, setup.no.taken, cell, tile = tile(i18n, other)).to_string(),
        Reason::Beside(cell, other) => t_string!(i18n, setup.no.beside, cell, other).to_string(),
        Reason::TwinWalls(cell, other, letter) => t_string!(i18n, setup.no.twin_walls, cell, other, letter).to_string(),
    }
}

/// The first space of a tile, by which it is named.
pub(super) fn first_cell(placement: Placement) -> Option<Cell> {
    placement.cells()?.first()
}

/// The number of other legal places.
pub(super) fn others(i18n: Language, hand: &TileHand) -> String {
    match hand.other_places() {
        0 => t_string!(i18n, setup.no_more_spaces).to_owned(),
        count => t_string!(i18n, setup.more_spaces, count = count as u32).to_string(),
    }
}
