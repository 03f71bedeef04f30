//! Help levels, foresight at the table, "Why?" and the reasons of bots.

use std::collections::BTreeMap;

use browser_tests::fixtures::humans_move_after;
use browser_tests::poses::{Look, SIZES, Screen};
use browser_tests::{Page, with_page};
use rules::{Cell, Whereabouts};
use web::scene::foresight::{Foresight, percent};
use web::scene::moving::Moving;
use web::table::{Help, LocalTable, Table, Turn};

/// The same table with other help.
fn with_help(table: &LocalTable, help: Help) -> LocalTable {
    let mut save = table.to_save();
    save.help = help;
    LocalTable::resume(save).expect("a save can be read")
}

async fn open(page: &Page, table: &LocalTable) {
    page.open("").await;
    page.keep_game("0e", table).await;
    page.open("#/game/0e").await;
    page.wait_for("document.querySelector('button[data-pick]')").await;
}

/// Where the monster ends for each tombstone, as the page tells it.
async fn ends(page: &Page) -> BTreeMap<String, String> {
    page.eval("Object.fromEntries([...document.querySelectorAll('.grave-pick')].map((grave) => [grave.dataset.grave, grave.dataset.end]))").await
}

/// The danger of each figure that can be chosen, before and after, as the page tells it.
async fn dangers(page: &Page) -> BTreeMap<String, String> {
    page.eval("Object.fromEntries([...document.querySelectorAll('button[data-danger]')].map((figure) => [figure.dataset.pick, figure.dataset.danger]))").await
}

#[track_caller]
fn assert_told(foresight: &Foresight, ends: &BTreeMap<String, String>, dangers: &BTreeMap<String, String>) {
    let expected: BTreeMap<String, String> =
        foresight.ends.iter().map(|end| (end.tombstone.to_string(), end.monster.at.to_string())).collect();
    assert_eq!(*ends, expected);
    for (figure, told) in dangers {
        let danger = foresight.danger(figure.parse().expect("a figure")).expect("it is in play");
        assert_eq!(*told, format!("{} {}", percent(danger.before), percent(danger.after)), "{figure}");
    }
}

#[test]
fn the_future_follows_the_pointer() {
    let table = humans_move_after(44, 1);
    let Turn::Here(seat) = table.turn() else { panic!("a human is to move") };
    let game = table.game().playing().expect("the fortress is laid");
    with_page(async |page| {
        open(page, &table).await;
        let before = Foresight::of(game, None).expect("the game goes on");
        assert_told(&before, &ends(page).await, &dangers(page).await);
        let mut moving = Moving::new(game, seat).expect("it is their move");
        let mut changed = 0;
        for figure in game.movable(seat).iter() {
            page.click(&format!("button[data-pick=\"{figure}\"]")).await;
            page.wait_for(&format!("document.querySelector('button[data-pick=\"{figure}\"][aria-pressed=true]')"))
                .await;
            moving.choose(figure);
            let cells: Vec<String> = page
                .eval("[...document.querySelectorAll('[data-cell]')].filter((hit) => hit.dataset.cost > 0 && hit.dataset.cell !== 'out').map((hit) => hit.dataset.cell)")
                .await;
            for cell in cells.iter().step_by(3) {
                page.hover(&format!("[data-cell=\"{cell}\"]")).await;
                page.wait_for(&format!("document.querySelector('.act .sum').textContent.includes('{cell}')")).await;
                let place: Cell = cell.parse().expect("a cell");
                moving.preview(Some(Whereabouts::On(place)));
                let after = Foresight::of(game, Some(&moving)).expect("the game goes on");
                assert_told(&after, &ends(page).await, &dangers(page).await);
                changed += usize::from(after != before);
            }
        }
        assert!(changed > 3, "only {changed} moves changed anything");
    });
}

#[test]
fn a_tombstone_that_is_looked_at_shows_its_way_alone() {
    with_page(async |page| {
        open(page, &humans_move_after(44, 1)).await;
        assert!(page.count(".l-play .trail").await == 1 && page.count(".board .mini").await <= 2);
        let graves: Vec<String> =
            page.eval("[...document.querySelectorAll('.grave-pick')].map((grave) => grave.dataset.grave)").await;
        assert!(graves.len() > 2, "{graves:?}");
        for grave in &graves {
            page.hover(&format!(".grave-pick[data-grave=\"{grave}\"]")).await;
            page.wait_for("document.querySelectorAll('.board .mini').length === 1 && document.querySelectorAll('.tomb .watched').length >= 1").await;
        }
        // Pressed, it stays when the pointer goes; never more than two.
        for grave in &graves {
            page.click(&format!(".grave-pick[data-grave=\"{grave}\"]")).await;
        }
        page.hover(".mast").await;
        page.wait_for("document.querySelectorAll('.board .mini').length === 2").await;
        assert_eq!(page.count(".grave-pick[aria-pressed=true]").await, 2);
    });
}

#[test]
fn a_table_shows_as_much_as_was_agreed_on() {
    let table = humans_move_after(44, 1);
    with_page(async |page| {
        for (help, beams, trails) in [(Help::Nothing, 0, 0), (Help::Sight, 3, 0), (Help::Foresight, 3, 1)] {
            open(page, &with_help(&table, help)).await;
            let shown = (page.count(".l-help .beam").await, page.count(".l-play .trail").await);
            assert_eq!(shown, (beams, trails), "{help:?}");
            assert_eq!(page.count(".grave-pick").await > 0, trails > 0);
            assert_eq!(page.count("[data-danger]").await > 0, trails > 0);
            assert_eq!(page.eval::<bool>("document.querySelector('[data-do=help]').disabled").await, beams == 0);
        }
        // Whoever wants to see less may.
        for (beams, trails) in [(3, 0), (0, 0), (3, 1)] {
            page.click("[data-do=help]").await;
            page.wait_for(&format!("document.querySelectorAll('.l-help .beam').length === {beams} && document.querySelectorAll('.l-play .trail').length === {trails}")).await;
        }
    });
}

#[test]
fn every_step_is_explained_in_every_language() {
    for (language, ahead) in [("en", "Ahead"), ("de", "Vorn"), ("fr", "Devant")] {
        with_page(async |page| {
            page.language(language).await;
            page.open("").await;
            page.keep_run("0c", 1).await;
            page.hold_clock().await;
            page.open("#/game/0c").await;
            page.click("[data-do=skip]").await;
            page.wait_for("document.querySelector('.log [data-do=why]') && !document.querySelector('.act.walk')").await;
            let asked = page.count(".log [data-do=why]").await;
            assert!(asked >= 5, "{asked}");
            for nth in 0..asked {
                page.eval::<()>(&format!("document.querySelectorAll('.log [data-do=why]')[{nth}].click(); undefined"))
                    .await;
                page.wait_for("document.querySelectorAll('.why-sights li').length === 3").await;
                let told = page.text(".why").await;
                assert!(told.contains(ahead) && !told.contains("{{"), "{language}: {told}");
                assert!(!page.text(".why-verdict").await.is_empty() && page.count(".why-rulings li").await > 0);
                assert_eq!(page.count(".l-help .beam").await, 3);
                assert!(page.eval::<bool>("document.querySelector('.why-link').hash.startsWith('#/position/M')").await);
                page.click("[data-do=close-why]").await;
                page.wait_for("!document.querySelector('.why')").await;
            }
        });
    }
}

#[test]
fn asking_stops_the_monster_and_it_goes_on_afterwards() {
    with_page(async |page| {
        page.motion().await;
        page.open("").await;
        page.keep_run("0c", 1).await;
        page.hold_clock().await;
        page.open("#/game/0c").await;
        page.run_until("document.querySelector('[data-do=why-now]:enabled')").await;
        page.click("[data-do=why-now]").await;
        page.wait_for("document.querySelector('.why')").await;
        let told = page.count(".log .cap").await;
        // Nothing is left that could go on.
        assert_eq!(page.timers().await, 0);
        page.key("Escape").await;
        page.run_until(&format!(
            "!document.querySelector('.why') && document.querySelectorAll('.log .cap').length > {told}"
        ))
        .await;
    });
}

#[test]
fn an_answer_leaves_what_it_is_about_free() {
    with_page(async |page| {
        let gap = |free: &str| {
            format!(
                "(([one, other]) => Math.max(other.left - one.right, other.top - one.bottom, one.left - other.right, one.top - other.bottom))(['{free}', '.why'].map((name) => document.querySelector(name).getBoundingClientRect()))"
            )
        };
        let inspect = async |look: Look| {
            // On a large board it stands in a corner without spaces, and points at the monster.
            let (width, height, _) = look.size;
            let is_large = width > height && height > 540;
            let free = if is_large { ".monster .inner" } else { ".board" };
            let gap: f64 = page.eval(&gap(free)).await;
            assert!(gap >= 0.0, "{look:?}: {gap}");
            // It is drawn when the balloon has its place.
            let has_tail = "document.querySelector('.tail path')?.getClientRects().length > 0";
            page.wait_for(&format!("Boolean({has_tail}) === {is_large}")).await;
        };
        Screen::Why.show(page, Screen::Why.looks(), inspect).await;
    });
}

#[test]
fn a_planned_move_has_an_omen_and_what_is_pointed_at_a_name() {
    with_page(async |page| {
        open(page, &humans_move_after(44, 1)).await;
        page.click("button[data-pick]").await;
        page.click("[data-do=stay]").await;
        page.wait_for("document.querySelector('.side > .omen')?.textContent.startsWith('After this move')").await;
        assert_eq!(page.count(".pointed").await, 0);
        page.hover(".log .cap:last-child").await;
        let named = "[...document.querySelectorAll('.cell-name text')].map((name) => name.textContent)";
        page.wait_for(&format!("{named}.length > 0")).await;
        let (told, names): (String, Vec<String>) = (page.text(".log .cap:last-child").await, page.eval(named).await);
        assert!(names.iter().any(|name| told.contains(name)), "{names:?} are not in {told}");
        page.hover("[data-cell]").await;
        let cell: String = page.eval("document.querySelector('[data-cell]').dataset.cell").await;
        page.wait_for(&format!("{named}.join() === '{cell}'")).await;
    });
}

#[test]
fn a_wide_table_has_a_way_to_the_analysis_board() {
    with_page(async |page| {
        for (width, height, touch) in SIZES.into_iter().filter(|(width, ..)| *width > 1000) {
            page.size(width, height, touch).await;
            open(page, &humans_move_after(44, 1)).await;
            page.click("[data-do=analyse]").await;
            page.wait_for("document.querySelector('main.analysis')").await;
        }
    });
}

#[test]
fn the_analysis_board_leads_back_to_the_table_also_after_a_reload() {
    with_page(async |page| {
        for (width, height, touch) in [(1440, 900, false), (390, 844, true)] {
            page.size(width, height, touch).await;
            open(page, &humans_move_after(44, 1)).await;
            let table: String = page.eval("location.hash").await;
            if touch {
                page.click(".tool.more").await;
            }
            page.click("[data-do=analyse]").await;
            page.wait_for("document.querySelector('main.analysis')").await;
            page.reload().await;
            if touch {
                page.click(".tool.more").await;
            }
            page.click("[data-do=back-to-game]").await;
            page.wait_for("document.querySelector('main.table')").await;
            assert_eq!(page.eval::<String>("location.hash").await, table, "{width} × {height}");
        }
        // Who opens the board from the cover has no table to go back to.
        page.open("#/").await;
        page.eval::<()>("location.hash = '#/position/'; undefined").await;
        page.wait_for("document.querySelector('main.analysis')").await;
        assert_eq!(page.count("[data-do=back-to-game]").await, 0);
    });
}

#[test]
fn bots_tell_what_they_wanted() {
    with_page(async |page| {
        open(page, &humans_move_after(44, 1)).await;
        let asked = page.count("[data-do=reason]").await;
        assert!(asked > 3, "{asked}");
        assert_eq!(page.count(".reason").await, 0);
        page.eval::<()>("document.querySelectorAll('[data-do=reason]').forEach((why) => why.click()); undefined").await;
        page.wait_for(&format!("document.querySelectorAll('.reason').length === {asked}")).await;
        let told: Vec<String> =
            page.eval("[...document.querySelectorAll('.reason')].map((reason) => reason.textContent)").await;
        assert!(told.iter().all(|reason| reason.ends_with('.') && !reason.contains("{{")), "{told:?}");
    });
}
