//! The `fearsome` program: reads its command line and calls the library.

use std::io::{self, BufWriter};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Fearsome Floors: exact rules for the game of the hungry, stupid monster.
#[derive(Parser)]
#[command(name = "fearsome", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answers questions about positions: one JSON object a line on standard input, one on standard output.
    ///
    /// The questions and answers are described in docs/engine.md. For example:
    ///
    /// echo '{"kind":"monster","card":5,"position":"Ma1e"}' | fearsome engine
    #[command(verbatim_doc_comment)]
    Engine,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Engine => cli::engine::serve(io::stdin().lock(), BufWriter::new(io::stdout().lock())),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our answers has gone: nobody is left to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fearsome: {error}");
            ExitCode::FAILURE
        }
    }
}
