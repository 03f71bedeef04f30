//! The record as a text file, `.floors`: one that a person can read and a diff can show. See `docs/records.md`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::hex::{from_hex, to_hex};
use super::names::UnknownName;
use crate::chance::{Commitment, Nonce, Salt, Secret, Seed};
use crate::event::{Event, Motion};
use crate::figure_move::Step;
use crate::game::{
    Action, Axis, Colour, Ending, Fortress, Game, GameEvent, Layout, Length, Options, Pair, Placement, PlacingProblem,
    Players, PlayersProblem, Seat, Winner,
};
use crate::geometry::{Cell, Direction};
use crate::piece::{FigureId, Whereabouts};
use crate::record::{Fairness, Record, RecordProblem, Unfair};
use crate::terms::{Terms, TermsProblem};
use crate::tombstone::Tombstone;

/// The first line of the format this program writes.
const TITLE: &str = "Fearsome Floors record, version 1";

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
            writeln!(f, "\n# stage {}, turn {turn}", stage.number())?;
        }
    }
    Ok(())
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

fn result_text(ending: Option<Ending>) -> String {
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
            let read = reader.line(last, line.trim());
            read.map_err(|problem| RecordError { line: reader.blamed.unwrap_or(last), problem })?;
        }
        reader.finish().map_err(|problem| RecordError { line: last.max(1), problem })
    }
}

/// A record being read, line by line.
#[derive(Default)]
struct Reader {
    has_title: bool,
    seats: Vec<(Colour, String)>,
    seat_lines: Vec<usize>,
    fortress: Option<Fortress>,
    fortress_line: usize,
    length: Option<Length>,
    commitment: Option<Commitment>,
    nonces: Vec<(Seat, Nonce)>,
    first: Option<Seat>,
    first_line: usize,
    commitment_line: usize,
    branched: Option<usize>,
    branched_line: usize,
    /// Set with the first action.
    game: Option<(Terms, Game)>,
    actions: Vec<Action>,
    lines: Vec<usize>,
    has_result: bool,
    /// The line of a mistake that shows only later.
    blamed: Option<usize>,
    /// What the chances are checked with, if they are.
    secret: Option<Secret>,
    fairness: Option<Fairness>,
    seed: Option<Seed>,
    salt: Option<Salt>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Problem> {
        if !self.has_title {
            self.has_title = true;
            return title(line);
        }
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let keyed = line.split_once(':').map(|(key, value)| (key, value.trim()));
        if self.has_result {
            return match keyed {
                Some(("seed", hex)) => set(&mut self.seed, "the seed", bytes(hex).map(Seed)?),
                Some(("salt", hex)) => set(&mut self.salt, "the salt", bytes(hex).map(Salt)?),
                _ => Err(Problem::BehindEnd(shortened(line))),
            };
        }
        match keyed {
            Some(("result", result)) => return self.result(result),
            Some(("seed" | "salt", _)) => return Err(Problem::Missing("the result")),
            _ => {}
        }
        match keyed {
            Some((key, value)) if self.game.is_none() => self.header(number, key, value),
            _ => self.action(number, line),
        }
    }

    fn header(&mut self, number: usize, key: &str, value: &str) -> Result<(), Problem> {
        let words: Vec<&str> = key.split_whitespace().collect();
        match words[..] {
            ["seat", nth] if number_of(nth) == Some(self.seats.len() + 1) => {
                let (colour, name) = value.split_once(' ').unwrap_or((value, ""));
                let colour = colour.parse()?;
                if self.seats.iter().any(|(taken, _)| *taken == colour) {
                    return Err(PlayersProblem::Twice(colour).into());
                }
                self.seats.push((colour, name.trim().to_owned()));
                self.seat_lines.push(number);
                Ok(())
            }
            ["seat", _] => Err(expected("the seats in order", key)),
            ["fortress"] => {
                self.fortress_line = number;
                let fortress = match value {
                    "basic" => Fortress::Basic,
                    "by hand" => Fortress::ByHand,
                    "prepared" => Fortress::Prepared(Layout::default()),
                    _ => return Err(expected("basic, by hand or prepared", value)),
                };
                set(&mut self.fortress, "the fortress", fortress)
            }
            ["tile"] => match &mut self.fortress {
                Some(Fortress::Prepared(layout)) => Ok(layout.place(value.parse()?)?),
                Some(Fortress::Basic | Fortress::ByHand) | None => Err(Problem::TileNotPrepared),
            },
            ["length"] => set(&mut self.length, "the length", value.parse()?),
            ["commitment"] => {
                self.commitment_line = number;
                set(&mut self.commitment, "the commitment", bytes(value).map(Commitment)?)
            }
            ["nonce", nth] => {
                let seat = self.seat(nth)?;
                if self.nonces.iter().any(|(other, _)| *other == seat) {
                    return Err(Problem::Twice("the nonce"));
                }
                self.nonces.push((seat, bytes(value).map(Nonce)?));
                Ok(())
            }
            ["first"] => {
                self.first_line = number;
                let nth = value.strip_prefix("seat ").ok_or_else(|| expected("a seat", value))?;
                let seat = self.seat(nth)?;
                set(&mut self.first, "who begins", seat)
            }
            ["branched"] => {
                self.branched_line = number;
                let branched = number_of(value).ok_or_else(|| expected("a number of actions", value))?;
                set(&mut self.branched, "the branch", branched)
            }
            _ => Err(expected("a header or an action", key)),
        }
    }

    fn seat(&self, nth: &str) -> Result<Seat, Problem> {
        let number = number_of(nth).ok_or_else(|| expected("the number of a seat", nth))?;
        let index = number.checked_sub(1).filter(|index| *index < self.seats.len());
        index.and_then(Seat::new).ok_or(Problem::NoSuchSeat(number))
    }

    /// The headers are complete: the game can begin.
    fn begin(&mut self) -> Result<&mut (Terms, Game), Problem> {
        if self.game.is_none() {
            let players = self.players()?;
            let fortress = self.fortress.ok_or(Problem::Missing("the fortress"))?;
            if let Fortress::Prepared(layout) = fortress
                && !layout.is_complete()
            {
                self.blamed = Some(self.fortress_line);
                return Err(Problem::TilesMissing(layout.placements().count()));
            }
            let length = self.length.ok_or(Problem::Missing("the length"))?;
            let mut nonces = vec![None; players.count()];
            self.nonces.iter().for_each(|(seat, nonce)| nonces[seat.index()] = Some(*nonce));
            let names: Vec<String> = self.seats.iter().map(|(_, name)| name.clone()).collect();
            let commitment = self.commitment.ok_or(Problem::Missing("the commitment"))?;
            let first = self.first.ok_or(Problem::Missing("who begins"))?;
            let options = Options { players, fortress, length };
            let terms = Terms::new(options, names.clone(), nonces, commitment, first).inspect_err(|problem| {
                if let TermsProblem::Name(name) = problem {
                    let seat = names.iter().position(|known| known.starts_with(name.as_str()));
                    self.blamed = seat.map(|seat| self.seat_lines[seat]);
                }
            })?;
            let terms = match self.branched {
                Some(branched) => terms.branched_after(branched),
                None => terms,
            };
            if let Some(secret) = &self.secret {
                self.fairness = Some(Fairness::new(&terms, secret).inspect_err(|unfair| {
                    self.blamed = Some(match unfair {
                        Unfair::First { .. } => self.first_line,
                        Unfair::Commitment | Unfair::Unfinished | Unfair::Tombstone { .. } => self.commitment_line,
                    });
                })?);
            }
            let game = Game::new(options, first, &mut ());
            self.game = Some((terms, game));
        }
        Ok(self.game.as_mut().expect("it has just begun"))
    }

    fn players(&mut self) -> Result<Players, Problem> {
        let colours: Vec<Colour> = self.seats.iter().map(|(colour, _)| *colour).collect();
        Players::new(&colours).map_err(|problem| {
            let at_fault = match problem {
                PlayersProblem::OnlyThree(colour) => colours.iter().position(|known| *known == colour),
                PlayersProblem::Count(_) | PlayersProblem::Twice(_) => None,
            };
            self.blamed = at_fault.or(colours.len().checked_sub(1)).map(|seat| self.seat_lines[seat]);
            problem.into()
        })
    }

    fn action(&mut self, number: usize, line: &str) -> Result<(), Problem> {
        let index = self.actions.len();
        self.begin()?;
        let (_, game) = self.game.as_mut().expect("it has begun");
        let (action, stops) = read_action(line)?;
        if let Some(fairness) = &mut self.fairness {
            fairness.check(game, &action, index)?;
        }
        let mut events = vec![];
        let seat = game.acting();
        let acted = game.act(seat, &action, &mut events);
        acted.map_err(|problem| RecordProblem::Illegal { action: index, problem })?;
        if let Action::Move { figure, .. } = action {
            let actual = way(&events);
            if actual != stops {
                return Err(Problem::OtherWay { figure, told: shortened(&stops.join("-")), actual: actual.join("-") });
            }
        }
        self.actions.push(action);
        self.lines.push(number);
        Ok(())
    }

    fn result(&mut self, result: &str) -> Result<(), Problem> {
        let (_, game) = self.begin()?;
        let actual = result_text(game.ending());
        if result != actual {
            return Err(Problem::OtherResult(actual));
        }
        let actions = self.actions.len();
        if let Some(branched) = self.branched.filter(|branched| *branched > actions) {
            self.blamed = Some(self.branched_line);
            return Err(RecordProblem::Branched { branched, actions }.into());
        }
        self.has_result = true;
        Ok(())
    }

    fn finish(self) -> Result<RecordText, Problem> {
        if !self.has_title {
            return Err(Problem::NotARecord);
        }
        let Some((terms, game)) = self.game.filter(|_| self.has_result) else { return Err(Problem::BreaksOff) };
        let secret = match (game.ending(), self.seed, self.salt) {
            (Some(_), Some(seed), Some(salt)) => Some(Secret { seed, salt }),
            (Some(_), None, _) => return Err(Problem::SecretMissing("seed")),
            (Some(_), _, None) => return Err(Problem::SecretMissing("salt")),
            (None, None, None) => None,
            (None, _, _) => return Err(Problem::Record(RecordProblem::Secret)),
        };
        let record = Record::new(terms, self.actions, secret)?;
        Ok(RecordText { record, lines: self.lines })
    }
}

/// An action, and for a move the places it names.
fn read_action(line: &str) -> Result<(Action, Vec<String>), Problem> {
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

fn title(line: &str) -> Result<(), Problem> {
    // A byte-order mark that an editor may have put before it does no harm.
    let line = line.trim_start_matches('\u{feff}');
    match TITLE.rsplit_once(' ').and_then(|(start, _)| line.strip_prefix(start)) {
        Some(" 1") => Ok(()),
        Some(version) => Err(Problem::UnknownVersion(shortened(version.trim()))),
        None => Err(Problem::NotARecord),
    }
}

/// A number as people write it: digits only.
fn number_of(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn set<T>(place: &mut Option<T>, what: &'static str, value: T) -> Result<(), Problem> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(Problem::Twice(what)),
    }
}

fn bytes<const N: usize>(hex: &str) -> Result<[u8; N], Problem> {
    let wanted = match N {
        16 => "32 hexadecimal digits",
        _ => "64 hexadecimal digits",
    };
    from_hex(hex).ok_or_else(|| expected(wanted, hex))
}

fn expected(wanted: &'static str, found: &str) -> Problem {
    Problem::Expected { wanted, found: shortened(found) }
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Placement::Stone { stone, at } => write!(f, "{stone} {at}"),
            Placement::SquarePool { at } => write!(f, "square_pool {at}"),
            Placement::LongPool { at, axis: Axis::Row } => write!(f, "long_pool {at} row"),
            Placement::LongPool { at, axis: Axis::Column } => write!(f, "long_pool {at} column"),
            Placement::Teleporter { pair: Pair::One, at, arrow } => write!(f, "teleporter 1 {at} {arrow}"),
            Placement::Teleporter { pair: Pair::Two, at, arrow } => write!(f, "teleporter 2 {at} {arrow}"),
        }
    }
}

impl FromStr for Placement {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Placement, UnknownName> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let teleporter =
            |pair, at: &str, arrow: &str| Ok(Placement::Teleporter { pair, at: at.parse()?, arrow: arrow.parse()? });
        match words[..] {
            ["square_pool", at] => Ok(Placement::SquarePool { at: at.parse()? }),
            ["long_pool", at, "row"] => Ok(Placement::LongPool { at: at.parse()?, axis: Axis::Row }),
            ["long_pool", at, "column"] => Ok(Placement::LongPool { at: at.parse()?, axis: Axis::Column }),
            ["teleporter", "1", at, arrow] => teleporter(Pair::One, at, arrow),
            ["teleporter", "2", at, arrow] => teleporter(Pair::Two, at, arrow),
            [stone, at] if stone.parse::<crate::piece::Stone>().is_ok() => {
                Ok(Placement::Stone { stone: stone.parse()?, at: at.parse()? })
            }
            _ => Err(UnknownName::Placement(shortened(text))),
        }
    }
}

impl fmt::Display for Tombstone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tombstone::Steps(number) => write!(f, "{number}"),
            Tombstone::Hits(hits) if hits.get() == 1 => write!(f, "1 hit"),
            Tombstone::Hits(hits) => write!(f, "{hits} hits"),
        }
    }
}

impl FromStr for Tombstone {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Tombstone, UnknownName> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_plain = !text.contains('+');
        let tombstone = match words[..] {
            _ if !is_plain => None,
            [number] => number.parse().ok().map(Tombstone::Steps),
            ["1", "hit"] => Some(Tombstone::hits(1)),
            [hits, "hits"] if hits != "1" => hits.parse().ok().map(Tombstone::Hits),
            _ => None,
        };
        tombstone.ok_or_else(|| UnknownName::Tombstone(shortened(text)))
    }
}
