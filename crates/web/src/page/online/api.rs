//! Requests to the server that delivered the page. The browser's cookie says who asks.

use protocol::{
    CodeAnswer, Created, ErrorAnswer, ErrorCode, GameId, GameView, Games, HandedOver, HandoverCode, NewGame, Problem,
    Rematch, SeatPatch, Seated, SettingsPatch, StandIn, Start, TakeSeat,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, Request, RequestInit, Response};

/// Relative, so that the game works below any path.
const BASE: &str = "api/v1";

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The server cannot be reached, or what answers is not the server.
    Unreachable,
    /// The server refuses.
    Refused(Problem),
}

impl Failure {
    /// The code of the refusal.
    #[must_use]
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Failure::Unreachable => None,
            Failure::Refused(problem) => Some(problem.code),
        }
    }
}

type Answer<T> = Result<T, Failure>;

/// Makes a table.
///
/// # Errors
///
/// If the server refuses or cannot be reached, as for all requests here.
pub async fn new_table(new: &NewGame) -> Answer<Created> {
    ask("POST", "games", Some(new)).await
}

/// Looks at a table.
///
/// # Errors
///
/// See [`new_table`].
pub async fn look(game: GameId) -> Answer<GameView> {
    ask("GET", &format!("games/{game}"), NOTHING).await
}

/// The tables of this browser.
///
/// # Errors
///
/// See [`new_table`].
pub async fn mine() -> Answer<Games> {
    ask("GET", "mine", NOTHING).await
}

/// The table with a code.
///
/// # Errors
///
/// See [`new_table`].
pub async fn find(code: &str) -> Answer<CodeAnswer> {
    let code = String::from(js_sys::encode_uri_component(code));
    ask("GET", &format!("codes/{code}"), NOTHING).await
}

/// Takes a seat.
///
/// # Errors
///
/// See [`new_table`].
pub async fn take_seat(game: GameId, wish: &TakeSeat) -> Answer<Seated> {
    ask("POST", &format!("games/{game}/seats"), Some(wish)).await
}

/// Changes a seat of a table that waits.
///
/// # Errors
///
/// See [`new_table`].
pub async fn change_seat(game: GameId, seat: usize, patch: &SeatPatch) -> Answer<GameView> {
    ask("PATCH", &format!("games/{game}/seats/{seat}"), Some(patch)).await
}

/// Opens a seat again, or turns away whoever is arriving there.
///
/// # Errors
///
/// See [`new_table`].
pub async fn vacate(game: GameId, seat: usize) -> Answer<GameView> {
    ask("DELETE", &format!("games/{game}/seats/{seat}"), NOTHING).await
}

/// Lets a bot act for a seat; `None` sends it away.
///
/// # Errors
///
/// See [`new_table`].
pub async fn stand_in(game: GameId, seat: usize, bot: Option<&StandIn>) -> Answer<GameView> {
    let method = if bot.is_some() { "PUT" } else { "DELETE" };
    ask(method, &format!("games/{game}/seats/{seat}/stand_in"), bot).await
}

/// Changes the settings of a table that waits.
///
/// # Errors
///
/// See [`new_table`].
pub async fn change(game: GameId, patch: &SettingsPatch) -> Answer<GameView> {
    ask("PATCH", &format!("games/{game}"), Some(patch)).await
}

/// Starts the game.
///
/// # Errors
///
/// See [`new_table`].
pub async fn start(game: GameId, start: &Start) -> Answer<GameView> {
    ask("POST", &format!("games/{game}/start"), Some(start)).await
}

/// Makes the table of the next game with the same people.
///
/// # Errors
///
/// See [`new_table`].
pub async fn rematch(game: GameId) -> Answer<Rematch> {
    ask("POST", &format!("games/{game}/rematch"), NOTHING).await
}

/// A code that moves everything this browser holds at a table to another device.
///
/// # Errors
///
/// See [`new_table`].
pub async fn hand_over(game: GameId) -> Answer<HandoverCode> {
    ask("POST", &format!("games/{game}/handover"), NOTHING).await
}

/// Takes over what a code moves.
///
/// # Errors
///
/// See [`new_table`].
pub async fn take_over(code: &str) -> Answer<HandedOver> {
    let code = String::from(js_sys::encode_uri_component(code));
    ask("POST", &format!("handovers/{code}"), NOTHING).await
}

/// The record of a game that has started.
///
/// # Errors
///
/// See [`new_table`].
pub async fn record(game: GameId) -> Answer<String> {
    let answer = send("GET", &format!("games/{game}/record"), NOTHING).await.ok_or(Failure::Unreachable)?;
    let text = body(&answer).await.ok_or(Failure::Unreachable)?;
    if answer.ok() { Ok(text) } else { Err(refusal(&text)) }
}

/// When an action was accepted, in milliseconds since 1970; `None` if there is no answer.
pub async fn when(game: GameId, seq: u32) -> Option<f64> {
    let answer = send("GET", &format!("games/{game}/actions?from={seq}"), NOTHING).await.filter(Response::ok)?;
    // Only the time is of interest, so the action is not parsed.
    let entries = js_sys::JSON::parse(&body(&answer).await?).ok()?;
    let first = js_sys::Reflect::get(&entries, &"actions".into()).and_then(|all| js_sys::Reflect::get_u32(&all, 0));
    let time = first.and_then(|entry| js_sys::Reflect::get(&entry, &"time".into())).ok()?.as_string()?;
    Some(js_sys::Date::parse(&time)).filter(|time| time.is_finite())
}

/// No body.
const NOTHING: Option<&()> = None;

async fn ask<T: DeserializeOwned>(method: &str, path: &str, wish: Option<&impl Serialize>) -> Answer<T> {
    let answer = send(method, path, wish).await.ok_or(Failure::Unreachable)?;
    let text = body(&answer).await.ok_or(Failure::Unreachable)?;
    if answer.ok() { serde_json::from_str(&text).map_err(|_| Failure::Unreachable) } else { Err(refusal(&text)) }
}

/// What the server objects to. Anything else was said by somebody in between.
fn refusal(text: &str) -> Failure {
    serde_json::from_str::<ErrorAnswer>(text).map_or(Failure::Unreachable, |answer| Failure::Refused(answer.error))
}

async fn send(method: &str, path: &str, wish: Option<&impl Serialize>) -> Option<Response> {
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(wish) = wish {
        let headers = Headers::new().ok()?;
        headers.set("content-type", "application/json").ok()?;
        init.set_headers(&headers);
        init.set_body(&JsValue::from_str(&serde_json::to_string(wish).ok()?));
    }
    let request = Request::new_with_str_and_init(&format!("{BASE}/{path}"), &init).ok()?;
    let fetched = JsFuture::from(web_sys::window()?.fetch_with_request(&request)).await;
    fetched.ok()?.dyn_into().ok()
}

async fn body(answer: &Response) -> Option<String> {
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}
