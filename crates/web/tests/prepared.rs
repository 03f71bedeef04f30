//! A prepared move is kept as long as it is possible, offered when its player is to move, and never made by itself.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Action, Awaited, Band, FortressChoice, Game, Length, Options, Players, Playing, Seat};
use rules::host::Host;
use rules::{Cell, Direction, Outcomes, Step, Whereabouts};
use testkit::games::{choose, choose_in, options, secret};
use testkit::positions::config;
use web::scene::moving::{Moving, Plan};
use web::scene::playback::Playback;
use web::scene::prepared::{Prepared, carry, next_own};
use web::scene::show::Path;
use web::scene::study::Desk;
use web::table::Story;

/// A game in which somebody is to move, after so many actions.
fn midgame(options: Options, bytes: [u8; 32], stop: usize) -> Option<Playing> {
    let (mut host, _) = Host::new(options, vec![], secret(bytes)).unwrap();
    let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    for number in 0.. {
        match host.game().awaited() {
            Awaited::Move(_) if number >= stop => return Some(host.game().playing()?.clone()),
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

/// Any seat that moves again in this turn and is not to move now.
fn somebody_else(game: &Playing, nth: usize) -> Option<Seat> {
    let waits = |seat: &Seat| game.acting() != Some(*seat) && !game.movable(*seat).is_empty();
    let seats: Vec<Seat> = game.players().seats().filter(waits).collect();
    seats.get(nth % seats.len().max(1)).copied()
}

/// A random move of this seat, prepared.
fn prepare(game: &Playing, seat: Seat, chance: &mut Stream) -> (Moving, Prepared) {
    let mut hand = Moving::ahead(game, seat).unwrap();
    let figures: Vec<_> = hand.choosable().iter().collect();
    hand.choose(*chance.choose(&figures).unwrap());
    let places: Vec<_> = hand.targets().iter().map(|target| target.place).collect();
    let place = *chance.choose(&places).unwrap();
    let results = hand.results(place).len();
    hand.point_at_result(place, chance.below(results));
    let prepared = Prepared::of(&hand).unwrap();
    (hand, prepared)
}

/// What came first.
enum Come {
    /// One of the seats is to move, in this game.
    Seat(Seat, Box<Playing>),
    EndOfTurn,
    EndOfGame,
}

/// Lets others move until one of these seats is due.
fn until(game: &Playing, is_it: impl Fn(Seat) -> bool, chance: &mut Stream) -> Come {
    let mut game = Game::Playing(game.clone());
    loop {
        let now = game.playing().unwrap();
        match now.acting() {
            _ if now.ending().is_some() => return Come::EndOfGame,
            None => return Come::EndOfTurn,
            Some(seat) if is_it(seat) => return Come::Seat(seat, Box::new(now.clone())),
            Some(seat) => {
                let (_, action) = choose_in(&game, chance, &mut Outcomes::new()).unwrap();
                game.act(Some(seat), &action, &mut ()).unwrap();
            }
        }
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn what_is_offered_is_the_prepared_move_and_legal(
        options in options(),
        bytes in any::<[u8; 32]>(),
        stop in 0_usize..150,
        nth in 0_usize..7,
    ) {
        let Some(game) = midgame(options, bytes, stop) else { return Ok(()) };
        let Some(seat) = somebody_else(&game, nth) else { return Ok(()) };
        let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
        let (hand, prepared) = prepare(&game, seat, &mut chance);
        let planned = hand.plan().unwrap().clone();
        // Before its turn, a hand can only keep the move.
        prop_assert!(hand.is_ahead() && hand.is_complete() && hand.action().is_none());
        prop_assert_eq!(prepared.plan(&game).map(|plan| plan.to), Some(planned.to));
        let now = match until(&game, |other| other == seat, &mut chance) {
            Come::Seat(_, now) => now,
            Come::EndOfTurn => panic!("a seat that has figures to move was passed over"),
            Come::EndOfGame => return Ok(()),
        };
        let (mut due, empty) = (Moving::new(&now, seat).unwrap(), Moving::new(&now, seat).unwrap());
        let mut chosen = empty.clone();
        chosen.choose(planned.figure);
        let stones = |plan: &Plan| plan.pushed.iter().copied().collect::<BTreeSet<_>>();
        let is_possible = chosen.results(planned.to).iter().any(|plan| stones(plan) == stones(&planned));
        let is_offered = prepared.offer(&mut due);
        prop_assert_eq!(is_offered, prepared.plan(&now).is_some());
        prop_assert_eq!(is_offered, is_possible);
        if is_offered {
            let plan = due.plan().unwrap();
            prop_assert_eq!((plan.figure, plan.to, stones(plan)), (planned.figure, planned.to, stones(&planned)));
            let mut game = Game::Playing(*now);
            game.act(Some(seat), &due.action().unwrap(), &mut ()).unwrap();
            // It is for this time only.
            prop_assert_eq!(prepared.plan(game.playing().unwrap()), None);
        } else {
            prop_assert_eq!(due, empty, "a refused offer changes the hand");
        }
    }

    #[test]
    fn a_hand_keeps_its_plan_while_others_move_or_says_that_it_is_lost(
        options in options(),
        bytes in any::<[u8; 32]>(),
        stop in 0_usize..150,
        nth in 0_usize..7,
    ) {
        let Some(game) = midgame(options, bytes, stop) else { return Ok(()) };
        let Some(seat) = somebody_else(&game, nth) else { return Ok(()) };
        let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
        let (hand, prepared) = prepare(&game, seat, &mut chance);
        let mut game = Game::Playing(game);
        let (other, action) = choose_in(&game, &mut chance, &mut Outcomes::new()).unwrap();
        game.act(Some(other), &action, &mut ()).unwrap();
        let now = game.playing().unwrap();
        let Some(mut next) = Moving::ahead(now, seat) else {
            prop_assert!(now.acting().is_none(), "only the end of a game takes a move away");
            return Ok(());
        };
        let is_carried = carry(&hand, &mut next);
        prop_assert_eq!(is_carried, prepared.plan(now).is_some());
        prop_assert_eq!(next.figure(), hand.figure());
        prop_assert_eq!(next.plan().is_some(), is_carried);
    }

    #[test]
    fn the_next_seat_here_is_the_one_that_moves_next_here(
        options in options(),
        bytes in any::<[u8; 32]>(),
        stop in 0_usize..150,
        own in 0_u8..128,
    ) {
        let Some(game) = midgame(options, bytes, stop) else { return Ok(()) };
        let is_own = |seat: Seat| own & 1 << seat.index() != 0;
        let next = next_own(&game, is_own);
        if game.acting().is_some_and(is_own) {
            prop_assert_eq!(next, None);
            return Ok(());
        }
        let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
        match until(&game, is_own, &mut chance) {
            Come::Seat(seat, _) => prop_assert_eq!(next, Some(seat)),
            Come::EndOfTurn => prop_assert_eq!(next, None),
            Come::EndOfGame => {}
        }
    }
}

/// Plays a move of the acting seat: this figure, along these steps.
fn played(game: &Playing, figure: &str, steps: &[Step]) -> Playing {
    let mut game = game.clone();
    game.move_figure(figure.parse().unwrap(), steps, &mut ()).unwrap();
    game
}

/// What red has prepared with this figure along these steps.
fn red(game: &Playing, figure: &str, steps: &[Step]) -> Prepared {
    let seat = game.players().seats().nth(1).unwrap();
    let mut hand = Moving::ahead(game, seat).unwrap();
    hand.choose(figure.parse().unwrap());
    hand.plan_path(steps.to_vec());
    Prepared::of(&hand).unwrap()
}

const NORTH: Step = Step::Go(Direction::North);
const EAST: Step = Step::Go(Direction::East);
const WEST: Step = Step::Go(Direction::West);

#[test]
fn a_move_is_lost_when_somebody_stands_on_its_goal() {
    let game = Desk::read("Mp11w-FG1d4R1f4").unwrap().game().unwrap();
    let prepared = red(&game, "R1", &[WEST]);
    assert!(prepared.plan(&played(&game, "G1", &[NORTH])).is_some());
    assert!(prepared.plan(&played(&game, "G1", &[EAST])).is_none());
}

#[test]
fn a_move_whose_path_is_closed_goes_another_way() {
    let game = Desk::read("Mp11w-Se3-FG1d3R4f4").unwrap().game().unwrap();
    let prepared = red(&game, "R4", &[NORTH, NORTH]);
    let game = played(&game, "G1", &[EAST]);
    let plan = prepared.plan(&game).unwrap();
    assert_eq!((plan.to, plan.path.len(), plan.pushed.len()), (Whereabouts::On(Cell::F2), 4, 0));
}

#[test]
fn while_a_move_is_shown_the_next_one_is_prepared_on_the_game_after_it() {
    let players = Players::new(&[Band::Green, Band::Red, Band::Blue]).unwrap();
    let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
    let (host, events) = Host::new(options, vec![], secret([3; 32])).unwrap();
    let mut story = Story::new((host.game().clone(), events));
    let mut chance = Stream::new(&Seed([3; 32]), &[], Purpose::Players);
    let (mut moves, mut runs) = (0, 0);
    let mut playback = Playback::new(&story, 0).unwrap();
    while moves < 20 || runs < 2 {
        let (seat, action) = match choose_in(story.game(), &mut chance, &mut Outcomes::new()) {
            Some((seat, action)) => (Some(seat), action),
            None => {
                let tombstones: Vec<_> = story.game().playing().unwrap().flippable().iter().collect();
                (None, Action::Flip { tombstone: tombstones[0].0 })
            }
        };
        let ahead = story.game().playing().and_then(|game| Moving::ahead(game, game.players().seats().next()?));
        story.act(seat, action).unwrap();
        let played = story.played().last().unwrap();
        assert_eq!(playback.ahead(), Some(playback.game()));
        playback.start(played, Path::New);
        let is_move = played.seat.is_some();
        assert_eq!(playback.ahead(), played.game.playing().filter(|_| is_move));
        // Only a hand that prepares something can be used meanwhile.
        assert_eq!(playback.hand(ahead.as_ref()).is_some(), is_move && ahead.is_some());
        let due = played.game.playing().and_then(|game| Moving::new(game, game.acting()?));
        assert!(playback.hand(due.as_ref()).is_none());
        playback.finish();
        playback.announced();
        assert_eq!(playback.hand(due.as_ref()), due.as_ref());
        if is_move { moves += 1 } else { runs += 1 }
    }
}
