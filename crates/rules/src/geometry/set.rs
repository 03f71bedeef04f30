//! Sets of spaces as bits: a 16-bit lane per row and, for lines of sight, another one per column.

use std::hash::{Hash, Hasher};

use super::{Cell, Direction};

/// A set of spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellSet([u16; 11]);

impl Hash for CellSet {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Three words instead of eleven lanes: positions are hashed in the innermost loops.
        for lanes in self.0.chunks(4) {
            state.write_u64(lanes.iter().fold(0, |word, lane| word << 16 | u64::from(*lane)));
        }
    }
}

impl CellSet {
    /// The empty set.
    pub const EMPTY: CellSet = CellSet([0; 11]);

    /// All spaces of the fortress.
    pub const FLOOR: CellSet = {
        let mut lanes = [0; 11];
        let mut i = 0;
        while i < Cell::ALL.len() {
            lanes[Cell::ALL[i].row() as usize] |= 1 << Cell::ALL[i].column();
            i += 1;
        }
        CellSet(lanes)
    };

    /// Whether `cell` is in the set.
    #[must_use]
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.0[usize::from(cell.row())] >> cell.column() & 1 != 0
    }

    /// Adds `cell`. Returns false if it was already in the set.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        let lane = &mut self.0[usize::from(cell.row())];
        let bit = 1 << cell.column();
        let is_new = *lane & bit == 0;
        *lane |= bit;
        is_new
    }

    /// Removes `cell`.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[usize::from(cell.row())] &= !(1 << cell.column());
    }

    /// The number of spaces in the set.
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
        (0..).zip(self.0).flat_map(|(row, mut lane)| {
            std::iter::from_fn(move || {
                let column = lane.trailing_zeros() as u8;
                lane &= lane.wrapping_sub(1);
                Cell::new(column, row)
            })
        })
    }

    /// The set moved one step in `direction`. Spaces that would leave the floor are dropped.
    #[must_use]
    #[inline]
    pub fn stepped(&self, direction: Direction) -> CellSet {
        let lanes = &self.0;
        CellSet(std::array::from_fn(|row| {
            let stepped = match direction {
                Direction::North => lanes.get(row + 1).copied().unwrap_or(0),
                Direction::East => lanes[row] << 1,
                Direction::South => row.checked_sub(1).map_or(0, |above| lanes[above]),
                Direction::West => lanes[row] >> 1,
            };
            stepped & CellSet::FLOOR.0[row]
        }))
    }

    /// The first space by row, then column.
    #[must_use]
    pub fn first(&self) -> Option<Cell> {
        if self.is_empty() { None } else { self.iter().next() }
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

/// A set of spaces stored by rows and by columns, so that a line of sight is a bit scan in any direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lanes {
    rows: CellSet,
    columns: [u16; 16],
}

impl Hash for Lanes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The columns hold the same information.
        self.rows.hash(state);
    }
}

/// The distance of a figure that is not seen: larger than any distance on the board.
pub(crate) const NOBODY: u8 = u8::MAX;

impl Lanes {
    /// The set as a plain [`CellSet`].
    pub(crate) fn cells(&self) -> &CellSet {
        &self.rows
    }

    /// Whether `cell` is in the set.
    #[must_use]
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.rows.has(cell)
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell) {
        self.rows.insert(cell);
        self.columns[usize::from(cell.column())] |= 1 << cell.row();
    }

    /// Removes `cell`.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.rows.remove(cell);
        self.columns[usize::from(cell.column())] &= !(1 << cell.row());
    }

    /// The distance in spaces from `from` to the first member in `direction`, or `NOBODY` if there is none or an
    /// `opaque` space is nearer.
    #[inline]
    pub(crate) fn distance_seen(&self, opaque: &Lanes, from: Cell, direction: Direction) -> u8 {
        match direction {
            Direction::North => seen_downwards(self.column(from), opaque.column(from), from.row()),
            Direction::East => seen_upwards(self.row(from), opaque.row(from), from.column()),
            Direction::South => seen_upwards(self.column(from), opaque.column(from), from.row()),
            Direction::West => seen_downwards(self.row(from), opaque.row(from), from.column()),
        }
    }

    #[inline]
    fn row(&self, of: Cell) -> u32 {
        self.rows.0[usize::from(of.row())].into()
    }

    #[inline]
    fn column(&self, of: Cell) -> u32 {
        self.columns[usize::from(of.column())].into()
    }
}

impl From<CellSet> for Lanes {
    fn from(cells: CellSet) -> Lanes {
        let mut lanes = Lanes::default();
        cells.iter().for_each(|cell| lanes.insert(cell));
        lanes
    }
}

// What the monster sees is unpredictable for the processor, so these two functions have no branches.

/// The distance from bit `at` to the first higher bit of `wanted`, unless a bit of `opaque` is nearer.
#[inline]
fn seen_upwards(wanted: u32, opaque: u32, at: u8) -> u8 {
    let (wanted, opaque) = (wanted >> at >> 1, opaque >> at >> 1);
    let up_to_first_opaque = opaque ^ opaque.wrapping_sub(1);
    let seen = wanted & up_to_first_opaque;
    if seen == 0 { NOBODY } else { seen.trailing_zeros() as u8 + 1 }
}

/// The distance from bit `at` to the first lower bit of `wanted`, unless a bit of `opaque` is nearer.
#[inline]
fn seen_downwards(wanted: u32, opaque: u32, at: u8) -> u8 {
    let below = (1 << at) - 1;
    // Shifted up by one so that even an empty lane has a bit to find.
    let (wanted, opaque) = ((wanted & below) << 1 | 1, (opaque & below) << 1 | 1);
    if wanted > opaque { at + wanted.leading_zeros() as u8 - 30 } else { NOBODY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_is_what_stepping_finds_first() {
        let lanes = |cells: &[Cell]| {
            let mut lanes = Lanes::default();
            cells.iter().for_each(|cell| lanes.insert(*cell));
            lanes.insert(Cell::D4);
            lanes.remove(Cell::D4);
            lanes
        };
        let wanted = [Cell::A1, Cell::C3, Cell::H3, Cell::H9, Cell::P5, Cell::P11, Cell::E11, Cell::G7];
        let opaque = [Cell::F3, Cell::H6, Cell::P8, Cell::J11, Cell::B7, Cell::B2, Cell::G8];
        for from in Cell::ALL {
            for direction in Direction::ALL {
                let mut line = std::iter::successors(from.step(direction), |cell| cell.step(direction));
                let first = line.position(|cell| wanted.contains(&cell) || opaque.contains(&cell));
                let line = std::iter::successors(from.step(direction), |cell| cell.step(direction));
                let seen = line.zip(1..).nth(first.unwrap_or(usize::MAX)).filter(|(cell, _)| wanted.contains(cell));
                let distance = lanes(&wanted).distance_seen(&lanes(&opaque), from, direction);
                assert_eq!(distance, seen.map_or(NOBODY, |(_, distance)| distance), "{from:?} {direction:?}");
            }
        }
    }

    #[test]
    fn a_stepped_set_is_what_stepping_each_space_gives() {
        let every_third: CellSet = Cell::ALL.into_iter().step_by(3).collect();
        for direction in Direction::ALL {
            let one_by_one: CellSet = every_third.iter().filter_map(|cell| cell.step(direction)).collect();
            assert_eq!(every_third.stepped(direction), one_by_one, "{direction:?}");
            assert_eq!(
                CellSet::FLOOR.stepped(direction).len(),
                156 - if matches!(direction, Direction::North | Direction::South) { 16 } else { 11 }
            );
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
