//! Whole games: each action is what the rules make of it, hashes agree everywhere, and records verify.

use std::fs;
use std::process::Command;

use protocol::{
    First, FortressWish, Help, NewGame, Occupant, SeatPatch, SeatPlan, SettingsPatch, Start, StartRule, State,
};
use rules::chance::Nonce;
use rules::game::{Length, NamedFortress};
use rules::terms::{Beginning, BotName, FirstBy, MonsterNumber};
use server_tests::{Finished, Gathered, Hand, History, Party, Way};
use tokio::task::JoinSet;

use crate::{Served, binary};

fn bot(name: &str) -> BotName {
    name.parse().unwrap()
}

fn open(count: usize) -> Vec<SeatPlan> {
    vec![SeatPlan::Open {}; count]
}

fn http(seats: usize) -> Hand {
    Hand { seats, way: Way::Http }
}

fn live(seats: usize) -> Hand {
    Hand { seats, way: Way::Live }
}

fn with_bots(people: usize, bots: &[&str]) -> Vec<SeatPlan> {
    let bots = bots.iter().map(|name| SeatPlan::Bot { bot: bot(name) });
    open(people).into_iter().chain(bots).collect()
}

/// The tables of the test, which have everything that a table can have.
fn parties() -> Vec<Party> {
    let party = |table: NewGame, hands: &[Hand]| Party {
        seed: 0,
        table,
        hands: hands.to_vec(),
        watchers: 0,
        fill: None,
        may_leave: false,
        is_steadfast: false,
        transcript: None,
    };
    let tiles = NamedFortress::Burrow.fortress().placements().collect();
    let full = |seats| NewGame { start: Some(StartRule::WhenFull), ..NewGame::with_seats(seats) };
    let mut parties = vec![
        party(full(open(2)), &[live(1), http(1)]),
        party(NewGame { fortress: Some(FortressWish::ByHand), ..full(open(2)) }, &[http(2)]),
        party(
            NewGame {
                fortress: Some(FortressWish::Random),
                length: Some(Length::Long),
                first: Some(First::Seat(1)),
                ..full(with_bots(2, &["fox"]))
            },
            &[live(1), live(1)],
        ),
        party(
            NewGame {
                fortress: Some(FortressWish::Named(NamedFortress::Carousel)),
                help: Some(Help::None),
                monster: MonsterNumber::new(256),
                ..NewGame::with_seats(open(3))
            },
            &[http(1), http(1), live(1)],
        ),
        party(
            NewGame { fortress: Some(FortressWish::Tiles(tiles)), first: Some(First::Seat(2)), ..full(open(4)) },
            &[live(3), http(1)],
        ),
        // The seats that nobody takes get bots.
        Party {
            fill: Some(bot("fledgling")),
            ..party(NewGame::with_seats([open(3), with_bots(0, &["fool", "fiend"])].concat()), &[http(1), live(1)])
        },
        // The seats that nobody takes fall away, and the start player moves up.
        party(
            NewGame {
                length: Some(Length::Long),
                first: Some(First::Seat(4)),
                ..NewGame::with_seats(
                    [with_bots(2, &[]), vec![SeatPlan::None {}], with_bots(1, &["fox"]), open(2)].concat(),
                )
            },
            &[live(2), http(1)],
        ),
        party(NewGame { fortress: Some(FortressWish::ByHand), ..full(with_bots(4, &["fox"])) }, &[live(2), http(2)]),
        party(NewGame { fortress: Some(FortressWish::Random), ..full(open(6)) }, &[live(4), http(1), http(1)]),
        party(
            NewGame {
                fortress: Some(FortressWish::Named(NamedFortress::Gauntlet)),
                length: Some(Length::Long),
                ..full(with_bots(5, &["fool", "fledgling"]))
            },
            &[http(3), live(2)],
        ),
        party(NewGame { fortress: Some(FortressWish::ByHand), ..full(open(7)) }, &[live(7)]),
    ];
    for (seed, party) in (1..).zip(&mut parties) {
        party.seed = seed;
        party.watchers = seed as usize % 2;
    }
    parties
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_game_is_played_by_the_rules_and_its_record_verifies() {
    let served = Served::new(&[]);
    let history = History::default();
    let mut games = JoinSet::new();
    for party in parties() {
        let (address, history) = (served.address(), history.clone());
        games.spawn(async move { party.play(&address, &history).await });
    }
    let games = games.join_all().await;
    let checked = history.check(&served.address()).await;
    assert_eq!((checked.tables, checked.finished), (games.len(), games.len()));
    assert!(checked.acknowledged > 500, "{checked:?}");
    games.iter().for_each(|game| verify(&served, game));
}

/// Checks a record with the program, as anybody can.
fn verify(served: &Served, game: &Finished) {
    assert!(game.is_over, "{game:?}");
    let file = served.folder.path().join(format!("{}.floors", game.game));
    fs::write(&file, &game.record).unwrap();
    let output = Command::new(binary()).arg("replay").arg(&file).arg("--verify").output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("all follow the rules and the seed"), "{output:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_has_the_same_people_and_may_begin_with_whose_figure_was_eaten_last() {
    let served = Served::new(&[]);
    let history = History::default();
    let first = Party::of_two(77, 3).play(&served.address(), &history).await;
    let mut host = first.hands[0].0.twin();
    let old = host.view(first.game).await.unwrap();
    let game = host.rematch(first.game).await.unwrap().game;
    assert_eq!(host.rematch(first.game).await.unwrap().game, game, "asked twice it is the same table");
    assert_eq!(host.view(first.game).await.unwrap().rematch, Some(game));

    let new = host.view(game).await.unwrap();
    assert_eq!((new.state, new.yours.clone(), new.host), (State::Waiting, old.yours, true));
    assert_ne!(new.commitment, old.commitment, "a rematch has a seed of its own");
    for seat in &new.seats[..3] {
        assert!(matches!(seat.occupant, Occupant::Human { nonce: None, .. }), "{seat:?}");
    }
    let patch =
        SettingsPatch { first: Some(First::LastEaten), start: Some(StartRule::ByHost), ..SettingsPatch::default() };
    host.change_settings(game, &patch).await.unwrap();
    let nonce = SeatPatch { nonce: Some(Some(Nonce([9; 16]))), ..SeatPatch::default() };
    host.change_seat(game, new.yours[0], &nonce).await.unwrap();
    host.start(game, &Start::default()).await.unwrap();
    history.started(game);

    let gathered = Gathered::join(game, first.hands, &history, 78).await;
    assert_eq!(gathered.terms().seats()[new.yours[0]].nonce, Some(Nonce([9; 16])));
    let Beginning::New { by, .. } = gathered.terms().beginning() else { panic!("a rematch is a new game") };
    // If nobody was eaten, it is the lot.
    assert!([FirstBy::LastEaten, FirstBy::Lot].contains(by), "{by:?}");
    verify(&served, &gathered.play().await);
}
