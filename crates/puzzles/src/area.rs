//! The text form of areas: `anywhere`, or spaces and rectangles of spaces. Whether there is room in an area is up to
//! the level.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use rules::{Cell, CellSet, Spot};
use thiserror::Error;

/// Why words cannot be parsed as an area.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AreaError {
    /// There are no words, or none after "anywhere but".
    #[error("missing area: expected anywhere, anywhere but …, or spaces like c3 and e5-h8")]
    Nothing,
    /// Neither a space nor a rectangle.
    #[error("invalid area {0:?}: expected a space like c3 or a rectangle like e5-h8")]
    Unknown(String),
    /// The space does not exist.
    #[error("there is no space {0}")]
    NoSuchSpace(Spot),
    /// Another word than "but" after "anywhere".
    #[error("expected \"{ANYWHERE} {BUT}\", found \"{ANYWHERE} {0}\"")]
    NotBut(String),
    /// A rectangle with other corners, or with the corners in the wrong order.
    #[error("invalid rectangle {0:?}: expected the north-west corner, then the south-east corner")]
    Corners(String),
}

const ANYWHERE: &str = "anywhere";
const BUT: &str = "but";

/// Parses the words of an area. Spaces may be separated by commas.
pub(crate) fn read(words: &[&str]) -> Result<CellSet, AreaError> {
    match words {
        [ANYWHERE] => Ok(CellSet::FLOOR),
        [ANYWHERE, BUT, others @ ..] => Ok(CellSet::FLOOR.without(&read_list(others)?)),
        [ANYWHERE, other, ..] => Err(AreaError::NotBut((*other).to_owned())),
        words => read_list(words),
    }
}

/// Parses the name of a single space.
pub(crate) fn read_space(word: &str) -> Result<Cell, AreaError> {
    let spot = Spot::from_str(word).map_err(|_| AreaError::Unknown(word.to_owned()))?;
    spot.cell().ok_or(AreaError::NoSuchSpace(spot))
}

fn read_list(words: &[&str]) -> Result<CellSet, AreaError> {
    let mut parts = words.iter().flat_map(|word| word.split(',')).filter(|part| !part.is_empty()).peekable();
    if parts.peek().is_none() {
        return Err(AreaError::Nothing);
    }
    parts.try_fold(CellSet::EMPTY, |area, part| Ok(area.union(&read_part(part)?)))
}

fn read_part(word: &str) -> Result<CellSet, AreaError> {
    let Some((one, other)) = word.split_once('-') else {
        return read_space(word).map(|cell| CellSet::from_iter([cell]));
    };
    // A corner need not be on the stair-cut floor, but its row and column must exist.
    let corner = |name| {
        let spot = Spot::from_str(name).map_err(|_| AreaError::Unknown(word.to_owned()))?;
        if spot.column < COLUMNS && spot.row < ROWS { Ok(spot) } else { Err(AreaError::NoSuchSpace(spot)) }
    };
    let (first, last) = (corner(one)?, corner(other)?);
    if first.column > last.column || first.row > last.row {
        return Err(AreaError::Corners(word.to_owned()));
    }
    Ok(Rectangle { first, last }.cells())
}

/// An area in few words. Lists of spaces are written like `c3 e5-h8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AreaText {
    /// Every space with room.
    Anywhere,
    /// Every space with room except these.
    AnywhereBut(String),
    /// These spaces.
    Spaces(String),
}

/// As in a level file.
impl Display for AreaText {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            AreaText::Anywhere => formatter.write_str(ANYWHERE),
            AreaText::AnywhereBut(spaces) => write!(formatter, "{ANYWHERE} {BUT} {spaces}"),
            AreaText::Spaces(spaces) => formatter.write_str(spaces),
        }
    }
}

/// Writes an area in few words. Spaces outside `room` do not count, so they may be included or left out.
pub(crate) fn write(area: &CellSet, room: &CellSet) -> AreaText {
    let rest = room.without(area);
    if rest.is_empty() {
        return AreaText::Anywhere;
    }
    let inside = AreaText::Spaces(write_list(area, &rest));
    let outside = AreaText::AnywhereBut(write_list(&rest, area));
    if outside.to_string().len() < inside.to_string().len() { outside } else { inside }
}

/// Covers all of `wanted` and none of `forbidden` with rectangles, greedily: each covers as many of the remaining
/// spaces as possible.
fn write_list(wanted: &CellSet, forbidden: &CellSet) -> String {
    let mut left = *wanted;
    let mut names = vec![];
    while let Some(cell) = left.first() {
        let new = rectangles_with(cell, forbidden).map(|rectangle| rectangle.cells().intersection(&left));
        let named = Rectangle::around(&new.max_by_key(CellSet::len).unwrap_or_default(), cell);
        names.push(named.name());
        left = left.without(&named.cells());
    }
    names.join(" ")
}

const COLUMNS: u8 = 16;
const ROWS: u8 = 11;

/// All spots between two corners, on the floor or not.
#[derive(Clone, Copy)]
struct Rectangle {
    /// The north-west corner.
    first: Spot,
    /// The south-east corner.
    last: Spot,
}

impl Rectangle {
    /// The smallest rectangle that contains `cell` and all of `cells`.
    fn around(cells: &CellSet, cell: Cell) -> Rectangle {
        let start = Rectangle { first: cell.into(), last: cell.into() };
        cells.iter().fold(start, |Rectangle { first, last }, cell| Rectangle {
            first: Spot { column: first.column.min(cell.column()), row: first.row.min(cell.row()) },
            last: Spot { column: last.column.max(cell.column()), row: last.row.max(cell.row()) },
        })
    }

    fn cells(&self) -> CellSet {
        let rows = self.first.row..=self.last.row;
        let columns = self.first.column..=self.last.column;
        rows.flat_map(|row| columns.clone().filter_map(move |column| Cell::new(column, row))).collect()
    }

    fn name(&self) -> String {
        if self.first == self.last { self.first.to_string() } else { format!("{}-{}", self.first, self.last) }
    }
}

/// For each range of rows around `cell`, the widest rectangle that contains `cell` and none of `forbidden`.
fn rectangles_with(cell: Cell, forbidden: &CellSet) -> impl Iterator<Item = Rectangle> {
    let spans = (0..=cell.row()).flat_map(move |top| (cell.row()..ROWS).map(move |bottom| (top, bottom)));
    spans.filter_map(move |(top, bottom)| {
        let is_allowed =
            |column: &u8| (top..=bottom).all(|row| Cell::new(*column, row).is_none_or(|cell| !forbidden.has(cell)));
        let west = (0..=cell.column()).rev().take_while(is_allowed).last()?;
        let east = (cell.column()..COLUMNS).take_while(is_allowed).last()?;
        Some(Rectangle { first: Spot { column: west, row: top }, last: Spot { column: east, row: bottom } })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<CellSet, AreaError> {
        super::read(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[track_caller]
    fn check(told: &str, room: &CellSet, written: &str) {
        let area = read(told).expect("an area").intersection(room);
        assert_eq!(write(&area, room).to_string(), written);
        assert_eq!(read(written).map(|again| again.intersection(room)), Ok(area));
    }

    #[test]
    fn an_area_is_written_in_few_words() {
        check("anywhere", &CellSet::FLOOR, "anywhere");
        check("a1-p11", &CellSet::FLOOR, "anywhere");
        check("c3", &CellSet::FLOOR, "c3");
        check("c3 c4 d3 d4 f6", &CellSet::FLOOR, "c3-d4 f6");
        check("anywhere but c4 c3", &CellSet::FLOOR, "anywhere but c3-c4");
        // The rectangle includes m1, which does not exist.
        check("k1 l1 l2 k2 m2", &CellSet::FLOOR, "k1-m2");
        check("a1-p3 a8-p11", &CellSet::FLOOR, "a1-n3 b8-p11");
    }

    #[test]
    fn commas_may_stand_between_spaces() {
        check("c3, d4,e5-f6 ,", &CellSet::FLOOR, "c3 d4 e5-f6");
        check("anywhere but c3, d4", &CellSet::FLOOR, "anywhere but c3 d4");
    }

    #[test]
    fn where_there_is_no_room_nothing_has_to_be_left_out() {
        let room = read("anywhere but d4 g1-g11").expect("an area");
        check("c3-e5", &room, "c3-e5");
        check("f3 h3", &room, "f3-h3");
    }

    #[test]
    fn errors_name_what_was_expected() {
        for (text, told) in [
            ("", "missing area: expected anywhere, anywhere but …, or spaces like c3 and e5-h8"),
            ("anywhere but", "missing area: expected anywhere, anywhere but …, or spaces like c3 and e5-h8"),
            (",", "missing area: expected anywhere, anywhere but …, or spaces like c3 and e5-h8"),
            ("anywhere except c3", "expected \"anywhere but\", found \"anywhere except\""),
            ("c3 here", "invalid area \"here\": expected a space like c3 or a rectangle like e5-h8"),
            ("c3 m1", "there is no space m1"),
            ("b9", "there is no space b9"),
            ("c3-", "invalid area \"c3-\": expected a space like c3 or a rectangle like e5-h8"),
            ("c3-q4", "there is no space q4"),
            ("c3-d4-e5", "invalid area \"c3-d4-e5\": expected a space like c3 or a rectangle like e5-h8"),
            ("c3-d12", "there is no space d12"),
            ("d3-c4", "invalid rectangle \"d3-c4\": expected the north-west corner, then the south-east corner"),
        ] {
            assert_eq!(read(text).map_err(|error| error.to_string()), Err(told.to_owned()), "{text}");
        }
    }
}
