//! The games that the cover offers to continue.

use rules::game::{FortressChoice, Stage, Tile};

use crate::table::SaveOutline;

/// A saved game as a line of the cover.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedGameLine {
    /// Its id, as in the address.
    pub id: String,
    /// The stage, 1 or 2.
    pub stage: u8,
    /// The turn in it, from 1.
    pub turn: u8,
    /// The number of the next tile, from 1, while the fortress is being laid.
    pub tile: Option<usize>,
    /// The names of the players, by seat.
    pub names: Vec<String>,
    /// The name of the player whose action is awaited; `None` if the save does not store it.
    pub whose_move: Option<String>,
}

impl SavedGameLine {
    /// Parses the text of a saved game; `None` if the game is over or damaged. The game is not played.
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

/// The number of saved games that the cover has room for.
const SHOWN: usize = 4;

/// The saved games that the cover shows: the newest ones that can be continued, newest first. `games` are the ids of
/// all games and when they were last played, `text` loads a save. Loads no more saves than it needs.
pub fn shelf(mut games: Vec<(String, f64)>, text: impl Fn(&str) -> Option<String>) -> Vec<SavedGameLine> {
    games.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    games.iter().filter_map(|(id, _)| SavedGameLine::of(id, &text(id)?)).take(SHOWN).collect()
}
