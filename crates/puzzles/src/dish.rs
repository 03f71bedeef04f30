//! The dish of a day: its level. It depends on the date and on the recipe that holds on that day, so everybody gets the
//! same.
//!
//! Most attempts of the generator fail, so for the coming years the numbers of those that succeed are stored.

use crate::date::{Date, Weekday};
use crate::generator::{Generated, GeneratorVersion, Recipe};
use crate::grade::Difficulty;
use crate::level::Level;
use crate::trick::Trick;

/// How the dishes are made from some date on. A dish that somebody may have seen never changes, so a new recipe begins
/// in the future and the old ones stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DishRecipe {
    /// The version of the generator that makes the dishes.
    pub version: GeneratorVersion,
    /// The first day on which it holds.
    pub from: Date,
    /// The difficulty of each day of the week, from Monday.
    pub week: [Difficulty; 7],
    /// For each day from the first, the number of the first attempt that succeeds, as [`varints`].
    attempts: &'static [u8],
}

impl DishRecipe {
    /// All recipes, the oldest first.
    pub const ALL: [DishRecipe; 1] = [DishRecipe {
        version: GeneratorVersion::Two,
        from: Date::FIRST,
        week: [
            Difficulty::Gentle,
            Difficulty::Easy,
            Difficulty::Easy,
            Difficulty::Tricky,
            Difficulty::Tricky,
            Difficulty::Hard,
            Difficulty::Diabolic,
        ],
        attempts: include_bytes!("../dishes.bin"),
    }];

    /// The recipe that holds on a day.
    #[must_use]
    pub fn of(date: Date) -> DishRecipe {
        let [first] = DishRecipe::ALL;
        DishRecipe::ALL.into_iter().rfind(|recipe| recipe.from <= date).unwrap_or(first)
    }
}

/// Diabolic levels that need crystals are too rare, and hardly any can do without seeing and stones.
const TRICKS_OF_SUNDAYS: [Trick; 7] =
    [Trick::Teleporter, Trick::Tie, Trick::Slide, Trick::Nearest, Trick::Turn, Trick::Shove, Trick::Wall];

/// The number of attempts with the trick of the day. After that, any level of the difficulty will do.
const fn patience(difficulty: Difficulty) -> u64 {
    match difficulty {
        Difficulty::Gentle | Difficulty::Easy => 400,
        Difficulty::Tricky => 150,
        Difficulty::Hard => 80,
        Difficulty::Diabolic => 60,
    }
}

impl Date {
    /// The difficulty of the dish of this day.
    #[must_use]
    pub fn difficulty(self) -> Difficulty {
        DishRecipe::of(self).week[self.weekday() as usize]
    }

    /// The trick that the dish of this day teaches, if such a level is found soon enough. Each day has another.
    #[must_use]
    pub fn trick(self) -> Trick {
        let next = |tricks: &[Trick], number: u64| tricks[(number % tricks.len() as u64) as usize];
        match self.weekday() {
            Weekday::Sunday => next(&TRICKS_OF_SUNDAYS, self.number() / 7),
            Weekday::Monday
            | Weekday::Tuesday
            | Weekday::Wednesday
            | Weekday::Thursday
            | Weekday::Friday
            | Weekday::Saturday => next(&Trick::ALL, self.number()),
        }
    }

    /// The recipe for attempt `number`, counted from 0, to make the dish of this day.
    #[must_use]
    pub fn recipe(self, number: u64) -> Recipe {
        let difficulty = self.difficulty();
        let teaches = if number < patience(difficulty) { vec![self.trick()] } else { vec![] };
        Recipe { version: DishRecipe::of(self).version, difficulty, teaches, seed: self.number() }
    }

    /// Attempt `number` to make the dish of this day, with the date in its title. The first successful attempt is the
    /// dish.
    #[must_use]
    pub fn attempt(self, number: u64) -> Option<Generated> {
        let recipe = self.recipe(number);
        let generated = recipe.attempt(number)?;
        let mut draft = generated.level.to_draft();
        draft.about.title = format!("Dish of {self} ({})", recipe.difficulty);
        let level = Level::new(&draft).expect("a level with another title is a level");
        Some(Generated { level, ..generated })
    }

    /// The number of the first successful attempt, if it is stored.
    #[must_use]
    pub fn stored_attempt(self) -> Option<u64> {
        let DishRecipe { from, attempts, .. } = DishRecipe::of(self);
        let nth = usize::try_from(self.number() - from.number()).ok()?;
        varints(attempts).nth(nth)
    }

    /// The dish of this day. That is quick if the number of the attempt is stored. Otherwise a [`Cook`] can be watched,
    /// and stopped.
    #[must_use]
    pub fn level(self) -> Generated {
        let mut cook = Cook::new(self);
        loop {
            if let Some(dish) = cook.go_on() {
                return dish;
            }
        }
    }
}

/// Makes the dish of a day, attempt by attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cook {
    date: Date,
    next: u64,
    made: u32,
}

impl Cook {
    /// Begins with the stored attempt, if there is one, which succeeds.
    #[must_use]
    pub fn new(date: Date) -> Cook {
        Cook { date, next: date.stored_attempt().unwrap_or(0), made: 0 }
    }

    /// Makes the next attempt. Most take some milliseconds, the longest of a Sunday about half a second.
    pub fn go_on(&mut self) -> Option<Generated> {
        let dish = self.date.attempt(self.next);
        self.next += 1;
        self.made = self.made.saturating_add(1);
        dish
    }

    /// An estimate of how much is done, from 0 to 1. It grows with each attempt.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let made = f64::from(self.made);
        made / (made + 20.0)
    }
}

/// The numbers in a list of bytes. Each takes as many bytes as it needs: seven bits in each, the lowest first, and the
/// eighth bit set in all but the last.
fn varints(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes
        .split_inclusive(|byte| byte & 0x80 == 0)
        .map(|bytes| bytes.iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        assert_eq!(varints(&[0, 127, 0x80, 1, 0xac, 2]).collect::<Vec<_>>(), [0, 127, 128, 300]);
    }
}
