//! All games of a browser and its progress in the puzzle game as one file, for backup or for another browser.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// All games in one file, and the progress in the puzzle game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    /// Identifies the file format.
    kind: BundleKind,
    version: u32,
    /// The games.
    pub games: Vec<BundledGame>,
    /// The text of the [`Progress`](crate::puzzle::progress::Progress). Older files do not have it, and older programs
    /// ignore it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum BundleKind {
    #[default]
    #[serde(rename = "fearsome floors games")]
    Games,
}

/// A game in a [`Bundle`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BundledGame {
    /// Its id, as in the address.
    pub id: String,
    /// When it was last played, in milliseconds since 1970.
    pub when: f64,
    /// The number of actions that had been shown.
    pub shown: usize,
    /// The text of the [`SavedGame`](super::SavedGame).
    pub save: String,
}

/// Why a text is not a [`Bundle`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BundleProblem {
    /// It is not a file of this program.
    #[error("line {line}: {reason}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        reason: String,
    },
    /// It was written by a later version.
    #[error("unknown version {0}; this program reads version {known}", known = Bundle::VERSION)]
    Version(u32),
}

impl Bundle {
    /// The version that this program writes and reads.
    const VERSION: u32 = 1;

    /// These games and this progress in one file.
    #[must_use]
    pub fn new(games: Vec<BundledGame>, puzzles: Option<String>) -> Bundle {
        Bundle { kind: BundleKind::Games, version: Bundle::VERSION, games, puzzles }
    }

    /// The text of the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts and numbers can be written")
    }
    /// Parses the text of a file. What the games and the progress in it are worth is not checked.
    ///
    /// # Errors
    ///
    /// What is wrong, and in which line of the text.
    pub fn from_text(text: &str) -> Result<Bundle, BundleProblem> {
        let unreadable =
            |error: serde_json::Error| BundleProblem::Json { line: error.line(), reason: error.to_string() };
        let bundle: Bundle = serde_json::from_str(text).map_err(unreadable)?;
        match bundle.version {
            Bundle::VERSION => Ok(bundle),
            other => Err(BundleProblem::Version(other)),
        }
    }
}
