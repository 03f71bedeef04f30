//! How tests play: by pointer or by keyboard, always straight for the exit.

use browser_tests::Page;

/// What the table waits for. While the clock is held, all but `wait` stays: then a bot thinks.
const STATE: &str = "location.hash.endsWith('/end') ? 'end'
    : document.querySelector('.act [data-do=skip]') && testClock.waiting() ? 'watch'
    : document.querySelector('.act [data-do=confirm]') && document.querySelector('button[data-pick]') ? 'move'
    : testClock.waiting() ? 'rest'
    : 'wait'";

/// Plays until somebody has won, every human's move by `make_move`, what is to be watched jumped over by `skip`, and
/// returns how many moves that took. The clock must be held.
pub(crate) async fn to_the_end(page: &Page, make_move: impl AsyncFn(&Page), skip: impl AsyncFn(&Page)) -> usize {
    let mut moves = 0;
    for _ in 0..2000 {
        page.wait_for(&format!("({STATE}) !== 'wait'")).await;
        match page.eval::<String>(STATE).await.as_str() {
            "end" => return moves,
            "watch" => skip(page).await,
            "move" => {
                make_move(page).await;
                moves += 1;
            }
            "rest" => page.run_until("testClock.waiting() === 0").await,
            other => panic!("{other} has not stayed"),
        }
    }
    panic!("the game has no end after {moves} moves")
}

/// The cell that is nearest to the exit among those that can be reached; none if the figure can only stay.
const GOAL: &str = "(() => {
    const far = (cell) => cell === 'out' ? -1 : cell.charCodeAt(0) - 97 + Number(cell.slice(1));
    // A press on its own space lets the figure go.
    const hits = [...document.querySelectorAll('[data-cell]')].filter((hit) => hit.dataset.cost > 0);
    const cells = hits.map((hit) => hit.dataset.cell);
    return cells.sort((one, other) => far(one) - far(other))[0] ?? '';
})()";

/// By the button.
pub(crate) async fn skip_by_button(page: &Page) {
    page.click(".act [data-do=skip]").await;
}

/// By the space bar.
pub(crate) async fn skip_by_key(page: &Page) {
    page.key(" ").await;
}

/// Chooses a figure in the hand, clicks the goal on the board, confirms. The clock must be held: else the next turn, with the
/// same figure, may have come before the test looks.
pub(crate) async fn by_pointer(page: &Page) {
    let figure: String = page.eval("document.querySelector('button[data-pick]').dataset.pick").await;
    page.click(&format!("button[data-pick=\"{figure}\"]")).await;
    page.wait_for(&format!("document.querySelector('button[data-pick=\"{figure}\"][aria-pressed=true]')")).await;
    let goal: String = page.eval(GOAL).await;
    if goal.is_empty() {
        page.click(".act [data-do=stay]").await;
    } else {
        page.click(&format!("[data-cell=\"{goal}\"]")).await;
    }
    page.click(".act [data-do=confirm]:enabled").await;
    page.wait_for(&format!("!document.querySelector('button[data-pick=\"{figure}\"]')")).await;
}

/// Chooses a figure by its number, leads it west and north, confirms with Enter; no pointer is used.
pub(crate) async fn by_keyboard(page: &Page) {
    let number: String =
        page.eval("document.querySelector('button[data-pick] .vh').textContent.match(/[0-9]/)[0]").await;
    page.key(&number).await;
    page.wait_for("document.querySelector('button[data-pick][aria-pressed=true]')").await;
    for _ in 0..3 {
        page.key("ArrowLeft").await;
        page.key("ArrowUp").await;
    }
    if page.eval::<bool>("document.querySelector('[data-do=confirm]').disabled").await {
        page.key("s").await;
    }
    let moved: String = page.eval("document.querySelector('button[data-pick][aria-pressed=true]').dataset.pick").await;
    page.key("Enter").await;
    page.wait_for(&format!("!document.querySelector('button[data-pick=\"{moved}\"]')")).await;
}
