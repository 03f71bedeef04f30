//! Boards and sentences as they are looked at: ours green, theirs red, the monster yellow, and marks where something may be laid.

use clap::builder::styling::{AnsiColor, Style};
use puzzles::{Grant, Level};
use rules::{Cell, CellSet, Position};

/// Paints the figures of a level, or leaves everything in the colour it has.
pub(super) struct Paint<'a> {
    level: &'a Level,
    is_coloured: bool,
}

/// How the board is drawn (`docs/notation.md`): two lines above the first row, six characters before the first space, four for each.
const LINES_ABOVE: usize = 2;
const BEFORE: usize = 6;
const WIDTH: usize = 4;

/// Where something may be laid, or moved to, and nothing is drawn.
const ROOM: &str = "+";

impl<'a> Paint<'a> {
    pub(super) fn new(level: &'a Level, is_coloured: bool) -> Paint<'a> {
        Paint { level, is_coloured }
    }

    /// The text with every figure in the colour of its side.
    pub(super) fn figures(&self, text: String) -> String {
        // A letter and a digit in a drawing or a sentence are always a figure.
        self.level.table().figures().fold(text, |text, (figure, _)| {
            let colour = if self.level.ours().has(figure) { AnsiColor::BrightGreen } else { AnsiColor::BrightRed };
            text.replace(&figure.to_string(), &self.styled(&figure.to_string(), colour.on_default().bold()))
        })
    }

    /// What stands out from the rest of a text.
    pub(super) fn heading(&self, text: &str) -> String {
        self.styled(text, Style::new().bold())
    }

    /// The drawn board. What lies on it stands out from the floor.
    pub(super) fn board(&self, table: &Position) -> String {
        self.marked_board(table, &CellSet::EMPTY)
    }

    /// The board of the level as it is before anything is done, with the spaces marked on which something may be laid, and what the mark means. Where
    /// there is room everywhere no marks are needed.
    pub(super) fn level(&self) -> String {
        let table = self.level.table();
        let room = self.level.grants().iter().fold(CellSet::EMPTY, |room, grant| match grant {
            Grant::Lay { on: cells, .. } | Grant::Move { to: cells, .. } => room.union(cells),
            Grant::Turn { .. } => room,
        });
        let is_bare = |cell: &Cell| !cell.is_corner() && table.is_free(*cell) && table.teleporter_exit(*cell).is_none();
        if room.is_empty() || Cell::ALL.iter().filter(|cell| is_bare(cell)).all(|cell| room.has(*cell)) {
            return self.board(table);
        }
        let mark = self.styled(ROOM, room_style());
        format!("{}{mark} is where something may be laid or moved to\n", self.marked_board(table, &room))
    }

    fn marked_board(&self, table: &Position, room: &CellSet) -> String {
        let drawing = table.drawing();
        let lines = (0..).zip(drawing.lines()).map(|(nth, line): (usize, _)| {
            let row = nth.checked_sub(LINES_ABOVE).and_then(|row| u8::try_from(row).ok());
            let cells: Vec<Cell> = Cell::ALL.into_iter().filter(|cell| Some(cell.row()) == row).collect();
            if cells.is_empty() { self.beside(nth, line) } else { self.row(line, &cells, table, room) }
        });
        lines.map(|line| line + "\n").collect()
    }

    /// A line with letters of walls, or below the board.
    fn beside(&self, nth: usize, line: &str) -> String {
        let is_frame = nth < LINES_ABOVE || line.starts_with(' ');
        if is_frame { self.styled(line, Style::new().dimmed()) } else { self.figures(line.to_owned()) }
    }

    fn row(&self, line: &str, cells: &[Cell], table: &Position, room: &CellSet) -> String {
        let (mut painted, mut rest) = (String::new(), 0);
        for cell in cells {
            let start = BEFORE + WIDTH * usize::from(cell.column());
            let mark = line[start..].split(' ').next().unwrap_or_default();
            painted += &self.styled(&line[rest..start], Style::new().dimmed());
            painted += &self.mark(mark, *cell, table, room);
            rest = start + mark.len();
        }
        painted + &self.styled(&line[rest..], Style::new().dimmed())
    }

    /// What is drawn on a space.
    fn mark(&self, mark: &str, cell: Cell, table: &Position, room: &CellSet) -> String {
        let is_bare = mark == ".";
        if table.monster().is_some_and(|monster| monster.at == cell) {
            self.styled(mark, AnsiColor::BrightYellow.on_default().bold().invert())
        } else if room.has(cell) && table.is_free(cell) {
            self.styled(if is_bare { ROOM } else { mark }, room_style())
        } else if is_bare {
            self.styled(mark, Style::new().dimmed())
        } else {
            self.figures(mark.to_owned())
        }
    }

    fn styled(&self, text: &str, style: Style) -> String {
        // What is blank has no colour.
        if self.is_coloured && !text.trim().is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

fn room_style() -> Style {
    AnsiColor::BrightCyan.on_default()
}

#[cfg(test)]
mod tests {
    use puzzles::{Draft, Thing};
    use rules::Stone;

    use super::*;

    fn level(on: CellSet) -> Level {
        let table: Position = "Ma1e-Sb2-FG1c1R4d1-Bi1".parse().expect("a position");
        let grant = Grant::Lay { thing: Thing::Stone(Stone::Plain), count: 1, on };
        let ours = vec!["G1".parse().expect("a figure")];
        let draft = Draft { table: table.to_setup(), ours, grants: vec![grant], ..Draft::default() };
        Level::new(&draft).expect("a level")
    }

    /// The words for the escapes of a terminal.
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
        let level = level([Cell::C1, Cell::E1, Cell::F1, Cell::I1, Cell::A2].into_iter().collect());
        let shown = told(&Paint::new(&level, true).level());
        let rows: Vec<&str> = shown.lines().skip(2).take(2).collect();
        assert_eq!(
            rows,
            [
                " 1 *  yellow:>   .   green:G1  red:R4  cyan:+   cyan:+   .   .   cyan:~   .   .   .   MN",
                " 2 Z  cyan:+   #   .   .   .   .   .   .   .   .   .   .   .   OP"
            ]
        );
        assert_eq!(shown.lines().last(), Some("cyan:+ is where something may be laid or moved to"));
    }

    #[test]
    fn without_colours_a_board_is_drawn_as_ever() {
        let level = level(CellSet::FLOOR);
        let paint = Paint::new(&level, false);
        assert_eq!(paint.board(level.table()), level.table().drawing());
        assert_eq!(paint.level(), level.table().drawing(), "where there is room everywhere there are no marks");
        assert_eq!(paint.figures("R4 on d3, G1 on c3".to_owned()), "R4 on d3, G1 on c3");
    }

    #[test]
    fn colours_change_nothing_but_the_colour() {
        let level = level([Cell::C1, Cell::I1].into_iter().collect());
        let bare = told(&Paint::new(&level, true).level()).replace("red:", "").replace("green:", "");
        let bare = bare.replace("yellow:", "").replace("cyan:", "");
        assert_eq!(bare, Paint::new(&level, false).level());
    }
}
