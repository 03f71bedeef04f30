//! The outer walls with their letters. Only the monster passes through a wall; it comes out at the wall's twin.

use super::cell::Cell;
use super::direction::Direction;

/// The number of wall segments around the floor.
const WALLS: usize = 54;

/// A segment of the outer wall: a side of a space without floor beyond it.
///
/// Walls are ordered clockwise from the one north of a1. The letters follow the same order, twice around.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall(u8);

/// The walls in order, as drawn in RULES 1: computed by following the wall, keeping it on the left.
const CLOCKWISE: [(Cell, Direction); WALLS] = {
    let mut walls = [(Cell::A1, Direction::North); WALLS];
    let mut i = 1;
    while i < WALLS {
        let (cell, side) = walls[i - 1];
        let along = side.right();
        walls[i] = match cell.neighbour(along) {
            None => (cell, along),
            Some(next) => match next.neighbour(side) {
                None => (next, side),
                Some(recess) => (recess, side.left()),
            },
        };
        i += 1;
    }
    walls
};

/// The wall on each side of each space.
static BY_SIDE: [[Option<Wall>; 4]; Cell::INDEXES] = {
    let mut by_side = [[None; 4]; Cell::INDEXES];
    let mut i = 0;
    while i < WALLS {
        let (cell, side) = CLOCKWISE[i];
        by_side[cell as usize][side as usize] = Some(Wall(i as u8));
        i += 1;
    }
    by_side
};

impl Wall {
    /// All walls, clockwise from the one north of a1.
    pub fn all() -> impl Iterator<Item = Wall> {
        (0..WALLS as u8).map(Wall)
    }

    /// The wall on this side of `cell`, or `None` if there is floor beyond.
    #[must_use]
    pub(crate) fn new(cell: Cell, side: Direction) -> Option<Wall> {
        BY_SIDE[cell as usize][side as usize]
    }

    /// The space inside this wall.
    #[must_use]
    pub fn cell(self) -> Cell {
        CLOCKWISE[usize::from(self.0)].0
    }

    /// The side of that space on which the wall is.
    #[must_use]
    pub fn side(self) -> Direction {
        CLOCKWISE[usize::from(self.0)].1
    }

    /// The letter of the wall, `'A'` to `'Z'`. The doors west of a1 and east of p11 have none.
    #[must_use]
    pub fn letter(self) -> Option<char> {
        match self.0 % 27 {
            26 => None,
            nth => Some(char::from(b'A' + nth)),
        }
    }

    /// The other wall with the same letter, or the other door: where the monster comes back in.
    #[must_use]
    pub fn twin(self) -> Wall {
        Wall((self.0 + 27) % 54)
    }
}

impl std::fmt::Debug for Wall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = self.letter().unwrap_or('*');
        write!(f, "{letter}({:?} {:?})", self.cell(), self.side())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_without_floor_beyond_is_one_wall() {
        let sides = Cell::ALL.into_iter().flat_map(|cell| Direction::ALL.map(|side| (cell, side)));
        let mut walls = 0;
        for (cell, side) in sides {
            let wall = Wall::new(cell, side);
            assert_eq!(wall.is_some(), cell.step(side).is_none(), "{cell:?} {side:?}");
            walls += usize::from(wall.is_some());
        }
        assert_eq!(walls, WALLS);
    }

    #[test]
    fn letters_stand_where_the_rules_draw_them() {
        use Direction::{East, North, South, West};
        let drawn = [
            (Cell::A1, North, Some('A')),
            (Cell::L1, North, Some('L')),
            (Cell::L1, East, Some('M')),
            (Cell::M2, North, Some('N')),
            (Cell::M2, East, Some('O')),
            (Cell::N3, North, Some('P')),
            (Cell::P5, North, Some('T')),
            (Cell::P5, East, Some('U')),
            (Cell::P6, East, Some('V')),
            (Cell::P10, East, Some('Z')),
            (Cell::P11, East, None),
            (Cell::P11, South, Some('A')),
            (Cell::E11, South, Some('L')),
            (Cell::E11, West, Some('M')),
            (Cell::D10, South, Some('N')),
            (Cell::A7, South, Some('T')),
            (Cell::A7, West, Some('U')),
            (Cell::A2, West, Some('Z')),
            (Cell::A1, West, None),
        ];
        for (cell, side, letter) in drawn {
            assert_eq!(Wall::new(cell, side).map(Wall::letter), Some(letter), "{cell:?} {side:?}");
        }
    }

    #[test]
    fn twins_are_point_symmetric_and_share_their_letter() {
        for wall in Wall::all() {
            let twin = wall.twin();
            assert_eq!(twin.twin(), wall);
            assert_eq!(twin.letter(), wall.letter());
            assert_eq!(twin.side(), wall.side().opposite());
            assert_eq!(wall.cell().ahead(wall.side()), twin.cell());
        }
    }
}
