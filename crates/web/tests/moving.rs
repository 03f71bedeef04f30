//! Whatever a player does with the hand over the board, what can be confirmed is a legal move, and every legal move can
//! be confirmed.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::HashSet;

use proptest::prelude::*;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Action, Awaited, Band, FortressChoice, Game, Length, Options, Players, Playing, Seat};
use rules::host::Host;
use rules::{Cell, Direction, FigureId, Outcomes, Step, Whereabouts};
use testkit::games::{choose, options, secret};
use testkit::positions::config;
use web::scene::moving::Moving;
use web::scene::study::Desk;

/// A game in which somebody is to move.
fn midgame(options: Options, bytes: [u8; 32], stop: usize) -> Option<(Playing, Seat)> {
    let (mut host, _) = Host::new(options, vec![], secret(bytes)).unwrap();
    let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    for number in 0.. {
        match host.game().awaited() {
            Awaited::Move(seat) if number >= stop => return Some((host.game().playing()?.clone(), seat)),
            Awaited::Nothing => return None,
            Awaited::Tile(_) | Awaited::Move(_) | Awaited::Flip => {}
        }
        match choose(&mut host, &mut chance, &mut outcomes) {
            Some((seat, action)) => drop(host.act(seat, &action).unwrap()),
            None => drop(host.flip().unwrap()),
        }
    }
    None
}

fn after(game: &Playing, seat: Seat, action: &Action) -> Playing {
    let mut game = Game::Playing(game.clone());
    game.act(Some(seat), action, &mut ()).unwrap();
    game.playing().unwrap().clone()
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn every_result_of_every_move_can_be_pointed_at(options in options(), bytes in any::<[u8; 32]>(), stop in 0_usize..150) {
        let Some((game, seat)) = midgame(options, bytes, stop) else { return Ok(()) };
        let mut moving = Moving::new(&game, seat).unwrap();
        for figure in game.movable(seat).iter() {
            moving.choose(figure);
            let mut pointed = HashSet::new();
            for target in moving.targets().to_vec() {
                moving.point(target.place);
                loop {
                    let plan = moving.plan().unwrap().clone();
                    prop_assert_eq!(plan.to, target.place);
                    let action = moving.action().unwrap();
                    pointed.insert(*after(&game, seat, &action).position());
                    if plan.result.0 == plan.result.1 {
                        break;
                    }
                    moving.next_result();
                }
            }
            let outcomes = game.position().outcomes(figure, game.number(figure));
            let all: HashSet<_> = outcomes.iter().map(|outcome| outcome.position()).collect();
            prop_assert!(pointed == all);
        }
    }

    #[test]
    fn what_can_be_confirmed_is_legal_whatever_one_does(
        options in options(),
        bytes in any::<[u8; 32]>(),
        stop in 0_usize..150,
        deeds in prop::collection::vec((0_u8..9, any::<u8>()), 1..60),
    ) {
        let Some((game, seat)) = midgame(options, bytes, stop) else { return Ok(()) };
        let mut moving = Moving::new(&game, seat).unwrap();
        for (deed, choice) in deeds {
            let direction = Direction::ALL[usize::from(choice % 4)];
            let cell = Cell::ALL[usize::from(choice) % Cell::ALL.len()];
            match deed {
                0 => moving.choose(FigureId::new(choice % 28).unwrap()),
                1 => moving.point(Whereabouts::On(cell)),
                2 => moving.point(Whereabouts::Escaped),
                3 => moving.preview((choice > 100).then_some(Whereabouts::On(cell))),
                4 if choice > 240 => moving.drag(Whereabouts::Escaped),
                4 => moving.drag(Whereabouts::On(cell)),
                5 => moving.undo(),
                6 if choice > 100 => moving.next_result(),
                6 => moving.previous_result(),
                7 => moving.stay(),
                _ => moving.walk(direction),
            }
            if let Some(action) = moving.action() {
                after(&game, seat, &action);
            }
        }
    }
}

/// The basic game of two, with green to move from the entrance.
fn basic() -> (Playing, Seat) {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
    let seat = Seat::new(0).unwrap();
    (Game::new(options, seat, &mut ()).playing().unwrap().clone(), seat)
}

fn path_of(moving: &Moving) -> Vec<Step> {
    moving.plan().map(|plan| plan.path.clone()).unwrap_or_default()
}

#[test]
fn arrow_keys_lead_in_and_straight_back_takes_the_step_back() {
    let (game, seat) = basic();
    let mut moving = Moving::new(&game, seat).unwrap();
    moving.choose(FigureId::of(Band::Green, 5).unwrap());
    for direction in [Direction::North, Direction::West, Direction::North] {
        moving.walk(direction);
    }
    assert_eq!(path_of(&moving), [Step::Enter, Step::Go(Direction::West), Step::Go(Direction::North)]);
    moving.walk(Direction::South);
    moving.walk(Direction::East);
    assert_eq!(path_of(&moving), [Step::Enter]);
    moving.walk(Direction::East);
    assert_eq!(path_of(&moving), []);
}

#[test]
fn straight_back_after_a_push_is_a_step() {
    let (game, seat) = basic();
    let mut moving = Moving::new(&game, seat).unwrap();
    moving.choose(FigureId::of(Band::Green, 5).unwrap());
    // The stone on o9 is pushed from o10 to o8.
    for direction in [Direction::West, Direction::West, Direction::North, Direction::North] {
        moving.walk(direction);
    }
    let plan = moving.plan().unwrap();
    assert_eq!((plan.to, plan.pushed.clone()), (Whereabouts::On(Cell::O9), vec![(Cell::O9, Some(Cell::O8))]));
    moving.walk(Direction::South);
    let plan = moving.plan().unwrap();
    assert_eq!((plan.to, plan.path.len(), plan.pushed.len()), (Whereabouts::On(Cell::O10), 5, 1));
    // The points are used up.
    moving.walk(Direction::South);
    assert_eq!(path_of(&moving).len(), 5);
}

#[test]
fn a_figure_can_stay_and_undo_goes_back_to_the_choice() {
    let (game, seat) = basic();
    let mut moving = Moving::new(&game, seat).unwrap();
    let figure = FigureId::of(Band::Green, 1).unwrap();
    moving.choose(figure);
    assert_eq!(moving.action(), None);
    moving.stay();
    assert_eq!(moving.action(), Some(Action::Move { figure, path: vec![] }));
    moving.undo();
    assert_eq!((moving.figure(), moving.plan()), (Some(figure), None));
    moving.undo();
    assert_eq!(moving.figure(), None);
}

#[test]
fn pointing_at_the_goal_again_keeps_the_result_that_is_shown() {
    let (game, seat) = basic();
    let mut moving = Moving::new(&game, seat).unwrap();
    moving.choose(FigureId::of(Band::Green, 5).unwrap());
    let several = moving.targets().iter().map(|target| target.place).find(|place| moving.results(*place).len() > 1);
    let several = several.unwrap();
    assert_eq!(moving.goal(), None);
    moving.point(several);
    assert_eq!(moving.goal(), Some(several));
    moving.next_result();
    let plan = moving.plan().unwrap().clone();
    assert_eq!(plan.result.0, 2);
    moving.point(several);
    assert_eq!(moving.plan(), Some(&plan));
}

#[test]
fn dragging_leads_from_space_to_space() {
    let (game, seat) = basic();
    let mut moving = Moving::new(&game, seat).unwrap();
    moving.choose(FigureId::of(Band::Green, 4).unwrap());
    for cell in [Cell::P11, Cell::O11, Cell::N11, Cell::N10] {
        moving.drag(Whereabouts::On(cell));
    }
    assert_eq!(moving.plan().unwrap().trail, [Cell::P11, Cell::O11, Cell::N11, Cell::N10]);
}

#[test]
fn whoever_waits_at_an_entrance_with_the_monster_in_it_is_stuck() {
    let game = Desk::read("Mp11w-FG1d4R1h4").unwrap().game().unwrap();
    let seat = game.acting().unwrap();
    let mut moving = Moving::new(&game, seat).unwrap();
    assert!(!moving.is_stuck(), "no figure is chosen");
    let mut stuck = 0;
    for figure in game.movable(seat).iter() {
        moving.choose(figure);
        let waits = game.position().whereabouts(figure) == Some(Whereabouts::Waiting);
        assert_eq!(moving.is_stuck(), waits, "{figure}");
        stuck += usize::from(waits);
    }
    assert_eq!(stuck, 3);
}
