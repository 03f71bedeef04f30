//! The names of players: as long as they may be, they can be read whole.

use browser_tests::fixtures::{finished_game, humans_move_after, seven_players};
use browser_tests::{Page, with_page};
use web::table::LocalTable;

/// Names differ at their end.
const LONGEST: &str = "Anna Lena von der Heide zu Hohen Felsen";
const LONG: &str = "Anna Lena von Heide";

/// Keeps a game whose person has this name.
async fn keep(page: &Page, table: &LocalTable, name: &str) {
    page.open("").await;
    page.keep_game("0a", table).await;
    let save = table.to_save().to_text();
    assert!(save.contains("Ada"), "{save}");
    page.store("fearsome.game.0a", &save.replace("Ada", name)).await;
}

#[test]
fn long_names_are_read_whole_at_the_table_and_at_the_end() {
    with_page(async |page| {
        page.hold_clock().await;
        let (under_way, crowd, over) = (humans_move_after(12, 1), seven_players(1), finished_game(1));
        let sizes = [
            (1024, 768, false, LONGEST),
            (1440, 900, false, LONGEST),
            (2560, 1440, false, LONGEST),
            (390, 844, true, LONG),
            (320, 568, true, LONG),
        ];
        for (width, height, touch, name) in sizes {
            page.size(width, height, touch).await;
            for (table, address, names) in [
                (&under_way, "#/game/0a", ".cast .who"),
                (&crowd, "#/game/0a", ".cast .who"),
                (&over, "#/game/0a/end", ".score .name"),
            ] {
                keep(page, table, name).await;
                page.open(address).await;
                // On small screens there is no room for names in a crowd.
                page.wait_for(&format!(
                    "[...document.querySelectorAll({names:?})].some((one) => one.textContent.includes({name:?}))"
                ))
                .await;
                assert_eq!(page.unreadable_texts().await, [""; 0], "{width} × {height}, {address}, {names}");
                let cut: Vec<String> = page
                    .eval(&format!("[...document.querySelectorAll({names:?})].filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible' || getComputedStyle(one).textOverflow === 'ellipsis')).map((one) => one.textContent)"))
                    .await;
                assert_eq!(cut, [""; 0], "{width} × {height}, {address}");
            }
        }
    });
}
