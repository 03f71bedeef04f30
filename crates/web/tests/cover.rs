//! The cover lists the newest games that can go on, and plays none of them to do so.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::cell::RefCell;

use bots::Bot;
use proptest::prelude::*;
use rules::Outcomes;
use rules::chance::{Purpose, Stream};
use rules::game::{Awaited, Band, FortressChoice, Length, Options, Players, Seat};
use rules::host::Host;
use rules::terms::{MonsterNumber, Player};
use testkit::games::{choose, options, secret};
use testkit::positions::config;
use web::scene::home::{SavedGameLine, saved_games};
use web::table::{Customs, Help, LocalTable, NewTable, SavedGame, SeatPlan, Speed, Who, only_person};

const VERSION_1: &str = include_str!("saves/version-1.json");

/// A table after so many random actions, or at the end of its game.
fn table(options: Options, bytes: [u8; 32], stop: usize) -> LocalTable {
    let seat = |number| SeatPlan { who: Who::Human, name: format!("Player {number}") };
    let seats: Vec<SeatPlan> = (1..=options.players.count()).map(seat).collect();
    let new = NewTable {
        options,
        seats,
        monster: MonsterNumber::from_index(1),
        speed: Speed::Walk,
        help: Help::Nothing,
        customs: Customs::default(),
    };
    let mut table = LocalTable::begin(new, secret(bytes)).unwrap();
    let mut host = Host::resume(&table.record(), secret(bytes)).unwrap();
    let mut chance = Stream::new(&secret(bytes).seed, &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    for _ in 0..stop {
        while host.game().awaited() == Awaited::Flip {
            host.flip().unwrap();
        }
        let Some((seat, action)) = choose(&mut host, &mut chance, &mut outcomes) else { break };
        host.act(seat, &action).unwrap();
        table.act(seat, action).unwrap();
    }
    table
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_line_says_what_playing_the_game_shows(options in options(), bytes in any::<[u8; 32]>(), stop in 0_usize..200) {
        let table = table(options, bytes, stop);
        let game = table.game();
        let name = |seat: Seat| format!("Player {}", seat.index() + 1);
        let expected = game.ending().is_none().then(|| SavedGameLine {
            id: "0a".to_owned(),
            stage: game.playing().map_or(1, |playing| playing.course().stage().number()),
            turn: game.playing().map_or(1, |playing| playing.course().turn()),
            tile: game.laying().map(|laying| laying.tiles().len() + 1),
            names: game.players().seats().map(name).collect(),
            whose_move: game.acting(),
            you: None,
        });
        prop_assert_eq!(SavedGameLine::of("0a", &table.to_save().to_text()), expected);
    }
}

#[test]
fn you_are_the_only_person_among_bots() {
    let (person, bot) = (Player::person("Ada"), Player::bot("Reynard", Bot::Fox.into()));
    assert_eq!(only_person(&[bot.clone(), person.clone(), bot.clone()]), Seat::new(1));
    assert_eq!(only_person(&[person.clone(), bot.clone(), person]), None);
    assert_eq!(only_person(&[bot.clone(), bot]), None);
}

#[test]
fn a_save_of_version_1_is_listed_without_saying_whose_move_it_is() {
    let table = LocalTable::resume(SavedGame::from_text(VERSION_1).unwrap()).unwrap();
    let line = SavedGameLine::of("0a", VERSION_1).unwrap();
    let course = table.game().playing().unwrap().course();
    assert_eq!((line.stage, line.turn), (course.stage().number(), course.turn()));
    assert_eq!((line.names, line.tile, line.whose_move), (vec!["Mira".to_owned(), "Fox".to_owned()], None, None));
    // Played on, it is saved with it.
    assert!(SavedGameLine::of("0a", &table.to_save().to_text()).unwrap().whose_move.is_some());
}

#[test]
fn a_game_is_listed_without_being_played() {
    let impossible = VERSION_1.replacen(r"\nflip ", r"\nflip 20\n# ", 1);
    assert!(impossible != VERSION_1 && SavedGame::from_text(&impossible).is_err(), "there is no such tombstone");
    assert_eq!(SavedGameLine::of("0a", &impossible), SavedGameLine::of("0a", VERSION_1));
    assert_eq!(SavedGameLine::of("0a", "damaged"), None);
}

#[test]
fn the_newest_games_are_listed_with_the_newest_at_the_top_and_no_other_is_read() {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
    let over = table(options, [5; 32], 1000).to_save().to_text();
    let read = RefCell::new(vec![]);
    let text = |id: &str| {
        read.borrow_mut().push(id.to_owned());
        Some(if id == "over" { over.clone() } else { VERSION_1.to_owned() })
    };
    let games = [("old", 1.0), ("new", 3.0), ("oldest", -1.0), ("older", 0.0), ("over", 8.0), ("newest", 9.0)];
    let lines = saved_games(games.map(|(id, when)| (id.to_owned(), when)).to_vec(), text);
    assert_eq!(lines.into_iter().map(|line| line.id).collect::<Vec<_>>(), ["newest", "new", "old", "older"]);
    assert_eq!(*read.borrow(), ["newest", "over", "new", "old", "older"]);
}
