//! `fearsome puzzle run`: prepares a level, lets the monster loose and explains every step.

use std::io::Write;

use anyhow::{Result, bail};
use indicatif::HumanCount;
use puzzles::{Deed, Judgement, Level, LevelResult, Preparation};
use rules::{Endless, Event, Position, Walk};

use super::paint::Paint;
use super::show::names;
use super::wire::{RunObject, StepObject};
use super::{LEVEL_HELP, LevelArgument};
use crate::command::{Outcome, write_json};
use crate::narrate::{counted, on_board};
use crate::value::{in_any_case, whole_number};

/// The level, the deeds, and what to show.
#[derive(clap::Args, Clone, Debug)]
pub struct RunArguments {
    #[arg(help = LEVEL_HELP)]
    level: LevelArgument,
    /// Deeds before the monster is let loose, as solve prints them: stone:e5, crystal:e5, turn-right:e5, turn-around:e5, figure:e5,
    /// square-pool:e5, long-pool:e9e, teleporters:c4e-k9n, move:c3-d3, turn:c4n.
    #[arg(value_name = "DEED", value_parser = in_any_case::<Deed>)]
    deeds: Vec<Deed>,
    /// Show only the first N steps. The result is still that of the whole walk.
    #[arg(long, value_name = "N", value_parser = whole_number::<u32>)]
    steps: Option<u32>,
    /// Show only the result.
    #[arg(long, conflicts_with = "steps")]
    only_result: bool,
    /// Show the steps without boards.
    #[arg(long)]
    no_board: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &RunArguments, is_coloured: bool, output: &mut impl Write) -> Result<Outcome> {
    let level = arguments.level.read()?;
    let preparation: Preparation = arguments.deeds.iter().copied().collect();
    let position = match level.prepare(&preparation) {
        Ok(position) => position,
        Err(refusals) => bail!("{}", refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    };
    let judgement = level.judge(position, &mut ());
    let summary = Summary { level: &level, judgement: &judgement, end: end(&level, position, &judgement) };
    let shown = if arguments.only_result { 0 } else { arguments.steps.unwrap_or(u32::MAX).min(summary.end) };
    if arguments.json {
        let mut walk = vec![];
        walk_on(position, shown, |step, events, position| {
            walk.push(StepObject { step, events: events.to_vec(), position: position.to_string() });
            Ok(())
        })?;
        let walk = (!arguments.only_result).then_some(walk);
        write_json(&RunObject::new(&preparation, &position, &judgement, summary.end, walk), output)?;
    } else {
        let paint = Paint::new(&level, is_coloured);
        let has_board = !arguments.only_result && !arguments.no_board;
        if has_board {
            writeln!(output, "{}", paint.board(&position))?;
        }
        // Nobody is eaten in a cycle, so a lost walk ends before it.
        let first_of_cycle = judgement.walk.steps - judgement.walk.period + 1;
        walk_on(position, shown, |step, events, position| {
            if step == first_of_cycle {
                writeln!(
                    output,
                    "From here on the walk repeats every {}.",
                    counted(judgement.walk.period, "step", "steps")
                )?;
            }
            writeln!(output, "{}", paint.title(&format!("Step {step}")))?;
            for sentence in events.iter().filter_map(on_board) {
                writeln!(output, "{}", paint.figures(sentence))?;
            }
            if has_board {
                writeln!(output, "\n{}", paint.board(position))?;
            }
            Ok(())
        })?;
        if !arguments.only_result && shown < summary.end {
            writeln!(output, "{} more, not shown.\n", counted(summary.end - shown, "step", "steps"))?;
        }
        writeln!(output, "{}", paint.figures(summary.result()))?;
        // A lost walk ends early, so its length does not matter.
        if !matches!(judgement.result, LevelResult::Lost(_)) {
            writeln!(output, "{}", summary.length())?;
        }
    }
    Ok(if judgement.result == LevelResult::Solved { Outcome::Yes } else { Outcome::No })
}

/// Walks `steps` steps and calls `report` for each with its number, its events and the position after it.
fn walk_on(
    mut position: Position,
    steps: u32,
    mut report: impl FnMut(u32, &[Event], &Position) -> Result<()>,
) -> Result<()> {
    let mut events = vec![];
    let mut walk = Walk::new(&mut position, &mut events);
    for step in 1..=steps {
        let before = walk.sink().len();
        walk.look();
        walk.step();
        report(step, &walk.sink()[before..], walk.position())?;
    }
    Ok(())
}

/// The last step that counts. RULES 7: the level is lost as soon as one of ours is eaten.
fn end(level: &Level, mut position: Position, judgement: &Judgement) -> u32 {
    let sink = &mut ();
    let mut walk = Walk::new(&mut position, sink);
    let mut is_over = |_: &u32| {
        walk.look();
        walk.step();
        walk.eaten().iter().any(|figure| level.ours().has(*figure))
    };
    (1..=judgement.walk.steps).find(&mut is_over).unwrap_or(judgement.walk.steps)
}

/// The summary after the walk.
struct Summary<'a> {
    level: &'a Level,
    judgement: &'a Judgement,
    /// The last step that counts.
    end: u32,
}

impl Summary<'_> {
    fn result(&self) -> String {
        match self.judgement.result {
            LevelResult::Solved if self.level.ours().is_empty() => "Solved: all of theirs are eaten.".to_owned(),
            LevelResult::Solved => "Solved: all of theirs are eaten, and none of ours.".to_owned(),
            LevelResult::Lost(figure) => format!("Lost in step {}: {figure}, which is ours, is eaten.", self.end),
            LevelResult::Spared(spared) => format!("Not solved: {} will never be eaten.", names(spared)),
        }
    }

    fn length(&self) -> String {
        let Endless { steps, period, .. } = self.judgement.walk;
        format!(
            "The walk: {} until a position repeats, in a cycle of {}.",
            counted(steps, "step", "steps"),
            HumanCount(period.into())
        )
    }
}
