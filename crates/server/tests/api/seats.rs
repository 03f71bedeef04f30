//! Taking, changing and leaving seats.

use axum::http::Method;
use serde_json::{Value, json};

use crate::desk::{Desk, HANG};

#[tokio::test]
async fn a_seat_is_taken_once() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(2).await;
    let seats = format!("{table}/seats");
    let wish = json!({"seat": 1, "name": " Ada ", "band": "blue", "nonce": "000102030405060708090a0b0c0d0e0f"});
    let taken = desk.post(&seats, &[&host], wish).await.expect(201);
    assert_eq!(taken["seat"], 1);
    let game = desk.get(&table, &[taken["token"].as_str().unwrap()]).await.expect(200);
    let expected = json!({"seat": 1, "who": "human", "name": "Ada", "band": "blue", "here": false,
        "nonce": "000102030405060708090a0b0c0d0e0f"});
    assert_eq!((&game["seats"][1], &game["yours"], &game["host_seat"]), (&expected, &json!([1]), &json!(1)));

    desk.post(&seats, &[], json!({"seat": 1})).await.refused(409, "seat_taken");
    desk.post(&seats, &[], json!({"band": "blue"})).await.refused(409, "band_taken");
    desk.post(&seats, &[], json!({"seat": 5})).await.refused(404, "no_such_seat");
    desk.post(&seats, &[], json!({"seat": 9})).await.refused(404, "no_such_seat");
    let second = desk.post(&seats, &[], Value::Null).await.expect(201);
    assert_eq!(second["seat"], 0, "the first open seat");
    let nameless = &desk.get(&table, &[]).await.expect(200)["seats"][0];
    assert_eq!((&nameless["name"], &nameless["band"]), (&Value::Null, &json!("green")));
    desk.post(&seats, &[], json!({})).await.refused(409, "seat_taken");
}

#[tokio::test]
async fn wrong_names_nonces_and_bands_are_refused_with_their_place() {
    let desk = Desk::new().await;
    let (table, _) = desk.open_table(2).await;
    for (wish, at) in [
        (json!({"name": "x".repeat(41)}), "name"),
        (json!({"name": "a\u{202e}b"}), "name"),
        (json!({"name": "a\nb"}), "name"),
        (json!({"nonce": "00"}), "nonce"),
        (json!({"band": "pink"}), "band"),
        (json!({"seat": -1}), "seat"),
        (json!({"chair": 1}), "chair"),
    ] {
        let refusal = desk.post(&format!("{table}/seats"), &[], wish.clone()).await.refused(400, "bad_request");
        assert_eq!(refusal["error"]["at"], at, "{wish}");
    }
    assert_eq!(desk.get(&table, &[]).await.expect(200)["seats"][0]["who"], "open");
}

#[tokio::test]
async fn a_seat_is_changed_by_its_holder_and_by_the_host_each_in_their_way() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(3).await;
    let ada = desk.take(&table, json!({"name": "Ada"})).await;
    let ben = desk.take(&table, json!({"name": "Ben"})).await;
    let (first, third) = (format!("{table}/seats/0"), format!("{table}/seats/2"));

    let game = desk.patch(&first, &[&ada], json!({"name": "Ida", "band": "black"})).await.expect(200);
    assert_eq!((&game["seats"][0]["name"], &game["seats"][0]["band"]), (&json!("Ida"), &json!("black")));
    desk.patch(&first, &[&ada], json!({"band": "red"})).await.refused(409, "band_taken");
    let game = desk.patch(&first, &[&ada], json!({"name": null, "nonce": null})).await.expect(200);
    assert_eq!(game["seats"][0]["name"], Value::Null);
    desk.patch(&first, &[&ben], json!({"name": "Eve"})).await.refused(403, "not_yours");
    desk.patch(&first, &[&host], json!({"name": "Eve"})).await.refused(403, "not_yours");
    desk.patch(&first, &[&ada], json!({"is": "none"})).await.refused(403, "not_yours");
    desk.patch(&first, &[], json!({"name": "Eve"})).await.refused(401, "bad_token");

    desk.patch(&first, &[&host], json!({"is": "bot", "bot": "fox"})).await.refused(409, "seat_taken");
    desk.patch(&third, &[&host], json!({"is": "bot"})).await.refused(400, "bad_request");
    let game = desk.patch(&third, &[&host], json!({"is": "bot", "bot": "fiend"})).await.expect(200);
    assert_eq!((&game["seats"][2]["who"], &game["seats"][2]["bot"]), (&json!("bot"), &json!("fiend")));
    let game = desk.patch(&third, &[&host], json!({"bot": "fool"})).await.expect(200);
    assert_eq!(game["seats"][2]["bot"], "fool");
    let game = desk.patch(&third, &[&host], json!({"is": "none"})).await.expect(200);
    assert_eq!(game["seats"][2]["who"], "none");
    let game = desk.patch(&format!("{table}/seats/6"), &[&host], json!({"is": "open"})).await.expect(200);
    assert_eq!(game["seats"][6]["who"], "open");
}

#[tokio::test]
async fn people_who_swap_places_keep_what_is_theirs() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(3).await;
    let ada = desk.take(&table, json!({"name": "Ada"})).await;
    let ben = desk.take(&table, json!({"name": "Ben"})).await;
    desk.patch(&table, &[&host], json!({"first": {"seat": 0}})).await.expect(200);
    let game = desk.patch(&format!("{table}/seats/0"), &[&host], json!({"seat": 2})).await.expect(200);
    assert_eq!((&game["seats"][0]["who"], &game["seats"][2]["name"]), (&json!("open"), &json!("Ada")));
    assert_eq!(game["first"], json!({"seat": 2}));
    assert_eq!(desk.get(&table, &[&ada]).await.expect(200)["yours"], json!([2]));
    assert_eq!(desk.get(&table, &[&ben]).await.expect(200)["yours"], json!([1]));
    desk.patch(&format!("{table}/seats/0"), &[&host], json!({"seat": 7})).await.refused(404, "no_such_seat");
}

#[tokio::test]
async fn a_seat_that_is_left_is_open_again_and_its_token_is_worth_nothing() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(2).await;
    let ada = desk.take(&table, json!({"name": "Ada", "nonce": "00".repeat(16)})).await;
    let ben = desk.take(&table, json!({"name": "Ben"})).await;
    let seat = format!("{table}/seats/0");
    desk.delete(&seat, &[&ben]).await.refused(403, "not_yours");
    let game = desk.delete(&seat, &[&ada]).await.expect(200);
    assert_eq!(game["seats"][0], json!({"seat": 0, "who": "open"}));
    desk.patch(&seat, &[&ada], json!({"name": "Ada"})).await.refused(401, "bad_token");
    // The host shows somebody out.
    desk.delete(&format!("{table}/seats/1"), &[&host]).await.expect(200);
    assert_eq!(desk.get(&table, &[&ben]).await.expect(200)["yours"], json!([]));
    // Nobody is there: nothing happens.
    desk.delete(&seat, &[&host]).await.expect(200);
    desk.delete(&format!("{table}/seats/5"), &[&host]).await.refused(404, "no_such_seat");
}

#[tokio::test]
async fn one_program_holds_several_seats() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(3).await;
    let ada = desk.take(&table, json!({})).await;
    let max = desk.take(&table, json!({})).await;
    let game = desk.get(&table, &[&ada, &max, &host]).await.expect(200);
    assert_eq!((&game["yours"], &game["host"]), (&json!([0, 1]), &json!(true)));
}

#[tokio::test]
async fn a_stand_in_acts_for_a_seat_until_it_is_sent_away() {
    let desk = Desk::new().await;
    let (table, [host, ada, ben]) = desk.game(json!({})).await;
    let stand_in = format!("{table}/seats/0/stand_in");
    desk.ask(Method::PUT, &stand_in, &[&ben], json!({"bot": "fool"})).await.refused(403, "not_yours");
    desk.ask(Method::PUT, &stand_in, &[&ada], json!({"bot": "wolf"})).await.refused(400, "bad_request");
    let game = desk.ask(Method::PUT, &stand_in, &[&host], json!({"bot": "fool"})).await.expect(200);
    assert_eq!(game["seats"][0]["stand_in"], "fool");
    // The stand-in has moved when it is Ben's turn.
    let moved = async {
        loop {
            let entries = desk.get(&format!("{table}/actions"), &[]).await.expect(200);
            if let Some(action) = entries["actions"].get(0) {
                return action.clone();
            }
        }
    };
    let action = tokio::time::timeout(HANG, moved).await.expect("the bot acts");
    assert_eq!((&action["seat"], &action["by"]), (&json!(0), &json!("fool")));
    let game = desk.delete(&stand_in, &[&ada]).await.expect(200);
    assert_eq!(game["seats"][0].get("stand_in"), None);
    desk.play(&table, &[&ben], 1).await;
    let game = desk.get(&table, &[]).await.expect(200);
    assert_eq!((&game["seq"], &game["awaits"]["seat"]), (&json!(2), &json!(0)), "it waits for Ada");
}

#[tokio::test]
async fn there_is_no_stand_in_before_the_game_or_for_a_bot() {
    let desk = Desk::new().await;
    let (table, host) = desk.table(json!({"seats": [{"is": "open"}, {"is": "bot", "bot": "fool"}]})).await;
    let ada = desk.take(&table, json!({})).await;
    let put = async |seat, token: &str| {
        desk.ask(Method::PUT, &format!("{table}/seats/{seat}/stand_in"), &[token], json!({"bot": "fox"})).await
    };
    put(0, &ada).await.refused(409, "not_started");
    desk.patch(&table, &[&host], json!({"first": {"seat": 0}})).await.expect(200);
    desk.post(&format!("{table}/start"), &[&host], Value::Null).await.expect(200);
    put(1, &host).await.refused(400, "bad_request");
    put(4, &host).await.refused(404, "no_such_seat");
}
