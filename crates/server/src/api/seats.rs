//! Taking, changing and handing over seats.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use protocol::{
    ErrorAnswer, ErrorCode, GameId, GameView, HandedOver, Handover, HandoverCode, SeatPatch, Seated, StandIn, TakeSeat,
};

use super::body::{Body, OptionalBody};
use super::error::ApiError;
use super::identity::{Identity, Welcome};
use super::tables::with_cookie;
use super::{App, CodePath, GamePath, SeatPath, created};
use crate::game::{Message, failure};
use crate::table::{Holder, bot_named};

#[utoipa::path(
    post,
    path = "/games/{game}/seats",
    tag = "seats",
    summary = "Takes a seat.",
    params(("game" = GameId, Path, description = "The id of the game")),
    request_body = Option<TakeSeat>,
    responses(
        (status = 201, description = "The seat is yours", body = Seated),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn take(
    State(app): State<App>,
    identity: Identity,
    GamePath(game): GamePath,
    OptionalBody(wish): OptionalBody<TakeSeat>,
) -> Result<Response, ApiError> {
    let Welcome { newcomer, set_cookie } = identity.welcome();
    let claims = identity.writing();
    let quota = app.quota(identity.address, app.limits.seats_per_address);
    let wish = wish.unwrap_or_default();
    let message =
        |reply| Message::Take { wish: wish.clone(), newcomer: newcomer.clone(), claims: claims.clone(), quota, reply };
    let seated = app.ask(game, message).await?;
    Ok(with_cookie(created(seated), set_cookie))
}

#[utoipa::path(
    patch,
    path = "/games/{game}/seats/{seat}",
    tag = "seats",
    summary = "Changes a seat while the table waits. For its holder or the host.",
    params(("game" = GameId, Path, description = "The id of the game"), ("seat" = usize, Path, description = "The number of the seat, from 0")),
    request_body = SeatPatch,
    responses(
        (status = 200, description = "The game", body = GameView),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn change(
    State(app): State<App>,
    identity: Identity,
    SeatPath(game, seat): SeatPath,
    Body(patch): Body<SeatPatch>,
) -> Result<Json<GameView>, ApiError> {
    let claims = identity.writing();
    let message = |reply| Message::ChangeSeat { seat, patch: patch.clone(), claims: claims.clone(), reply };
    app.ask(game, message).await.map(Json)
}

#[utoipa::path(
    delete,
    path = "/games/{game}/seats/{seat}",
    tag = "seats",
    summary = "Opens a seat again while the table waits. For its holder or the host.",
    params(("game" = GameId, Path, description = "The id of the game"), ("seat" = usize, Path, description = "The number of the seat, from 0")),
    responses(
        (status = 200, description = "The game", body = GameView),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn leave(
    State(app): State<App>,
    identity: Identity,
    SeatPath(game, seat): SeatPath,
) -> Result<Json<GameView>, ApiError> {
    let claims = identity.writing();
    app.ask(game, |reply| Message::Leave { seat, claims: claims.clone(), reply }).await.map(Json)
}

#[utoipa::path(
    put,
    path = "/games/{game}/seats/{seat}/stand_in",
    tag = "seats",
    summary = "Lets a bot act for a seat. For its holder or the host.",
    params(("game" = GameId, Path, description = "The id of the game"), ("seat" = usize, Path, description = "The number of the seat, from 0")),
    request_body = StandIn,
    responses(
        (status = 200, description = "The game", body = GameView),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn stand_in(
    State(app): State<App>,
    identity: Identity,
    SeatPath(game, seat): SeatPath,
    Body(wish): Body<StandIn>,
) -> Result<Json<GameView>, ApiError> {
    let claims = identity.writing();
    let bot = Some(bot_named(&wish.bot, "bot")?);
    app.ask(game, |reply| Message::StandIn { seat, bot, claims: claims.clone(), reply }).await.map(Json)
}

#[utoipa::path(
    delete,
    path = "/games/{game}/seats/{seat}/stand_in",
    tag = "seats",
    summary = "Ends the work of a stand-in. For the holder of the seat or the host.",
    params(("game" = GameId, Path, description = "The id of the game"), ("seat" = usize, Path, description = "The number of the seat, from 0")),
    responses(
        (status = 200, description = "The game", body = GameView),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn stand_down(
    State(app): State<App>,
    identity: Identity,
    SeatPath(game, seat): SeatPath,
) -> Result<Json<GameView>, ApiError> {
    let claims = identity.writing();
    app.ask(game, |reply| Message::StandIn { seat, bot: None, claims: claims.clone(), reply }).await.map(Json)
}

#[utoipa::path(
    post,
    path = "/games/{game}/handover",
    tag = "seats",
    summary = "Makes a code that moves seats to another device.",
    params(("game" = GameId, Path, description = "The id of the game")),
    request_body = Option<Handover>,
    responses(
        (status = 201, description = "The code", body = HandoverCode),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn hand_over(
    State(app): State<App>,
    identity: Identity,
    GamePath(game): GamePath,
    OptionalBody(wish): OptionalBody<Handover>,
) -> Result<(axum::http::StatusCode, Json<HandoverCode>), ApiError> {
    let claims = identity.writing();
    let message = |reply| Message::HandOver { wish: wish.clone(), claims: claims.clone(), reply };
    app.ask(game, message).await.map(created)
}

#[utoipa::path(
    post,
    path = "/handovers/{code}",
    tag = "seats",
    summary = "Takes over the seats of a code.",
    params(("code" = String, Path, description = "The code")),
    responses(
        (status = 200, description = "They are yours now", body = HandedOver),
        (status = "4XX", description = "Refused", body = ErrorAnswer),
        (status = 503, description = "Not at the moment", body = ErrorAnswer)
    )
)]
pub(super) async fn take_over(
    State(app): State<App>,
    identity: Identity,
    CodePath(code): CodePath,
) -> Result<Response, ApiError> {
    app.may_try_code(identity.address)?;
    let code = Holder::of_code(&code);
    let Some(game) = app.games.services.store.game_of_handover(code).await.map_err(failure)? else {
        return Err(app.wrong_code(identity.address));
    };
    let Welcome { newcomer, set_cookie } = identity.welcome();
    let message = |reply| Message::TakeOver { code, newcomer: newcomer.clone(), reply };
    let handed: Result<HandedOver, ApiError> = app.ask(game, message).await;
    match handed {
        Ok(handed) => Ok(with_cookie(Json(handed), set_cookie)),
        Err(error) if error.answer().error.code == ErrorCode::NoSuchCode => Err(app.wrong_code(identity.address)),
        Err(error) => Err(error),
    }
}
