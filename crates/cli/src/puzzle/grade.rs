//! `fearsome puzzle grade`: grades the difficulty of a level.

use std::io::Write;

use anyhow::Result;
use indicatif::HumanCount;
use puzzles::{Answer, Findings, Grade, Trick};

use super::solve::{SearchArguments, answer_in_words};
use super::wire::GradedObject;
use super::{LEVEL_HELP, LevelArgument};
use crate::command::{Outcome, called_off_by_ctrl_c, write_json};

/// The level to grade.
#[derive(clap::Args, Clone, Debug)]
pub struct GradeArguments {
    #[arg(help = LEVEL_HELP)]
    level: LevelArgument,
    #[command(flatten)]
    search: SearchArguments,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(super) fn grade(arguments: &GradeArguments, output: &mut impl Write) -> Result<Outcome> {
    let is_called_off = called_off_by_ctrl_c()?;
    let level = arguments.level.read()?;
    let search = arguments.search.run(&level, &is_called_off);
    let answer = search.findings.answer();
    let grade = level.grade(&search.findings);
    if arguments.json {
        write_json(&GradedObject::new(&search.findings, grade.as_ref(), search.is_interrupted), output)?;
    } else {
        match &grade {
            Some(grade) => write_grade(grade, &search.findings, output)?,
            None => writeln!(output, "no grade: {}", why_none(answer))?,
        }
    }
    Ok(match grade {
        _ if search.is_interrupted => Outcome::Interrupted,
        Some(_) => Outcome::Yes,
        None if answer == Answer::Unsolvable => Outcome::No,
        None => Outcome::Unknown,
    })
}

/// Why a level has no grade: only levels that are completely solved have one.
fn why_none(answer: Answer) -> String {
    match answer {
        Answer::AtLeast(_) => format!("{}, but the search is not complete", answer_in_words(answer)),
        Answer::Unsolvable | Answer::Exactly(_) | Answer::Unknown => answer_in_words(answer),
    }
}

fn write_grade(grade: &Grade, findings: &Findings, output: &mut impl Write) -> Result<()> {
    writeln!(output, "difficulty: {}", grade.difficulty())?;
    writeln!(output, "score: {}", grade.score())?;
    writeln!(output, "ways: {:.1} doublings", doublings(grade))?;
    writeln!(output, "turns: {}", grade.turns)?;
    writeln!(output, "decisive steps: {}", grade.decisive)?;
    writeln!(output, "foresight: {}", foresight(grade))?;
    writeln!(output, "tricks: {}", list(&grade.tricks))?;
    writeln!(output, "pieces: {}", grade.pieces())?;
    writeln!(output, "near misses: {}", HumanCount(findings.near_misses))?;
    Ok(writeln!(output, "searched: {} nodes", HumanCount(findings.nodes))?)
}

/// How often 1 has to be doubled to get the number of possible preparations.
pub(super) fn doublings(grade: &Grade) -> f64 {
    f64::from(grade.ways_eighths) / 8.0
}

/// The foresight for each piece.
pub(super) fn foresight(grade: &Grade) -> String {
    let steps: Vec<String> = grade.foresight.iter().map(ToString::to_string).collect();
    format!("{} {}", steps.join(", "), if steps == ["1"] { "step" } else { "steps" })
}

/// A list of tricks, or "none".
pub(super) fn list(tricks: &[Trick]) -> String {
    if tricks.is_empty() {
        return "none".to_owned();
    }
    tricks.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
