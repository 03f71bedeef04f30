//! Moving seats to another device.

use std::time::Duration;

use serde_json::{Value, json};

use crate::desk::{Desk, text};

#[tokio::test]
async fn seats_move_once_and_what_held_them_before_only_watches() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(3).await;
    let ada = desk.take(&table, json!({"name": "Ada"})).await;
    let max = desk.take(&table, json!({"name": "Max"})).await;
    let all = desk.post(&format!("{table}/handover"), &[&ada, &max, &host], Value::Null).await.expect(201);
    let take_over = format!("/handovers/{}", text(&all["code"]));
    let moved = desk.post(&take_over, &[], Value::Null).await.expect(200);
    assert_eq!(moved["game"], table.trim_start_matches("/games/"));
    let tokens: Vec<String> = moved["seats"].as_array().unwrap().iter().map(|seat| text(&seat["token"])).collect();
    let new_host = text(&moved["host"]);
    let new: Vec<&str> = tokens.iter().map(String::as_str).chain([new_host.as_str()]).collect();
    let game = desk.get(&table, &new).await.expect(200);
    assert_eq!((&game["yours"], &game["host"]), (&json!([0, 1]), &json!(true)));
    let old = desk.get(&table, &[&ada, &max, &host]).await.expect(200);
    assert_eq!((&old["yours"], &old["host"]), (&json!([]), &json!(false)));
    desk.patch(&table, &[&host], json!({})).await.refused(401, "bad_token");
    desk.post(&take_over, &[], Value::Null).await.refused(404, "no_such_code");
}

#[tokio::test]
async fn only_what_is_yours_can_be_handed_over() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(2).await;
    let ada = desk.take(&table, json!({})).await;
    let ben = desk.take(&table, json!({})).await;
    let path = format!("{table}/handover");
    desk.post(&path, &[], Value::Null).await.refused(401, "bad_token");
    desk.post(&path, &[&ben], json!({"seats": [0]})).await.refused(403, "not_yours");
    desk.post(&path, &[&ben], json!({"host": true})).await.refused(403, "not_yours");
    desk.post(&path, &[&ben], json!({"seats": []})).await.refused(400, "bad_request");
    desk.post(&path, &[&ben], json!({"seats": [9]})).await.refused(404, "no_such_seat");
    let code = text(&desk.post(&path, &[&ada, &host], json!({"seats": [0]})).await.expect(201)["code"]);
    let moved = desk.post(&format!("/handovers/{code}"), &[], Value::Null).await.expect(200);
    assert_eq!(moved["host"], Value::Null, "the host stays");
    assert_eq!(desk.get(&table, &[&host]).await.expect(200)["host"], true);
}

#[tokio::test]
async fn a_code_is_valid_for_ten_minutes_and_follows_the_seat_through_the_start() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(4).await;
    let ada = desk.take(&table, json!({"seat": 3, "name": "Ada"})).await;
    let ben = desk.take(&table, json!({"seat": 1})).await;
    let path = format!("{table}/handover");
    let late = text(&desk.post(&path, &[&ben], Value::Null).await.expect(201)["code"]);
    desk.clock.advance(Duration::from_secs(599));
    let timely = text(&desk.post(&path, &[&ada], Value::Null).await.expect(201)["code"]);
    desk.post(&format!("{table}/start"), &[&host], Value::Null).await.expect(200);
    desk.clock.advance(Duration::from_secs(2));
    desk.post(&format!("/handovers/{late}"), &[], Value::Null).await.refused(404, "no_such_code");
    let moved = desk.post(&format!("/handovers/{timely}"), &[], Value::Null).await.expect(200);
    assert_eq!(moved["seats"][0]["seat"], 1, "door 3 has become seat 1");
    let token = text(&moved["seats"][0]["token"]);
    assert_eq!(desk.get(&table, &[&token]).await.expect(200)["yours"], json!([1]));
}

#[tokio::test]
async fn of_several_codes_for_a_seat_only_the_last_works_and_only_once() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(2).await;
    let ada = desk.take(&table, json!({})).await;
    let ben = desk.take(&table, json!({})).await;
    let path = format!("{table}/handover");
    let make = async |tokens: &[&str]| text(&desk.post(&path, tokens, Value::Null).await.expect(201)["code"]);
    let first = make(&[&ada]).await;
    let both = make(&[&ada, &ben, &host]).await;
    desk.post(&format!("/handovers/{first}"), &[], Value::Null).await.refused(404, "no_such_code");
    let last = make(&[&ada]).await;
    let moved = desk.post(&format!("/handovers/{last}"), &[], Value::Null).await.expect(200);
    let token = text(&moved["seats"][0]["token"]);
    // The older code still moves what no newer one was made for.
    let rest = desk.post(&format!("/handovers/{both}"), &[], Value::Null).await.expect(200);
    assert_eq!(rest["seats"].as_array().unwrap().len(), 1, "{rest}");
    assert_eq!((&rest["seats"][0]["seat"], rest["host"].is_string()), (&json!(1), true));
    assert_eq!(desk.get(&table, &[&token]).await.expect(200)["yours"], json!([0]), "nobody took it back");
}
