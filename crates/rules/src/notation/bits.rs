//! Bits as words for links: six to a character, a version in front and a check behind. What the bits mean is the business of those who
//! write them.

use sha2::{Digest, Sha256};
use thiserror::Error;

/// The characters that links leave alone, in the order of their values.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// How many bits a character holds.
const BITS: u32 = 6;

/// How many characters at the end are a check on the rest: a link in which one was mistyped must not tell something else.
const CHECK: usize = 4;

/// Why a word does not hold the bits that are asked for. Characters count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WordError {
    /// There is nothing.
    #[error("the code is empty")]
    Empty,
    /// None of its kind has as many characters.
    #[error("{length} characters are too many: a code has at most {longest}")]
    TooLong {
        /// How many there are.
        length: usize,
        /// How many there can be.
        longest: usize,
    },
    /// Made by a later program, or of another kind.
    #[error("version {found:?} is not known, only version {known}")]
    Version {
        /// The first character.
        found: char,
        /// What it should be.
        known: char,
    },
    /// A character that is in no code.
    #[error("character {at}: {found:?} is in no code")]
    Character {
        /// Which.
        at: usize,
        /// What stands there.
        found: char,
    },
    /// The check does not fit: some character is another one than it was, or some are missing.
    #[error("the code is damaged: its last {CHECK} characters do not fit the others")]
    Damaged,
    /// The check fits, but more bits are asked for than there are.
    #[error("the code breaks off after {0} characters")]
    BreaksOff(usize),
    /// Something stands there that nothing has as its number.
    #[error("character {at}: {wanted} expected")]
    Expected {
        /// Where.
        at: usize,
        /// What should stand there.
        wanted: &'static str,
    },
}

/// How many bits tell one of so many.
#[must_use]
pub const fn width(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

/// How many characters a word of so many bits has.
#[must_use]
pub const fn word_length(bits: usize) -> usize {
    1 + bits.div_ceil(BITS as usize) + CHECK
}

/// Bits that are being written.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bits: Vec<bool>,
}

impl BitWriter {
    /// A number of so many bits, the highest first.
    pub fn number(&mut self, number: usize, width: u32) {
        self.bits.extend((0..width).rev().map(|bit| number >> bit & 1 != 0));
    }

    /// One of so many.
    pub fn choice(&mut self, index: usize, count: usize) {
        self.number(index, width(count));
    }

    /// One bit.
    pub fn flag(&mut self, is_set: bool) {
        self.bits.push(is_set);
    }

    /// Eight bits for each byte.
    pub fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.number((*byte).into(), u8::BITS));
    }

    /// The word that holds these bits, filled up with zeros, between a version and a check.
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

/// The check on all that stands before it.
fn check(told: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(told.as_bytes()).into();
    let mut bits = BitWriter::default();
    bits.bytes(&digest[..CHECK * BITS as usize / 8]);
    bits.into_characters()
}

/// The bits of a word, read one after the other.
///
/// Each way of reading fails where the word has no more bits.
#[derive(Clone, Debug)]
pub struct BitReader {
    /// The values of the characters between version and check.
    values: Vec<u8>,
    /// How many bits have been read.
    at: usize,
}

impl BitReader {
    /// Opens a word of this version that has at most `longest` characters.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong. What is damaged is told as such before anything is read.
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
        // All characters behind the version are of one byte: others have been refused.
        let (told, known) = word.split_at(word.len() - CHECK);
        if check(told) == known { Ok(BitReader { values, at: 0 }) } else { Err(WordError::Damaged) }
    }

    /// The character that is read next; the first is the version.
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

    /// A number of so many bits.
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

    /// One of so many; what comes may be more, where they are no power of two.
    pub fn choice(&mut self, count: usize) -> Result<usize, WordError> {
        self.number(width(count))
    }

    /// One of a list; `wanted` is what they are.
    pub fn one_of<T: Copy>(&mut self, all: &[T], wanted: &'static str) -> Result<T, WordError> {
        let at = self.character();
        let index = self.choice(all.len())?;
        all.get(index).copied().ok_or(WordError::Expected { at, wanted })
    }

    /// One bit.
    pub fn flag(&mut self) -> Result<bool, WordError> {
        Ok(self.number(1)? != 0)
    }

    /// Eight bits for each byte.
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
        assert_eq!(read("xAAAAAAAAA"), "10 characters are too many: a code has at most 9");
        assert_eq!(read("yAAAA"), "version 'y' is not known, only version x");
        assert_eq!(read("xA é"), "character 3: ' ' is in no code");
        assert_eq!(read("xAAA"), "the code is damaged: its last 4 characters do not fit the others");
        let mut bits = BitWriter::default();
        bits.number(0b111, 3);
        let mut bits = BitReader::open(&bits.into_word('x'), 'x', 9).unwrap();
        let refused = bits.one_of(&[1, 2, 3, 4, 5], "a number up to 5").unwrap_err();
        assert_eq!(refused.to_string(), "character 2: a number up to 5 expected");
    }
}
