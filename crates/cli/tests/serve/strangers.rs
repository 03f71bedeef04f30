//! What strangers can send: nonsense, too much, too slowly or nothing. Others do not notice.

use std::net::SocketAddr;

use fastrand::Rng;
use protocol::{ClientMessage, ErrorCode, GameId, Occupant, SeatPlan, ServerMessage};
use server_tests::{Client, Gathered, History, Live, Method, PATIENCE, Way};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::Served;

/// Bodies that no endpoint can read.
fn nonsense() -> Vec<Vec<u8>> {
    let mut bodies: Vec<Vec<u8>> = [
        "null",
        "[]",
        "{",
        "}",
        "\"",
        "1e999999",
        "-",
        "tru",
        "{\"seats\":",
        "\u{feff}{}",
        "{\"seq\":1}",
        "{\"seats\":null}",
        "{\"seats\":{}}",
        "{\"seats\":[{\"is\":\"open\"}],\"seats\":[]}",
        "{\"seq\":-1,\"action\":null}",
        "{\"seq\":1e3,\"action\":{\"type\":\"move\",\"figure\":\"G1\",\"path\":[]}}",
        "{\"seq\":1,\"action\":{\"type\":\"move\",\"figure\":\"\\ud800\",\"path\":[]}}",
        "{\"seq\":99999999999999999999,\"action\":{\"type\":\"flip\",\"tombstone\":8}}",
        "{\"seq\":1,\"action\":{\"type\":\"fly\"}}",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec();
    bodies.push(vec![0xff, 0xfe, 0x00]);
    bodies.push(b"{\"name\":\"\xc3\x28\"}".to_vec());
    bodies.push("[".repeat(60_000).into_bytes());
    bodies.push("{\"a\":".repeat(12_000).into_bytes());
    bodies.push([b"{\"seq\":1,\"action\":".to_vec(), "[".repeat(50_000).into_bytes()].concat());
    let path: Vec<&str> = vec!["\"north\""; 7_000];
    let long = format!(
        "{{\"seq\":1,\"action\":{{\"type\":\"move\",\"figure\":\"G1\",\"path\":[{}],\"x\":1}}}}",
        path.join(",")
    );
    bodies.push(long.into_bytes());
    bodies
}

/// The endpoints that read a body.
fn endpoints(game: GameId) -> Vec<(Method, String)> {
    vec![
        (Method::POST, "/api/v1/games".to_owned()),
        (Method::PATCH, format!("/api/v1/games/{game}")),
        (Method::POST, format!("/api/v1/games/{game}/seats")),
        (Method::PATCH, format!("/api/v1/games/{game}/seats/0")),
        (Method::PUT, format!("/api/v1/games/{game}/seats/0/stand_in")),
        (Method::POST, format!("/api/v1/games/{game}/actions")),
    ]
}

/// Plays a game to its end: whatever strangers did, the server still works.
async fn check_works(served: &Served, client: &Client, game: GameId) {
    let history = History::default();
    let gathered = Gathered::join(game, vec![(client.twin(), Way::Live)], &history, 8).await;
    assert!(gathered.play().await.is_over);
    history.check(&served.address()).await;
    let log = String::from_utf8_lossy(&served.program.log()).into_owned();
    assert!(!log.contains("panicked"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_at_every_door() {
    let served = Served::new(&[]);
    let (mut client, game) = served.game(2).await;
    let table = protocol::NewGame::with_seats(vec![SeatPlan::Open {}; 2]);
    let created = client.make_table(&table).await.unwrap();
    client.add_token(created.host.unwrap());
    let seated = client.take_seat(created.game, &protocol::TakeSeat::default()).await.unwrap();
    client.add_token(seated.token.unwrap());
    // The endpoints of a table that waits, and that of actions in a game.
    let mut doors = endpoints(created.game);
    doors.pop();
    doors.extend(endpoints(game).pop());
    for (method, path) in doors {
        for body in nonsense() {
            let start = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
            let answer = client.send(method.clone(), &path, &[], Some(body.into())).await.unwrap();
            let refusal = answer.refusal().unwrap_or_else(|| panic!("{method} {path} accepts {start}"));
            assert_eq!(refusal.error.code, ErrorCode::BadRequest, "{method} {path} {start}: {refusal:?}");
        }
    }
    let unknown = "{\"seats\":[{\"is\":\"open\"},{\"is\":\"open\"}],\"colour\":1}";
    let answer = client.send(Method::POST, "/api/v1/games", &[], Some(unknown.into())).await.unwrap();
    assert!(answer.refusal().unwrap().error.message.contains("colour"), "unknown fields are named: {}", answer.text());
    let wrong = "{\"seats\":[{\"is\":\"open\"},{\"is\":\"bot\",\"bot\":7}]}";
    let answer = client.send(Method::POST, "/api/v1/games", &[], Some(wrong.into())).await.unwrap();
    assert!(answer.refusal().unwrap().error.at.unwrap().starts_with("seats[1]"), "{}", answer.text());
    check_works(&served, &client, game).await;
}

/// A valid text, damaged somewhere.
fn damaged(text: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..bytes.len());
        match rng.u8(..5) {
            0 => bytes[at] = rng.u8(..),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, rng.choice(*b"\"{}[],:0-eE\\\n\0").unwrap()),
            3 => bytes.truncate(at.max(1)),
            _ => {
                let part = bytes[at..].to_vec();
                bytes.extend(part);
            }
        }
        if bytes.is_empty() {
            bytes.push(b'x');
        }
    }
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_requests_get_an_answer_of_the_api() {
    let served = Served::new(&[]);
    let (mut client, game) = served.game(2).await;
    let mut rng = Rng::with_seed(11);
    let valid = [
        "{\"seats\":[{\"is\":\"open\"},{\"is\":\"bot\",\"bot\":\"fox\"}],\"fortress\":{\"named\":\"carousel\"},\"first\":{\"seat\":1},\"monster\":17}",
        "{\"fortress\":\"by_hand\",\"length\":\"long\",\"help\":\"sight\",\"start\":\"when_full\"}",
        "{\"seat\":0,\"name\":\"Ada\",\"band\":\"green\",\"nonce\":\"000102030405060708090a0b0c0d0e0f\"}",
        "{\"name\":null,\"is\":\"bot\",\"bot\":\"fox\"}",
        "{\"bot\":\"fox\"}",
        "{\"seq\":1,\"action\":{\"type\":\"move\",\"figure\":\"G1\",\"path\":[\"north\",\"west\"]}}",
    ];
    let mut accepted = 0;
    for _ in 0..60 {
        for ((method, path), text) in endpoints(game).into_iter().zip(valid) {
            let body = damaged(text, &mut rng);
            let answer = client.send(method, &path, &[], Some(body.into())).await.unwrap();
            // A refusal has to be one of the API; some damage does no harm.
            accepted += usize::from(answer.refusal().is_none());
        }
    }
    assert!(accepted < 100, "{accepted} damaged requests were accepted");
    drop(client.end_stand_in(game, 0).await);
    for path in
        ["/api/v1/games/%00", "/api/v1/games/../../etc", "/api/v1/codes/%ff%fe", "/api/v1/games/x/actions?from=-1"]
    {
        let answer = client.send(Method::GET, path, &[], None).await.unwrap();
        assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
    }
    let answer = client.send(Method::GET, &format!("/api/v1/games/{game}/actions?from=many"), &[], None).await.unwrap();
    assert_eq!(answer.refusal().unwrap().error.code, ErrorCode::BadRequest);
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_messages_get_an_error_or_end_the_connection() {
    let served = Served::new(&[]);
    let (client, game) = served.game(2).await;
    let mut rng = Rng::with_seed(12);
    let valid = [
        "{\"type\":\"act\",\"seq\":1,\"action\":{\"type\":\"flip\",\"tombstone\":8}}",
        "{\"type\":\"hello\",\"from\":1,\"tokens\":[\"x\"]}",
        "{\"type\":\"watching\",\"name\":\"Zoe\"}",
        "{\"type\":\"arriving\",\"seat\":3,\"name\":\"Dora\"}",
    ];
    let stranger = served.client("stranger");
    let (mut live, _) = Live::open(&stranger, game, 1).await.unwrap();
    let mut errors = 0;
    for round in 0..300 {
        let body = damaged(valid[round % valid.len()], &mut rng);
        let sent = match String::from_utf8(body) {
            Ok(text) => live.send_text(text).await,
            Err(error) => live.send_bytes(error.into_bytes()).await,
        };
        // Each is followed by one that always has an answer, to see the answer to the damaged one before it.
        let mark =
            ClientMessage::Act { seq: 777, action: serde_json::from_str(r#"{"type":"flip","tombstone":8}"#).unwrap() };
        let marked = if sent.is_ok() { live.send(&mark).await } else { sent };
        let mut is_open = marked.is_ok();
        while is_open {
            match live.next().await {
                Ok(ServerMessage::Error { sent: Some(777), .. }) => break,
                Ok(ServerMessage::Error { .. }) => errors += 1,
                Ok(ServerMessage::Acted { .. } | ServerMessage::Actions { .. }) => panic!("a stranger acted"),
                Ok(_) => {}
                Err(_) => is_open = false,
            }
        }
        if !is_open {
            errors += 1;
            live = Live::open(&stranger, game, 1).await.unwrap().0;
        }
    }
    assert!(errors > 100, "only {errors} errors");
    let mut first = Live::connect(&stranger, game).await.unwrap();
    first.send_text("not a hello").await.unwrap();
    assert!(first.ended().await.iter().any(|message| matches!(message, ServerMessage::Error { .. })));
    let mut large = Live::connect(&stranger, game).await.unwrap();
    // The server may end the connection before it has read all of this.
    drop(large.send_text(format!("{{\"type\":\"hello\",\"tokens\":[\"{}\"]}}", "x".repeat(1_000_000))).await);
    let welcomed = large.ended().await.iter().any(|message| matches!(message, ServerMessage::Welcome { .. }));
    assert!(!welcomed, "messages have a limit");
    check_works(&served, &client, game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_of_more_than_64_kilobytes_are_too_large() {
    let served = Served::new(&[]);
    let mut client = served.client("stranger");
    let spaced = |size: usize| {
        let text = "{\"seats\":[{\"is\":\"open\"},{\"is\":\"open\"}]}";
        format!("{text}{}", " ".repeat(size - text.len()))
    };
    let answer = client.send(Method::POST, "/api/v1/games", &[], Some(spaced(60_000).into())).await.unwrap();
    assert_eq!(answer.status, 201, "{}", answer.text());
    let answer = client.send(Method::POST, "/api/v1/games", &[], Some(spaced(70_000).into())).await.unwrap();
    assert_eq!(answer.refusal().unwrap().error.code, ErrorCode::TooLarge);
    // A length that is only claimed is refused before anything is sent.
    let address = served.address().current().await;
    let mut socket = TcpStream::connect(address).await.unwrap();
    socket.write_all(head("POST", address, "Content-Length: 10000000000").as_bytes()).await.unwrap();
    assert!(read_all(&mut socket).await.starts_with("HTTP/1.1 413"));
}

fn head(method: &str, address: SocketAddr, header: &str) -> String {
    format!(
        "{method} /api/v1/games HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nConnection: close\r\n{header}\r\n\r\n"
    )
}

/// Reads until the server ends the connection.
async fn read_all(socket: &mut TcpStream) -> String {
    let mut bytes = vec![];
    let read = tokio::time::timeout(PATIENCE, socket.read_to_end(&mut bytes)).await;
    // A connection that is reset has ended as well.
    drop(read.expect("the server ends the connection"));
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn endless_bodies_and_headers_end_the_connection() {
    let served = Served::new(&["--header-timeout", "2", "--idle-timeout", "2"]);
    let address = served.address().current().await;
    let chunk = format!("1000\r\n{}\r\n", " ".repeat(0x1000));
    let header = format!("X-Strange: {}\r\n", "x".repeat(1_000));
    let beginnings = [
        (head("POST", address, "Transfer-Encoding: chunked"), chunk),
        (format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\n"), header),
        (head("POST", address, "Content-Length: 60000"), " ".to_owned()),
        (String::new(), "\r\n".to_owned()),
    ];
    for (beginning, more) in beginnings {
        let socket = TcpStream::connect(address).await.unwrap();
        let (mut reader, mut writer) = socket.into_split();
        let drain = tokio::spawn(async move {
            let mut bytes = vec![];
            // A connection that is reset has ended as well.
            drop(reader.read_to_end(&mut bytes).await);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        writer.write_all(beginning.as_bytes()).await.unwrap();
        let mut sent = 0;
        while !drain.is_finished() && sent < 256_000_000 && writer.write_all(more.as_bytes()).await.is_ok() {
            sent += more.len();
        }
        assert!(sent < 256_000_000, "the server reads {} for ever", more.trim());
        let answer = tokio::time::timeout(PATIENCE, drain).await.unwrap().unwrap();
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
    }
    let (client, game) = served.game(2).await;
    check_works(&served, &client, game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_silent_too_long_is_disconnected_and_watchers_are_not() {
    let served = Served::new(&["--header-timeout", "2", "--idle-timeout", "2"]);
    let address = served.address().current().await;
    let (client, game) = served.game(2).await;
    let watcher = served.client("watcher");
    let (mut watching, _) = Live::open(&watcher, game, 1).await.unwrap();
    let watching = tokio::spawn(async move {
        loop {
            if let ServerMessage::Actions { actions, .. } = watching.next().await.unwrap() {
                return actions.len();
            }
        }
    });
    let beginnings = [
        String::new(),
        "GET".to_owned(),
        format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\n"),
        format!("{}{{\"seats\":", head("POST", address, "Content-Length: 1000")),
        head("POST", address, "Transfer-Encoding: chunked"),
    ];
    let mut silent = tokio::task::JoinSet::new();
    for beginning in beginnings {
        let mut socket = TcpStream::connect(address).await.unwrap();
        socket.write_all(beginning.as_bytes()).await.unwrap();
        silent.spawn(async move { read_all(&mut socket).await });
    }
    let speechless = Live::connect(&watcher, game).await.unwrap();
    for answer in silent.join_all().await {
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
    }
    let said = speechless.ended().await;
    assert!(!said.iter().any(|message| matches!(message, ServerMessage::Welcome { .. })), "{said:?}");
    // By now the watcher has been silent for longer than that, but it answers pings.
    check_works(&served, &client, game).await;
    assert!(watching.await.unwrap() > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_is_cut_off_and_catches_up_when_it_comes_back() {
    let served = Served::new(&[]);
    let (client, game) = served.game(2).await;
    let address = served.address().current().await;
    // It says its name and then reads nothing at all.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut slow = socket.connect(address).await.unwrap();
    let request = format!(
        "GET /api/v1/games/{game}/live HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    slow.write_all(request.as_bytes()).await.unwrap();
    slow.write_all(&masked("{\"type\":\"hello\"}")).await.unwrap();
    slow.write_all(&masked("{\"type\":\"watching\",\"name\":\"Slow\"}")).await.unwrap();

    let zoe = served.client("zoe");
    let (mut live, _) = Live::open(&zoe, game, 1).await.unwrap();
    let mut was_there = false;
    let mut is_cut_off = false;
    // Everybody at the table is told each name that Zoe chooses.
    for round in 0..200_000 {
        let name = format!("Zoe {round}");
        live.send(&ClientMessage::Watching { name: Some(name.clone()) }).await.unwrap();
        let watching = loop {
            if let ServerMessage::Table { game } = live.next().await.unwrap()
                && game.watching.contains(&Some(name.clone()))
            {
                break game.watching;
            }
        };
        let is_there = watching.contains(&Some("Slow".to_owned()));
        is_cut_off = was_there && !is_there;
        was_there |= is_there;
        if is_cut_off {
            break;
        }
    }
    assert!(was_there, "the slow reader came");
    assert!(is_cut_off, "a reader that reads nothing is not cut off");
    check_works(&served, &client, game).await;
    let (mut again, welcome) = Live::open(&served.client("slow"), game, 1).await.unwrap();
    let mut seq = 0;
    while seq < welcome.seq {
        if let ServerMessage::Actions { actions, .. } = again.next().await.unwrap() {
            for entry in actions {
                seq += 1;
                assert_eq!(entry.seq, seq);
            }
        }
    }
    drop(slow);
}

/// A text as a frame of a WebSocket client, masked with zeros.
fn masked(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).unwrap();
    assert!(length < 126);
    [&[0x81, 0x80 | length, 0, 0, 0, 0], text.as_bytes()].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_say_when_to_come_back() {
    let served = Served::strict(&["--requests-per-minute", "30", "--tables-per-address", "3"]);
    let mut client = served.client("stranger");
    let table = protocol::NewGame::with_seats(vec![SeatPlan::Open {}; 2]);
    for _ in 0..3 {
        client.make_table(&table).await.unwrap();
    }
    // The client checks that a limit comes with the time to wait.
    assert_eq!(client.make_table(&table).await.unwrap_err().code(), Some(ErrorCode::TooMany));
    let mut refused = None;
    for _ in 0..60 {
        refused = refused.or(client.mine().await.err().and_then(|failure| failure.code()));
    }
    assert!(refused.is_some_and(|code| code == ErrorCode::TooMany), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_text_and_bands_are_taken_once() {
    let served = Served::new(&[]);
    let mut client = served.client("stranger");
    let created = client.make_table(&protocol::NewGame::with_seats(vec![SeatPlan::Open {}; 4])).await.unwrap();
    let take = |name: &str| protocol::TakeSeat { name: Some(name.to_owned()), ..protocol::TakeSeat::default() };
    for name in ["a\nb", "\u{202e}evil", &"x".repeat(41), "bell\u{7}", "\u{2066}x"] {
        let code = client.take_seat(created.game, &take(name)).await.unwrap_err().code();
        assert_eq!(code, Some(ErrorCode::BadRequest), "{name:?}");
    }
    let seated = client.take_seat(created.game, &take("  Zoë 🦊  ")).await.unwrap();
    let view = client.view(created.game).await.unwrap();
    let Occupant::Human { name, band, .. } = &view.seats[seated.seat].occupant else { panic!("{view:?}") };
    assert_eq!(name.as_deref(), Some("Zoë 🦊"));
    let same = protocol::TakeSeat { band: Some(*band), ..protocol::TakeSeat::default() };
    assert_eq!(client.take_seat(created.game, &same).await.unwrap_err().code(), Some(ErrorCode::BandTaken));
    let there = protocol::TakeSeat { seat: Some(seated.seat), ..protocol::TakeSeat::default() };
    assert_eq!(client.take_seat(created.game, &there).await.unwrap_err().code(), Some(ErrorCode::SeatTaken));
}
