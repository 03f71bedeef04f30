//! The code of a level: a single word for links. `docs/puzzles.md` describes the format.
//!
//! The position comes before the grants, because an area is written as a subset of the spaces that have room.

use rules::notation::bits::{BitReader, BitWriter, WordError, width, word_length};
use rules::{
    Cell, CellSet, Direction, FigureId, Monster, Position, Setup, Stone, Teleporter, TeleporterTile, Whereabouts,
};
use thiserror::Error;

use crate::grant::Grant;
use crate::level::{About, Draft, Level, LevelProblem};
use crate::thing::Thing;
use crate::trick::Trick;

/// The first character: the version of the format. Records begin with a digit, so they cannot be confused with levels.
const VERSION: char = 'a';

/// The bits of the length of a list. Longer lists are written as a set of bits, which is then shorter.
const COUNT_BITS: u32 = 5;

/// The most bits of the texts, each with its length and a flag for ASCII, as UTF-8.
const TEXT_BITS: usize = {
    let (title, author, hint) = (Level::LONGEST_TITLE, Level::LONGEST_AUTHOR, Level::LONGEST_HINT);
    // 6 + 6 + 8 bits for the lengths.
    (6 + 1 + 8 * title) + (6 + 1 + 8 * author) + (8 + 1 + 8 * hint)
};

/// The most bits of the tricks: their number, and each of them.
const TEACHING_BITS: usize = 4 + 4 * Trick::ALL.len();

/// The most bits of the position: the monster, a stone of any kind and blood on every space but the corners, four
/// teleporters, and all figures on the board. A position cannot have all of that at once.
const TABLE_BITS: usize =
    (8 + 2) + (1 + 154 + 1 + 2 * 154) + (1 + 154) + (2 + 4 * (8 + 2)) + (1 + 28 + FigureId::COUNT * (1 + 1 + 8));

/// The most bits of the grants: one piece to be moved for each, with a bit for every space.
const GRANT_BITS: usize = 4 + Level::MOST_PIECES * (4 + 8 + 1 + 1 + 156);

// Some programs cut off longer links.
const _: () = assert!(Level::LONGEST_CODE <= 2000);

/// Why a code cannot be parsed as a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LevelCodeError {
    /// The word is damaged or malformed.
    #[error(transparent)]
    Word(#[from] WordError),
    /// The draft in the code is not a level.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Level(Vec<LevelProblem>),
    /// The code encodes a level in another way than [`Level::to_code`]. Every level has only one code.
    #[error("the code is not in canonical form")]
    Roundabout,
}

impl Level {
    /// The most characters of a code.
    pub const LONGEST_CODE: usize = word_length(TEXT_BITS + TEACHING_BITS + TABLE_BITS + GRANT_BITS);

    /// Writes the level as one word of letters, digits, `-` and `_`.
    #[must_use]
    pub fn to_code(&self) -> String {
        let mut bits = BitWriter::default();
        write_about(&mut bits, self.about());
        write_position(&mut bits, self);
        bits.choice(self.grants().len() - 1, Level::MOST_PIECES);
        for grant in self.grants() {
            write_grant(&mut bits, grant, self.position());
        }
        bits.into_word(VERSION)
    }

    /// Parses the code of a level.
    ///
    /// # Errors
    ///
    /// The first error of the encoding. If there is none, every problem of the level.
    pub fn from_code(code: &str) -> Result<Level, LevelCodeError> {
        let mut bits = BitReader::open(code, VERSION, Level::LONGEST_CODE)?;
        let about = read_about(&mut bits)?;
        let (setup, ours) = read_setup(&mut bits)?;
        // Areas depend on what there is room for, which only a legal position tells.
        let position = Position::from_setup(&setup)
            .map_err(|problems| LevelCodeError::Level(problems.into_iter().map(LevelProblem::Setup).collect()))?;
        let mut grants = vec![];
        for _ in 0..=bits.choice(Level::MOST_PIECES)? {
            grants.push(read_grant(&mut bits, &position)?);
        }
        let level = Level::new(&Draft { about, setup, ours, grants }).map_err(LevelCodeError::Level)?;
        if level.to_code() == code { Ok(level) } else { Err(LevelCodeError::Roundabout) }
    }
}

fn write_about(bits: &mut BitWriter, about: &About) {
    write_text(bits, &about.title, Level::LONGEST_TITLE);
    write_text(bits, &about.author, Level::LONGEST_AUTHOR);
    write_text(bits, &about.hint, Level::LONGEST_HINT);
    bits.choice(about.teaches.len(), Trick::ALL.len() + 1);
    for trick in &about.teaches {
        bits.choice(*trick as usize, Trick::ALL.len());
    }
}

fn read_about(bits: &mut BitReader) -> Result<About, WordError> {
    let title = read_text(bits, Level::LONGEST_TITLE)?;
    let author = read_text(bits, Level::LONGEST_AUTHOR)?;
    let hint = read_text(bits, Level::LONGEST_HINT)?;
    let count = bits.choice(Trick::ALL.len() + 1)?;
    let teaches = (0..count).map(|_| bits.one_of(&Trick::ALL, "a trick")).collect::<Result<_, _>>()?;
    Ok(About { title, author, hint, teaches })
}

/// The bits of a character in a text that is all ASCII.
const ASCII_BITS: u32 = 7;

fn write_text(bits: &mut BitWriter, text: &str, longest: usize) {
    bits.choice(text.len(), longest + 1);
    if !text.is_empty() {
        bits.flag(text.is_ascii());
        let width = if text.is_ascii() { ASCII_BITS } else { u8::BITS };
        text.bytes().for_each(|byte| bits.number(byte.into(), width));
    }
}

fn read_text(bits: &mut BitReader, longest: usize) -> Result<String, WordError> {
    let at = bits.character();
    let length = bits.choice(longest + 1)?;
    if length == 0 {
        return Ok(String::new());
    }
    let width = if bits.flag()? { ASCII_BITS } else { u8::BITS };
    let bytes = (0..length).map(|_| Ok(bits.number(width)? as u8)).collect::<Result<Vec<u8>, WordError>>()?;
    String::from_utf8(bytes).map_err(|_| WordError::Expected { at, wanted: "a text" })
}

/// Writes a subset of `0..of`, given in ascending order: as a list, or as one bit for each number, whichever is
/// shorter.
fn write_some(bits: &mut BitWriter, some: &[usize], of: usize) {
    let is_list = COUNT_BITS as usize + some.len() * width(of) as usize <= of;
    bits.flag(is_list);
    if is_list {
        bits.number(some.len(), COUNT_BITS);
        some.iter().for_each(|index| bits.choice(*index, of));
    } else {
        (0..of).for_each(|index| bits.flag(some.contains(&index)));
    }
}

/// Reads a subset of `all` that [`write_some`] wrote.
fn read_some<T: Copy>(bits: &mut BitReader, all: &[T], wanted: &'static str) -> Result<Vec<T>, WordError> {
    if bits.flag()? {
        let count = bits.number(COUNT_BITS)?;
        (0..count).map(|_| bits.one_of(all, wanted)).collect()
    } else {
        let mut some = vec![];
        for one in all {
            if bits.flag()? {
                some.push(*one);
            }
        }
        Ok(some)
    }
}

fn write_cells(bits: &mut BitWriter, cells: &CellSet, room: &CellSet) {
    let some: Vec<usize> = (0..).zip(room.iter()).filter(|(_, cell)| cells.has(*cell)).map(|(nth, _)| nth).collect();
    write_some(bits, &some, room.len());
}

fn read_cells(bits: &mut BitReader, room: &CellSet) -> Result<Vec<Cell>, WordError> {
    let room: Vec<Cell> = room.iter().collect();
    read_some(bits, &room, "a space with room")
}

/// Writes a subset of the spaces with room. Usually it is all of them, which takes one bit.
fn write_area(bits: &mut BitWriter, area: &CellSet, room: &CellSet) {
    bits.flag(area == room);
    if area != room {
        write_cells(bits, area, room);
    }
}

fn read_area(bits: &mut BitReader, room: &CellSet) -> Result<CellSet, WordError> {
    Ok(if bits.flag()? { *room } else { read_cells(bits, room)?.into_iter().collect() })
}

fn write_cell(bits: &mut BitWriter, cell: Cell) {
    bits.choice(cell.index(), Cell::INDEXES);
}

fn read_cell(bits: &mut BitReader) -> Result<Cell, WordError> {
    let at = bits.character();
    let index = bits.choice(Cell::INDEXES)?;
    let cell = Cell::ALL.into_iter().find(|cell| cell.index() == index);
    cell.ok_or(WordError::Expected { at, wanted: "a space" })
}

fn off_corners() -> CellSet {
    Cell::ALL.into_iter().filter(|cell| !cell.is_corner()).collect()
}

fn write_position(bits: &mut BitWriter, level: &Level) {
    let position = level.position();
    let Monster { at, facing } = position.monster().expect("a level has a monster");
    write_cell(bits, at);
    bits.choice(facing as usize, Direction::ALL.len());
    write_cells(bits, &position.stone_cells(), &off_corners());
    let kinds: Vec<Stone> = position.stone_cells().iter().filter_map(|cell| position.stone_at(cell)).collect();
    if !kinds.is_empty() {
        let are_plain = kinds.iter().all(|kind| *kind == Stone::Plain);
        bits.flag(are_plain);
        kinds.iter().filter(|_| !are_plain).for_each(|kind| bits.choice(*kind as usize, Stone::ALL.len()));
    }
    write_cells(bits, position.blood(), &off_corners());
    bits.choice(position.teleporters().count(), 3);
    for Teleporter { at, arrow } in position.teleporters().flatten() {
        write_cell(bits, at);
        bits.choice(arrow as usize, Direction::ALL.len());
    }
    let figures: Vec<usize> = position.figures().map(|(figure, _)| figure.index()).collect();
    write_some(bits, &figures, FigureId::COUNT);
    for (figure, whereabouts) in position.figures() {
        let is_ours = level.ours().has(figure);
        bits.flag(is_ours);
        // Theirs are all on the board.
        if is_ours {
            bits.flag(whereabouts == Whereabouts::Waiting);
        }
        if let Whereabouts::On(cell) = whereabouts {
            write_cell(bits, cell);
        }
    }
}

/// Reads the position and which figures are ours.
fn read_setup(bits: &mut BitReader) -> Result<(Setup, Vec<FigureId>), WordError> {
    let at = read_cell(bits)?.into();
    let monster = Some(Monster { at, facing: read_direction(bits)? });
    let cells = read_cells(bits, &off_corners())?;
    let are_plain = cells.is_empty() || bits.flag()?;
    let mut stones = vec![];
    for cell in cells {
        let kind = if are_plain { Stone::Plain } else { bits.one_of(&Stone::ALL, "a stone")? };
        stones.push((kind, cell.into()));
    }
    let blood = read_cells(bits, &off_corners())?.into_iter().map(Into::into).collect();
    let mut teleporters = vec![];
    for pair in 0..bits.one_of(&[0, 1, 2], "a number of pairs")? {
        for _ in 0..2 {
            let at = read_cell(bits)?.into();
            teleporters.push(TeleporterTile { pair, at, arrow: read_direction(bits)? });
        }
    }
    let all: Vec<FigureId> = FigureId::all().collect();
    let (mut figures, mut ours) = (vec![], vec![]);
    for figure in read_some(bits, &all, "a figure")? {
        let is_ours = bits.flag()?;
        ours.extend(is_ours.then_some(figure));
        let is_waiting = is_ours && bits.flag()?;
        let place = if is_waiting { Whereabouts::Waiting } else { Whereabouts::On(read_cell(bits)?.into()) };
        figures.push((figure, place));
    }
    Ok((Setup { monster, stones, blood, teleporters, figures }, ours))
}

fn read_direction(bits: &mut BitReader) -> Result<Direction, WordError> {
    bits.one_of(&Direction::ALL, "a direction")
}

/// The kinds of grants: first one for each thing to lay, then these two.
const MOVE: usize = Thing::ALL.len();
const TURN: usize = MOVE + 1;
const KINDS: usize = TURN + 1;

fn write_grant(bits: &mut BitWriter, grant: &Grant, position: &Position) {
    let room = grant.room_on(position);
    match grant {
        Grant::Lay { thing, count, on } => {
            let kind = Thing::ALL.iter().position(|other| other == thing);
            bits.choice(kind.expect("all things are listed"), KINDS);
            bits.choice(usize::from(*count) - 1, Level::MOST_PIECES);
            write_area(bits, on, &room);
        }
        Grant::Move { from, to } => {
            bits.choice(MOVE, KINDS);
            write_cell(bits, *from);
            write_area(bits, to, &room);
        }
        Grant::Turn { at } => {
            bits.choice(TURN, KINDS);
            write_cell(bits, *at);
        }
    }
}

fn read_grant(bits: &mut BitReader, position: &Position) -> Result<Grant, WordError> {
    let character = bits.character();
    let kind = bits.choice(KINDS)?;
    if let Some(thing) = Thing::ALL.get(kind).copied() {
        let count = bits.choice(Level::MOST_PIECES)? as u8 + 1;
        return Ok(Grant::Lay { thing, count, on: read_area(bits, &thing.room_on(position))? });
    }
    match kind {
        MOVE => {
            let from = read_cell(bits)?;
            let anywhere = Grant::Move { from, to: CellSet::FLOOR };
            Ok(Grant::Move { from, to: read_area(bits, &anywhere.room_on(position))? })
        }
        TURN => Ok(Grant::Turn { at: read_cell(bits)? }),
        _ => Err(WordError::Expected { at: character, wanted: "something to lay, move or turn" }),
    }
}
