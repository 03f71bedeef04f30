//! Every conformance case, asked of the real program and of the plain reference engine.

use std::io::Write;
use std::process::{Command, Stdio};

use cli::engine::{Subject, Task};
use rules::Outcomes;
use serde_json::Value;
use testkit::cases;
use testkit::differential::{check_endless, check_outcomes, check_runs};

#[test]
fn the_program_answers_every_case_right() {
    let cases = cases::all();
    let questions: String = cases.iter().map(|case| format!("{}\n", case.question)).collect();
    let mut engine = Command::new(env!("CARGO_BIN_EXE_fearsome"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = engine.stdin.take().expect("its input is piped");
    // From a thread of its own: the program answers while it is being asked.
    let writer = std::thread::spawn(move || input.write_all(questions.as_bytes()));
    let output = engine.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic").expect("the program reads all questions");
    let answers = String::from_utf8(output.stdout).expect("answers are UTF-8");

    let wrong: Vec<String> = cases
        .iter()
        .zip(answers.lines())
        .filter(|(case, answer)| serde_json::from_str::<Value>(answer).ok().as_ref() != Some(&case.expect))
        .map(|(case, answer)| format!("{}\n  answer {answer}\n  expect {}", case.name, case.expect))
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(answers.lines().count(), cases.len());
}

#[test]
fn the_reference_engine_agrees_on_every_case() {
    for case in cases::all() {
        let task =
            Task::read(case.question.to_string().as_bytes()).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        check_endless(&task.position);
        match task.subject {
            Subject::Monster(tombstone) => check_runs(&task.position, &[tombstone]),
            Subject::Moves(figure, points) => check_outcomes(&task.position, figure, points, &mut Outcomes::new()),
            Subject::Foresight(_) => check_runs(&task.position, &rules::Tombstone::KINDS),
            Subject::BestMove(_) => panic!("{}: what a bot does is no rule", case.name),
        }
    }
}
