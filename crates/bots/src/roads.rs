//! How far it is to the exit from everywhere, for a figure alone with the stones.

use rules::{Cell, CellSet, Direction, Position, Whereabouts};
use rustc_hash::FxHashMap;

/// The movement points from each space to the outside, with the stones where they are. Figures and the monster do not count as
/// obstacles, because they will have moved by then.
///
/// Pushing a stone costs only the step. That a pushed stone may be in the way again is ignored.
#[derive(Clone)]
pub(crate) struct Roads {
    points: [u8; Cell::INDEXES],
}

/// More points than a figure can spend in a game.
pub(crate) const FARTHEST: u8 = 50;

/// A cache of roads. It is only valid while the floor tiles stay the same; stones may move.
#[derive(Default)]
pub(crate) struct Atlas {
    known: FxHashMap<CellSet, Roads>,
}

impl Atlas {
    /// The most roads in the cache, a few hundred kilobytes.
    const MOST: usize = 1000;

    /// The roads of a position.
    pub(crate) fn roads(&mut self, position: &Position) -> &Roads {
        if self.known.len() >= Atlas::MOST {
            self.known.clear();
        }
        self.known.entry(position.stone_cells()).or_insert_with(|| Roads::of(position))
    }
}

/// A step onto blood and the space where it ends.
#[derive(Clone, Copy)]
struct Slide {
    from: Cell,
    to: Cell,
}

impl Roads {
    /// The roads of a position.
    pub(crate) fn of(position: &Position) -> Roads {
        let stones = position.stone_cells();
        let closed: CellSet = position.teleporters().flatten().map(|teleporter| teleporter.at).collect();
        // For each direction, the spaces without blood that a step can enter, possibly pushing a stone.
        let enterable = Direction::ALL.map(|direction| {
            let behind_is_full = stones.stepped(direction.opposite());
            let has_behind = CellSet::FLOOR.stepped(direction.opposite());
            let stuck = stones.without(&has_behind.without(&behind_is_full));
            CellSet::FLOOR.without(&stuck).without(&closed).without(position.blood())
        });
        let slides = slides(position, &stones, &closed);
        let mut points = [FARTHEST; Cell::INDEXES];
        let mut edge: CellSet = [Cell::EXIT].into_iter().collect();
        let mut reached = edge;
        // Leaving costs one more point.
        let mut cost = 1;
        while !edge.is_empty() && cost < FARTHEST {
            edge.iter().for_each(|cell| points[cell.index()] = cost);
            let mut next = CellSet::EMPTY;
            for (direction, enterable) in Direction::ALL.into_iter().zip(&enterable) {
                next = next.union(&edge.intersection(enterable).stepped(direction.opposite()));
            }
            for slide in slides.iter().filter(|slide| edge.has(slide.to)) {
                next.insert(slide.from);
            }
            edge = next.without(&reached).without(&closed);
            reached = reached.union(&edge);
            cost += 1;
        }
        Roads { points }
    }

    /// The points from a place to the outside; 0 for an escaped figure, [`FARTHEST`] if there is no way.
    #[inline]
    pub(crate) fn points(&self, place: Whereabouts) -> u8 {
        match place {
            Whereabouts::On(cell) => self.points[cell.index()],
            Whereabouts::Waiting => (self.points[Cell::ENTRANCE.index()] + 1).min(FARTHEST),
            Whereabouts::Escaped => 0,
            Whereabouts::Eaten => FARTHEST,
        }
    }
}

/// A measure of the distance of a space from the diagonal between the doors.
pub(crate) fn off_the_way(at: Cell) -> u8 {
    (2 * at.column()).abs_diff(3 * at.row())
}

/// RULES 4: on blood a figure slides on in a straight line. An obstacle stops it on the last space before it.
fn slides(position: &Position, stones: &CellSet, closed: &CellSet) -> Vec<Slide> {
    let blood = position.blood();
    let is_open = |cell: Cell, direction: Direction| {
        let gives_way = || cell.step(direction).is_some_and(|behind| !stones.has(behind));
        !closed.has(cell) && (!stones.has(cell) || gives_way())
    };
    let mut slides = vec![];
    for first in blood.iter() {
        for direction in Direction::ALL {
            let Some(from) = first.step(direction.opposite()) else { continue };
            if !is_open(first, direction) {
                continue;
            }
            let mut to = first;
            while blood.has(to)
                && let Some(next) = to.step(direction).filter(|next| is_open(*next, direction))
            {
                to = next;
            }
            slides.push(Slide { from, to });
        }
    }
    slides
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(position: &str, from: &str, points: u8) {
        let position: Position = position.parse().unwrap();
        let from: Cell = from.parse().unwrap();
        assert_eq!(Roads::of(&position).points(Whereabouts::On(from)), points);
    }

    #[test]
    fn on_a_bare_floor_it_is_the_distance_and_one_to_leave() {
        check("", "a1", 1);
        check("", "c4", 6);
        check("", "p11", 26);
        let roads = Roads::of(&"".parse().unwrap());
        assert_eq!(roads.points(Whereabouts::Waiting), 27);
        assert_eq!((roads.points(Whereabouts::Escaped), roads.points(Whereabouts::Eaten)), (0, FARTHEST));
    }

    #[test]
    fn a_stone_gives_way_unless_something_is_behind_it() {
        check("Sc1", "d1", 4);
        check("Sc1b1", "d1", 6);
        check("Tb1sa2s", "c1", FARTHEST);
    }

    #[test]
    fn blood_is_a_short_cut() {
        check("Bb1c1d1e1", "f1", 2);
        check("Bi3j3i4j4", "k3", 11);
    }

    #[test]
    fn a_slide_ends_before_what_does_not_give_way() {
        check("Bd1e1-Sb1c1", "f1", 7);
    }
}
