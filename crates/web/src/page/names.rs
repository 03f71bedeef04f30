//! The names of bands, bots, fortresses and monsters. Read inside a closure, they follow the language.

use bots::Bot;
use leptos::prelude::untrack;
use rules::game::{Band, NamedFortress};

use super::i18n::*;
use super::words::Language;
use crate::draw::monster::Kit;
use crate::scene::newtable::{Floors, Sitter};
use crate::table::{SeatPlan, Seats, Who, name_bots};

/// A band with its article: "The Fishers".
#[must_use]
pub fn the_band(i18n: Language, of: Band) -> String {
    t_string!(i18n, newtable.the_band, band = band(i18n, of)).to_string()
}

/// A band without its article: "Fishers".
#[must_use]
pub fn band(i18n: Language, band: Band) -> &'static str {
    band_in(i18n.get_locale(), band)
}

fn band_in(language: Locale, band: Band) -> &'static str {
    match band {
        Band::Green => td_string!(language, newtable.bands.green),
        Band::Red => td_string!(language, newtable.bands.red),
        Band::Blue => td_string!(language, newtable.bands.blue),
        Band::Yellow => td_string!(language, newtable.bands.yellow),
        Band::Beige => td_string!(language, newtable.bands.beige),
        Band::Purple => td_string!(language, newtable.bands.purple),
        Band::Black => td_string!(language, newtable.bands.black),
    }
}

/// A kind of bot: "Fox".
#[must_use]
pub fn bot(i18n: Language, bot: Bot) -> &'static str {
    match bot {
        Bot::Fool => t_string!(i18n, newtable.bot_names.fool),
        Bot::Fledgling => t_string!(i18n, newtable.bot_names.fledgling),
        Bot::Fox => t_string!(i18n, newtable.bot_names.fox),
        Bot::Fiend => t_string!(i18n, newtable.bot_names.fiend),
    }
}

/// The motto of a bot.
#[must_use]
pub fn bot_line(i18n: Language, bot: Bot) -> &'static str {
    match bot {
        Bot::Fool => t_string!(i18n, newtable.bot_lines.fool),
        Bot::Fledgling => t_string!(i18n, newtable.bot_lines.fledgling),
        Bot::Fox => t_string!(i18n, newtable.bot_lines.fox),
        Bot::Fiend => t_string!(i18n, newtable.bot_lines.fiend),
    }
}

/// A kind of player: "Human", "Fox bot".
#[must_use]
pub fn who(i18n: Language, who: Who) -> String {
    match who {
        Who::Human => t_string!(i18n, newtable.human).to_owned(),
        Who::Bot(it) => t_string!(i18n, newtable.bot, name = bot(i18n, it)).to_string(),
    }
}

/// A kind of player of a new table: "Someone elsewhere".
#[must_use]
pub fn sitter(i18n: Language, sitter: Sitter) -> String {
    match sitter {
        Sitter::Elsewhere => t_string!(i18n, newtable.elsewhere).to_owned(),
        Sitter::Here | Sitter::Bot(_) => who(i18n, sitter.who()),
    }
}

/// The kind of a bot, to be shown beside its name; nothing for people.
#[must_use]
pub fn kind(i18n: Language, who: Who) -> Option<&'static str> {
    match who {
        Who::Human => None,
        Who::Bot(it) => Some(bot(i18n, it)),
    }
}

/// How long a name is where there is little room for it, for the style sheets; nothing for usual names.
#[must_use]
pub fn length(name: &str) -> Option<&'static str> {
    match name.chars().count() {
        0..=10 => None,
        11..=20 => Some("long"),
        _ => Some("longest"),
    }
}

/// Names the players who have no name: people after their bands, bots by a first name of their kind.
pub fn name_strangers(i18n: Language, seats: &mut [SeatPlan], bands: &[Band]) {
    name_bots(seats);
    for (seat, of) in seats.iter_mut().zip(bands).filter(|(seat, _)| seat.name.is_empty()) {
        seat.name = band(i18n, *of).to_owned();
    }
}

/// A player as the screen calls them. What is stored keeps its own name: "you" is somebody else elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownSeat {
    /// The seat as it is stored.
    pub stored: SeatPlan,
    /// The name on the screen.
    pub name: String,
    /// Whether that is "you".
    pub is_you: bool,
}

impl ShownSeat {
    /// Who plays it.
    #[must_use]
    pub fn who(&self) -> Who {
        self.stored.who
    }
}

/// How the screen calls the players of these bands, of whom `own` are played here: the only person at a screen is "you",
/// unless they have given their name.
#[must_use]
pub fn shown(i18n: Language, seats: Vec<SeatPlan>, bands: &[Band], own: Seats) -> Vec<ShownSeat> {
    let mut here = own.iter();
    let you = here.next().filter(|_| here.next().is_none());
    let call = |(stored, (index, band)): (SeatPlan, (usize, &Band))| {
        let is_you = you.is_some_and(|you| you.index() == index) && is_nobodys(&stored.name, *band);
        // As when the screen was opened: other names do not follow the language either.
        let name = if is_you { untrack(|| t_string!(i18n, table.you).to_owned()) } else { stored.name.clone() };
        ShownSeat { stored, name, is_you }
    };
    seats.into_iter().zip(bands.iter().enumerate()).map(call).collect()
}

/// Whether nobody has given this name: it is only that of the band, in whatever language the game was begun.
#[must_use]
pub fn is_nobodys(name: &str, of: Band) -> bool {
    let languages = [Locale::en, Locale::de, Locale::fr];
    name.is_empty() || languages.into_iter().any(|language| name == band_in(language, of))
}

/// The name of a fortress and a line about it; the basic one needs neither.
#[must_use]
pub fn floors(i18n: Language, floors: Floors) -> Option<(&'static str, &'static str)> {
    match floors {
        Floors::Basic => None,
        Floors::Named(NamedFortress::Gallery) => {
            Some((t_string!(i18n, newtable.fortresses.gallery), t_string!(i18n, newtable.fortress_lines.gallery)))
        }
        Floors::Named(NamedFortress::Carousel) => {
            Some((t_string!(i18n, newtable.fortresses.carousel), t_string!(i18n, newtable.fortress_lines.carousel)))
        }
        Floors::Named(NamedFortress::Slaughterhouse) => Some((
            t_string!(i18n, newtable.fortresses.slaughterhouse),
            t_string!(i18n, newtable.fortress_lines.slaughterhouse),
        )),
        Floors::Named(NamedFortress::Burrow) => {
            Some((t_string!(i18n, newtable.fortresses.burrow), t_string!(i18n, newtable.fortress_lines.burrow)))
        }
        Floors::Named(NamedFortress::Gauntlet) => {
            Some((t_string!(i18n, newtable.fortresses.gauntlet), t_string!(i18n, newtable.fortress_lines.gauntlet)))
        }
        Floors::Named(NamedFortress::Court) => {
            Some((t_string!(i18n, newtable.fortresses.court), t_string!(i18n, newtable.fortress_lines.court)))
        }
        Floors::Random => {
            Some((t_string!(i18n, newtable.fortresses.random), t_string!(i18n, newtable.fortress_lines.random)))
        }
        Floors::ByHand => {
            Some((t_string!(i18n, newtable.fortresses.by_hand), t_string!(i18n, newtable.fortress_lines.by_hand)))
        }
        Floors::Own(_) => {
            Some((t_string!(i18n, newtable.fortresses.own), t_string!(i18n, newtable.fortress_lines.own)))
        }
    }
}

/// A monster by its head: "Baron Root".
#[must_use]
pub fn monster_head(i18n: Language, kit: Kit) -> &'static str {
    match kit.head() {
        0 => t_string!(i18n, newtable.heads.turnip),
        1 => t_string!(i18n, newtable.heads.skull),
        2 => t_string!(i18n, newtable.heads.mushroom),
        _ => t_string!(i18n, newtable.heads.helmet),
    }
}

/// A monster by its head and body: "Baron Root von Patch".
#[must_use]
pub fn monster(i18n: Language, kit: Kit) -> String {
    let head = monster_head(i18n, kit);
    let body = match kit.body() {
        0 => t_string!(i18n, newtable.monster_bodies.barrel),
        1 => t_string!(i18n, newtable.monster_bodies.sack),
        2 => t_string!(i18n, newtable.monster_bodies.ribcage),
        _ => t_string!(i18n, newtable.monster_bodies.bell),
    };
    format!("{head} {body}")
}
