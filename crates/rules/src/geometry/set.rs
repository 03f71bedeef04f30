//! Sets of spaces as bits: a lane of 16 bits for each row and, where lines of sight are asked for, one for
//! each column as well.

use super::{Cell, Direction};

/// A set of spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet([u16; 11]);

impl CellSet {
    /// The empty set.
    pub const EMPTY: CellSet = CellSet([0; 11]);

    /// Whether `cell` is in the set.
    #[must_use]
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.has_index(cell as u8)
    }

    /// Adds `cell`; false if it was there already.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        let lane = &mut self.0[usize::from(cell.row())];
        let bit = 1 << cell.column();
        let is_new = *lane & bit == 0;
        *lane |= bit;
        is_new
    }

    /// Takes `cell` out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[usize::from(cell.row())] &= !(1 << cell.column());
    }

    /// How many spaces are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|lane| lane.count_ones() as usize).sum()
    }

    /// Whether no space is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == CellSet::EMPTY
    }

    /// The spaces by row, then column.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        Cell::ALL.into_iter().filter(|cell| self.has(*cell))
    }

    /// The spaces that are in both sets.
    #[must_use]
    #[inline]
    pub fn intersection(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    /// The spaces that are in either set.
    #[must_use]
    #[inline]
    pub fn union(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// The spaces of this set that are not in the other.
    #[must_use]
    #[inline]
    pub fn without(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// Like [`has`](CellSet::has) for the index of a space that the caller got by counting from another.
    #[inline]
    fn has_index(&self, index: u8) -> bool {
        self.0[usize::from(index >> 4)] >> (index & 15) & 1 != 0
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// A set of spaces that also knows its columns: the nearest member in a direction is one bit scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lanes {
    rows: CellSet,
    columns: [u16; 16],
}

impl Lanes {
    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell) {
        self.rows.insert(cell);
        self.columns[usize::from(cell.column())] |= 1 << cell.row();
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell) {
        self.rows.remove(cell);
        self.columns[usize::from(cell.column())] &= !(1 << cell.row());
    }

    /// How many spaces away the nearest member is; `None` if there is none up to the wall.
    #[inline]
    pub(crate) fn nearest(&self, from: Cell, direction: Direction) -> Option<u8> {
        let (column, row) = (from.column(), from.row());
        let (in_row, in_column) = (self.rows.0[usize::from(row)], self.columns[usize::from(column)]);
        match direction {
            Direction::North => last_before(in_column, row),
            Direction::East => first_after(in_row, column),
            Direction::South => first_after(in_column, row),
            Direction::West => last_before(in_row, column),
        }
    }

    /// The nearest member in `direction` if it is also in `wanted`, as its distance.
    #[inline]
    pub(crate) fn nearest_in(&self, wanted: &CellSet, from: Cell, direction: Direction) -> Option<u8> {
        let distance = self.nearest(from, direction)?;
        let index = from as u8;
        let there = match direction {
            Direction::North => index - 16 * distance,
            Direction::East => index + distance,
            Direction::South => index + 16 * distance,
            Direction::West => index - distance,
        };
        wanted.has_index(there).then_some(distance)
    }
}

/// The distance from bit `at` to the next higher bit of `lane`.
#[inline]
fn first_after(lane: u16, at: u8) -> Option<u8> {
    let rest = lane >> at >> 1;
    (rest != 0).then(|| rest.trailing_zeros() as u8 + 1)
}

/// The distance from bit `at` to the next lower bit of `lane`.
#[inline]
fn last_before(lane: u16, at: u8) -> Option<u8> {
    let rest = lane & ((1 << at) - 1);
    (rest != 0).then(|| at + rest.leading_zeros() as u8 - 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_is_what_stepping_finds() {
        let members = [Cell::A1, Cell::C3, Cell::H3, Cell::H9, Cell::P5, Cell::P11, Cell::E11, Cell::G7];
        let mut lanes = Lanes::default();
        members.into_iter().for_each(|cell| lanes.insert(cell));
        lanes.insert(Cell::D4);
        lanes.remove(Cell::D4);
        for from in Cell::ALL {
            for direction in Direction::ALL {
                let mut line = std::iter::successors(from.step(direction), |cell| cell.step(direction));
                let stepped = line.position(|cell| members.contains(&cell)).map(|steps| steps as u8 + 1);
                assert_eq!(lanes.nearest(from, direction), stepped, "{from:?} {direction:?}");
            }
        }
    }

    #[test]
    fn a_set_remembers_what_was_inserted_and_not_removed() {
        let mut set: CellSet = [Cell::B2, Cell::A1, Cell::B2].into_iter().collect();
        assert!(!set.insert(Cell::A1) && set.insert(Cell::P11));
        set.remove(Cell::B2);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Cell::A1, Cell::P11]);
        assert_eq!((set.len(), set.is_empty(), CellSet::EMPTY.is_empty()), (2, false, true));
    }
}
