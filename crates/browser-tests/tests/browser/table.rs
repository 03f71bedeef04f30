//! What one does at the table: moving, watching, leaving and coming back.

use browser_tests::fixtures::{
    before_a_run, before_and_after_a_move, before_stage_two, humans_move_after, last_figure_of_a_turn, several_results,
    two_humans,
};
use browser_tests::{Page, with_page};
use web::table::Table;

use crate::play::by_pointer;

/// Opens a game in which a human is to move.
pub(crate) async fn open_move(page: &Page) {
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
        // Who has never played would be offered the first game.
        page.store("fearsome.first-game", "").await;
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
        // Where the move was confirmed, the others move, and then one figure less can be chosen.
        let left = page.count("button[data-pick]").await;
        page.click("[data-do=confirm]:enabled").await;
        page.wait_for(&format!("document.querySelectorAll('button[data-pick]').length === {left} - 1")).await;
        let figure: String = page.eval("document.querySelector('button[data-pick]').dataset.pick").await;
        page.key(&figure[1..]).await;
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

#[test]
fn stage_two_is_announced_in_a_splash_that_goes_by_itself() {
    with_page(async |page| {
        let (table, shown) = before_stage_two(1);
        page.open("").await;
        page.keep_game("0d", &table).await;
        page.store("fearsome.shown.0d", &shown.to_string()).await;
        page.hold_clock().await;
        page.open("#/game/0d").await;
        page.click("[data-do=skip]").await;
        page.run_until("document.querySelector('.upheaval')").await;
        let said = page.text(".upheaval").await;
        assert!(said.to_lowercase().contains("stage two") && said.contains("does not come back"), "{said}");
        // Nothing else happens meanwhile.
        assert_eq!(page.count("button[data-pick]").await, 0);
        // It is heard, too, and never in the way of the pointer.
        page.wait_for("document.querySelector('[data-voice=stage]').textContent.includes('does not come back')").await;
        assert_eq!(
            page.eval::<String>("getComputedStyle(document.querySelector('.upheaval')).pointerEvents").await,
            "none"
        );
        page.run_until("!document.querySelector('.upheaval')").await;
        // A key sends it away at once, and so does a press.
        for dismiss in ["Shift", ""] {
            page.store("fearsome.shown.0d", &shown.to_string()).await;
            page.open("#/game/0d").await;
            page.click("[data-do=skip]").await;
            page.wait_for("document.querySelector('.upheaval')").await;
            if dismiss.is_empty() {
                page.click(".board").await;
            } else {
                page.key(dismiss).await;
            }
            page.wait_for("!document.querySelector('.upheaval')").await;
        }
        // Who opens the game later is not told again.
        page.open("#/game/0d").await;
        page.wait_for("document.querySelector('main.table .log .cap')").await;
        assert_eq!(page.count(".upheaval").await, 0);
    });
}

/// The stored game.
const KEPT: &str = "localStorage.getItem('fearsome.game.0a')";

#[test]
fn a_move_against_bots_is_taken_back_with_what_they_did_since() {
    with_page(async |page| {
        let (before, after) = before_and_after_a_move(1);
        page.open("").await;
        page.keep_game("0a", &after).await;
        page.open("#/game/0a").await;
        page.wait_for("document.querySelector('button[data-pick]')").await;
        let told = page.count(".log .cap").await;
        page.click("[data-do=take-back]").await;
        page.wait_for(&format!("document.querySelectorAll('.log .cap').length < {told}")).await;
        page.wait_for("document.querySelector('button[data-pick]')").await;
        assert_eq!(page.eval::<String>(KEPT).await, before.to_save().to_text());
        let shown: usize = page.eval("Number(localStorage.getItem('fearsome.shown.0a'))").await;
        assert_eq!(shown, before.story().actions());
        // A reload changes nothing.
        page.reload().await;
        page.wait_for("document.querySelector('button[data-pick]')").await;
        assert_eq!(page.eval::<String>(KEPT).await, before.to_save().to_text());
    });
}

#[test]
fn what_one_has_just_confirmed_is_taken_back_and_bots_go_on_after_the_next_move() {
    with_page(async |page| {
        page.hold_clock().await;
        open_move(page).await;
        let before: String = page.eval(KEPT).await;
        by_pointer(page).await;
        page.click(".act.wait [data-do=take-back]").await;
        page.wait_for("document.querySelector('button[data-pick]')").await;
        assert_eq!(page.eval::<String>(KEPT).await, before);
        // The same move again: the bots are asked again.
        by_pointer(page).await;
        page.run_until("document.querySelectorAll('.log .cap').length > 17").await;
    });
}

#[test]
fn a_move_is_taken_back_though_the_last_figure_is_chosen_by_itself() {
    with_page(async |page| {
        let table = last_figure_of_a_turn(1);
        for (width, height, touch) in [(1440, 900, false), (320, 568, true)] {
            page.size(width, height, touch).await;
            page.open("").await;
            page.keep_game("0a", &table).await;
            page.open("#/game/0a").await;
            page.wait_for("document.querySelector('[data-do=stay]')").await;
            assert_eq!(page.layout_problems().await, [""; 0], "{width} × {height}");
            let told = page.count(".log .cap").await;
            page.click("[data-do=take-back]").await;
            page.wait_for(&format!("document.querySelectorAll('.log .cap').length < {told}")).await;
            page.wait_for("document.querySelectorAll('button[data-pick]').length > 1").await;
            // It is said, and nothing old is told again.
            let voice = "document.querySelector('.log > [aria-live=polite]').textContent";
            page.wait_for(&format!("{voice} === 'The move is taken back.'")).await;
        }
    });
}

#[test]
fn another_tab_follows_a_move_that_is_taken_back() {
    with_page(async |page| {
        let (before, after) = before_and_after_a_move(1);
        page.open("").await;
        page.keep_game("0a", &after).await;
        page.open("#/game/0a").await;
        page.wait_for("document.querySelector('[data-do=take-back]')").await;
        let told = page.count(".log .cap").await;
        let save = before.to_save().to_text();
        page.eval::<()>(&format!(
            "(() => {{ const key = 'fearsome.game.0a'; localStorage.setItem(key, {save:?}); dispatchEvent(new StorageEvent('storage', {{ key, newValue: {save:?} }})); }})()"
        ))
        .await;
        page.wait_for(&format!("document.querySelectorAll('.log .cap').length < {told}")).await;
        page.wait_for("document.querySelector('button[data-pick]')").await;
        assert_eq!(page.count(".trouble").await, 0);
    });
}

#[test]
fn the_goal_pressed_again_confirms_but_not_by_a_double_click() {
    with_page(async |page| {
        page.hold_clock().await;
        open_move(page).await;
        let told = page.count(".log .cap").await;
        page.click("button[data-pick]").await;
        page.wait_for("document.querySelectorAll('[data-cell]').length > 3").await;
        let cell: String = page
            .eval("[...document.querySelectorAll('[data-cell]')].find((hit) => hit.dataset.cost > 0).dataset.cell")
            .await;
        let goal = format!("[data-cell=\"{cell}\"]");
        page.double_click(&goal).await;
        page.wait_for("document.querySelector('[data-do=confirm]:enabled')").await;
        assert_eq!(page.count(".log .cap").await, told);
        // The second press was too quick: the bar says so, and shows where else to press.
        page.wait_for("document.querySelector('[data-do=confirm].nudged')").await;
        assert!(summary(page).await.contains("once more"), "{}", summary(page).await);
        page.click(&goal).await;
        page.wait_for(&format!("document.querySelectorAll('.log .cap').length > {told}")).await;
    });
}

#[test]
fn a_chosen_figure_is_let_go_by_a_press_on_it_or_beside() {
    with_page(async |page| {
        page.hold_clock().await;
        page.open("").await;
        page.keep_game("0a", &humans_move_after(40, 1)).await;
        page.open("#/game/0a").await;
        page.wait_for("document.querySelector('[data-figure]')").await;
        let figure: String = page.eval("document.querySelector('[data-figure]').dataset.figure").await;
        let chosen = "document.querySelector('button[data-pick][aria-pressed=true]')";
        // A double click means the figure, not the figure and away again.
        page.double_click(&format!("[data-figure=\"{figure}\"]")).await;
        page.wait_for(chosen).await;
        page.click("[data-cost=\"0\"]").await;
        page.wait_for(&format!("!{chosen}")).await;
        page.click(&format!("[data-figure=\"{figure}\"]")).await;
        page.wait_for(chosen).await;
        // A wall is no space.
        page.click(".l-floor .wl text").await;
        page.wait_for(&format!("!{chosen}")).await;
    });
}

#[test]
fn confirm_stays_where_it_is() {
    with_page(async |page| {
        page.hold_clock().await;
        open_move(page).await;
        let place = "(() => { const box = document.querySelector('[data-do=confirm]').getBoundingClientRect(); return [box.left, box.top].map(Math.round).join(' '); })()";
        for (width, height) in [(1440, 900), (1024, 768)] {
            page.size(width, height, false).await;
            page.key("Escape").await;
            // The page follows a new size in the frame after the next.
            page.eval::<()>("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => then())))")
                .await;
            let before: String = page.eval(place).await;
            page.key("Escape").await;
            page.click("button[data-pick]").await;
            page.wait_for("document.querySelector('[data-do=stay]')").await;
            assert_eq!(page.eval::<String>(place).await, before, "{width} × {height}: a figure is chosen");
            page.click("[data-do=stay]").await;
            page.wait_for("document.querySelector('[data-do=undo]:enabled')").await;
            assert_eq!(page.eval::<String>(place).await, before, "{width} × {height}: a move is planned");
            page.key("Escape").await;
            page.key("Escape").await;
        }
    });
}

#[test]
fn the_speed_is_set_on_ones_own_turn_and_remembered_by_play_now() {
    with_page(async |page| {
        page.hold_clock().await;
        open_move(page).await;
        page.eval::<()>("[...document.querySelectorAll('.act [name=speed]')].at(-1).click(); undefined").await;
        page.open("").await;
        page.play_now().await;
        page.wait_for("document.querySelector('main.table .act [name=speed]')").await;
        assert!(page.eval::<bool>("[...document.querySelectorAll('.act [name=speed]')].at(-1).checked").await);
    });
}

#[test]
fn a_run_that_is_watched_again_begins_where_it_began() {
    with_page(async |page| {
        page.motion().await;
        page.open("").await;
        let (table, _) = before_a_run(1);
        page.keep_game("0c", &table).await;
        page.hold_clock().await;
        page.open("#/game/0c").await;
        page.run_until("document.querySelector('.act:not(.walk) [data-do=again]')").await;
        page.click("[data-do=again]").await;
        page.wait_for("document.querySelector('.reveal')").await;
        let moving: String =
            page.eval("getComputedStyle(document.querySelector('.piece.monster')).transitionProperty").await;
        assert_eq!(moving, "none");
        page.run_until("!document.querySelector('.reveal')").await;
        let moving: String =
            page.eval("getComputedStyle(document.querySelector('.piece.monster')).transitionProperty").await;
        assert_eq!(moving, "transform");
    });
}

#[test]
fn the_log_stays_at_its_end_when_the_window_changes() {
    with_page(async |page| {
        page.hold_clock().await;
        page.open("").await;
        page.keep_game("0a", &humans_move_after(60, 1)).await;
        page.open("#/game/0a").await;
        let hidden = "(() => { const list = document.querySelector('.log ol'); return list.scrollHeight - list.clientHeight - list.scrollTop; })()";
        page.wait_for(&format!("document.querySelectorAll('.log .cap').length > 30 && {hidden} < 2")).await;
        page.size(390, 844, false).await;
        page.wait_for("document.querySelector('.board.turned')").await;
        page.size(1440, 900, false).await;
        page.wait_for("document.querySelector('.board:not(.turned)')").await;
        page.wait_for(&format!("{hidden} < 2")).await;
    });
}

#[test]
fn ones_own_seat_is_marked_and_the_score_stays() {
    with_page(async |page| {
        page.hold_clock().await;
        open_move(page).await;
        assert_eq!(page.count(".player.mine").await, 1);
        assert_eq!(page.count(".player .score").await, 4);
        assert!(page.text(".player.mine .now-flag").await.to_lowercase().contains("out"));
        // Where everybody sits at this screen, nobody is marked.
        page.keep_game("0b", &two_humans(1)).await;
        page.open("#/game/0b").await;
        page.wait_for("document.querySelectorAll('.player').length === 2").await;
        assert_eq!(page.count(".player.mine").await, 0);
    });
}

#[test]
fn a_game_against_bots_calls_its_player_you() {
    with_page(async |page| {
        page.hold_clock().await;
        page.open("").await;
        page.play_now().await;
        page.run_until("document.querySelector('button[data-pick]')").await;
        assert_eq!(page.text(".player.mine .who").await.to_lowercase(), "you");
        by_pointer(page).await;
        page.wait_for("document.querySelector('.log ol').textContent.includes('You: ')").await;
    });
}

#[test]
fn on_a_phone_the_results_of_a_move_can_be_hit_and_leave_the_bar_as_it_is() {
    with_page(async |page| {
        let (table, figure, cell) = several_results();
        page.size(320, 568, true).await;
        page.open("").await;
        page.keep_game("0e", &table).await;
        page.open("#/game/0e").await;
        page.click(&format!("button[data-pick=\"{figure}\"]")).await;
        page.click(&format!("[data-cell=\"{cell}\"]")).await;
        page.wait_for("document.querySelectorAll('.results .btn').length === 2").await;
        assert_eq!(page.small_targets().await, [""; 0]);
        assert_eq!(page.layout_problems().await, [""; 0]);
        let before = summary(page).await;
        page.click(".results .btn:last-child").await;
        page.wait_for(&format!("document.querySelector('.act .sum').innerText.trim() !== {before:?}")).await;
    });
}

#[test]
fn the_rules_can_be_read_at_the_table_and_the_plan_stays() {
    with_page(async |page| {
        open_move(page).await;
        page.click("button[data-pick]").await;
        page.click("[data-do=stay]").await;
        page.wait_for("document.querySelector('[data-do=confirm]:enabled')").await;
        page.click(".tool.more").await;
        page.click("[data-do=rules]").await;
        page.wait_for("document.querySelector('.rulebook').open").await;
        let words = page.text(".rulebook dl").await;
        assert!(words.contains("ahead, left and right"), "{words}");
        page.click("[data-do=close-rules]").await;
        page.wait_for("!document.querySelector('.rulebook').open").await;
        assert!(page.eval::<bool>("document.querySelector('[data-do=confirm]').matches(':enabled')").await);
        // The menu closes as it opened, without doing anything.
        page.click(".tool.more").await;
        page.wait_for("document.querySelector('.tools.open .rest')?.getClientRects().length > 0").await;
        page.key("Escape").await;
        page.wait_for("!document.querySelector('.tools.open')").await;
        assert!(page.eval::<bool>("document.querySelector('[data-do=confirm]').matches(':enabled')").await);
    });
}

#[test]
fn on_a_phone_the_speed_is_in_the_menu() {
    with_page(async |page| {
        page.size(390, 844, true).await;
        open_move(page).await;
        page.click(".tool.more").await;
        page.click(".rest label:last-of-type [name=menu-speed]").await;
        page.wait_for("localStorage.getItem('fearsome.speed') === 'rush'").await;
    });
}

#[test]
fn the_menu_stays_open_for_the_keys_of_the_speed_and_closes_at_a_press_outside() {
    with_page(async |page| {
        page.size(390, 844, true).await;
        open_move(page).await;
        page.click(".tool.more").await;
        page.wait_for("document.querySelector('.tools.open')").await;
        page.eval::<()>("document.querySelector('[name=menu-speed]:checked').focus()").await;
        page.key("ArrowRight").await;
        page.wait_for("localStorage.getItem('fearsome.speed') === 'rush'").await;
        assert_eq!(page.count(".tools.open").await, 1);
        assert!(page.eval::<bool>("document.activeElement.matches('[name=menu-speed]:checked')").await);
        page.click(".log").await;
        page.wait_for("!document.querySelector('.tools.open')").await;
    });
}

#[test]
fn a_question_about_the_newest_line_of_the_log_is_answered_in_sight() {
    with_page(async |page| {
        page.hold_clock().await;
        page.open("").await;
        page.keep_game("0a", &humans_move_after(60, 1)).await;
        page.open("#/game/0a").await;
        let end = "(() => { const list = document.querySelector('.log ol'); return list.scrollHeight - list.clientHeight - list.scrollTop < 2; })()";
        page.wait_for(&format!("document.querySelectorAll('.log .cap').length > 30 && {end}")).await;
        page.eval::<()>("[...document.querySelectorAll('.log [data-do=reason]')].at(-1).click()").await;
        page.wait_for("document.querySelector('.log .reason')").await;
        page.wait_for("document.querySelector('.log .reason').getBoundingClientRect().bottom <= document.querySelector('.log ol').getBoundingClientRect().bottom + 1").await;
    });
}
