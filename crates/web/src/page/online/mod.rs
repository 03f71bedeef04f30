//! What the page needs of a server: its answers, and the connection to a table.

pub mod api;

use leptos::prelude::*;
use protocol::GameId;

/// Whether a server delivered the page. Without one, nobody elsewhere can take a seat.
#[must_use]
pub fn has_server() -> bool {
    document().document_element().is_some_and(|root| root.has_attribute("data-server"))
}

/// A table on the server: the waiting room, and then its game.
#[component]
pub fn RemoteTable(
    /// The id of the game.
    game: GameId,
) -> impl IntoView {
    view! { <main class="table">{game.to_string()}</main> }
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
