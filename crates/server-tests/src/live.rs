//! A client of the API over WebSocket.

use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use hyper::header::{COOKIE, HOST, HeaderValue, ORIGIN};
use protocol::{ClientMessage, GameId, GameView, ServerMessage};
use serde_json::json;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::PATIENCE;
use crate::client::{Client, Failure};
use crate::connection::Connection;
use crate::transcript::Tape;

/// An open connection to a game.
#[derive(Debug)]
pub struct Live {
    socket: WebSocketStream<Connection>,
    tape: Option<Tape>,
    question: String,
    /// The last message, to see where a test hangs.
    last: String,
}

impl Live {
    /// Connects without speaking.
    ///
    /// # Errors
    ///
    /// If the server does not accept the connection.
    ///
    /// # Panics
    ///
    /// If there is no answer for a very long time.
    pub async fn connect(client: &Client, game: GameId) -> Result<Live, Failure> {
        let tape = client.tape();
        let address = client.address().current().await;
        let url = format!("ws://{address}/api/v1/games/{game}/live");
        let mut request = url.into_client_request().expect("the address is well formed");
        let mut set = |name, value: Option<&str>| {
            if let Some(value) = value {
                let value = HeaderValue::from_str(value).expect("the header is well formed");
                request.headers_mut().insert(name, value);
            }
        };
        set(COOKIE, client.cookie());
        set(ORIGIN, client.origin());
        set(HOST, client.host());
        let opening = async {
            let connection = Connection::open(address, tape.clone()).await.map_err(Failure::lost)?;
            client_async(request, connection).await.map_err(Failure::lost)
        };
        let (socket, _) = tokio::time::timeout(PATIENCE, opening).await.expect("the server answers")?;
        Ok(Live { socket, tape, question: format!("live {game}"), last: String::new() })
    }

    /// Connects, says hello with the client's tokens, and waits for the welcome.
    ///
    /// # Errors
    ///
    /// If the server refuses it, or the connection is lost.
    ///
    /// # Panics
    ///
    /// If the answer is not what the API promises.
    pub async fn open(client: &Client, game: GameId, from: u32) -> Result<(Live, GameView), Failure> {
        let mut live = Live::connect(client, game).await?;
        live.send(&ClientMessage::Hello { from, tokens: client.tokens().to_vec() }).await?;
        match live.next().await? {
            ServerMessage::Welcome { game } => Ok((live, *game)),
            ServerMessage::Error { error, seq, .. } => Err(Failure::Refused(protocol::ErrorAnswer { error, seq })),
            ServerMessage::Bye { .. } => Err(Failure::Lost("bye".to_owned())),
            other => panic!("the first message is a welcome, not {other:?}"),
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// If the connection is lost.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), Failure> {
        self.send_text(json!(message).to_string()).await
    }

    /// Sends any text.
    ///
    /// # Errors
    ///
    /// If the connection is lost.
    pub async fn send_text(&mut self, text: impl Into<String>) -> Result<(), Failure> {
        self.send_message(Message::text(text.into())).await
    }

    /// Sends any bytes.
    ///
    /// # Errors
    ///
    /// If the connection is lost.
    pub async fn send_bytes(&mut self, bytes: impl Into<Bytes>) -> Result<(), Failure> {
        self.send_message(Message::Binary(bytes.into())).await
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Failure> {
        let sent = tokio::time::timeout(PATIENCE, self.socket.send(message)).await;
        sent.expect("the server reads").map_err(Failure::lost)
    }

    /// Waits for the next message.
    ///
    /// # Errors
    ///
    /// If the connection is lost or closed.
    ///
    /// # Panics
    ///
    /// If the message is not one of the API, or none comes for a very long time.
    pub async fn next(&mut self) -> Result<ServerMessage, Failure> {
        // Pings do not count.
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            let message = tokio::time::timeout_at(deadline, self.socket.next()).await;
            let message = message
                .unwrap_or_else(|_| panic!("{}: no message for a long time, after {}", self.question, self.last));
            match message {
                Some(Ok(Message::Text(text))) => {
                    if let Some(tape) = &self.tape {
                        tape.text(&self.question, text.as_bytes());
                    }
                    self.last.clear();
                    self.last.extend(text.chars().take(1_000));
                    let message = serde_json::from_str(text.as_str());
                    return Ok(message.unwrap_or_else(|error| panic!("{error} in {text}")));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Binary(bytes))) => panic!("the API has no binary messages: {bytes:?}"),
                Some(Ok(Message::Close(_))) | None => return Err(Failure::Lost("closed".to_owned())),
                Some(Err(error)) => return Err(Failure::lost(error)),
            }
        }
    }

    /// The connection itself, for clients that measure.
    pub(crate) fn socket(&mut self) -> &mut WebSocketStream<Connection> {
        &mut self.socket
    }

    /// Waits until the server ends the connection, and returns the messages until then.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub async fn ended(mut self) -> Vec<ServerMessage> {
        let mut messages = vec![];
        while let Ok(message) = self.next().await {
            messages.push(message);
        }
        messages
    }
}
