//! Everything that the server draws at random: secrets, ids, tokens and codes.

use protocol::GameId;
use rules::chance::{Salt, Secret, Seed};
use rules::terms::MonsterNumber;

/// Words for codes: short, easy to say, and different from each other.
const WORDS: [&str; 64] = [
    "acorn", "anvil", "apple", "badge", "barrel", "basket", "beacon", "bell", "bone", "bottle", "bramble", "broom",
    "button", "candle", "cedar", "chain", "cobweb", "comet", "copper", "crow", "dagger", "ember", "fang", "feather",
    "ferret", "fiddle", "garlic", "ghost", "goblet", "hammer", "harbor", "hazel", "ivory", "jackal", "kettle",
    "ladder", "lantern", "lemon", "magnet", "marble", "meadow", "mirror", "moth", "needle", "nettle", "onion", "otter",
    "owl", "pebble", "pepper", "pillow", "quill", "raven", "ribbon", "saddle", "shadow", "silver", "spider", "thimble",
    "thunder", "turnip", "velvet", "walnut", "window",
];

fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without a source of randomness there are no secrets, and so no server.
    getrandom::fill(&mut bytes).expect("the operating system provides random bytes");
    bytes
}

/// A fresh seed and salt.
pub(crate) fn secret() -> Secret {
    Secret { seed: Seed(bytes()), salt: Salt(bytes()) }
}

/// The id of a new game.
pub(crate) fn game_id() -> GameId {
    GameId::from_random(bytes())
}

/// The secret of a token or cookie.
pub(crate) fn token() -> [u8; 32] {
    bytes()
}

/// The name of a node.
pub(crate) fn node() -> [u8; 8] {
    bytes()
}

/// The look of a monster.
pub(crate) fn monster() -> MonsterNumber {
    MonsterNumber::from_index(bytes::<1>()[0])
}

/// A name for a table that can be said aloud, such as `moth-candle-52`.
pub(crate) fn table_code() -> String {
    let [one, other, tens, ones] = bytes();
    let word = |byte: u8| WORDS[usize::from(byte) % WORDS.len()];
    // A number of two digits, so the first one is not 0.
    format!("{}-{}-{}{}", word(one), word(other), tens % 9 + 1, ones % 10)
}

/// A code that moves seats to another device: 100 random bits.
pub(crate) fn handover_code() -> String {
    bytes::<20>().map(|byte| char::from(GameId::ALPHABET[usize::from(byte % 32)])).iter().collect()
}

/// The seed of the bots of a game.
pub(crate) fn bot_seed(secret: &Secret) -> u64 {
    use sha2::{Digest, Sha256};
    // It follows from the secret, so that nobody can predict what a bot will do, and the same game has the same bots.
    let mut hash = Sha256::new();
    hash.update(b"bots");
    hash.update(secret.salt.0);
    hash.update(secret.seed.0);
    let digest: [u8; 32] = hash.finalize().into();
    u64::from_le_bytes(std::array::from_fn(|index| digest[index]))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn words_of_codes_differ_and_are_easy_to_type() {
        let words: BTreeSet<&str> = WORDS.into_iter().collect();
        assert_eq!(words.len(), WORDS.len());
        assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())));
    }

    #[test]
    fn a_code_has_two_words_and_a_number_of_two_digits() {
        for _ in 0..200 {
            let code = table_code();
            let parts: Vec<&str> = code.split('-').collect();
            let number: u32 = parts[2].parse().unwrap();
            assert!(parts.len() == 3 && (10..100).contains(&number), "{code}");
        }
    }
}
