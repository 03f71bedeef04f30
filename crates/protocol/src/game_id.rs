//! Ids of games.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

/// The id of a game: short, and hard to guess.
///
/// Invariant: [`GameId::LENGTH`] characters of [`GameId::ALPHABET`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^[a-kmnp-z2-9]{13}$"))]
pub struct GameId([u8; GameId::LENGTH]);

/// The text is not the id of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the id of a game has {} lower-case letters and digits", GameId::LENGTH)]
pub struct NotAGameId;

impl GameId {
    /// The number of characters, five random bits each.
    pub const LENGTH: usize = 13;

    /// Letters and digits that are not mistaken for each other.
    pub const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

    /// The id made of these random bytes.
    #[must_use]
    pub fn from_random(bytes: [u8; GameId::LENGTH]) -> GameId {
        GameId(bytes.map(|byte| Self::ALPHABET[usize::from(byte % 32)]))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("an id consists of ASCII characters")
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for GameId {
    type Err = NotAGameId;

    fn from_str(text: &str) -> Result<GameId, NotAGameId> {
        let bytes: [u8; GameId::LENGTH] = text.as_bytes().try_into().map_err(|_| NotAGameId)?;
        if bytes.iter().all(|byte| Self::ALPHABET.contains(byte)) { Ok(GameId(bytes)) } else { Err(NotAGameId) }
    }
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_round_trip_and_other_texts_are_not_ids() {
        let id = GameId::from_random(std::array::from_fn(|index| index as u8 * 19));
        assert_eq!(id.as_str().parse(), Ok(id));
        for text in ["", "abc", "abcdefghijkmO", "abcdefghijkm0", "abcdefghijkmnp", "ÄÄÄÄÄÄa"] {
            assert_eq!(text.parse::<GameId>(), Err(NotAGameId), "{text:?}");
        }
    }
}
