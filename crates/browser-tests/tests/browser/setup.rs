//! Laying the fortress: by people in turn, by bots, by keyboard, and in the editor.

use browser_tests::fixtures::{NINE_TILES, before_and_after_the_last_tile, finished_by_hand, half_laid};
use browser_tests::{Page, with_page};
use rules::game::{Axis, FortressChoice, NamedFortress, Pair, PartialFortress, Placement, Tile};
use rules::{Cell, Direction, Stone};
use serde_json::json;
use web::scene::laying::TileHand;
use web::table::{LocalTable, SavedGame, Table, tiles_laid};

/// The place of the choice among the fortresses of the form.
const BY_HAND: &str = "7";

/// Lets bots wait for their questions while `window.held` is a list, until `window.release()`.
const HOLD: &str = "{
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (question) {
        const ask = () => post.call(this, question);
        if (window.held) window.held.push(ask); else ask();
    };
    window.release = () => { const held = window.held; window.held = null; held.forEach((ask) => ask()); };
}";

/// Lets bots draw the same lots every time: they must not lay what, or where, a person is about to lay.
const SAME_LOTS: &str = "crypto.getRandomValues = (bytes) => bytes.fill(7);";

/// The game that the address names, as the browser keeps it.
async fn kept(page: &Page) -> LocalTable {
    let text: String = page.eval("localStorage.getItem('fearsome.game.' + location.hash.split('/')[2])").await;
    LocalTable::resume(SavedGame::from_text(&text).expect("a save")).expect("a game")
}

async fn laid(page: &Page) -> Vec<Placement> {
    tiles_laid(kept(page).await.story().played()).placements().collect()
}

/// Takes a tile from the tray and points at a space.
async fn point(page: &Page, tile: &str, cell: &str) {
    page.click(&format!("[data-tile={tile}]")).await;
    page.click(&format!("[data-cell={cell}]")).await;
}

async fn place(page: &Page) {
    let before = page.text(".mast .nth").await;
    page.click("[data-do=place]").await;
    page.wait_for(&format!("document.querySelector('.mast .nth')?.textContent.toUpperCase() !== {before:?}")).await;
}

/// A new table of people, with all tiles.
async fn set_table(page: &Page, players: usize, fortress: &str) {
    page.open("#/new").await;
    page.eval::<()>(&format!("document.querySelector('[name=players][value=\"{players}\"]').click(); undefined")).await;
    for seat in 1..=players {
        page.choose(&format!("[data-seat=\"{seat}\"] select"), "0").await;
    }
    page.eval::<()>("document.querySelectorAll('[name=floors]')[1].click(); undefined").await;
    page.choose(".fortress select", fortress).await;
}

#[test]
fn two_people_lay_the_fortress_and_play_on_it() {
    with_page(async |page| {
        set_table(page, 2, BY_HAND).await;
        page.click(".startbox button").await;
        page.wait_for("document.querySelector('main.setup .handover')?.checkVisibility()").await;
        point(page, "crystal", "d2").await;
        assert!(page.text(".act .sum").await.contains("d2"));
        place(page).await;
        point(page, "first-teleporter", "c4").await;
        place(page).await;
        // Beside a teleporter: refused in words, the cause is marked, and nothing can be laid.
        point(page, "second-teleporter", "c5").await;
        let reason = page.text(".nob").await;
        assert!(reason.contains("c5 is next to the teleporter on c4"), "{reason}");
        assert_eq!(page.count(".l-play .lay-why").await, 1);
        assert_eq!((page.count(".l-play .no").await, page.count(".l-play .twin.bad").await), (1, 0));
        assert!(page.eval::<bool>("document.querySelector('[data-do=place]').disabled").await);
        page.click("[data-cell=h6]").await;
        page.wait_for("!document.querySelector('.nob') && document.querySelector('.l-play .pending')").await;
        // Taken back: first the space, then the tile.
        page.click("[data-do=undo]").await;
        page.wait_for("!document.querySelector('.l-play .pending')").await;
        assert_eq!(page.count("[data-tile=second-teleporter][aria-pressed=true]").await, 1);
        page.click("[data-do=undo]").await;
        page.wait_for("!document.querySelector('[data-tile][aria-pressed=true]')").await;
        point(page, "second-teleporter", "h6").await;
        page.click(".hand [data-do=turn-right]").await;
        place(page).await;
        point(page, "first-teleporter", "k1").await;
        place(page).await;
        // Through a wall: both letters turn red.
        point(page, "second-teleporter", "f11").await;
        let reason = page.text(".nob").await;
        assert!(reason.contains("k1") && reason.contains("Wall K"), "{reason}");
        assert_eq!(page.count(".l-play .twin.bad").await, 2);
        let east = Direction::East;
        let expected = [
            Placement::Stone { stone: Stone::Crystal, at: Cell::D2 },
            Placement::Teleporter { pair: Pair::One, at: Cell::C4, arrow: east },
            Placement::Teleporter { pair: Pair::Two, at: Cell::H6, arrow: Direction::South },
            Placement::Teleporter { pair: Pair::One, at: Cell::K1, arrow: east },
        ];
        assert_eq!(laid(page).await, expected);
        page.reload().await;
        page.wait_for("document.querySelector('.mast .nth')?.textContent.includes('5')").await;
        page.click("[data-tile=random]").await;
        page.wait_for("document.querySelector('.hand')?.textContent.includes('13')").await;
        page.click("[data-do=place]").await;
        page.wait_for("document.querySelector('main.table:not(.setup) .pips')").await;
        let tiles = laid(page).await;
        assert_eq!((tiles.len(), &tiles[..4]), (17, &expected[..]));
        assert!(kept(page).await.game().playing().is_some());
        // Eleven stones can be seen, and four teleporters.
        page.wait_for("document.querySelectorAll('.l-play .piece:not(.gone) .stone').length === 11").await;
        page.wait_for("document.querySelectorAll('.l-play use[href=\"#tparrow\"]').length === 4").await;
    });
}

#[test]
fn a_bot_lays_its_tile_where_everybody_sees_it() {
    with_page(async |page| {
        page.motion().await;
        page.hold_clock().await;
        page.before_load(HOLD).await;
        page.before_load(SAME_LOTS).await;
        page.open("").await;
        page.keep_game("0f", &half_laid(1, 2)).await;
        page.open("#/game/0f").await;
        point(page, "stone", "e6").await;
        page.click("[data-do=place]").await;
        // One tile after the other comes down. The next bot may have decided before the last tile lies.
        let landing = "document.querySelector('.l-play .landing')?.outerHTML";
        let mut last = String::new();
        for laid_by_then in [11, 12] {
            let is_next = format!("{landing} && {landing} !== {}", json!(last));
            page.wait_for(&format!("{is_next} && document.querySelector('.act.wait [data-do=skip]')")).await;
            assert!(laid(page).await.len() >= laid_by_then);
            last = page.eval(landing).await;
            page.run_until(&format!("{landing} !== {}", json!(last))).await;
        }
        page.wait_for("document.querySelector('[data-do=place]')").await;
        assert_eq!(laid(page).await.len(), 12);
        assert_eq!(page.text(".mast .nth").await.to_lowercase(), "tile 13 of 17");
        // It is told once, not with every space that the empty hand goes over.
        let voice = "document.querySelector('main > [aria-live]').textContent";
        page.wait_for(&format!("{voice}.startsWith('Vix: ')")).await;
        for cell in ["h6", "i6"] {
            page.key("ArrowRight").await;
            page.wait_for(&format!("{voice} === '{cell}'")).await;
        }
        // Whoever knows it skips, and sees no tile come down: it would stay where it is while the clock is held.
        point(page, "stone", "e8").await;
        page.eval::<()>("window.held = []; undefined").await;
        page.click("[data-do=place]").await;
        page.wait_for("document.querySelector('[data-do=skip]') && window.held.length === 1").await;
        page.key(" ").await;
        page.eval::<()>("window.release()").await;
        page.wait_for("document.querySelector('[data-do=place]')").await;
        assert_eq!(laid(page).await.len(), 15);
    });
}

#[test]
fn a_bot_that_is_too_late_for_the_last_tile_is_not_heard() {
    let (before, after) = before_and_after_the_last_tile();
    with_page(async |page| {
        page.before_load(&format!("{HOLD} window.held = [];")).await;
        page.open("").await;
        page.keep_game("0f", &before).await;
        page.open("#/game/0f").await;
        page.wait_for("document.querySelector('main.setup') && window.held.length === 1").await;
        let further = after.to_save().to_text();
        page.eval::<()>(&format!(
            "{{ const key = 'fearsome.game.0f', newValue = {further:?}; localStorage.setItem(key, newValue); dispatchEvent(new StorageEvent('storage', {{ key, newValue }})); undefined; }}"
        ))
        .await;
        // The table asks anew, for the first move.
        page.wait_for("document.querySelector('main.table:not(.setup)') && window.held.length === 2").await;
        page.eval::<()>("window.release()").await;
        page.wait_for("document.querySelectorAll('.log .cap').length > 1").await;
        assert_eq!(page.count(".trouble").await, 0);
        assert_eq!(kept(page).await.record().actions()[..Tile::COUNT], *after.record().actions());
    });
}

#[test]
fn the_fortress_is_laid_by_keyboard_alone() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0f", &half_laid(2, 0)).await;
        page.open("#/game/0f").await;
        page.wait_for("document.querySelector('[data-tile]:enabled')").await;
        let voice = "document.querySelector('main > [aria-live]').textContent";
        page.key("6").await;
        page.wait_for(&format!("{voice}.startsWith('Teleporter II chosen.')")).await;
        // The first arrow shows where one is, the next one goes on.
        page.key("ArrowRight").await;
        page.wait_for(&format!("{voice}.startsWith('Teleporter II on h6.')")).await;
        page.key("ArrowRight").await;
        page.wait_for(&format!("{voice} === 'Not there! i6 is taken: Stone.'")).await;
        page.key("ArrowDown").await;
        page.wait_for(&format!("{voice}.startsWith('Teleporter II on i7.') && {voice}.includes('to the right')")).await;
        page.key("r").await;
        page.wait_for(&format!("{voice}.includes('downwards')")).await;
        page.key("Escape").await;
        page.wait_for(&format!("{voice}.startsWith('Teleporter II chosen.')")).await;
        page.key("ArrowLeft").await;
        page.wait_for("document.querySelector('[data-do=place]:enabled')").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('.mast .nth')?.textContent.includes('11')").await;
        let last = Placement::Teleporter { pair: Pair::Two, at: Cell::H7, arrow: Direction::South };
        assert_eq!(laid(page).await, [&NINE_TILES[..], &[last]].concat());
        page.key("8").await;
        page.key("r").await;
        for _ in 0..6 {
            page.key("ArrowRight").await;
        }
        page.wait_for(&format!("{voice}.startsWith('Long pool on m6.')")).await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('.mast .nth')?.textContent.includes('12')").await;
        let pool = Placement::LongPool { at: Cell::M6, axis: Axis::Column };
        assert_eq!(laid(page).await, [&NINE_TILES[..], &[last, pool]].concat());
    });
}

#[test]
fn a_fortress_of_ones_own_is_a_named_one_with_a_tile_moved() {
    let gallery = NamedFortress::Gallery.fortress();
    let stone = gallery.placements().find(|tile| matches!(tile, Placement::Stone { .. })).expect("it has stones");
    let from = stone.cells().and_then(|cells| cells.first()).expect("it lies there");
    let mut expected = TileHand::new(*gallery.tiles());
    assert!(expected.lift(from));
    let to = expected.spaces().expect("a tile is lifted").legal.iter().find(|cell| *cell != from).expect("room");
    expected.point(to);
    expected.settle();
    let sorted = |tiles: &PartialFortress| {
        let mut placements: Vec<Placement> = tiles.placements().collect();
        placements.sort();
        placements
    };
    with_page(async |page| {
        set_table(page, 2, "0").await;
        page.click("[data-do=change]").await;
        page.wait_for("document.querySelector('main.setup.alone [data-do=done]:enabled')").await;
        page.click(&format!("[data-cell={from}]")).await;
        page.wait_for("document.querySelector('[data-do=put-away]')").await;
        page.click(&format!("[data-cell={to}]")).await;
        page.wait_for(&format!("document.querySelector('.act .sum').textContent.includes('{to}')")).await;
        page.click("[data-do=place]").await;
        page.click("[data-do=done]").await;
        page.wait_for("document.querySelector('main.newtable')").await;
        page.reload().await;
        page.wait_for("document.querySelector('.fortress select')?.selectedOptions[0].text === 'Your own'").await;
        page.click(".startbox button").await;
        page.wait_for("document.querySelector('main.table:not(.setup) .pips')").await;
        let record = kept(page).await.record();
        let Some(FortressChoice::Prepared(fortress)) = record.terms().options().map(|options| options.fortress) else {
            panic!("the fortress is prepared")
        };
        assert_eq!(sorted(fortress.tiles()), sorted(expected.tiles()));
    });
}

#[test]
fn the_editor_empties_and_fills_the_fortress() {
    with_page(async |page| {
        set_table(page, 2, "1").await;
        page.click("[data-do=change]").await;
        page.click("[data-do=clear]").await;
        page.wait_for("document.querySelector('[data-do=done]:disabled')").await;
        point(page, "long-pool", "p6").await;
        page.wait_for("document.querySelector('.act .sum').textContent.includes('m6')").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('.mast .nth').textContent.startsWith('1 ')").await;
        // By keyboard: what lies under the cursor is lifted and goes into the box.
        page.key("Enter").await;
        page.wait_for("document.querySelector('[data-do=put-away]')").await;
        page.key("Delete").await;
        page.wait_for("document.querySelector('.mast .nth').textContent.startsWith('0 ')").await;
        page.key("9").await;
        page.key("Enter").await;
        page.click("[data-do=done]").await;
        page.wait_for("document.querySelector('.fortress select')?.selectedOptions[0].text === 'Your own'").await;
    });
}

#[test]
fn changes_of_a_fortress_survive_a_reload_until_they_are_given_up() {
    with_page(async |page| {
        set_table(page, 2, "0").await;
        page.click("[data-do=change]").await;
        page.click("[data-do=clear]").await;
        point(page, "stone", "e6").await;
        page.click("[data-do=place]").await;
        let laid = |count| format!("document.querySelector('.mast .nth')?.textContent.startsWith('{count} ')");
        page.wait_for(&laid(1)).await;
        // A tile in the hand goes back to where it lay.
        page.click("[data-cell=e6]").await;
        page.wait_for("document.querySelector('[data-do=put-away]')").await;
        page.reload().await;
        page.wait_for(&laid(1)).await;
        page.click("[data-do=leave]").await;
        page.click("[data-do=change]").await;
        page.wait_for(&laid(17)).await;
    });
}

#[test]
fn another_game_on_a_fortress_by_hand_begins_with_its_tiles() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0b", &finished_by_hand()).await;
        page.open("#/game/0b/end").await;
        page.click("[data-do=rematch]").await;
        page.wait_for("document.querySelector('main.setup [data-tile]')").await;
        assert!(laid(page).await.len() <= 1);
        page.open("#/").await;
        page.wait_for("document.querySelector('.cont')?.textContent.includes('of 17')").await;
    });
}
