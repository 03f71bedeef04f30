//! The generator keeps its promises, and always makes the same levels; every day has a dish.

use std::collections::BTreeSet;
use std::iter;

use puzzles::{
    Answer, Cook, Date, Difficulty, DishRecipe, Extent, Generated, GeneratorVersion, Limits, Recipe, Trick, Weekday,
};

/// The days that are stored: ten years, with the leap days of 2028, 2032 and 2036.
const DAYS: usize = 3653;

const NO_LIMITS: Limits = Limits { nodes: u64::MAX, solutions: usize::MAX };

/// All that a generated level promises.
#[track_caller]
fn check(recipe: &Recipe, generated: &Generated) {
    let Generated { level, findings, grade } = generated;
    assert_eq!(level.solve(NO_LIMITS), *findings, "{level:?}");
    assert_eq!((findings.answer(), findings.extent), (Answer::Exactly(1), Extent::Everything));
    assert_eq!(findings.needs_every_piece(level), Some(true));
    assert!(findings.near_misses > 0);
    assert_eq!(level.grade(findings).as_ref(), Some(grade));
    assert_eq!(grade.difficulty(), recipe.difficulty);
    let best = findings.best.as_ref().expect("a solution");
    let position = level.prepare(&best.preparation).expect("a solution can be made");
    for trick in recipe.teaches.iter().chain(&level.about().teaches) {
        assert!(!level.is_solved_without(*trick, &position), "{trick} in {level:?}");
    }
    assert!(recipe.teaches.iter().all(|trick| level.about().teaches.contains(trick)));
}

#[test]
fn levels_of_each_difficulty_keep_their_promises() {
    for difficulty in [Difficulty::Gentle, Difficulty::Easy, Difficulty::Tricky, Difficulty::Hard] {
        let recipe = Recipe { version: GeneratorVersion::LATEST, difficulty, teaches: vec![], seed: 1 };
        let (_, generated) = recipe.first_from(0);
        check(&recipe, &generated);
    }
}

/// It takes seconds to find one: which attempts succeed is known.
#[test]
fn diabolic_levels_keep_their_promises() {
    for (teaches, number) in [(vec![], 12), (vec![Trick::Slide], 82)] {
        let recipe = Recipe { version: GeneratorVersion::LATEST, difficulty: Difficulty::Diabolic, teaches, seed: 1 };
        check(&recipe, &recipe.attempt(number).expect("it succeeds"));
    }
}

#[test]
fn levels_need_what_they_are_wanted_for() {
    for trick in Trick::ALL {
        let recipe =
            Recipe { version: GeneratorVersion::LATEST, difficulty: Difficulty::Easy, teaches: vec![trick], seed: 2 };
        let (_, generated) = recipe.first_from(0);
        check(&recipe, &generated);
    }
}

/// Another level for the same seed must come with another `GeneratorVersion`: people hand on seeds, and play the dish
/// of the day together.
#[test]
fn a_seed_always_makes_the_same_level() {
    let levels = Difficulty::ALL[..4].iter().map(|difficulty| {
        let (number, generated) =
            Recipe { version: GeneratorVersion::LATEST, difficulty: *difficulty, teaches: vec![Trick::Wall], seed: 7 }
                .first_from(0);
        format!("attempt {number}\n{}", generated.level.to_text())
    });
    insta::assert_snapshot!(levels.collect::<Vec<_>>().join("\n"));
}

/// The days whose attempt is stored.
fn stored() -> impl Iterator<Item = (Date, u64)> {
    let days = iter::successors(Some(Date::FIRST), |date| date.next());
    days.map_while(|date| Some((date, date.stored_attempt()?)))
}

#[test]
fn the_attempts_of_ten_years_are_stored() {
    let days: Vec<(Date, u64)> = stored().collect();
    assert_eq!(days.len(), DAYS);
    assert!(days.iter().all(|(_, number)| *number < 5_000), "an attempt that takes minutes to find is a mistake");
    let taught = days.iter().filter(|(date, number)| !date.recipe(*number).teaches.is_empty()).count();
    assert!(taught * 10 > days.len() * 6, "{taught} of {} dishes teach the trick of the day", days.len());
}

/// A sample of the days, for the time that it takes: ordinary days, and Sundays.
fn sample() -> Vec<(Date, u64)> {
    let (sundays, others): (Vec<_>, Vec<_>) = stored().partition(|(date, _)| date.weekday() == Weekday::Sunday);
    let thin = |days: Vec<(Date, u64)>, count: usize| {
        let every = (days.len() / count).max(1);
        days.into_iter().step_by(every).collect::<Vec<_>>()
    };
    [thin(sundays, 6), thin(others, 60)].concat()
}

#[test]
fn stored_dishes_keep_their_promises() {
    let mut codes = BTreeSet::new();
    let sample = sample();
    for (date, number) in &sample {
        let dish = date.level();
        assert_eq!(Some(&dish), date.attempt(*number).as_ref(), "{date}");
        assert_eq!(dish.grade.difficulty(), date.difficulty(), "{date}");
        check(&date.recipe(*number), &dish);
        codes.insert(dish.level.to_code());
    }
    assert_eq!(codes.len(), sample.len());
}

/// For ordinary days all earlier attempts are made again. Those of Sundays would take too long.
#[test]
fn a_dish_is_the_first_that_is_found() {
    for (date, number) in stored().filter(|(_, number)| *number < 40).step_by(40) {
        if date.weekday() != Weekday::Sunday {
            assert_eq!((0..number).find(|number| date.attempt(*number).is_some()), None, "{date}");
        }
    }
}

#[test]
fn the_week_gets_harder() {
    let week: Vec<Date> = iter::successors("2026-11-16".parse().ok(), |date: &Date| date.next()).take(7).collect();
    let difficulties: Vec<&str> = week.iter().map(|date| date.difficulty().code()).collect();
    assert_eq!(difficulties, ["gentle", "easy", "easy", "tricky", "tricky", "hard", "diabolic"]);
    let tricks: BTreeSet<Trick> = week.iter().map(|date| date.trick()).collect();
    assert!(tricks.len() >= 6, "{tricks:?}");
}

/// What can be seen of a past day never changes: this recipe, and the dishes of eight weeks.
#[test]
fn dishes_never_change() {
    assert_eq!(DishRecipe::of(Date::FIRST), DishRecipe::ALL[0]);
    assert_eq!(DishRecipe::of(Date::LAST), DishRecipe::ALL[DishRecipe::ALL.len() - 1]);
    assert!(DishRecipe::ALL.is_sorted_by_key(|recipe| recipe.from));
    assert_eq!(Date::FIRST.recipe(0).version, GeneratorVersion::Two);
    let days = stored().take(8 * 7);
    let dishes = days.map(|(date, number)| format!("{date} {number} {}", date.level().level.to_code()));
    insta::assert_snapshot!(dishes.collect::<Vec<_>>().join("\n"));
}

/// After the stored days, a cook searches.
#[test]
fn a_cook_searches_where_nothing_is_stored() {
    let monday: Date = "2999-12-30".parse().expect("a day");
    assert_eq!((monday.weekday(), monday.stored_attempt()), (Weekday::Monday, None));
    let mut cook = Cook::new(monday);
    let mut last = -1.0;
    let dish = loop {
        assert!(cook.progress() > last && cook.progress() < 1.0);
        last = cook.progress();
        if let Some(dish) = cook.go_on() {
            break dish;
        }
    };
    assert_eq!((dish.grade.difficulty(), dish), (Difficulty::Gentle, monday.level()));
}
