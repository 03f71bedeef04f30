//! What strangers may do.

use std::num::NonZeroU32;

use axum::http::Method;
use serde_json::{Value, json};

use crate::desk::{Desk, text};

fn most(count: u32) -> Option<NonZeroU32> {
    NonZeroU32::new(count)
}

#[tokio::test]
async fn too_many_requests_are_told_when_to_come_back() {
    let desk = Desk::with(|config| config.limits.requests_per_minute = most(3)).await;
    for _ in 0..3 {
        desk.get("/mine", &[]).await.expect(200);
    }
    let refused = desk.get("/mine", &[]).await;
    refused.refused(429, "too_many");
    let seconds: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=20).contains(&seconds), "{seconds}");
    let health = desk.send(Method::GET, "/healthz", &[], String::new()).await;
    assert_eq!(health.text, "ok\n", "only the API is limited");
}

#[tokio::test]
async fn only_a_trusted_proxy_is_believed_about_addresses() {
    let ask = async |desk: &Desk, client: &str| {
        desk.send(Method::GET, "/api/v1/mine", &[("x-forwarded-for", client)], String::new()).await.status.as_u16()
    };
    let trusting = Desk::with(|config| {
        config.limits.requests_per_minute = most(1);
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    });
    let desk = trusting.await;
    assert_eq!(ask(&desk, "192.0.2.1").await, 200);
    assert_eq!(ask(&desk, "192.0.2.1").await, 429);
    assert_eq!(ask(&desk, "192.0.2.2").await, 200, "another client of the proxy");
    assert_eq!(ask(&desk, "192.0.2.9, 192.0.2.2").await, 429, "what the client adds is not believed");
    let desk = Desk::with(|config| config.limits.requests_per_minute = most(1)).await;
    assert_eq!(ask(&desk, "192.0.2.1").await, 200);
    assert_eq!(ask(&desk, "192.0.2.2").await, 429, "nobody is trusted");
}

#[tokio::test]
async fn an_address_has_a_number_of_tables_that_are_not_over() {
    let desk = Desk::with(|config| config.limits.tables_per_address = most(2)).await;
    let (table, host) = desk.open_table(2).await;
    desk.open_table(2).await;
    let wish = json!({"seats": [{"is": "open"}, {"is": "open"}]});
    let refused = desk.post("/games", &[], wish.clone()).await;
    refused.refused(429, "too_many");
    assert_ne!(refused.header("retry-after"), "");
    // Two bots play the game to its end.
    desk.post(&format!("{table}/start"), &[&host], json!({"fill": "fool"})).await.expect(200);
    desk.until_over(&table).await;
    desk.post("/games", &[], wish).await.expect(201);
}

#[tokio::test]
async fn an_address_has_a_number_of_seats_at_tables_that_wait() {
    let desk = Desk::with(|config| config.limits.seats_per_address = most(2)).await;
    let (table, host) = desk.open_table(3).await;
    let ada = desk.take(&table, json!({})).await;
    desk.take(&table, json!({})).await;
    desk.post(&format!("{table}/seats"), &[], json!({})).await.refused(429, "too_many");
    assert_eq!(desk.get(&table, &[]).await.expect(200)["seats"][2]["who"], "open");
    desk.delete(&format!("{table}/seats/0"), &[&ada]).await.expect(200);
    desk.take(&table, json!({})).await;
    desk.post(&format!("{table}/start"), &[&host], Value::Null).await.expect(200);
    let (other, _) = desk.open_table(2).await;
    desk.take(&other, json!({})).await;
}

#[tokio::test]
async fn wrong_codes_are_counted_and_right_ones_are_not() {
    let desk = Desk::with(|config| config.limits.wrong_codes_per_hour = most(2)).await;
    let (table, _) = desk.open_table(2).await;
    let code = text(&desk.get(&table, &[]).await.expect(200)["code"]);
    for _ in 0..5 {
        desk.get(&format!("/codes/{code}"), &[]).await.expect(200);
    }
    desk.get("/codes/no-such-10", &[]).await.refused(404, "no_such_code");
    desk.post("/handovers/nonsense", &[], Value::Null).await.refused(404, "no_such_code");
    desk.get(&format!("/codes/{code}"), &[]).await.refused(429, "too_many");
    desk.post("/handovers/nonsense", &[], Value::Null).await.refused(429, "too_many");
}

#[tokio::test]
async fn large_deep_and_broken_bodies_are_refused() {
    let desk = Desk::new().await;
    let send = async |body: String| desk.send(Method::POST, "/api/v1/games", &[], body).await;
    send(" ".repeat(64 * 1024 + 1)).await.refused(413, "too_large");
    send("[".repeat(60_000)).await.refused(400, "bad_request");
    send(format!("{{\"seats\":{}", "[".repeat(60_000))).await.refused(400, "bad_request");
    for body in ["", "{", "null", "[]", "{\"seats\":[]} trailing", "\u{0}", "{\"seats\":1e999}"] {
        send(body.to_owned()).await.refused(400, "bad_request");
    }
}
