//! `fearsome engine`: answers questions about positions and games as JSON lines. See `docs/engine.md`.
//!
//! Every line that is not blank gets exactly one line back, even if it is invalid.

mod answer;
mod bestmove;
mod lines;
mod position;
mod values;
mod wire;

use std::io::{self, BufRead, Write};

pub use answer::{Subject, Task};
pub use bestmove::BestMove;
use lines::{Line, Lines};
use serde::Serialize;
pub use wire::PositionObject;

/// The maximum length of an error in characters: errors quote their input, which can be long.
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

/// Answers every line of `input`, flushing after each answer so that another program can hold a conversation.
///
/// # Errors
///
/// Returns an error if reading `input` or writing `output` fails.
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
