//! The path of the monster as lines over the floor.

use crate::draw::Point;
use crate::draw::floor::{center, letter_at};
use crate::draw::sign::{Certainty, Leg};
use crate::scene::foresight::{End, Hop, HopKind};

/// The paths to one or two ends: one line for the common part, another one where only the longer path goes.
#[must_use]
pub fn of_ends(ends: &[End]) -> Vec<Leg> {
    let Some((shortest, longer)) = ends.split_first() else { return vec![] };
    let common = if longer.is_empty() { shortest.hops.len() } else { shortest.hops.len().min(longer[0].hops.len()) };
    let hops = longer.first().map_or(&shortest.hops, |end| &end.hops);
    let mut legs = legs(&hops[..common], Certainty::Shared);
    legs.extend(self::legs(&hops[common..], Certainty::Partial));
    legs
}

/// The path of a run that was watched. A part that it walked several times is drawn once.
#[must_use]
pub fn of_walk(hops: &[Hop]) -> Vec<Leg> {
    let mut once: Vec<Hop> = vec![];
    for hop in hops {
        if !once.contains(hop) {
            once.push(*hop);
        }
    }
    legs(&once, Certainty::Shared)
}

/// Splits a path into lines over the floor: a wall or a teleporter ends a line and begins another one.
fn legs(hops: &[Hop], certainty: Certainty) -> Vec<Leg> {
    let mut lines: Vec<Vec<Point>> = vec![];
    for hop in hops {
        let (from, to) = (center(hop.from), center(hop.to));
        match hop.how {
            HopKind::Floor => {
                line_from(&mut lines, from).push(to);
            }
            HopKind::Through(wall) => {
                line_from(&mut lines, from).push(letter_at(wall));
                lines.push(vec![letter_at(wall.twin()), to]);
            }
            HopKind::Teleport => lines.push(vec![to]),
        }
    }
    let lines = lines.into_iter().filter(|points| points.len() > 1);
    lines.map(|points| Leg { points, certainty }).collect()
}

/// The line that ends here, or a new one.
fn line_from(lines: &mut Vec<Vec<Point>>, from: Point) -> &mut Vec<Point> {
    if lines.last().and_then(|line| line.last()) != Some(&from) {
        lines.push(vec![from]);
    }
    lines.last_mut().expect("there is a line now")
}

#[cfg(test)]
mod tests {
    use rules::Cell;

    use super::*;

    fn floor(from: Cell, to: Cell) -> Hop {
        Hop { from, to, how: HopKind::Floor }
    }

    #[test]
    fn a_path_is_cut_at_teleporters_and_what_it_repeats_is_drawn_once() {
        let round = [floor(Cell::D4, Cell::E4), floor(Cell::E4, Cell::E5)];
        let teleport = Hop { from: Cell::E5, to: Cell::J5, how: HopKind::Teleport };
        let hops = [&round[..], &[teleport, floor(Cell::J5, Cell::K5)], &round].concat();
        let points: Vec<Vec<Point>> = of_walk(&hops).into_iter().map(|leg| leg.points).collect();
        let expected: [&[Cell]; 2] = [&[Cell::D4, Cell::E4, Cell::E5], &[Cell::J5, Cell::K5]];
        assert_eq!(points, expected.map(|cells| cells.iter().map(|cell| center(*cell)).collect::<Vec<_>>()));
    }
}
