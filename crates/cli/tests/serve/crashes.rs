//! Nothing that was acknowledged is ever lost: not when the server is killed, stopped or out of room.

use std::fs;
use std::time::Instant;

use protocol::{ClientMessage, ErrorCode, NewGame, SeatPlan, StartRule, State, TakeSeat};
use server_tests::chaos::Round;
use server_tests::{
    Failure, Folder, Gathered, History, Live, Method, Mirror, PATIENCE, Party, Program, UNLIMITED, Way, random_action,
};
use tokio::task::JoinSet;

use crate::{Served, binary, parent};

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed_twenty_times() {
    let round = Round { seed: 20, kills: 20, tables: 6, players: 4 };
    let counts = round.run(&binary(), parent()).await;
    assert!(counts.kills >= 20, "{counts:?}");
    assert!(counts.checked.finished >= 6, "{counts:?}");
    assert!(counts.checked.acknowledged >= 300, "{counts:?}");
    assert!(counts.repeated > 0, "the kills came between actions only: {counts:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_waiting_table_survives_a_kill() {
    let mut served = Served::new(&[]);
    let mut host = served.client("host");
    let table = NewGame {
        start: Some(StartRule::WhenFull),
        ..NewGame::with_seats(vec![SeatPlan::Open {}, SeatPlan::Open {}, SeatPlan::Bot { bot: "fox".parse().unwrap() }])
    };
    let created = host.make_table(&table).await.unwrap();
    let game = created.game;
    host.add_token(created.host.clone().unwrap());
    let wish =
        TakeSeat { name: Some("Ada".to_owned()), nonce: Some(rules::chance::Nonce([3; 16])), ..TakeSeat::default() };
    let mut ada = served.client("ada");
    let seated = ada.take_seat(game, &wish).await.unwrap();
    ada.add_token(seated.token.unwrap());
    let code = ada.hand_over(game, None).await.unwrap().code;
    let before = host.view(game).await.unwrap();
    served.program.kill();
    served.program.start_again();
    assert_eq!(host.twin().view(game).await.unwrap(), before);
    assert_eq!(host.twin().find_code(&created.code.unwrap()).await.unwrap().game, game);
    assert_eq!(ada.twin().view(game).await.unwrap().yours, [seated.seat]);
    let mut elsewhere = served.client("ada's telephone");
    let handed = elsewhere.take_over(&code).await.unwrap();
    elsewhere.add_token(handed.seats[0].token.clone().unwrap());
    assert_eq!(elsewhere.view(game).await.unwrap().yours, [seated.seat]);
    assert!(ada.twin().view(game).await.unwrap().yours.is_empty(), "the old token only watches");
    let last = served.client("ben").take_seat(game, &TakeSeat::default()).await.unwrap();
    assert_ne!(last.seat, seated.seat);
    assert_eq!(elsewhere.view(game).await.unwrap().state, State::Playing);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_a_bot_that_a_crash_cut_off_is_taken_after_the_restart() {
    // Nobody waits for a bot that thinks this long.
    let flags = |nodes: &'static str| [&UNLIMITED[..], &["--bot-nodes", nodes]].concat();
    let mut served = Served::strict(&flags("2000000000"));
    let mut client = served.client("player");
    let bots = [SeatPlan::Open {}, SeatPlan::Bot { bot: "fiend".parse().unwrap() }];
    let table = NewGame {
        start: Some(StartRule::WhenFull),
        first: Some(protocol::First::Seat(0)),
        ..NewGame::with_seats(bots.to_vec())
    };
    let game = client.make_table(&table).await.unwrap().game;
    let seated = client.take_seat(game, &TakeSeat::default()).await.unwrap();
    client.add_token(seated.token.unwrap());
    let mirror = Mirror::begin(&mut client, game).await;
    let action = random_action(mirror.game(), &mut fastrand::Rng::with_seed(4));
    client.act(game, 1, &action).await.unwrap();
    assert_eq!(client.view(game).await.unwrap().seq, 1, "the bot is thinking");
    served.program.kill();
    served.program.set_flags(&flags("60"));
    served.program.start_again();
    // Nobody asks for the game: the counter of actions shows that the bot has acted.
    let mut observer = served.client("observer");
    let deadline = Instant::now() + PATIENCE;
    loop {
        assert!(Instant::now() < deadline, "the bot does not act");
        let metrics = observer.send(Method::GET, "/metrics", &[], None).await.unwrap().text();
        let count = metrics.lines().find_map(|line| line.strip_prefix("fearsome_actions_total "));
        if count.is_some_and(|count| count.parse::<f64>().unwrap() >= 1.0) {
            break;
        }
    }
    let entries = client.all_actions(game, 1).await.unwrap();
    assert!(entries.len() >= 2 && entries[0].action == action, "{entries:?}");
    let history = History::default();
    assert!(Gathered::join(game, vec![(client, Way::Http)], &history, 6).await.play().await.is_over);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_asked_to_stop_says_goodbye_and_loses_nothing() {
    let mut served = Served::new(&[]);
    let history = History::default();
    let mut games = JoinSet::new();
    for seed in 40..44 {
        let gathered = Party::of_two(seed, 2).gather(&served.address(), &history).await.unwrap();
        games.spawn(gathered.play());
    }
    let (client, game) = served.game(2).await;
    let (live, _) = Live::open(&client, game, 1).await.unwrap();
    let goodbye = tokio::spawn(live.ended());
    history.wait_for(60).await;
    let status = served.program.stop();
    assert!(status.success(), "{status}");
    let messages = goodbye.await.unwrap();
    assert!(messages.iter().any(|message| matches!(message, protocol::ServerMessage::Bye { .. })), "{messages:?}");
    served.program.start_again();
    for finished in games.join_all().await {
        assert!(finished.is_over);
    }
    history.check(&served.address()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_database_refuses_clearly_loses_nothing_and_goes_on_when_there_is_room() {
    let flags = |limit: &'static str| [&UNLIMITED[..], &["--bot-nodes", "60", "--database-limit", limit]].concat();
    let served = Served::strict(&flags("1"));
    check_no_room(served, |program| program.set_flags(&flags("64"))).await;
}

/// The system refuses writes beyond a size, as a disk does that fails or is mounted for reading only.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_cannot_be_written_is_reported_clearly_and_loses_nothing() {
    let mut served = Served::new(&[]);
    served.program.kill();
    served.program.set_file_limit(Some(3_000_000));
    served.program.start_again();
    check_no_room(served, |program| program.set_file_limit(None)).await;
}

/// Plays until the server cannot store anything, and goes on after `make_room` and a restart.
async fn check_no_room(mut served: Served, make_room: impl FnOnce(&mut Program)) {
    let history = History::default();
    let gather = async |seed| {
        let mut party = Party::of_two(seed, 2);
        party.may_leave = true;
        party.gather(&served.address(), &history).await
    };
    // These are in the middle of their games when there is no room any more.
    let mut interrupted = vec![];
    for seed in 0..4 {
        interrupted.push(gather(seed).await.unwrap());
    }
    // Other tables play until there is none.
    let mut unfinished = vec![];
    let mut seed = 4;
    let refused = loop {
        seed += 1;
        assert!(seed < 2_000, "the database is never full");
        match gather(seed).await {
            Ok(gathered) => unfinished.extend(Some(gathered.play().await).filter(|finished| !finished.is_over)),
            Err(Failure::Refused(refusal)) => break refusal,
            Err(Failure::Lost(why)) => panic!("{why}"),
        }
    };
    assert_eq!(refused.error.code, ErrorCode::Unavailable, "{refused:?}");
    for gathered in interrupted {
        let finished = gathered.play().await;
        assert!(!finished.is_over, "there is room for a whole game");
        unfinished.push(finished);
    }
    // Reading still works, and everything is there.
    let full = history.check(&served.address()).await;
    assert!(full.acknowledged > 100, "{full:?}");
    served.program.kill();
    make_room(&mut served.program);
    served.program.start_again();
    assert_eq!(history.check(&served.address()).await, full);
    for finished in unfinished {
        let gathered = Gathered::join(finished.game, finished.hands, &history, 9).await;
        assert!(gathered.play().await.is_over);
    }
    assert!(Party::of_two(1, 2).play(&served.address(), &history).await.is_over);
    history.check(&served.address()).await;
}

#[tokio::test]
async fn what_prevents_a_start_is_reported_clearly() {
    let folder = Folder::new(parent());
    let file = folder.path().join("a-file");
    fs::write(&file, "not a folder").unwrap();
    let refused = |data: &std::path::Path, flags: &[&str]| {
        let output = Program::run(&binary(), data, flags);
        assert!(!output.status.success(), "{output:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!text.contains("panicked"), "{text}");
        text
    };
    let text = refused(&file, &["--port", "0"]);
    assert!(text.contains("a-file"), "{text}");
    let text = refused(&file.join("below"), &["--check", "--port", "0"]);
    assert!(text.contains("a-file"), "{text}");

    #[cfg(unix)]
    {
        let data = folder.path().join("read-only");
        let output = Program::run_with_file_limit(&binary(), &data, &["--port", "0"], 0);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && text.contains("read-only") && !text.contains("panicked"), "{output:?}");
    }

    let running = Program::start(binary(), &folder.path().join("data"), &[]);
    let port = running.address().current().await.port().to_string();
    let text = refused(&folder.path().join("other"), &["--port", &port]);
    assert!(text.contains("in use") && text.contains(&port), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_used_is_reported_and_left_as_it_is() {
    let mut served = Served::new(&[]);
    let (client, game) = served.game(2).await;
    let before = client.twin().view(game).await.unwrap();
    let data = served.folder.path().to_owned();
    let refusal = || String::from_utf8_lossy(&Program::run(&binary(), &data, &["--port", "0"]).stderr).into_owned();
    let text = refusal();
    assert!(text.contains("in use by another server"), "{text}");

    assert!(served.program.stop().success());
    let file = data.join("fearsome.sqlite");
    assert!(!data.join("fearsome.sqlite-wal").exists(), "a server that stops leaves one file");
    let good = fs::read(&file).unwrap();
    // A file whose header asks for a newer way to write can only be read, whoever starts the program.
    let mut read_only = good.clone();
    read_only[18] = 3;
    fs::write(&file, read_only).unwrap();
    let text = refusal();
    assert!(text.contains("fearsome.sqlite") && text.contains("readonly"), "{text}");
    fs::write(&file, b"not a database at all, but long enough to be taken for one").unwrap();
    let text = refusal();
    assert!(text.contains("fearsome.sqlite") && text.contains("not a database"), "{text}");

    fs::write(&file, good).unwrap();
    served.program.start_again();
    assert_eq!(client.twin().view(game).await.unwrap(), before);
}

#[test]
fn a_check_of_a_good_configuration_succeeds_and_serves_nothing() {
    let folder = Folder::new(parent());
    let output = Program::run(&binary(), folder.path(), &["--check", "--port", "0"]);
    assert!(output.status.success(), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("http://"), "{output:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_is_away_during_a_kill_catches_up_without_a_gap() {
    let mut served = Served::new(&[]);
    let (client, game) = served.game(2).await;
    let mut mirror = Mirror::begin(&mut client.twin(), game).await;
    let (mut live, _) = Live::open(&client, game, 1).await.unwrap();
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..5 {
        let (seq, action) = (mirror.seq() + 1, random_action(mirror.game(), &mut rng));
        live.send(&ClientMessage::Act { seq, action }).await.unwrap();
        loop {
            match live.next().await.unwrap() {
                protocol::ServerMessage::Actions { actions, .. } => {
                    actions.iter().for_each(|entry| mirror.apply(entry))
                }
                protocol::ServerMessage::Acted { .. } => break,
                _ => {}
            }
        }
    }
    served.program.kill();
    assert!(live.next().await.is_err());
    served.program.start_again();
    let (mut live, welcome) = Live::open(&client, game, 3).await.unwrap();
    assert_eq!(welcome.hash, mirror.hash(welcome.seq));
    let mut next = 3;
    while next <= welcome.seq {
        if let protocol::ServerMessage::Actions { actions, .. } = live.next().await.unwrap() {
            for entry in actions {
                assert_eq!(entry.seq, next);
                mirror.apply(&entry);
                next += 1;
            }
        }
    }
}
