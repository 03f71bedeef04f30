//! A table: who sits where, and what was agreed on. Plain data that is stored as JSON; no I/O, no clock.
//!
//! While a table waits it has seven doors. When its game starts, the doors of those who do not play fall away and the
//! others are numbered anew.

mod guests;
mod holder;
mod name;
mod seating;
mod start;

use bots::Bot;
use protocol::{ErrorCode, First, FortressWish, GameId, Help, NewGame, Problem, SeatPlan, SettingsPatch, StartRule};
use rules::chance::Nonce;
use rules::game::{Band, Fortress, Length, PartialFortress, Players};
use rules::terms::{BotName, MonsterNumber};
use serde::{Deserialize, Serialize};

pub(crate) use guests::{Guest, Guests};
pub(crate) use holder::{Claims, Holder};
pub(crate) use name::name;
pub(crate) use seating::Rights;

/// A table and everybody at it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Table {
    pub(crate) settings: Settings,
    /// Seven while the table waits, then one per player.
    doors: Vec<Door>,
    pub(crate) host: Holder,
    /// The seat that the host took, if any.
    pub(crate) host_seat: Option<usize>,
    /// For a rematch: what is known from the game before.
    rematch_of: Option<Before>,
    handovers: Vec<PendingHandover>,
    /// The game that follows with the same people.
    pub(crate) rematch: Option<GameId>,
}

/// What a table agreed on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) fortress: FortressWish,
    pub(crate) length: Length,
    pub(crate) help: Help,
    pub(crate) start: StartRule,
    pub(crate) first: First,
    pub(crate) monster: MonsterNumber,
}

/// A door: a seat, and who sits there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Door {
    /// Not part of the game.
    Bricked,
    Open,
    Bot(Automaton),
    Person(Person),
}

/// A bot on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Automaton {
    #[serde(with = "bot_word")]
    pub(crate) bot: Bot,
    pub(crate) name: String,
    pub(crate) band: Band,
}

/// A person, or somebody's program, on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) holder: Holder,
    pub(crate) name: Option<String>,
    pub(crate) band: Band,
    pub(crate) nonce: Option<Nonce>,
    /// The bot that acts for this person.
    #[serde(with = "optional_bot_word", default)]
    pub(crate) stand_in: Option<Bot>,
    /// Where the person took the seat from, for the limit.
    pub(crate) origin: Option<AddressHash>,
}

/// A salted hash of a network address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct AddressHash(pub(crate) [u8; 16]);

/// What a rematch knows of the game before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Before {
    /// Where the player sits whose figure was the last to be eaten.
    last_eaten: Option<usize>,
}

/// Seats that somebody moves to another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PendingHandover {
    /// The hash of the code.
    pub(crate) code: Holder,
    /// Milliseconds since 1970.
    pub(crate) until: i64,
    pub(crate) seats: Vec<usize>,
    pub(crate) host: bool,
}

impl Door {
    pub(crate) fn person(&self) -> Option<&Person> {
        match self {
            Door::Person(person) => Some(person),
            Door::Bricked | Door::Open | Door::Bot(_) => None,
        }
    }

    fn band(&self) -> Option<Band> {
        match self {
            Door::Person(person) => Some(person.band),
            Door::Bot(automaton) => Some(automaton.band),
            Door::Bricked | Door::Open => None,
        }
    }

    fn band_mut(&mut self) -> Option<&mut Band> {
        match self {
            Door::Person(person) => Some(&mut person.band),
            Door::Bot(automaton) => Some(&mut automaton.band),
            Door::Bricked | Door::Open => None,
        }
    }

    fn name(&self) -> Option<&str> {
        match self {
            Door::Person(person) => person.name.as_deref(),
            Door::Bot(automaton) => Some(&automaton.name),
            Door::Bricked | Door::Open => None,
        }
    }
}

impl Table {
    /// A new table. `monster` is its look if the request does not choose one.
    pub(crate) fn new(wish: &NewGame, host: Holder, monster: MonsterNumber) -> Result<Table, Problem> {
        if !(2..=Players::MOST).contains(&wish.seats.len()) {
            let message = format!("{} seats: a table has 2 to 7", wish.seats.len());
            return Err(Problem::new(ErrorCode::BadRequest, message).at("seats"));
        }
        let settings = Settings {
            fortress: FortressWish::Basic,
            length: Length::Normal,
            help: Help::Foresight,
            start: StartRule::ByHost,
            first: First::Lot,
            monster,
        };
        let doors = vec![Door::Bricked; Players::MOST];
        let mut table =
            Table { settings, doors, host, host_seat: None, rematch_of: None, handovers: vec![], rematch: None };
        for (seat, plan) in wish.seats.iter().enumerate() {
            table.doors[seat] = match plan {
                SeatPlan::Open {} => Door::Open,
                SeatPlan::None {} => Door::Bricked,
                SeatPlan::Bot { bot } => Door::Bot(table.automaton(bot_named(bot, &format!("seats[{seat}].bot"))?)),
            };
        }
        table.change(wish.settings())?;
        Ok(table)
    }

    /// The table of a rematch: the same people and bots on the same seats. `last_eaten` is the seat whose figure was the
    /// last to be eaten.
    pub(crate) fn again(&self, last_eaten: Option<usize>) -> Table {
        let mut doors = self.doors.clone();
        for door in &mut doors {
            if let Door::Person(person) = door {
                person.nonce = None;
                person.stand_in = None;
                // Nobody took these seats: they do not count against anybody's limit.
                person.origin = None;
            }
        }
        doors.resize(Players::MOST, Door::Bricked);
        Table {
            settings: self.settings.clone(),
            doors,
            host: self.host,
            host_seat: self.host_seat,
            rematch_of: Some(Before { last_eaten }),
            handovers: vec![],
            rematch: None,
        }
    }

    /// In a rematch: the seat whose figure was the last to be eaten in the game before.
    pub(crate) fn last_eaten(&self) -> Option<usize> {
        self.rematch_of.and_then(|before| before.last_eaten)
    }

    pub(crate) fn is_rematch(&self) -> bool {
        self.rematch_of.is_some()
    }

    pub(crate) fn doors(&self) -> &[Door] {
        &self.doors
    }

    /// Changes settings.
    pub(crate) fn change(&mut self, patch: SettingsPatch) -> Result<(), Problem> {
        let SettingsPatch { fortress, length, help, start, first, monster } = patch;
        fortress.as_ref().map(laid).transpose()?;
        match first {
            Some(First::Seat(seat)) if seat >= self.doors.len() => {
                return Err(Problem::new(ErrorCode::NoSuchSeat, format!("there is no seat {seat}")).at("first.seat"));
            }
            Some(First::LastEaten) if self.rematch_of.is_none() => {
                let message = "the player who was eaten last is known only in a rematch";
                return Err(Problem::new(ErrorCode::BadRequest, message).at("first"));
            }
            Some(First::Lot | First::Seat(_) | First::LastEaten) | None => {}
        }
        let settings = &mut self.settings;
        settings.fortress = fortress.unwrap_or_else(|| settings.fortress.clone());
        settings.length = length.unwrap_or(settings.length);
        settings.help = help.unwrap_or(settings.help);
        settings.start = start.unwrap_or(settings.start);
        settings.first = first.unwrap_or(settings.first);
        settings.monster = monster.unwrap_or(settings.monster);
        Ok(())
    }

    /// The seats whose holders are among the claims.
    pub(crate) fn seats_of(&self, claims: &Claims) -> Vec<usize> {
        let is_mine = |door: &Door| door.person().is_some_and(|person| claims.include(&person.holder));
        (0..self.doors.len()).filter(|seat| is_mine(&self.doors[*seat])).collect()
    }

    pub(crate) fn is_host(&self, claims: &Claims) -> bool {
        claims.include(&self.host)
    }

    /// Everybody who holds something here, with the seat, or `None` for the host.
    pub(crate) fn holders(&self) -> impl Iterator<Item = (Option<usize>, Holder, Option<AddressHash>)> + '_ {
        let persons = self.doors.iter().enumerate().filter_map(|(seat, door)| Some((seat, door.person()?)));
        let seats = persons.map(|(seat, person)| (Some(seat), person.holder, person.origin));
        seats.chain([(None, self.host, None)])
    }

    pub(crate) fn handovers(&self) -> &[PendingHandover] {
        &self.handovers
    }

    /// A bot of this kind with a name and a band that nobody has yet.
    fn automaton(&self, bot: Bot) -> Automaton {
        let taken = self.doors.iter().filter_map(Door::name);
        Automaton { bot, name: bot.free_name(taken).to_owned(), band: self.free_band() }
    }

    fn free_band(&self) -> Band {
        let is_free = |band: &Band| self.doors.iter().all(|door| door.band() != Some(*band));
        Band::ALL.into_iter().find(is_free).expect("there are as many bands as doors, and one door has none")
    }
}

/// The bot that a request names.
pub(crate) fn bot_named(name: &BotName, at: &str) -> Result<Bot, Problem> {
    name.as_str()
        .parse()
        .map_err(|problem: bots::UnknownBot| Problem::new(ErrorCode::BadRequest, problem.to_string()).at(at))
}

/// The fortress of a wish that contains all its tiles; `None` for the others.
fn laid(wish: &FortressWish) -> Result<Option<Fortress>, Problem> {
    match wish {
        FortressWish::Basic | FortressWish::ByHand | FortressWish::Random => Ok(None),
        FortressWish::Named(named) => Ok(Some(named.fortress())),
        FortressWish::Tiles(placements) => {
            let against_rules = |message: String, at: String| Problem::new(ErrorCode::AgainstRules, message).at(at);
            let tiles = PartialFortress::new(placements)
                .map_err(|(index, problem)| against_rules(problem.to_string(), format!("fortress.tiles[{index}]")))?;
            let missing = || against_rules(format!("{} of 17 tiles", tiles.len()), "fortress.tiles".to_owned());
            tiles.complete().ok_or_else(missing).map(Some)
        }
    }
}

/// Bots as their names.
mod bot_word {
    use bots::Bot;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(bot: &Bot, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(bot.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bot, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The same where there may be none.
mod optional_bot_word {
    use bots::Bot;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    pub(super) fn serialize<S: Serializer>(bot: &Option<Bot>, serializer: S) -> Result<S::Ok, S::Error> {
        bot.map(Bot::name).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Bot>, D::Error> {
        let word = Option::<String>::deserialize(deserializer)?;
        word.map(|word| word.parse()).transpose().map_err(de::Error::custom)
    }
}
