//! A level on the screen: builds traps as a player does, and waits for what becomes of them.

use puzzles::Deed;
use rules::game::Axis;
use rules::{Cell, Direction};

use crate::Page;

/// Deeds in the level `tie-5` with which one of ours is eaten.
pub const LOST: &str = "figure:e10 figure:g10";

/// Deeds that solve it.
pub const SOLVED: &str = "figure:e10 figure:g10 stone:j10";

/// A script to run before the site's own: the worker takes orders, reports that 42 % are done, and never ends unless
/// `window.answer(id, found)` lets it find solutions. The orders are kept in `window.orders`.
pub const STALLED_WORKER: &str = "window.orders = []; window.Worker = class {
    constructor() {
        window.answer = (id, found) => {
            const report = { id, news: { done: { Ok: { found: { solutions: 1, is_all: true, ...found } } } } };
            this.onmessage?.({ data: `${this.version} ${JSON.stringify(report)}` });
        };
    }
    postMessage(text) {
        const [version, order] = [text.split(' ')[0], JSON.parse(text.slice(text.indexOf(' ')))];
        window.orders.push(order);
        this.version = version;
        const report = { id: order.do?.id, news: { progress: { per_mille: 420, found: 0 } } };
        if (order.do) Promise.resolve().then(() => this.onmessage?.({ data: `${version} ${JSON.stringify(report)}` }));
    }
    terminate() {}
};";

/// A script to run before the site's own: there is no worker until `window.Worker = window.RealWorker`.
pub const NO_WORKER: &str = "window.RealWorker = window.Worker; window.Worker = class { constructor() { throw new Error('no worker today'); } };";

/// A script to run before the site's own: counts the workers in `window.workers`.
pub const COUNTED_WORKERS: &str = "window.workers = 0; window.Worker = class extends Worker { constructor(...given) { super(...given); window.workers += 1; } };";

/// Waits for the screen.
pub async fn open(page: &Page) {
    page.wait_for("document.querySelector('main.level .pcs')").await;
}

/// Does something by clicks: takes a piece from the tray or the board, and puts it down.
///
/// # Panics
///
/// If it is not written like a deed.
pub async fn lay(page: &Page, deed: &str) {
    let place = async |cell: Cell| page.click(&space(&cell.to_string())).await;
    let take = async || {
        page.click(&tray(page, deed).await).await;
        page.wait_for("document.querySelector('.level .slot')").await;
    };
    match deed.parse().expect("a deed") {
        Deed::Stone { at, .. } | Deed::Figure { at } | Deed::SquarePool { at } => {
            take().await;
            place(at).await;
        }
        Deed::Move { from, to } => {
            place(from).await;
            page.wait_for("document.querySelector('.level .slot')").await;
            place(to).await;
        }
        Deed::LongPool { at, axis } => {
            take().await;
            if axis == Axis::Column {
                page.click("[data-do=turn]").await;
            }
            place(at).await;
        }
        Deed::Teleporters(pair) => {
            take().await;
            // What is in the hand points to the north at first, and keeps its arrow for the second one.
            let mut held = Direction::North;
            for end in pair {
                while held != end.arrow {
                    page.click("[data-do=turn]").await;
                    held = held.right();
                }
                place(end.at).await;
            }
        }
        Deed::Turn { at, .. } => {
            // A quarter each time; the loop ends when it is as wanted.
            for _ in Direction::ALL {
                place(at).await;
                let now: String = page.eval("document.querySelector('.level .tray').dataset.deeds").await;
                if now.split(' ').any(|done| done == deed) {
                    break;
                }
            }
        }
    }
    page.wait_for(&format!("document.querySelector('.level .tray').dataset.deeds.split(' ').includes('{deed}')")).await;
}

/// The button of the first piece of this kind that is not on the board.
async fn tray(page: &Page, deed: &str) -> String {
    let kind = deed.split(':').next().unwrap_or_default();
    let free = format!(".level .pc[data-kind={kind}]:not(.gone)");
    page.wait_for(&format!("document.querySelector('{free}')")).await;
    free
}

fn space(cell: &str) -> String {
    format!("[data-cell=\"{cell}\"]")
}

/// Lets the monster loose and skips its walk.
pub async fn let_loose(page: &Page) {
    page.click("[data-do=loose]").await;
    page.wait_for("document.querySelector('[data-do=skip], [data-verdict]')").await;
    // Unless the clock is held, the walk may be over by now.
    page.eval::<()>("document.querySelector('[data-do=skip]')?.click(); undefined").await;
    page.wait_for("document.querySelector('[data-verdict]')").await;
}

/// Types a line on the text board, which is open, and returns the answer.
pub async fn submit(page: &Page, line: &str) -> String {
    page.fill("#typed-line", line).await;
    page.key("Enter").await;
    page.text(".reply").await
}

/// Builds a trap, and waits for the verdict.
pub async fn judged(page: &Page, deeds: &str, verdict: &str) {
    open(page).await;
    for deed in deeds.split_whitespace() {
        lay(page, deed).await;
    }
    let_loose(page).await;
    page.wait_for(&format!("document.querySelector('[data-verdict={verdict}]')")).await;
}

/// Takes a help and waits for it. On a phone, the helps are unfolded first.
pub async fn help(page: &Page, name: &str) {
    let unfold = ".level .unfold[aria-expanded=false]";
    if page.eval(&format!("Boolean(document.querySelector('{unfold}')?.checkVisibility())")).await {
        page.click(unfold).await;
    }
    let told = format!(".told[data-help={name}]");
    let button = format!("button.h[data-help={name}]");
    page.wait_for(&format!(
        "[...document.querySelectorAll('{button}, {told}')].some((help) => help.checkVisibility())"
    ))
    .await;
    // What was taken once is shown again.
    if page.count(&told).await > 0 {
        return;
    }
    page.press(&button).await;
    page.wait_for(&format!("document.querySelector('{told}')")).await;
}
