//! `fearsome engine`: questions about positions and games as JSON lines, described in `docs/engine.md`.
//!
//! Whatever a line says, it gets one line back, and the next line is answered.

mod answer;
mod bestmove;
mod lines;
mod table;
mod values;
mod wire;

use std::io::{self, BufRead, Write};

pub use answer::{Subject, Task};
pub use bestmove::BestMove;
use lines::{Line, Lines};
use serde::Serialize;
pub use wire::PositionObject;

/// The longest error in an answer, in characters: some quote what they found.
const LONGEST_ERROR: usize = 4000;

#[derive(Serialize)]
struct Refusal {
    error: String,
}

fn shortened(error: &str) -> String {
    match error.char_indices().nth(LONGEST_ERROR) {
        None => error.to_owned(),
        Some((end, _)) => format!("{}…", &error[..end]),
    }
}

/// Answers every line of `input`; each answer is flushed, so that a program can talk to the engine.
///
/// # Errors
///
/// When `input` cannot be read or `output` cannot be written.
pub fn serve(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next()? {
        let task = match line {
            Line::TooLong => Err(format!("line longer than {} bytes", Lines::<&[u8]>::LONGEST)),
            Line::Blank => continue,
            Line::Text(bytes) => Task::read(bytes),
        };
        let answered = match task {
            Ok(task) => task.answer(&mut output)?,
            Err(error) => Err(error),
        };
        if let Err(error) = answered {
            serde_json::to_writer(&mut output, &Refusal { error: shortened(&error) })?;
        }
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}
