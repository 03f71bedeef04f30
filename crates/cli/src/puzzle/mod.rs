//! `fearsome puzzle`: lists, shows, checks, solves, grades, generates and runs levels. The crate `puzzles` does the work.

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

/// The end of the help of each command.
pub const EXIT_CODES: &str = "\
Exit codes: 0 yes, or done; 1 no: not a level (check), unsolvable (check, solve, grade), not solved (run);
2 an input or output error, or invalid arguments; 3 unknown or not found within the budget; 130 stopped with Ctrl-C.";

/// The help of the LEVEL argument.
const LEVEL_HELP: &str = "\
Number or name of a level of the game (17, wall-2), a .level file, daily for the dish of today, daily:2026-11-16 for that of another day, a level code, \
a link with #/level/CODE, or - to read a text, code or link from standard input";

/// A command about puzzles.
#[derive(Subcommand, Clone, Debug)]
pub enum PuzzleCommand {
    /// Lists the levels that come with the game.
    #[command(after_help = EXIT_CODES)]
    List(ListArguments),
    /// Shows a level: the board, which figures are ours, and what you may do.
    #[command(after_help = EXIT_CODES)]
    Show(ShowArguments),
    /// Shows the dish of today; the same as show daily.
    #[command(after_help = EXIT_CODES)]
    Daily(DailyArguments),
    /// Checks levels: reports all problems with their line numbers, or how many solutions a level has.
    #[command(after_help = EXIT_CODES)]
    Check(CheckArguments),
    /// Searches for all solutions of a level.
    ///
    /// Ctrl-C stops the search and prints what is known so far.
    #[command(after_help = EXIT_CODES)]
    Solve(SolveArguments),
    /// Grades the difficulty of a level.
    #[command(after_help = EXIT_CODES)]
    Grade(GradeArguments),
    /// Generates levels, each with exactly one solution that needs every piece.
    ///
    /// Ctrl-C stops the search and prints the levels found so far.
    #[command(after_help = EXIT_CODES)]
    Generate(GenerateArguments),
    /// Prepares a level, lets the monster loose and explains each of its steps.
    #[command(after_help = EXIT_CODES)]
    Run(RunArguments),
}

/// Runs a command and writes its results to `output`.
///
/// # Errors
///
/// If something cannot be read or written, or the level does not allow the deeds.
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
