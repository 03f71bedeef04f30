//! Progress as text: in the storage of the browser, and in files.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Entry, MOST_STARS, Progress};

/// Why stored progress cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgressProblem {
    /// It is damaged.
    #[error("the progress is damaged: {0}")]
    Unreadable(String),
    /// A later version wrote it.
    #[error("unknown version {0} of the progress; this program reads version {VERSION}")]
    Version(u32),
    /// A file has more than anybody could have done. It would fill the storage of the browser.
    #[error("{0} bytes of progress exceed the limit of {LONGEST_FILE}")]
    TooLong(usize),
}

/// The most bytes of progress in a file from outside: many thousands of levels.
const LONGEST_FILE: usize = 1_000_000;

/// Later moments than this are not the work of a player; see [`Progress::from_text`].
const LATEST_MOMENT: u32 = 1 << 30;

/// The version that is written. A field is added or changed only together with it, because an older program would drop
/// the field when it writes.
const VERSION: u32 = 1;

/// The JSON in storage and in files.
#[derive(Serialize, Deserialize)]
struct Stored {
    version: u32,
    levels: BTreeMap<String, Entry>,
}

/// Parsed before the rest, so that a later version is reported as such.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl Progress {
    /// The text to store.
    #[must_use]
    pub fn to_text(&self) -> String {
        let stored = Stored { version: VERSION, levels: self.entries.clone() };
        serde_json::to_string(&stored).expect("texts and numbers can be written")
    }

    /// Parses the text of a file that somebody brought. It must not be longer than what a player can have done.
    ///
    /// # Errors
    ///
    /// The first problem found.
    pub fn from_file(text: &str) -> Result<Progress, ProgressProblem> {
        if text.len() > LONGEST_FILE {
            return Err(ProgressProblem::TooLong(text.len()));
        }
        Progress::from_text(text)
    }

    /// Parses a stored text. Moments are numbered again if their numbers are close to running out.
    ///
    /// # Errors
    ///
    /// The first problem found.
    pub fn from_text(text: &str) -> Result<Progress, ProgressProblem> {
        let unreadable = |error: serde_json::Error| ProgressProblem::Unreadable(error.to_string());
        let Versioned { version } = serde_json::from_str(text).map_err(unreadable)?;
        if version != VERSION {
            return Err(ProgressProblem::Version(version));
        }
        let Stored { levels: entries, .. } = serde_json::from_str(text).map_err(unreadable)?;
        let starry = |entry: &Entry| entry.solved.is_some_and(|solved| solved.stars > MOST_STARS);
        match entries.iter().find(|(_, entry)| starry(entry)) {
            Some((address, _)) => {
                Err(ProgressProblem::Unreadable(format!("{address} has more than {MOST_STARS} stars")))
            }
            None => Ok(Progress { entries, today: None }.with_moments_to_come()),
        }
    }

    /// Numbers the moments from 1 again, in the same order, if there are few numbers left.
    fn with_moments_to_come(mut self) -> Progress {
        if self.now() <= LATEST_MOMENT {
            return self;
        }
        let moments: BTreeSet<u32> = self.entries.values().flat_map(Entry::moments).collect();
        let numbers: BTreeMap<u32, u32> = moments.into_iter().filter(|moment| *moment > 0).zip(1..).collect();
        let number = |moment: u32| numbers.get(&moment).copied().unwrap_or(0);
        for entry in self.entries.values_mut() {
            let [tried_at, solved_at, sent_at] = entry.moments().map(number);
            *entry = Entry { tried_at, solved_at, sent_at, ..std::mem::take(entry) };
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use puzzles::Date;

    use super::*;
    use crate::puzzle::{LevelId, LevelRef};

    fn level(name: &str) -> LevelRef {
        LevelRef::Shipped(name.parse().expect("a level"))
    }

    fn name(id: Option<LevelId>) -> String {
        id.map_or_else(String::new, |id| id.to_string())
    }

    #[test]
    fn what_a_later_program_wrote_is_kept_or_refused_but_never_dropped() {
        let newer_level = r#"{"version":1,"levels":{"/puzzle/bonus-1":{"tries":2,"tried_at":1}}}"#;
        assert_eq!(Progress::from_text(newer_level).map(|progress| progress.to_text()), Ok(newer_level.to_owned()));
        let newer = r#"{"version":2,"larder":[]}"#;
        assert_eq!(Progress::from_text(newer), Err(ProgressProblem::Version(2)));
        for damaged in
            ["", "{}", "[1]", r#"{"version":1}"#, r#"{"version":1,"levels":{"/puzzle/seeing-1":{"tries":-1}}}"#]
        {
            assert!(matches!(Progress::from_text(damaged), Err(ProgressProblem::Unreadable(_))), "{damaged}");
        }
        let starry = r#"{"version":1,"levels":{"/puzzle/seeing-1":{"solved":{"stars":9,"steps":1,"tries":1}}}}"#;
        let told = Progress::from_text(starry).expect_err("too many stars").to_string();
        assert_eq!(told, "the progress is damaged: /puzzle/seeing-1 has more than 3 stars");
    }

    #[test]
    fn moments_never_run_out() {
        let text = r#"{"version":1,"levels":{"/puzzle/seeing-1":{"tries":1,"tried_at":4294967295},"/puzzle/shove-3":{"tries":1,"solved":{"stars":3,"steps":9,"tries":1},"tried_at":7,"solved_at":4294967294}}}"#;
        let mut progress = Progress::from_text(text).expect("it can be read");
        // What was last is still last, and what comes now is later.
        assert_eq!((name(progress.suggested()), name(progress.left_off())), ("shove-4".into(), "seeing-1".into()));
        progress.solved(&level("wall-1"), 9);
        progress.solved(&level("tie-2"), 9);
        assert_eq!(name(progress.suggested()), "tie-3");
    }

    #[test]
    fn a_file_is_no_longer_than_what_a_player_can_have_done() {
        let levels: Vec<String> =
            (0..30_000).map(|nth| format!(r#""/level/aCode{nth}":{{"tries":1,"sent_at":{nth}}}"#)).collect();
        let text = format!(r#"{{"version":1,"levels":{{{}}}}}"#, levels.join(","));
        assert_eq!(Progress::from_file(&text), Err(ProgressProblem::TooLong(text.len())));
        let mut decade = Progress::default();
        for date in iter::successors(Some(Date::FIRST), |date| date.next()).take(3653) {
            decade.tried(&LevelRef::Day(date));
            decade.solved(&LevelRef::Day(date), 123);
        }
        assert_eq!(Progress::from_file(&decade.to_text()), Ok(decade));
    }
}
