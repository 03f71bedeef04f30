//! The invitation that people send: `/t/{game}`, a page with a preview that leads to the table.
//!
//! Messengers fetch it and show its title, text and picture. A browser goes on to the browser game at once.

mod words;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_TYPE, HOST, VARY};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use protocol::{ErrorCode, GameId, GameView, Occupant, State as GameState};

use super::error::ApiError;
use super::{App, game_id};
use crate::game::Message;
use crate::table::Claims;
use words::{Language, News, Words};

/// The cover of the game, made from `docs/pictures/home.webp`. Some messengers do not show WebP.
const PICTURE: &[u8] = include_bytes!("picture.jpg");

/// The width and height of the picture.
const PICTURE_SIZE: (u32, u32) = (800, 420);

/// The policy of the server does not allow styles within a page.
const STYLE: &str = include_str!("page.css");

/// For what belongs to the page and may change with the program.
const ONE_DAY: &str = "public, max-age=86400";

pub(super) fn routes() -> Router<App> {
    let style = ([(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, ONE_DAY)], STYLE);
    let picture = ([(CONTENT_TYPE, "image/jpeg"), (CACHE_CONTROL, ONE_DAY)], PICTURE);
    Router::new()
        .route("/t/{game}", get(invitation))
        .route("/t/page.css", get(async move || style))
        .route("/t/picture.jpg", get(async move || picture))
}

async fn invitation(State(app): State<App>, Path(game): Path<String>, headers: HeaderMap) -> Response {
    let language = Language::wanted(&headers);
    let origin = origin(&app, &headers);
    let page = |news, game| page(language, &language.words(news), game, origin.as_deref());
    let (status, page) = match look(&app, &game).await {
        Ok(view) => (StatusCode::OK, page(news(&view), Some(view.game))),
        Err(error) => {
            let (status, news) = match error.answer().error.code {
                ErrorCode::NoSuchGame => (StatusCode::NOT_FOUND, News::Unknown),
                ErrorCode::Gone => (StatusCode::GONE, News::Expired),
                _ => (StatusCode::SERVICE_UNAVAILABLE, News::Unavailable),
            };
            (status, page(news, None))
        }
    };
    let headers =
        [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_LANGUAGE, language.tag()), (VARY, "accept-language")];
    (status, headers, page).into_response()
}

async fn look(app: &App, game: &str) -> Result<GameView, ApiError> {
    app.ask(game_id(game)?, |reply| Message::Look { claims: Claims::default(), reply }).await
}

fn news(view: &GameView) -> News<'_> {
    match view.state {
        GameState::Waiting => {
            let host = view.seats.iter().find(|seat| Some(seat.seat) == view.host_seat);
            let host = host.and_then(|seat| match &seat.occupant {
                Occupant::Human { name, .. } => name.as_deref(),
                Occupant::Bot { .. } | Occupant::Open { .. } | Occupant::None => None,
            });
            let open = view.seats.iter().filter(|seat| matches!(seat.occupant, Occupant::Open { .. })).count();
            News::Waiting { host, open }
        }
        GameState::Playing => News::Playing,
        GameState::Over => News::Over,
    }
}

/// Scheme, host and port of the server, which previews need: they do not accept relative addresses.
fn origin(app: &App, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = &app.public_url {
        return Some(url.origin().to_owned());
    }
    let host: Authority = headers.get(HOST)?.to_str().ok()?.parse().ok()?;
    Some(format!("http://{host}"))
}

/// The page. Everything that comes from outside is escaped here. `game` is the table that it leads to, if there is one.
fn page(language: Language, words: &Words, game: Option<GameId>, origin: Option<&str>) -> String {
    let (title, text, link) = (escaped(&words.title), escaped(&words.text), escaped(words.link));
    let target = game.map_or_else(|| "../".to_owned(), |game| format!("../#/table/{game}"));
    let mut head = format!(
        "<meta property=\"og:site_name\" content=\"Fearsome Floors\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{text}\">\n"
    );
    if let Some(origin) = origin.map(escaped) {
        let (width, height) = PICTURE_SIZE;
        head += &format!(
            "<meta property=\"og:image\" content=\"{origin}/t/picture.jpg\">\n\
             <meta property=\"og:image:width\" content=\"{width}\">\n\
             <meta property=\"og:image:height\" content=\"{height}\">\n\
             <meta name=\"twitter:card\" content=\"summary_large_image\">\n"
        );
        if let Some(game) = game {
            head += &format!("<meta property=\"og:url\" content=\"{origin}/t/{game}\">\n");
        }
    }
    if game.is_some() {
        head += &format!("<meta http-equiv=\"refresh\" content=\"0; url={target}\">\n");
    }
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n\
         <title>{title} · Fearsome Floors</title>\n\
         <meta name=\"description\" content=\"{text}\">\n\
         {head}\
         <link rel=\"stylesheet\" href=\"page.css\">\n</head>\n\
         <body>\n<main>\n<h1>{title}</h1>\n<p>{text}</p>\n<p><a href=\"{target}\">{link}</a></p>\n</main>\n</body>\n</html>\n",
        language.tag()
    )
}

/// A text for the content of an element, or for an attribute in quotes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            _ => escaped.push(c),
        }
    }
    escaped
}
