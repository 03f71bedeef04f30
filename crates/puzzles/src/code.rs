//! The level as one word for a link: bit by bit. See `docs/puzzles.md`.
//!
//! The table comes before what may be done on it: an area is told as a part of what the table has room for.

use rules::notation::bits::{BitReader, BitWriter, WordError, width, word_length};
use rules::{
    Cell, CellSet, Direction, FigureId, Monster, Position, Setup, Stone, Teleporter, TeleporterTile, Whereabouts,
};
use thiserror::Error;

use crate::grant::Grant;
use crate::level::{About, Draft, Level, LevelProblem};
use crate::thing::Thing;
use crate::trick::Trick;

/// The first character: which version of the format follows. Records have digits there, so that none is taken for a level.
const VERSION: char = 'a';

/// The numbers of things of which there are few: more are told as a set of bits, which is then shorter.
const COUNT_BITS: u32 = 5;

/// The most bits of each part: the texts, each with its length and alphabet, as UTF-8; …
const TEXT_BITS: usize = {
    let (title, author, hint) = (Level::LONGEST_TITLE, Level::LONGEST_AUTHOR, Level::LONGEST_HINT);
    // 6 + 6 + 8 bits for the lengths.
    (6 + 1 + 8 * title) + (6 + 1 + 8 * author) + (8 + 1 + 8 * hint)
};

/// … what is taught: how many of ten, and each; …
const TEACHING_BITS: usize = 4 + 4 * Trick::ALL.len();

/// … the table: the monster, a stone of any kind and blood on every space off the corners, four teleporters, all figures on the
/// board (never all of that at once); …
const TABLE_BITS: usize =
    (8 + 2) + (1 + 154 + 1 + 2 * 154) + (1 + 154) + (2 + 4 * (8 + 2)) + (1 + 28 + FigureId::COUNT * (1 + 1 + 8));

/// … and one piece to be moved for each grant, with a bit for every space.
const GRANT_BITS: usize = 4 + Level::MOST_PIECES * (4 + 8 + 1 + 1 + 156);

// Longer links are cut off by some programs through which people send them.
const _: () = assert!(Level::LONGEST_CODE <= 2000);

/// Why a word is no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LevelCodeError {
    /// It cannot be read.
    #[error(transparent)]
    Word(#[from] WordError),
    /// It can be read, but there can be no such level.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Level(Vec<LevelProblem>),
    /// It says what it says in a roundabout way, or says more; every level has one code only.
    #[error("the level can be read, but this is not its code")]
    Roundabout,
}

impl Level {
    /// No code has more characters.
    pub const LONGEST_CODE: usize = word_length(TEXT_BITS + TEACHING_BITS + TABLE_BITS + GRANT_BITS);

    /// The level as one word of letters, digits, `-` and `_`.
    #[must_use]
    pub fn to_code(&self) -> String {
        let mut bits = BitWriter::default();
        write_about(&mut bits, self.about());
        write_table(&mut bits, self);
        bits.choice(self.grants().len() - 1, Level::MOST_PIECES);
        for grant in self.grants() {
            write_grant(&mut bits, grant, self.table());
        }
        bits.into_word(VERSION)
    }

    /// Reads such a word.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be read; if all can be, everything that is wrong with the level.
    pub fn from_code(code: &str) -> Result<Level, LevelCodeError> {
        let mut bits = BitReader::open(code, VERSION, Level::LONGEST_CODE)?;
        let about = read_about(&mut bits)?;
        let (table, ours) = read_table(&mut bits)?;
        // What there is room for is known of a table that can be laid.
        let position = Position::from_setup(&table)
            .map_err(|problems| LevelCodeError::Level(problems.into_iter().map(LevelProblem::Table).collect()))?;
        let mut grants = vec![];
        for _ in 0..=bits.choice(Level::MOST_PIECES)? {
            grants.push(read_grant(&mut bits, &position)?);
        }
        let level = Level::new(&Draft { about, table, ours, grants }).map_err(LevelCodeError::Level)?;
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

/// How many bits a character of a text takes that is ASCII throughout.
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

/// Some of so many things, by their numbers in ascending order: one after the other, or as a bit for each of all, whichever is shorter.
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

/// The members of a list that are told like that.
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

/// A part of what there is room for, mostly all.
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

fn write_table(bits: &mut BitWriter, level: &Level) {
    let table = level.table();
    let Monster { at, facing } = table.monster().expect("a level has a monster");
    write_cell(bits, at);
    bits.choice(facing as usize, Direction::ALL.len());
    write_cells(bits, &table.stone_cells(), &off_corners());
    let kinds: Vec<Stone> = table.stone_cells().iter().filter_map(|cell| table.stone_at(cell)).collect();
    if !kinds.is_empty() {
        let are_plain = kinds.iter().all(|kind| *kind == Stone::Plain);
        bits.flag(are_plain);
        kinds.iter().filter(|_| !are_plain).for_each(|kind| bits.choice(*kind as usize, Stone::ALL.len()));
    }
    write_cells(bits, table.blood(), &off_corners());
    bits.choice(table.teleporters().count(), 3);
    for Teleporter { at, arrow } in table.teleporters().flatten() {
        write_cell(bits, at);
        bits.choice(arrow as usize, Direction::ALL.len());
    }
    let figures: Vec<usize> = table.figures().map(|(figure, _)| figure.index()).collect();
    write_some(bits, &figures, FigureId::COUNT);
    for (figure, whereabouts) in table.figures() {
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

/// The table, and who is ours.
fn read_table(bits: &mut BitReader) -> Result<(Setup, Vec<FigureId>), WordError> {
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

/// What a grant is about: first all things that can be laid, then these two.
const MOVE: usize = Thing::ALL.len();
const TURN: usize = MOVE + 1;
const KINDS: usize = TURN + 1;

fn write_grant(bits: &mut BitWriter, grant: &Grant, table: &Position) {
    let room = grant.room_on(table);
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

fn read_grant(bits: &mut BitReader, table: &Position) -> Result<Grant, WordError> {
    let character = bits.character();
    let kind = bits.choice(KINDS)?;
    if let Some(thing) = Thing::ALL.get(kind).copied() {
        let count = bits.choice(Level::MOST_PIECES)? as u8 + 1;
        return Ok(Grant::Lay { thing, count, on: read_area(bits, &thing.room_on(table))? });
    }
    match kind {
        MOVE => {
            let from = read_cell(bits)?;
            let anywhere = Grant::Move { from, to: CellSet::FLOOR };
            Ok(Grant::Move { from, to: read_area(bits, &anywhere.room_on(table))? })
        }
        TURN => Ok(Grant::Turn { at: read_cell(bits)? }),
        _ => Err(WordError::Expected { at: character, wanted: "something to lay, move or turn" }),
    }
}
