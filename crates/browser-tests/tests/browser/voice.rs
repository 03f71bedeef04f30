//! The table in words and what is heard: for those who read it, type at it, or listen to it.

use browser_tests::fixtures::humans_move_after;
use browser_tests::poses::{Look, Screen};
use browser_tests::{Page, with_page};
use web::scene::sound::Effect;

use crate::play::{skip_by_button, to_the_end};

/// Opens a game in which a human is to move, with the text board.
async fn open_text(page: &Page) {
    page.open("").await;
    page.keep_game("0a", &humans_move_after(40, 1)).await;
    page.eval::<()>("localStorage.setItem('fearsome.text-board', 'open')").await;
    page.open("#/game/0a").await;
    page.wait_for("document.querySelector('#typed-line') && document.querySelector('[data-do=confirm]')").await;
}

/// Types a line, and returns what is answered.
async fn type_line(page: &Page, line: &str) -> String {
    // Only the words: the text itself belongs to the page.
    page.eval::<()>("for (const text of document.querySelector('.reply').childNodes) text.data = ''; undefined").await;
    page.fill("#typed-line", line).await;
    page.key("Enter").await;
    page.wait_for("document.querySelector('.reply').textContent !== ''").await;
    page.text(".reply").await
}

/// The names of the player's figures that can be moved, as the lists tell them.
const OWN: &str = "[...document.querySelectorAll('.pages > ul:first-of-type > li')]
    .filter((player) => player.firstChild.textContent.includes('to move now'))
    .flatMap((player) => [...player.querySelectorAll('li')])
    .filter((figure) => /, (to move|moving)$/.test(figure.textContent))
    .map((figure) => figure.textContent.match(/[(]([A-Z][0-9])[)]/)[1])";

/// What can be reached, nearest to the exit first.
const NEAREST: &str = "[...document.querySelectorAll('.textboard .reachable')].map((space) => space.dataset.space)
    .sort((one, other) => (one.charCodeAt(0) + Number(one.slice(1))) - (other.charCodeAt(0) + Number(other.slice(1))))[0] ?? ''";

/// Moves somebody by typing: out if that goes, else as near to the exit as it gets.
async fn by_typing(page: &Page) {
    page.wait_for(&format!("({OWN}).length > 0")).await;
    let figure: String = page.eval(&format!("({OWN})[0]")).await;
    let reach = type_line(page, &figure).await;
    let goal: String = page.eval(NEAREST).await;
    let goal = match goal.as_str() {
        _ if reach.contains("out.") || reach.contains("out,") => "out",
        "" => "stay",
        cell => cell,
    };
    // What is kept of the game; the log shows only its end.
    let kept = "localStorage.getItem('fearsome.game.0f').length";
    let before: usize = page.eval(kept).await;
    let answer = type_line(page, &format!("{figure} {goal}!")).await;
    assert!(answer.contains(&format!("({figure})")), "{figure} {goal}: {answer}");
    page.wait_for(&format!("{kept} > {before}")).await;
}

#[test]
fn typed_moves_play_a_whole_game() {
    with_page(async |page| {
        page.open("#/new").await;
        page.wait_for("document.querySelector('main.newtable')").await;
        page.keep_game("0f", &browser_tests::fixtures::two_humans(7)).await;
        page.eval::<()>("localStorage.setItem('fearsome.text-board', 'open')").await;
        page.hold_clock().await;
        page.open("#/game/0f").await;
        page.wait_for("document.querySelector('#typed-line')").await;
        let moves = to_the_end(page, by_typing, skip_by_button).await;
        assert!(moves > 6, "{moves}");
        page.wait_for("document.querySelector('main.win')").await;
    });
}

#[test]
fn a_wrong_line_is_told_and_changes_nothing() {
    with_page(async |page| {
        open_text(page).await;
        let game = "localStorage.getItem('fearsome.game.0a')";
        let before: String = page.eval(game).await;
        let answer = type_line(page, "look k6 xyzzy").await;
        assert!(answer.contains("xyzzy"), "{answer}");
        // The line is marked, so that typing replaces it.
        let marked: String = page
            .eval("(() => { const line = document.querySelector('#typed-line'); return line.value.slice(line.selectionStart, line.selectionEnd); })()")
            .await;
        assert_eq!(marked, "look k6 xyzzy");
        assert!(type_line(page, "ok").await.contains("no move to confirm"));
        assert_eq!(page.count(".l-play .plan").await, 0);
        assert_eq!(page.eval::<String>(game).await, before);
    });
}

#[test]
fn a_move_is_typed_read_back_changed_and_confirmed_by_an_empty_line() {
    with_page(async |page| {
        open_text(page).await;
        let figure: String = page.eval(&format!("({OWN})[0]")).await;
        type_line(page, &figure).await;
        let goal: String = page.eval(NEAREST).await;
        let answer = type_line(page, &goal).await;
        assert!(answer.contains(&goal) && answer.contains("Enter confirms"), "{answer}");
        assert_eq!(page.count(".l-play .plan").await, 1);
        assert_eq!(type_line(page, "undo").await, "Taken back.");
        assert_eq!(page.count(".l-play .plan").await, 0);
        type_line(page, &format!("{figure} stay")).await;
        let told = "document.querySelector('.pages > ol').textContent";
        let before: String = page.eval(told).await;
        page.key("Enter").await;
        page.wait_for(&format!("{told} !== {before:?}")).await;
    });
}

#[test]
fn the_keyboard_reaches_the_text_board_first_and_what_the_hand_does_is_told() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0a", &humans_move_after(40, 1)).await;
        page.open("#/game/0a").await;
        page.wait_for("document.querySelector('button[data-pick]')").await;
        let voice = "document.querySelector('[data-voice=hand]').textContent";
        page.wait_for(&format!("{voice} === 'Your move.'")).await;
        page.click("button[data-pick]").await;
        page.wait_for(&format!("{voice}.includes('step')")).await;
        page.key("s").await;
        page.wait_for(&format!("{voice}.includes('stays where it is')")).await;
        page.reload().await;
        page.wait_for("document.querySelector('button[data-pick]')").await;
        page.key("Tab").await;
        page.key("Enter").await;
        page.wait_for("document.activeElement?.id === 'typed-line'").await;
        page.reload().await;
        page.wait_for("document.querySelector('#typed-line')").await;
    });
}

#[test]
fn with_the_text_board_open_the_monster_waits_after_every_step() {
    with_page(async |page| {
        page.open("").await;
        page.keep_run("0c", 1).await;
        page.store("fearsome.text-board", "open").await;
        page.hold_clock().await;
        page.open("#/game/0c").await;
        let waits = "document.querySelector('[data-do=run]')";
        page.run_until(waits).await;
        let told = "document.querySelector('.log > [aria-live]').textContent";
        let first: String = page.eval(told).await;
        page.click("[data-do=step]").await;
        page.run_until(&format!("({waits}) && {told} !== {first:?}")).await;
        // A question neither goes on nor lets it run.
        page.click("[data-do=why-now]").await;
        page.click("[data-do=close-why]").await;
        page.run_until(waits).await;
        // The reader may let it run all the same.
        page.click("[data-do=run]").await;
        page.run_until("!document.querySelector('[data-do=run]')").await;
    });
}

#[test]
fn floor_and_what_lies_outside_are_told_apart() {
    with_page(async |page| {
        open_text(page).await;
        let words = |selector: &str| {
            format!(
                "[...new Set([...document.querySelectorAll({selector:?})].map((space) => space.querySelector('.vh').textContent))]"
            )
        };
        assert_eq!(page.eval::<Vec<String>>(&words(".textboard tbody td.none")).await, ["no floor"]);
        let spaces: Vec<String> = page.eval(&words(".textboard [data-space]")).await;
        assert!(
            spaces.iter().any(|space| space == "floor") && spaces.iter().all(|space| !space.is_empty()),
            "{spaces:?}"
        );
    });
}

/// Opens the settings of the sound at a table.
async fn open_sound(page: &Page) {
    page.open("#/game/0a").await;
    page.click("[data-do=sound-box]").await;
    page.wait_for("document.querySelector('.soundbox')").await;
}

#[test]
fn the_settings_of_the_sound_are_for_everyone() {
    with_page(async |page| {
        let inspect = async |look: Look| {
            // On a phone it is in a menu.
            page.eval::<()>("document.querySelector('[data-do=sound-box]').click()").await;
            page.wait_for("document.querySelector('.soundbox')").await;
            assert_eq!(page.axe().await, [""; 0], "{look:?}");
        };
        Screen::Choice.show(page, Screen::Choice.day_and_night(), inspect).await;
    });
}

#[test]
fn how_loud_it_is_is_remembered() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0a", &humans_move_after(12, 1)).await;
        open_sound(page).await;
        let state =
            "[document.querySelector('[data-do=sound]').checked, document.querySelector('[data-do=volume]').value]";
        assert_eq!(page.eval::<(bool, String)>(state).await, (true, "60".to_owned()));
        page.eval::<()>("document.querySelector('[data-do=volume]').focus()").await;
        page.key("ArrowRight").await;
        page.wait_for("localStorage.getItem('fearsome.sound') === 'on 65'").await;
        page.click("[data-do=sound]").await;
        page.wait_for("localStorage.getItem('fearsome.sound') === 'off 65'").await;
        open_sound(page).await;
        assert_eq!(page.eval::<(bool, String)>(state).await, (false, "65".to_owned()));
    });
}

/// A browser whose sounds are counted and can be measured instead of heard.
const RECORDER: &str = "window.contexts = []; window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 44100 * 3, 44100); window.contexts.push(this); }
    resume() { return Promise.resolve(); }
};";

#[test]
fn where_the_sound_is_off_nothing_is_played() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0a", &humans_move_after(12, 1)).await;
        page.size(390, 844, true).await;
        // A phone is silent until somebody wants to hear something.
        page.before_load(RECORDER).await;
        page.open("#/game/0a").await;
        page.click("button[data-pick]").await;
        page.key("s").await;
        page.wait_for("document.querySelector('[data-do=confirm]:enabled')").await;
        page.click("[data-do=confirm]").await;
        page.wait_for("document.querySelector('.log .cap')").await;
        assert_eq!(page.eval::<usize>("window.contexts.length").await, 0);
        page.click(".tool.more").await;
        page.click("[data-do=sound-box]").await;
        page.click("[data-do=sound]").await;
        page.wait_for("window.contexts.length === 1").await;
    });
}

#[test]
fn every_effect_is_heard_and_none_is_clipped() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0a", &humans_move_after(12, 1)).await;
        page.eval::<()>("localStorage.setItem('fearsome.sound', 'on 100')").await;
        page.open("#/game/0a").await;
        page.wait_for("document.querySelector('button[data-pick]')").await;
        let effects: Vec<String> = {
            open_sound(page).await;
            page.click(".soundbox summary").await;
            page.eval("[...document.querySelectorAll('[data-effect]')].map((sample) => sample.dataset.effect)").await
        };
        // Both feet are one name.
        assert_eq!(effects.len() + 2, Effect::ALL.len());
        page.before_load(RECORDER).await;
        for effect in effects {
            page.open("#/game/0a").await;
            page.click("[data-do=sound-box]").await;
            page.click(".soundbox summary").await;
            page.click(&format!("[data-effect={effect}]")).await;
            page.wait_for("window.contexts.length === 1").await;
            let peak: f64 = page
                .eval("window.contexts[0].startRendering().then((sound) => sound.getChannelData(0).reduce((most, now) => Math.max(most, Math.abs(now)), 0))")
                .await;
            assert!((0.02..0.95).contains(&peak), "{effect}: {peak}");
        }
    });
}

#[test]
fn whoever_types_asks_why_and_types_on() {
    with_page(async |page| {
        page.open("").await;
        page.keep_run("0c", 1).await;
        page.store("fearsome.text-board", "open").await;
        page.hold_clock().await;
        page.open("#/game/0c").await;
        // With the text board open, the monster waits after its step.
        page.run_until("document.querySelector('[data-do=run]')").await;
        page.fill("#typed-line", "why").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('.why')").await;
        // The frame in which the balloon would have taken the focus has passed.
        page.eval::<()>("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
            .await;
        for letter in "step".chars() {
            page.key(&letter.to_string()).await;
        }
        assert_eq!(page.eval::<String>("document.querySelector('#typed-line').value").await, "step");
        let steps = page.count(".prints .d").await;
        page.key("Enter").await;
        page.run_until(&format!("document.querySelectorAll('.prints .d').length > {steps}")).await;
    });
}

#[test]
fn a_run_that_is_watched_again_keeps_the_pace_of_the_reader() {
    with_page(async |page| {
        page.open("").await;
        page.keep_run("0c", 1).await;
        page.store("fearsome.text-board", "open").await;
        page.hold_clock().await;
        page.open("#/game/0c").await;
        let waits = "document.querySelector('[data-do=run]')";
        page.run_until(waits).await;
        // In the middle of the run, which goes on before it is watched again.
        page.click("[data-do=run]").await;
        page.wait_for("document.querySelector('.act.walk [data-do=again]')").await;
        page.click(".act.walk [data-do=again]").await;
        page.run_until(&format!("({waits}) || document.querySelector('.act:not(.walk)')")).await;
        assert!(page.eval::<bool>(&format!("Boolean({waits})")).await, "it ran on without a pause");
        let step = page.text(".act .sum .disp").await;
        assert!(step.to_lowercase().starts_with("step 1"), "{step}");
    });
}
