//! Colours for terminals: ours green, theirs red, everywhere they are named.

use clap::builder::styling::AnsiColor;
use puzzles::Level;

/// Paints the figures of a level, or leaves everything as it is.
pub(super) struct Paint<'a> {
    level: &'a Level,
    is_coloured: bool,
}

impl<'a> Paint<'a> {
    pub(super) fn new(level: &'a Level, is_coloured: bool) -> Paint<'a> {
        Paint { level, is_coloured }
    }

    /// The text with every figure in the colour of its side.
    pub(super) fn figures(&self, text: String) -> String {
        if !self.is_coloured {
            return text;
        }
        // A letter and a digit in a drawing or a sentence are always a figure.
        self.level.table().figures().fold(text, |text, (figure, _)| {
            let colour = if self.level.ours().has(figure) { AnsiColor::BrightGreen } else { AnsiColor::BrightRed };
            let style = colour.on_default().bold();
            text.replace(&figure.to_string(), &format!("{style}{figure}{style:#}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use puzzles::{Draft, Grant, Thing};
    use rules::{CellSet, Position, Stone};

    use super::*;

    #[test]
    fn ours_are_green_and_theirs_red() {
        let table: Position = "Ma1e-FG1c3R4d3".parse().expect("a position");
        let grant = Grant::Lay { thing: Thing::Stone(Stone::Plain), count: 1, on: CellSet::FLOOR };
        let ours = vec!["G1".parse().expect("a figure")];
        let draft = Draft { table: table.to_setup(), ours, grants: vec![grant], ..Draft::default() };
        let level = Level::new(&draft).expect("a level");
        let told = || "R4 on d3, G1 on c3".to_owned();
        assert_eq!(Paint::new(&level, false).figures(told()), told());
        assert_eq!(
            Paint::new(&level, true).figures(told()),
            "\u{1b}[1m\u{1b}[91mR4\u{1b}[0m on d3, \u{1b}[1m\u{1b}[92mG1\u{1b}[0m on c3"
        );
    }
}
