//! `fearsome play --auto` and `fearsome replay`, as a user calls them.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use cli::engine::PositionObject;
use rules::{Setup, TeleporterTile};
use serde_json::{Value, json};

/// A folder of this test's own.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

fn fearsome(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fearsome")).args(arguments).output().expect("the program starts")
}

fn told(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

fn refused(output: &Output) -> String {
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).expect("errors are UTF-8")
}

const SEED: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

#[test]
fn every_kind_of_table_is_played_recorded_and_verified() {
    let folder = folder("every_kind");
    for players in 2..=7 {
        for fortress in
            ["basic", "experienced", "random", "gallery", "carousel", "slaughterhouse", "burrow", "gauntlet", "court"]
        {
            let file = folder.join(format!("{players}-{fortress}.floors"));
            let (players, file) = (players.to_string(), file.to_str().expect("a path of our own"));
            let mut arguments =
                vec!["play", "--auto", "fool", "--players", &players, "--fortress", fortress, "--record", file];
            if fortress == "court" {
                arguments.push("--long");
            }
            assert!(told(&fearsome(&arguments)).contains(" actions."));
            assert!(told(&fearsome(&["replay", file, "--verify"])).contains("all follow the rules and the seed"));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_record_and_another_one_another() {
    let play = |seed: &str| told(&fearsome(&["play", "--auto", "fool", "--players", "3", "--seed", seed]));
    assert_eq!(play(SEED), play(SEED));
    assert_ne!(play(SEED), play(&SEED.replace("00", "01")));
    assert_eq!(play("2a"), play(&format!("{:0>64}", "2a")), "a short seed is filled up with zeros");
    let by_hand = ["play", "--auto", "fox,fool@7n,fiend", "--setup", "experienced", "--nodes", "40", "--seed", SEED];
    assert_eq!(told(&fearsome(&by_hand)), told(&fearsome(&by_hand)), "bots that lay tiles follow the seed, too");
    let unseeded = || told(&fearsome(&["play", "--auto", "fool", "--players", "2"]));
    assert_ne!(unseeded(), unseeded());
}

#[test]
fn a_list_of_bots_fixes_who_plays_and_a_single_one_plays_all_seats() {
    let seats = |arguments: &[&str]| {
        let record = told(&fearsome(&[&["play", "--seed", "1", "--nodes", "20"], arguments].concat()));
        let seats = record.lines().filter(|line| line.starts_with("seat "));
        seats.map(|line| line.splitn(4, ' ').nth(3).unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(seats(&["--auto", "fool"]), ["fool Dodo", "fool Zigzag", "fool Hopla", "fool Pompon"]);
    assert_eq!(seats(&["--auto", "fool", "--players", "2"]), ["fool Dodo", "fool Zigzag"]);
    assert_eq!(
        seats(&["--auto", "fool,fledgling,fox@30n,fool,fool"]),
        ["fool Dodo", "fledgling Pip", "fox Reynard@30n", "fool Zigzag", "fool Hopla"]
    );
    assert_eq!(seats(&["--auto", "fool,fiend@1ms", "--players", "2"]), ["fool Dodo", "fiend Mephisto@1ms"]);
}

#[test]
fn a_record_is_shown_in_sentences_and_drawings() {
    let file = folder("shown").join("game.floors");
    let file = file.to_str().expect("a path of our own");
    told(&fearsome(&["play", "--auto", "fool", "--players", "3", "--seed", SEED, "--record", file]));
    let shown = told(&fearsome(&["replay", file, "--all"]));
    assert!(shown.starts_with("seat 1: Dodo (green), fool\nseat 2: Zigzag (red), fool\n"), "{shown}");
    for sentence in ["Stage 1 begins; the pile: 5, 7 (2 times)", " comes in on p11.", "the monster runs.", "wins: "] {
        assert!(shown.contains(sentence), "{sentence:?} is not told");
    }
    let at = told(&fearsome(&["replay", file, "--at", "3"]));
    assert!(shown.contains(&at), "the position after action 3 is one of those shown");
    assert_eq!(at.matches("\n 1 *").count(), 1);
    assert!(refused(&fearsome(&["replay", file, "--at", "9999"])).contains("actions"));
}

#[test]
fn a_game_that_branched_off_another_says_so() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/records/version-1-branched.floors");
    let shown = told(&fearsome(&["replay", file, "--all"]));
    assert!(shown.starts_with("seat 1: "), "{shown}");
    assert_eq!(shown.lines().filter(|line| *line == "branched: 40 actions are another game's.").count(), 1);
    assert!(
        told(&fearsome(&["replay", file, "--verify"]))
            .contains("The first 40 come from another game; the rest follow the seed.")
    );
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/records/version-1-basic.floors");
    assert!(!told(&fearsome(&["replay", other, "--all"])).contains("branched"));
}

/// A board with its lists in alphabetical order: a string lists stones by kind, a board as they were laid.
fn listed(board: &Value) -> Value {
    let mut board = board.clone();
    for list in board.as_object_mut().expect("an object").values_mut().filter_map(Value::as_array_mut) {
        list.sort_by_key(Value::to_string);
    }
    board
}

#[test]
fn a_record_is_given_as_json_lines() {
    let file = folder("json").join("game.floors");
    let file = file.to_str().expect("a path of our own");
    let play = ["play", "--auto", "fool", "--players", "4", "--setup", "experienced", "--seed", SEED, "--record", file];
    told(&fearsome(&play));
    let lines = told(&fearsome(&["replay", file, "--json"]));
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (header, actions) = lines.split_first().expect("a header");
    assert_eq!(header["version"], 2);
    assert_eq!((&header["seats"][0]["player"], &header["first_by"]), (&json!("fool"), &json!("lot")));
    assert_eq!(header["seats"].as_array().map(Vec::len), Some(4));
    assert_eq!(header["actions"], actions.len());
    assert_eq!(header["seed"], SEED);
    for (index, line) in actions.iter().enumerate() {
        assert_eq!(line["seq"], index + 1);
        let is_flip = line["action"]["type"] == "flip";
        assert_eq!(line["seat"].is_null(), is_flip, "a flip is an action of no seat");
        assert!(line["events"].as_array().is_some_and(|events| events.iter().all(|event| event["type"].is_string())));
        // The board can be asked about: it is the object of the engine, and the string says the same.
        let setup: Setup = line["position"].as_str().expect("a string").parse().expect("a position string");
        assert_eq!(listed(&json!(PositionObject::from(&setup))), listed(&line["board"]), "after action {}", index + 1);
        let answer = |position: &Value| {
            let question = json!({ "kind": "monster", "card": 1, "position": position });
            let mut output = vec![];
            cli::engine::serve(question.to_string().as_bytes(), &mut output).expect("memory");
            String::from_utf8(output).expect("UTF-8")
        };
        let answers = [answer(&line["board"]), answer(&line["position"])];
        let is_lone =
            |tile: &TeleporterTile| setup.teleporters.iter().filter(|twin| twin.pair == tile.pair).count() == 1;
        if setup.teleporters.iter().any(is_lone) {
            assert!(answers.iter().all(|answer| answer.contains(" has 1 of 2 teleporters")), "{answers:?}");
        } else {
            assert!(answers[0].starts_with(r#"{"monster":"#) && answers[0] == answers[1], "{answers:?}");
        }
    }
    let one = told(&fearsome(&["replay", file, "--json", "--at", "20"]));
    assert_eq!(serde_json::from_str::<Value>(&one).expect("JSON"), actions[19]);
}

#[test]
fn mistakes_are_told_with_file_and_line() {
    let folder = folder("mistakes");
    let file = folder.join("game.floors");
    let file = file.to_str().expect("a path of our own");
    told(&fearsome(&["play", "--auto", "fool", "--players", "2", "--seed", SEED, "--record", file]));
    let text = fs::read_to_string(file).expect("it was written");

    let broken = folder.join("broken.floors");
    let broken = broken.to_str().expect("a path of our own");
    let write = |text: &str| fs::write(broken, text).expect("the folder can be written");
    write(&text[..text.len() / 2]);
    assert!(refused(&fearsome(&["replay", broken])).contains("broken.floors: line "));
    write("hello");
    assert!(refused(&fearsome(&["replay", broken])).contains("line 1: this is not a record"));
    fs::write(broken, b"Fearsome \xff").expect("the folder can be written");
    assert!(refused(&fearsome(&["replay", broken])).contains("line 1: not UTF-8 text"));
    assert!(refused(&fearsome(&["replay", "no-such-file.floors"])).contains("no-such-file.floors"));

    let line = text.lines().position(|line| line.starts_with("commitment")).expect("it is in the header") + 1;
    write(&text.replacen("commitment: ", "commitment: ff", 1));
    assert!(refused(&fearsome(&["replay", broken, "--verify"])).contains(&format!("line {line}: 64 hexadecimal")));
    let other: String = text
        .lines()
        .map(|line| if line.starts_with("salt: ") { format!("salt: {SEED}\n") } else { format!("{line}\n") })
        .collect();
    write(&other);
    assert!(
        refused(&fearsome(&["replay", broken, "--verify"]))
            .contains(&format!("line {line}: seed and salt do not give the commitment"))
    );
}

/// The header of a record that tells who begins.
fn first_of(record: &str) -> &str {
    record.lines().find(|line| line.starts_with("first:")).expect("a record tells who begins")
}

#[test]
fn whoever_is_wanted_begins() {
    let folder = folder("first");
    let file = folder.join("before.floors");
    let file = file.to_str().expect("a path of our own");
    let play = |arguments: &[&str]| {
        fearsome(&[&["play", "--auto", "fool", "--players", "3", "--seed", SEED], arguments].concat())
    };
    let by_lot = told(&play(&[]));
    assert_eq!(by_lot, told(&play(&["--first", "lot"])));
    assert!(first_of(&by_lot).ends_with("lot"), "{}", first_of(&by_lot));
    for seat in ["1", "2", "3"] {
        let record = told(&play(&["--first", seat]));
        assert!(first_of(&record).ends_with("chosen"), "{}", first_of(&record));
        fs::write(file, &record).expect("the folder can be written");
        assert!(told(&fearsome(&["replay", file, "--verify"])).contains("all follow the rules and the seed"));
        // The next game begins with whoever was eaten last.
        let before: rules::notation::RecordText = record.parse().expect("a record of our own");
        let last = before.record.last_eaten().expect("fools are eaten");
        assert_eq!((before.record.terms().first().index() + 1).to_string(), seat);
        let rematch = told(&play(&["--first", &format!("last-eaten:{file}")]));
        let rematch: rules::notation::RecordText = rematch.parse().expect("a record of our own");
        assert_eq!(rematch.record.terms().first(), last);
        assert!(first_of(&rematch.record.to_string()).ends_with("last eaten"));
    }
    let problem = |first: &str| refused(&play(&["--first", first]));
    assert!(problem("0").contains("expected lot, a seat from 1 to 7, or last-eaten:FILE"));
    assert!(problem("last-eaten:").contains("expected lot, a seat from 1 to 7, or last-eaten:FILE"));
    assert!(problem("4").contains("--first: no seat 4 among 3 players"));
    assert!(problem("last-eaten:/no/such.floors").contains("--first: /no/such.floors"));
    let four = refused(&fearsome(&["play", "--auto", "fool", "--first", &format!("last-eaten:{file}")]));
    assert!(four.contains("a game of 3 players, but 4 play now"), "{four}");
    fs::write(file, "nonsense").expect("the folder can be written");
    assert!(problem(&format!("last-eaten:{file}")).contains("line 1"));
}

#[test]
fn impossible_tables_are_refused() {
    let play = |arguments: &[&str]| refused(&fearsome(&[&["play", "--auto", "fool"], arguments].concat()));
    assert!(play(&["--players", "1"]).contains("1 players, from 2 to 7 can play"));
    assert!(play(&["--players", "8"]).contains("8 players, from 2 to 7 can play"));
    assert!(play(&["--players", "999999999999"]).contains("--players"));
    assert!(play(&["--auto", "fox", "--players", "3"]).contains("2 bots named, but 3 players wanted"));
    assert!(play(&["--auto", "ghost"]).contains("expected fool, fledgling, fox or fiend"));
    assert!(play(&["--fortress", "sand"]).contains("gallery"));
    assert!(play(&["--nodes", "0"]).contains("--nodes"));
    assert!(play(&["--nodes", "5", "--millis", "5"]).contains("cannot be used with"));
    assert!(play(&["--seed", "xy"]).contains("1 to 64 hexadecimal digits"));
    assert!(play(&["--seed", ""]).contains("1 to 64 hexadecimal digits"));
    assert!(play(&["--seed", &"1".repeat(65)]).contains("1 to 64 hexadecimal digits"));
    assert!(play(&["--record", "/no/such/folder/x.floors"]).contains("/no/such/folder/x.floors"));
}
