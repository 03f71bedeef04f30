//! The sentences of the waiting room.

use protocol::ErrorCode;
use rules::game::Band;

use crate::page::i18n::*;
use crate::page::names;
use crate::page::online::api::Failure;
use crate::page::words::Language;
use crate::scene::newtable::Floors;
use crate::scene::room::arrival::Owner;
use crate::scene::room::news::News;
use crate::scene::room::{Behind, Door, Role, Room, Start, Tag, Tonight, Whose};
use crate::table::Help;

/// A player by name, or by band.
pub(super) fn name(i18n: Language, tag: &Tag) -> String {
    tag.name.clone().unwrap_or_else(|| names::band(i18n, tag.band).to_owned())
}

/// Somebody who has not sat down.
pub(super) fn newcomer(i18n: Language, name: Option<&String>) -> String {
    let somebody = || capital(t_string!(i18n, room.somebody));
    name.cloned().unwrap_or_else(somebody)
}

/// Who has a band.
pub(super) fn owner(i18n: Language, owner: &Owner) -> String {
    match owner {
        Owner::Person(tag) | Owner::Newcomer(tag) => name(i18n, tag),
        Owner::Bot(tag) => t_string!(i18n, room.arrive.bot, name = name(i18n, tag)).to_string(),
    }
}

/// A small number as a word.
pub(super) fn number(i18n: Language, number: usize) -> String {
    match number {
        1 => t_string!(i18n, room.numbers.one),
        2 => t_string!(i18n, room.numbers.two),
        3 => t_string!(i18n, room.numbers.three),
        4 => t_string!(i18n, room.numbers.four),
        5 => t_string!(i18n, room.numbers.five),
        6 => t_string!(i18n, room.numbers.six),
        7 => t_string!(i18n, room.numbers.seven),
        _ => return number.to_string(),
    }
    .to_owned()
}

/// The first letter as a capital.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// "Ada’s table. Four in, one on the way, one door still shut."
pub(super) fn sentence(i18n: Language, room: &Room) -> String {
    let whose = match (&room.host, room.role) {
        (Some(tag), _) => t_string!(i18n, room.table_of, name = name(i18n, tag)).to_string(),
        (None, Role::Host) => t_string!(i18n, room.your_table).to_owned(),
        (None, Role::Guest | Role::Stranger) => t_string!(i18n, room.a_table).to_owned(),
    };
    let counts = room.counts();
    let mut parts = vec![match counts.inside {
        0 => t_string!(i18n, room.nobody_inside).to_owned(),
        count => t_string!(i18n, room.inside, count = count as u32, n = number(i18n, count)).to_string(),
    }];
    if counts.coming > 0 {
        let n = number(i18n, counts.coming);
        parts.push(t_string!(i18n, room.coming, count = counts.coming as u32, n).to_string());
    }
    if counts.shut > 0 {
        let n = number(i18n, counts.shut);
        parts.push(t_string!(i18n, room.shut, count = counts.shut as u32, n).to_string());
    }
    format!("{whose} {}.", capital(&parts.join(", ")))
}

/// "Four are in. Two doors are free."
pub(super) fn space(i18n: Language, room: &Room) -> String {
    let inside = match room.counts().inside {
        0 => t_string!(i18n, room.arrive.in_none).to_owned(),
        count => t_string!(i18n, room.arrive.inside_count, count = count as u32, n = number(i18n, count)).to_string(),
    };
    let free = match room.open().count() {
        0 => t_string!(i18n, room.arrive.full).to_owned(),
        count => t_string!(i18n, room.arrive.free_doors, count = count as u32, n = number(i18n, count)).to_string(),
    };
    format!("{} {}", capital(&inside), capital(&free))
}

/// "Experienced floors: Carousel, long game, help: Sight."
pub(super) fn settings(i18n: Language, tonight: &Tonight) -> String {
    let floors = match tonight.floors {
        Floors::Basic => t_string!(i18n, room.arrive.floors_basic).to_owned(),
        floors @ (Floors::Named(_) | Floors::Random | Floors::ByHand | Floors::Own(_)) => {
            let name = fortress(i18n, floors);
            t_string!(i18n, room.arrive.floors_named, name).to_string()
        }
    };
    let length = if tonight.is_long { t_string!(i18n, room.arrive.long) } else { t_string!(i18n, room.arrive.normal) };
    let level = crate::page::words::help(i18n, tonight.help);
    let help = t_string!(i18n, room.arrive.help, level).to_string();
    format!("{floors}, {length}, {help}.")
}

/// The name of a fortress other than the basic one. Whose "own" it is depends on who reads this.
pub(super) fn fortress(i18n: Language, floors: Floors) -> &'static str {
    match floors {
        Floors::Own(_) => t_string!(i18n, room.laid_before),
        Floors::Basic | Floors::Named(_) | Floors::Random | Floors::ByHand => {
            names::floors(i18n, floors).map_or("", |(name, _)| name)
        }
    }
}

/// "Start now: 4 players. Doors 4 and 6 get walled up. With four, Cleo plays the Foragers."
pub(super) fn start(i18n: Language, start: &Start) -> String {
    match start {
        Start::TooFew => t_string!(i18n, room.lonely).to_owned(),
        Start::Ready { players, bricked, trades } => {
            let mut words = vec![t_string!(i18n, room.now_play, count = *players as u32).to_string()];
            if !bricked.is_empty() {
                let doors = list(i18n, &bricked.iter().map(ToString::to_string).collect::<Vec<_>>());
                words.push(t_string!(i18n, room.get_bricked, count = bricked.len() as u32, doors).to_string());
            }
            for trade in trades {
                let (n, name) = (number(i18n, *players), name(i18n, &trade.tag));
                let band = the_band(i18n, trade.to);
                words.push(t_string!(i18n, room.trade, n, name, band).to_string());
            }
            words.join(" ")
        }
    }
}

/// A band in the middle of a sentence: "the Foragers".
pub(super) fn the_band(i18n: Language, band: Band) -> String {
    let words = names::the_band(i18n, band);
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// "4, 5 and 6".
pub(super) fn list(i18n: Language, words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => {
            let (list, last) = (first.join(", "), last.clone());
            t_string!(i18n, room.and, list, last).to_string()
        }
    }
}

/// How somebody with a seat is there: "here, your table".
pub(super) fn presence(i18n: Language, whose: Whose, is_host: bool, is_here: bool) -> &'static str {
    match (whose, is_host, is_here) {
        (Whose::OnThisDevice, _, _) => t_string!(i18n, room.this_device),
        (Whose::Mine, true, _) => t_string!(i18n, room.here_yours),
        (Whose::Mine, false, _) | (Whose::Theirs, false, true) => t_string!(i18n, room.here),
        (Whose::Theirs, true, true) => t_string!(i18n, room.here_host),
        (Whose::Theirs, false, false) => t_string!(i18n, room.away),
        (Whose::Theirs, true, false) => t_string!(i18n, room.away_host),
    }
}

/// A door for screen readers: "Door 4: Dora, on the way".
pub(super) fn label(i18n: Language, door: &Door) -> String {
    let who = match &door.behind {
        Behind::Nobody => t_string!(i18n, room.nobody).to_owned(),
        Behind::Bricks => t_string!(i18n, room.walled).to_owned(),
        Behind::OnTheWay { name } => {
            format!("{}, {}", newcomer(i18n, name.as_ref()), t_string!(i18n, room.on_the_way))
        }
        Behind::Bot { tag, .. } => {
            format!("{}, {}, {}", name(i18n, tag), t_string!(i18n, room.bot), names::the_band(i18n, tag.band))
        }
        Behind::Person { tag, whose, is_host, is_here } => {
            let you = match whose {
                Whose::Mine => format!(" {},", t_string!(i18n, room.you)),
                Whose::OnThisDevice | Whose::Theirs => String::new(),
            };
            let presence = presence(i18n, *whose, *is_host, *is_here);
            format!("{},{you} {}, {presence}", name(i18n, tag), names::the_band(i18n, tag.band))
        }
    };
    t_string!(i18n, room.door_is, number = door.seat + 1, who).to_string()
}

/// Why the server did not do it.
pub(super) fn trouble(i18n: Language, failure: &Failure) -> String {
    let problem = match failure {
        Failure::Unreachable => return t_string!(i18n, room.oops.unreachable).to_owned(),
        Failure::Refused(problem) => problem,
    };
    match problem.code {
        ErrorCode::SeatTaken | ErrorCode::NoSuchSeat => t_string!(i18n, room.oops.seat_taken).to_owned(),
        ErrorCode::BandTaken => t_string!(i18n, room.oops.band_taken).to_owned(),
        ErrorCode::TooFew => t_string!(i18n, room.oops.lonely).to_owned(),
        ErrorCode::TooMany => t_string!(i18n, room.oops.hold_on).to_owned(),
        ErrorCode::GameStarted | ErrorCode::GameOver => t_string!(i18n, room.oops.started).to_owned(),
        ErrorCode::NoSuchGame | ErrorCode::Gone => t_string!(i18n, room.oops.gone).to_owned(),
        ErrorCode::NotYours | ErrorCode::BadToken => t_string!(i18n, room.oops.not_yours).to_owned(),
        ErrorCode::Unavailable => t_string!(i18n, room.oops.unreachable).to_owned(),
        ErrorCode::BadRequest if problem.at.as_deref() == Some("name") => {
            t_string!(i18n, room.oops.bad_name).to_owned()
        }
        ErrorCode::BadRequest
        | ErrorCode::NotYourTurn
        | ErrorCode::NoSuchCode
        | ErrorCode::NotStarted
        | ErrorCode::NotOver
        | ErrorCode::Stale
        | ErrorCode::TooLarge
        | ErrorCode::AgainstRules => {
            let message = problem.message.clone();
            t_string!(i18n, room.oops.other, message).to_string()
        }
    }
}

/// A change for the live region.
pub(super) fn news(i18n: Language, news: &News) -> String {
    match news {
        News::OnTheWay { door, name } => {
            let name = newcomer(i18n, name.as_ref());
            t_string!(i18n, room.news.on_the_way, name, door = *door).to_string()
        }
        News::TurnedBack { name } => {
            let name = newcomer(i18n, name.as_ref());
            t_string!(i18n, room.news.turned_back, name).to_string()
        }
        News::In { door, tag } | News::BotIn { door, tag } => {
            let name = name(i18n, tag);
            t_string!(i18n, room.news.came_in, name, door = *door).to_string()
        }
        News::Out { tag } => {
            let name = name(i18n, tag);
            t_string!(i18n, room.news.out, name).to_string()
        }
        News::Moved { door, tag } => {
            let name = name(i18n, tag);
            t_string!(i18n, room.news.moved, name, door = *door).to_string()
        }
        News::Bricked { door } => t_string!(i18n, room.news.bricked, door = *door).to_string(),
        News::Opened { door } => t_string!(i18n, room.news.opened, door = *door).to_string(),
        News::Watching { count } => t_string!(i18n, room.watch, count = *count as u32).to_string(),
    }
}

/// What a level of help shows.
pub(super) fn help_line(i18n: Language, help: Help) -> &'static str {
    match help {
        Help::Nothing => t_string!(i18n, help.level_lines.nothing),
        Help::Sight => t_string!(i18n, help.level_lines.sight),
        Help::Foresight => t_string!(i18n, help.level_lines.foresight),
    }
}
