//! One player for every run of the monster: of a game, of the analysis board, of a puzzle.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::Arc;

use proptest::prelude::*;
use rules::game::{FigureSet, GameEvent, Stage};
use rules::{Event, Position, Tombstone};
use testkit::positions::{config, positions};
use web::scene::flow::Pace;
use web::scene::player::{Gait, Next, Player, RunButton};
use web::scene::show::{Run, Show};
use web::scene::tableau::Tableau;
use web::table::Speed;

/// How a position is left by a run, and the show of it.
fn watched(position: &Position, run: Run) -> (Position, Show) {
    let (mut after, mut events): (Position, Vec<Event>) = (*position, vec![]);
    match run {
        Run::Tombstone(tombstone) => drop(after.run(tombstone, &mut events)),
        Run::Endless => drop(after.run_endless(&mut events)),
    }
    let events: Vec<GameEvent> = events.into_iter().map(GameEvent::Board).collect();
    let before = Tableau::laid(*position, FigureSet::EMPTY, FigureSet::EMPTY);
    (after, Show::of_run(&before, Stage::One, run, &events))
}

fn player(show: &Arc<Show>) -> Player {
    let mut player = Player::default();
    player.start(show.clone());
    player
}

/// Plays until the player waits or rests.
fn play(player: &mut Player) -> Next {
    loop {
        match player.next(Pace::default()) {
            Next::After(_) => player.go_on(),
            next @ (Next::Wait | Next::Rest) => return next,
        }
    }
}

fn runs() -> impl Strategy<Value = Run> {
    let numbers = [5, 7, 8, 10].map(|steps| Run::Tombstone(Tombstone::steps(steps)));
    let hits = [1, 2].map(|hits| Run::Tombstone(Tombstone::hits(hits)));
    prop::sample::select(numbers.into_iter().chain(hits).chain([Run::Endless]).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn a_run_is_shown_to_its_end_whatever_ends_it(position in positions(), run in runs()) {
        let (after, show) = watched(&position, run);
        prop_assume!(position.monster().is_some());
        prop_assert_eq!(show.beats.last().unwrap().tableau.position, after);
        let mut player = player(&Arc::new(show));
        prop_assert!(player.is_run());
        prop_assert_eq!(play(&mut player), Next::Rest);
        prop_assert!(player.show().is_none() && player.has_run());
    }

    #[test]
    fn every_step_can_be_gone_back_to(position in positions(), run in runs()) {
        let (_, show) = watched(&position, run);
        prop_assume!(show.steps() > 0);
        let show = Arc::new(show);
        let mut player = player(&show);
        // Forward step by step, as far as somebody would, and what was seen there.
        let mut seen = vec![];
        player.step();
        while play(&mut player) == Next::Wait && seen.len() < 30 {
            let progress = player.progress().unwrap();
            prop_assert!(progress.is_waiting && progress.can_go_back && progress.can_ask);
            seen.push((progress.step, player.beat().unwrap().tableau.clone()));
            player.step();
        }
        // The last step went on.
        player = self::player(&show);
        player.step();
        for _ in 1..seen.len() {
            play(&mut player);
            player.step();
        }
        play(&mut player);
        for (step, tableau) in seen.iter().rev() {
            prop_assert_eq!(player.progress().unwrap().step, *step);
            prop_assert_eq!(&player.beat().unwrap().tableau, tableau);
            player.back();
            prop_assert_eq!(player.next(Pace::default()), Next::Wait, "it pauses where it went back to");
        }
        prop_assert_eq!(player.show().unwrap().1, 0);
        prop_assert!(!player.progress().unwrap().can_go_back);
        player.step();
        play(&mut player);
        prop_assert_eq!(player.progress().unwrap().step, seen[0].0);
        player.run();
        prop_assert_eq!(player.gait(), Gait::Running);
    }
}

#[test]
fn a_speed_or_a_question_moves_nothing() {
    let (_, show) = watched(&"Mh5e-FG1j5".parse().unwrap(), Run::Tombstone(Tombstone::steps(5)));
    let mut player = player(&Arc::new(show));
    player.press(RunButton::Step);
    assert_eq!(play(&mut player), Next::Wait);
    let at = player.show().unwrap().1;
    for button in Speed::ALL.map(RunButton::Speed).into_iter().chain([RunButton::Why]) {
        player.press(button);
        assert_eq!((player.show().unwrap().1, player.gait(), button.moves()), (at, Gait::Waiting, false));
    }
    let look = player.last_look().unwrap();
    player.ask(&look);
    player.press(RunButton::Speed(Speed::Rush));
    assert!(player.is_asked(), "the answer is still being read");
    player.press(RunButton::Run);
    assert_eq!((player.is_asked(), player.gait(), player.show().unwrap().1), (false, Gait::Running, at + 1));
}

#[test]
fn only_the_length_of_a_run_for_steps_is_known_in_advance() {
    assert_eq!(Run::Tombstone(Tombstone::steps(8)).steps(), Some(8));
    assert_eq!(Run::Tombstone(Tombstone::hits(1)).steps(), None);
    assert_eq!(Run::Endless.steps(), None);
    assert_eq!(Run::Endless.tombstone(), None);
}

#[test]
fn every_beginning_of_a_run_counts_and_nothing_else_does() {
    let (_, show) = watched(&"Mh5e-FG1j5".parse().unwrap(), Run::Tombstone(Tombstone::steps(5)));
    let mut player = Player::default();
    player.again();
    assert_eq!(player.begun(), 0, "there is no run yet");
    player.start(Arc::new(show));
    player.step();
    play(&mut player);
    player.back();
    let look = player.last_look();
    look.iter().for_each(|look| player.ask(look));
    player.answered();
    assert_eq!(player.begun(), 1);
    // In the middle of the run, at its beginning, and after its end.
    player.again();
    player.again();
    assert_eq!(play(&mut player), Next::Rest);
    player.again();
    assert_eq!((player.begun(), player.is_playing_run()), (4, true));
}
