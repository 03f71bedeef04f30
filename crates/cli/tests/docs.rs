//! The examples of the documentation, asked of the engine.

use std::fs;
use std::path::Path;

use rules::notation::RecordText;
use rules::{Position, Setup};
use testkit::positions::BASIC;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn answer(question: &str) -> String {
    let mut output = vec![];
    cli::engine::serve(question.as_bytes(), &mut output).expect("memory can be read and written");
    String::from_utf8(output).expect("answers are UTF-8").trim_end().to_owned()
}

/// Checks questions with the answers that the page gives, and that there are as many as we think.
fn check(page: &str, count: usize, examples: &[(&str, &str)]) {
    assert_eq!(examples.len(), count, "{page} has other examples than it had");
    for (question, expected) in examples {
        assert_eq!(answer(question), *expected, "{page}: {question}");
    }
}

#[test]
fn the_pairs_of_lines_of_the_engine_page_are_questions_and_answers() {
    let page = read("docs/engine.md");
    let blocks = page.split("```json\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let pairs: Vec<(&str, &str)> = blocks.filter_map(|block| block.split_once('\n')).collect();
    check("docs/engine.md", 8, &pairs);
}

#[test]
fn drawn_boards_are_what_the_program_draws() {
    let mut boards = 0;
    for name in ["README.md", "docs/notation.md"] {
        let page = read(name);
        let blocks = page.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next());
        for block in blocks.filter(|block| block.contains("\n 1 *")) {
            let setup = Setup::from_drawing(block).unwrap_or_else(|error| panic!("{name}: {error}"));
            let position = Position::from_setup(&setup).expect("a drawing of a legal position");
            assert_eq!(position.drawing(), block, "{name}");
            boards += 1;
        }
    }
    assert_eq!(boards, 2);
    assert!(read("docs/notation.md").contains(&format!("\n{BASIC}\n")));
}

#[test]
fn the_record_of_the_records_page_can_be_read() {
    let page = read("docs/records.md");
    let block = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there is one");
    let text: RecordText = block.parse().unwrap_or_else(|error| panic!("docs/records.md: {error}"));
    assert_eq!((text.record.actions().len(), text.record.ending()), (6, None));
}

#[test]
fn the_commands_of_the_readme_print_what_it_says() {
    let page = read("README.md");
    let asked = page.split("$ echo '").skip(1);
    let examples: Vec<(&str, &str)> = asked
        .filter_map(|rest| {
            let (question, rest) = rest.split_once("' | ")?;
            Some((question, rest.lines().nth(1)?))
        })
        .collect();
    check("README.md", 2, &examples);
}
