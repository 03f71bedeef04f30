//! The four directions and the turns between them.

/// A direction on the board, a facing, or a side of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards row 1.
    North,
    /// Towards column p.
    East,
    /// Towards row 11.
    South,
    /// Towards column a.
    West,
}

impl Direction {
    /// All directions, clockwise from north. The order must not change: bots and seeds depend on it.
    pub const ALL: [Direction; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The letter of the direction in position strings.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Direction::North => 'n',
            Direction::East => 'e',
            Direction::South => 's',
            Direction::West => 'w',
        }
    }

    /// A quarter turn clockwise.
    #[must_use]
    pub const fn right(self) -> Direction {
        match self {
            Self::North => Self::East,
            Self::East => Self::South,
            Self::South => Self::West,
            Self::West => Self::North,
        }
    }

    /// A quarter turn anticlockwise.
    #[must_use]
    pub const fn left(self) -> Direction {
        self.right().opposite()
    }

    /// Half a turn.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }
}
