//! The schemas of the API for OpenAPI, behind the feature `schema`: the server describes itself with them, and the page
//! does not carry them.
//!
//! The types of this crate derive their schemas. The types of `rules` know nothing of OpenAPI, so the types here
//! describe their JSON under the same names. The tests compare the schemas with the JSON.

mod action;
mod error;
mod event;
mod request;
mod values;

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

pub use action::{Action, Axis, Pair, Placement};
pub use event::{
    Brink, Death, EndReason, Ending, GameEvent, Motion, Sight, SightEnd, Turn, Verdict, Whereabouts, Winner,
};
pub use values::{
    Band, BotName, Cell, Commitment, Direction, FigureId, Length, MonsterNumber, NamedFortress, Nonce, Seat, Secret,
    Stage, Step, Stone, Tombstone, Wall,
};

/// The schemas of all requests, answers and messages, and of everything they refer to, by name.
///
/// A description that collects schemas from its paths misses the messages of the WebSocket: they come from here.
#[must_use]
pub fn components() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas = vec![];
    add::<crate::NewGame>(&mut schemas);
    add::<crate::Created>(&mut schemas);
    add::<crate::SettingsPatch>(&mut schemas);
    add::<crate::TakeSeat>(&mut schemas);
    add::<crate::Seated>(&mut schemas);
    add::<crate::SeatPatch>(&mut schemas);
    add::<crate::StandIn>(&mut schemas);
    add::<crate::Start>(&mut schemas);
    add::<crate::Rematch>(&mut schemas);
    add::<crate::Handover>(&mut schemas);
    add::<crate::HandoverCode>(&mut schemas);
    add::<crate::HandedOver>(&mut schemas);
    add::<crate::CodeAnswer>(&mut schemas);
    add::<crate::GameView>(&mut schemas);
    add::<crate::Games>(&mut schemas);
    add::<crate::Act>(&mut schemas);
    add::<crate::Acted>(&mut schemas);
    add::<crate::Entries>(&mut schemas);
    add::<crate::BeginningAnswer>(&mut schemas);
    add::<crate::Moves>(&mut schemas);
    add::<crate::ClientMessage>(&mut schemas);
    add::<crate::ServerMessage>(&mut schemas);
    add::<crate::ErrorAnswer>(&mut schemas);
    schemas.sort_by(|one, other| one.0.cmp(&other.0));
    schemas.dedup_by(|one, other| one.0 == other.0);
    schemas
}

fn add<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((T::name().into_owned(), <T as PartialSchema>::schema()));
    T::schemas(schemas);
}
