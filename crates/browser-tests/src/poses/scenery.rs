//! Where a screen is, and what must be there for it.

use web::puzzle::words::Language;
use web::rule;

use super::keep_games;
use crate::{Page, Person, larder};

/// What a screen shows: where it is, and the people whose tables are there as long as this value.
pub(super) struct Scenery {
    place: Place,
    _people: Vec<Person>,
}

/// Where a screen is.
enum Place {
    /// At this address of the site.
    Address(String),
    /// In the rules, which have a page for each language, at the element with this id.
    Rules(&'static str),
}

impl Scenery {
    /// At this address.
    pub(super) fn at(address: &str) -> Scenery {
        Scenery::of(address.to_owned(), vec![])
    }

    /// At this address, with these people.
    pub(super) fn of(address: String, people: Vec<Person>) -> Scenery {
        Scenery { place: Place::Address(address), _people: people }
    }

    /// At the element of the rules with this id.
    pub(super) fn in_rules(id: &'static str) -> Scenery {
        Scenery { place: Place::Rules(id), _people: vec![] }
    }

    /// Where it is for a reader of this language.
    pub(super) fn address(&self, language: &str) -> String {
        match &self.place {
            Place::Address(address) => address.clone(),
            Place::Rules(id) => format!("{}#{id}", rule::page(Language::from_code(language))),
        }
    }

    /// The overview of the puzzle game on a certain day, for a player who has come this far.
    pub(super) async fn fed(page: &Page, progress: Option<String>) -> Scenery {
        page.on_day(larder::TODAY).await;
        if let Some(progress) = progress {
            page.store(larder::KEY, &progress).await;
        }
        Scenery::at("#/feeding")
    }

    /// With the games of [`keep_games`].
    pub(super) async fn kept(page: &Page, address: &str) -> Scenery {
        keep_games(page).await;
        Scenery::at(address)
    }
}
