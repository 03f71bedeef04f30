//! Who holds a seat: all that is stored of a token or a cookie.

use std::fmt;

use rules::notation::{from_hex, to_hex};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

/// The hash of a token or cookie.
///
/// Tokens and cookies have 256 random bits, so a plain hash is enough: nobody can guess what it was made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Holder(pub(crate) [u8; 32]);

impl Holder {
    /// Whoever presents this token.
    pub(crate) fn of_token(secret: &[u8; 32]) -> Holder {
        Holder::of("token", secret)
    }

    /// Whoever presents this cookie.
    pub(crate) fn of_cookie(secret: &[u8; 32]) -> Holder {
        Holder::of("cookie", secret)
    }

    /// Whoever presents this code of a handover.
    pub(crate) fn of_code(code: &str) -> Holder {
        Holder::of("code", code.as_bytes())
    }

    /// The kind is part of the hash, so that a cookie does not work as a token.
    fn of(kind: &str, secret: &[u8]) -> Holder {
        let mut hash = Sha256::new();
        hash.update(kind);
        hash.update([0]);
        hash.update(secret);
        Holder(hash.finalize().into())
    }
}

/// What a request presents to show who it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Claims {
    /// The hashes of its tokens, and of its cookie if that counts.
    pub(crate) holders: Vec<Holder>,
    /// Whether there is a cookie among them. A browser that holds nothing here is told so; a program with a wrong token
    /// is told that the token is wrong.
    pub(crate) has_cookie: bool,
}

impl Claims {
    /// Whether `holder` is among them.
    pub(crate) fn include(&self, holder: &Holder) -> bool {
        self.holders.contains(holder)
    }
}

// A hash opens nothing, but it links people across tables, so it is kept out of logs.
impl fmt::Debug for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Holder(…)")
    }
}

impl Serialize for Holder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&to_hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for Holder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Holder, D::Error> {
        let text = String::deserialize(deserializer)?;
        from_hex(&text).map(Holder).ok_or_else(|| de::Error::custom("expected 64 hexadecimal digits"))
    }
}
