//! A table on the server: how soon one sits there, what is loaded for it, how soon one sees what others do.

use std::time::{SystemTime, UNIX_EPOCH};

use browser_tests::{Page, Person, with_page, with_pages};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{median, tell};

/// How many people open an invitation.
const ARRIVALS: usize = 5;

/// How many moves of others are watched.
const MOVES: usize = 20;

/// All of it.
pub(crate) fn measure() {
    let times = [(); ARRIVALS].map(|()| with_page(arriving));
    tell("from opening an invitation to its form, median", median(&times.map(|times| times.form)), "ms");
    tell("from opening an invitation to a seat, median", median(&times.map(|times| times.seat)), "ms");
    with_pages(online_part);
    with_page(following);
}

/// A table of two, whose seats are open.
fn two_seats() -> Value {
    json!({"seats": [{"is": "open"}, {"is": "open"}]})
}

#[derive(Clone, Copy, Deserialize)]
struct Arrival {
    form: f64,
    seat: f64,
}

/// When somebody who opens an invitation can take a seat, and when it is taken. The form is filled and sent at once.
async fn arriving(page: &Page) -> Arrival {
    page.real_clock().await;
    page.motion().await;
    let mut host = Person::elsewhere(page);
    let game = host.make_table(two_seats()).await;
    page.before_load(
        "window.times = new Promise((done) => new MutationObserver((_, watch) => {
            const name = document.querySelector('#arriving-name'), take = document.querySelector('[data-do=take]:enabled');
            if (document.querySelector('main.room:not(.arrive)')) {
                watch.disconnect();
                requestAnimationFrame(() => done({ form: window.formed, seat: performance.now() }));
            } else if (!window.formed && name && take) {
                window.formed = performance.now();
                name.value = 'Ada';
                name.dispatchEvent(new InputEvent('input', { bubbles: true }));
                take.click();
            }
        }).observe(document, { childList: true, subtree: true, attributes: true }))",
    )
    .await;
    page.open(&format!("#/table/{game}")).await;
    page.eval("window.times").await
}

/// The bytes that nobody loads who plays here: what an invitation needs besides what a game against bots does.
async fn online_part([player, guest]: &[Page; 2]) {
    let files = "performance.getEntriesByType('resource').filter(({ name }) => !name.includes('/api/')).map(({ name, encodedBodySize }) => [name, encodedBodySize])";
    player.real_clock().await;
    player.open("").await;
    player.play_now().await;
    player
        .wait_for("document.querySelector('main.table .monster') && document.querySelectorAll('.log .cap').length > 1")
        .await;
    let known: Vec<(String, f64)> = player.eval(files).await;
    let mut host = Person::elsewhere(guest);
    let game = host.make_table(two_seats()).await;
    guest.real_clock().await;
    guest.open(&format!("#/table/{game}")).await;
    guest.wait_for("document.querySelector('#arriving-name')").await;
    let loaded: Vec<(String, f64)> = guest.eval(files).await;
    let new = loaded.iter().filter(|(name, _)| known.iter().all(|(known, _)| known != name));
    tell("bytes that only play over a link needs", new.map(|(_, bytes)| bytes).sum::<f64>() / 1000.0, "kB");
}

/// How long it takes from the server's answer to somebody's move until a page elsewhere shows it.
async fn following(page: &Page) {
    page.real_clock().await;
    page.motion().await;
    page.open("").await;
    page.store("fearsome.speed", "rush").await;
    let mut others = Person::elsewhere(page);
    let game = others.make_table(two_seats()).await;
    others.sit_down(game, "Ben").await;
    others.sit_down(game, "Cleo").await;
    others.start(game).await;
    page.open(&format!("#/table/{game}")).await;
    page.wait_for("document.querySelector('main.online .log .cap')").await;
    let mut delays = [0.0; MOVES];
    for delay in &mut delays {
        // What was shown before may go on for a while.
        page.eval::<()>(
            "new Promise((done) => {
                let timer;
                const rests = () => { clearTimeout(timer); timer = setTimeout(() => { watch.disconnect(); done(); }, 500); };
                const watch = new MutationObserver(rests);
                watch.observe(document.querySelector('main'), { childList: true, subtree: true, attributes: true, characterData: true });
                rests();
            })",
        )
        .await;
        page.eval::<()>(
            "window.shown = new Promise((done) => new MutationObserver((_, watch) => {
                watch.disconnect();
                requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
            }).observe(document.querySelector('.log'), { childList: true, subtree: true })), undefined",
        )
        .await;
        others.make_move(game).await;
        let answered =
            SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock that is set").as_secs_f64() * 1000.0;
        *delay = page.eval::<f64>("window.shown").await - answered;
    }
    tell("moves of others at a table on the server", MOVES as f64, "");
    tell("from the server's answer to its first frame, median", median(&delays), "ms");
    tell("the longest of them", delays.into_iter().fold(f64::MIN, f64::max), "ms");
}
