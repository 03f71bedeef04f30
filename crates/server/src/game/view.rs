//! A game as anybody may see it. Nothing here can reach the pile, the seed or the salt: a `Game` does not have them.

use protocol::{Awaits, GameId, GameView, Occupant, SeatView, State, StateHash};
use rules::chance::Commitment;
use rules::game::Game;

use super::watchers::Watchers;
use crate::table::{Claims, Door, Guest, Table};

/// What a view is made of.
pub(crate) struct Seen<'a> {
    pub(crate) id: GameId,
    pub(crate) table: &'a Table,
    pub(crate) commitment: Commitment,
    pub(crate) code: Option<&'a str>,
    pub(crate) watchers: &'a Watchers,
    /// The game with its number of actions and its hash, once it has started.
    pub(crate) game: Option<(&'a Game, u32, StateHash)>,
}

impl Seen<'_> {
    /// The view of somebody who makes these claims.
    pub(crate) fn by(&self, claims: &Claims) -> GameView {
        let settings = &self.table.settings;
        let game = self.game.map(|(game, _, _)| game);
        let playing = game.and_then(Game::playing);
        let result = game.and_then(Game::ending);
        let state = match (game, result) {
            (None, _) => State::Waiting,
            (Some(_), None) => State::Playing,
            (Some(_), Some(_)) => State::Over,
        };
        let tiles = game.and_then(Game::laying).map(|laying| laying.tiles().placements().collect());
        GameView {
            game: self.id,
            state,
            seats: (0..).zip(self.table.doors()).map(|(seat, door)| self.seat(seat, door)).collect(),
            fortress: settings.fortress.clone(),
            length: settings.length,
            help: settings.help,
            first: settings.first,
            last_eaten: self.table.last_eaten().filter(|_| game.is_none()),
            start: Some(settings.start),
            monster: settings.monster,
            commitment: self.commitment,
            code: self.code.map(str::to_owned),
            host_seat: self.table.host_seat,
            watching: self.watchers.guests().filter(|one| self.is_watching(one)).map(|one| one.name.clone()).collect(),
            seq: self.game.map_or(0, |(_, seq, _)| seq),
            awaits: game.and_then(|game| Awaits::of(game.awaited())),
            tiles,
            position: playing.map(|playing| playing.position().to_string()),
            situation: playing.and_then(|playing| playing.to_situation()).map(|situation| situation.to_string()),
            hash: self.game.map(|(_, _, hash)| hash),
            result,
            rematch: self.table.rematch,
            yours: self.table.seats_of(claims),
            host: self.table.is_host(claims),
        }
    }

    fn is_watching(&self, guest: &Guest) -> bool {
        let is_at_the_door = guest.arriving.as_ref().is_some_and(|(seat, _)| self.is_open(*seat));
        !is_at_the_door && self.table.seats_of(&guest.claims).is_empty()
    }

    fn is_open(&self, seat: usize) -> bool {
        self.game.is_none() && self.table.doors().get(seat) == Some(&Door::Open)
    }

    fn seat(&self, seat: usize, door: &Door) -> SeatView {
        let occupant = match door {
            Door::Bricked => Occupant::None,
            Door::Open => {
                let mut arriving = self.watchers.guests().filter_map(|guest| guest.arriving.as_ref());
                Occupant::Open { arriving: arriving.find(|(at, _)| *at == seat).map(|(_, name)| name.clone()) }
            }
            Door::Bot(automaton) => {
                Occupant::Bot { bot: automaton.bot.into(), name: automaton.name.clone(), band: automaton.band }
            }
            Door::Person(person) => Occupant::Human {
                name: person.name.clone(),
                band: person.band,
                here: self.watchers.include(&person.holder),
                nonce: person.nonce,
                stand_in: person.stand_in.map(Into::into),
            },
        };
        SeatView { seat, occupant }
    }
}
