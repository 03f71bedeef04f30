//! The generator keeps its promises, and makes the same levels for ever; every day has a level.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::{fs, thread};

use puzzles::{Answer, Date, Difficulty, Extent, Generated, Limits, Recipe, Trick};

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
        let recipe = Recipe { difficulty, teaches: vec![], seed: 1 };
        let (_, generated) = recipe.first_from(0);
        check(&recipe, &generated);
    }
}

/// It takes seconds to find one: which attempt comes to something is known.
#[test]
fn diabolic_levels_keep_their_promises() {
    let recipe = Recipe { difficulty: Difficulty::Diabolic, teaches: vec![], seed: 1 };
    check(&recipe, &recipe.attempt(1).expect("it came to something"));
}

#[test]
fn levels_need_what_they_are_wanted_for() {
    for trick in Trick::ALL {
        let recipe = Recipe { difficulty: Difficulty::Easy, teaches: vec![trick], seed: 2 };
        let (_, generated) = recipe.first_from(0);
        check(&recipe, &generated);
    }
}

/// Another level for the same seed must come with another `GENERATOR_VERSION`: people hand on seeds, and play the level of the day together.
#[test]
fn a_seed_makes_the_same_level_for_ever() {
    let levels = Difficulty::ALL[..4].iter().map(|difficulty| {
        let (number, generated) = Recipe { difficulty: *difficulty, teaches: vec![Trick::Wall], seed: 7 }.first_from(0);
        format!("attempt {number}\n{}", generated.level.to_text())
    });
    insta::assert_snapshot!(levels.collect::<Vec<_>>().join("\n"));
}

/// The days of a year, each with the number of the attempt that made its level: so a year is checked in a moment, although it takes minutes to
/// find. `cargo xtask bless` finds it anew.
fn year() -> Vec<(Date, u64)> {
    let text = fs::read_to_string(YEAR).expect("the file is there");
    let day = |line: &str| {
        let (date, number) = line.split_once(' ').expect("a date and a number");
        (date.parse().expect("a date"), number.parse().expect("a number"))
    };
    text.lines().map(day).collect()
}

const YEAR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/daily-2027.txt");

/// The number of the first attempt that comes to something.
fn first(date: Date) -> u64 {
    (0..).find(|number| date.attempt(*number).is_some()).expect("every day has a level")
}

fn search_the_year() -> BTreeMap<Date, u64> {
    let new_year = Date::new(2027, 1, 1).expect("a day");
    let left = Mutex::new(std::iter::successors(Some(new_year), |date| date.next()).take(365));
    let found = Mutex::new(BTreeMap::new());
    let work = || {
        loop {
            let Some(date) = left.lock().expect("nobody has failed").next() else { return };
            let number = first(date);
            found.lock().expect("nobody has failed").insert(date, number);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    found.into_inner().expect("nobody has failed")
}

#[test]
fn every_day_of_a_year_has_a_level_of_its_own() {
    if std::env::var_os("FEARSOME_BLESS").is_some() {
        let lines: Vec<String> = search_the_year().iter().map(|(date, number)| format!("{date} {number}\n")).collect();
        fs::write(YEAR, lines.concat()).expect("the file can be written");
    }
    let mut codes = BTreeSet::new();
    for (date, number) in year() {
        let generated = date.attempt(number).unwrap_or_else(|| panic!("{date} has no level"));
        check(&date.recipe(number), &generated);
        codes.insert(generated.level.to_code());
    }
    assert_eq!(codes.len(), 365);
}

#[test]
fn the_level_of_a_day_is_the_first_that_is_found() {
    for (date, number) in year().into_iter().step_by(24) {
        assert_eq!((date, first(date)), (date, number));
        assert_eq!(Some(date.level()), date.attempt(number));
    }
}
