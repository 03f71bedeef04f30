//! Levels in links: every level comes back, damaged and hostile codes are refused, old ones can always be read.

mod random_levels;

use std::iter::from_fn;

use proptest::prelude::*;
use puzzles::{About, Draft, Grant, GrantProblem, Level, LevelCodeError, LevelProblem, Thing, Trick};
use random_levels::levels;
use rules::notation::bits::{BitReader, BitWriter, WordError};
use rules::{Cell, CellSet, Direction, FigureId, Monster, Setup, Stone, Whereabouts};
use testkit::positions::config;

const VERSION: char = 'a';

/// A code of the first version, and the level that it always has to give.
const VERSION_A: (&str, &str) =
    (include_str!("codes/version-a-everything.txt"), include_str!("levels/version-1-everything.level"));

fn bits(code: &str) -> Vec<bool> {
    let mut reader = BitReader::open(code, VERSION, code.len()).expect("a code");
    from_fn(|| reader.flag().ok()).collect()
}

/// The code that holds these bits, with a check that fits.
fn sealed(bits: &[bool]) -> String {
    let mut writer = BitWriter::default();
    bits.iter().for_each(|bit| writer.flag(*bit));
    writer.into_word(VERSION)
}

/// A level of the usual size.
const TYPICAL: &str = "fearsome-level 1
title: Round the pillar
author: Fearsome Floors
hint: It turns to the one who is nearest.
teaches: nearest, stone
ours: G1 G3 B4
 1 > . . . . . . . . . . .
 3 . . # . . . . . ~ ~ . . . .
 4 . . . . R4 . . . ~ ~ . . # . .
 5 . . . . . . . # . . . . . . . .
 6 . . G3 . . . . . # . . . . # . .
 7 . . . . . R1 # . . . . . . . . .
 8 . . . # . Y5 . . . . . . # . .
10 . B4 . . . . . . . . . . .
waiting: G1
lay: 1 figure on anywhere
lay: 2 stone on anywhere
lay: 1 crystal on anywhere
";

#[test]
fn codes_of_every_version_are_read_for_ever() {
    let (code, text) = VERSION_A;
    let level = Level::from_text(text).unwrap();
    assert_eq!(level.to_code(), code.trim());
    assert_eq!(Level::from_code(code.trim()), Ok(level));
}

#[test]
fn a_level_of_the_usual_size_is_short() {
    let code = Level::from_text(TYPICAL).unwrap().to_code();
    assert!(code.len() < 150, "{} characters: {code}", code.len());
}

/// Every text as long as can be and not ASCII, every trick, all figures and as many stones as there are spaces, and
/// twelve pools, which have room below all of that, each in every other column.
fn largest() -> Level {
    let mut free = Cell::ALL.into_iter().filter(|cell| !cell.is_corner());
    let mut figures: Vec<_> =
        FigureId::all().zip(free.by_ref()).map(|(figure, cell)| (figure, Whereabouts::On(cell.into()))).collect();
    figures.sort();
    let stones = Stone::ALL.into_iter().cycle().skip(1).zip(free).map(|(kind, cell)| (kind, cell.into())).collect();
    let monster = Some(Monster { at: Cell::EXIT.into(), facing: Direction::East });
    let every_other: CellSet = Cell::ALL.into_iter().filter(|cell| cell.column() % 2 == 0).collect();
    let about = About {
        title: "é".repeat(Level::LONGEST_TITLE / 2),
        author: "é".repeat(Level::LONGEST_AUTHOR / 2),
        hint: "é".repeat(Level::LONGEST_HINT / 2),
        teaches: Trick::ALL.to_vec(),
    };
    let draft = Draft {
        about,
        ours: figures[1..].iter().map(|(figure, _)| *figure).collect(),
        setup: Setup { monster, stones, figures, ..Setup::default() },
        grants: vec![Grant::Lay { thing: Thing::LongPool, count: 1, on: every_other }; Level::MOST_PIECES],
    };
    Level::new(&draft).expect("a level")
}

#[test]
fn the_largest_level_fits_into_a_link() {
    let level = largest();
    let code = level.to_code();
    assert!((900..=Level::LONGEST_CODE).contains(&code.len()), "{} characters", code.len());
    assert_eq!(Level::from_code(&code), Ok(level));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let code = Level::from_text(TYPICAL).unwrap().to_code();
    let told = |code: &str| Level::from_code(code).unwrap_err().to_string();
    assert_eq!(told(""), "the code is empty");
    assert_eq!(
        told(&"a".repeat(5000)),
        format!("the code has 5000 characters, at most {} are allowed", Level::LONGEST_CODE)
    );
    assert_eq!(told(&code.replacen('a', "1", 1)), "unknown version '1', expected 'a'");
    assert_eq!(told("a/"), "character 2: '/' is not allowed in a code");
    assert_eq!(told("aAAAA"), "the code is damaged: its checksum, the last 4 characters, does not match");
    assert_eq!(told(&sealed(&[])), "the code ends too early, after 5 characters");
    assert_eq!(told(&sealed(&bits(&code)[..300])), "the code ends too early, after 55 characters");
    // Six bits of the title's length, and a bit that says that it is UTF-8: no text begins with a byte of only ones.
    let no_text = sealed(&[[false; 5].as_slice(), &[true, false], &[true; 8], &[false; 20]].concat());
    assert_eq!(told(&no_text), "character 2: a text expected");
    // No text, nothing taught, and as a monster's space 12, where row 1 has ended.
    let no_space =
        sealed(&[[false; 6 + 6 + 8 + 4].as_slice(), &[false, false, false, false, true, true, false, false]].concat());
    assert_eq!(told(&no_space), "character 6: a space expected");
}

#[test]
fn what_makes_no_level_is_told() {
    // Nothing is told but a monster on a1, no stone, no blood, no teleporter, no figure, and that c3 may be moved
    // anywhere.
    let mut writer = BitWriter::default();
    writer.number(0, 6 + 6 + 8 + 4);
    writer.number(0, 8 + 2);
    for _ in ["stones", "blood"] {
        writer.number(0b10_0000, 6);
    }
    writer.number(0, 2);
    writer.number(0b10_0000, 6);
    writer.number(0, 4);
    writer.number(8, 4);
    writer.number(2 * 16 + 2, 8);
    writer.flag(true);
    let problems =
        [LevelProblem::NobodyToEat, LevelProblem::Grant { grant: 0, problem: GrantProblem::NothingToMove(Cell::C3) }];
    let refused = Level::from_code(&writer.into_word(VERSION)).unwrap_err();
    assert_eq!(refused, LevelCodeError::Level(problems.to_vec()));
    assert_eq!(
        refused.to_string(),
        "no figure is theirs, so the monster has nobody to eat; grant 1: there is no piece to move on c3"
    );
}

#[test]
fn a_mistyped_character_is_not_blamed_on_the_level() {
    let code = Level::from_text(TYPICAL).unwrap().to_code();
    for at in 1..code.len() {
        let other = if code.as_bytes()[at] == b'A' { '_' } else { 'A' };
        let changed = format!("{}{other}{}", &code[..at], &code[at + 1..]);
        let damaged = Err(LevelCodeError::Word(WordError::Damaged));
        assert_eq!(Level::from_code(&changed), damaged, "character {}", at + 1);
        assert_eq!(Level::from_code(&code[..at]), damaged, "{at} characters");
    }
}

#[test]
fn what_says_the_same_in_other_bits_is_refused() {
    let level = Level::from_text("fearsome-level 1\n1 > R4 . . . . . . . . . .\nlay: 1 stone on anywhere").unwrap();
    let told = bits(&level.to_code());
    assert_eq!(sealed(&told), level.to_code());
    let refused = |bits: &[bool]| assert_eq!(Level::from_code(&sealed(bits)), Err(LevelCodeError::Roundabout));
    // Something stands behind the end.
    refused(&[told.as_slice(), &[false; 6]].concat());
    // Before the stones are 24 bits for the texts and 10 for the monster; no stones as a set of bits are longer than as
    // a list.
    let stones = 24 + 10;
    let mut roundabout = told.clone();
    roundabout.splice(stones..stones + 6, [false; 1 + 154]);
    refused(&roundabout);
    // The area comes last: all that there is room for, space by space.
    let last = told.iter().rposition(|bit| *bit).unwrap();
    let room = Thing::Stone(Stone::Plain).room_on(level.position()).len();
    roundabout = told[..last].to_vec();
    roundabout.extend([false, false]);
    roundabout.extend(vec![true; room]);
    refused(&roundabout);
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn every_level_comes_back(level in levels()) {
        let code = level.to_code();
        prop_assert!(code.len() <= Level::LONGEST_CODE, "{} characters", code.len());
        prop_assert!(code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
        prop_assert_eq!(Level::from_code(&code).map(|again| again.to_text()), Ok(level.to_text()));
        prop_assert_eq!(Level::from_code(&code), Ok(level));
    }

    #[test]
    fn every_code_that_is_read_is_the_one_that_is_written(level in levels(), at in any::<prop::sample::Index>(), near_end in any::<bool>()) {
        let mut bits = bits(&level.to_code());
        // The bits that fill up are at the end, and would seldom be met among all others.
        let at = if near_end { bits.len() - 1 - at.index(8) } else { at.index(bits.len()) };
        bits[at] = !bits[at];
        if let Ok(other) = Level::from_code(&sealed(&bits)) {
            prop_assert_eq!(other.to_code(), sealed(&bits));
            prop_assert_ne!(other, level);
        }
    }

    #[test]
    fn no_garbage_makes_reading_panic(text in "\\PC{0,60}", code in "a[A-Za-z0-9_-]{0,1000}", bits in prop::collection::vec(any::<bool>(), 0..6000)) {
        prop_assert!(Level::from_code(&text).is_err());
        prop_assert!(Level::from_code(&code).is_err());
        // With a check that fits, reading gets further; and further still without texts.
        drop(Level::from_code(&sealed(&bits)));
        drop(Level::from_code(&sealed(&[[false; 24].as_slice(), &bits].concat())));
    }

    #[test]
    fn a_level_that_breaks_off_is_refused(level in levels(), at in any::<prop::sample::Index>()) {
        let bits = bits(&level.to_code());
        // Where bits that fill up are lost, all is still there.
        let kept = &bits[..at.index(bits.len() - 6)];
        prop_assert!(Level::from_code(&sealed(kept)).is_err());
    }
}
