//! How quick the page is: what is loaded, how soon one plays, whether it stays awake while bots think, how smoothly the
//! monster walks, how soon one sits at a table on the server and sees what others do there. Figures depend on the machine;
//! nothing is asserted.

use std::time::{SystemTime, UNIX_EPOCH};

use browser_tests::fixtures::{against_fiends, humans_move_after};
use browser_tests::{Page, Person, with_page, with_pages};
use serde::Deserialize;
use serde_json::{Value, json};

fn main() {
    println!("{:52} {:>12}", "what", "figure");
    with_page(loading);
    with_page(thinking);
    with_page(walking);
    with_page(pointing);
    let times = [(); ARRIVALS].map(|()| with_page(arriving));
    tell("from opening an invitation to its form, median", median(times.map(|times| times.form)), "ms");
    tell("from opening an invitation to a seat, median", median(times.map(|times| times.seat)), "ms");
    with_pages(online_part);
    with_page(following);
}

/// How many people open an invitation.
const ARRIVALS: usize = 5;

/// How many moves of others are watched.
const MOVES: usize = 20;

fn median<const N: usize>(mut values: [f64; N]) -> f64 {
    values.sort_by(f64::total_cmp);
    (values[(N - 1) / 2] + values[N / 2]) / 2.0
}

fn tell(what: &str, figure: f64, unit: &str) {
    println!("{what:52} {figure:>8.1} {unit}");
}

/// Bytes as they came over the wire, and the time until one can play.
async fn loading(page: &Page) {
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
    page.click("main.home .playnow").await;
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
async fn thinking(page: &Page) {
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
async fn walking(page: &Page) {
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
async fn pointing(page: &Page) {
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
    player.click("main.home .playnow").await;
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
    tell("from the server's answer to its first frame, median", median(delays), "ms");
    tell("the longest of them", delays.into_iter().fold(f64::MIN, f64::max), "ms");
}
