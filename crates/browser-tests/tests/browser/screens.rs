//! Every screen in every size and both colours: nothing covered, nothing cut, nothing that axe finds.

use browser_tests::poses::{SIZES, keep_games, refused_tile, second_step, why};
use browser_tests::{Page, Scheme, with_page};

#[track_caller]
fn check(address: &str, root: &str) {
    let mut problems = vec![];
    with_page(async |page| {
        keep_games(page).await;
        for (width, height, touch) in SIZES {
            page.size(width, height, touch).await;
            page.open(address).await;
            pose(page, root).await;
            let found = page.layout_problems().await.into_iter();
            problems.extend(found.map(|problem| format!("{width} × {height}: {problem}")));
            if touch {
                let small = page.small_targets().await.into_iter();
                problems.extend(small.map(|problem| format!("{width} × {height}: {problem}")));
            }
        }
        for scheme in [Scheme::Dark, Scheme::Light] {
            page.theme(scheme).await;
            page.size(1440, 900, false).await;
            page.open(address).await;
            pose(page, root).await;
            problems.extend(page.axe().await.into_iter().map(|problem| format!("{}: {problem}", scheme.name())));
        }
        assert!(problems.is_empty(), "{address}:\n{}", problems.join("\n"));
    });
}

/// Waits for the screen; the monster is stopped in its walk, and a tile refused.
async fn pose(page: &Page, root: &str) {
    page.wait_for(&format!("document.querySelector('{root}')")).await;
    if root.contains(".walk") {
        second_step(page).await;
    }
    if root.contains(".why") {
        why(page).await;
    }
    if root == LAYING {
        refused_tile(page).await;
    }
}

/// A fortress that is being laid; a tile is refused there.
const LAYING: &str = "main.setup:not(.alone)";

#[test]
fn home_is_for_everyone() {
    check("#/", "main.home");
}

#[test]
fn a_new_table_is_for_everyone() {
    check("#/new", "main.newtable");
}

#[test]
fn the_table_is_for_everyone() {
    check("#/game/0a", "main.table");
}

#[test]
fn a_table_of_seven_is_for_everyone() {
    check("#/game/07", "main.table");
}

#[test]
fn no_name_of_seven_is_cut() {
    with_page(async |page| {
        keep_games(page).await;
        for (width, height, touch) in SIZES {
            page.size(width, height, touch).await;
            page.open("#/game/07").await;
            page.wait_for("document.querySelector('.cast')").await;
            page.wait_for("document.querySelectorAll('.cast .who').length >= 7").await;
            let cut: Vec<String> = page
                .eval("[...document.querySelectorAll('.cast .who')].filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2).map((name) => name.textContent)")
                .await;
            assert!(cut.is_empty(), "{width} × {height}: {cut:?}");
        }
    });
}

#[test]
fn the_end_of_a_game_shows_what_can_be_done_next_at_once() {
    with_page(async |page| {
        keep_games(page).await;
        for (width, height, touch) in SIZES {
            page.size(width, height, touch).await;
            page.open("#/game/0b/end").await;
            page.wait_for("document.querySelector('.acts')").await;
            let room: f64 =
                page.eval("innerHeight - document.querySelector('.acts').getBoundingClientRect().bottom").await;
            assert!(room >= 0.0, "{width} × {height}: {room}");
        }
    });
}

#[test]
fn laying_the_fortress_is_for_everyone() {
    check("#/game/0f", LAYING);
}

#[test]
fn laying_the_fortress_of_seven_is_for_everyone() {
    check("#/game/f7", LAYING);
}

#[test]
fn the_editor_of_a_fortress_is_for_everyone() {
    check("#/fortress", "main.setup.alone");
}

#[test]
fn the_walk_of_the_monster_is_for_everyone() {
    // Shown anew each time the page is opened: it has not been watched to its end.
    check("#/game/0c", "main.table .act.walk");
}

#[test]
fn an_answer_to_why_is_for_everyone() {
    check("#/game/0c", "main.table .act.walk .whyq");
}

#[test]
fn the_end_is_for_everyone() {
    check("#/game/0b/end", "main.win");
}

#[test]
fn the_analysis_board_is_for_everyone() {
    check("#/position/Mk5n-Se7m4i6-Bg3h3g4h4-Tc4en6n-FG1l4R5f4B3d8Y3c5-WY5-N21", "main.analysis");
}

#[test]
fn about_is_for_everyone() {
    check("#/about", "main.about");
}

#[test]
fn the_archive_is_for_everyone() {
    check("#/archive", "main.archive .game");
}

#[test]
fn a_replay_is_for_everyone() {
    check("#/replay/game-0b/40", "main.replay");
}

#[test]
fn a_replay_of_seven_is_for_everyone() {
    check("#/replay/game-07/40", "main.replay");
}
