//! What the page needs of a server: its answers, the connection to a table, and the screens of a game that is there.

pub mod api;
mod company;
pub mod end;
pub mod pledge;
pub(crate) mod socket;
pub mod take_over;
pub mod window;

pub use end::RemoteEnd;
pub use take_over::TakeOver;

use leptos::prelude::*;
use protocol::{ErrorCode, GameId, State};

use super::driver::Drive;
use super::driver::remote::RemoteDriver;
use super::i18n::*;
use super::room::{AtTheDoor, room};
use super::table;
use super::table::company::{DeadLine, dead_bar};
use super::words::Language;
use crate::route::Route;
use crate::scene::room::invitation;
use crate::table::Link;

/// Whether a server delivered the page. Without one, nobody elsewhere can take a seat.
#[must_use]
pub fn has_server() -> bool {
    document().document_element().is_some_and(|root| root.has_attribute("data-server"))
}

/// The address of the page, without the part after `#`.
fn page_address() -> String {
    let location = window().location();
    location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default()
}

/// The link that invites people to a table.
pub fn invitation_link(game: GameId) -> String {
    invitation(&page_address(), game)
}

/// How far a table has come, as far as screens differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing is known yet.
    Knocking,
    /// Seats are being taken.
    Waiting,
    /// The game has started.
    Playing,
    /// There is nothing to follow.
    Closed,
}

/// A table on the server: the waiting room, and then its game.
#[component]
pub fn RemoteTable(
    /// The id of the game.
    game: GameId,
) -> impl IntoView {
    let i18n = use_i18n();
    let remote = RemoteDriver::open(game);
    company::provide(remote, game);
    if let Some(greeting) = window::greeting(game) {
        remote.say(greeting);
    }
    let phase = Memo::new(move |_| {
        let state = remote.view.with(|view| view.as_ref().map(|view| view.state));
        match state {
            _ if remote.closed.get().is_some() => Phase::Closed,
            _ if remote.has_story.get() => Phase::Playing,
            Some(State::Waiting) => Phase::Waiting,
            Some(State::Playing | State::Over) | None => Phase::Knocking,
        }
    });
    // They outlive the room: its last request may start the game.
    let say = Callback::new(move |message| remote.say(message));
    let rejoin = Callback::new(move |()| remote.rejoin());
    let screen = move || match phase.get() {
        Phase::Knocking => knocking(i18n),
        Phase::Waiting => {
            let view = Signal::derive(move || remote.view.get().expect("a table that waits has been described"));
            let refusals = remote.refusals.into();
            room(AtTheDoor { view, say, rejoin, refusals }).into_any()
        }
        Phase::Playing => table::game(remote.driver()).into_any(),
        Phase::Closed => closed(remote).into_any(),
    };
    view! {
        {screen}
        // A table that is played has a bar of its own for this.
        <Show when=move || matches!(phase.get(), Phase::Knocking | Phase::Waiting)>{dead_line(remote)}</Show>
    }
}

/// While nothing is known of a table.
fn knocking(i18n: Language) -> AnyView {
    view! { <p class="loading" role="status">{t!(i18n, common.fetching)}</p> }.into_any()
}

/// The bar of the dead line, below a screen that has no bar.
fn dead_line(remote: RemoteDriver) -> impl IntoView {
    let is_lost = Memo::new(move |_| matches!(remote.wires().link.get(), Link::Lost { .. }));
    let line = DeadLine {
        link: remote.wires().link,
        reconnect: Callback::new(move |()| remote.reconnect()),
        keeps_plan: Signal::stored(false),
    };
    view! {
        <Show when=move || is_lost.get()>
            <div class="lineout" role="alert">{dead_bar(line)}</div>
        </Show>
    }
}

/// Instead of a table that is not there.
fn closed(remote: RemoteDriver) -> impl IntoView {
    let i18n = use_i18n();
    let words = move || match remote.closed.get() {
        Some(ErrorCode::Gone) => t_string!(i18n, company.gone),
        Some(_) | None => t_string!(i18n, company.no_such_table),
    };
    view! {
        <main class="table lost-table">
            <div class="caption panel" role="alert">
                <h1 class="disp">{t!(i18n, company.nobody_home)}</h1>
                <p>{words}</p>
                <a class="btn go" href=Route::Home.to_string()>{t!(i18n, common.home)}</a>
            </div>
        </main>
    }
}
