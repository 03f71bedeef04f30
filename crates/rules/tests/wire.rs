//! The JSON of actions and events: a sample of every kind, pinned, because other programs rely on it.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Debug;

use rules::game::{
    Action, Axis, EndReason, Ending, GameEvent, Length, Pair, Placement, Seat, Stage, Tombstones, Winner,
};
use rules::{
    Brink, Cell, Death, Direction, Event, FigureId, Motion, Sight, SightEnd, Step, Stone, Tombstone, Turn, Verdict,
    Wall, Whereabouts,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn figure() -> FigureId {
    "R4".parse().unwrap()
}

fn wall() -> Wall {
    Cell::L1.wall(Direction::East).unwrap()
}

fn actions() -> Vec<Action> {
    let placements = [
        Placement::Stone { stone: Stone::TurnAround, at: Cell::C3 },
        Placement::SquarePool { at: Cell::I3 },
        Placement::LongPool { at: Cell::E9, axis: Axis::Row },
        Placement::LongPool { at: Cell::E5, axis: Axis::Column },
        Placement::Teleporter { pair: Pair::One, at: Cell::H6, arrow: Direction::North },
        Placement::Teleporter { pair: Pair::Two, at: Cell::C8, arrow: Direction::West },
    ];
    let path = vec![Step::Enter, Step::Go(Direction::North), Step::Leave];
    let others = [
        Action::Move { figure: figure(), path },
        Action::Flip { tombstone: Tombstone::steps(8) },
        Action::Flip { tombstone: Tombstone::hits(2) },
    ];
    placements.map(Action::Place).into_iter().chain(others).collect()
}

fn board_events() -> Vec<Event> {
    let (figure, at, from, to) = (figure(), Cell::K6, Cell::K6, Cell::K5);
    let (facing, stone) = (Direction::East, Stone::TurnRight);
    let door = Cell::A1.wall(Direction::West).unwrap();
    let motions = [Motion::Walked, Motion::Slid, Motion::Pushed, Motion::Shoved];
    let sights = [
        Sight { direction: Direction::North, distance: 3, end: SightEnd::Figure { figure, at } },
        Sight { direction: Direction::West, distance: 1, end: SightEnd::Stone { stone, at } },
        Sight { direction: Direction::East, distance: 9, end: SightEnd::Wall(wall()) },
    ];
    let verdicts = [Verdict::Nearest(Direction::North), Verdict::Tie, Verdict::Nothing];
    let mut events = vec![
        Event::FigureEntered { figure, at: Cell::P11 },
        Event::FigureEscaped { figure, from: Cell::A1 },
        Event::FigureEaten { figure, at, how: Death::Bitten },
        Event::FigureEaten { figure, at, how: Death::Shoved(Brink::Wall(door)) },
        Event::FigureReturned { figure },
        Event::FigureLeftBehind { figure },
        Event::StoneLost { stone, from, to: Brink::Wall(wall()) },
        Event::StoneLost { stone, from, to: Brink::Corner(Cell::P11) },
        Event::StoneLost { stone, from, to: Brink::Teleporter(to) },
        Event::MonsterTurned { at, from: facing, to: Direction::South, why: Turn::Saw(figure) },
        Event::MonsterTurned { at, from: facing, to: Direction::South, why: Turn::Stone { stone, at: to } },
        Event::MonsterSpun { at, facing, stone, before: to },
        Event::MonsterMoved { from, to, through: None, how: Motion::Walked },
        Event::MonsterMoved { from: Cell::L1, to: Cell::E11, through: Some(wall()), how: Motion::Slid },
        Event::MonsterTeleported { from, to, facing },
        Event::MonsterHeld { at, facing },
        Event::PointSpent { points: 7, at },
    ];
    events.extend(motions.map(|how| Event::FigureMoved { figure, from, to, how }));
    events.extend(motions.map(|how| Event::StoneMoved { stone, from, to, how }));
    events.extend(verdicts.map(|verdict| Event::MonsterLooked { at, sights, verdict }));
    events
}

fn game_events() -> Vec<GameEvent> {
    let (seat, figure, tombstone) = (Seat::new(2).unwrap(), figure(), Tombstone::hits(1));
    let ending = |winner, reason| GameEvent::GameEnded { ending: Ending { winner, reason } };
    let tombstones = Tombstones::of_game(Length::Long);
    let mut events = vec![
        GameEvent::TilePlaced { seat, placement: Placement::SquarePool { at: Cell::I3 } },
        GameEvent::StageBegan { stage: Stage::One, tombstones },
        GameEvent::TurnBegan { stage: Stage::Two, turn: 3, start: seat },
        GameEvent::FigureStayed { figure, whereabouts: Whereabouts::On(Cell::K6) },
        GameEvent::FigureStayed { figure, whereabouts: Whereabouts::Waiting },
        GameEvent::FigureTurnedOver { figure, number: 3 },
        GameEvent::SeatToMove { seat },
        GameEvent::MovesOver,
        GameEvent::TombstoneFlipped { tombstone },
        GameEvent::TombstoneShown { tombstone },
        GameEvent::PileShuffled { tombstones },
        GameEvent::StartMarkerPassed { to: seat },
        ending(Winner::Seat(seat), EndReason::AllButOneOut),
        ending(Winner::Monster, EndReason::NobodyLeft),
        ending(Winner::Monster, EndReason::LastTombstone),
    ];
    events.extend(board_events().into_iter().map(GameEvent::Board));
    events
}

/// The JSON of each, one a line; each reads back as itself.
fn lines<T: Serialize + DeserializeOwned + PartialEq + Debug>(samples: &[T]) -> String {
    let line = |sample: &T| {
        let json = serde_json::to_string(sample).unwrap();
        assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *sample, "{json}");
        json
    };
    samples.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_json_of_actions_stays_as_it_is() {
    insta::assert_snapshot!(lines(&actions()));
}

#[test]
fn the_json_of_events_stays_as_it_is() {
    insta::assert_snapshot!(lines(&game_events()));
    assert_eq!(lines(&board_events()), lines(&board_events().into_iter().map(GameEvent::Board).collect::<Vec<_>>()));
}

#[test]
fn mistakes_are_refused() {
    let mistakes = [
        r#"{"type":"move","figure":"R4","path":["north"],"seat":3}"#,
        r#"{"type":"move","figure":"R2","path":[]}"#,
        r#"{"type":"move","figure":"R4","path":["up"]}"#,
        r#"{"type":"flip","tombstone":0}"#,
        r#"{"type":"flip","tombstone":{"hits":0}}"#,
        r#"{"type":"flip","tombstone":70000}"#,
        r#"{"type":"place","tile":"stone","stone":"crystal","at":"m1"}"#,
        r#"{"type":"dance"}"#,
    ];
    for json in mistakes {
        assert!(serde_json::from_str::<Action>(json).is_err(), "{json}");
    }
    assert!(serde_json::from_str::<Tombstones>("[6,6]").is_err());
    assert!(serde_json::from_str::<Tombstones>("[7,7,7,7,7,7,7,7,7]").is_err());
    assert!(serde_json::from_str::<Wall>(r#"{"letter":"A","cell":"l1","side":"east"}"#).is_err());
    assert!(serde_json::from_str::<Seat>("7").is_err());
    assert!(serde_json::from_str::<Stage>("3").is_err());
}
