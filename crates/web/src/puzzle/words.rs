//! The titles and hints of the levels that come with the game, in every language.
//!
//! Those in English are in the levels themselves, the others in `locales/levels`. They are written for each language, not
//! translated: a pun works in one of them at most.

use super::LevelId;

// The tables `DE` and `FR`, sorted by the names of the levels.
include!(concat!(env!("OUT_DIR"), "/level_words.rs"));

/// A language of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
    /// French.
    French,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::English, Language::German, Language::French];

    /// The language with this code, `de` or `fr`; English for every other code.
    #[must_use]
    pub fn from_code(code: &str) -> Language {
        match code {
            "de" => Language::German,
            "fr" => Language::French,
            _ => Language::English,
        }
    }

    /// The levels with words besides their own, sorted by name.
    fn translated(self) -> &'static [(&'static str, LevelWords)] {
        match self {
            Language::English => &[],
            Language::German => DE,
            Language::French => FR,
        }
    }
}

/// What a level says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelWords {
    /// Its title, short enough for a small card.
    pub title: &'static str,
    /// The idea in words, for players who are stuck. It does not say where anything belongs.
    pub hint: &'static str,
}

impl LevelWords {
    /// The words of a level.
    #[must_use]
    pub fn of(level: LevelId, language: Language) -> LevelWords {
        let name = level.to_string();
        let levels = language.translated();
        match levels.binary_search_by_key(&name.as_str(), |(name, _)| name) {
            Ok(found) => levels[found].1,
            Err(_) => {
                let about = level.shipped().level.about();
                LevelWords { title: &about.title, hint: &about.hint }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const LONGEST_TITLE: usize = 30;
    const LONGEST_HINT: usize = 150;

    /// Every level in every language, with its words.
    fn all() -> impl Iterator<Item = (LevelId, Language, LevelWords)> {
        let of = |level| Language::ALL.map(|language| (level, language, LevelWords::of(level, language)));
        LevelId::all().flat_map(of)
    }

    #[test]
    fn no_language_lacks_a_level_or_has_one_too_many() {
        let names: BTreeSet<String> = LevelId::all().map(|level| level.to_string()).collect();
        for language in [Language::German, Language::French] {
            let translated: Vec<&str> = language.translated().iter().map(|(name, _)| *name).collect();
            assert!(names.iter().eq(&translated), "{language:?}: {translated:?}");
        }
    }

    #[test]
    fn titles_are_short_and_hints_are_sentences_of_some_length() {
        for (level, language, LevelWords { title, hint }) in all() {
            let (title_length, hint_length) = (title.chars().count(), hint.chars().count());
            assert!((1..=LONGEST_TITLE).contains(&title_length), "{level}, {language:?}: {title}");
            assert!((30..=LONGEST_HINT).contains(&hint_length), "{level}, {language:?}: {hint}");
            assert!(!title.ends_with('.') && hint.ends_with(['.', '?', '!']), "{level}, {language:?}: {title} {hint}");
        }
    }

    #[test]
    fn no_two_levels_of_a_language_have_the_same_words() {
        for wanted in Language::ALL {
            let words: Vec<LevelWords> =
                all().filter(|(_, language, _)| *language == wanted).map(|(.., words)| words).collect();
            let titles: BTreeSet<&str> = words.iter().map(|words| words.title).collect();
            let hints: BTreeSet<&str> = words.iter().map(|words| words.hint).collect();
            assert_eq!((titles.len(), hints.len()), (words.len(), words.len()), "{wanted:?}");
        }
    }

    #[test]
    fn every_language_has_words_of_its_own() {
        for level in LevelId::all() {
            let words = Language::ALL.map(|language| LevelWords::of(level, language));
            let titles: BTreeSet<&str> = words.iter().map(|words| words.title).collect();
            let hints: BTreeSet<&str> = words.iter().map(|words| words.hint).collect();
            assert_eq!((titles.len(), hints.len()), (3, 3), "{level}: {words:?}");
        }
    }

    #[test]
    fn no_hint_names_a_space() {
        for (level, language, LevelWords { hint, .. }) in all() {
            let mut words = hint.split(|character: char| !character.is_alphanumeric());
            let space = words.find(|word| word.parse::<rules::Cell>().is_ok());
            assert_eq!(space, None, "{level}, {language:?}: {hint}");
        }
    }

    #[test]
    fn a_language_is_known_by_its_code() {
        assert_eq!(["en", "de", "fr"].map(Language::from_code), Language::ALL);
        assert_eq!(Language::from_code("tlh"), Language::English);
    }
}
