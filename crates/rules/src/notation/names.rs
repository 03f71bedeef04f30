//! Names: of cells and figures, and of everything that comes in a few kinds.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::figure_move::Step;
use crate::game::{Axis, Colour, EndReason, Face, Fortress, Length, NamedLayout, Pair, Placement};
use crate::geometry::{Cell, Direction};
use crate::piece::{FigureId, Stone};
use crate::setup::Spot;
use crate::tombstone::Tombstone;

/// A text that is no name of the wanted kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownName {
    /// Cells are a letter and a number.
    #[error("{0:?} is no cell: cells are a1 to p11")]
    Cell(String),
    /// Figures are a band letter and the bright number.
    #[error("{0:?} is no figure: figures are G, R, B, Y, E, P or K and 1, 3, 4 or 5")]
    Figure(String),
    /// Directions are four words.
    #[error("{0:?} is no direction: directions are north, east, south and west")]
    Direction(String),
    /// Stones come in four kinds.
    #[error("{0:?} is no stone: stones are stone, crystal, turn_right and turn_around")]
    Stone(String),
    /// Colours are seven words.
    #[error("{0:?} is no colour: colours are green, red, blue, yellow, beige, purple and black")]
    Colour(String),
    /// Games have two lengths.
    #[error("{0:?} is no length: games are normal or long")]
    Length(String),
    /// Six fortresses have names.
    #[error("{0:?} is no fortress: they are gallery, carousel, slaughterhouse, burrow, gauntlet and court")]
    Layout(String),
    /// Steps are directions, or through a door.
    #[error("{0:?} is no step: steps are north, east, south, west, enter and leave")]
    Step(String),
    /// Tiles with their places.
    #[error("{0:?} is no tile with its place, like crystal c3, long_pool e9 row or teleporter 1 h6 north")]
    Placement(String),
    /// Numbers and hits.
    #[error("{0:?} is no tombstone, like 8 or 2 hits")]
    Tombstone(String),
}

/// The letters of the bands by colour: green, red, blue, yellow, beige, purple, black.
const BANDS: &[u8; 7] = b"GRBYEPK";

impl fmt::Display for FigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", band(self.colour()), self.number(Face::Bright))
    }
}

impl fmt::Debug for FigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for FigureId {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<FigureId, UnknownName> {
        match read_figure(text) {
            Some((figure, "")) => Ok(figure),
            _ => Err(UnknownName::Figure(text.to_owned())),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Spot::from(*self), f)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Cell, UnknownName> {
        let spot: Spot = text.parse()?;
        spot.cell().ok_or_else(|| UnknownName::Cell(text.to_owned()))
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = if self.column < 26 { char::from(b'a' + self.column) } else { '?' };
        write!(f, "{column}{}", u16::from(self.row) + 1)
    }
}

/// Reads a letter and a number from 1 to 99, whether or not there is such a space.
impl FromStr for Spot {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Spot, UnknownName> {
        match read_spot(text) {
            Some((spot, "")) => Ok(spot),
            _ => Err(UnknownName::Cell(text.to_owned())),
        }
    }
}

/// Names a closed set of values: what each is called, and back.
macro_rules! named {
    ($type:ty, $unknown:ident, $($name:literal = { $($value:tt)+ })*) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self {
                    $($($value)+ => $name,)*
                })
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(text: &str) -> Result<$type, UnknownName> {
                match text {
                    $($name => Ok($($value)+),)*
                    _ => Err(UnknownName::$unknown(text.to_owned())),
                }
            }
        }
    };
}

named! { Direction, Direction,
    "north" = { Direction::North }
    "east" = { Direction::East }
    "south" = { Direction::South }
    "west" = { Direction::West }
}

named! { Stone, Stone,
    "stone" = { Stone::Plain }
    "crystal" = { Stone::Crystal }
    "turn_right" = { Stone::TurnRight }
    "turn_around" = { Stone::TurnAround }
}

named! { Colour, Colour,
    "green" = { Colour::Green }
    "red" = { Colour::Red }
    "blue" = { Colour::Blue }
    "yellow" = { Colour::Yellow }
    "beige" = { Colour::Beige }
    "purple" = { Colour::Purple }
    "black" = { Colour::Black }
}

named! { Length, Length,
    "normal" = { Length::Normal }
    "long" = { Length::Long }
}

named! { NamedLayout, Layout,
    "gallery" = { NamedLayout::Gallery }
    "carousel" = { NamedLayout::Carousel }
    "slaughterhouse" = { NamedLayout::Slaughterhouse }
    "burrow" = { NamedLayout::Burrow }
    "gauntlet" = { NamedLayout::Gauntlet }
    "court" = { NamedLayout::Court }
}

named! { Step, Step,
    "north" = { Step::Go(Direction::North) }
    "east" = { Step::Go(Direction::East) }
    "south" = { Step::Go(Direction::South) }
    "west" = { Step::Go(Direction::West) }
    "enter" = { Step::Enter }
    "leave" = { Step::Leave }
}

/// What kind of fortress; the tiles of a prepared one are told elsewhere.
impl fmt::Display for Fortress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Fortress::Basic => "basic",
            Fortress::ByHand => "by hand",
            Fortress::Prepared(_) => "prepared",
        })
    }
}

/// Why a game ended, as a record and a narrator say it.
impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            EndReason::AllButOneOut => "all figures but one are out",
            EndReason::NobodyLeft => "nobody is left in play",
            EndReason::LastTombstone => "the last tombstone has fallen",
        })
    }
}

/// The letter of a band.
pub(super) fn band(colour: Colour) -> char {
    char::from(BANDS[colour as usize])
}

/// Reads the letter of a band at the start of `text` and returns the rest.
pub(super) fn read_band(text: &str) -> Option<(Colour, &str)> {
    let band = text.bytes().next()?;
    let colour = Colour::ALL[BANDS.iter().position(|known| *known == band)?];
    Some((colour, &text[1..]))
}

/// Reads a figure at the start of `text` and returns the rest.
pub(super) fn read_figure(text: &str) -> Option<(FigureId, &str)> {
    let (colour, rest) = read_band(text)?;
    let figure = FigureId::of(colour, rest.bytes().next()?.checked_sub(b'0')?)?;
    Some((figure, &rest[1..]))
}

/// Reads a place at the start of `text` and returns the rest.
pub(super) fn read_spot(text: &str) -> Option<(Spot, &str)> {
    let column = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let number = &text[1..];
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    // A number of three digits or with a leading zero is a slip, not a place.
    if digits > 2 || number.starts_with('0') {
        return None;
    }
    let row = number[..digits].parse::<u8>().ok()? - 1;
    Some((Spot { column, row }, &number[digits..]))
}

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

/// The beginning of a text, for messages about it.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for cell in Cell::ALL {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for figure in FigureId::all() {
            assert_eq!(figure.to_string().parse(), Ok(figure));
        }
        for direction in Direction::ALL {
            assert_eq!(direction.to_string().parse(), Ok(direction));
        }
        assert_eq!(FigureId::all().map(|figure| figure.to_string()).collect::<String>().len(), 56);
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for text in ["", "a", "1", "a0", "a01", "a111", "A1", "a1 ", " a1", "m1", "q1", "a8", "é1", "aé", "a+1"] {
            assert_eq!(text.parse::<Cell>(), Err(UnknownName::Cell(text.to_owned())));
        }
        for text in ["", "R", "R2", "R44", "r4", "Ré", "éé"] {
            assert_eq!(text.parse::<FigureId>(), Err(UnknownName::Figure(text.to_owned())));
        }
        assert_eq!("North".parse::<Direction>(), Err(UnknownName::Direction("North".to_owned())));
    }
}
