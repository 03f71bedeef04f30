//! A server in memory, and a client that asks it.

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use server::{Clock, Config, Durability, Limits, PublicUrl, Server, Site, SqliteOptions};
use std::path::Path;
use tempfile::TempDir;
use tower::ServiceExt;

/// Only ends a test that hangs.
pub(crate) const HANG: std::time::Duration = std::time::Duration::from_secs(300);

/// The name under which the server is asked.
const HOST: &str = "floors.test";

/// A server without a port.
pub(crate) struct Desk {
    router: axum::Router,
    pub(crate) clock: Clock,
    pub(crate) data: TempDir,
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The body of an answer with this status.
    #[track_caller]
    pub(crate) fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()
    }

    /// Checks that the request was refused with this code.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        let body = self.expect(status);
        assert_eq!(body["error"]["code"], code, "{body}");
        body
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// Limits that never get in the way.
pub(crate) fn unlimited() -> Limits {
    Limits {
        requests_per_minute: None,
        tables_per_address: None,
        seats_per_address: None,
        wrong_codes_per_hour: None,
        ..Limits::default()
    }
}

pub(crate) fn config(data: &Path) -> Config {
    sized_config(data, None)
}

fn sized_config(data: &Path, megabytes: Option<u32>) -> Config {
    let database = SqliteOptions { file: data.join("test.sqlite"), durability: Durability::None, megabytes };
    Config { limits: unlimited(), ..Config::new(database) }
}

impl Desk {
    pub(crate) async fn new() -> Desk {
        Desk::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Desk {
        let data = tempfile::tempdir().unwrap();
        let mut config = config(data.path());
        change(&mut config);
        let clock = config.clock.clone();
        let server = Server::open(config, Site::default(), None).await.unwrap();
        Desk { router: server.router(), clock, data }
    }

    /// A server whose database has a maximum size.
    pub(crate) async fn with_megabytes(megabytes: u32) -> Desk {
        let data = tempfile::tempdir().unwrap();
        let config = sized_config(data.path(), Some(megabytes));
        let clock = config.clock.clone();
        let server = Server::open(config, Site::default(), None).await.unwrap();
        Desk { router: server.router(), clock, data }
    }

    pub(crate) async fn with_public_url(url: &str) -> Desk {
        let url: PublicUrl = url.parse().unwrap();
        Desk::with(|config| config.public_url = Some(url)).await
    }

    /// Another server on the same database, as after a restart.
    pub(crate) async fn another(&self) -> Desk {
        let server = Server::open(config(self.data.path()), Site::default(), None).await.unwrap();
        Desk { router: server.router(), clock: Clock::default(), data: tempfile::tempdir().unwrap() }
    }

    pub(crate) async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: String) -> Answer {
        self.send_to(HOST, method, path, headers, body).await
    }

    /// Sends a request to a server under another name.
    pub(crate) async fn send_to(
        &self,
        host: &str,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
    ) -> Answer {
        let request = Request::builder().method(method).uri(path).header("host", host);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let response = self.router.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, text: String::from_utf8(body).unwrap() }
    }

    /// The type and the size of a file.
    pub(crate) async fn fetch(&self, path: &str) -> (String, usize) {
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
        (kind, response.into_body().collect().await.unwrap().to_bytes().len())
    }

    /// Asks as a program with these tokens.
    pub(crate) async fn ask(&self, method: Method, path: &str, tokens: &[&str], body: Value) -> Answer {
        let bearer = format!("Bearer {}", tokens.join(","));
        let headers: &[(&str, &str)] = if tokens.is_empty() { &[] } else { &[("authorization", &bearer)] };
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(method, &format!("/api/v1{path}"), headers, body).await
    }

    pub(crate) async fn get(&self, path: &str, tokens: &[&str]) -> Answer {
        self.ask(Method::GET, path, tokens, Value::Null).await
    }

    pub(crate) async fn post(&self, path: &str, tokens: &[&str], body: Value) -> Answer {
        self.ask(Method::POST, path, tokens, body).await
    }

    pub(crate) async fn patch(&self, path: &str, tokens: &[&str], body: Value) -> Answer {
        self.ask(Method::PATCH, path, tokens, body).await
    }

    pub(crate) async fn delete(&self, path: &str, tokens: &[&str]) -> Answer {
        self.ask(Method::DELETE, path, tokens, Value::Null).await
    }

    /// A table with these seats. Returns its path and the token of its host.
    pub(crate) async fn table(&self, wish: Value) -> (String, String) {
        let table = self.post("/games", &[], wish).await.expect(201);
        (format!("/games/{}", text(&table["game"])), text(&table["host"]))
    }

    /// A table with open seats.
    pub(crate) async fn open_table(&self, seats: usize) -> (String, String) {
        self.table(json!({"seats": vec![json!({"is": "open"}); seats]})).await
    }

    /// Takes a seat and returns its token.
    pub(crate) async fn take(&self, table: &str, wish: Value) -> String {
        text(&self.post(&format!("{table}/seats"), &[], wish).await.expect(201)["token"])
    }

    /// A game of two people that has started. Returns its path and the tokens of host, first and second seat.
    pub(crate) async fn game(&self, settings: Value) -> (String, [String; 3]) {
        let mut wish = json!({"seats": [{"is": "open"}, {"is": "open"}], "first": {"seat": 0}});
        wish.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
        let (table, host) = self.table(wish).await;
        let tokens = [
            self.take(&table, json!({"name": "Ada", "band": "green"})).await,
            self.take(&table, json!({"name": "Ben", "band": "red"})).await,
        ];
        if self.get(&table, &[]).await.expect(200)["state"] == "waiting" {
            self.post(&format!("{table}/start"), &[&host], Value::Null).await.expect(200);
        }
        let [ada, ben] = tokens;
        (table, [host, ada, ben])
    }

    /// Waits until bots have played a game to its end.
    pub(crate) async fn until_over(&self, table: &str) {
        let over = async {
            while self.get(table, &[]).await.expect(200)["state"] != "over" {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(HANG, over).await.expect("the game ends");
    }

    /// Plays the first legal action until the game is over or `most` actions were taken.
    pub(crate) async fn play(&self, table: &str, tokens: &[&str], most: usize) {
        for _ in 0..most {
            let game = self.get(table, tokens).await.expect(200);
            if game["state"] == "over" {
                return;
            }
            let moves = self.get(&format!("{table}/moves"), &[]).await.expect(200);
            let act = json!({"seq": game["seq"].as_u64().unwrap() + 1, "action": moves["actions"][0]["action"]});
            self.post(&format!("{table}/actions"), tokens, act).await.expect(200);
        }
    }
}

#[track_caller]
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text")).to_owned()
}
