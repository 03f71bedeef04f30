//! The days that have a dish: dates, weekdays, and the order of days. This module knows no clock.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A day that has a dish: from [`Date::FIRST`] to the end of the year 2999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weekday {
    /// The first day of the week.
    Monday,
    /// The second.
    Tuesday,
    /// The third.
    Wednesday,
    /// The fourth.
    Thursday,
    /// The fifth.
    Friday,
    /// The sixth.
    Saturday,
    /// The last.
    Sunday,
}

impl Weekday {
    /// All days of the week, in order.
    pub const ALL: [Weekday; 7] = [
        Weekday::Monday,
        Weekday::Tuesday,
        Weekday::Wednesday,
        Weekday::Thursday,
        Weekday::Friday,
        Weekday::Saturday,
        Weekday::Sunday,
    ];
}

impl Date {
    /// The first day with a dish, a Sunday.
    pub const FIRST: Date = Date { year: 2026, month: 11, day: 1 };

    /// The last day with a dish.
    pub const LAST: Date = Date { year: 2999, month: 12, day: 31 };

    /// A day of the calendar; `None` if it does not exist or has no dish.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let date = Date { year, month, day };
        let is_day = (1..=12).contains(&month) && (1..=length(year, month)).contains(&day);
        (is_day && (Date::FIRST..=Date::LAST).contains(&date)).then_some(date)
    }

    /// The year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, from 1.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.day
    }

    /// The day of the week.
    #[must_use]
    pub fn weekday(self) -> Weekday {
        let first = Weekday::Sunday as u64;
        Weekday::ALL[((self.number() + first) % 7) as usize]
    }

    /// The next day, if it has a dish.
    #[must_use]
    pub fn next(self) -> Option<Date> {
        Date::new(self.year, self.month, self.day + 1)
            .or_else(|| Date::new(self.year, self.month + 1, 1))
            .or_else(|| Date::new(self.year + 1, 1, 1))
    }

    /// The day before, if it has a dish.
    #[must_use]
    pub fn previous(self) -> Option<Date> {
        let Date { year, month, day } = self;
        match (month, day) {
            (1, 1) => Date::new(year - 1, 12, 31),
            (_, 1) => Date::new(year, month - 1, length(year, month - 1)),
            _ => Date::new(year, month, day - 1),
        }
    }

    /// The number of days since [`Date::FIRST`].
    pub(crate) fn number(self) -> u64 {
        self.day_of_all_years() - Date::FIRST.day_of_all_years()
    }

    fn day_of_all_years(self) -> u64 {
        let years: u64 = (2000..self.year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
        let months: u64 = (1..self.month).map(|month| u64::from(length(self.year, month))).sum();
        years + months + u64::from(self.day)
    }
}

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

/// A text that is not a date with a dish.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid date {0:?}: expected a day from {first} to {last}, like 2026-11-16", first = Date::FIRST, last = Date::LAST)]
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
        let days: Vec<Date> = std::iter::successors(Some(Date::FIRST), |date| date.next()).collect();
        assert_eq!(days.last(), Some(&Date::LAST));
        // The years 2000 to 2999 have 365,243 days, of which 9,801 are over before the first dish.
        assert_eq!(days.len(), 365_243 - 9_801);
        assert!(days.iter().zip(0..).all(|(date, number)| date.number() == number));
        assert!(days.iter().all(|date| date.to_string().parse() == Ok(*date)));
        assert!(days.windows(2).all(|days| days[1].previous() == Some(days[0])));
        assert_eq!(Date::FIRST.previous(), None);
        assert_eq!("2026-11-16".parse::<Date>().map(Date::weekday), Ok(Weekday::Monday));
        assert_eq!("2028-02-29".parse::<Date>().map(Date::weekday), Ok(Weekday::Tuesday));
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in [
            "",
            "2027-02-29",
            "2026-13-01",
            "2026-10-31",
            "3000-01-01",
            "2026-12",
            "2026-12-01-01",
            "+2026-12-01",
            "today",
        ] {
            assert_eq!(text.parse::<Date>(), Err(NoDate(text.to_owned())));
        }
    }
}
