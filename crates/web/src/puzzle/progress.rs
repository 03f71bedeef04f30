//! What a player has done with the levels: tries, helps, stars, days in a row, and the levels that others sent.
//!
//! It is plain data that later versions can load. It never forgets anything except sent levels: those that the player
//! throws away, and the oldest when there are too many.

mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use puzzles::Date;
use serde::{Deserialize, Serialize};

use super::{LevelId, LevelRef};

pub use text::{FromFile, ProgressProblem};

/// The most sent levels that are kept. Beyond it, the oldest goes.
pub const MOST_SENT: usize = 500;

/// The most stars of a level.
pub const MOST_STARS: u8 = 3;

/// A help that a player may take. Each costs a star if it is taken before the level is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Help {
    /// The idea, in words.
    Idea,
    /// The space that matters first.
    FirstSpace,
    /// A whole solution.
    Solution,
}

impl Help {
    /// All helps, in the order in which they are offered.
    pub const ALL: [Help; 3] = [Help::Idea, Help::FirstSpace, Help::Solution];
}

/// How far a player has come with a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How often the monster was let loose.
    pub tries: u32,
    /// The helps that were taken.
    pub helps: BTreeSet<Help>,
    /// The best result.
    pub solved: Option<Solved>,
    /// The stars of the best result, or those that are still to be had.
    pub stars: u8,
}

/// The result of a solved level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// The stars: [`MOST_STARS`], less one for each help taken before.
    pub stars: u8,
    /// The length of the monster's walk.
    pub steps: u32,
    /// The number of tries, this one included.
    pub tries: u32,
}

impl Solved {
    /// The better result: more stars, then fewer tries, then a shorter walk.
    fn better(self, other: Solved) -> Solved {
        let rank = |solved: &Solved| (MOST_STARS.abs_diff(solved.stars), solved.tries, solved.steps);
        iter::once(other).chain([self]).min_by_key(rank).unwrap_or(self)
    }
}

/// Days in a row on which the dish of the day was solved on its day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The days up to today, or up to yesterday while today's dish is unsolved.
    pub days: usize,
    /// The longest row ever.
    pub longest: usize,
    /// Whether today is one of the days.
    pub has_today: bool,
}

/// What a player has done with all levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// By the address of the level. Addresses that this version does not know are kept as well.
    entries: BTreeMap<String, Entry>,
    /// The player's date, where it is known.
    today: Option<Date>,
}

/// What is stored about a level. Every number only grows, so two entries can be merged without losing anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Entry {
    #[serde(skip_serializing_if = "is_zero")]
    tries: u32,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    helps: BTreeSet<Help>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<Solved>,
    /// When it was last tried. Moments are numbered, because the order is all that matters.
    #[serde(skip_serializing_if = "is_zero")]
    tried_at: u32,
    /// When it was solved.
    #[serde(skip_serializing_if = "is_zero")]
    solved_at: u32,
    /// When somebody sent it; 0 if nobody did.
    #[serde(skip_serializing_if = "is_zero")]
    sent_at: u32,
    /// Whether the dish of a day was solved on that day.
    #[serde(skip_serializing_if = "is_false")]
    on_its_day: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(value: &bool) -> bool {
    !*value
}

impl Entry {
    fn moments(&self) -> [u32; 3] {
        [self.tried_at, self.solved_at, self.sent_at]
    }

    /// The stars of a solution now: one less for each help. Helps after the first solution take nothing away.
    fn stars_left(&self) -> u8 {
        let helps = u8::try_from(self.helps.len()).unwrap_or(MOST_STARS);
        self.solved.map_or(MOST_STARS.saturating_sub(helps), |solved| solved.stars)
    }

    fn merge(&mut self, other: &Entry) {
        self.tries = self.tries.max(other.tries);
        self.helps.extend(&other.helps);
        self.solved = match (self.solved, other.solved) {
            (Some(one), Some(other)) => Some(one.better(other)),
            (one, other) => one.or(other),
        };
        self.tried_at = self.tried_at.max(other.tried_at);
        self.solved_at = self.solved_at.max(other.solved_at);
        self.sent_at = self.sent_at.max(other.sent_at);
        self.on_its_day |= other.on_its_day;
    }
}

/// A sent level that was thrown away, so that it can be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    address: String,
    entry: Entry,
}

impl Progress {
    /// Tells it the player's date, on which alone the dish of the day counts for a row.
    pub fn set_today(&mut self, today: Date) {
        self.today = Some(today);
    }

    /// Whether nothing was ever done.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How far the player has come with a level.
    #[must_use]
    pub fn standing(&self, level: &LevelRef) -> Standing {
        self.entries.get(&level.to_string()).map_or_else(|| Standing::of(&Entry::default()), Standing::of)
    }

    /// The monster was let loose.
    pub fn tried(&mut self, level: &LevelRef) {
        let now = self.now();
        let entry = self.entry(level);
        entry.tries = entry.tries.saturating_add(1);
        entry.tried_at = now;
    }

    /// A help was taken.
    pub fn helped(&mut self, level: &LevelRef, help: Help) {
        self.entry(level).helps.insert(help);
    }

    /// The level was solved, with a walk of this length. The best result is kept.
    pub fn solved(&mut self, level: &LevelRef, steps: u32) {
        let (now, is_its_day) = (self.now(), matches!(level, LevelRef::Day(date) if self.today == Some(*date)));
        let entry = self.entry(level);
        let solved = Solved { stars: entry.stars_left(), steps, tries: entry.tries.max(1) };
        entry.tries = entry.tries.max(1);
        entry.solved = Some(entry.solved.map_or(solved, |earlier| earlier.better(solved)));
        entry.solved_at = now;
        entry.on_its_day |= is_its_day;
    }

    /// Somebody sent a level. It is kept until it is thrown away.
    pub fn received(&mut self, code: &str) {
        let now = self.now();
        let entry = self.entry(&LevelRef::Code(code.to_owned()));
        if entry.sent_at == 0 {
            entry.sent_at = now;
        }
        self.let_oldest_go();
    }

    /// The codes of the levels that were sent, the newest first.
    #[must_use]
    pub fn sent(&self) -> Vec<String> {
        let code = |(address, entry): (&String, &Entry)| match address.parse() {
            Ok(LevelRef::Code(code)) if entry.sent_at > 0 => Some((entry.sent_at, code)),
            _ => None,
        };
        let mut sent: Vec<(u32, String)> = self.entries.iter().filter_map(code).collect();
        sent.sort_by(|(one, _), (other, _)| other.cmp(one));
        sent.into_iter().map(|(_, code)| code).collect()
    }

    /// Keeps only the newest of the sent levels if there are too many.
    fn let_oldest_go(&mut self) {
        // Most players have a few, and need no list of them.
        if self.entries.values().filter(|entry| entry.sent_at > 0).count() <= MOST_SENT {
            return;
        }
        for code in self.sent().into_iter().skip(MOST_SENT) {
            self.throw_away(&code);
        }
    }

    /// Throws a sent level away, with everything that was done with it.
    pub fn throw_away(&mut self, code: &str) -> Option<Thrown> {
        let address = LevelRef::Code(code.to_owned()).to_string();
        self.entries.remove(&address).map(|entry| Thrown { address, entry })
    }

    /// Takes a level back that was thrown away.
    pub fn take_back(&mut self, thrown: &Thrown) {
        self.entries.entry(thrown.address.clone()).or_default().merge(&thrown.entry);
        self.let_oldest_go();
    }

    /// The level to play after this one: the next unsolved one that comes with the game, from the beginning again after
    /// the last one. `None` if all are solved.
    #[must_use]
    pub fn next_after(&self, level: &LevelRef) -> Option<LevelRef> {
        match level {
            LevelRef::Shipped(id) => self.unsolved_after(Some(*id)),
            LevelRef::Day(_) | LevelRef::Code(_) => self.suggested(),
        }
        .map(LevelRef::Shipped)
    }

    /// The suggested level: the first unsolved one after the one solved last. `None` if all are solved.
    #[must_use]
    pub fn suggested(&self) -> Option<LevelId> {
        self.unsolved_after(self.latest(|entry| entry.solved_at))
    }

    /// The level where the player left off: the one tried last unless it is solved, otherwise the suggested one.
    #[must_use]
    pub fn left_off(&self) -> Option<LevelId> {
        let tried = self.latest(|entry| entry.tried_at.max(entry.solved_at));
        tried.filter(|id| !self.is_solved(*id)).or_else(|| self.suggested())
    }

    /// The level that comes with the game and was solved last.
    #[must_use]
    pub fn last_solved(&self) -> Option<LevelId> {
        self.latest(|entry| entry.solved_at)
    }

    /// How many of the levels that come with the game are solved.
    #[must_use]
    pub fn fed(&self) -> usize {
        LevelId::all().filter(|id| self.is_solved(*id)).count()
    }

    /// The stars of all levels that come with the game.
    #[must_use]
    pub fn stars(&self) -> u32 {
        LevelId::all().filter_map(|id| self.standing(&LevelRef::Shipped(id)).solved).map(|it| u32::from(it.stars)).sum()
    }

    /// The days in a row. No day is counted twice, and none can be made up for.
    #[must_use]
    pub fn row(&self, today: Date) -> Row {
        let day = |(address, entry): (&String, &Entry)| match address.parse() {
            Ok(LevelRef::Day(date)) if entry.on_its_day => Some(date),
            _ => None,
        };
        // Addresses of days are sorted like the days.
        let mut rows: Vec<(Date, usize)> = vec![];
        for date in self.entries.iter().filter_map(day) {
            match rows.last_mut() {
                Some((last, length)) if last.next() == Some(date) => (*last, *length) = (date, *length + 1),
                Some(_) | None => rows.push((date, 1)),
            }
        }
        let is_current = |last: Date| last == today || last.next() == Some(today);
        let current = rows.iter().find(|(last, _)| is_current(*last));
        Row {
            days: current.map_or(0, |(_, length)| *length),
            longest: rows.iter().map(|(_, length)| *length).max().unwrap_or(0),
            has_today: current.is_some_and(|(last, _)| *last == today),
        }
    }

    /// Adds everything that is in another progress. Nothing is lost except the oldest sent levels if there are too many,
    /// and adding the same again changes nothing.
    pub fn merge(&mut self, other: &Progress) {
        for (address, entry) in &other.entries {
            self.entries.entry(address.clone()).or_default().merge(entry);
        }
        self.let_oldest_go();
    }

    fn entry(&mut self, level: &LevelRef) -> &mut Entry {
        self.entries.entry(level.to_string()).or_default()
    }

    /// The number of the next moment.
    fn now(&self) -> u32 {
        self.entries.values().flat_map(Entry::moments).max().unwrap_or(0).saturating_add(1)
    }

    fn is_solved(&self, id: LevelId) -> bool {
        self.standing(&LevelRef::Shipped(id)).solved.is_some()
    }

    fn unsolved_after(&self, id: Option<LevelId>) -> Option<LevelId> {
        let is_open = |other: &LevelId| !self.is_solved(*other);
        let after = LevelId::all().filter(|other| id.is_none_or(|id| *other > id)).find(is_open);
        after.or_else(|| LevelId::all().find(is_open))
    }

    /// The level that comes with the game and has the latest of these moments; `None` if none has one.
    fn latest(&self, moment: impl Fn(&Entry) -> u32) -> Option<LevelId> {
        let at = |id: LevelId| self.entries.get(&LevelRef::Shipped(id).to_string()).map_or(0, &moment);
        LevelId::all().map(|id| (at(id), id)).filter(|(moment, _)| *moment > 0).max().map(|(_, id)| id)
    }
}

impl Standing {
    fn of(entry: &Entry) -> Standing {
        Standing { tries: entry.tries, helps: entry.helps.clone(), solved: entry.solved, stars: entry.stars_left() }
    }

    /// Whether it was tried in vain.
    #[must_use]
    pub fn is_tried(&self) -> bool {
        self.solved.is_none() && self.tries > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn level(name: &str) -> LevelRef {
        LevelRef::Shipped(name.parse().expect("a level"))
    }

    fn day(date: &str) -> LevelRef {
        LevelRef::Day(date.parse().expect("a date"))
    }

    fn date(text: &str) -> Date {
        text.parse().expect("a date")
    }

    fn name(id: Option<LevelId>) -> String {
        id.map_or_else(String::new, |id| id.to_string())
    }

    #[test]
    fn each_help_before_the_first_solution_costs_a_star() {
        let mut progress = Progress::default();
        let (one, two, three) = (level("seeing-1"), level("seeing-2"), level("seeing-3"));
        progress.tried(&one);
        progress.solved(&one, 20);
        progress.helped(&one, Help::Solution);
        progress.tried(&one);
        progress.solved(&one, 12);
        assert_eq!(progress.standing(&one).solved, Some(Solved { stars: 3, steps: 20, tries: 1 }));
        progress.helped(&two, Help::Idea);
        progress.helped(&two, Help::Idea);
        // What is still to be had, and what was won, whatever came after it.
        assert_eq!([&one, &two, &three].map(|level| progress.standing(level).stars), [3, 2, 3]);
        progress.tried(&two);
        progress.tried(&two);
        progress.solved(&two, 9);
        assert_eq!(progress.standing(&two).solved, Some(Solved { stars: 2, steps: 9, tries: 2 }));
        Help::ALL.into_iter().for_each(|help| progress.helped(&three, help));
        progress.solved(&three, 9);
        assert_eq!(progress.standing(&three).solved, Some(Solved { stars: 0, steps: 9, tries: 1 }));
        assert_eq!((progress.fed(), progress.stars()), (3, 5));
    }

    #[test]
    fn the_next_level_is_the_first_unsolved_one_after_the_last_one_solved() {
        let mut progress = Progress::default();
        assert_eq!((name(progress.suggested()), name(progress.left_off())), ("seeing-1".into(), "seeing-1".into()));
        for name in ["seeing-1", "shove-3", "shove-2"] {
            progress.solved(&level(name), 9);
        }
        assert_eq!(name(progress.suggested()), "shove-4");
        assert_eq!(progress.next_after(&level("seeing-1")), Some(level("seeing-2")));
        assert_eq!(progress.next_after(&day("2026-11-18")), Some(level("shove-4")));
        progress.tried(&level("wall-1"));
        assert_eq!((name(progress.suggested()), name(progress.left_off())), ("shove-4".into(), "wall-1".into()));
        progress.solved(&level("wall-1"), 9);
        assert_eq!(name(progress.left_off()), "wall-2");
        progress.solved(&level("all-together-10"), 9);
        assert_eq!(name(progress.suggested()), "seeing-2");
        LevelId::all().for_each(|id| progress.solved(&LevelRef::Shipped(id), 9));
        assert_eq!((progress.suggested(), progress.left_off()), (None, None));
        assert_eq!((progress.fed(), progress.stars()), (60, 180));
    }

    #[test]
    fn days_in_a_row_count_only_on_their_day() {
        let mut progress = Progress::default();
        let solve = |progress: &mut Progress, dish: &str, today: &str| {
            progress.set_today(date(today));
            progress.solved(&day(dish), 9);
        };
        for today in ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02", "2027-01-16", "2027-01-17"] {
            solve(&mut progress, today, today);
            solve(&mut progress, today, today);
        }
        let row = |days, longest, has_today| Row { days, longest, has_today };
        assert_eq!(progress.row(date("2027-01-17")), row(2, 4, true));
        assert_eq!(progress.row(date("2027-01-18")), row(2, 4, false));
        assert_eq!(progress.row(date("2027-01-19")), row(0, 4, false));
        // Neither a day that has passed nor one that has yet to come can be made up for.
        solve(&mut progress, "2027-01-15", "2027-01-17");
        solve(&mut progress, "2027-01-18", "2027-01-17");
        assert_eq!(progress.row(date("2027-01-18")), row(2, 4, false));
        solve(&mut progress, "2027-01-18", "2027-01-18");
        assert_eq!(progress.row(date("2027-01-18")), row(3, 4, true));
    }

    #[test]
    fn sent_levels_stay_until_they_are_thrown_away_and_can_be_taken_back() {
        let mut progress = Progress::default();
        progress.received("aOne");
        progress.received("aTwo");
        progress.received("aOne");
        progress.solved(&LevelRef::Code("aOne".to_owned()), 9);
        // A level that was only opened from somewhere else is not among them.
        progress.tried(&LevelRef::Code("aThree".to_owned()));
        assert_eq!(progress.sent(), ["aTwo", "aOne"]);
        let before = progress.clone();
        let thrown = progress.throw_away("aOne").expect("it was there");
        assert_eq!((progress.sent(), progress.throw_away("aOne")), (vec!["aTwo".to_owned()], None));
        progress.take_back(&thrown);
        assert_eq!(progress, before);
    }

    #[test]
    fn the_oldest_of_too_many_sent_levels_goes() {
        let mut progress = Progress::default();
        let code = |nth: usize| format!("aCode{nth}");
        for nth in 0..=MOST_SENT {
            progress.received(&code(nth));
        }
        let sent = progress.sent();
        assert_eq!((sent.len(), &sent[0], &sent[MOST_SENT - 1]), (MOST_SENT, &code(MOST_SENT), &code(1)));
        let mut other = Progress::default();
        (0..9).for_each(|nth| other.received(&format!("aOther{nth}")));
        progress.merge(&other);
        assert_eq!(progress.sent().len(), MOST_SENT);
        let again = progress.clone();
        progress.merge(&again);
        assert_eq!(progress, again);
    }

    #[test]
    fn every_help_is_among_the_deeds_of_the_tests() {
        let mut progress = Progress::default();
        (0..6).for_each(|what| deed(&mut progress, (0, what)));
        assert!(progress.standing(&level("seeing-1")).helps.into_iter().eq(Help::ALL));
    }

    /// Something that a player does with one of a few levels.
    fn deed(progress: &mut Progress, (level, what): (u8, u8)) {
        let level = match level % 5 {
            0 => self::level("seeing-1"),
            1 => self::level("tie-4"),
            2 => day("2026-11-17"),
            3 => day("2026-11-18"),
            _ => LevelRef::Code("aOne".to_owned()),
        };
        progress.set_today(date("2026-11-18"));
        match what % 6 {
            0 => progress.tried(&level),
            1 => progress.solved(&level, u32::from(what)),
            2 => progress.received("aOne"),
            help => progress.helped(&level, Help::ALL[usize::from(help) - 3]),
        }
    }

    fn played() -> impl Strategy<Value = Progress> {
        let deeds = proptest::collection::vec(any::<(u8, u8)>(), 0..20);
        deeds.prop_map(|deeds| {
            let mut progress = Progress::default();
            deeds.into_iter().for_each(|it| deed(&mut progress, it));
            Progress { today: None, ..progress }
        })
    }

    fn merged(one: &Progress, other: &Progress) -> Progress {
        let mut merged = one.clone();
        merged.merge(other);
        merged
    }

    proptest! {
        #[test]
        fn progress_is_read_as_it_was_written(progress in played()) {
            prop_assert_eq!(Progress::from_text(&progress.to_text()), Ok(progress));
        }

        #[test]
        fn merging_loses_nothing_and_knows_no_order(one in played(), two in played(), three in played()) {
            prop_assert_eq!(merged(&one, &one), one.clone());
            prop_assert_eq!(merged(&one, &two), merged(&two, &one));
            prop_assert_eq!(merged(&merged(&one, &two), &three), merged(&one, &merged(&two, &three)));
            let both = merged(&one, &two);
            prop_assert!(both.fed() >= one.fed().max(two.fed()) && both.stars() >= one.stars().max(two.stars()));
            prop_assert!(both.sent().len() >= one.sent().len().max(two.sent().len()));
            let today = date("2026-11-18");
            prop_assert!(both.row(today).longest >= one.row(today).longest.max(two.row(today).longest));
        }
    }
}
