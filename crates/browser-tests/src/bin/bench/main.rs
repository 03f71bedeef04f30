//! How quick the page is. Figures depend on the machine; nothing is asserted.
//!
//! Without arguments everything is measured; `local`, `puzzles`, `online` and `throttled` name the parts.

mod local;
mod online;
mod puzzles;
mod throttled;

use std::env;
use std::process::exit;

use browser_tests::with_page;

/// The parts that can be measured alone.
const PARTS: [&str; 4] = ["local", "puzzles", "online", "throttled"];

fn main() {
    let wanted: Vec<String> = env::args().skip(1).collect();
    if let Some(unknown) = wanted.iter().find(|part| !PARTS.contains(&part.as_str())) {
        eprintln!("unknown part {unknown:?}: expected {}", PARTS.join(", "));
        exit(2);
    }
    let is_wanted = |part: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == part);
    println!("{:60} {:>12}", "what", "figure");
    if is_wanted("local") {
        with_page(local::loading);
        with_page(local::thinking);
        with_page(local::walking);
        with_page(local::pointing);
    }
    if is_wanted("puzzles") {
        with_page(puzzles::measure);
    }
    if is_wanted("online") {
        online::measure();
    }
    if is_wanted("throttled") {
        throttled::measure();
    }
}

/// The middle one of these values; 0 without values.
fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let Some(last) = values.len().checked_sub(1) else { return 0.0 };
    (values[last / 2] + values[last.div_ceil(2)]) / 2.0
}

fn tell(what: &str, figure: f64, unit: &str) {
    println!("{what:60} {figure:>8.1} {unit}");
}
