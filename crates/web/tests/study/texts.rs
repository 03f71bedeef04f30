//! What is pasted, linked or drawn comes to the board as it is, single teleporters included.

use proptest::prelude::*;
use rules::game::{Band, FortressChoice, Length, NamedFortress, Options, Pair, Players};
use rules::host::Host;
use rules::terms::MonsterNumber;
use rules::{Cell, Direction, Position, SetupProblem, Stone};
use testkit::games::secret;
use testkit::positions::config;
use web::route::Route;
use web::scene::study::{Desk, Edit, Refusal, Study, Thing, Top, Unread};

use super::{check, check_refused, desk};

#[test]
fn strings_links_and_drawings_are_read() {
    let table = "Ma1e-Sc3-FR4d3-N24";
    let link = format!("https://example.org/play/#/position/{table}");
    assert_eq!(desk(&link), desk(table));
    assert_eq!(desk(&format!(" {table}\n")), desk(table));
    let drawing = desk("Ma1e-Sc3-FR4d3").position().drawing();
    assert_eq!(desk(&drawing), desk("Ma1e-Sc3-FR4d3"));
    assert_eq!(Desk::read("Ma1e-Sc3x").unwrap_err().to_string(), "character 9: a cell expected, found \"x\"");
    let link = "  https://example.org/#/position/Ma1e-Sc3x";
    let Err(Unread::Unreadable(error)) = Desk::read(link) else { panic!("it cannot be read") };
    assert_eq!(link.chars().nth(error.at), Some('x'), "the place is that in the whole text");
    assert!(matches!(Desk::read("Sa1m1"), Err(Unread::Impossible(problems)) if problems.len() == 2));
    let line = |text: &str| match Desk::read(text) {
        Err(Unread::Drawing(error)) => error.line,
        other => panic!("{other:?}"),
    };
    assert_eq!(line("\n \n1 ..\n2 ??"), line("1 ..\n2 ??") + 2);
}

#[test]
fn the_drawing_of_every_named_fortress_can_be_pasted() {
    for named in NamedFortress::ALL {
        let position = Position::from_setup(&named.fortress().to_setup()).unwrap();
        let pasted = Desk::read(&position.drawing()).unwrap_or_else(|error| panic!("{named}: {error}"));
        assert_eq!(pasted.position(), &position, "{named}");
        assert_eq!(pasted, desk(&position.to_string()), "{named}");
    }
}

#[test]
fn a_drawing_with_single_teleporters_can_be_pasted() {
    let lone = desk(" 3 . . . . 2> . . . . . . . . .\n 5 . . . 1^ . . . . . . . . . . . 1<");
    assert_eq!((lone.to_string().as_str(), lone.loose().len()), ("Td5np5w-Te3e", 1));
    let two = desk(" 3 . . . . 2> . . . . . . . . .\n 5 . . . 1^ . . . . . . . . . . . .");
    assert_eq!((two.to_string().as_str(), two.loose().len()), ("Td5n-Te3e", 2));
    let three = Desk::read("Td5n-Te3e-Tf6s");
    assert!(
        matches!(three, Err(Unread::Impossible(problems)) if problems == [SetupProblem::TooManyPairs { count: 3 }])
    );
    let on_stone = Desk::read("Sd5-Td5n");
    assert!(matches!(on_stone, Err(Unread::Impossible(problems)) if problems.len() == 1));
}

#[test]
fn two_single_teleporters_are_paired_one_after_the_other() {
    let table = "Td5n-Te3e";
    let put = |arrow, at| Edit::Put(Thing::Teleporter(arrow), at);
    check(table, &[put(Direction::West, Cell::P5)], "Td5np5w-Te3e");
    check(table, &[put(Direction::West, Cell::P5), put(Direction::South, Cell::K9)], "Te3ek9s-Td5np5w");
    check(table, &[put(Direction::West, Cell::E3)], "Td5n-Te3w");
    check(table, &[Edit::Turn(Cell::E3)], "Td5n-Te3s");
    check(table, &[Edit::Erase(Cell::D5)], "Te3e");
    check(table, &[Edit::Shift { from: Cell::D5, to: Cell::D6 }], "Td6n-Te3e");
    check_refused(table, Edit::Shift { from: Cell::D5, to: Cell::E3 }, Refusal::FloorTaken(Cell::E3));
    assert_eq!([Cell::D5, Cell::E3].map(|cell| desk(table).pair_at(cell)), [Pair::One, Pair::Two]);
    let drawn = crate::bare(&desk(table)).floor.teleporters;
    assert_eq!(
        drawn.iter().map(|(pair, one)| (*pair, one.at)).collect::<Vec<_>>(),
        [(Pair::One, Cell::D5), (Pair::Two, Cell::E3)]
    );
}

#[test]
fn a_single_teleporter_waits_for_its_twin() {
    let mut study = Study::new(desk(""));
    study.edit(Edit::Put(Thing::Teleporter(Direction::East), Cell::C4)).unwrap();
    assert_eq!(study.desk().to_string(), "Tc4e");
    assert_eq!(study.desk().position(), desk("").position());
    assert_eq!(study.desk().top(Cell::C4), Some(Top::Teleporter(Direction::East)));
    study.edit(Edit::Turn(Cell::C4)).unwrap();
    study.edit(Edit::Shift { from: Cell::C4, to: Cell::C5 }).unwrap();
    study.edit(Edit::Put(Thing::Teleporter(Direction::North), Cell::D5)).unwrap();
    assert_eq!(study.desk().to_string(), "Tc5sd5n");
    // Without one of its ends a pair is a single teleporter again.
    study.edit(Edit::Erase(Cell::D5)).unwrap();
    assert_eq!(study.desk().to_string(), "Tc5s");
    assert_eq!(study.desk().top(Cell::C5), Some(Top::Teleporter(Direction::South)));
    study.edit(Edit::Put(Thing::Stone(Stone::Plain), Cell::C5)).unwrap();
    assert_eq!(study.desk().loose(), []);
}

#[test]
fn a_single_teleporter_stays_whatever_happens_to_the_pair() {
    let mut study = Study::new(desk("Ma1e-Bi3-Tj5eo7s"));
    study.edit(Edit::Put(Thing::Teleporter(Direction::West), Cell::C4)).unwrap();
    let single = study.desk().loose().to_vec();
    study.edit(Edit::Shift { from: Cell::O7, to: Cell::B4 }).unwrap();
    assert_eq!(
        (study.desk().situation().to_string().as_str(), study.desk().loose()),
        ("Ma1e-Bi3-Tb4sj5e", &single[..])
    );
    assert_eq!(
        [Cell::B4, Cell::J5, Cell::C4].map(|cell| study.desk().pair_at(cell)),
        [Pair::One, Pair::One, Pair::Two]
    );
    for (to, refusal) in [
        (Cell::C4, Refusal::FloorTaken(Cell::C4)),
        (Cell::J5, Refusal::FloorTaken(Cell::J5)),
        (Cell::I3, Refusal::FloorTaken(Cell::I3)),
        (Cell::P11, Refusal::Corner(Cell::P11)),
    ] {
        assert_eq!(study.edit(Edit::Shift { from: Cell::B4, to }), Err(refusal));
    }
    // Where the monster stands on a tile there is no room either.
    study.edit(Edit::Shift { from: Cell::A1, to: Cell::J5 }).unwrap();
    assert_eq!(study.edit(Edit::Shift { from: Cell::C4, to: Cell::J5 }), Err(Refusal::FloorTaken(Cell::J5)));
    // The two that are left over make a pair.
    study.edit(Edit::Erase(Cell::B4)).unwrap();
    assert_eq!((study.desk().situation().to_string().as_str(), study.desk().loose()), ("Mj5e-Bi3-Tc4wj5e", &[][..]));
}

#[test]
fn a_link_with_a_monster_is_read_with_it() {
    for position in ["Mk5n-Sm4i6e7-FG1l4R5f4", "Ma1e"] {
        let plain = Desk::read(position).unwrap();
        let monster = MonsterNumber::from_index(7);
        let link = format!("https://example.org/play/{}", Route::Position(position.to_owned()).with_monster(monster));
        // As it was copied, and with what a mail program adds.
        for text in [link.clone(), format!(" {link}/\n")] {
            assert_eq!(Desk::read_with_monster(&text).unwrap(), (plain.clone(), Some(monster)), "{text:?}");
        }
        assert_eq!(Desk::read_with_monster(position).unwrap(), (plain, None));
    }
    // Errors still refer to the text that the player sees.
    let Err(Unread::Unreadable(error)) = Desk::read("x#/position/Ma1e-Sc3x/monster-7") else { panic!("it is wrong") };
    assert_eq!((error.at, error.found.as_str()), (20, "x"));
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_fortress_can_be_studied_after_every_tile(bytes in any::<[u8; 32]>()) {
        let players = Players::new(&[Band::Green, Band::Red]).unwrap();
        let options = Options { players, fortress: FortressChoice::ByHand, length: Length::Normal };
        let (mut host, _) = Host::new(options, vec![], secret(bytes)).unwrap();
        let mut laid = 0;
        loop {
            let game = host.game();
            let link = Route::analysis(game).to_string();
            let desk = Desk::read(&link).unwrap();
            let mut tiles: Vec<(Cell, Direction)> = game.to_setup().teleporters.iter()
                .map(|tile| (tile.at.cell().unwrap(), tile.arrow)).collect();
            let mut studied: Vec<(Cell, Direction)> = desk.position().teleporters().flatten()
                .chain(desk.loose().iter().copied()).map(|one| (one.at, one.arrow)).collect();
            tiles.sort();
            studied.sort();
            prop_assert_eq!(studied, tiles, "{}", link);
            let whole = Position::from_setup(&game.to_setup());
            prop_assert_eq!(whole.is_ok(), desk.loose().is_empty());
            if let Ok(position) = whole {
                prop_assert_eq!(desk.position(), &position);
            }
            prop_assert_eq!(Desk::read(&desk.to_string()).unwrap(), desk);
            let Some(action) = host.random_placement() else { break };
            host.act(host.game().acting().unwrap(), &action).unwrap();
            laid += 1;
        }
        prop_assert_eq!(laid, 17);
    }
}
