//! What levels teach, as codes: each language has its own words for them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Something that a level teaches, and that its solution needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trick {
    /// It sees ahead and to its sides, and turns to what it sees.
    Seeing,
    /// Of several it turns to the nearest.
    Nearest,
    /// Of two that are equally near it turns to neither.
    Tie,
    /// Stones block its sight.
    Stone,
    /// It shoves stones, and what is behind them.
    Shove,
    /// It walks through walls, and comes out at the twin.
    Wall,
    /// It slides over blood, and so does what it shoves.
    Slide,
    /// It sees through crystals.
    Crystal,
    /// Turning stones turn it.
    Turn,
    /// Teleporters bring it elsewhere.
    Teleporter,
}

impl Trick {
    /// All of them, in the order in which one learns them. The order is a promise: codes and seeds depend on it.
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

    /// Its code, as it stands in files.
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

/// No trick has this code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no trick: {list}", list = Trick::ALL.map(Trick::code).join(", "))]
pub struct UnknownTrick(pub String);

impl FromStr for Trick {
    type Err = UnknownTrick;

    fn from_str(code: &str) -> Result<Trick, UnknownTrick> {
        Trick::ALL.into_iter().find(|trick| trick.code() == code).ok_or_else(|| UnknownTrick(code.to_owned()))
    }
}
