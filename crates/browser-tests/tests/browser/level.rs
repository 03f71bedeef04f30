//! Levels of the puzzle game: built, failed, explained, solved, by all kinds of players.

use browser_tests::larder::{KEY, sent};
use browser_tests::level::{COUNTED_WORKERS, NO_WORKER, STALLED_WORKER, help, lay, let_loose, submit};
use browser_tests::{Page, with_page};
use web::puzzle::progress::{Help, Progress, Standing};
use web::scene::feeding::paste::Pasted;

async fn open(page: &Page, address: &str) {
    page.open(address).await;
    browser_tests::level::open(page).await;
}

/// How far the browser says that the player has come with a level.
async fn standing(page: &Page, address: &str) -> Standing {
    let text: String = page.eval(&format!("localStorage.getItem('{KEY}') ?? ''")).await;
    let progress = Progress::from_text(&text).expect("the browser keeps the progress");
    progress.standing(&address.trim_start_matches('#').parse().expect("a level"))
}

async fn stars(page: &Page, address: &str) -> Option<u8> {
    standing(page, address).await.solved.map(|solved| solved.stars)
}

async fn wait_for_verdict(page: &Page, verdict: &str) {
    page.wait_for(&format!("document.querySelector('[data-verdict={verdict}]')")).await;
}

async fn deeds(page: &Page) -> String {
    page.eval("document.querySelector('.level .tray').dataset.deeds").await
}

#[test]
fn the_first_three_levels_are_solved_by_clicks_one_after_the_other() {
    with_page(async |page| {
        open(page, "#/puzzle/seeing-1").await;
        for (level, deeds) in
            [("seeing-1", "move:g5-h5"), ("seeing-2", "move:h2-i2"), ("seeing-3", "stone:i8 stone:o8")]
        {
            page.wait_for(&format!(
                "location.hash === '#/puzzle/{level}' && document.querySelector('[data-do=loose]')"
            ))
            .await;
            for deed in deeds.split(' ') {
                lay(page, deed).await;
            }
            let_loose(page).await;
            wait_for_verdict(page, "solved").await;
            assert_eq!(stars(page, &format!("#/puzzle/{level}")).await, Some(3));
            // The way it went is drawn.
            assert!(page.count(".board .t-ink").await > 0, "{level}");
            page.click("[data-do=next]").await;
        }
        page.wait_for("location.hash === '#/puzzle/seeing-4'").await;
    });
}

#[test]
fn a_level_is_solved_by_keyboard_alone() {
    with_page(async |page| {
        open(page, "#/puzzle/seeing-1").await;
        tab_to(page, ".level .board").await;
        // The mark begins on the piece that may be moved.
        page.key("ArrowRight").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('.level .slot')").await;
        page.key("ArrowRight").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('.level .tray').dataset.deeds === 'move:g5-h5'").await;
        // Taken off, and once more.
        page.key("Delete").await;
        page.wait_for("document.querySelector('.level .tray').dataset.deeds === ''").await;
        page.key("ArrowLeft").await;
        page.key("Enter").await;
        page.key("Escape").await;
        page.wait_for("!document.querySelector('.level .slot')").await;
        page.key("Enter").await;
        page.key("ArrowRight").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('.level .tray').dataset.deeds === 'move:g5-h5'").await;
        tab_to(page, "[data-do=loose]").await;
        page.key("Enter").await;
        wait_for_verdict(page, "solved").await;
        // The focus is not lost when the buttons change.
        page.wait_for("document.activeElement !== document.body").await;
        // Whoever looks around after the verdict hears where the mark is and what is there.
        assert_eq!(page.text("[data-voice=hand]").await, "");
        tab_to(page, ".level .board").await;
        for (key, cell) in [("ArrowLeft", "g5"), ("ArrowRight", "h5")] {
            page.key(key).await;
            page.wait_for(&format!("document.querySelector('[data-voice=hand]').textContent.startsWith('{cell}: ')"))
                .await;
        }
        assert!(page.text("[data-voice=hand]").await.contains("Stone"));
        // Neither Escape nor T nor Ctrl+Shift+Z throws the verdict away.
        page.key("Escape").await;
        page.key("t").await;
        page.eval::<()>(
            "window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Z', ctrlKey: true, shiftKey: true })); undefined",
        )
        .await;
        assert_eq!(page.count("[data-verdict=solved]").await, 1);
        tab_to(page, "[data-do=next]").await;
        page.key("Enter").await;
        page.wait_for("location.hash === '#/puzzle/seeing-2'").await;
    });
}

/// Presses the Tab key until this has the focus.
async fn tab_to(page: &Page, selector: &str) {
    for _ in 0..40 {
        if page.eval(&format!("document.activeElement.matches('{selector}')")).await {
            return;
        }
        page.key("Tab").await;
    }
    panic!("the Tab key does not lead to {selector}");
}

#[test]
fn a_level_is_solved_by_touch_on_a_phone_and_the_board_keeps_its_size() {
    with_page(async |page| {
        page.size(390, 844, true).await;
        open(page, "#/puzzle/seeing-3").await;
        let size = "(b => `${b.width} ${b.height}`)(document.querySelector('.level .board').getBoundingClientRect())";
        let before: String = page.eval(size).await;
        lay(page, "stone:i8").await;
        lay(page, "stone:o8").await;
        page.hold_clock().await;
        page.click("[data-do=loose]").await;
        page.run_until("document.querySelectorAll('.board .r-print').length >= 2").await;
        assert_eq!(page.eval::<String>(size).await, before);
        // While it walks this does nothing. Without it, the touches of both buttons could be a double tap.
        page.click("[data-cell=\"h6\"]").await;
        page.click("[data-do=skip]").await;
        wait_for_verdict(page, "solved").await;
        assert_eq!(page.eval::<String>(size).await, before);
    });
}

/// Whose figures they are has no room on a phone; what to do with them has.
#[test]
fn a_newcomer_sees_what_to_do_and_which_pieces_are_on_the_board_already() {
    for (width, height, touch) in [(390, 844, true), (320, 568, true), (844, 390, true), (1440, 900, false)] {
        with_page(async |page| {
            page.size(width, height, touch).await;
            open(page, "#/puzzle/seeing-4").await;
            let goals = [".sides", ".says .goal"];
            let mut told = String::new();
            for goal in goals {
                if page.eval(&format!("document.querySelector('{goal}').checkVisibility()")).await {
                    told += &page.text(goal).await;
                }
            }
            assert!(told.contains("Feed all of them to it.") && told.contains("Keep it alive."), "{width}: {told}");
            // One is moved, the other one is laid.
            assert_eq!(page.count(".board .may-move").await, 1);
            assert_eq!(page.count(".pc .at").await, 1);
            assert_eq!(page.text(".pc[data-slot='0'] .at").await, "n8");
            if touch {
                page.click("[data-do=unfold-hints]").await;
                page.wait_for("document.querySelector('.says .goal .taught').checkVisibility()").await;
            }
        });
    }
}

#[test]
fn a_level_is_solved_by_typed_deeds_and_mistakes_are_explained() {
    with_page(async |page| {
        open(page, "#/puzzle/seeing-1").await;
        page.click("[data-do=text]").await;
        let submit = async |line: &str| submit(page, line).await;
        page.wait_for("document.querySelector('#typed-line')").await;
        assert!(submit("move:g5").await.contains("move:c3-d3"));
        assert!(submit("stone:a2").await.contains("does not allow"));
        assert!(submit("move:g5-g4").await.contains("lit spaces"));
        assert!(submit("nonsense").await.contains("nonsense"));
        assert!(submit("move:g5-f5").await.contains("f5"));
        assert!(submit("undo").await.contains("Nothing laid"));
        assert!(submit("undo").await.contains("nothing to take back"));
        assert!(submit("why").await.contains("Let it loose first"));
        // All of a line or nothing.
        let refused = submit("move:g5-h5 stone:a2").await;
        assert!(refused.contains("stone:a2") && refused.contains("Nothing of this line"), "{refused}");
        assert_eq!(deeds(page).await, "");
        submit("Move:G5-H5").await;
        assert_eq!(deeds(page).await, "move:g5-h5");
        submit("loose").await;
        // Every step waits for the reader.
        assert!(submit("step").await.contains("step"));
        for word in ["undo", "clear", "loose"] {
            assert!(submit(word).await.contains("Not while it walks"), "{word}");
        }
        assert_eq!(deeds(page).await, "move:g5-h5");
        assert!(submit("why").await.contains("This is why"));
        submit("skip").await;
        wait_for_verdict(page, "solved").await;
        assert!(submit("why").await.contains("Nothing went wrong"));
    });
}

/// On a phone the text board takes the place of the board, on a large screen that of everything beside it.
#[test]
fn the_text_board_tells_hints_steps_the_verdict_and_the_way_on() {
    for (width, height, touch) in [(1440, 900, false), (390, 844, true)] {
        with_page(async |page| {
            page.size(width, height, touch).await;
            let level = "#/puzzle/seeing-1";
            page.open("").await;
            page.store("fearsome.text-board", "open").await;
            open(page, level).await;
            // What screen readers announce is not hidden.
            let is_shown = |selector: &str| {
                format!("document.querySelector('{selector}')?.checkVisibility({{ visibilityProperty: true }})")
            };
            for voice in ["[data-voice=hand]", "[data-voice=hint]", ".verdict"] {
                assert!(page.eval(&is_shown(voice)).await, "{voice}");
            }
            // The areas are written as in files of levels.
            let first = &puzzles::shipped()[0].level;
            let Some(puzzles::AreaText::Spaces(area)) = first.area_of(first.grants()[0]) else { panic!("{first:?}") };
            let pages = page.text(".pages").await;
            assert!(pages.contains(&area), "{area} in {pages}");
            let hint = &first.about().hint;
            assert!(submit(page, "hint").await.contains(hint));
            submit(page, "hint").await;
            page.wait_for("document.querySelector('[data-voice=hint]').textContent.includes('g5')").await;
            assert!(page.eval(&is_shown(".told[data-help=first-space]")).await);
            assert_eq!(standing(page, level).await.helps.len(), 2);
            // One got away: why, and where the walk ended.
            submit(page, "loose").await;
            submit(page, "skip").await;
            wait_for_verdict(page, "spared").await;
            assert!(page.eval(&is_shown("[data-verdict=spared]")).await);
            assert!(submit(page, "why").await.contains("Red 1"));
            // The line keeps the focus when the trap is changed after a walk.
            submit(page, "move:g5-h5").await;
            let focus = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.activeElement.id))))";
            assert_eq!(page.eval::<String>(focus).await, "typed-line");
            submit(page, "loose").await;
            page.wait_for("document.querySelector('[data-voice=hand]').textContent !== ''").await;
            submit(page, "skip").await;
            wait_for_verdict(page, "solved").await;
            assert!(page.eval(&is_shown("[data-verdict=solved]")).await);
            let in_view = "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('[data-verdict=solved]').getBoundingClientRect())";
            assert!(page.eval(in_view).await, "the verdict is in view");
            // The table shows the end of the walk: Red 1 is eaten.
            assert!(!page.text(".pages table").await.contains("Red 1"));
            submit(page, "next").await;
            page.wait_for("location.hash === '#/puzzle/seeing-2'").await;
        });
    }
}

#[test]
fn a_failure_is_explained_and_one_press_leads_back_to_the_trap() {
    with_page(async |page| {
        open(page, "#/puzzle/seeing-3").await;
        lay(page, "stone:i8").await;
        let_loose(page).await;
        wait_for_verdict(page, "lost").await;
        // Everything is still in place, and the place where it failed is marked.
        assert_eq!(deeds(page).await, "stone:i8");
        assert_eq!(page.count(".board .spot").await, 1);
        assert!(page.count(".board .remains").await > 0);
        page.click(".verdict [data-do=why]").await;
        page.wait_for("document.querySelector('.answer .why-sights .won')").await;
        page.click("[data-do=close-why]").await;
        page.wait_for("!document.querySelector('.answer')").await;
        page.click("[data-do=back-to-trap]").await;
        page.wait_for("document.querySelector('[data-do=loose]')").await;
        assert_eq!(deeds(page).await, "stone:i8");
        lay(page, "stone:o8").await;
        let_loose(page).await;
        wait_for_verdict(page, "solved").await;
        assert_eq!(standing(page, "#/puzzle/seeing-3").await.tries, 2);
        page.reload().await;
        browser_tests::level::open(page).await;
        assert_eq!(page.count(".title .stars .on").await, 3);
    });
}

#[test]
fn whoever_got_away_is_named() {
    with_page(async |page| {
        open(page, "#/puzzle/seeing-1").await;
        let_loose(page).await;
        wait_for_verdict(page, "spared").await;
        let words = page.text("[data-verdict=spared]").await;
        assert!(words.contains("Red 1") && words.contains("circles"), "{words}");
        // A touch of the board is the way back, too.
        lay(page, "move:g5-f5").await;
    });
}

#[test]
fn a_walk_can_be_stopped_and_everything_is_still_in_place() {
    with_page(async |page| {
        open(page, "#/puzzle/seeing-3").await;
        lay(page, "stone:i8").await;
        page.hold_clock().await;
        page.click("[data-do=loose]").await;
        page.run_until("document.querySelectorAll('.board .r-print').length >= 2").await;
        page.click("[data-do=stop-walk]").await;
        page.wait_for("document.querySelector('[data-do=loose]')").await;
        assert_eq!(page.count("[data-verdict]").await, 0);
        assert_eq!(deeds(page).await, "stone:i8");
        page.wait_for("document.activeElement.matches('.level .board')").await;
        assert_eq!(page.timers().await, 0);
    });
}

#[test]
fn pieces_are_dragged_from_the_tray() {
    with_page(async |page| {
        open(page, "#/puzzle/seeing-3").await;
        page.drag(".pc[data-slot='0']", "[data-cell=\"i8\"]").await;
        page.wait_for("document.querySelector('.level .tray').dataset.deeds === 'stone:i8'").await;
        // Dropped where it may not go, it stays in the tray.
        page.drag(".pc[data-slot='1']", "[data-cell=\"a2\"]").await;
        page.wait_for("document.querySelector('.level .refusal')").await;
        page.wait_for("!document.querySelector('.level .slot')").await;
        // Dropped beside the board, too.
        page.drag(".pc[data-slot='1']", ".level .title h1").await;
        page.wait_for("!document.querySelector('.level .slot')").await;
        assert_eq!(deeds(page).await, "stone:i8");
        // A click is still a click.
        lay(page, "stone:o8").await;
    });
}

#[test]
fn teleporters_and_pools_are_turned_before_and_after_they_are_laid() {
    with_page(async |page| {
        open(page, "#/puzzle/teleporter-5").await;
        lay(page, "teleporters:m7n-n8e").await;
        page.click("[data-cell=\"n8\"]").await;
        page.wait_for("document.querySelector('.level .tray').dataset.deeds === 'teleporters:m7n-n8s'").await;
        let pool = "fearsome-level 1\n1 > . . R4 . . . . . . . .\nlay: 1 long-pool on e5-h5 e6 e7 e8";
        let code = puzzles::Level::from_text(pool).expect("a level").to_code();
        open(page, &format!("#/level/{code}")).await;
        lay(page, "long-pool:e5s").await;
        let turned = puzzles::shipped().iter().find_map(|shipped| {
            let turn = shipped.level.grants().iter().find_map(|grant| match grant {
                puzzles::Grant::Turn { at } => Some(*at),
                puzzles::Grant::Lay { .. } | puzzles::Grant::Move { .. } => None,
            });
            Some((&shipped.name, turn?))
        });
        let (name, at) = turned.expect("a level in which a teleporter may be turned");
        open(page, &format!("#/puzzle/{name}")).await;
        page.click(&format!("[data-cell=\"{at}\"]")).await;
        page.wait_for(&format!("document.querySelector('.level .tray').dataset.deeds.startsWith('turn:{at}')")).await;
    });
}

#[test]
fn pieces_are_dragged_taken_back_and_cleared() {
    with_page(async |page| {
        open(page, "#/puzzle/seeing-1").await;
        page.drag("[data-cell=\"g5\"]", "[data-cell=\"f5\"]").await;
        page.wait_for("document.querySelector('.level .tray').dataset.deeds === 'move:g5-f5'").await;
        // Dropped where it may not go, it stays where it was.
        page.drag("[data-cell=\"f5\"]", "[data-cell=\"a2\"]").await;
        page.wait_for("document.querySelector('.level .refusal')").await;
        assert_eq!(deeds(page).await, "move:g5-f5");
        page.click("[data-do=undo]").await;
        page.wait_for("document.querySelector('.level .tray').dataset.deeds === ''").await;
        // Dropped on somebody else, too, and nobody else is taken instead.
        page.drag("[data-cell=\"g5\"]", "[data-cell=\"g3\"]").await;
        page.wait_for("document.querySelector('.level .refusal')?.innerText.includes('g3')").await;
        page.wait_for("!document.querySelector('.level .slot')").await;
        lay(page, "move:g5-h5").await;
        page.click("[data-do=clear]").await;
        page.wait_for("document.querySelector('.level .tray').dataset.deeds === ''").await;
        page.click("[data-do=undo]").await;
        page.wait_for("document.querySelector('.level .tray').dataset.deeds === 'move:g5-h5'").await;
    });
}

#[test]
fn each_help_costs_a_star_and_the_last_one_solves_the_level() {
    with_page(async |page| {
        let level = "#/puzzle/seeing-2";
        open(page, level).await;
        for (nth, name) in ["idea", "first-space", "solution"].into_iter().enumerate() {
            assert_eq!(page.count("button.h").await, 1, "one is offered at a time");
            assert!(page.text("button.h").await.contains("star"));
            help(page, name).await;
            assert_eq!(standing(page, level).await.helps.len(), nth + 1);
            page.wait_for(&format!("document.querySelectorAll('.title .stars .on').length === {}", 2 - nth)).await;
        }
        // The only solution is move:h2-i2; words and ring point at the piece that has to move.
        assert_eq!(page.count(".board .hint-ring").await, 1);
        let middle = |selector: &str| {
            format!(
                "(b => `${{Math.round(b.x + b.width / 2)}} ${{Math.round(b.y + b.height / 2)}}`)(document.querySelector('{selector}').getBoundingClientRect())"
            )
        };
        let ring: String = page.eval(&middle(".board .hint-ring")).await;
        assert_eq!(ring, page.eval::<String>(&middle("[data-cell=h2]")).await);
        assert_eq!(page.text(".told[data-help=first-space] span:last-of-type").await, "It all begins on h2.");
        assert!(page.text(".told[data-help=solution]").await.contains("from h2 to i2"));
        page.click("[data-do=lay-out]").await;
        page.wait_for("document.querySelector('.level .tray').dataset.deeds === 'move:h2-i2'").await;
        let_loose(page).await;
        wait_for_verdict(page, "solved").await;
        assert_eq!(stars(page, level).await, Some(0));
    });
}

#[test]
fn a_search_that_is_called_off_stops_and_costs_nothing() {
    with_page(async |page| {
        page.before_load(STALLED_WORKER).await;
        let level = "#/puzzle/seeing-2";
        open(page, level).await;
        help(page, "idea").await;
        page.click("button.h[data-help=first-space]").await;
        // Screen readers can ask how far it is; only its beginning is announced.
        page.wait_for("document.querySelector('.h [role=progressbar]')?.ariaValueNow === '42'").await;
        assert_eq!(page.text("[data-voice=hint]").await, "Looking for a way.");
        page.click("[data-do=stop-search]").await;
        page.wait_for("document.querySelector('button.h[data-help=first-space]')").await;
        assert_eq!(standing(page, level).await.helps.len(), 1);
        assert!(page.eval("window.orders.at(-1).call_off.id === window.orders.at(-2).do.id").await);
    });
}

/// Whoever has taken two helps before is offered both at once.
#[test]
fn two_helps_wait_for_one_search_and_both_are_stopped() {
    with_page(async |page| {
        page.before_load(STALLED_WORKER).await;
        let level = "#/puzzle/seeing-2";
        let mut progress = Progress::default();
        let source = level.trim_start_matches('#').parse().expect("a level");
        progress.helped(&source, Help::Idea);
        progress.helped(&source, Help::FirstSpace);
        page.open("").await;
        page.store(KEY, &progress.to_text()).await;
        open(page, level).await;
        page.click("button.h[data-help=first-space]").await;
        page.click("button.h[data-help=solution]").await;
        page.wait_for("document.querySelectorAll('.h [role=progressbar][aria-valuenow=\"42\"]').length === 2").await;
        assert_eq!(page.eval::<u32>("window.orders.length").await, 1);
        page.click("[data-do=stop-search]").await;
        page.wait_for("document.querySelectorAll('button.h').length === 2").await;
        assert!(page.eval("window.orders.at(-1).call_off.id === window.orders[0].do.id").await);
        // An answer that was under way comes too late.
        page.eval::<()>("window.answer(window.orders[0].do.id, { best: [['move:h2-i2'], 12] }); undefined").await;
        page.wait_for("document.querySelectorAll('button.h').length === 2").await;
        assert_eq!(standing(page, level).await.helps.len(), 2);
    });
}

#[test]
fn a_search_that_broke_down_can_be_tried_again() {
    with_page(async |page| {
        page.before_load(NO_WORKER).await;
        open(page, "#/puzzle/seeing-2").await;
        help(page, "idea").await;
        page.click("button.h[data-help=first-space]").await;
        page.wait_for("document.querySelector('[data-do=search-again]')").await;
        page.eval::<()>("window.Worker = window.RealWorker; undefined").await;
        page.click("[data-do=search-again]").await;
        page.wait_for("document.querySelector('.told[data-help=first-space]')?.innerText.includes('h2')").await;
    });
}

#[test]
fn hints_after_the_solution_are_free_and_not_counted() {
    with_page(async |page| {
        open(page, "#/puzzle/seeing-1").await;
        lay(page, "move:g5-h5").await;
        let_loose(page).await;
        wait_for_verdict(page, "solved").await;
        help(page, "idea").await;
        page.click("[data-do=back-to-trap]").await;
        let_loose(page).await;
        wait_for_verdict(page, "solved").await;
        let words = page.text("[data-verdict=solved]").await;
        assert!(!words.contains("hint"), "{words}");
    });
}

/// Types the only solution of a dish.
async fn solve_dish(page: &Page, date: &str) {
    let dish = date.parse::<puzzles::Date>().expect("a date").level();
    let solution = dish.findings.best.expect("a dish can be solved").preparation;
    page.click("[data-do=text]").await;
    page.wait_for("document.querySelector('#typed-line')").await;
    submit(page, &solution.to_string()).await;
    submit(page, "loose").await;
    submit(page, "skip").await;
    wait_for_verdict(page, "solved").await;
}

#[test]
fn the_result_of_a_day_is_shared_as_text_that_gives_nothing_away() {
    with_page(async |page| {
        page.on_day("2026-11-16").await;
        open(page, "#/day/2026-11-16").await;
        // The idea of a dish is that of its trick.
        help(page, "idea").await;
        assert!(!page.text(".told[data-help=idea]").await.contains("author"));
        solve_dish(page, "2026-11-16").await;
        // The clipboard of a browser without a screen is not ours: what the page wants to write there is caught.
        page.eval::<()>("navigator.clipboard.writeText = async (text) => { window.copied = text; }; undefined").await;
        page.click("[data-do=share]").await;
        page.wait_for("window.copied").await;
        let shared: String = page.eval("window.copied").await;
        assert!(
            shared.contains("16 November 2026") && shared.contains("★★☆") && shared.contains("1 dry run"),
            "{shared}"
        );
        assert!(shared.ends_with("/#/day/2026-11-16"), "{shared}");
        // Whoever is sent it can paste all of it.
        let pasted = web::scene::feeding::paste::read(&shared).expect("it can be opened");
        assert_eq!(pasted, Pasted::Level("/day/2026-11-16".parse().expect("a day")));
        page.wait_for("document.querySelector('.notice')?.innerText.includes('Copied')").await;
        page.click("[data-do=close-note]").await;
        // Where copying is not allowed, the text is there to be copied by hand.
        page.eval::<()>("navigator.clipboard.writeText = () => Promise.reject(new Error('no')); document.execCommand = () => false; undefined").await;
        page.click("[data-do=share]").await;
        page.wait_for("document.activeElement.matches('.notice textarea')").await;
        assert_eq!(page.eval::<String>("document.activeElement.value").await, shared);
    });
}

#[test]
fn a_level_is_saved_from_its_screen() {
    with_page(async |page| {
        open(page, "#/puzzle/tie-1").await;
        page.click(".tool.more").await;
        let file = page.download("[data-do=save-level]").await;
        assert!(file.name.ends_with(".level"), "{}", file.name);
        let text = String::from_utf8(file.content).expect("it is text");
        let shipped = puzzles::shipped().iter().find(|shipped| shipped.name == "tie-1").expect("a level");
        assert_eq!(puzzles::Level::from_text(&text).as_ref(), Ok(&shipped.level));
    });
}

#[test]
fn the_rules_can_be_read_without_leaving_the_level() {
    with_page(async |page| {
        open(page, "#/puzzle/tie-1").await;
        page.click("[data-do=rules-of-teach]").await;
        page.wait_for("document.querySelector('dialog.rulebook').open").await;
        page.key("Escape").await;
        page.wait_for("!document.querySelector('dialog.rulebook').open").await;
        assert_eq!(page.eval::<String>("location.hash").await, "#/puzzle/tie-1");
    });
}

#[test]
fn a_dish_that_is_being_made_says_how_far_it_is_and_can_be_called_off() {
    with_page(async |page| {
        page.before_load(STALLED_WORKER).await;
        page.open("#/day/2026-11-17").await;
        page.wait_for("document.querySelector('[data-state=cooking] [role=progressbar]')?.ariaValueNow === '42'").await;
        page.click("[data-do=stop-cooking]").await;
        page.wait_for("location.hash === '#/feeding'").await;
        page.wait_for("document.querySelector('#today .cooking')?.innerText.includes('42')").await;
        assert!(page.eval("window.orders.some((order) => order.call_off?.id === window.orders[0].do.id)").await);
    });
}

/// One worker makes the dish and solves the level, and what is here works without the network.
#[test]
fn levels_hints_and_dishes_work_offline_with_one_worker() {
    with_page(async |page| {
        page.before_load(COUNTED_WORKERS).await;
        page.on_day("2026-11-16").await;
        page.open("#/feeding").await;
        browser_tests::poses::dish_is_served(page).await;
        page.network(false).await;
        page.eval::<()>("location.hash = '#/puzzle/seeing-2'; undefined").await;
        browser_tests::level::open(page).await;
        help(page, "idea").await;
        help(page, "first-space").await;
        page.eval::<()>("location.hash = '#/day/2026-11-17'; undefined").await;
        page.wait_for("document.querySelector('.title small')?.innerText.includes('17')").await;
        solve_dish(page, "2026-11-17").await;
        assert_eq!(page.eval::<u32>("window.workers").await, 1);
        page.network(true).await;
    });
}

#[test]
fn the_puzzles_are_fetched_only_when_they_are_wanted() {
    with_page(async |page| {
        let fetched = |name: &str| {
            format!("performance.getEntriesByType('resource').some(({{ name }}) => name.includes('{name}'))")
        };
        page.open("").await;
        page.play_now().await;
        // Everything that a game needs is here, and what is fetched beforehand.
        page.wait_for("document.querySelector('main.table .monster')").await;
        page.wait_for(&fetched("split_study")).await;
        for part in ["split_puzzles", "/puzzles-"] {
            assert!(!page.eval::<bool>(&fetched(part)).await, "{part}");
        }
        page.eval::<()>("location.hash = '#/feeding'; undefined").await;
        page.wait_for("document.querySelector('main.feeding .rack')").await;
        for part in ["split_puzzles", "/puzzles-"] {
            assert!(page.eval::<bool>(&fetched(part)).await, "{part}");
        }
    });
}

#[test]
fn a_level_that_somebody_sent_is_opened_in_a_fresh_browser_and_solved() {
    with_page(async |page| {
        let address = format!("#/level/{}", sent("seeing-1", "For Mira", "Jonas"));
        open(page, &address).await;
        assert_eq!(page.text(".title h1").await.to_lowercase(), "for mira");
        assert!(page.text(".title .by").await.contains("Jonas"));
        lay(page, "move:g5-h5").await;
        let_loose(page).await;
        wait_for_verdict(page, "solved").await;
        assert_eq!(stars(page, &address).await, Some(3));
    });
}

#[test]
fn a_damaged_code_says_what_is_wrong_and_where() {
    with_page(async |page| {
        for (code, told) in [
            ("", "no level"),
            ("aAAAAAGCAhMAwAIxuxx", "last four characters"),
            ("aAAAAA!GCAhMAwAIxuxo", "Character 7 of"),
            ("zAAAAAGCAhMAwAIxuxo", "newer version"),
        ] {
            page.open(&format!("#/level/{code}")).await;
            page.wait_for("document.querySelector('[data-state=damaged]')").await;
            let words = page.text("[data-state=damaged] [role=alert]").await;
            assert!(words.contains(told), "{code}: {words}");
        }
        page.click("[data-do=feeding]").await;
        page.wait_for("location.hash === '#/feeding'").await;
    });
}

#[test]
fn the_dish_of_a_day_is_always_the_same_and_another_day_has_another() {
    with_page(async |page| {
        // A Monday, a Sunday, and the Monday again.
        let mut dishes = vec![];
        for day in ["2026-11-16", "2026-11-22", "2026-11-16"] {
            page.on_day(day).await;
            open(page, &format!("#/day/{day}")).await;
            page.click("[data-do=text]").await;
            page.wait_for("document.querySelector('.level .pages')").await;
            dishes.push(page.text(".level .pages").await);
            page.click("[data-do=close-text]").await;
        }
        assert_eq!(dishes[0], dishes[2]);
        assert_ne!(dishes[0], dishes[1]);
    });
}
