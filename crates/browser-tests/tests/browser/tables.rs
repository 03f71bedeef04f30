//! Tables for people elsewhere: made by the form, listed on the cover, found by their code.

use bots::Bot;
use browser_tests::{Page, with_page};
use rules::chance::Nonce;
use rules::game::Band;
use serde_json::{Value, json};
use web::scene::newtable::{Floors, Seating, Sitter, TableForm};

/// Marks the page as one that a server delivered.
const SERVED: &str = "{
    const mark = () => document.documentElement?.setAttribute('data-server', '');
    mark();
    new MutationObserver(mark).observe(document, { childList: true });
}";

/// Asks the server as the page does. Returns the status and the answer.
async fn ask(page: &Page, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
    let body = body.map_or("undefined".to_owned(), |body| format!("JSON.stringify({body})"));
    let request = format!("{{ method: '{method}', headers: {{ 'content-type': 'application/json' }}, body: {body} }}");
    page.eval(&format!(
        "fetch('api/v1/{path}', {request}).then(async (answer) => [answer.status, await answer.json()])"
    ))
    .await
}

async fn choose_far(page: &Page, seat: usize) {
    page.choose(&format!("[data-seat=\"{seat}\"] select"), "1").await;
}

/// Opens a table with two people here and one elsewhere. Returns the id of its game.
async fn open_table(page: &Page) -> String {
    page.open("#/new").await;
    page.wait_for("document.querySelector('main.newtable')").await;
    choose_far(page, 3).await;
    page.choose("[data-seat=\"4\"] select", "0").await;
    page.fill("#name-0", "Ada").await;
    assert_eq!(page.text(".startbox button span").await.to_lowercase(), "open the table!");
    // A double click.
    page.eval::<()>("{ const go = document.querySelector('.startbox button'); go.click(); go.click(); undefined }")
        .await;
    page.wait_for("location.hash.startsWith('#/table/')").await;
    page.eval("location.hash.split('/').pop()").await
}

#[test]
fn the_form_opens_one_table_and_seats_the_people_who_are_here() {
    with_page(async |page| {
        page.before_load(SERVED).await;
        let game = open_table(page).await;
        let (_, view) = ask(page, "GET", &format!("games/{game}"), None).await;
        let seat = |seat: usize, field: &str| view["seats"][seat][field].clone();
        assert_eq!(
            [seat(0, "name"), seat(0, "band"), seat(3, "name"), seat(3, "band")],
            [json!("Ada"), json!("blue"), Value::Null, json!("yellow")]
        );
        assert_eq!([seat(1, "bot"), seat(1, "band")], [json!("fledgling"), json!("red")]);
        assert_eq!((seat(2, "who"), seat(4, "who")), (json!("open"), json!("none")));
        assert_eq!((&view["yours"], &view["host"]), (&json!([0, 3]), &json!(true)));
        let (_, mine) = ask(page, "GET", "mine", None).await;
        assert_eq!(mine["games"].as_array().map(Vec::len), Some(1), "a double click makes one table");
        let speed: Option<String> = page.eval("localStorage.getItem('fearsome.speed')").await;
        assert_eq!(speed, None, "nobody has chosen one");
    });
}

#[test]
fn the_server_accepts_the_seating_of_every_form() {
    with_page(async |page| {
        page.open("").await;
        // Bots whose bands form all kinds of cycles, and people with every kind of name.
        for turn in 0..14 {
            let mut form = TableForm::default();
            form.set_players(2 + turn % 6);
            for seat in 0..form.players() {
                let is_bot = (turn + seat) % 4 > 0;
                form.set_sitter(seat, if is_bot { Sitter::Bot(Bot::Fool) } else { Sitter::Here });
                form.set_name(seat, ["", " Ada ", "a\u{200b}\u{ad}\u{202e}b", "\u{200d}"][(turn + seat) % 4]);
                form.set_band(seat, Band::ALL[(turn * 3 + seat * 5) % 7]);
            }
            form.set_sitter(turn % form.players(), Sitter::Elsewhere);
            let floors: Vec<Floors> = form.fortresses().collect();
            form.set_floors(floors[turn % floors.len()]);
            let table = form.to_remote(|| Nonce([9; 16]));
            let (status, made) = ask(page, "POST", "games", Some(json!(table.new))).await;
            assert_eq!(status, 201, "{made}");
            let game = format!("games/{}", made["game"].as_str().expect("an id"));
            for request in &table.seating {
                let (status, answer) = match request {
                    Seating::Dress(seat, patch) => {
                        ask(page, "PATCH", &format!("{game}/seats/{seat}"), Some(json!(patch))).await
                    }
                    Seating::Take(wish) => ask(page, "POST", &format!("{game}/seats"), Some(json!(wish))).await,
                };
                assert!(status < 300, "{request:?}: {answer}");
            }
            let (_, view) = ask(page, "GET", &game, None).await;
            for (index, seat) in form.seats().iter().enumerate() {
                let band = if seat.sitter == Sitter::Elsewhere { Value::Null } else { json!(seat.band) };
                assert_eq!(view["seats"][index]["band"], band, "{view}");
            }
        }
    });
}

#[test]
fn the_cover_lists_a_table_and_finds_it_by_its_code() {
    with_page(async |page| {
        page.before_load(SERVED).await;
        let game = open_table(page).await;
        let (_, view) = ask(page, "GET", &format!("games/{game}"), None).await;
        page.open("").await;
        assert_eq!(page.text(".shelf .remote b").await.to_lowercase(), "3 of 4 are in");
        page.click(".shelf .remote").await;
        page.wait_for(&format!("location.hash === '#/table/{game}'")).await;
        let code = view["code"].as_str().expect("a waiting table has a code").replace('-', " ").to_uppercase();
        page.open("").await;
        page.fill("#code", &code).await;
        page.click(".code button").await;
        page.wait_for(&format!("location.hash === '#/table/{game}'")).await;
        page.open("").await;
        page.fill("#code", "no such table").await;
        page.click(".code button").await;
        page.wait_for("document.querySelector('.code p').textContent.startsWith('That code opens nothing.')").await;
        // The browser reports that the answer is an error.
        page.forget_console().await;
    });
}

#[test]
fn a_server_that_does_not_answer_keeps_the_form() {
    with_page(async |page| {
        page.before_load(SERVED).await;
        page.open("#/new").await;
        choose_far(page, 2).await;
        page.eval::<()>("window.fetch = () => Promise.reject(new TypeError('no network')); undefined").await;
        page.click(".startbox button").await;
        page.wait_for("document.querySelector('.trouble')?.textContent.startsWith('Nobody answers')").await;
        assert_eq!(page.eval::<String>("location.hash").await, "#/new");
        page.wait_for("!document.querySelector('.startbox button').disabled").await;
    });
}

#[test]
fn without_a_server_nobody_elsewhere_can_be_chosen() {
    with_page(async |page| {
        page.before_load(SERVED).await;
        page.open("#/new").await;
        choose_far(page, 2).await;
        page.wait_for("localStorage.getItem('fearsome.last-table')?.includes('elsewhere')").await;
        // The same browser with a page that is served as plain files.
        let plain = "{
            const unmark = () => document.documentElement?.removeAttribute('data-server');
            new MutationObserver(unmark).observe(document, { childList: true, subtree: true, attributes: true });
        }";
        page.before_load(plain).await;
        page.reload().await;
        page.wait_for("document.querySelector('.alone')").await;
        let far = "document.querySelector('[data-seat=\"2\"] option[value=\"1\"]').disabled";
        assert!(page.eval::<bool>(far).await);
        assert_eq!(page.eval::<String>("document.querySelector('[data-seat=\"2\"] select').value").await, "0");
        page.open("").await;
        page.wait_for("document.querySelector('main.home')").await;
        assert_eq!(page.count(".code").await, 0);
    });
}
