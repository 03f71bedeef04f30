//! A slow machine: Chromium slows the page's thread down, and draws without a graphics card. What players feel there:
//! until the table stands, frames and tasks while the monster runs and bots move, a figure chosen, a replay dragged.

use browser_tests::fixtures::{bots_move_after, finished_game, humans_move_after};
use browser_tests::{Page, with_page};

use crate::{median, tell};

/// How many times slower the page's thread is.
const SLOWER: u32 = 6;

/// How often each figure is measured; its median is told.
const ROUNDS: usize = 3;

/// How many places along the time line the pointer is dragged to, from one end to the other.
const STEPS: usize = 48;

/// A window: its width, its height, and whether it is touched.
type Window = (u32, u32, bool);

/// A phone upright, and a desktop.
const WINDOWS: [Window; 2] = [(390, 844, true), (1440, 900, false)];

/// What the measurements share: `longest()` is the longest task over 50 ms since `tasks` was emptied, `frame()` the time
/// when the page's thread is done with the next frame, `paced()` counts frames while something is shown.
const TOOLS: &str = "
    window.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    // Chromium reports a task a little after its end.
    window.longest = () => new Promise((done) => setTimeout(() => done(Math.max(0, ...tasks)), 300));
    window.frame = () => new Promise((done) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now());
        port2.postMessage('');
    }));
    window.paced = async (isShown) => {
        tasks.length = 0;
        const start = performance.now();
        let frames = 0;
        for (; isShown(); frames += 1) await new Promise(requestAnimationFrame);
        return [frames / (performance.now() - start) * 1000, await longest()];
    };";

/// All of it.
pub(crate) fn measure() {
    println!("\nCPU slowed down {SLOWER} times, drawn in software, medians of {ROUNDS}");
    for window in WINDOWS {
        println!("in a window of {} × {}", window.0, window.1);
        let [stands, _] = rounds(window, standing);
        tell("from Play now to the frame with the table", stands, "ms");
        let [frames, longest] = rounds(window, running);
        tell("frames a second while the monster runs", frames, "");
        tell("the longest task meanwhile", longest, "ms");
        let [frames, longest] = rounds(window, bots_moving);
        tell("frames a second while bots move", frames, "");
        tell("the longest task meanwhile", longest, "ms");
        let [first, other] = rounds(window, choosing);
        tell("from the press on a figure to the frame with its reach", first, "ms");
        tell("from the press on another figure to the frame", other, "ms");
        let [step, longest] = rounds(window, dragging);
        tell("a step along the time line to its frame, median", step, "ms");
        tell("the longest of them", longest, "ms");
    }
}

/// The medians of two figures, measured in pages of their own.
fn rounds((width, height, is_touched): Window, measured: impl AsyncFn(&Page) -> [f64; 2]) -> [f64; 2] {
    let round = |_| {
        with_page(async |page| {
            page.real_clock().await;
            page.motion().await;
            page.size(width, height, is_touched).await;
            page.before_load(TOOLS).await;
            page.open("").await;
            measured(page).await
        })
    };
    let rounds: Vec<[f64; 2]> = (0..ROUNDS).map(round).collect();
    [0, 1].map(|figure| median(&rounds.iter().map(|round| round[figure]).collect::<Vec<_>>()))
}

/// The time from Play now until the table is there.
async fn standing(page: &Page) -> [f64; 2] {
    page.wait_for("document.querySelector('main.home .playnow')").await;
    page.slow_down(SLOWER).await;
    page.eval(
        "(async () => {
            const start = performance.now();
            localStorage.setItem('fearsome.first-game', '');
            document.querySelector('main.home .playnow').click();
            while (!document.querySelector('main.table .monster')) await frame();
            return [await frame() - start, 0];
        })()",
    )
    .await
}

/// Frames a second and the longest task of a run of the monster.
async fn running(page: &Page) -> [f64; 2] {
    page.keep_run("0c", 1).await;
    page.open("#/game/0c").await;
    page.wait_for("document.querySelector('.act.walk')").await;
    page.slow_down(SLOWER).await;
    page.eval("paced(() => document.querySelector('.act.walk'))").await
}

/// The same while bots move, until it is the player's turn.
async fn bots_moving(page: &Page) -> [f64; 2] {
    page.keep_game("0d", &bots_move_after(44, 1)).await;
    page.open("#/game/0d").await;
    page.wait_for("document.querySelector('main.table .monster')").await;
    page.slow_down(SLOWER).await;
    page.eval("paced(() => !document.querySelector('button[data-pick]'))").await
}

/// The time from the press on a figure until its reach is drawn, and the same for another figure after it.
async fn choosing(page: &Page) -> [f64; 2] {
    page.keep_game("0a", &humans_move_after(44, 1)).await;
    page.open("#/game/0a").await;
    page.wait_for("document.querySelectorAll('.l-hits [data-figure]').length > 1").await;
    page.slow_down(SLOWER).await;
    let mut times = [0.0; 2];
    for time in &mut times {
        page.eval::<()>(
            "window.pressed = new Promise((done) => addEventListener('pointerdown', async ({ timeStamp }) => done(await frame() - timeStamp), { once: true, capture: true })), undefined",
        )
        .await;
        page.click(".l-hits [data-figure]").await;
        *time = page.eval("pressed").await;
        page.wait_for("document.querySelector('.l-hits [data-cell]')").await;
    }
    times
}

/// The time from a pointer's move along the time line until the frame with that moment: the median, and the longest.
async fn dragging(page: &Page) -> [f64; 2] {
    page.keep_game("0b", &finished_game(1)).await;
    page.open("#/replay/game-0b/0").await;
    page.wait_for("document.querySelector('main.replay .line')").await;
    page.slow_down(SLOWER).await;
    let times: Vec<f64> = page
        .eval(&format!(
            "(async () => {{
                const line = document.querySelector('main.replay .line'), times = [];
                const {{ left, width, top, height }} = line.getBoundingClientRect();
                const send = (kind, step) => line.dispatchEvent(new PointerEvent(kind, {{ bubbles: true, isPrimary: true, button: 0, buttons: 1, clientX: left + width * step / {STEPS}, clientY: top + height / 2 }}));
                send('pointerdown', 0);
                await frame();
                for (let step = 1; step <= {STEPS}; step += 1) {{
                    const start = performance.now();
                    send('pointermove', step);
                    times.push(await frame() - start);
                }}
                return times;
            }})()"
        ))
        .await;
    [median(&times), times.into_iter().fold(0.0, f64::max)]
}
