//! The WebSocket: everything that happens at a table, as it happens.

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message as Packet, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use protocol::{Act, ClientMessage, ErrorAnswer, ErrorCode, GameId, Problem, ServerMessage};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, timeout};

use super::body::{MOST_BYTES, parse};
use super::error::ApiError;
use super::identity::Identity;
use super::{App, GamePath};
use crate::game::{Frame, Message, WatcherId, frame};
use crate::limits::Address;
use crate::table::Claims;

/// The number of messages that wait for a client before it is cut off.
const QUEUE: usize = 256;

/// The size of the buffers of a connection. Messages are small, and there may be thousands of connections.
const BUFFER_BYTES: usize = 4096;

/// How many seconds a client waits before it comes back to a server that was stopped.
const AGAIN_SECONDS: u32 = 3;

#[utoipa::path(
    get,
    path = "/games/{game}/live",
    tag = "play",
    summary = "Opens a WebSocket. The client sends ClientMessage, the server ServerMessage.",
    params(("game" = GameId, Path, description = "The id of the game")),
    responses(
        (status = 101, description = "The connection is a WebSocket now"),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn connect(
    State(app): State<App>,
    identity: Identity,
    GamePath(game): GamePath,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|problem| ApiError::new(ErrorCode::BadRequest, problem.body_text()))?;
    let Some(admitted) = app.sockets.admit(Some(identity.address)) else {
        return Err(ApiError::too_many("too many connections from your address", Duration::from_secs(10)));
    };
    let upgrade = upgrade
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES);
    let token = app.conversations.token();
    Ok(upgrade
        .on_upgrade(async move |socket| {
            metrics::gauge!("fearsome_live_connections").increment(1);
            let mut connection = Connection { app, game, identity: Some(identity), socket };
            connection.serve().await;
            metrics::gauge!("fearsome_live_connections").decrement(1);
            drop((admitted, token));
        })
        .into_response())
}

struct Connection {
    app: App,
    game: GameId,
    /// Until the client has said hello.
    identity: Option<Identity>,
    socket: WebSocket,
}

/// How a conversation begins.
enum Hello {
    Said {
        /// The number of the first action wanted.
        from: u32,
        identity: Box<Identity>,
    },
    /// The client was told why, or has gone.
    Refused,
}

/// A connection that has said hello.
struct Joined {
    id: WatcherId,
    /// What it may read, and what it may do.
    claims: Claims,
    address: Address,
    queue: mpsc::Sender<Frame>,
}

/// Why a connection ends.
enum End {
    /// The client has gone.
    Gone,
    /// The client sent something that is too large, or no message at all.
    Unreadable,
    /// The client reads too slowly, or the game was closed.
    CutOff,
    /// The server stops.
    Stop,
}

impl Connection {
    async fn serve(&mut self) {
        let stop = self.app.stop.clone();
        let patience = self.app.limits.header_timeout;
        let hello = tokio::select! {
            () = stop.cancelled() => Ok(Hello::Refused),
            hello = timeout(patience, self.hello()) => hello,
        };
        let (from, identity) = match hello {
            Ok(Hello::Said { from, identity }) => (from, *identity),
            Ok(Hello::Refused) => return self.close(close_code::POLICY, "").await,
            Err(_) => return self.close(close_code::POLICY, "say hello first").await,
        };
        let (queue, mut frames) = mpsc::channel(QUEUE);
        let id = WatcherId(self.app.next_watcher.fetch_add(1, Ordering::Relaxed));
        let claims = identity.reading();
        let joined = Joined { id, claims: identity.writing(), address: identity.address, queue: queue.clone() };
        let message = |reply| Message::Join { id, from, claims: claims.clone(), queue: queue.clone(), reply };
        if let Err(error) = self.app.ask(self.game, message).await {
            let refusal = ServerMessage::Error { sent: None, seq: None, error: error.answer().error.clone() };
            let _ = self.send(frame(&refusal)).await;
            return self.close(close_code::NORMAL, "").await;
        }
        drop(queue);
        let end = self.talk(joined, &mut frames).await;
        self.app.games.tell_if_open(self.game, Message::Part { id }).await;
        match end {
            End::Gone => {}
            End::Unreadable => self.close(close_code::SIZE, "a message has at most 64 kB").await,
            End::CutOff => self.close(close_code::AGAIN, "come back and catch up").await,
            End::Stop => {
                // What was acknowledged is said before the farewell.
                while let Ok(frame) = frames.try_recv() {
                    if self.send(frame).await.is_err() {
                        return;
                    }
                }
                let _ = self.send(frame(&ServerMessage::Bye { again: AGAIN_SECONDS })).await;
                self.close(close_code::RESTART, "").await;
            }
        }
    }

    /// Waits for the first message.
    async fn hello(&mut self) -> Hello {
        let text = loop {
            match self.socket.recv().await {
                Some(Ok(Packet::Text(text))) => break text,
                // It cannot be parsed, which is what the client is told.
                Some(Ok(Packet::Binary(_))) => break Default::default(),
                Some(Ok(Packet::Ping(_) | Packet::Pong(_))) => {}
                Some(Ok(Packet::Close(_)) | Err(_)) | None => return Hello::Refused,
            }
        };
        let hello = parse(text.as_bytes()).and_then(|message| match message {
            ClientMessage::Hello { from, tokens } => Ok((from, tokens)),
            ClientMessage::Act { .. }
            | ClientMessage::Arriving { .. }
            | ClientMessage::Watching { .. }
            | ClientMessage::Ping {} => {
                Err(Problem::new(ErrorCode::BadRequest, "the first message must be hello").at("type"))
            }
        });
        let Some(identity) = self.identity.take() else { return Hello::Refused };
        let problem = match hello {
            Ok((from, tokens)) => match identity.with_tokens(&tokens) {
                Ok(identity) => return Hello::Said { from, identity: Box::new(identity) },
                Err(error) => error.answer().error.clone(),
            },
            Err(problem) => problem,
        };
        let _ = self.send(frame(&refused(problem))).await;
        Hello::Refused
    }

    async fn talk(&mut self, joined: Joined, frames: &mut mpsc::Receiver<Frame>) -> End {
        // Often enough that neither side takes the other for dead.
        let period = self.app.limits.idle_timeout / 3;
        let mut pings = interval_at(Instant::now() + period, period);
        let stop = self.app.stop.clone();
        // The game holds the other end of the queue: if it lets go, the client has been cut off.
        let Joined { id, claims, address, queue } = joined;
        let queue = queue.downgrade();
        loop {
            tokio::select! {
                () = stop.cancelled() => return End::Stop,
                next = frames.recv() => match next {
                    Some(frame) => if self.send(frame).await.is_err() { return End::Gone },
                    None => return End::CutOff,
                },
                packet = self.socket.recv() => {
                    let text = match packet {
                        Some(Ok(Packet::Text(text))) => text,
                        Some(Ok(Packet::Ping(_) | Packet::Pong(_))) => continue,
                        Some(Ok(Packet::Binary(_))) => {
                            let error = Problem::new(ErrorCode::BadRequest, "messages are text");
                            if self.send(frame(&refused(error))).await.is_err() {
                                return End::Gone;
                            }
                            continue;
                        }
                        Some(Err(_)) => return End::Unreadable,
                        Some(Ok(Packet::Close(_))) | None => return End::Gone,
                    };
                    let answer = answer(&self.app, self.game, id, &claims, address, &text).await;
                    // In the same queue as everything else, so that it comes after what it caused.
                    let Some(answer) = answer else { continue };
                    let Some(queue) = queue.upgrade() else { return End::CutOff };
                    if queue.try_send(frame(&answer)).is_err() {
                        return End::CutOff;
                    }
                }
                _ = pings.tick() => {
                    if self.deliver(Packet::Ping(Default::default())).await.is_err() {
                        return End::Gone;
                    }
                }
            }
        }
    }

    async fn send(&mut self, frame: Frame) -> Result<(), ()> {
        self.deliver(Packet::Text(frame)).await
    }

    /// A client that takes nothing for a while has gone, whatever its connection says.
    async fn deliver(&mut self, packet: Packet) -> Result<(), ()> {
        match timeout(self.app.limits.idle_timeout, self.socket.send(packet)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(()),
        }
    }

    async fn close(&mut self, code: u16, reason: &'static str) {
        // The client may have gone already.
        let _ = self.deliver(Packet::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    }
}

/// Does what a message says, and returns the answer if it has one of its own.
async fn answer(
    app: &App,
    game: GameId,
    id: WatcherId,
    claims: &Claims,
    address: Address,
    text: &str,
) -> Option<ServerMessage> {
    let is_allowed = app.requests.take(address).is_ok();
    let message = match parse(text.as_bytes()) {
        Ok(message) => message,
        Err(problem) => return Some(refused(problem)),
    };
    if !is_allowed {
        let sent = if let ClientMessage::Act { seq, .. } = message { Some(seq) } else { None };
        let error = Problem::new(ErrorCode::TooMany, "too many messages");
        return Some(ServerMessage::Error { sent, seq: None, error });
    }
    let result = match message {
        ClientMessage::Ping {} => return Some(ServerMessage::Pong {}),
        ClientMessage::Hello { .. } => Err(ApiError::new(ErrorCode::BadRequest, "hello is only the first message")),
        ClientMessage::Act { seq, action } => {
            let act = Act { seq, action };
            let message = |reply| Message::Act { act: act.clone(), claims: claims.clone(), reply };
            return Some(match app.ask(game, message).await {
                Ok(acted) => ServerMessage::Acted { seq: acted.seq },
                Err(error) => {
                    let answer = error.answer().clone();
                    ServerMessage::Error { sent: Some(seq), seq: answer.seq, error: answer.error }
                }
            });
        }
        ClientMessage::Arriving { seat, name } => {
            app.ask(game, |reply| Message::Arriving { id, seat, name: name.clone(), reply }).await
        }
        ClientMessage::Watching { name } => {
            app.ask(game, |reply| Message::Watching { id, name: name.clone(), reply }).await
        }
    };
    result.err().map(|error| refused(error.answer().error.clone()))
}

fn refused(error: Problem) -> ServerMessage {
    ServerMessage::Error { sent: None, seq: None, error }
}
