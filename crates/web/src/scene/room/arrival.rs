//! The form of somebody who has opened the invitation: a name, a band and a door, for one person or several.

use protocol::is_fit_for_names;
use rules::game::Band;

use super::{Behind, MANY, Room, Tag};
use crate::scene::newtable::LONGEST_NAME;

/// Somebody who is about to take a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    /// The name as typed.
    pub name: String,
    /// The band.
    pub band: Band,
}

/// The form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Those on this device who have chosen already.
    ready: Vec<Newcomer>,
    name: String,
    /// The chosen band; it may be taken by now.
    wish: Option<Band>,
    /// The seats that the host has refused.
    refused: Vec<usize>,
    /// The seat at whose door this browser is seen.
    at: Option<usize>,
}

/// A band that may be chosen, or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BandChoice {
    /// The band.
    pub band: Band,
    /// Who has it.
    pub owner: Option<Owner>,
    /// Whether more players are needed before it can play.
    pub needs_five: bool,
}

/// Who has a band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A person with a seat.
    Person(Tag),
    /// A bot with a seat.
    Bot(Tag),
    /// Somebody on this device who is about to take a seat.
    Newcomer(Tag),
}

impl Arrival {
    /// The form with the name of last time.
    #[must_use]
    pub fn new(name: &str) -> Arrival {
        Arrival { name: clean_name(name), ..Arrival::default() }
    }

    /// The name as typed.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets the name. Invisible characters are removed, and a name that is too long is cut.
    pub fn set_name(&mut self, name: &str) {
        self.name = clean_name(name);
    }

    /// Those on this device who have chosen already.
    #[must_use]
    pub fn ready(&self) -> &[Newcomer] {
        &self.ready
    }

    /// Every band, and who has it.
    #[must_use]
    pub fn bands(&self, room: &Room) -> Vec<BandChoice> {
        let players = room.players().count() + self.ready.len() + 1;
        let choice = |band: Band| {
            let newcomer = self.ready.iter().find(|one| one.band == band);
            let newcomer = newcomer.map(|one| Owner::Newcomer(Tag { name: named(&one.name), band }));
            BandChoice { band, owner: owner(room, band).or(newcomer), needs_five: !band.has_four() && players < MANY }
        };
        Band::ALL.map(choice).into()
    }

    /// The band that is chosen: the wish if it is free, else the first free one, bands of four first.
    #[must_use]
    pub fn band(&self, room: &Room) -> Option<Band> {
        let choices = self.bands(room);
        let mut free = choices.iter().filter(|choice| choice.owner.is_none());
        let is_free = |band: &Band| choices.iter().any(|choice| choice.band == *band && choice.owner.is_none());
        // `ALL` begins with the bands of four.
        self.wish.filter(is_free).or_else(|| free.next().map(|choice| choice.band))
    }

    /// Chooses a band.
    pub fn choose(&mut self, band: Band) {
        self.wish = Some(band);
    }

    /// The chosen band and its new owner, if somebody else was faster.
    #[must_use]
    pub fn lost(&self, room: &Room) -> Option<BandChoice> {
        let wish = self.wish?;
        self.bands(room).into_iter().find(|choice| choice.band == wish && choice.owner.is_some())
    }

    /// Whether one more person on this device can choose: there is a door for everybody.
    #[must_use]
    pub fn has_room_for_more(&self, room: &Room) -> bool {
        self.doors(room).count() > self.ready.len() + 1
    }

    /// Puts the present choice aside, so that the next person on this device can choose. Nothing changes if there is no
    /// band or door left.
    pub fn next_person(&mut self, room: &Room) {
        if let Some(band) = self.band(room)
            && self.has_room_for_more(room)
        {
            self.ready.push(Newcomer { name: std::mem::take(&mut self.name), band });
            self.wish = None;
        }
    }

    /// Takes back the choice of a person who is ready.
    pub fn drop_ready(&mut self, index: usize) {
        if index < self.ready.len() {
            self.ready.remove(index);
        }
    }

    /// Everybody who takes a seat, in order, with the seat of each. Fewer than wished if doors or bands are missing.
    #[must_use]
    pub fn seating(&self, room: &Room) -> Vec<(usize, Newcomer)> {
        let last = self.band(room).map(|band| Newcomer { name: self.name.clone(), band });
        // Bands that were taken in the meantime are replaced by free ones.
        let mut used: Vec<Band> = room.players().map(|tag| tag.band).collect();
        let mut everybody = vec![];
        for one in self.ready.iter().cloned().chain(last) {
            let free = Band::ALL.into_iter().find(|band| !used.contains(band));
            let band = if used.contains(&one.band) { free } else { Some(one.band) };
            if let Some(band) = band {
                used.push(band);
                everybody.push(Newcomer { band, ..one });
            }
        }
        self.doors(room).zip(everybody).collect()
    }

    /// The door where this browser is seen: the one it is at, as long as that is open.
    #[must_use]
    pub fn door(&self, room: &Room) -> Option<usize> {
        self.doors(room).next()
    }

    /// The seat at whose door this browser was last seen.
    #[must_use]
    pub fn at(&self) -> Option<usize> {
        self.at
    }

    /// This browser is now seen at the door of this seat, or nowhere.
    pub fn stand_at(&mut self, seat: Option<usize>) {
        self.at = seat;
    }

    /// The host has refused this seat.
    pub fn refuse(&mut self, seat: usize) {
        if !self.refused.contains(&seat) {
            self.refused.push(seat);
        }
        if self.at == Some(seat) {
            self.at = None;
        }
    }

    /// Whether the host has refused a seat.
    #[must_use]
    pub fn was_refused(&self) -> bool {
        !self.refused.is_empty()
    }

    /// The open doors: where this browser is seen, then those where nobody is expected, then the rest.
    fn doors(&self, room: &Room) -> impl Iterator<Item = usize> {
        let open = room.doors.iter().filter(|door| door.behind.is_open() && !self.refused.contains(&door.seat));
        let mut open: Vec<(u8, usize)> = open
            .map(|door| {
                let rank = match door.behind {
                    _ if self.at == Some(door.seat) => 0,
                    Behind::Nobody => 1,
                    Behind::OnTheWay { .. } | Behind::Person { .. } | Behind::Bot { .. } | Behind::Bricks => 2,
                };
                (rank, door.seat)
            })
            .collect();
        open.sort_unstable();
        open.into_iter().map(|(_, seat)| seat)
    }
}

/// Who in the room has a band.
#[must_use]
pub fn owner(room: &Room, band: Band) -> Option<Owner> {
    room.doors.iter().find_map(|door| match &door.behind {
        Behind::Person { tag, .. } if tag.band == band => Some(Owner::Person(tag.clone())),
        Behind::Bot { tag, .. } if tag.band == band => Some(Owner::Bot(tag.clone())),
        Behind::Person { .. } | Behind::Bot { .. } | Behind::Nobody | Behind::OnTheWay { .. } | Behind::Bricks => None,
    })
}

/// The name that is sent; `None` if nothing was typed.
#[must_use]
pub fn named(typed: &str) -> Option<String> {
    super::visible(typed)
}

/// A name without characters that the server refuses, cut to the longest length.
#[must_use]
pub fn clean_name(name: &str) -> String {
    name.chars().filter(|c| is_fit_for_names(*c)).take(LONGEST_NAME).collect()
}
