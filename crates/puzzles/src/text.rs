//! The text form of a level, a `.level` file that people read and write: headers, the drawn board, and a line for each
//! grant. `docs/puzzles.md` describes the format.

use std::str::FromStr;

use rules::notation::{DrawingProblem, UnknownName};
use rules::{Cell, FigureId, Item, Setup, SetupProblem, Whereabouts};
use thiserror::Error;

use crate::area::{self, AreaError, AreaText};
use crate::grant::Grant;
use crate::level::{Draft, Level, LevelProblem};
use crate::thing::{Thing, UnknownThing};
use crate::trick::{Trick, UnknownTrick};

/// The first word of every level, before the version.
const SIGN: &str = "fearsome-level";

/// The only version.
const VERSION: &str = "1";

/// The beginning of a comment line.
const COMMENT: &str = "//";

/// The names of the headers.
const TITLE: &str = "title";
const AUTHOR: &str = "author";
const HINT: &str = "hint";
const TEACHES: &str = "teaches";
const OURS: &str = "ours";

/// The names of the grants.
const LAY: &str = "lay";
const MOVE: &str = "move";
const TURN: &str = "turn";

/// The names of the lists that belong to the drawing.
const BESIDE: [&str; 3] = ["waiting", "escaped", "eaten"];

/// Some editors put this at the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The most errors that are reported at once. Nobody fixes more before the next try, and finding the line of each takes
/// time.
const MOST_ERRORS: usize = 100;

/// An error in the text of a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct LevelTextError {
    /// The line, counted from 1. If something is missing, the last line.
    pub line: usize,
    /// The problem of the line.
    pub problem: LevelTextProblem,
}

/// A problem in the text of a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LevelTextProblem {
    /// The text is longer than [`Level::LONGEST_TEXT`].
    #[error("the text is too long: {0} bytes, at most {most}", most = Level::LONGEST_TEXT)]
    TooLong(usize),
    /// The first line is not that of a level.
    #[error("not a level: the first line must be \"{SIGN} {VERSION}\"")]
    NotALevel,
    /// The version is not supported.
    #[error("unsupported version {0:?}: expected {VERSION}")]
    UnknownVersion(String),
    /// The name of a header is unknown.
    #[error("unknown header {0:?}: expected one of title, author, hint, teaches, ours, lay, move, turn, waiting")]
    UnknownHeader(String),
    /// A header is repeated.
    #[error("duplicate {0}")]
    Twice(&'static str),
    /// A line has another form than expected.
    #[error("expected {wanted}, found {found:?}")]
    Expected {
        /// What was expected.
        wanted: &'static str,
        /// What was found.
        found: String,
    },
    /// A comment after something else, or one that begins with another sign.
    #[error("a comment must be on a line of its own and begin with {COMMENT}")]
    Comment,
    /// An unknown figure.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// An unknown trick.
    #[error(transparent)]
    Trick(#[from] UnknownTrick),
    /// An unknown thing to lay.
    #[error(transparent)]
    Thing(#[from] UnknownThing),
    /// An invalid area.
    #[error(transparent)]
    Area(#[from] AreaError),
    /// An invalid line of the drawing.
    #[error(transparent)]
    Drawing(#[from] DrawingProblem),
    /// The text can be parsed, but is not a level.
    #[error("{}", on_its_line(.0))]
    Level(#[from] LevelProblem),
}

/// The message without the index of the grant, because the line identifies it.
fn on_its_line(problem: &LevelProblem) -> String {
    match problem {
        LevelProblem::Grant { problem, .. } => problem.to_string(),
        other => other.to_string(),
    }
}

impl Level {
    /// The longest text in bytes. A level with many comments takes a tenth of it.
    pub const LONGEST_TEXT: usize = 64 * 1024;

    /// Writes the level as a text. Empty headers are left out.
    #[must_use]
    pub fn to_text(&self) -> String {
        let about = self.about();
        let teaches: Vec<String> = about.teaches.iter().map(Trick::to_string).collect();
        let ours: Vec<String> = self.ours().iter().map(|figure| figure.to_string()).collect();
        let mut text = format!("{SIGN} {VERSION}\n");
        for (header, value) in [
            (TITLE, &about.title),
            (AUTHOR, &about.author),
            (HINT, &about.hint),
            (TEACHES, &teaches.join(", ")),
            (OURS, &ours.join(" ")),
        ] {
            if !value.is_empty() {
                text += &format!("{header}: {value}\n");
            }
        }
        text += &format!("\n{}\n", self.position().drawing());
        for grant in self.grants() {
            let area = self.area_of(*grant).map(|area| area.to_string()).unwrap_or_default();
            text += &match grant {
                Grant::Lay { thing, count, .. } => format!("{LAY}: {count} {thing} on {area}\n"),
                Grant::Move { from, .. } => format!("{MOVE}: {from} to {area}\n"),
                Grant::Turn { at } => format!("{TURN}: {at}\n"),
            };
        }
        text
    }

    /// The area of a grant in few words; `None` for a grant to turn a teleporter.
    #[must_use]
    pub fn area_of(&self, grant: Grant) -> Option<AreaText> {
        match grant {
            Grant::Lay { on: area, .. } | Grant::Move { to: area, .. } => {
                Some(area::write(&area, &grant.room_on(self.position())))
            }
            Grant::Turn { .. } => None,
        }
    }

    /// Parses the text of a level.
    ///
    /// # Errors
    ///
    /// Every line that cannot be parsed. If there is none, every problem of the level. At most one hundred errors are
    /// reported.
    pub fn from_text(text: &str) -> Result<Level, Vec<LevelTextError>> {
        if text.len() > Level::LONGEST_TEXT {
            return Err(vec![LevelTextError { line: 1, problem: LevelTextProblem::TooLong(text.len()) }]);
        }
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let parsed = read(text)?;
        Level::new(&parsed.draft).map_err(|problems| {
            let errors = problems.into_iter().take(MOST_ERRORS).map(|problem| {
                let line = parsed.line_of(&problem).unwrap_or_else(|| text.lines().count());
                LevelTextError { line, problem: problem.into() }
            });
            in_order(errors.collect())
        })
    }
}

/// A parsed text with its line numbers, which count from 1.
#[derive(Default)]
struct ParsedText<'a> {
    draft: Draft,
    /// The headers, with their lines.
    headers: Vec<(&'static str, usize)>,
    /// The line of each grant of the draft.
    grants: Vec<usize>,
    /// The lines of the drawing.
    drawing: Vec<(usize, &'a str)>,
}

/// Parses every line. Does not check whether the result is a level.
fn read(text: &str) -> Result<ParsedText<'_>, Vec<LevelTextError>> {
    let counts = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with(COMMENT);
    let mut lines = (1..).zip(text.lines().map(str::trim)).filter(counts);
    let (line, first) = lines.next().unwrap_or((1, ""));
    read_first(first).map_err(|problem| vec![LevelTextError { line, problem }])?;
    let mut parsed = ParsedText::default();
    let mut errors = vec![];
    for (line, content) in lines {
        let problems = parsed.read_line(line, content).err().unwrap_or_default();
        errors.extend(problems.into_iter().map(|problem| LevelTextError { line, problem }));
    }
    errors.extend(parsed.read_drawing().err().unwrap_or_default());
    if errors.is_empty() { Ok(parsed) } else { Err(in_order(errors)) }
}

fn in_order(mut errors: Vec<LevelTextError>) -> Vec<LevelTextError> {
    errors.sort_by_key(|error| error.line);
    errors.truncate(MOST_ERRORS);
    errors
}

fn read_first(line: &str) -> Result<(), LevelTextProblem> {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        [SIGN, VERSION] => Ok(()),
        [SIGN, version] => Err(LevelTextProblem::UnknownVersion(version.to_owned())),
        _ => Err(LevelTextProblem::NotALevel),
    }
}

impl<'a> ParsedText<'a> {
    fn read_line(&mut self, line: usize, content: &'a str) -> Result<(), Vec<LevelTextProblem>> {
        if has_comment(content) {
            return Err(vec![LevelTextProblem::Comment]);
        }
        // No line of the board has a colon.
        let Some((header, value)) = content.split_once(':') else {
            self.drawing.push((line, content));
            return Ok(());
        };
        let value = value.trim();
        match header {
            TITLE => {
                self.once(TITLE, line)?;
                value.clone_into(&mut self.draft.about.title);
            }
            AUTHOR => {
                self.once(AUTHOR, line)?;
                value.clone_into(&mut self.draft.about.author);
            }
            HINT => {
                self.once(HINT, line)?;
                value.clone_into(&mut self.draft.about.hint);
            }
            TEACHES => {
                self.once(TEACHES, line)?;
                let tricks = value.split(',').map(str::trim).filter(|_| !value.is_empty());
                self.draft.about.teaches = read_all(tricks)?;
            }
            OURS => {
                self.once(OURS, line)?;
                self.draft.ours = read_all(names_of(value))?;
            }
            LAY | MOVE | TURN => {
                self.draft.grants.push(read_grant(header, value).map_err(|problem| vec![problem])?);
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
        self.draft.setup = Setup::from_drawing_or_every_error(&lines.join("\n")).map_err(|errors| {
            let errors = errors.into_iter().map(|error| {
                let (line, _) = self.drawing[error.line - 1];
                LevelTextError { line, problem: error.problem.into() }
            });
            errors.collect::<Vec<_>>()
        })?;
        Ok(())
    }

    /// The line that a problem is about; `None` if no line is.
    fn line_of(&self, problem: &LevelProblem) -> Option<usize> {
        match problem {
            LevelProblem::Setup(problem) => self.line_of_setup(problem),
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

    fn line_of_setup(&self, problem: &SetupProblem) -> Option<usize> {
        let setup = &self.draft.setup;
        let item = match *problem {
            SetupProblem::NoSuchCell { item, .. }
            | SetupProblem::OnCorner { item, .. }
            | SetupProblem::OnTeleporter { item, .. }
            | SetupProblem::Overlap { item, .. }
            | SetupProblem::Crowded { item, .. }
            | SetupProblem::Unpaired { item, .. }
            | SetupProblem::SameFigure { item, .. } => item,
            SetupProblem::TooManyPairs { .. } => Item::Teleporter(setup.teleporters.len().checked_sub(1)?),
        };
        let spot = match item {
            Item::Monster => setup.monster?.at,
            Item::Stone(nth) => setup.stones.get(nth)?.1,
            Item::Blood(nth) => *setup.blood.get(nth)?,
            Item::Teleporter(nth) => setup.teleporters.get(nth)?.at,
            Item::Figure(nth) => match *setup.figures.get(nth)? {
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
        self.headers.iter().find(|(name, _)| *name == header).map(|(_, line)| *line)
    }

    /// The first line of the drawing for which `holds` is true.
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

/// Whether a line contains something that looks like a comment. Title, author and hint may contain anything.
fn has_comment(line: &str) -> bool {
    match line.split_once(':') {
        _ if line.starts_with('#') => true,
        Some((TITLE | AUTHOR | HINT, _)) => false,
        Some((_, value)) => value.contains(COMMENT) || value.contains('#'),
        // Here, # is a stone of the drawing.
        None => line.contains(COMMENT),
    }
}

/// Splits names at blanks and commas.
fn names_of(value: &str) -> impl Iterator<Item = &str> {
    value.split(|c: char| c == ',' || c.is_whitespace()).filter(|name| !name.is_empty())
}

/// Parses every word, or reports every error.
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

fn read_grant(header: &str, value: &str) -> Result<Grant, LevelTextProblem> {
    let expected = |wanted, found: &str| LevelTextProblem::Expected { wanted, found: found.to_owned() };
    let space = |word: &str| -> Result<Cell, LevelTextProblem> {
        area::read_space(word).map_err(|error| match error {
            AreaError::Unknown(word) => expected("a space like d4", &word),
            other => other.into(),
        })
    };
    let words: Vec<&str> = value.split_whitespace().collect();
    match (header, &words[..]) {
        (LAY, [count, thing, "on", on @ ..]) => {
            // `parse` would accept a sign, too.
            let is_number = count.bytes().all(|byte| byte.is_ascii_digit());
            let number = count.parse().ok().filter(|_| is_number);
            let count = number.ok_or_else(|| expected("a number", count))?;
            Ok(Grant::Lay { thing: Thing::from_counted(thing)?, count, on: area::read(on)? })
        }
        (MOVE, [from, "to", to @ ..]) => Ok(Grant::Move { from: space(from)?, to: area::read(to)? }),
        (TURN, [at]) => Ok(Grant::Turn { at: space(at)? }),
        (LAY, _) => Err(expected("something like \"2 stone on anywhere\"", value)),
        (MOVE, _) => Err(expected("something like \"c3 to d3 e3\"", value)),
        (_, _) => Err(expected("a space like d4", value)),
    }
}
