//! Finds the attempts that make the dishes of ten years and writes them to `dishes.bin`: `cargo run --release -p puzzles --example
//! dishes`. It goes on where it was stopped, and takes about twenty minutes on one core.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::iter;

use puzzles::Date;

/// The number of days: ten years, with the leap days of 2028, 2032 and 2036.
const DAYS: usize = 3653;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/dishes.bin");

fn main() -> std::io::Result<()> {
    let file = std::env::args().nth(1).unwrap_or_else(|| FILE.to_owned());
    let mut known = fs::read(&file).unwrap_or_default();
    // An interrupted write may have left a part of a number.
    let whole = known.iter().rposition(|byte| byte & 0x80 == 0).map_or(0, |last| last + 1);
    known.truncate(whole);
    fs::write(&file, &known)?;
    let done = known.iter().filter(|byte| **byte & 0x80 == 0).count();
    let mut output = OpenOptions::new().append(true).open(&file)?;
    let days = iter::successors(Some(Date::FIRST), |date| date.next()).take(DAYS);
    for date in days.skip(done) {
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
