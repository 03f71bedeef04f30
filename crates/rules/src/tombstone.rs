//! Tombstones: how far the monster runs.

use std::num::{NonZeroU8, NonZeroU16};

/// A monster-movement tile. "Tile" alone always means a floor tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tombstone {
    /// That many steps.
    Steps(NonZeroU16),
    /// Until that many figures have been eaten, at most [`MOST_STEPS`](Tombstone::MOST_STEPS) steps.
    Hits(NonZeroU8),
}

impl Tombstone {
    /// How many steps the monster makes at the most when it waits for hits.
    pub const MOST_STEPS: u16 = 20;

    /// The seven different tombstones of the box, those of the long game included.
    pub const KINDS: [Tombstone; 7] = [
        Tombstone::steps(5),
        Tombstone::steps(7),
        Tombstone::steps(8),
        Tombstone::steps(10),
        Tombstone::hits(1),
        Tombstone::hits(2),
        Tombstone::hits(3),
    ];

    /// A tombstone with a number.
    ///
    /// # Panics
    ///
    /// If the number is 0: it is meant for numbers that stand in the source.
    #[must_use]
    pub const fn steps(number: u16) -> Tombstone {
        Tombstone::Steps(NonZeroU16::new(number).expect("a tombstone shows at least 1"))
    }

    /// A tombstone with hits.
    ///
    /// # Panics
    ///
    /// If the number is 0: it is meant for numbers that stand in the source.
    #[must_use]
    pub const fn hits(number: u8) -> Tombstone {
        Tombstone::Hits(NonZeroU8::new(number).expect("a tombstone shows at least 1 hit"))
    }

    /// Whether a run ends after this many steps and eaten figures.
    #[must_use]
    #[inline]
    pub const fn is_over(self, steps: u16, eaten: usize) -> bool {
        match self {
            Tombstone::Steps(number) => steps >= number.get(),
            Tombstone::Hits(hits) => eaten >= hits.get() as usize || steps >= Tombstone::MOST_STEPS,
        }
    }
}
