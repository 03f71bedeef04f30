//! The record as a text file, `.floors`: one that a person can read and a diff can show. See `docs/records.md`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::hex::{from_hex, to_hex};
use super::names::{UnknownName, shortened};
use super::record_header::{Fault, Header, Line, Lines, bytes, expected, set};
use crate::chance::{Salt, Secret, Seed};
use crate::event::{Event, Motion};
use crate::figure_move::Step;
use crate::game::{Action, Ending, Fortress, Game, GameEvent, PlacingProblem, PlayersProblem, Stage, Winner};
use crate::geometry::{Cell, Direction};
use crate::piece::{FigureId, Whereabouts};
use crate::record::{Fairness, Record, RecordProblem, Unfair};
use crate::terms::{Terms, TermsProblem};

/// The first line of the format this program writes.
pub(super) const TITLE: &str = "Fearsome Floors record, version 1";

/// A record that was read, and on which line each of its actions stands.
#[derive(Clone, Debug)]
pub struct RecordText {
    /// The record.
    pub record: Record,
    /// By action, from 1.
    pub lines: Vec<usize>,
}

/// Why a text is no record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: RecordTextProblem,
}

/// What is wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordTextProblem {
    /// It begins with something else.
    #[error("this is no record: a record begins with {TITLE:?}")]
    NotARecord,
    /// Made by a later program.
    #[error("version {0:?} is not known, only version 1")]
    UnknownVersion(String),
    /// It cannot be read.
    #[error("{wanted} expected, found {found:?}")]
    Expected {
        /// What should stand there.
        wanted: &'static str,
        /// What stands there.
        found: String,
    },
    /// It names something unknown.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// Something is told twice.
    #[error("{0} is told twice")]
    Twice(&'static str),
    /// Something is not told before the first action.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// There can be no such table.
    #[error(transparent)]
    Players(#[from] PlayersProblem),
    /// A tile of the prepared fortress may not lie there.
    #[error(transparent)]
    Placing(#[from] PlacingProblem),
    /// Only a prepared fortress has its tiles in the headers.
    #[error("a tile belongs behind \"fortress: prepared\"")]
    TileNotPrepared,
    /// The game cannot be played like that.
    #[error(transparent)]
    Terms(#[from] TermsProblem),
    /// The prepared fortress lacks tiles.
    #[error("the fortress is prepared with {0} of 17 tiles")]
    TilesMissing(usize),
    /// No seat of this table.
    #[error("there is no seat {0}")]
    NoSuchSeat(usize),
    /// The action is against the rules.
    #[error(transparent)]
    Record(#[from] RecordProblem),
    /// A figure comes from, or to, another place than the text says.
    #[error("the way of {figure} is {actual}, not {told}")]
    OtherWay {
        /// Who.
        figure: FigureId,
        /// What the text says.
        told: String,
        /// The way it really goes.
        actual: String,
    },
    /// Two places that no single step joins.
    #[error("no step leads from {from} to {to}")]
    NoStep {
        /// From here.
        from: String,
        /// To there.
        to: String,
    },
    /// The result is another one.
    #[error("the result is: {0}")]
    OtherResult(String),
    /// Something stands behind the result.
    #[error("{0:?} stands behind the end")]
    BehindEnd(String),
    /// The text breaks off.
    #[error("the record breaks off: its result is missing")]
    BreaksOff,
    /// Chance did not go as the seed says.
    #[error(transparent)]
    Unfair(#[from] Unfair),
    /// Seed or salt of a finished game is missing.
    #[error("the game is over, but its {0} is missing")]
    SecretMissing(&'static str),
}

type Problem = RecordTextProblem;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = self.terms();
        let options = terms.options();
        writeln!(f, "{TITLE}")?;
        for (index, (colour, name)) in options.players.colours().iter().zip(terms.names()).enumerate() {
            writeln!(f, "{}", format!("seat {}: {colour} {name}", index + 1).trim_end())?;
        }
        writeln!(f, "fortress: {}", options.fortress)?;
        if let Fortress::Prepared(layout) = options.fortress {
            layout.placements().try_for_each(|placement| writeln!(f, "tile: {placement}"))?;
        }
        writeln!(f, "length: {}", options.length)?;
        writeln!(f, "commitment: {}", to_hex(&terms.commitment().0))?;
        for (index, nonce) in terms.nonces().iter().enumerate() {
            if let Some(nonce) = nonce {
                writeln!(f, "nonce {}: {}", index + 1, to_hex(&nonce.0))?;
            }
        }
        writeln!(f, "first: seat {}", terms.first().index() + 1)?;
        if let Some(branched) = terms.branched() {
            writeln!(f, "branched: {branched}")?;
        }

        let (_, events) = self.beginning();
        write_headings(f, &events)?;
        for played in self.replay() {
            writeln!(f, "{}", action_text(played.action, &played.events))?;
            write_headings(f, &played.events)?;
        }
        writeln!(f, "\nresult: {}", result_text(self.ending()))?;
        if let Some(secret) = self.secret() {
            writeln!(f, "seed: {}", to_hex(&secret.seed.0))?;
            writeln!(f, "salt: {}", to_hex(&secret.salt.0))?;
        }
        Ok(())
    }
}

/// A comment where a turn begins, for whoever reads the file.
fn write_headings(f: &mut fmt::Formatter<'_>, events: &[GameEvent]) -> fmt::Result {
    for event in events {
        if let GameEvent::TurnBegan { stage, turn, .. } = event {
            writeln!(f, "\n{}", turn_heading(*stage, *turn))?;
        }
    }
    Ok(())
}

/// The comment where a turn begins.
pub(super) fn turn_heading(stage: Stage, turn: u8) -> String {
    format!("# stage {}, turn {turn}", stage.number())
}

fn action_text(action: &Action, events: &[GameEvent]) -> String {
    match action {
        Action::Place(placement) => format!("place {placement}"),
        Action::Move { figure, .. } => format!("{figure} {}", way(events).join("-")),
        Action::Flip { tombstone } => format!("flip {tombstone}"),
    }
}

const OUTSIDE: &str = "entrance";
const OUT: &str = "exit";

/// The places of a move in order: where the figure was, and where each step brought it.
fn way(events: &[GameEvent]) -> Vec<String> {
    let mut way: Vec<String> = vec![];
    for event in events {
        match event {
            GameEvent::Board(Event::FigureEntered { at, .. }) => way.extend([OUTSIDE.to_owned(), at.to_string()]),
            GameEvent::Board(Event::FigureMoved { from, to, how: Motion::Walked, .. }) => {
                if way.is_empty() {
                    way.push(from.to_string());
                }
                way.push(to.to_string());
            }
            // Sliding on belongs to the same step.
            GameEvent::Board(Event::FigureMoved { to, how: Motion::Slid, .. }) => {
                way.pop();
                way.push(to.to_string());
            }
            GameEvent::Board(Event::FigureEscaped { from, .. }) => {
                if way.is_empty() {
                    way.push(from.to_string());
                }
                way.push(OUT.to_owned());
            }
            GameEvent::FigureStayed { whereabouts, .. } => way.push(match whereabouts {
                Whereabouts::On(cell) => cell.to_string(),
                Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => OUTSIDE.to_owned(),
            }),
            // After the move: what comes then is another's.
            GameEvent::FigureTurnedOver { .. } => break,
            _ => {}
        }
    }
    way
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

/// The direction in which one cell lies straight from another.
fn direction(from: Cell, to: Cell) -> Option<Direction> {
    let lies = |direction: &Direction| {
        std::iter::successors(from.step(*direction), |cell| cell.step(*direction)).any(|cell| cell == to)
    };
    Direction::ALL.into_iter().find(lies)
}

pub(super) fn result_text(ending: Option<Ending>) -> String {
    let Some(Ending { winner, reason }) = ending else { return "unfinished".to_owned() };
    let winner = match winner {
        Winner::Seat(seat) => format!("seat {} wins", seat.index() + 1),
        Winner::Monster => "the monster wins".to_owned(),
    };
    format!("{winner}: {reason}")
}

impl FromStr for RecordText {
    type Err = RecordError;

    /// Reads a record and plays it; `#` begins a line that is a comment.
    fn from_str(text: &str) -> Result<RecordText, RecordError> {
        RecordText::read(text, Reader::default())
    }
}

impl RecordText {
    /// Reads a record, plays it, and checks all chance in it against seed, nonces and commitment on the way: a forged
    /// tombstone is found on its own line, not where the game then goes astray.
    ///
    /// # Errors
    ///
    /// The first line that is wrong. A game that is not over cannot be checked.
    pub fn verified(text: &str) -> Result<RecordText, RecordError> {
        let told = |key: &str| text.lines().rev().find_map(|line| line.trim().strip_prefix(key)).map(str::trim);
        let seed = told("seed:").and_then(from_hex).map(Seed);
        let salt = told("salt:").and_then(from_hex).map(Salt);
        let secret = seed.zip(salt).map(|(seed, salt)| Secret { seed, salt });
        let text = RecordText::read(text, Reader { secret, ..Reader::default() })?;
        // Whatever the secret gives away has been found on its line: only a game without one is left.
        let line = text.lines.last().copied().unwrap_or(1);
        text.record.verify().map_err(|unfair| RecordError { line, problem: unfair.into() })?;
        Ok(text)
    }

    fn read(text: &str, mut reader: Reader) -> Result<RecordText, RecordError> {
        let mut last = 0;
        for (index, line) in text.lines().enumerate() {
            last = index + 1;
            reader.line(last, line).map_err(|fault| fault.at(last))?;
        }
        reader.finish().map_err(|problem| RecordError { line: last.max(1), problem })
    }
}

/// A record being read, line by line.
#[derive(Default)]
struct Reader {
    lines: Lines,
    header: Header,
    /// Set with the first action.
    game: Option<(Terms, Game)>,
    actions: Vec<Action>,
    action_lines: Vec<usize>,
    /// What the chances are checked with, if they are.
    secret: Option<Secret>,
    fairness: Option<Fairness>,
    seed: Option<Seed>,
    salt: Option<Salt>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        match self.lines.next(line)? {
            Line::Blank | Line::Comment(_) => {}
            Line::Header(key, value) => self.header.line(number, key, value)?,
            Line::Action(action) => self.action(number, action)?,
            Line::Result(result) => self.result(result)?,
            Line::Seed(hex) => set(&mut self.seed, "the seed", bytes(hex).map(Seed)?)?,
            Line::Salt(hex) => set(&mut self.salt, "the salt", bytes(hex).map(Salt)?)?,
        }
        Ok(())
    }

    /// The game, which begins when the headers are complete.
    fn begin(&mut self) -> Result<&mut (Terms, Game), Fault> {
        if self.game.is_none() {
            let terms = self.header.terms()?;
            if let Some(secret) = &self.secret {
                let fairness = Fairness::new(&terms, secret).map_err(|unfair| {
                    let line = match unfair {
                        Unfair::First { .. } => self.header.first_line,
                        Unfair::Commitment | Unfair::Unfinished | Unfair::Tombstone { .. } => {
                            self.header.commitment_line
                        }
                    };
                    Problem::from(unfair).on(Some(line))
                })?;
                self.fairness = Some(fairness);
            }
            let game = Game::new(*terms.options(), terms.first(), &mut ());
            self.game = Some((terms, game));
        }
        Ok(self.game.as_mut().expect("it has just begun"))
    }

    fn action(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        let index = self.actions.len();
        self.begin()?;
        let (_, game) = self.game.as_mut().expect("it has begun");
        let (action, stops) = read_action(line)?;
        if let Some(fairness) = &mut self.fairness {
            fairness.check(game, &action, index).map_err(Problem::from)?;
        }
        let mut events = vec![];
        let seat = game.acting();
        let acted = game.act(seat, &action, &mut events);
        acted.map_err(|problem| Problem::from(RecordProblem::Illegal { action: index, problem }))?;
        if let Action::Move { figure, .. } = action {
            let actual = way(&events);
            if actual != stops {
                let told = shortened(&stops.join("-"));
                return Err(Problem::OtherWay { figure, told, actual: actual.join("-") }.into());
            }
        }
        self.actions.push(action);
        self.action_lines.push(number);
        Ok(())
    }

    fn result(&mut self, result: &str) -> Result<(), Fault> {
        let actions = self.actions.len();
        let (terms, game) = self.begin()?;
        let actual = result_text(game.ending());
        if result != actual {
            return Err(Problem::OtherResult(actual).into());
        }
        if let Some(branched) = terms.branched().filter(|branched| *branched > actions) {
            let problem = Problem::from(RecordProblem::Branched { branched, actions });
            return Err(problem.on(Some(self.header.branched_line)));
        }
        Ok(())
    }

    fn finish(self) -> Result<RecordText, Problem> {
        self.lines.finish()?;
        let Some((terms, game)) = self.game else { return Err(Problem::BreaksOff) };
        let secret = match (game.ending(), self.seed, self.salt) {
            (Some(_), Some(seed), Some(salt)) => Some(Secret { seed, salt }),
            (Some(_), None, _) => return Err(Problem::SecretMissing("seed")),
            (Some(_), _, None) => return Err(Problem::SecretMissing("salt")),
            (None, None, None) => None,
            (None, _, _) => return Err(Problem::Record(RecordProblem::Secret)),
        };
        let record = Record::new(terms, self.actions, secret)?;
        Ok(RecordText { record, lines: self.action_lines })
    }
}

/// An action, and for a move the places it names.
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
