//! Records: old ones keep loading, damaged ones are refused with the line.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use rules::notation::{RecordError, RecordText};
use rules::record::Unfair;
use testkit::positions::config;

fn fixtures() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 3);
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn basic() -> String {
    fixtures().into_iter().find(|(path, _)| path.ends_with("version-1-basic.floors")).unwrap().1
}

fn read(text: &str) -> Result<RecordText, RecordError> {
    text.parse()
}

#[test]
fn records_of_every_version_load_verify_and_are_written_as_they_stand() {
    for (path, text) in fixtures() {
        let read = read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(read.record.verify(), Ok(()), "{}", path.display());
        assert_eq!(read.record.to_string(), text, "{}", path.display());
        assert_eq!(read.lines.len(), read.record.actions().len());
    }
}

/// Changes one line of the basic record and returns the error with its line.
fn damaged(find: &str, replace: &str) -> String {
    let text = basic();
    assert!(text.contains(find), "{find:?} is not in the record");
    read(&text.replacen(find, replace, 1)).unwrap_err().to_string()
}

fn line_of(find: &str) -> usize {
    basic().lines().position(|line| line.starts_with(find)).unwrap() + 1
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let text = basic();
    let first_move = text.lines().find(|line| line.contains(" entrance-p11")).unwrap().to_owned();
    let first_move_line = line_of(&first_move);
    let figure = first_move.split(' ').next().unwrap();
    let flip = text.lines().find(|line| line.starts_with("flip")).unwrap().to_owned();
    let cases = [
        (damaged("Fearsome Floors record", "Something else"), "line 1: this is no record".to_owned()),
        (damaged("version 1", "version 7"), "line 1: version 7 is not known, only version 1".to_owned()),
        (damaged("seat 2: red", "seat 2: pink"), "line 3: \"pink\" is no colour".to_owned()),
        (damaged("seat 2: red", "seat 2: green"), format!("line {first_move_line}: green is taken twice")),
        (damaged("fortress: basic", "fortress: sand"), "line 4: basic, by hand or prepared expected".to_owned()),
        (damaged("fortress: basic\n", ""), format!("line {}: the fortress is missing", first_move_line - 1)),
        (damaged("length: normal", "length: short"), "line 5: normal or long expected".to_owned()),
        (damaged("commitment: ", "commitment: x"), "line 6: 64 hexadecimal digits expected".to_owned()),
        (damaged("first: seat", "first: seat 9 or"), "line 7: the number of a seat expected".to_owned()),
        (damaged("first: seat 2", "first: seat 3"), "line 7: there is no seat 3".to_owned()),
        (
            damaged(&first_move, "hop"),
            format!("line {first_move_line}: place, flip or a figure expected, found \"hop\""),
        ),
        (
            damaged(&first_move, &format!("{figure} entrance-p11-a1")),
            format!("line {first_move_line}: no step leads from p11 to a1"),
        ),
        (
            damaged(&first_move, &format!("{figure} c3-c4")),
            format!("line {first_move_line}: action 1: step 1: a figure outside can only enter"),
        ),
        (damaged(&flip, "flip 6"), format!("line {}: action 5: no such tombstone is left", line_of("flip"))),
        (damaged(&flip, "flip often"), format!("line {}: \"often\" is no tombstone", line_of("flip"))),
        (damaged("result: ", "result: not "), format!("line {}: the result is: ", line_of("result"))),
        (damaged("seed: ", "sede: "), format!("line {}: \"sede", line_of("seed"))),
    ];
    for (error, expected) in cases {
        assert!(error.starts_with(&expected), "{error:?} should begin with {expected:?}");
    }
}

#[test]
fn an_unfair_game_is_found_out_on_its_line() {
    let text = basic();
    let unfair = |find: &str, replace: &str| {
        let changed = text.replacen(find, replace, 1);
        assert_ne!(changed, text);
        read(&changed).unwrap().record.verify().unwrap_err()
    };
    let commitment = text.lines().find(|line| line.starts_with("commitment")).unwrap();
    let other = commitment.chars().rev().collect::<String>();
    let other = format!("commitment: {}", other.chars().take(64).collect::<String>());
    assert_eq!(unfair(commitment, &other), Unfair::Commitment);
    assert_eq!(unfair("seed: 1", "seed: 2"), Unfair::Commitment);
}

#[test]
fn another_order_of_tombstones_is_found_out() {
    // The last two tombstones exchanged: a legal game, but not the one that the seed gives.
    let (_, text) = fixtures().into_iter().find(|(path, _)| path.ends_with("version-1-basic.floors")).unwrap();
    let read_text = read(&text).unwrap();
    let flips: Vec<(usize, &str)> = text.lines().enumerate().filter(|(_, line)| line.starts_with("flip")).collect();
    let found = flips.iter().enumerate().find_map(|(nth, (line, flip))| {
        // Any flip that can be replaced by another one and still leaves a legal record tells the same.
        ["flip 5", "flip 7", "flip 8", "flip 10", "flip 1 hit", "flip 2 hits"].into_iter().find_map(|other| {
            if other == *flip {
                return None;
            }
            let mut lines: Vec<&str> = text.lines().collect();
            lines[*line] = other;
            let changed: RecordText = (lines.join("\n") + "\n").parse().ok()?;
            Some((nth, *line, changed))
        })
    });
    if let Some((_, line, changed)) = found {
        let Err(Unfair::Tombstone { action, .. }) = changed.record.verify() else { panic!("it is not found out") };
        assert_eq!(changed.lines[action], line + 1);
    }
    assert_eq!(read_text.record.verify(), Ok(()));
}

#[test]
fn a_record_that_breaks_off_is_refused() {
    let text = basic();
    let lines: Vec<&str> = text.lines().collect();
    for count in 0..lines.len() {
        let error = read(&lines[..count].join("\n")).unwrap_err();
        assert!(error.line >= 1 && error.line <= count.max(1), "{count}: {error}");
    }
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn no_damage_makes_reading_panic(cut in any::<prop::sample::Index>(), byte in any::<char>(), nth in 0_usize..3) {
        let (_, text) = fixtures().swap_remove(nth);
        let mut chars: Vec<char> = text.chars().collect();
        let at = cut.index(chars.len());
        chars[at] = byte;
        let damaged: String = chars.iter().collect();
        if let Ok(first) = read(&damaged) {
            prop_assert_eq!(read(&first.record.to_string()).unwrap().record, first.record);
        }
        let half: String = chars[..at].iter().collect();
        prop_assert!(read(&half).is_err() || half.trim_end() == text.trim_end());
    }
}
