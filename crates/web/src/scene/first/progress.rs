//! How far somebody has come in the first game, as the browser keeps it.

use std::fmt;

use super::Lesson;

/// Where the browser keeps it. Whoever has been offered the first game has this key.
pub const KEY: &str = "fearsome.first-game";

/// What has been done of the first game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The scenes that are done, in order.
    done: Vec<Lesson>,
    /// The round of the scene that is not done, if its earlier rounds are.
    begun: Option<(Lesson, usize)>,
}

impl Progress {
    /// Parses what the browser kept. Words that this version does not know are ignored.
    #[must_use]
    pub fn from_text(text: &str) -> Progress {
        let mut progress = Progress::default();
        for word in text.split_whitespace() {
            match word.split_once(':') {
                None => Lesson::from_name(word).into_iter().for_each(|lesson| progress.finish(lesson)),
                Some((name, nth)) => {
                    if let (Some(lesson), Ok(nth)) = (Lesson::from_name(name), nth.parse()) {
                        progress.begin(lesson, nth);
                    }
                }
            }
        }
        progress
    }

    /// Whether a scene is done.
    #[must_use]
    pub fn has(&self, lesson: Lesson) -> bool {
        self.done.contains(&lesson)
    }

    /// The first scene that is not done; the first one of all if everything is.
    #[must_use]
    pub fn current(&self) -> Lesson {
        Lesson::ALL.into_iter().find(|lesson| !self.has(*lesson)).unwrap_or(Lesson::Monster)
    }

    /// The round in which a scene goes on, from 0.
    #[must_use]
    pub fn round(&self, lesson: Lesson) -> usize {
        self.begun.filter(|(begun, _)| *begun == lesson).map_or(0, |(_, nth)| nth)
    }

    /// A round of a scene begins. Nothing changes if the scene has no such round.
    pub fn begin(&mut self, lesson: Lesson, nth: usize) {
        if nth < lesson.positions().len() {
            self.begun = (nth > 0).then_some((lesson, nth));
        }
    }

    /// A scene is done.
    pub fn finish(&mut self, lesson: Lesson) {
        if !self.has(lesson) {
            self.done.push(lesson);
            self.done.sort();
        }
        self.begun = self.begun.filter(|(begun, _)| *begun != lesson);
    }
}

/// The text that the browser keeps.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done = self.done.iter().map(|lesson| lesson.name().to_owned());
        let begun = self.begun.map(|(lesson, nth)| format!("{}:{nth}", lesson.name()));
        f.write_str(&done.chain(begun).collect::<Vec<_>>().join(" "))
    }
}
