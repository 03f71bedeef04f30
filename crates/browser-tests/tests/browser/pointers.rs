//! Mouse and touch: what a tap and a double click press, and what they do not.

use browser_tests::with_page;

use crate::table::open_move;

#[test]
fn a_double_click_on_confirm_skips_nothing() {
    with_page(async |page| {
        page.hold_clock().await;
        open_move(page).await;
        page.click("button[data-pick]").await;
        page.click("[data-do=stay]").await;
        page.wait_for("document.querySelector('[data-do=confirm]:enabled')").await;
        page.eval::<()>("window.pressed = []; addEventListener('click', (event) => pressed.push([event.target.closest('[data-do]')?.dataset.do, event.defaultPrevented]), true); undefined").await;
        page.double_click("[data-do=confirm]").await;
        page.wait_for("document.querySelector('.act.wait')").await;
        let pressed: Vec<(Option<String>, bool)> = page.eval("pressed").await;
        // The page hears of clicks before the test does, and keeps the second one to itself.
        assert_eq!(pressed, [(Some("confirm".to_owned()), false)]);
    });
}

/// Clicks as the second click of a double click whose first click was so far to the left.
const SECOND_CLICK: &str = "(selector, left) => {
    const control = document.querySelector(selector);
    const box = control.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const click = (target, clientX, detail) => target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX, clientY: y, detail }));
    click(document.body, x - left, 1);
    return click(control, x, 2);
}";

#[test]
fn two_quick_touches_on_different_controls_press_both() {
    with_page(async |page| {
        page.hold_clock().await;
        open_move(page).await;
        page.click("button[data-pick]").await;
        page.wait_for("document.querySelector('[data-do=stay]')").await;
        // Browsers count touches as a double tap that are up to 100 px apart.
        let was_heard =
            async |left: u32| page.eval::<bool>(&format!("({SECOND_CLICK})('[data-do=stay]', {left})")).await;
        assert!(!was_heard(10).await, "a double tap");
        assert!(was_heard(90).await, "a touch elsewhere");
        page.wait_for("document.querySelector('[data-do=confirm]:enabled')").await;
    });
}

#[test]
fn playing_selects_no_letters() {
    with_page(async |page| {
        open_move(page).await;
        page.double_click(".l-floor .wl text").await;
        page.drag(".l-floor [data-wall=B] text", ".l-floor [data-wall=F] text").await;
        assert_eq!(page.eval::<String>("getSelection().toString().trim()").await, "");
        let selectable = "[...document.querySelectorAll('main text, main .btn')].filter((one) => getComputedStyle(one).userSelect !== 'none').length";
        assert_eq!(page.eval::<usize>(selectable).await, 0);
    });
}
