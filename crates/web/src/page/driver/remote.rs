//! A game on a server: connects the table to sockets, clock and storage of the browser.

use std::time::Duration;

use leptos::leptos_dom::helpers::IntervalHandle;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{ClientMessage, ErrorCode, GameId, GameView};
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Action, Seat};

use super::{Drive, Driver, Trouble, Wires};
use crate::page::online::socket::Socket;
use crate::page::online::{api, pledge};
use crate::page::{games, parts, storage, tables};
use crate::route::GameRef;
use crate::table::remote::{Effect as TableEffect, Input};
use crate::table::{Answer, Link, News, RemoteTable, Speed, Table};

/// How often the table hears the clock.
const TICK: Duration = Duration::from_secs(1);

/// A game on a server.
#[derive(Clone, Copy)]
pub struct RemoteDriver {
    table: StoredValue<RemoteTable>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    wires: Wires,
    /// The table as the server last described it.
    pub view: RwSignal<Option<GameView>>,
    /// Whether the game has started and can be shown.
    pub has_story: RwSignal<bool>,
    /// Why the server does not let us follow the table.
    pub closed: RwSignal<Option<ErrorCode>>,
    /// How often the host has turned this browser away from a door.
    pub refusals: RwSignal<u32>,
}

impl RemoteDriver {
    /// Follows a table for as long as the current screen is there.
    #[must_use]
    pub fn open(game: GameId) -> RemoteDriver {
        let driver = RemoteDriver {
            table: StoredValue::new(RemoteTable::new(game, u64::from_le_bytes(games::random_bytes()))),
            socket: StoredValue::new_local(None),
            wires: Wires::default(),
            view: RwSignal::new(None),
            has_story: RwSignal::new(false),
            closed: RwSignal::new(None),
            refusals: RwSignal::new(0),
        };
        driver.wires.link.set(Link::Opening);
        driver.look_after();
        driver
    }

    /// What stands behind the table, once the game has started.
    #[must_use]
    pub fn driver(self) -> Driver {
        Driver::new(self, self.wires)
    }

    /// What the driver reports.
    #[must_use]
    pub fn wires(self) -> Wires {
        self.wires
    }

    /// Opens another connection, because the rights of this browser have changed.
    pub fn rejoin(self) {
        self.take(Input::Rejoin);
    }

    /// Says something at a table that waits.
    pub fn say(self, message: ClientMessage) {
        self.take(Input::Say(message));
    }

    /// Tells the table the time, and when the network or the page comes back.
    fn look_after(self) {
        let tick = move || self.take(Input::Tick(js_sys::Date::now() as u64));
        tick();
        let interval = set_interval_with_handle(tick, TICK).ok();
        let online = window_event_listener_untyped("online", move |_| self.take(Input::Wake));
        let offline = window_event_listener_untyped("offline", move |_| self.take(Input::Offline));
        let shown = window_event_listener_untyped("visibilitychange", move |_| {
            if !document().hidden() {
                self.take(Input::Wake);
            }
        });
        on_cleanup(move || {
            interval.as_ref().map(IntervalHandle::clear);
            online.remove();
            offline.remove();
            shown.remove();
            self.socket.try_set_value(None);
        });
    }

    fn take(self, input: Input) {
        // The screen may be gone.
        if let Some(effects) = self.table.try_update_value(|table| table.take(input)) {
            self.carry_out(effects);
        }
    }

    fn carry_out(self, effects: Vec<TableEffect>) {
        for effect in effects {
            match effect {
                TableEffect::Connect(id) => {
                    let game = self.table.with_value(RemoteTable::game);
                    let opened = Socket::open(id, game, move |input| self.take(input));
                    if opened.is_err() {
                        spawn_local(async move { self.take(Input::Closed(id)) });
                    }
                    self.socket.set_value(opened.ok());
                }
                TableEffect::Send(id, message) => self.socket.with_value(|socket| {
                    if let Some(socket) = socket.as_ref().filter(|socket| socket.id() == id) {
                        socket.send(&message);
                    }
                }),
                TableEffect::Close(id) => self.hang_up(id),
                TableEffect::Fetch => {
                    let game = self.table.with_value(RemoteTable::game);
                    spawn_local(async move { self.take(Input::Record(api::record(game).await.ok())) });
                }
                TableEffect::Outdated => parts::renew(),
                TableEffect::Tell(news) => self.tell(news),
            }
        }
    }

    /// Closes a socket, unless it has been replaced already. Not at once: we may be inside one of its closures.
    fn hang_up(self, id: crate::table::remote::SocketId) {
        let closed = self.socket.try_update_value(|socket| match socket {
            Some(open) if open.id() == id => socket.take(),
            Some(_) | None => None,
        });
        spawn_local(async move { drop(closed) });
    }

    fn tell(self, news: News) {
        self.table.with_value(|table| {
            self.wires.link.maybe_update(|link| std::mem::replace(link, table.link()) != table.link());
            self.view.maybe_update(|view| {
                let is_new = view.as_ref() != table.view();
                if is_new {
                    *view = table.view().cloned();
                    view.as_ref().inspect(|view| pledge::see(view));
                }
                is_new
            });
            let attendance = table.attendance();
            self.wires.attendance.maybe_update(|known| std::mem::replace(known, attendance.clone()) != attendance);
            self.closed.maybe_update(|closed| std::mem::replace(closed, table.closed()) != table.closed());
            self.has_story.maybe_update(|has| std::mem::replace(has, table.has_story()) != table.has_story());
        });
        if news == News::TurnedAway {
            self.refusals.update(|refusals| *refusals += 1);
        }
        self.wires.tell(news);
    }

    /// The name under which this tab remembers what it has shown.
    fn shown_key(self) -> String {
        format!("fearsome.shown.{}", self.table.with_value(RemoteTable::game))
    }
}

impl Drive for RemoteDriver {
    fn game(&self) -> GameRef {
        GameRef::Remote(self.table.with_value(RemoteTable::game))
    }

    fn read(&self, look: &mut dyn FnMut(&dyn Table)) {
        self.table.with_value(|table| look(table));
    }

    fn act(&self, seat: Seat, action: Action) -> Answer {
        let mut effects = vec![];
        let answer = self.table.try_update_value(|table| table.act(seat, action, &mut effects));
        self.carry_out(effects);
        answer.unwrap_or(Answer::Refused)
    }

    fn roll(&self, seat: Seat) -> Answer {
        let mut chance = Stream::new(&Seed(games::random_bytes()), &[], Purpose::SetUp);
        let placement = self.table.with_value(|table| {
            let laying = table.story().game().laying()?;
            laying.tiles().random_choice(&mut chance)
        });
        placement.map_or(Answer::Refused, |placement| self.act(seat, Action::Place(placement)))
    }

    /// A table on a server takes nothing back: see [`RemoteTable`]'s capabilities.
    fn take_back(&self) {}

    fn is_pending(&self) -> bool {
        self.table.with_value(RemoteTable::is_pending)
    }

    fn overruled(&self) -> Trouble {
        Trouble::SetBack
    }

    /// Bots of the server think there.
    fn think(&self) {}

    fn speed(&self) -> Speed {
        tables::speed_with(self.table.with_value(|table| table.seats().len()))
    }

    fn set_speed(&self, speed: Speed) {
        tables::set_speed(speed);
    }

    fn shown(&self) -> Option<usize> {
        storage::in_this_tab(&self.shown_key())?.parse().ok()
    }

    fn reconnect(&self) {
        self.take(Input::Wake);
    }

    fn set_shown(&self, shown: usize) {
        storage::keep_in_this_tab(&self.shown_key(), &shown.to_string());
    }
}
