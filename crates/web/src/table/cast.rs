//! Who sits around a table, and what may be done there on this device.

use bots::Bot;
use rules::game::Seat;
use rules::record::Record;
use rules::terms::{Player, PlayerKind};

use super::Help;

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person, here or elsewhere.
    Human,
    /// A bot.
    Bot(Bot),
}

/// A taken seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatPlan {
    /// Who plays it.
    pub who: Who,
    /// Their name.
    pub name: String,
}

impl From<&SeatPlan> for Player {
    fn from(seat: &SeatPlan) -> Player {
        match seat.who {
            Who::Human => Player::person(&seat.name),
            Who::Bot(bot) => Player::bot(&seat.name, bot.into()),
        }
    }
}

impl SeatPlan {
    /// The seats of a record, with the names as they are in it.
    #[must_use]
    pub fn of_record(record: &Record) -> Vec<SeatPlan> {
        let seat = |player: &Player| SeatPlan {
            who: match &player.kind {
                // A bot of a later version is shown as a person: it cannot be asked for its reasons.
                PlayerKind::Bot(bot) => bot.as_str().parse().map_or(Who::Human, Who::Bot),
                PlayerKind::Person | PlayerKind::Unknown => Who::Human,
            },
            name: player.name.clone(),
        };
        record.terms().seats().iter().map(seat).collect()
    }
}

/// The only person among bots: whoever plays at this screen.
#[must_use]
pub fn only_person(players: &[Player]) -> Option<Seat> {
    let mut people = players.iter().zip(0..).filter(|(player, _)| player.kind == PlayerKind::Person);
    match (people.next(), people.next()) {
        (Some((_, seat)), None) => Seat::new(seat),
        _ => None,
    }
}

/// Gives each bot without a name the first free name of its kind, in the order of the seats.
pub fn name_bots(seats: &mut [SeatPlan]) {
    for seat in 0..seats.len() {
        let SeatPlan { who, name } = &seats[seat];
        if let (Who::Bot(bot), true) = (*who, name.is_empty()) {
            seats[seat].name = bot.free_name(seats.iter().map(|seat| seat.name.as_str())).to_owned();
        }
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats(u8);

impl Seats {
    /// Whether the seat is in the set.
    #[must_use]
    pub fn has(self, seat: Seat) -> bool {
        self.0 & 1 << seat.index() != 0
    }

    /// The number of seats in the set.
    #[must_use]
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).filter_map(Seat::new).filter(move |seat| self.has(*seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<T: IntoIterator<Item = Seat>>(seats: T) -> Seats {
        Seats(seats.into_iter().fold(0, |set, seat| set | 1 << seat.index()))
    }
}

/// What may be done at a table on this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// The seats that are played here. Without any, the game is watched.
    pub own: Seats,
    /// What the table reveals about the next run.
    pub help: Help,
    /// What the die does while tiles are laid.
    pub die: Die,
    /// Whether the last move that was made here can be taken back now.
    pub can_take_back: bool,
}

/// What the die does while tiles are laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Die {
    /// It lays all remaining tiles, of all players.
    AllTiles,
    /// It lays one's own next tile.
    OwnTile,
}

/// Whether the person on a seat is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Presence {
    /// Nobody needs to know: a bot, a person at this screen, or nobody knows.
    #[default]
    Unknown,
    /// Connected.
    Here,
    /// Not connected.
    Away,
}

/// What can change about a seat during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Attendance {
    /// Whether the seat is played on this device.
    pub is_own: bool,
    /// Whether the person is there.
    pub presence: Presence,
    /// The bot that acts for the person.
    pub stand_in: Option<Bot>,
}

impl Attendance {
    /// Whether somebody at this device plays the seat, and no bot does.
    #[must_use]
    pub fn plays_here(self) -> bool {
        self.is_own && self.stand_in.is_none()
    }
}

/// Whose turn it is, as seen from this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A seat that is played here.
    Here(Seat),
    /// A bot, or a person elsewhere.
    Elsewhere(Seat),
    /// Nobody's: the game is over.
    Over,
}
