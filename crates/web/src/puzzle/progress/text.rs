//! Progress as text: in the storage of the browser, and in files.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Entry, MOST_SENT, MOST_STARS, Progress};

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
    /// A file has more sent levels than are kept.
    #[error("{0} sent levels exceed the limit of {MOST_SENT}")]
    TooManySent(usize),
}

/// The progress of a file that somebody brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromFile {
    /// What could be read.
    pub progress: Progress,
    /// Whether that is all. Otherwise the file is damaged, and the rest is lost.
    pub is_whole: bool,
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

    /// Parses the text of a file that somebody brought. It must not have more than what a player can have done. If it is
    /// damaged, every level in it that can still be read is.
    ///
    /// # Errors
    ///
    /// The first problem found, if nothing can be read.
    pub fn from_file(text: &str) -> Result<FromFile, ProgressProblem> {
        if text.len() > LONGEST_FILE {
            return Err(ProgressProblem::TooLong(text.len()));
        }
        let read = match Progress::from_text(text) {
            Ok(progress) => FromFile { progress, is_whole: true },
            Err(ProgressProblem::Unreadable(why)) => {
                let progress = Progress::rescued(text);
                if progress.is_empty() {
                    return Err(ProgressProblem::Unreadable(why));
                }
                FromFile { progress, is_whole: false }
            }
            Err(problem) => return Err(problem),
        };
        match read.progress.sent().len() {
            sent if sent > MOST_SENT => Err(ProgressProblem::TooManySent(sent)),
            _ => Ok(read),
        }
    }

    /// Every level in a damaged text that can still be read.
    fn rescued(text: &str) -> Progress {
        let mut entries = BTreeMap::new();
        // An address is a text that begins with a slash; after it comes what was done.
        for (at, _) in text.match_indices("\"/") {
            let Some((address, rest)) = text[at + 1..].split_once('"') else { break };
            let Some(rest) = rest.trim_start().strip_prefix(':') else { continue };
            // Whatever comes after the entry is not parsed.
            let entry = serde_json::Deserializer::from_str(rest).into_iter::<Entry>().next();
            if let Some(Ok(entry)) = entry
                && !entry.is_starry()
            {
                entries.insert(address.to_owned(), entry);
            }
        }
        Progress { entries, today: None }.with_moments_to_come()
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
        match entries.iter().find(|(_, entry)| entry.is_starry()) {
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

impl Entry {
    /// Whether it has more stars than there are.
    fn is_starry(&self) -> bool {
        self.solved.is_some_and(|solved| solved.stars > MOST_STARS)
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
        assert_eq!(Progress::from_file(&decade.to_text()), Ok(FromFile { progress: decade, is_whole: true }));
    }

    #[test]
    fn a_file_has_no_more_sent_levels_than_are_kept() {
        let sent = |count: usize| {
            let levels: Vec<String> =
                (1..=count).map(|nth| format!(r#""/level/a{nth}":{{"sent_at":{nth}}}"#)).collect();
            format!(r#"{{"version":1,"levels":{{{}}}}}"#, levels.join(","))
        };
        let whole = Progress::from_file(&sent(MOST_SENT)).expect("as many as are kept");
        assert_eq!(whole.progress.sent().len(), MOST_SENT);
        assert_eq!(Progress::from_file(&sent(MOST_SENT + 1)), Err(ProgressProblem::TooManySent(MOST_SENT + 1)));
        // Damaged or not.
        let damaged = sent(29_000).replace("}}}", "}");
        assert_eq!(Progress::from_file(&damaged), Err(ProgressProblem::TooManySent(29_000)));
    }

    #[test]
    fn of_a_damaged_file_everything_is_read_that_can_be() {
        let mut progress = Progress::default();
        for name in ["seeing-1", "seeing-2", "tie-4"] {
            progress.tried(&level(name));
            progress.solved(&level(name), 9);
        }
        let text = progress.to_text();
        let rescued = |damaged: &str| Progress::from_file(damaged).map(|read| (read.progress, read.is_whole));
        // Cut off, in the middle of the last level or of its address.
        for cut in
            [text.len() - 1, text.len() - 2, text.len() - 3, text.len() - 20, text.find("/tie").expect("there") + 3]
        {
            let (saved, is_whole) = rescued(&text[..cut]).expect("something is left");
            let count = if cut + 2 >= text.len() { 3 } else { 2 };
            assert_eq!((saved.fed(), is_whole), (count, false), "{}", &text[..cut]);
        }
        // One level of several makes no sense.
        let (saved, _) = rescued(&text.replacen("\"stars\":3", "\"stars\":77", 1)).expect("two are left");
        assert_eq!(saved.fed(), 2);
        for hopeless in ["", "{damaged", "\"/", "{\"/puzzle/seeing-1\": [", "\"/puzzle/seeing-1\":\"/"] {
            assert!(matches!(rescued(hopeless), Err(ProgressProblem::Unreadable(_))), "{hopeless}");
        }
    }
}
