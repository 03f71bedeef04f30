//! Chance that anyone can check: everything random about a game follows from a seed that is committed to before the
//! first action and revealed after the last. Described in `docs/fairness.md`.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// What everything random about a game follows from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// Keeps the commitment from being guessed, should the seed not be as random as it ought to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Salt(pub [u8; 32]);

/// What a player adds, so that the host alone cannot choose the chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nonce(pub [u8; 16]);

/// Published before the first action: binds the host to its seed without telling it.
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

// Secrets end up in no log.
impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A secret for a seed that somebody chose: the salt follows from it, so that the same seed gives the same record.
    #[must_use]
    pub fn chosen(seed: Seed) -> Secret {
        let unsalted = Secret { seed, salt: Salt([0; 32]) };
        Secret { salt: Salt(unsalted.commitment().0), ..unsalted }
    }

    /// The commitment to this secret.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(b"fearsome-v1");
        hash.update(self.salt.0);
        hash.update(self.seed.0);
        Commitment(hash.finalize().into())
    }
}

/// What a stream of chance is for. Each purpose has its own, so that one does not depend on how often another was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Who begins.
    Start,
    /// Laying the tiles at random.
    SetUp,
    /// The pile of stage one, and its shuffle after the first number.
    PileOne,
    /// The pile of stage two.
    PileTwo,
    /// What automatic players do.
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

/// A stream of chance: the same seed, nonces and purpose give the same one everywhere.
#[derive(Clone)]
pub struct Stream(ChaCha20Rng);

impl Stream {
    /// The stream for a purpose. `nonces` are those that were given, in the order of the seats.
    #[must_use]
    pub fn new(seed: &Seed, nonces: &[Nonce], purpose: Purpose) -> Stream {
        let mut hash = Sha256::new();
        hash.update(seed.0);
        nonces.iter().for_each(|nonce| hash.update(nonce.0));
        hash.update(purpose.name());
        Stream(ChaCha20Rng::from_seed(hash.finalize().into()))
    }

    /// A number below `count`, each equally likely.
    ///
    /// # Panics
    ///
    /// If `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        let count = u32::try_from(count).ok().filter(|count| *count > 0).expect("one of none cannot be drawn");
        // Words beyond the last whole multiple would favour small numbers: draw again.
        let whole = u32::MAX - u32::MAX % count;
        loop {
            let word = self.0.next_u32();
            if word < whole {
                return (word % count) as usize;
            }
        }
    }

    /// Puts the items into an order of which each is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// One of the items, each equally likely; `None` of none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}
