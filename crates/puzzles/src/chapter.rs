//! The levels that come with the game, in chapters.

use std::fmt;
use std::sync::LazyLock;

use crate::level::Level;
use crate::trick::Trick;

/// A chapter of the levels that come with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chapter {
    /// Levels about a trick.
    About(Trick),
    /// The hardest levels.
    AllTogether,
}

impl Chapter {
    /// The chapters, in order.
    pub fn all() -> impl Iterator<Item = Chapter> {
        Trick::ALL.into_iter().map(Chapter::About).chain([Chapter::AllTogether])
    }

    /// Its code, which the catalogues of texts use.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Chapter::About(trick) => trick.code(),
            Chapter::AllTogether => "all-together",
        }
    }

    /// Its levels, the easiest first.
    pub fn levels(self) -> impl Iterator<Item = &'static Shipped> {
        shipped().iter().filter(move |shipped| shipped.chapter == self)
    }
}

impl fmt::Display for Chapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A level that comes with the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Its number, from 1.
    pub number: usize,
    /// Its chapter.
    pub chapter: Chapter,
    /// Its name, like `seeing-1`.
    pub name: String,
    /// The level.
    pub level: Level,
}

/// The levels that come with the game, in the order in which they are played.
#[must_use]
pub fn shipped() -> &'static [Shipped] {
    static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
        let named = CHAPTERS.iter().flat_map(|(chapter, texts)| {
            let named = (1..).zip(*texts).map(|(nth, text)| (*chapter, format!("{chapter}-{nth}"), text));
            named.collect::<Vec<_>>()
        });
        let read = |(number, (chapter, name, text)): (usize, (Chapter, String, &&str))| {
            let level = Level::from_text(text).expect("a test reads every level that comes with the game");
            Shipped { number, chapter, name, level }
        };
        (1..).zip(named).map(read).collect()
    });
    &SHIPPED
}

macro_rules! texts {
    ($($name:literal)*) => { &[$(include_str!(concat!("../levels/", $name, ".level"))),*] };
}

/// The texts of the levels.
const CHAPTERS: [(Chapter, &[&str]); 11] = [
    (Chapter::About(Trick::Seeing), texts!["seeing-1" "seeing-2" "seeing-3" "seeing-4" "seeing-5"]),
    (Chapter::About(Trick::Nearest), texts!["nearest-1" "nearest-2" "nearest-3" "nearest-4" "nearest-5"]),
    (Chapter::About(Trick::Tie), texts!["tie-1" "tie-2" "tie-3" "tie-4" "tie-5"]),
    (Chapter::About(Trick::Stone), texts!["stone-1" "stone-2" "stone-3" "stone-4" "stone-5"]),
    (Chapter::About(Trick::Shove), texts!["shove-1" "shove-2" "shove-3" "shove-4" "shove-5"]),
    (Chapter::About(Trick::Wall), texts!["wall-1" "wall-2" "wall-3" "wall-4" "wall-5"]),
    (Chapter::About(Trick::Slide), texts!["slide-1" "slide-2" "slide-3" "slide-4" "slide-5"]),
    (Chapter::About(Trick::Crystal), texts!["crystal-1" "crystal-2" "crystal-3" "crystal-4" "crystal-5"]),
    (Chapter::About(Trick::Turn), texts!["turn-1" "turn-2" "turn-3" "turn-4" "turn-5"]),
    (
        Chapter::About(Trick::Teleporter),
        texts!["teleporter-1" "teleporter-2" "teleporter-3" "teleporter-4" "teleporter-5"],
    ),
    (
        Chapter::AllTogether,
        texts![
            "all-together-1" "all-together-2" "all-together-3" "all-together-4" "all-together-5"
            "all-together-6" "all-together-7" "all-together-8" "all-together-9" "all-together-10"
        ],
    ),
];
