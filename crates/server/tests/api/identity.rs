//! Tokens, cookies and origins.

use axum::http::Method;
use serde_json::{Value, json};

use crate::desk::{Answer, Desk, text};

const OWN: &str = "http://floors.test";

async fn browse(desk: &Desk, method: Method, path: &str, origin: Option<&str>, cookie: &str, body: Value) -> Answer {
    let mut headers = vec![("cookie", cookie)];
    headers.extend(origin.map(|origin| ("origin", origin)));
    let body = if body.is_null() { String::new() } else { body.to_string() };
    desk.send(method, &format!("/api/v1{path}"), &headers, body).await
}

/// The cookie that an answer sets, as a browser sends it back.
fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_page_of_the_server_gets_a_cookie_instead_of_tokens() {
    let desk = Desk::new().await;
    let open = json!({"seats": [{"is": "open"}, {"is": "open"}]});
    let made = browse(&desk, Method::POST, "/games", Some(OWN), "", open).await;
    let table = made.expect(201);
    assert_eq!(table["host"], Value::Null);
    let attributes = made.header("set-cookie");
    assert!(attributes.contains("HttpOnly") && attributes.contains("SameSite=Lax"), "{attributes}");
    assert!(!attributes.contains("Secure"), "{attributes}");
    let cookie = cookie(&made);
    let path = format!("/games/{}", text(&table["game"]));
    let taken = browse(&desk, Method::POST, &format!("{path}/seats"), Some(OWN), &cookie, json!({"name": "Ada"})).await;
    assert_eq!(taken.expect(201), json!({"seat": 0, "token": null}));
    let game = browse(&desk, Method::GET, &path, Some(OWN), &cookie, Value::Null).await.expect(200);
    assert_eq!((&game["yours"], &game["host"], &game["host_seat"]), (&json!([0]), &json!(true), &json!(0)));
    let mine = browse(&desk, Method::GET, "/mine", Some(OWN), &cookie, Value::Null).await.expect(200);
    assert_eq!((&mine["games"][0]["game"], &mine["games"][0]["yours"]), (&table["game"], &json!([0])));
    assert_eq!(mine["games"][0].get("position"), None);
}

#[tokio::test]
async fn pages_of_others_and_requests_without_origin_cannot_use_the_cookie_to_change_anything() {
    let desk = Desk::new().await;
    let open = json!({"seats": [{"is": "open"}, {"is": "open"}]});
    let made = browse(&desk, Method::POST, "/games", Some(OWN), "", open).await;
    let path = format!("/games/{}", text(&made.json()["game"]));
    let cookie = cookie(&made);
    let change = json!({"length": "long"});
    for origin in [Some("http://evil.test"), Some("null"), Some("https://floors.test.evil"), None] {
        browse(&desk, Method::PATCH, &path, origin, &cookie, change.clone()).await.refused(401, "bad_token");
    }
    let read = async |origin| browse(&desk, Method::GET, &path, origin, &cookie, Value::Null).await.expect(200);
    assert_eq!(read(None).await["host"], true, "reading is allowed");
    assert_eq!(read(Some("http://evil.test")).await["host"], false);
    browse(&desk, Method::PATCH, &path, Some(OWN), &cookie, change).await.expect(200);
    // Whoever takes a seat from elsewhere gets a token, not the cookie.
    let taken =
        browse(&desk, Method::POST, &format!("{path}/seats"), Some("http://evil.test"), &cookie, json!({})).await;
    assert!(taken.expect(201)["token"].is_string());
    assert_eq!(taken.header("set-cookie"), "");
}

#[tokio::test]
async fn behind_https_the_cookie_demands_https_and_the_public_url_is_the_origin() {
    let desk = Desk::with_public_url("https://play.example.org").await;
    let open = json!({"seats": [{"is": "open"}, {"is": "open"}]});
    let made = browse(&desk, Method::POST, "/games", Some("https://play.example.org"), "", open.clone()).await;
    assert_eq!(made.expect(201)["host"], Value::Null);
    assert!(made.header("set-cookie").contains("Secure"));
    let other = browse(&desk, Method::POST, "/games", Some(OWN), "", open).await;
    assert!(other.expect(201)["host"].is_string(), "the name in the request is not the server's own");
}

#[tokio::test]
async fn a_cookie_is_not_a_token_and_a_damaged_one_is_replaced() {
    let desk = Desk::new().await;
    let open = json!({"seats": [{"is": "open"}, {"is": "open"}]});
    let made = browse(&desk, Method::POST, "/games", Some(OWN), "fearsome=short", open).await;
    let path = format!("/games/{}", text(&made.expect(201)["game"]));
    let cookie = cookie(&made);
    let value = cookie.strip_prefix("fearsome=").unwrap();
    assert_eq!(value.len(), 64);
    assert_eq!(desk.get(&path, &[value]).await.expect(200)["host"], false);
}

#[tokio::test]
async fn tokens_that_cannot_be_read_are_told() {
    let desk = Desk::new().await;
    let (table, host) = desk.open_table(2).await;
    let path = format!("/api/v1{table}");
    let many = format!("Bearer {}", vec![host.as_str(); 17].join(","));
    for value in ["Bearer", "Bearer x", "Basic abc", &format!("Bearer {host},"), &many] {
        let answer = desk.send(Method::GET, &path, &[("authorization", value)], String::new()).await;
        answer.refused(401, "bad_token");
    }
    let stranger = "0".repeat(64);
    desk.patch(&table, &[&stranger], json!({})).await.refused(401, "bad_token");
    assert_eq!(desk.get(&table, &[&stranger, &host]).await.expect(200)["host"], true);
}

#[tokio::test]
async fn tokens_work_from_anywhere() {
    let desk = Desk::new().await;
    let headers = [
        ("origin", "https://club.example.org"),
        ("access-control-request-method", "PATCH"),
        ("access-control-request-headers", "authorization,content-type"),
    ];
    let preflight = desk.send(Method::OPTIONS, "/api/v1/games/aaaaaaaaaaaaa", &headers, String::new()).await;
    assert!(preflight.status.is_success());
    assert_eq!(preflight.header("access-control-allow-origin"), "*");
    for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
        assert!(preflight.header("access-control-allow-methods").contains(method), "{method}");
    }
    let allowed = preflight.header("access-control-allow-headers").to_ascii_lowercase();
    assert!(allowed.contains("authorization") && allowed.contains("content-type"), "{allowed}");
    for path in ["/api/v1/games/aaaaaaaaaaaaa", "/api/v1/nothing", "/api/v1/openapi.json"] {
        let answer = desk.send(Method::GET, path, &headers[..1], String::new()).await;
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        assert_eq!(answer.header("access-control-expose-headers").to_ascii_lowercase(), "retry-after", "{path}");
    }
}
