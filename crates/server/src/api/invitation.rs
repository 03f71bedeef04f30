//! The invitation that people send: a page that says what it is and leads to the table.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use protocol::{Occupant, State as GameState};

use super::{App, game_id};
use crate::game::Message;
use crate::table::Claims;

pub(super) async fn invitation(State(app): State<App>, Path(game): Path<String>) -> Response {
    let Ok(game) = game_id(&game) else { return not_found() };
    let message = |reply| Message::Look { claims: Claims::default(), reply };
    let Ok(view) = app.ask(game, message).await else { return not_found() };
    let seats = view.seats.iter().map(|seat| &seat.occupant);
    let open = seats.filter(|occupant| matches!(occupant, Occupant::Open { .. })).count();
    let text = match (view.state, open) {
        (GameState::Waiting, 0) => "All seats are taken. You can watch.".to_owned(),
        (GameState::Waiting, 1) => "One seat is free. No account, nothing to install.".to_owned(),
        (GameState::Waiting, open) => format!("{open} seats are free. No account, nothing to install."),
        (GameState::Playing, _) => "The game is under way. You can watch.".to_owned(),
        (GameState::Over, _) => "The game is over. You can watch it again.".to_owned(),
    };
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>Fearsome Floors: a table</title>\n\
         <meta property=\"og:title\" content=\"Come and play Fearsome Floors\">\n\
         <meta property=\"og:description\" content=\"{text}\">\n\
         <meta name=\"robots\" content=\"noindex\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url=../#/table/{game}\">\n</head>\n\
         <body>\n<p>{text} <a href=\"../#/table/{game}\">To the table</a></p>\n</body>\n</html>\n"
    );
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "There is no such table.\n").into_response()
}
