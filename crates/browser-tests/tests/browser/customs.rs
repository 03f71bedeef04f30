//! What players agree on besides the game: who begins, how fast pieces move, and how long a move may take.

use browser_tests::fixtures::{finished_with, humans_move_with};
use browser_tests::{Page, Person, until, with_page};
use protocol::First as Wish;
use serde_json::json;
use web::table::{Customs, First, MoveTimer};

/// The number of the player with the start marker, from 0.
const STARTER: &str =
    "[...document.querySelectorAll('.cast .player')].findIndex((player) => player.querySelector('.starter'))";

/// The chosen speed, from 0, in the form or at the table.
const SPEED: &str = "[...document.querySelectorAll('input[name=speed]')].findIndex((input) => input.checked)";

async fn players(page: &Page, count: usize) {
    page.eval::<()>(&format!("document.querySelector('input[name=players][value=\"{count}\"]').click(), undefined"))
        .await;
}

#[test]
fn whoever_is_chosen_in_the_form_begins() {
    with_page(async |page| {
        page.hold_clock().await;
        page.open("#/new").await;
        page.wait_for("document.querySelector('main.newtable')").await;
        // By lot, then the seats.
        page.choose("[data-do=first]", "3").await;
        page.click(".startbox .go").await;
        page.wait_for("document.querySelector('main.table .starter')").await;
        assert_eq!(page.eval::<usize>(STARTER).await, 2);
        // The form remembers it, unless that seat is empty.
        page.open("#/new").await;
        page.wait_for("document.querySelector('[data-do=first]')?.value === '3'").await;
        players(page, 2).await;
        page.wait_for("document.querySelector('[data-do=first]').value === '0'").await;
    });
}

#[test]
fn whoever_was_eaten_last_begins_the_rematch() {
    with_page(async |page| {
        let table = finished_with(Customs { first: First::LastEaten(None), ..Customs::default() }, 2);
        let last = table.record().last_eaten().expect("somebody is eaten in every game of bots");
        page.hold_clock().await;
        page.open("").await;
        page.keep_game("0b", &table).await;
        page.open("#/game/0b/end").await;
        page.click("[data-do=rematch]").await;
        page.wait_for("document.querySelector('main.table .starter')").await;
        assert_eq!(page.eval::<usize>(STARTER).await, last.index());
    });
}

#[test]
fn the_host_chooses_who_begins_in_the_waiting_room() {
    with_page(async |page| {
        let (mut ada, mut ben) = (Person::with_browser(page), Person::elsewhere(page));
        let game = ada.make_table(json!({"seats": [{"is": "open"}, {"is": "open"}, {"is": "open"}]})).await;
        ada.sit_down(game, "Ada").await;
        ben.sit_down(game, "Ben").await;
        page.open("").await;
        page.belong_to(&ada).await;
        page.open(&format!("#/table/{game}")).await;
        page.click("[data-do=change]").await;
        page.wait_for("document.querySelector('.settings [data-do=first]')").await;
        let choices: Vec<String> = page
            .eval("[...document.querySelectorAll('.settings [data-do=first] option')].map((one) => one.textContent)")
            .await;
        assert_eq!(choices, ["By lot", "Ada", "Ben"], "nobody was eaten yet");
        page.choose(".settings [data-do=first]", "2").await;
        page.click("[data-do=agree]").await;
        page.wait_for("!document.querySelector('.settings')").await;
        assert_eq!(ada.view(game).await.first, Wish::Seat(1));
    });
}

#[test]
fn six_players_rush_unless_a_speed_was_chosen() {
    with_page(async |page| {
        page.hold_clock().await;
        page.open("#/new").await;
        page.wait_for(&format!("{SPEED} === 1")).await;
        players(page, 6).await;
        page.wait_for(&format!("{SPEED} === 2")).await;
        page.click(".startbox .go").await;
        page.wait_for(&format!("document.querySelector('main.table') && {SPEED} === 2")).await;
        page.open("#/new").await;
        page.wait_for(&format!("{SPEED} === 2")).await;
        page.eval::<()>("document.querySelectorAll('input[name=speed]')[1].click(), undefined").await;
        players(page, 7).await;
        page.wait_for(&format!("document.querySelector('input[name=players][value=\"7\"]').checked && {SPEED} === 1"))
            .await;
    });
}

#[test]
fn a_bell_rings_when_the_candle_is_out_and_nothing_is_played() {
    with_page(async |page| {
        let customs = Customs { timer: Some(MoveTimer::HalfMinute), ..Customs::default() };
        page.hold_clock().await;
        page.open("").await;
        page.keep_game("0a", &humans_move_with(customs)).await;
        page.open("#/game/0a").await;
        page.wait_for("document.querySelector('.act .candle')").await;
        let stored = "localStorage.getItem('fearsome.game.0a')";
        let before: String = page.eval(stored).await;
        page.run_until("document.querySelector('[data-voice=timer]').textContent").await;
        assert_eq!(
            (page.text("[data-voice=timer]").await.as_str(), page.time_ms().await),
            ("Ten seconds left.", 20_000)
        );
        page.run_until("document.querySelector('.candle.out')").await;
        assert_eq!(page.time_ms().await, 30_000);
        page.wait_for("document.querySelector('.act .rung')").await;
        assert!(page.text("[data-voice=timer]").await.starts_with("Time is up"));
        assert_eq!(page.eval::<String>(stored).await, before, "something was played");
        // Whoever takes more time may do so.
        until("no timer to wait", async || (page.timers().await == 0).then_some(())).await;
        page.click("button[data-pick]").await;
        page.key("s").await;
        page.key("Enter").await;
        page.wait_for(&format!("{stored} !== {}", json!(before))).await;
    });
}
