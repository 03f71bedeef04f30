//! The games saved in this browser: one storage key for each, so that tabs do not interfere.

use super::{larder, storage};
use crate::scene::archive::{ArchiveLine, Reception, Shelf, Summary, sort, to_make_room};
use crate::table::{Bundle, BundledGame, LocalTable, SaveProblem, SavedGame};

/// The text of the game, see [`SavedGame`].
const GAME: &str = "fearsome.game.";
/// The number of its actions that have been shown.
const SHOWN: &str = "fearsome.shown.";
/// When it was last played, in milliseconds since 1970.
const WHEN: &str = "fearsome.when.";

/// The outcome of saving a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is saved.
    Yes,
    /// The browser refuses: the game lasts only as long as this page.
    No,
    /// Another tab has changed it in the meantime; nothing was written.
    Overtaken(String),
}

/// An unused id.
#[must_use]
pub fn new_id() -> String {
    loop {
        let id = rules::notation::to_hex(&random_bytes::<6>());
        if text(&id).is_none() {
            return id;
        }
    }
}

/// Cryptographically secure random bytes.
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

/// The ids of all saved games.
#[must_use]
pub fn ids() -> Vec<String> {
    storage::keys(GAME).into_iter().map(|key| key[GAME.len()..].to_owned()).collect()
}

/// The text of a game, if there is one.
#[must_use]
pub fn text(id: &str) -> Option<String> {
    storage::read(&format!("{GAME}{id}"))
}

/// Loads a game from its text.
///
/// # Errors
///
/// What is wrong with it.
pub fn open(text: &str) -> Result<LocalTable, SaveProblem> {
    LocalTable::resume(SavedGame::from_text(text)?)
}

/// Saves a game, unless the stored text differs from `known`, which this page last read or wrote. If the storage is
/// full, the oldest finished games are deleted; unfinished ones never are.
#[must_use]
pub fn keep(id: &str, new: &str, known: Option<&str>) -> Kept {
    match text(id) {
        Some(stored) if Some(stored.as_str()) != known => return Kept::Overtaken(stored),
        Some(_) | None => {}
    }
    storage::write(&format!("{WHEN}{id}"), &js_sys::Date::now().to_string());
    let is_written = || storage::write(&key(id), new);
    if is_written() || make_room(Some(id), is_written) { Kept::Yes } else { Kept::No }
}

/// Deletes the oldest finished games one by one until something can be written, which was just refused; never the game
/// `spared`. Returns whether there was room in the end; if not, no game is deleted.
pub(super) fn make_room(spared: Option<&str>, is_written: impl Fn() -> bool) -> bool {
    let others = to_make_room(&lines(), 0).into_iter().filter(|other| Some(other.as_str()) != spared && is_kept(other));
    let mut gone = vec![];
    for oldest in others {
        gone.extend(discard(&oldest));
        if is_written() {
            return true;
        }
    }
    // Something else fills the storage, so no game has to be deleted.
    for game in gone {
        put(&game.id, &game);
    }
    false
}

/// All saved games as lines of the archive, newest first.
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

/// All games in one file, and the progress in the puzzle game.
#[must_use]
pub fn bundle() -> Bundle {
    Bundle::new(ids().iter().filter_map(|id| bundled(id)).collect(), larder::exported())
}

/// A game as part of a file.
fn bundled(id: &str) -> Option<BundledGame> {
    let save = text(id)?;
    Some(BundledGame { id: id.to_owned(), when: when(id), shown: shown(id).unwrap_or(0), save })
}

/// Imports the games of a file. Saved games stay unless the file has more actions of them.
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
                None => drop(discard(&id)),
            }
            taken.refused += 1;
        }
    }
    taken
}

/// Writes a game with the time it was last played, so that it does not displace newer ones. Returns whether there was
/// room.
fn put(id: &str, game: &BundledGame) -> bool {
    let is_written = storage::write(&key(id), &game.save);
    if is_written {
        storage::write(&format!("{WHEN}{id}"), &game.when.to_string());
        set_shown(id, game.shown);
    }
    is_written
}

/// The outcome of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakenIn {
    /// How many were added.
    pub new: usize,
    /// How many replaced a shorter save.
    pub further: usize,
    /// How many were saved already.
    pub known: usize,
    /// For how many there was no room.
    pub refused: usize,
}

/// The key of a game, as in storage events.
#[must_use]
pub fn key(id: &str) -> String {
    format!("{GAME}{id}")
}

/// When a game was last played, in milliseconds since 1970.
#[must_use]
pub fn when(id: &str) -> f64 {
    storage::read(&format!("{WHEN}{id}")).and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

/// The number of actions of a game that have been shown.
#[must_use]
pub fn shown(id: &str) -> Option<usize> {
    storage::read(&format!("{SHOWN}{id}"))?.parse().ok()
}

/// Stores the number of actions of a game that have been shown.
pub fn set_shown(id: &str, shown: usize) {
    storage::write(&format!("{SHOWN}{id}"), &shown.to_string());
}

/// Whether the browser has saved this game beyond this page.
#[must_use]
pub fn is_kept(id: &str) -> bool {
    storage::is_kept(&key(id))
}

/// Deletes a game and returns it, so that it can be brought back.
pub fn discard(id: &str) -> Option<BundledGame> {
    let game = bundled(id);
    for prefix in [GAME, SHOWN, WHEN] {
        storage::remove(&format!("{prefix}{id}"));
    }
    game
}

/// Brings back a game that was deleted, unless another one has its id by now. Returns whether there was room.
pub fn bring_back(game: &BundledGame) -> bool {
    text(&game.id).is_none() && put(&game.id, game)
}
