//! The seals that this browser has seen, in its storage.

use protocol::{GameId, GameView};
use rules::chance::{Commitment, Nonce};
use rules::record::Record;

use crate::page::games::random_bytes;
use crate::page::storage;
use crate::table::pledge::{Pledges, Seal};

const KEY: &str = "fearsome.seals";

/// Remembers what a view of a table shows of its seal.
pub fn see(view: &GameView) {
    change(|pledges| pledges.see(view));
}

/// Remembers the seal of a table that was just made.
pub fn remember(game: GameId, commitment: Commitment) {
    change(|pledges| pledges.remember(game, commitment));
}

/// Draws what this browser adds to the chance of a game.
#[must_use]
pub fn nonce(game: GameId) -> Nonce {
    let nonce = Nonce(random_bytes());
    sent(game, nonce);
    nonce
}

/// Remembers what was sent to a table.
pub fn sent(game: GameId, nonce: Nonce) {
    change(|pledges| {
        pledges.send(game, nonce);
        true
    });
}

/// What has become of the seal of a game that is over.
#[must_use]
pub fn check(game: GameId, record: &Record) -> Seal {
    read().check(game, record)
}

fn read() -> Pledges {
    // What cannot be read was not written by this program.
    storage::read(KEY).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn change(change: impl FnOnce(&mut Pledges) -> bool) {
    let mut pledges = read();
    if change(&mut pledges)
        && let Ok(text) = serde_json::to_string(&pledges)
    {
        // Without storage it is remembered until the page is left.
        storage::write(KEY, &text);
    }
}
