//! Texts of the catalogues with their markup, `*loud*` and `~sound word~`, and the names of spaces in them.

use rules::Cell;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// Plain.
    Plain(String),
    /// Emphasized.
    Strong(String),
    /// A sound word.
    Sound(String),
}

impl Run {
    /// Its words.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Run::Plain(words) | Run::Strong(words) | Run::Sound(words) => words,
        }
    }
}

/// The pieces of a text. A mark without a closing one extends to the end.
#[must_use]
pub fn runs(text: &str) -> Vec<Run> {
    let mut runs = vec![];
    let mut rest = text;
    while let Some(at) = rest.find(['*', '~']) {
        let (before, marked) = rest.split_at(at);
        let mark = if marked.starts_with('*') { '*' } else { '~' };
        let (words, after) = marked[1..].split_once(mark).unwrap_or((&marked[1..], ""));
        runs.push(Run::Plain(before.to_owned()));
        runs.push(if mark == '*' { Run::Strong(words.to_owned()) } else { Run::Sound(words.to_owned()) });
        rest = after;
    }
    runs.push(Run::Plain(rest.to_owned()));
    runs.retain(|run| !run.words().is_empty());
    runs
}

/// A part of a plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Words(String),
    /// The name of a space.
    Cell(Cell),
}

/// Finds the names of spaces in a plain text.
#[must_use]
pub fn pieces(words: &str) -> Vec<Piece> {
    let mut pieces = vec![];
    let mut plain = String::new();
    // At every change between letters or digits and anything else.
    let mut rest = words;
    while let Some(first) = rest.chars().next() {
        let is_word = first.is_alphanumeric();
        let end = rest.find(|letter: char| letter.is_alphanumeric() != is_word).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        match word.parse::<Cell>() {
            Ok(cell) => {
                pieces.extend((!plain.is_empty()).then(|| Piece::Words(std::mem::take(&mut plain))));
                pieces.push(Piece::Cell(cell));
            }
            Err(_) => plain += word,
        }
    }
    pieces.extend((!plain.is_empty()).then_some(Piece::Words(plain)));
    pieces
}

/// The text without its marks.
#[must_use]
pub fn plain(text: &str) -> String {
    runs(text).iter().map(Run::words).collect()
}

/// A name typed by a player, escaped so that it contains no marks.
#[must_use]
pub fn name(typed: &str) -> String {
    typed.replace(['*', '~'], "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_spaces_are_found_and_nothing_else() {
        let words = |words: &str| Piece::Words(words.to_owned());
        let expected =
            [words("R4 von "), Piece::Cell(Cell::D4), words(" nach "), Piece::Cell(Cell::P11), words(", 10 %.")];
        assert_eq!(pieces("R4 von d4 nach p11, 10 %."), expected);
        // No such space, and no space at all.
        assert_eq!(pieces("p1, d44, é4 l’a"), [words("p1, d44, é4 l’a")]);
        assert_eq!(pieces(""), []);
    }

    #[test]
    fn marks_are_found_and_names_cannot_make_any() {
        let text = format!("~Chomp!~ *{}* is gone.", name("R*4~"));
        let expected = [
            Run::Sound("Chomp!".to_owned()),
            Run::Plain(" ".to_owned()),
            Run::Strong("R'4'".to_owned()),
            Run::Plain(" is gone.".to_owned()),
        ];
        assert_eq!(runs(&text), expected);
        assert_eq!(plain(&text), "Chomp! R'4' is gone.");
        assert_eq!(runs("a *b"), [Run::Plain("a ".to_owned()), Run::Strong("b".to_owned())]);
        assert_eq!(runs(""), []);
    }
}
