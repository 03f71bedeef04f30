//! What comes before the first action of a record, and what each line of a record is.
//!
//! Whoever reads a record starts here: [`RecordText`](super::RecordText), which plays it, and
//! [`RecordOutline`](super::RecordOutline), which does not.

use super::hex::from_hex;
use super::names::shortened;
use super::record_text::{RecordError, RecordTextProblem as Problem, TITLE};
use crate::chance::{Commitment, Nonce};
use crate::game::{Colour, Fortress, Layout, Length, Options, Players, PlayersProblem, Seat};
use crate::terms::{Terms, TermsProblem};

/// A line of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Nothing that counts: the title or a blank line.
    Blank,
    /// A comment, with its `#`.
    Comment(&'a str),
    /// A header: key and value.
    Header(&'a str, &'a str),
    /// An action.
    Action(&'a str),
    /// The result.
    Result(&'a str),
    /// The seed of a finished game.
    Seed(&'a str),
    /// The salt of a finished game.
    Salt(&'a str),
}

/// Tells the lines of a record apart: what a line is depends on the lines before it.
#[derive(Debug, Default)]
pub(super) struct Lines {
    has_title: bool,
    has_action: bool,
    has_result: bool,
}

impl Lines {
    /// What the next line is.
    pub(super) fn next<'a>(&mut self, line: &'a str) -> Result<Line<'a>, Problem> {
        let line = line.trim();
        if !self.has_title {
            self.has_title = true;
            return title(line).map(|()| Line::Blank);
        }
        if line.is_empty() {
            return Ok(Line::Blank);
        }
        if line.starts_with('#') {
            return Ok(Line::Comment(line));
        }
        let keyed = line.split_once(':').map(|(key, value)| (key, value.trim()));
        match keyed {
            Some(("seed", hex)) if self.has_result => Ok(Line::Seed(hex)),
            Some(("salt", hex)) if self.has_result => Ok(Line::Salt(hex)),
            _ if self.has_result => Err(Problem::BehindEnd(shortened(line))),
            Some(("seed" | "salt", _)) => Err(Problem::Missing("the result")),
            Some(("result", result)) => {
                self.has_result = true;
                Ok(Line::Result(result))
            }
            Some((key, value)) if !self.has_action => Ok(Line::Header(key, value)),
            _ => {
                self.has_action = true;
                Ok(Line::Action(line))
            }
        }
    }

    /// Checks that the text was a whole record.
    pub(super) fn finish(&self) -> Result<(), Problem> {
        match (self.has_title, self.has_result) {
            (false, _) => Err(Problem::NotARecord),
            (true, false) => Err(Problem::BreaksOff),
            (true, true) => Ok(()),
        }
    }
}

/// A problem, and the line to blame if it is not the one that was read last.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) problem: Problem,
    pub(super) line: Option<usize>,
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Fault {
        Fault { problem, line: None }
    }
}

impl Fault {
    /// The error, found on this line unless an earlier one is to blame.
    pub(super) fn at(self, line: usize) -> RecordError {
        RecordError { line: self.line.unwrap_or(line), problem: self.problem }
    }
}

impl Problem {
    /// This problem, caused by an earlier line.
    pub(super) fn on(self, line: Option<usize>) -> Fault {
        Fault { problem: self, line }
    }
}

/// The headers of a record, with their lines.
#[derive(Debug, Default)]
pub(super) struct Header {
    seats: Vec<(Colour, String)>,
    seat_lines: Vec<usize>,
    fortress: Option<Fortress>,
    fortress_line: usize,
    length: Option<Length>,
    commitment: Option<Commitment>,
    nonces: Vec<(Seat, Nonce)>,
    first: Option<Seat>,
    branched: Option<usize>,
    pub(super) first_line: usize,
    pub(super) commitment_line: usize,
    pub(super) branched_line: usize,
}

impl Header {
    /// Parses a header line.
    pub(super) fn line(&mut self, number: usize, key: &str, value: &str) -> Result<(), Problem> {
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

    /// What the headers say, now that they are complete.
    pub(super) fn terms(&self) -> Result<Terms, Fault> {
        let players = self.players()?;
        let fortress = self.fortress.ok_or(Problem::Missing("the fortress"))?;
        if let Fortress::Prepared(layout) = fortress
            && !layout.is_complete()
        {
            return Err(Problem::TilesMissing(layout.placements().count()).on(Some(self.fortress_line)));
        }
        let length = self.length.ok_or(Problem::Missing("the length"))?;
        let mut nonces = vec![None; players.count()];
        self.nonces.iter().for_each(|(seat, nonce)| nonces[seat.index()] = Some(*nonce));
        let names: Vec<String> = self.seats.iter().map(|(_, name)| name.clone()).collect();
        let commitment = self.commitment.ok_or(Problem::Missing("the commitment"))?;
        let first = self.first.ok_or(Problem::Missing("who begins"))?;
        let options = Options { players, fortress, length };
        let terms = Terms::new(options, names, nonces, commitment, first).map_err(|problem| {
            let line = match &problem {
                TermsProblem::Name(name) => self.line_of(|(_, known)| known.starts_with(name.as_str())),
                _ => None,
            };
            Problem::from(problem).on(line)
        })?;
        Ok(match self.branched {
            Some(branched) => terms.branched_after(branched),
            None => terms,
        })
    }

    fn players(&self) -> Result<Players, Fault> {
        let colours: Vec<Colour> = self.seats.iter().map(|(colour, _)| *colour).collect();
        Players::new(&colours).map_err(|problem| {
            let at_fault = match problem {
                PlayersProblem::OnlyThree(colour) => self.line_of(|(known, _)| *known == colour),
                PlayersProblem::Count(_) | PlayersProblem::Twice(_) => None,
            };
            Problem::from(problem).on(at_fault.or(self.seat_lines.last().copied()))
        })
    }

    /// The line of the first seat that is meant.
    fn line_of(&self, is_meant: impl Fn(&(Colour, String)) -> bool) -> Option<usize> {
        self.seats.iter().position(is_meant).map(|seat| self.seat_lines[seat])
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

pub(super) fn set<T>(place: &mut Option<T>, what: &'static str, value: T) -> Result<(), Problem> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(Problem::Twice(what)),
    }
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
