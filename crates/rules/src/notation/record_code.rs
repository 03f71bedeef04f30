//! The record as one word for a link: bit by bit, six to a character. See `docs/records.md`.
//!
//! What is written is what somebody who plays along cannot know: of a move which of the figures that can move, how many steps,
//! and where each goes; of a flip which of the tombstones that are left. So reading plays the game, and finds what is
//! against the rules.

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::chance::{Commitment, Nonce, Salt, Secret, Seed};
use crate::figure_move::{IllegalMove, Step, Stroll};
use crate::game::{
    Action, Awaited, Axis, Colour, Fortress, Game, IllegalAction, Layout, Length, Options, Pair, Placement,
    PlacingProblem, Players, PlayersProblem, Seat, Tile,
};
use crate::geometry::{Cell, Direction};
use crate::piece::{FigureId, Stone, Whereabouts};
use crate::record::{Record, RecordProblem};
use crate::terms::{Terms, TermsProblem};
use crate::tombstone::Tombstone;

/// The first character: which version of the format follows.
const VERSION: char = '1';

/// The characters that links leave alone, in the order of their values.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// How many bits a character holds.
const BITS: u32 = 6;

/// How many characters at the end are a check on the rest: a link in which one was mistyped must not tell another game.
const CHECK: usize = 4;

/// More characters than any record needs, also one of seven players with the longest names.
const LONGEST: usize = 4096;

/// More actions than any game has.
const COUNT_BITS: u32 = 10;

/// Why a word is no record. Characters count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CodeError {
    /// There is nothing.
    #[error("the code is empty")]
    Empty,
    /// No record needs as many characters.
    #[error("{0} characters are more than any record needs")]
    TooLong(usize),
    /// Made by a later program.
    #[error("version {0:?} is not known, only version {VERSION}")]
    Version(char),
    /// A character that is in no code.
    #[error("character {at}: {found:?} is in no code")]
    Character {
        /// Which.
        at: usize,
        /// What stands there.
        found: char,
    },
    /// The check does not fit: some character is another one than it was, or some are missing.
    #[error("the code is damaged: its last {CHECK} characters do not fit the others")]
    Damaged,
    /// The check fits, but the record needs more than there is.
    #[error("the code breaks off after {0} characters")]
    BreaksOff(usize),
    /// Something stands there that nothing has as its number.
    #[error("character {at}: {wanted} expected")]
    Expected {
        /// Where.
        at: usize,
        /// What should stand there.
        wanted: &'static str,
    },
    /// There can be no such table.
    #[error(transparent)]
    Players(#[from] PlayersProblem),
    /// A tile of the prepared fortress may not lie there.
    #[error("tile {}: {problem}", .tile + 1)]
    Tile {
        /// Its number, from 0.
        tile: usize,
        /// The rule it breaks.
        problem: PlacingProblem,
    },
    /// The game cannot be played like that.
    #[error(transparent)]
    Terms(#[from] TermsProblem),
    /// An action is against the rules.
    #[error(transparent)]
    Record(#[from] RecordProblem),
    /// It says what it says in a roundabout way, or says more; every record has one code only.
    #[error("the record can be read, but this is not its code")]
    Roundabout,
}

impl Record {
    /// The record as one word of letters, digits, `-` and `_`.
    #[must_use]
    pub fn to_code(&self) -> String {
        let mut bits = Writer::default();
        let terms = self.terms();
        let options = terms.options();
        bits.choice(options.players.count() - 2, Players::MOST - 1);
        for (colour, name) in options.players.colours().iter().zip(terms.names()) {
            bits.choice(*colour as usize, Colour::ALL.len());
            bits.number(name.len(), u8::BITS);
            bits.bytes(name.as_bytes());
        }
        bits.fortress(&options.fortress);
        bits.choice(options.length as usize, 2);
        bits.choice(terms.first().index(), options.players.count());
        let nonces = terms.nonces();
        bits.flag(nonces.iter().any(Option::is_some));
        if nonces.iter().any(Option::is_some) {
            for nonce in nonces {
                bits.flag(nonce.is_some());
                nonce.iter().for_each(|nonce| bits.bytes(&nonce.0));
            }
        }
        bits.flag(terms.branched().is_some());
        terms.branched().iter().for_each(|branched| bits.number(*branched, COUNT_BITS));
        bits.number(self.actions().len(), COUNT_BITS);
        let (mut game, _) = self.beginning();
        for played in self.replay() {
            bits.action(&game, played.action);
            game = played.game;
        }
        if let Some(secret) = self.secret() {
            bits.bytes(&secret.seed.0);
            bits.bytes(&secret.salt.0);
            // An honest commitment follows from the secret.
            bits.flag(secret.commitment() == terms.commitment());
        }
        if self.secret().is_none_or(|secret| secret.commitment() != terms.commitment()) {
            bits.bytes(&terms.commitment().0);
        }
        let code = format!("{VERSION}{}", bits.into_characters());
        let check = check(&code);
        code + &check
    }

    /// Reads such a word, and plays the game on the way.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn from_code(code: &str) -> Result<Record, CodeError> {
        let values = values(code)?;
        // What is damaged must not be told as a game against the rules.
        let end = values.len().checked_sub(CHECK).ok_or(CodeError::Damaged)?;
        // All characters are of one byte: others have been refused.
        let (told, known) = code.split_at(code.len() - CHECK);
        if check(told) != known {
            return Err(CodeError::Damaged);
        }
        let record = Reader { values: &values[..end], at: 0 }.record()?;
        if record.to_code() == code { Ok(record) } else { Err(CodeError::Roundabout) }
    }
}

/// The values of the characters behind the version.
fn values(code: &str) -> Result<Vec<u8>, CodeError> {
    if code.len() > LONGEST {
        return Err(CodeError::TooLong(code.len()));
    }
    let mut characters = code.chars();
    match characters.next() {
        None => return Err(CodeError::Empty),
        Some(VERSION) => {}
        Some(version) => return Err(CodeError::Version(version)),
    }
    let value = |(index, found): (usize, char)| {
        let value = ALPHABET.iter().position(|letter| char::from(*letter) == found);
        value.map(|value| value as u8).ok_or(CodeError::Character { at: index + 2, found })
    };
    characters.enumerate().map(value).collect()
}

/// The check on all that stands before it.
fn check(code: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(code.as_bytes()).into();
    let mut bits = Writer::default();
    bits.bytes(&digest[..CHECK * BITS as usize / 8]);
    bits.into_characters()
}

/// How many bits tell one of so many.
fn width(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

/// On the exit space there is a wall in the north; there that stands for leaving.
const LEAVING: Direction = Direction::North;

fn kind(placement: Placement) -> usize {
    match placement {
        Placement::Stone { stone, .. } => stone as usize,
        Placement::SquarePool { .. } => 4,
        Placement::LongPool { .. } => 5,
        Placement::Teleporter { pair: Pair::One, .. } => 6,
        Placement::Teleporter { pair: Pair::Two, .. } => 7,
    }
}

#[derive(Default)]
struct Writer {
    bits: Vec<bool>,
}

impl Writer {
    /// A number of so many bits, the highest first.
    fn number(&mut self, number: usize, width: u32) {
        self.bits.extend((0..width).rev().map(|bit| number >> bit & 1 != 0));
    }

    /// One of so many.
    fn choice(&mut self, index: usize, count: usize) {
        self.number(index, width(count));
    }

    fn flag(&mut self, is_set: bool) {
        self.bits.push(is_set);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.number((*byte).into(), u8::BITS));
    }

    fn fortress(&mut self, fortress: &Fortress) {
        let (index, tiles) = match fortress {
            Fortress::Basic => (0, None),
            Fortress::ByHand => (1, None),
            Fortress::Prepared(layout) => (2, Some(layout)),
        };
        self.choice(index, 3);
        tiles.iter().flat_map(|layout| layout.placements()).for_each(|placement| self.placement(placement));
    }

    fn placement(&mut self, placement: Placement) {
        self.choice(kind(placement), 8);
        let cell = |bits: &mut Writer, at: Cell| bits.choice(at.index(), Cell::INDEXES);
        match placement {
            Placement::Stone { at, .. } | Placement::SquarePool { at } => cell(self, at),
            Placement::LongPool { at, axis } => {
                cell(self, at);
                self.choice(axis as usize, 2);
            }
            Placement::Teleporter { at, arrow, .. } => {
                cell(self, at);
                self.choice(arrow as usize, Direction::ALL.len());
            }
        }
    }

    /// An action that is legal in `game`.
    fn action(&mut self, game: &Game, action: &Action) {
        match action {
            Action::Place(placement) => self.placement(*placement),
            Action::Move { figure, path } => self.figure_move(game, *figure, path),
            Action::Flip { tombstone } => {
                let kinds: Vec<Tombstone> = game.flippable().iter().map(|(kind, _)| kind).collect();
                let index = kinds.iter().position(|kind| kind == tombstone);
                self.choice(index.expect("a tombstone of a record is one that was left"), kinds.len());
            }
        }
    }

    fn figure_move(&mut self, game: &Game, figure: FigureId, path: &[Step]) {
        let seat = game.acting().expect("a move of a record is somebody's");
        let figures: Vec<FigureId> = game.movable(seat).iter().collect();
        let index = figures.iter().position(|other| *other == figure);
        self.choice(index.expect("a move of a record is one of a figure that can move"), figures.len());
        self.choice(path.len(), usize::from(game.number(figure)) + 1);
        for step in path {
            match step {
                // Somebody outside can do nothing else.
                Step::Enter => {}
                Step::Go(direction) => self.choice(*direction as usize, Direction::ALL.len()),
                Step::Leave => self.choice(LEAVING as usize, Direction::ALL.len()),
            }
        }
    }

    fn into_characters(self) -> String {
        let value = |bits: &[bool]| {
            let value = bits.iter().fold(0, |value, bit| value << 1 | usize::from(*bit));
            value << (BITS as usize - bits.len())
        };
        self.bits.chunks(BITS as usize).map(|bits| char::from(ALPHABET[value(bits)])).collect()
    }
}

struct Reader<'a> {
    values: &'a [u8],
    /// How many bits have been read.
    at: usize,
}

impl Reader<'_> {
    fn number(&mut self, width: u32) -> Result<usize, CodeError> {
        let mut number = 0;
        for _ in 0..width {
            let value = self.values.get(self.at / BITS as usize);
            let value = value.ok_or(CodeError::BreaksOff(self.values.len() + 1 + CHECK))?;
            let bit = value >> (BITS as usize - 1 - self.at % BITS as usize) & 1;
            number = number << 1 | usize::from(bit);
            self.at += 1;
        }
        Ok(number)
    }

    /// One of so many.
    fn choice(&mut self, count: usize) -> Result<usize, CodeError> {
        self.number(width(count))
    }

    fn flag(&mut self) -> Result<bool, CodeError> {
        Ok(self.number(1)? != 0)
    }

    /// One of a list.
    fn one_of<T: Copy>(&mut self, all: &[T], wanted: &'static str) -> Result<T, CodeError> {
        let at = self.character();
        let index = self.choice(all.len())?;
        all.get(index).copied().ok_or(CodeError::Expected { at, wanted })
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], CodeError> {
        let mut bytes = [0; N];
        for byte in &mut bytes {
            *byte = self.number(u8::BITS)? as u8;
        }
        Ok(bytes)
    }

    /// The character that is read next; the first is the version.
    fn character(&self) -> usize {
        self.at / BITS as usize + 2
    }

    fn record(&mut self) -> Result<Record, CodeError> {
        let count = self.one_of(&[2, 3, 4, 5, 6, 7], "a number of players")?;
        let (mut colours, mut names) = (vec![], vec![]);
        for _ in 0..count {
            colours.push(self.one_of(&Colour::ALL, "a colour")?);
            names.push(self.name()?);
        }
        let players = Players::new(&colours)?;
        let fortress = self.fortress()?;
        let length = self.one_of(&[Length::Normal, Length::Long], "a length")?;
        let seats: Vec<Seat> = players.seats().collect();
        let first = self.one_of(&seats, "a seat")?;
        let mut nonces = vec![];
        if self.flag()? {
            for _ in 0..count {
                nonces.push(if self.flag()? { Some(Nonce(self.bytes()?)) } else { None });
            }
        }
        let branched = if self.flag()? { Some(self.number(COUNT_BITS)?) } else { None };
        let options = Options { players, fortress, length };
        let mut game = Game::new(options, first, &mut ());
        let mut actions = vec![];
        for index in 0..self.number(COUNT_BITS)? {
            let illegal = |problem| RecordProblem::Illegal { action: index, problem };
            let action = self.action(&game, index)?;
            let seat = game.acting();
            game.act(seat, &action, &mut ()).map_err(illegal)?;
            actions.push(action);
        }
        let secret = match game.ending() {
            Some(_) => Some(Secret { seed: Seed(self.bytes()?), salt: Salt(self.bytes()?) }),
            None => None,
        };
        let commitment = match secret {
            Some(secret) if self.flag()? => secret.commitment(),
            Some(_) | None => Commitment(self.bytes()?),
        };
        let terms = Terms::new(options, names, nonces, commitment, first)?;
        let terms = match branched {
            Some(branched) => terms.branched_after(branched),
            None => terms,
        };
        Ok(Record::new(terms, actions, secret)?)
    }

    fn name(&mut self) -> Result<String, CodeError> {
        let at = self.character();
        let length = self.number(u8::BITS)?;
        let bytes = (0..length).map(|_| Ok(self.number(u8::BITS)? as u8)).collect::<Result<Vec<u8>, CodeError>>()?;
        String::from_utf8(bytes).map_err(|_| CodeError::Expected { at, wanted: "a name" })
    }

    fn fortress(&mut self) -> Result<Fortress, CodeError> {
        let fortresses = [Fortress::Basic, Fortress::ByHand, Fortress::Prepared(Layout::default())];
        Ok(match self.one_of(&fortresses, "a fortress")? {
            Fortress::Prepared(mut layout) => {
                for tile in 0..Tile::COUNT {
                    let placement = self.placement()?;
                    layout.place(placement).map_err(|problem| CodeError::Tile { tile, problem })?;
                }
                Fortress::Prepared(layout)
            }
            fortress @ (Fortress::Basic | Fortress::ByHand) => fortress,
        })
    }

    fn placement(&mut self) -> Result<Placement, CodeError> {
        use Stone::{Crystal, Plain, TurnAround, TurnRight};
        let kinds = [Plain, Crystal, TurnRight, TurnAround].map(Tile::Stone);
        let pairs = [Pair::One, Pair::Two].map(Tile::Teleporter);
        let others = [Tile::SquarePool, Tile::LongPool];
        let tiles: Vec<Tile> = kinds.into_iter().chain(others).chain(pairs).collect();
        let tile = self.one_of(&tiles, "a tile")?;
        let at = self.cell()?;
        Ok(match tile {
            Tile::Stone(stone) => Placement::Stone { stone, at },
            Tile::SquarePool => Placement::SquarePool { at },
            Tile::LongPool => {
                Placement::LongPool { at, axis: self.one_of(&[Axis::Row, Axis::Column], "row or column")? }
            }
            Tile::Teleporter(pair) => {
                Placement::Teleporter { pair, at, arrow: self.one_of(&Direction::ALL, "an arrow")? }
            }
        })
    }

    fn cell(&mut self) -> Result<Cell, CodeError> {
        let at = self.character();
        let index = self.choice(Cell::INDEXES)?;
        let cell = Cell::ALL.into_iter().find(|cell| cell.index() == index);
        cell.ok_or(CodeError::Expected { at, wanted: "a space" })
    }

    fn action(&mut self, game: &Game, index: usize) -> Result<Action, CodeError> {
        match game.awaited() {
            Awaited::Tile(_) => Ok(Action::Place(self.placement()?)),
            Awaited::Move(seat) => self.figure_move(game, seat, index),
            Awaited::Flip => {
                let kinds: Vec<Tombstone> = game.flippable().iter().map(|(kind, _)| kind).collect();
                Ok(Action::Flip { tombstone: self.one_of(&kinds, "a tombstone that is left")? })
            }
            Awaited::Nothing => {
                let problem = IllegalAction::NotAwaited(Awaited::Nothing);
                Err(RecordProblem::Illegal { action: index, problem }.into())
            }
        }
    }

    fn figure_move(&mut self, game: &Game, seat: Seat, index: usize) -> Result<Action, CodeError> {
        let figures: Vec<FigureId> = game.movable(seat).iter().collect();
        let figure = self.one_of(&figures, "a figure that can move")?;
        let position = game.position().expect("moves begin when the fortress is laid");
        let mut stroll = Stroll::new(position, figure).expect("a figure that can move is in play");
        let mut path = vec![];
        for nth in 0..self.choice(usize::from(game.number(figure)) + 1)? {
            let step = match stroll.place() {
                Whereabouts::Waiting => Step::Enter,
                place => match (place, self.one_of(&Direction::ALL, "a direction")?) {
                    (Whereabouts::On(Cell::EXIT), LEAVING) => Step::Leave,
                    (_, direction) => Step::Go(direction),
                },
            };
            stroll.step(step, &mut ()).map_err(|problem| {
                let problem = IllegalMove::Step { step: nth, problem }.into();
                RecordProblem::Illegal { action: index, problem }
            })?;
            path.push(step);
        }
        Ok(Action::Move { figure, path })
    }
}
