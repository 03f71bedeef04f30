//! Parses records without playing them, for lists of many records.

use std::iter;

use super::headings::{Blamed, Headings};
use super::lines::{Lines, RecordLine};
use super::read::{expected, here, read_action};
use super::write::{result_text, turn_heading};
use super::{RecordError, RecordTextProblem as Problem};
use crate::game::{Action, EndReason, Ending, Players, Stage, TURNS, Winner};
use crate::terms::{Beginning, Terms};

/// A record that was parsed, but not played.
///
/// Its lines are parsed like those of a [`RecordText`](super::RecordText). Only playing shows whether the actions are legal
/// and lead to the result, so an outline may contradict itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordOutline {
    /// Everything that was fixed before the first action.
    pub terms: Terms,
    /// All actions.
    pub actions: Vec<Action>,
    /// The stage and the turn that began last, according to the comments of the text; `None` before the first turn.
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
        let mut last = 1;
        for (number, line) in (1..).zip(text.lines()) {
            last = number;
            reader
                .line(number, line)
                .map_err(|(problem, line)| RecordError { line: line.unwrap_or(number), problem })?;
        }
        reader.finish().map_err(|problem| RecordError { line: last, problem })
    }
}

#[derive(Default)]
struct Reader {
    lines: Lines,
    headings: Headings,
    /// Set with the first action.
    terms: Option<Terms>,
    actions: Vec<Action>,
    turn: Option<(Stage, u8)>,
    ending: Option<Ending>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Blamed> {
        match self.lines.next(line).map_err(here)? {
            RecordLine::Blank | RecordLine::Seed(_) | RecordLine::Salt(_) => {}
            RecordLine::Comment(comment) => self.turn = read_turn_heading(comment).or(self.turn),
            RecordLine::Heading { version, key, value } => {
                self.headings.read(version, number, key, value).map_err(here)?;
            }
            RecordLine::Action(action) => {
                self.terms()?;
                self.actions.push(read_action(action).map_err(here)?.0);
            }
            RecordLine::Result(result) => {
                self.ending = read_result(result, self.terms()?.players()).map_err(here)?;
            }
        }
        Ok(())
    }

    fn terms(&mut self) -> Result<&Terms, Blamed> {
        if self.terms.is_none() {
            self.terms = Some(self.headings.terms()?);
        }
        Ok(self.terms.as_ref().expect("the terms have just been read"))
    }

    fn finish(self) -> Result<RecordOutline, Problem> {
        self.lines.finish()?;
        let terms = self.terms.ok_or(Problem::BreaksOff)?;
        let turn = self.turn.or_else(|| match terms.beginning() {
            Beginning::New { .. } => None,
            Beginning::From(situation) => Some((situation.stage, u8::try_from(situation.turn).ok()?)),
        });
        Ok(RecordOutline { terms, actions: self.actions, turn, ending: self.ending })
    }
}

fn read_turn_heading(comment: &str) -> Option<(Stage, u8)> {
    let mut turns = [Stage::One, Stage::Two].into_iter().flat_map(|stage| (1..=TURNS).map(move |turn| (stage, turn)));
    turns.find(|(stage, turn)| turn_heading(*stage, *turn) == comment)
}

fn read_result(text: &str, players: &Players) -> Result<Option<Ending>, Problem> {
    let winners = players.seats().map(Winner::Seat).chain([Winner::Monster]);
    let endings = winners.flat_map(|winner| EndReason::ALL.map(|reason| Some(Ending { winner, reason })));
    let found = iter::once(None).chain(endings).find(|ending| result_text(*ending) == text);
    found.ok_or_else(|| expected("a result", text))
}
