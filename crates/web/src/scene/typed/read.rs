//! Parses a line into a command: words, names and numbers, in any order that makes sense. Of the game it needs only the
//! names of the figures, because `g4` can be a space or a figure.

use std::ops::Range;

use rules::game::{Band, Face, FigureSet};
use rules::{Cell, FigureId};

use super::{Command, Course, LONGEST_LINE, Leg, Mistake, Named, Place, Problem, Said, Word};

/// The vocabulary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    words: Vec<(String, Word)>,
}

impl Vocabulary {
    /// Parses lists of synonyms separated by commas. If two lists contain the same word, the earlier one wins.
    #[must_use]
    pub fn new<'a>(lists: impl IntoIterator<Item = (Word, &'a str)>) -> Vocabulary {
        let mut words: Vec<(String, Word)> = vec![];
        for (word, list) in lists {
            words.extend(list.split(',').map(|synonym| (folded(synonym.trim()), word)));
        }
        words.retain(|(synonym, _)| !synonym.is_empty());
        Vocabulary { words }
    }

    fn word(&self, text: &str) -> Option<Word> {
        let text = folded(text);
        self.words.iter().find(|(synonym, _)| *synonym == text).map(|(_, word)| *word)
    }
}

/// Without capitals and accents, which not every keyboard has.
fn folded(text: &str) -> String {
    let mut folded = String::new();
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            'à' | 'â' | 'ä' => folded.push('a'),
            'ç' => folded.push('c'),
            'é' | 'è' | 'ê' | 'ë' => folded.push('e'),
            'î' | 'ï' => folded.push('i'),
            'ô' | 'ö' => folded.push('o'),
            'ù' | 'û' | 'ü' => folded.push('u'),
            'ß' => folded.push_str("ss"),
            other => folded.push(other),
        }
    }
    folded
}

/// Parses lines.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The vocabulary.
    pub vocabulary: &'a Vocabulary,
    /// The figures of the player to move, including those that cannot: their names take precedence over those of
    /// spaces.
    pub own: FigureSet,
    /// Every figure in the game.
    pub in_game: FigureSet,
}

/// A word of the line.
#[derive(Clone, Debug)]
struct Token<'a> {
    text: &'a str,
    at: Range<usize>,
}

impl Reader<'_> {
    /// Parses a line. An empty one confirms.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be parsed.
    pub fn read(&self, line: &str) -> Result<Command, Mistake> {
        if line.chars().count() > LONGEST_LINE {
            return Err(Mistake { what: Problem::TooLong, at: 0..0 });
        }
        let spoken = line.trim_end();
        let without_mark = spoken.trim_end_matches(['!', ' ', '\u{a0}', '\u{202f}']);
        let at_once = spoken.len() > without_mark.len();
        let tokens = tokens(without_mark);
        let Some((first, rest)) = tokens.split_first() else { return Ok(Command::Confirm) };
        let end = first.at.end..tokens.last().map_or(first.at.end, |last| last.at.end);
        // Some buttons are labelled with several words, such as "ans Ende", so the whole line may be a synonym.
        let whole = tokens.iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
        let (word, rest) = match self.vocabulary.word(&whole) {
            Some(word) => (Some(word), &[][..]),
            None => (self.vocabulary.word(first.text), rest),
        };
        let alone = |command: Command| match rest.first() {
            None => Ok(command),
            Some(token) => Err(token.mistake(Problem::TooMuch)),
        };
        match word {
            Some(Word::Undo) => alone(Command::Undo),
            Some(Word::Confirm) => alone(Command::Confirm),
            Some(Word::Monster) => alone(Command::Monster),
            Some(Word::Tombstones) => alone(Command::Tombstones),
            Some(Word::Dangers) => alone(Command::Dangers),
            Some(Word::Help) => alone(Command::Help),
            Some(Word::Skip) => alone(Command::Skip),
            Some(Word::Step) => alone(Command::Step),
            Some(Word::GoOn) => alone(Command::GoOn),
            Some(Word::Again) => alone(Command::Again),
            Some(Word::Why) => alone(Command::Why),
            Some(Word::Where) => self.read_where(rest),
            Some(Word::Look) => self.read_look(rest, end),
            Some(Word::Result) => Ok(Command::Result(read_result(rest)?)),
            Some(Word::Stay | Word::In | Word::Out | Word::Band(_) | Word::Go(_)) | None => {
                let (figure, rest) = self.figure_first(&tokens)?;
                Ok(Command::Move { figure, course: self.course(rest)?, at_once })
            }
        }
    }

    fn read_where(&self, rest: &[Token<'_>]) -> Result<Command, Mistake> {
        if rest.is_empty() {
            return Ok(Command::Where(None));
        }
        match self.figure(rest, self.in_game)? {
            Some((figure, [])) => Ok(Command::Where(Some(figure))),
            Some((_, [token, ..])) => Err(token.mistake(Problem::TooMuch)),
            None => self.read_look(rest, 0..0),
        }
    }

    fn read_look(&self, rest: &[Token<'_>], end: Range<usize>) -> Result<Command, Mistake> {
        match rest {
            [] => Err(Mistake { what: Problem::CellMissing, at: end }),
            [token] => match (cell(token.text), self.figure(rest, self.in_game)?) {
                (Some(cell), _) => Ok(Command::Look(cell)),
                (None, Some((figure, _))) => Ok(Command::Where(Some(figure))),
                (None, None) => match self.vocabulary.word(token.text) {
                    Some(Word::Monster) => Ok(Command::Monster),
                    _ => Err(token.mistake(Problem::Unknown)),
                },
            },
            [_, token, ..] => match self.figure(rest, self.in_game)? {
                Some((figure, [])) => Ok(Command::Where(Some(figure))),
                Some(_) | None => Err(token.mistake(Problem::TooMuch)),
            },
        }
    }

    /// The figure at the beginning of a move; default: the chosen one.
    fn figure_first<'t>(&self, tokens: &'t [Token<'t>]) -> Result<(Said<Named>, &'t [Token<'t>]), Mistake> {
        let at = tokens.first().map_or(0..0, |token| token.at.clone());
        Ok(self.figure(tokens, self.own)?.unwrap_or((Said { it: Named::InHand, at }, tokens)))
    }

    /// The figure at the beginning of `tokens`, if there is one. A name that could be a space is a figure if it is
    /// among `known`.
    #[allow(clippy::type_complexity, reason = "a figure and what comes behind it")]
    fn figure<'t>(
        &self,
        tokens: &'t [Token<'t>],
        known: FigureSet,
    ) -> Result<Option<(Said<Named>, &'t [Token<'t>])>, Mistake> {
        let Some((first, rest)) = tokens.split_first() else { return Ok(None) };
        let said = |it: Named| Said { it, at: first.at.clone() };
        if let Some(figure) = figure_name(first.text)
            && (known.has(figure) || cell(first.text).is_none())
        {
            return Ok(Some((said(Named::Figure(figure)), rest)));
        }
        if let Ok(number) = first.text.parse() {
            return Ok(Some((said(Named::Shown(number)), rest)));
        }
        let Some(Word::Band(band)) = self.vocabulary.word(first.text) else { return Ok(None) };
        let missing = Mistake { what: Problem::NumberMissing, at: first.at.clone() };
        let (second, rest) = rest.split_first().ok_or(missing)?;
        let number = second.text.parse().map_err(|_| second.mistake(Problem::Unknown))?;
        Ok(Some((Said { it: Named::OfBand(band, number), at: first.at.start..second.at.end }, rest)))
    }

    fn course(&self, tokens: &[Token<'_>]) -> Result<Course, Mistake> {
        let Some((first, rest)) = tokens.split_first() else { return Ok(Course::Open) };
        if self.vocabulary.word(first.text) == Some(Word::Stay) {
            return match rest.first() {
                None => Ok(Course::Stay),
                Some(token) => Err(token.mistake(Problem::TooMuch)),
            };
        }
        if let (Leg::To(place), Some((second, rest))) = (self.leg(first)?, rest.split_first())
            && self.vocabulary.word(second.text) == Some(Word::Result)
        {
            return Ok(Course::Goal(Said { it: place, at: first.at.clone() }, read_result(rest)?));
        }
        let legs = tokens.iter().map(|token| Ok(Said { it: self.leg(token)?, at: token.at.clone() }));
        let legs: Vec<Said<Leg>> = legs.collect::<Result<_, Mistake>>()?;
        match &legs[..] {
            [Said { it: Leg::To(place), at }] => Ok(Course::Goal(Said { it: *place, at: at.clone() }, None)),
            _ => Ok(Course::Steps(legs)),
        }
    }

    fn leg(&self, token: &Token<'_>) -> Result<Leg, Mistake> {
        if let Some(cell) = cell(token.text) {
            return Ok(Leg::To(Place::On(cell)));
        }
        match self.vocabulary.word(token.text) {
            Some(Word::In) => Ok(Leg::To(Place::In)),
            Some(Word::Out) => Ok(Leg::To(Place::Out)),
            Some(Word::Go(direction)) => Ok(Leg::Go(direction)),
            Some(_) | None => Err(token.mistake(Problem::Unknown)),
        }
    }
}

/// The number of a result; default: the next one.
fn read_result(rest: &[Token<'_>]) -> Result<Option<Said<usize>>, Mistake> {
    match rest {
        [] => Ok(None),
        [token] => match token.text.parse() {
            Ok(number) => Ok(Some(Said { it: number, at: token.at.clone() })),
            Err(_) => Err(token.mistake(Problem::Unknown)),
        },
        [_, token, ..] => Err(token.mistake(Problem::TooMuch)),
    }
}

impl Token<'_> {
    fn mistake(&self, what: fn(String) -> Problem) -> Mistake {
        Mistake { what: what(self.text.to_owned()), at: self.at.clone() }
    }
}

/// The words of a line. Dashes and commas only separate them, so that moves can be copied from a record.
fn tokens(line: &str) -> Vec<Token<'_>> {
    let is_gap = |letter: char| letter.is_whitespace() || matches!(letter, '-' | '–' | ',' | ';' | ':' | '>' | '→');
    let mut tokens = vec![];
    let mut beginning = None;
    for (number, (byte, letter)) in line.char_indices().chain([(line.len(), ' ')]).enumerate() {
        match (beginning, is_gap(letter)) {
            (None, false) => beginning = Some((number, byte)),
            (Some((from, from_byte)), true) => {
                tokens.push(Token { text: &line[from_byte..byte], at: from..number });
                beginning = None;
            }
            (None, true) | (Some(_), false) => {}
        }
    }
    tokens
}

fn cell(text: &str) -> Option<Cell> {
    text.to_ascii_lowercase().parse().ok()
}

/// A figure by the letter of its band and its bright number. No bright side has 2 or 6, so these can only mean the
/// figure with that dark number.
fn figure_name(text: &str) -> Option<FigureId> {
    let upper = text.to_ascii_uppercase();
    if let Ok(figure) = upper.parse() {
        return Some(figure);
    }
    let is_dark = |figure: &FigureId| {
        let number = figure.number(Face::Dark);
        let letter = figure.to_string();
        matches!(number, 2 | 6) && upper == format!("{}{number}", &letter[..1])
    };
    Band::ALL.into_iter().flat_map(|band| [1, 5].map(|bright| FigureId::of(band, bright))).flatten().find(is_dark)
}
