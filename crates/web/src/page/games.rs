//! The games that this browser keeps: one key of the storage for each, so that tabs do not get into each other's way.

use super::storage;
use crate::scene::archive::{ArchiveLine, Reception, Shelf, Summary, sort, to_make_room};
use crate::table::{Bundle, BundledGame, LocalTable, SaveProblem, SavedGame};

/// The text of the game, see [`SavedGame`].
const GAME: &str = "fearsome.game.";
/// How many of its actions have been shown.
const SHOWN: &str = "fearsome.shown.";
/// When it was last played, in milliseconds since 1970.
const WHEN: &str = "fearsome.when.";

/// What became of a game that was to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is kept.
    Yes,
    /// The browser refuses: the game lives only as long as this page.
    No,
    /// Another tab has changed it in the meantime; nothing has been written.
    Overtaken(String),
}

/// An id that no game has yet.
#[must_use]
pub fn new_id() -> String {
    loop {
        let id = rules::notation::to_hex(&random_bytes::<6>());
        if text(&id).is_none() {
            return id;
        }
    }
}

/// Bytes that nobody can foresee.
#[must_use]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    let crypto = web_sys::window().and_then(|window| window.crypto().ok());
    let filled = crypto.is_some_and(|crypto| crypto.get_random_values_with_u8_array(&mut bytes).is_ok());
    if !filled {
        // Every browser that runs WebAssembly has `crypto`; without it the game would only be less secret.
        bytes.fill_with(|| (js_sys::Math::random() * 256.0) as u8);
    }
    bytes
}

/// The ids of all games that are kept.
#[must_use]
pub fn ids() -> Vec<String> {
    storage::keys(GAME).into_iter().map(|key| key[GAME.len()..].to_owned()).collect()
}

/// The text of a game, if there is one.
#[must_use]
pub fn text(id: &str) -> Option<String> {
    storage::read(&format!("{GAME}{id}"))
}

/// Reads a game's text.
///
/// # Errors
///
/// What is wrong with it.
pub fn open(text: &str) -> Result<LocalTable, SaveProblem> {
    LocalTable::resume(SavedGame::from_text(text)?)
}

/// Keeps a game, unless the storage holds something else than `known`, what this page last read or wrote. Where the browser has
/// no more room, the oldest games that are over make some; those that can go on never do.
#[must_use]
pub fn keep(id: &str, new: &str, known: Option<&str>) -> Kept {
    match text(id) {
        Some(stored) if Some(stored.as_str()) != known => return Kept::Overtaken(stored),
        Some(_) | None => {}
    }
    storage::write(&format!("{WHEN}{id}"), &js_sys::Date::now().to_string());
    let is_written = || storage::write(&key(id), new);
    if is_written() {
        return Kept::Yes;
    }
    let others = to_make_room(&lines(), 0).into_iter().filter(|other| other != id && is_kept(other));
    let mut gone = vec![];
    for oldest in others {
        gone.extend(text(&oldest).map(|save| BundledGame {
            when: when(&oldest),
            shown: shown(&oldest).unwrap_or(0),
            save,
            id: oldest.clone(),
        }));
        discard(&oldest);
        if is_written() {
            return Kept::Yes;
        }
    }
    // Something else fills the storage: then nothing has to go for nothing.
    for game in gone {
        put(&game.id, &game);
    }
    Kept::No
}

/// All games that are kept, as the archive tells of them, the newest first.
#[must_use]
pub fn lines() -> Vec<ArchiveLine> {
    let line = |id: String| {
        let summary = text(&id).and_then(|text| Summary::of(&text));
        ArchiveLine { when: when(&id), summary, id }
    };
    let mut lines: Vec<ArchiveLine> = ids().into_iter().map(line).collect();
    sort(&mut lines);
    lines
}

/// All games in one file.
#[must_use]
pub fn bundle() -> Bundle {
    let game = |id: String| {
        let (when, shown) = (when(&id), shown(&id).unwrap_or(0));
        text(&id).map(|save| BundledGame { id, when, shown, save })
    };
    Bundle::new(ids().into_iter().filter_map(game).collect())
}

/// Takes in games of such a file; what is here already stays as it is, unless it goes on in the file.
#[must_use]
pub fn take_in(games: &[BundledGame]) -> TakenIn {
    let mut taken = TakenIn::default();
    let mut shelf = Shelf::default();
    for id in ids() {
        shelf.put(&id, &text(&id).unwrap_or_default());
    }
    for game in games {
        let (id, count) = match shelf.reception(&game.save) {
            Reception::Known => {
                taken.known += 1;
                continue;
            }
            Reception::Further(id) => (id, &mut taken.further),
            // Another game has its id.
            Reception::New if text(&game.id).is_some() => (new_id(), &mut taken.new),
            Reception::New => (game.id.clone(), &mut taken.new),
        };
        let earlier = text(&id);
        if put(&id, game) {
            shelf.put(&id, &game.save);
            *count += 1;
        } else {
            match earlier {
                Some(earlier) => drop(storage::write(&key(&id), &earlier)),
                None => discard(&id),
            }
            taken.refused += 1;
        }
    }
    taken
}

/// Writes a game as it was, also when it was played last: it must not push out those that are here. Tells whether there was room.
fn put(id: &str, game: &BundledGame) -> bool {
    let is_written = storage::write(&key(id), &game.save);
    if is_written {
        storage::write(&format!("{WHEN}{id}"), &game.when.to_string());
        set_shown(id, game.shown);
    }
    is_written
}

/// What became of games that were to be taken in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakenIn {
    /// So many are here now.
    pub new: usize,
    /// So many were here, and go on further now.
    pub further: usize,
    /// So many were here already.
    pub known: usize,
    /// For so many the browser had no room.
    pub refused: usize,
}

/// The key of a game, as other tabs tell of it.
#[must_use]
pub fn key(id: &str) -> String {
    format!("{GAME}{id}")
}

/// When a game was last played, in milliseconds since 1970.
#[must_use]
pub fn when(id: &str) -> f64 {
    storage::read(&format!("{WHEN}{id}")).and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

/// How many actions of a game have been shown.
#[must_use]
pub fn shown(id: &str) -> Option<usize> {
    storage::read(&format!("{SHOWN}{id}"))?.parse().ok()
}

/// Remembers how many actions of a game have been shown.
pub fn set_shown(id: &str, shown: usize) {
    storage::write(&format!("{SHOWN}{id}"), &shown.to_string());
}

/// Whether the browser keeps this game longer than this page.
#[must_use]
pub fn is_kept(id: &str) -> bool {
    storage::is_kept(&key(id))
}

/// Throws a game away.
pub fn discard(id: &str) {
    for prefix in [GAME, SHOWN, WHEN] {
        storage::remove(&format!("{prefix}{id}"));
    }
}
