//! Several servers on one database.

use std::fs;
use std::path::Path;

use protocol::{ClientMessage, NewGame, Occupant, SeatPlan, ServerMessage, StartRule, TakeSeat};
use server_tests::cluster::{Cluster, ClusterRound};
use server_tests::{Client, Database, Folder, History, Live, Method, Party, Postgres, Program, UNLIMITED};

use crate::{binary, parent};

/// A server on a database whose bots look at so many positions.
fn node(database: &Database, bot_nodes: &str) -> Program {
    let url = database.url();
    let flags = [&UNLIMITED[..], &["--bot-nodes", bot_nodes, "--database", &url]].concat();
    Program::start(binary(), Path::new(""), &flags)
}

/// Waits for a message that fits.
async fn until(live: &mut Live, mut fits: impl FnMut(&ServerMessage) -> bool) {
    while !fits(&live.next().await.unwrap()) {}
}

fn is_here(message: &ServerMessage, seat: usize) -> Option<bool> {
    let ServerMessage::Table { game } = message else { return None };
    match &game.seats.get(seat)?.occupant {
        Occupant::Human { here, .. } => Some(*here),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn any_node_serves_any_client_of_any_game() {
    let cluster = Cluster::start(&binary(), Postgres::shared(), 3, &[]).await;
    let history = History::default();
    for seed in 0..6 {
        let finished = Party { watchers: 2, ..Party::random(seed, 4) }.play(&cluster.address(), &history).await;
        assert!(finished.is_over);
    }
    for node in &cluster.nodes {
        assert_eq!(history.check(&node.address()).await.finished, 6);
    }
    cluster.check_numbers(Postgres::shared());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_at_one_node_is_seen_at_the_other_at_once() {
    let database = Postgres::shared().database();
    let (one, other) = (node(&database, "60"), node(&database, "60"));
    let (mut ada, mut ben) = (Client::new("Ada", &one.address()), Client::new("Ben", &other.address()));
    let table = NewGame { start: Some(StartRule::WhenFull), ..NewGame::with_seats(vec![SeatPlan::Open {}; 2]) };
    let made = ada.make_table(&table).await.unwrap();
    let game = made.game;
    let (mut watcher, view) = Live::open(&Client::new("Zoe", &other.address()), game, 1).await.unwrap();
    assert_eq!(view.watching, [None]);
    watcher.send(&ClientMessage::Watching { name: Some("Zoe".to_owned()) }).await.unwrap();
    // Somebody who is choosing a name at one node is seen at the other, and can be turned away from there.
    let (mut dora, _) = Live::open(&Client::new("Dora", &other.address()), game, 1).await.unwrap();
    let mut host = Client::new("host", &one.address());
    host.add_token(made.host.unwrap());
    let (mut hosting, _) = Live::open(&host, game, 1).await.unwrap();
    dora.send(&ClientMessage::Arriving { seat: Some(1), name: Some("Dora".to_owned()) }).await.unwrap();
    until(&mut hosting, |message| {
        let ServerMessage::Table { game } = message else { return false };
        let arriving = Occupant::Open { arriving: Some("Dora".to_owned()) };
        game.seats[1].occupant == arriving && game.watching.contains(&Some("Zoe".to_owned()))
    })
    .await;
    host.leave_seat(game, 1).await.unwrap();
    until(&mut dora, |message| matches!(message, ServerMessage::Error { .. })).await;

    for client in [&mut ada, &mut ben] {
        let token = client.take_seat(game, &TakeSeat::default()).await.unwrap().token.unwrap();
        client.add_token(token);
    }
    // The game has started at the other node; this one knows at once.
    let view = ada.view(game).await.unwrap();
    assert_eq!(view.state, protocol::State::Playing);
    let first = view.awaits.unwrap().seat.index();
    let mover = if first == 0 { &mut ada } else { &mut ben };
    let action = mover.moves(game).await.unwrap().actions.swap_remove(0).action;
    let acted = mover.act(game, 1, &action).await.unwrap();
    until(&mut watcher, |message| matches!(message, ServerMessage::Actions { actions, .. } if actions[0].seq == 1))
        .await;
    until(&mut hosting, |message| matches!(message, ServerMessage::Actions { actions, .. } if actions[0].seq == 1))
        .await;
    for client in [&mut ada, &mut ben] {
        let entries = client.actions(game, 1).await.unwrap();
        assert_eq!((entries.seq, entries.actions[0].hash), (1, acted.hash));
    }
    // The same action at the other node has the same answer.
    let mut twin = Client::new("twin", &one.address());
    twin.set_tokens(ada.tokens().iter().chain(ben.tokens()).cloned().collect());
    assert_eq!(twin.act(game, 1, &action).await.unwrap(), acted);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_bots_of_a_node_that_dies_are_taken_care_of() {
    let database = Postgres::shared().database();
    // Its bots would think for hours.
    let mut slow = node(&database, "1000000000000");
    let other = node(&database, "60");
    let seats = vec![SeatPlan::Open {}, SeatPlan::Bot { bot: "fiend".parse().unwrap() }, SeatPlan::Open {}];
    let mut ada = Client::new("Ada", &slow.address());
    let table = NewGame { first: Some(protocol::First::Seat(0)), ..NewGame::with_seats(seats) };
    let made = ada.make_table(&table).await.unwrap();
    let game = made.game;
    for _ in 0..2 {
        let token = ada.take_seat(game, &TakeSeat::default()).await.unwrap().token.unwrap();
        ada.add_token(token);
    }
    let mut host = Client::new("host", &slow.address());
    host.add_token(made.host.unwrap());
    host.start(game, &protocol::Start { fill: None }).await.unwrap();
    let (mut watcher, _) = Live::open(&Client::new("Zoe", &other.address()), game, 1).await.unwrap();
    let (_present, _) = Live::open(&ada, game, 1).await.unwrap();
    until(&mut watcher, |message| is_here(message, 0) == Some(true)).await;
    let action = ada.moves(game).await.unwrap().actions.swap_remove(0).action;
    ada.act(game, 1, &action).await.unwrap();
    until(&mut watcher, |message| matches!(message, ServerMessage::Actions { actions, .. } if actions[0].seq == 1))
        .await;
    slow.kill();
    // Ada is no longer here, and the bot acts after all. Either may come first.
    let (mut has_left, mut has_acted) = (false, false);
    until(&mut watcher, |message| {
        has_left |= is_here(message, 0) == Some(false);
        has_acted |= matches!(message, ServerMessage::Actions { actions, .. } if actions[0].seq == 2);
        has_left && has_acted
    })
    .await;
}

/// A migration as a newer version could bring it: older nodes do not know of it and live with it.
const MIGRATION: &str = "ALTER TABLE actions ADD COLUMN remark TEXT;
ALTER TABLE games ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';
CREATE INDEX games_by_mood ON games (mood);
CREATE TABLE moods (name TEXT PRIMARY KEY);";

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_while_nodes_are_upgraded_one_by_one() {
    let postgres = Postgres::shared();
    let mut cluster = Cluster::start(&binary(), postgres, 3, &[]).await;
    let folder = Folder::new(parent());
    fs::write(folder.path().join("9001_moods.sql"), MIGRATION).unwrap();
    let history = History::default();
    let mut games = tokio::task::JoinSet::new();
    for seed in 40..46 {
        let (address, history) = (cluster.address(), history.clone());
        let party = Party { is_steadfast: true, ..Party::of_two(seed, 4) };
        let gathered = party.gather(&address, &history).await.unwrap();
        games.spawn(gathered.play());
    }
    let urls = [cluster.database.url(), cluster.database.url(), cluster.database.url_through(&cluster.cable)];
    let extra = folder.path().to_str().unwrap().to_owned();
    let mut is_new = vec![];
    for (index, url) in urls.iter().enumerate() {
        history.wait_for(history.count() + 20).await;
        let flags = [&UNLIMITED[..], &["--bot-nodes", "60", "--database", url]].concat();
        let node = &mut cluster.nodes[index];
        // An old one comes back after the first new one, as when somebody changes their mind.
        if index == 1 {
            tokio::task::block_in_place(|| {
                node.stop();
                node.start_again();
            });
        }
        let flags = [&flags[..], &["--extra-migrations", &extra]].concat();
        node.set_flags(&flags);
        tokio::task::block_in_place(|| {
            node.stop();
            node.start_again();
        });
        is_new.push(postgres.query(&cluster.database, "SELECT count(*) FROM moods"));
    }
    assert_eq!(is_new, ["0", "0", "0"], "the first new node brought the migration");
    while let Some(finished) = games.join_next().await {
        assert!(finished.unwrap().is_over);
    }
    for node in &cluster.nodes {
        assert_eq!(history.check(&node.address()).await.finished, 6);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_while_nodes_database_and_network_fail() {
    let postgres = Postgres::start();
    let round = ClusterRound { seed: 11, kills: 6, tables: 8, players: 5 };
    let counts = round.run(&binary(), &postgres).await;
    assert!(counts.checked.finished >= 8 && counts.repeated > 0, "{counts:?}");
    println!("{counts:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_without_its_database_is_not_ready() {
    let postgres = Postgres::start();
    let database = postgres.database();
    let node = node(&database, "60");
    let mut client = Client::new("proxy", &node.address());
    let ready = async |client: &mut Client, status: u16| loop {
        let answer = client.send(Method::GET, "/readyz", &[], None).await.unwrap();
        if answer.status == status {
            break answer.text();
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(ready(&mut client, 200).await, "ready\n");
    postgres.stop();
    assert_ne!(ready(&mut client, 503).await, "");
    postgres.start_again();
    ready(&mut client, 200).await;
}

#[test]
fn a_database_that_is_not_there_is_named() {
    let output = Program::run(&binary(), Path::new(""), &["--database", "postgres://x@localhost/floors?host=/nowhere"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("cannot open the database floors at /nowhere"), "{errors}");
}
