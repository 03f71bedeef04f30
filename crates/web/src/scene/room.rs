//! The waiting room: seven doors, who is behind them, and what may be done with each.
//!
//! Everything follows from the view of the table that the server sends. [`arrival`] is the form of somebody who has
//! opened the invitation, [`news`] what has changed since the last view.

pub mod arrival;
pub mod news;
#[cfg(test)]
mod tests;

use bots::Bot;
use protocol::{First, GameView, Occupant, StartRule};
use rules::chance::Commitment;
use rules::game::Band;
use rules::notation::to_hex;

use super::newtable::Floors;
use crate::table::Help;

/// The lowest number of players.
pub const FEWEST: usize = 2;
/// With this many players, bands of three figures take part (RULES 2).
pub const MANY: usize = 5;

/// The waiting room as this browser sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The doors in the order of the seats.
    pub doors: Vec<Door>,
    /// What this browser is here.
    pub role: Role,
    /// The player who can start the game; `None` if the host has no seat.
    pub host: Option<Tag>,
    /// Whether the game starts by itself as soon as no door is open.
    pub starts_when_full: bool,
    /// The names of those who watch; `None` for those without a name.
    pub watching: Vec<Option<String>>,
}

/// What a browser is in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It made the table.
    Host,
    /// It has a seat.
    Guest,
    /// It has none.
    Stranger,
}

/// A player by name and band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name; without one, the band names the player.
    pub name: Option<String>,
    /// The band.
    pub band: Band,
}

/// A door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Door {
    /// The seat behind it.
    pub seat: usize,
    /// Who is behind it.
    pub behind: Behind,
    /// What this browser may do with it, in the order in which it is offered.
    pub deeds: Vec<Deed>,
}

/// Who is behind a door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Behind {
    /// Nobody yet.
    Nobody,
    /// Somebody who is choosing a name and a band.
    OnTheWay {
        /// The name so far.
        name: Option<String>,
    },
    /// A person.
    Person {
        /// Name and band.
        tag: Tag,
        /// Whose seat it is.
        whose: Whose,
        /// Whether that person is the host of the table.
        is_host: bool,
        /// Whether that person is connected.
        is_here: bool,
    },
    /// A bot.
    Bot {
        /// The kind; `None` if this page does not know it.
        kind: Option<Bot>,
        /// Name and band.
        tag: Tag,
    },
    /// Bricks: the seat is not part of the game.
    Bricks,
}

/// Whose seat it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The first one of this browser.
    Mine,
    /// Another one of this browser.
    OnThisDevice,
    /// Somebody else's.
    Theirs,
}

/// What may be done with a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Take the seat for one more person on this device.
    OneMoreHere,
    /// Put a bot there.
    SeatBot,
    /// Brick it up.
    BrickUp,
    /// Open what was bricked up.
    Open,
    /// Turn away who is on the way.
    KeepOut,
    /// Swap places with another seat.
    Move,
    /// Give up one's own seat.
    Leave,
    /// Open the seat of somebody else.
    ShowOut,
    /// Replace the bot by another kind.
    OtherBot,
}

/// What START does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Nothing: there are not enough players.
    TooFew,
    /// The game begins.
    Ready {
        /// The number of players.
        players: usize,
        /// The numbers of the doors, from 1, that are bricked up because nobody has come in.
        bricked: Vec<usize>,
        /// The players whose bands do not fit their number.
        trades: Vec<Trade>,
    },
}

/// A player who gets another band because there are too few for bands of three figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trade {
    /// The player with the present band.
    pub tag: Tag,
    /// The band in the game.
    pub to: Band,
}

/// The number of doors of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Players, bots included.
    pub inside: usize,
    /// Doors with somebody on the way.
    pub coming: usize,
    /// Doors with nobody.
    pub shut: usize,
}

impl Room {
    /// The room in a view of the table.
    #[must_use]
    pub fn of(view: &GameView) -> Room {
        let has_seat = view.seats.iter().any(|seat| view.yours.contains(&seat.seat));
        let role = match (view.host, has_seat) {
            (true, _) => Role::Host,
            (false, true) => Role::Guest,
            (false, false) => Role::Stranger,
        };
        let mut first_of_mine = None;
        let mut doors = Vec::with_capacity(view.seats.len());
        for one in &view.seats {
            let behind = match &one.occupant {
                Occupant::None => Behind::Bricks,
                Occupant::Open { arriving: None } => Behind::Nobody,
                Occupant::Open { arriving: Some(name) } => Behind::OnTheWay { name: visible(name) },
                Occupant::Bot { bot, name, band } => {
                    Behind::Bot { kind: bot.as_str().parse().ok(), tag: Tag { name: visible(name), band: *band } }
                }
                Occupant::Human { name, band, here, nonce: _, stand_in: _ } => {
                    let whose = match view.yours.contains(&one.seat) {
                        false => Whose::Theirs,
                        true if *first_of_mine.get_or_insert(one.seat) == one.seat => Whose::Mine,
                        true => Whose::OnThisDevice,
                    };
                    Behind::Person {
                        tag: Tag { name: name.as_deref().and_then(visible), band: *band },
                        whose,
                        is_host: view.host_seat == Some(one.seat),
                        is_here: *here,
                    }
                }
            };
            let deeds = deeds(&behind, role);
            doors.push(Door { seat: one.seat, behind, deeds });
        }
        // There has to be a place to move to.
        let places = doors.iter().filter(|door| door.behind != Behind::Bricks).count();
        if places < 2 {
            doors.iter_mut().for_each(|door| door.deeds.retain(|deed| *deed != Deed::Move));
        }
        let host = doors.iter().find(|door| Some(door.seat) == view.host_seat);
        Room {
            host: host.and_then(|door| door.behind.tag()).cloned(),
            doors,
            role,
            starts_when_full: view.start == Some(StartRule::WhenFull),
            watching: view.watching.iter().map(|name| name.as_deref().and_then(visible)).collect(),
        }
    }

    /// The door of a seat.
    #[must_use]
    pub fn door(&self, seat: usize) -> Option<&Door> {
        self.doors.iter().find(|door| door.seat == seat)
    }

    /// How many doors of each kind there are.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for door in &self.doors {
            match door.behind {
                Behind::Nobody => counts.shut += 1,
                Behind::OnTheWay { .. } => counts.coming += 1,
                Behind::Person { .. } | Behind::Bot { .. } => counts.inside += 1,
                Behind::Bricks => {}
            }
        }
        counts
    }

    /// Everybody with a seat.
    pub fn players(&self) -> impl Iterator<Item = &Tag> {
        self.doors.iter().filter_map(|door| door.behind.tag())
    }

    /// The seats where nobody is and nobody is expected.
    pub fn empty(&self) -> impl Iterator<Item = usize> {
        self.doors.iter().filter(|door| door.behind == Behind::Nobody).map(|door| door.seat)
    }

    /// The seats that somebody may take.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        self.doors.iter().filter(|door| door.behind.is_open()).map(|door| door.seat)
    }

    /// The seats that a player may move to from this one.
    pub fn places(&self, from: usize) -> impl Iterator<Item = &Door> {
        self.doors.iter().filter(move |door| door.seat != from && door.behind != Behind::Bricks)
    }

    /// What START would do now.
    #[must_use]
    pub fn start(&self) -> Start {
        let tags: Vec<&Tag> = self.players().collect();
        let players = tags.len();
        if players < FEWEST {
            return Start::TooFew;
        }
        let mut bands: Vec<Band> = tags.iter().map(|tag| tag.band).collect();
        let mut trades = vec![];
        if players < MANY {
            for (index, tag) in tags.iter().enumerate().filter(|(_, tag)| !tag.band.has_four()) {
                let free = Band::ALL.into_iter().find(|band| band.has_four() && !bands.contains(band));
                if let Some(to) = free {
                    bands[index] = to;
                    trades.push(Trade { tag: (*tag).clone(), to });
                }
            }
        }
        let bricked = self.open().map(|seat| seat + 1).collect();
        Start::Ready { players, bricked, trades }
    }
}

impl Door {
    /// Whether this browser may do this here.
    #[must_use]
    pub fn allows(&self, deed: Deed) -> bool {
        self.deeds.contains(&deed)
    }
}

impl Behind {
    /// Name and band of who sits there.
    #[must_use]
    pub fn tag(&self) -> Option<&Tag> {
        match self {
            Behind::Person { tag, .. } | Behind::Bot { tag, .. } => Some(tag),
            Behind::Nobody | Behind::OnTheWay { .. } | Behind::Bricks => None,
        }
    }

    /// Whether somebody may take the seat.
    #[must_use]
    pub fn is_open(&self) -> bool {
        match self {
            Behind::Nobody | Behind::OnTheWay { .. } => true,
            Behind::Person { .. } | Behind::Bot { .. } | Behind::Bricks => false,
        }
    }

    /// Whether it is a seat of this browser.
    #[must_use]
    pub fn is_mine(&self) -> bool {
        match self {
            Behind::Person { whose, .. } => *whose != Whose::Theirs,
            Behind::Nobody | Behind::OnTheWay { .. } | Behind::Bot { .. } | Behind::Bricks => false,
        }
    }
}

/// What may be done with a door. The server decides by the same rules.
fn deeds(behind: &Behind, role: Role) -> Vec<Deed> {
    let is_host = role == Role::Host;
    let mut deeds = vec![];
    match behind {
        Behind::Nobody => {
            if role != Role::Stranger {
                deeds.push(Deed::OneMoreHere);
            }
            if is_host {
                deeds.extend([Deed::SeatBot, Deed::BrickUp]);
            }
        }
        Behind::OnTheWay { .. } if is_host => deeds.push(Deed::KeepOut),
        Behind::Person { whose: Whose::Mine | Whose::OnThisDevice, .. } => {
            if is_host {
                deeds.push(Deed::Move);
            }
            deeds.push(Deed::Leave);
        }
        Behind::Person { whose: Whose::Theirs, .. } if is_host => deeds.extend([Deed::Move, Deed::ShowOut]),
        Behind::Bot { .. } if is_host => deeds.extend([Deed::OtherBot, Deed::ShowOut]),
        Behind::Bricks if is_host => deeds.push(Deed::Open),
        Behind::OnTheWay { .. } | Behind::Person { .. } | Behind::Bot { .. } | Behind::Bricks => {}
    }
    deeds
}

/// A name with something to see in it.
fn visible(name: &str) -> Option<String> {
    Some(name.trim()).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// What a table has agreed on, as the screens of this page name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tonight {
    /// The fortress.
    pub floors: Floors,
    /// Whether the 5 becomes three hits.
    pub is_long: bool,
    /// What the table reveals.
    pub help: Help,
    /// Who begins.
    pub first: Beginner,
    /// What else the host can choose for that: by lot, everybody who has come in, and in a rematch whoever was eaten last.
    pub beginners: Vec<(First, Beginner)>,
}

/// Who begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beginner {
    /// Drawn by lot.
    Lot,
    /// This player.
    Player(Tag),
    /// The player whose figure was eaten last.
    LastEaten,
}

impl Tonight {
    /// The settings in a view of the table.
    #[must_use]
    pub fn of(view: &GameView) -> Tonight {
        let room = Room::of(view);
        let tag = |seat: usize| room.door(seat).and_then(|door| door.behind.tag()).cloned();
        let first = match view.first {
            First::Lot => Beginner::Lot,
            First::LastEaten => Beginner::LastEaten,
            First::Seat(seat) => tag(seat).map_or(Beginner::Lot, Beginner::Player),
        };
        let lot = std::iter::once((First::Lot, Beginner::Lot));
        let seats = (0..view.seats.len()).filter_map(|seat| Some((First::Seat(seat), Beginner::Player(tag(seat)?))));
        let eaten = view.last_eaten.map(|_| (First::LastEaten, Beginner::LastEaten));
        let beginners = lot.chain(seats).chain(eaten).collect();
        Tonight {
            floors: (&view.fortress).into(),
            is_long: view.length == rules::game::Length::Long,
            help: view.help.into(),
            first,
            beginners,
        }
    }
}

/// The first eight digits of a commitment: "9F2C-71A0".
#[must_use]
pub fn fingerprint(commitment: &Commitment) -> String {
    let digits = to_hex(&commitment.0[..4]).to_uppercase();
    format!("{}-{}", &digits[..4], &digits[4..])
}

/// The words of a code that is said aloud, the number last: "moth", "candle", "52".
#[must_use]
pub fn words_to_say(code: &str) -> Vec<String> {
    code.split('-').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The invitation to a game. `page` is the address of the page without query and hash.
#[must_use]
pub fn invitation(page: &str, game: protocol::GameId) -> String {
    let folder = page.rfind('/').map_or("", |slash| &page[..slash]);
    format!("{folder}/t/{game}")
}
