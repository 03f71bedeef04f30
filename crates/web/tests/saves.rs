//! Saved games: old ones keep loading, damaged ones are refused with the reason.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use bots::Bot;
use proptest::prelude::*;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Band, FortressChoice, Length, Options, Players, Seat};
use rules::terms::MonsterNumber;
use rules::{FigureId, Outcomes};
use testkit::games::{choose_in, secret};
use testkit::positions::config;
use web::table::{
    Customs, First, Help, LocalTable, MoveTimer, NewTable, SaveProblem, SavedGame, SeatPlan, Speed, StartProblem,
    Table, Turn, Who,
};

const VERSION_1: &str = include_str!("saves/version-1.json");
const VERSION_2: &str = include_str!("saves/version-2.json");

fn new_table() -> NewTable {
    let players = Players::new(&[Band::Blue, Band::Yellow]).unwrap();
    let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
    let seats = vec![
        SeatPlan { who: Who::Human, name: "Mira".to_owned() },
        SeatPlan { who: Who::Bot(Bot::Fox), name: "Fox".to_owned() },
    ];
    NewTable {
        options,
        seats,
        monster: MonsterNumber::from_index(201),
        speed: Speed::Rush,
        help: Help::Sight,
        customs: Customs::default(),
    }
}

/// A table after so many random actions.
fn played(bytes: [u8; 32], actions: usize) -> LocalTable {
    let mut table = LocalTable::begin(new_table(), secret(bytes)).unwrap();
    let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    for _ in 0..actions {
        let Some(seat) = table.game().acting() else { break };
        let game = table.game().clone();
        let figures: Vec<FigureId> = game.playing().unwrap().movable(seat).iter().collect();
        let figure = *chance.choose(&figures).unwrap();
        outcomes.find(game.playing().unwrap().position(), figure, game.playing().unwrap().number(figure));
        let paths: Vec<_> = outcomes.iter().map(|outcome| outcome.path()).collect();
        let path = chance.choose(&paths).unwrap().clone();
        table.act(seat, rules::game::Action::Move { figure, path }).unwrap();
    }
    table
}

#[test]
fn a_save_of_version_1_keeps_loading() {
    let table = LocalTable::resume(SavedGame::from_text(VERSION_1).unwrap()).unwrap();
    assert_eq!(
        (table.monster(), table.speed(), table.help()),
        (MonsterNumber::from_index(201), Speed::Rush, Help::Nothing)
    );
    assert_eq!(table.seats(), new_table().seats);
    assert_eq!(table.record().actions().len(), table.story().played().len());
    assert!(table.story().played().len() > 31 && table.turn() != Turn::Over);
}

#[test]
fn a_save_of_version_2_keeps_loading_and_is_written_as_it_is() {
    let table = LocalTable::resume(SavedGame::from_text(VERSION_2).unwrap()).unwrap();
    assert_eq!(
        (table.monster(), table.speed(), table.help()),
        (MonsterNumber::from_index(201), Speed::Rush, Help::Sight)
    );
    assert_eq!(table.seats(), new_table().seats);
    assert_eq!(table.to_save().to_text(), VERSION_2.trim_end());
}

#[test]
fn a_save_says_that_earlier_programs_cannot_read_its_record() {
    let text = played([1; 32], 3).to_save().to_text();
    assert!(text.starts_with(r#"{"version":2,"#) && text.contains("record, version 2"), "{text}");
    // Programs wrote records of version 2 before saves had a version 2.
    let earlier = text.replacen(r#""version":2"#, r#""version":1"#, 1);
    assert_eq!(SavedGame::from_text(&earlier), SavedGame::from_text(&text));
}

#[test]
fn damaged_saves_are_refused_with_the_reason() {
    let problem = |text: &str| SavedGame::from_text(text).unwrap_err().to_string();
    let damaged = |find: &str, replace: &str| {
        assert!(VERSION_1.contains(find), "{find:?} is not in the save");
        problem(&VERSION_1.replacen(find, replace, 1))
    };
    assert!(problem("").starts_with("the saved game is damaged: "));
    for version in [0, 3, 9] {
        let problem = SavedGame::from_text(&format!(r#"{{"version":{version}}}"#));
        assert_eq!(problem, Err(SaveProblem::Version(version)));
    }
    assert_eq!(damaged(r#""human""#, r#""robot""#), "the saved game is damaged: invalid seats");
    assert_eq!(damaged(r#","fox""#, ""), "the saved game is damaged: invalid seats");
    assert_eq!(damaged(r#""seed":""#, r#""seed":"x"#), "the saved game is damaged: invalid seed");
    let swapped = VERSION_1.replacen(r#""seed":"01"#, r#""seed":"02"#, 1);
    assert_ne!(swapped, VERSION_1);
    let unfair = LocalTable::resume(SavedGame::from_text(&swapped).unwrap());
    assert!(matches!(unfair.err(), Some(SaveProblem::Unfair(_))));
}

#[test]
fn each_player_needs_a_seat() {
    let mut new = new_table();
    new.seats.pop();
    let problem = LocalTable::begin(new, secret([1; 32])).err();
    assert_eq!(problem, Some(StartProblem::Seats { seats: 1, players: 2 }));
}

/// A game to its end, at a table where this is the custom.
fn finished(first: First, bytes: [u8; 32]) -> LocalTable {
    let new = NewTable { customs: Customs { first, timer: Some(MoveTimer::Minute) }, ..new_table() };
    let mut table = LocalTable::begin(new, secret(bytes)).unwrap();
    let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
    while let Some((seat, action)) = choose_in(table.game(), &mut chance, &mut Outcomes::new()) {
        table.act(seat, action).unwrap();
    }
    table
}

fn begins(table: &LocalTable) -> (Seat, First) {
    (table.record().terms().first(), table.customs().first)
}

#[test]
fn whoever_was_eaten_last_begins_the_next_game_also_after_a_reload() {
    for byte in 0..8 {
        let table = finished(First::LastEaten(None), [byte; 32]);
        let by_lot = finished(First::Lot, [byte; 32]);
        assert_eq!(begins(&table), (begins(&by_lot).0, First::LastEaten(None)), "the first game is by lot");
        let reloaded = LocalTable::resume(SavedGame::from_text(&table.to_save().to_text()).unwrap()).unwrap();
        assert_eq!(reloaded.again(), table.again());
        let last = table.record().last_eaten().unwrap();
        let rematch = LocalTable::begin(reloaded.again(), secret([byte + 100; 32])).unwrap();
        assert_eq!(begins(&rematch), (last, First::LastEaten(None)));
        let text = rematch.to_save().to_text();
        assert_eq!(LocalTable::resume(SavedGame::from_text(&text).unwrap()).unwrap().to_save().to_text(), text);
    }
}

#[test]
fn a_chosen_player_begins_every_game() {
    let second = Seat::new(1).unwrap();
    let first = First::Seat(second);
    for byte in 0..4 {
        let table = finished(first, [byte; 32]);
        assert_eq!(begins(&table), (second, first));
        let reloaded = LocalTable::resume(SavedGame::from_text(&table.to_save().to_text()).unwrap()).unwrap();
        assert_eq!(reloaded.customs(), table.customs());
        assert_eq!(begins(&LocalTable::begin(reloaded.again(), secret([9; 32])).unwrap()), (second, first));
    }
    // A custom of a later version does no harm.
    let text = finished(First::LastEaten(None), [1; 32]).to_save().to_text().replace("last-eaten", "youngest");
    assert_eq!(SavedGame::from_text(&text).unwrap().customs.first, First::Lot);
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_saved_game_goes_on_where_it_was(bytes in any::<[u8; 32]>(), actions in 0_usize..200) {
        let table = played(bytes, actions);
        let text = table.to_save().to_text();
        let again = LocalTable::resume(SavedGame::from_text(&text).unwrap()).unwrap();
        prop_assert_eq!(again.story().played(), table.story().played());
        prop_assert_eq!(again.story().beginning(), table.story().beginning());
        prop_assert_eq!((again.game(), again.turn()), (table.game(), table.turn()));
        prop_assert_eq!(again.to_save().to_text(), text);
    }

    #[test]
    fn no_damage_makes_loading_panic(of_1 in any::<bool>(), at in any::<prop::sample::Index>(), new in any::<char>()) {
        let mut chars: Vec<char> = if of_1 { VERSION_1 } else { VERSION_2 }.chars().collect();
        let at = at.index(chars.len());
        chars[at] = new;
        let text: String = chars.iter().collect();
        if let Ok(saved) = SavedGame::from_text(&text) {
            drop(LocalTable::resume(saved));
        }
    }
}
