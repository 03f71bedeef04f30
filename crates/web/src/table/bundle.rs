//! All games of a browser as one file, for backup or for another browser.

use serde::{Deserialize, Serialize};

/// All games in one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    /// Identifies the file format.
    kind: BundleKind,
    /// The version of the file format.
    pub version: u32,
    /// The games.
    pub games: Vec<BundledGame>,
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

impl Bundle {
    /// The version that this program writes and reads.
    pub const VERSION: u32 = 1;

    /// These games in one file.
    #[must_use]
    pub fn new(games: Vec<BundledGame>) -> Bundle {
        Bundle { kind: BundleKind::Games, version: Bundle::VERSION, games }
    }

    /// The text of the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts and numbers can be written")
    }
}
