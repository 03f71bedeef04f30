//! `fearsome puzzle`: levels listed, shown, checked, solved, graded, run and made. What solves a level is the business of `puzzles`.

mod attempts;
mod check;
mod example;
mod generate;
mod grade;
mod level_argument;
mod list;
mod near_names;
mod paint;
mod run;
mod show;
mod solve;
mod wire;

use std::io::Write;

use anyhow::Result;
use clap::Subcommand;

pub use check::CheckArguments;
pub use generate::GenerateArguments;
pub use grade::GradeArguments;
pub use level_argument::LevelArgument;
pub use list::ListArguments;
pub use run::RunArguments;
pub use show::{DailyArguments, ShowArguments};
pub use solve::SolveArguments;

use crate::command::Outcome;

/// What the help of every command ends with.
pub const EXIT_CODES: &str = "\
Exit codes: 0 yes, or done; 1 no: not a level (check), it cannot be solved (check, solve, grade), it is not solved (run);
2 something cannot be read or written, or is asked for in a wrong way; 3 not known or not found within the budget;
130 stopped with Ctrl-C.";

/// What a LEVEL is, for the help.
const LEVEL_HELP: &str = "\
The number or name of a level that comes with the game (17, wall-2), a .level file, daily for the level of today, daily:2026-11-16 for the level of another day, the code of a link, a whole link \
with #/level/CODE, or - for a file, a code or a link on standard input";

/// What is asked about puzzles.
#[derive(Subcommand, Clone, Debug)]
pub enum PuzzleCommand {
    /// Lists the levels that come with the game.
    #[command(after_help = EXIT_CODES)]
    List(ListArguments),
    /// Shows a level: the board, whose figures are ours, and what may be done.
    #[command(after_help = EXIT_CODES)]
    Show(ShowArguments),
    /// Shows the level of today: the same as show daily.
    #[command(after_help = EXIT_CODES)]
    Daily(DailyArguments),
    /// Checks levels: tells all problems with their places, or else whether and how each can be solved.
    #[command(after_help = EXIT_CODES)]
    Check(CheckArguments),
    /// Searches for all solutions of a level.
    ///
    /// After Ctrl-C it tells what is known so far.
    #[command(after_help = EXIT_CODES)]
    Solve(SolveArguments),
    /// Tells how hard a level is, and what makes it so.
    #[command(after_help = EXIT_CODES)]
    Grade(GradeArguments),
    /// Makes new levels, each with exactly one solution that needs every piece.
    ///
    /// After Ctrl-C it gives the levels it has found so far.
    #[command(after_help = EXIT_CODES)]
    Generate(GenerateArguments),
    /// Prepares a level, lets the monster loose and tells why it does what it does, step by step.
    #[command(after_help = EXIT_CODES)]
    Run(RunArguments),
}

/// Does what is asked and writes it to `output`, with colours only where `is_coloured`.
///
/// # Errors
///
/// If something cannot be read or written, or the level does not allow what shall be done on it.
pub fn run(command: &PuzzleCommand, is_coloured: bool, output: &mut impl Write) -> Result<Outcome> {
    match command {
        PuzzleCommand::List(arguments) => list::list(arguments, is_coloured, output),
        PuzzleCommand::Show(arguments) => show::show(arguments, is_coloured, output),
        PuzzleCommand::Daily(arguments) => show::daily(arguments, is_coloured, output),
        PuzzleCommand::Check(arguments) => check::check(arguments, output),
        PuzzleCommand::Solve(arguments) => solve::solve(arguments, output),
        PuzzleCommand::Grade(arguments) => grade::grade(arguments, output),
        PuzzleCommand::Generate(arguments) => generate::generate(arguments, output),
        PuzzleCommand::Run(arguments) => run::run(arguments, is_coloured, output),
    }
}
