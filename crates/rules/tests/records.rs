//! Records: old ones keep loading, damaged ones are refused with the line.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use rules::chance::{Nonce, Salt, Secret, Seed};
use rules::game::{Action, Band, FortressChoice, Game, Length, Options, Players, Seat};
use rules::host::Host;
use rules::notation::{RecordError, RecordOutline, RecordText};
use rules::record::{Record, Unfair};
use rules::terms::{Agreement, Beginning, FirstBy, Terms};
use testkit::games::seated;
use testkit::positions::config;

fn fixtures() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 3);
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn fixture(name: &str) -> String {
    fixtures().into_iter().find(|(path, _)| path.ends_with(name)).unwrap().1
}

fn basic() -> String {
    fixture("version-1-basic.floors")
}

fn read(text: &str) -> Result<RecordText, RecordError> {
    text.parse()
}

#[test]
fn records_of_every_version_load_and_verify_and_those_of_this_one_are_written_as_they_stand() {
    for (path, text) in fixtures() {
        let read = read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let fair = if read.record.ending().is_some() { Ok(()) } else { Err(Unfair::Unfinished) };
        assert_eq!(read.record.verify(), fair, "{}", path.display());
        let written = read.record.to_string();
        if text.starts_with("Fearsome Floors record, version 2\n") {
            assert_eq!(written, text, "{}", path.display());
        }
        // Older ones are written in this version, and nothing is lost.
        assert_eq!(self::read(&written).unwrap().record, read.record, "{}", path.display());
        assert_eq!(read.lines.len(), read.record.actions().len());
    }
}

#[test]
fn an_outline_says_what_playing_the_record_shows() {
    for (path, text) in fixtures() {
        let record = read(&text).unwrap().record;
        let game = record.replay().last().map_or_else(|| record.beginning().0, |played| played.game);
        let turn = game.playing().map(|playing| (playing.course().stage(), playing.course().turn()));
        let outline = RecordOutline {
            terms: record.terms().clone(),
            actions: record.actions().to_vec(),
            turn,
            ending: record.ending(),
        };
        assert_eq!(RecordOutline::read(&text), Ok(outline), "{}", path.display());
    }
}

#[test]
fn an_outline_is_refused_wherever_the_record_cannot_be_parsed() {
    let text = basic();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let garbled = text.replacen(line, &format!("?{line}"), 1);
        let (strict, outline) = (read(&garbled).unwrap_err(), RecordOutline::read(&garbled));
        assert_eq!(outline.map_err(|error| error.line), Err(strict.line), "line {number}: {strict}");
    }
    let cut = text.lines().take(20).collect::<Vec<_>>().join("\n");
    assert_eq!(RecordOutline::read(&cut), Err(read(&cut).unwrap_err()));
    assert_eq!(RecordOutline::read(""), Err(read("").unwrap_err()));
    for (find, replace) in [("\nseed: ", "\nseed: x"), ("\nsalt: ", "\n# salt: "), ("\nseed: ", "\nsalt: ")] {
        let garbled = text.replacen(find, replace, 1);
        assert_eq!(RecordOutline::read(&garbled), Err(read(&garbled).unwrap_err()), "{replace:?}");
    }
}

#[test]
fn an_outline_does_not_play_the_game() {
    let text = basic();
    let (first, second) = (text.find("\nflip ").unwrap(), text.rfind("\nflip ").unwrap());
    let swapped = format!("{}\nflip 20{}", &text[..first], &text[text[first + 1..].find('\n').unwrap() + first + 1..]);
    assert!(first < second && read(&swapped).is_err(), "there is no such tombstone");
    assert_eq!(RecordOutline::read(&swapped).unwrap().actions.len(), read(&text).unwrap().lines.len());
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
        (damaged("Fearsome Floors record", "Something else"), "line 1: this is not a record".to_owned()),
        (damaged("version 1", "version 7"), "line 1: unknown version \"7\": versions 1 and 2 are known".to_owned()),
        (damaged("seat 2: red", "seat 2: pink"), "line 3: \"pink\" is not a band".to_owned()),
        (damaged("seat 2: red", "seat 2: green"), "line 3: green is taken twice".to_owned()),
        (damaged("fortress: basic", "fortress: sand"), "line 4: basic, by hand or prepared expected".to_owned()),
        (damaged("fortress: basic\n", ""), format!("line {}: the fortress is missing", first_move_line - 1)),
        (damaged("length: normal", "length: short"), "line 5: \"short\" is not a length".to_owned()),
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
        (damaged(&flip, "flip often"), format!("line {}: \"often\" is not a tombstone", line_of("flip"))),
        (damaged("result: ", "result: not "), format!("line {}: the result is: ", line_of("result"))),
        (damaged("seed: ", "sede: "), format!("line {}: unexpected \"sede", line_of("seed"))),
    ];
    for (error, expected) in cases {
        assert!(error.starts_with(&expected), "{error:?} should begin with {expected:?}");
    }
}

#[test]
fn mistakes_of_the_headers_are_told_on_their_own_line() {
    let prepared = fixture("version-1-prepared.floors");
    let error = |find: &str, replace: &str| {
        assert!(prepared.contains(find), "{find:?} is not in the record");
        read(&prepared.replacen(find, replace, 1)).unwrap_err().to_string()
    };
    let tile = prepared.lines().position(|line| line.starts_with("tile:")).unwrap() + 1;
    let first_tile = prepared.lines().nth(tile - 1).unwrap();
    assert_eq!(error(first_tile, "tile: stone b1"), format!("line {tile}: b1 is too close to a door"));
    let doubled = format!("{first_tile}\n{first_tile}");
    assert!(error(first_tile, &doubled).starts_with(&format!("line {}: there is a tile on", tile + 1)));
    assert_eq!(error(&format!("{first_tile}\n"), ""), "line 5: the fortress has 16 of 17 tiles");
    let behind = format!("line {tile}: a tile must follow \"fortress: prepared\" or \"fortress: random\"");
    assert_eq!(error("fortress: prepared", "fortress: basic"), behind);
    assert!(error("seat 2: red", "seat 2: beige").starts_with("line 3: beige has only three figures"));
    assert!(
        error("seat 2: red Random", "seat 2: red \u{202e}evil")
            .starts_with("line 3: seat 2: \"\\u{202e}evil\" is not a name")
    );
    assert!(error("seat 2: red", "seat 3: red").starts_with("line 3: the seats in order expected"));
    assert!(error("result: ", "# ").contains("the result is missing"));
}

#[test]
fn an_unfair_game_is_found_out_on_its_line() {
    let text = basic();
    let verified = |find: &str, replace: &str| {
        assert!(text.contains(find), "{find:?} is not in the record");
        RecordText::verified(&text.replacen(find, replace, 1)).unwrap_err().to_string()
    };
    assert!(RecordText::verified(&text).is_ok());
    let wrong = "line 6: seed and salt do not give the commitment";
    let commitment = text.lines().find(|line| line.starts_with("commitment")).unwrap();
    assert_eq!(verified(commitment, &format!("commitment: {}", "0".repeat(64))), wrong);
    assert_eq!(verified("seed: 1", "seed: 2"), wrong);
    assert!(verified("first: seat 2", "first: seat 1").starts_with("line 7: seat 2 should have begun"));
    // Every tombstone that is exchanged for another is found on its own line, also where the game would go astray later.
    let flips: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, line)| line.starts_with("flip")).collect();
    assert!(flips.len() > 7);
    for (line, flip) in &flips {
        let other = if *flip == "flip 7" { "flip 8" } else { "flip 7" };
        let mut lines: Vec<&str> = text.lines().collect();
        lines[line - 1] = other;
        let error = RecordText::verified(&lines.join("\n")).unwrap_err().to_string();
        assert_eq!(error, format!("line {line}: the tombstone on top was {}", flip.trim_start_matches("flip ")));
    }
}

/// A game of two in which everybody stays outside, from its seed, but begun by `first` whatever the seed says.
fn all_stay(first: Option<Seat>, nonces: Vec<Option<Nonce>>, length: Length) -> Record {
    let secret = Secret { seed: Seed([5; 32]), salt: Salt([6; 32]) };
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    let options = Options { players, fortress: FortressChoice::Basic, length };
    let (mut host, _) = Host::new(options, seated(&[], &nonces), secret).unwrap();
    let mut game = Game::new(options, first.unwrap_or(host.terms().first()), &mut ());
    let mut actions = vec![];
    // The host plays along, so that its tombstones can be taken over.
    while game.ending().is_none() {
        let stay = |game: &Game| {
            let seat = game.acting()?;
            let figure = game.playing().unwrap().movable(seat).iter().next()?;
            Some((seat, Action::Move { figure, path: vec![] }))
        };
        if let Some((seat, action)) = stay(&game) {
            game.act(Some(seat), &action, &mut ()).unwrap();
            let (seat, hosts) = stay(host.game()).unwrap();
            host.act(seat, &hosts).unwrap();
            actions.push(action);
        } else {
            host.flip().unwrap();
            let action = host.log().last().unwrap().clone();
            game.act(None, &action, &mut ()).unwrap();
            actions.push(action);
        }
    }
    let first = first.unwrap_or(host.terms().first());
    let beginning = Beginning::New { options, first, by: FirstBy::Lot };
    let agreement = Agreement { beginning, seats: seated(&[], &nonces), monster: None };
    let terms = Terms::new(agreement, secret.commitment()).unwrap();
    Record::new(terms, actions, Some(secret)).unwrap()
}

#[test]
fn who_begins_is_checked() {
    let fair = all_stay(None, vec![], Length::Normal);
    assert_eq!(fair.verify(), Ok(()));
    let drawn = fair.terms().first();
    let other = fair.terms().players().next(drawn);
    assert_eq!(all_stay(Some(other), vec![], Length::Normal).verify(), Err(Unfair::First { drawn }));
}

#[test]
fn every_nonce_counts() {
    let nonce = |byte| Some(Nonce([byte; 16]));
    let flips = |nonces| {
        let record = all_stay(None, nonces, Length::Long);
        assert_eq!(record.verify(), Ok(()));
        record.actions().iter().filter(|action| matches!(action, Action::Flip { .. })).cloned().collect::<Vec<_>>()
    };
    let all = [vec![], vec![nonce(1)], vec![nonce(1), nonce(2)], vec![nonce(1), nonce(3)]].map(flips);
    for (index, one) in all.iter().enumerate() {
        assert!(!all[..index].contains(one), "{index} is like another");
    }
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
    fn no_damage_makes_reading_panic(cut in any::<prop::sample::Index>(), byte in any::<char>(), nth in any::<prop::sample::Index>()) {
        let (_, text) = nth.get(&fixtures()).clone();
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
