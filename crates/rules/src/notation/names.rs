//! The names of cells, figures and all small enums.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::figure_move::Step;
use crate::game::{Band, EndReason, Face, FortressChoice, Length, NamedFortress};
use crate::geometry::{Cell, Direction};
use crate::piece::{FigureId, Stone};
use crate::setup::Spot;
use crate::terms::{FirstBy, NotABotName, PlayerKind};

/// A text that is not a name of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownName {
    /// A cell is a letter and a number.
    #[error("{0:?} is not a cell: cells are a1 to p11")]
    Cell(String),
    /// A figure is the letter of its band and its bright number.
    #[error("{0:?} is not a figure: figures are G, R, B, Y, E, P or K and 1, 3, 4 or 5")]
    Figure(String),
    /// There are four directions.
    #[error("{0:?} is not a direction: directions are north, east, south and west")]
    Direction(String),
    /// There are four kinds of stones.
    #[error("{0:?} is not a stone: stones are stone, crystal, turn_right and turn_around")]
    Stone(String),
    /// There are seven bands.
    #[error("{0:?} is not a band: bands are green, red, blue, yellow, beige, purple and black")]
    Band(String),
    /// There are two lengths of a game.
    #[error("{0:?} is not a length: lengths are normal and long")]
    Length(String),
    /// Six fortresses have names.
    #[error("{0:?} is not a named fortress: they are gallery, carousel, slaughterhouse, burrow, gauntlet and court")]
    NamedFortress(String),
    /// The first player is found in one of three ways.
    #[error("{0:?} is not a way to find the first player: lot, chosen or last eaten")]
    FirstBy(String),
    /// A step goes in a direction, or through a door.
    #[error("{0:?} is not a step: steps are north, east, south, west, enter and leave")]
    Step(String),
    /// A tile is followed by its place.
    #[error("{0:?} is not a tile with its place, like crystal c3, long_pool e9 row or teleporter 1 h6 north")]
    Placement(String),
    /// A tombstone is a number of steps or hits.
    #[error("{0:?} is not a tombstone, like 8 or 2 hits")]
    Tombstone(String),
}

/// The letters of the bands, in the order of [`Band::ALL`].
const BANDS: &[u8; 7] = b"GRBYEPK";

impl fmt::Display for FigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", band(self.band()), self.number(Face::Bright))
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

/// Parses a letter and a number from 1 to 99, whether or not the space exists.
impl FromStr for Spot {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Spot, UnknownName> {
        match read_spot(text) {
            Some((spot, "")) => Ok(spot),
            _ => Err(UnknownName::Cell(text.to_owned())),
        }
    }
}

/// Implements `Display` and `FromStr` for a closed set of values.
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

named! { Band, Band,
    "green" = { Band::Green }
    "red" = { Band::Red }
    "blue" = { Band::Blue }
    "yellow" = { Band::Yellow }
    "beige" = { Band::Beige }
    "purple" = { Band::Purple }
    "black" = { Band::Black }
}

named! { Length, Length,
    "normal" = { Length::Normal }
    "long" = { Length::Long }
}

named! { NamedFortress, NamedFortress,
    "gallery" = { NamedFortress::Gallery }
    "carousel" = { NamedFortress::Carousel }
    "slaughterhouse" = { NamedFortress::Slaughterhouse }
    "burrow" = { NamedFortress::Burrow }
    "gauntlet" = { NamedFortress::Gauntlet }
    "court" = { NamedFortress::Court }
}

named! { Step, Step,
    "north" = { Step::Go(Direction::North) }
    "east" = { Step::Go(Direction::East) }
    "south" = { Step::Go(Direction::South) }
    "west" = { Step::Go(Direction::West) }
    "enter" = { Step::Enter }
    "leave" = { Step::Leave }
}

named! { FirstBy, FirstBy,
    "lot" = { FirstBy::Lot }
    "chosen" = { FirstBy::Chosen }
    "last eaten" = { FirstBy::LastEaten }
}

/// `person`, the name of a bot, or `?` if unknown.
impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Unknown => f.pad("?"),
            PlayerKind::Person => f.pad("person"),
            PlayerKind::Bot(bot) => bot.fmt(f),
        }
    }
}

impl FromStr for PlayerKind {
    type Err = NotABotName;

    fn from_str(text: &str) -> Result<PlayerKind, NotABotName> {
        match text {
            "?" => Ok(PlayerKind::Unknown),
            "person" => Ok(PlayerKind::Person),
            bot => bot.parse().map(PlayerKind::Bot),
        }
    }
}

/// The kind of fortress, without its tiles.
impl fmt::Display for FortressChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FortressChoice::Basic => "basic",
            FortressChoice::ByHand => "by hand",
            FortressChoice::Prepared(_) => "prepared",
            FortressChoice::Random(_) => "random",
        })
    }
}

/// The reason as it appears in records and narration.
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
pub(super) fn band(band: Band) -> char {
    char::from(BANDS[band as usize])
}

/// Parses the letter of a band at the start of `text`. Also returns the rest of the text.
pub(super) fn read_band(text: &str) -> Option<(Band, &str)> {
    let band = text.bytes().next()?;
    let band = Band::ALL[BANDS.iter().position(|known| *known == band)?];
    Some((band, &text[1..]))
}

/// Parses a figure at the start of `text`. Also returns the rest of the text.
pub(super) fn read_figure(text: &str) -> Option<(FigureId, &str)> {
    let (band, rest) = read_band(text)?;
    let figure = FigureId::of(band, rest.bytes().next()?.checked_sub(b'0')?)?;
    Some((figure, &rest[1..]))
}

/// Parses a spot at the start of `text`. Also returns the rest of the text.
pub(super) fn read_spot(text: &str) -> Option<(Spot, &str)> {
    let column = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let number = &text[1..];
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    // Numbers with three digits or a leading zero are taken for mistakes.
    if digits > 2 || number.starts_with('0') {
        return None;
    }
    let row = number[..digits].parse::<u8>().ok()? - 1;
    Some((Spot { column, row }, &number[digits..]))
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
