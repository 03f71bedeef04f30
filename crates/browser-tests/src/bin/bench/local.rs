//! A game on this device: what is loaded, how soon one plays, whether the page stays awake while bots think, how smoothly
//! the monster walks, how soon foresight follows the pointer.

use browser_tests::Page;
use browser_tests::fixtures::{against_fiends, humans_move_after};
use serde::Deserialize;

use crate::tell;

/// Bytes as they came over the wire, and the time until one can play.
pub(crate) async fn loading(page: &Page) {
    page.real_clock().await;
    page.motion().await;
    page.open("").await;
    page.wait_for("document.querySelector('main.home .playnow')").await;
    let bytes = |wanted: &str| {
        format!(
            "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).filter(({{ name }}) => {wanted}).reduce((sum, entry) => sum + entry.encodedBodySize, 0)"
        )
    };
    // The parts may be on their way already.
    let first = bytes("!/split_|chunk_/.test(name)");
    tell("bytes until Home answers", page.eval::<f64>(&first).await / 1000.0, "kB");
    tell("from the address to Home", page.eval::<f64>("performance.now()").await, "ms");
    page.eval::<()>("window.pressed = performance.now(); undefined").await;
    page.play_now().await;
    page.wait_for("document.querySelector('main.table .monster')").await;
    tell("from Play now to the table", page.eval::<f64>("performance.now() - window.pressed").await, "ms");
    page.wait_for("document.querySelectorAll('.log .cap').length > 1 || document.querySelector('button[data-pick]')")
        .await;
    let game = bytes("!/split_study/.test(name)");
    tell("bytes until a game is on", page.eval::<f64>(&game).await / 1000.0, "kB");
    tell("bytes with everything", page.eval::<f64>(&bytes("true")).await / 1000.0, "kB");
}

#[derive(Deserialize)]
struct LongTasks {
    count: f64,
    longest: f64,
}

/// Tasks over 50 ms while bots that search make three turns' worth of moves.
pub(crate) async fn thinking(page: &Page) {
    page.real_clock().await;
    page.motion().await;
    page.open("").await;
    page.keep_game("0f", &against_fiends()).await;
    page.eval::<()>(
        "window.long = []; new PerformanceObserver((list) => window.long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' }); location.hash = '#/game/0f'; undefined",
    )
    .await;
    page.wait_for("document.querySelector('main.table')").await;
    // Opening the screen is one task, and has been measured already.
    page.eval::<()>("window.long.length = 0; undefined").await;
    page.wait_for("document.querySelectorAll('.log .cap').length > 8").await;
    let tasks: LongTasks = page.eval("({ count: window.long.length, longest: Math.max(0, ...window.long) })").await;
    tell("tasks over 50 ms while Fiend thinks and moves", tasks.count, "");
    tell("the longest of them", tasks.longest, "ms");
}

/// Frames a second during one run of the monster.
pub(crate) async fn walking(page: &Page) {
    page.real_clock().await;
    page.motion().await;
    page.open("").await;
    page.keep_run("0c", 1).await;
    page.open("#/game/0c").await;
    page.wait_for("document.querySelector('.act.walk')").await;
    let frames: f64 = page
        .eval("new Promise((done) => { const start = performance.now(); let frames = 0; const next = () => { frames += 1; document.querySelector('.act.walk') ? requestAnimationFrame(next) : done(frames / (performance.now() - start) * 1000); }; requestAnimationFrame(next); })")
        .await;
    tell("frames a second while the monster walks", frames, "");
}

#[derive(Deserialize)]
struct Updates {
    count: f64,
    mean: f64,
    longest: f64,
}

/// How long it takes from the pointer's move over another space until foresight, dangers and the plan have changed in the page.
pub(crate) async fn pointing(page: &Page) {
    page.real_clock().await;
    page.motion().await;
    page.open("").await;
    page.keep_game("0a", &humans_move_after(44, 1)).await;
    page.open("#/game/0a").await;
    page.wait_for("document.querySelector('button[data-pick]')").await;
    page.click("button[data-pick]").await;
    page.wait_for("document.querySelectorAll('[data-cell]').length > 4").await;
    let updates: Updates = page
        .eval(
            "(async () => {
                const board = document.querySelector('.board'), times = [];
                const targets = [...document.querySelectorAll('[data-cell]')].filter((hit) => hit.dataset.cost > 0).map((hit) => {
                    const box = hit.getBoundingClientRect();
                    return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
                });
                for (let round = 0; round < 4; round += 1) for (const at of targets) {
                    await new Promise(requestAnimationFrame);
                    const changed = new Promise((done) => new MutationObserver((_, watch) => { watch.disconnect(); done(performance.now()); }).observe(document.querySelector('.act .sum'), { childList: true, characterData: true, subtree: true }));
                    const start = performance.now();
                    board.dispatchEvent(new PointerEvent('pointermove', { ...at, bubbles: true, isPrimary: true, pointerType: 'mouse' }));
                    times.push(await changed - start);
                }
                return { count: times.length, mean: times.reduce((sum, time) => sum + time, 0) / times.length, longest: Math.max(...times) };
            })()",
        )
        .await;
    tell("pointer moves over other spaces", updates.count, "");
    tell("from a pointer's move to the new foresight, mean", updates.mean, "ms");
    tell("the longest of them", updates.longest, "ms");
}
