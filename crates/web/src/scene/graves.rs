//! The graveyard: the used tombstones, those that can come up, and their chances.

use bots::Chance;
use rules::Tombstone;
use rules::game::Tombstones;

use super::foresight::percent;
use super::playback::Playback;

/// A tombstone of the graveyard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grave {
    /// The tombstone.
    pub tombstone: Tombstone,
    /// Its state.
    pub state: GraveState,
}

/// The state of a tombstone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraveState {
    /// It can come up.
    Left,
    /// It is being carried out.
    Now,
    /// It has been used in this stage.
    Used,
}

/// The graveyard: all eight tombstones in order, and the chances of those that can come up next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graves {
    /// By kind; used ones stand before those left.
    pub graves: Vec<Grave>,
    /// For each kind that can come up next, its chance in per cent, rounded.
    pub chances: Vec<(Tombstone, u8)>,
}

/// The current graveyard.
#[must_use]
pub fn graves(playback: &Playback) -> Graves {
    let game = playback.game();
    let now = playback.show().and_then(|(show, _)| show.run?.tombstone());
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
