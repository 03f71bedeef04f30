//! Runs the attempts of the generator in parallel. The result does not depend on the number of threads.

use std::collections::BTreeMap;
use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use indicatif::HumanCount;
use puzzles::{Date, Generated, Level};

use crate::command::{cores, progress_bar};

/// Attempts to generate levels.
pub(super) struct Attempts<'a> {
    /// Makes the attempt with this number.
    pub(super) attempt: &'a (dyn Fn(u64) -> Option<Generated> + Sync),
    /// The number of levels wanted.
    pub(super) wanted: NonZeroUsize,
    /// The most attempts.
    pub(super) most: NonZeroU64,
}

/// The generated levels.
pub(super) struct Harvest {
    /// The first successful attempts, by their numbers.
    pub(super) levels: BTreeMap<u64, Generated>,
    /// The number of attempts up to the last level that was wanted.
    pub(super) made: u64,
}

impl Attempts<'_> {
    /// Makes attempts until enough levels are found, with a progress bar. When it is called off, attempts in progress are still
    /// finished, so the result always consists of the first levels.
    pub(super) fn run(&self, threads: NonZeroUsize, is_called_off: &AtomicBool) -> Harvest {
        let next = AtomicU64::new(0);
        // Attempts from this number on are not needed. Numbers are handed out in order, so all smaller ones are tried.
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

/// Makes the dish of a day. If the number of the attempt is not stored, it is searched for on all cores.
pub(super) fn dish_of(date: Date) -> Level {
    if date.stored_attempt().is_some() {
        return date.level().level;
    }
    let attempts =
        Attempts { attempt: &|number| date.attempt(number), wanted: NonZeroUsize::MIN, most: NonZeroU64::MAX };
    let mut harvest = attempts.run(cores(), &AtomicBool::new(false));
    harvest.levels.pop_first().map(|(_, generated)| generated.level).expect("every day has a dish")
}
