//! `fearsome engine`: questions about positions as JSON lines, described in `docs/engine.md`.
//!
//! Whatever a line says, it gets one line back, and the next line is answered.

mod answer;
mod lines;
mod wire;

use std::io::{self, BufRead, Write};

pub use answer::{Subject, Task};
use lines::{Line, Lines};
use serde::Serialize;

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
        match task.and_then(Task::solve) {
            Ok(solution) => solution.write(&mut output)?,
            Err(error) => {
                #[derive(Serialize)]
                struct Refusal {
                    error: String,
                }
                serde_json::to_writer(&mut output, &Refusal { error })?;
            }
        }
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}
