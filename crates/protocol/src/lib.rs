//! What clients and the server say to each other: the types of the API, as JSON by serde, and the hash of a game.
//!
//! Requests reject unknown fields; answers may have more fields than a client knows. `docs/api.md` describes the API.

mod error;
mod game;
mod game_id;
mod hash;
mod live;
mod name;
mod play;
#[cfg(feature = "schema")]
pub mod schema;
mod seats;
mod settings;

pub use error::{ErrorAnswer, ErrorCode, Problem};
pub use game::{Awaits, GameView, Games, Occupant, SeatView, State, What};
pub use game_id::{GameId, NotAGameId};
pub use hash::{StateHash, state_hash};
pub use live::{ClientMessage, ServerMessage};
pub use name::is_fit_for_names;
pub use play::{Act, Acted, BeginningAnswer, Entries, Entry, LegalAction, Moves};
pub use seats::{
    CodeAnswer, HandedOver, HandedSeat, Handover, HandoverCode, Is, SeatPatch, SeatPlan, Seated, StandIn, Start,
    TakeSeat,
};
pub use settings::{Created, First, FortressWish, Help, NewGame, Rematch, SettingsPatch, StartRule};

/// Parses a field that may be missing, `null` or a value: missing is `None`, `null` is `Some(None)`.
fn present<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: serde::Deserialize<'de>,
{
    serde::Deserialize::deserialize(deserializer).map(Some)
}
