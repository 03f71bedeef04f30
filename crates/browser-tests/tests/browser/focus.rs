//! The keyboard is never nowhere: what goes hands the focus on.

use browser_tests::fixtures::{finished_game, half_laid, humans_move_after};
use browser_tests::{Page, with_page};

/// Waits until the focus is on such an element.
async fn focus_is_on(page: &Page, selector: &str) {
    page.wait_for(&format!("document.activeElement.matches({selector:?})")).await;
}

async fn open_table(page: &Page) {
    page.open("").await;
    page.keep_game("0a", &humans_move_after(44, 1)).await;
    page.open("#/game/0a").await;
    page.wait_for("document.querySelector('button[data-pick]')").await;
}

/// Asks about the last step in the log.
async fn ask(page: &Page) {
    page.eval::<()>("{ const why = [...document.querySelectorAll('.log [data-do=why]')].at(-1); why.focus(); why.click(); undefined; }")
        .await;
    focus_is_on(page, ".why").await;
}

#[test]
fn what_is_closed_gives_the_focus_back_to_what_opened_it() {
    with_page(async |page| {
        open_table(page).await;
        page.click("[data-do=text]").await;
        focus_is_on(page, "#typed-line").await;
        page.click("[data-do=close-text]").await;
        focus_is_on(page, "[data-do=text]").await;
        page.open("").await;
        page.keep_game("0b", &finished_game(2)).await;
        for address in ["#/game/0a", "#/replay/game-0b/60"] {
            page.open(address).await;
            page.wait_for("document.querySelector('.log [data-do=why]')").await;
            page.click("[data-do=sound-box]").await;
            focus_is_on(page, ".soundbox").await;
            page.click(".soundbox > .btn").await;
            focus_is_on(page, "[data-do=sound-box]").await;
            page.key("Enter").await;
            focus_is_on(page, ".soundbox").await;
            page.key("Tab").await;
            focus_is_on(page, "[data-do=sound]").await;
            page.key("Escape").await;
            focus_is_on(page, "[data-do=sound-box]").await;
            ask(page).await;
            page.key("Escape").await;
            focus_is_on(page, ".log [data-do=why]").await;
            ask(page).await;
            page.click("[data-do=close-why]").await;
            focus_is_on(page, ".log [data-do=why]").await;
        }
    });
}

#[test]
fn what_nobody_opened_leaves_the_focus_to_the_board() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0a", &humans_move_after(44, 1)).await;
        page.eval::<()>("localStorage.setItem('fearsome.text-board', 'open')").await;
        page.open("#/game/0a").await;
        page.click("[data-do=close-text]").await;
        focus_is_on(page, ".board").await;
    });
}

#[test]
fn keys_belong_to_what_has_the_focus() {
    with_page(async |page| {
        open_table(page).await;
        page.click("button[data-pick]").await;
        page.click("[data-do=stay]").await;
        page.wait_for("document.querySelector('[data-do=confirm]:enabled')").await;
        page.click("[data-do=sound-box]").await;
        focus_is_on(page, ".soundbox").await;
        page.eval::<()>("document.querySelector('.soundbox summary').focus()").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('.soundbox details[open]')").await;
        // The move is still to be confirmed.
        assert_eq!(page.count("[data-do=confirm]:enabled").await, 1);
    });
}

#[test]
fn on_a_phone_the_focus_comes_back_to_the_menu() {
    with_page(async |page| {
        page.size(390, 844, true).await;
        open_table(page).await;
        for (tool, opened, close) in
            [("text", "#typed-line", "[data-do=close-text]"), ("sound-box", ".soundbox", ".soundbox > .btn")]
        {
            page.click(".tool.more").await;
            page.click(&format!("[data-do={tool}]")).await;
            focus_is_on(page, opened).await;
            page.click(close).await;
            focus_is_on(page, ".tool.more").await;
        }
        page.click(".tool.more").await;
        page.click("[data-do=help]").await;
        page.wait_for("!document.querySelector('.tools.open')").await;
        focus_is_on(page, ".tool.more").await;
    });
}

#[test]
fn a_bar_that_goes_leaves_the_focus_to_the_board() {
    with_page(async |page| {
        page.hold_clock().await;
        open_table(page).await;
        page.click("button[data-pick]").await;
        page.click("[data-do=stay]").await;
        page.wait_for("!document.querySelector('[data-do=stay]')").await;
        // The button has become another one, under the same finger.
        focus_is_on(page, ".act .btn").await;
        page.click("[data-do=confirm]").await;
        page.wait_for("!document.querySelector('[data-do=confirm]:enabled')").await;
        focus_is_on(page, ".board").await;
        // Nobody presses it: the bar goes when the bots are done.
        page.eval::<()>("document.querySelector('.act [data-do=skip]').focus()").await;
        focus_is_on(page, ".act [data-do=skip]").await;
        page.run_until("document.querySelector('[data-do=confirm]')").await;
        focus_is_on(page, ".board").await;
        page.open("").await;
        page.keep_run("0c", 1).await;
        page.open("#/game/0c").await;
        page.click(".act.walk [data-do=skip]").await;
        page.wait_for("document.querySelector('.act:not(.walk)')").await;
        focus_is_on(page, ".board").await;
    });
}

#[test]
fn a_tile_that_is_laid_leaves_the_focus_to_the_board() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0f", &half_laid(1, 2)).await;
        page.open("#/game/0f").await;
        page.click("[data-tile=stone]").await;
        page.click("[data-cell=e6]").await;
        page.click("[data-do=place]").await;
        page.wait_for("!document.querySelector('[data-do=place]')").await;
        focus_is_on(page, ".board").await;
    });
}

#[test]
fn advice_that_is_followed_leaves_the_focus_to_the_board() {
    with_page(async |page| {
        page.open("#/position/Mh6e-FG4h10R4h2-XG1G3G5R1R3R5-N23-AR-VR4-D10s2h").await;
        page.click("[data-do=play-it]").await;
        page.wait_for("!document.querySelector('[data-do=play-it]')").await;
        focus_is_on(page, ".board").await;
    });
}

#[test]
fn letters_are_keys_only_at_the_board_and_can_be_switched_off() {
    with_page(async |page| {
        open_table(page).await;
        page.click("button[data-pick]").await;
        focus_is_on(page, ".board").await;
        // A button has the focus: a letter that slips does nothing.
        page.eval::<()>("document.querySelector('[data-do=stay]').focus()").await;
        page.key("s").await;
        assert_eq!(page.count("[data-do=stay]").await, 1);
        page.click("[data-do=sound-box]").await;
        page.click("[data-do=letter-keys]").await;
        page.key("Escape").await;
        page.eval::<()>("document.querySelector('.board').focus()").await;
        page.key("s").await;
        assert_eq!(page.count("[data-do=stay]").await, 1);
        page.click("[data-do=sound-box]").await;
        assert!(!page.eval::<bool>("document.querySelector('[data-do=letter-keys]').checked").await);
        page.click("[data-do=letter-keys]").await;
        page.key("Escape").await;
        page.eval::<()>("document.querySelector('.board').focus()").await;
        page.key("s").await;
        page.wait_for("document.querySelector('[data-do=confirm]:enabled')").await;
    });
}

#[test]
fn a_row_of_tools_is_one_stop_of_the_keyboard() {
    with_page(async |page| {
        page.open("#/position/Mh6e-FG4h10R4h2-XG1G3G5R1R3R5-N23-AR-VR4-D10s2h").await;
        page.wait_for("document.querySelector('main.analysis')").await;
        let stops: usize = page
            .eval("[...document.querySelectorAll('.tray button')].filter((button) => button.tabIndex >= 0).length")
            .await;
        // Four rows of things, the stage, who is to move, and three buttons.
        assert!(stops <= 9, "{stops}");
        page.eval::<()>("document.querySelector('.tray [data-band][tabindex=\"0\"]').focus()").await;
        let first: String = page.eval("document.activeElement.dataset.band").await;
        page.key("ArrowRight").await;
        page.wait_for(&format!(
            "document.activeElement.matches('[data-band][aria-checked=true]:not([data-band={first}])')"
        ))
        .await;
        page.key("ArrowLeft").await;
        page.wait_for(&format!("document.activeElement.matches('[data-band={first}][aria-checked=true]')")).await;
        assert_eq!(page.count(".tray [data-band][tabindex=\"0\"]").await, 1);
    });
}

/// The ring of the focused element: the colours of its outline and of what surrounds it.
const RING: &str = "(() => { const element = document.activeElement; const [own, after] = [getComputedStyle(element), getComputedStyle(element, '::after')]; return [own.outlineStyle, own.outlineColor, own.boxShadow, after.content, after.outlineColor, after.borderTopColor]; })()";

#[test]
fn the_focus_has_two_tones_on_board_and_buttons_and_none_around_the_page() {
    with_page(async |page| {
        open_table(page).await;
        page.key("Tab").await;
        page.eval::<()>("document.querySelector('.board').focus({ focusVisible: true })").await;
        let [.., content, outline, border]: [String; 6] = page.eval(RING).await;
        assert!(content != "none" && outline != border, "{content} {outline} {border}");
        page.eval::<()>("document.querySelector('button[data-pick]').focus({ focusVisible: true })").await;
        let [style, outline, shadow, ..]: [String; 6] = page.eval(RING).await;
        assert!(
            style == "solid" && shadow.starts_with("rgb(") && !shadow.starts_with(&outline),
            "{style} {outline} {shadow}"
        );
        page.eval::<()>("{ const main = document.querySelector('main'); main.tabIndex = -1; main.focus({ focusVisible: true }); undefined; }").await;
        focus_is_on(page, "main:focus-visible").await;
        let [style, _, shadow, ..]: [String; 6] = page.eval(RING).await;
        assert_eq!((style.as_str(), shadow.as_str()), ("none", "none"));
    });
}

#[test]
fn an_icon_with_the_focus_of_the_keyboard_shows_its_name() {
    with_page(async |page| {
        open_table(page).await;
        page.eval::<()>("document.querySelector('[data-do=help]').focus()").await;
        page.key("Shift+Tab").await;
        page.wait_for("document.getElementById('tip')").await;
        let (tip, name): (String, String) = page
            .eval("[document.getElementById('tip').textContent, document.activeElement.getAttribute('aria-label')]")
            .await;
        assert_eq!(tip, name);
        page.key("Escape").await;
        page.wait_for("!document.getElementById('tip')").await;
    });
}
