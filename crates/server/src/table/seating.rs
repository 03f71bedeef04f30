//! Taking, changing, leaving and handing over seats.

use protocol::{ErrorCode, First, Is, Problem, SeatPatch, TakeSeat};

use super::{AddressHash, Door, Holder, PendingHandover, Person, Table, bot_named, name};

/// What somebody may do with a seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rights {
    pub(crate) is_holder: bool,
    pub(crate) is_host: bool,
}

impl Table {
    /// The door of a seat.
    pub(crate) fn door(&self, seat: usize) -> Result<&Door, Problem> {
        self.doors.get(seat).ok_or_else(|| no_such_seat(seat))
    }

    /// Seats somebody.
    pub(crate) fn take(
        &mut self,
        wish: TakeSeat,
        holder: Holder,
        is_host: bool,
        origin: Option<AddressHash>,
    ) -> Result<usize, Problem> {
        let seat = match wish.seat {
            Some(seat) => match self.door(seat).map_err(|problem| problem.at("seat"))? {
                Door::Open => seat,
                Door::Bricked => return Err(no_such_seat(seat).at("seat")),
                Door::Bot(_) | Door::Person(_) => return Err(taken(seat).at("seat")),
            },
            None => {
                let open = self.doors.iter().position(|door| *door == Door::Open);
                open.ok_or_else(|| Problem::new(ErrorCode::SeatTaken, "no seat is open"))?
            }
        };
        let name = wish.name.as_deref().map_or(Ok(None), name)?;
        let band = match wish.band {
            Some(band) => self.unless_taken(band, seat)?,
            None => self.free_band(),
        };
        let person = Person { holder, name, band, nonce: wish.nonce, stand_in: None, origin };
        self.doors[seat] = Door::Person(person);
        if is_host && self.host_seat.is_none() {
            self.host_seat = Some(seat);
        }
        Ok(seat)
    }

    /// Changes a seat of a table that waits.
    pub(crate) fn change_seat(&mut self, seat: usize, patch: SeatPatch, rights: Rights) -> Result<(), Problem> {
        let SeatPatch { name: new_name, band, nonce, is, bot, seat: other } = patch;
        let door = self.door(seat)?;
        let is_bot = matches!(door, Door::Bot(_));
        let not_yours = |field: &str, whose: &str| {
            Err(Problem::new(ErrorCode::NotYours, format!("only {whose} can change this")).at(field))
        };
        let for_holder =
            [("name", new_name.is_some()), ("nonce", nonce.is_some()), ("band", band.is_some() && !is_bot)];
        if let Some((field, _)) = for_holder.iter().find(|(_, is_wanted)| *is_wanted && !rights.is_holder) {
            return not_yours(field, "whoever holds the seat");
        }
        let for_host = [
            ("is", is.is_some()),
            ("bot", bot.is_some()),
            ("seat", other.is_some()),
            ("band", band.is_some() && is_bot),
        ];
        if let Some((field, _)) = for_host.iter().find(|(_, is_wanted)| *is_wanted && !rights.is_host) {
            return not_yours(field, "the host");
        }

        let mut changed = self.clone();
        if let Some(band) = band {
            let band = changed.unless_taken(band, seat)?;
            let Some(own) = changed.doors[seat].band_mut() else { return Err(nobody(seat).at("band")) };
            *own = band;
        }
        if let Door::Person(person) = &mut changed.doors[seat] {
            if let Some(new_name) = new_name {
                person.name = new_name.as_deref().map_or(Ok(None), name)?;
            }
            if let Some(nonce) = nonce {
                person.nonce = nonce;
            }
        }
        changed.refit(seat, is, bot.as_ref().map(|bot| bot_named(bot, "bot")).transpose()?)?;
        if let Some(other) = other {
            changed.door(other).map_err(|problem| problem.at("seat"))?;
            changed.swap(seat, other);
        }
        *self = changed;
        Ok(())
    }

    /// Opens a door, bricks it up or puts a bot behind it.
    fn refit(&mut self, seat: usize, is: Option<Is>, bot: Option<bots::Bot>) -> Result<(), Problem> {
        let has_person = self.doors[seat].person().is_some();
        if is.is_some() && has_person {
            // Somebody may have come in while the host was choosing: nobody is shown out by accident.
            return Err(taken(seat).at("is"));
        }
        match (is, bot) {
            (None, None) => {}
            (Some(Is::Open), None) => self.doors[seat] = Door::Open,
            (Some(Is::None), None) => self.doors[seat] = Door::Bricked,
            (Some(Is::Bot), None) => {
                return Err(Problem::new(ErrorCode::BadRequest, "the kind of bot is missing").at("bot"));
            }
            (Some(Is::Open | Is::None), Some(_)) => {
                return Err(Problem::new(ErrorCode::BadRequest, "only a seat of a bot has a bot").at("bot"));
            }
            (None, Some(_)) if !matches!(self.doors[seat], Door::Bot(_)) => {
                let message = "this is not the seat of a bot: add \"is\": \"bot\"";
                return Err(Problem::new(ErrorCode::BadRequest, message).at("bot"));
            }
            (Some(Is::Bot) | None, Some(bot)) => {
                let band = self.doors[seat].band();
                self.doors[seat] = Door::Open;
                let mut automaton = self.automaton(bot);
                automaton.band = band.unwrap_or(automaton.band);
                self.doors[seat] = Door::Bot(automaton);
            }
        }
        Ok(())
    }

    /// Opens a seat again. Returns whether somebody sat there.
    pub(crate) fn vacate(&mut self, seat: usize) -> Result<bool, Problem> {
        match self.door(seat)? {
            Door::Bricked => Err(no_such_seat(seat)),
            Door::Open => Ok(false),
            Door::Bot(_) | Door::Person(_) => {
                self.doors[seat] = Door::Open;
                if self.host_seat == Some(seat) {
                    self.host_seat = None;
                }
                if let Some(before) = self.rematch_of.as_mut().filter(|before| before.last_eaten == Some(seat)) {
                    before.last_eaten = None;
                }
                self.withdraw(&[seat], false);
                Ok(true)
            }
        }
    }

    /// Whether the game of a table that starts by itself can start.
    pub(crate) fn is_full(&self) -> bool {
        let players = self.doors.iter().filter(|door| door.band().is_some()).count();
        players >= 2 && !self.doors.contains(&Door::Open)
    }

    /// Adds a handover. It replaces earlier ones of the same seats.
    pub(crate) fn hand_over(&mut self, handover: PendingHandover, now: i64) {
        self.handovers.retain(|pending| pending.until > now);
        self.withdraw(&handover.seats, handover.host);
        self.handovers.push(handover);
    }

    /// Takes the handover with this code, if it is still valid. Whatever it moves, no other code moves any more.
    pub(crate) fn take_handover(&mut self, code: Holder, now: i64) -> Option<PendingHandover> {
        let index = self.handovers.iter().position(|pending| pending.code == code && pending.until > now)?;
        let handover = self.handovers.remove(index);
        self.withdraw(&handover.seats, handover.host);
        Some(handover)
    }

    /// Removes seats, and the right of the host, from all handovers.
    fn withdraw(&mut self, seats: &[usize], host: bool) {
        for pending in &mut self.handovers {
            pending.seats.retain(|seat| !seats.contains(seat));
            pending.host &= !host;
        }
        self.handovers.retain(|pending| pending.host || !pending.seats.is_empty());
    }

    /// Gives a seat to another holder. Nothing happens if nobody sits there any more.
    pub(crate) fn pass_seat(&mut self, seat: usize, to: Holder) {
        if let Some(Door::Person(person)) = self.doors.get_mut(seat) {
            person.holder = to;
        }
    }

    /// Lets a bot act for a person, or no longer.
    pub(crate) fn set_stand_in(&mut self, seat: usize, bot: Option<bots::Bot>) -> Result<(), Problem> {
        match self.doors.get_mut(seat) {
            Some(Door::Person(person)) => {
                person.stand_in = bot;
                Ok(())
            }
            Some(Door::Bricked | Door::Open | Door::Bot(_)) => Err(nobody(seat)),
            None => Err(no_such_seat(seat)),
        }
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.doors.swap(one, other);
        self.follow(|seat| {
            Some(if seat == one {
                other
            } else if seat == other {
                one
            } else {
                seat
            })
        });
    }

    /// Lets everything that means a person follow that person to another seat. `None` means that the seat is gone.
    pub(super) fn follow(&mut self, to: impl Fn(usize) -> Option<usize>) {
        self.host_seat = self.host_seat.and_then(&to);
        if let First::Seat(seat) = self.settings.first {
            self.settings.first = to(seat).map_or(First::Lot, First::Seat);
        }
        if let Some(before) = &mut self.rematch_of {
            before.last_eaten = before.last_eaten.and_then(&to);
        }
        for handover in &mut self.handovers {
            handover.seats = handover.seats.iter().copied().filter_map(&to).collect();
        }
    }

    fn unless_taken(&self, band: rules::game::Band, seat: usize) -> Result<rules::game::Band, Problem> {
        let mut others = self.doors.iter().enumerate().filter(|(other, _)| *other != seat);
        if others.any(|(_, door)| door.band() == Some(band)) {
            return Err(Problem::new(ErrorCode::BandTaken, format!("somebody else has {band}")).at("band"));
        }
        Ok(band)
    }
}

fn no_such_seat(seat: usize) -> Problem {
    Problem::new(ErrorCode::NoSuchSeat, format!("there is no seat {seat} at this table"))
}

fn taken(seat: usize) -> Problem {
    Problem::new(ErrorCode::SeatTaken, format!("seat {seat} is not open"))
}

fn nobody(seat: usize) -> Problem {
    Problem::new(ErrorCode::BadRequest, format!("no person sits on seat {seat}"))
}
