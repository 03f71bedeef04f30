//! The position string: a whole position in one short word that fits in a link and a chat line.
//!
//! Fields joined by `-`, each a capital letter and what it lists; see `docs/notation.md`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::names::{read_figure, read_spot};
use crate::geometry::Direction;
use crate::piece::{FigureId, Monster, Stone, Whereabouts};
use crate::position::Position;
use crate::setup::{Setup, SetupProblem, Spot, TeleporterTile};

/// Why a text is no position string.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("character {}: {wanted} expected, found {found:?}", .at + 1)]
pub struct StringError {
    /// How many characters were read before.
    pub at: usize,
    /// What should stand there.
    pub wanted: Wanted,
    /// What stands there instead, shortened.
    pub found: String,
}

/// What can be expected in the string of a position or of a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The letter of a field of a position.
    Field,
    /// The letter of a field of a position or of what a situation adds to it.
    SituationField,
    /// What parts two fields.
    Dash,
    /// A space of the board.
    Cell,
    /// The name of a figure.
    Figure,
    /// The letter of a direction.
    Direction,
    /// No second monster.
    OnlyOneMonster,
    /// None of the fields again that say one thing.
    OnlyOnce,
    /// The letter of a band.
    Band,
    /// 1 or 2.
    Stage,
    /// The number of a turn.
    Turn,
    /// The letter of a length.
    Length,
    /// A tombstone.
    Tombstone,
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wanted::Field => "one of M S C R U B T F W E X",
            Wanted::SituationField => "one of M S C R U B T F W E X P L N A V D O",
            Wanted::Dash => "\"-\"",
            Wanted::Cell => "a cell",
            Wanted::Figure => "a figure",
            Wanted::Direction => "n, e, s or w",
            Wanted::OnlyOneMonster => "only one monster",
            Wanted::OnlyOnce => "each of P L N A only once",
            Wanted::Band => "the letter of a band",
            Wanted::Stage => "the number of the stage",
            Wanted::Turn => "the number of the turn",
            Wanted::Length => "n or l",
            Wanted::Tombstone => "a tombstone like 8s or 2h",
        })
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] StringError),
    /// It can be read, but not be laid on the board.
    #[error("{}", list(.0))]
    Impossible(Vec<SetupProblem>),
}

fn list(problems: &[SetupProblem]) -> String {
    let told = problems.iter().take(20).map(ToString::to_string);
    let rest = problems.len().checked_sub(20).filter(|rest| *rest > 0).map(|rest| format!("and {rest} more"));
    told.chain(rest).collect::<Vec<_>>().join("; ")
}

/// The letter of each kind of stone.
const STONES: [(char, Stone); 4] =
    [('S', Stone::Plain), ('C', Stone::Crystal), ('R', Stone::TurnRight), ('U', Stone::TurnAround)];

/// The letter of each place outside the fortress.
const AWAY: [(char, Whereabouts<Spot>); 3] =
    [('W', Whereabouts::Waiting), ('E', Whereabouts::Escaped), ('X', Whereabouts::Eaten)];

/// The position string. An empty board is the empty string.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_setup(), f)
    }
}

/// The position string of a position that need not be legal: one that is still being laid, for instance.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fields(self).join("-"))
    }
}

pub(super) fn fields(setup: &Setup) -> Vec<String> {
    let mut fields = vec![];
    let mut field = |key: char, content: String| {
        if !content.is_empty() {
            fields.push(format!("{key}{content}"));
        }
    };
    field('M', setup.monster.map(|monster| format!("{}{}", monster.at, monster.facing.letter())).unwrap_or_default());
    for (key, kind) in STONES {
        let stones = setup.stones.iter().filter(|(stone, _)| *stone == kind);
        field(key, stones.map(|(_, spot)| spot.to_string()).collect());
    }
    field('B', setup.blood.iter().map(ToString::to_string).collect());
    let mut pairs: BTreeMap<u64, String> = BTreeMap::new();
    for tile in &setup.teleporters {
        *pairs.entry(tile.pair).or_default() += &format!("{}{}", tile.at, tile.arrow.letter());
    }
    let mut last = None;
    for (pair, tiles) in pairs {
        // The reader counts the pairs, so only a number that breaks the count has to be written.
        let number = if pair == pair_after(last) { String::new() } else { pair.to_string() };
        field('T', number + &tiles);
        last = Some(pair);
    }
    let on_board = setup.figures.iter().filter_map(|(figure, whereabouts)| match whereabouts {
        Whereabouts::On(spot) => Some(format!("{figure}{spot}")),
        Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
    });
    field('F', on_board.collect());
    for (key, place) in AWAY {
        let figures = setup.figures.iter().filter(|(_, whereabouts)| *whereabouts == place);
        field(key, figures.map(|(figure, _)| figure.to_string()).collect());
    }
    fields
}

/// The pair of a `T` field without a number.
fn pair_after(last: Option<u64>) -> u64 {
    last.map_or(1, |pair| pair.saturating_add(1))
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        Position::from_setup(&text.parse()?).map_err(PositionError::Impossible)
    }
}

/// Reads a position string; whether it is legal is not checked.
impl FromStr for Setup {
    type Err = StringError;

    fn from_str(text: &str) -> Result<Setup, StringError> {
        let mut setup = Setup::default();
        read_fields(text, |reader| reader.field(&mut setup, Wanted::Field))?;
        Ok(setup)
    }
}

/// Reads fields joined by `-`, each with `field`.
pub(super) fn read_fields(
    text: &str,
    mut field: impl FnMut(&mut Reader<'_>) -> Result<(), StringError>,
) -> Result<(), StringError> {
    let mut reader = Reader { text, rest: text };
    if text.is_empty() {
        return Ok(());
    }
    loop {
        field(&mut reader)?;
        if reader.rest.is_empty() {
            return Ok(());
        }
        if !reader.skip('-') {
            return Err(reader.expected(Wanted::Dash));
        }
    }
}

/// How far a string has been read.
pub(super) struct Reader<'a> {
    text: &'a str,
    pub(super) rest: &'a str,
}

impl Reader<'_> {
    /// A field of a position; `known` is what should stand where none of them does.
    pub(super) fn field(&mut self, setup: &mut Setup, known: Wanted) -> Result<(), StringError> {
        const KEYS: &str = "MSCRUBTFWEX";
        let Some(key) = self.rest.chars().next().filter(|key| KEYS.contains(*key)) else {
            return Err(self.expected(known));
        };
        if key == 'M' && setup.monster.is_some() {
            return Err(self.expected(Wanted::OnlyOneMonster));
        }
        self.skip(key);
        match key {
            'M' => setup.monster = Some(Monster { at: self.spot()?, facing: self.direction()? }),
            'B' => setup.blood.extend(self.list(Self::spot)?),
            'T' => {
                let last = setup.teleporters.last().map(|tile| tile.pair);
                let pair = self.pair()?.unwrap_or_else(|| pair_after(last));
                let tiles = self.list(|reader| Ok((reader.spot()?, reader.direction()?)))?;
                setup.teleporters.extend(tiles.into_iter().map(|(at, arrow)| TeleporterTile { pair, at, arrow }));
            }
            'F' => {
                let figures = self.list(|reader| Ok((reader.figure()?, Whereabouts::On(reader.spot()?))))?;
                setup.figures.extend(figures);
            }
            _ => {
                if let Some((_, stone)) = STONES.iter().find(|(known, _)| *known == key) {
                    setup.stones.extend(self.list(Self::spot)?.into_iter().map(|spot| (*stone, spot)));
                } else if let Some((_, place)) = AWAY.iter().find(|(known, _)| *known == key) {
                    setup.figures.extend(self.list(Self::figure)?.into_iter().map(|figure| (figure, *place)));
                }
            }
        }
        Ok(())
    }

    /// One or more things, up to the end of the field.
    pub(super) fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, StringError>,
    ) -> Result<Vec<T>, StringError> {
        let mut things = vec![];
        loop {
            things.push(read(self)?);
            if self.rest.is_empty() || self.rest.starts_with('-') {
                return Ok(things);
            }
        }
    }

    /// The number of a pair of teleporters, if one is written.
    fn pair(&mut self) -> Result<Option<u64>, StringError> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let (number, rest) = self.rest.split_at(digits);
        let pair = number.parse().map_err(|_| self.expected(Wanted::Cell))?;
        self.rest = rest;
        Ok(Some(pair))
    }

    fn spot(&mut self) -> Result<Spot, StringError> {
        let (spot, rest) = read_spot(self.rest).ok_or_else(|| self.expected(Wanted::Cell))?;
        self.rest = rest;
        Ok(spot)
    }

    pub(super) fn figure(&mut self) -> Result<FigureId, StringError> {
        let (figure, rest) = read_figure(self.rest).ok_or_else(|| self.expected(Wanted::Figure))?;
        self.rest = rest;
        Ok(figure)
    }

    fn direction(&mut self) -> Result<Direction, StringError> {
        let named = |direction: &Direction| self.rest.starts_with(direction.letter());
        let direction = Direction::ALL.into_iter().find(named).ok_or_else(|| self.expected(Wanted::Direction))?;
        self.skip(direction.letter());
        Ok(direction)
    }

    pub(super) fn skip(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    pub(super) fn expected(&self, wanted: Wanted) -> StringError {
        let read = &self.text[..self.text.len() - self.rest.len()];
        StringError { at: read.chars().count(), wanted, found: self.rest.chars().take(8).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_told_with_its_place() {
        let cases = [
            ("x", "character 1: one of M S C R U B T F W E X expected, found \"x\""),
            ("Q", "character 1: one of M S C R U B T F W E X expected, found \"Q\""),
            ("Ma1", "character 4: n, e, s or w expected, found \"\""),
            ("Ma1e-", "character 6: one of M S C R U B T F W E X expected, found \"\""),
            ("Ma1e-Mb2e", "character 6: only one monster expected, found \"Mb2e\""),
            ("Ma1exyz", "character 5: \"-\" expected, found \"xyz\""),
            ("Sc3é4", "character 4: a cell expected, found \"é4\""),
            ("S", "character 2: a cell expected, found \"\""),
            ("FR4k6-WR9", "character 8: a figure expected, found \"R9\""),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Setup>().unwrap_err().to_string(), error, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_laid_on_the_table_is_told_in_full() {
        let error = "Sa1m1-Th6n".parse::<Position>().unwrap_err().to_string();
        let expected = "teleporter 1: pair 1 has 1 of 2 teleporters; \
                        stone 1: only figures and the monster can be on the corner a1; stone 2: there is no space m1";
        assert_eq!(error, expected);
    }
}
