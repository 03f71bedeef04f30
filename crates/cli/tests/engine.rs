//! `fearsome engine` as a program that other programs use: every line gets an answer, even an invalid one.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use proptest::prelude::*;
use serde_json::Value;
use testkit::positions::{config, positions};

/// A running engine.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut process = Command::new(env!("CARGO_BIN_EXE_fearsome"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = process.stdin.take().expect("its input is piped");
        let output = BufReader::new(process.stdout.take().expect("its output is piped"));
        Engine { process, input, output }
    }

    fn say(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).expect("the engine listens");
    }

    fn hear(&mut self) -> String {
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("the engine answers in UTF-8");
        answer.trim_end().to_owned()
    }

    /// Sends a line and waits for its answer, which must have been flushed.
    fn ask(&mut self, line: &str) -> String {
        self.say(format!("{line}\n").as_bytes());
        self.hear()
    }

    fn end(mut self) {
        drop(self.input);
        assert!(self.process.wait().expect("the engine ends").success());
    }
}

/// Sends all questions to one engine and compares the answers.
fn check(questions: &[(&str, &str)]) {
    let mut engine = Engine::start();
    for (question, answer) in questions {
        assert_eq!(engine.ask(question), *answer, "to {question}");
    }
    engine.end();
}

#[test]
fn answers_stand_in_the_documented_order() {
    check(&[
        (
            r#"{"kind":"monster","card":2,"position":{"monster":{"at":"f6","facing":"east"},"stones":[{"kind":"crystal","at":"c3"}],"figures":[{"id":"Z","at":"g6"},{"id":"A","at":"c7"},{"id":"out","at":null}]}}"#,
            r#"{"monster":{"at":"h6","facing":"east"},"stones":[{"kind":"crystal","at":"c3"}],"figures":[{"id":"A","at":"c7"}],"eaten":["Z"],"trail":["g6","h6"]}"#,
        ),
        (
            r#"{"kind":"moves","figure":"X","points":1,"position":{"figures":[{"id":"X","at":"a1"}],"stones":[{"kind":"stone","at":"b1"}]}}"#,
            r#"{"outcomes":[{"at":"a1","cost":0,"stones":[{"kind":"stone","at":"b1"}]},{"at":"a2","cost":1,"stones":[{"kind":"stone","at":"b1"}]},{"at":"b1","cost":1,"stones":[{"kind":"stone","at":"c1"}]},{"at":"escaped","cost":1,"stones":[{"kind":"stone","at":"b1"}]}]}"#,
        ),
        (
            r#"{"kind":"foresight","cards":[1,{"hits":1000000}],"position":{"monster":{"at":"a1","facing":"east"}}}"#,
            r#"{"foresight":[{"card":1,"monster":{"at":"b1","facing":"east"},"stones":[],"figures":[],"eaten":[],"trail":["b1"]},{"card":{"hits":1000000},"monster":{"at":"m11","facing":"east"},"stones":[],"figures":[],"eaten":[],"trail":["b1","c1","d1","e1","f1","g1","h1","i1","j1","k1","l1","e11","f11","g11","h11","i11","j11","k11","l11","m11"]}]}"#,
        ),
    ]);
}

#[test]
fn a_position_string_stands_for_the_object() {
    check(&[
        (
            r#"{"kind":"moves","figure":"R4","points":1,"position":"Mp11w-FR4b1-WG1"}"#,
            r#"{"outcomes":[{"at":"a1","cost":1,"stones":[]},{"at":"b1","cost":0,"stones":[]},{"at":"b2","cost":1,"stones":[]},{"at":"c1","cost":1,"stones":[]}]}"#,
        ),
        (
            r#"{"kind":"moves","figure":"G1","points":1,"position":"Mp11w-FR4b1-WG1"}"#,
            r#"{"outcomes":[{"at":"outside","cost":0,"stones":[]}]}"#,
        ),
        (
            r#"{"kind":"monster","card":{"hits":1},"position":"Mp11w-FR4o11"}"#,
            r#"{"monster":{"at":"o11","facing":"west"},"stones":[],"figures":[],"eaten":["R4"],"trail":["o11"]}"#,
        ),
        (
            r#"{"kind":"moves","figure":"R4","points":1,"position":"ER4"}"#,
            r#"{"error":"figure: \"R4\" is not in play"}"#,
        ),
        (
            r#"{"kind":"monster","card":1,"position":"Mp11w-Sx"}"#,
            r#"{"error":"position: character 8: a cell expected, found \"x\""}"#,
        ),
    ]);
}

#[test]
fn a_situation_string_stands_for_its_position() {
    let game = "Mp11w-FR4b1-WG1-PRG-Ll-N23-AG-VG1-D7s1h";
    let position = "Mp11w-FR4b1-WG1";
    let questions = [
        r#"{"kind":"moves","figure":"R4","points":1,"position":"…"}"#,
        r#"{"kind":"monster","card":5,"position":"…"}"#,
        // The tombstones used so far make no difference to the default of `cards`.
        r#"{"kind":"foresight","position":"…"}"#,
    ];
    let mut engine = Engine::start();
    for question in questions {
        let answer = engine.ask(&question.replace('…', position));
        assert!(!answer.contains("error"), "{answer}");
        assert_eq!(engine.ask(&question.replace('…', game)), answer, "to {question}");
    }
    engine.end();
    check(&[
        // The game need not be possible, but the string must be well-formed.
        (
            r#"{"kind":"monster","card":1,"position":"Ma1e-N19-AK-VB5B5-D99s"}"#,
            r#"{"monster":{"at":"b1","facing":"east"},"stones":[],"figures":[],"eaten":[],"trail":["b1"]}"#,
        ),
        (
            r#"{"kind":"monster","card":1,"position":"Ma1e-N"}"#,
            r#"{"error":"position: character 7: the number of the stage expected, found \"\""}"#,
        ),
        (
            r#"{"kind":"monster","card":1,"position":"Ma1e-N11-N12"}"#,
            r#"{"error":"position: character 10: each of P L N A only once expected, found \"N12\""}"#,
        ),
        (
            r#"{"kind":"monster","card":1,"position":"Ma1e-Sa1m1-N23"}"#,
            r#"{"error":"position: stone 1: only figures and the monster can be on the corner a1; stone 2: there is no space m1; the monster: a1 is occupied by stone 1"}"#,
        ),
        (
            r#"{"kind":"moves","figure":"G1","points":1,"position":"EG1-OG1"}"#,
            r#"{"error":"figure: \"G1\" is not in play"}"#,
        ),
    ]);
}

#[test]
fn foresight_without_cards_foresees_every_tombstone_and_long_walks_on_request() {
    let mut engine = Engine::start();
    let position = r#""Ma1e-Sc3m4h5i6n6g7e8m8o9f10i10-Bi3j3i4j4e9f9g9h9-FG1h6R1j2B1o7""#;
    let foreseen = |answer: &str| serde_json::from_str::<Value>(answer).expect("answers are JSON")["foresight"].clone();
    let all = foreseen(&engine.ask(&format!(r#"{{"kind":"foresight","position":{position}}}"#)));
    let cards: Vec<String> = all.as_array().expect("a list").iter().map(|one| one["card"].to_string()).collect();
    assert_eq!(cards, ["5", "7", "8", "10", r#"{"hits":1}"#, r#"{"hits":2}"#, r#"{"hits":3}"#]);
    let long = foreseen(&engine.ask(&format!(r#"{{"kind":"foresight","cards":[21,1000],"position":{position}}}"#)));
    for mut one in all.as_array().expect("a list").iter().chain(long.as_array().expect("a list")).cloned() {
        let card = one.as_object_mut().expect("an object").remove("card").expect("with its card");
        let alone = engine.ask(&format!(r#"{{"kind":"monster","card":{card},"position":{position}}}"#));
        assert_eq!(serde_json::from_str::<Value>(&alone).expect("answers are JSON"), one, "{card}");
    }
    engine.end();
}

#[test]
fn every_problem_is_reported_with_its_place() {
    let monster = |position: &str| format!(r#"{{"kind":"monster","card":1,"position":{position}}}"#);
    let mistakes = [
        ("{".to_owned(), "column 1: invalid JSON: EOF while parsing an object"),
        ("nonsense".to_owned(), "column 2: invalid JSON: expected ident"),
        (r#"{"kind":"monster","card":1}"#.to_owned(), "missing field `position`"),
        (
            r#"{"kind":"monster","card":1,"position":"Ma1e"} {}"#.to_owned(),
            "column 47: invalid JSON: trailing characters",
        ),
        ("[]".to_owned(), "invalid type: sequence, expected an object"),
        (monster(r#"{"monster":["a1","east"]}"#), "position.monster: invalid type: sequence, expected an object"),
        (r#"{"position":{}}"#.to_owned(), "missing field `kind`"),
        (
            r#"{"kind":"dance","position":{}}"#.to_owned(),
            "kind: unknown kind \"dance\", expected monster, moves, foresight or bestmove",
        ),
        (
            r#"{"kind":"monster","position":7}"#.to_owned(),
            "position: invalid type: integer `7`, expected a position string or a position object",
        ),
        (r#"{"kind":"monster","position":"Ma1e"}"#.to_owned(), "missing field `card`"),
        (r#"{"kind":"moves","position":"FR4b1"}"#.to_owned(), "missing field `figure`"),
        (r#"{"kind":"moves","figure":"R4","position":"FR4b1"}"#.to_owned(), "missing field `points`"),
        (
            r#"{"kind":"moves","figure":"R5","points":1,"position":"FR4b1"}"#.to_owned(),
            "figure: no figure \"R5\" in the position",
        ),
        (
            r#"{"kind":"moves","figure":"R4","points":0,"position":"FR4b1"}"#.to_owned(),
            "points: 0 is out of range, expected 1 to 20",
        ),
        (
            r#"{"kind":"moves","figure":"R4","points":21,"position":"FR4b1"}"#.to_owned(),
            "points: 21 is out of range, expected 1 to 20",
        ),
        (
            r#"{"kind":"moves","figure":"R4","points":-1,"position":"FR4b1"}"#.to_owned(),
            "points: invalid type: integer `-1`, expected a non-negative integer",
        ),
        (r#"{"kind":"monster","card":0,"position":"Ma1e"}"#.to_owned(), "card: 0 is out of range, expected 1 to 1000"),
        (
            r#"{"kind":"monster","card":1001,"position":"Ma1e"}"#.to_owned(),
            "card: 1001 is out of range, expected 1 to 1000",
        ),
        (
            r#"{"kind":"monster","card":{"hits":0},"position":"Ma1e"}"#.to_owned(),
            "card.hits: 0 is out of range, expected at least 1",
        ),
        (
            r#"{"kind":"monster","card":"8","position":"Ma1e"}"#.to_owned(),
            "card: invalid type: string \"8\", expected a number of steps or {\"hits\": K}",
        ),
        (
            r#"{"kind":"foresight","cards":[5,0],"position":"Ma1e"}"#.to_owned(),
            "cards[1]: 0 is out of range, expected 1 to 1000",
        ),
        (monster("{}"), "position: missing field `monster`"),
        (monster(r#""""#), "position: missing field `monster`"),
        (r#"{"kind":null,"position":{}}"#.to_owned(), "kind: invalid type: null, expected a string"),
        (
            r#"{"kind":"foresight","card":8,"position":"Ma6e"}"#.to_owned(),
            "card: unexpected field in a `foresight` question",
        ),
        (
            monster(r#"{"stone":[]}"#),
            "position.stone: unknown field `stone`, expected one of `monster`, `stones`, `pools`, `teleporters`, `figures`",
        ),
        (
            monster(r#"{"monster":{"at":"zz","facing":"east"}}"#),
            "position.monster.at: \"zz\" is not a cell: cells are a1 to p11",
        ),
        (
            monster(r#"{"monster":{"at":"a1","facing":"up"}}"#),
            "position.monster.facing: \"up\" is not a direction: directions are north, east, south and west",
        ),
        (monster(r#"{"monster":{"at":"m1","facing":"east"}}"#), "position.monster: there is no space m1"),
        (
            monster(r#"{"stones":[{"kind":"stone","at":"c3"},{"kind":"brick","at":"c4"}]}"#),
            "position.stones[1].kind: \"brick\" is not a stone: stones are stone, crystal, turn_right and turn_around",
        ),
        (
            monster(
                r#"{"monster":{"at":"c3","facing":"east"},"stones":[{"kind":"stone","at":"c3"},{"kind":"stone","at":"a1"}],"pools":[["b2","b3"],["c9","p11"]]}"#,
            ),
            "position.pools[1][1]: only figures and the monster can be on the corner p11; position.stones[1]: only figures and the monster can be on the corner a1; position.monster: c3 is occupied by position.stones[0]",
        ),
        (
            monster(
                r#"{"teleporters":[{"pair":1,"at":"c3","arrow":"north"}],"pools":[["c3"]],"figures":[{"id":"A","at":"c3"}]}"#,
            ),
            "position.teleporters[0]: position.pools[0][0] lies on c3 already; position.teleporters[0]: pair 1 has 1 of 2 teleporters; position.figures[0]: only the monster can be on the teleporter on c3",
        ),
        (
            monster(r#"{"figures":[{"id":"A","at":"c3"},{"id":"A","at":null}]}"#),
            "position.figures[1].id: duplicate id \"A\"",
        ),
        (
            monster(
                r#"{"teleporters":[{"pair":1,"at":"c3","arrow":"north"},{"pair":1,"at":"c5","arrow":"north"},{"pair":1,"at":"c7","arrow":"north"}]}"#,
            ),
            "position.teleporters[0]: pair 1 has 3 of 2 teleporters",
        ),
        (
            monster(
                r#"{"teleporters":[{"pair":1,"at":"c3","arrow":"north"},{"pair":1,"at":"c5","arrow":"north"},{"pair":2,"at":"e3","arrow":"north"},{"pair":2,"at":"e5","arrow":"north"},{"pair":3,"at":"g3","arrow":"north"},{"pair":3,"at":"g5","arrow":"north"}]}"#,
            ),
            "3 pairs of teleporters, 2 allowed",
        ),
        (monster(r#"{"figures":[{"id":"A"}]}"#), "position.figures[0]: missing field `at`"),
    ];
    let mut engine = Engine::start();
    for (question, error) in mistakes {
        let expected = serde_json::json!({ "error": error }).to_string();
        assert_eq!(engine.ask(&question), expected, "to {question}");
    }
    engine.end();
}

#[test]
fn too_many_figures_are_rejected() {
    let figures: Vec<Value> = (0..29).map(|id| serde_json::json!({ "id": id.to_string(), "at": null })).collect();
    let question =
        serde_json::json!({ "kind": "moves", "figure": "1", "points": 1, "position": { "figures": figures } });
    check(&[(&question.to_string(), r#"{"error":"position.figures: 29 figures, at most 28 allowed"}"#)]);
}

#[test]
fn too_many_cards_are_rejected() {
    let question = serde_json::json!({ "kind": "foresight", "cards": vec![1; 1001], "position": "Ma1e" });
    check(&[(&question.to_string(), r#"{"error":"cards: 1001 cards, at most 1000 allowed"}"#)]);
}

#[test]
fn a_conformance_case_is_a_valid_question() {
    check(&[(
        r#"{"name":"a case","kind":"monster","card":1,"position":"Ma1e","expect":{"anything":[]}}"#,
        r#"{"monster":{"at":"b1","facing":"east"},"stones":[],"figures":[],"eaten":[],"trail":["b1"]}"#,
    )]);
}

#[test]
fn a_reader_that_goes_away_early_is_no_error() {
    let mut engine = Engine::start();
    drop(engine.output);
    // More than fits into the pipe before the engine notices.
    let questions = "{\"kind\":\"foresight\",\"position\":\"Ma1e\"}\n".repeat(1000);
    let _ = engine.input.write_all(questions.as_bytes());
    drop(engine.input);
    assert!(engine.process.wait().expect("the engine ends").success());
}

#[test]
fn a_line_with_a_hundred_thousand_things_is_answered() {
    let string = |position: String| format!(r#"{{"kind":"monster","card":1,"position":"{position}"}}"#);
    let object = |position: String| format!(r#"{{"kind":"monster","card":1,"position":{position}}}"#);
    let pair = |nth: usize| {
        format!(r#"{{"pair":{nth},"at":"c3","arrow":"north"}},{{"pair":{nth},"at":"d5","arrow":"north"}}"#)
    };
    let pairs: Vec<String> = (0..9_000).map(pair).collect();
    let lines = [
        string(vec!["Tb2n"; 200_000].join("-")),
        string(format!("B{}-T{}", "b3".repeat(250_000), "c4e".repeat(150_000))),
        string(vec!["Bb2"; 250_000].join("-")),
        string(format!("S{}", "c3".repeat(400_000))),
        string(format!("Sc3c3-V{}-D{}", "G1".repeat(200_000), "5s".repeat(200_000))),
        object(format!(r#"{{"pools":[{}]}}"#, vec![r#"["a1"]"#; 140_000].join(","))),
        object(format!(r#"{{"teleporters":[{}]}}"#, pairs.join(","))),
    ];
    let mut engine = Engine::start();
    for line in lines {
        let answer = engine.ask(&line);
        assert!(answer.starts_with(r#"{"error":"position"#), "{answer}");
        assert!(answer.len() < 20_000, "{} bytes", answer.len());
    }
    engine.end();
}

#[test]
fn blank_lines_are_skipped_and_invalid_bytes_are_reported() {
    let mut engine = Engine::start();
    engine.say(b"\n  \t\r\n{\"kind\":\"mon\xff\xfe\"}\n");
    assert_eq!(engine.hear(), r#"{"error":"column 13: invalid UTF-8"}"#);
    engine.say(b"{\"kind\":\"monster\",\"card\":1,\"position\":\"Ma1e\"}\r\n");
    assert!(engine.hear().starts_with(r#"{"monster":{"at":"b1""#));
    engine.end();
}

#[test]
fn the_last_line_may_lack_its_newline() {
    let mut engine = Engine::start();
    engine.say(br#"{"kind":"monster","card":1,"position":"Ma1e"}"#);
    drop(engine.input);
    let mut answer = String::new();
    engine.output.read_line(&mut answer).expect("the engine answers");
    assert!(answer.starts_with(r#"{"monster":{"at":"b1""#));
}

#[test]
fn too_many_outcomes_are_rejected_and_many_are_answered() {
    let mut engine = Engine::start();
    let question =
        |stones: &str| format!(r#"{{"kind":"moves","figure":"G1","points":20,"position":"{stones}-FG1h6"}}"#);
    assert_eq!(
        engine.ask(&question("Sc3m4h5i6n6g7e8m8o9f10i10")),
        r#"{"error":"points: 20 points reach more than 238095 places"}"#
    );
    let answer: Value = serde_json::from_str(&engine.ask(&question("Si6"))).expect("answers are JSON");
    assert!(answer["outcomes"].as_array().expect("a list").len() > 10_000);
    engine.end();
}

/// The peak memory of the process in bytes.
#[cfg(target_os = "linux")]
fn peak(process: &Child) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).expect("the process lives");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux reports the peak");
    line.trim().strip_suffix(" kB").and_then(|kilobytes| kilobytes.parse::<usize>().ok()).expect("in kB") * 1024
}

#[cfg(target_os = "linux")]
#[test]
fn neither_long_lines_nor_many_lines_take_memory() {
    let mut engine = Engine::start();
    let question = r#"{"kind":"foresight","position":"Ma1e-Sc3m4h5-FG1h6R1j2"}"#;
    engine.ask(question);
    let at_first = peak(&engine.process);
    let megabyte = vec![b'['; 1 << 20];
    for _ in 0..64 {
        engine.say(&megabyte);
    }
    engine.say(b"\n");
    assert_eq!(engine.hear(), r#"{"error":"line longer than 1048576 bytes"}"#);
    let id = "x".repeat(900_000);
    let long = format!(
        r#"{{"kind":"foresight","cards":[{}],"position":{{"monster":{{"at":"a1","facing":"east"}},"figures":[{{"id":"{id}","at":"p5"}}]}}}}"#,
        vec!["1000"; 100].join(",")
    );
    assert_eq!(engine.ask(&long).matches(&id).count(), 100);
    for _ in 0..5_000 {
        assert!(engine.ask(question).starts_with(r#"{"foresight":[{"card":5,"#));
    }
    let grown = peak(&engine.process) - at_first;
    assert!(grown < 32 << 20, "{grown} bytes more");
    engine.end();
}

/// Calls the library directly, as the program does, because that is fast enough for thousands of lines.
fn answers(lines: &[u8]) -> Vec<Value> {
    let mut output = vec![];
    cli::engine::serve(lines, &mut output).expect("memory can be read and written");
    let answers = String::from_utf8(output).expect("answers are UTF-8");
    answers.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect()
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn any_bytes_get_one_answer_a_line(lines in proptest::collection::vec(any::<Vec<u8>>(), 0..5)) {
        let lines: Vec<Vec<u8>> =
            lines.into_iter().map(|line| line.into_iter().filter(|byte| *byte != b'\n').collect()).collect();
        let is_blank = |line: &&Vec<u8>| line.iter().all(|byte| b" \t\r".contains(byte));
        let said: Vec<&Vec<u8>> = lines.iter().filter(|line| !is_blank(line)).collect();
        let answers = answers(&lines.join(&b'\n'));
        prop_assert_eq!(answers.len(), said.len());
        prop_assert!(answers.iter().all(|answer| answer["error"].is_string()));
    }

    #[test]
    fn a_damaged_question_gets_one_answer(
        position in positions(), card in 1_u16..30, cut in any::<prop::sample::Index>(), byte in any::<u8>(),
    ) {
        let question = format!(r#"{{"kind":"monster","card":{card},"position":"{position}-N23-AR-VG3R5-D7s1h"}}"#);
        let whole = answers(question.as_bytes());
        prop_assert!(whole.len() == 1 && whole[0]["monster"].is_object());
        let mut damaged = question.clone().into_bytes();
        damaged[cut.index(question.len())] = if byte == b'\n' { 0 } else { byte };
        prop_assert_eq!(answers(&damaged).len(), 1);
        prop_assert!(answers(&question.as_bytes()[..cut.index(question.len())]).len() <= 1);
    }
}
