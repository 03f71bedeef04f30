//! Reads lines of bytes with a limit on their length.

use std::io::{self, BufRead};

/// A line reader that buffers at most one line, and at most [`LONGEST`](Lines::LONGEST) bytes of it.
pub(super) struct Lines<R> {
    input: R,
    line: Vec<u8>,
}

/// One line, without its line ending.
pub(super) enum Line<'a> {
    Text(&'a [u8]),
    Blank,
    TooLong,
}

impl<R: BufRead> Lines<R> {
    /// The maximum length of a line in bytes.
    pub(super) const LONGEST: usize = 1 << 20;

    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, line: Vec::new() }
    }

    /// Returns the next line, or `None` at the end of the input. The last line may lack its newline.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let mut is_too_long = false;
        let mut has_begun = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() && !has_begun {
                return Ok(None);
            }
            has_begun = true;
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let text = &chunk[..end.unwrap_or(chunk.len())];
            is_too_long |= self.line.len() + text.len() > Self::LONGEST;
            if !is_too_long {
                self.line.extend_from_slice(text);
            }
            let is_complete = end.is_some() || chunk.is_empty();
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            if is_complete {
                break;
            }
        }
        Ok(Some(if is_too_long {
            Line::TooLong
        } else if self.line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) {
            Line::Blank
        } else {
            Line::Text(&self.line)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Vec<String> {
        // A buffer of three bytes makes lines span many chunks.
        let mut lines = Lines::new(io::BufReader::with_capacity(3, text));
        let mut all = vec![];
        while let Some(line) = lines.next().unwrap() {
            all.push(match line {
                Line::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                Line::Blank => "blank".to_owned(),
                Line::TooLong => "too long".to_owned(),
            });
        }
        all
    }

    #[test]
    fn the_last_line_may_lack_its_newline() {
        assert_eq!(read(b"one\n\n \t\r\ntwo three"), ["one", "blank", "blank", "two three"]);
        assert_eq!(read(b"one\n"), ["one"]);
        assert_eq!(read(b""), [""; 0]);
    }

    #[test]
    fn a_line_over_the_limit_is_skipped_and_the_next_is_read() {
        let longest = "x".repeat(Lines::<&[u8]>::LONGEST);
        assert_eq!(read(format!("{longest}\n{longest}y\nnext").as_bytes()), [&longest, "too long", "next"]);
    }
}
