//! A sample of every request, answer and message, pinned, because other programs rely on them. Each reads back as itself
//! and fits its schema.
//!
//! A file `samples/TYPE.jsonl` has samples of a type, one per line, as serde writes it.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use protocol::schema::{Action, GameEvent, components};
use protocol::{
    Act, Acted, BeginningAnswer, ClientMessage, CodeAnswer, Created, Entries, ErrorAnswer, GameView, Games, HandedOver,
    Handover, HandoverCode, Moves, NewGame, Rematch, SeatPatch, Seated, ServerMessage, SettingsPatch, StandIn, Start,
    TakeSeat,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A type of the wire, as far as the tests need it.
struct Kind {
    name: String,
    /// Parses JSON and writes it again.
    again: fn(&str) -> serde_json::Result<String>,
}

fn kind<T: Serialize + DeserializeOwned + ToSchema>() -> Kind {
    let again = |line: &str| serde_json::to_string(&serde_json::from_str::<T>(line)?);
    Kind { name: T::name().into_owned(), again }
}

fn kinds() -> Vec<Kind> {
    vec![
        kind::<NewGame>(),
        kind::<Created>(),
        kind::<SettingsPatch>(),
        kind::<TakeSeat>(),
        kind::<Seated>(),
        kind::<SeatPatch>(),
        kind::<StandIn>(),
        kind::<Start>(),
        kind::<Rematch>(),
        kind::<Handover>(),
        kind::<HandoverCode>(),
        kind::<HandedOver>(),
        kind::<CodeAnswer>(),
        kind::<GameView>(),
        kind::<Games>(),
        kind::<Act>(),
        kind::<Acted>(),
        kind::<Entries>(),
        kind::<BeginningAnswer>(),
        kind::<Moves>(),
        kind::<ClientMessage>(),
        kind::<ServerMessage>(),
        kind::<ErrorAnswer>(),
    ]
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples")
}

fn samples(kind: &Kind) -> Vec<String> {
    let path = folder().join(format!("{}.jsonl", kind.name));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(str::to_owned).collect()
}

/// The samples of actions or events that the tests of the rules pin.
fn samples_of_the_rules(what: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/snapshots");
    let text = fs::read_to_string(folder.join(format!("wire__the_json_of_{what}_stays_as_it_is.snap"))).unwrap();
    let (_, lines) = text.trim_start_matches("---\n").split_once("---\n").unwrap();
    lines.lines().map(str::to_owned).collect()
}

/// Validates JSON against the schema of this name, which may refer to the others.
fn validator(name: &str) -> Validator {
    let schemas: BTreeMap<_, _> = components().into_iter().collect();
    assert!(schemas.contains_key(name), "there is no schema {name}");
    let document = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": format!("#/components/schemas/{name}"),
        "components": { "schemas": schemas },
    });
    jsonschema::validator_for(&document).unwrap()
}

#[track_caller]
fn check_valid(validator: &Validator, line: &str) {
    let value: Value = serde_json::from_str(line).unwrap();
    let problems: Vec<_> =
        validator.iter_errors(&value).map(|error| format!("{error} at {}", error.instance_path())).collect();
    assert!(problems.is_empty(), "{line}\n{}", problems.join("\n"));
}

/// The value with one thing wrong in it, for everything that can be wrong: a field is missing, a text is nonsense, a
/// number is out of range.
fn broken(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(fields) => {
            let without = fields.keys().map(|key| {
                let mut fields = fields.clone();
                fields.remove(key);
                Value::Object(fields)
            });
            let inside = fields.iter().flat_map(|(key, part)| {
                broken(part).into_iter().map(|part| {
                    let mut fields = fields.clone();
                    fields.insert(key.clone(), part);
                    Value::Object(fields)
                })
            });
            without.chain(inside).collect()
        }
        Value::Array(parts) => {
            let inside = parts.iter().enumerate().flat_map(|(index, part)| {
                broken(part).into_iter().map(move |part| {
                    let mut parts = parts.clone();
                    parts[index] = part;
                    Value::Array(parts)
                })
            });
            inside.collect()
        }
        Value::String(_) => vec![json!("nonsense"), json!(3)],
        Value::Number(_) => vec![json!(-1), json!(70_000), json!("nonsense")],
        Value::Bool(_) => vec![json!("nonsense")],
        Value::Null => vec![json!({ "nonsense": true })],
    }
}

#[test]
fn every_type_has_samples_that_read_back_as_themselves() {
    for kind in kinds() {
        let samples = samples(&kind);
        assert!(!samples.is_empty(), "{} has no samples", kind.name);
        for line in samples {
            assert_eq!((kind.again)(&line).unwrap_or_else(|error| panic!("{}: {line}: {error}", kind.name)), line);
        }
    }
}

#[test]
fn every_file_of_samples_belongs_to_a_type() {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let expected = kinds().into_iter().map(|kind| format!("{}.jsonl", kind.name));
    assert_eq!(files.collect::<BTreeSet<_>>(), expected.collect());
}

#[test]
fn samples_fit_their_schema() {
    for kind in kinds() {
        let validator = validator(&kind.name);
        samples(&kind).iter().for_each(|line| check_valid(&validator, line));
    }
}

#[test]
fn actions_and_events_of_the_rules_fit_their_schema() {
    for (name, what) in [(Action::name(), "actions"), (GameEvent::name(), "events")] {
        let (validator, samples) = (validator(&name), samples_of_the_rules(what));
        assert!(samples.len() > 8, "{what}: {}", samples.len());
        samples.iter().for_each(|line| check_valid(&validator, line));
    }
}

#[test]
fn what_cannot_be_parsed_does_not_fit_the_schema() {
    let rules = [
        ("Action", "actions", (|line| serde_json::from_str::<rules::game::Action>(line).map(drop)) as fn(&str) -> _),
        ("GameEvent", "events", |line| serde_json::from_str::<rules::game::GameEvent>(line).map(drop)),
    ];
    for (name, what, parse) in rules {
        check_broken(name, &samples_of_the_rules(what), parse);
    }
    for kind in kinds() {
        check_broken(&kind.name, &samples(&kind), |line| (kind.again)(line).map(drop));
    }
}

fn check_broken(name: &str, samples: &[String], parse: impl Fn(&str) -> serde_json::Result<()>) {
    let validator = validator(name);
    let mut rejected = 0;
    for line in samples {
        for value in broken(&serde_json::from_str(line).unwrap()) {
            if parse(&value.to_string()).is_err() {
                rejected += 1;
                assert!(!validator.is_valid(&value), "{name} accepts {value}");
            }
        }
    }
    assert!(rejected > 0, "{name}: nothing was broken");
}

#[test]
fn a_wrong_word_a_missing_field_and_an_unknown_event_do_not_fit() {
    let mistakes = [
        ("GameEvent", r#"{"type":"monster_sneezed","at":"k6"}"#),
        ("GameEvent", r#"{"type":"figure_moved","figure":"R4","from":"k6","to":"k5"}"#),
        ("GameEvent", r#"{"type":"figure_moved","figure":"R4","from":"k6","to":"k5","how":"flew"}"#),
        ("GameEvent", r#"{"type":"figure_entered","figure":"R2","at":"p11"}"#),
        ("GameEvent", r#"{"type":"figure_entered","figure":"R4","at":"m1"}"#),
        ("Action", r#"{"type":"place","tile":"stone","at":"c3"}"#),
        ("Action", r#"{"type":"place","tile":"long_pool","at":"c3","axis":"up"}"#),
        ("Action", r#"{"type":"flip","tombstone":6}"#),
        ("Action", r#"{"type":"flip","tombstone":{"hits":4}}"#),
        ("Action", r#"{"type":"move","figure":"R4","path":["north"],"seat":3}"#),
        ("NewGame", r#"{"seats":[{"is":"open"}]}"#),
        ("NewGame", r#"{"seats":[{"is":"open"},{"is":"bot"}]}"#),
        ("NewGame", r#"{"seats":[{"is":"open"},{"is":"open","bot":"fox"}]}"#),
        ("NewGame", r#"{"seats":[{"is":"open"},{"is":"open"}],"monster":257}"#),
        ("ClientMessage", r#"{"type":"act","action":{"type":"move","figure":"R4","path":[]}}"#),
        ("ErrorAnswer", r#"{"error":{"code":"oops","message":"?"}}"#),
    ];
    for (name, line) in mistakes {
        assert!(!validator(name).is_valid(&serde_json::from_str(line).unwrap()), "{name} accepts {line}");
    }
}

#[test]
fn cells_of_the_schema_are_those_of_the_fortress() {
    let validator = validator("Cell");
    let columns = 'a'..='z';
    let cells = columns.flat_map(|column| (0..=12).map(move |row| format!("{column}{row}")));
    for cell in cells.chain(["".to_owned(), "c3 ".to_owned(), "c03".to_owned(), "C3".to_owned()]) {
        assert_eq!(validator.is_valid(&json!(cell)), cell.parse::<rules::Cell>().is_ok(), "{cell:?}");
    }
}

#[test]
fn ids_of_the_schema_are_those_of_games() {
    let validator = validator("GameId");
    for character in ' '..='~' {
        let text = character.to_string().repeat(protocol::GameId::LENGTH);
        assert_eq!(validator.is_valid(&json!(text)), text.parse::<protocol::GameId>().is_ok(), "{text:?}");
    }
    assert!(!validator.is_valid(&json!("abc")));
}

#[test]
fn every_reference_leads_to_a_schema() {
    let schemas: BTreeMap<_, _> = components().into_iter().collect();
    let text = serde_json::to_string(&schemas).unwrap();
    let targets: BTreeSet<&str> =
        text.split("\"#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(targets.len() > 20, "{targets:?}");
    for target in targets {
        assert!(schemas.contains_key(target), "{target}");
    }
}

#[test]
fn the_description_of_error_codes_has_every_code_with_its_status() {
    let schemas: BTreeMap<_, _> = components().into_iter().collect();
    let schema = serde_json::to_value(&schemas["ErrorCode"]).unwrap();
    let description = schema["description"].as_str().unwrap();
    for code in protocol::ErrorCode::ALL {
        assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        assert!(description.contains(&format!("| {} | `{code}` |", code.status())), "{code}: {description}");
    }
    assert_eq!(schema["enum"].as_array().unwrap().len(), protocol::ErrorCode::ALL.len());
}
