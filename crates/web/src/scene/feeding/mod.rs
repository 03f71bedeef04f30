//! Feeding time, the overview of the puzzle game: everything it shows, already decided.

pub mod calendar;
pub mod paste;

use puzzles::{Chapter, Difficulty, Level, Trick};

use crate::puzzle::progress::{MOST_STARS, Progress};
use crate::puzzle::{LevelId, LevelRef, grades};

/// The overview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// Whether nothing was ever done here.
    pub is_first_visit: bool,
    /// How many of the levels that come with the game are solved, and how many there are.
    pub fed: (usize, usize),
    /// How many stars were won for them, and how many there are.
    pub stars: (u32, u32),
    /// The level under the main button.
    pub now: Now,
    /// The issues, one for each trick.
    pub issues: Vec<Issue>,
    /// The hardest levels.
    pub gallery: Vec<Card>,
}

/// The level under the main button, and why it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    /// The very first level.
    Start(LevelId),
    /// The level where the player left off.
    LeftOff(LevelId),
    /// All levels are solved; this one was the last.
    AllFed(LevelId),
}

impl Now {
    /// The level.
    #[must_use]
    pub const fn level(self) -> LevelId {
        match self {
            Now::Start(id) | Now::LeftOff(id) | Now::AllFed(id) => id,
        }
    }
}

/// How far a player has come with a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Solved, with these many stars.
    Solved(u8),
    /// Tried these many times.
    Tried(u32),
    /// Not tried.
    Open,
}

impl Mark {
    fn of(progress: &Progress, level: &LevelRef) -> Mark {
        let standing = progress.standing(level);
        match standing.solved {
            Some(solved) => Mark::Solved(solved.stars),
            None if standing.is_tried() => Mark::Tried(standing.tries),
            None => Mark::Open,
        }
    }

    /// Whether it is solved.
    #[must_use]
    pub const fn is_solved(self) -> bool {
        match self {
            Mark::Solved(_) => true,
            Mark::Tried(_) | Mark::Open => false,
        }
    }

    const fn stars(self) -> u32 {
        match self {
            Mark::Solved(stars) => stars as u32,
            Mark::Tried(_) | Mark::Open => 0,
        }
    }
}

/// An issue: five levels about a trick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The trick.
    pub trick: Trick,
    /// Its number, from 1.
    pub number: usize,
    /// Its levels.
    pub cards: Vec<Card>,
}

impl Issue {
    /// How many of its levels are solved.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.cards.iter().filter(|card| card.mark.is_solved()).count()
    }

    /// The stars of its levels.
    #[must_use]
    pub fn stars(&self) -> u32 {
        self.cards.iter().map(|card| card.mark.stars()).sum()
    }

    /// Whether all its levels are solved.
    #[must_use]
    pub fn is_eaten(&self) -> bool {
        self.solved() == self.cards.len()
    }

    /// Whether the suggested level is one of its levels.
    #[must_use]
    pub fn has_next(&self) -> bool {
        self.cards.iter().any(|card| card.is_next)
    }
}

/// A level that comes with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its name.
    pub id: LevelId,
    /// Its number, from 1.
    pub number: usize,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// How far the player has come.
    pub mark: Mark,
    /// Whether it is the suggested one.
    pub is_next: bool,
}

/// A level that somebody sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Its code.
    pub code: String,
    /// The level; `None` if the code is damaged.
    pub level: Option<Level>,
    /// How far the player has come.
    pub mark: Mark,
}

impl Overview {
    /// The overview for a player who has come this far.
    #[must_use]
    pub fn new(progress: &Progress) -> Overview {
        let next = progress.suggested();
        let card = |(number, id): (usize, LevelId)| Card {
            id,
            number,
            difficulty: grades::difficulty(id),
            mark: Mark::of(progress, &LevelRef::Shipped(id)),
            is_next: next == Some(id),
        };
        let cards: Vec<Card> = (1..).zip(LevelId::all()).map(card).collect();
        let of = |chapter: Chapter| cards.iter().copied().filter(|card| card.id.chapter() == chapter).collect();
        let issue = |(number, trick)| Issue { trick, number, cards: of(Chapter::About(trick)) };
        let first = cards[0].id;
        let now = match progress.left_off() {
            Some(id) if progress.standing(&LevelRef::Shipped(id)).tries > 0 => Now::LeftOff(id),
            Some(id) if progress.last_solved().is_some() => Now::LeftOff(id),
            Some(id) => Now::Start(id),
            None => Now::AllFed(progress.last_solved().unwrap_or(first)),
        };
        Overview {
            is_first_visit: progress.is_empty(),
            fed: (progress.fed(), cards.len()),
            stars: (progress.stars(), cards.len() as u32 * u32::from(MOST_STARS)),
            now,
            issues: (1..).zip(Trick::ALL).map(issue).collect(),
            gallery: of(Chapter::AllTogether),
        }
    }

    /// The issue about a trick.
    #[must_use]
    pub fn issue(&self, trick: Trick) -> &Issue {
        self.issues.iter().find(|issue| issue.trick == trick).expect("every trick has an issue")
    }

    /// The issue to open first: the one with the level under the main button, or else the first one.
    #[must_use]
    pub fn opened(&self) -> Trick {
        match self.now.level().chapter() {
            Chapter::About(trick) => trick,
            Chapter::AllTogether => Trick::ALL[0],
        }
    }
}

/// The levels that were sent, the newest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Letters {
    /// Those that are shown.
    pub shown: Vec<Letter>,
    /// The number of the others.
    pub more: usize,
}

impl Letters {
    /// The newest of the levels that were sent, at most this many of them.
    #[must_use]
    pub fn newest(progress: &Progress, most: usize) -> Letters {
        let letter = |code: String| {
            let mark = Mark::of(progress, &LevelRef::Code(code.clone()));
            Letter { level: Level::from_code(&code).ok(), mark, code }
        };
        let sent = progress.sent();
        let more = sent.len().saturating_sub(most);
        Letters { shown: sent.into_iter().take(most).map(letter).collect(), more }
    }
}

/// What has changed since the overview was seen last, to be shown as it happens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// The issues of which the last level was solved.
    pub eaten: Vec<Trick>,
    /// Whether a day was added to the row.
    pub has_sausage: bool,
}

impl News {
    /// What is new compared with the progress that was seen last.
    #[must_use]
    pub fn since(seen: &Progress, progress: &Progress, today: puzzles::Date) -> News {
        let eaten = |progress: &Progress| {
            let issues = Overview::new(progress).issues.into_iter();
            issues.filter(Issue::is_eaten).map(|issue| issue.trick).collect::<Vec<_>>()
        };
        let before = eaten(seen);
        News {
            eaten: eaten(progress).into_iter().filter(|trick| !before.contains(trick)).collect(),
            has_sausage: progress.row(today).has_today && !seen.row(today).has_today,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(name: &str) -> LevelRef {
        LevelRef::Shipped(name.parse().expect("a level"))
    }

    fn solve(progress: &mut Progress, names: &[&str]) {
        names.iter().for_each(|name| progress.solved(&level(name), 9));
    }

    #[test]
    fn a_newcomer_starts_with_the_first_level() {
        let overview = Overview::new(&Progress::default());
        assert!(overview.is_first_visit);
        assert_eq!((overview.fed, overview.stars), ((0, 60), (0, 180)));
        assert_eq!(overview.now, Now::Start("seeing-1".parse().expect("a level")));
        assert_eq!((overview.issues.len(), overview.gallery.len()), (10, 10));
        assert!(overview.issues[0].has_next() && overview.issues[0].cards[0].is_next);
        assert_eq!(overview.opened(), Trick::Seeing);
    }

    #[test]
    fn an_issue_counts_what_is_solved_in_it() {
        let mut progress = Progress::default();
        solve(&mut progress, &["shove-1", "shove-2"]);
        progress.tried(&level("shove-4"));
        let overview = Overview::new(&progress);
        let issue = &overview.issues[4];
        assert_eq!((issue.number, issue.trick, issue.solved(), issue.stars()), (5, Trick::Shove, 2, 6));
        let marks: Vec<Mark> = issue.cards.iter().map(|card| card.mark).collect();
        assert_eq!(marks, [Mark::Solved(3), Mark::Solved(3), Mark::Open, Mark::Tried(1), Mark::Open]);
        // The one that was tried is where the player left off; the suggested one is the next in the row.
        assert_eq!(overview.now, Now::LeftOff("shove-4".parse().expect("a level")));
        assert!(issue.cards[2].is_next && !issue.cards[3].is_next);
        assert_eq!(overview.opened(), Trick::Shove);
    }

    #[test]
    fn when_all_are_fed_the_last_one_can_be_fed_again() {
        let mut progress = Progress::default();
        LevelId::all().for_each(|id| progress.solved(&LevelRef::Shipped(id), 9));
        let overview = Overview::new(&progress);
        assert_eq!((overview.fed, overview.stars), ((60, 60), (180, 180)));
        assert_eq!(overview.now, Now::AllFed("all-together-10".parse().expect("a level")));
        assert!(overview.issues.iter().all(|issue| issue.is_eaten() && !issue.has_next()));
        assert_eq!(overview.opened(), Trick::Seeing);
    }

    #[test]
    fn a_damaged_level_is_among_the_letters() {
        let mut progress = Progress::default();
        let code = puzzles::shipped()[0].level.to_code();
        progress.received(&code);
        progress.received("aDamaged");
        progress.tried(&LevelRef::Code(code.clone()));
        let Letters { shown: letters, more } = Letters::newest(&progress, 2);
        assert_eq!(more, 0);
        assert_eq!(letters.iter().map(|letter| letter.code.as_str()).collect::<Vec<_>>(), ["aDamaged", &code]);
        assert_eq!(letters[0].level, None);
        assert_eq!((letters[1].level.as_ref(), letters[1].mark), (Some(&puzzles::shipped()[0].level), Mark::Tried(1)));
        let newest = Letters::newest(&progress, 1);
        assert_eq!((newest.shown, newest.more), (letters[..1].to_vec(), 1));
    }

    #[test]
    fn what_was_just_solved_is_news_once() {
        let today = "2026-11-18".parse().expect("a date");
        let mut progress = Progress::default();
        progress.set_today(today);
        solve(&mut progress, &["tie-1", "tie-2", "tie-3", "tie-4"]);
        let seen = progress.clone();
        assert_eq!(News::since(&seen, &progress, today), News::default());
        solve(&mut progress, &["tie-5"]);
        progress.solved(&LevelRef::Day(today), 9);
        assert_eq!(News::since(&seen, &progress, today), News { eaten: vec![Trick::Tie], has_sausage: true });
        assert_eq!(News::since(&progress, &progress, today), News::default());
    }
}
