//! The archive: a summary of each saved game, all games as one file, and the import of records, links and such files.

use std::cmp::Ordering;

use rules::chance::Commitment;
use rules::game::{Action, Band, Seat, Winner};
use rules::notation::{CodeError, RecordError, RecordOutline, RecordText};
use rules::record::Record;
use thiserror::Error;

use crate::puzzle::LevelRef;
use crate::puzzle::progress::{FromFile, Progress, ProgressProblem};
use crate::route::{RecordSource, Route};
use crate::scene::text_form::{Body, TextForm, TooLong, recognize};
use crate::table::{Bundle, BundleProblem, BundledGame, LocalTable, SaveOutline, SavedGame, only_person};

/// The number of finished games that are stored. Beyond it, the oldest is deleted.
pub const FINISHED_KEPT: usize = 100;

/// The longest record code that goes into a link. Chat and mail programs break longer ones; those are shared as files.
pub const LONGEST_CODE: usize = 2000;

/// A saved game as a line of the archive.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchiveLine {
    /// Its id, as in the address.
    pub id: String,
    /// When it was last played, in milliseconds since 1970.
    pub when: f64,
    /// Its summary; `None` if the save is damaged.
    pub summary: Option<Summary>,
}

/// The summary of a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The bands and names of the players, by seat.
    pub seats: Vec<(Band, String)>,
    /// The only person among bots.
    pub you: Option<Seat>,
    /// The state of the game.
    pub standing: Standing,
    /// The stage and the turn that began last; `None` while tiles are laid.
    pub turn: Option<(u8, u8)>,
    /// Whether the game branched off another one.
    pub is_branch: bool,
}

/// The state of a saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The game can be continued.
    Unfinished,
    /// This seat has won, counted from 0.
    Won(usize),
    /// The monster has won.
    Monster,
}

impl Summary {
    /// Parses the text of a saved game; `None` if it is damaged. The game is not played, so a save with an illegal move
    /// still has a summary.
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
        Some(Summary { seats, you: only_person(terms.seats()), standing, turn, is_branch: terms.branched().is_some() })
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

/// Sorts the lines, newest first.
pub fn sort(lines: &mut [ArchiveLine]) {
    lines.sort_by(newest_first);
}

fn newest_first(one: &ArchiveLine, other: &ArchiveLine) -> Ordering {
    other.when.total_cmp(&one.when).then_with(|| one.id.cmp(&other.id))
}

/// The finished games beyond the newest `kept`, oldest first: those to delete. Unfinished and damaged games are never
/// deleted.
#[must_use]
pub fn to_make_room(lines: &[ArchiveLine], kept: usize) -> Vec<String> {
    let mut finished: Vec<ArchiveLine> =
        lines.iter().filter(|line| line.summary.as_ref().is_some_and(Summary::is_over)).cloned().collect();
    sort(&mut finished);
    finished.into_iter().skip(kept).rev().map(|line| line.id).collect()
}

/// The saved games, by what was done in them: finds the games of a file that are here already.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    stories: Vec<(String, Story)>,
}

/// The identity of a game and its actions.
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

/// What to do with a game that is imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reception {
    /// It is stored already, perhaps with more actions.
    Known,
    /// The stored game with this id is the same game with fewer actions: replace it.
    Further(String),
    /// It is not stored.
    New,
}

impl Shelf {
    /// Adds a game; replaces the one with the same id.
    pub fn put(&mut self, id: &str, save: &str) {
        self.stories.retain(|(other, _)| other != id);
        self.stories.extend(Story::of(save).map(|story| (id.to_owned(), story)));
    }

    /// Decides what to do with a game. Two saves are the same game if the actions of one are the beginning of the
    /// other's. Saves that continue the same beginning differently are two games.
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

/// What a file, link or text contains.
#[derive(Clone, Debug, PartialEq)]
pub enum Brought {
    /// A record, and the number of actions after which to open it.
    Record(Box<Record>, Option<usize>),
    /// The id of a saved game, and the number of actions after which to open it. The game may be in another browser.
    Kept(String, Option<usize>),
    /// The games of an exported file, each of which can be loaded, and its progress in the puzzle game.
    Games(Vec<BundledGame>, Option<Box<FromFile>>),
    /// A level of the puzzle game.
    Level(LevelRef),
}

/// Why a file, link or text cannot be opened.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BroughtProblem {
    /// It is empty.
    #[error("the text is empty")]
    Nothing,
    /// It is longer than any file of games.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// It is a record that cannot be parsed.
    #[error(transparent)]
    Text(#[from] RecordError),
    /// It is a link or a code that cannot be parsed.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// It is a link to something else.
    #[error("the link does not lead to a record")]
    OtherLink,
    /// It is not a file of this program, or of a later version.
    #[error(transparent)]
    File(#[from] BundleProblem),
    /// The progress in the puzzle game cannot be loaded.
    #[error(transparent)]
    Progress(#[from] ProgressProblem),
    /// One of the games cannot be loaded.
    #[error("game {number}: {reason}")]
    Game {
        /// Its number in the file, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Recognizes and parses a text: a record, a link to one or to a level, a code, or a file of games.
///
/// # Errors
///
/// What is wrong, and where.
pub fn read(text: &str) -> Result<Brought, BroughtProblem> {
    match recognize(text)? {
        TextForm::Nothing => Err(BroughtProblem::Nothing),
        TextForm::File(file) => read_bundle(file),
        TextForm::Link(Route::Replay { source: RecordSource::Code(code), at }) => {
            Ok(Brought::Record(Box::new(Record::from_code(&code)?), at))
        }
        TextForm::Link(Route::Replay { source: RecordSource::Kept(id), at }) => Ok(Brought::Kept(id, at)),
        TextForm::Link(Route::Level(level)) => Ok(Brought::Level(level)),
        TextForm::Link(
            Route::Home
            | Route::NewTable
            | Route::Game(_)
            | Route::End(_)
            | Route::Seats(_)
            | Route::Archive
            | Route::Position(_)
            | Route::Fortress
            | Route::Feeding
            | Route::First(_)
            | Route::About
            | Route::Unknown,
        ) => Err(BroughtProblem::OtherLink),
        TextForm::Word(code) => Ok(Brought::Record(Box::new(Record::from_code(code)?), None)),
        TextForm::Text(Body { text, skipped }) => {
            let RecordText { record, .. } =
                text.parse().map_err(|error: RecordError| RecordError { line: error.line + skipped, ..error })?;
            Ok(Brought::Record(Box::new(record), None))
        }
    }
}

fn read_bundle(Body { text, skipped }: Body<'_>) -> Result<Brought, BroughtProblem> {
    let bundle = Bundle::from_text(text).map_err(|problem| match problem {
        BundleProblem::Json { line, reason } => BundleProblem::Json { line: line + skipped, reason },
        BundleProblem::Version(version) => BundleProblem::Version(version),
    })?;
    for (number, game) in (1..).zip(&bundle.games) {
        let problem = |reason: String| BroughtProblem::Game { number, reason };
        SavedGame::from_text(&game.save).and_then(LocalTable::resume).map_err(|error| problem(error.to_string()))?;
        if !matches!(Route::parse(&format!("#/game/{}", game.id)), Route::Game(_)) {
            return Err(problem(format!("invalid id {:?}", game.id.chars().take(40).collect::<String>())));
        }
    }
    let progress = bundle.puzzles.as_deref().map(Progress::from_file).transpose()?;
    Ok(Brought::Games(bundle.games, progress.map(Box::new)))
}
