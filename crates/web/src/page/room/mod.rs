//! The waiting room of a table on the server, and the arrival of somebody who has opened the invitation.

mod arrive;
mod ask;
mod bands;
mod door;
mod invitation;
mod settings;
mod side;
mod words;

use std::future::Future;

use bots::Bot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{ClientMessage, GameId, GameView, SeatPatch};

use self::arrive::arrive;
use self::ask::{Asked, questions};
use self::door::door;
use self::invitation::invitation;
use self::side::{monster, start_box, tonight};
use super::app::{logo_link, use_frame};
use super::i18n::*;
use super::online::api::{self, Failure};
use super::online::{pledge, window};
use super::{focus, storage};
use crate::draw::door::symbols;
use crate::draw::icons::Icon;
use crate::draw::presence::{self, Presence};
use crate::route::Route;
use crate::scene::room::arrival::Arrival;
use crate::scene::room::news::news;
use crate::scene::room::{Role, Room, Tonight};
use crate::table::pledge::without_nonce;

const NAME_KEY: &str = "fearsome.name";

/// What the room needs of the connection to its table.
#[derive(Clone, Copy)]
pub struct AtTheDoor {
    /// The newest view of the table. Its state is `Waiting` while the room is shown.
    pub view: Signal<GameView>,
    /// Sends a message over the live connection: who is arriving where under which name, and who watches.
    pub say: Callback<ClientMessage>,
    /// Opens the connection anew: this browser has got or given up seats, and the rights of a connection are fixed when
    /// it opens.
    pub rejoin: Callback<()>,
    /// How often the host has turned this browser away from a door.
    pub refusals: Signal<u32>,
}

/// Where this browser is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the door, choosing a name and a band.
    Outside,
    /// In the room, with a seat or as the host.
    Inside,
    /// In the room, watching.
    Window,
}

/// The place on the screen where an error is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Door(usize),
    Start,
    Dialog,
    Form,
}

/// What all parts of the room share.
#[derive(Clone, Copy)]
struct Hall {
    at: AtTheDoor,
    room: Memo<Room>,
    tonight: Memo<Tonight>,
    place: RwSignal<Place>,
    arrival: RwSignal<Arrival>,
    /// The kind of bot for empty doors.
    kind: RwSignal<Bot>,
    /// What went wrong last, and where.
    trouble: RwSignal<Option<(Spot, Failure)>>,
    /// Whether an answer of the server is awaited.
    is_busy: RwSignal<bool>,
    /// The open dialog.
    asked: RwSignal<Option<Asked>>,
    /// The seat whose door was acted upon last, for the focus.
    acted: StoredValue<Option<usize>>,
    /// Whether the host has shown this browser out.
    was_shown_out: RwSignal<bool>,
    /// Whether this browser has given up its last seat.
    is_leaving: StoredValue<bool>,
    /// Whether everybody in the form has a seat. The form stays until the connection knows it, too.
    has_sat_down: RwSignal<bool>,
}

impl Hall {
    fn game(self) -> GameId {
        self.at.view.with_untracked(|view| view.game)
    }

    /// Waits for an answer of the server and shows at this spot what is wrong.
    fn ask<T: 'static>(
        self,
        spot: Spot,
        request: impl Future<Output = Result<T, Failure>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        self.trouble.set(None);
        self.is_busy.set(true);
        spawn_local(async move {
            let answer = request.await;
            // The screen may have been left in the meantime.
            if self.is_busy.try_set(false).is_some() {
                return;
            }
            match answer {
                Ok(answer) => then(answer),
                Err(failure) => self.trouble.set(Some((spot, failure))),
            }
        });
    }

    /// Changes a seat.
    fn change_seat(self, seat: usize, patch: SeatPatch) {
        let game = self.game();
        self.acted.set_value(Some(seat));
        self.ask(Spot::Door(seat), async move { api::change_seat(game, seat, &patch).await }, |_| {});
    }

    /// Opens a seat again, or turns away who is arriving.
    fn vacate(self, seat: usize) {
        let game = self.game();
        let mine: Vec<usize> = self.room.with_untracked(|room| {
            room.doors.iter().filter(|door| door.behind.is_mine()).map(|door| door.seat).collect()
        });
        self.acted.set_value(Some(seat));
        // Set before the request: the view without the seat may come before the answer.
        self.is_leaving.set_value(mine == [seat]);
        let request = async move {
            let answer = api::vacate(game, seat).await;
            if answer.is_err() {
                // The screen may have been left in the meantime.
                let _ = self.is_leaving.try_update_value(|is_leaving| *is_leaving = false);
            }
            answer
        };
        self.ask(Spot::Door(seat), request, move |_| {
            if mine.contains(&seat) {
                self.rejoin();
            }
        });
    }

    /// Opens the connection anew, unless the table has been left.
    fn rejoin(self) {
        let _ = self.at.rejoin.try_run(());
    }

    /// Says something at the door, unless the table has been left.
    fn say(self, message: ClientMessage) {
        let _ = self.at.say.try_run(message);
    }

    /// What is wrong at this spot.
    fn trouble_at(self, spot: Spot) -> Option<Failure> {
        self.trouble.with(|trouble| trouble.as_ref().filter(|(at, _)| *at == spot).map(|(_, failure)| failure.clone()))
    }
}

/// The waiting room for people with a seat, the host, and those who chose to watch; the arrival screen for everybody
/// else.
pub fn room(at: AtTheDoor) -> impl IntoView {
    let room = Memo::new(move |_| at.view.with(Room::of));
    let tonight = Memo::new(move |_| at.view.with(Tonight::of));
    let belongs = Memo::new(move |_| room.with(|room| room.role != Role::Stranger));
    let game = at.view.with_untracked(|view| view.game);
    let hall = Hall {
        at,
        room,
        tonight,
        place: RwSignal::new(match (belongs.get_untracked(), window::greeting(game)) {
            (true, _) => Place::Inside,
            (false, Some(_)) => Place::Window,
            (false, None) => Place::Outside,
        }),
        arrival: RwSignal::new(Arrival::new(&storage::read(NAME_KEY).unwrap_or_default())),
        kind: RwSignal::new(Bot::Fox),
        trouble: RwSignal::new(None),
        is_busy: RwSignal::new(false),
        asked: RwSignal::new(None),
        acted: StoredValue::new(None),
        was_shown_out: RwSignal::new(false),
        is_leaving: StoredValue::new(false),
        has_sat_down: RwSignal::new(false),
    };
    add_to_chance(at.view);
    // Somebody gets the first seat or loses the last one. While seats are being taken, the form stays.
    Effect::new(move |before: Option<bool>| {
        let is_sitting_down = hall.is_busy.get() && !hall.has_sat_down.get();
        let (belongs, is_waiting) = (belongs.get(), is_sitting_down || hall.trouble.with(Option::is_some));
        let place = hall.place.get_untracked();
        if belongs && !is_waiting && place != Place::Inside {
            hall.place.set(Place::Inside);
            if hall.has_sat_down.get_untracked() {
                hall.has_sat_down.set(false);
                hall.is_busy.set(false);
            }
            hall.was_shown_out.set(false);
            hall.is_leaving.set_value(false);
        } else if !belongs && before == Some(true) && place == Place::Inside {
            // Who leaves the last seat was not shown out.
            let is_leaving = hall.is_leaving.get_value();
            hall.was_shown_out.set(!is_leaving);
            hall.place.set(if is_leaving { Place::Window } else { Place::Outside });
        }
        belongs
    });
    // The focus goes to the beginning of what has come.
    Effect::new(move |before: Option<Place>| {
        let place = hall.place.get();
        if before.is_some_and(|before| before != place) {
            request_animation_frame(|| focus::on(".room h1"));
        }
        place
    });
    view! {
        <svg width="0" height="0" class="room-symbols" aria-hidden="true" focusable="false" inner_html=symbols()></svg>
        {move || match hall.place.get() {
            Place::Outside => arrive(hall).into_any(),
            Place::Inside | Place::Window => view! { <Inside hall /> }.into_any(),
        }}
        {announcer(hall)}
    }
}

/// Adds the luck of this device for own seats that have come without it, as those of a rematch do.
fn add_to_chance(view: Signal<GameView>) {
    let asked = StoredValue::new(vec![]);
    Effect::new(move || {
        let (game, seats) = view.with(|view| (view.game, without_nonce(view)));
        for seat in seats {
            if asked.with_value(|asked| asked.contains(&seat)) {
                continue;
            }
            asked.update_value(|asked| asked.push(seat));
            let patch = SeatPatch { nonce: Some(Some(pledge::nonce(game))), ..SeatPatch::default() };
            spawn_local(async move {
                if api::change_seat(game, seat, &patch).await.is_err() {
                    // The next view tries again, unless the screen is gone.
                    let _ = asked.try_update_value(|asked| asked.retain(|one| *one != seat));
                }
            });
        }
    });
}

/// Remembers the name for the next table.
fn remember_name(name: &str) {
    // A browser that does not store it is not an error.
    storage::write(NAME_KEY, name);
}

/// Says who comes and goes.
fn announcer(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let said = RwSignal::new(String::new());
    Effect::new(move |before: Option<Room>| {
        let room = hall.room.get();
        if let Some(before) = before {
            let words: Vec<String> = news(&before, &room).iter().map(|one| words::news(i18n, one)).collect();
            if !words.is_empty() {
                said.set(words.join(" "));
            }
        }
        room
    });
    view! { <p class="vh room-news" role="status" aria-live="polite">{said}</p> }
}

#[component]
fn Inside(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let sentence = move || hall.room.with(|room| words::sentence(i18n, room));
    let seats = Memo::new(move |_| hall.room.with(|room| room.doors.iter().map(|door| door.seat).collect::<Vec<_>>()));
    view! {
        <main class="newtable room">
            <div class="sheet">
                <header class="mast panel">
                    {logo_link()}
                    <h1 class="disp" tabindex="-1">
                        {t!(i18n, room.title)}
                        <small>{sentence}</small>
                    </h1>
                    {peekers(hall)}
                    <Menu />
                </header>
                <ul class="cast" aria-label=move || t_string!(i18n, room.doors)>
                    <For each=move || seats.get() key=|seat| *seat children=move |seat| view! { <li>{door(hall, seat)}</li> } />
                    <li class="keeper">{monster(hall)}</li>
                </ul>
                <div class="side">
                    {invitation(hall)}
                    {tonight(hall)}
                    {start_box(hall)}
                </div>
            </div>
            {questions(hall)}
        </main>
    }
}

/// The eyes of those who watch, and their number.
fn peekers(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let watching = Memo::new(move |_| hall.room.with(|room| room.watching.clone()));
    let names = move || {
        let names = watching.get().into_iter().map(|name| name.unwrap_or(t_string!(i18n, room.somebody).to_owned()));
        t_string!(i18n, room.watch_names, names = names.collect::<Vec<_>>().join(", ")).to_string()
    };
    let eyes = move || (0..watching.with(Vec::len).min(3)).map(|_| mark(Presence::Here)).collect_view();
    move || {
        let count = watching.with(Vec::len);
        (count > 0).then(|| {
            view! {
                <div class="peekers" role="img" aria-label=names title=names>
                    <span class="eyes2">{eyes}</span>
                    <b class="disp">{t_string!(i18n, room.watch, count = count as u32).to_string()}</b>
                </div>
            }
        })
    }
}

/// A mark of presence.
fn mark(of: Presence) -> impl IntoView {
    view! { <svg class="mark" viewBox=presence::BOX aria-hidden="true" inner_html=of.markup()></svg> }
}

/// The tool with what every screen has.
#[component]
fn Menu() -> impl IntoView {
    let (i18n, frame) = (use_i18n(), use_frame());
    let is_open = RwSignal::new(false);
    let close = move || {
        is_open.set(false);
        focus::on(".room .menu-tool");
    };
    let icon = |icon: Icon| view! { <svg class="ic2" viewBox=icon.view_box() aria-hidden="true" inner_html=icon.markup()></svg> };
    view! {
        <div
            class="menu-place"
            on:keydown=move |event| {
                if event.key() == "Escape" && is_open.get_untracked() {
                    close();
                }
            }
        >
            <button
                class="tool menu-tool"
                aria-label=move || t_string!(i18n, room.menu)
                aria-expanded=move || is_open.get().to_string()
                aria-controls="room-menu"
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
            >
                <svg viewBox=Icon::Menu.view_box() aria-hidden="true" inner_html=Icon::Menu.markup()></svg>
            </button>
            <div class="menu panel" id="room-menu" hidden=move || !is_open.get()>
                <button class="linkbtn" on:click=move |_| frame.choose_theme(frame.theme.get_untracked().other())>
                    {icon(Icon::Theme)} {t!(i18n, common.theme)}
                </button>
                <a class="linkbtn" href=Route::Home.to_string()>{icon(Icon::Home)} {t!(i18n, common.home)}</a>
            </div>
        </div>
    }
}

/// What is wrong at this spot, in words.
fn oops(hall: Hall, spot: Spot) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <div class="oops-place" role="alert">
            {move || hall.trouble_at(spot).map(|failure| view! { <p class="oops">{words::trouble(i18n, &failure)}</p> })}
        </div>
    }
}
