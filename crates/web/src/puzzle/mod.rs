//! The puzzle game in the browser, as plain data: where its levels are, what they are called, and what a player has
//! done with them. The levels themselves are in the crate [`puzzles`].

pub mod grades;
pub mod progress;
pub mod words;

use std::fmt;
use std::str::FromStr;

use puzzles::{Chapter, Date, Shipped};
use rules::terms::MonsterNumber;
use thiserror::Error;

/// The monster of the puzzles. Nobody has put it together: everybody gets the same.
pub const MONSTER: MonsterNumber = MonsterNumber::from_index(117);

/// A level, by where it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LevelRef {
    /// One of those that come with the game.
    Shipped(LevelId),
    /// The dish of a day.
    Day(Date),
    /// A level code in the address itself. It may be damaged.
    Code(String),
}

/// Its address, without the `#`; also the key under which progress is kept.
impl fmt::Display for LevelRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LevelRef::Shipped(id) => write!(f, "/puzzle/{id}"),
            LevelRef::Day(date) => write!(f, "/day/{date}"),
            LevelRef::Code(code) => write!(f, "/level/{code}"),
        }
    }
}

/// A text that is not the address of a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no level is at {0:?}: expected an address like /puzzle/seeing-1, /day/2026-11-18 or /level/CODE")]
pub struct NoLevelThere(pub String);

impl FromStr for LevelRef {
    type Err = NoLevelThere;

    fn from_str(address: &str) -> Result<LevelRef, NoLevelThere> {
        let parsed = match address.strip_prefix('/').and_then(|path| path.split_once('/')) {
            Some(("puzzle", name)) => name.parse().ok().map(LevelRef::Shipped),
            Some(("day", date)) => date.parse().ok().map(LevelRef::Day),
            Some(("level", code)) => Some(LevelRef::Code(code.to_owned())),
            _ => None,
        };
        parsed.ok_or_else(|| NoLevelThere(address.to_owned()))
    }
}

/// A level that comes with the game, by its name.
///
/// It is known without the levels themselves: addresses are parsed before the part of the program with the puzzles is
/// loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LevelId {
    chapter: Chapter,
    /// Its number in the chapter, from 1.
    nth: u8,
}

impl LevelId {
    /// The levels that come with the game, in the order in which they are played.
    pub fn all() -> impl Iterator<Item = LevelId> {
        Chapter::all().flat_map(LevelId::of_chapter)
    }

    /// The levels of a chapter, in the order in which they are played.
    pub fn of_chapter(chapter: Chapter) -> impl Iterator<Item = LevelId> {
        (1..=length(chapter)).map(move |nth| LevelId { chapter, nth })
    }

    /// Its chapter.
    #[must_use]
    pub const fn chapter(self) -> Chapter {
        self.chapter
    }

    /// Its number in the chapter, from 1.
    #[must_use]
    pub const fn nth(self) -> u8 {
        self.nth
    }

    /// The next level in the order in which they are played; `None` after the last.
    #[must_use]
    pub fn next(self) -> Option<LevelId> {
        LevelId::all().find(|other| *other > self)
    }

    /// The level. The first call parses all of them.
    #[must_use]
    pub fn shipped(self) -> &'static Shipped {
        let found = self.chapter.levels().nth(usize::from(self.nth) - 1);
        found.expect("a test compares the ids with the levels that come with the game")
    }
}

/// The number of levels in a chapter.
const fn length(chapter: Chapter) -> u8 {
    match chapter {
        Chapter::About(_) => 5,
        Chapter::AllTogether => 10,
    }
}

impl fmt::Display for LevelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.chapter, self.nth)
    }
}

/// A text that is not the name of a level that comes with the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown level {0:?}: expected a name like seeing-1")]
pub struct UnknownLevel(pub String);

impl FromStr for LevelId {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<LevelId, UnknownLevel> {
        LevelId::all().find(|id| id.to_string() == name).ok_or_else(|| UnknownLevel(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_that_comes_with_the_game_has_an_id() {
        let names: Vec<String> = LevelId::all().map(|id| id.to_string()).collect();
        let shipped: Vec<&str> = puzzles::shipped().iter().map(|shipped| shipped.name.as_str()).collect();
        assert_eq!(names, shipped);
        assert!(LevelId::all().all(|id| id.shipped().name == id.to_string()));
    }

    #[test]
    fn levels_follow_each_other() {
        let first = LevelId::all().next();
        let played: Vec<LevelId> = std::iter::successors(first, |id| id.next()).collect();
        assert!(played.into_iter().eq(LevelId::all()));
    }

    #[test]
    fn a_level_is_read_from_its_address() {
        for address in ["/puzzle/all-together-10", "/day/2026-11-18", "/level/aAAAAAGCAhMAwAIxuxo", "/level/?"] {
            assert_eq!(address.parse::<LevelRef>().map(|level| level.to_string()), Ok(address.to_owned()));
        }
        for other in ["", "/", "/puzzle/all-together-11", "/puzzle/seeing-01", "/day/today", "puzzle/seeing-1", "/new"]
        {
            assert_eq!(other.parse::<LevelRef>(), Err(NoLevelThere(other.to_owned())));
        }
    }
}
