//! What the page needs of a server: its answers, the connection to a table, and the screens of a game that is there.

pub mod api;
pub(crate) mod socket;

use leptos::prelude::*;
use protocol::{GameId, State};

use super::driver::remote::RemoteDriver;
use super::i18n::*;
use super::table;
use crate::route::Route;

/// Whether a server delivered the page. Without one, nobody elsewhere can take a seat.
#[must_use]
pub fn has_server() -> bool {
    document().document_element().is_some_and(|root| root.has_attribute("data-server"))
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
    let phase = Memo::new(move |_| {
        let state = remote.view.with(|view| view.as_ref().map(|view| view.state));
        match state {
            _ if remote.closed.get().is_some() => Phase::Closed,
            _ if remote.has_story.get() => Phase::Playing,
            Some(State::Waiting) => Phase::Waiting,
            Some(State::Playing | State::Over) | None => Phase::Knocking,
        }
    });
    move || match phase.get() {
        Phase::Knocking => view! { <p class="loading" role="status">{t!(i18n, common.fetching)}</p> }.into_any(),
        Phase::Waiting => view! { <main class="table">"Waiting"</main> }.into_any(),
        Phase::Playing => table::game(remote.driver()).into_any(),
        Phase::Closed => view! {
            <main class="table lost-table">
                <div class="caption panel" role="alert">
                    <h1 class="disp">{t!(i18n, table.title)}</h1>
                    <p>{t!(i18n, table.no_such_game)}</p>
                    <a class="btn go" href=Route::Home.to_string()>{t!(i18n, common.home)}</a>
                </div>
            </main>
        }
        .into_any(),
    }
}

/// The winning screen of a game on the server.
#[component]
pub fn RemoteEnd(
    /// The id of the game.
    game: GameId,
) -> impl IntoView {
    view! { <main class="win">{game.to_string()}</main> }
}

/// Takes over seats from another device.
#[component]
pub fn TakeOver(
    /// The code of the handover.
    code: String,
) -> impl IntoView {
    view! { <main class="table">{code}</main> }
}
