//! Refusals as HTTP responses.

use std::time::Duration;

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::{ErrorAnswer, ErrorCode, Problem};

use crate::game::Refusal;

/// Why a request is refused.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    answer: Box<ErrorAnswer>,
    retry_after: Option<Duration>,
}

/// The usual wait after a failure that passes.
const LATER: Duration = Duration::from_secs(5);

impl ApiError {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        Problem::new(code, message).into()
    }

    /// Too much at a time; it can be tried again after `wait`.
    pub(crate) fn too_many(message: &str, wait: Duration) -> ApiError {
        ApiError { retry_after: Some(wait), ..ApiError::new(ErrorCode::TooMany, message) }
    }

    pub(crate) fn answer(&self) -> &ErrorAnswer {
        &self.answer
    }
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> ApiError {
        Refusal::from(problem).into()
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        let Refusal { problem, seq } = refusal;
        let retry_after = matches!(problem.code, ErrorCode::TooMany | ErrorCode::Unavailable).then_some(LATER);
        ApiError { answer: Box::new(ErrorAnswer { error: problem, seq }), retry_after }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.answer.error.code.status()).expect("codes have valid statuses");
        let mut response = (status, Json(&*self.answer)).into_response();
        if let Some(wait) = self.retry_after {
            // Rounded up: whoever waits that long is not refused again.
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        response
    }
}
