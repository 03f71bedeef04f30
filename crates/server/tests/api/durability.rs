//! What survives a restart, and two servers on one database.

use serde_json::{Value, json};

use crate::desk::{Desk, text};

#[tokio::test]
async fn a_waiting_table_survives_a_restart() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(3).await;
    let ada = desk.take(&table, json!({"name": "Ada", "band": "blue", "nonce": "22".repeat(16)})).await;
    desk.patch(&table, &[&host], json!({"fortress": "by_hand", "first": {"seat": 0}})).await.expect(200);
    let code = text(&desk.post(&format!("{table}/handover"), &[&ada], Value::Null).await.expect(201)["code"]);
    let before = desk.get(&table, &[&ada]).await.expect(200);

    let again = desk.another().await;
    assert_eq!(again.get(&table, &[&ada]).await.expect(200), before);
    let name = text(&before["code"]);
    assert_eq!(again.get(&format!("/codes/{name}"), &[]).await.expect(200)["game"], before["game"]);
    again.post(&format!("/handovers/{code}"), &[], Value::Null).await.expect(200);
    again.post(&format!("{table}/start"), &[&host], json!({"fill": "fool"})).await.expect(200);
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart_where_it_was() {
    let desk = Desk::new().await;
    let (table, [_, ada, ben]) = desk.game(json!({"fortress": "random"})).await;
    desk.play(&table, &[&ada, &ben], 20).await;
    let (before, entries) = (desk.get(&table, &[]).await.expect(200), desk.get(&format!("{table}/actions"), &[]).await);
    let again = desk.another().await;
    assert_eq!(again.get(&table, &[]).await.expect(200), before);
    assert_eq!(again.get(&format!("{table}/actions"), &[]).await.json(), entries.json());
    again.play(&table, &[&ada, &ben], 1000).await;
    assert_eq!(again.get(&table, &[]).await.expect(200)["state"], "over");
}

#[tokio::test]
async fn of_two_servers_the_database_decides_who_was_first() {
    let desk = Desk::new().await;
    let (table, [host, ada, ben]) = desk.game(json!({})).await;
    let other = desk.another().await;
    other.get(&table, &[]).await.expect(200);
    let moves = desk.get(&format!("{table}/moves"), &[]).await.expect(200);
    let act = |index: usize| json!({"seq": 1, "action": moves["actions"][index]["action"]});
    let actions = format!("{table}/actions");
    desk.post(&actions, &[&ada], act(0)).await.expect(200);
    // The other server does not know of it yet, and finds out when it stores its own.
    assert_eq!(other.post(&actions, &[&ada], act(1)).await.refused(409, "stale")["seq"], 1);
    assert_eq!(other.get(&table, &[]).await.expect(200), desk.get(&table, &[]).await.expect(200));
    other.post(&actions, &[&ada], act(0)).await.expect(200);
    other.play(&table, &[&ben], 1).await;
    // A change of the table is not lost either.
    desk.ask(axum::http::Method::PUT, &format!("{table}/seats/0/stand_in"), &[&host], json!({"bot": "fool"}))
        .await
        .expect(200);
}
