//! Whole games, from the cover to the winning screen.

use std::fs;
use std::process::Command;

use browser_tests::fixtures::{finished_game, seven_players, third_place};
use browser_tests::{Page, output, with_page};

use crate::analysis::program;
use crate::play::{by_keyboard, by_pointer, skip_by_button, skip_by_key, to_the_end};

#[test]
fn a_game_against_three_bots_is_played_to_the_winner() {
    with_page(async |page| {
        page.hold_clock().await;
        page.open("").await;
        page.play_now().await;
        page.wait_for("document.querySelector('main.table')").await;
        assert_eq!(page.count(".player").await, 4);
        assert!(to_the_end(page, by_pointer, skip_by_button).await >= 4);
        page.wait_for("document.querySelector('main.win h1')").await;
        // What is over is no game to go on with.
        page.open("#/").await;
        page.wait_for("document.querySelector('main.home')").await;
        assert_eq!(page.count("main.home a[href*='#/game/']").await, 0);
    });
}

#[test]
fn two_people_at_one_screen_play_to_the_winner_and_their_record_is_fair() {
    with_page(async |page| {
        page.hold_clock().await;
        page.open("#/new").await;
        set_table(page, 2, 2).await;
        page.wait_for("document.querySelector('main.table .handover')?.checkVisibility()").await;
        assert!(to_the_end(page, by_pointer, skip_by_button).await >= 8);
        page.wait_for("document.querySelector('main.win h1')").await;
        let record = page.download("[data-do=save]").await;
        assert!(record.name.ends_with(".floors"), "{}", record.name);
        let file = output().join("browser-tests").join(&record.name);
        fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("a folder for the record");
        fs::write(&file, &record.content).expect("the record is written");
        let verified =
            Command::new(program()).args(["replay", "--verify"]).arg(&file).output().expect("the program starts");
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
        page.click("[data-do=rematch]").await;
        page.wait_for("document.querySelector('main.table .pips .now')?.textContent === '1'").await;
    });
}

/// Seats so many players, the first of them humans, and starts.
async fn set_table(page: &Page, players: usize, humans: usize) {
    page.wait_for("document.querySelector('main.newtable')").await;
    page.eval::<()>(&format!("document.querySelector('[name=players][value=\"{players}\"]').click(); undefined")).await;
    for seat in 1..=humans {
        // The first choice is a human.
        page.choose(&format!("[data-seat=\"{seat}\"] select"), "0").await;
    }
    page.click(".startbox button").await;
    page.wait_for("document.querySelector('main.table')").await;
}

#[test]
fn a_whole_game_is_played_by_keyboard_alone() {
    with_page(async |page| {
        page.hold_clock().await;
        page.open("").await;
        for _ in 0..20 {
            if page.eval::<bool>("document.activeElement.matches('.playnow')").await {
                break;
            }
            page.key("Tab").await;
        }
        page.key("Enter").await;
        // Newcomers are offered the first game; the first button goes without it.
        page.wait_for("document.querySelector('dialog.offer[open]')").await;
        page.key("Enter").await;
        page.wait_for("document.querySelector('main.table')").await;
        assert!(to_the_end(page, by_keyboard, skip_by_key).await >= 4);
        page.wait_for("document.querySelector('main.win h1')").await;
    });
}

#[test]
fn seven_play_and_everybody_is_seen() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("07", &seven_players(3)).await;
        page.hold_clock().await;
        page.open("#/game/07").await;
        page.wait_for("document.querySelectorAll('.player .figs').length >= 7").await;
        assert_eq!(page.count(".player .f").await, 21);
        assert!(to_the_end(page, by_pointer, skip_by_button).await >= 1);
        page.wait_for("document.querySelector('main.win h1')").await;
    });
}

#[test]
fn each_language_tells_the_whole_story() {
    let languages =
        [("en", "stage one", "It walks to"), ("de", "erster teil", "Es geht nach"), ("fr", "manche 1", "Il va en")];
    for (language, stage, step) in languages {
        with_page(async |page| {
            page.language(language).await;
            page.open("").await;
            page.keep_run("0c", 1).await;
            page.hold_clock().await;
            page.open("#/game/0c").await;
            page.run_until("document.querySelectorAll('.cap.beast').length >= 3").await;
            let (shown, told) = (page.text("main.table").await, page.text(".log ol").await);
            assert!(shown.to_lowercase().contains(stage), "{language}: {shown}");
            assert!(told.contains(step), "{language}: {told}");
            assert!(!shown.contains("{{"), "{language}: {shown}");
        });
    }
}

#[test]
fn the_end_of_a_game_stays_there() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0b", &finished_game(2)).await;
        page.open("#/game/0b").await;
        page.click("[data-do=end]").await;
        page.wait_for("document.querySelector('main.win h1')").await;
        page.reload().await;
        page.wait_for("document.querySelector('main.win h1')").await;
    });
}

#[test]
fn the_end_says_which_place_it_was() {
    with_page(async |page| {
        page.open("").await;
        page.keep_game("0b", &third_place()).await;
        page.open("#/game/0b/end").await;
        page.wait_for("document.querySelector('main.win h1')").await;
        let told = page.text(".news").await.to_lowercase();
        assert!(told.contains("you came third."), "{told}");
    });
}

#[test]
fn a_link_that_leads_nowhere_says_so() {
    with_page(async |page| {
        page.open("#/nowhere").await;
        let told = page.text("main.home [role=alert]").await;
        assert!(told.contains("leads nowhere"), "{told}");
        page.open("#/").await;
        page.wait_for("!document.querySelector('main.home [role=alert]')").await;
    });
}

#[test]
fn whoever_gives_no_name_is_you_on_every_screen() {
    with_page(async |page| {
        page.open("").await;
        page.play_now().await;
        page.wait_for("document.querySelector('main.table .cast')").await;
        page.open("").await;
        assert!(page.text(".cont .names").await.contains("You"));
        page.open("#/archive").await;
        assert!(page.text(".archive .seats").await.contains("You"));
        page.click("[data-do=watch]").await;
        page.wait_for("document.querySelector('main.replay .cast')").await;
        assert!(page.text(".cast").await.to_lowercase().contains("you"));
    });
}
