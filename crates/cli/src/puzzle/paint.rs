//! Colours boards and sentences (ours green, theirs red, the monster yellow) and marks where pieces may be laid.

use clap::builder::styling::{AnsiColor, Style};
use puzzles::{Grant, Level};
use rules::{Cell, CellSet, Direction, Position, Stone};

use crate::narrate::stone_name;

/// Paints a level, with or without colours.
pub(super) struct Paint<'a> {
    level: &'a Level,
    is_coloured: bool,
    /// The marked areas, each with a mark of its own.
    areas: Vec<CellSet>,
    /// Whether there were too many areas and they are marked as one.
    is_merged: bool,
}

/// The layout of a drawing (`docs/notation.md`): two lines above the first row, six characters before the first space, four for each space.
const LINES_ABOVE: usize = 2;
const BEFORE: usize = 6;
const WIDTH: usize = 4;

/// The marks of areas to lay or move pieces to. Drawings use no such characters.
const MARKS: [&str; 4] = ["+", "x", "o", "%"];

/// The mark of spaces in several areas.
const SEVERAL: &str = "&";

impl<'a> Paint<'a> {
    pub(super) fn new(level: &'a Level, is_coloured: bool) -> Paint<'a> {
        let mut areas: Vec<CellSet> = vec![];
        for area in level.grants().iter().filter_map(|grant| marked_area(*grant, level)) {
            if !areas.contains(&area) {
                areas.push(area);
            }
        }
        let is_merged = areas.len() > MARKS.len();
        if is_merged {
            // Nobody wants to learn that many marks.
            areas = vec![areas.iter().fold(CellSet::EMPTY, |all, area| all.union(area))];
        }
        Paint { level, is_coloured, areas, is_merged }
    }

    /// Colours every figure in a text by its side.
    pub(super) fn figures(&self, text: String) -> String {
        // The name of a figure does not occur in any other meaning.
        self.level.position().figures().fold(text, |text, (figure, _)| {
            let colour = if self.level.ours().has(figure) { AnsiColor::BrightGreen } else { AnsiColor::BrightRed };
            text.replace(&figure.to_string(), &self.styled(&figure.to_string(), colour.on_default().bold()))
        })
    }

    /// A title.
    pub(super) fn title(&self, text: &str) -> String {
        self.styled(text, Style::new().bold())
    }

    /// The drawn board. Pieces stand out from the floor.
    pub(super) fn board(&self, position: &Position) -> String {
        self.drawn(position, |_| None)
    }

    /// The drawn board of the unprepared level, with its areas marked.
    pub(super) fn level(&self) -> String {
        self.drawn(self.level.position(), |cell| {
            let mut marks = self.areas.iter().zip(MARKS).filter(|(area, _)| area.has(cell)).map(|(_, mark)| mark);
            let first = marks.next()?;
            Some(if marks.next().is_some() { SEVERAL } else { first })
        })
    }

    /// The mark of a grant's area, in parentheses; empty if it has none.
    pub(super) fn mark_of(&self, grant: Grant) -> String {
        let area = marked_area(grant, self.level).filter(|_| !self.is_merged);
        let mut marked = self.areas.iter().zip(MARKS);
        let mark = area.and_then(|area| marked.find(|(marked, _)| **marked == area));
        mark.map_or(String::new(), |(_, mark)| format!(" ({})", self.styled(mark, room_style())))
    }

    /// Explains the marks on the board, except figures and the marks of single grants.
    pub(super) fn legend(&self) -> String {
        let position = self.level.position();
        let mut told: Vec<String> = vec![];
        if let Some(monster) = position.monster() {
            told.push(format!("{} the monster", arrow(monster.facing)));
        }
        for (mark, stone) in
            [("#", Stone::Plain), ("c", Stone::Crystal), ("r", Stone::TurnRight), ("u", Stone::TurnAround)]
        {
            if position.stones().any(|(kind, _)| kind == stone) {
                told.push(format!("{mark} {}", stone_name(stone)));
            }
        }
        if !position.blood().is_empty() {
            told.push("~ blood".to_owned());
        }
        if let Some([teleporter, _]) = position.teleporters().next() {
            told.push(format!("1{} teleporter and its arrow", arrow(teleporter.arrow)));
        }
        if self.is_merged {
            let mark = self.styled(MARKS[0], room_style());
            told.push(format!("{mark} where something may be laid or moved to"));
        } else if self.level().contains(SEVERAL) {
            told.push(format!("{} in several areas", self.styled(SEVERAL, room_style())));
        }
        told.join(", ")
    }

    fn drawn(&self, position: &Position, room: impl Fn(Cell) -> Option<&'static str>) -> String {
        let drawing = position.drawing();
        let lines = (0..).zip(drawing.lines()).map(|(nth, line): (usize, _)| {
            let row = nth.checked_sub(LINES_ABOVE).and_then(|row| u8::try_from(row).ok());
            let cells: Vec<Cell> = Cell::ALL.into_iter().filter(|cell| Some(cell.row()) == row).collect();
            if cells.is_empty() { self.beside(nth, line) } else { self.row(line, &cells, position, &room) }
        });
        lines.map(|line| line + "\n").collect()
    }

    /// A line with the letters of walls, or below the board.
    fn beside(&self, nth: usize, line: &str) -> String {
        let is_frame = nth < LINES_ABOVE || line.starts_with(' ');
        if is_frame { self.styled(line, Style::new().dimmed()) } else { self.figures(line.to_owned()) }
    }

    fn row(
        &self,
        line: &str,
        cells: &[Cell],
        position: &Position,
        room: impl Fn(Cell) -> Option<&'static str>,
    ) -> String {
        let (mut painted, mut rest) = (String::new(), 0);
        for cell in cells {
            let start = BEFORE + WIDTH * usize::from(cell.column());
            let mark = line[start..].split(' ').next().unwrap_or_default();
            painted += &self.styled(&line[rest..start], Style::new().dimmed());
            painted += &self.mark(mark, *cell, position, room(*cell));
            rest = start + mark.len();
        }
        painted + &self.styled(&line[rest..], Style::new().dimmed())
    }

    /// The mark on a space.
    fn mark(&self, mark: &str, cell: Cell, position: &Position, room: Option<&str>) -> String {
        let is_bare = mark == ".";
        if position.monster().is_some_and(|monster| monster.at == cell) {
            self.styled(mark, AnsiColor::BrightYellow.on_default().bold().invert())
        } else if let Some(room) = room.filter(|_| position.is_free(cell)) {
            self.styled(if is_bare { room } else { mark }, room_style())
        } else if is_bare {
            self.styled(mark, Style::new().dimmed())
        } else {
            self.figures(mark.to_owned())
        }
    }

    fn styled(&self, text: &str, style: Style) -> String {
        // Blanks need no colour.
        if self.is_coloured && !text.trim().is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// The arrow of a direction.
const fn arrow(direction: Direction) -> char {
    match direction {
        Direction::North => '^',
        Direction::East => '>',
        Direction::South => 'v',
        Direction::West => '<',
    }
}

/// The area of a grant that is marked on the board; `None` if it is everywhere, or the grant has no area.
fn marked_area(grant: Grant, level: &Level) -> Option<CellSet> {
    let area = match grant {
        Grant::Lay { on: area, .. } | Grant::Move { to: area, .. } => area,
        Grant::Turn { .. } => return None,
    };
    let position = level.position();
    let is_bare =
        |cell: &Cell| !cell.is_corner() && position.is_free(*cell) && position.teleporter_exit(*cell).is_none();
    let is_everywhere = Cell::ALL.iter().filter(|cell| is_bare(cell)).all(|cell| area.has(*cell));
    (!is_everywhere).then_some(area)
}

fn room_style() -> Style {
    AnsiColor::BrightCyan.on_default()
}

#[cfg(test)]
mod tests {
    use puzzles::{Draft, Thing};

    use super::*;

    fn level(areas: &[CellSet]) -> Level {
        let position: Position = "Ma1e-Sb2-FG1c1R4d1-Bi1".parse().expect("a position");
        let grants = Thing::ALL.into_iter().filter(|thing| thing.size() == 1 && *thing != Thing::Figure).cycle();
        let grants = grants.zip(areas).map(|(thing, on)| Grant::Lay { thing, count: 1, on: *on }).collect();
        let ours = vec!["G1".parse().expect("a figure")];
        Level::new(&Draft { setup: position.to_setup(), ours, grants, ..Draft::default() }).expect("a level")
    }

    fn cells(cells: &[Cell]) -> CellSet {
        cells.iter().copied().collect()
    }

    /// Replaces escape sequences by the names of their colours.
    fn told(text: &str) -> String {
        let escapes = [
            ("\u{1b}[0m", ""),
            ("\u{1b}[7m", ""),
            ("\u{1b}[1m", ""),
            ("\u{1b}[2m", ""),
            ("\u{1b}[91m", "red:"),
            ("\u{1b}[92m", "green:"),
            ("\u{1b}[93m", "yellow:"),
            ("\u{1b}[96m", "cyan:"),
        ];
        escapes.iter().fold(text.to_owned(), |text, (escape, word)| text.replace(escape, word))
    }

    #[test]
    fn ours_are_green_theirs_red_the_monster_yellow_and_places_to_lay_on_cyan() {
        let level = level(&[cells(&[Cell::C1, Cell::E1, Cell::F1, Cell::I1, Cell::A2])]);
        let shown = told(&Paint::new(&level, true).level());
        let rows: Vec<&str> = shown.lines().skip(2).take(2).collect();
        assert_eq!(
            rows,
            [
                " 1 *  yellow:>   .   green:G1  red:R4  cyan:+   cyan:+   .   .   cyan:~   .   .   .   MN",
                " 2 Z  cyan:+   #   .   .   .   .   .   .   .   .   .   .   .   OP"
            ]
        );
    }

    #[test]
    fn without_colours_a_board_is_drawn_as_ever() {
        let level = level(&[CellSet::FLOOR]);
        let paint = Paint::new(&level, false);
        assert_eq!(paint.board(level.position()), level.position().drawing());
        assert_eq!(paint.level(), level.position().drawing(), "where there is room everywhere there are no marks");
        assert_eq!(paint.figures("R4 on d3, G1 on c3".to_owned()), "R4 on d3, G1 on c3");
    }

    #[track_caller]
    fn check_marks(areas: &[CellSet], row: &str, marks: &[&str]) {
        let level = level(areas);
        let paint = Paint::new(&level, false);
        assert_eq!(paint.level().lines().nth(2), Some(row));
        assert_eq!(level.grants().iter().map(|grant| paint.mark_of(*grant)).collect::<Vec<_>>(), marks);
    }

    #[test]
    fn up_to_four_areas_have_marks_of_their_own_and_more_areas_have_one() {
        let [one, other, third] = [&[Cell::E1, Cell::F1][..], &[Cell::F1, Cell::G1], &[Cell::K1]].map(cells);
        let [fourth, fifth] = [&[Cell::L1][..], &[Cell::B1]].map(cells);
        check_marks(&[one, other], " 1 *  >   .   G1  R4  +   &   x   .   ~   .   .   .   MN", &[" (+)", " (x)"]);
        check_marks(&[one, one], " 1 *  >   .   G1  R4  +   +   .   .   ~   .   .   .   MN", &[" (+)", " (+)"]);
        let part = cells(&[Cell::F1]);
        check_marks(&[one, part], " 1 *  >   .   G1  R4  +   &   .   .   ~   .   .   .   MN", &[" (+)", " (x)"]);
        check_marks(&[CellSet::FLOOR, one], " 1 *  >   .   G1  R4  +   +   .   .   ~   .   .   .   MN", &["", " (+)"]);
        check_marks(
            &[one, other, third],
            " 1 *  >   .   G1  R4  +   &   x   .   ~   .   o   .   MN",
            &[" (+)", " (x)", " (o)"],
        );
        check_marks(
            &[one, other, third, fourth],
            " 1 *  >   .   G1  R4  +   &   x   .   ~   .   o   %   MN",
            &[" (+)", " (x)", " (o)", " (%)"],
        );
        check_marks(
            &[one, other, third, fourth, fifth],
            " 1 *  >   +   G1  R4  +   +   +   .   ~   .   +   +   MN",
            &[""; 5],
        );
    }

    #[test]
    fn the_legend_tells_what_is_on_the_board_and_nothing_else() {
        let [one, other] = [&[Cell::E1, Cell::F1][..], &[Cell::F1, Cell::G1]].map(cells);
        let legend = |areas: &[CellSet]| Paint::new(&level(areas), false).legend();
        assert_eq!(legend(&[one]), "> the monster, # stone, ~ blood");
        assert_eq!(legend(&[one, other]), "> the monster, # stone, ~ blood, & in several areas");
        let many = [Cell::B1, Cell::E1, Cell::F1, Cell::G1, Cell::H1].map(|cell| cells(&[cell]));
        assert_eq!(legend(&many), "> the monster, # stone, ~ blood, + where something may be laid or moved to");
    }

    #[test]
    fn colours_change_nothing_but_the_colour() {
        let level = level(&[cells(&[Cell::C1, Cell::I1])]);
        let bare = told(&Paint::new(&level, true).level()).replace("red:", "").replace("green:", "");
        let bare = bare.replace("yellow:", "").replace("cyan:", "");
        assert_eq!(bare, Paint::new(&level, false).level());
    }
}
