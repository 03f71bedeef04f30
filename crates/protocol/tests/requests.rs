//! Requests: what may be missing, and that unknown fields are rejected by name.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Debug;

use protocol::{
    Act, ClientMessage, Handover, NewGame, SeatPatch, SeatPlan, SettingsPatch, StandIn, Start, StartRule, TakeSeat,
};
use serde::de::DeserializeOwned;

/// Adds an unknown field behind each `{` in turn. `{"named": …}` and a tombstone take no field of any name.
#[track_caller]
fn check<T: DeserializeOwned + Debug>(json: &str) {
    serde_json::from_str::<T>(json).unwrap();
    for (place, _) in json.match_indices('{') {
        let (before, after) = json.split_at(place + 1);
        let comma = if after.starts_with('}') { "" } else { "," };
        let strange = format!("{before}\"surprise\":1{comma}{after}");
        let error = serde_json::from_str::<T>(&strange).unwrap_err().to_string();
        assert!(error.contains("surprise"), "{strange}: {error}");
    }
}

#[test]
fn unknown_fields_of_requests_are_rejected_by_name() {
    check::<NewGame>(r#"{"seats":[{"is":"open"},{"is":"none"},{"is":"bot","bot":"fox"}]}"#);
    check::<NewGame>(r#"{"seats":[],"fortress":{"tiles":[{"tile":"stone","stone":"crystal","at":"c3"}]}}"#);
    check::<SettingsPatch>(r#"{"length":"long"}"#);
    check::<TakeSeat>(r#"{"name":"Ada"}"#);
    check::<SeatPatch>(r#"{"name":null}"#);
    check::<StandIn>(r#"{"bot":"fox"}"#);
    check::<Start>("{}");
    check::<Handover>(r#"{"seats":[0]}"#);
    check::<Act>(r#"{"seq":1,"action":{"type":"move","figure":"R4","path":[]}}"#);
    check::<Act>(r#"{"seq":1,"action":{"type":"place","tile":"square_pool","at":"i3"}}"#);
    check::<ClientMessage>(r#"{"type":"hello","from":1}"#);
    check::<ClientMessage>(r#"{"type":"act","seq":1,"action":{"type":"move","figure":"R4","path":["enter"]}}"#);
    check::<ClientMessage>(r#"{"type":"arriving","seat":3,"name":"Dora"}"#);
    check::<ClientMessage>(r#"{"type":"watching","name":"Zoe"}"#);
    check::<ClientMessage>(r#"{"type":"ping"}"#);
}

#[test]
fn what_may_be_missing_may_be_missing() {
    let seats = vec![SeatPlan::Open {}, SeatPlan::Open {}];
    let game: NewGame = serde_json::from_str(r#"{"seats":[{"is":"open"},{"is":"open"}]}"#).unwrap();
    assert_eq!(game, NewGame::with_seats(seats.clone()));
    let game: NewGame = serde_json::from_str(r#"{"seats":[{"is":"open"},{"is":"open"}],"start":"when_full"}"#).unwrap();
    assert_eq!(game, NewGame { start: Some(StartRule::WhenFull), ..NewGame::with_seats(seats) });
    assert_eq!(serde_json::from_str::<TakeSeat>("{}").unwrap(), TakeSeat::default());
    assert_eq!(serde_json::from_str::<Start>("{}").unwrap(), Start::default());
    assert_eq!(serde_json::from_str::<Handover>("{}").unwrap(), Handover::default());
    let hello = ClientMessage::Hello { from: 1, tokens: vec![] };
    assert_eq!(serde_json::from_str::<ClientMessage>(r#"{"type":"hello"}"#).unwrap(), hello);
}

#[test]
fn a_patch_tells_a_missing_name_from_none() {
    let patch = |json| serde_json::from_str::<SeatPatch>(json).unwrap();
    assert_eq!(patch("{}").name, None);
    assert_eq!(patch(r#"{"name":null}"#).name, Some(None));
    assert_eq!(patch(r#"{"name":"Ada"}"#).name, Some(Some("Ada".to_owned())));
    assert_eq!(patch(r#"{"nonce":null}"#).nonce, Some(None));
}
