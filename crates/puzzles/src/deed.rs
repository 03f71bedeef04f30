//! What a player does before the monster is let loose, one deed at a time, and how deeds are written.

use std::fmt;
use std::str::FromStr;

use rules::game::{Axis, Placement};
use rules::{Cell, CellSet, Direction, Stone, Teleporter};
use thiserror::Error;

use crate::thing::Thing;

/// One preparation step of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deed {
    /// Lays a stone.
    Stone {
        /// The kind of stone.
        stone: Stone,
        /// The space.
        at: Cell,
    },
    /// Puts one of our waiting figures on the board. The monster does not tell them apart, so it does not matter which.
    Figure {
        /// The space.
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
        /// Its direction.
        axis: Axis,
    },
    /// Lays a pair of teleporters, in the order of row and column.
    Teleporters([Teleporter; 2]),
    /// Moves a stone or figure.
    Move {
        /// The space it is on.
        from: Cell,
        /// The space it is moved to.
        to: Cell,
    },
    /// Turns the arrow of a teleporter.
    Turn {
        /// The space it is on.
        at: Cell,
        /// The new direction.
        arrow: Direction,
    },
}

impl Deed {
    /// The kind of thing it lays; `None` for a move or turn.
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

    /// Lays a pair of teleporters, given in any order.
    pub(crate) fn teleporters(mut pair: [Teleporter; 2]) -> Deed {
        pair.sort();
        Deed::Teleporters(pair)
    }

    /// The distance between the first spaces of two deeds.
    pub(crate) fn distance(self, other: Deed) -> u8 {
        let first = |deed: Deed| deed.cells().and_then(|cells| cells.first());
        let between = |one: Cell, other: Cell| one.column().abs_diff(other.column()) + one.row().abs_diff(other.row());
        first(self).zip(first(other)).map_or(0, |(one, other)| between(one, other))
    }

    /// The spaces that it covers, or `None` if it would stick out of the fortress.
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

/// All deeds of a player, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Preparation(Vec<Deed>);

impl Preparation {
    /// The deeds in ascending order.
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

/// A word that cannot be parsed as a deed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid deed {word:?}: expected {wanted}")]
pub struct UnknownDeed {
    /// The word.
    pub word: String,
    /// What was expected instead.
    pub wanted: &'static str,
}

impl FromStr for Deed {
    type Err = UnknownDeed;

    fn from_str(word: &str) -> Result<Deed, UnknownDeed> {
        let unknown = |wanted| UnknownDeed { word: word.to_owned(), wanted };
        let (what, place) = word.split_once(':').ok_or_else(|| unknown("something like stone:e5"))?;
        let cell = || place.parse::<Cell>().map_err(|_| unknown("a space like e5 after the colon"));
        match what.parse::<Thing>() {
            Ok(Thing::Stone(stone)) => Ok(Deed::Stone { stone, at: cell()? }),
            Ok(Thing::Figure) => Ok(Deed::Figure { at: cell()? }),
            Ok(Thing::SquarePool) => Ok(Deed::SquarePool { at: cell()? }),
            Ok(Thing::LongPool) => match pointed(place) {
                Some((at, Direction::East)) => Ok(Deed::LongPool { at, axis: Axis::Row }),
                Some((at, Direction::South)) => Ok(Deed::LongPool { at, axis: Axis::Column }),
                _ => Err(unknown("its first space and e or s, like long-pool:e9e")),
            },
            Ok(Thing::Teleporters) => {
                let pair = place.split_once('-').and_then(|(one, other)| Some([pointed(one)?, pointed(other)?]));
                let pair = pair.ok_or_else(|| unknown("two spaces with arrows, like teleporters:c4e-k9n"))?;
                let mut pair = pair.map(|(at, arrow)| Teleporter { at, arrow });
                pair.sort();
                Ok(Deed::Teleporters(pair))
            }
            Err(_) if what == "move" => {
                let cells = place.split_once('-').and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
                let (from, to) = cells.ok_or_else(|| unknown("two spaces, like move:c3-d3"))?;
                Ok(Deed::Move { from, to })
            }
            Err(_) if what == "turn" => {
                let (at, arrow) = pointed(place).ok_or_else(|| unknown("a space with an arrow, like turn:c4n"))?;
                Ok(Deed::Turn { at, arrow })
            }
            Err(_) => Err(unknown(
                "stone, crystal, turn-right, turn-around, figure, square-pool, long-pool, teleporters, move or turn",
            )),
        }
    }
}

/// Parses a space followed by the letter of a direction.
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
    fn errors_name_what_was_expected() {
        for (word, told) in [
            ("e5", "invalid deed \"e5\": expected something like stone:e5"),
            ("stone:m1", "invalid deed \"stone:m1\": expected a space like e5 after the colon"),
            ("move:c3", "invalid deed \"move:c3\": expected two spaces, like move:c3-d3"),
            ("turn:", "invalid deed \"turn:\": expected a space with an arrow, like turn:c4n"),
            ("turn:é", "invalid deed \"turn:é\": expected a space with an arrow, like turn:c4n"),
            (
                "long-pool:e9w",
                "invalid deed \"long-pool:e9w\": expected its first space and e or s, like long-pool:e9e",
            ),
        ] {
            assert_eq!(word.parse::<Deed>().map_err(|error| error.to_string()), Err(told.to_owned()));
        }
    }
}
