//! Making, changing, starting and losing tables.

use std::time::Duration;

use serde_json::{Value, json};

use crate::desk::{Desk, text};

#[tokio::test]
async fn a_new_table_has_the_usual_settings_and_seven_doors() {
    let desk = Desk::new().await;
    let wish = json!({"seats": [{"is": "open"}, {"is": "bot", "bot": "fox"}, {"is": "none"}]});
    let made = desk.post("/games", &[], wish).await.expect(201);
    let game = desk.get(&format!("/games/{}", text(&made["game"])), &[]).await.expect(200);
    assert_eq!(game["state"], "waiting");
    for (field, expected) in [
        ("fortress", json!("basic")),
        ("length", json!("normal")),
        ("help", json!("foresight")),
        ("first", json!("lot")),
        ("host_seat", Value::Null),
        ("watching", json!([])),
        ("seq", json!(0)),
        ("awaits", Value::Null),
        ("tiles", Value::Null),
        ("position", Value::Null),
        ("situation", Value::Null),
        ("hash", Value::Null),
        ("result", Value::Null),
        ("rematch", Value::Null),
        ("yours", json!([])),
        ("host", json!(false)),
        ("code", made["code"].clone()),
        ("commitment", made["commitment"].clone()),
    ] {
        assert_eq!(game[field], expected, "{field}");
    }
    assert!((1..=256).contains(&game["monster"].as_u64().unwrap()));
    let who: Vec<&str> = game["seats"].as_array().unwrap().iter().map(|seat| seat["who"].as_str().unwrap()).collect();
    assert_eq!(who, ["open", "bot", "none", "none", "none", "none", "none"]);
    let bot = json!({"seat": 1, "who": "bot", "bot": "fox", "name": "Reynard", "band": "green"});
    assert_eq!(game["seats"][1], bot);
}

#[tokio::test]
async fn a_table_is_found_by_its_code_for_as_long_as_it_waits() {
    let desk = Desk::new().await;
    let wish = json!({"seats": [{"is": "bot", "bot": "fool"}, {"is": "bot", "bot": "fool"}]});
    let made = desk.post("/games", &[], wish).await.expect(201);
    let (code, host) = (text(&made["code"]), text(&made["host"]));
    assert_eq!(desk.get(&format!("/codes/{}", code.to_uppercase()), &[]).await.expect(200)["game"], made["game"]);
    desk.post(&format!("/games/{}/start", text(&made["game"])), &[&host], Value::Null).await.expect(200);
    desk.get(&format!("/codes/{code}"), &[]).await.refused(404, "no_such_code");
}

#[tokio::test]
async fn wrong_wishes_are_refused_with_their_place() {
    let desk = Desk::new().await;
    let open = json!({"is": "open"});
    let tile = json!({"tile": "stone", "stone": "crystal", "at": "a1"});
    for (wish, status, code, at) in [
        (json!({"seats": [open]}), 400, "bad_request", "seats"),
        (json!({"seats": vec![open.clone(); 8]}), 400, "bad_request", "seats"),
        (json!({"seats": [open, {"is": "bot", "bot": "wolf"}]}), 400, "bad_request", "seats[1].bot"),
        (json!({"seats": [open, {"is": "bot"}]}), 400, "bad_request", "seats[1]"),
        (json!({"seats": [open, open], "colour": 1}), 400, "bad_request", "colour"),
        (json!({"seats": [open, open], "length": "endless"}), 400, "bad_request", "length"),
        (json!({"seats": [open, open], "monster": 257}), 400, "bad_request", "monster"),
        (json!({"seats": [open, open], "first": {"seat": 7}}), 404, "no_such_seat", "first.seat"),
        (json!({"seats": [open, open], "first": "last_eaten"}), 400, "bad_request", "first"),
        (json!({"seats": [open, open], "fortress": {"tiles": [tile]}}), 422, "against_rules", "fortress.tiles[0]"),
        (json!({"seats": [open, open], "fortress": {"tiles": []}}), 422, "against_rules", "fortress.tiles"),
    ] {
        let refusal = desk.post("/games", &[], wish.clone()).await.refused(status, code);
        assert_eq!(refusal["error"]["at"], at, "{wish}: {refusal}");
    }
}

#[tokio::test]
async fn only_the_host_changes_settings_and_only_while_the_table_waits() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(2).await;
    let ada = desk.take(&table, json!({})).await;
    let change = json!({"fortress": {"named": "carousel"}, "length": "long", "help": "none", "monster": 17});
    desk.patch(&table, &[], change.clone()).await.refused(401, "bad_token");
    desk.patch(&table, &[&ada], change.clone()).await.refused(403, "not_yours");
    let game = desk.patch(&table, &[&ada, &host], change).await.expect(200);
    assert_eq!((&game["fortress"], &game["length"]), (&json!({"named": "carousel"}), &json!("long")));
    assert_eq!((&game["help"], &game["monster"]), (&json!("none"), &json!(17)));
    desk.post(&format!("{table}/start"), &[&host], json!({"fill": "fool"})).await.expect(200);
    desk.patch(&table, &[&host], json!({"length": "normal"})).await.refused(409, "game_started");
}

#[tokio::test]
async fn seats_that_nobody_took_fall_away_and_the_others_are_numbered_anew() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(7).await;
    let ada = desk.take(&table, json!({"seat": 2, "name": "Ada", "band": "black"})).await;
    let ben = desk.take(&table, json!({"seat": 5, "name": "Ben", "band": "green"})).await;
    desk.patch(&table, &[&host], json!({"first": {"seat": 5}})).await.expect(200);
    let game = desk.post(&format!("{table}/start"), &[&host], json!({})).await.expect(200);
    assert_eq!(game["state"], "playing");
    let seats = game["seats"].as_array().unwrap();
    let names: Vec<&Value> = seats.iter().map(|seat| &seat["name"]).collect();
    assert_eq!(names, ["Ada", "Ben"]);
    // With two players everybody has four figures: the first free band of four replaces the one of three.
    assert_eq!((&seats[0]["band"], &seats[1]["band"]), (&json!("red"), &json!("green")));
    assert_eq!(game["first"], json!({"seat": 1}), "the start follows Ben");
    assert_eq!(game["awaits"], json!({"seat": 1, "what": "move"}));
    assert_eq!(desk.get(&table, &[&ada]).await.expect(200)["yours"], json!([0]));
    assert_eq!(desk.get(&table, &[&ben]).await.expect(200)["yours"], json!([1]));
    let record = desk.get(&format!("{table}/record"), &[]).await.text;
    assert!(record.contains("seat 1: red person Ada") && record.contains("first: seat 2, chosen"), "{record}");
}

#[tokio::test]
async fn open_seats_are_filled_with_bots_that_have_names_of_their_own() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(7).await;
    desk.take(&table, json!({"name": "Reynard"})).await;
    let game = desk.post(&format!("{table}/start"), &[&host], json!({"fill": "fox"})).await.expect(200);
    let seats = game["seats"].as_array().unwrap();
    let names: std::collections::BTreeSet<String> = seats.iter().map(|seat| text(&seat["name"])).collect();
    let bands: std::collections::BTreeSet<String> = seats.iter().map(|seat| text(&seat["band"])).collect();
    assert_eq!((names.len(), bands.len()), (7, 7), "{seats:?}");
}

#[tokio::test]
async fn a_game_needs_two_players() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(3).await;
    let start = format!("{table}/start");
    desk.post(&start, &[&host], Value::Null).await.refused(409, "too_few");
    desk.take(&table, json!({})).await;
    desk.post(&start, &[&host], json!({})).await.refused(409, "too_few");
    assert_eq!(desk.get(&table, &[]).await.expect(200)["seats"][1]["who"], "open", "nothing has changed");
    desk.take(&table, json!({})).await;
    desk.post(&start, &[&host], json!({})).await.expect(200);
    desk.post(&start, &[&host], json!({})).await.refused(409, "game_started");
}

#[tokio::test]
async fn a_table_starts_by_itself_when_it_is_full() {
    let desk = Desk::new().await;
    let seats = json!([{"is": "open"}, {"is": "open"}, {"is": "bot", "bot": "fool"}]);
    let (table, _) = desk.table(json!({"seats": seats, "start": "when_full", "first": {"seat": 0}})).await;
    desk.take(&table, json!({})).await;
    assert_eq!(desk.get(&table, &[]).await.expect(200)["state"], "waiting");
    desk.take(&table, json!({})).await;
    let game = desk.get(&table, &[]).await.expect(200);
    assert_eq!((&game["state"], &game["awaits"]["seat"]), (&json!("playing"), &json!(0)));
    desk.post(&format!("{table}/seats"), &[], json!({})).await.refused(409, "game_started");
}

#[tokio::test]
async fn a_table_where_nobody_is_expires_after_a_day() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(2).await;
    let code = text(&desk.get(&table, &[]).await.expect(200)["code"]);
    desk.clock.advance(Duration::from_secs(24 * 60 * 60 - 60));
    // Whoever changes something is there.
    desk.patch(&table, &[&host], json!({"length": "long"})).await.expect(200);
    desk.clock.advance(Duration::from_secs(24 * 60 * 60 - 60));
    desk.get(&table, &[]).await.expect(200);
    desk.clock.advance(Duration::from_secs(120));
    desk.post(&format!("{table}/seats"), &[], json!({})).await.refused(410, "gone");
    for path in [table.clone(), format!("{table}/record"), format!("{table}/moves")] {
        desk.get(&path, &[]).await.refused(410, "gone");
    }
    desk.get(&format!("/codes/{code}"), &[]).await.refused(404, "no_such_code");
    assert_eq!(desk.get("/mine", &[&host]).await.expect(200)["games"], json!([]));
}

#[tokio::test]
async fn a_game_under_way_never_expires() {
    let desk = Desk::new().await;
    let (table, _) = desk.game(json!({})).await;
    desk.clock.advance(Duration::from_secs(1000 * 24 * 60 * 60));
    assert_eq!(desk.get(&table, &[]).await.expect(200)["state"], "playing");
}

#[tokio::test]
async fn what_does_not_exist_is_told() {
    let desk = Desk::new().await;
    let nowhere = "/games/aaaaaaaaaaaaa";
    desk.get(nowhere, &[]).await.refused(404, "no_such_game");
    desk.get("/games/x", &[]).await.refused(404, "no_such_game");
    desk.post(&format!("{nowhere}/seats"), &[], json!({})).await.refused(404, "no_such_game");
    desk.get("/codes/moth-candle-52", &[]).await.refused(404, "no_such_code");
    desk.post("/handovers/nothing", &[], Value::Null).await.refused(404, "no_such_code");
    desk.get("/nothing", &[]).await.refused(400, "bad_request");
    desk.delete("/games", &[]).await.refused(400, "bad_request");
    desk.get("", &[]).await.refused(400, "bad_request");
    desk.get("/codes/%ff", &[]).await.refused(400, "bad_request");
}
