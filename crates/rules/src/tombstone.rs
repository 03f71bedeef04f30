//! Tombstones, which determine how far the monster runs.

use std::num::{NonZeroU8, NonZeroU16};

/// A monster-movement tile. "Tile" alone always means a floor tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tombstone {
    /// The monster makes this many steps.
    Steps(NonZeroU16),
    /// The monster runs until it has eaten this many figures, but at most [`MOST_STEPS`](Tombstone::MOST_STEPS) steps.
    Hits(NonZeroU8),
}

impl Tombstone {
    /// The maximum number of steps of a run for hits.
    pub const MOST_STEPS: u16 = 20;

    /// The seven distinct tombstones in the box, including those of the long game.
    pub const KINDS: [Tombstone; 7] = [
        Tombstone::steps(5),
        Tombstone::steps(7),
        Tombstone::steps(8),
        Tombstone::steps(10),
        Tombstone::hits(1),
        Tombstone::hits(2),
        Tombstone::hits(3),
    ];

    /// Creates a tombstone with a number.
    ///
    /// # Panics
    ///
    /// If the number is 0. This constructor is meant for constants.
    #[must_use]
    pub const fn steps(number: u16) -> Tombstone {
        Tombstone::Steps(NonZeroU16::new(number).expect("a tombstone shows at least 1"))
    }

    /// Creates a tombstone with hits.
    ///
    /// # Panics
    ///
    /// If the number is 0. This constructor is meant for constants.
    #[must_use]
    pub const fn hits(number: u8) -> Tombstone {
        Tombstone::Hits(NonZeroU8::new(number).expect("a tombstone shows at least 1 hit"))
    }

    /// Whether a run is over after this many steps and eaten figures.
    #[must_use]
    #[inline]
    pub const fn is_over(self, steps: u16, eaten: usize) -> bool {
        match self {
            Tombstone::Steps(number) => steps >= number.get(),
            Tombstone::Hits(hits) => eaten >= hits.get() as usize || steps >= Tombstone::MOST_STEPS,
        }
    }
}
