//! The tricks that levels teach, as codes. Front ends translate them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A property of the monster that a level teaches and that its solution needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trick {
    /// It sees ahead and to its sides, and turns to what it sees.
    Seeing,
    /// It turns to the nearest figure.
    Nearest,
    /// If two figures are equally near, it turns to neither.
    Tie,
    /// Stones block its sight.
    Stone,
    /// It shoves stones, and whatever is behind them.
    Shove,
    /// It walks through walls and comes out of the other wall with the same letter.
    Wall,
    /// It slides over blood, and so does everything it shoves.
    Slide,
    /// It sees through crystals.
    Crystal,
    /// Turning stones turn it.
    Turn,
    /// Teleporters transport it.
    Teleporter,
}

impl Trick {
    /// All tricks, in the order in which players learn them. Codes and seeds depend on the order, so it must not
    /// change.
    pub const ALL: [Trick; 10] = [
        Trick::Seeing,
        Trick::Nearest,
        Trick::Tie,
        Trick::Stone,
        Trick::Shove,
        Trick::Wall,
        Trick::Slide,
        Trick::Crystal,
        Trick::Turn,
        Trick::Teleporter,
    ];

    /// Its code in files.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Trick::Seeing => "seeing",
            Trick::Nearest => "nearest",
            Trick::Tie => "tie",
            Trick::Stone => "stone",
            Trick::Shove => "shove",
            Trick::Wall => "wall",
            Trick::Slide => "slide",
            Trick::Crystal => "crystal",
            Trick::Turn => "turn",
            Trick::Teleporter => "teleporter",
        }
    }
}

impl fmt::Display for Trick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A word that is not the code of a [`Trick`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown trick {0:?}: expected one of {list}", list = Trick::ALL.map(Trick::code).join(", "))]
pub struct UnknownTrick(pub String);

impl FromStr for Trick {
    type Err = UnknownTrick;

    fn from_str(code: &str) -> Result<Trick, UnknownTrick> {
        Trick::ALL.into_iter().find(|trick| trick.code() == code).ok_or_else(|| UnknownTrick(code.to_owned()))
    }
}
