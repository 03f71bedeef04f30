//! The analysis board: anything can be laid that a table can hold, everything can be taken back, lines can be compared.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod texts;

use bots::Odds;
use proptest::prelude::*;
use proptest::sample::select;
use rules::game::{Axis, Band, Face, Length, Playing, Stage};
use rules::{Cell, Direction, FigureId, Position, Step, Stone, Tombstone, Whereabouts};
use testkit::midgame::games;
use testkit::positions::{config, positions};
use web::scene::board::Scene;
use web::scene::caption::Side;
use web::scene::foresight::{Picks, percent};
use web::scene::player::Player;
use web::scene::pointing::Hit;
use web::scene::study::picture::{Aid, scene, story};
use web::scene::study::{Beside, Desk, Edit, Refusal, Study, Thing, Tool, goals, outlook};
use web::scene::why::{Ruling, WhyVerdict};
use web::table::Speed;

fn figure(name: &str) -> FigureId {
    name.parse().unwrap()
}

fn desk(text: &str) -> Desk {
    Desk::read(text).unwrap()
}

/// A position as it is written after any change.
fn canonical(text: &str) -> String {
    desk(text).situation().to_string()
}

/// The danger of a figure in per cent.
fn danger(desk: &Desk, name: &str) -> u8 {
    percent(outlook(desk).unwrap().danger(figure(name)).unwrap().after)
}

/// Does these things one after the other on the desk that `text` lays out; what comes of it as a string.
#[track_caller]
fn check(text: &str, edits: &[Edit], expected: &str) {
    let mut study = Study::new(desk(text));
    for edit in edits {
        study.edit(edit.clone()).unwrap_or_else(|refusal| panic!("{edit:?}: {refusal}"));
    }
    assert_eq!(study.desk().to_string(), expected);
}

#[track_caller]
fn check_refused(text: &str, edit: Edit, expected: Refusal) {
    let mut study = Study::new(desk(text));
    let before = study.clone();
    assert_eq!(study.edit(edit), Err(expected));
    assert_eq!(study, before);
}

/// The picture of a desk without overlays.
fn bare(desk: &Desk) -> Scene {
    let aid = Aid { overlays: &[], outlook: None, picks: &Picks::default(), chosen: None, best: None };
    scene(desk, &Player::default(), Speed::default(), &aid)
}

#[test]
fn everything_of_the_box_can_be_put_down() {
    let edits = [
        Edit::Put(Thing::Monster(Direction::South), Cell::K5),
        Edit::Put(Thing::Stone(Stone::Plain), Cell::E7),
        Edit::Put(Thing::Stone(Stone::Crystal), Cell::K7),
        Edit::Put(Thing::Stone(Stone::TurnRight), Cell::F2),
        Edit::Put(Thing::Stone(Stone::TurnAround), Cell::B6),
        Edit::Put(Thing::SquarePool, Cell::G3),
        Edit::Put(Thing::LongPool(Axis::Row), Cell::J9),
        Edit::Put(Thing::LongPool(Axis::Column), Cell::D3),
        Edit::Put(Thing::Blood, Cell::A5),
        Edit::Put(Thing::Teleporter(Direction::East), Cell::C4),
        Edit::Put(Thing::Teleporter(Direction::North), Cell::N6),
        Edit::Put(Thing::Figure(figure("R4")), Cell::I9),
        Edit::Put(Thing::Figure(figure("K3")), Cell::P11),
        Edit::Send(figure("G1"), Beside::Waiting),
        Edit::Send(figure("B5"), Beside::Escaped),
        Edit::Send(figure("B1"), Beside::Eaten),
    ];
    let expected = "Mk5s-Se7-Ck7-Rf2-Ub6-Bd3g3h3d4g4h4a5d5d6j9k9l9m9-Tc4en6n-FR4i9K3p11-WG1-EB5-XB1-PRKGB";
    check("", &edits, expected);
}

#[test]
fn everything_on_the_board_can_be_moved_turned_and_removed() {
    let table = "Ma1e-Sc3-Bi3-Tj5eo7s-FR4d3";
    check(table, &[Edit::Shift { from: Cell::D3, to: Cell::I3 }], "Ma1e-Sc3-Bi3-Tj5eo7s-FR4i3");
    check(table, &[Edit::Shift { from: Cell::C3, to: Cell::B2 }], "Ma1e-Sb2-Bi3-Tj5eo7s-FR4d3");
    check(table, &[Edit::Shift { from: Cell::A1, to: Cell::J5 }], "Mj5e-Sc3-Bi3-Tj5eo7s-FR4d3");
    check(table, &[Edit::Shift { from: Cell::I3, to: Cell::I4 }], "Ma1e-Sc3-Bi4-Tj5eo7s-FR4d3");
    check(table, &[Edit::Shift { from: Cell::O7, to: Cell::B4 }], "Ma1e-Sc3-Bi3-Tb4sj5e-FR4d3");
    check(table, &[Edit::Turn(Cell::A1)], "Ma1s-Sc3-Bi3-Tj5eo7s-FR4d3");
    check(table, &[Edit::Turn(Cell::O7)], "Ma1e-Sc3-Bi3-Tj5eo7w-FR4d3");
    check(table, &[Edit::Turn(Cell::D3)], "Ma1e-Sc3-Bi3-Tj5eo7s-FR4d3-VR4");
    check(table, &[Edit::TurnOver(figure("R4")), Edit::TurnOver(figure("R4"))], table);
    check(table, &[Edit::Put(Thing::Figure(figure("R4")), Cell::E5)], "Ma1e-Sc3-Bi3-Tj5eo7s-FR4e5");
    check(table, &[Edit::Put(Thing::Blood, Cell::I3)], "Ma1e-Sc3-Tj5eo7s-FR4d3");
    let all = [Cell::D3, Cell::C3, Cell::I3, Cell::A1, Cell::J5, Cell::O7].map(Edit::Erase);
    check(table, &all, "");
    check(table, &[Edit::Empty], "");
}

#[test]
fn a_band_plays_until_its_last_figure_is_taken_off() {
    let game = "Ma1e-FG1k6R1l8-PRGB";
    check(game, &[Edit::Put(Thing::Stone(Stone::Plain), Cell::C3)], "Ma1e-Sc3-FG1k6R1l8-PRGB");
    check(game, &[Edit::Put(Thing::Figure(figure("B1")), Cell::C3)], "Ma1e-FG1k6R1l8B1c3-PRGB");
    check(game, &[Edit::Put(Thing::Figure(figure("K3")), Cell::C3)], "Ma1e-FG1k6R1l8K3c3-PRGBK");
    check(game, &[Edit::Remove(figure("R1"))], "Ma1e-FG1k6-PGB");
    check(game, &[Edit::Run(Tombstone::steps(5)), Edit::Erase(Cell::L8)], "Mf1e-FG1k6-PGB-N12-D5s");
}

#[test]
fn a_figure_walks_once_a_turn() {
    let walk = |direction| Edit::Walk { figure: figure("R4"), path: vec![Step::Go(direction)] };
    let mut study = Study::new(desk("Ma1e-FR4d3"));
    study.edit(walk(Direction::East)).unwrap();
    assert_eq!(study.edit(walk(Direction::East)), Err(Refusal::HasMoved(figure("R4"))));
    assert_eq!(goals(study.desk(), figure("R4")), []);
    study.edit(Edit::TurnOver(figure("R4"))).unwrap();
    study.edit(walk(Direction::East)).unwrap();
    assert_eq!(study.desk().situation().to_string(), "Ma1e-FR4f3-VR4");
}

#[test]
fn only_figures_in_play_are_turned_over() {
    let mut study = Study::new(desk("Ma1e-FR4d3-WR1-ER3-XR5"));
    let faces = |study: &Study| ["R4", "R1", "R3", "R5"].map(|name| study.desk().dark().has(figure(name)));
    assert_eq!(faces(&study), [false; 4]);
    study.edit(Edit::Use(Tombstone::steps(8))).unwrap();
    assert_eq!(faces(&study), [true, true, false, false]);
    let before = study.clone();
    study.edit(Edit::TurnOver(figure("R5"))).unwrap();
    assert_eq!(study, before, "who has been eaten has not moved");
}

#[test]
fn an_impossible_edit_is_refused_with_its_reason() {
    let table = "Ma1e-Sc3-Bi3-Tj5eo7s-Tb3nb4n-FR4d3";
    check_refused(table, Edit::Put(Thing::Stone(Stone::Plain), Cell::P11), Refusal::Corner(Cell::P11));
    check_refused(table, Edit::Put(Thing::Stone(Stone::Plain), Cell::D3), Refusal::Occupied(Cell::D3));
    check_refused(table, Edit::Put(Thing::Figure(figure("R1")), Cell::C3), Refusal::Occupied(Cell::C3));
    check_refused(table, Edit::Put(Thing::Figure(figure("R1")), Cell::J5), Refusal::OnTeleporter(Cell::J5));
    check_refused(table, Edit::Put(Thing::SquarePool, Cell::I4), Refusal::FloorTaken(Cell::J5));
    check_refused(table, Edit::Put(Thing::LongPool(Axis::Row), Cell::N6), Refusal::NoSuchSpace);
    check_refused(table, Edit::Put(Thing::Teleporter(Direction::East), Cell::E5), Refusal::TooManyPairs);
    check_refused("Bi3", Edit::Put(Thing::Teleporter(Direction::East), Cell::I3), Refusal::FloorTaken(Cell::I3));
    check_refused(table, Edit::Shift { from: Cell::A1, to: Cell::C3 }, Refusal::Occupied(Cell::C3));
    check_refused(table, Edit::Shift { from: Cell::E5, to: Cell::C3 }, Refusal::Nothing(Cell::E5));
    check_refused(table, Edit::Erase(Cell::E5), Refusal::Nothing(Cell::E5));
    check_refused("", Edit::Run(Tombstone::steps(8)), Refusal::NoMonster);
    check_refused("", Edit::Use(Tombstone::hits(3)), Refusal::NoSuchTombstone);
    check_refused("", Edit::PutBack(Tombstone::steps(8)), Refusal::NoSuchTombstone);
    check_refused("D5s7s7s8s8s10s-N17", Edit::Use(Tombstone::hits(1)), Refusal::NoTurnLeft);
    check_refused("", Edit::TurnOver(figure("R1")), Refusal::NotThere(figure("R1")));
    let path = vec![Step::Go(Direction::North); 3];
    check_refused(table, Edit::Walk { figure: figure("R4"), path }, Refusal::Illegal(figure("R4")));
}

#[test]
fn the_turn_follows_from_the_used_tombstones_and_the_sides_from_the_turn() {
    let mut study = Study::new(desk("Ma1e-FR4d3G1e5"));
    study.edit(Edit::Use(Tombstone::steps(8))).unwrap();
    assert_eq!((study.desk().situation().turn, study.desk().points(figure("R4"))), (2, 3));
    study.edit(Edit::TurnOver(figure("R4"))).unwrap();
    assert_eq!(study.desk().points(figure("R4")), 4);
    assert!(study.desk().moved().has(figure("R4")) && study.desk().dark().has(figure("G1")));
    study.edit(Edit::PutBack(Tombstone::steps(8))).unwrap();
    study.edit(Edit::Stage(Stage::Two)).unwrap();
    assert_eq!(study.desk().situation().face(figure("G1")), Face::Dark);
    study.edit(Edit::Length(Length::Long)).unwrap();
    assert_eq!(study.desk().situation().left().count(Tombstone::hits(3)), 1);
}

#[test]
fn any_band_can_be_to_move() {
    let mut study = Study::new(desk("Mh6e-FG1k6G3k7R1l8R3a1-WG4G5R4-ER5-N13-AR-VG3R5-D7s1h"));
    assert_eq!(study.desk().to_move(), Some(Band::Red));
    study.edit(Edit::ToMove(Band::Green)).unwrap();
    assert_eq!(study.desk().to_move(), Some(Band::Green));
    // Both have moved one figure: it is enough to pass the start marker.
    assert_eq!(study.desk().moved().len(), 2);
    let mut study = Study::new(desk("Mh6e-FG1k6R1l8-VR1"));
    study.edit(Edit::ToMove(Band::Red)).unwrap();
    assert_eq!((study.desk().to_move(), study.desk().moved().len()), (Some(Band::Red), 0));
}

#[test]
fn missing_figures_wait_outside_or_count_as_eaten() {
    let game = desk("Mh6e-FG1k6R1l8").game().unwrap();
    let waiting =
        |game: &Playing| game.position().figures().filter(|(_, place)| *place == Whereabouts::Waiting).count();
    assert_eq!(waiting(&game), 6);
    assert_eq!(waiting(&desk("Mh6e-FG1k6R1l8-N21").game().unwrap()), 0);
    let told: Vec<String> = desk("FG1k6").game().unwrap_err().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["the players: 1 players, from 2 to 7 can play", "the position: there is no monster"]);
}

#[test]
fn undo_and_redo_lead_everywhere() {
    let mut study = Study::new(Desk::basic());
    let edits = [
        Edit::Put(Thing::Figure(figure("G1")), Cell::K6),
        Edit::Run(Tombstone::steps(8)),
        Edit::Stage(Stage::Two),
        Edit::Empty,
    ];
    let mut seen = vec![study.desk().clone()];
    for edit in edits {
        study.edit(edit).unwrap();
        seen.push(study.desk().clone());
    }
    assert!(!study.can_redo());
    for earlier in seen.iter().rev().skip(1) {
        study.undo();
        assert_eq!(study.desk(), earlier);
    }
    assert!(!study.can_undo() && study.can_redo());
    study.undo();
    for later in seen.iter().skip(1) {
        study.redo();
        assert_eq!(study.desk(), later);
    }
    study.go_to(1);
    study.edit(Edit::Stage(Stage::Two)).unwrap();
    assert_eq!(study.line().done().len(), 2, "what was taken back is forgotten");
    study.edit(Edit::Stage(Stage::Two)).unwrap();
    assert_eq!(study.line().done().len(), 2, "what changes nothing is not remembered");
}

#[test]
fn lines_begin_with_what_is_on_the_board_and_go_their_own_ways() {
    let mut study = Study::new(desk("Ma6e-FR4c6"));
    study.edit(Edit::Run(Tombstone::steps(5))).unwrap();
    study.undo();
    study.branch();
    study.edit(Edit::Shift { from: Cell::C6, to: Cell::P11 }).unwrap();
    assert_eq!((study.lines().len(), study.current()), (2, 1));
    let dangers: Vec<u8> = study.lines().iter().map(|line| danger(line.desk(), "R4")).collect();
    assert_eq!(dangers, [100, 0]);
    study.switch(0);
    study.redo();
    assert_eq!(study.desk().position().whereabouts(figure("R4")), Some(Whereabouts::Waiting));
    study.forget_line(0);
    assert_eq!((study.lines().len(), study.current()), (1, 0));
    study.forget_line(0);
    assert_eq!(study.lines().len(), 1, "one line is always there");
    (0..9).for_each(|_| study.branch());
    assert_eq!(study.lines().len(), Study::MOST_LINES);
}

#[test]
fn a_deleted_line_is_restored_only_when_there_is_room() {
    let mut study = Study::new(desk("Ma6e-FR4c6"));
    while study.lines().len() < Study::MOST_LINES {
        study.branch();
    }
    study.forget_line(1);
    study.branch();
    assert!(!study.can_undo());
    study.undo();
    assert_eq!(study.lines().len(), Study::MOST_LINES);
    study.forget_line(0);
    study.undo();
    assert_eq!(study.lines().len(), Study::MOST_LINES);
}

#[test]
fn a_deleted_line_is_restored_in_order() {
    let shift = |from, to| Edit::Shift { from, to };
    let mut study = Study::new(desk("Ma6e-FR4c6"));
    study.edit(shift(Cell::C6, Cell::C7)).unwrap();
    study.branch();
    study.edit(shift(Cell::C7, Cell::C8)).unwrap();
    let both = study.clone();
    study.forget_line(1);
    assert_eq!(study.desk().situation().to_string(), "Ma6e-FR4c7");
    study.edit(shift(Cell::C7, Cell::D7)).unwrap();
    // First what was done after it, then the line, then what was done before.
    study.undo();
    assert_eq!((study.lines().len(), study.desk().situation().to_string().as_str()), (1, "Ma6e-FR4c7"));
    study.undo();
    assert_eq!((study.lines().len(), study.current(), study.desk()), (2, 1, both.desk()));
    study.undo();
    assert_eq!(study.desk().situation().to_string(), "Ma6e-FR4c7");
    assert!(!study.can_undo() && study.can_redo());
    // One that is not on the board comes back without being put there.
    study.forget_line(0);
    assert_eq!((study.lines().len(), study.current()), (1, 0));
    study.undo();
    assert_eq!((study.lines().len(), study.current(), study.desk()), (2, 1, both.lines()[1].before(0)));
}

#[test]
fn the_keys_lead_over_the_spaces_and_out_by_the_doors() {
    let desk = desk("Ma1e-FR4d3-WG1B5");
    let walk = |from: Hit, way: &[Direction]| way.iter().fold(from, |target, way| target.step(*way, &desk));
    let (east, west) = (Direction::East, Direction::West);
    let inside = Hit::Space(Cell::ENTRANCE);
    let row = [Hit::Waiting(figure("G1")), Hit::Waiting(figure("B5")), Hit::Entrance, Hit::Entrance];
    for (nth, expected) in row.into_iter().enumerate() {
        assert_eq!(walk(inside, &vec![east; nth + 1]), expected);
    }
    assert_eq!(walk(Hit::Entrance, &[west, Direction::North, west, west]), inside);
    assert_eq!(walk(Hit::Space(Cell::B1), &[west, west, west, Direction::South]), Hit::Exit);
    assert_eq!(walk(Hit::Exit, &[east, east]), Hit::Space(Cell::B1));
    assert_eq!(walk(Hit::Space(Cell::L1), &[east, Direction::North]), Hit::Space(Cell::L1));
    assert_eq!(Hit::Waiting(figure("R4")).settled(&desk), Hit::Entrance);
    assert_eq!(Hit::Waiting(figure("B5")).settled(&desk), Hit::Waiting(figure("B5")));
}

#[test]
fn a_pointer_selects_the_place_under_it() {
    let study = Study::new(desk("Ma1e-FR4d3-WG1B5"));
    let picture = |study: &Study| bare(study.desk());
    let scene = picture(&study);
    let waiting = study.desk().waiting().map(Hit::Waiting);
    for target in Cell::ALL.map(Hit::Space).into_iter().chain(waiting).chain([Hit::Exit]) {
        assert_eq!(Hit::at(&scene, target.middle(&scene)), Some(target));
    }
    let nobody = picture(&Study::new(desk("")));
    assert_eq!(Hit::at(&nobody, Hit::Entrance.middle(&nobody)), Some(Hit::Entrance));
    assert_eq!(Hit::at(&nobody, (980.0, 20.0)), None);
}

#[test]
fn what_is_carried_goes_where_it_is_dropped() {
    let table = "Ma1e-Sc3-FR4d3-WG1";
    let (stone, red, green) = (Hit::Space(Cell::C3), Hit::Space(Cell::D3), Hit::Waiting(figure("G1")));
    let to = |cell| Some(Hit::Space(cell));
    let cases = [
        (stone, to(Cell::E5), "Ma1e-Se5-FR4d3-WG1"),
        (stone, Some(Hit::Exit), "Ma1e-FR4d3-WG1"),
        (stone, None, "Ma1e-FR4d3-WG1"),
        (red, to(Cell::D3), "Ma1e-Sc3-FR4d3-WG1-VR4"),
        (red, Some(green), "Ma1e-Sc3-WG1R4"),
        (red, Some(Hit::Entrance), "Ma1e-Sc3-WG1R4"),
        (red, Some(Hit::Exit), "Ma1e-Sc3-WG1-ER4"),
        (red, None, "Ma1e-Sc3-WG1"),
        (green, to(Cell::E5), "Ma1e-Sc3-FG1e5R4d3"),
        (green, Some(green), "Ma1e-Sc3-FR4d3-WG1-VG1"),
        (green, Some(Hit::Exit), "Ma1e-Sc3-FR4d3-EG1"),
        (green, None, "Ma1e-Sc3-FR4d3"),
    ];
    for (from, to, expected) in cases {
        let edit = from.carried(to, &desk(table)).unwrap();
        check(table, &[edit], &canonical(expected));
    }
    assert_eq!(Hit::Exit.carried(Some(Hit::Entrance), &desk(table)), None);
}

#[test]
fn a_tool_is_used_on_spaces_and_beside_the_board() {
    let (red, green) = (figure("R4"), Hit::Waiting(figure("G1")));
    let put = Tool::Put(Thing::Figure(red));
    assert_eq!(put.edit(Hit::Space(Cell::E5)), Some(Edit::Put(Thing::Figure(red), Cell::E5)));
    for outside in [green, Hit::Entrance] {
        assert_eq!(put.edit(outside), Some(Edit::Send(red, Beside::Waiting)));
        assert_eq!(Tool::Put(Thing::Blood).edit(outside), None);
    }
    assert_eq!(put.edit(Hit::Exit), Some(Edit::Send(red, Beside::Escaped)));
    assert_eq!(Tool::Rub.edit(green), Some(Edit::Remove(figure("G1"))));
    assert_eq!(Tool::Turn.edit(green), Some(Edit::TurnOver(figure("G1"))));
    // What has an arrow is turned when it is chosen again, and stays the same tool.
    let teleporter = Tool::Put(Thing::Teleporter(Direction::North));
    assert_eq!(teleporter.again(), Tool::Put(Thing::Teleporter(Direction::East)));
    assert!(teleporter.is_like(teleporter.again().again().again()) && !teleporter.is_like(put));
    assert!(!Tool::Put(Thing::Stone(Stone::Plain)).is_like(Tool::Put(Thing::Stone(Stone::Crystal))));
}

#[test]
fn the_ends_are_seen_before_a_tombstone_is_picked() {
    let begun = outlook(&desk("Ma6e-FR4c6")).unwrap();
    let mut picks = Picks::default();
    let shown = |picks: &Picks| picks.shown(&begun).iter().map(|end| end.tombstone).collect::<Vec<_>>();
    // A hit would end sooner than the 5, but it cannot come first.
    assert_eq!(shown(&picks), [Tombstone::steps(5), Tombstone::steps(8)]);
    assert_eq!(picks.foremost(&begun).unwrap().tombstone, Tombstone::steps(8));
    picks.toggle(Tombstone::hits(1));
    assert_eq!(shown(&picks), [Tombstone::hits(1)]);
    assert_eq!(picks.foremost(&begun).unwrap().tombstone, Tombstone::hits(1));
}

#[test]
fn every_look_of_a_run_is_explained() {
    let of = |text: &str, tombstone| story(&desk(text), tombstone);
    let behind_crystal = of("Mf6e-Ch6-FR4j6", Tombstone::steps(5));
    assert_eq!(behind_crystal.len(), 6, "one before each step, and one at the end");
    assert_eq!(
        (behind_crystal[0].verdict, behind_crystal[0].sights[0].crystal),
        (WhyVerdict::Only(Side::Ahead), Some(Cell::H6))
    );
    let tie = of("Mf6e-FR4f3G4f9", Tombstone::steps(5));
    assert_eq!(tie[0].verdict, WhyVerdict::Tie { distance: 3 });
    let teleported = of("Mf6e-Tg6em9s", Tombstone::steps(5));
    assert!(teleported[0].rulings.contains(&Ruling::Teleported(Cell::M9)));
    assert_eq!(of("FR4c6", Tombstone::steps(5)), []);
}

#[test]
fn a_tombstone_that_cannot_come_first_is_foreseen_without_a_chance() {
    let begun = outlook(&desk("Ma6e-FR4c6")).unwrap();
    let chances: Vec<String> =
        begun.ends.iter().map(|end| format!("{}: {}/{}", end.tombstone, end.chance.ways(), end.chance.of())).collect();
    assert_eq!(chances, ["5: 1/6", "7: 2/6", "8: 2/6", "10: 1/6", "1 hit: 0/6", "2 hits: 0/6"]);
    let shortest = begun.end(Tombstone::hits(1)).unwrap();
    assert_eq!(
        (shortest.trail.as_slice(), shortest.eaten.as_slice()),
        (&[Cell::B6, Cell::C6][..], &[figure("R4")][..])
    );
    assert_eq!(outlook(&desk("FR4c6")), None);
}

#[test]
fn reachable_places_come_with_the_danger_there() {
    let desk = desk("Mf6e-FR1h6G4a3-N12-D5s");
    // Green's 4 shows its other side, red's 1 shows 6.
    assert_eq!(danger(&desk, "R1"), 100);
    let goals = goals(&desk, figure("R1"));
    assert!(goals.iter().any(|goal| goal.path.is_empty() && goal.danger.is_some_and(bots::Chance::is_certain)));
    let is_safe = |goal: &&web::scene::study::Goal| goal.danger.is_some_and(bots::Chance::is_none);
    let safe = goals.iter().find(is_safe).expect("it can get away");
    let mut study = Study::new(desk.clone());
    study.edit(Edit::Walk { figure: figure("R1"), path: safe.path.clone() }).unwrap();
    assert_eq!(study.desk().position().whereabouts(figure("R1")), Some(safe.place));
    assert_eq!(danger(study.desk(), "R1"), 0);
    assert!(study.desk().moved().has(figure("R1")));
}

#[test]
fn a_game_can_be_laid_out_and_looks_ahead_like_the_game() {
    for game in games(30, 4, 5).into_iter().chain(games(20, 6, 6)) {
        let situation = game.to_situation().unwrap();
        let desk = Desk::read(&situation.to_string()).unwrap();
        assert_eq!(desk.situation(), &situation);
        assert_eq!(desk.to_move(), game.acting().map(|seat| game.players().band(seat)));
        let (outlook, odds) = (outlook(&desk).unwrap(), Odds::of(&game).unwrap());
        for danger in &outlook.dangers {
            assert_eq!(danger.after, odds.danger(danger.figure), "{}", danger.figure);
        }
        assert_eq!(outlook.ends.len(), game.left().iter().count());
        for prospect in odds.prospects() {
            let end = outlook.end(prospect.tombstone).unwrap();
            assert_eq!((end.monster, end.eaten.as_slice()), (prospect.monster, prospect.eaten));
            assert_eq!((end.chance.ways(), end.chance.of()), (prospect.chance.ways(), prospect.chance.of()));
        }
    }
}

/// Anything somebody may do, sense or no sense.
fn edits() -> impl Strategy<Value = Edit> {
    let cell = || select(&Cell::ALL[..]);
    let figure = || (0_u8..28).prop_map(|number| FigureId::new(number).unwrap());
    let facing = || select(&Direction::ALL[..]);
    let tombstone = || select(&Tombstone::KINDS[..]);
    let thing = prop_oneof![
        select(&[Stone::Plain, Stone::Crystal, Stone::TurnRight, Stone::TurnAround][..]).prop_map(Thing::Stone),
        Just(Thing::Blood),
        Just(Thing::SquarePool),
        select(&[Axis::Row, Axis::Column][..]).prop_map(Thing::LongPool),
        facing().prop_map(Thing::Teleporter),
        figure().prop_map(Thing::Figure),
        facing().prop_map(Thing::Monster),
    ];
    prop_oneof![
        6 => (thing, cell()).prop_map(|(thing, cell)| Edit::Put(thing, cell)),
        2 => cell().prop_map(Edit::Erase),
        3 => (cell(), cell()).prop_map(|(from, to)| Edit::Shift { from, to }),
        1 => (figure(), select(&[Beside::Waiting, Beside::Escaped, Beside::Eaten][..]))
            .prop_map(|(figure, place)| Edit::Send(figure, place)),
        1 => figure().prop_map(Edit::Remove),
        1 => figure().prop_map(Edit::TurnOver),
        1 => cell().prop_map(Edit::Turn),
        1 => tombstone().prop_map(Edit::Use),
        1 => tombstone().prop_map(Edit::PutBack),
        1 => select(&[Stage::One, Stage::Two][..]).prop_map(Edit::Stage),
        1 => select(&Band::ALL[..]).prop_map(Edit::ToMove),
        1 => tombstone().prop_map(Edit::Run),
        2 => (figure(), prop::collection::vec(facing().prop_map(Step::Go), 0..4))
            .prop_map(|(figure, path)| Edit::Walk { figure, path }),
        1 => select(&[Length::Normal, Length::Long][..]).prop_map(Edit::Length),
        1 => Just(Edit::Empty),
        1 => positions().prop_map(|position| Edit::Lay(Box::new(desk(&position.to_string())))),
    ]
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn whatever_is_done_the_position_is_legal_and_its_string_reads_back(
        position in positions(),
        edits in prop::collection::vec(edits(), 1..60),
    ) {
        let mut study = Study::new(Desk::read(&position.to_string()).unwrap());
        for edit in edits {
            let before = study.desk().clone();
            if study.edit(edit).is_err() {
                prop_assert_eq!(study.desk(), &before);
            }
            let desk = study.desk();
            prop_assert_eq!(Position::from_setup(&desk.situation().setup), Ok(*desk.position()));
            prop_assert_eq!(&Desk::read(&desk.to_string()).unwrap(), desk);
            prop_assert_eq!(outlook(desk).is_some(), desk.position().monster().is_some());
            // Whether it makes sense or not, asking must do no harm.
            prop_assert!(desk.game().is_ok() || desk.to_move().is_none());
        }
        let desk = study.desk();
        let on_table = desk.position().figures().map(|(figure, _)| figure);
        for figure in on_table.take(2) {
            let goals = goals(desk, figure);
            prop_assert!(goals.is_sorted_by_key(|goal| goal.cost));
            for goal in goals {
                let walked = desk.after(&Edit::Walk { figure, path: goal.path }).unwrap();
                prop_assert_eq!(walked.position().whereabouts(figure), Some(goal.place));
            }
        }
    }
}
