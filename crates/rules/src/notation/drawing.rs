//! The drawn board: a position as text that people read and tests are written in.
//!
//! Reading takes what writing gives, and less: rows that are missing are bare floor, and everything around the
//! rows (column names, wall letters) is for the eye only. See `docs/notation.md`.

use std::fmt;

use thiserror::Error;

use super::names::read_figure;
use crate::geometry::{Cell, Direction, Wall};
use crate::piece::{Monster, Stone, Whereabouts};
use crate::position::Position;
use crate::setup::{Setup, Spot, TeleporterTile};

/// Why a text is no drawing of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct DrawingError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: DrawingProblem,
}

/// What is wrong with a line of a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DrawingProblem {
    /// Rows begin with 1 to 11.
    #[error("{0:?} is neither a row number from 1 to 11 nor \"waiting:\", \"escaped:\" or \"eaten:\"")]
    NoRow(String),
    /// A row is drawn twice.
    #[error("row {0} is drawn twice")]
    RowTwice(u8),
    /// A row with too many or too few spaces.
    #[error("row {row} needs {wanted} spaces, {found} are drawn{}", not_counted(.letters))]
    WrongLength {
        /// The row as it is written, from 1.
        row: u8,
        /// How many spaces it has.
        wanted: usize,
        /// How many are drawn.
        found: usize,
        /// What was taken for letters of walls, though no such wall is beside this row.
        letters: Vec<String>,
    },
    /// A space with something unknown on it.
    #[error("{text:?} on {spot} means nothing")]
    UnknownMark {
        /// What is drawn.
        text: String,
        /// Where.
        spot: Spot,
    },
    /// A second monster.
    #[error("there is a second monster on {0}")]
    SecondMonster(Spot),
    /// What is listed beside the board is no figure.
    #[error("{0:?} is no figure")]
    NoFigure(String),
}

fn not_counted(letters: &[String]) -> String {
    if letters.is_empty() {
        String::new()
    } else {
        format!(", not counting what looks like the letter of a wall: {}", letters.join(", "))
    }
}

/// The mark of each kind of stone.
const STONES: [(char, Stone); 4] =
    [('#', Stone::Plain), ('c', Stone::Crystal), ('r', Stone::TurnRight), ('u', Stone::TurnAround)];

const BLOOD: char = '~';

/// The label of each list beside the board.
const AWAY: [(&str, Whereabouts<Spot>); 3] =
    [("waiting:", Whereabouts::Waiting), ("escaped:", Whereabouts::Escaped), ("eaten:", Whereabouts::Eaten)];

fn arrow(direction: Direction) -> char {
    match direction {
        Direction::North => '^',
        Direction::East => '>',
        Direction::South => 'v',
        Direction::West => '<',
    }
}

/// The drawing, and below it the position string: what a failing test shows.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}{self}\n", self.drawing())
    }
}

impl Position {
    /// The board as text.
    ///
    /// ```
    /// let position: rules::Position = "Ma1e-Sc3-FR4d3-WG1".parse()?;
    /// assert!(position.drawing().contains(" 3 Y  .   .   #   R4  .   .   "));
    /// assert!(position.drawing().ends_with("waiting: G1\n"));
    /// # Ok::<(), rules::notation::PositionError>(())
    /// ```
    #[must_use]
    pub fn drawing(&self) -> String {
        let mut lines =
            vec!["      ".to_owned() + &('a'..='p').map(|column| format!("{column:<4}")).collect::<String>()];
        for line in 0..13 {
            let number = if (1..12).contains(&line) { format!("{line:>2} ") } else { "   ".to_owned() };
            lines.push(number + &(0..18).map(|slot| self.slot(slot, line)).collect::<String>());
        }
        for (label, place) in AWAY {
            let away = self.to_setup().figures.into_iter().filter(|(_, whereabouts)| *whereabouts == place);
            let names: String = away.map(|(figure, _)| format!(" {figure}")).collect();
            if !names.is_empty() {
                lines.push(format!("{label}{names}"));
            }
        }
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// What stands at a place of the drawing, whose column 0 and row 0 are the walls.
    fn slot(&self, column: u8, line: u8) -> String {
        let inside = column.checked_sub(1).zip(line.checked_sub(1)).and_then(|(column, row)| Cell::new(column, row));
        let text = match inside {
            Some(cell) => self.mark(cell),
            None => wall_letters(column, line),
        };
        let width = if column == 0 { 3 } else { 4 };
        format!("{text:<width$}")
    }

    fn mark(&self, cell: Cell) -> String {
        let mut mark = String::new();
        if let Some(monster) = self.monster().filter(|monster| monster.at == cell) {
            mark.push(arrow(monster.facing));
        }
        if let Some(figure) = self.figure_at(cell) {
            mark += &figure.to_string();
        }
        if let Some(stone) = self.stone_at(cell) {
            mark.extend(STONES.iter().filter(|(_, kind)| *kind == stone).map(|(mark, _)| mark));
        }
        if self.blood().has(cell) {
            mark.push(BLOOD);
        }
        for tile in self.to_setup().teleporters.into_iter().filter(|tile| tile.at == cell.into()) {
            mark += &format!("{}{}", tile.pair, arrow(tile.arrow));
        }
        if mark.is_empty() { ".".to_owned() } else { mark }
    }
}

/// The letters of the walls whose outer side this place of the drawing is.
fn wall_letters(column: u8, line: u8) -> String {
    let is_here = |wall: &Wall| {
        let (x, y) = (wall.cell().column() + 1, wall.cell().row() + 1);
        let outside = match wall.side() {
            Direction::North => (x, y - 1),
            Direction::East => (x + 1, y),
            Direction::South => (x, y + 1),
            Direction::West => (x - 1, y),
        };
        outside == (column, line)
    };
    Wall::all().filter(is_here).map(|wall| wall.letter().unwrap_or('*')).collect()
}

impl Setup {
    /// Reads a drawn board.
    ///
    /// # Errors
    ///
    /// The first line that means nothing.
    pub fn from_drawing(text: &str) -> Result<Setup, DrawingError> {
        let (setup, errors) = Setup::read_drawing(text);
        errors.into_iter().next().map_or(Ok(setup), Err)
    }

    /// Reads a drawn board, as [`from_drawing`](Setup::from_drawing) does, for those who mend it by hand.
    ///
    /// # Errors
    ///
    /// Everything that means nothing, line by line.
    pub fn from_drawing_or_every_error(text: &str) -> Result<Setup, Vec<DrawingError>> {
        let (setup, errors) = Setup::read_drawing(text);
        if errors.is_empty() { Ok(setup) } else { Err(errors) }
    }

    fn read_drawing(text: &str) -> (Setup, Vec<DrawingError>) {
        let mut setup = Setup::default();
        let mut rows = vec![];
        let mut errors = vec![];
        for (line, content) in (1..).zip(text.lines()) {
            let problems = setup.read_line(content, &mut rows);
            errors.extend(problems.into_iter().map(|problem| DrawingError { line, problem }));
        }
        (setup, errors)
    }

    fn read_line(&mut self, line: &str, rows: &mut Vec<u8>) -> Vec<DrawingProblem> {
        let mut marks = line.split_whitespace();
        let Some(first) = marks.next() else { return vec![] };
        if let Some((_, place)) = AWAY.iter().find(|(label, _)| *label == first) {
            let names = marks.flat_map(|names| names.split(',')).filter(|name| !name.is_empty());
            return names.filter_map(|name| self.read_away(name, *place).err()).collect();
        }
        let is_column_name = |mark: &str| mark.len() == 1 && mark.starts_with(|c| ('a'..='p').contains(&c));
        if line.split_whitespace().all(|mark| is_wall(mark) || is_column_name(mark)) {
            return vec![];
        }
        let row = match first.parse() {
            Ok(row @ 1..=11) => row,
            _ => return vec![DrawingProblem::NoRow(first.to_owned())],
        };
        if rows.contains(&row) {
            return vec![DrawingProblem::RowTwice(row)];
        }
        rows.push(row);
        let (letters, marks): (Vec<&str>, Vec<&str>) = marks.partition(|mark| is_wall(mark));
        let cells: Vec<Cell> = Cell::ALL.into_iter().filter(|cell| cell.row() == row - 1).collect();
        if marks.len() != cells.len() {
            let beside: Vec<String> = (0..18).map(|column| wall_letters(column, row)).collect();
            let strange = letters.into_iter().map(str::to_owned).filter(|letter| !beside.contains(letter)).collect();
            let (wanted, found) = (cells.len(), marks.len());
            return vec![DrawingProblem::WrongLength { row, wanted, found, letters: strange }];
        }
        cells.into_iter().zip(marks).filter_map(|(cell, mark)| self.read_mark(mark, cell.into()).err()).collect()
    }

    fn read_away(&mut self, name: &str, place: Whereabouts<Spot>) -> Result<(), DrawingProblem> {
        let figure = name.parse().map_err(|_| DrawingProblem::NoFigure(name.to_owned()))?;
        self.figures.push((figure, place));
        Ok(())
    }

    fn read_mark(&mut self, mark: &str, spot: Spot) -> Result<(), DrawingProblem> {
        let mut rest = mark;
        if rest == "." {
            return Ok(());
        }
        if let Some((facing, after)) = read_arrow(rest) {
            if self.monster.is_some() {
                return Err(DrawingProblem::SecondMonster(spot));
            }
            self.monster = Some(Monster { at: spot, facing });
            rest = after;
        }
        if let Some((figure, after)) = read_figure(rest) {
            self.figures.push((figure, Whereabouts::On(spot)));
            rest = after;
        }
        for (stone, kind) in STONES {
            if let Some(after) = rest.strip_prefix(stone) {
                self.stones.push((kind, spot));
                rest = after;
            }
        }
        if let Some(after) = rest.strip_prefix(BLOOD) {
            self.blood.push(spot);
            rest = after;
        }
        let pair = rest.chars().next().and_then(|digit| digit.to_digit(10));
        if let Some((pair, (arrow, after))) = pair.and_then(|pair| Some((pair, read_arrow(&rest[1..])?))) {
            self.teleporters.push(TeleporterTile { pair: pair.into(), at: spot, arrow });
            rest = after;
        }
        if rest.is_empty() { Ok(()) } else { Err(DrawingProblem::UnknownMark { text: mark.to_owned(), spot }) }
    }
}

/// Wall letters, or the star of a door: nothing that lies on the board looks like that.
fn is_wall(mark: &str) -> bool {
    mark.chars().all(|c| c.is_ascii_uppercase() || c == '*')
}

fn read_arrow(text: &str) -> Option<(Direction, &str)> {
    Direction::ALL.into_iter().find_map(|direction| Some((direction, text.strip_prefix(arrow(direction))?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(drawing: &str, told: &[&str]) {
        let errors = Setup::from_drawing_or_every_error(drawing).err().unwrap_or_default();
        assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), told);
        assert_eq!(Setup::from_drawing(drawing).err().as_ref(), errors.first());
    }

    #[test]
    fn everything_that_means_nothing_is_told() {
        check(
            " 1 > . .\n 3 . > ? R4 . x . . . . > . . .\n\n 3 .\n12 . .\nwaiting: G1 G2 and",
            &[
                "line 1: row 1 needs 12 spaces, 3 are drawn",
                "line 2: \"?\" on c3 means nothing",
                "line 2: \"x\" on f3 means nothing",
                "line 2: there is a second monster on k3",
                "line 4: row 3 is drawn twice",
                "line 5: \"12\" is neither a row number from 1 to 11 nor \"waiting:\", \"escaped:\" or \"eaten:\"",
                "line 6: \"G2\" is no figure",
                "line 6: \"and\" is no figure",
            ],
        );
    }

    #[test]
    fn capital_letters_that_are_no_walls_of_the_row_are_told_where_spaces_are_missing() {
        check(
            " 6 V  M . . . . . R . . . . . . . . . V",
            &["line 1: row 6 needs 16 spaces, 14 are drawn, not counting what looks like the letter of a wall: M, R"],
        );
        check(" 1 *  . . MN", &["line 1: row 1 needs 12 spaces, 2 are drawn"]);
    }

    #[test]
    fn commas_may_stand_between_figures() {
        let with_commas = Setup::from_drawing("waiting: G1, R4,K5\neaten: B1,");
        assert_eq!(with_commas, Setup::from_drawing("waiting: G1 R4 K5\neaten: B1"));
        assert_eq!(with_commas.map(|setup| setup.figures.len()), Ok(4));
    }
}
