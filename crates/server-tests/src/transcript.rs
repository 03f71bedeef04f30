//! Everything that clients received, byte by byte, to be searched for secrets afterwards.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What all clients of a test received.
#[derive(Clone, Debug, Default)]
pub struct Transcript(Arc<Mutex<Vec<Stream>>>);

/// What one connection received.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The client.
    pub client: String,
    /// The bytes as they came: status lines, headers, frames.
    pub raw: Vec<u8>,
    /// Bodies and messages without their framing, and for each the question that it answers.
    pub texts: Vec<(String, Vec<u8>)>,
}

/// One connection's part of a transcript.
#[derive(Clone, Debug)]
pub(crate) struct Tape {
    transcript: Transcript,
    index: usize,
}

impl Transcript {
    /// A copy of everything so far.
    #[must_use]
    pub fn streams(&self) -> Vec<Stream> {
        self.lock().clone()
    }

    pub(crate) fn tape(&self, client: &str) -> Tape {
        let mut streams = self.lock();
        streams.push(Stream { client: client.to_owned(), raw: vec![], texts: vec![] });
        Tape { transcript: self.clone(), index: streams.len() - 1 }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Stream>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tape {
    pub(crate) fn raw(&self, bytes: &[u8]) {
        self.transcript.lock()[self.index].raw.extend_from_slice(bytes);
    }

    pub(crate) fn text(&self, question: &str, bytes: &[u8]) {
        self.transcript.lock()[self.index].texts.push((question.to_owned(), bytes.to_vec()));
    }
}
