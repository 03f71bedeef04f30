//! The 156 spaces of the fortress, without what is on them.

use super::{Direction, Wall};

/// Declares the spaces with their names and indexes, and a list of all of them.
macro_rules! cells {
    ($($name:ident = $index:literal,)*) => {
        /// A space that exists on the board.
        ///
        /// A `Cell` needs no bounds checks. Its discriminant is the row (high nibble) and the column (low nibble),
        /// both from 0, so a cell is its own index into the lanes of a [`CellSet`](crate::CellSet). Cells are ordered
        /// by row, then column.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Cell {
            $(#[doc = concat!("The space ", stringify!($name), ".")] $name = $index,)*
        }

        impl Cell {
            /// Every space, by row from the north, then by column from the west.
            pub const ALL: [Cell; 156] = [$(Cell::$name,)*];
        }

        #[cfg(test)]
        const NAMES: [&str; 156] = [$(stringify!($name),)*];
    };
}

// One line per row; the two stair-shaped corners are visible.
#[rustfmt::skip]
cells! {
    A1 = 0x00, B1 = 0x01, C1 = 0x02, D1 = 0x03, E1 = 0x04, F1 = 0x05, G1 = 0x06, H1 = 0x07, I1 = 0x08, J1 = 0x09, K1 = 0x0a, L1 = 0x0b,
    A2 = 0x10, B2 = 0x11, C2 = 0x12, D2 = 0x13, E2 = 0x14, F2 = 0x15, G2 = 0x16, H2 = 0x17, I2 = 0x18, J2 = 0x19, K2 = 0x1a, L2 = 0x1b, M2 = 0x1c,
    A3 = 0x20, B3 = 0x21, C3 = 0x22, D3 = 0x23, E3 = 0x24, F3 = 0x25, G3 = 0x26, H3 = 0x27, I3 = 0x28, J3 = 0x29, K3 = 0x2a, L3 = 0x2b, M3 = 0x2c, N3 = 0x2d,
    A4 = 0x30, B4 = 0x31, C4 = 0x32, D4 = 0x33, E4 = 0x34, F4 = 0x35, G4 = 0x36, H4 = 0x37, I4 = 0x38, J4 = 0x39, K4 = 0x3a, L4 = 0x3b, M4 = 0x3c, N4 = 0x3d, O4 = 0x3e,
    A5 = 0x40, B5 = 0x41, C5 = 0x42, D5 = 0x43, E5 = 0x44, F5 = 0x45, G5 = 0x46, H5 = 0x47, I5 = 0x48, J5 = 0x49, K5 = 0x4a, L5 = 0x4b, M5 = 0x4c, N5 = 0x4d, O5 = 0x4e, P5 = 0x4f,
    A6 = 0x50, B6 = 0x51, C6 = 0x52, D6 = 0x53, E6 = 0x54, F6 = 0x55, G6 = 0x56, H6 = 0x57, I6 = 0x58, J6 = 0x59, K6 = 0x5a, L6 = 0x5b, M6 = 0x5c, N6 = 0x5d, O6 = 0x5e, P6 = 0x5f,
    A7 = 0x60, B7 = 0x61, C7 = 0x62, D7 = 0x63, E7 = 0x64, F7 = 0x65, G7 = 0x66, H7 = 0x67, I7 = 0x68, J7 = 0x69, K7 = 0x6a, L7 = 0x6b, M7 = 0x6c, N7 = 0x6d, O7 = 0x6e, P7 = 0x6f,
    B8 = 0x71, C8 = 0x72, D8 = 0x73, E8 = 0x74, F8 = 0x75, G8 = 0x76, H8 = 0x77, I8 = 0x78, J8 = 0x79, K8 = 0x7a, L8 = 0x7b, M8 = 0x7c, N8 = 0x7d, O8 = 0x7e, P8 = 0x7f,
    C9 = 0x82, D9 = 0x83, E9 = 0x84, F9 = 0x85, G9 = 0x86, H9 = 0x87, I9 = 0x88, J9 = 0x89, K9 = 0x8a, L9 = 0x8b, M9 = 0x8c, N9 = 0x8d, O9 = 0x8e, P9 = 0x8f,
    D10 = 0x93, E10 = 0x94, F10 = 0x95, G10 = 0x96, H10 = 0x97, I10 = 0x98, J10 = 0x99, K10 = 0x9a, L10 = 0x9b, M10 = 0x9c, N10 = 0x9d, O10 = 0x9e, P10 = 0x9f,
    E11 = 0xa4, F11 = 0xa5, G11 = 0xa6, H11 = 0xa7, I11 = 0xa8, J11 = 0xa9, K11 = 0xaa, L11 = 0xab, M11 = 0xac, N11 = 0xad, O11 = 0xae, P11 = 0xaf,
}

static GRID: [Option<Cell>; Cell::INDEXES] = {
    let mut grid = [None; Cell::INDEXES];
    let mut i = 0;
    while i < Cell::ALL.len() {
        grid[Cell::ALL[i] as usize] = Some(Cell::ALL[i]);
        i += 1;
    }
    grid
};

static STEPS: [[Option<Cell>; 4]; Cell::INDEXES] = {
    let mut steps = [[None; 4]; Cell::INDEXES];
    let mut i = 0;
    while i < Cell::ALL.len() {
        let cell = Cell::ALL[i];
        let mut d = 0;
        while d < 4 {
            steps[cell as usize][d] = cell.neighbour(Direction::ALL[d]);
            d += 1;
        }
        i += 1;
    }
    steps
};

/// Like `STEPS`, but a step through a wall leads to the space at its twin.
static AHEAD: [[Cell; 4]; Cell::INDEXES] = {
    let mut ahead = [[Cell::EXIT; 4]; Cell::INDEXES];
    let mut i = 0;
    while i < Cell::ALL.len() {
        let cell = Cell::ALL[i];
        let mut d = 0;
        while d < 4 {
            ahead[cell as usize][d] = match cell.neighbour(Direction::ALL[d]) {
                Some(next) => next,
                None => cell.opposite(),
            };
            d += 1;
        }
        i += 1;
    }
    ahead
};

impl Cell {
    /// The length of an array with one element per space: one more than the highest [`index`](Cell::index).
    pub const INDEXES: usize = 11 * 16;

    /// The index of this space in an array of [`INDEXES`](Cell::INDEXES) elements. Some indexes have no space.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The corner space at the exit.
    pub const EXIT: Cell = Cell::A1;

    /// The corner space at the entrance.
    pub const ENTRANCE: Cell = Cell::P11;

    /// The space at this column and row, both from 0, or `None` where there is no floor.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Cell> {
        if column < 16 && row < 11 { GRID[row as usize * 16 + column as usize] } else { None }
    }

    /// The column, from 0 in the west.
    #[must_use]
    pub const fn column(self) -> u8 {
        self as u8 & 15
    }

    /// The row, from 0 in the north.
    #[must_use]
    pub const fn row(self) -> u8 {
        self as u8 >> 4
    }

    /// Whether this is the corner at the exit or at the entrance.
    #[must_use]
    pub const fn is_corner(self) -> bool {
        matches!(self, Cell::EXIT | Cell::ENTRANCE)
    }

    /// The next space in `direction`, or `None` at a wall.
    #[must_use]
    #[inline]
    pub fn step(self, direction: Direction) -> Option<Cell> {
        STEPS[self as usize][direction as usize]
    }

    /// The next space in `direction`.
    ///
    /// # Errors
    ///
    /// The wall that is in the way.
    #[inline]
    pub fn step_or_wall(self, direction: Direction) -> Result<Cell, Wall> {
        self.step(direction).ok_or_else(|| self.wall(direction).expect("where there is no step there is a wall"))
    }

    /// The space that the monster enters in `direction`: the next one or, through a wall, the one at the wall's twin.
    #[must_use]
    #[inline]
    pub fn ahead(self, direction: Direction) -> Cell {
        AHEAD[self as usize][direction as usize]
    }

    /// The wall on this side of the space, if there is one.
    #[must_use]
    pub fn wall(self, side: Direction) -> Option<Wall> {
        Wall::new(self, side)
    }

    pub(super) const fn neighbour(self, direction: Direction) -> Option<Cell> {
        let (column, row) = (self.column(), self.row());
        match direction {
            Direction::North if row > 0 => Cell::new(column, row - 1),
            Direction::East => Cell::new(column + 1, row),
            Direction::South => Cell::new(column, row + 1),
            Direction::West if column > 0 => Cell::new(column - 1, row),
            Direction::North | Direction::West => None,
        }
    }

    /// The point-symmetric space. RULES 1: the walls of these two spaces are twins.
    const fn opposite(self) -> Cell {
        Cell::new(15 - self.column(), 10 - self.row()).expect("the board is point-symmetric")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floor_is_what_the_formula_of_the_rules_says() {
        for column in 0..=255_u8 {
            for row in 0..=255_u8 {
                let (x, y) = (i32::from(column), i32::from(row));
                let exists = x <= 15 && y <= 10 && x - y < 12 && y - x < 7;
                assert_eq!(Cell::new(column, row).is_some(), exists, "({column}, {row})");
            }
        }
        assert_eq!(Cell::ALL.len(), 156);
    }

    #[test]
    fn names_match_columns_and_rows() {
        for (cell, name) in Cell::ALL.into_iter().zip(NAMES) {
            assert_eq!(cell.to_string().to_uppercase(), name);
        }
        assert!(Cell::ALL.is_sorted());
    }

    #[test]
    fn ahead_leads_through_walls_to_the_twin_and_back() {
        for cell in Cell::ALL {
            for direction in Direction::ALL {
                let ahead = cell.ahead(direction);
                match cell.step(direction) {
                    Some(next) => assert_eq!(ahead, next),
                    None => assert_eq!(ahead.ahead(direction.opposite()), cell),
                }
            }
        }
    }
}
