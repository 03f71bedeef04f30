//! A client of the API over HTTP: one connection, one request in flight.

use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, HeaderMap, HeaderValue, ORIGIN, RETRY_AFTER};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use protocol::{
    Act, Acted, BeginningAnswer, CodeAnswer, Created, Entries, Entry, ErrorAnswer, ErrorCode, GameId, GameView, Games,
    HandedOver, Handover, HandoverCode, Moves, NewGame, Rematch, SeatPatch, Seated, SettingsPatch, StandIn, Start,
    TakeSeat,
};
use rules::game::Action;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::connection::Connection;
use crate::transcript::{Tape, Transcript};
use crate::{Address, PATIENCE};

/// How long a steadfast client waits before it tries again.
pub(crate) const BREATHER: Duration = Duration::from_millis(50);

/// How often a request is repeated whose connection was lost. Clients wait for a server that is down, so more than a few
/// losses in a row mean that it ends connections for no reason.
const REPETITIONS: u32 = 50;

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The server refused it.
    Refused(ErrorAnswer),
    /// The connection was lost, so the client does not know whether it was carried out.
    Lost(String),
}

impl Failure {
    /// The code of a refusal.
    #[must_use]
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Failure::Refused(answer) => Some(answer.error.code),
            Failure::Lost(_) => None,
        }
    }

    pub(crate) fn lost(error: impl std::fmt::Display) -> Failure {
        Failure::Lost(error.to_string())
    }
}

/// An answer as it came.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl Answer {
    /// The value of a header, or an empty text.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The refusal, if it is one.
    ///
    /// # Panics
    ///
    /// If a refusal is not what the API promises: its body, and the status that belongs to its code.
    #[must_use]
    pub fn refusal(&self) -> Option<ErrorAnswer> {
        if (200..300).contains(&self.status) {
            return None;
        }
        let answer: ErrorAnswer = serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error} in a refusal with status {}: {}", self.status, self.text()));
        assert_eq!(answer.error.code.status(), self.status, "{}", self.text());
        assert!(!answer.error.message.is_empty(), "{}", self.text());
        if answer.error.code == ErrorCode::TooMany {
            let seconds = self.headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse::<u32>().ok());
            assert!(seconds.is_some(), "a limit says when to come back: {self:?}");
        }
        Some(answer)
    }
}

/// A client: its tokens and its connection.
#[derive(Debug)]
pub struct Client {
    name: String,
    address: Address,
    tokens: Vec<String>,
    cookie: Option<String>,
    origin: Option<String>,
    host: Option<String>,
    transcript: Option<Transcript>,
    open: Option<Open>,
    is_patient: bool,
    is_steadfast: bool,
    repeated: u64,
}

/// An open connection.
#[derive(Debug)]
struct Open {
    sender: SendRequest<Full<Bytes>>,
    tape: Option<Tape>,
    driver: JoinHandle<()>,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

impl Client {
    /// A client without tokens. The name tells clients apart in messages and transcripts.
    pub fn new(name: impl Into<String>, address: &Address) -> Client {
        Client {
            name: name.into(),
            address: address.clone(),
            tokens: vec![],
            cookie: None,
            origin: None,
            host: None,
            transcript: None,
            open: None,
            is_patient: false,
            is_steadfast: false,
            repeated: 0,
        }
    }

    /// The same client, which repeats every request whose connection is lost. Only for requests that may be carried
    /// out twice: all that read, and actions, which have numbers.
    #[must_use]
    pub fn patient(self) -> Client {
        Client { is_patient: true, ..self }
    }

    /// The same client, which does not mind that the server cannot do something at the moment. If it is patient as well, it
    /// repeats such requests over another connection, which a proxy may lead to another server.
    #[must_use]
    pub fn steadfast(self, is_steadfast: bool) -> Client {
        Client { is_steadfast, ..self }
    }

    /// Whether it does not mind that the server cannot do something at the moment.
    pub(crate) fn is_steadfast(&self) -> bool {
        self.is_steadfast
    }

    /// How often it has repeated a request.
    #[must_use]
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// The same client, whose answers go into this transcript.
    #[must_use]
    pub fn recorded(self, transcript: Option<&Transcript>) -> Client {
        Client { transcript: transcript.cloned(), ..self }
    }

    /// Another client with the same tokens and a connection of its own.
    #[must_use]
    pub fn twin(&self) -> Client {
        Client {
            name: self.name.clone(),
            address: self.address.clone(),
            tokens: self.tokens.clone(),
            cookie: self.cookie.clone(),
            origin: self.origin.clone(),
            host: self.host.clone(),
            transcript: self.transcript.clone(),
            open: None,
            is_patient: self.is_patient,
            is_steadfast: self.is_steadfast,
            repeated: 0,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The server's address.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The tokens it sends with each request.
    #[must_use]
    pub fn tokens(&self) -> &[String] {
        &self.tokens
    }

    /// Adds a token to those it sends.
    pub fn add_token(&mut self, token: impl Into<String>) {
        self.tokens.push(token.into());
    }

    /// Replaces the tokens it sends.
    pub fn set_tokens(&mut self, tokens: Vec<String>) {
        self.tokens = tokens;
    }

    /// Sends this `Origin` from now on, as browsers do.
    pub fn set_origin(&mut self, origin: Option<String>) {
        self.origin = origin;
    }

    /// Reaches the server under this name and port from now on, which browsers send as `Host`.
    pub fn set_host(&mut self, host: impl Into<String>) {
        self.host = Some(host.into());
    }

    /// The cookie it got, as browsers send it back.
    #[must_use]
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// Replaces the cookie.
    pub fn set_cookie(&mut self, cookie: Option<String>) {
        self.cookie = cookie;
    }

    pub(crate) fn origin(&self) -> Option<&str> {
        self.origin.as_deref()
    }

    pub(crate) fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    pub(crate) fn tape(&self) -> Option<Tape> {
        self.transcript.as_ref().map(|transcript| transcript.tape(&self.name))
    }

    /// Sends a request to any path of the server and returns the answer as it is.
    ///
    /// # Errors
    ///
    /// If the connection is lost.
    ///
    /// # Panics
    ///
    /// If there is no answer for a very long time.
    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Bytes>,
    ) -> Result<Answer, Failure> {
        let question = format!("{method} {path}");
        let mut request = Request::builder().method(method).uri(path);
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        if !self.tokens.is_empty() {
            request = request.header(AUTHORIZATION, format!("Bearer {}", self.tokens.join(", ")));
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        if let Some(origin) = &self.origin {
            request = request.header(ORIGIN, origin);
        }
        if let Some(host) = &self.host {
            request = request.header(HOST, host);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = Full::new(body.unwrap_or_default());
        let request = request.body(body).expect("the parts of a request are well formed");
        let mut losses = 0;
        let start = Instant::now();
        loop {
            let attempt = tokio::time::timeout(PATIENCE, self.exchange(request.clone(), &question)).await;
            match attempt.unwrap_or_else(|_| panic!("{}: no answer to {question}", self.name)) {
                Ok(answer) if answer.status == 503 && self.is_patient && self.is_steadfast => {
                    self.open = None;
                    self.repeated += 1;
                    assert!(start.elapsed() < PATIENCE, "{}: {question}: {}", self.name, answer.text());
                    tokio::time::sleep(BREATHER).await;
                }
                Ok(answer) => return Ok(answer),
                Err(_) if self.is_patient && self.is_steadfast && start.elapsed() < PATIENCE => {
                    self.open = None;
                    self.repeated += 1;
                    tokio::time::sleep(BREATHER).await;
                }
                Err(failure) if !self.is_patient => {
                    self.open = None;
                    return Err(failure);
                }
                Err(failure) => {
                    self.open = None;
                    self.repeated += 1;
                    losses += 1;
                    assert!(losses < REPETITIONS, "{}: {question} was lost {losses} times: {failure:?}", self.name);
                }
            }
        }
    }

    async fn exchange(&mut self, mut request: Request<Full<Bytes>>, question: &str) -> Result<Answer, Failure> {
        let address = self.address.current().await;
        let host = HeaderValue::try_from(address.to_string()).expect("an address has no strange characters");
        // A test may send another one.
        request.headers_mut().entry(HOST).or_insert(host);
        if self.open.as_ref().is_none_or(|open| open.sender.is_closed()) {
            let tape = self.tape();
            let connection = Connection::open(address, tape.clone()).await;
            let (sender, driver) =
                handshake(TokioIo::new(connection.map_err(Failure::lost)?)).await.map_err(Failure::lost)?;
            // What goes wrong with the connection shows in the request.
            let driver = tokio::spawn(async move { drop(driver.await) });
            self.open = Some(Open { sender, tape, driver });
        }
        let open = self.open.as_mut().expect("a connection has just been opened");
        open.sender.ready().await.map_err(Failure::lost)?;
        let response = open.sender.send_request(request).await.map_err(Failure::lost)?;
        let (head, body) = response.into_parts();
        let body = body.collect().await.map_err(Failure::lost)?.to_bytes();
        if let Some(tape) = &open.tape {
            tape.text(question, &body);
        }
        if let Some(cookie) = head.headers.get("set-cookie").and_then(|value| value.to_str().ok()) {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        Ok(Answer { status: head.status.as_u16(), headers: head.headers, body })
    }

    /// Sends a request to the API and returns the answer unless it is a refusal.
    ///
    /// # Errors
    ///
    /// If the server refuses it, or the connection is lost.
    ///
    /// # Panics
    ///
    /// If the answer is not what the API promises.
    pub async fn ask(&mut self, method: Method, path: &str, body: Option<Value>) -> Result<Answer, Failure> {
        let body = body.map(|body| Bytes::from(body.to_string()));
        let answer = self.send(method, &format!("/api/v1/{path}"), &[], body).await?;
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}: {answer:?}");
        match answer.refusal() {
            Some(refusal) => Err(Failure::Refused(refusal)),
            None => Ok(answer),
        }
    }

    async fn typed<T: DeserializeOwned>(
        &mut self,
        method: Method,
        path: &str,
        body: Option<Value>,
        status: u16,
    ) -> Result<T, Failure> {
        let answer = self.ask(method, path, body).await?;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert!(answer.header("content-type").starts_with("application/json"), "{path}: {answer:?}");
        Ok(serde_json::from_slice(&answer.body).unwrap_or_else(|error| panic!("{path}: {error} in {}", answer.text())))
    }

    /// `POST /games`
    pub async fn make_table(&mut self, table: &NewGame) -> Result<Created, Failure> {
        self.typed(Method::POST, "games", Some(json!(table)), 201).await
    }

    /// `POST /games/{game}/seats`
    pub async fn take_seat(&mut self, game: GameId, wish: &TakeSeat) -> Result<Seated, Failure> {
        self.typed(Method::POST, &format!("games/{game}/seats"), Some(json!(wish)), 201).await
    }

    /// `PATCH /games/{game}/seats/{seat}`
    pub async fn change_seat(&mut self, game: GameId, seat: usize, patch: &SeatPatch) -> Result<Answer, Failure> {
        self.ask(Method::PATCH, &format!("games/{game}/seats/{seat}"), Some(json!(patch))).await
    }

    /// `DELETE /games/{game}/seats/{seat}`
    pub async fn leave_seat(&mut self, game: GameId, seat: usize) -> Result<Answer, Failure> {
        self.ask(Method::DELETE, &format!("games/{game}/seats/{seat}"), None).await
    }

    /// `PUT /games/{game}/seats/{seat}/stand_in`
    pub async fn stand_in(&mut self, game: GameId, seat: usize, wish: &StandIn) -> Result<Answer, Failure> {
        self.ask(Method::PUT, &format!("games/{game}/seats/{seat}/stand_in"), Some(json!(wish))).await
    }

    /// `DELETE /games/{game}/seats/{seat}/stand_in`
    pub async fn end_stand_in(&mut self, game: GameId, seat: usize) -> Result<Answer, Failure> {
        self.ask(Method::DELETE, &format!("games/{game}/seats/{seat}/stand_in"), None).await
    }

    /// `PATCH /games/{game}`
    pub async fn change_settings(&mut self, game: GameId, patch: &SettingsPatch) -> Result<Answer, Failure> {
        self.ask(Method::PATCH, &format!("games/{game}"), Some(json!(patch))).await
    }

    /// `POST /games/{game}/start`
    pub async fn start(&mut self, game: GameId, start: &Start) -> Result<Answer, Failure> {
        self.ask(Method::POST, &format!("games/{game}/start"), Some(json!(start))).await
    }

    /// `POST /games/{game}/rematch`
    pub async fn rematch(&mut self, game: GameId) -> Result<Rematch, Failure> {
        self.typed(Method::POST, &format!("games/{game}/rematch"), None, 201).await
    }

    /// `POST /games/{game}/handover`
    pub async fn hand_over(&mut self, game: GameId, what: Option<&Handover>) -> Result<HandoverCode, Failure> {
        self.typed(Method::POST, &format!("games/{game}/handover"), what.map(|what| json!(what)), 201).await
    }

    /// `POST /handovers/{code}`
    pub async fn take_over(&mut self, code: &str) -> Result<HandedOver, Failure> {
        self.typed(Method::POST, &format!("handovers/{code}"), None, 200).await
    }

    /// `GET /codes/{code}`
    pub async fn find_code(&mut self, code: &str) -> Result<CodeAnswer, Failure> {
        self.typed(Method::GET, &format!("codes/{code}"), None, 200).await
    }

    /// `GET /mine`
    pub async fn mine(&mut self) -> Result<Games, Failure> {
        self.typed(Method::GET, "mine", None, 200).await
    }

    /// `GET /games/{game}`
    pub async fn view(&mut self, game: GameId) -> Result<GameView, Failure> {
        self.typed(Method::GET, &format!("games/{game}"), None, 200).await
    }

    /// `GET /games/{game}/beginning`
    pub async fn beginning(&mut self, game: GameId) -> Result<BeginningAnswer, Failure> {
        self.typed(Method::GET, &format!("games/{game}/beginning"), None, 200).await
    }

    /// `GET /games/{game}/actions?from=N`
    pub async fn actions(&mut self, game: GameId, from: u32) -> Result<Entries, Failure> {
        self.typed(Method::GET, &format!("games/{game}/actions?from={from}"), None, 200).await
    }

    /// `GET /games/{game}/moves`
    pub async fn moves(&mut self, game: GameId) -> Result<Moves, Failure> {
        self.typed(Method::GET, &format!("games/{game}/moves"), None, 200).await
    }

    /// `POST /games/{game}/actions`
    pub async fn act(&mut self, game: GameId, seq: u32, action: &Action) -> Result<Acted, Failure> {
        let act = Act { seq, action: action.clone() };
        self.typed(Method::POST, &format!("games/{game}/actions"), Some(json!(act)), 200).await
    }

    /// `GET /games/{game}/record`
    pub async fn record(&mut self, game: GameId) -> Result<String, Failure> {
        Ok(self.ask(Method::GET, &format!("games/{game}/record"), None).await?.text())
    }

    /// Every action of a game from number `from` on, over as many requests as needed.
    ///
    /// # Panics
    ///
    /// If the server repeats or skips a number.
    pub async fn all_actions(&mut self, game: GameId, from: u32) -> Result<Vec<Entry>, Failure> {
        let mut all: Vec<Entry> = vec![];
        loop {
            let next = from + u32::try_from(all.len()).expect("games are short");
            let page = self.actions(game, next).await?;
            assert!(page.actions.len() <= 200, "a page has at most 200 actions");
            for (seq, entry) in (next..).zip(&page.actions) {
                assert_eq!(entry.seq, seq, "actions come in order and without a gap");
            }
            let is_last = page.actions.is_empty();
            all.extend(page.actions);
            if is_last || from + u32::try_from(all.len()).expect("games are short") > page.seq {
                return Ok(all);
            }
        }
    }
}
