//! `fearsome puzzle grade`: grades the difficulty of a level.

use std::io::Write;

use anyhow::Result;
use indicatif::HumanCount;
use puzzles::{Answer, Grade, Trick};

use super::solve::{SearchArguments, answer_in_words};
use super::wire::GradedObject;
use super::{LEVEL_HELP, LevelArgument};
use crate::command::{Outcome, called_off_by_ctrl_c, write_json};
use crate::narrate::counted;

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
        write_json(&GradedObject::new(answer, grade.as_ref(), search.is_interrupted), output)?;
    } else {
        match &grade {
            Some(grade) => write_grade(grade, output)?,
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

fn write_grade(grade: &Grade, output: &mut impl Write) -> Result<()> {
    writeln!(output, "difficulty: {}", grade.difficulty())?;
    writeln!(output, "score: {}", grade.score())?;
    writeln!(output, "effort: {} nodes", HumanCount(grade.effort))?;
    writeln!(output, "near misses: {}", HumanCount(grade.near_misses))?;
    writeln!(output, "foresight: {}", counted(grade.foresight, "step", "steps"))?;
    writeln!(output, "tricks: {}", list(&grade.tricks))?;
    Ok(writeln!(output, "pieces: {}", grade.pieces)?)
}

/// A list of tricks, or "none".
pub(super) fn list(tricks: &[Trick]) -> String {
    if tricks.is_empty() {
        return "none".to_owned();
    }
    tricks.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
