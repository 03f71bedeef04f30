//! What the cover tells of saved games.

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
    /// Whose move it is; `None` if it is the monster's.
    pub whose_move: Option<String>,
    /// When it was last played, in milliseconds since 1970.
    pub when: f64,
}

/// How many saved games the cover has room for.
const SHOWN: usize = 4;

/// The saved games that the cover shows: the newest, and the newest of all first.
#[must_use]
pub fn shelf(saved: &[SavedGameLine]) -> Vec<SavedGameLine> {
    let mut saved = saved.to_vec();
    saved.sort_by(|one, other| other.when.total_cmp(&one.when));
    saved.truncate(SHOWN);
    saved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_games_are_shown_with_the_newest_at_the_top() {
        let line = |id: &str, when| SavedGameLine {
            id: id.to_owned(),
            stage: 1,
            turn: 1,
            tile: None,
            names: vec![],
            whose_move: None,
            when,
        };
        let saved = [line("old", 1.0), line("new", 3.0), line("oldest", -1.0), line("older", 0.0), line("newest", 9.0)];
        let ids: Vec<String> = shelf(&saved).into_iter().map(|line| line.id).collect();
        assert_eq!(ids, ["newest", "new", "old", "older"]);
    }
}
