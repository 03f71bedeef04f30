//! The calendar of the dishes of the day: a month with the days that can be played.

use puzzles::{Date, Difficulty};

use crate::puzzle::LevelRef;
use crate::puzzle::progress::Progress;

/// A month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    year: u16,
    /// From 1.
    month: u8,
}

/// A month with its days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// The month.
    pub month: Month,
    /// The days of its first week that have no dish, from Monday.
    pub blanks: usize,
    /// Its days, and those before it that complete its first week as far as they have a dish.
    pub days: Vec<Day>,
    /// The month before, if it has dishes.
    pub earlier: Option<Month>,
    /// The month after, unless it is still to come.
    pub later: Option<Month>,
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Day {
    /// The date.
    pub date: Date,
    /// Its number in the month.
    pub number: u8,
    /// How hard its dish is.
    pub difficulty: Difficulty,
    /// Whether its dish is solved.
    pub is_solved: bool,
    /// When it is.
    pub when: When,
}

/// When a day is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// Before today.
    Past,
    /// Today.
    Today,
    /// After today.
    ToCome,
}

impl Month {
    /// The month of a day.
    #[must_use]
    pub fn of(date: Date) -> Month {
        Month { year: date.year(), month: date.month() }
    }

    /// Its first day.
    #[must_use]
    pub fn first(self) -> Date {
        Date::new(self.year, self.month, 1).expect("a month is made of a date or checked")
    }

    fn before(self) -> Option<Month> {
        let (year, month) = if self.month == 1 { (self.year.checked_sub(1)?, 12) } else { (self.year, self.month - 1) };
        Date::new(year, month, 1).map(Month::of)
    }

    fn after(self) -> Option<Month> {
        let (year, month) = if self.month == 12 { (self.year + 1, 1) } else { (self.year, self.month + 1) };
        Date::new(year, month, 1).map(Month::of)
    }

    fn days(self) -> impl DoubleEndedIterator<Item = Date> {
        (1..=31).filter_map(move |day| Date::new(self.year, self.month, day))
    }
}

impl Calendar {
    /// The calendar of a month.
    #[must_use]
    pub fn new(month: Month, today: Date, progress: &Progress) -> Calendar {
        let day = |date: Date| Day {
            date,
            number: date.day(),
            difficulty: date.difficulty(),
            is_solved: progress.standing(&LevelRef::Day(date)).solved.is_some(),
            when: match date.cmp(&today) {
                std::cmp::Ordering::Less => When::Past,
                std::cmp::Ordering::Equal => When::Today,
                std::cmp::Ordering::Greater => When::ToCome,
            },
        };
        let lead = month.first().weekday() as usize;
        let before: Vec<Date> = month.before().into_iter().flat_map(|before| before.days().rev()).take(lead).collect();
        let blanks = lead - before.len();
        let dates = before.into_iter().rev().chain(month.days());
        Calendar {
            month,
            blanks,
            days: dates.map(day).collect(),
            earlier: month.before(),
            later: month.after().filter(|after| *after <= Month::of(today)),
        }
    }

    /// The first whole week, from Monday: how hard the dishes of each day of the week are.
    #[must_use]
    pub fn week(&self) -> &[Day] {
        let first = (7 - self.blanks) % 7;
        self.days.get(first..first + 7).unwrap_or_default()
    }
}

/// The milliseconds from a time of day to the next day, at least a minute: a timer that rings too early would ring again
/// and again.
#[must_use]
pub fn until_midnight_ms(hours: u32, minutes: u32) -> u32 {
    const MINUTE: u32 = 60_000;
    let gone = hours.min(23) * 60 + minutes.min(59);
    (24 * 60 - gone) * MINUTE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().expect("a date")
    }

    #[test]
    fn a_month_begins_with_the_rest_of_its_first_week() {
        let today = date("2027-01-14");
        let calendar = Calendar::new(Month::of(today), today, &Progress::default());
        let numbers: Vec<u8> = calendar.days.iter().map(|day| day.number).collect();
        assert_eq!(numbers[..6], [28, 29, 30, 31, 1, 2]);
        assert_eq!((numbers.len(), numbers.last(), calendar.blanks), (35, Some(&31), 0));
        let week = calendar.week();
        assert_eq!((week[0].number, week[0].difficulty, week.len()), (28, Difficulty::Gentle, 7));
        let when = |number: u8| calendar.days.iter().rfind(|day| day.number == number).map(|day| day.when);
        assert_eq!([13, 14, 15].map(when), [When::Past, When::Today, When::ToCome].map(Some));
    }

    #[test]
    fn one_can_leaf_back_but_not_into_the_future() {
        let today = date("2027-01-31");
        let calendar = Calendar::new(Month::of(today), today, &Progress::default());
        assert_eq!(calendar.later, None);
        let earlier = calendar.earlier.expect("there was a year before");
        assert_eq!(earlier.first(), date("2026-12-01"));
        let calendar = Calendar::new(earlier, today, &Progress::default());
        assert_eq!(calendar.later, Some(Month::of(today)));
    }

    #[test]
    fn the_very_first_month_begins_with_blanks_and_has_a_whole_week() {
        let today = date("2027-01-31");
        let calendar = |month: Month| Calendar::new(month, today, &Progress::default());
        let mut first = Month::of(today);
        while let Some(earlier) = calendar(first).earlier {
            first = earlier;
        }
        let calendar = calendar(first);
        assert_eq!((calendar.blanks, calendar.days[0].date), (6, Date::FIRST));
        assert_eq!(calendar.week().iter().map(|day| day.date.weekday()).collect::<Vec<_>>(), puzzles::Weekday::ALL);
    }

    #[test]
    fn solved_days_are_marked() {
        let today = date("2026-11-19");
        let mut progress = Progress::default();
        progress.solved(&LevelRef::Day(date("2026-11-03")), 9);
        let calendar = Calendar::new(Month::of(today), today, &progress);
        let solved: Vec<Date> = calendar.days.iter().filter(|day| day.is_solved).map(|day| day.date).collect();
        assert_eq!(solved, [date("2026-11-03")]);
    }

    #[test]
    fn the_next_day_is_at_most_a_day_and_at_least_a_minute_away() {
        assert_eq!(until_midnight_ms(0, 0), 86_400_000);
        assert_eq!(until_midnight_ms(12, 30), 41_400_000);
        assert_eq!(until_midnight_ms(23, 59), 60_000);
    }
}
