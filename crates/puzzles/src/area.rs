//! Areas in words: `anywhere`, or spaces and rectangles of spaces. What there is room for is the business of the level.

use std::str::FromStr;

use rules::{Cell, CellSet, Spot};
use thiserror::Error;

/// Why words name no area.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AreaError {
    /// There are none, or none behind "anywhere but".
    #[error("an area expected: anywhere, anywhere but …, or spaces like c3 and e5-h8")]
    Nothing,
    /// Neither a space nor a rectangle.
    #[error("{0:?} is neither a space like c3 nor a rectangle like e5-h8")]
    Unknown(String),
    /// It is written like a space.
    #[error("there is no space {0}")]
    NoSuchSpace(Spot),
    /// Something else than "but".
    #[error("say \"{ANYWHERE} {BUT}\", not \"{ANYWHERE} {0}\"")]
    NotBut(String),
    /// A rectangle whose corners are others.
    #[error("{0:?} is no rectangle: its north-western corner comes first, then its south-eastern one")]
    Corners(String),
}

const ANYWHERE: &str = "anywhere";
const BUT: &str = "but";

/// Reads an area, word by word. Commas may stand between spaces.
pub(crate) fn read(words: &[&str]) -> Result<CellSet, AreaError> {
    match words {
        [ANYWHERE] => Ok(CellSet::FLOOR),
        [ANYWHERE, BUT, others @ ..] => Ok(CellSet::FLOOR.without(&read_list(others)?)),
        [ANYWHERE, other, ..] => Err(AreaError::NotBut((*other).to_owned())),
        words => read_list(words),
    }
}

/// Reads the name of a single space.
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
    // A corner may lie outside the stair-cut floor, but not beside all of its rows or columns.
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

/// The shortest of the ways we know to name those spaces of `room` that are in `area`. Others do not count, and may be named along.
pub(crate) fn write(area: &CellSet, room: &CellSet) -> String {
    let rest = room.without(area);
    if rest.is_empty() {
        return ANYWHERE.to_owned();
    }
    let inside = write_list(area, &rest);
    let outside = format!("{ANYWHERE} {BUT} {}", write_list(&rest, area));
    if outside.len() < inside.len() { outside } else { inside }
}

/// Rectangles that have all of `wanted` and none of `forbidden`: each has as many as it can of those that are left.
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

/// All places between two corners, whether or not there are such spaces.
#[derive(Clone, Copy)]
struct Rectangle {
    /// The north-western corner.
    first: Spot,
    /// The south-eastern corner.
    last: Spot,
}

impl Rectangle {
    /// The smallest one that has `cell` and all of `cells`.
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

/// For all rows that a rectangle with `cell` can span, the widest one with none of `forbidden`.
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
        assert_eq!(write(&area, room), written);
        assert_eq!(read(written).map(|again| again.intersection(room)), Ok(area));
    }

    #[test]
    fn an_area_is_written_in_few_words() {
        check("anywhere", &CellSet::FLOOR, "anywhere");
        check("a1-p11", &CellSet::FLOOR, "anywhere");
        check("c3", &CellSet::FLOOR, "c3");
        check("c3 c4 d3 d4 f6", &CellSet::FLOOR, "c3-d4 f6");
        check("anywhere but c4 c3", &CellSet::FLOOR, "anywhere but c3-c4");
        // The corner that is no space is named along.
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
    fn what_is_no_area_is_told() {
        for (text, told) in [
            ("", "an area expected: anywhere, anywhere but …, or spaces like c3 and e5-h8"),
            ("anywhere but", "an area expected: anywhere, anywhere but …, or spaces like c3 and e5-h8"),
            (",", "an area expected: anywhere, anywhere but …, or spaces like c3 and e5-h8"),
            ("anywhere except c3", "say \"anywhere but\", not \"anywhere except\""),
            ("c3 here", "\"here\" is neither a space like c3 nor a rectangle like e5-h8"),
            ("c3 m1", "there is no space m1"),
            ("b9", "there is no space b9"),
            ("c3-", "\"c3-\" is neither a space like c3 nor a rectangle like e5-h8"),
            ("c3-q4", "there is no space q4"),
            ("c3-d4-e5", "\"c3-d4-e5\" is neither a space like c3 nor a rectangle like e5-h8"),
            ("c3-d12", "there is no space d12"),
            ("d3-c4", "\"d3-c4\" is no rectangle: its north-western corner comes first, then its south-eastern one"),
        ] {
            assert_eq!(read(text).map_err(|error| error.to_string()), Err(told.to_owned()), "{text}");
        }
    }
}
