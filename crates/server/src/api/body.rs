//! The body of a request, parsed from JSON.

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_LENGTH;
use http_body_util::LengthLimitError;
use protocol::{ErrorCode, Problem};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::App;
use super::error::ApiError;

/// The maximum size of a request, in bytes.
pub(crate) const MOST_BYTES: usize = 64 * 1024;

/// A body that must be there.
pub(crate) struct Body<T>(pub(crate) T);

/// A body that may be missing.
pub(crate) struct OptionalBody<T>(pub(crate) Option<T>);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, ApiError> {
        let bytes = read(request, app).await?;
        Ok(Body(parse(&bytes)?))
    }
}

impl<T: DeserializeOwned> FromRequest<App> for OptionalBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<OptionalBody<T>, ApiError> {
        let bytes = read(request, app).await?;
        let is_missing = bytes.trim_ascii().is_empty();
        Ok(OptionalBody(if is_missing { None } else { Some(parse(&bytes)?) }))
    }
}

async fn read(request: Request, app: &App) -> Result<Bytes, ApiError> {
    let too_large = || ApiError::new(ErrorCode::TooLarge, format!("a request has at most {MOST_BYTES} bytes"));
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > MOST_BYTES as u64) {
        return Err(too_large());
    }
    let patience = app.limits.header_timeout;
    match timeout(patience, to_bytes(request.into_body(), MOST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) => {
            let is_length = std::error::Error::source(&error).is_some_and(|source| source.is::<LengthLimitError>());
            if is_length {
                Err(too_large())
            } else {
                Err(ApiError::new(ErrorCode::BadRequest, "the body is incomplete"))
            }
        }
        Err(_) => Err(ApiError::new(ErrorCode::BadRequest, "the body took too long to arrive")),
    }
}

/// Parses JSON, and names the place of a mistake.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // serde would also take a list for a structure, with fields in their order.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(Problem::new(ErrorCode::BadRequest, "expected a JSON object"));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let place = error.path().to_string();
        let problem = Problem::new(ErrorCode::BadRequest, error.inner().to_string());
        if place == "." { problem } else { problem.at(place) }
    })?;
    deserializer.end().map_err(|error| Problem::new(ErrorCode::BadRequest, error.to_string()))?;
    Ok(value)
}
