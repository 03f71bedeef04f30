//! Playing: numbers, order of errors, records, rematches.

use serde_json::{Value, json};

use crate::desk::{Desk, text};

#[tokio::test]
async fn before_the_start_there_is_nothing_to_play() {
    let desk = Desk::new().await;
    let (table, _) = desk.open_table(2).await;
    let ada = desk.take(&table, json!({})).await;
    for path in ["actions", "moves", "record", "beginning"] {
        desk.get(&format!("{table}/{path}"), &[]).await.refused(409, "not_started");
    }
    let stay = json!({"seq": 1, "action": {"type": "move", "figure": "G1", "path": []}});
    desk.post(&format!("{table}/actions"), &[&ada], stay).await.refused(409, "not_started");
    desk.post(&format!("{table}/rematch"), &[&ada], Value::Null).await.refused(409, "not_started");
}

#[tokio::test]
async fn an_action_is_taken_once_and_refused_in_the_order_of_the_description() {
    let desk = Desk::new().await;
    let (table, [host, ada, ben]) = desk.game(json!({})).await;
    let actions = format!("{table}/actions");
    let enter = |seq: u64| json!({"seq": seq, "action": {"type": "move", "figure": "G1", "path": ["enter"]}});

    desk.post(&actions, &[], enter(1)).await.refused(401, "bad_token");
    desk.post(&actions, &[&host], enter(1)).await.refused(403, "not_yours");
    desk.post(&actions, &[&ben], enter(1)).await.refused(403, "not_your_turn");
    assert_eq!(desk.post(&actions, &[&ben], enter(2)).await.refused(409, "stale")["seq"], 0, "stale comes first");
    let wrong = json!({"seq": 1, "action": {"type": "move", "figure": "R1", "path": []}});
    assert_eq!(desk.post(&actions, &[&ada], wrong).await.refused(422, "against_rules")["error"]["at"], "action");
    let flip = json!({"seq": 1, "action": {"type": "flip", "tombstone": 5}});
    desk.post(&actions, &[&ada], flip).await.refused(422, "against_rules");
    assert_eq!(desk.get(&table, &[]).await.expect(200)["seq"], 0, "nothing has happened");

    let first = desk.post(&actions, &[&ada], enter(1)).await.expect(200);
    assert_eq!(first["seq"], 1);
    assert_eq!(desk.post(&actions, &[&ada], enter(1)).await.expect(200), first, "the same answer");
    desk.post(&actions, &[&ben], enter(1)).await.refused(409, "stale");
    let other = json!({"seq": 1, "action": {"type": "move", "figure": "G1", "path": []}});
    assert_eq!(desk.post(&actions, &[&ada], other).await.refused(409, "stale")["seq"], 1);
    let entries = desk.get(&actions, &[]).await.expect(200);
    assert_eq!(entries["seq"], 1);
    let entry = &entries["actions"][0];
    assert_eq!((&entry["events"], &entry["hash"], &entry["seat"]), (&first["events"], &first["hash"], &json!(0)));
    assert!(text(&entry["time"]).ends_with('Z'));
}

#[tokio::test]
async fn tombstones_are_actions_of_no_seat_with_the_next_numbers() {
    let desk = Desk::new().await;
    let (table, [_, ada, ben]) = desk.game(json!({})).await;
    desk.play(&table, &[&ada, &ben], 4).await;
    let entries = desk.get(&format!("{table}/actions?from=5"), &[]).await.expect(200);
    let flips = entries["actions"].as_array().unwrap();
    assert!(!flips.is_empty());
    for (seq, flip) in (5..).zip(flips) {
        assert_eq!((&flip["seq"], &flip["seat"], &flip["action"]["type"]), (&json!(seq), &Value::Null, &json!("flip")));
    }
    assert_eq!(desk.get(&table, &[]).await.expect(200)["awaits"]["what"], "move", "no tombstone is ever awaited");
}

#[tokio::test]
async fn a_whole_game_has_a_record_that_verifies_and_then_no_more_actions() {
    let desk = Desk::new().await;
    let (table, [_, ada, ben]) = desk.game(json!({"fortress": "random"})).await;
    desk.post(&format!("{table}/rematch"), &[&ada], Value::Null).await.refused(409, "not_over");
    assert!(!desk.get(&format!("{table}/record"), &[]).await.text.contains("seed"), "not before the end");
    desk.play(&table, &[&ada, &ben], 1000).await;
    let game = desk.get(&table, &[]).await.expect(200);
    assert_eq!((&game["state"], &game["awaits"], &game["situation"]), (&json!("over"), &Value::Null, &Value::Null));
    assert!(game["result"]["reason"].is_string());
    let record = desk.get(&format!("{table}/record"), &[]).await;
    assert_eq!(record.header("content-type"), "text/plain; charset=utf-8");
    rules::notation::RecordText::verified(&record.text).unwrap();
    let next = game["seq"].as_u64().unwrap() + 1;
    let more = json!({"seq": next, "action": {"type": "move", "figure": "G1", "path": []}});
    desk.post(&format!("{table}/actions"), &[&ada], more.clone()).await.refused(409, "game_over");
    desk.get(&format!("{table}/moves"), &[]).await.refused(409, "game_over");
    // At most 200 at a time; the next page goes on.
    let entries = desk.get(&format!("{table}/actions?from={}", next - 1), &[]).await.expect(200);
    assert_eq!(entries["actions"].as_array().unwrap().len(), 1);
    assert_eq!(desk.get(&format!("{table}/actions?from={next}"), &[]).await.expect(200)["actions"], json!([]));
    desk.get(&format!("{table}/actions?from=x"), &[]).await.refused(400, "bad_request");
}

#[tokio::test]
async fn tiles_are_laid_by_turns_and_then_the_position_is_there() {
    let desk = Desk::new().await;
    let (table, [_, ada, ben]) = desk.game(json!({"fortress": "by_hand"})).await;
    let game = desk.get(&table, &[]).await.expect(200);
    assert_eq!((&game["awaits"], &game["tiles"]), (&json!({"seat": 0, "what": "tile"}), &json!([])));
    assert_eq!((&game["position"], &game["situation"]), (&Value::Null, &Value::Null));
    let moves = desk.get(&format!("{table}/moves"), &[]).await.expect(200);
    assert!(moves["actions"].as_array().unwrap().iter().all(|one| one.get("position").is_none()));
    desk.play(&table, &[&ada, &ben], 16).await;
    assert_eq!(desk.get(&table, &[]).await.expect(200)["tiles"].as_array().unwrap().len(), 16);
    desk.play(&table, &[&ada, &ben], 1).await;
    let game = desk.get(&table, &[]).await.expect(200);
    assert_eq!((&game["tiles"], &game["awaits"]["what"]), (&Value::Null, &json!("move")));
    assert!(game["position"].is_string() && game["situation"].is_string());
}

#[tokio::test]
async fn a_rematch_takes_everybody_along_and_is_the_same_for_all() {
    let desk = Desk::new().await;
    let (table, [host, ada, ben]) = desk.game(json!({"length": "long", "start": "when_full"})).await;
    desk.play(&table, &[&ada, &ben], 1000).await;
    let stranger = desk.open_table(2).await.1;
    let path = format!("{table}/rematch");
    desk.post(&path, &[&stranger], Value::Null).await.refused(401, "bad_token");
    let rematch = desk.post(&path, &[&ben], Value::Null).await.expect(201);
    assert_eq!(desk.post(&path, &[&ada], Value::Null).await.expect(201), rematch);
    assert_eq!(desk.get(&table, &[]).await.expect(200)["rematch"], rematch["game"]);
    let next = format!("/games/{}", text(&rematch["game"]));
    let (before, game) = (desk.get(&table, &[]).await.expect(200), desk.get(&next, &[&ada, &host]).await.expect(200));
    assert_eq!((&game["state"], &game["length"], &game["yours"]), (&json!("waiting"), &json!("long"), &json!([0])));
    assert_eq!((&game["host"], &game["seats"][1]["name"]), (&json!(true), &json!("Ben")));
    assert_ne!(game["commitment"], before["commitment"], "it has a secret of its own");
    desk.patch(&format!("{next}/seats/1"), &[&ben], json!({"nonce": "11".repeat(16)})).await.expect(200);
    let last_eaten = last_eaten(&desk, &table).await;
    assert_eq!((before.get("last_eaten"), game.get("last_eaten")), (None, last_eaten.map(Value::from).as_ref()));
    desk.patch(&next, &[&host], json!({"first": "last_eaten"})).await.expect(200);
    let game = desk.post(&format!("{next}/start"), &[&host], Value::Null).await.expect(200);
    assert_eq!(game.get("last_eaten"), None, "it has begun");
    let record = desk.get(&format!("{next}/record"), &[]).await.text;
    match last_eaten {
        Some(seat) => assert_eq!(game["awaits"]["seat"], seat, "{record}"),
        None => assert!(record.contains(", lot"), "{record}"),
    }
}

/// The seat whose figure was the last to be eaten, from the events.
async fn last_eaten(desk: &Desk, table: &str) -> Option<u64> {
    let entries = desk.get(&format!("{table}/actions"), &[]).await.expect(200);
    let mut events =
        entries["actions"].as_array().unwrap().iter().flat_map(|entry| entry["events"].as_array().unwrap());
    let figure = events.rfind(|event| event["type"] == "figure_eaten")?["figure"].clone();
    Some(u64::from(!text(&figure).starts_with('G')))
}

#[tokio::test]
async fn bots_play_a_whole_game_by_themselves() {
    let desk = Desk::new().await;
    let seats = json!([{"is": "bot", "bot": "fool"}, {"is": "bot", "bot": "fledgling"}]);
    let made = desk.post("/games", &[], json!({"seats": seats, "start": "when_full"})).await.expect(201);
    assert_eq!(made["code"], Value::Null, "it has started at once");
    let table = format!("/games/{}", text(&made["game"]));
    desk.until_over(&table).await;
    rules::notation::RecordText::verified(&desk.get(&format!("{table}/record"), &[]).await.text).unwrap();
}
