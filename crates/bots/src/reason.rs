//! Why a bot did something: data with codes, put into words by whoever shows it.

/// The reason of a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// There is none.
    AtRandom,
}
