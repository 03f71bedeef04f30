//! The level of a day. It depends on the date and the version of the generator only, so everybody gets the same.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::generator::{Generated, Recipe};
use crate::grade::Difficulty;
use crate::level::Level;
use crate::trick::Trick;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The first and the last year that have daily levels.
    pub const YEARS: [u16; 2] = [2000, 2999];

    /// A day of the calendar; `None` if it does not exist or is outside [`Date::YEARS`].
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let [first, last] = Date::YEARS;
        let is_day =
            (first..=last).contains(&year) && (1..=12).contains(&month) && (1..=length(year, month)).contains(&day);
        is_day.then_some(Date { year, month, day })
    }

    /// The next day, if it has a level.
    #[must_use]
    pub fn next(self) -> Option<Date> {
        Date::new(self.year, self.month, self.day + 1)
            .or_else(|| Date::new(self.year, self.month + 1, 1))
            .or_else(|| Date::new(self.year + 1, 1, 1))
    }

    /// The number of days since the first day that has a level.
    fn number(self) -> u64 {
        let [first, _] = Date::YEARS;
        let years: u64 = (first..self.year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
        let months: u64 = (1..self.month).map(|month| u64::from(length(self.year, month))).sum();
        years + months + u64::from(self.day) - 1
    }

    /// Monday is 0.
    fn weekday(self) -> usize {
        // The first day was a Saturday.
        ((self.number() + 5) % 7) as usize
    }

    /// The recipe of the day's level for attempt `number`, counted from 0. Levels get harder from Monday to Sunday, and each
    /// day teaches another trick. If that takes too many attempts, the trick is dropped.
    #[must_use]
    pub fn recipe(self, number: u64) -> Recipe {
        const WEEK: [Difficulty; 7] = [
            Difficulty::Gentle,
            Difficulty::Easy,
            Difficulty::Easy,
            Difficulty::Tricky,
            Difficulty::Tricky,
            Difficulty::Tricky,
            Difficulty::Hard,
        ];
        let difficulty = WEEK[self.weekday()];
        let trick = Trick::ALL[(self.number() % Trick::ALL.len() as u64) as usize];
        // Hard levels are rare, and so are gentle ones with crystals. Nobody should have to wait for the level of the day.
        let has_trick = difficulty != Difficulty::Hard && number < PATIENCE;
        Recipe { difficulty, teaches: if has_trick { vec![trick] } else { vec![] }, seed: self.number() }
    }

    /// Attempt `number` to generate the level of this day, with the date in its title. The first successful attempt is the level.
    #[must_use]
    pub fn attempt(self, number: u64) -> Option<Generated> {
        let recipe = self.recipe(number);
        let generated = recipe.attempt(number)?;
        let mut draft = generated.level.to_draft();
        draft.about.title = format!("Level of {self} ({})", recipe.difficulty);
        let level = Level::new(&draft).expect("a level with another title is a level");
        Some(Generated { level, ..generated })
    }

    /// The level of this day. Finding it takes up to a few seconds.
    #[must_use]
    pub fn level(self) -> Generated {
        (0..).find_map(|number| self.attempt(number)).expect("without a trick it takes some hundred attempts")
    }
}

/// The number of attempts with the trick of the day.
const PATIENCE: u64 = 10_000;

const fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn length(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A text that is not a date with a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid date {0:?}: expected a day of the years {first} to {last}, like 2026-11-16", first = Date::YEARS[0], last = Date::YEARS[1])]
pub struct NoDate(pub String);

impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Date, NoDate> {
        let read = || {
            let mut parts = text.split('-');
            let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
            let is_plain = parts.next().is_none() && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
            Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).filter(|_| is_plain)
        };
        read().ok_or_else(|| NoDate(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_each_other_as_in_the_calendar() {
        let first = Date::new(2000, 1, 1).expect("a day");
        let days: Vec<Date> = std::iter::successors(Some(first), |date| date.next()).collect();
        // 400 years have 146,097 days: two times that, and two hundred years with two leap centuries missing.
        assert_eq!(days.len(), 365_243);
        assert!(days.iter().zip(0..).all(|(date, number)| date.number() == number));
        assert!(days.iter().all(|date| date.to_string().parse() == Ok(*date)));
        assert_eq!("2026-11-16".parse::<Date>().map(Date::weekday), Ok(0));
        assert_eq!("2024-02-29".parse::<Date>().map(Date::weekday), Ok(3));
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in [
            "",
            "2026-02-29",
            "2026-13-01",
            "1999-12-31",
            "3000-01-01",
            "2026-1",
            "2026-01-01-01",
            "+2026-01-01",
            "today",
        ] {
            assert_eq!(text.parse::<Date>(), Err(NoDate(text.to_owned())));
        }
    }
}
