//! Records as words for links, encoded bit by bit. See `docs/records.md`.
//!
//! A code contains only what a parser that plays the game cannot know: for a move, which of the movable figures, the
//! number of steps, and the direction of each; for a flip, which of the tombstones left. So the parser plays the game,
//! and reports illegal actions.

use thiserror::Error;

use super::bits::{BitReader, BitWriter, WordError};
use crate::chance::{Commitment, Nonce, Salt, Secret, Seed};
use crate::figure_move::{IllegalMove, Step, Stroll};
use crate::game::{
    Action, Axis, Band, Fortress, FortressChoice, Game, IllegalAction, Length, Options, Pair, PartialFortress,
    Placement, PlacingProblem, Players, PlayersProblem, Playing, Seat, Situation, Tile,
};
use crate::geometry::{Cell, Direction};
use crate::piece::{FigureId, Stone, Whereabouts};
use crate::record::{Record, RecordProblem, Recorder};
use crate::terms::{Agreement, Beginning, BotName, FirstBy, MonsterNumber, Player, PlayerKind, Terms, TermsProblem};
use crate::tombstone::Tombstone;

/// The first character of a code: the version of the format.
const VERSION: char = '2';

/// Codes of this version contain less. They stay readable.
const OLD_VERSION: char = '1';

/// Bots with short encodings; the names of others are spelled out. The order must not change, because links depend on
/// it.
const KNOWN_BOTS: [&str; 4] = ["fool", "fledgling", "fox", "fiend"];

/// The number of bits for the length of a situation string.
const SITUATION_BITS: u32 = 11;

/// The maximum length of a code in characters: more than a record of seven players with the longest names needs.
const LONGEST: usize = 4096;

/// The number of bits for a number of actions: enough for any game.
const COUNT_BITS: u32 = 10;

/// Why a word is not the code of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CodeError {
    /// The word itself cannot be parsed.
    #[error(transparent)]
    Word(#[from] WordError),
    /// These players cannot play together.
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
    /// The terms are invalid.
    #[error(transparent)]
    Terms(#[from] TermsProblem),
    /// The record is invalid.
    #[error(transparent)]
    Record(#[from] RecordProblem),
    /// The code is not canonical, or something follows it. Every record has exactly one code.
    #[error("the record can be read, but this is not its code")]
    Roundabout,
}

impl Record {
    /// The record as one word of letters, digits, `-` and `_`.
    #[must_use]
    pub fn to_code(&self) -> String {
        let mut bits = BitWriter::default();
        let terms = self.terms();
        bits.choice(terms.players().count() - 2, Players::MOST - 1);
        for (band, player) in terms.players().bands().iter().zip(terms.seats()) {
            bits.choice(*band as usize, Band::ALL.len());
            bits.player_kind(&player.kind);
            bits.text(&player.name);
        }
        bits.optional(terms.monster(), |bits, monster| bits.number(monster.index().into(), u8::BITS));
        match terms.beginning() {
            Beginning::New { options, first, by } => {
                bits.flag(false);
                bits.fortress(&options.fortress);
                bits.choice(options.length as usize, 2);
                bits.choice(first.index(), options.players.count());
                bits.choice(*by as usize, FirstBy::ALL.len());
            }
            Beginning::From(situation) => {
                bits.flag(true);
                let situation = situation.to_string();
                bits.number(situation.len(), SITUATION_BITS);
                bits.bytes(situation.as_bytes());
            }
        }
        bits.flag(terms.seats().iter().any(|player| player.nonce.is_some()));
        if terms.seats().iter().any(|player| player.nonce.is_some()) {
            for player in terms.seats() {
                bits.optional(player.nonce, |bits, nonce| bits.bytes(&nonce.0));
            }
        }
        bits.optional(terms.branched(), |bits, branched| bits.number(branched, COUNT_BITS));
        bits.number(self.actions().len(), COUNT_BITS);
        let (mut game, _) = self.beginning();
        for played in self.replay() {
            bits.action(&game, played.action);
            game = played.game;
        }
        if let Some(secret) = self.secret() {
            bits.bytes(&secret.seed.0);
            bits.bytes(&secret.salt.0);
            // The commitment of an honest host follows from the secret.
            bits.flag(secret.commitment() == terms.commitment());
        }
        if self.secret().is_none_or(|secret| secret.commitment() != terms.commitment()) {
            bits.bytes(&terms.commitment().0);
        }
        bits.into_word(VERSION)
    }

    /// Parses a code of any version and plays the game once while doing so.
    ///
    /// # Errors
    ///
    /// The first problem.
    pub fn from_code(code: &str) -> Result<Record, CodeError> {
        let version = if code.starts_with(OLD_VERSION) { OLD_VERSION } else { VERSION };
        let mut bits = BitReader::open(code, version, LONGEST)?;
        let record = bits.record(version)?;
        // Everything else that has several encodings was checked where it was read.
        if bits.is_finished() { Ok(record) } else { Err(CodeError::Roundabout) }
    }
}

/// The direction that stands for leaving on the exit space, where there is a wall in the north.
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
    fn optional<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut BitWriter, T)) {
        self.flag(value.is_some());
        if let Some(value) = value {
            write(self, value);
        }
    }

    fn text(&mut self, text: &str) {
        self.number(text.len(), u8::BITS);
        self.bytes(text.as_bytes());
    }

    /// Writes one of: unknown, a person, a known bot, another bot.
    fn player_kind(&mut self, kind: &PlayerKind) {
        let kinds = KNOWN_BOTS.len() + 3;
        match kind {
            PlayerKind::Unknown => self.choice(0, kinds),
            PlayerKind::Person => self.choice(1, kinds),
            PlayerKind::Bot(bot) => match KNOWN_BOTS.iter().position(|known| *known == bot.as_str()) {
                Some(known) => self.choice(2 + known, kinds),
                None => {
                    self.choice(kinds - 1, kinds);
                    self.text(bot.as_str());
                }
            },
        }
    }

    fn fortress(&mut self, fortress: &FortressChoice) {
        let (index, tiles) = match fortress {
            FortressChoice::Basic => (0, None),
            FortressChoice::ByHand => (1, None),
            FortressChoice::Prepared(fortress) => (2, Some(fortress)),
            FortressChoice::Random(fortress) => (3, Some(fortress)),
        };
        self.choice(index, 4);
        tiles.iter().flat_map(|fortress| fortress.placements()).for_each(|placement| self.placement(placement));
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

    /// Writes an action that is legal in `game`.
    fn action(&mut self, game: &Game, action: &Action) {
        match (game, action) {
            (_, Action::Place(placement)) => self.placement(*placement),
            (Game::Playing(playing), Action::Move { figure, path }) => self.figure_move(playing, *figure, path),
            (Game::Playing(playing), Action::Flip { tombstone }) => {
                let kinds: Vec<Tombstone> = playing.flippable().iter().map(|(kind, _)| kind).collect();
                let index = kinds.iter().position(|kind| kind == tombstone);
                self.choice(index.expect("a tombstone of a record is one that was left"), kinds.len());
            }
            (Game::Laying(_), Action::Move { .. } | Action::Flip { .. }) => {
                unreachable!("the actions of a record are legal")
            }
        }
    }

    fn figure_move(&mut self, playing: &Playing, figure: FigureId, path: &[Step]) {
        let seat = playing.acting().expect("a move of a record belongs to a seat");
        let figures: Vec<FigureId> = playing.movable(seat).iter().collect();
        let index = figures.iter().position(|other| *other == figure);
        self.choice(index.expect("a move of a record is one of a movable figure"), figures.len());
        self.choice(path.len(), usize::from(playing.number(figure)) + 1);
        for step in path {
            match step {
                // A figure outside can only enter.
                Step::Enter => {}
                Step::Go(direction) => self.choice(*direction as usize, Direction::ALL.len()),
                Step::Leave => self.choice(LEAVING as usize, Direction::ALL.len()),
            }
        }
    }
}

impl BitReader {
    fn record(&mut self, version: char) -> Result<Record, CodeError> {
        let is_old = version == OLD_VERSION;
        let count = self.one_of(&[2, 3, 4, 5, 6, 7], "a number of players")?;
        let (mut bands, mut seats) = (vec![], vec![]);
        for _ in 0..count {
            bands.push(self.one_of(&Band::ALL, "a band")?);
            let kind = if is_old { PlayerKind::Unknown } else { self.player_kind()? };
            seats.push(Player { name: self.text("a name")?, kind, nonce: None });
        }
        let has_monster = !is_old && self.flag()?;
        let monster = if has_monster { Some(MonsterNumber::from_index(self.number(u8::BITS)? as u8)) } else { None };
        let is_from = !is_old && self.flag()?;
        let beginning = if is_from { self.situation(&bands)? } else { self.new_game(&bands, is_old)? };
        if self.flag()? {
            for player in &mut seats {
                player.nonce = if self.flag()? { Some(Nonce(self.bytes()?)) } else { None };
            }
            if seats.iter().all(|player| player.nonce.is_none()) {
                return Err(CodeError::Roundabout);
            }
        }
        let branched = if self.flag()? { Some(self.number(COUNT_BITS)?) } else { None };
        // The commitment comes last; until then this is a placeholder.
        let agreement = Agreement { beginning, seats, monster };
        let mut recorder = Recorder::new(Terms::new(agreement, Commitment([0; 32]))?);
        for index in 0..self.number(COUNT_BITS)? {
            let action = self.action(recorder.game(), index)?;
            recorder.act(action, &mut ())?;
        }
        let secret = match recorder.game().ending() {
            Some(_) => Some(Secret { seed: Seed(self.bytes()?), salt: Salt(self.bytes()?) }),
            None => None,
        };
        let honest = secret.map(|secret| secret.commitment());
        let commitment = match honest {
            Some(honest) if self.flag()? => honest,
            Some(_) | None => {
                Some(Commitment(self.bytes()?)).filter(|told| Some(*told) != honest).ok_or(CodeError::Roundabout)?
            }
        };
        Ok(recorder.finish_with(commitment, branched, secret)?)
    }

    fn player_kind(&mut self) -> Result<PlayerKind, CodeError> {
        let at = self.character();
        let bot = |name: &str| name.parse::<BotName>().ok().map(PlayerKind::Bot);
        let kind = match self.choice(KNOWN_BOTS.len() + 3)? {
            0 => Some(PlayerKind::Unknown),
            1 => Some(PlayerKind::Person),
            index => match KNOWN_BOTS.get(index - 2) {
                Some(known) => bot(known),
                None if index == KNOWN_BOTS.len() + 2 => {
                    let name = self.text("a bot")?;
                    if KNOWN_BOTS.contains(&name.as_str()) {
                        return Err(CodeError::Roundabout);
                    }
                    bot(&name)
                }
                None => None,
            },
        };
        kind.ok_or(WordError::Expected { at, wanted: "a kind of player" }.into())
    }

    fn new_game(&mut self, bands: &[Band], is_old: bool) -> Result<Beginning, CodeError> {
        let players = Players::new(bands)?;
        let fortress = self.fortress(is_old)?;
        let length = self.one_of(&[Length::Normal, Length::Long], "a length")?;
        let seats: Vec<Seat> = players.seats().collect();
        let first = self.one_of(&seats, "a seat")?;
        let by = if is_old { FirstBy::Lot } else { self.one_of(&FirstBy::ALL, "a way to find the first player")? };
        Ok(Beginning::New { options: Options { players, fortress, length }, first, by })
    }

    fn situation(&mut self, bands: &[Band]) -> Result<Beginning, CodeError> {
        let (at, wanted) = (self.character(), "a situation of these players");
        let length = self.number(SITUATION_BITS)?;
        let text = self.utf8(length, wanted)?;
        let situation: Option<Situation> = text.parse().ok();
        let situation = situation.filter(|situation| situation.players == bands);
        let situation = situation.ok_or(WordError::Expected { at, wanted })?;
        // The lists of a situation can come in any order; a code has the order in which the game writes them.
        let written = Playing::from_situation(&situation).ok().and_then(|playing| playing.to_situation());
        match written {
            Some(written) if written.to_string() != text => Err(CodeError::Roundabout),
            // The terms reject a situation that cannot be played, with the reason.
            Some(_) | None => Ok(Beginning::From(Box::new(situation))),
        }
    }

    fn text(&mut self, wanted: &'static str) -> Result<String, CodeError> {
        let length = self.number(u8::BITS)?;
        self.utf8(length, wanted)
    }

    fn utf8(&mut self, length: usize, wanted: &'static str) -> Result<String, CodeError> {
        let at = self.character();
        let bytes = (0..length).map(|_| Ok(self.number(u8::BITS)? as u8)).collect::<Result<Vec<u8>, WordError>>()?;
        String::from_utf8(bytes).map_err(|_| WordError::Expected { at, wanted }.into())
    }

    fn fortress(&mut self, is_old: bool) -> Result<FortressChoice, CodeError> {
        let at = self.character();
        match self.choice(if is_old { 3 } else { 4 })? {
            0 => Ok(FortressChoice::Basic),
            1 => Ok(FortressChoice::ByHand),
            2 => Ok(FortressChoice::Prepared(self.tiles()?)),
            3 if !is_old => Ok(FortressChoice::Random(self.tiles()?)),
            _ => Err(WordError::Expected { at, wanted: "a fortress" }.into()),
        }
    }

    fn tiles(&mut self) -> Result<Fortress, CodeError> {
        let mut tiles = PartialFortress::default();
        loop {
            if let Some(fortress) = tiles.complete() {
                return Ok(fortress);
            }
            let placement = self.placement()?;
            let tile = tiles.len();
            tiles.place(placement).map_err(|problem| CodeError::Tile { tile, problem })?;
        }
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
        cell.ok_or(WordError::Expected { at, wanted: "a space" }.into())
    }

    fn action(&mut self, game: &Game, index: usize) -> Result<Action, CodeError> {
        match game {
            Game::Laying(_) => Ok(Action::Place(self.placement()?)),
            Game::Playing(playing) => match playing.acting() {
                Some(seat) => self.figure_move(playing, seat, index),
                None if playing.ending().is_none() => {
                    let kinds: Vec<Tombstone> = playing.flippable().iter().map(|(kind, _)| kind).collect();
                    Ok(Action::Flip { tombstone: self.one_of(&kinds, "a tombstone that is left")? })
                }
                None => {
                    let problem = IllegalAction::NotAwaited(game.awaited());
                    Err(RecordProblem::Illegal { action: index, problem }.into())
                }
            },
        }
    }

    fn figure_move(&mut self, playing: &Playing, seat: Seat, index: usize) -> Result<Action, CodeError> {
        let figures: Vec<FigureId> = playing.movable(seat).iter().collect();
        let figure = self.one_of(&figures, "a movable figure")?;
        let mut stroll = Stroll::new(playing.position(), figure).expect("a movable figure is in play");
        let mut path = vec![];
        for nth in 0..self.choice(usize::from(playing.number(figure)) + 1)? {
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
