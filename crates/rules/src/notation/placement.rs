//! Tiles with their places, and tombstones, as they appear in records and on terminals.

use std::fmt;
use std::str::FromStr;

use super::names::UnknownName;
use super::shortened;
use crate::game::{Axis, Pair, Placement};
use crate::piece::Stone;
use crate::tombstone::Tombstone;

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Placement::Stone { stone, at } => write!(f, "{stone} {at}"),
            Placement::SquarePool { at } => write!(f, "square_pool {at}"),
            Placement::LongPool { at, axis: Axis::Row } => write!(f, "long_pool {at} row"),
            Placement::LongPool { at, axis: Axis::Column } => write!(f, "long_pool {at} column"),
            Placement::Teleporter { pair: Pair::One, at, arrow } => write!(f, "teleporter 1 {at} {arrow}"),
            Placement::Teleporter { pair: Pair::Two, at, arrow } => write!(f, "teleporter 2 {at} {arrow}"),
        }
    }
}

impl FromStr for Placement {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Placement, UnknownName> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let teleporter =
            |pair, at: &str, arrow: &str| Ok(Placement::Teleporter { pair, at: at.parse()?, arrow: arrow.parse()? });
        match words[..] {
            ["square_pool", at] => Ok(Placement::SquarePool { at: at.parse()? }),
            ["long_pool", at, "row"] => Ok(Placement::LongPool { at: at.parse()?, axis: Axis::Row }),
            ["long_pool", at, "column"] => Ok(Placement::LongPool { at: at.parse()?, axis: Axis::Column }),
            ["teleporter", "1", at, arrow] => teleporter(Pair::One, at, arrow),
            ["teleporter", "2", at, arrow] => teleporter(Pair::Two, at, arrow),
            [stone, at] if stone.parse::<Stone>().is_ok() => {
                Ok(Placement::Stone { stone: stone.parse()?, at: at.parse()? })
            }
            _ => Err(UnknownName::Placement(shortened(text))),
        }
    }
}

impl fmt::Display for Tombstone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tombstone::Steps(number) => write!(f, "{number}"),
            Tombstone::Hits(hits) if hits.get() == 1 => write!(f, "1 hit"),
            Tombstone::Hits(hits) => write!(f, "{hits} hits"),
        }
    }
}

impl FromStr for Tombstone {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Tombstone, UnknownName> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_plain = !text.contains('+');
        let tombstone = match words[..] {
            _ if !is_plain => None,
            [number] => number.parse().ok().map(Tombstone::Steps),
            ["1", "hit"] => Some(Tombstone::hits(1)),
            [hits, "hits"] if hits != "1" => hits.parse().ok().map(Tombstone::Hits),
            _ => None,
        };
        tombstone.ok_or_else(|| UnknownName::Tombstone(shortened(text)))
    }
}
