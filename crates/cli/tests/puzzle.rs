//! `fearsome puzzle`, as a user calls it.
//!
//! Each file of `golden` is a session in a terminal: commands behind `$ fearsome`, called in the folder `levels`, and what they print; lines on standard error
//! begin with `! `, and an exit code other than 0 is told in the last line. Times are left out. `cargo xtask bless` writes what is printed anew; the difference is
//! then reviewed.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// A command that is called where the levels are.
fn fearsome(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fearsome"));
    command.args(arguments).current_dir(tests().join("levels")).stdin(Stdio::null());
    command
}

fn puzzle(arguments: &[&str]) -> Output {
    fearsome(&[&["puzzle"], arguments].concat()).output().expect("the program starts")
}

/// With this on standard input.
fn with_input(arguments: &[&str], input: &str) -> Output {
    let mut command = fearsome(&[&["puzzle"], arguments].concat());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    child.stdin.take().expect("it has an input").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{}", told(output));
    assert_eq!(told(output), "", "nothing is told of what is refused");
    String::from_utf8(output.stderr.clone()).expect("errors are UTF-8")
}

/// What the command on a line prints: its arguments, and perhaps `< FILE`.
fn session(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (arguments, input) = match words[..] {
        [ref arguments @ .., "<", file] => (arguments, Some(file)),
        _ => (&words[..], None),
    };
    let mut command = fearsome(arguments);
    if let Some(file) = input {
        command.stdin(File::open(tests().join("levels").join(file)).expect("the level is there"));
    }
    let output = command.output().expect("the program starts");
    let mut text = without_times(&told(&output));
    for line in String::from_utf8(output.stderr).expect("errors are UTF-8").lines() {
        text += &format!("! {line}\n");
    }
    match output.status.code() {
        Some(0) => text,
        code => format!("{text}exit code {}\n", code.expect("nothing stops it")),
    }
}

/// Times that no two runs share are dots.
fn without_times(text: &str) -> String {
    let line = |line: &str| {
        let between = |start: &str, end: &str, line: &str| match line.split_once(start) {
            Some((before, rest)) if rest.contains(end) => {
                let (_, after) = rest.split_once(end).expect("it is there");
                format!("{before}{start}…{end}{after}")
            }
            _ => line.to_owned(),
        };
        let line = between(" steps in ", " steps a second", line);
        let line = between("\"seconds\":", ",\"steps_per_second\"", &line);
        between("\"steps_per_second\":", ",", &line) + "\n"
    };
    text.lines().map(line).collect()
}

#[track_caller]
fn check(name: &str) {
    let file = tests().join("golden").join(name).with_extension("txt");
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let commands = text.lines().filter_map(|line| line.strip_prefix("$ fearsome "));
    let sessions: Vec<String> = commands.map(|line| format!("$ fearsome {line}\n{}", session(line))).collect();
    assert!(!sessions.is_empty(), "{} has no commands", file.display());
    let expected = sessions.join("\n");
    if std::env::var_os("FEARSOME_BLESS").is_some() {
        fs::write(&file, expected).expect("the golden files can be written");
    } else {
        assert!(
            text == expected,
            "{} has changed. It says:\n{text}\nThe program says:\n{expected}\nIf that is right: cargo xtask bless",
            file.display()
        );
    }
}

#[test]
fn a_level_is_shown() {
    check("show");
}

#[test]
fn levels_are_checked() {
    check("check");
}

#[test]
fn levels_are_solved() {
    check("solve");
}

#[test]
fn levels_are_graded() {
    check("grade");
}

#[test]
fn levels_are_generated() {
    check("generate");
}

#[test]
fn the_level_of_a_day_is_a_level_like_others() {
    check("daily");
}

#[test]
fn the_monster_is_let_loose() {
    check("run");
}

#[test]
fn what_cannot_be_read_is_refused() {
    check("refused");
}

#[test]
fn the_examples_of_the_page_on_puzzles_print_what_it_says() {
    let page = fs::read_to_string(tests().join("../../../docs/puzzles.md")).expect("the page is there");
    let blocks = page.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut examples = 0;
    for example in blocks.flat_map(|block| block.split("$ fearsome ").skip(1)) {
        let (line, printed) = example.split_once('\n').expect("a command stands on a line");
        assert_eq!(session(line), printed, "{line}");
        examples += 1;
    }
    assert_eq!(examples, 5);
}

#[test]
fn every_golden_file_has_its_test() {
    let files = fs::read_dir(tests().join("golden")).expect("it is there");
    let mut names: Vec<String> =
        files.map(|file| file.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(
        names,
        ["check.txt", "daily.txt", "generate.txt", "grade.txt", "refused.txt", "run.txt", "show.txt", "solve.txt"]
    );
}

#[test]
fn what_solve_finds_is_solved_when_it_is_run_and_a_near_miss_is_not() {
    let solved: Value = serde_json::from_slice(&puzzle(&["solve", "detour.level", "--json"]).stdout).expect("JSON");
    let run = |deeds: &Value| {
        let deeds: Vec<&str> = deeds.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        puzzle(&[&["run", "detour.level", "--json", "--only-result"], &deeds[..]].concat())
    };
    let output = run(&solved["best"]["preparation"]);
    assert_eq!(output.status.code(), Some(0));
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&object["verdict"], &object["steps"]), (&Value::from("solved"), &solved["best"]["steps"]));
    let examples = solved["examples"].as_array().expect("a list");
    assert_eq!(examples.len(), 16);
    for example in examples {
        assert_eq!(run(example).status.code(), Some(1), "{example}");
    }
}

#[test]
fn every_solution_that_is_listed_solves_the_level() {
    let solved: Value = serde_json::from_slice(&puzzle(&["solve", "two-ways.level", "--json"]).stdout).expect("JSON");
    let solutions = solved["first_solutions"].as_array().expect("a list");
    assert_eq!((solutions.len(), &solved["solutions"]), (2, &Value::from(2)));
    let listed = told(&puzzle(&["solve", "two-ways.level"]));
    for deed in solutions.iter().map(|deeds| deeds[0].as_str().expect("one deed")) {
        assert_eq!(puzzle(&["run", "two-ways.level", deed, "--only-result"]).status.code(), Some(0), "{deed}");
        assert_eq!(listed.lines().filter(|line| line.trim() == deed).count(), 1, "{deed}");
    }
}

#[test]
fn every_step_is_told_until_a_position_comes_again() {
    let deeds = ["stone:e2", "stone:f3"];
    let run = |more: &[&str]| told(&puzzle(&[&["run", "detour.level"], &deeds[..], more].concat()));
    let object: Value = serde_json::from_str(&run(&["--json"])).expect("JSON");
    let walk = object["walk"].as_array().expect("a list");
    let (steps, period) = (object["steps"].as_u64().expect("a number"), object["period"].as_u64().expect("a number"));
    assert_eq!(walk.len() as u64, steps);
    let position = |step: u64| match step {
        0 => &object["position"],
        _ => &walk[step as usize - 1]["position"],
    };
    assert_eq!(position(steps), position(steps - period));
    let earlier: Vec<&Value> = (0..steps).map(position).collect();
    assert!((1..earlier.len()).all(|step| !earlier[..step].contains(&earlier[step])), "no position comes again before");

    let shown = run(&[]);
    assert_eq!(shown.lines().filter(|line| line.starts_with("Step ")).count() as u64, steps);
    let cycle = format!("From here on the walk repeats every {period} steps.\nStep {}\n", steps - period + 1);
    assert_eq!(shown.matches(&cycle).count(), 1);
    assert!(!shown.contains('\u{1b}'), "colours are for terminals");
}

#[test]
fn nothing_is_told_of_what_comes_after_a_loss() {
    let object: Value = serde_json::from_str(&told(&puzzle(&["run", "detour.level", "--json"]))).expect("JSON");
    assert_eq!((&object["verdict"], &object["lost"]), (&Value::from("lost"), &Value::from("G1")));
    let walk = object["walk"].as_array().expect("a list");
    assert!((walk.len() as u64) < object["steps"].as_u64().expect("a number"));
    assert_eq!(object["lost_in_step"], walk.len());
    assert!(!told(&puzzle(&["run", "detour.level"])).contains("repeat"));
    let last = walk.last().expect("there are steps")["events"].to_string();
    assert!(last.contains("figure_eaten") && last.contains("G1"), "{last}");
    assert_eq!(object["eaten"].as_array().and_then(|eaten| eaten.last()), Some(&Value::from("G1")));
}

#[test]
fn daily_shows_the_level_of_today() {
    let shown = told(&puzzle(&["daily"]));
    assert!(shown.starts_with("Dish of 2"), "{shown}");
    // At midnight a day may begin between the two.
    let of_show = told(&puzzle(&["show", "daily"]));
    assert!([shown, told(&puzzle(&["daily"]))].contains(&of_show), "{of_show}");
}

#[test]
fn text_and_code_name_the_same_level() {
    for file in ["detour.level", "hopeless.level", "everything.level"] {
        let code = told(&puzzle(&["show", file, "--code"]));
        let link = format!("https://example.org/floors/#/level/{code}");
        let text = told(&puzzle(&["show", file, "--text"]));
        assert_eq!(told(&puzzle(&["show", code.trim(), "--text"])), text);
        for link in [link.trim(), &format!("<{}>", link.trim()), &format!("{}.", link.trim())] {
            assert_eq!(told(&puzzle(&["show", link, "--text"])), text);
            assert_eq!(told(&with_input(&["show", "-", "--text"], link)), text);
        }
        assert_eq!(told(&with_input(&["show", "-", "--text"], &code)), text);
    }
}

/// A folder of its own for a test, with nothing in it.
fn fresh_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an earlier run left it");
    }
    folder
}

#[test]
fn any_number_of_threads_makes_the_same_levels() {
    let arguments = ["generate", "--difficulty", "gentle", "--count", "7", "--seed", "0"];
    let made = |threads| puzzle(&[&arguments[..], &["--threads", threads]].concat());
    let alone = made("1");
    assert_eq!(alone.status.code(), Some(0));
    assert_eq!(told(&alone).matches("fearsome-level 1\n").count(), 7);
    for threads in ["2", "5"] {
        assert_eq!(told(&made(threads)), told(&alone));
    }
}

#[test]
fn without_a_seed_a_fresh_one_is_drawn_and_told() {
    let generate = |more: &[&str]| {
        let arguments = ["generate", "--difficulty", "Gentle", "--teaches", "wall, Seeing", "--json"];
        serde_json::from_slice::<Value>(&puzzle(&[&arguments[..], more].concat()).stdout).expect("JSON")
    };
    let first = generate(&[]);
    assert_eq!(generate(&["--seed", &first["seed"].to_string()]), first);
    // Three seeds of 32 bits are the same once in 2^64 times.
    assert!((0..2).any(|_| generate(&[])["seed"] != first["seed"]));
}

#[test]
fn what_is_generated_keeps_its_promises_when_it_is_read_again() {
    let folder = fresh_folder("promises");
    let out = folder.to_str().expect("a path of our own");
    let arguments = ["generate", "--difficulty", "easy", "--count", "3", "--teaches", "wall", "--seed", "4"];
    assert_eq!(puzzle(&[&arguments[..], &["--out", out]].concat()).status.code(), Some(0));
    let json: Value = serde_json::from_slice(&puzzle(&[&arguments[..], &["--json"]].concat()).stdout).expect("JSON");
    for made in json["levels"].as_array().expect("a list") {
        let file = format!("{out}/easy-wall-4-{}.level", made["attempt"]);
        assert_eq!(told(&puzzle(&["show", &file, "--code"])).trim(), made["level"]["code"].as_str().expect("a code"));
        let told_of_it = told(&puzzle(&["check", &file]));
        let promise = "exactly 1 solution; every piece is needed; it needs what it teaches";
        assert_eq!(told_of_it, format!("{file}: {promise}\n"));
        let graded: Value = serde_json::from_slice(&puzzle(&["grade", &file, "--json"]).stdout).expect("JSON");
        assert_eq!(graded["grade"], made["grade"]);
        assert_eq!(graded["grade"]["difficulty"], "easy");
    }
}

#[test]
fn generated_levels_overwrite_nothing() {
    let folder = fresh_folder("generated");
    let out = folder.to_str().expect("a path of our own");
    let arguments = ["generate", "--difficulty", "gentle", "--seed", "0", "--out", out];
    let generate = |count| puzzle(&[&arguments[..], &["--count", count]].concat());
    let first = generate("2");
    let mut files: Vec<PathBuf> =
        told(&first).lines().filter_map(|line| line.split(": ").next()).map(PathBuf::from).collect();
    assert_eq!((first.status.code(), files.len()), (Some(0), 2));
    assert!(files.iter().all(|file| file.exists()), "{files:?}");
    // The same levels may be there already.
    assert_eq!(told(&generate("2")), told(&first));

    let spoilt = files.remove(0);
    fs::write(&spoilt, "mine").expect("it is ours");
    let again = generate("3");
    assert_eq!(again.status.code(), Some(2));
    let problem = "another file of this name exists and is not overwritten";
    assert_eq!(String::from_utf8_lossy(&again.stderr), format!("fearsome: {}: {problem}\n", spoilt.display()));
    assert_eq!(fs::read_to_string(&spoilt).expect("it is there"), "mine");
    assert_eq!(told(&again).lines().count(), 2, "the others are kept");
}

/// Titles and tricks are the business of whoever writes levels: here it is told that each is listed, and found.
#[test]
fn every_level_that_comes_with_the_game_is_listed_and_found_by_number_and_name() {
    let listed: Value = serde_json::from_slice(&puzzle(&["list", "--json"]).stdout).expect("JSON");
    let listed = listed.as_array().expect("a list");
    assert_eq!(listed.len(), puzzles::shipped().len());
    let table = told(&puzzle(&["list"]));
    for (object, shipped) in listed.iter().zip(puzzles::shipped()) {
        let about = shipped.level.about();
        let expected = serde_json::json!({
            "number": shipped.number,
            "name": shipped.name,
            "chapter": shipped.chapter.code(),
            "title": about.title,
            "teaches": about.teaches.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "pieces": shipped.level.pieces(),
        });
        assert_eq!(*object, expected);
        let is_row = |line: &&str| {
            line.trim_start().starts_with(&format!("{}  {} ", shipped.number, shipped.name))
                && line.contains(&about.title)
        };
        assert_eq!(table.lines().filter(is_row).count(), 1, "{}", shipped.name);
    }
    assert_eq!(table.lines().filter(|line| *line == "wall").count(), 1, "chapters have titles");

    for shipped in puzzles::shipped().iter().step_by(13) {
        for name in [&shipped.number.to_string(), &shipped.name] {
            assert_eq!(told(&puzzle(&["show", name, "--code"])).trim(), shipped.level.to_code(), "{name}");
        }
    }
}

#[test]
fn grades_are_listed_if_they_are_asked_for() {
    let listed: Value = serde_json::from_slice(&puzzle(&["list", "--grades", "--json"]).stdout).expect("JSON");
    let listed = listed.as_array().expect("a list");
    assert!(listed.iter().all(|level| level["grade"]["difficulty"].is_string()), "{listed:?}");
    let first: Value = serde_json::from_slice(&puzzle(&["grade", "1", "--json"]).stdout).expect("JSON");
    assert_eq!(listed[0]["grade"], first["grade"]);
}

#[test]
fn files_that_are_no_texts_are_refused_with_their_place() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.join(name);
        fs::write(&file, bytes).expect("the target folder can be written");
        file.to_str().expect("a path of our own").to_owned()
    };
    let bytes = write("bytes.level", b"fearsome-level 1\ntitle: \xff\n");
    assert_eq!(refused(&puzzle(&["show", &bytes])), format!("fearsome: {bytes}:2: not UTF-8 text\n"));
    let large = write("large.level", &[b'\n'; 64 * 1024 + 1]);
    assert_eq!(refused(&puzzle(&["show", &large])), format!("fearsome: {large}: larger than 64 KiB\n"));
    let checked = puzzle(&["check", &large, &bytes, "detour.level"]);
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(
        told(&checked).lines().take(2).collect::<Vec<_>>(),
        [format!("{large}: larger than 64 KiB"), format!("{bytes}:2: not UTF-8 text")]
    );
}

/// Ctrl-C in a terminal is this signal.
#[cfg(unix)]
#[test]
fn after_ctrl_c_what_is_known_is_told() {
    // The program listens for the signal before it opens its file, and this one cannot be opened here before it is opened there.
    let pipe = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("interrupted.level");
    if pipe.exists() {
        fs::remove_file(&pipe).expect("an earlier run left it");
    }
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo").success());
    let path = pipe.to_str().expect("a path of our own");
    let endless = fearsome(&["puzzle", "solve", path, "--json", "--nodes", "1000000000000"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let level = fs::read_to_string(tests().join("levels/hopeless.level")).expect("it is there");
    let level =
        level.replace("lay: 1 stone on d2-f4", "lay: 8 stone on anywhere but e2\nlay: 4 crystal on anywhere but e2");
    let mut writer = File::options().write(true).open(&pipe).expect("it is ours");
    writer.write_all(level.as_bytes()).expect("it is read");
    drop(writer);
    let kill = Command::new("kill").args(["-INT", &endless.id().to_string()]).status();
    assert!(kill.expect("there is kill").success());
    let output = endless.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let findings: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(findings["interrupted"], true);
    assert_ne!(findings["answer"], "exactly");
    fs::remove_file(&pipe).expect("it is ours");
}

#[cfg(unix)]
#[test]
fn after_ctrl_c_the_levels_found_so_far_are_given() {
    let folder = fresh_folder("interrupted");
    let out = folder.to_str().expect("a path of our own");
    let arguments = ["puzzle", "generate", "--difficulty", "gentle", "--count", "1000000", "--json", "--out", out];
    let endless =
        fearsome(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    // The program listens for the signal before it makes the folder.
    while !folder.exists() {
        std::thread::yield_now();
    }
    let kill = Command::new("kill").args(["-INT", &endless.id().to_string()]).status();
    assert!(kill.expect("there is kill").success());
    let output = endless.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["interrupted"], true);
    let levels = object["levels"].as_array().expect("a list");
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), levels.len());
    assert!(String::from_utf8_lossy(&output.stderr).ends_with(&format!(": {} of 1000000 found\n", levels.len())));
}
