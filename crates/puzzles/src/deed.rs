//! What a player does before the monster is let loose, thing by thing, and how that is written.

use std::fmt;
use std::str::FromStr;

use rules::game::{Axis, Placement};
use rules::{Cell, CellSet, Direction, Stone, Teleporter};
use thiserror::Error;

use crate::thing::Thing;

/// One thing that a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deed {
    /// Lays a stone.
    Stone {
        /// Its kind.
        stone: Stone,
        /// Where.
        at: Cell,
    },
    /// Puts one of ours that waits on the board. Which one does not matter: they are all alike to the monster.
    Figure {
        /// Where.
        at: Cell,
    },
    /// Lays the square pool.
    SquarePool {
        /// Its north-west space.
        at: Cell,
    },
    /// Lays the long pool.
    LongPool {
        /// Its westernmost or northernmost space.
        at: Cell,
        /// Which way it lies.
        axis: Axis,
    },
    /// Lays a pair of teleporters, the first by row and column first.
    Teleporters([Teleporter; 2]),
    /// Moves what lies somewhere.
    Move {
        /// Where it lies.
        from: Cell,
        /// Where it shall lie.
        to: Cell,
    },
    /// Turns the arrow of a teleporter.
    Turn {
        /// Where it lies.
        at: Cell,
        /// Where it shall point.
        arrow: Direction,
    },
}

impl Deed {
    /// What is laid, if anything is.
    #[must_use]
    pub const fn thing(self) -> Option<Thing> {
        match self {
            Deed::Stone { stone, .. } => Some(Thing::Stone(stone)),
            Deed::Figure { .. } => Some(Thing::Figure),
            Deed::SquarePool { .. } => Some(Thing::SquarePool),
            Deed::LongPool { .. } => Some(Thing::LongPool),
            Deed::Teleporters(_) => Some(Thing::Teleporters),
            Deed::Move { .. } | Deed::Turn { .. } => None,
        }
    }

    /// The spaces that what is laid or moved will cover, or `None` if it would stick out of the fortress.
    #[must_use]
    pub fn cells(self) -> Option<CellSet> {
        match self {
            Deed::Stone { at, .. } | Deed::Figure { at } | Deed::Turn { at, .. } | Deed::Move { to: at, .. } => {
                Some([at].into_iter().collect())
            }
            Deed::SquarePool { at } => Placement::SquarePool { at }.cells(),
            Deed::LongPool { at, axis } => Placement::LongPool { at, axis }.cells(),
            Deed::Teleporters(pair) => Some(pair.into_iter().map(|teleporter| teleporter.at).collect()),
        }
    }
}

/// All that a player does, in the order of [`Deed`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Preparation(Vec<Deed>);

impl Preparation {
    /// The deeds, in order.
    #[must_use]
    pub fn deeds(&self) -> &[Deed] {
        &self.0
    }
}

impl FromIterator<Deed> for Preparation {
    fn from_iter<I: IntoIterator<Item = Deed>>(deeds: I) -> Preparation {
        let mut deeds: Vec<Deed> = deeds.into_iter().collect();
        deeds.sort();
        Preparation(deeds)
    }
}

impl fmt::Display for Preparation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deeds: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.pad(&deeds.join(" "))
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Deed::Stone { stone, at } => format!("{}:{at}", Thing::Stone(*stone)),
            Deed::Figure { at } => format!("{}:{at}", Thing::Figure),
            Deed::SquarePool { at } => format!("{}:{at}", Thing::SquarePool),
            Deed::LongPool { at, axis } => {
                let along = match axis {
                    Axis::Row => Direction::East,
                    Axis::Column => Direction::South,
                };
                format!("{}:{at}{}", Thing::LongPool, along.letter())
            }
            Deed::Teleporters([one, other]) => {
                format!("{}:{}{}-{}{}", Thing::Teleporters, one.at, one.arrow.letter(), other.at, other.arrow.letter())
            }
            Deed::Move { from, to } => format!("move:{from}-{to}"),
            Deed::Turn { at, arrow } => format!("turn:{at}{}", arrow.letter()),
        };
        f.pad(&text)
    }
}

/// What a word that should be a deed is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{word:?} is nothing one can do: {wanted} expected")]
pub struct UnknownDeed {
    /// The word.
    pub word: String,
    /// What would be something.
    pub wanted: &'static str,
}

impl FromStr for Deed {
    type Err = UnknownDeed;

    fn from_str(word: &str) -> Result<Deed, UnknownDeed> {
        let unknown = |wanted| UnknownDeed { word: word.to_owned(), wanted };
        let (what, place) = word.split_once(':').ok_or_else(|| unknown("something like stone:e5"))?;
        let cell = || place.parse::<Cell>().map_err(|_| unknown("a space like e5 behind the colon"));
        match what.parse::<Thing>() {
            Ok(Thing::Stone(stone)) => Ok(Deed::Stone { stone, at: cell()? }),
            Ok(Thing::Figure) => Ok(Deed::Figure { at: cell()? }),
            Ok(Thing::SquarePool) => Ok(Deed::SquarePool { at: cell()? }),
            Ok(Thing::LongPool) => match pointed(place) {
                Some((at, Direction::East)) => Ok(Deed::LongPool { at, axis: Axis::Row }),
                Some((at, Direction::South)) => Ok(Deed::LongPool { at, axis: Axis::Column }),
                _ => Err(unknown("its first space and e or s, like long-pool:e9e,")),
            },
            Ok(Thing::Teleporters) => {
                let pair = place.split_once('-').and_then(|(one, other)| Some([pointed(one)?, pointed(other)?]));
                let pair = pair.ok_or_else(|| unknown("two spaces with arrows, like teleporters:c4e-k9n,"))?;
                let mut pair = pair.map(|(at, arrow)| Teleporter { at, arrow });
                pair.sort();
                Ok(Deed::Teleporters(pair))
            }
            Err(_) if what == "move" => {
                let cells = place.split_once('-').and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
                let (from, to) = cells.ok_or_else(|| unknown("two spaces, like move:c3-d3,"))?;
                Ok(Deed::Move { from, to })
            }
            Err(_) if what == "turn" => {
                let (at, arrow) = pointed(place).ok_or_else(|| unknown("a space with an arrow, like turn:c4n,"))?;
                Ok(Deed::Turn { at, arrow })
            }
            Err(_) => Err(unknown(
                "stone, crystal, turn-right, turn-around, figure, square-pool, long-pool, teleporters, move or turn",
            )),
        }
    }
}

/// A space and the direction behind it.
fn pointed(text: &str) -> Option<(Cell, Direction)> {
    let direction = Direction::ALL.into_iter().find(|direction| text.ends_with(direction.letter()))?;
    Some((text[..text.len() - 1].parse().ok()?, direction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_deed_reads_as_it_is_written() {
        let words = "stone:e5 crystal:c3 turn-right:p5 turn-around:e11 figure:a1 square-pool:c3 long-pool:e9e long-pool:e2s \
                     teleporters:c4e-k9n move:c3-d10 turn:c4w";
        for word in words.split_whitespace() {
            assert_eq!(word.parse::<Deed>().map(|deed| deed.to_string()), Ok(word.to_owned()));
        }
        assert_eq!(
            "teleporters:k9n-c4e".parse::<Deed>().map(|deed| deed.to_string()),
            Ok("teleporters:c4e-k9n".to_owned())
        );
    }

    #[test]
    fn what_is_no_deed_is_told_with_what_would_be_one() {
        for (word, told) in [
            ("e5", "\"e5\" is nothing one can do: something like stone:e5 expected"),
            ("stone:m1", "\"stone:m1\" is nothing one can do: a space like e5 behind the colon expected"),
            ("move:c3", "\"move:c3\" is nothing one can do: two spaces, like move:c3-d3, expected"),
            ("turn:", "\"turn:\" is nothing one can do: a space with an arrow, like turn:c4n, expected"),
            ("turn:é", "\"turn:é\" is nothing one can do: a space with an arrow, like turn:c4n, expected"),
            (
                "long-pool:e9w",
                "\"long-pool:e9w\" is nothing one can do: its first space and e or s, like long-pool:e9e, expected",
            ),
        ] {
            assert_eq!(word.parse::<Deed>().map_err(|error| error.to_string()), Err(told.to_owned()));
        }
    }
}
