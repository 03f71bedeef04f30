//! `fearsome puzzle solve`: finds all solutions of a level, or as many as the budget allows.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::HumanCount;
use puzzles::{Answer, Findings, Level, LevelResult, Limits, Preparation, Solver};

use super::wire::FindingsObject;
use super::{LEVEL_HELP, LevelArgument};
use crate::command::{Outcome, called_off_by_ctrl_c, progress_bar, write_json};
use crate::narrate::counted;
use crate::value::whole_number;

/// The level to solve, and the limits of the search.
#[derive(clap::Args, Clone, Debug)]
pub struct SolveArguments {
    #[arg(help = LEVEL_HELP)]
    level: LevelArgument,
    #[command(flatten)]
    search: SearchArguments,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The limits of a search.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct SearchArguments {
    /// The most decisions the search may make.
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = whole_number::<NonZeroU64>)]
    nodes: NonZeroU64,
    /// The most solutions to count.
    #[arg(long, value_name = "N", default_value_t = SOLUTIONS, value_parser = whole_number::<NonZeroUsize>)]
    solutions: NonZeroUsize,
}

const NODES: NonZeroU64 = NonZeroU64::new(50_000_000).expect("not zero");
const SOLUTIONS: NonZeroUsize = NonZeroUsize::new(10_000).expect("not zero");

/// The default limits.
pub(super) const USUAL_LIMITS: Limits = Limits { nodes: NODES.get(), solutions: SOLUTIONS.get() };

/// The message for a level that needs no player.
pub(super) const SOLVES_ITSELF: &str = "it is solved without doing anything";

/// The number of near misses that are shown.
const EXAMPLES: usize = 5;

pub(super) fn solve(arguments: &SolveArguments, output: &mut impl Write) -> Result<Outcome> {
    let is_called_off = called_off_by_ctrl_c()?;
    let level = arguments.level.read()?;
    let search = arguments.search.run(&level, &is_called_off);
    if arguments.json {
        write_json(&FindingsObject::new(&level, &search.findings, search.took, search.is_interrupted), output)?;
    } else {
        write_findings(&level, &search, output)?;
    }
    Ok(search.outcome())
}

/// A finished search.
pub(super) struct Search {
    pub(super) findings: Findings,
    pub(super) took: Duration,
    /// Whether Ctrl-C stopped it.
    pub(super) is_interrupted: bool,
}

impl SearchArguments {
    /// Searches, with a progress bar.
    pub(super) fn run(self, level: &Level, is_called_off: &AtomicBool) -> Search {
        // Nodes between two updates of the progress bar and checks for Ctrl-C: a fraction of a second for any level.
        const SLICE: u64 = 10_000;
        let start = Instant::now();
        let limits = Limits { nodes: self.nodes.get(), solutions: self.solutions.get() };
        let mut solver = Solver::new(level, limits);
        let progress = progress_bar(PROGRESS_PARTS, "{bar:20} {percent} %, {elapsed} elapsed, {wide_msg}");
        let mut is_interrupted = is_called_off.load(Ordering::Relaxed);
        while !is_interrupted && solver.go_on(SLICE) {
            let findings = solver.findings();
            progress.set_position((solver.progress() * PROGRESS_PARTS as f64) as u64);
            progress.set_message(format!(
                "{} nodes, {} found",
                HumanCount(findings.nodes),
                solutions(findings.solutions)
            ));
            is_interrupted = is_called_off.load(Ordering::Relaxed);
        }
        progress.finish_and_clear();
        Search { findings: solver.into_findings(), took: start.elapsed(), is_interrupted }
    }
}

impl Search {
    /// Whether the level can be solved.
    pub(super) fn outcome(&self) -> Outcome {
        match self.findings.answer() {
            _ if self.is_interrupted => Outcome::Interrupted,
            Answer::Unsolvable => Outcome::No,
            Answer::Exactly(_) | Answer::AtLeast(_) => Outcome::Yes,
            Answer::Unknown => Outcome::Unknown,
        }
    }
}

/// The resolution of the progress bar.
const PROGRESS_PARTS: u64 = 10_000;

/// The number of solutions, as far as it is known, in words.
pub(super) fn answer_in_words(answer: Answer) -> String {
    match answer {
        Answer::Unsolvable => "it cannot be solved".to_owned(),
        Answer::Exactly(count) => format!("exactly {}", solutions(count)),
        Answer::AtLeast(count) => format!("at least {}", solutions(count)),
        Answer::Unknown => "unknown whether it can be solved".to_owned(),
    }
}

fn solutions(count: usize) -> String {
    counted(count as u64, "solution", "solutions")
}

/// Whether every piece is needed, in words.
pub(super) fn need_in_words(needs_every_piece: Option<bool>) -> &'static str {
    match needs_every_piece {
        Some(true) => "every piece is needed",
        Some(false) => "not every piece is needed",
        None => "unknown whether every piece is needed",
    }
}

fn write_findings(level: &Level, search: &Search, output: &mut impl Write) -> Result<()> {
    let Search { findings, took, is_interrupted } = search;
    writeln!(output, "answer: {}", answer_in_words(findings.answer()))?;
    if let Some(best) = &findings.best {
        let idle = if best.preparation.deeds().is_empty() { format!(": {SOLVES_ITSELF}") } else { String::new() };
        writeln!(output, "best: {}{idle}", in_words(&best.preparation))?;
        writeln!(output, "walk: {} until a position repeats", counted(best.steps, "step", "steps"))?;
        writeln!(output, "pieces: {}", need_in_words(findings.needs_every_piece(level)))?;
    }
    if findings.solutions > 1 {
        writeln!(output, "solutions: {}", HumanCount(findings.solutions as u64))?;
        write_first(&findings.first_solutions, findings.solutions as u64, output)?;
    }
    writeln!(output, "near misses: {}", HumanCount(findings.near_misses))?;
    let examples = &findings.first_near_misses;
    write_first(&examples[..examples.len().min(EXAMPLES)], findings.near_misses, output)?;
    let (nodes, steps) = (HumanCount(findings.nodes), HumanCount(findings.steps));
    let per_second = HumanCount(rate(findings.steps, *took) as u64);
    writeln!(
        output,
        "searched: {nodes} nodes, {steps} steps in {:.2} s, {per_second} steps a second",
        took.as_secs_f64()
    )?;
    if *is_interrupted {
        writeln!(output, "Interrupted: the search is not complete.")?;
    }
    Ok(())
}

/// Writes preparations, one a line, and an ellipsis if there are more than these.
fn write_first(first: &[Preparation], of: u64, output: &mut impl Write) -> Result<()> {
    for preparation in first {
        writeln!(output, "  {}", in_words(preparation))?;
    }
    if of > first.len() as u64 {
        writeln!(output, "  …")?;
    }
    Ok(())
}

/// Whether a level is solved without doing anything.
pub(super) fn solves_itself(level: &Level) -> bool {
    level.judge(*level.position(), &mut ()).result == LevelResult::Solved
}

/// The deeds as the user types them.
pub(super) fn in_words(preparation: &Preparation) -> String {
    if preparation.deeds().is_empty() { "do nothing".to_owned() } else { preparation.to_string() }
}

/// Items per second.
pub(super) fn rate(count: u64, took: Duration) -> f64 {
    // The clock may be too coarse for a small level.
    count as f64 / took.as_secs_f64().max(1e-9)
}
