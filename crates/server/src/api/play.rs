//! Actions, and what follows from them.

use axum::Json;
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use protocol::{Act, Acted, BeginningAnswer, Entries, ErrorAnswer, ErrorCode, GameId, Moves};

use super::body::Body;
use super::error::ApiError;
use super::identity::Identity;
use super::{App, GamePath};
use crate::game::Message;

/// Which actions are wanted.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Since {
    /// The number of the first one.
    from: Option<u32>,
}

#[utoipa::path(
    get,
    path = "/games/{game}/actions",
    tag = "play",
    summary = "Returns the actions from a number on, at most 200.",
    params(("game" = GameId, Path, description = "The id of the game"), ("from" = Option<u32>, Query, description = "The number of the first action; default: 1")),
    responses(
        (status = 200, description = "The actions", body = Entries),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn actions(
    State(app): State<App>,
    GamePath(game): GamePath,
    since: Result<Query<Since>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Entries>, ApiError> {
    let Query(Since { from }) = since.map_err(|problem| ApiError::new(ErrorCode::BadRequest, problem.body_text()))?;
    app.ask(game, |reply| Message::Entries { from: from.unwrap_or(1), reply }).await.map(Json)
}

#[utoipa::path(
    post,
    path = "/games/{game}/actions",
    tag = "play",
    summary = "Takes an action. It is durable when it is answered.",
    params(("game" = GameId, Path, description = "The id of the game")),
    request_body = Act,
    responses(
        (status = 200, description = "The action was taken", body = Acted),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn act(
    State(app): State<App>,
    identity: Identity,
    GamePath(game): GamePath,
    Body(act): Body<Act>,
) -> Result<Json<Acted>, ApiError> {
    let claims = identity.writing();
    app.ask(game, |reply| Message::Act { act: act.clone(), claims: claims.clone(), reply }).await.map(Json)
}

#[utoipa::path(
    get,
    path = "/games/{game}/beginning",
    tag = "play",
    summary = "Returns what happened before the first action.",
    params(("game" = GameId, Path, description = "The id of the game")),
    responses(
        (status = 200, description = "The beginning", body = BeginningAnswer),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn beginning(
    State(app): State<App>,
    GamePath(game): GamePath,
) -> Result<Json<BeginningAnswer>, ApiError> {
    app.ask(game, |reply| Message::Beginning { reply }).await.map(Json)
}

#[utoipa::path(
    get,
    path = "/games/{game}/moves",
    tag = "play",
    summary = "Lists the legal actions of the seat that is to act.",
    params(("game" = GameId, Path, description = "The id of the game")),
    responses(
        (status = 200, description = "The legal actions", body = Moves),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn moves(State(app): State<App>, GamePath(game): GamePath) -> Result<Json<Moves>, ApiError> {
    app.ask(game, |reply| Message::Moves { reply }).await.map(Json)
}

#[utoipa::path(
    get,
    path = "/games/{game}/record",
    tag = "play",
    summary = "Returns the record of the game.",
    params(("game" = GameId, Path, description = "The id of the game")),
    responses(
        (status = 200, description = "The record", body = String, content_type = "text/plain"),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn record(State(app): State<App>, GamePath(game): GamePath) -> Result<impl IntoResponse, ApiError> {
    let record = app.ask(game, |reply| Message::Record { reply }).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], record))
}
