//! The situation string: a game in mid-play in one word. It is a position string with additional fields.
//!
//! Fields with the values of a new game are omitted, so every position string is also a situation string. See
//! `docs/notation.md`.

use std::fmt;
use std::num::{NonZeroU8, NonZeroU16};
use std::str::FromStr;

use super::names::{band, read_band};
use super::position_string::{Reader, StringError, Wanted, fields, read_fields};
use crate::game::{Band, Length, Situation, Stage};
use crate::piece::{FigureId, Whereabouts};
use crate::setup::Setup;
use crate::tombstone::Tombstone;

/// The situation string.
impl fmt::Display for Situation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = fields(&self.setup);
        let mut field = |key: char, is_plain: bool, content: String| {
            if !is_plain && !content.is_empty() {
                all.push(format!("{key}{content}"));
            }
        };
        field('P', self.players == bands(&self.setup), self.players.iter().copied().map(band).collect());
        field('L', self.length == Length::Normal, letter(self.length).to_string());
        let is_first_turn = self.stage == Stage::One && self.turn == 1;
        field('N', is_first_turn, format!("{}{}", self.stage.number(), self.turn));
        let first = self.players.first().copied().unwrap_or(Band::Green);
        field('A', self.start == first, band(self.start).to_string());
        field('V', false, self.moved.iter().map(FigureId::to_string).collect());
        field('D', false, self.used.iter().map(|tombstone| number(*tombstone)).collect());
        field('O', self.escaped == escaped(&self.setup), self.escaped.iter().map(FigureId::to_string).collect());
        f.write_str(&all.join("-"))
    }
}

/// The bands that appear on a board. They are the players if the string does not list them.
fn bands(setup: &Setup) -> Vec<Band> {
    let appears = |band: &Band| setup.figures.iter().any(|(figure, _)| figure.band() == *band);
    Band::ALL.into_iter().filter(appears).collect()
}

/// The figures that have escaped, in the order of the set-up.
fn escaped(setup: &Setup) -> Vec<FigureId> {
    let is_out = |(figure, place): &(FigureId, _)| (*place == Whereabouts::Escaped).then_some(*figure);
    setup.figures.iter().filter_map(is_out).collect()
}

fn letter(length: Length) -> char {
    match length {
        Length::Normal => 'n',
        Length::Long => 'l',
    }
}

fn number(tombstone: Tombstone) -> String {
    match tombstone {
        Tombstone::Steps(steps) => format!("{steps}s"),
        Tombstone::Hits(hits) => format!("{hits}h"),
    }
}

/// Parses a situation string. It does not check whether the situation is legal.
impl FromStr for Situation {
    type Err = StringError;

    fn from_str(text: &str) -> Result<Situation, StringError> {
        let mut setup = Setup::default();
        let mut said = Said::default();
        read_fields(text, |reader| said.field(reader, &mut setup))?;
        let players = said.players.unwrap_or_else(|| bands(&setup));
        let (stage, turn) = said.turn.unwrap_or((Stage::One, 1));
        Ok(Situation {
            length: said.length.unwrap_or(Length::Normal),
            stage,
            turn,
            start: said.start.or(players.first().copied()).unwrap_or(Band::Green),
            moved: said.moved,
            used: said.used,
            escaped: if said.escaped.is_empty() { escaped(&setup) } else { said.escaped },
            players,
            setup,
        })
    }
}

/// The fields of a game that do not belong to its board.
#[derive(Default)]
struct Said {
    players: Option<Vec<Band>>,
    length: Option<Length>,
    turn: Option<(Stage, u64)>,
    start: Option<Band>,
    moved: Vec<FigureId>,
    used: Vec<Tombstone>,
    escaped: Vec<FigureId>,
}

impl Said {
    fn field(&mut self, reader: &mut Reader<'_>, setup: &mut Setup) -> Result<(), StringError> {
        let key = reader.rest.chars().next().unwrap_or_default();
        let is_said = match key {
            'P' => self.players.is_some(),
            'L' => self.length.is_some(),
            'N' => self.turn.is_some(),
            'A' => self.start.is_some(),
            'V' | 'D' | 'O' => false,
            _ => return reader.field(setup, Wanted::SituationField),
        };
        if is_said {
            return Err(reader.expected(Wanted::OnlyOnce));
        }
        reader.skip(key);
        match key {
            'P' => self.players = Some(reader.list(Reader::band)?),
            'L' => self.length = Some(reader.length()?),
            'N' => self.turn = Some((reader.stage()?, reader.number(Wanted::Turn)?)),
            'A' => self.start = Some(reader.band()?),
            'V' => self.moved.extend(reader.list(Reader::figure)?),
            'D' => self.used.extend(reader.list(Reader::tombstone)?),
            _ => self.escaped.extend(reader.list(Reader::figure)?),
        }
        Ok(())
    }
}

impl Reader<'_> {
    fn band(&mut self) -> Result<Band, StringError> {
        let (band, rest) = read_band(self.rest).ok_or_else(|| self.expected(Wanted::Band))?;
        self.rest = rest;
        Ok(band)
    }

    fn length(&mut self) -> Result<Length, StringError> {
        let said = [Length::Normal, Length::Long].into_iter().find(|length| self.skip(letter(*length)));
        said.ok_or_else(|| self.expected(Wanted::Length))
    }

    fn stage(&mut self) -> Result<Stage, StringError> {
        let said = [('1', Stage::One), ('2', Stage::Two)].into_iter().find(|(digit, _)| self.skip(*digit));
        said.map(|(_, stage)| stage).ok_or_else(|| self.expected(Wanted::Stage))
    }

    /// A number of digits only, without a leading zero.
    fn number<N: FromStr>(&mut self, wanted: Wanted) -> Result<N, StringError> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at(digits);
        let read = number.parse().ok().filter(|_| number == "0" || !number.starts_with('0'));
        let read = read.ok_or_else(|| self.expected(wanted))?;
        self.rest = rest;
        Ok(read)
    }

    /// A number of steps or hits; the letter after the number distinguishes them.
    fn tombstone(&mut self) -> Result<Tombstone, StringError> {
        let wanted = Wanted::Tombstone;
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let tombstone = match self.rest[digits..].chars().next() {
            Some('s') => Tombstone::Steps(self.number::<NonZeroU16>(wanted)?),
            Some('h') => Tombstone::Hits(self.number::<NonZeroU8>(wanted)?),
            _ => return Err(self.expected(wanted)),
        };
        self.rest = &self.rest[1..];
        Ok(tombstone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_string_is_the_situation_of_a_game_that_begins() {
        let text = "Mh6e-Sc3-FR4d3-WG1B5-EG3";
        let situation: Situation = text.parse().unwrap();
        assert_eq!(situation.setup, text.parse().unwrap());
        assert_eq!(situation.players, [Band::Green, Band::Red, Band::Blue]);
        assert_eq!((situation.stage, situation.turn, situation.start), (Stage::One, 1, Band::Green));
        assert_eq!((situation.length, situation.moved.len(), situation.used.len()), (Length::Normal, 0, 0));
        assert_eq!(situation.escaped, ["G3".parse().unwrap()]);
        assert_eq!(situation.to_string(), text);
        assert_eq!("".parse::<Situation>().unwrap().to_string(), "");
    }

    #[test]
    fn fields_may_come_in_any_order_and_lists_in_parts() {
        let situation: Situation = "D8s-OR4G1-N24-VG3-Ll-ER4-PRG-D3h-AG-EG1".parse().unwrap();
        assert_eq!(situation.to_string(), "ER4G1-PRG-Ll-N24-AG-VG3-D8s3h");
        assert_eq!(situation.used, [Tombstone::steps(8), Tombstone::hits(3)]);
        assert_eq!(situation.escaped.iter().map(FigureId::to_string).collect::<Vec<_>>(), ["R4", "G1"]);
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_place() {
        let cases = [
            ("Q", "character 1: one of M S C R U B T F W E X P L N A V D O expected, found \"Q\""),
            ("Ma1e-", "character 6: one of M S C R U B T F W E X P L N A V D O expected, found \"\""),
            ("PGx", "character 3: the letter of a band expected, found \"x\""),
            ("PG-PR", "character 4: each of P L N A only once expected, found \"PR\""),
            ("N31", "character 2: the number of the stage expected, found \"31\""),
            ("N1", "character 3: the number of the turn expected, found \"\""),
            ("N101", "character 3: the number of the turn expected, found \"01\""),
            ("N1x", "character 3: the number of the turn expected, found \"x\""),
            ("Lx", "character 2: n or l expected, found \"x\""),
            ("D8", "character 2: a tombstone like 8s or 2h expected, found \"8\""),
            ("D8s0h", "character 4: a tombstone like 8s or 2h expected, found \"0h\""),
            ("D99999s", "character 2: a tombstone like 8s or 2h expected, found \"99999s\""),
            ("Dé", "character 2: a tombstone like 8s or 2h expected, found \"é\""),
            ("VG2", "character 2: a figure expected, found \"G2\""),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Situation>().unwrap_err().to_string(), error, "{text}");
        }
    }
}
