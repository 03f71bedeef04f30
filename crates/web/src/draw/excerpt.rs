//! A part of the board as a small picture, for pages that show many of them. What all of them have in common is drawn once.

use rules::{Cell, CellSet};

use super::floor::{self, SPACE};
use super::{Point, at};

/// The room beside a space at the wall, for the wall and its letters; left and right of the doors, and above and below.
const BESIDE_WALL: (f32, f32) = (62.0, 46.0);

/// The room beside a space in the middle of the hall.
const BESIDE_SPACE: f32 = 4.0;

/// A rectangle of spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excerpt {
    columns: (u8, u8),
    rows: (u8, u8),
}

impl Excerpt {
    /// The whole board.
    pub const BOARD: Excerpt = Excerpt { columns: (0, 15), rows: (0, 10) };

    /// The rectangle with these spaces in two opposite corners.
    #[must_use]
    pub fn new(one: Cell, other: Cell) -> Excerpt {
        let sorted = |a: u8, b: u8| (a.min(b), a.max(b));
        Excerpt { columns: sorted(one.column(), other.column()), rows: sorted(one.row(), other.row()) }
    }

    /// Whether a space lies in it.
    #[must_use]
    pub fn has(self, cell: Cell) -> bool {
        (self.columns.0..=self.columns.1).contains(&cell.column()) && (self.rows.0..=self.rows.1).contains(&cell.row())
    }

    /// Left, top, right and bottom of the picture.
    fn bounds(self) -> (f32, f32, f32, f32) {
        let ((left, right), (top, bottom)) = (self.columns, self.rows);
        let beside = |is_at_wall: bool, room: f32| if is_at_wall { room } else { BESIDE_SPACE };
        let (aside, above) = BESIDE_WALL;
        (
            f32::from(left) * SPACE - beside(left == Self::BOARD.columns.0, aside),
            f32::from(top) * SPACE - beside(top == Self::BOARD.rows.0, above),
            f32::from(right + 1) * SPACE + beside(right == Self::BOARD.columns.1, aside),
            f32::from(bottom + 1) * SPACE + beside(bottom == Self::BOARD.rows.1, above),
        )
    }

    /// The size of the picture in units: width, height.
    #[must_use]
    pub fn size(self) -> (f32, f32) {
        let (left, top, right, bottom) = self.bounds();
        (right - left, bottom - top)
    }

    /// The `viewBox` of the picture.
    #[must_use]
    pub fn view_box(self) -> String {
        let ((left, top, ..), (width, height)) = (self.bounds(), self.size());
        format!("{left} {top} {width} {height}")
    }

    /// The floor with this blood. The page must contain [`shared`].
    #[must_use]
    pub fn floor(self, blood: &CellSet) -> String {
        // What is drawn around a point at the edge would be cut.
        const MARGIN: f32 = 12.0;
        let (left, top, right, bottom) = self.bounds();
        let is_shown = |(x, y): Point| {
            (left + MARGIN..=right - MARGIN).contains(&x) && (top + MARGIN..=bottom - MARGIN).contains(&y)
        };
        format!(
            r##"<g class="l-floor"><use href="#hall"/>{}{}<use href="#pillars"/>{}</g>"##,
            floor::letters(is_shown),
            floor::pools(blood),
            floor::coordinates(is_shown)
        )
    }
}

/// What the excerpts of a page have in common, to stand among its definitions. `exit` is the word on the door.
#[must_use]
pub fn shared(exit: &str) -> String {
    format!(r#"<g id="hall">{}</g><g id="pillars">{}</g>"#, floor::hall(exit), floor::pillars())
}

/// The cross on what is against the rules, in the middle of a space.
#[must_use]
pub fn refused(place: Point) -> String {
    const CROSS: &str = "M-17-17 17 17M17-17-17 17";
    at(place, &format!(r#"<path d="{CROSS}" class="no"/><path d="{CROSS}" class="no b"/>"#))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_shows_its_spaces_and_the_walls_beside_them() {
        let middle = Excerpt::new(Cell::H6, Cell::F4);
        assert_eq!(middle.view_box(), "296 176 188 188");
        assert!(middle.has(Cell::G5) && !middle.has(Cell::E5) && !middle.has(Cell::G7));
        let corner = Excerpt::new(Cell::N10, Cell::P11);
        assert_eq!(corner.view_box(), "776 536 246 170");
        assert_eq!(Excerpt::BOARD.view_box(), "-62 -46 1084 752");
    }

    #[test]
    fn only_letters_that_are_shown_are_drawn() {
        let corner = Excerpt::new(Cell::N10, Cell::P11).floor(&CellSet::EMPTY);
        assert!(corner.contains(r#"data-wall="A""#) && corner.contains(r#"data-wall="Z""#));
        assert!(!corner.contains(r#"data-wall="F""#));
        let middle = Excerpt::new(Cell::F4, Cell::H6).floor(&CellSet::EMPTY);
        assert!(!middle.contains("data-wall") && !middle.contains(r#"class="co""#));
    }
}
