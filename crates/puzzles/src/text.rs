//! The text form of a level, a `.level` file that people read and write: a few headers, the drawn board, and a line for each thing that may be done.
//! See `docs/puzzles.md`.

use std::str::FromStr;

use rules::notation::{DrawingProblem, UnknownName};
use rules::{Cell, FigureId, Item, Setup, SetupProblem, Whereabouts};
use thiserror::Error;

use crate::area::{self, AreaError};
use crate::grant::Grant;
use crate::level::{Draft, Level, LevelProblem};
use crate::thing::{Thing, UnknownThing};
use crate::trick::{Trick, UnknownTrick};

/// What every level begins with, before its version.
const SIGN: &str = "fearsome-level";

/// The version that is written, and the only one that is read.
const VERSION: &str = "1";

/// What a line begins with that is for the eye only.
const COMMENT: &str = "//";

/// The words of the headers.
const TITLE: &str = "title";
const AUTHOR: &str = "author";
const HINT: &str = "hint";
const TEACHES: &str = "teaches";
const OURS: &str = "ours";

/// The words of the grants.
const LAY: &str = "lay";
const MOVE: &str = "move";
const TURN: &str = "turn";

/// The words of the lists that belong to the drawing.
const BESIDE: [&str; 3] = ["waiting", "escaped", "eaten"];

/// What editors of some systems put before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// So many problems are told at once: nobody mends more before the next try, and to find the line of each takes its time.
const MOST_TOLD: usize = 100;

/// Why a text is no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct LevelTextError {
    /// The line, from 1; the last one where something is missing altogether.
    pub line: usize,
    /// What is wrong there.
    pub problem: LevelTextProblem,
}

/// What is wrong with a line of a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LevelTextProblem {
    /// No level needs as many bytes.
    #[error("{0} bytes are more than any level needs: at most {most}", most = Level::LONGEST_TEXT)]
    TooLong(usize),
    /// It begins with something else.
    #[error("this is no level: a level begins with \"{SIGN} {VERSION}\"")]
    NotALevel,
    /// Made by a later program.
    #[error("version {0:?} is not known, only version {VERSION}")]
    UnknownVersion(String),
    /// Nothing in a level has this name.
    #[error("{0:?} is no header: title, author, hint, teaches, ours, lay, move, turn, waiting")]
    UnknownHeader(String),
    /// A header comes again.
    #[error("{0} is told twice")]
    Twice(&'static str),
    /// A line that says something else.
    #[error("{wanted} expected, found {found:?}")]
    Expected {
        /// What should stand there.
        wanted: &'static str,
        /// What stands there.
        found: String,
    },
    /// A comment behind something else, or with another sign.
    #[error("a comment is a line of its own that begins with {COMMENT}")]
    Comment,
    /// A figure that is none.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// A trick that is none.
    #[error(transparent)]
    Trick(#[from] UnknownTrick),
    /// A thing that cannot be laid.
    #[error(transparent)]
    Thing(#[from] UnknownThing),
    /// An area that is none.
    #[error(transparent)]
    Area(#[from] AreaError),
    /// A line of the drawing that means nothing.
    #[error(transparent)]
    Drawing(#[from] DrawingProblem),
    /// All can be read, but there can be no such level.
    #[error("{}", on_its_line(.0))]
    Level(#[from] LevelProblem),
}

/// Which of the things that may be done is meant, its line says.
fn on_its_line(problem: &LevelProblem) -> String {
    match problem {
        LevelProblem::Grant { problem, .. } => problem.to_string(),
        other => other.to_string(),
    }
}

impl Level {
    /// The longest text that is read, in bytes. With many comments, a level takes a tenth of it.
    pub const LONGEST_TEXT: usize = 64 * 1024;

    /// The level as a text file. What is empty is left out.
    #[must_use]
    pub fn to_text(&self) -> String {
        let about = self.about();
        let teaches: Vec<String> = about.teaches.iter().map(Trick::to_string).collect();
        let ours: Vec<String> = self.ours().iter().map(|figure| figure.to_string()).collect();
        let mut text = format!("{SIGN} {VERSION}\n");
        for (header, told) in [
            (TITLE, &about.title),
            (AUTHOR, &about.author),
            (HINT, &about.hint),
            (TEACHES, &teaches.join(", ")),
            (OURS, &ours.join(" ")),
        ] {
            if !told.is_empty() {
                text += &format!("{header}: {told}\n");
            }
        }
        text += &format!("\n{}\n", self.table().drawing());
        for grant in self.grants() {
            let area = self.area_of(*grant);
            text += &match grant {
                Grant::Lay { thing, count, .. } => format!("{LAY}: {count} {thing} on {area}\n"),
                Grant::Move { from, .. } => format!("{MOVE}: {from} to {area}\n"),
                Grant::Turn { at } => format!("{TURN}: {at}\n"),
            };
        }
        text
    }

    /// The spaces of a grant in words, as the text has them: `anywhere`, `anywhere but c3`, `c3 e5-h8`. Nothing where a teleporter is turned.
    #[must_use]
    pub fn area_of(&self, grant: Grant) -> String {
        match grant {
            Grant::Lay { on: area, .. } | Grant::Move { to: area, .. } => {
                area::write(&area, &grant.room_on(self.table()))
            }
            Grant::Turn { .. } => String::new(),
        }
    }

    /// Reads such a text.
    ///
    /// # Errors
    ///
    /// Everything that cannot be read, by line; if all can be, everything that is wrong with the level. Of very many problems the first
    /// hundred are told.
    pub fn from_text(text: &str) -> Result<Level, Vec<LevelTextError>> {
        if text.len() > Level::LONGEST_TEXT {
            return Err(vec![LevelTextError { line: 1, problem: LevelTextProblem::TooLong(text.len()) }]);
        }
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let told = read(text)?;
        Level::new(&told.draft).map_err(|problems| {
            let errors = problems.into_iter().take(MOST_TOLD).map(|problem| {
                let line = told.line_of(&problem).unwrap_or_else(|| text.lines().count());
                LevelTextError { line, problem: problem.into() }
            });
            in_order(errors.collect())
        })
    }
}

/// What a text says, and where. Lines count from 1.
#[derive(Default)]
struct Told<'a> {
    draft: Draft,
    /// The headers that have been read.
    headers: Vec<(&'static str, usize)>,
    /// The line of each grant of the draft.
    grants: Vec<usize>,
    /// The lines of the drawing.
    drawing: Vec<(usize, &'a str)>,
}

/// Reads every line; whether there can be such a level is not asked.
fn read(text: &str) -> Result<Told<'_>, Vec<LevelTextError>> {
    let counts = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with(COMMENT);
    let mut lines = (1..).zip(text.lines().map(str::trim)).filter(counts);
    let (line, first) = lines.next().unwrap_or((1, ""));
    read_first(first).map_err(|problem| vec![LevelTextError { line, problem }])?;
    let mut told = Told::default();
    let mut errors = vec![];
    for (line, content) in lines {
        let problems = told.read_line(line, content).err().unwrap_or_default();
        errors.extend(problems.into_iter().map(|problem| LevelTextError { line, problem }));
    }
    errors.extend(told.read_drawing().err().unwrap_or_default());
    if errors.is_empty() { Ok(told) } else { Err(in_order(errors)) }
}

fn in_order(mut errors: Vec<LevelTextError>) -> Vec<LevelTextError> {
    errors.sort_by_key(|error| error.line);
    errors.truncate(MOST_TOLD);
    errors
}

fn read_first(line: &str) -> Result<(), LevelTextProblem> {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        [SIGN, VERSION] => Ok(()),
        [SIGN, version] => Err(LevelTextProblem::UnknownVersion(version.to_owned())),
        _ => Err(LevelTextProblem::NotALevel),
    }
}

impl<'a> Told<'a> {
    fn read_line(&mut self, line: usize, content: &'a str) -> Result<(), Vec<LevelTextProblem>> {
        if has_comment(content) {
            return Err(vec![LevelTextProblem::Comment]);
        }
        // No line of the board has a colon.
        let Some((header, told)) = content.split_once(':') else {
            self.drawing.push((line, content));
            return Ok(());
        };
        let told = told.trim();
        match header {
            TITLE => {
                self.once(TITLE, line)?;
                told.clone_into(&mut self.draft.about.title);
            }
            AUTHOR => {
                self.once(AUTHOR, line)?;
                told.clone_into(&mut self.draft.about.author);
            }
            HINT => {
                self.once(HINT, line)?;
                told.clone_into(&mut self.draft.about.hint);
            }
            TEACHES => {
                self.once(TEACHES, line)?;
                let tricks = told.split(',').map(str::trim).filter(|_| !told.is_empty());
                self.draft.about.teaches = read_all(tricks)?;
            }
            OURS => {
                self.once(OURS, line)?;
                self.draft.ours = read_all(names_of(told))?;
            }
            LAY | MOVE | TURN => {
                self.draft.grants.push(read_grant(header, told).map_err(|problem| vec![problem])?);
                self.grants.push(line);
            }
            _ if BESIDE.contains(&header) => self.drawing.push((line, content)),
            _ => return Err(vec![LevelTextProblem::UnknownHeader(header.to_owned())]),
        }
        Ok(())
    }

    fn once(&mut self, header: &'static str, line: usize) -> Result<(), Vec<LevelTextProblem>> {
        if self.header(header).is_some() {
            return Err(vec![LevelTextProblem::Twice(header)]);
        }
        self.headers.push((header, line));
        Ok(())
    }

    fn read_drawing(&mut self) -> Result<(), Vec<LevelTextError>> {
        let lines: Vec<&str> = self.drawing.iter().map(|(_, content)| *content).collect();
        self.draft.table = Setup::from_drawing_or_every_error(&lines.join("\n")).map_err(|errors| {
            let told = errors.into_iter().map(|error| {
                let (line, _) = self.drawing[error.line - 1];
                LevelTextError { line, problem: error.problem.into() }
            });
            told.collect::<Vec<_>>()
        })?;
        Ok(())
    }

    /// The line that a problem is about, or `None` where nothing of the kind is told.
    fn line_of(&self, problem: &LevelProblem) -> Option<usize> {
        match problem {
            LevelProblem::Table(problem) => self.line_of_table(problem),
            LevelProblem::NoMonster | LevelProblem::NobodyToEat => self.drawn(|_| true),
            LevelProblem::Beside(figure) => self.beside(*figure),
            LevelProblem::Missing(_) => self.header(OURS),
            LevelProblem::Waiting { .. } => {
                let [waiting, ..] = BESIDE;
                self.drawn(|line| line.starts_with(waiting)).or_else(|| self.first_that_lays(Thing::Figure))
            }
            LevelProblem::NothingToDo => None,
            LevelProblem::TooManyPieces(_) => {
                let mut pieces = 0;
                let mut grants = self.draft.grants.iter().zip(&self.grants);
                let too_many = grants.find(|(grant, _)| {
                    pieces += usize::from(grant.pieces());
                    pieces > Level::MOST_PIECES
                });
                too_many.map(|(_, line)| *line)
            }
            LevelProblem::Grant { grant, .. } => self.grants.get(*grant).copied(),
            LevelProblem::TooManyPairs(_) => self.first_that_lays(Thing::Teleporters),
            LevelProblem::Text { what, .. } => self.header(what),
            LevelProblem::TaughtTwice(_) => self.header(TEACHES),
        }
    }

    fn line_of_table(&self, problem: &SetupProblem) -> Option<usize> {
        let table = &self.draft.table;
        let item = match *problem {
            SetupProblem::NoSuchCell { item, .. }
            | SetupProblem::OnCorner { item, .. }
            | SetupProblem::OnTeleporter { item, .. }
            | SetupProblem::Overlap { item, .. }
            | SetupProblem::Crowded { item, .. }
            | SetupProblem::Unpaired { item, .. }
            | SetupProblem::SameFigure { item, .. } => item,
            SetupProblem::TooManyPairs { .. } => Item::Teleporter(table.teleporters.len().checked_sub(1)?),
        };
        let spot = match item {
            Item::Monster => table.monster?.at,
            Item::Stone(nth) => table.stones.get(nth)?.1,
            Item::Blood(nth) => *table.blood.get(nth)?,
            Item::Teleporter(nth) => table.teleporters.get(nth)?.at,
            Item::Figure(nth) => match *table.figures.get(nth)? {
                (_, Whereabouts::On(spot)) => spot,
                (figure, Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten) => {
                    return self.beside(figure);
                }
            },
        };
        let is_row = |line: &str| line.split_whitespace().next().and_then(|row| row.parse().ok()) == Some(spot.row + 1);
        self.drawn(is_row)
    }

    fn header(&self, header: &str) -> Option<usize> {
        self.headers.iter().find(|(told, _)| *told == header).map(|(_, line)| *line)
    }

    /// The first line of the drawing of which this holds.
    fn drawn(&self, holds: impl Fn(&str) -> bool) -> Option<usize> {
        self.drawing.iter().find(|(_, content)| holds(content)).map(|(line, _)| *line)
    }

    /// The line below the board that names this figure.
    fn beside(&self, figure: FigureId) -> Option<usize> {
        let name = figure.to_string();
        self.drawn(|line| line.contains(':') && names_of(line).any(|word| word == name))
    }

    fn first_that_lays(&self, wanted: Thing) -> Option<usize> {
        let mut grants = self.draft.grants.iter().zip(&self.grants);
        let lays = grants.find(|(grant, _)| matches!(grant, Grant::Lay { thing, .. } if *thing == wanted));
        lays.map(|(_, line)| *line)
    }
}

/// Whether a line has a comment on it, or looks as if it was one. Whatever stands in title, author and hint belongs to them.
fn has_comment(line: &str) -> bool {
    match line.split_once(':') {
        _ if line.starts_with('#') => true,
        Some((TITLE | AUTHOR | HINT, _)) => false,
        Some((_, told)) => told.contains(COMMENT) || told.contains('#'),
        // A stone is drawn like that.
        None => line.contains(COMMENT),
    }
}

/// Names with blanks or commas between them.
fn names_of(told: &str) -> impl Iterator<Item = &str> {
    told.split(|c: char| c == ',' || c.is_whitespace()).filter(|name| !name.is_empty())
}

/// Reads every word, or tells everything that is wrong.
fn read_all<'a, T: FromStr<Err: Into<LevelTextProblem>>>(
    words: impl Iterator<Item = &'a str>,
) -> Result<Vec<T>, Vec<LevelTextProblem>> {
    let mut values = vec![];
    let mut problems = vec![];
    for word in words {
        match word.parse::<T>() {
            Ok(value) => values.push(value),
            Err(problem) => problems.push(problem.into()),
        }
    }
    if problems.is_empty() { Ok(values) } else { Err(problems) }
}

fn read_grant(header: &str, told: &str) -> Result<Grant, LevelTextProblem> {
    let expected = |wanted, found: &str| LevelTextProblem::Expected { wanted, found: found.to_owned() };
    let space = |word: &str| -> Result<Cell, LevelTextProblem> {
        area::read_space(word).map_err(|error| match error {
            AreaError::Unknown(word) => expected("a space like d4", &word),
            other => other.into(),
        })
    };
    let words: Vec<&str> = told.split_whitespace().collect();
    match (header, &words[..]) {
        (LAY, [count, thing, "on", on @ ..]) => {
            // A sign before it would be read, too.
            let is_number = count.bytes().all(|byte| byte.is_ascii_digit());
            let number = count.parse().ok().filter(|_| is_number);
            let count = number.ok_or_else(|| expected("a number", count))?;
            Ok(Grant::Lay { thing: Thing::from_counted(thing)?, count, on: area::read(on)? })
        }
        (MOVE, [from, "to", to @ ..]) => Ok(Grant::Move { from: space(from)?, to: area::read(to)? }),
        (TURN, [at]) => Ok(Grant::Turn { at: space(at)? }),
        (LAY, _) => Err(expected("something like \"2 stone on anywhere\"", told)),
        (MOVE, _) => Err(expected("something like \"c3 to d3 e3\"", told)),
        (_, _) => Err(expected("a space like d4", told)),
    }
}
