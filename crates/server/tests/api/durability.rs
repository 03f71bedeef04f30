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
    // The first server does not know of Ben's move. Its change of the table is refused or kept, but nothing is undone.
    let put = axum::http::Method::PUT;
    let answer = desk.ask(put, &format!("{table}/seats/0/stand_in"), &[&host], json!({"bot": "fool"})).await;
    let third = desk.another().await;
    let game = third.get(&table, &[]).await.expect(200);
    assert!(game["seq"].as_u64().unwrap() >= 2, "{game}");
    assert_eq!(game["seats"][0].get("stand_in").is_some(), answer.status.is_success(), "{game}");
}

#[tokio::test]
async fn what_is_acknowledged_after_the_database_was_full_is_stored() {
    let desk = Desk::with_megabytes(1).await;
    let (table, [_, ada, ben]) = desk.game(json!({})).await;
    let wish = json!({"seats": vec![json!({"is": "bot", "bot": "fool"}); 7]});
    let mut made = vec![];
    // Several times: the database must not be left in a state where it takes everything and keeps nothing.
    let mut refusals = 0;
    while refusals < 5 {
        let answer = desk.post("/games", &[], wish.clone()).await;
        if answer.status.is_success() {
            made.push(text(&answer.json()["game"]));
        } else {
            answer.refused(503, "unavailable");
            refusals += 1;
        }
    }
    let mut acknowledged = 0;
    let mut full = 0;
    while full < 3 && acknowledged < 40 {
        let game = desk.get(&table, &[]).await.expect(200);
        let moves = desk.get(&format!("{table}/moves"), &[]).await.expect(200);
        let act = json!({"seq": game["seq"].as_u64().unwrap() + 1, "action": moves["actions"][0]["action"]});
        let answer = desk.post(&format!("{table}/actions"), &[&ada, &ben], act).await;
        if answer.status.is_success() {
            acknowledged = answer.json()["seq"].as_u64().unwrap();
        } else {
            answer.refused(503, "unavailable");
            full += 1;
        }
    }
    let before = desk.get(&table, &[]).await.expect(200);
    assert!(before["seq"].as_u64().unwrap() >= acknowledged);
    // Another program, for which there is room, sees all of it and goes on.
    let again = desk.another().await;
    assert_eq!(again.get(&table, &[]).await.expect(200), before);
    for game in made {
        again.get(&format!("/games/{game}"), &[]).await.expect(200);
    }
    again.play(&table, &[&ada, &ben], 1000).await;
    assert_eq!(again.get(&table, &[]).await.expect(200)["state"], "over");
}
