//! Parses records of any version, and plays the game once while doing so.

use std::str::FromStr;

use super::headers::{Blamed, Headers};
use super::lines::{Lines, RecordLine};
use super::write::{OUT, OUTSIDE, result_text, way};
use super::{RecordError, RecordText, RecordTextProblem as Problem};
use crate::chance::{Salt, Secret, Seed};
use crate::figure_move::Step;
use crate::game::{Action, Ending};
use crate::geometry::{Cell, Direction};
use crate::notation::hex::from_hex;
use crate::notation::shortened;
use crate::piece::FigureId;
use crate::record::{Fairness, RecordProblem, Recorder, Unfair};

impl FromStr for RecordText {
    type Err = RecordError;

    /// Parses a record and plays it. Lines that begin with `#` are comments.
    fn from_str(text: &str) -> Result<RecordText, RecordError> {
        RecordText::read(text, Reader::default())
    }
}

impl RecordText {
    /// Parses a record, plays it, and checks all chance against seed, nonces and commitment. So a forged tombstone is
    /// reported on its own line, not on a later line where its consequences show.
    ///
    /// # Errors
    ///
    /// The first problem. A game that is not over cannot be checked.
    pub fn verified(text: &str) -> Result<RecordText, RecordError> {
        let value = |key: &str| text.lines().rev().find_map(|line| line.trim().strip_prefix(key)).map(str::trim);
        let seed = value("seed:").and_then(from_hex).map(Seed);
        let salt = value("salt:").and_then(from_hex).map(Salt);
        let secret = seed.zip(salt).map(|(seed, salt)| Secret { seed, salt });
        let text = RecordText::read(text, Reader { secret, ..Reader::default() })?;
        if text.record.secret().is_none() {
            let line = text.lines.last().copied().unwrap_or(1);
            return Err(RecordError { line, problem: Unfair::Unfinished.into() });
        }
        Ok(text)
    }

    fn read(text: &str, mut reader: Reader) -> Result<RecordText, RecordError> {
        let mut last = 0;
        for (index, line) in text.lines().enumerate() {
            last = index + 1;
            let read = reader.line(last, line);
            read.map_err(|(problem, line)| RecordError { line: line.unwrap_or(last), problem })?;
        }
        reader.finish().map_err(|problem| RecordError { line: last.max(1), problem })
    }
}

/// Parses a record line by line.
#[derive(Default)]
struct Reader {
    lines: Lines,
    headers: Headers,
    /// Set with the first action.
    game: Option<Recorder>,
    action_lines: Vec<usize>,
    /// The secret to check chance with, if it is to be checked.
    secret: Option<Secret>,
    fairness: Option<Fairness>,
    secret_lines: SecretLines,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Blamed> {
        match self.lines.next(line).map_err(here)? {
            RecordLine::Blank => Ok(()),
            RecordLine::Header { version, key, value } => self.headers.read(version, number, key, value).map_err(here),
            RecordLine::Action(action) => self.action(number, action),
            RecordLine::Result(result) => self.result(result),
            RecordLine::Seed(hex) => self.secret_lines.seed(hex).map_err(here),
            RecordLine::Salt(hex) => self.secret_lines.salt(hex).map_err(here),
        }
    }

    /// The game; it begins when the headers are complete.
    fn game(&mut self) -> Result<&mut Recorder, Blamed> {
        if self.game.is_none() {
            let terms = self.headers.terms()?;
            if let Some(secret) = &self.secret {
                let fairness = Fairness::new(&terms, secret).map_err(|unfair| {
                    let line = match unfair {
                        Unfair::First { .. } => self.headers.first_line(),
                        Unfair::Fortress => self.headers.fortress_line(),
                        Unfair::Commitment | Unfair::Unfinished | Unfair::Tombstone { .. } => {
                            self.headers.commitment_line()
                        }
                    };
                    (unfair.into(), line)
                })?;
                self.fairness = Some(fairness);
            }
            self.game = Some(Recorder::new(terms));
        }
        Ok(self.game.as_mut().expect("it has just begun"))
    }

    fn action(&mut self, number: usize, line: &str) -> Result<(), Blamed> {
        self.game()?;
        let game = self.game.as_mut().expect("it has begun");
        let (action, stops) = read_action(line).map_err(here)?;
        if let Some(fairness) = &mut self.fairness {
            fairness.check(game.game(), &action, game.len()).map_err(|unfair| here(unfair.into()))?;
        }
        let figure = match action {
            Action::Move { figure, .. } => Some(figure),
            Action::Place(_) | Action::Flip { .. } => None,
        };
        let mut events = vec![];
        game.act(action, &mut events).map_err(|problem| here(problem.into()))?;
        if let Some(figure) = figure {
            let actual = way(&events);
            if actual != stops {
                let (told, actual) = (shortened(&stops.join("-")), actual.join("-"));
                return Err(here(Problem::OtherWay { figure, told, actual }));
            }
        }
        self.action_lines.push(number);
        Ok(())
    }

    fn result(&mut self, result: &str) -> Result<(), Blamed> {
        let game = self.game()?;
        let actual = result_text(game.game().ending());
        if result != actual {
            return Err(here(Problem::OtherResult(actual)));
        }
        let actions = game.len();
        if let Some((branched, line)) = self.headers.branched().filter(|(branched, _)| *branched > actions) {
            return Err((RecordProblem::Branched { branched, actions }.into(), Some(line)));
        }
        Ok(())
    }

    fn finish(self) -> Result<RecordText, Problem> {
        self.lines.finish()?;
        let Some(game) = self.game else { return Err(Problem::BreaksOff) };
        let secret = self.secret_lines.finish(game.game().ending())?;
        Ok(RecordText { record: game.finish(secret)?, lines: self.action_lines })
    }
}

/// Seed and salt, which follow the result of a finished game.
#[derive(Default)]
pub(super) struct SecretLines {
    seed: Option<Seed>,
    salt: Option<Salt>,
}

impl SecretLines {
    pub(super) fn seed(&mut self, hex: &str) -> Result<(), Problem> {
        set_once(&mut self.seed, "seed", bytes(hex).map(Seed))
    }

    pub(super) fn salt(&mut self, hex: &str) -> Result<(), Problem> {
        set_once(&mut self.salt, "salt", bytes(hex).map(Salt))
    }

    /// The secret; it belongs to a finished game, and only to that.
    pub(super) fn finish(self, ending: Option<Ending>) -> Result<Option<Secret>, Problem> {
        match (ending, self.seed, self.salt) {
            (Some(_), Some(seed), Some(salt)) => Ok(Some(Secret { seed, salt })),
            (Some(_), None, _) => Err(Problem::SecretMissing("seed")),
            (Some(_), _, None) => Err(Problem::SecretMissing("salt")),
            (None, None, None) => Ok(None),
            (None, _, _) => Err(Problem::Record(RecordProblem::Secret)),
        }
    }
}

fn set_once<T>(place: &mut Option<T>, what: &'static str, value: Result<T, Problem>) -> Result<(), Problem> {
    match place.replace(value?) {
        None => Ok(()),
        Some(_) => Err(Problem::Twice(what)),
    }
}

/// A problem of the current line.
pub(super) fn here(problem: Problem) -> Blamed {
    (problem, None)
}

/// Parses an action, and for a move the places in its path.
pub(super) fn read_action(line: &str) -> Result<(Action, Vec<String>), Problem> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "place" => Ok((Action::Place(rest.parse()?), vec![])),
        "flip" => Ok((Action::Flip { tombstone: rest.parse()? }, vec![])),
        _ => {
            let figure: FigureId = word.parse().map_err(|_| expected("place, flip or a figure", word))?;
            let stops: Vec<String> = rest.split('-').map(|stop| stop.trim().to_owned()).collect();
            let path = stops.windows(2).map(|pair| step(&pair[0], &pair[1])).collect::<Result<_, _>>()?;
            Ok((Action::Move { figure, path }, stops))
        }
    }
}

fn step(from: &str, to: &str) -> Result<Step, Problem> {
    let cells = || Some((from.parse::<Cell>().ok()?, to.parse::<Cell>().ok()?));
    let step = match (from, to) {
        (OUTSIDE, _) if to.parse() == Ok(Cell::ENTRANCE) => Some(Step::Enter),
        (_, OUT) if from.parse() == Ok(Cell::EXIT) => Some(Step::Leave),
        _ => cells().and_then(|(from, to)| direction(from, to)).map(Step::Go),
    };
    step.ok_or_else(|| Problem::NoStep { from: from.to_owned(), to: to.to_owned() })
}

/// The direction of a straight line from one cell to another.
fn direction(from: Cell, to: Cell) -> Option<Direction> {
    let lies = |direction: &Direction| {
        std::iter::successors(from.step(*direction), |cell| cell.step(*direction)).any(|cell| cell == to)
    };
    Direction::ALL.into_iter().find(lies)
}

/// Parses a number that consists of digits only.
pub(super) fn number_of(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

pub(super) fn bytes<const N: usize>(hex: &str) -> Result<[u8; N], Problem> {
    let wanted = match N {
        16 => "32 hexadecimal digits",
        _ => "64 hexadecimal digits",
    };
    from_hex(hex).ok_or_else(|| expected(wanted, hex))
}

pub(super) fn expected(wanted: &'static str, found: &str) -> Problem {
    Problem::Expected { wanted, found: shortened(found) }
}
