//! Who chose to watch a table in this tab. They are not asked again: not when the page is loaded anew, and not at the
//! next game of the same people.

use protocol::{ClientMessage, GameId};

use crate::page::storage;

fn key(game: GameId) -> String {
    format!("fearsome.watching.{game}")
}

/// Remembers that somebody watches this table, under this name if they gave one.
pub fn remember(game: GameId, name: Option<&str>) {
    storage::keep_in_this_tab(&key(game), name.unwrap_or_default());
}

/// What a watcher of this table says when the connection opens; `None` if nobody chose to watch it.
#[must_use]
pub fn greeting(game: GameId) -> Option<ClientMessage> {
    let name = storage::in_this_tab(&key(game))?;
    Some(ClientMessage::Watching { name: Some(name).filter(|name| !name.is_empty()) })
}

/// Takes a watcher along from one table to the next.
pub fn take_along(from: GameId, to: GameId) {
    remember(to, storage::in_this_tab(&key(from)).as_deref());
}
