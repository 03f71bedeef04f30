//! The games that are kept here: what the list tells of each, all of them as one file, and what somebody brings along.

use std::cmp::Ordering;

use rules::chance::Commitment;
use rules::game::{Action, Band, Winner};
use rules::notation::{CodeError, RecordError, RecordOutline, RecordText};
use rules::record::Record;
use thiserror::Error;

use crate::route::{RecordSource, Route};
use crate::table::{Bundle, BundledGame, LocalTable, SaveOutline, SavedGame};

/// How many finished games are kept; one more, and the oldest goes.
pub const FINISHED_KEPT: usize = 100;

/// The longest address that every chat and mail program leaves alone, roughly: longer records travel as files.
pub const LONGEST_CODE: usize = 2000;

/// The most text that is read at all.
const LONGEST_TEXT: f64 = 30e6;

/// A kept game as the list tells of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchiveLine {
    /// As it stands in the address.
    pub id: String,
    /// When it was last played, in milliseconds since 1970.
    pub when: f64,
    /// What can be told of it; `None` if it is damaged.
    pub summary: Option<Summary>,
}

/// A game in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Who plays, by seat.
    pub seats: Vec<(Band, String)>,
    /// How it stands.
    pub standing: Standing,
    /// The last turn that was begun: stage and turn. `None` while tiles are laid.
    pub turn: Option<(u8, u8)>,
    /// Whether it branched off another game.
    pub is_branch: bool,
}

/// How a kept game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It can go on.
    Unfinished,
    /// This seat has won, from 0.
    Won(usize),
    /// The monster has won.
    Monster,
}

impl Summary {
    /// What the text of a saved game says; `None` if it is damaged. The game is not played, so one with an illegal move still
    /// has a summary.
    #[must_use]
    pub fn of(save: &str) -> Option<Summary> {
        let RecordOutline { terms, turn, ending, .. } = SaveOutline::read(save).ok()?.record;
        let names = terms.seats().iter().map(|player| player.name.clone());
        let seats = terms.players().bands().iter().copied().zip(names).collect();
        let standing = match ending.map(|ending| ending.winner) {
            None => Standing::Unfinished,
            Some(Winner::Seat(seat)) => Standing::Won(seat.index()),
            Some(Winner::Monster) => Standing::Monster,
        };
        let turn = turn.map(|(stage, turn)| (stage.number(), turn));
        Some(Summary { seats, standing, turn, is_branch: terms.branched().is_some() })
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self.standing {
            Standing::Unfinished => false,
            Standing::Won(_) | Standing::Monster => true,
        }
    }
}

/// Puts the list in order: the newest first.
pub fn sort(lines: &mut [ArchiveLine]) {
    lines.sort_by(newest_first);
}

fn newest_first(one: &ArchiveLine, other: &ArchiveLine) -> Ordering {
    other.when.total_cmp(&one.when).then_with(|| one.id.cmp(&other.id))
}

/// The finished games beyond the newest `kept`, the oldest first: those that make room. What is not over, or cannot be read,
/// never does.
#[must_use]
pub fn to_make_room(lines: &[ArchiveLine], kept: usize) -> Vec<String> {
    let mut finished: Vec<ArchiveLine> =
        lines.iter().filter(|line| line.summary.as_ref().is_some_and(Summary::is_over)).cloned().collect();
    sort(&mut finished);
    finished.into_iter().skip(kept).rev().map(|line| line.id).collect()
}

/// The games that are here, by what was done in them.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    stories: Vec<(String, Story)>,
}

/// Which game it is, and what was done in it.
#[derive(Clone, Debug)]
struct Story {
    /// Distinguishes games that began alike.
    commitment: Commitment,
    actions: Vec<Action>,
}

impl Story {
    fn of(save: &str) -> Option<Story> {
        let RecordOutline { terms, actions, .. } = SaveOutline::read(save).ok()?.record;
        Some(Story { commitment: terms.commitment(), actions })
    }

    fn begins_like(&self, other: &Story) -> bool {
        self.commitment == other.commitment && self.actions.starts_with(&other.actions)
    }
}

/// What is to be done with a game that somebody brings along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reception {
    /// It is here already, and has perhaps been played on.
    Known,
    /// The one with this id is the same game, not played as far: it is to be replaced.
    Further(String),
    /// No other is like it.
    New,
}

impl Shelf {
    /// Puts a game on the shelf in place of the one with this id.
    pub fn put(&mut self, id: &str, save: &str) {
        self.stories.retain(|(other, _)| other != id);
        self.stories.extend(Story::of(save).map(|story| (id.to_owned(), story)));
    }

    /// What is to be done with a game. It is the same as one that is here if one of them goes on where the other stops; two that
    /// were played on in different ways are two games.
    #[must_use]
    pub fn reception(&self, save: &str) -> Reception {
        let Some(brought) = Story::of(save) else { return Reception::New };
        if self.stories.iter().any(|(_, story)| story.begins_like(&brought)) {
            return Reception::Known;
        }
        let shorter = self.stories.iter().filter(|(_, story)| brought.begins_like(story));
        let longest = shorter.max_by_key(|(_, story)| story.actions.len());
        longest.map_or(Reception::New, |(id, _)| Reception::Further(id.clone()))
    }
}

/// What somebody brought along.
#[derive(Clone, Debug, PartialEq)]
pub enum Brought {
    /// A record.
    Record(Box<Record>, Option<usize>),
    /// A game that is kept here, or in another browser.
    Kept(String, Option<usize>),
    /// Many games, each of which can be read.
    Games(Vec<BundledGame>),
}

/// Why that is nothing to be watched.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BroughtProblem {
    /// There is nothing.
    #[error("there is nothing")]
    Nothing,
    /// More than any games need.
    #[error("{0} bytes are too many")]
    TooLong(f64),
    /// A record that cannot be read.
    #[error(transparent)]
    Text(#[from] RecordError),
    /// A link or its code that cannot be read.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// A link to something else.
    #[error("the link leads to no record")]
    OtherLink,
    /// A file that is none of ours.
    #[error("line {line}: {reason}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        reason: String,
    },
    /// A file by a later program.
    #[error("version {0} is not known, only version {known}", known = Bundle::VERSION)]
    Version(u32),
    /// One of many games cannot be read.
    #[error("game {number}: {reason}")]
    Game {
        /// Its number in the file, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Whether so many bytes can be read at all; a browser counts them so.
///
/// # Errors
///
/// If they are too many.
pub fn check_length(bytes: f64) -> Result<(), BroughtProblem> {
    if bytes > LONGEST_TEXT { Err(BroughtProblem::TooLong(bytes)) } else { Ok(()) }
}

/// Finds out what a text is: a record, a link to one, its code alone, or the file with all games.
///
/// # Errors
///
/// What is wrong with it, and where.
pub fn read(text: &str) -> Result<Brought, BroughtProblem> {
    check_length(text.len() as f64)?;
    // A byte-order mark that an editor may have put before it does no harm.
    let begun = text.trim_start_matches('\u{feff}').trim_start();
    let skipped = text[..text.len() - begun.len()].matches('\n').count();
    let text = begun.trim_end();
    // A record never is one line, and a name in it may look like a link.
    let words = if text.contains('\n') { "" } else { text };
    let link = words.split_whitespace().find_map(|word| word.split_once("#/").map(|(_, route)| route));
    if text.is_empty() {
        Err(BroughtProblem::Nothing)
    } else if text.starts_with('{') {
        read_bundle(text, skipped)
    } else if let Some(route) = link {
        match Route::parse(&format!("#/{route}")) {
            Route::Replay { source: RecordSource::Code(code), at } => {
                Ok(Brought::Record(Box::new(Record::from_code(&code)?), at))
            }
            Route::Replay { source: RecordSource::Kept(id), at } => Ok(Brought::Kept(id, at)),
            Route::Home
            | Route::NewTable
            | Route::Game(_)
            | Route::End(_)
            | Route::Archive
            | Route::Position(_)
            | Route::Fortress
            | Route::About
            | Route::Unknown => Err(BroughtProblem::OtherLink),
        }
    } else if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_') {
        Ok(Brought::Record(Box::new(Record::from_code(text)?), None))
    } else {
        let RecordText { record, .. } =
            text.parse().map_err(|error: RecordError| RecordError { line: error.line + skipped, ..error })?;
        Ok(Brought::Record(Box::new(record), None))
    }
}

fn read_bundle(text: &str, skipped: usize) -> Result<Brought, BroughtProblem> {
    let unreadable =
        |error: serde_json::Error| BroughtProblem::Json { line: error.line() + skipped, reason: error.to_string() };
    let bundle: Bundle = serde_json::from_str(text).map_err(unreadable)?;
    if bundle.version != Bundle::VERSION {
        return Err(BroughtProblem::Version(bundle.version));
    }
    for (number, game) in (1..).zip(&bundle.games) {
        let problem = |reason: String| BroughtProblem::Game { number, reason };
        SavedGame::from_text(&game.save).and_then(LocalTable::resume).map_err(|error| problem(error.to_string()))?;
        if !matches!(Route::parse(&format!("#/game/{}", game.id)), Route::Game(_)) {
            return Err(problem(format!("{:?} is no id", game.id.chars().take(40).collect::<String>())));
        }
    }
    Ok(Brought::Games(bundle.games))
}
