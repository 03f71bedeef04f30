//! Those who are connected to a game, at this node and at others.

use protocol::{Awaits, ErrorCode, Problem, ServerMessage};
use tokio::sync::mpsc;

use super::actor::{Actor, MOST_ENTRIES};
use super::watchers::{Frame, WatcherId};
use crate::table::{Claims, Door, Guests};

impl Actor {
    /// Adds a connection, and sends it where the game stands and its actions from number `from` on.
    pub(super) fn join(&mut self, id: WatcherId, from: u32, claims: Claims, queue: mpsc::Sender<Frame>) {
        self.met.extend(self.table.holders().map(|(_, holder, _)| holder).filter(|holder| claims.include(holder)));
        self.watchers.join(id, claims.clone(), queue);
        self.watchers.tell(id, &ServerMessage::Welcome { game: Box::new(self.view(&claims)) });
        let mut from = from.max(1);
        while let Some(story) = &self.story {
            let actions = story.entries(from, MOST_ENTRIES);
            let Some(last) = actions.last() else { break };
            from = last.seq + 1;
            let awaits = Awaits::of(story.game().awaited());
            self.watchers.tell(id, &ServerMessage::Actions { actions, awaits });
        }
        if let Some(over) = self.over() {
            self.watchers.tell(id, &over);
        }
    }

    /// Reads who is connected at other nodes.
    pub(super) async fn look_elsewhere(&mut self) {
        match self.services().store.presence(self.id).await {
            Ok(guests) => {
                let holders = self.table.holders().map(|(_, holder, _)| holder);
                self.met.extend(holders.filter(|holder| guests.iter().any(|guest| guest.claims.include(holder))));
                self.watchers.set_elsewhere(guests);
            }
            // Then the table shows who was there before.
            Err(error) => tracing::warn!(game = %self.id, %error, "it is not known who is here"),
        }
    }

    /// Shows the other nodes who is here, if that has changed.
    pub(super) async fn show_guests(&mut self) {
        if !self.is_shared() {
            return;
        }
        let guests = Guests::new(self.watchers.here());
        if self.shown.as_ref() != Some(&guests) {
            match self.services().store.set_presence(self.id, guests.clone()).await {
                Ok(()) => self.shown = Some(guests),
                // The next change tries again, and so does a database that is back.
                Err(error) => tracing::warn!(game = %self.id, %error, "the other nodes do not know who is here"),
            }
        }
    }

    /// Forgets that the other nodes have been shown who is here, so that they are shown again.
    pub(super) fn hide_guests(&mut self) {
        self.shown = None;
    }

    pub(super) fn part(&mut self, id: WatcherId) {
        self.watchers.leave(id);
    }

    /// Shows at an open door that somebody is about to take the seat.
    pub(super) fn arriving(&mut self, id: WatcherId, seat: Option<usize>, name: Option<String>) -> Result<(), Problem> {
        let name = name.as_deref().map_or(Ok(None), crate::table::name)?.unwrap_or_default();
        if self.story.is_some() {
            return Err(Problem::new(ErrorCode::GameStarted, "the game has started"));
        }
        if let Some(seat) = seat {
            match self.table.door(seat).map_err(|problem| problem.at("seat"))? {
                Door::Open => {}
                Door::Bricked => {
                    return Err(Problem::new(ErrorCode::NoSuchSeat, format!("there is no seat {seat}")).at("seat"));
                }
                Door::Bot(_) | Door::Person(_) => {
                    return Err(Problem::new(ErrorCode::SeatTaken, format!("seat {seat} is not open")).at("seat"));
                }
            }
        }
        let Some(watcher) = self.watchers.get_mut(id) else { return Ok(()) };
        if seat.is_some_and(|seat| watcher.turned_away.contains(&seat)) {
            return Err(turned_away());
        }
        let arriving = seat.map(|seat| (seat, name));
        if watcher.guest.arriving != arriving {
            watcher.guest.arriving = arriving;
            self.watchers.table_changed();
        }
        Ok(())
    }

    pub(super) fn watching(&mut self, id: WatcherId, name: Option<&str>) -> Result<(), Problem> {
        let name = name.map_or(Ok(None), crate::table::name)?;
        let Some(watcher) = self.watchers.get_mut(id) else { return Ok(()) };
        if watcher.guest.name != name {
            watcher.guest.name = name;
            self.watchers.table_changed();
        }
        Ok(())
    }

    /// Turns away whoever is about to take an open seat.
    pub(super) fn turn_away(&mut self, seat: usize) {
        let is_there = |arriving: &Option<(usize, String)>| arriving.as_ref().is_some_and(|(at, _)| *at == seat);
        let there: Vec<WatcherId> = self
            .watchers
            .iter()
            .filter(|watcher| is_there(&watcher.guest.arriving))
            .map(|watcher| watcher.id)
            .collect();
        for id in there {
            if let Some(watcher) = self.watchers.get_mut(id) {
                watcher.guest.arriving = None;
                watcher.turned_away.push(seat);
            }
            self.watchers.tell(id, &ServerMessage::Error { sent: None, seq: None, error: turned_away() });
            self.watchers.table_changed();
        }
    }
}

fn turned_away() -> Problem {
    Problem::new(ErrorCode::NotYours, "the host has declined").at("seat")
}
