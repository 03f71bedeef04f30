//! The record as one word for a link: bit by bit. See `docs/records.md`.
//!
//! What is written is what somebody who plays along cannot know: of a move which of the figures that can move, how many steps,
//! and where each goes; of a flip which of the tombstones that are left. So reading plays the game, and finds what is
//! against the rules.

use thiserror::Error;

use super::bits::{BitReader, BitWriter, WordError};
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
    #[error("the code is damaged: its last 4 characters do not fit the others")]
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
        let mut bits = BitWriter::default();
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
        bits.into_word(VERSION)
    }

    /// Reads such a word, and plays the game on the way.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn from_code(code: &str) -> Result<Record, CodeError> {
        let record = BitReader::open(code, VERSION, LONGEST)?.record()?;
        if record.to_code() == code { Ok(record) } else { Err(CodeError::Roundabout) }
    }
}

impl From<WordError> for CodeError {
    fn from(error: WordError) -> CodeError {
        match error {
            WordError::Empty => CodeError::Empty,
            WordError::TooLong { length, .. } => CodeError::TooLong(length),
            WordError::Version { found, .. } => CodeError::Version(found),
            WordError::Character { at, found } => CodeError::Character { at, found },
            WordError::Damaged => CodeError::Damaged,
            WordError::BreaksOff(after) => CodeError::BreaksOff(after),
            WordError::Expected { at, wanted } => CodeError::Expected { at, wanted },
        }
    }
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

impl BitWriter {
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
        let cell = |bits: &mut BitWriter, at: Cell| bits.choice(at.index(), Cell::INDEXES);
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
}

impl BitReader {
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
