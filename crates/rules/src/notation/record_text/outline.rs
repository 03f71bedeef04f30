//! Parses records without playing them, for lists of many records.

use std::iter;

use super::headers::{Blamed, Headers};
use super::lines::{Lines, RecordLine};
use super::read::{SecretLines, expected, here, read_action};
use super::write::result_text;
use super::{RecordError, RecordTextProblem as Problem};
use crate::game::{Action, Course, EndReason, Ending, FortressChoice, Players, Stage, Tile, Tombstones, Winner};
use crate::terms::{Beginning, Terms};
use crate::tombstone::Tombstone;

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
    /// The stage and the turn that began last, counted by the tombstones; `None` while tiles are laid.
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
    headers: Headers,
    /// Set with the first action.
    terms: Option<Terms>,
    actions: Vec<Action>,
    ending: Option<Ending>,
    secret: SecretLines,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Blamed> {
        match self.lines.next(line).map_err(here)? {
            RecordLine::Blank => {}
            RecordLine::Seed(hex) => self.secret.seed(hex).map_err(here)?,
            RecordLine::Salt(hex) => self.secret.salt(hex).map_err(here)?,
            RecordLine::Header { version, key, value } => {
                self.headers.read(version, number, key, value).map_err(here)?;
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
            self.terms = Some(self.headers.terms()?);
        }
        Ok(self.terms.as_ref().expect("the terms have just been read"))
    }

    fn finish(self) -> Result<RecordOutline, Problem> {
        self.lines.finish()?;
        let terms = self.terms.ok_or(Problem::BreaksOff)?;
        self.secret.finish(self.ending)?;
        let turn = turn(&terms, &self.actions, self.ending).map(|course| (course.stage(), course.turn()));
        Ok(RecordOutline { terms, actions: self.actions, turn, ending: self.ending })
    }
}

/// How far the game has come, by its tombstones alone.
fn turn(terms: &Terms, actions: &[Action], ending: Option<Ending>) -> Option<Course> {
    let first = terms.first();
    let (mut course, tiles) = match terms.beginning() {
        Beginning::New { options, .. } if options.fortress == FortressChoice::ByHand => {
            (Course::new(first), Tile::COUNT)
        }
        Beginning::New { .. } => (Course::new(first), 0),
        Beginning::From(situation) => (Course::at(situation.stage, situation.turn, first, Tombstones::NONE)?, 0),
    };
    // No turn begins after a run that ends the game.
    let counted = match actions.split_last() {
        Some((Action::Flip { .. }, before)) if ending.is_some() => before,
        Some(_) | None => actions,
    };
    for action in counted.get(tiles..)? {
        let Action::Flip { tombstone } = action else { continue };
        // RULES 3: on the first turn of a game what shows no number is not carried out.
        let is_carried_out = !course.is_first_turn() || matches!(tombstone, Tombstone::Steps(_));
        if is_carried_out {
            course = course.next_turn(first).unwrap_or(course);
        }
    }
    Some(course)
}

fn read_result(text: &str, players: &Players) -> Result<Option<Ending>, Problem> {
    let winners = players.seats().map(Winner::Seat).chain([Winner::Monster]);
    let endings = winners.flat_map(|winner| EndReason::ALL.map(|reason| Some(Ending { winner, reason })));
    let found = iter::once(None).chain(endings).find(|ending| result_text(*ending) == text);
    found.ok_or_else(|| expected("a result", text))
}
