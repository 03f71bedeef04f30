//! The files over HTTP, with content negotiation and caching, and the security headers of every response.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use bytes::Bytes;

use super::{File, PAGE, Site};

/// Content-Security-Policy: the page loads nothing from other origins. The page contains the same policy, for servers
/// that do not send one.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// For files whose name changes with their content.
const FOREVER: &str = "public, max-age=31536000, immutable";

/// For the others: a new version is seen at once, and what is unchanged is not sent again.
const REVALIDATE: &str = "no-cache";

/// What a program without the site says instead of serving it.
pub const NO_SITE: &str = "\
This program contains no browser game, because the site was not built before the program.
Type `cargo xtask site` in the project's folder and build the program again, or type `cargo xtask play`, which does
both and opens the game.
";

/// Returns the service for the files of the site.
pub(crate) fn files(site: Site) -> MethodRouter {
    get(file).with_state(Arc::new(site))
}

/// Adds the security headers to every response of these routes.
pub(crate) fn guarded(routes: Router) -> Router {
    routes.layer(map_response(with_policy))
}

async fn with_policy(mut response: Response) -> Response {
    let headers = response.headers_mut();
    // Pages that need another policy bring their own.
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
    response
}

async fn file(State(site): State<Arc<Site>>, uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path() {
        "/" => PAGE,
        path => path.trim_start_matches('/'),
    };
    match site.file(name) {
        Some(file) => answer(name, file, &headers),
        None if name == PAGE && site.is_empty() => (StatusCode::NOT_FOUND, NO_SITE).into_response(),
        None => (StatusCode::NOT_FOUND, "Not found.\n").into_response(),
    }
}

fn answer(name: &str, file: &File, asked: &HeaderMap) -> Response {
    let (encoding, content) = chosen_form(file, asked);
    // Each encoding is a separate representation and needs its own tag.
    let tag = format!("\"{}-{}\"", file.tag, encoding.unwrap_or("plain"));
    let mut response = if is_known(asked, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(Body::from(content));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(file.content_type));
        if let Some(encoding) = encoding {
            response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    };
    let headers = response.headers_mut();
    headers
        .insert(CACHE_CONTROL, HeaderValue::from_static(if is_named_by_content(name) { FOREVER } else { REVALIDATE }));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(ETAG, HeaderValue::from_str(&tag).expect("a tag consists of ASCII characters"));
    response
}

/// Whether the name holds a hash of the content, as in `page-0123456789abcdef.js`.
fn is_named_by_content(name: &str) -> bool {
    let hash = name.split_once('.').and_then(|(stem, _)| stem.rsplit_once('-'));
    hash.is_some_and(|(_, hash)| hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

fn chosen_form(file: &File, asked: &HeaderMap) -> (Option<&'static str>, Bytes) {
    let forms = [("br", &file.brotli), ("gzip", &file.gzip)];
    let accepted =
        forms.into_iter().find_map(|(name, form)| Some((name, form.as_ref()?)).filter(|_| accepts(asked, name)));
    accepted.map_or((None, file.plain.clone()), |(name, form)| (Some(name), form.clone()))
}

/// Whether the browser accepts this encoding: it is listed, and its weight is not 0.
fn accepts(asked: &HeaderMap, encoding: &str) -> bool {
    let lists = asked.get_all(ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    let mut items = lists.flat_map(|list| list.split(','));
    items.any(|item| {
        let (name, weight) = item.split_once(';').unwrap_or((item, ""));
        let is_refused = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()) == Some(0.0);
        name.trim().eq_ignore_ascii_case(encoding) && !is_refused
    })
}

fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let lists = asked.get_all(IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
    let mut tags = lists.flat_map(|list| list.split(','));
    tags.any(|known| known.trim().trim_start_matches("W/") == tag)
}
