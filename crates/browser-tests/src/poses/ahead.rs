//! The next move is prepared while others move.

use super::scenery::Scenery;
use crate::Page;
use crate::fixtures::to_prepare as game;

/// A game whose next bot is about to move.
pub(super) async fn to_prepare(page: &Page) -> Scenery {
    let game = game(true);
    page.keep_game("0e", &game.table).await;
    page.store("fearsome.shown.0e", &game.shown.to_string()).await;
    Scenery::at("#/game/0e")
}

/// A move is planned ahead.
pub(super) async fn plan(page: &Page) {
    let game = game(true);
    page.wait_for("document.querySelector('.act.wait [data-do=prepare]')").await;
    page.click("[data-do=prepare]").await;
    page.wait_for("document.querySelector('.act.ahead')").await;
    if page.count("[data-cell]").await == 0 {
        page.click(&format!("[data-figure=\"{}\"]", game.figure)).await;
    }
    page.click(&format!("[data-cell=\"{}\"]", game.goal)).await;
    page.wait_for("document.querySelector('[data-do=keep]:enabled') && document.querySelector('.l-play .plan')").await;
}

/// It is kept.
pub(super) async fn keep(page: &Page) {
    plan(page).await;
    page.click("[data-do=keep]").await;
    page.wait_for("document.querySelector('.act.wait .sleeve')").await;
}
