//! The screen never gets out of step with the game, however it is watched.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::LazyLock;

use proptest::prelude::*;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Awaited, FortressChoice, GameEvent, Options, Stage};
use rules::terms::MonsterNumber;
use rules::{Event, Outcomes, Whereabouts};
use testkit::games::{choose, options, secret};
use testkit::positions::config;
use web::scene::board::{Aid, Scene, Spot};
use web::scene::caption::{Caption, Deed};
use web::scene::cast::{FigureState, cast};
use web::scene::flow::Pace;
use web::scene::foresight::Picks;
use web::scene::graves::{GraveState, graves};
use web::scene::playback::Playback;
use web::scene::player::{Gait, Next, RunButton};
use web::scene::replay::Replay;
use web::scene::show::{Path, PieceId, Way};
use web::table::{Customs, Help, LocalTable, NewTable, SeatPlan, Speed, Table, Who};

/// A random game to its end, as a local table plays it.
fn played_out(options: Options, bytes: [u8; 32]) -> LocalTable {
    let seats = options.players.seats().map(|_| SeatPlan { who: Who::Human, name: String::new() }).collect();
    let new = NewTable {
        options,
        seats,
        monster: MonsterNumber::from_index(7),
        speed: Speed::Walk,
        help: Help::default(),
        customs: Customs::default(),
    };
    let mut table = LocalTable::begin(new, secret(bytes)).unwrap();
    let (mut host, _) = rules::host::Host::new(options, vec![], secret(bytes)).unwrap();
    let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    while host.game().ending().is_none() {
        match choose(&mut host, &mut chance, &mut outcomes) {
            Some((seat, action)) => {
                host.act(seat, &action).unwrap();
                table.act(seat, action).unwrap();
            }
            None => drop(host.flip().unwrap()),
        }
    }
    assert_eq!(table.game(), host.game());
    table
}

/// The table that is shown is a table of the game: every stone that lies there is followed, and nothing else.
fn check_tableau(playback: &Playback) {
    let tableau = playback.tableau();
    let mut followed: Vec<_> = tableau.stones.iter().filter_map(|mark| Some((mark.at?, mark.stone))).collect();
    let mut lying: Vec<_> = tableau.position.stones().map(|(stone, at)| (at, stone)).collect();
    followed.sort();
    lying.sort();
    assert_eq!(followed, lying);
    let facing = tableau.position.monster().unwrap().facing;
    assert_eq!(tableau.angle.rem_euclid(360), web::scene::tableau::degrees(facing));
}

#[test]
fn stage_two_is_announced_once_before_anything_else_happens_and_not_to_those_who_jump() {
    let players = rules::game::Players::new(&[rules::game::Band::Green, rules::game::Band::Red]).unwrap();
    let options = Options { players, fortress: FortressChoice::Basic, length: rules::game::Length::Normal };
    let games = (0..40).map(|seed| played_out(options, [seed; 32]));
    let begins = |event: &GameEvent| matches!(event, GameEvent::StageBegan { stage: Stage::Two, .. });
    let has_two = |table: &LocalTable| table.story().played().iter().any(|played| played.events.iter().any(begins));
    let table = games.into_iter().find(has_two).unwrap();
    let mut playback = Playback::new(table.story(), 0).unwrap();
    let mut told = 0;
    for played in table.story().played() {
        playback.start(played, Path::New);
        playback.finish();
        let is_told = played.events.iter().any(begins);
        assert_eq!(playback.is_announcing(), is_told);
        if is_told {
            told += 1;
            // It stands for a while, and the next beat ends it.
            assert!(matches!(playback.next(Pace::default()), Next::After(ms) if ms > 1000));
            playback.go_on();
            assert!(!playback.is_announcing());
            assert_eq!(playback.next(Pace::default()), Next::Rest);
        }
    }
    assert_eq!(told, 1);
    for shown in 0..=table.story().played().len() {
        assert!(!Playback::new(table.story(), shown).unwrap().is_announcing());
    }
    let replay = Replay::of(table.record()).unwrap();
    for moment in replay.first()..=replay.last() {
        assert!(!replay.at(moment).is_announcing(), "{moment}");
    }
}

#[test]
fn the_show_of_a_fortress_laid_by_hand_begins_with_the_last_tile() {
    let players = rules::game::Players::new(&[rules::game::Band::Green, rules::game::Band::Red]).unwrap();
    let options = Options { players, fortress: FortressChoice::ByHand, length: rules::game::Length::Normal };
    let seats = vec![SeatPlan { who: Who::Human, name: String::new() }; 2];
    let new = NewTable {
        options,
        seats,
        monster: MonsterNumber::from_index(7),
        speed: Speed::Walk,
        help: Help::default(),
        customs: Customs::default(),
    };
    let mut table = LocalTable::begin(new, secret([3; 32])).unwrap();
    assert!(Playback::new(table.story(), 0).is_none());
    table.lay_the_rest();
    assert!(matches!(table.game().awaited(), Awaited::Move(_)));
    for shown in [0, 5, 17] {
        let playback = Playback::new(table.story(), shown).unwrap();
        assert_eq!((playback.shown(), playback.log().len()), (17, 1));
        assert_eq!(&playback.tableau().position, table.game().playing().unwrap().position());
    }
}

fn at(speed: Speed) -> Pace {
    Pace { speed, is_still: false }
}

fn no_aid() -> Aid<'static> {
    static PICKS: LazyLock<Picks> = LazyLock::new(Picks::default);
    Aid { help: Help::Nothing, foresight: None, picks: &PICKS }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn every_way_of_watching_ends_with_the_same_table_and_log(options in options(), bytes in any::<[u8; 32]>(), skips in any::<u64>()) {
        let table = played_out(options, bytes);
        let mut watched = Playback::new(table.story(), 0).unwrap();
        let mut skipped = watched.clone();
        for (number, action) in table.story().played().iter().enumerate().skip(watched.shown()) {
            watched.start(action, Path::New);
            skipped.start(action, if number % 3 == 0 { Path::Planned } else { Path::New });
            let mut beats = 0;
            while watched.player().next(at(Speed::Walk)) != Next::Rest {
                check_tableau(&watched);
                let scene = Scene::of(&watched, None, Speed::Walk, no_aid());
                prop_assert!(scene.reach.is_empty() && scene.plan.is_none());
                watched.go_on();
                beats += 1;
                prop_assert!(beats < 2_000, "a show must end");
            }
            if skips >> (number % 64) & 1 == 1 {
                skipped.go_on();
            }
            skipped.finish();
            for playback in [&watched, &skipped] {
                prop_assert_eq!(Some(playback.game()), action.game.playing());
                prop_assert_eq!(&playback.tableau().position, action.game.playing().unwrap().position());
                prop_assert_eq!(playback.tableau().moved, action.game.playing().unwrap().moved());
                prop_assert_eq!(playback.shown(), number + 1);
                for (figure, _) in action.game.playing().unwrap().position().figures() {
                    prop_assert_eq!(playback.tableau().face(figure), action.game.playing().unwrap().face(figure));
                }
            }
            prop_assert_eq!(watched.log(), skipped.log());
        }
        let resumed = Playback::new(table.story(), table.story().played().len()).unwrap();
        prop_assert_eq!(resumed.log(), watched.log());
        prop_assert_eq!(resumed.tableau().position, watched.tableau().position);
    }

    #[test]
    fn what_is_eaten_or_lost_is_animated(options in options(), bytes in any::<[u8; 32]>()) {
        let table = played_out(options, bytes);
        let mut playback = Playback::new(table.story(), 0).unwrap();
        for action in &table.story().played()[playback.shown()..] {
            playback.start(action, Path::New);
            let (mut seen, mut told) = (0, 0);
            let meals = |captions: &mut dyn Iterator<Item = &Caption>| captions.map(|caption| match caption {
                Caption::Step { deeds, .. } => deeds.iter().filter(|deed| matches!(deed, Deed::Ate { .. })).count(),
                _ => 0,
            }).sum::<usize>();
            let before = meals(&mut playback.log().iter().map(|entry| &entry.caption));
            while let Some(beat) = playback.beat() {
                for (piece, way) in &beat.moves {
                    if let (PieceId::Figure(figure), Way::Eaten(_) | Way::Lost(..)) = (piece, way) {
                        seen += 1;
                        let scene = Scene::of(&playback, None, Speed::Walk, no_aid());
                        let mark = scene.figures.iter().find(|mark| mark.figure == *figure).unwrap();
                        prop_assert!(matches!(mark.spot, Spot::On(_) | Spot::Beyond(_)));
                        prop_assert!(beat.word.is_some());
                    }
                }
                told += meals(&mut beat.captions.iter());
                // The log does not tell of a bite before it is seen.
                let logged = meals(&mut playback.log().iter().map(|entry| &entry.caption)) - before;
                prop_assert!(logged <= seen, "{logged} told, {seen} seen");
                playback.go_on();
            }
            let is_eaten = |event: &&GameEvent| matches!(event, GameEvent::Board(Event::FigureEaten { .. }));
            let eaten = action.events.iter().filter(is_eaten).count();
            prop_assert_eq!((seen, told), (eaten, eaten));
        }
    }

    #[test]
    fn a_run_can_be_watched_step_by_step_and_again(options in options(), bytes in any::<[u8; 32]>()) {
        let table = played_out(options, bytes);
        let mut playback = Playback::new(table.story(), 0).unwrap();
        for action in &table.story().played()[playback.shown()..] {
            playback.start(action, Path::New);
            let Some((steps, true)) = playback.show().map(|(show, _)| (show.steps(), show.run.is_some())) else {
                playback.finish();
                continue;
            };
            let again = playback.show().unwrap().0.clone();
            // Watching from the beginning in the middle of it tells nothing twice.
            playback.go_on();
            playback.go_on();
            let told = playback.log().len();
            playback.press(RunButton::Again);
            playback.go_on();
            prop_assert_eq!(playback.log().len(), told);
            playback.press(RunButton::Again);
            let mut halts = 0;
            playback.press(RunButton::Step);
            loop {
                match playback.player().next(at(Speed::Creep)) {
                    Next::After(_) => playback.go_on(),
                    Next::Wait => {
                        halts += 1;
                        prop_assert_eq!(playback.beat().unwrap().step, halts);
                        playback.press(RunButton::Step);
                    }
                    Next::Rest => break,
                }
            }
            prop_assert_eq!(halts, steps);
            let (log, shown) = (playback.log().len(), playback.shown());
            playback.press(RunButton::Again);
            prop_assert!(playback.is_again() && playback.player().gait() == Gait::Running);
            prop_assert_eq!(playback.show().unwrap().0, &again);
            let now = graves(&playback).graves.iter().filter(|grave| grave.state == GraveState::Now).count();
            prop_assert_eq!(now, 1);
            while playback.player().next(at(Speed::Rush)) != Next::Rest {
                playback.go_on();
            }
            prop_assert_eq!((playback.log().len(), playback.shown()), (log, shown));
            prop_assert_eq!(&playback.tableau().position, action.game.playing().unwrap().position());
        }
    }

    #[test]
    fn the_panels_show_the_state_of_every_figure(options in options(), bytes in any::<[u8; 32]>()) {
        let table = played_out(options, bytes);
        let mut playback = Playback::new(table.story(), 0).unwrap();
        for action in &table.story().played()[playback.shown()..] {
            playback.start(action, Path::New);
            playback.finish();
            let game = playback.game();
            let panels = cast(&playback, None, None);
            prop_assert_eq!(panels.len(), game.players().count());
            for panel in panels {
                prop_assert_eq!(panel.out.0, game.escaped_of(panel.seat));
                prop_assert_eq!(panel.is_acting, game.acting() == Some(panel.seat));
                for line in panel.figures {
                    let place = game.position().whereabouts(line.figure).unwrap();
                    let expected = match (place, game.moved().has(line.figure)) {
                        (Whereabouts::Escaped, _) => FigureState::Escaped,
                        (Whereabouts::Eaten, _) => FigureState::Eaten,
                        (Whereabouts::Waiting, true) => FigureState::OutsideMoved,
                        (Whereabouts::Waiting, false) => FigureState::Outside,
                        (Whereabouts::On(_), true) => FigureState::Moved,
                        (Whereabouts::On(_), false) => FigureState::ToMove,
                    };
                    prop_assert_eq!(line.state, expected);
                }
            }
            let graves = graves(&playback);
            prop_assert_eq!(graves.graves.len(), 8);
            let used = graves.graves.iter().filter(|grave| grave.state == GraveState::Used).count();
            prop_assert_eq!(used, game.course().used().len());
            if game.ending().is_none() {
                let sum: u32 = graves.chances.iter().map(|(_, chance)| u32::from(*chance)).sum();
                prop_assert!((97..=103).contains(&sum), "{:?}", graves.chances);
            }
        }
    }
}
