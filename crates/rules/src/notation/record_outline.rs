//! What a record says without being played: for lists of many records.

use std::iter;

use super::record_header::{Fault, Header, Line, Lines, expected};
use super::record_text::{RecordError, RecordTextProblem, read_action, result_text, turn_heading};
use crate::game::{Action, EndReason, Ending, Players, Stage, TURNS, Winner};
use crate::terms::Terms;

/// A record that was parsed, but not played.
///
/// Its lines are parsed as [`RecordText`](super::RecordText) parses them. Only playing shows whether the actions are legal and
/// the result is theirs, so nothing here is more than what the text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordOutline {
    /// What was fixed before the first action.
    pub terms: Terms,
    /// Everything that was done.
    pub actions: Vec<Action>,
    /// The stage and the turn that began last, by the comments of the text; `None` before the first.
    pub turn: Option<(Stage, u8)>,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
}

impl RecordOutline {
    /// Parses the text of a record without playing it.
    ///
    /// # Errors
    ///
    /// The first line that cannot be parsed.
    pub fn read(text: &str) -> Result<RecordOutline, RecordError> {
        let mut reader = Reader::default();
        let mut last = 0;
        for line in text.lines() {
            last += 1;
            reader.line(last, line).map_err(|fault| fault.at(last))?;
        }
        reader.finish().map_err(|fault| fault.at(last.max(1)))
    }
}

#[derive(Default)]
struct Reader {
    lines: Lines,
    header: Header,
    terms: Option<Terms>,
    actions: Vec<Action>,
    turn: Option<(Stage, u8)>,
    ending: Option<Ending>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        match self.lines.next(line)? {
            Line::Blank | Line::Seed(_) | Line::Salt(_) => {}
            Line::Comment(comment) => self.turn = read_turn_heading(comment).or(self.turn),
            Line::Header(key, value) => self.header.line(number, key, value)?,
            Line::Action(action) => {
                self.terms()?;
                self.actions.push(read_action(action)?.0);
            }
            Line::Result(result) => {
                let players = self.terms()?.options().players;
                self.ending = read_result(result, &players)?;
            }
        }
        Ok(())
    }

    fn terms(&mut self) -> Result<&Terms, Fault> {
        if self.terms.is_none() {
            self.terms = Some(self.header.terms()?);
        }
        Ok(self.terms.as_ref().expect("the terms have just been read"))
    }

    fn finish(self) -> Result<RecordOutline, Fault> {
        self.lines.finish()?;
        let terms = self.terms.ok_or(RecordTextProblem::BreaksOff)?;
        Ok(RecordOutline { terms, actions: self.actions, turn: self.turn, ending: self.ending })
    }
}

fn read_turn_heading(comment: &str) -> Option<(Stage, u8)> {
    let turns = [Stage::One, Stage::Two].into_iter().flat_map(|stage| (1..=TURNS).map(move |turn| (stage, turn)));
    turns.into_iter().find(|(stage, turn)| turn_heading(*stage, *turn) == comment)
}

fn read_result(text: &str, players: &Players) -> Result<Option<Ending>, RecordTextProblem> {
    let winners = players.seats().map(Winner::Seat).chain([Winner::Monster]);
    let endings = winners.flat_map(|winner| EndReason::ALL.map(|reason| Some(Ending { winner, reason })));
    let found = iter::once(None).chain(endings).find(|ending| result_text(*ending) == text);
    found.ok_or_else(|| expected("a result", text))
}
