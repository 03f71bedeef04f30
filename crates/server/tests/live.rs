//! Connections that stay open: expiry, and two servers on one database.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::{ClientMessage, Entry, GameId, NewGame, SeatPlan, ServerMessage};
use serde_json::{Value, json};
use server::{Clock, Config, Durability, Limits, Server, Site, SqliteOptions};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Only ends a test that hangs.
const HANG: Duration = Duration::from_secs(300);

/// A server on a port of its own.
struct Running {
    address: String,
    clock: Clock,
}

struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Running {
    async fn start(data: &std::path::Path) -> Running {
        let database = SqliteOptions { file: data.join("test.sqlite"), durability: Durability::None, megabytes: None };
        let limits = Limits { requests_per_minute: None, ..Limits::default() };
        let config = Config { limits, ..Config::new(database) };
        let clock = config.clock.clone();
        let server = Server::open(config, Site::default(), None).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(server.serve(listener, std::future::pending()));
        Running { address, clock }
    }

    async fn ask(&self, method: &str, path: &str, token: &str, body: Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let token = if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") };
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{token}content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    async fn watch(&self, game: GameId) -> Socket {
        self.connect(game, vec![]).await
    }

    /// Connects whoever has these tokens.
    async fn connect(&self, game: GameId, tokens: Vec<String>) -> Socket {
        let address = format!("ws://{}/api/v1/games/{game}/live", self.address);
        let (mut socket, _) = connect_async(address).await.unwrap();
        let hello = ClientMessage::Hello { from: 1, tokens };
        socket.send(Message::text(serde_json::to_string(&hello).unwrap())).await.unwrap();
        let mut socket = Socket(socket);
        assert!(matches!(socket.next().await, ServerMessage::Welcome { .. }));
        socket
    }

    /// A game of two: its id, and the tokens of the host and of both seats.
    async fn game(&self) -> (GameId, [String; 3]) {
        let (game, host) = self.table().await;
        let mut tokens = vec![];
        for _ in 0..2 {
            let (_, seated) = self.ask("POST", &format!("/games/{game}/seats"), "", json!({})).await;
            tokens.push(seated["token"].as_str().unwrap().to_owned());
        }
        assert_eq!(self.ask("POST", &format!("/games/{game}/start"), &host, json!({})).await.0, 200);
        let [ada, ben] = <[String; 2]>::try_from(tokens).unwrap();
        (game, [host, ada, ben])
    }

    /// A table with open seats, and the token of its host.
    async fn table(&self) -> (GameId, String) {
        let wish = NewGame::with_seats(vec![SeatPlan::Open {}, SeatPlan::Open {}]);
        let (_, made) = self.ask("POST", "/games", "", json!(wish)).await;
        (serde_json::from_value(made["game"].clone()).unwrap(), made["host"].as_str().unwrap().to_owned())
    }
}

impl Socket {
    async fn next(&mut self) -> ServerMessage {
        loop {
            let message = timeout(HANG, self.0.next()).await.unwrap().unwrap().unwrap();
            if let Message::Text(text) = message {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// The next actions.
    async fn actions(&mut self) -> Vec<Entry> {
        loop {
            if let ServerMessage::Actions { actions, .. } = self.next().await {
                return actions;
            }
        }
    }
}

#[tokio::test]
async fn a_table_does_not_expire_while_somebody_is_there_even_if_the_server_dies() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (game, _) = server.table().await;
    let mut socket = server.watch(game).await;
    let path = format!("/games/{game}");
    let day = Duration::from_secs(24 * 60 * 60);
    server.clock.advance(day * 3);
    assert_eq!(server.ask("GET", &path, "", Value::Null).await.0, 200);
    // A server that is started now finds the table as young as it was when somebody was last seen there.
    let other = Running::start(data.path()).await;
    other.clock.advance(day * 3 + day / 2);
    assert_eq!(other.ask("GET", &path, "", Value::Null).await.0, 200);

    socket.0.close(None).await.unwrap();
    while let Some(Ok(_)) = socket.0.next().await {}
    // Whether the server has noticed that nobody is left, it says itself.
    while !server.ask("GET", &path, "", Value::Null).await.1["watching"].as_array().unwrap().is_empty() {}
    server.clock.advance(day + Duration::from_secs(1));
    assert_eq!(server.ask("GET", &path, "", Value::Null).await.0, 410);
}

#[tokio::test]
async fn a_seat_that_holder_and_host_have_deserted_gets_a_stand_in_from_those_who_are_left() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path()).await;
    let (game, [host, ada, ben]) = server.game().await;
    let path = format!("/games/{game}/seats/0/stand_in");
    let fox = async || server.ask("PUT", &path, &ben, json!({"bot": "fox"})).await.0;
    assert_eq!(fox().await, 403, "programs that were never connected have not gone");
    let mut watching = server.watch(game).await;
    let mut socket = server.connect(game, vec![host, ada.clone()]).await;
    assert_eq!(fox().await, 403, "she is there");
    socket.0.close(None).await.unwrap();
    // Everybody is told that she has gone.
    loop {
        let is_here = |view: &Value| view["seats"][0]["here"] == json!(true);
        match watching.next().await {
            ServerMessage::Table { game } if !is_here(&json!(game)) && game.watching.len() == 1 => break,
            _ => {}
        }
    }
    assert_eq!(server.ask("DELETE", &path, &ben, Value::Null).await.0, 403, "only she gets her seat back");
    assert_eq!(fox().await, 200);
    assert_eq!(server.ask("DELETE", &path, &ada, Value::Null).await.0, 200);
    let _back = server.connect(game, vec![ada]).await;
    assert_eq!(fox().await, 403, "she is back");
}

#[tokio::test]
async fn watchers_of_a_server_that_was_too_late_get_what_the_other_one_stored() {
    let data = tempfile::tempdir().unwrap();
    let (one, other) = (Running::start(data.path()).await, Running::start(data.path()).await);
    let (game, host) = one.table().await;
    let path = format!("/games/{game}");
    let mut tokens = vec![];
    for _ in 0..2 {
        let (_, taken) = one.ask("POST", &format!("{path}/seats"), "", json!({})).await;
        tokens.push(taken["token"].as_str().unwrap().to_owned());
    }
    let both = tokens.join(",");
    assert_eq!(one.ask("POST", &format!("{path}/start"), &host, Value::Null).await.0, 200);
    let mut socket = other.watch(game).await;
    // More actions than the late one tries to take.
    for seq in 1..=2 {
        let (_, moves) = one.ask("GET", &format!("{path}/moves"), "", Value::Null).await;
        let act = json!({"seq": seq, "action": moves["actions"][0]["action"]});
        assert_eq!(one.ask("POST", &format!("{path}/actions"), &both, act).await.0, 200);
    }
    let (_, moves) = other.ask("GET", &format!("{path}/moves"), "", Value::Null).await;
    assert_eq!(moves["seq"], 0, "the other server does not know of them");
    let act = json!({"seq": 1, "action": moves["actions"][1]["action"]});
    let (status, refusal) = other.ask("POST", &format!("{path}/actions"), &both, act).await;
    assert_eq!((status, &refusal["seq"]), (409, &json!(2)));
    let told: Vec<u32> = socket.actions().await.iter().map(|entry| entry.seq).collect();
    assert_eq!(told, [1, 2], "without a gap");
}
