//! Players of the puzzle game, by how far they have come.

use puzzles::Date;
use web::puzzle::progress::{Help, Progress};
use web::puzzle::{LevelId, LevelRef};

/// Where the browser keeps the progress.
pub const KEY: &str = "fearsome.larder";

/// The day on which these players look at the page: a Thursday.
pub const TODAY: &str = "2026-12-17";

/// Somebody who has fed it half of the levels: six days in a row up to yesterday, and three levels were sent.
///
/// # Panics
///
/// If levels or dates are no longer called like this.
#[must_use]
pub fn midway() -> Progress {
    let mut progress = Progress::default();
    for (name, stars) in MIDWAY {
        solve(&mut progress, name, *stars);
    }
    progress.tried(&shipped("stone-2"));
    for day in [1, 2, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16] {
        solve_day(&mut progress, &format!("2026-12-{day:02}"));
    }
    // The last one of the issue that is open.
    solve(&mut progress, "shove-2", 3);
    for (name, title, author) in LETTERS {
        progress.received(&sent(name, title, author));
    }
    progress.tried(&LevelRef::Code(sent(LETTERS[1].0, LETTERS[1].1, LETTERS[1].2)));
    progress.solved(&LevelRef::Code(sent(LETTERS[0].0, LETTERS[0].1, LETTERS[0].2)), 31);
    progress
}

/// Somebody who has solved everything.
///
/// # Panics
///
/// If dates are no longer written like this.
#[must_use]
pub fn all_done() -> Progress {
    let mut progress = Progress::default();
    LevelId::all().for_each(|id| progress.solved(&LevelRef::Shipped(id), 20));
    (1..=17).for_each(|day| solve_day(&mut progress, &format!("2026-12-{day:02}")));
    progress
}

/// The code of a level that comes with the game, as somebody else would have called it.
///
/// # Panics
///
/// If there is no such level.
#[must_use]
pub fn sent(name: &str, title: &str, author: &str) -> String {
    let shipped = puzzles::shipped().iter().find(|shipped| shipped.name == name).expect("a level");
    let mut draft = shipped.level.to_draft();
    draft.about.title = title.to_owned();
    draft.about.author = author.to_owned();
    puzzles::Level::new(&draft).expect("a level with another title is a level").to_code()
}

/// The levels that were sent: which one it is, its title and who sent it.
pub const LETTERS: [(&str, &str, &str); 3] = [
    ("all-together-1", "The Scenic Route", "Ottilie"),
    ("turn-3", "Mind Your Head", "Jonas"),
    ("wall-2", "Grandma’s Kitchen", "Mira"),
];

fn shipped(name: &str) -> LevelRef {
    LevelRef::Shipped(name.parse().expect("a level"))
}

fn solve(progress: &mut Progress, name: &str, stars: usize) {
    let level = shipped(name);
    Help::ALL.iter().skip(stars).for_each(|help| progress.helped(&level, *help));
    progress.tried(&level);
    progress.solved(&level, 24);
}

fn solve_day(progress: &mut Progress, date: &str) {
    let date: Date = date.parse().expect("a date");
    progress.set_today(date);
    progress.solved(&LevelRef::Day(date), 18);
}

/// What is solved, and with how many stars.
const MIDWAY: &[(&str, usize)] = &[
    ("seeing-1", 3),
    ("seeing-2", 3),
    ("seeing-3", 2),
    ("seeing-4", 3),
    ("seeing-5", 3),
    ("nearest-1", 3),
    ("nearest-2", 3),
    ("nearest-3", 2),
    ("nearest-4", 3),
    ("nearest-5", 1),
    ("tie-1", 3),
    ("tie-2", 3),
    ("tie-3", 3),
    ("tie-4", 2),
    ("tie-5", 1),
    ("stone-1", 3),
    ("stone-3", 3),
    ("stone-4", 2),
    ("stone-5", 1),
    ("shove-1", 3),
    ("wall-1", 3),
    ("wall-2", 2),
    ("slide-1", 3),
    ("all-together-1", 1),
];
