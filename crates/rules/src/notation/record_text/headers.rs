//! The headers, which are the lines before the first action. They define the terms of the game.

use super::RecordTextProblem as Problem;
use super::read::{bytes, expected, number_of};
use crate::chance::{Commitment, Nonce};
use crate::game::{Band, FortressChoice, Length, Options, PartialFortress, Players, PlayersProblem, Seat, Situation};
use crate::terms::{Agreement, Beginning, FirstBy, MonsterNumber, Player, PlayerKind, Terms, TermsProblem};

/// The versions of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    One,
    Two,
}

/// A value and its line.
pub(super) type Line<T> = Option<(T, usize)>;

/// A problem and the line that caused it, if that is not the current one.
pub(super) type Blamed = (Problem, Option<usize>);

/// The value of a `fortress` header. Its tiles follow in other headers.
#[derive(Clone, Copy)]
enum FortressKind {
    Basic,
    ByHand,
    Prepared,
    Random,
}

/// The headers read so far.
#[derive(Default)]
pub(super) struct Headers {
    /// Bands and players, with their lines.
    seats: Vec<(Band, Player, usize)>,
    monster: Line<MonsterNumber>,
    fortress: Line<FortressKind>,
    tiles: PartialFortress,
    from: Line<Situation>,
    length: Line<Length>,
    commitment: Line<Commitment>,
    first: Line<(Seat, FirstBy)>,
    branched: Line<usize>,
}

impl Headers {
    /// Parses the header on line `number`.
    pub(super) fn read(&mut self, version: Version, number: usize, key: &str, value: &str) -> Result<(), Problem> {
        let words: Vec<&str> = key.split_whitespace().collect();
        match (version, &words[..]) {
            (_, ["seat", nth]) => self.add_seat(version, number, nth, value),
            (Version::Two, ["monster"]) => {
                let monster = number_of(value).and_then(MonsterNumber::new);
                let monster = monster.ok_or_else(|| expected("a number from 1 to 256", value))?;
                set(&mut self.monster, "monster", monster, number)
            }
            (_, ["fortress"]) => {
                let kind = match (version, value) {
                    (_, "basic") => FortressKind::Basic,
                    (_, "by hand") => FortressKind::ByHand,
                    (_, "prepared") => FortressKind::Prepared,
                    (Version::Two, "random") => FortressKind::Random,
                    (Version::One, _) => return Err(expected("basic, by hand or prepared", value)),
                    (Version::Two, _) => return Err(expected("basic, by hand, prepared or random", value)),
                };
                set(&mut self.fortress, "fortress", kind, number)
            }
            (_, ["tile"]) => match self.fortress {
                Some((FortressKind::Prepared | FortressKind::Random, _)) => Ok(self.tiles.place(value.parse()?)?),
                Some((FortressKind::Basic | FortressKind::ByHand, _)) | None => Err(Problem::TileNotPrepared),
            },
            (Version::Two, ["from"]) => set(&mut self.from, "from", value.parse()?, number),
            (_, ["length"]) => set(&mut self.length, "length", value.parse()?, number),
            (_, ["commitment"]) => set(&mut self.commitment, "commitment", bytes(value).map(Commitment)?, number),
            (_, ["nonce", nth]) => {
                let seat = self.seat(nth)?;
                let nonce = &mut self.seats[seat.index()].1.nonce;
                if nonce.is_some() {
                    return Err(Problem::Twice("nonce"));
                }
                *nonce = Some(bytes(value).map(Nonce)?);
                Ok(())
            }
            (_, ["first"]) => {
                let (seat, by) = match version {
                    // In version 1 the first player was always drawn by lot.
                    Version::One => (value, FirstBy::Lot),
                    Version::Two => {
                        let (seat, by) = value.split_once(',').ok_or_else(|| expected(FIRST, value))?;
                        (seat, by.trim().parse()?)
                    }
                };
                let nth = seat.strip_prefix("seat ").ok_or_else(|| expected("a seat", value))?;
                let seat = self.seat(nth)?;
                set(&mut self.first, "first player", (seat, by), number)
            }
            (_, ["branched"]) => {
                let branched = number_of(value).ok_or_else(|| expected("a number of actions", value))?;
                set(&mut self.branched, "branch", branched, number)
            }
            _ => Err(expected("a header or an action", key)),
        }
    }

    fn add_seat(&mut self, version: Version, number: usize, nth: &str, value: &str) -> Result<(), Problem> {
        if number_of(nth) != Some(self.seats.len() + 1) {
            return Err(expected("the seats in order", &format!("seat {nth}")));
        }
        let (band, rest) = value.split_once(' ').unwrap_or((value, ""));
        let band = band.parse()?;
        if self.seats.iter().any(|(taken, _, _)| *taken == band) {
            return Err(PlayersProblem::Twice(band).into());
        }
        let (kind, name) = match version {
            Version::One => (PlayerKind::Unknown, rest),
            Version::Two => {
                let (kind, name) = rest.trim_start().split_once(' ').unwrap_or((rest.trim(), ""));
                (kind.parse()?, name)
            }
        };
        self.seats.push((band, Player { name: name.trim().to_owned(), kind, nonce: None }, number));
        Ok(())
    }

    fn seat(&self, nth: &str) -> Result<Seat, Problem> {
        let number = number_of(nth).ok_or_else(|| expected("the number of a seat", nth))?;
        let index = number.checked_sub(1).filter(|index| *index < self.seats.len());
        index.and_then(Seat::new).ok_or(Problem::NoSuchSeat(number))
    }

    /// The terms, when all headers have been read.
    pub(super) fn terms(&self) -> Result<Terms, Blamed> {
        let beginning = self.beginning()?;
        let commitment = known(self.commitment, "commitment")?;
        let seats = self.seats.iter().map(|(_, player, _)| player.clone()).collect();
        let agreement = Agreement { beginning, seats, monster: self.monster.map(|(monster, _)| monster) };
        let terms = Terms::new(agreement, commitment).map_err(|problem| {
            let line = match problem {
                TermsProblem::Name { seat, .. } => self.seats.get(seat).map(|(_, _, line)| *line),
                TermsProblem::Situation(_) => line_of(&self.from),
                TermsProblem::First(_) => line_of(&self.first),
                TermsProblem::TooManyPlayers { .. } => None,
            };
            (problem.into(), line)
        })?;
        Ok(match self.branched {
            Some((branched, _)) => terms.branched_after(branched),
            None => terms,
        })
    }

    fn beginning(&self) -> Result<Beginning, Blamed> {
        let Some((situation, line)) = &self.from else {
            let players = self.players()?;
            let fortress = self.fortress()?;
            let length = known(self.length, "length")?;
            let (first, by) = known(self.first, "first player")?;
            return Ok(Beginning::New { options: Options { players, fortress, length }, first, by });
        };
        let given =
            [("fortress", line_of(&self.fortress)), ("length", line_of(&self.length)), ("first", line_of(&self.first))];
        if let Some((header, line)) = given.into_iter().find(|(_, line)| line.is_some()) {
            return Err((Problem::InSituation(header), line));
        }
        if !self.seats.iter().map(|(band, _, _)| band).eq(&situation.players) {
            return Err((Problem::OtherSeats, Some(*line)));
        }
        Ok(Beginning::From(Box::new(situation.clone())))
    }

    fn players(&self) -> Result<Players, Blamed> {
        let bands: Vec<Band> = self.seats.iter().map(|(band, _, _)| *band).collect();
        Players::new(&bands).map_err(|problem| {
            let at_fault = match problem {
                PlayersProblem::OnlyThree(band) => bands.iter().position(|known| *known == band),
                PlayersProblem::Count(_) | PlayersProblem::Twice(_) => None,
            };
            let line = at_fault.or(bands.len().checked_sub(1)).map(|seat| self.seats[seat].2);
            (problem.into(), line)
        })
    }

    fn fortress(&self) -> Result<FortressChoice, Blamed> {
        let (kind, line) = self.fortress.ok_or((Problem::Missing("fortress"), None))?;
        let laid = || self.tiles.complete().ok_or((Problem::TilesMissing(self.tiles.len()), Some(line)));
        Ok(match kind {
            FortressKind::Basic => FortressChoice::Basic,
            FortressKind::ByHand => FortressChoice::ByHand,
            FortressKind::Prepared => FortressChoice::Prepared(laid()?),
            FortressKind::Random => FortressChoice::Random(laid()?),
        })
    }

    /// The line that names the first player.
    pub(super) fn first_line(&self) -> Option<usize> {
        line_of(&self.first)
    }

    /// The line of the fortress.
    pub(super) fn fortress_line(&self) -> Option<usize> {
        line_of(&self.fortress)
    }

    /// The line of the commitment.
    pub(super) fn commitment_line(&self) -> Option<usize> {
        line_of(&self.commitment)
    }

    /// The number of actions taken over, and its line.
    pub(super) fn branched(&self) -> Line<usize> {
        self.branched
    }
}

const FIRST: &str = "a seat and lot, chosen or last eaten";

fn line_of<T>(place: &Line<T>) -> Option<usize> {
    place.as_ref().map(|(_, line)| *line)
}

fn known<T>(place: Line<T>, what: &'static str) -> Result<T, Blamed> {
    place.map(|(value, _)| value).ok_or((Problem::Missing(what), None))
}

fn set<T>(place: &mut Line<T>, what: &'static str, value: T, line: usize) -> Result<(), Problem> {
    match place.replace((value, line)) {
        None => Ok(()),
        Some(_) => Err(Problem::Twice(what)),
    }
}
