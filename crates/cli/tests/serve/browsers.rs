//! Browsers: their cookie counts for pages of the server itself, and for nobody else's.

use protocol::{
    ClientMessage, ErrorCode, GameId, GameView, NewGame, Occupant, SeatPlan, ServerMessage, StandIn, Start, State,
    TakeSeat,
};
use server_tests::{Answer, Client, Failure, Live, Method, Mirror, random_action};

use crate::Served;

const FOREIGN: &str = "https://elsewhere.example";

/// A browser with the page of the server open, and its table.
async fn browser(served: &Served) -> (Client, GameId) {
    let mut browser = served.client("browser");
    browser.set_origin(Some(format!("http://{}", served.address().current().await)));
    let created = browser.make_table(&NewGame::with_seats(vec![SeatPlan::Open {}; 2])).await.unwrap();
    assert_eq!(created.host, None, "a browser gets no token");
    for _ in 0..2 {
        assert_eq!(browser.take_seat(created.game, &TakeSeat::default()).await.unwrap().token, None);
    }
    (browser, created.game)
}

fn refused(result: Result<Answer, Failure>) -> ErrorCode {
    result.unwrap_err().code().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_gets_one_cookie_that_owns_its_seats() {
    let served = Served::new(&[]);
    let mut browser = served.client("browser");
    browser.set_origin(Some(format!("http://{}", served.address().current().await)));
    let table = serde_json::json!(NewGame::with_seats(vec![SeatPlan::Open {}; 2]));
    let answer = browser.ask(Method::POST, "games", Some(table.clone())).await.unwrap();
    let cookie = answer.header("set-cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert!(!cookie.contains("Secure"), "the server is not encrypted: {cookie}");
    let again = browser.ask(Method::POST, "games", Some(table)).await.unwrap();
    let same = again.header("set-cookie");
    assert!(same.is_empty() || same.split(';').next() == cookie.split(';').next(), "{same}");

    let game = browser.mine().await.unwrap().games[0].game;
    browser.take_seat(game, &TakeSeat::default()).await.unwrap();
    let mine = browser.mine().await.unwrap().games;
    assert_eq!(mine.len(), 2);
    assert!(mine.iter().all(|view| view.host && view.position.is_none()), "{mine:?}");
    let view = browser.view(game).await.unwrap();
    assert_eq!((view.yours, view.host), (vec![0], true));
    assert!(served.client("stranger").mine().await.map_or(true, |mine| mine.games.is_empty()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_from_a_foreign_page_is_not_honoured() {
    let served = Served::new(&[]);
    let (mut browser, game) = browser(&served).await;
    browser.start(game, &Start::default()).await.unwrap();
    let mut mirror = Mirror::begin(&mut browser, game).await;
    let action = random_action(mirror.game(), &mut fastrand::Rng::with_seed(1));

    for origin in [FOREIGN, "null", "http://127.0.0.1", "http://127.0.0.1:1", "http://localhost"] {
        let mut foreign = browser.twin();
        foreign.set_origin(Some(origin.to_owned()));
        let view = foreign.view(game).await.unwrap();
        assert_eq!((view.yours, view.host), (vec![], false), "{origin}");
        assert_eq!(foreign.act(game, 1, &action).await.unwrap_err().code(), Some(ErrorCode::BadToken), "{origin}");
        assert_eq!(refused(foreign.leave_seat(game, 0).await), ErrorCode::BadToken, "{origin}");
        let (mut live, welcome) = Live::open(&foreign, game, 1).await.unwrap();
        assert_eq!((welcome.yours, welcome.host), (vec![], false), "{origin}");
        live.send(&ClientMessage::Act { seq: 1, action: action.clone() }).await.unwrap();
        let error = loop {
            match live.next().await.unwrap() {
                ServerMessage::Error { error, .. } => break error,
                ServerMessage::Actions { actions, .. } => panic!("{origin}: {actions:?}"),
                _ => {}
            }
        };
        assert!([ErrorCode::BadToken, ErrorCode::NotYourTurn, ErrorCode::NotYours].contains(&error.code), "{error:?}");
    }

    // Whoever sends no origin may read with the cookie and nothing else.
    let mut silent = browser.twin();
    silent.set_origin(None);
    assert_eq!(silent.view(game).await.unwrap().yours, [0, 1]);
    assert_eq!(silent.act(game, 1, &action).await.unwrap_err().code(), Some(ErrorCode::BadToken));
    // The page of the server itself may act, over either way.
    browser.act(game, 1, &action).await.unwrap();
    for entry in browser.all_actions(game, 1).await.unwrap() {
        mirror.apply(&entry);
    }
    let (mut live, welcome) = Live::open(&browser, game, mirror.seq() + 1).await.unwrap();
    assert_eq!(welcome.yours, [0, 1]);
    let (seq, action) = (mirror.seq() + 1, random_action(mirror.game(), &mut fastrand::Rng::with_seed(2)));
    live.send(&ClientMessage::Act { seq, action }).await.unwrap();
    while live.next().await.unwrap() != (ServerMessage::Acted { seq }) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foreign_page_gets_tokens_and_no_cookie() {
    let served = Served::new(&[]);
    let mut page = served.client("page");
    page.set_origin(Some(FOREIGN.to_owned()));
    let created = page.make_table(&NewGame::with_seats(vec![SeatPlan::Open {}; 2])).await.unwrap();
    assert_eq!(page.cookie(), None);
    page.add_token(created.host.unwrap());
    assert!(page.view(created.game).await.unwrap().host, "tokens work from anywhere");
    let seated = page.take_seat(created.game, &TakeSeat::default()).await.unwrap();
    page.add_token(seated.token.unwrap());
    assert_eq!(page.view(created.game).await.unwrap().yours, [0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn preflights_allow_all_methods_and_the_headers_of_clients() {
    let served = Served::new(&[]);
    let mut page = served.client("page");
    page.set_origin(Some(FOREIGN.to_owned()));
    for (path, method) in [
        ("games", "POST"),
        ("games/abcdefghijkmn/seats/1", "PATCH"),
        ("games/abcdefghijkmn/seats/1", "DELETE"),
        ("games/abcdefghijkmn/seats/1/stand_in", "PUT"),
    ] {
        let asked = [
            ("access-control-request-method", method),
            ("access-control-request-headers", "authorization,content-type"),
        ];
        let answer = page.send(Method::OPTIONS, &format!("/api/v1/{path}"), &asked, None).await.unwrap();
        assert!((200..300).contains(&answer.status), "{answer:?}");
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        let (methods, headers) = (
            answer.header("access-control-allow-methods"),
            answer.header("access-control-allow-headers").to_lowercase(),
        );
        assert!(methods == "*" || methods.contains(method), "{answer:?}");
        // A star does not cover this one.
        assert!(headers.contains("authorization") && headers.contains("content-type"), "{answer:?}");
    }
    let answer = page.send(Method::GET, "/api/v1/games/abcdefghijkmn", &[], None).await.unwrap();
    assert_eq!(answer.refusal().unwrap().error.code, ErrorCode::NoSuchGame);
    assert!(answer.header("access-control-expose-headers").to_lowercase().contains("retry-after"), "{answer:?}");
    assert_eq!(answer.header("access-control-allow-credentials"), "", "cookies of foreign pages are never wanted");
}

/// A browser that reaches the server unencrypted, under a name of the local network.
async fn neighbour(served: &Served, name: &str) -> Client {
    let mut browser = served.client(name);
    let host = format!("fearsome.test:{}", served.address().current().await.port());
    browser.set_origin(Some(format!("http://{host}")));
    browser.set_host(host);
    browser
}

/// Waits for the news that the table is like this.
async fn table(live: &mut Live, is_so: impl Fn(&GameView) -> bool) -> GameView {
    loop {
        if let ServerMessage::Table { game } = live.next().await.unwrap()
            && is_so(&game)
        {
            return *game;
        }
    }
}

fn stand_in(view: &GameView, seat: usize) -> Option<String> {
    match &view.seats[seat].occupant {
        Occupant::Human { stand_in, .. } => stand_in.as_ref().map(ToString::to_string),
        other => panic!("a person sits there, not {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_can_do_everything_unencrypted_and_under_any_name() {
    let served = Served::new(&[]);
    let (mut ada, mut ben) = (neighbour(&served, "Ada").await, neighbour(&served, "Ben").await);
    let game = ada.make_table(&NewGame::with_seats(vec![SeatPlan::Open {}; 2])).await.unwrap().game;
    for browser in [&mut ada, &mut ben] {
        let wish = TakeSeat { name: Some(browser.name().to_owned()), ..TakeSeat::default() };
        assert_eq!(browser.take_seat(game, &wish).await.unwrap().token, None);
    }
    ada.start(game, &Start::default()).await.unwrap();
    // Browsers send no origin when a page reads from its own server.
    let origin = format!("http://fearsome.test:{}", served.address().current().await.port());
    ada.set_origin(None);
    assert_eq!(ada.view(game).await.unwrap().yours, [0]);
    assert_eq!(ada.mine().await.unwrap().games[0].game, game);
    ada.set_origin(Some(origin));

    // Another device takes over what the host holds.
    let code = ada.hand_over(game, None).await.unwrap().code;
    let mut phone = neighbour(&served, "phone").await;
    let moved = phone.take_over(&code).await.unwrap();
    assert_eq!((moved.seats.len(), &moved.seats[0].token, moved.host), (1, &None, None), "it gets a cookie");
    let view = phone.view(game).await.unwrap();
    assert_eq!((view.yours, view.host), (vec![0], true));
    assert_eq!(ada.view(game).await.unwrap().yours, [0; 0]);
    assert_eq!(refused(ada.stand_in(game, 0, &StandIn { bot: "fool".parse().unwrap() }).await), ErrorCode::NotYours);

    // Bots stand in until the end, for one seat by the host and for the other by its holder.
    let fool = StandIn { bot: "fool".parse().unwrap() };
    let (mut live, welcome) = Live::open(&phone, game, 1).await.unwrap();
    assert_eq!((welcome.yours, welcome.host), (vec![0], true));
    phone.stand_in(game, 1, &fool).await.unwrap();
    assert_eq!(stand_in(&table(&mut live, |view| stand_in(view, 1).is_some()).await, 1).as_deref(), Some("fool"));
    ben.end_stand_in(game, 1).await.unwrap();
    table(&mut live, |view| stand_in(view, 1).is_none()).await;
    ben.stand_in(game, 1, &fool).await.unwrap();
    phone.stand_in(game, 0, &fool).await.unwrap();
    table(&mut live, |view| view.state == State::Over).await;

    // Whoever watches learns of the rematch and can open it, without a cookie.
    let stranger = served.client("stranger");
    let (mut watcher, welcome) = Live::open(&stranger, game, 1).await.unwrap();
    assert_eq!(welcome.rematch, None);
    let rematch = ben.rematch(game).await.unwrap().game;
    for live in [&mut live, &mut watcher] {
        assert_eq!(table(live, |view| view.rematch.is_some()).await.rematch, Some(rematch));
    }
    assert_eq!(phone.rematch(game).await.unwrap().game, rematch);
    let (_, view) = Live::open(&stranger, rematch, 1).await.unwrap();
    assert_eq!((view.state, view.yours), (State::Waiting, vec![]));
    let mine: Vec<GameId> = phone.mine().await.unwrap().games.iter().map(|view| view.game).collect();
    assert_eq!(mine, [rematch, game]);
    assert!(phone.view(rematch).await.unwrap().host);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_keeps_the_rights_that_it_had_when_it_was_opened() {
    let served = Served::new(&[]);
    let (mut ada, mut ben) = (neighbour(&served, "Ada").await, neighbour(&served, "Ben").await);
    let game = ada.make_table(&NewGame::with_seats(vec![SeatPlan::Open {}; 2])).await.unwrap().game;
    // Ben has no cookie yet.
    let (mut live, welcome) = Live::open(&ben, game, 1).await.unwrap();
    assert_eq!(welcome.yours, [0; 0]);
    let seat = ben.take_seat(game, &TakeSeat::default()).await.unwrap().seat;
    let is_taken = |view: &GameView| matches!(view.seats[seat].occupant, Occupant::Human { .. });
    assert_eq!(table(&mut live, is_taken).await.yours, [0; 0]);
    let (mut live, welcome) = Live::open(&ben, game, 1).await.unwrap();
    assert_eq!(welcome.yours, [seat]);
    // With a cookie, the next seat belongs to the open connection, too.
    let other = ben.take_seat(game, &TakeSeat::default()).await.unwrap().seat;
    table(&mut live, |view| view.yours == [seat, other]).await;
}
