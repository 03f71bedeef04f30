//! Verifiable chance: everything random in a game follows from a seed that the host commits to before the first action
//! and reveals after the last. See `docs/fairness.md`.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The seed of everything random in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// Prevents guessing the seed from the commitment, in case the seed is not random enough.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Salt(pub [u8; 32]);

/// A player's contribution to the randomness, so that the host cannot determine it alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nonce(pub [u8; 16]);

/// A hash, published before the first action, that binds the host to its seed without revealing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Commitment(pub [u8; 32]);

/// Seed and salt, which only the host knows until the game is over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret {
    /// The seed.
    pub seed: Seed,
    /// The salt.
    pub salt: Salt,
}

// Secrets must not appear in logs.
impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// Creates a secret from a given seed. The salt is derived from it, so the same seed gives the same record.
    #[must_use]
    pub fn chosen(seed: Seed) -> Secret {
        let unsalted = Secret { seed, salt: Salt([0; 32]) };
        Secret { salt: Salt(unsalted.commitment().0), ..unsalted }
    }

    /// Computes the commitment to this secret.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(b"fearsome-v1");
        hash.update(self.salt.0);
        hash.update(self.seed.0);
        Commitment(hash.finalize().into())
    }
}

/// The purpose of a stream of random numbers. Each purpose has its own stream, so that it does not depend on how much
/// of the others has been used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Drawing the seat that begins.
    Start,
    /// Laying the tiles at random.
    SetUp,
    /// The pile of stage one, and its shuffle after the first number.
    PileOne,
    /// The pile of stage two.
    PileTwo,
    /// The decisions of automatic players.
    Players,
}

impl Purpose {
    const fn name(self) -> &'static [u8] {
        match self {
            Purpose::Start => b"start",
            Purpose::SetUp => b"set-up",
            Purpose::PileOne => b"pile-1",
            Purpose::PileTwo => b"pile-2",
            Purpose::Players => b"players",
        }
    }
}

/// A stream of random numbers. The same seed, nonces and purpose give the same stream on every platform.
#[derive(Clone)]
pub struct Stream(ChaCha20Rng);

impl Stream {
    /// Creates the stream for a purpose. `nonces` are those that players gave, in the order of the seats.
    #[must_use]
    pub fn new(seed: &Seed, nonces: &[Nonce], purpose: Purpose) -> Stream {
        let mut hash = Sha256::new();
        hash.update(seed.0);
        nonces.iter().for_each(|nonce| hash.update(nonce.0));
        hash.update(purpose.name());
        Stream(ChaCha20Rng::from_seed(hash.finalize().into()))
    }

    /// Draws a number below `count`, uniformly.
    ///
    /// # Panics
    ///
    /// If `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        let count = u32::try_from(count).ok().filter(|count| *count > 0).expect("the range is not empty");
        // Words above the last multiple of `count` would favour small numbers, so they are discarded.
        let whole = u32::MAX - u32::MAX % count;
        loop {
            let word = self.0.next_u32();
            if word < whole {
                return (word % count) as usize;
            }
        }
    }

    /// Shuffles the items; every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Draws one of the items, uniformly. Returns `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}
