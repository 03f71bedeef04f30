//! Attempts of the generator on several cores: the first levels that come of them, whichever core is faster.

use std::collections::BTreeMap;
use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use indicatif::HumanCount;
use puzzles::{Date, Generated, Level};

use crate::command::{cores, progress_bar};

/// Attempts at levels that are wanted.
pub(super) struct Attempts<'a> {
    /// One attempt, by its number.
    pub(super) attempt: &'a (dyn Fn(u64) -> Option<Generated> + Sync),
    /// How many levels.
    pub(super) wanted: NonZeroUsize,
    /// So many are made before they are given up.
    pub(super) most: NonZeroU64,
}

/// What came of them.
pub(super) struct Harvest {
    /// The levels by the numbers of their attempts: the first ones there are.
    pub(super) levels: BTreeMap<u64, Generated>,
    /// So many attempts were made, up to the one that brought the last level that was wanted.
    pub(super) made: u64,
}

impl Attempts<'_> {
    /// Makes them until enough levels are found, and shows on standard error how far it is. After it is called off, those attempts that are under
    /// way are still finished, so that what is found are always the first levels.
    pub(super) fn run(&self, threads: NonZeroUsize, is_called_off: &AtomicBool) -> Harvest {
        let next = AtomicU64::new(0);
        // From this number on nothing is wanted. Numbers are handed out in order, so that all before it are tried.
        let end = AtomicU64::new(self.most.get());
        let levels = Mutex::new(BTreeMap::new());
        let template = "{bar:20} {pos} of {len}, {elapsed} elapsed, {wide_msg}";
        let progress = progress_bar(self.wanted.get() as u64, template);
        let work = || {
            while !is_called_off.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end.load(Ordering::Relaxed) {
                    return;
                }
                progress.set_message(format!("{} attempts", HumanCount(number + 1)));
                let Some(generated) = (self.attempt)(number) else { continue };
                let mut levels = levels.lock().expect("no attempt fails");
                levels.insert(number, generated);
                if levels.len() > self.wanted.get() {
                    levels.pop_last();
                }
                if levels.len() == self.wanted.get() {
                    end.fetch_min(*levels.keys().last().expect("there are levels"), Ordering::Relaxed);
                }
                progress.set_position(levels.len() as u64);
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads.get() {
                scope.spawn(work);
            }
        });
        progress.finish_and_clear();
        let levels: BTreeMap<u64, Generated> = levels.into_inner().expect("no attempt fails");
        let last = levels.keys().last().filter(|_| levels.len() == self.wanted.get());
        let made = last.map_or(next.load(Ordering::Relaxed).min(self.most.get()), |last| last + 1);
        Harvest { levels, made }
    }
}

/// The level of a day.
pub(super) fn level_of_the_day(date: Date) -> Level {
    let attempts =
        Attempts { attempt: &|number| date.attempt(number), wanted: NonZeroUsize::MIN, most: NonZeroU64::MAX };
    let mut harvest = attempts.run(cores(), &AtomicBool::new(false));
    harvest.levels.pop_first().map(|(_, generated)| generated.level).expect("every day has a level")
}
