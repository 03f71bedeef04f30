//! Laying the fortress: where a tile does what it is there for.
//!
//! The tiles are laid before anybody has a side in them, so there is nothing to win here: a bot lays what makes a good game.

use rules::chance::Stream;
use rules::game::{Axis, PartialFortress, Placement};
use rules::{Cell, Direction};

use crate::roads::off_the_way;

/// How many ways to lay a tile are thought of.
const IDEAS: usize = 24;

/// One of the ways to lay one more tile; `None` if there is none.
pub(crate) fn choose(tiles: &PartialFortress, chance: &mut Stream) -> Option<Placement> {
    let choices = tiles.choices();
    let ideas: Vec<Placement> = (0..IDEAS).filter_map(|_| chance.choose(&choices).copied()).collect();
    ideas.into_iter().max_by_key(|placement| taste(tiles, *placement))
}

/// How much a bot likes a tile there: in the middle of things, with room around it, and of use to somebody.
fn taste(tiles: &PartialFortress, placement: Placement) -> i32 {
    let Some(at) = placement.cells().and_then(|cells| cells.first()) else { return i32::MIN };
    let others = tiles.placements().filter_map(|other| other.cells()?.first());
    let room = others.map(|other| distance(at, other)).min().unwrap_or(3).min(3);
    let from_doors = distance(at, Cell::EXIT).min(distance(at, Cell::ENTRANCE)).min(6);
    let use_of_it = match placement {
        Placement::Stone { .. } | Placement::SquarePool { .. } => 0,
        // Figures go west more than north: along a row it carries them furthest.
        Placement::LongPool { axis, .. } => match axis {
            Axis::Row => 2,
            Axis::Column => 0,
        },
        Placement::Teleporter { pair, at, arrow } => {
            let partner = tiles.placements().find_map(|other| match other {
                Placement::Teleporter { pair: other, at, .. } => (other == pair).then_some(at),
                Placement::Stone { .. } | Placement::SquarePool { .. } | Placement::LongPool { .. } => None,
            });
            // It should take the monster far, and not let it out before a wall.
            partner.map_or(0, |partner| distance(at, partner).min(9) / 3) + floor_ahead(at, arrow).min(4)
        }
    };
    3 * room + from_doors + use_of_it - i32::from(off_the_way(at)) / 6
}

fn distance(one: Cell, other: Cell) -> i32 {
    i32::from(one.column().abs_diff(other.column())) + i32::from(one.row().abs_diff(other.row()))
}

/// How many spaces there are before the next wall.
fn floor_ahead(at: Cell, arrow: Direction) -> i32 {
    std::iter::successors(at.step(arrow), |cell| cell.step(arrow)).zip(1..).last().map_or(0, |(_, count)| count)
}
