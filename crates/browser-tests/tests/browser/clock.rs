//! The clock that tests hold.

use std::panic::AssertUnwindSafe;

use browser_tests::with_page;
use futures::FutureExt;

/// Sets timers in another order than they are due.
const SET: &str = "window.rung = [];
    for (const ms of [300, 100, 200, 100]) setTimeout(() => rung.push(`${ms} at ${testClock.now()}`), ms);
    clearTimeout(setTimeout(() => rung.push('called off'), 50));
    undefined";

const ALL: &str = "rung.join() === '100 at 100,100 at 100,200 at 200,300 at 300'";

#[test]
fn a_held_clock_rings_only_when_it_is_told_and_in_the_order_of_time() {
    with_page(async |page| {
        page.hold_clock().await;
        page.open("").await;
        page.eval::<()>(SET).await;
        assert_eq!(page.timers().await, 4);
        page.run_until("rung.length > 0").await;
        assert_eq!(page.eval::<Vec<String>>("rung").await, ["100 at 100"]);
        page.run_until(ALL).await;
        assert_eq!((page.timers().await, page.time_ms().await), (0, 300));
    });
}

#[test]
fn a_clock_in_a_rush_waits_for_nobody_and_keeps_the_order_of_time() {
    with_page(async |page| {
        page.open("").await;
        page.eval::<()>(SET).await;
        page.wait_for(ALL).await;
        // Held before it is opened, and let go afterwards.
        page.hold_clock().await;
        page.open("").await;
        page.eval::<()>(SET).await;
        assert_eq!(page.timers().await, 4);
        page.rush_clock().await;
        page.wait_for(ALL).await;
    });
}

#[test]
fn only_a_held_clock_can_be_run_until_something_holds() {
    with_page(async |page| {
        page.open("").await;
        let run = AssertUnwindSafe(page.run_until("true")).catch_unwind().await;
        let problem = run.expect_err("the clock runs by itself");
        let problem = problem.downcast_ref::<String>().expect("a message");
        assert!(problem.contains("run_until needs a clock that is held: call hold_clock first"), "{problem}");
    });
}

#[test]
fn what_moves_is_at_its_end_when_a_test_looks() {
    with_page(async |page| {
        page.motion().await;
        page.open("").await;
        page.eval::<()>(
            "window.moved = document.querySelector('main').animate([{ opacity: 0 }, { opacity: 1 }], 1e9); undefined",
        )
        .await;
        page.wait_for("window.moved.playState === 'finished'").await;
    });
}
