//! Games over a link: several windows at one table of a server.

use browser_tests::poses::open_menu;
use browser_tests::{House, Page, until, with_pages};
use serde_json::{Value, json};

/// Asks the server as the page does. Returns the answer.
async fn ask(page: &Page, method: &str, path: &str, body: Value) -> Value {
    let body = if body.is_null() { "undefined".to_owned() } else { format!("JSON.stringify({body})") };
    page.eval(&format!(
        "fetch('api/v1/{path}', {{ method: '{method}', headers: {{ 'content-type': 'application/json' }}, body: {body} }})
            .then((answer) => answer.json())"
    ))
    .await
}

/// The number of actions of the game that the page shows.
const SEQ: &str =
    "fetch('api/v1/games/' + location.hash.split('/')[2]).then((answer) => answer.json()).then((game) => game.seq)";

/// What the table waits for here. All but `wait` stays.
const STATE: &str = "location.hash.endsWith('/end') ? 'end'
    : document.querySelector('.act [data-do=confirm]:not([aria-busy=true])') && document.querySelector('button[data-pick]') ? 'move'
    : 'wait'";

async fn state(page: &Page) -> String {
    page.eval(STATE).await
}

/// The space nearest to the exit that the chosen figure can reach.
const GOAL: &str = "(() => {
    const far = (cell) => cell === 'out' ? -1 : cell.charCodeAt(0) - 97 + Number(cell.slice(1));
    const cells = [...document.querySelectorAll('[data-cell]')].map((hit) => hit.dataset.cell);
    return cells.sort((one, other) => far(one) - far(other))[0] ?? '';
})()";

/// Presses what is there, wherever it is by then: what others do may move things under a pointer. Tests of the table use a
/// real pointer.
async fn press(page: &Page, selector: &str) {
    let selector = json!(selector);
    page.eval::<()>(&format!(
        "document.querySelector({selector}).dispatchEvent(new MouseEvent('click', {{ bubbles: true }})), undefined"
    ))
    .await;
}

/// Plans a move by clicks, straight for the exit.
async fn plan(page: &Page) {
    // Again and again: what others do may come in between.
    page.wait_for(
        "(document.querySelector('button[data-pick][aria-pressed=true]') ?? document.querySelector('button[data-pick]')?.click())
            ?? document.querySelector('button[data-pick][aria-pressed=true]')",
    )
    .await;
    let goal: String = page.eval(GOAL).await;
    let goal = if goal.is_empty() { ".act [data-do=stay]".to_owned() } else { format!("[data-cell=\"{goal}\"]") };
    press(page, &goal).await;
    page.wait_for("document.querySelector('.act [data-do=confirm]:enabled')").await;
}

/// Makes a move by clicks.
async fn make_move(page: &Page) {
    plan(page).await;
    confirm(page).await;
}

/// Confirms a plan, and waits until the server has it.
async fn confirm(page: &Page) {
    let before: u32 = page.eval(SEQ).await;
    press(page, ".act [data-do=confirm]:enabled").await;
    until("the server to take the move", async || (page.eval::<u32>(SEQ).await > before).then_some(())).await;
    // The page has heard of it.
    page.wait_for("!document.querySelector('.act [data-do=confirm][aria-busy=true]')").await;
}

/// Waits until one of the pages can move, or all are at the end. Returns the page that can move.
async fn whose_move<'a>(pages: &[&'a Page]) -> Option<&'a Page> {
    until("a page that can move, or the end", async || {
        let mut at_the_end = 0;
        for page in pages {
            match state(page).await.as_str() {
                "move" => return Some(Some(*page)),
                "end" => at_the_end += 1,
                _ => {}
            }
        }
        (at_the_end == pages.len()).then_some(None)
    })
    .await
}

/// Makes a table with these seats and settings, as the page's own form does, and takes a seat for each name. Returns its
/// id.
async fn make_table(page: &Page, house: &House, new: Value, names: &[&str]) -> String {
    page.visit(&house.url()).await;
    let game = ask(page, "POST", "games", new).await["game"].as_str().expect("a game").to_owned();
    for name in names {
        ask(page, "POST", &format!("games/{game}/seats"), json!({ "name": name })).await;
    }
    page.visit(&format!("{}#/table/{game}", house.url())).await;
    game
}

/// Takes a seat under this name.
async fn sit_down(page: &Page, name: &str) {
    page.wait_for("document.querySelector('#arriving-name')").await;
    page.fill("#arriving-name", name).await;
    page.click("[data-do=take]").await;
}

/// Opens the invitation to watch.
async fn watch(page: &Page, house: &House, game: &str) {
    page.visit(&format!("{}#/table/{game}", house.url())).await;
    page.wait_for("document.querySelector('[data-do=watch]')").await;
    page.click("[data-do=watch]").await;
    page.wait_for("document.querySelector('main.room:not(.arrive)')").await;
}

const TABLE: &str = "document.querySelector('main.table.online:not(.setup)')";

#[test]
fn friends_play_over_a_link_whatever_happens_to_the_line() {
    let mut house = House::open();
    with_pages(async |[ada, ben, zoe, phone]: &[Page; 4]| {
        let seats = json!({"seats": [{"is": "open"}, {"is": "open"}], "monster": 17});
        let game = make_table(ada, &house, seats, &["Ada"]).await;
        ada.wait_for("document.querySelector('main.room:not(.arrive) [data-do=start]')").await;
        // Somebody at the door is seen before they sit down.
        ben.visit(&format!("{}#/table/{game}", house.url())).await;
        ben.wait_for("document.querySelector('#arriving-name')").await;
        ben.fill("#arriving-name", "Ben").await;
        ada.wait_for("document.querySelector('[data-door=\"2\"]').textContent.includes('Ben')").await;
        ben.click("[data-do=take]").await;
        ben.wait_for("document.querySelector('main.room:not(.arrive)')").await;
        watch(zoe, &house, &game).await;
        ada.wait_for("document.querySelector('[data-do=start]:enabled')").await;
        ada.click("[data-do=start]").await;
        for page in [ada, ben, zoe] {
            page.wait_for(TABLE).await;
        }
        // Each knows which seat is theirs.
        assert_eq!(
            [ada.count(".player.mine").await, ben.count(".player.mine").await, zoe.count(".player.mine").await],
            [1, 1, 0]
        );

        // Four moves; then one page is loaded again in the middle of a run.
        for _ in 0..4 {
            let page = whose_move(&[ada, ben]).await.expect("the game goes on");
            make_move(page).await;
        }
        zoe.hold_clock().await;
        let is_running = "document.querySelector('main.walking')";
        while !zoe.eval::<bool>(&format!("Boolean({is_running})")).await {
            let page = whose_move(&[ada, ben]).await.expect("the game goes on");
            make_move(page).await;
            // Shows what has come so far, up to the first beat of a run.
            zoe.run_until(&format!("{is_running} || testClock.waiting() === 0")).await;
        }
        zoe.rush_clock().await;
        zoe.visit(&format!("{}#/table/{game}", house.url())).await;
        zoe.wait_for(TABLE).await;

        // The line of the one who is to move goes dead. The plan stays, and the move counts once.
        let mover = whose_move(&[ada, ben]).await.expect("the game goes on");
        plan(mover).await;
        let summary = mover.text(".act .sum .disp").await;
        mover.network(false).await;
        mover.wait_for("document.querySelector('.deadbar')").await;
        mover.network(true).await;
        mover
            .wait_for("!document.querySelector('.deadbar') && document.querySelector('.act [data-do=confirm]:enabled')")
            .await;
        assert_eq!(mover.text(".act .sum .disp").await, summary, "the plan is still there");
        // A move that is made while the line is dead waits, is sent when it is back, and counts once.
        let before: u32 = mover.eval(SEQ).await;
        mover.network(false).await;
        mover.wait_for("document.querySelector('.deadbar')").await;
        mover.key("Enter").await;
        mover.network(true).await;
        until("the move to arrive", async || (mover.eval::<u32>(SEQ).await > before).then_some(())).await;
        mover.wait_for("!document.querySelector('.deadbar')").await;
        let awaited = ask(mover, "GET", &format!("games/{game}/actions?from={}", before + 1), Value::Null).await;
        let by_hand = awaited["actions"].as_array().expect("a list").iter().filter(|action| !action["seat"].is_null());
        assert_eq!(by_hand.count(), 1, "{awaited}");
        for page in [ada, ben] {
            page.forget_console().await;
        }

        // The server dies and comes back.
        house.kill();
        for page in [ada, ben, zoe] {
            page.wait_for("document.querySelector('.deadbar')").await;
        }
        house.start();
        for page in [ada, ben, zoe] {
            page.wait_for("!document.querySelector('.deadbar')").await;
            page.forget_console().await;
        }

        // Ben takes his seat along to his phone.
        ben.click("[data-do=table-menu]").await;
        ben.click("[data-do=move-seats]").await;
        ben.wait_for("document.querySelector('[data-do=move-link]')").await;
        let link: String = ben.eval("document.querySelector('[data-do=move-link]').value").await;
        phone.size(390, 844, true).await;
        phone.visit(&link).await;
        phone.click("[data-do=take-over]").await;
        phone.wait_for(&format!("{TABLE} && document.querySelectorAll('.player.mine').length === 1")).await;
        ben.wait_for("document.querySelectorAll('.player.mine').length === 0").await;

        // To the end: whatever happened, everybody sees the same, and the seal holds what it said.
        while let Some(page) = whose_move(&[ada, phone]).await {
            make_move(page).await;
        }
        let everybody = [ada, ben, zoe, phone];
        let mut ends = vec![];
        for page in everybody {
            page.wait_for("location.hash.endsWith('/end') && document.querySelector('.win [data-seal=checked]')").await;
            // All of it, whatever a small screen has room for.
            ends.push(page.eval::<String>("document.querySelector('.win .score').textContent").await);
        }
        assert!(ends.iter().all(|end| *end == ends[0]), "{ends:#?}");

        // Whoever wants another game takes everybody along, each to their own seat.
        phone.click("[data-do=rematch]").await;
        for page in everybody {
            page.wait_for(&format!(
                "document.querySelector('main.room:not(.arrive)') && !location.hash.includes('{game}')"
            ))
            .await;
        }
        ada.wait_for("document.querySelector('[data-do=start]:enabled')").await;
        ada.click("[data-do=start]").await;
        let mut own = vec![];
        for page in everybody {
            page.wait_for(TABLE).await;
            own.push(page.count(".player.mine").await);
        }
        assert_eq!(own, [1, 0, 0, 1]);
        // Whoever has not seen the seal before is told so, and a seal that is another one than before is noticed.
        let seals: String = zoe.eval("localStorage.getItem('fearsome.seals')").await;
        let mut others: Value = serde_json::from_str(&seals).expect("a list");
        for seal in others.as_array_mut().expect("a list") {
            seal["commitment"] = json!("0".repeat(64));
        }
        for (seals, verdict) in [("[]".to_owned(), "unseen"), (others.to_string(), "wrong"), (seals, "checked")] {
            zoe.eval::<()>(&format!("localStorage.setItem('fearsome.seals', {}), undefined", json!(seals))).await;
            zoe.visit(&format!("{}#/table/{game}/end", house.url())).await;
            zoe.wait_for(&format!("document.querySelector('.win [data-seal={verdict}]')")).await;
        }
        // The last game is kept, and its record tells the same.
        ben.visit(&format!("{}#/archive", house.url())).await;
        ben.wait_for(&format!("document.querySelector('main.archive .game [href*=\"{game}\"]')")).await;
    });
}

#[test]
fn the_host_keeps_the_doors_and_everybody_may_leave() {
    let house = House::open();
    with_pages(async |[ada, ben]: &[Page; 2]| {
        let seats = json!({"seats": [{"is": "open"}, {"is": "open"}, {"is": "open"}]});
        let game = make_table(ada, &house, seats, &["Ada"]).await;
        ben.visit(&format!("{}#/table/{game}", house.url())).await;
        ben.wait_for("document.querySelector('#arriving-name')").await;
        ben.fill("#arriving-name", "Ben").await;
        ada.wait_for("document.querySelector('[data-door=\"2\"] [data-do=keep-out]')").await;
        // Turned away from one door, he stands at the next one.
        ada.click("[data-door=\"2\"] [data-do=keep-out]").await;
        ben.wait_for("document.querySelector('.ways .oops')").await;
        ada.wait_for("document.querySelector('[data-door=\"3\"]').textContent.includes('Ben')").await;
        ben.click("[data-do=take]").await;
        ben.wait_for("document.querySelector('main.room:not(.arrive)')").await;
        // Shown out, he is told so and may knock again.
        ada.wait_for("document.querySelector('[data-door=\"3\"] [data-do=show-out]')").await;
        ada.click("[data-door=\"3\"] [data-do=show-out]").await;
        ben.wait_for("document.querySelector('main.room.arrive .ways .oops')").await;
        ben.click("[data-do=take]:enabled").await;
        ben.wait_for("document.querySelector('main.room:not(.arrive) [data-do=leave]')").await;
        // Who leaves by himself was not shown out: he watches.
        ben.click("[data-do=leave]").await;
        ben.wait_for("document.querySelector('main.room:not(.arrive)') && !document.querySelector('[data-do=leave]')")
            .await;
        ada.wait_for("document.querySelector('.peekers')").await;
        // One more person at the same screen.
        ada.click("[data-do=one-more]").await;
        ada.click("dialog [data-do=sit]").await;
        ada.wait_for("document.querySelectorAll('[data-do=leave]').length === 2").await;
    });
}

#[test]
fn on_a_phone_a_table_with_company_has_one_menu() {
    let house = House::open();
    with_pages(async |[ada, ben]: &[Page; 2]| {
        let seats = json!({"seats": [{"is": "open"}, {"is": "open"}], "start": "when_full", "first": {"seat": 0}});
        let game = make_table(ada, &house, seats, &["Ada"]).await;
        ben.size(390, 844, true).await;
        ben.visit(&format!("{}#/table/{game}", house.url())).await;
        sit_down(ben, "Ben").await;
        ada.wait_for(&format!("({STATE}) === 'move'")).await;
        // It has the tools for which the header has no room, and what this table offers.
        ben.click(".tool.more").await;
        ben.wait_for("document.querySelector('dialog.sheetmenu').open").await;
        let lines: Vec<String> = ben
            .eval("[...document.querySelectorAll('.sheetmenu .mi')].filter((line) => line.checkVisibility()).map((line) => line.dataset.do)")
            .await;
        for line in ["menu-text", "menu-sound", "menu-help", "watch-link", "rules", "leave"] {
            assert!(lines.iter().any(|shown| shown == line), "{line}: {lines:?}");
        }
        ben.click("[data-do=menu-sound]").await;
        ben.wait_for("document.querySelector('.soundbox') && !document.querySelector('dialog.sheetmenu').open").await;
        ben.wait_for("document.activeElement.closest('.soundbox')").await;
    });
}

#[test]
fn a_bot_plays_for_somebody_until_they_want_their_seat_back() {
    let house = House::open();
    with_pages(async |[ada, ben]: &[Page; 2]| {
        let seats = json!({"seats": [{"is": "open"}, {"is": "open"}], "start": "when_full", "first": {"seat": 0}});
        let game = make_table(ada, &house, seats, &["Ada"]).await;
        ben.visit(&format!("{}#/table/{game}", house.url())).await;
        sit_down(ben, "Ben").await;
        ada.wait_for(&format!("({STATE}) === 'move'")).await;
        ada.click("[data-do=table-menu]").await;
        ada.click("[data-do=bot-for-me]").await;
        // The bot moves, and then everybody waits for Ben.
        ben.wait_for(&format!("({STATE}) === 'move'")).await;
        ada.wait_for("document.querySelector('[data-do=seat-back]')").await;
        ada.click("[data-do=seat-back]").await;
        ada.wait_for("!document.querySelector('[data-do=seat-back]')").await;
        make_move(ben).await;
        ada.wait_for(&format!("({STATE}) === 'move'")).await;
    });
}

#[test]
fn a_table_that_is_not_there_says_so() {
    let house = House::open();
    with_pages(async |[ada]: &[Page; 1]| {
        for end in ["", "/end"] {
            ada.visit(&format!("{}#/table/aaaaaaaaaaaaa{end}", house.url())).await;
            ada.wait_for("document.querySelector('main.lost-table')").await;
            assert!(ada.text(".lost-table p").await.contains("no table behind this link"));
        }
        ada.forget_console().await;
    });
}

#[test]
fn the_fortress_is_laid_by_hand_over_the_link() {
    let house = House::open();
    with_pages(async |[ada, ben]: &[Page; 2]| {
        let new = json!({"seats": [{"is": "open"}, {"is": "open"}], "fortress": "by_hand", "start": "when_full"});
        let game = make_table(ada, &house, new, &["Ada"]).await;
        ada.wait_for("document.querySelector('main.room:not(.arrive)')").await;
        ben.visit(&format!("{}#/table/{game}", house.url())).await;
        sit_down(ben, "Ben").await;
        for page in [ada, ben] {
            page.wait_for("document.querySelector('main.setup')").await;
        }
        // On a phone, too, there is a menu.
        ben.size(390, 844, true).await;
        open_menu(ben).await;
        ben.wait_for("document.querySelector('.sheetmenu[open]')").await;
        ben.click(".sheetmenu .x").await;
        ben.size(1440, 900, false).await;
        // The die lays one's own tile only, so each has to lay in turn.
        for laid in 1..=17u32 {
            let ready = "document.querySelector('main.setup .act [data-do=place]')";
            let layer = until("somebody who can lay a tile", async || {
                for page in [ada, ben] {
                    if page.eval::<bool>(&format!("Boolean({ready})")).await {
                        return Some(page);
                    }
                }
                None
            })
            .await;
            layer.click("[data-tile=random]").await;
            layer.wait_for("document.querySelector('.act [data-do=place]:enabled')").await;
            layer.click(".act [data-do=place]:enabled").await;
            // The other one is next, or the game begins.
            layer.wait_for(&format!("!({ready}) || {TABLE}")).await;
            assert_eq!(layer.eval::<u32>(SEQ).await, laid, "the die lays one tile");
        }
        for page in [ada, ben] {
            page.wait_for(TABLE).await;
        }
    });
}

#[test]
fn whoever_comes_when_all_doors_are_shut_may_watch() {
    let house = House::open();
    with_pages(async |[ada, zoe]: &[Page; 2]| {
        let bots: Vec<Value> = (0..6).map(|_| json!({"is": "bot", "bot": "fool"})).collect();
        let seats: Vec<Value> = std::iter::once(json!({"is": "open"})).chain(bots).collect();
        let game = make_table(ada, &house, json!({ "seats": seats }), &["Ada"]).await;
        ada.wait_for("document.querySelector('main.room:not(.arrive)')").await;
        zoe.visit(&format!("{}#/table/{game}", house.url())).await;
        zoe.wait_for("document.querySelector('[data-do=watch]')").await;
        assert_eq!(zoe.count("[data-do=take]:enabled").await, 0);
        zoe.click("[data-do=watch]").await;
        ada.wait_for("document.querySelector('[data-do=start]:enabled')").await;
        ada.click("[data-do=start]").await;
        zoe.wait_for(&format!("{TABLE} && document.querySelectorAll('.player').length >= 7")).await;
        ada.wait_for("document.querySelector('.tool.eyes')").await;
    });
}

#[test]
fn a_table_of_seven_has_people_here_and_elsewhere_and_bots() {
    let house = House::open();
    with_pages(async |[ada, ben]: &[Page; 2]| {
        let bot = || json!({"is": "bot", "bot": "fool"});
        let open = || json!({"is": "open"});
        let seats = json!({"seats": [open(), open(), open(), bot(), bot(), bot(), bot()], "start": "when_full"});
        let game = make_table(ada, &house, seats, &["Ada", "Max"]).await;
        ben.visit(&format!("{}#/table/{game}", house.url())).await;
        sit_down(ben, "Ben").await;
        ada.wait_for(&format!("{TABLE} && document.querySelectorAll('.player.mine').length === 2")).await;
        ben.wait_for(&format!("{TABLE} && document.querySelectorAll('.player.mine').length === 1")).await;
        for _ in 0..6 {
            let page = whose_move(&[ada, ben]).await.expect("the game goes on");
            make_move(page).await;
        }
        // One vanishes; the host puts a bot into the seat, and the game goes on.
        ben.leave().await;
        ada.wait_for("document.querySelector('.player.away')").await;
        while ada.count("[data-do=fox-please]").await == 0 {
            match state(ada).await.as_str() {
                "move" => make_move(ada).await,
                _ => {
                    ada.wait_for(&format!("({STATE}) === 'move' || document.querySelector('[data-do=fox-please]')"))
                        .await
                }
            }
        }
        ada.click("[data-do=fox-please]").await;
        ada.wait_for(&format!("({STATE}) === 'move'")).await;
        make_move(ada).await;
    });
}

#[test]
fn a_page_without_encryption_copies_the_link() {
    let house = House::open();
    with_pages(async |[ada]: &[Page; 1]| {
        let url = format!("http://fearsome.test:{}/", house.port());
        ada.visit(&url).await;
        assert!(!ada.eval::<bool>("isSecureContext").await);
        let game = ask(ada, "POST", "games", json!({"seats": [{"is": "open"}, {"is": "open"}]})).await["game"]
            .as_str()
            .expect("a game")
            .to_owned();
        ask(ada, "POST", &format!("games/{game}/seats"), json!({})).await;
        ada.visit(&format!("{url}#/table/{game}")).await;
        ada.wait_for("document.querySelector('[data-do=copy]')").await;
        ada.hold_clock().await;
        ada.click("[data-do=copy]").await;
        ada.wait_for("document.querySelector('[data-do=copy].done')").await;
        ada.forget_console().await;
    });
}
