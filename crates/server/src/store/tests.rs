//! What every store promises, tried with SQLite and with PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::Arc;

use protocol::{GameId, NewGame, SeatPlan};
use rules::game::Action;
use server_tests::Postgres as Cluster;
use sqlx::{ConnectOptions, Connection};

use super::*;
use crate::lots;
use crate::table::Claims;

/// A database of a test's own, and how to open it.
struct Place {
    database: Database,
    _folder: tempfile::TempDir,
}

impl Place {
    fn sqlite() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.sqlite");
        let options = SqliteOptions { file, durability: Durability::None, megabytes: None };
        Place { database: options.into(), _folder: folder }
    }

    fn postgres() -> Place {
        let options: PostgresOptions = Cluster::shared().database().url().parse().unwrap();
        Place { database: options.into(), _folder: tempfile::tempdir().unwrap() }
    }

    /// Another program that uses the database.
    async fn open(&self) -> Arc<dyn Store> {
        open(&self.database).await.unwrap()
    }
}

/// Makes a test of each function for each database.
macro_rules! for_every_store {
    ($($name:ident)*) => {
        mod sqlite_keeps_the_promise {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Place::sqlite()).await;
            })*
        }
        mod postgres_keeps_the_promise {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Place::postgres()).await;
            })*
        }
    };
}

for_every_store! {
    what_is_written_is_read_by_another_program
    of_two_writers_with_one_number_one_wins
    a_write_that_is_based_on_something_old_is_refused
    actions_that_leave_a_gap_are_refused
    of_many_racing_writers_one_wins_every_number
    writes_of_one_call_happen_together_or_not_at_all
    a_code_belongs_to_one_table
    nobody_has_more_tables_or_seats_than_allowed
    a_table_that_expires_leaves_only_its_id
    a_table_where_somebody_was_in_the_meantime_does_not_expire
    games_are_found_by_holders_and_handovers
    bots_that_are_due_are_found
    what_has_changed_is_read_alone
    the_salt_of_addresses_stays_the_same
}

fn table() -> Table {
    let wish = NewGame::with_seats(vec![SeatPlan::Open {}; 2]);
    Table::new(&wish, Holder::of_token(&lots::token()), lots::monster()).unwrap()
}

fn new_row(phase: Phase) -> NewRow {
    let code = (phase == Phase::Waiting).then(lots::table_code);
    let row = Row { phase, active_at: 5, code, table: table(), terms: None, is_bot_due: false };
    NewRow { game: lots::game_id(), secret: lots::secret(), created_at: 5, row, quota: None }
}

async fn create(store: &dyn Store, phase: Phase) -> NewRow {
    // The words of a code are few; another table of the test may have it.
    for _ in 0..20 {
        let new = new_row(phase);
        if store.write(vec![Write::Create(Box::new(new.clone()))]).await.is_ok() {
            return new;
        }
    }
    panic!("no table can be made");
}

fn action(figure: &str) -> StoredAction {
    let action = Action::Move { figure: figure.parse().unwrap(), path: vec![] };
    StoredAction { action, stand_in: None, time: 7 }
}

fn append(game: GameId, revision: i64, seq: u32, actions: &[StoredAction]) -> Write {
    let after = After { is_over: false, is_bot_due: None };
    Write::Append { game, basis: Basis { revision, seq }, actions: actions.to_vec(), after }
}

fn replace(game: GameId, revision: i64, seq: u32, row: &Row) -> Write {
    Write::Replace { game, basis: Basis { revision, seq }, row: Box::new(row.clone()), seats: None }
}

async fn load(store: &dyn Store, game: GameId) -> Stored {
    match store.load(game).await.unwrap() {
        Found::Game(stored) => *stored,
        other => panic!("{other:?}"),
    }
}

async fn what_is_written_is_read_by_another_program(place: Place) {
    let store = place.open().await;
    let new = create(&*store, Phase::Playing).await;
    let stand_in = StoredAction { stand_in: Some("fox".parse().unwrap()), ..action("R1") };
    let actions = [action("G1"), stand_in];
    store.write(vec![append(new.game, 1, 0, &actions)]).await.unwrap();
    store.close().await;
    let store = place.open().await;
    let stored = load(&*store, new.game).await;
    assert_eq!(stored.secret, new.secret);
    assert_eq!((stored.revision, stored.row.phase, stored.row.active_at), (1, Phase::Playing, 5));
    assert_eq!(stored.actions, actions);
    assert!(matches!(store.load(lots::game_id()).await, Ok(Found::Nothing)));
    assert_eq!(store.check().await, Ok(()));
    store.close().await;
}

async fn of_two_writers_with_one_number_one_wins(place: Place) {
    let (one, other) = (place.open().await, place.open().await);
    let game = create(&*one, Phase::Playing).await.game;
    one.write(vec![append(game, 1, 0, &[action("G1")])]).await.unwrap();
    let late = other.write(vec![append(game, 1, 0, &[action("G3"), action("R1")])]).await;
    assert_eq!(late, Err(StoreError::Conflict));
    assert_eq!(load(&*other, game).await.actions, [action("G1")], "nothing of it is stored");
    other.write(vec![append(game, 1, 1, &[action("R1")])]).await.unwrap();
    assert_eq!(load(&*one, game).await.actions.len(), 2);
}

async fn a_write_that_is_based_on_something_old_is_refused(place: Place) {
    let store = place.open().await;
    let NewRow { game, row, .. } = create(&*store, Phase::Playing).await;
    store.write(vec![replace(game, 1, 0, &row)]).await.unwrap();
    assert_eq!(store.write(vec![replace(game, 1, 0, &row)]).await, Err(StoreError::Conflict), "an old row");
    assert_eq!(store.write(vec![append(game, 1, 0, &[action("G1")])]).await, Err(StoreError::Conflict));
    store.write(vec![append(game, 2, 0, &[action("G1")])]).await.unwrap();
    assert_eq!(store.write(vec![replace(game, 2, 0, &row)]).await, Err(StoreError::Conflict), "old actions");
    store.write(vec![replace(game, 2, 1, &row)]).await.unwrap();
    assert_eq!(load(&*store, game).await.revision, 3);
}

async fn actions_that_leave_a_gap_are_refused(place: Place) {
    let store = place.open().await;
    let game = create(&*store, Phase::Playing).await.game;
    assert_eq!(store.write(vec![append(game, 1, 1, &[action("G1")])]).await, Err(StoreError::Conflict));
    assert_eq!(load(&*store, game).await.actions, []);
}

async fn of_many_racing_writers_one_wins_every_number(place: Place) {
    let stores = [place.open().await, place.open().await, place.open().await];
    let games = [create(&*stores[0], Phase::Playing).await.game, create(&*stores[0], Phase::Playing).await.game];
    let mut writers = tokio::task::JoinSet::new();
    for store in stores.iter().flat_map(|store| [Arc::clone(store), Arc::clone(store)]) {
        writers.spawn(async move {
            let mut won = 0;
            for round in 0..60 {
                // Everybody wants the next number of both games, in different orders.
                let game = games[round % 2];
                let seq = load(&*store, game).await.actions.len() as u32;
                match store.write(vec![append(game, 1, seq, &[action("G1"), action("R1")])]).await {
                    Ok(()) => won += 2,
                    Err(StoreError::Conflict) => {}
                    Err(error) => panic!("{error}"),
                }
            }
            won
        });
    }
    let won: usize = writers.join_all().await.into_iter().sum();
    let stored = load(&*stores[1], games[0]).await.actions.len() + load(&*stores[2], games[1]).await.actions.len();
    assert_eq!(stored, won);
    assert!(won > 0);
}

async fn writes_of_one_call_happen_together_or_not_at_all(place: Place) {
    let store = place.open().await;
    let NewRow { game, row, .. } = create(&*store, Phase::Playing).await;
    let follows = new_row(Phase::Playing);
    let id = follows.game;
    let writes = |revision| vec![Write::Create(Box::new(follows.clone())), replace(game, revision, 0, &row)];
    assert_eq!(store.write(writes(7)).await, Err(StoreError::Conflict));
    assert!(matches!(store.load(id).await, Ok(Found::Nothing)));
    store.write(writes(1)).await.unwrap();
    assert!(matches!(store.load(id).await, Ok(Found::Game(_))));
}

async fn a_code_belongs_to_one_table(place: Place) {
    let store = place.open().await;
    let first = create(&*store, Phase::Waiting).await;
    let code = first.row.code.clone().unwrap();
    assert_eq!(store.game_with_code(&code).await, Ok(Some(first.game)));
    let mut second = new_row(Phase::Waiting);
    second.row.code = Some(code.clone());
    let taken = store.write(vec![Write::Create(Box::new(second.clone()))]).await;
    assert_eq!(taken, Err(StoreError::CodeTaken));
    // It is free again when the game starts.
    let row = Row { phase: Phase::Playing, code: None, ..first.row };
    store.write(vec![replace(first.game, 1, 0, &row)]).await.unwrap();
    assert_eq!(store.game_with_code(&code).await, Ok(None));
    store.write(vec![Write::Create(Box::new(second))]).await.unwrap();
}

async fn nobody_has_more_tables_or_seats_than_allowed(place: Place) {
    let store = place.open().await;
    let quota = Some(Quota { origin: AddressHash([3; 16]), most: 2 });
    let make = || Write::Create(Box::new(NewRow { quota, ..new_row(Phase::Playing) }));
    store.write(vec![make()]).await.unwrap();
    store.write(vec![make()]).await.unwrap();
    assert_eq!(store.write(vec![make()]).await, Err(StoreError::TooMany));
    let NewRow { game, mut row, .. } = create(&*store, Phase::Waiting).await;
    let holder = Holder::of_token(&lots::token());
    row.table.take(protocol::TakeSeat::default(), holder, false, Some(AddressHash([4; 16]))).unwrap();
    let seats = |most| Some(Quota { origin: AddressHash([4; 16]), most });
    let basis = Basis { revision: 1, seq: 0 };
    let take = |most| Write::Replace { game, basis, row: Box::new(row.clone()), seats: seats(most) };
    assert_eq!(store.write(vec![take(0)]).await, Err(StoreError::TooMany));
    store.write(vec![take(1)]).await.unwrap();
}

async fn a_table_that_expires_leaves_only_its_id(place: Place) {
    let store = place.open().await;
    let NewRow { game, row, .. } = create(&*store, Phase::Waiting).await;
    assert_eq!(store.abandoned(4, 10).await, Ok(vec![]));
    assert_eq!(store.abandoned(5, 10).await, Ok(vec![game]));
    let forget = |revision| Write::Forget { game, revision, before: 5 };
    assert_eq!(store.write(vec![forget(2)]).await, Err(StoreError::Conflict));
    store.write(vec![forget(1)]).await.unwrap();
    assert!(matches!(store.load(game).await, Ok(Found::Gone)));
    assert_eq!(store.games_of(&[row.table.host], 10).await, Ok(vec![]));
    assert_eq!(store.game_with_code(&row.code.unwrap()).await, Ok(None));
    assert!(store.changes(game, Basis { revision: 1, seq: 0 }).await.unwrap().is_none());
}

async fn a_table_where_somebody_was_in_the_meantime_does_not_expire(place: Place) {
    let store = place.open().await;
    let game = create(&*store, Phase::Waiting).await.game;
    store.write(vec![Write::Touch { game, active_at: 9 }]).await.unwrap();
    assert_eq!(store.abandoned(5, 10).await, Ok(vec![]));
    let forget = Write::Forget { game, revision: 1, before: 5 };
    assert_eq!(store.write(vec![forget]).await, Err(StoreError::Conflict));
    assert_eq!(load(&*store, game).await.row.active_at, 9);
}

async fn games_are_found_by_holders_and_handovers(place: Place) {
    let store = place.open().await;
    let NewRow { game, mut row, .. } = create(&*store, Phase::Waiting).await;
    let other = create(&*store, Phase::Waiting).await;
    let code = Holder::of_code("abc");
    let pending = crate::table::PendingHandover { code, until: 99, seats: vec![], host: true };
    row.table.hand_over(pending, 6);
    store.write(vec![replace(game, 1, 0, &row)]).await.unwrap();
    assert_eq!(store.game_of_handover(code).await, Ok(Some(game)));
    assert_eq!(store.game_of_handover(Holder::of_code("abd")).await, Ok(None));
    assert_eq!(store.games_of(&[row.table.host], 10).await, Ok(vec![game]));
    let both = store.games_of(&[row.table.host, other.row.table.host], 10).await.unwrap();
    assert!(both.len() == 2 && both.contains(&game) && both.contains(&other.game));
    assert_eq!(store.games_of(&[row.table.host, other.row.table.host], 1).await.unwrap().len(), 1);
}

async fn bots_that_are_due_are_found(place: Place) {
    let store = place.open().await;
    let NewRow { game, row, .. } = create(&*store, Phase::Playing).await;
    assert!(store.due_bots().await.unwrap().own.is_empty());
    let after = |is_bot_due| After { is_over: false, is_bot_due: Some(is_bot_due) };
    let act = |seq, is_bot_due| {
        let (basis, after) = (Basis { revision: 1, seq }, after(is_bot_due));
        Write::Append { game, basis, actions: vec![action("G1")], after }
    };
    store.write(vec![act(0, true)]).await.unwrap();
    assert_eq!(store.due_bots().await.unwrap().own, [game]);
    assert!(load(&*store, game).await.are_bots_here);
    store.write(vec![act(1, false)]).await.unwrap();
    assert!(store.due_bots().await.unwrap().own.is_empty());
    store.write(vec![replace(game, 1, 2, &Row { is_bot_due: true, ..row })]).await.unwrap();
    assert_eq!(store.due_bots().await.unwrap().own, [game]);
}

async fn what_has_changed_is_read_alone(place: Place) {
    let store = place.open().await;
    let NewRow { game, row, .. } = create(&*store, Phase::Playing).await;
    store.write(vec![append(game, 1, 0, &[action("G1"), action("R1")])]).await.unwrap();
    let since = |revision, seq| Basis { revision, seq };
    let changes = store.changes(game, since(1, 2)).await.unwrap().unwrap();
    assert!(changes.row.is_none() && changes.actions.is_empty());
    let changes = store.changes(game, since(1, 1)).await.unwrap().unwrap();
    assert!(changes.row.is_none());
    assert_eq!(changes.actions, [action("R1")]);
    store.write(vec![replace(game, 1, 2, &row)]).await.unwrap();
    let changes = store.changes(game, since(1, 2)).await.unwrap().unwrap();
    assert!(changes.row.is_some() && changes.actions.is_empty() && changes.revision == 2);
    assert!(store.changes(lots::game_id(), since(1, 0)).await.unwrap().is_none());
}

async fn the_salt_of_addresses_stays_the_same(place: Place) {
    let (one, other) = (place.open().await, place.open().await);
    assert_eq!(one.address_salt(), other.address_salt());
    assert_ne!(one.address_salt(), [0; 32]);
}

/// Waits for news of another node, ignoring that somebody came or left.
async fn news(store: &dyn Store) -> News {
    let next = async {
        loop {
            let news = store.news().await;
            if !matches!(news, News::Presence(_)) {
                return news;
            }
        }
    };
    tokio::time::timeout(server_tests::PATIENCE, next).await.expect("the other node notifies")
}

#[tokio::test]
async fn nodes_hear_of_each_other() {
    let place = Place::postgres();
    let (one, other) = (place.open().await, place.open().await);
    assert!(one.is_shared());
    let NewRow { game, row, .. } = create(&*one, Phase::Playing).await;
    // A node that has just started may listen a little later. Then it is told again.
    let heard = tokio::spawn(async move { news(&*other).await });
    let mut revision = 1;
    while !heard.is_finished() {
        one.write(vec![replace(game, revision, 0, &row)]).await.unwrap();
        revision += 1;
        tokio::task::yield_now().await;
    }
    assert_eq!(heard.await.unwrap(), News::Game(game));
}

#[tokio::test]
async fn whoever_is_connected_at_one_node_is_seen_at_the_others() {
    let place = Place::postgres();
    let (one, other) = (place.open().await, place.open().await);
    let game = create(&*one, Phase::Waiting).await.game;
    let claims = Claims { holders: vec![Holder::of_token(&[5; 32])], has_cookie: false };
    let ada = Guest { claims, name: Some("Ada".to_owned()), arriving: None };
    one.set_presence(game, Guests::new([&ada, &Guest::default()].into_iter())).await.unwrap();
    assert_eq!(other.presence(game).await, Ok(vec![ada, Guest::default()]));
    assert_eq!(one.presence(game).await, Ok(vec![]), "only those elsewhere");
    one.set_presence(game, Guests::default()).await.unwrap();
    assert_eq!(other.presence(game).await, Ok(vec![]));
    one.set_presence(game, Guests::new([&Guest::default()].into_iter())).await.unwrap();
    one.close().await;
    assert_eq!(other.presence(game).await, Ok(vec![]), "a node that stops takes its people along");
}

#[tokio::test]
async fn the_bots_and_guests_of_a_dead_node_are_taken_care_of() {
    let place = Place::postgres();
    let Database::Postgres(options) = &place.database else { panic!("it is PostgreSQL") };
    let (dead, one, other) = (place.open().await, place.open().await, place.open().await);
    let NewRow { game, row, .. } = create(&*dead, Phase::Playing).await;
    dead.write(vec![replace(game, 1, 0, &Row { is_bot_due: true, ..row })]).await.unwrap();
    dead.set_presence(game, Guests::new([&Guest::default()].into_iter())).await.unwrap();
    assert!(one.due_bots().await.unwrap().claimed.is_empty(), "it lives");
    assert_eq!(one.presence(game).await.unwrap().len(), 1);
    // The clock of the database cannot be moved, but the heartbeats can: all are old, and those who live beat again.
    let mut connection = options.connection().await.unwrap();
    sqlx::query("UPDATE nodes SET beat_at = now() - interval '1 hour'").execute(&mut connection).await.unwrap();
    one.beat().await.unwrap();
    other.beat().await.unwrap();
    assert_eq!(one.presence(game).await.unwrap().len(), 0);
    let (first, second) = tokio::join!(one.due_bots(), other.due_bots());
    let claimed = [first.unwrap().claimed, second.unwrap().claimed].concat();
    assert_eq!(claimed, [game], "exactly one node lets the bot think");
    // The first of the two that beat forgot all others. Whoever was forgotten and lives comes back.
    dead.beat().await.unwrap();
    assert_eq!(news(&*dead).await, News::Missed);
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_refused() {
    let place = Place::sqlite();
    let Database::Sqlite(options) = &place.database else { panic!("it is SQLite") };
    let store = place.open().await;
    store.close().await;
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(&options.file);
    let mut connection = file.connect().await.unwrap();
    let migration = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (9999, 'from the future', 1, x'', 0)";
    sqlx::query(migration).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let Err(problem) = open(&place.database).await else { panic!("it was opened") };
    assert!(problem.to_string().contains("newer version"), "{problem}");
}

#[tokio::test]
async fn a_shared_database_may_be_newer_unless_it_says_otherwise() {
    let place = Place::postgres();
    let Database::Postgres(options) = &place.database else { panic!("it is PostgreSQL") };
    place.open().await.close().await;
    let mut connection = options.connection().await.unwrap();
    let migration = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (9999, 'from the future', true, '', 0)";
    sqlx::query(migration).execute(&mut connection).await.unwrap();
    place.open().await.close().await;
    let least = "INSERT INTO facts (name, value) VALUES ('least version', '9999')";
    sqlx::query(least).execute(&mut connection).await.unwrap();
    let Err(problem) = open(&place.database).await else { panic!("it was opened") };
    assert!(problem.to_string().contains("newer version"), "{problem}");
}

#[tokio::test]
async fn a_database_that_is_not_there_is_named_without_its_password() {
    let options: PostgresOptions = "postgres://ada:hush@localhost/floors?host=/nowhere".parse().unwrap();
    let Err(problem) = open(&options.into()).await else { panic!("it was opened") };
    let problem = problem.to_string();
    assert!(problem.starts_with("cannot open the database floors at /nowhere: "), "{problem}");
    assert!(!problem.contains("hush"), "{problem}");
}
