//! The graveyard: which tombstones are used, which can come, and how likely each is.

use bots::Chance;
use rules::Tombstone;
use rules::game::Tombstones;

use super::foresight::percent;
use super::playback::Playback;

/// A tombstone of the strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grave {
    /// Which.
    pub tombstone: Tombstone,
    /// How it stands.
    pub state: GraveState,
}

/// How a tombstone stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraveState {
    /// It can come.
    Left,
    /// It drives the monster.
    Now,
    /// It has been used in this stage.
    Used,
}

/// The strip: all eight in order, and the chance of each kind that can come next in per cent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graves {
    /// By kind; used ones stand before those that are left.
    pub graves: Vec<Grave>,
    /// For each kind that can come next, the whole per cent nearest to its chance.
    pub chances: Vec<(Tombstone, u8)>,
}

/// The graveyard as it is now.
#[must_use]
pub fn graves(playback: &Playback) -> Graves {
    let game = playback.game();
    let now = playback.show().and_then(|(show, _)| show.tombstone);
    // A run that is watched again has been counted as used.
    let used: Tombstones = game.course().used();
    let mut graves = vec![];
    for (tombstone, count) in Tombstones::of_game(game.length()).iter() {
        let used = used.count(tombstone)
            - usize::from(playback.is_again() && now == Some(tombstone) && used.count(tombstone) > 0);
        for nth in 0..count {
            let state = match nth {
                nth if nth < used => GraveState::Used,
                nth if nth == used && now == Some(tombstone) => GraveState::Now,
                _ => GraveState::Left,
            };
            graves.push(Grave { tombstone, state });
        }
    }
    let next = game.next_tombstones();
    let chance = |(tombstone, count): (Tombstone, usize)| {
        Some((tombstone, percent(Chance::new(count as u8, next.len() as u8)?)))
    };
    Graves { graves, chances: if now.is_some() { vec![] } else { next.iter().filter_map(chance).collect() } }
}
