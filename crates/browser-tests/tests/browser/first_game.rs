//! The first game: from the cover to its last scene by clicks, by keyboard and by fingers; skipped, and kept over a reload.

use browser_tests::{Page, with_page};

/// Where the browser keeps how far one has come.
const KEY: &str = "fearsome.first-game";

/// Waits for a scene.
async fn scene(page: &Page, name: &str) {
    page.wait_for(&format!("document.querySelector('main.lesson[data-scene={name}] .act')")).await;
}

/// Waits until what came of the answer is told.
async fn told(page: &Page, answer: &str) {
    page.wait_for(&format!("document.querySelector('main.lesson.told [data-answer={answer}]')")).await;
}

/// Goes on to the next round or scene.
async fn next(page: &Page) {
    page.click("[data-do=next]").await;
}

/// Everything up to the last scene, by clicks: wrong answers first.
async fn click_through(page: &Page) {
    scene(page, "monster").await;
    page.click("[data-do=right]").await;
    page.wait_for("document.querySelector('[data-answer=wrong]')").await;
    assert!(page.text(".answer").await.contains("Look left"));
    page.click("[data-do=left]").await;
    told(page, "right").await;
    next(page).await;
    page.wait_for("!document.querySelector('main.lesson.told')").await;
    page.click("[data-do=ahead]").await;
    page.wait_for("document.querySelector('[data-answer=wrong]')").await;
    let answer = page.text(".answer").await;
    assert!(answer.contains("Yellow 3 is four away, Blue 4 only two"), "{answer}");
    page.click(".board [data-side=left]").await;
    told(page, "right").await;
    assert!(page.text(".answer").await.contains("two beats four"));
    next(page).await;
    page.wait_for("!document.querySelector('main.lesson.told')").await;
    page.click("[data-do=ahead]").await;
    told(page, "right").await;
    next(page).await;

    scene(page, "move").await;
    page.click(".board [data-cell=h6]").await;
    page.click("[data-do=confirm]").await;
    page.wait_for("document.querySelector('main.lesson.told [data-do=next]')").await;
    assert!(page.text(".say").await.contains("Bright 4, dark 3"));
    next(page).await;

    scene(page, "push").await;
    page.click(".board [data-cell=i3]").await;
    page.wait_for("document.querySelector('[data-answer=wrong]')").await;
    page.click("[data-do=confirm]").await;
    told(page, "wrong").await;
    page.click("[data-do=again]").await;
    page.click(".board [data-cell=j3]").await;
    page.wait_for("document.querySelector('[data-answer=right]')").await;
    page.click("[data-do=confirm]").await;
    told(page, "right").await;
    next(page).await;

    scene(page, "blood").await;
    page.click(".board [data-cell=c8]").await;
    page.click("[data-do=confirm]").await;
    told(page, "right").await;
    next(page).await;

    scene(page, "walls").await;
    page.click(".board [data-cell=h6]").await;
    page.wait_for("document.querySelector('[data-answer=wrong]')").await;
    page.click(".board [data-cell=o4]").await;
    told(page, "right").await;
    next(page).await;

    scene(page, "lure").await;
    page.click(".board [data-cell=f5]").await;
    page.wait_for("document.querySelector('[data-answer=wrong]')").await;
    assert!(page.text(".answer").await.contains("A tie counts as nobody"));
    page.click(".board [data-cell=e5]").await;
    page.wait_for("document.querySelector('[data-answer=right]')").await;
    page.click("[data-do=confirm]").await;
    told(page, "right").await;
    next(page).await;
    scene(page, "game").await;
}

#[test]
fn new_here_leads_through_all_scenes_to_a_real_game() {
    with_page(async |page| {
        page.open("").await;
        page.click("[data-do=new-here]").await;
        click_through(page).await;
        assert_eq!(page.count("h1").await, 1);
        page.click("[data-do=for-real]").await;
        page.wait_for("document.querySelector('main.table [data-pick]')").await;
        let kept: String = page.eval(&format!("localStorage.getItem('{KEY}')")).await;
        assert_eq!(kept, "monster move push blood walls lure game");
        // It can be played again.
        page.open("#/about").await;
        page.click("[data-do=first-game]").await;
        scene(page, "monster").await;
        assert_eq!(page.count(".way .done").await, 6);
    });
}

#[test]
fn the_first_game_is_played_by_keyboard_alone() {
    with_page(async |page| {
        page.open("#/first").await;
        scene(page, "monster").await;
        for (round, key) in ["ArrowLeft", "ArrowLeft", "ArrowUp"].into_iter().enumerate() {
            page.wait_for(&format!("document.querySelector('.say .k').textContent.includes('round {}')", round + 1))
                .await;
            page.key(key).await;
            told(page, "right").await;
            page.eval::<()>("document.querySelector('[data-do=next]').focus()").await;
            page.key("Enter").await;
        }
        scene(page, "move").await;
        page.eval::<()>("document.querySelector('.board').focus()").await;
        for key in ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"] {
            page.key(key).await;
        }
        page.wait_for("document.querySelector('.act [data-do=confirm]:not([disabled])')").await;
        assert!(page.text(".act .sum").await.contains("k7 to h6"));
        // Once more on the same space confirms.
        page.key("Enter").await;
        page.wait_for("document.querySelector('main.lesson.told [data-do=next]')").await;
        page.eval::<()>("document.querySelector('[data-do=next]').focus()").await;
        page.key("Enter").await;
        scene(page, "push").await;
        page.eval::<()>("document.querySelector('.board').focus()").await;
        page.key("ArrowRight").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('[data-answer=right]')").await;
        // Escape takes it back.
        page.key("Escape").await;
        page.wait_for("!document.querySelector('[data-answer]')").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('[data-answer=right]')").await;
        page.key("Enter").await;
        told(page, "right").await;
        page.eval::<()>("document.querySelector('[data-do=next]').focus()").await;
        page.key("Enter").await;
        scene(page, "blood").await;
        page.eval::<()>("document.querySelector('.board').focus()").await;
        for key in ["ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter", "Enter"] {
            page.key(key).await;
        }
        told(page, "right").await;
        page.open("#/first/walls").await;
        scene(page, "walls").await;
        page.eval::<()>("document.querySelector('.board').focus()").await;
        // From b8 to o4.
        for _ in 0..4 {
            page.key("ArrowUp").await;
        }
        for _ in 0..13 {
            page.key("ArrowRight").await;
        }
        page.key("Enter").await;
        told(page, "right").await;
        page.open("#/first/lure").await;
        scene(page, "lure").await;
        page.eval::<()>("document.querySelector('.board').focus()").await;
        for key in ["ArrowLeft", "ArrowDown", "ArrowDown", "Enter", "Enter"] {
            page.key(key).await;
        }
        told(page, "right").await;
        page.open("#/first/game").await;
        scene(page, "game").await;
        page.eval::<()>("document.querySelector('[data-do=for-real]').focus()").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('main.table [data-pick]')").await;
    });
}

#[test]
fn the_first_game_is_played_on_a_phone() {
    with_page(async |page| {
        page.size(390, 844, true).await;
        page.open("#/first").await;
        click_through(page).await;
        page.click("[data-do=for-real]").await;
        page.wait_for("document.querySelector('main.table')").await;
    });
}

#[test]
fn the_lesson_can_be_skipped_everywhere() {
    with_page(async |page| {
        for name in ["monster", "move", "push", "blood", "walls", "lure", "game"] {
            page.open(&format!("#/first/{name}")).await;
            scene(page, name).await;
            page.click("[data-do=skip-lesson]").await;
            page.wait_for("document.querySelector('main.newtable')").await;
        }
    });
}

#[test]
fn a_reload_keeps_the_round_and_the_scenes_that_are_done() {
    with_page(async |page| {
        page.open("#/first").await;
        scene(page, "monster").await;
        page.click("[data-do=left]").await;
        told(page, "right").await;
        page.reload().await;
        scene(page, "monster").await;
        assert!(page.text(".say .k").await.contains("round 2 of 3"));
        page.eval::<()>(&format!("localStorage.setItem('{KEY}', 'monster move')")).await;
        page.reload().await;
        scene(page, "push").await;
        assert_eq!(page.count(".way .done").await, 2);
    });
}

#[test]
fn play_now_offers_the_first_game_once_to_those_who_have_never_played() {
    with_page(async |page| {
        page.open("").await;
        page.click("main.home .playnow").await;
        page.wait_for("document.querySelector('dialog.offer[open]')").await;
        assert_eq!(page.axe().await, [""; 0]);
        page.click("[data-do=first-game]").await;
        scene(page, "monster").await;
        // The next time it starts a game at once.
        page.open("").await;
        page.click("main.home .playnow").await;
        page.wait_for("document.querySelector('main.table')").await;
    });
    with_page(async |page| {
        page.open("").await;
        page.click("main.home .playnow").await;
        page.click("[data-do=deal]").await;
        page.wait_for("document.querySelector('main.table')").await;
        page.open("").await;
        page.wait_for("document.querySelector('main.home .playnow')").await;
        page.click("main.home .playnow").await;
        page.wait_for("document.querySelector('main.table')").await;
    });
}
