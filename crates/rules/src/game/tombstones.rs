//! Numbers of tombstones by kind. They are all that is known about a pile: everything except its order.

use crate::tombstone::Tombstone;

/// A number of tombstones of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tombstones {
    /// In the order of [`Tombstone::KINDS`].
    counts: [u8; 7],
}

impl Tombstones {
    /// No tombstone.
    pub const NONE: Tombstones = Tombstones { counts: [0; 7] };

    /// RULES 2: the eight tombstones of a game. In a long game, "3 hits" replaces the 5.
    #[must_use]
    pub const fn of_game(length: Length) -> Tombstones {
        match length {
            Length::Normal => Tombstones { counts: [1, 2, 2, 1, 1, 1, 0] },
            Length::Long => Tombstones { counts: [0, 2, 2, 1, 1, 1, 1] },
        }
    }

    /// The number of tombstones of this kind.
    #[must_use]
    pub fn count(&self, tombstone: Tombstone) -> usize {
        kind(tombstone).map_or(0, |kind| self.counts[kind].into())
    }

    /// The number of tombstones.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.iter().map(|count| usize::from(*count)).sum()
    }

    /// Whether there are no tombstones.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Tombstones::NONE
    }

    /// Each kind that occurs, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (Tombstone, usize)> + use<> {
        Tombstone::KINDS.into_iter().zip(self.counts.map(usize::from)).filter(|(_, count)| *count > 0)
    }

    /// Only the tombstones that show a number.
    pub(crate) fn numbers(mut self) -> Tombstones {
        for (count, kind) in self.counts.iter_mut().zip(Tombstone::KINDS) {
            match kind {
                Tombstone::Steps(_) => {}
                Tombstone::Hits(_) => *count = 0,
            }
        }
        self
    }

    /// Adds a tombstone; a kind that the box does not have is ignored.
    pub(crate) fn add(&mut self, tombstone: Tombstone) {
        if let Some(kind) = kind(tombstone) {
            // A list from anywhere may be longer than any box.
            self.counts[kind] = self.counts[kind].saturating_add(1);
        }
    }

    /// These tombstones without `others`.
    pub(crate) fn without(mut self, others: &Tombstones) -> Tombstones {
        for (count, taken) in self.counts.iter_mut().zip(others.counts) {
            *count = count.saturating_sub(taken);
        }
        self
    }
}

impl FromIterator<Tombstone> for Tombstones {
    fn from_iter<I: IntoIterator<Item = Tombstone>>(tombstones: I) -> Tombstones {
        let mut all = Tombstones::NONE;
        tombstones.into_iter().for_each(|tombstone| all.add(tombstone));
        all
    }
}

fn kind(tombstone: Tombstone) -> Option<usize> {
    Tombstone::KINDS.iter().position(|kind| *kind == tombstone)
}

/// The length of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Length {
    /// With the tombstone 5.
    Normal,
    /// With "3 hits" instead of the 5; meant for six or seven players.
    Long,
}
