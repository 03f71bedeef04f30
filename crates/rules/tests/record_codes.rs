//! Records in links: every game comes back, damaged codes are refused, old ones are read for ever.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use proptest::prelude::*;
use rules::Outcomes;
use rules::chance::{Nonce, Purpose, Stream};
use rules::game::{Band, FortressChoice, Length, NamedFortress, Options, Players};
use rules::host::Host;
use rules::notation::bits::WordError;
use rules::notation::{CodeError, RecordText};
use rules::record::{Record, RecordProblem};
use sha2::{Digest, Sha256};
use testkit::games::{choose, options, seated, secret};
use testkit::positions::config;

/// A random game after so many actions, or at its end.
fn game(options: Options, bytes: [u8; 32], names: &[&str], nonces: Vec<Option<Nonce>>, stop: usize) -> Record {
    let names = &names[..names.len().min(options.players.count())];
    let (mut host, _) = Host::new(options, seated(names, &nonces), secret(bytes)).unwrap();
    let mut chance = Stream::new(&secret(bytes).seed, &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    for _ in 0..stop {
        match choose(&mut host, &mut chance, &mut outcomes) {
            Some((seat, action)) => drop(host.act(seat, &action).unwrap()),
            None if host.game().ending().is_some() => break,
            None => drop(host.flip().unwrap()),
        }
    }
    Record::of(&host)
}

fn table(players: usize, fortress: FortressChoice) -> Options {
    Options { players: Players::new(&Band::ALL[..players]).unwrap(), fortress, length: Length::Normal }
}

const NAMES: [&str; 7] = ["Anna", "Ben the Bold", "Cécile", "Dörte", "", "Jürgen 🦊", "Georg"];

/// Codes of every version, and the records they must always give.
const FIXTURES: [(&str, &str); 7] = [
    (include_str!("codes/version-1-basic.txt"), include_str!("records/version-1-basic.floors")),
    (include_str!("codes/version-1-by-hand.txt"), include_str!("records/version-1-by-hand.floors")),
    (include_str!("codes/version-1-branched.txt"), include_str!("records/version-1-branched.floors")),
    (include_str!("codes/version-2-basic.txt"), include_str!("records/version-2-basic.floors")),
    (include_str!("codes/version-2-chosen.txt"), include_str!("records/version-2-chosen.floors")),
    (include_str!("codes/version-2-random.txt"), include_str!("records/version-2-random.floors")),
    (include_str!("codes/version-2-from.txt"), include_str!("records/version-2-from.floors")),
];

#[test]
fn codes_of_every_version_are_read_for_ever() {
    for (code, text) in FIXTURES {
        let record: RecordText = text.parse().unwrap();
        assert_eq!(Record::from_code(code.trim()).unwrap(), record.record);
        let written = record.record.to_code();
        assert_eq!(Record::from_code(&written).unwrap(), record.record);
        if code.starts_with('2') {
            assert_eq!(written, code.trim());
        }
    }
}

#[test]
fn whole_games_fit_into_a_link() {
    let lengths = |players, fortress| {
        let games = (0..20).map(|seed| game(table(players, fortress), [seed; 32], &NAMES, vec![], 1000));
        games.map(|record| record.to_code().len()).max().unwrap()
    };
    let prepared = FortressChoice::Prepared(NamedFortress::ALL[0].fortress());
    for (players, fortress, most) in [
        (2, FortressChoice::Basic, 500),
        (4, FortressChoice::Basic, 700),
        (7, FortressChoice::ByHand, 900),
        (7, prepared, 900),
    ] {
        let longest = lengths(players, fortress);
        assert!(longest <= most, "{players} players: {longest} characters");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let record = game(table(4, FortressChoice::Basic), [3; 32], &NAMES, vec![], 1000);
    let code = record.to_code();
    let read = |code: &str| Record::from_code(code).unwrap_err();
    assert_eq!(read(""), CodeError::Word(WordError::Empty));
    assert_eq!(read(&code.replacen('2', "3", 1)), CodeError::Word(WordError::Version { found: '3', known: '2' }));
    assert_eq!(
        read(&format!("{}%{}", &code[..9], &code[10..])),
        CodeError::Word(WordError::Character { at: 10, found: '%' })
    );
    assert_eq!(read(&"A".repeat(5000)), CodeError::Word(WordError::TooLong { length: 5000, longest: 4096 }));
    assert_eq!(read("2/").to_string(), "character 2: '/' is not allowed in a code");
    for short in ["1", "2", "2AB", &sealed("2")[..4]] {
        assert_eq!(read(short), CodeError::Word(WordError::Damaged), "{short}");
    }
    assert_eq!(read(&sealed("2")), CodeError::Word(WordError::BreaksOff(5)));
    assert_eq!(read(&sealed(&code[..100])), CodeError::Word(WordError::BreaksOff(104)));
}

/// The code whose characters before the check these are.
fn sealed(told: &str) -> String {
    let digest = Sha256::digest(told.as_bytes());
    let bits = digest[..3].iter().fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
    let check = (0..4).rev().map(|nth| char::from(ALPHABET[bits >> (6 * nth) & 63]));
    told.chars().chain(check).collect()
}

/// The characters of codes in the order of their values.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The code with other bits before its check: `change` gets them all, without the version.
fn with_bits(code: &str, change: impl FnOnce(&mut Vec<bool>)) -> String {
    let value = |letter: &u8| ALPHABET.iter().position(|other| other == letter).unwrap();
    let told = code.as_bytes()[1..code.len() - 4].iter().map(value);
    let mut bits: Vec<bool> = told.flat_map(|value| (0..6).rev().map(move |bit| value >> bit & 1 != 0)).collect();
    change(&mut bits);
    let letters = bits.chunks(6).map(|chunk| {
        let value = (0..6).fold(0, |value, nth| value << 1 | usize::from(chunk.get(nth) == Some(&true)));
        char::from(ALPHABET[value])
    });
    sealed(&['2'].into_iter().chain(letters).collect::<String>())
}

#[test]
fn what_says_the_same_in_other_bits_is_refused() {
    let read = |code: &str| Record::from_code(code).unwrap_err();
    let record = game(table(2, FortressChoice::Basic), [5; 32], &[], vec![], 1000);
    let code = record.to_code();
    assert_eq!(with_bits(&code, |_| {}), code);
    // Before the nonces stand 3 bits for the number of players, 3 + 3 + 8 for each of two without a name, 1 for no monster,
    // 1 for a new game, and 2 + 1 + 1 + 2 for fortress, length, first player and how they were found.
    let nonces = 3 + 2 * (3 + 3 + 8) + 1 + 1 + 6;
    let nobody_gave_one = with_bits(&code, |bits| {
        assert!(!bits[nonces]);
        bits[nonces] = true;
        bits.splice(nonces + 1..nonces + 1, [false, false]);
    });
    assert_eq!(read(&nobody_gave_one), CodeError::Roundabout);
    // The last bit of a finished game is set: its commitment follows from its secret. Only what fills up comes behind it.
    let commitment = record.terms().commitment().0;
    let follows_and_is_told = with_bits(&code, |bits| {
        let last = bits.iter().rposition(|bit| *bit).unwrap();
        assert!(last + 1 < bits.len(), "nothing fills up: take another game");
        bits.truncate(last);
        bits.push(false);
        bits.extend(commitment.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 != 0)));
    });
    assert_eq!(read(&follows_and_is_told), CodeError::Roundabout);
    assert_eq!(read(&with_bits(&code, |bits| *bits.last_mut().unwrap() = true)), CodeError::Roundabout);
    assert_eq!(read(&with_bits(&code, |bits| bits.extend([false; 6]))), CodeError::Roundabout);
}

#[test]
fn a_mistyped_character_is_not_blamed_on_the_game() {
    let code = game(table(2, FortressChoice::Basic), [3; 32], &[], vec![], 60).to_code();
    for at in 1..code.len() {
        let other = if code.as_bytes()[at] == b'A' { '_' } else { 'A' };
        let changed = format!("{}{other}{}", &code[..at], &code[at + 1..]);
        assert_eq!(Record::from_code(&changed), Err(CodeError::Word(WordError::Damaged)), "character {}", at + 1);
        assert_eq!(Record::from_code(&code[..at]), Err(CodeError::Word(WordError::Damaged)), "{at} characters");
    }
}

#[test]
fn an_action_against_the_rules_is_told_with_its_number() {
    let code = game(table(2, FortressChoice::Basic), [3; 32], &[], vec![], 60).to_code();
    let refused = (20..code.len() - 60).filter_map(|at| {
        let other = if code.as_bytes()[at] == b'A' { '_' } else { 'A' };
        Record::from_code(&sealed(&format!("{}{other}{}", &code[..at], &code[at + 1..code.len() - 4]))).err()
    });
    let told = refused.filter(|error| matches!(error, CodeError::Record(RecordProblem::Illegal { .. }))).count();
    assert!(told > 10, "{told}");
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn every_game_comes_back(options in options(), bytes in any::<[u8; 32]>(), nonces in proptest::collection::vec(any::<Option<[u8; 16]>>(), 0..3), stop in 0_usize..400) {
        let nonces = nonces.into_iter().take(options.players.count()).map(|nonce| nonce.map(Nonce)).collect();
        let record = game(options, bytes, &NAMES, nonces, stop);
        let code = record.to_code();
        prop_assert!(code.len() <= 2000, "{} characters", code.len());
        prop_assert!(code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
        prop_assert_eq!(Record::from_code(&code), Ok(record));
    }

    #[test]
    fn a_code_with_a_character_changed_or_lost_is_refused(options in options(), bytes in any::<[u8; 32]>(), stop in 0_usize..400, at in any::<prop::sample::Index>(), new in any::<prop::sample::Index>()) {
        let code = game(options, bytes, &NAMES, vec![], stop).to_code();
        let at = at.index(code.len());
        let changed = format!("{}{}{}", &code[..at], char::from(ALPHABET[new.index(64)]), &code[at + 1..]);
        prop_assert!(changed == code || Record::from_code(&changed).is_err());
        prop_assert!(Record::from_code(&code[..at]).is_err());
        let without = format!("{}{}", &code[..at], &code[at + 1..]);
        prop_assert!(without == code || Record::from_code(&without).is_err());
    }

    #[test]
    fn every_code_that_is_read_is_the_one_that_is_written(options in options(), bytes in any::<[u8; 32]>(), stop in 0_usize..400, at in any::<prop::sample::Index>(), near_end in any::<bool>()) {
        let code = game(options, bytes, &[], vec![], stop).to_code();
        let changed = with_bits(&code, |bits| {
            // The bits that fill up are at the end, and would seldom be met among all others.
            let at = if near_end { bits.len() - 1 - at.index(8) } else { at.index(bits.len()) };
            bits[at] = !bits[at];
        });
        if let Ok(record) = Record::from_code(&changed) {
            prop_assert_eq!(record.to_code(), changed);
        }
    }

    #[test]
    fn no_garbage_makes_reading_panic(text in "\\PC{0,60}", code in "[12][A-Za-z0-9_-]{0,600}") {
        prop_assert!(Record::from_code(&text).is_err());
        prop_assert!(Record::from_code(&code).is_err());
        // With a check that fits, reading gets as far as the game.
        drop(Record::from_code(&sealed(&code)));
    }
}
