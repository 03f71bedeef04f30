//! The analysis board: what lies on it, the history of its changes, and the lines to compare.

mod advice;
mod desk;
mod hit;
mod outlook;
pub mod picture;
mod tool;

pub use advice::Advised;
pub use desk::{Beside, Desk, Edit, Refusal, Thing, Top, Unread};
pub use outlook::{Goal, chance, danger_with, goals, outlook};
pub use tool::Tool;

/// The lines of the analysis board.
///
/// Invariant: there is at least one line, and `current` is one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    lines: Vec<Line>,
    current: usize,
    /// The deleted lines, newest last.
    forgotten: Vec<Forgotten>,
    /// The number of changes and deletions so far.
    count: usize,
}

/// A deleted line that can be restored.
#[derive(Clone, Debug, PartialEq)]
struct Forgotten {
    line: Line,
    /// Its index.
    place: usize,
    /// Whether it was on the board.
    was_current: bool,
    /// When it was deleted, by the count of the study.
    nth: usize,
}

/// A line: the changes since its first desk, and how many of them are applied.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    base: Desk,
    done: Vec<Done>,
    /// How many of them are not undone.
    at: usize,
}

/// A change.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The edit.
    pub edit: Edit,
    /// The desk after it.
    pub desk: Desk,
    /// When it was made, by the count of the study.
    nth: usize,
}

impl Study {
    /// The maximum number of lines.
    pub const MOST_LINES: usize = 5;

    /// One line that begins with this desk.
    #[must_use]
    pub fn new(base: Desk) -> Study {
        Study { lines: vec![Line { base, done: vec![], at: 0 }], current: 0, forgotten: vec![], count: 0 }
    }

    /// The desk on the board.
    #[must_use]
    pub fn desk(&self) -> &Desk {
        self.line().desk()
    }

    /// The line on the board.
    #[must_use]
    pub fn line(&self) -> &Line {
        &self.lines[self.current]
    }

    /// Every line.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The index of the line on the board.
    #[must_use]
    pub fn current(&self) -> usize {
        self.current
    }

    /// Applies an edit. Undone changes are discarded. An edit that changes nothing is not recorded.
    ///
    /// # Errors
    ///
    /// Why it is refused; the board is then unchanged.
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

    /// Undoes the last change of the line on the board, or the deletion of a line.
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

    /// Redoes the change that was undone last.
    pub fn redo(&mut self) {
        self.go_to(self.line().at + 1);
    }

    /// Shows the board after this number of changes of the line, clamped to their count.
    pub fn go_to(&mut self, at: usize) {
        let line = &mut self.lines[self.current];
        line.at = at.min(line.done.len());
    }

    /// Whether something can be undone.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.line().at > 0 || self.has_room() && !self.forgotten.is_empty()
    }

    /// Whether something can be redone.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.line().at < self.line().done.len()
    }

    fn has_room(&self) -> bool {
        self.lines.len() < Self::MOST_LINES
    }

    /// Begins another line with the desk on the board, unless there are enough.
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

    /// Deletes a line. The only line is kept.
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
    /// The desk on the board.
    #[must_use]
    pub fn desk(&self) -> &Desk {
        self.before(self.at)
    }

    /// Every change, including those undone.
    #[must_use]
    pub fn done(&self) -> &[Done] {
        &self.done
    }

    /// How many changes are applied.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The desk before the change with this index.
    #[must_use]
    pub fn before(&self, nth: usize) -> &Desk {
        nth.checked_sub(1).and_then(|last| self.done.get(last)).map_or(&self.base, |done| &done.desk)
    }
}
