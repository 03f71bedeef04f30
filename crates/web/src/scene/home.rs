//! The games that the cover offers to continue.

use rules::game::{FortressChoice, Stage, Tile};

use crate::table::SaveOutline;

/// A saved game in a line.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedGameLine {
    /// As it stands in the address.
    pub id: String,
    /// The stage, 1 or 2.
    pub stage: u8,
    /// The turn in it, from 1.
    pub turn: u8,
    /// The tile that is to be laid, from 1, while the fortress is not complete.
    pub tile: Option<usize>,
    /// Who plays, by seat.
    pub names: Vec<String>,
    /// Whose action is awaited; `None` for a save from before that was stored.
    pub whose_move: Option<String>,
}

impl SavedGameLine {
    /// What the text of a saved game says; `None` if the game is over or damaged. The game is not played.
    #[must_use]
    pub fn of(id: &str, save: &str) -> Option<SavedGameLine> {
        let SaveOutline { record, awaits } = SaveOutline::read(save).ok()?;
        if record.ending.is_some() {
            return None;
        }
        let names: Vec<String> = record.terms.seats().iter().map(|player| player.name.clone()).collect();
        let laid = record.actions.len();
        let is_by_hand = record.terms.options().is_some_and(|options| options.fortress == FortressChoice::ByHand);
        let is_being_laid = is_by_hand && laid < Tile::COUNT;
        let (stage, turn) = record.turn.unwrap_or((Stage::One, 1));
        Some(SavedGameLine {
            id: id.to_owned(),
            stage: stage.number(),
            turn,
            tile: is_being_laid.then_some(laid + 1),
            whose_move: awaits.and_then(|seat| names.get(seat.index()).cloned()),
            names,
        })
    }
}

/// How many saved games the cover has room for.
const SHOWN: usize = 4;

/// The saved games that the cover shows: the newest that can go on, the newest of all first. `games` are the ids of all games with
/// the time they were last played, `text` reads a game's save. No more saves are read than it takes.
pub fn shelf(mut games: Vec<(String, f64)>, text: impl Fn(&str) -> Option<String>) -> Vec<SavedGameLine> {
    games.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    games.iter().filter_map(|(id, _)| SavedGameLine::of(id, &text(id)?)).take(SHOWN).collect()
}
