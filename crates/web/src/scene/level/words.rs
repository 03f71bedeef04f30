//! Lines typed on the text board of a level: deeds as in the terminal (`stone:i8 move:g5-h5`), or one word.

use puzzles::{Deed, Thing};

/// A word that can be typed instead of deeds, independent of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Undo the last change.
    Undo,
    /// Undo everything.
    Clear,
    /// Let the monster loose.
    Loose,
    /// One step of the monster.
    Step,
    /// Let it run on.
    GoOn,
    /// To the end of the walk.
    Skip,
    /// The walk once more.
    Again,
    /// Back to the trap.
    Back,
    /// Why it failed, or why the monster made its last step.
    Why,
    /// The next hint.
    Hint,
    /// The next level.
    Next,
    /// What can be typed.
    Help,
}

impl Word {
    /// Every word.
    pub const ALL: [Word; 12] = [
        Word::Undo,
        Word::Clear,
        Word::Loose,
        Word::Step,
        Word::GoOn,
        Word::Skip,
        Word::Again,
        Word::Back,
        Word::Why,
        Word::Hint,
        Word::Next,
        Word::Help,
    ];
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Things to do, in this order.
    Deeds(Vec<Deed>),
    /// One word.
    Word(Word),
}

/// Why a line cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// There is nothing in it.
    Empty,
    /// A word that is neither a deed nor one of ours.
    Unknown(String),
    /// A deed whose second half is not as expected.
    Expected {
        /// The word.
        word: String,
        /// What is expected after the colon.
        wanted: Wanted,
    },
}

/// What is expected after the colon of a deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A space.
    Space,
    /// The first space of the long pool, and its direction.
    Pool,
    /// Two spaces with arrows.
    Pair,
    /// Two spaces.
    TwoSpaces,
    /// A space with an arrow.
    Arrow,
}

impl Wanted {
    /// An example of a deed that is written like that.
    #[must_use]
    pub const fn example(self) -> &'static str {
        match self {
            Wanted::Space => "stone:e5",
            Wanted::Pool => "long-pool:e9e",
            Wanted::Pair => "teleporters:c4e-k9n",
            Wanted::TwoSpaces => "move:c3-d3",
            Wanted::Arrow => "turn:c4n",
        }
    }
}

/// Parses a line. `vocabulary` are the words in the reader's language, each with what it means; case does not matter.
///
/// # Errors
///
/// The first thing that cannot be parsed.
pub fn read_line(line: &str, vocabulary: &[(String, Word)]) -> Result<Command, Mistake> {
    let line = line.trim().to_lowercase();
    if line.is_empty() {
        return Err(Mistake::Empty);
    }
    if let Some((_, word)) = vocabulary.iter().find(|(name, _)| name.to_lowercase() == line) {
        return Ok(Command::Word(*word));
    }
    let deeds: Result<Vec<Deed>, Mistake> = line.split_whitespace().map(read_deed).collect();
    deeds.map(Command::Deeds)
}

fn read_deed(word: &str) -> Result<Deed, Mistake> {
    word.parse().map_err(|_| {
        let what = word.split_once(':').map(|(what, _)| what);
        let wanted = match (what, what.map(str::parse::<Thing>)) {
            (Some("move"), _) => Some(Wanted::TwoSpaces),
            (Some("turn"), _) => Some(Wanted::Arrow),
            (_, Some(Ok(Thing::Stone(_) | Thing::Figure | Thing::SquarePool))) => Some(Wanted::Space),
            (_, Some(Ok(Thing::LongPool))) => Some(Wanted::Pool),
            (_, Some(Ok(Thing::Teleporters))) => Some(Wanted::Pair),
            (_, None | Some(Err(_))) => None,
        };
        match wanted {
            Some(wanted) => Mistake::Expected { word: word.to_owned(), wanted },
            None => Mistake::Unknown(word.to_owned()),
        }
    })
}
