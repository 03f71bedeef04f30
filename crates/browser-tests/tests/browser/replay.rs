//! Games watched again, handed on, kept and played on.

use browser_tests::fixtures::{finished_game, game_after, humans_move_after, seven_players};
use browser_tests::{Page, with_page};
use rules::game::{Action, Seat};
use rules::record::Record;
use web::table::LocalTable;

/// The position after so many actions, as the page tells it.
fn position(record: &Record, actions: usize) -> String {
    let game = match actions.checked_sub(1) {
        None => record.beginning().0,
        Some(last) => record.replay().nth(last).expect("there are that many actions").game,
    };
    game.playing().expect("the fortress is laid").position().to_string()
}

/// The monster as it is drawn.
const MONSTER: &str = "document.querySelector('.monster .inner').innerHTML";

/// Waits until the screen has come to this moment, and checks that it shows the right table.
async fn is_at(page: &Page, record: &Record, actions: usize) {
    page.wait_for(&format!("document.querySelector('main.replay')?.dataset.at === '{actions}'")).await;
    let shown: String = page.eval("document.querySelector('main.replay').dataset.position").await;
    assert_eq!(shown, position(record, actions), "after {actions} actions");
}

async fn open_kept(page: &Page, table: &LocalTable, at: usize) {
    page.open("").await;
    page.keep_game("0b", table).await;
    page.open(&format!("#/replay/game-0b/{at}")).await;
}

/// Puts a text into the archive's field and opens it.
async fn paste(page: &Page, text: &str) {
    page.open("#/archive").await;
    page.wait_for("document.querySelector('main.archive textarea')").await;
    let text = serde_json::to_string(text).expect("a text can be written");
    page.eval::<()>(&format!("document.querySelector('textarea').value = {text}; undefined")).await;
    page.click("[data-do=open]").await;
}

#[test]
fn a_finished_game_is_watched_from_the_winning_screen_to_its_last_position() {
    with_page(async |page| {
        let table = finished_game(2);
        let record = table.record();
        page.open("").await;
        page.keep_game("0b", &table).await;
        page.open("#/game/0b/end").await;
        page.click("[data-do=watch]").await;
        is_at(page, &record, 0).await;
        page.click(".ctl [data-do=end]").await;
        is_at(page, &record, record.actions().len()).await;
        page.click(".ctl [data-do=start]").await;
        is_at(page, &record, 0).await;
    });
}

#[test]
fn a_record_in_the_link_opens_at_its_moment_and_the_address_follows() {
    with_page(async |page| {
        let record = finished_game(2).record();
        let code = record.to_code();
        page.open(&format!("#/replay/{code}/17")).await;
        is_at(page, &record, 17).await;
        page.click(".ctl [data-do=back]").await;
        is_at(page, &record, 16).await;
        page.wait_for(&format!("location.hash === '#/replay/{code}/16'")).await;
        page.reload().await;
        is_at(page, &record, 16).await;
        // Beyond the end is the end, and without a moment as well.
        page.open(&format!("#/replay/{code}/99999")).await;
        is_at(page, &record, record.actions().len()).await;
        page.open(&format!("#/replay/{code}")).await;
        is_at(page, &record, record.actions().len()).await;
    });
}

#[test]
fn back_and_forth_by_buttons_shows_every_action() {
    with_page(async |page| {
        let table = game_after(30, 1);
        let record = table.record();
        open_kept(page, &table, 0).await;
        is_at(page, &record, 0).await;
        for moment in 1..=6 {
            page.click(".ctl [data-do=on]").await;
            is_at(page, &record, moment).await;
        }
        for moment in (3..6).rev() {
            page.click(".ctl [data-do=back]").await;
            is_at(page, &record, moment).await;
        }
    });
}

#[test]
fn the_slider_goes_by_actions_turns_and_to_the_ends() {
    with_page(async |page| {
        let table = finished_game(2);
        let record = table.record();
        open_kept(page, &table, 0).await;
        is_at(page, &record, 0).await;
        page.eval::<()>("document.querySelector('[role=slider]').focus()").await;
        let turns: Vec<usize> =
            page.eval("[...document.querySelectorAll('.tt.on')].map((turn) => Number(turn.dataset.from))").await;
        assert!(turns.len() > 4, "{turns:?}");
        page.key("PageUp").await;
        is_at(page, &record, turns[1]).await;
        page.key("PageUp").await;
        is_at(page, &record, turns[2]).await;
        page.key("ArrowLeft").await;
        is_at(page, &record, turns[2] - 1).await;
        page.key("PageDown").await;
        is_at(page, &record, turns[1]).await;
        page.key("End").await;
        is_at(page, &record, record.actions().len()).await;
        let now: String = page.eval("document.querySelector('[role=slider]').getAttribute('aria-valuenow')").await;
        assert_eq!(now, record.actions().len().to_string());
        page.key("Home").await;
        is_at(page, &record, 0).await;
        // A click into a turn shows that turn.
        page.click(".half:nth-child(1) .tt:nth-child(4)").await;
        let at: usize = page.eval("Number(document.querySelector('main.replay').dataset.at)").await;
        assert!((turns[3]..=turns[4]).contains(&at), "{at} is not in {turns:?}");
    });
}

#[test]
fn it_plays_by_itself_and_stops_when_asked() {
    with_page(async |page| {
        page.hold_clock().await;
        let table = finished_game(2);
        let record = table.record();
        open_kept(page, &table, 0).await;
        is_at(page, &record, 0).await;
        page.key(" ").await;
        page.run_until("Number(document.querySelector('main.replay').dataset.at) >= 2").await;
        page.click("[data-do=play]").await;
        page.wait_for("!document.querySelector('main.replay').classList.contains('playing')").await;
        let shown = "document.querySelector('.l-play').innerHTML + document.querySelector('main.replay').dataset.at";
        let stopped: String = page.eval(shown).await;
        // Only the address follows.
        page.run_until("testClock.waiting() === 0").await;
        assert_eq!(page.eval::<String>(shown).await, stopped);
        // From near the end it comes to the end, and stops there.
        page.open(&format!("#/replay/game-0b/{}", record.actions().len() - 1)).await;
        page.click("[data-do=play]").await;
        page.run_until("testClock.waiting() === 0").await;
        is_at(page, &record, record.actions().len()).await;
        page.wait_for("!document.querySelector('main.replay').classList.contains('playing')").await;
    });
}

#[test]
fn where_nothing_moves_sound_words_stand_until_they_are_read() {
    with_page(async |page| {
        let table = finished_game(2);
        let run = table.record().actions().iter().position(|action| matches!(action, Action::Flip { .. }));
        page.hold_clock().await;
        open_kept(page, &table, run.expect("the monster runs")).await;
        page.wait_for("document.querySelector('main.replay')").await;
        // As fast as it gets: a word would be gone at once.
        page.eval::<()>("[...document.querySelectorAll('[name=speed]')].at(-1).click(); undefined").await;
        page.click("[data-do=play]").await;
        page.run_until("document.querySelector('.shout')").await;
        let begin = page.time_ms().await;
        page.run_until("!document.querySelector('.shout')").await;
        let stood = page.time_ms().await - begin;
        assert!(stood >= 900, "{stood}");
    });
}

#[test]
fn who_jumps_hears_only_the_last_thing_and_which_keys_there_are() {
    with_page(async |page| {
        let table = finished_game(2);
        let record = table.record();
        open_kept(page, &table, 0).await;
        is_at(page, &record, 0).await;
        page.key("End").await;
        is_at(page, &record, record.actions().len()).await;
        let last: String = page.eval("[...document.querySelectorAll('.log .cap')].at(-1).textContent.trim()").await;
        page.wait_for(&format!("document.querySelector('.log > [aria-live]').textContent.trim() === {last:?}")).await;
        let help: String = page
            .eval("document.getElementById(document.querySelector('.board').getAttribute('aria-describedby')).textContent")
            .await;
        assert!(help.contains("an action back"), "{help}");
    });
}

#[test]
fn a_pasted_record_a_link_and_a_dropped_file_are_watched() {
    with_page(async |page| {
        let record = finished_game(2).record();
        paste(page, &record.to_string()).await;
        is_at(page, &record, 0).await;
        paste(page, &format!("Look: https://example.org/#/replay/{}/9", record.to_code())).await;
        is_at(page, &record, 9).await;
        page.open("#/archive").await;
        page.wait_for("document.querySelector('main.archive')").await;
        drop_file(page, "game.floors", &record.to_string()).await;
        is_at(page, &record, 0).await;
    });
}

/// Lets go of a file over the screen.
async fn drop_file(page: &Page, name: &str, content: &str) {
    let (name, content) = (serde_json::to_string(name), serde_json::to_string(content));
    let (name, content) = (name.expect("a text can be written"), content.expect("a text can be written"));
    page.eval::<()>(&format!(
        "{{ const data = new DataTransfer(); data.items.add(new File([{content}], {name})); \
         document.querySelector('main').dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }})); undefined; }}"
    ))
    .await;
}

#[test]
fn a_broken_record_is_told_with_its_line_and_a_broken_link_too() {
    with_page(async |page| {
        let text = finished_game(2).record().to_string();
        let line = text.lines().position(|line| line.starts_with("flip")).expect("the monster ran") + 1;
        let broken: Vec<&str> =
            text.lines().enumerate().map(|(index, old)| if index + 1 == line { "flip 6" } else { old }).collect();
        paste(page, &broken.join("\n")).await;
        let told = page.text(".news").await;
        assert!(told.contains(&format!("Line {line}: ")) && told.contains("no such tombstone"), "{told}");
        paste(page, "https://example.org/#/about").await;
        assert_eq!(page.text(".news").await, "This link leads to no game.");
        let code = finished_game(2).record().to_code();
        page.open(&format!("#/replay/{}", &code[..60])).await;
        let told = page.text("main [role=alert]").await;
        assert!(told.contains("This link is damaged"), "{told}");
        page.open("#/replay/game-77/3").await;
        let told = page.text("main [role=alert]").await;
        assert!(told.contains("no such game"), "{told}");
    });
}

#[test]
fn all_games_are_saved_thrown_away_and_taken_in_again() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0a", &humans_move_after(12, 1)).await;
        page.keep_game("0b", &finished_game(2)).await;
        page.keep_game("07", &seven_players(3)).await;
        page.open("#/archive").await;
        page.wait_for("document.querySelectorAll('.game').length === 3").await;
        let list = page.text(".kept > ul").await;
        let file = page.download("[data-do=export]").await;
        assert!(file.name.ends_with(".json"), "{}", file.name);
        for left in (0..3).rev() {
            page.click(".game .bin").await;
            page.click(".game .bin.armed").await;
            page.wait_for(&format!("document.querySelectorAll('.game').length === {left}")).await;
        }
        assert_eq!(page.eval::<usize>("localStorage.length").await, 0);
        let content = String::from_utf8(file.content).expect("it is text");
        drop_file(page, &file.name, &content).await;
        page.wait_for("document.querySelectorAll('.game').length === 3").await;
        assert_eq!(page.text(".kept > ul").await, list);
        assert_eq!(page.text(".news").await, "3 games added.");
        // What is here already stays as it is.
        drop_file(page, &file.name, &content).await;
        page.wait_for("document.querySelector('.news').innerText.includes('3 were here already')").await;
        assert_eq!(page.text(".kept > ul").await, list);
        // One that goes on further in the file does so here, too.
        page.keep_game("0a", &humans_move_after(3, 1)).await;
        drop_file(page, &file.name, &content).await;
        let news = "1 was here already and now goes further. 2 were here already.";
        page.wait_for(&format!("document.querySelector('.news').innerText.includes('{news}')")).await;
        assert_eq!(page.text(".kept > ul").await, list);
        // And the games can be played.
        page.open("#/game/0a").await;
        page.wait_for("document.querySelector('[data-pick]')").await;
    });
}

#[test]
fn what_was_thrown_away_is_brought_back_and_a_double_click_throws_nothing_away() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0a", &humans_move_after(12, 1)).await;
        page.keep_game("0b", &finished_game(2)).await;
        let kept = "JSON.stringify(Object.entries(localStorage).filter(([key]) => /game|when|shown/.test(key)).sort())";
        let before: String = page.eval(kept).await;
        for address in ["#/archive", "#/"] {
            page.open(address).await;
            page.double_click(".bin").await;
            page.wait_for("document.querySelector('.bin.armed')").await;
            assert_eq!(page.eval::<String>(kept).await, before, "{address}");
            page.click(".bin.armed").await;
            page.wait_for("document.querySelector('[data-do=bring-back]')").await;
            assert_ne!(page.eval::<String>(kept).await, before, "{address}");
            page.click("[data-do=bring-back]").await;
            page.wait_for("!document.querySelector('[data-do=bring-back]')").await;
            assert_eq!(page.eval::<String>(kept).await, before, "{address}");
        }
    });
}

#[test]
fn a_game_is_played_on_from_the_moment_that_is_shown() {
    with_page(async |page| {
        let table = finished_game(2);
        let record = table.record();
        // A moment at which a bot is to move.
        let is_bots = |seat: Option<Seat>| seat.is_some_and(|seat| seat.index() > 0);
        let at = (20..).find(|at| record.replay().nth(at - 1).is_some_and(|played| is_bots(played.game.acting())));
        let at = at.expect("a bot moves");
        open_kept(page, &table, at).await;
        is_at(page, &record, at).await;
        page.click("[data-do=play-on]").await;
        page.click("[data-do=begin]").await;
        // The bots move on, and whoever was at the screen is there again.
        page.wait_for(
            "location.hash.startsWith('#/game/') && document.querySelector('main.table:not(.replay) [data-pick]')",
        )
        .await;
        let save: String = page.eval("localStorage.getItem(`fearsome.game.${location.hash.split('/')[2]}`)").await;
        let whos: Vec<String> =
            page.eval("JSON.parse(localStorage.getItem(`fearsome.game.${location.hash.split('/')[2]}`)).seats").await;
        assert_eq!(whos, ["human", "fledgling", "fox", "fox"]);
        assert!(save.contains(&format!("branched: {at}")), "{save}");
        page.click("[data-pick]").await;
        page.click("[data-do=stay]").await;
        page.click("[data-do=confirm]").await;
        page.wait_for(&format!(
            "Number(localStorage.getItem(`fearsome.shown.${{location.hash.split('/')[2]}}`)) > {at}"
        ))
        .await;
        // The game that was watched is as it was.
        page.open("#/archive").await;
        page.wait_for("document.querySelectorAll('.game').length === 2").await;
        page.open(&format!("#/replay/game-0b/{}", record.actions().len())).await;
        is_at(page, &record, record.actions().len()).await;
    });
}

#[test]
fn the_link_that_is_copied_leads_to_the_same_moment() {
    with_page(async |page| {
        let table = finished_game(2);
        let record = table.record();
        page.hold_clock().await;
        open_kept(page, &table, 11).await;
        is_at(page, &record, 11).await;
        let monster: String = page.eval(MONSTER).await;
        let reasons = page.count("[data-do=reason]").await;
        assert!(reasons > 0);
        // The clipboard of a browser without a screen is not ours: what the page wants to write there is caught.
        page.eval::<()>("navigator.clipboard.writeText = async (text) => { window.copied = text; }; undefined").await;
        page.click("[data-do=copy-link]").await;
        page.wait_for("window.copied && document.querySelector('.said p')").await;
        page.run_until("!document.querySelector('.said p')").await;
        let link: String = page.eval("window.copied").await;
        let (_, hash) = link.split_once('#').expect("it has an address of ours");
        assert!(link.len() < 2000, "{link}");
        page.open(&format!("#{hash}")).await;
        is_at(page, &record, 11).await;
        // The same monster, and the bots have their reasons.
        assert_eq!(page.eval::<String>(MONSTER).await, monster);
        assert_eq!(page.count("[data-do=reason]").await, reasons);
        // Where the browser refuses, there is something to copy by hand.
        page.eval::<()>("navigator.clipboard.writeText = () => Promise.reject(new Error('no')); undefined").await;
        page.click("[data-do=copy-link]").await;
        page.wait_for("document.querySelector('.said input')?.value.includes('#/replay/')").await;
        let saved = page.download("[data-do=save]").await;
        assert!(saved.name.ends_with(".floors"), "{}", saved.name);
        assert_eq!(String::from_utf8(saved.content).expect("it is text"), record.to_string());
    });
}

#[test]
fn who_plays_on_keeps_the_stored_name_and_the_help_of_the_game() {
    with_page(async |page| {
        // Nobody has given a name: on the screen this is "you".
        let save = finished_game(2).to_save().to_text().replace("Ada", "Foragers");
        let save = ["foresight", "sight"]
            .iter()
            .fold(save, |save, help| save.replacen(&format!("\"help\":\"{help}\""), "\"help\":\"nothing\"", 1));
        page.open("").await;
        page.store("fearsome.game.0b", &save).await;
        page.open("#/replay/game-0b/24").await;
        page.wait_for("document.querySelector('main.replay .cast')").await;
        assert!(page.text(".cast").await.to_lowercase().contains("you"));
        page.click("[data-do=play-on]").await;
        page.click("[data-do=begin]").await;
        page.wait_for("location.hash.startsWith('#/game/')").await;
        let begun: String = page.eval("localStorage.getItem(`fearsome.game.${location.hash.split('/')[2]}`)").await;
        assert!(begun.contains("Foragers") && !begun.contains("You"), "{begun}");
        let help: (String, String) = page
            .eval("[localStorage.getItem('fearsome.game.0b'), localStorage.getItem(`fearsome.game.${location.hash.split('/')[2]}`)].map((save) => JSON.parse(save).help)")
            .await;
        assert_eq!((help.0.as_str(), help.1.as_str()), ("nothing", "nothing"));
    });
}

#[test]
fn the_flag_of_a_replay_says_whose_turn_it_is_in_every_language() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0b", &finished_game(2)).await;
        for (language, words) in [("en", "to move"), ("de", "am zug"), ("fr", "doit jouer")] {
            page.language(language).await;
            page.open("#/replay/game-0b/24").await;
            page.wait_for("document.querySelector('.now-flag')").await;
            let flag = page.text(".now-flag").await.to_lowercase();
            assert!(flag.contains(words), "{flag}");
        }
        // Its menu has the rules.
        page.click(".tool.more").await;
        page.click("[data-do=rules]").await;
        page.wait_for("document.querySelector('.rulebook').open").await;
    });
}

#[test]
fn play_goes_on_after_a_step_and_another_speed_wakes_nothing() {
    with_page(async |page| {
        let table = finished_game(2);
        let record = table.record();
        // The first tombstone that is not put back.
        let is_run = |pair: &[Action]| matches!(pair, [Action::Flip { .. }, Action::Move { .. }]);
        let flip = record.actions().windows(2).position(is_run).expect("the monster runs");
        page.hold_clock().await;
        open_kept(page, &table, flip).await;
        is_at(page, &record, flip).await;
        page.click(".ctl [data-do=play]").await;
        page.click(".act.walk [data-do=step]").await;
        page.run_until("document.querySelector('.act.walk [data-do=run]')").await;
        // The run pauses, so nothing plays.
        assert_eq!(page.timers().await, 0);
        page.click(".act.walk .speed label:last-of-type").await;
        page.wait_for("localStorage.getItem('fearsome.speed') === 'rush'").await;
        assert_eq!((page.timers().await, page.count(".act.walk [data-do=run]").await), (0, 1));
        // Nor does a speed close an answer.
        page.click(".act.walk [data-do=why-now]").await;
        page.wait_for("document.querySelector('.why')").await;
        page.click(".act.walk .speed label:first-of-type").await;
        page.wait_for("localStorage.getItem('fearsome.speed') === 'creep'").await;
        assert_eq!((page.timers().await, page.count(".why").await), (0, 1));
        page.click(".ctl [data-do=play]").await;
        page.run_until(&format!("document.querySelector('main.replay').dataset.at === '{}'", flip + 2)).await;
    });
}

#[test]
fn the_analysis_board_leads_back_to_the_moment_of_the_replay() {
    with_page(async |page| {
        let table = finished_game(2);
        let record = table.record();
        open_kept(page, &table, 17).await;
        page.click(".ctl [data-do=back]").await;
        is_at(page, &record, 16).await;
        page.wait_for("location.hash === '#/replay/game-0b/16'").await;
        page.click("[data-do=analyse]").await;
        page.click("[data-do=back-to-game]").await;
        is_at(page, &record, 16).await;
    });
}
