//! `fearsome puzzle check`: checks and solves levels.

use std::io::Write;

use anyhow::{Result, bail};
use puzzles::{Answer, Extent, Findings, Level, Trick};

use super::grade::list;
use super::level_argument::NoLevel;
use super::solve::{SOLVES_ITSELF, SearchArguments, answer_in_words, need_in_words, solves_itself};
use super::wire::CheckObject;
use super::{LEVEL_HELP, LevelArgument};
use crate::command::{Outcome, called_off_by_ctrl_c, write_json};

/// The levels to check, and the limits of the search.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckArguments {
    #[arg(help = LEVEL_HELP, value_name = "LEVEL", required = true)]
    levels: Vec<LevelArgument>,
    #[command(flatten)]
    search: SearchArguments,
    /// Print one JSON array with an object for each level.
    #[arg(long)]
    json: bool,
}

pub(super) fn check(arguments: &CheckArguments, output: &mut impl Write) -> Result<Outcome> {
    if arguments.levels.iter().filter(|level| level.is_standard_input()).count() > 1 {
        bail!("standard input can be read only once, but - is given more than once");
    }
    let is_called_off = called_off_by_ctrl_c()?;
    let mut outcome = Outcome::Yes;
    let mut objects = vec![];
    for argument in &arguments.levels {
        let name = argument.to_string();
        match argument.read() {
            Err(no_level) => {
                match &no_level {
                    NoLevel::Unreadable { .. } => {
                        eprintln!("fearsome: {no_level}");
                        outcome = outcome.max(Outcome::Unreadable);
                    }
                    NoLevel::NotALevel(_) => {
                        outcome = outcome.max(Outcome::No);
                        if !arguments.json {
                            writeln!(output, "{no_level}")?;
                        }
                    }
                }
                objects.push(CheckObject::of_no_level(name, &no_level));
            }
            Ok(level) => {
                let search = arguments.search.run(&level, &is_called_off);
                outcome = outcome.max(search.outcome());
                if !arguments.json {
                    writeln!(output, "{name}: {}", in_words(&level, &search.findings))?;
                }
                objects.push(CheckObject::of_findings(name, &level, &search.findings));
                if search.is_interrupted {
                    break;
                }
            }
        }
    }
    if arguments.json {
        write_json(&objects, output)?;
    }
    Ok(outcome)
}

fn in_words(level: &Level, findings: &Findings) -> String {
    let mut parts = vec![answer_in_words(findings.answer())];
    if matches!(findings.answer(), Answer::Exactly(_) | Answer::AtLeast(_)) {
        if solves_itself(level) {
            parts.push(SOLVES_ITSELF.to_owned());
        }
        parts.push(need_in_words(findings.needs_every_piece(level)).to_owned());
        if !level.about().teaches.is_empty() {
            parts.push(match taught_in_vain(level, findings).as_deref() {
                Some([]) => "it needs what it teaches".to_owned(),
                Some(tricks) => format!("it does not need what it teaches: {}", list(tricks)),
                None => "unknown whether it needs what it teaches".to_owned(),
            });
        }
    }
    parts.join("; ")
}

/// The tricks that a level claims to teach but its best solution does not need; `None` if unknown.
pub(super) fn taught_in_vain(level: &Level, findings: &Findings) -> Option<Vec<Trick>> {
    let best = findings.best.as_ref().filter(|_| findings.extent == Extent::Everything)?;
    let position = level.prepare(&best.preparation).ok()?;
    let is_in_vain = |trick: &Trick| level.is_solved_without(*trick, &position);
    Some(level.about().teaches.iter().copied().filter(is_in_vain).collect())
}
