//! What an invitation says, in the languages of the game. The only texts of the server for players.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;

/// The languages of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    German,
    French,
}

/// What there is to say.
#[derive(Clone, Copy, Debug)]
pub(super) enum News<'a> {
    /// The table waits. It has this many open seats.
    Waiting { host: Option<&'a str>, open: usize },
    /// The game is under way.
    Playing,
    /// The game is over.
    Over,
    /// There is no such table.
    Unknown,
    /// The table has expired.
    Expired,
    /// The server cannot tell at the moment.
    Unavailable,
}

/// The texts of a page. They may contain the names of strangers.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) title: String,
    pub(super) text: String,
    pub(super) link: &'static str,
}

impl Language {
    const ALL: [Language; 3] = [Language::English, Language::German, Language::French];

    /// The language that the visitor likes best; English if none of them is wanted.
    pub(super) fn wanted(headers: &HeaderMap) -> Language {
        let lists = headers.get_all(ACCEPT_LANGUAGE).iter().filter_map(|list| list.to_str().ok());
        let mut best = (0.0, Language::English);
        for item in lists.flat_map(|list| list.split(',')) {
            let (tag, weight) = item.split_once(';').unwrap_or((item, ""));
            let primary = tag.trim().split('-').next().unwrap_or_default();
            let language = Language::ALL.into_iter().find(|language| primary.eq_ignore_ascii_case(language.tag()));
            let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()).unwrap_or(1.0);
            // Of several with the same weight, the first counts.
            if let Some(language) = language.filter(|_| weight > best.0) {
                best = (weight, language);
            }
        }
        best.1
    }

    pub(super) fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::French => "fr",
        }
    }

    pub(super) fn words(self, news: News) -> Words {
        match self {
            Language::English => english(news),
            Language::German => german(news),
            Language::French => french(news),
        }
    }
}

fn words(title: impl Into<String>, text: impl Into<String>, link: &'static str) -> Words {
    Words { title: title.into(), text: text.into(), link }
}

fn english(news: News) -> Words {
    match news {
        News::Waiting { host, open } => {
            let title = format!("{} is holding the door", host.unwrap_or("Somebody"));
            let free = match open {
                0 => return words(title, "All doors are shut. You may still watch.", "Watch"),
                1 => "One seat is free.".to_owned(),
                _ => format!("{} seats are free.", number(open, ["Two", "Three", "Four", "Five", "Six", "Seven"])),
            };
            words(title, format!("{free} Come in! No account, nothing to install."), "Come in")
        }
        News::Playing => words("They have begun without you", "You may still watch.", "Watch"),
        News::Over => words("The game is over", "See who got out, and who was eaten.", "Watch it again"),
        News::Unknown => {
            words("This door leads nowhere", "There is no such table. Is the link complete?", "To the game")
        }
        News::Expired => {
            words("This door is shut for good", "Nobody came for a whole day, so the table is gone.", "Make a new one")
        }
        News::Unavailable => words("The door is stuck", "Please try again in a moment.", "To the game"),
    }
}

fn german(news: News) -> Words {
    match news {
        News::Waiting { host, open } => {
            let title = format!("{} hält die Tür auf", host.unwrap_or("Jemand"));
            let free = match open {
                0 => return words(title, "Alle Türen sind zu. Zuschauen darfst du trotzdem.", "Zuschauen"),
                1 => "Ein Platz ist frei.".to_owned(),
                _ => format!("{} Plätze sind frei.", number(open, ["Zwei", "Drei", "Vier", "Fünf", "Sechs", "Sieben"])),
            };
            words(title, format!("{free} Komm rein! Ohne Konto, ohne Installation."), "Hereinkommen")
        }
        News::Playing => words("Sie haben ohne dich angefangen", "Zuschauen darfst du trotzdem.", "Zuschauen"),
        News::Over => {
            words("Das Spiel ist aus", "Sieh nach, wer entkam und wer gefressen wurde.", "Noch einmal ansehen")
        }
        News::Unknown => {
            words("Diese Tür führt nirgendwohin", "Diesen Tisch gibt es nicht. Ist der Link vollständig?", "Zum Spiel")
        }
        News::Expired => words(
            "Diese Tür bleibt zu",
            "Einen ganzen Tag lang kam niemand: Der Tisch ist weg.",
            "Mach einen neuen auf",
        ),
        News::Unavailable => words("Die Tür klemmt", "Bitte versuch es gleich noch einmal.", "Zum Spiel"),
    }
}

fn french(news: News) -> Words {
    match news {
        News::Waiting { host, open } => {
            let title = format!("{} te tient la porte", host.unwrap_or("Quelqu’un"));
            let free = match open {
                0 => return words(title, "Toutes les portes sont fermées. Tu peux quand même regarder.", "Regarder"),
                1 => "Une place est libre.".to_owned(),
                _ => {
                    format!("{} places sont libres.", number(open, ["Deux", "Trois", "Quatre", "Cinq", "Six", "Sept"]))
                }
            };
            words(title, format!("{free} Entre\u{202f}! Sans compte, rien à installer."), "Entrer")
        }
        News::Playing => words("La partie a commencé sans toi", "Tu peux quand même regarder.", "Regarder"),
        News::Over => {
            words("La partie est finie", "Regarde qui s’est enfui et qui s’est fait manger.", "Revoir la partie")
        }
        News::Unknown => words(
            "Cette porte ne mène nulle part",
            "Cette table n’existe pas. Le lien est-il complet\u{202f}?",
            "Vers le jeu",
        ),
        News::Expired => words(
            "Cette porte est fermée pour de bon",
            "Personne n’est venu de toute une journée\u{202f}: la table a disparu.",
            "En ouvrir une autre",
        ),
        News::Unavailable => words("La porte est coincée", "Réessaie dans un instant.", "Vers le jeu"),
    }
}

/// The word for a number from two to seven, which is how many seats a table has.
fn number(count: usize, from_two: [&'static str; 6]) -> &'static str {
    from_two[count.clamp(2, 7) - 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(list: &str) -> Language {
        Language::wanted(&HeaderMap::from_iter([(ACCEPT_LANGUAGE, list.parse().unwrap())]))
    }

    #[test]
    fn the_visitor_gets_the_language_with_the_greatest_weight() {
        assert_eq!(wanted("de-CH,de;q=0.9,en;q=0.8"), Language::German);
        assert_eq!(wanted("it,en;q=0.5,fr-CA;q=0.7"), Language::French);
        assert_eq!(wanted("FR"), Language::French);
        assert_eq!(wanted("de, fr"), Language::German);
        for none in ["", "ja", "*", "de;q=0", "de;q=x;;,", "deu"] {
            assert_eq!(wanted(none), if none == "de;q=x;;," { Language::German } else { Language::English }, "{none}");
        }
        assert_eq!(Language::wanted(&HeaderMap::new()), Language::English);
    }

    #[test]
    fn free_seats_are_counted_in_words() {
        let words = |language: Language, open| language.words(News::Waiting { host: Some("Ada"), open });
        assert_eq!(words(Language::English, 2).title, "Ada is holding the door");
        for (language, open, start) in [
            (Language::English, 2, "Two seats are free."),
            (Language::German, 1, "Ein Platz ist frei."),
            (Language::German, 6, "Sechs Plätze sind frei."),
            (Language::French, 7, "Sept places sont libres."),
            (Language::French, 0, "Toutes les portes sont fermées."),
        ] {
            assert!(words(language, open).text.starts_with(start), "{start}");
        }
    }
}
