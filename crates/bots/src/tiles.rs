//! How bots lay the tiles of the fortress.
//!
//! No seat profits from a tile more than another, so bots just lay tiles that make for a good game.

use rules::chance::Stream;
use rules::game::{Axis, PartialFortress, Placement};
use rules::{Cell, Direction};

use crate::roads::off_the_way;

/// The number of random placements to choose from.
const IDEAS: usize = 24;

/// A placement for the next tile; `None` if there is none.
pub(crate) fn choose(tiles: &PartialFortress, chance: &mut Stream) -> Option<Placement> {
    let choices = tiles.choices();
    let ideas: Vec<Placement> = (0..IDEAS).filter_map(|_| chance.choose(&choices).copied()).collect();
    ideas.into_iter().max_by_key(|placement| taste(tiles, *placement))
}

/// The quality of a placement: central, with room around it, and useful.
fn taste(tiles: &PartialFortress, placement: Placement) -> i32 {
    let Some(at) = placement.cells().and_then(|cells| cells.first()) else { return i32::MIN };
    let others = tiles.placements().filter_map(|other| other.cells()?.first());
    let room = others.map(|other| distance(at, other)).min().unwrap_or(3).min(3);
    let from_doors = distance(at, Cell::EXIT).min(distance(at, Cell::ENTRANCE)).min(6);
    let use_of_it = match placement {
        Placement::Stone { .. } | Placement::SquarePool { .. } => 0,
        // Figures have a longer way west than north, so a pool along a row helps them most.
        Placement::LongPool { axis, .. } => match axis {
            Axis::Row => 2,
            Axis::Column => 0,
        },
        Placement::Teleporter { pair, at, arrow } => {
            let partner = tiles.placements().find_map(|other| match other {
                Placement::Teleporter { pair: other, at, .. } => (other == pair).then_some(at),
                Placement::Stone { .. } | Placement::SquarePool { .. } | Placement::LongPool { .. } => None,
            });
            // It should take the monster far away, and not right in front of a wall.
            partner.map_or(0, |partner| distance(at, partner).min(9) / 3) + floor_ahead(at, arrow).min(4)
        }
    };
    3 * room + from_doors + use_of_it - i32::from(off_the_way(at)) / 6
}

fn distance(one: Cell, other: Cell) -> i32 {
    i32::from(one.column().abs_diff(other.column())) + i32::from(one.row().abs_diff(other.row()))
}

/// The number of spaces before the next wall.
fn floor_ahead(at: Cell, arrow: Direction) -> i32 {
    std::iter::successors(at.step(arrow), |cell| cell.step(arrow)).zip(1..).last().map_or(0, |(_, count)| count)
}
