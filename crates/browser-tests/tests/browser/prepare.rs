//! The next move is prepared while others move: it is kept, offered, dropped when it has become impossible, and never made
//! by itself.

use browser_tests::fixtures::{ToPrepare, to_prepare};
use browser_tests::{Page, Person, with_page};
use serde_json::json;

/// Opens a game whose next bot is about to move, and begins to prepare a move.
async fn open(page: &Page, lasts: bool) -> ToPrepare {
    let to_prepare = to_prepare(lasts);
    page.motion().await;
    page.open("").await;
    page.keep_game("0a", &to_prepare.table).await;
    page.store("fearsome.shown.0a", &to_prepare.shown.to_string()).await;
    page.hold_clock().await;
    page.open("#/game/0a").await;
    page.wait_for("document.querySelector('.act.wait [data-do=prepare]')").await;
    to_prepare
}

/// Plans what the fixture describes.
async fn plan(page: &Page, ToPrepare { figure, goal, .. }: &ToPrepare) {
    page.wait_for("document.querySelector('.act.ahead')").await;
    // It may be the only one, and chosen already.
    page.wait_for(&format!("document.querySelector('button[data-pick=\"{figure}\"]')")).await;
    if page.count("button[data-pick][aria-pressed=true]").await == 0 {
        page.click(&format!("button[data-pick=\"{figure}\"]")).await;
    }
    page.click(&format!("[data-cell=\"{goal}\"]")).await;
    page.wait_for("document.querySelector('[data-do=keep]:enabled')").await;
}

/// The number of actions of the game, as it is stored.
const ACTIONS: &str = "localStorage.getItem('fearsome.game.0a').length";

async fn voice(page: &Page) -> String {
    page.text("[data-voice=ahead]").await
}

const DUE: &str = "document.querySelector('.act [data-do=confirm]')";

#[test]
fn a_prepared_move_is_kept_offered_and_made_when_it_is_confirmed() {
    with_page(async |page| {
        let wanted = open(page, true).await;
        page.click("[data-do=prepare]").await;
        plan(page, &wanted).await;
        assert_eq!(page.count("[data-do=confirm]").await, 0, "it cannot be made yet");
        page.click("[data-do=keep]").await;
        page.wait_for("document.querySelector('.act.wait .sleeve')").await;
        assert!(page.text(".sleeve").await.contains(&wanted.goal.to_string()));
        assert!(voice(page).await.contains(&wanted.goal.to_string()));
        let before: usize = page.eval(ACTIONS).await;
        page.run_until(DUE).await;
        page.wait_for("document.querySelector('.act [data-do=confirm]:enabled')").await;
        assert_eq!(page.count(".act .prepared.offered").await, 1);
        assert!(page.text(".act .sum").await.contains(&wanted.goal.to_string()));
        assert!(voice(page).await.contains("still possible"), "{}", voice(page).await);
        assert_eq!(page.eval::<usize>(ACTIONS).await, before, "it was made by itself");
        page.key("Enter").await;
        page.wait_for(&format!("{ACTIONS} > {before}")).await;
        assert_eq!(page.count(".act .prepared").await, 0);
    });
}

#[test]
fn a_prepared_move_that_has_become_impossible_is_dropped_with_a_word() {
    with_page(async |page| {
        let wanted = open(page, false).await;
        page.click("[data-do=prepare]").await;
        plan(page, &wanted).await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('.act.wait .sleeve')").await;
        page.run_until("document.querySelector('.act .prepared.lost')").await;
        assert_eq!(page.count(".sleeve").await, 0);
        assert!(voice(page).await.contains("no longer possible"), "{}", voice(page).await);
        page.run_until(DUE).await;
        assert_eq!(page.count(".act [data-do=confirm]:enabled").await, 0, "nothing is planned");
        // The word goes when something else is planned.
        page.click("button[data-pick]").await;
        page.key("s").await;
        page.wait_for(
            "document.querySelector('.act [data-do=confirm]:enabled') && !document.querySelector('.act .prepared')",
        )
        .await;
    });
}

#[test]
fn a_prepared_move_is_changed_forgotten_and_carried_on_by_keyboard() {
    with_page(async |page| {
        let wanted = open(page, true).await;
        page.key("p").await;
        plan(page, &wanted).await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('.act.wait .sleeve')").await;
        page.click("[data-do=change]").await;
        page.wait_for("document.querySelector('[data-do=keep]:enabled')").await;
        // Once for the plan, once for the figure, once for the whole idea; the only figure may be let go, too.
        for _ in 0..3 {
            page.key("Escape").await;
        }
        page.wait_for("document.querySelector('.act.wait [data-do=prepare]')").await;
        assert_eq!(page.count(".sleeve").await, 0);
        // What is being planned when the turn comes stays planned.
        page.key("p").await;
        plan(page, &wanted).await;
        page.run_until(DUE).await;
        page.wait_for("document.querySelector('.act [data-do=confirm]:enabled')").await;
        assert!(page.text(".act .sum").await.contains(&wanted.goal.to_string()));
    });
}

#[test]
fn over_a_link_a_move_is_prepared_offered_and_dropped() {
    with_page(async |page| {
        let (mut ada, mut ben) = (Person::with_browser(page), Person::elsewhere(page));
        let seats = json!([{"is": "open"}, {"is": "open"}]);
        let game = ada.make_table(json!({"seats": seats, "first": {"seat": 1}})).await;
        ada.sit_down(game, "Ada").await;
        ben.sit_down(game, "Ben").await;
        ben.come(game).await;
        ada.start(game).await;
        page.open("").await;
        page.belong_to(&ada).await;
        page.open(&format!("#/table/{game}")).await;

        // Ben goes where Ada wants to go.
        prepare_to(page, "o11").await;
        assert!(!page.eval::<String>("document.title").await.contains('▶'), "nobody is called yet");
        ben.move_to(game, "o11").await;
        page.wait_for(DUE).await;
        page.wait_for("document.querySelector('.act .prepared.lost')").await;
        let seq = ada.view(game).await.seq;
        page.click("button[data-pick]:not([aria-pressed=true])").await;
        page.key("s").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('.act.wait [data-do=prepare]')").await;
        assert_eq!(ada.view(game).await.seq, seq + 1);

        // Ben goes elsewhere.
        prepare_to(page, "p10").await;
        ben.move_to(game, "n11").await;
        page.wait_for("document.querySelector('.act .prepared.offered')").await;
        page.wait_for("document.querySelector('.act [data-do=confirm]:enabled')").await;
        let seq = ada.view(game).await.seq;
        assert_eq!(seq, 3, "it was made by itself");
        page.click(".act [data-do=confirm]").await;
        page.wait_for("!document.querySelector('.act [data-do=confirm]')").await;
        assert!(ada.view(game).await.seq > seq);
    });
}

/// Keeps a move of the last figure of the list to this space.
async fn prepare_to(page: &Page, cell: &str) {
    page.wait_for("document.querySelector('.act.wait [data-do=prepare]')").await;
    page.click("[data-do=prepare]").await;
    page.wait_for("document.querySelector('.act.ahead')").await;
    page.eval::<()>("[...document.querySelectorAll('button[data-pick]')].at(-1).click(), undefined").await;
    page.click(&format!("[data-cell=\"{cell}\"]")).await;
    page.click("[data-do=keep]:enabled").await;
    page.wait_for("document.querySelector('.act.wait .sleeve')").await;
}
