//! The form of the last new table, as stored in the browser. A form that cannot be parsed, or that a later version
//! wrote, is treated as missing.

use rules::game::{PartialFortress, Placement, Seat};
use rules::terms::MonsterNumber;
use serde::{Deserialize, Serialize};

use super::save::{LAST_EATEN, help, help_name, speed_name, who_name};
use super::{First, MoveTimer, Speed};
use crate::scene::newtable::{Floors, SeatForm, Sitter, TableForm};

const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Stored {
    version: u32,
    players: usize,
    seats: Vec<StoredSeat>,
    floors: String,
    floors_seed: u32,
    /// The player's own fortress. Older texts do not have it.
    #[serde(default)]
    own: Option<Vec<Placement>>,
    length: String,
    /// Missing if the player has never chosen one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    speed: Option<String>,
    /// Older texts do not have it.
    #[serde(default)]
    help: Option<String>,
    /// The index of the monster.
    #[serde(alias = "kit")]
    monster: u8,
    /// "last-eaten", or the number of a seat from 1; by lot if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<String>,
    /// The seconds of the move timer; off if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    timer: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct StoredSeat {
    who: String,
    name: String,
    #[serde(alias = "colour")]
    band: String,
}

const ELSEWHERE: &str = "elsewhere";

const BASIC: &str = "basic";
const RANDOM: &str = "random";
const BY_HAND: &str = "by-hand";
const OWN: &str = "own";

/// The text of a form that [`read`] parses.
#[must_use]
pub fn write(form: &TableForm) -> String {
    let seat = |seat: &SeatForm| StoredSeat {
        who: sitter_name(seat.sitter).to_owned(),
        name: seat.name.clone(),
        band: seat.band.to_string(),
    };
    let stored = Stored {
        version: VERSION,
        players: form.players(),
        seats: form.chairs().iter().map(seat).collect(),
        floors: match form.floors() {
            Floors::Basic => BASIC.to_owned(),
            Floors::Named(named) => named.to_string(),
            Floors::Random => RANDOM.to_owned(),
            Floors::ByHand => BY_HAND.to_owned(),
            Floors::Own(_) => OWN.to_owned(),
        },
        floors_seed: form.floors_seed,
        own: form.own().map(|own| own.placements().collect()),
        length: form.length.to_string(),
        speed: form.chosen_speed.map(|speed| write_speed(speed).to_owned()),
        help: Some(help_name(form.help).to_owned()),
        monster: form.monster.index(),
        first: match form.first() {
            First::Lot => None,
            First::Seat(seat) => Some((seat.index() + 1).to_string()),
            First::LastEaten(_) => Some(LAST_EATEN.to_owned()),
        },
        timer: form.timer.map(MoveTimer::seconds),
    };
    serde_json::to_string(&stored).expect("plain data can always be written")
}

/// Parses a form; returns the default one if that fails.
#[must_use]
pub fn read(text: &str) -> TableForm {
    try_read(text).unwrap_or_default()
}

/// The word for a speed that [`read_speed`] parses.
#[must_use]
pub fn write_speed(speed: Speed) -> &'static str {
    speed_name(speed)
}

/// Parses the word for a speed.
#[must_use]
pub fn read_speed(word: &str) -> Option<Speed> {
    Speed::ALL.into_iter().find(|speed| write_speed(*speed) == word)
}

fn sitter_name(sitter: Sitter) -> &'static str {
    match sitter {
        Sitter::Elsewhere => ELSEWHERE,
        Sitter::Here | Sitter::Bot(_) => who_name(sitter.who()),
    }
}

fn sitter(name: &str) -> Option<Sitter> {
    Sitter::ALL.into_iter().find(|sitter| sitter_name(*sitter) == name)
}

fn try_read(text: &str) -> Option<TableForm> {
    let stored: Stored = serde_json::from_str(text).ok()?;
    if stored.version != VERSION {
        return None;
    }
    let mut form = TableForm::default();
    // All seven bands can be assigned while bands of three figures are allowed, so the number of players is set last.
    form.set_players(form.chairs().len());
    for (seat, kept) in stored.seats.iter().enumerate() {
        form.set_sitter(seat, sitter(&kept.who)?);
        form.set_name(seat, &kept.name);
        form.set_band(seat, kept.band.parse().ok()?);
    }
    form.set_players(stored.players);
    let own = stored.own.and_then(|own| PartialFortress::new(&own).ok()?.complete());
    if let Some(own) = own {
        form.set_floors(Floors::Own(own));
    }
    form.set_floors(match stored.floors.as_str() {
        BASIC => Floors::Basic,
        RANDOM => Floors::Random,
        BY_HAND => Floors::ByHand,
        OWN => Floors::Own(own?),
        named => Floors::Named(named.parse().ok()?),
    });
    form.floors_seed = stored.floors_seed;
    form.length = stored.length.parse().ok()?;
    form.chosen_speed = match stored.speed.as_deref() {
        Some(word) => Some(read_speed(word)?),
        None => None,
    };
    form.help = stored.help.as_deref().and_then(help).unwrap_or_default();
    form.monster = MonsterNumber::from_index(stored.monster);
    form.set_first(match stored.first.as_deref() {
        None => First::Lot,
        Some(LAST_EATEN) => First::LastEaten(None),
        Some(number) => number.parse::<usize>().ok()?.checked_sub(1).and_then(Seat::new).map(First::Seat)?,
    });
    form.timer = stored.timer.and_then(MoveTimer::of_seconds);
    Some(form)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Help;
    use bots::Bot;
    use rules::game::{Band, Length, NamedFortress};

    #[test]
    fn a_form_comes_back_as_it_was() {
        let mut form = TableForm::default();
        assert_eq!(read(&write(&form)), form);
        form.set_players(6);
        form.set_band(1, Band::Black);
        form.set_name(0, " Mira \"the\" Bold");
        form.set_sitter(5, Sitter::Bot(Bot::Fiend));
        form.set_sitter(2, Sitter::Elsewhere);
        form.set_floors(Floors::Named(NamedFortress::Burrow));
        (form.length, form.chosen_speed, form.monster, form.floors_seed) =
            (Length::Long, Some(Speed::Rush), MonsterNumber::from_index(200), 77);
        form.help = Help::Sight;
        form.set_first(First::LastEaten(None));
        form.timer = Some(MoveTimer::Minute);
        assert_eq!(read(&write(&form)), form);
        form.set_players(3);
        let own = Floors::Own(NamedFortress::Court.fortress());
        for floors in [Floors::Random, Floors::ByHand, own, Floors::Basic] {
            form.set_floors(floors);
            assert_eq!(read(&write(&form)), form);
        }
    }

    #[test]
    fn what_cannot_be_read_gives_the_usual_table() {
        let mut form = TableForm::default();
        form.chosen_speed = Some(Speed::Rush);
        let kept = write(&form);
        assert_ne!(read(&kept), TableForm::default());
        for broken in [
            String::new(),
            "{}".to_owned(),
            kept.replace("\"version\":1", "\"version\":2"),
            kept.replace("fox", "wolf"),
            kept.replace("green", "mauve"),
            kept.replace("rush", "fly"),
            kept.replace("basic", "cellar"),
        ] {
            assert_eq!(read(&broken), TableForm::default(), "{broken}");
        }
    }

    #[test]
    fn what_was_kept_before_there_were_fortresses_of_ones_own_is_read() {
        let kept = write(&TableForm::default());
        assert!(kept.contains("\"own\":null,"));
        assert_eq!(read(&kept.replace("\"own\":null,", "")), TableForm::default());
    }

    #[test]
    fn a_human_is_a_person_here() {
        let kept = write(&TableForm::default());
        assert!(kept.contains("\"who\":\"human\""));
        assert_eq!(read(&kept).seats()[0].sitter, Sitter::Here);
        for speed in Speed::ALL {
            assert_eq!(read_speed(write_speed(speed)), Some(speed));
        }
        assert_eq!(read_speed("gallop"), None);
    }

    #[test]
    fn the_earlier_names_of_fields_are_read() {
        let mut form = TableForm::default();
        form.set_band(0, Band::Red);
        form.monster = MonsterNumber::from_index(200);
        let kept = write(&form);
        let earlier = kept.replace("\"monster\":", "\"kit\":").replace("\"band\":", "\"colour\":");
        assert_ne!(earlier, kept);
        assert_eq!(read(&earlier), form);
    }

    #[test]
    fn a_fortress_of_ones_own_with_a_tile_missing_is_forgotten() {
        let mut form = TableForm::default();
        form.chosen_speed = Some(Speed::Rush);
        form.set_floors(Floors::Own(NamedFortress::Court.fortress()));
        let kept = write(&form);
        let tile = kept.find("{\"tile\"").unwrap()..kept.find("},{\"tile\"").unwrap() + 2;
        let broken = kept.replacen(&kept[tile], "", 1);
        assert_eq!(read(&broken), TableForm::default());
        let unused = read(&broken.replace("\"floors\":\"own\"", "\"floors\":\"random\""));
        assert_eq!((unused.floors(), unused.own(), unused.speed()), (Floors::Random, None, Speed::Rush));
    }

    #[test]
    fn nonsense_that_can_be_read_still_gives_a_table() {
        let kept = write(&TableForm::default());
        let form = read(&kept.replace("\"players\":4", "\"players\":99").replace("green", "red"));
        assert_eq!(form.players(), 7);
        assert_eq!(form.to_table(|_| "somebody".to_owned()).seats.len(), 7);
    }
}
