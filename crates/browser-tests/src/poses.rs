//! Moments worth a picture.

use crate::Page;

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
