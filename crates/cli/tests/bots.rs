//! `fearsome bots tournament`, as a user calls it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// A folder of this test's own that is not there yet.
fn new_folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an earlier run left it");
    }
    folder
}

fn fearsome(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fearsome")).args(arguments).output().expect("the program starts")
}

fn tournament(arguments: &[&str]) -> Output {
    fearsome(&[&["bots", "tournament"], arguments].concat())
}

fn told(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

fn refused(arguments: &[&str]) -> String {
    let output = tournament(arguments);
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.stdout.is_empty(), "nothing is told of what is refused");
    String::from_utf8(output.stderr).expect("errors are UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    let told = told(&tournament(&[arguments, &["--json"]].concat()));
    assert_eq!(told.lines().count(), 1, "exactly one object");
    serde_json::from_str(&told).expect("JSON")
}

/// Everything but the times, which no seed can fix.
fn without_times(mut standings: Value) -> Value {
    for seat in standings["seats"].as_array_mut().expect("a list") {
        seat["ms_per_move"].take();
    }
    standings
}

#[test]
fn json_names_every_seat_with_its_numbers() {
    let standings =
        json(&["--seats", "fool,fox@30n,fool", "--games", "6", "--nodes", "10", "--fortress", "mixed", "--long"]);
    let fields: Vec<&String> = standings.as_object().expect("an object").keys().collect();
    assert_eq!(fields, ["games", "interrupted", "monster", "seats"]);
    assert_eq!((&standings["games"], &standings["interrupted"]), (&Value::from(6), &Value::from(false)));
    let seats = standings["seats"].as_array().expect("a list");
    let names: Vec<&str> = seats.iter().filter_map(|seat| seat["bot"].as_str()).collect();
    assert_eq!(names, ["fool", "fox@30n", "fool"]);
    let mut wins = standings["monster"].as_u64().expect("a number");
    for seat in seats {
        let number = |field: &str| seat[field].as_f64().unwrap_or_else(|| panic!("{field}: {seat}"));
        wins += seat["wins"].as_u64().expect("a number");
        assert_eq!(number("rate"), number("wins") / 6.0);
        assert!(number("low") <= number("rate") && number("rate") <= number("high"));
        assert!(number("rating_low") < number("rating") && number("rating") < number("rating_high"));
        assert!((0.0..=4.0).contains(&number("escaped")) && number("eaten") >= 0.0 && number("ms_per_move") >= 0.0);
    }
    assert_eq!(wins, 6, "somebody wins every game");
}

#[test]
fn the_seed_and_not_the_threads_decide_with_nodes() {
    let play = |seed: &str, threads: &str| {
        let seats = ["--seats", "fool,fox,fool", "--games", "12", "--nodes", "10"];
        without_times(json(&[&seats[..], &["--seed", seed, "--threads", threads]].concat()))
    };
    assert_eq!(play("5", "1"), play("5", "3"));
    assert_ne!(play("5", "1"), play("6", "1"));
}

#[test]
fn the_table_has_a_row_for_each_entrant() {
    let table = told(&tournament(&["--seats", "fool,fiend@30n", "--games", "4"]));
    let lines: Vec<&str> = table.lines().collect();
    let [header, first, second, monster] = lines[..] else { panic!("{table}") };
    for title in ["entrant", "wins", "rate (95 %)", "escaped", "eaten", "rating (95 %)", "ms per move"] {
        assert!(header.contains(title), "{title:?} is not in {header:?}");
    }
    assert!(first.starts_with("fool ") && second.starts_with("fiend@30n "), "{table}");
    let width = |line: &str| line.chars().count();
    assert_eq!((width(first), width(second)), (width(header), width(header)), "columns stand below each other");
    assert!(monster.starts_with("The monster won ") && monster.ends_with(" of 4 games."), "{monster}");
}

#[test]
fn records_are_written_verify_and_can_be_played_again() {
    let folder = new_folder("records").join("in a new one");
    let path = folder.to_str().expect("a path of our own");
    let play = ["--seats", "fool,fox,fool@9n", "--games", "4", "--nodes", "20", "--setup", "mixed", "--records", path];
    told(&tournament(&play));
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("it was made").flatten().map(|file| file.path()).collect();
    files.sort();
    let names: Vec<_> = files.iter().filter_map(|file| file.file_name()?.to_str()).collect();
    assert_eq!(names, ["game-0001.floors", "game-0002.floors", "game-0003.floors", "game-0004.floors"]);
    for (file, rotated) in
        files.iter().zip(["fool,fox,fool@9n", "fool@9n,fool,fox", "fox,fool@9n,fool", "fool,fox,fool@9n"])
    {
        let verify = fearsome(&["replay", file.to_str().expect("a path of our own"), "--verify"]);
        assert!(told(&verify).contains("all follow the rules and the seed"));
        let record = fs::read_to_string(file).expect("it was written");
        let header = |start: &str| record.lines().find_map(|line| line.strip_prefix(start)).expect("it has this line");
        let setup = if header("fortress: ") == "basic" { "basic" } else { "experienced" };
        let again = ["play", "--auto", rotated, "--nodes", "20", "--setup", setup, "--seed", header("seed: ")];
        assert_eq!(told(&fearsome(&again)), record);
    }
    fs::remove_file(&files[0]).expect("it was written");
    assert!(refused(&play).contains("in a new one: the folder already contains records"));
    assert!(!files[0].exists(), "nothing was played");
}

#[test]
fn impossible_tournaments_are_refused() {
    let fools = |count: usize| vec!["fool"; count].join(",");
    assert!(refused(&["--seats", "fool"]).contains("1 players, from 2 to 7 can play"));
    assert!(refused(&["--seats", &fools(8)]).contains("8 players, from 2 to 7 can play"));
    assert!(refused(&[]).contains("--seats"));
    assert!(
        refused(&["--seats", "fool,ghost"]).contains("unknown bot \"ghost\": expected fool, fledgling, fox or fiend")
    );
    assert!(
        refused(&["--seats", "fool,fox@5s"]).contains("invalid budget \"5s\": expected something like 200ms or 5000n")
    );
    assert!(refused(&["--seats", "fool,"]).contains("unknown bot \"\""));
    let with = |option: &str, value: &str| refused(&["--seats", "fool,fool", option, value]);
    for (option, value) in [("--games", "0"), ("--threads", "0"), ("--nodes", "0"), ("--millis", "0"), ("--seed", "x")]
    {
        let told = with(option, value);
        assert!(told.contains(&format!("invalid value '{value}' for '{option}")), "{told}");
    }
    assert!(with("--fortress", "sand").contains("unknown fortress \"sand\": expected basic, experienced or mixed"));
    assert!(with("--records", env!("CARGO_BIN_EXE_fearsome")).contains("fearsome: "), "a file is no folder");
    let both = refused(&["--seats", "fool,fool", "--nodes", "5", "--millis", "5"]);
    assert!(both.contains("'--nodes <N>' cannot be used with '--millis <N>'"), "{both}");
}

/// They would make the program panic on most systems.
#[test]
fn more_threads_than_any_machine_has_are_rejected() {
    for command in [
        &["bots", "tournament", "--seats", "fool,fool", "--games", "100000"][..],
        &["bots", "tune", "--rounds", "1", "--games", "100000"],
        &["puzzle", "generate", "--difficulty", "gentle"],
    ] {
        let output = fearsome(&[command, &["--threads", "1000000"]].concat());
        let problem = "invalid value '1000000' for '--threads <N>': expected at most 1024";
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(problem), "{command:?}: {errors}");
    }
}

/// Ctrl-C in a terminal is this signal.
#[cfg(unix)]
#[test]
fn after_ctrl_c_what_was_played_is_told() {
    use std::process::Stdio;
    use std::thread;

    let folder = new_folder("interrupted");
    let path = folder.to_str().expect("a path of our own");
    let mut endless = Command::new(env!("CARGO_BIN_EXE_fearsome"))
        .args(["bots", "tournament", "--seats", "fool,fool", "--games", "1000000", "--json", "--records", path])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It listens for the signal before it plays, and so before there is a record.
    while !folder.join("game-0000001.floors").exists() {
        assert_eq!(endless.try_wait().expect("it can be asked"), None, "it ended before it was told to");
        thread::yield_now();
    }
    let kill = Command::new("kill").args(["-INT", &endless.id().to_string()]).status();
    assert!(kill.expect("there is kill").success());
    let output = endless.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let standings: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(standings["interrupted"], true);
    let records = fs::read_dir(&folder).expect("it was made").count();
    assert_eq!(standings["games"], records, "every game that counts was kept");
    fs::remove_dir_all(&folder).expect("it is ours");
}
