//! Finds the attempts that make the dishes of ten years and writes them to `dishes.bin`: `cargo run --release -p puzzles --example
//! dishes`. It goes on where it was stopped, and takes about twenty minutes on one core.
//!
//! With `--check` it makes every stored dish instead, and checks that each is as hard as its day and has one solution.
//! The tests do the same with a sample of the days.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::iter;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use puzzles::{Answer, Date};

/// The number of days: ten years, with the leap days of 2028, 2032 and 2036.
const DAYS: usize = 3653;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/dishes.bin");

fn main() -> std::io::Result<ExitCode> {
    match std::env::args().nth(1) {
        Some(argument) if argument == "--check" => Ok(check()),
        file => find(&file.unwrap_or_else(|| FILE.to_owned())).map(|()| ExitCode::SUCCESS),
    }
}

/// All days of the ten years.
fn days() -> impl Iterator<Item = Date> {
    iter::successors(Some(Date::FIRST), |date| date.next()).take(DAYS)
}

fn check() -> ExitCode {
    let (mut wrong, mut longest) = (0, (Duration::ZERO, Date::FIRST));
    for date in days() {
        let start = Instant::now();
        let dish = date.stored_attempt().and_then(|number| date.attempt(number));
        longest = longest.max((start.elapsed(), date));
        let is_right = dish.is_some_and(|dish| {
            dish.grade.difficulty() == date.difficulty() && dish.findings.answer() == Answer::Exactly(1)
        });
        if !is_right {
            wrong += 1;
            eprintln!("{date}: not the dish of this day");
        }
    }
    println!("{DAYS} days, {wrong} wrong; the longest took {} ms, on {}", longest.0.as_millis(), longest.1);
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn find(file: &str) -> std::io::Result<()> {
    let mut known = fs::read(file).unwrap_or_default();
    // An interrupted write may have left a part of a number.
    let whole = known.iter().rposition(|byte| byte & 0x80 == 0).map_or(0, |last| last + 1);
    known.truncate(whole);
    fs::write(file, &known)?;
    let done = known.iter().filter(|byte| **byte & 0x80 == 0).count();
    let mut output = OpenOptions::new().append(true).open(file)?;
    for date in days().skip(done) {
        let number = (0..).find(|number| date.attempt(*number).is_some()).expect("every day has a dish");
        output.write_all(&varint(number))?;
        if date.day() == 1 {
            eprintln!("{date}");
        }
    }
    Ok(())
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = vec![];
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}
