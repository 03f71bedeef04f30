//! The hash of a game: server and clients compare it to notice that they have come apart.

use std::fmt;

use rules::game::{Awaited, Game};
use rules::notation::{from_hex, result_text, to_hex};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

/// The hash of a game after some action: 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^[0-9a-f]{16}$"))]
pub struct StateHash(pub [u8; 8]);

/// Computes the hash of a game with `seq` actions.
#[must_use]
pub fn state_hash(seq: u32, game: &Game) -> StateHash {
    let text = format!("{seq} {}", state_text(game));
    let digest: [u8; 32] = Sha256::digest(text).into();
    StateHash(digest[..8].try_into().expect("a digest has more than 8 bytes"))
}

fn state_text(game: &Game) -> String {
    match game {
        Game::Laying(laying) => {
            let placements: Vec<String> = laying.tiles().placements().map(|placement| placement.to_string()).collect();
            placements.join(",")
        }
        Game::Playing(playing) => match playing.awaited() {
            Awaited::Tile(_) | Awaited::Move(_) => {
                playing.to_situation().map(|situation| situation.to_string()).unwrap_or_default()
            }
            Awaited::Flip | Awaited::Nothing => format!("{} {}", playing.position(), result_text(playing.ending())),
        },
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&to_hex(&self.0))
    }
}

impl Serialize for StateHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StateHash, D::Error> {
        let text = String::deserialize(deserializer)?;
        from_hex(&text).map(StateHash).ok_or_else(|| de::Error::custom("a hash has 16 hexadecimal digits"))
    }
}
