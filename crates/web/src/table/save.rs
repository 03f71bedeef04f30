//! Games as they are stored in the browser: a text that later versions can load.

use bots::Bot;
use rules::chance::{Salt, Secret, Seed};
use rules::game::Seat;
use rules::notation::{RecordError, RecordOutline, RecordText, from_hex, to_hex};
use rules::record::Record;
use rules::terms::MonsterNumber;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Customs, First, Help, MoveTimer, Speed, Who};

/// A game as it is stored.
///
/// Invariant: `whos` has one entry per seat of the record.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedGame {
    /// The record so far.
    pub record: Record,
    /// Seed and salt, which only the host knows.
    pub secret: Secret,
    /// Who plays each seat.
    pub whos: Vec<Who>,
    /// The number of the monster, which determines its parts.
    pub monster: MonsterNumber,
    /// How fast pieces move on the screen.
    pub speed: Speed,
    /// What the table reveals about the next run.
    pub help: Help,
    /// What the players have agreed on besides the game.
    pub customs: Customs,
    /// The seat whose action is awaited. Lists show it without playing the game; loading the game does not need it.
    /// `None` once the game is over, and in saves from before it was stored.
    pub awaits: Option<Seat>,
}

/// A saved game that was parsed, but not played: for lists of many.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveOutline {
    /// The outline of its record.
    pub record: RecordOutline,
    /// The seat whose action is awaited, see [`SavedGame::awaits`].
    pub awaits: Option<Seat>,
}

/// Why a saved game cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SaveProblem {
    /// It is damaged.
    #[error("the saved game is damaged: {0}")]
    Unreadable(String),
    /// A later version wrote it.
    #[error("unknown version {0} of the saved game; this program reads versions {EARLIEST} to {VERSION}")]
    Version(u32),
    /// Its tombstones do not follow from its seed.
    #[error("the saved game does not match its seed: {0}")]
    Unfair(String),
}

/// The version that is written. Saves of version 1 hold records of version 1, or of version 2 if they were written before
/// saves had a version 2.
const VERSION: u32 = 2;

/// The earliest version that can be read.
const EARLIEST: u32 = 1;

/// The JSON in storage.
#[derive(Serialize, Deserialize)]
struct Stored {
    version: u32,
    seats: Vec<String>,
    /// The index of the monster.
    monster: u8,
    speed: String,
    /// Older saves do not have it; their tables had no help.
    #[serde(default)]
    help: Option<String>,
    seed: String,
    salt: String,
    record: String,
    /// The seat whose action is awaited, from 0. Older saves do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    awaits: Option<usize>,
    /// Present if the next game begins differently than the record tells: "last-eaten" after a game that began by lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<String>,
    /// The seconds of the move timer, if the table has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    timer: Option<u32>,
}

/// The word for games that begin with whoever was eaten last in the game before.
pub(super) const LAST_EATEN: &str = "last-eaten";

/// Parsed before the rest, so that a later version is reported as such.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl SavedGame {
    /// The text to store.
    #[must_use]
    pub fn to_text(&self) -> String {
        let stored = Stored {
            version: VERSION,
            seats: self.whos.iter().map(|who| who_name(*who).to_owned()).collect(),
            monster: self.monster.index(),
            speed: speed_name(self.speed).to_owned(),
            help: Some(help_name(self.help).to_owned()),
            seed: to_hex(&self.secret.seed.0),
            salt: to_hex(&self.secret.salt.0),
            record: self.record.to_string(),
            awaits: self.awaits.map(Seat::index),
            first: match (self.customs.first, First::of_terms(self.record.terms())) {
                (First::LastEaten(_), First::Lot | First::Seat(_)) => Some(LAST_EATEN.to_owned()),
                (First::LastEaten(_), First::LastEaten(_)) | (First::Lot | First::Seat(_), _) => None,
            },
            timer: self.customs.timer.map(MoveTimer::seconds),
        };
        serde_json::to_string(&stored).expect("texts and numbers can be written")
    }

    /// Parses the text of a saved game and plays its record.
    ///
    /// # Errors
    ///
    /// The first problem found.
    pub fn from_text(text: &str) -> Result<SavedGame, SaveProblem> {
        let stored = Stored::read(text)?;
        let unreadable = |error: String| SaveProblem::Unreadable(error);
        let key = |name: &str, text: &str| from_hex(text).ok_or_else(|| unreadable(format!("invalid {name}")));
        let secret = Secret { seed: Seed(key("seed", &stored.seed)?), salt: Salt(key("salt", &stored.salt)?) };
        let RecordText { record, .. } = stored.record.parse().map_err(in_record)?;
        let whos = stored.seats.iter().map(|name| who(name)).collect::<Option<Vec<_>>>();
        let whos = whos.filter(|whos| whos.len() == record.terms().players().count());
        let whos = whos.ok_or_else(|| unreadable("invalid seats".to_owned()))?;
        let speed = Speed::ALL.into_iter().find(|speed| speed_name(*speed) == stored.speed).unwrap_or_default();
        // An unknown level must not reveal more than was agreed on.
        let help = stored.help.as_deref().and_then(help).unwrap_or(Help::Nothing);
        let monster = MonsterNumber::from_index(stored.monster);
        let first = match stored.first.as_deref() {
            Some(LAST_EATEN) => First::LastEaten(None),
            Some(_) | None => First::of_terms(record.terms()),
        };
        let customs = Customs { first, timer: stored.timer.and_then(MoveTimer::of_seconds) };
        Ok(SavedGame { record, secret, whos, monster, speed, help, customs, awaits: stored.awaits() })
    }
}

impl SaveOutline {
    /// Parses the text of a saved game without playing it.
    ///
    /// # Errors
    ///
    /// The first problem found.
    pub fn read(text: &str) -> Result<SaveOutline, SaveProblem> {
        let stored = Stored::read(text)?;
        let record = RecordOutline::read(&stored.record).map_err(in_record)?;
        Ok(SaveOutline { record, awaits: stored.awaits() })
    }
}

impl Stored {
    fn read(text: &str) -> Result<Stored, SaveProblem> {
        let unreadable = |error: serde_json::Error| SaveProblem::Unreadable(error.to_string());
        let Versioned { version } = serde_json::from_str(text).map_err(unreadable)?;
        if !(EARLIEST..=VERSION).contains(&version) {
            return Err(SaveProblem::Version(version));
        }
        serde_json::from_str(text).map_err(unreadable)
    }

    fn awaits(&self) -> Option<Seat> {
        self.awaits.and_then(Seat::new)
    }
}

fn in_record(error: RecordError) -> SaveProblem {
    SaveProblem::Unreadable(format!("record, {error}"))
}

/// The name of a speed in storage.
#[must_use]
pub(super) fn speed_name(speed: Speed) -> &'static str {
    match speed {
        Speed::Creep => "creep",
        Speed::Walk => "walk",
        Speed::Rush => "rush",
    }
}

/// The name of a level of help in storage.
#[must_use]
pub(super) fn help_name(help: Help) -> &'static str {
    match help {
        Help::Nothing => "nothing",
        Help::Sight => "sight",
        Help::Foresight => "foresight",
    }
}

pub(super) fn help(name: &str) -> Option<Help> {
    Help::ALL.into_iter().find(|help| help_name(*help) == name)
}

/// The name of a kind of player in storage.
#[must_use]
pub(super) fn who_name(who: Who) -> &'static str {
    match who {
        Who::Human => "human",
        Who::Bot(bot) => bot.name(),
    }
}

pub(super) fn who(name: &str) -> Option<Who> {
    if name == "human" { Some(Who::Human) } else { name.parse::<Bot>().ok().map(Who::Bot) }
}
