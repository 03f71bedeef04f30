//! Bits encoded as a word for links: a version, then six bits per character, then a checksum. The meaning of the bits
//! is defined by the users of this module.

use sha2::{Digest, Sha256};
use thiserror::Error;

/// The URL-safe base64 characters, in the order of their values.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The number of bits per character.
const BITS: u32 = 6;

/// The number of characters of the checksum at the end. It keeps a mistyped link from being read as something else.
const CHECK: usize = 4;

/// The reason why a word cannot be decoded. Characters count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WordError {
    /// The word is empty.
    #[error("the code is empty")]
    Empty,
    /// The word is longer than any valid one.
    #[error("the code has {length} characters, at most {longest} are allowed")]
    TooLong {
        /// Its length in bytes.
        length: usize,
        /// The maximum length.
        longest: usize,
    },
    /// The word was written by a later version, or encodes something else.
    #[error("unknown version {found:?}, expected {known:?}")]
    Version {
        /// The first character.
        found: char,
        /// The expected version.
        known: char,
    },
    /// A character that is not allowed.
    #[error("character {at}: {found:?} is not allowed in a code")]
    Character {
        /// Its number.
        at: usize,
        /// The character.
        found: char,
    },
    /// The checksum does not match: some characters were changed or are missing.
    #[error("the code is damaged: its checksum, the last {CHECK} characters, does not match")]
    Damaged,
    /// The checksum matches, but more bits are needed than there are.
    #[error("the code ends too early, after {0} characters")]
    BreaksOff(usize),
    /// A number is out of range.
    #[error("character {at}: {wanted} expected")]
    Expected {
        /// The character in which it starts.
        at: usize,
        /// What the number stands for.
        wanted: &'static str,
    },
}

/// The number of bits needed to encode one of `count` values.
#[must_use]
pub const fn width(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

/// The length of a word with this many bits, in characters.
#[must_use]
pub const fn word_length(bits: usize) -> usize {
    1 + bits.div_ceil(BITS as usize) + CHECK
}

/// Encodes bits.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bits: Vec<bool>,
}

impl BitWriter {
    /// Writes a number in `width` bits, most significant first.
    pub fn number(&mut self, number: usize, width: u32) {
        self.bits.extend((0..width).rev().map(|bit| number >> bit & 1 != 0));
    }

    /// Writes the index of one of `count` values.
    pub fn choice(&mut self, index: usize, count: usize) {
        self.number(index, width(count));
    }

    /// Writes one bit.
    pub fn flag(&mut self, is_set: bool) {
        self.bits.push(is_set);
    }

    /// Writes bytes, eight bits each.
    pub fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.number((*byte).into(), u8::BITS));
    }

    /// Returns the word: the version, the bits padded with zeros, and the checksum.
    #[must_use]
    pub fn into_word(self, version: char) -> String {
        let told = format!("{version}{}", self.into_characters());
        let check = check(&told);
        told + &check
    }

    fn into_characters(self) -> String {
        let value = |bits: &[bool]| {
            let value = bits.iter().fold(0, |value, bit| value << 1 | usize::from(*bit));
            value << (BITS as usize - bits.len())
        };
        self.bits.chunks(BITS as usize).map(|bits| char::from(ALPHABET[value(bits)])).collect()
    }
}

/// The checksum of the characters before it.
fn check(told: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(told.as_bytes()).into();
    let mut bits = BitWriter::default();
    bits.bytes(&digest[..CHECK * BITS as usize / 8]);
    bits.into_characters()
}

/// Decodes the bits of a word.
///
/// Every method that reads fails if the word has too few bits left.
#[derive(Clone, Debug)]
pub struct BitReader {
    /// The values of the characters between version and checksum.
    values: Vec<u8>,
    /// The number of bits read so far.
    at: usize,
}

impl BitReader {
    /// Opens a word of this version with at most `longest` characters, and verifies its checksum.
    ///
    /// # Errors
    ///
    /// The first problem. Damage is reported before anything is decoded.
    pub fn open(word: &str, version: char, longest: usize) -> Result<BitReader, WordError> {
        if word.len() > longest {
            return Err(WordError::TooLong { length: word.len(), longest });
        }
        let mut characters = word.chars();
        match characters.next() {
            None => return Err(WordError::Empty),
            Some(found) if found != version => return Err(WordError::Version { found, known: version }),
            Some(_) => {}
        }
        let value = |(index, found): (usize, char)| {
            let value = ALPHABET.iter().position(|letter| char::from(*letter) == found);
            value.map(|value| value as u8).ok_or(WordError::Character { at: index + 2, found })
        };
        let mut values: Vec<u8> = characters.enumerate().map(value).collect::<Result<_, _>>()?;
        values.truncate(values.len().checked_sub(CHECK).ok_or(WordError::Damaged)?);
        // All characters after the version are ASCII: others have been rejected.
        let (told, known) = word.split_at(word.len() - CHECK);
        if check(told) == known { Ok(BitReader { values, at: 0 }) } else { Err(WordError::Damaged) }
    }

    /// The number of the character that is read next. Character 1 is the version.
    #[must_use]
    pub fn character(&self) -> usize {
        self.at / BITS as usize + 2
    }

    /// Whether everything has been read: only the zeros that fill the last character are left.
    #[must_use]
    pub fn is_finished(&mut self) -> bool {
        let left = self.values.len() * BITS as usize - self.at;
        left < BITS as usize && self.number(left as u32) == Ok(0)
    }

    /// Reads a number of `width` bits.
    pub fn number(&mut self, width: u32) -> Result<usize, WordError> {
        let mut number = 0;
        for _ in 0..width {
            let value = self.values.get(self.at / BITS as usize);
            let value = value.ok_or(WordError::BreaksOff(1 + self.values.len() + CHECK))?;
            let bit = value >> (BITS as usize - 1 - self.at % BITS as usize) & 1;
            number = number << 1 | usize::from(bit);
            self.at += 1;
        }
        Ok(number)
    }

    /// Reads the index of one of `count` values. It may be out of range if `count` is not a power of two.
    pub fn choice(&mut self, count: usize) -> Result<usize, WordError> {
        self.number(width(count))
    }

    /// Reads one of the values in `all`. `wanted` describes them in an error.
    pub fn one_of<T: Copy>(&mut self, all: &[T], wanted: &'static str) -> Result<T, WordError> {
        let at = self.character();
        let index = self.choice(all.len())?;
        all.get(index).copied().ok_or(WordError::Expected { at, wanted })
    }

    /// Reads one bit.
    pub fn flag(&mut self) -> Result<bool, WordError> {
        Ok(self.number(1)? != 0)
    }

    /// Reads bytes, eight bits each.
    pub fn bytes<const N: usize>(&mut self) -> Result<[u8; N], WordError> {
        let mut bytes = [0; N];
        for byte in &mut bytes {
            *byte = self.number(u8::BITS)? as u8;
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back_and_fill_up_with_zeros() {
        let mut bits = BitWriter::default();
        bits.choice(4, 5);
        bits.flag(true);
        bits.number(300, 10);
        bits.bytes(&[7, 255]);
        let word = bits.into_word('x');
        assert_eq!(word.len(), word_length(3 + 1 + 10 + 16));
        let mut bits = BitReader::open(&word, 'x', word.len()).unwrap();
        assert_eq!(bits.one_of(&[1, 2, 3, 4, 5], "a number up to 5"), Ok(5));
        assert_eq!((bits.flag(), bits.number(10), bits.bytes()), (Ok(true), Ok(300), Ok([7, 255])));
        assert_eq!(bits.number(1), Err(WordError::BreaksOff(word.len())));
    }

    #[test]
    fn what_no_word_holds_is_told_with_its_place() {
        let read = |word: &str| BitReader::open(word, 'x', 9).map(|_| ()).unwrap_err().to_string();
        assert_eq!(read(""), "the code is empty");
        assert_eq!(read("xAAAAAAAAA"), "the code has 10 characters, at most 9 are allowed");
        assert_eq!(read("yAAAA"), "unknown version 'y', expected 'x'");
        assert_eq!(read("xA é"), "character 3: ' ' is not allowed in a code");
        assert_eq!(read("xAAA"), "the code is damaged: its checksum, the last 4 characters, does not match");
        let mut bits = BitWriter::default();
        bits.number(0b111, 3);
        let mut bits = BitReader::open(&bits.into_word('x'), 'x', 9).unwrap();
        let refused = bits.one_of(&[1, 2, 3, 4, 5], "a number up to 5").unwrap_err();
        assert_eq!(refused.to_string(), "character 2: a number up to 5 expected");
    }
}
