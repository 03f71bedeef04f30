//! What one does at the table: moving, watching, leaving and coming back.

use browser_tests::fixtures::humans_move_after;
use browser_tests::{Page, with_page};

use crate::play::by_pointer;

/// Opens a game in which a human is to move.
async fn open_move(page: &Page) {
    page.open("").await;
    page.keep_game("0a", &humans_move_after(12, 1)).await;
    page.open("#/game/0a").await;
    page.wait_for("document.querySelector('button[data-pick]')").await;
}

async fn summary(page: &Page) -> String {
    page.text(".act .sum").await
}

#[test]
fn a_move_is_looked_at_changed_taken_back_and_made() {
    with_page(async |page| {
        open_move(page).await;
        page.click("button[data-pick]").await;
        page.wait_for("document.querySelectorAll('[data-cell]').length > 3").await;
        let cells: Vec<String> =
            page.eval("[...document.querySelectorAll('[data-cell]')].filter((hit) => hit.dataset.cost > 0).map((hit) => hit.dataset.cell)").await;
        let [one, other] = [&cells[0], &cells[1]];
        // Hovering shows the way, and means nothing yet.
        page.hover(&format!("[data-cell=\"{one}\"]")).await;
        page.wait_for(&format!("document.querySelector('.act .sum').textContent.includes('{one}')")).await;
        assert!(page.eval::<bool>("document.querySelector('[data-do=confirm]').disabled").await);
        page.click(&format!("[data-cell=\"{other}\"]")).await;
        page.wait_for(&format!("document.querySelector('.act .sum').textContent.includes('{other}')")).await;
        assert_eq!(page.count(".l-play .plan").await, 1);
        page.key("Escape").await;
        page.wait_for("document.querySelector('[data-do=stay]')").await;
        assert_eq!(page.count(".l-play .plan").await, 0);
        page.click("[data-do=stay]").await;
        page.wait_for("document.querySelector('[data-do=confirm]:enabled')").await;
        let told = page.count(".log .cap").await;
        page.click("[data-do=confirm]").await;
        page.wait_for(&format!("document.querySelectorAll('.log .cap').length > {told}")).await;
    });
}

#[test]
fn a_figure_can_be_dragged_from_space_to_space() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0a", &humans_move_after(40, 1)).await;
        page.open("#/game/0a").await;
        page.wait_for("document.querySelector('button[data-pick]')").await;
        // A figure on the board with somewhere to go.
        let figures: Vec<String> =
            page.eval("[...document.querySelectorAll('[data-figure]')].map((hit) => hit.dataset.figure)").await;
        let mut dragged = false;
        for figure in figures {
            page.click(&format!("button[data-pick=\"{figure}\"]")).await;
            page.wait_for(&format!("document.querySelector('button[data-pick=\"{figure}\"][aria-pressed=true]')"))
                .await;
            let cells: Vec<String> = page.eval("[...document.querySelectorAll('[data-cell]')].filter((hit) => hit.dataset.cost <= 1).map((hit) => hit.dataset.cell)").await;
            // Its own space, and one beside it.
            if let [own, next, ..] = &cells[..] {
                page.drag(&format!("[data-cell=\"{own}\"]"), &format!("[data-cell=\"{next}\"]")).await;
                page.wait_for("document.querySelector('[data-do=confirm]:enabled')").await;
                assert!(summary(page).await.contains(&format!("{own} to {next}")), "{}", summary(page).await);
                dragged = true;
                break;
            }
        }
        assert!(dragged, "no figure could be dragged");
    });
}

#[test]
fn a_reload_in_the_middle_of_a_run_shows_it_again_and_goes_on() {
    with_page(async |page| {
        page.motion().await;
        page.open("").await;
        page.keep_run("0c", 1).await;
        page.hold_clock().await;
        page.open("#/game/0c").await;
        page.run_until("document.querySelectorAll('.prints .d').length >= 2").await;
        page.reload().await;
        page.wait_for("document.querySelector('.act.walk') && document.querySelectorAll('.prints .d').length === 0")
            .await;
        page.run_until("document.querySelectorAll('.prints .d').length >= 2").await;
        let shown = "Number(localStorage.getItem('fearsome.shown.0c'))";
        let before: usize = page.eval(shown).await;
        page.click("[data-do=skip]").await;
        page.wait_for("document.querySelector('.act:not(.walk)')").await;
        assert!(page.eval::<usize>(shown).await > before);
    });
}

#[test]
fn the_monster_is_watched_step_by_step_and_again() {
    with_page(async |page| {
        page.motion().await;
        page.open("").await;
        page.keep_run("0c", 1).await;
        page.hold_clock().await;
        page.open("#/game/0c").await;
        page.click("[data-do=step]").await;
        page.run_until("document.querySelector('[data-do=run]')").await;
        let first = page.text(".act .sum .disp").await;
        page.click("[data-do=step]").await;
        page.run_until(&format!("document.querySelector('.act .sum .disp').textContent !== {first:?} && document.querySelector('[data-do=run]')")).await;
        page.click("[data-do=run]").await;
        page.wait_for("!document.querySelector('[data-do=run]')").await;
        page.click(".act.walk [data-do=skip]").await;
        page.run_until("document.querySelector('.act:not(.walk) [data-do=again]')").await;
        page.click("[data-do=again]").await;
        page.wait_for("document.querySelector('.act.walk')").await;
        page.click(".act.walk [data-do=skip]").await;
        page.wait_for("document.querySelector('.act:not(.walk)')").await;
    });
}

#[test]
fn a_game_that_went_on_in_another_tab_is_not_destroyed() {
    with_page(async |page| {
        open_move(page).await;
        // Another tab has moved, and this one has not been told.
        let further = humans_move_after(20, 1).to_save().to_text();
        page.eval::<()>(&format!("localStorage.setItem('fearsome.game.0a', {further:?}); undefined")).await;
        page.click("button[data-pick]").await;
        page.key("s").await;
        page.key("Enter").await;
        page.wait_for("document.querySelectorAll('.log .cap').length > 16").await;
        assert_eq!(page.eval::<String>("localStorage.getItem('fearsome.game.0a')").await, further);
    });
}

#[test]
fn a_tab_follows_what_another_one_does() {
    with_page(async |page| {
        open_move(page).await;
        let further = humans_move_after(20, 1).to_save().to_text();
        page.eval::<()>(&format!(
            "(() => {{ const key = 'fearsome.game.0a'; localStorage.setItem(key, {further:?}); dispatchEvent(new StorageEvent('storage', {{ key, newValue: {further:?} }})); }})()"
        ))
        .await;
        page.wait_for("document.querySelectorAll('.log .cap').length > 16").await;
        assert_eq!(page.count(".trouble").await, 0);
    });
}

#[test]
fn where_nothing_can_be_kept_the_game_goes_on() {
    with_page(async |page| {
        page.open("").await;
        page.eval::<()>("Storage.prototype.setItem = () => { throw new Error('full') }; undefined").await;
        page.hold_clock().await;
        page.click("main.home .playnow").await;
        page.click(".trouble button").await;
        for _ in 0..2 {
            page.run_until("document.querySelector('button[data-pick]')").await;
            by_pointer(page).await;
        }
        page.run_until("document.querySelector('.act.walk')").await;
        assert_eq!(page.count(".trouble").await, 0);
    });
}

#[test]
fn keys_work_after_a_button_is_gone() {
    with_page(async |page| {
        open_move(page).await;
        page.click("button[data-pick]").await;
        page.click("[data-do=stay]").await;
        page.key("Escape").await;
        page.wait_for("document.querySelector('[data-do=stay]')").await;
        page.key("s").await;
        page.wait_for("document.querySelector('[data-do=confirm]:enabled')").await;
    });
}

#[test]
fn what_cannot_be_opened_is_told_and_nothing_is_lost() {
    with_page(async |page| {
        page.open("#/game/none").await;
        page.wait_for("document.querySelector('.lost-table a')").await;
        page.eval::<()>("localStorage.setItem('fearsome.game.0d', '{\"version\":1}'); undefined").await;
        page.open("#/game/0d").await;
        page.wait_for("document.querySelector('.lost-table')?.textContent.includes('damaged')").await;
        assert_eq!(page.eval::<String>("localStorage.getItem('fearsome.game.0d')").await, "{\"version\":1}");
    });
}

#[test]
fn on_a_phone_confirm_is_reachable_without_scrolling() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0a", &humans_move_after(12, 1)).await;
        for (width, height) in [(360, 640), (640, 360)] {
            page.size(width, height, true).await;
            page.open("#/game/0a").await;
            page.wait_for("document.querySelector('[data-do=confirm]')").await;
            let is_inside: bool = page
                .eval("(() => { const box = document.querySelector('[data-do=confirm]').getBoundingClientRect(); return box.bottom <= innerHeight && box.right <= innerWidth && document.scrollingElement.scrollHeight <= innerHeight; })()")
                .await;
            assert!(is_inside, "{width} × {height}");
        }
    });
}

#[test]
fn a_game_is_told_to_those_who_do_not_see_it() {
    with_page(async |page| {
        page.hold_clock().await;
        open_move(page).await;
        let voice = "document.querySelector('.log > [aria-live=polite]').textContent";
        let before: String = page.eval(voice).await;
        by_pointer(page).await;
        page.wait_for(&format!("{voice} !== {before:?} && {voice}.includes('Ada')")).await;
    });
}
