//! `fearsome puzzle check`: whether files are levels, and good ones.

use std::io::Write;

use anyhow::Result;
use puzzles::{Answer, Findings, Level};

use super::level_argument::NoLevel;
use super::solve::{SearchArguments, answer_in_words, need_in_words};
use super::wire::CheckObject;
use super::{LEVEL_HELP, LevelArgument, Outcome, write_json};
use crate::bots::called_off_by_ctrl_c;

/// Which levels are checked, and how far.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckArguments {
    #[arg(help = LEVEL_HELP, value_name = "LEVEL", required = true)]
    levels: Vec<LevelArgument>,
    #[command(flatten)]
    search: SearchArguments,
    /// As one JSON array, with an object for each level.
    #[arg(long)]
    json: bool,
}

pub(super) fn check(arguments: &CheckArguments, output: &mut impl Write) -> Result<Outcome> {
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
    let answer = answer_in_words(findings.answer());
    match findings.answer() {
        Answer::Unsolvable | Answer::Unknown => answer,
        Answer::Exactly(_) | Answer::AtLeast(_) => {
            format!("{answer}; {}", need_in_words(findings.needs_every_piece(level)))
        }
    }
}
