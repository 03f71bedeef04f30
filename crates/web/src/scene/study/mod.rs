//! The analysis board: what lies on it, everything that was done to it, and the lines to compare.

mod desk;
mod outlook;
pub mod picture;
mod target;
mod tool;

pub use desk::{Beside, Desk, Edit, Refusal, Thing, Top, Unread};
pub use outlook::{Goal, chance, danger_with, goals, outlook};
pub use target::Target;
pub use tool::Tool;

/// Everything that is tried out, line by line.
///
/// Invariant: there is at least one line, and one of them is on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    lines: Vec<Line>,
    current: usize,
    /// The lines that were forgotten, the newest last.
    forgotten: Vec<Forgotten>,
    /// How many things have been done or forgotten.
    count: usize,
}

/// A line that was forgotten, to be brought back.
#[derive(Clone, Debug, PartialEq)]
struct Forgotten {
    line: Line,
    /// Its number, from 0.
    place: usize,
    /// Whether it was on the board.
    was_current: bool,
    /// When, as things done are counted.
    nth: usize,
}

/// A line: what was done from a desk on, and how much of it stands on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    base: Desk,
    done: Vec<Done>,
    /// How many of them have not been taken back.
    at: usize,
}

/// Something that was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// What.
    pub edit: Edit,
    /// What came of it.
    pub desk: Desk,
    /// When, as the study counts.
    nth: usize,
}

impl Study {
    /// The most lines that can be compared.
    pub const MOST_LINES: usize = 5;

    /// One line that begins with this desk.
    #[must_use]
    pub fn new(base: Desk) -> Study {
        Study { lines: vec![Line { base, done: vec![], at: 0 }], current: 0, forgotten: vec![], count: 0 }
    }

    /// What is on the board.
    #[must_use]
    pub fn desk(&self) -> &Desk {
        self.line().desk()
    }

    /// The line that is on the board.
    #[must_use]
    pub fn line(&self) -> &Line {
        &self.lines[self.current]
    }

    /// Every line.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The number of the line that is on the board, from 0.
    #[must_use]
    pub fn current(&self) -> usize {
        self.current
    }

    /// Does something. What had been taken back is forgotten. What changes nothing is not remembered.
    ///
    /// # Errors
    ///
    /// Why it cannot be done; the board is then unchanged.
    pub fn edit(&mut self, edit: Edit) -> Result<(), Refusal> {
        let line = &mut self.lines[self.current];
        let desk = line.desk().after(&edit)?;
        if desk != *line.desk() {
            line.done.truncate(line.at);
            self.count += 1;
            line.done.push(Done { edit, desk, nth: self.count });
            line.at = line.done.len();
        }
        Ok(())
    }

    /// Takes the last thing back: what was done in the line on the board, or that a line was forgotten.
    pub fn undo(&mut self) {
        let line = self.line();
        let last = line.at.checked_sub(1);
        let done = last.and_then(|last| line.done.get(last)).map(|done| done.nth);
        let has_room = self.has_room();
        match self.forgotten.pop_if(|forgotten| has_room && done < Some(forgotten.nth)) {
            Some(Forgotten { line, place, was_current, .. }) => {
                let place = place.min(self.lines.len());
                self.lines.insert(place, line);
                if was_current {
                    self.current = place;
                } else if self.current >= place {
                    self.current += 1;
                }
            }
            None => self.go_to(last.unwrap_or(0)),
        }
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) {
        self.go_to(self.line().at + 1);
    }

    /// Shows the board after so many things of the line, at most all.
    pub fn go_to(&mut self, at: usize) {
        let line = &mut self.lines[self.current];
        line.at = at.min(line.done.len());
    }

    /// Whether there is something to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.line().at > 0 || self.has_room() && !self.forgotten.is_empty()
    }

    /// Whether something has been taken back.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.line().at < self.line().done.len()
    }

    fn has_room(&self) -> bool {
        self.lines.len() < Self::MOST_LINES
    }

    /// Begins another line with what is on the board; nothing if there are enough.
    pub fn branch(&mut self) {
        if self.has_room() {
            self.lines.push(Line { base: self.desk().clone(), done: vec![], at: 0 });
            self.current = self.lines.len() - 1;
        }
    }

    /// Puts another line on the board.
    pub fn switch(&mut self, line: usize) {
        self.current = line.min(self.lines.len() - 1);
    }

    /// Forgets a line; the last one stays.
    pub fn forget_line(&mut self, place: usize) {
        if self.lines.len() > 1 && place < self.lines.len() {
            self.count += 1;
            let line = self.lines.remove(place);
            self.forgotten.push(Forgotten { line, place, was_current: self.current == place, nth: self.count });
            if self.current >= place {
                self.current = self.current.saturating_sub(1);
            }
        }
    }
}

impl Line {
    /// What stands on the board.
    #[must_use]
    pub fn desk(&self) -> &Desk {
        self.before(self.at)
    }

    /// Everything that was done, also what was taken back.
    #[must_use]
    pub fn done(&self) -> &[Done] {
        &self.done
    }

    /// How much of it stands on the board.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The desk before the `nth` thing was done, from 0.
    #[must_use]
    pub fn before(&self, nth: usize) -> &Desk {
        nth.checked_sub(1).and_then(|last| self.done.get(last)).map_or(&self.base, |done| &done.desk)
    }
}
