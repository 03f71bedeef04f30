//! Moments worth a picture.

use crate::Page;
use crate::fixtures::{finished_game, half_laid, humans_move_after, seven_players};

/// Every size a screen is looked at: width, height, and whether fingers touch it.
pub const SIZES: [(u32, u32, bool); 6] = [
    (360, 640, true),
    (640, 360, true),
    (820, 1180, true),
    (1024, 768, false),
    (1440, 900, false),
    (2560, 1440, false),
];

/// A game of each kind, in German, whose words are the longest: `0a` somebody's move, `0b` over, `0c` the monster about to
/// run, `0f` a fortress half laid, `f7` the same by seven players, `07` seven players.
pub async fn keep_games(page: &Page) {
    page.language("de").await;
    page.open("").await;
    page.keep_game("0a", &humans_move_after(12, 1)).await;
    page.keep_game("0b", &finished_game(2)).await;
    page.keep_game("07", &seven_players(3)).await;
    page.keep_game("0f", &half_laid(4, 0)).await;
    page.keep_game("f7", &half_laid(7, 0)).await;
    page.keep_run("0c", 1).await;
}

/// A tile stands on a space, and has been refused on another, through a wall.
pub async fn refused_tile(page: &Page) {
    page.click("[data-tile=second-teleporter]").await;
    page.click("[data-cell=l7]").await;
    page.click("[data-cell=f11]").await;
    page.wait_for("document.querySelectorAll('.l-play .twin.bad').length === 2").await;
}

/// A figure has been chosen and a move is planned.
pub async fn plan(page: &Page) {
    page.click("button[data-pick]:last-of-type").await;
    page.wait_for("document.querySelectorAll('[data-cell]').length > 1").await;
    let goal: String = page
        .eval("(() => { const hits = [...document.querySelectorAll('[data-cell]')]; hits.sort((one, other) => other.dataset.cost - one.dataset.cost); return hits[0].dataset.cell; })()")
        .await;
    page.click(&format!("[data-cell=\"{goal}\"]")).await;
    page.wait_for("document.querySelector('.l-play .plan')").await;
}

/// The monster waits after its second step.
pub async fn second_step(page: &Page) {
    for step in 1..=2 {
        page.click("[data-do=step]").await;
        page.wait_for(&format!(
            "document.querySelector('[data-do=run]') && document.querySelectorAll('.prints .d').length === {step} - 1"
        ))
        .await;
    }
}

/// Somebody asks about the step that is on.
pub async fn why(page: &Page) {
    page.click("[data-do=why-now]").await;
    page.wait_for("document.querySelector('.why')").await;
}
