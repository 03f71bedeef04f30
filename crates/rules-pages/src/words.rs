//! The words of the pages that are not in their Markdown: buttons, and the sentences that tell what happens in an example.

use std::collections::BTreeMap;

use rules::game::{Band, Face};
use rules::{Direction, FigureId, Stone};
use serde::Deserialize;
use web::puzzle::words::Language;

use crate::Mistake;

/// The words in one language.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    pub(crate) language: Language,
    pub(crate) page: PageWords,
    pub(crate) tell: TellWords,
    /// The names of things, from the catalogues of the game.
    things: BTreeMap<String, String>,
}

/// The words around the text. All must be there, and no others.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageWords {
    pub(crate) contents: String,
    pub(crate) skip: String,
    pub(crate) game: String,
    pub(crate) theme: String,
    pub(crate) languages: String,
    pub(crate) exit: String,
    pub(crate) try_it: String,
    pub(crate) step: String,
    pub(crate) back: String,
    pub(crate) again: String,
    pub(crate) steps: String,
    pub(crate) open: String,
    pub(crate) reason: String,
    pub(crate) columns: [String; 5],
}

/// The sentences about what happens, with values in braces.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TellWords {
    pub(crate) board: String,
    pub(crate) facing: String,
    pub(crate) on: String,
    pub(crate) outside: String,
    pub(crate) arrow: String,
    pub(crate) blood: String,
    pub(crate) plain: String,
    pub(crate) crystal: String,
    pub(crate) turn_right: String,
    pub(crate) turn_around: String,
    pub(crate) ahead: String,
    pub(crate) left: String,
    pub(crate) right: String,
    pub(crate) nobody: String,
    pub(crate) only: String,
    pub(crate) nearest: String,
    pub(crate) tie: String,
    pub(crate) last: String,
    pub(crate) stays_so: String,
    pub(crate) turns_left: String,
    pub(crate) turns_right: String,
    pub(crate) stone_right: String,
    pub(crate) stone_around: String,
    pub(crate) spun: String,
    pub(crate) held: String,
    pub(crate) walks: String,
    pub(crate) through: String,
    pub(crate) through_door: String,
    pub(crate) slides: String,
    pub(crate) teleports: String,
    pub(crate) eats: String,
    pub(crate) shoved_out: String,
    pub(crate) shoves: String,
    pub(crate) stone_out: String,
    pub(crate) figure_enters: String,
    pub(crate) figure_walks: String,
    pub(crate) figure_slides: String,
    pub(crate) figure_escapes: String,
    pub(crate) figure_pushes: String,
    pub(crate) turned_over: String,
    pub(crate) stays: String,
    pub(crate) refused: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    page: PageWords,
    tell: TellWords,
}

impl Words {
    pub(crate) fn read(language: Language) -> Result<Words, Mistake> {
        let (name, words, things) = match language {
            Language::English => {
                ("en", include_str!("../text/en.json"), include_str!("../../web/locales/en/things.json"))
            }
            Language::German => {
                ("de", include_str!("../text/de.json"), include_str!("../../web/locales/de/things.json"))
            }
            Language::French => {
                ("fr", include_str!("../text/fr.json"), include_str!("../../web/locales/fr/things.json"))
            }
        };
        let wrong = |error: serde_json::Error| Mistake::new(format!("text/{name}.json"), error);
        let File { page, tell } = serde_json::from_str(words).map_err(wrong)?;
        Ok(Words { language, page, tell, things: serde_json::from_str(things).map_err(wrong)? })
    }

    fn thing<'a>(&'a self, key: &'a str) -> &'a str {
        self.things.get(key).map_or(key, |word| word)
    }

    /// A figure by its band and the number that faces up, like "Red 4".
    pub(crate) fn figure(&self, figure: FigureId, face: Face) -> String {
        let band = match figure.band() {
            Band::Green => "green",
            Band::Red => "red",
            Band::Blue => "blue",
            Band::Yellow => "yellow",
            Band::Beige => "beige",
            Band::Purple => "purple",
            Band::Black => "black",
        };
        format!("{} {}", self.thing(band), figure.number(face))
    }

    /// A stone with its article.
    pub(crate) fn stone(&self, stone: Stone) -> &str {
        match stone {
            Stone::Plain => &self.tell.plain,
            Stone::Crystal => &self.tell.crystal,
            Stone::TurnRight => &self.tell.turn_right,
            Stone::TurnAround => &self.tell.turn_around,
        }
    }

    pub(crate) fn direction(&self, direction: Direction) -> &str {
        self.thing(match direction {
            Direction::North => "north",
            Direction::East => "east",
            Direction::South => "south",
            Direction::West => "west",
        })
    }

    pub(crate) fn monster(&self) -> &str {
        self.thing("the_monster")
    }

    pub(crate) fn teleporter(&self) -> &str {
        self.thing("teleporter")
    }

    /// A number of spaces, like "3 spaces".
    pub(crate) fn spaces(&self, count: u8) -> String {
        let key = if count == 1 { "spaces_one" } else { "spaces_other" };
        self.thing(key).replace("{{ count }}", &count.to_string())
    }
}

/// The code of a language.
pub(crate) const fn code(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::German => "de",
        Language::French => "fr",
    }
}

/// The name of a language in itself.
pub(crate) const fn name(language: Language) -> &'static str {
    match language {
        Language::English => "English",
        Language::German => "Deutsch",
        Language::French => "Français",
    }
}

/// Puts values into a sentence: each `{key}` is replaced.
pub(crate) fn filled(sentence: &str, values: &[(&str, &dyn ToString)]) -> String {
    values
        .iter()
        .fold(sentence.to_owned(), |text, (key, value)| text.replace(&format!("{{{key}}}"), &value.to_string()))
}
