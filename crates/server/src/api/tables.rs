//! Making, finding and starting tables.

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use protocol::{CodeAnswer, Created, ErrorAnswer, GameId, GameView, Games, NewGame, Rematch, SettingsPatch, Start};

use serde_json::{Value, json};

use super::body::{Body, OptionalBody};
use super::error::ApiError;
use super::identity::{Identity, Welcome};
use super::{App, CodePath, GamePath, created};
use crate::game::{DRAWS, Message, failure, new_game};
use crate::lots;
use crate::store::{NewRow, StoreError, Write};
use crate::table::{Table, bot_named};

/// The most tables in the list of somebody's tables.
const MOST_MINE: u32 = 50;

#[utoipa::path(
    post,
    path = "/games",
    tag = "tables",
    summary = "Makes a table.",
    request_body = NewGame,
    responses(
        (status = 201, description = "The table was made", body = Created),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    identity: Identity,
    Body(wish): Body<NewGame>,
) -> Result<Response, ApiError> {
    let Welcome { newcomer, set_cookie } = identity.welcome();
    let (holder, token) = newcomer.hold();
    let table = Table::new(&wish, holder, lots::monster())?;
    let quota = app.quota(identity.address, app.limits.tables_per_address);
    let services = &app.games.services;
    let mut draws = 0;
    let answer = loop {
        let (new, code) = new_game(table.clone(), quota, services.clock.now())?;
        let NewRow { game, secret, .. } = new;
        let is_bot_due = new.row.is_bot_due;
        match services.store.write(vec![Write::Create(Box::new(new))]).await {
            Ok(()) => {
                if is_bot_due {
                    // If that fails, the next request wakes the bot: the table is made all the same.
                    let _ = app.games.tell(game, Message::Wake).await;
                }
                break Created { game, host: token, code, commitment: secret.commitment() };
            }
            Err(StoreError::CodeTaken | StoreError::Conflict) if draws < DRAWS => draws += 1,
            Err(error) => return Err(failure(error).into()),
        }
    };
    metrics::counter!("fearsome_tables_total").increment(1);
    tracing::info!(game = %answer.game, "a table was made");
    Ok(with_cookie(created(answer), set_cookie))
}

pub(super) fn with_cookie(response: impl IntoResponse, cookie: Option<axum::http::HeaderValue>) -> Response {
    let mut response = response.into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

#[utoipa::path(
    get,
    path = "/games/{game}",
    tag = "tables",
    summary = "Returns what anybody may know about a game.",
    params(("game" = GameId, Path, description = "The id of the game")),
    responses(
        (status = 200, description = "The game", body = GameView),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn look(
    State(app): State<App>,
    identity: Identity,
    GamePath(game): GamePath,
) -> Result<Json<GameView>, ApiError> {
    let claims = identity.reading();
    app.ask(game, |reply| Message::Look { claims: claims.clone(), reply }).await.map(Json)
}

#[utoipa::path(
    patch,
    path = "/games/{game}",
    tag = "tables",
    summary = "Changes settings while the table waits. For the host.",
    params(("game" = GameId, Path, description = "The id of the game")),
    request_body = SettingsPatch,
    responses(
        (status = 200, description = "The game", body = GameView),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn change(
    State(app): State<App>,
    identity: Identity,
    GamePath(game): GamePath,
    Body(patch): Body<SettingsPatch>,
) -> Result<Json<GameView>, ApiError> {
    let claims = identity.writing();
    app.ask(game, |reply| Message::Change { patch: patch.clone(), claims: claims.clone(), reply }).await.map(Json)
}

#[utoipa::path(
    post,
    path = "/games/{game}/start",
    tag = "tables",
    summary = "Starts the game. For the host.",
    params(("game" = GameId, Path, description = "The id of the game")),
    request_body = Option<Start>,
    responses(
        (status = 200, description = "The game", body = GameView),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn start(
    State(app): State<App>,
    identity: Identity,
    GamePath(game): GamePath,
    OptionalBody(start): OptionalBody<Start>,
) -> Result<Json<GameView>, ApiError> {
    let claims = identity.writing();
    let fill = start.and_then(|start| start.fill).map(|bot| bot_named(&bot, "fill")).transpose()?;
    app.ask(game, |reply| Message::Start { fill, claims: claims.clone(), reply }).await.map(Json)
}

#[utoipa::path(
    post,
    path = "/games/{game}/rematch",
    tag = "tables",
    summary = "Makes a table for the same people. For any seat of a finished game.",
    params(("game" = GameId, Path, description = "The id of the game")),
    responses(
        (status = 201, description = "The new game", body = Rematch),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn rematch(
    State(app): State<App>,
    identity: Identity,
    GamePath(game): GamePath,
) -> Result<Response, ApiError> {
    let claims = identity.writing();
    let game = app.ask(game, |reply| Message::Rematch { claims: claims.clone(), reply }).await?;
    Ok(created(Rematch { game }).into_response())
}

#[utoipa::path(
    get,
    path = "/codes/{code}",
    tag = "tables",
    summary = "Finds a table by the code that people say aloud.",
    params(("code" = String, Path, description = "The code")),
    responses(
        (status = 200, description = "The game", body = CodeAnswer),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn find(
    State(app): State<App>,
    identity: Identity,
    CodePath(code): CodePath,
) -> Result<Json<CodeAnswer>, ApiError> {
    app.may_try_code(identity.address)?;
    match app.games.services.store.game_with_code(&code).await.map_err(failure)? {
        Some(game) => Ok(Json(CodeAnswer { game })),
        None => Err(app.wrong_code(identity.address)),
    }
}

#[utoipa::path(
    get,
    path = "/mine",
    tag = "tables",
    summary = "Lists the tables where you hold a seat or are the host, newest first.",
    responses(
        (status = 200, description = "Your tables", body = Games),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn mine(State(app): State<App>, identity: Identity) -> Result<Json<Value>, ApiError> {
    let claims = identity.reading();
    let mut games = vec![];
    if !claims.holders.is_empty() {
        for game in app.games.services.store.games_of(&claims.holders, MOST_MINE).await.map_err(failure)? {
            // A table that expires just now is not listed.
            if let Ok(view) = app.ask(game, |reply| Message::Look { claims: claims.clone(), reply }).await {
                games.push(view);
            }
        }
    }
    let mut answer = json!(Games { games });
    for game in answer["games"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        game.remove("position");
    }
    Ok(Json(answer))
}
