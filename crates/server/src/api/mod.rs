//! The API: `/api/v1`, as `docs/api.md` describes it.

mod body;
mod description;
mod error;
mod identity;
mod invitation;
mod live;
mod play;
mod seats;
mod tables;

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use axum::extract::{FromRequestParts, MatchedPath, Path, Request, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Json, Router};
use ipnet::IpNet;
use metrics_exporter_prometheus::PrometheusHandle;
use protocol::{ErrorCode, GameId};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::cors::{Any, CorsLayer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::config::{Limits, PublicUrl};
use crate::game::{Games, Message, Reply};
use crate::limits::{Address, Admission, Allowance};
use crate::store::Quota;
use crate::table::AddressHash;
use error::ApiError;

/// Where the API is.
const PREFIX: &str = "/api/v1";

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) games: Games,
    pub(crate) limits: Limits,
    pub(crate) public_url: Option<PublicUrl>,
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) metrics: Option<PrometheusHandle>,
    /// Cancelled when the server stops.
    pub(crate) stop: CancellationToken,
    /// The tasks of open WebSockets, so that the server can wait until everybody has been told that it stops.
    pub(crate) conversations: TaskTracker,
    requests: Allowance<Address>,
    wrong_codes: Allowance<Address>,
    /// Open WebSockets, by the address of the client, which behind a proxy is not that of the connection.
    sockets: Admission,
    next_watcher: AtomicU64,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    pub(crate) fn new(
        games: Games,
        limits: Limits,
        public_url: Option<PublicUrl>,
        trusted_proxies: Vec<IpNet>,
        metrics: Option<PrometheusHandle>,
        stop: CancellationToken,
    ) -> App {
        App(Arc::new(Shared {
            requests: Allowance::new(limits.requests_per_minute, Duration::from_secs(60)),
            wrong_codes: Allowance::new(limits.wrong_codes_per_hour, Duration::from_secs(60 * 60)),
            sockets: Admission::new(limits.connections_per_address, limits.connections),
            next_watcher: AtomicU64::new(0),
            games,
            limits,
            public_url,
            trusted_proxies,
            metrics,
            stop,
            conversations: TaskTracker::new(),
        }))
    }

    /// Asks a game for something.
    async fn ask<T>(&self, game: GameId, message: impl Fn(Reply<T>) -> Message) -> Result<T, ApiError> {
        Ok(self.games.ask(game, message).await?)
    }

    /// A hash of an address that does not reveal it.
    fn origin(&self, address: Address) -> AddressHash {
        let mut hash = Sha256::new();
        hash.update(self.games.services.store.address_salt());
        hash.update(address.bytes());
        let digest: [u8; 32] = hash.finalize().into();
        AddressHash(std::array::from_fn(|index| digest[index]))
    }

    fn quota(&self, address: Address, most: Option<std::num::NonZeroU32>) -> Option<Quota> {
        most.map(|most| Quota { origin: self.origin(address), most: most.get() })
    }

    /// Refuses an address that has tried too many wrong codes.
    fn may_try_code(&self, address: Address) -> Result<(), ApiError> {
        self.wrong_codes.check(address).map_err(|wait| ApiError::too_many("too many wrong codes", wait))
    }

    /// Counts a wrong code.
    fn wrong_code(&self, address: Address) -> ApiError {
        // Whether this was the last one that is allowed, the next try shows.
        let _ = self.wrong_codes.take(address);
        ApiError::new(ErrorCode::NoSuchCode, "there is no such code")
    }
}

/// The routes of the API and what stands beside it.
pub(crate) fn router(app: App) -> Router {
    let (version_1, description) = OpenApiRouter::with_openapi(description::general())
        .nest(
            PREFIX,
            OpenApiRouter::new()
                .routes(routes!(tables::create))
                .routes(routes!(tables::look, tables::change))
                .routes(routes!(tables::start))
                .routes(routes!(tables::rematch))
                .routes(routes!(tables::find))
                .routes(routes!(tables::mine))
                .routes(routes!(seats::take))
                .routes(routes!(seats::change, seats::leave))
                .routes(routes!(seats::stand_in, seats::stand_down))
                .routes(routes!(seats::hand_over))
                .routes(routes!(seats::take_over))
                .routes(routes!(play::actions, play::act))
                .routes(routes!(play::beginning))
                .routes(routes!(play::moves))
                .routes(routes!(play::record))
                .routes(routes!(live::connect))
                .route("/{*rest}", any(no_such_endpoint)),
        )
        .split_for_parts();
    version_1
        .route(PREFIX, any(no_such_endpoint))
        .route(&format!("{PREFIX}/"), any(no_such_endpoint))
        .merge(invitation::routes())
        .method_not_allowed_fallback(|| async {
            ApiError::new(ErrorCode::BadRequest, "this endpoint does not have this method")
        })
        .layer(from_fn_with_state(app.clone(), limited))
        .merge(description::page(description))
        .layer(cors())
        .route("/healthz", get(health))
        .route("/readyz", get(readiness))
        .route("/metrics", get(metrics_page))
        .with_state(app)
}

async fn no_such_endpoint() -> ApiError {
    ApiError::new(ErrorCode::BadRequest, "there is no such endpoint")
}

/// Tokens work from anywhere; the cookie only for the pages of this server.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE])
        .expose_headers([RETRY_AFTER])
}

/// Limits how much an address can ask, and measures how long the answers take.
async fn limited(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let address = identity::address(&parts, &app);
    if let Err(wait) = app.requests.take(address) {
        return ApiError::too_many("too many requests", wait).into_response();
    }
    let path = parts.extensions.get::<MatchedPath>().map_or("other".to_owned(), |path| path.as_str().to_owned());
    // A closed list: anything else is what a client made up.
    let known = [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::HEAD];
    let method = if known.contains(&parts.method) { parts.method.to_string() } else { "other".to_owned() };
    let start = Instant::now();
    let mut response = next.run(Request::from_parts(parts, body)).await;
    let status = response.status();
    tracing::debug!(%method, path, status = status.as_u16(), "answered");
    let labels = [("method", method), ("path", path), ("status", status.as_u16().to_string())];
    metrics::histogram!("fearsome_request_seconds", &labels).record(start.elapsed().as_secs_f64());
    // What an answer says is true for a moment.
    response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

async fn health(State(app): State<App>) -> Response {
    match app.games.services.store.check().await {
        Ok(()) => "ok\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "the database does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
    }
}

/// Whether a proxy should send clients here: not before other nodes are heard, and not when the server stops.
async fn readiness(State(app): State<App>) -> Response {
    let store = &app.games.services.store;
    let problem = if app.stop.is_cancelled() {
        "the server stops"
    } else if !store.hears_news() {
        "the other nodes are not heard"
    } else if store.check().await.is_err() {
        "the database does not answer"
    } else {
        return "ready\n".into_response();
    };
    (StatusCode::SERVICE_UNAVAILABLE, format!("{problem}\n")).into_response()
}

async fn metrics_page(State(app): State<App>) -> Response {
    match &app.metrics {
        Some(handle) => handle.render().into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The game of a path.
pub(crate) struct GamePath(pub(crate) GameId);

/// The code of a path.
pub(crate) struct CodePath(pub(crate) String);

/// The game and the seat of a path.
pub(crate) struct SeatPath(pub(crate) GameId, pub(crate) usize);

impl FromRequestParts<App> for GamePath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<GamePath, ApiError> {
        let game: String = path(parts, app).await?;
        Ok(GamePath(game_id(&game)?))
    }
}

impl FromRequestParts<App> for CodePath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<CodePath, ApiError> {
        let code: String = path(parts, app).await?;
        // People type what they hear.
        Ok(CodePath(code.trim().to_lowercase().replace([' ', '_'], "-")))
    }
}

impl FromRequestParts<App> for SeatPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<SeatPath, ApiError> {
        let (game, seat): (String, String) = path(parts, app).await?;
        let game = game_id(&game)?;
        let seat = seat.parse().map_err(|_| ApiError::new(ErrorCode::NoSuchSeat, "a seat is a number from 0 to 6"))?;
        Ok(SeatPath(game, seat))
    }
}

async fn path<T: DeserializeOwned + Send>(parts: &mut Parts, app: &App) -> Result<T, ApiError> {
    let unreadable = |_| ApiError::new(ErrorCode::BadRequest, "the path cannot be read");
    Path::from_request_parts(parts, app).await.map(|Path(value)| value).map_err(unreadable)
}

fn game_id(text: &str) -> Result<GameId, ApiError> {
    text.parse().map_err(|_| ApiError::new(ErrorCode::NoSuchGame, "there is no such game"))
}

/// An answer in JSON with a status.
fn created<T: serde::Serialize>(value: T) -> (StatusCode, Json<T>) {
    (StatusCode::CREATED, Json(value))
}
