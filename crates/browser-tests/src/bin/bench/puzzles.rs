//! Levels in the page's own worker, while the page does what it usually does: how long all of them take to be solved,
//! how long a player waits for a hint and for the dish of a day, and whether the page stays awake meanwhile.

use ::puzzles::{Chapter, Date, shipped};
use browser_tests::{Page, level};
use web::thinker::{Order, Search, Task, write};

use crate::tell;

/// The most nodes of a search; every level that comes with the game needs fewer.
const NODES: u64 = 50_000_000;

/// The number of the first order that is not the page's own.
const FIRST_ID: u32 = 1_000_000;

/// A week, from Monday to Sunday.
const WEEK: [&str; 7] =
    ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"];

/// Finds the page's worker, and notes the tasks that block the page.
const WATCH: &str = "window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    window.Worker = class extends Worker { constructor(...given) { super(...given); window.pageWorker = this; } };";

struct Times {
    sum: f64,
    longest: f64,
    slowest: usize,
}

impl Times {
    fn of(times: &[f64]) -> Times {
        let longest = times.iter().copied().fold(0.0, f64::max);
        let slowest = times.iter().position(|time| time.total_cmp(&longest).is_eq()).unwrap_or(0);
        Times { sum: times.iter().sum(), longest, slowest }
    }
}

/// Every level that comes with the game, hints for the hardest, and a week of dishes.
pub(crate) async fn measure(page: &Page) {
    page.real_clock().await;
    page.motion().await;
    page.before_load(WATCH).await;
    solve_all(page).await;
    hint(page).await;
    make_dishes(page).await;
}

/// The longest task on the page since this was asked last.
async fn longest_task(page: &Page) -> f64 {
    page.eval("Math.max(0, ...window.long.splice(0))").await
}

/// Opens a level without loading the page again.
async fn go_to(page: &Page, address: &str) {
    page.eval::<()>(&format!("location.hash = '{address}'; undefined")).await;
    let title = "document.querySelector('main.level .pcs')";
    page.wait_for(&format!("location.hash === '{address}' && {title}")).await;
}

/// Solves all levels completely while the monster walks on the board of one of them, again and again.
async fn solve_all(page: &Page) {
    page.open("#/puzzle/seeing-3").await;
    level::open(page).await;
    // The page makes its worker when it first needs it.
    level::help(page, "idea").await;
    level::help(page, "first-space").await;
    page.click("[data-do=loose]").await;
    let order = |(id, code): (u32, String)| {
        let task = Task::Solve(Search { level: code, nodes: NODES, solutions: usize::MAX });
        write(&Order::Do { id, task }).expect("an order can be written")
    };
    let codes = shipped().iter().map(|shipped| shipped.level.to_code());
    let orders: Vec<String> = (FIRST_ID..).zip(codes).map(order).collect();
    let orders = serde_json::to_string(&orders).expect("texts can be written");
    longest_task(page).await;
    // It takes longer than Chromium may take for an answer, which would be asked for again.
    page.eval::<()>(&format!(
        "window.solved = undefined;
            (async (orders) => {{
                const walk = setInterval(() => document.querySelector('.go2.told [data-do=again]')?.click(), 100);
                const times = [];
                for (const [nth, order] of orders.entries()) {{
                    const start = performance.now();
                    await new Promise((done) => {{
                        const hear = ({{ data }}) => {{
                            const {{ id, news }} = JSON.parse(data.slice(data.indexOf(' ')));
                            if (id !== {FIRST_ID} + nth || !news.done) return;
                            window.pageWorker.removeEventListener('message', hear);
                            done();
                        }};
                        window.pageWorker.addEventListener('message', hear);
                        window.pageWorker.postMessage(order);
                    }});
                    times.push(performance.now() - start);
                }}
                clearInterval(walk);
                window.solved = times;
            }})({orders});
            undefined"
    ))
    .await;
    page.wait_for("window.solved").await;
    let times: Vec<f64> = page.eval("window.solved").await;
    let times = Times::of(&times);
    tell("all levels solved completely in the page's worker", times.sum, "ms");
    tell(&format!("the longest of them, {}", shipped()[times.slowest].name), times.longest, "ms");
    tell("longest task on the page, where the monster walks", longest_task(page).await, "ms");
}

/// Takes the second hint of the hardest levels, as a player does, while the monster walks.
async fn hint(page: &Page) {
    let names: Vec<&str> = Chapter::AllTogether.levels().map(|shipped| shipped.name.as_str()).collect();
    let (mut times, mut longest) = (vec![], 0.0_f64);
    for name in &names {
        go_to(page, &format!("#/puzzle/{name}")).await;
        level::help(page, "idea").await;
        page.click("[data-do=loose]").await;
        // Opening the screen and beginning the walk are tasks of their own.
        longest_task(page).await;
        page.eval::<()>("window.asked = performance.now(); undefined").await;
        level::help(page, "first-space").await;
        times.push(page.eval("performance.now() - window.asked").await);
        longest = longest.max(longest_task(page).await);
    }
    let times = Times::of(&times);
    tell("from the press to the second hint, all of the ten hardest", times.sum, "ms");
    tell(&format!("the longest of them, {}", names[times.slowest]), times.longest, "ms");
    tell("longest task on the page, progress and walk included", longest, "ms");
}

/// Opens the dishes of a week, one after the other.
async fn make_dishes(page: &Page) {
    let (mut times, mut longest) = (vec![], 0.0_f64);
    for day in WEEK {
        let date = day.parse::<Date>().expect("a day");
        page.eval::<()>("location.hash = '#/feeding'; undefined").await;
        page.wait_for("document.querySelector('main.feeding .rack')").await;
        longest_task(page).await;
        page.eval::<()>("window.asked = performance.now(); undefined").await;
        go_to(page, &format!("#/day/{date}")).await;
        times.push(page.eval("performance.now() - window.asked").await);
        longest = longest.max(longest_task(page).await);
    }
    let times = Times::of(&times);
    tell("from the link to the dish, a week of them", times.sum, "ms");
    tell(&format!("the longest of them, {}", WEEK[times.slowest]), times.longest, "ms");
    tell("longest task on the page, drawing the level included", longest, "ms");
}
