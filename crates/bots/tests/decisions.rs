//! Small positions in which the right move is known, and what all decisions have in common.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bots::{Bot, Budget, Chance, Choice, Decision, Odds, Reason, Stopwatch, Thinking, Watch};
use proptest::prelude::*;
use rules::game::{Action, Awaited, Band, FortressChoice, Game, Length, Options, Players, Situation, Stage, View};
use rules::host::Host;
use rules::{Direction, FigureId, Position, Step, Tombstone, Whereabouts};
use testkit::games;
use testkit::positions::config;

/// The third turn of stage two, red beginning: figures that have not moved show their dark side.
fn duel(position: &str, moved: &[&str], escaped: &[&str]) -> Game {
    let figures = |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect::<Vec<FigureId>>();
    let situation = Situation {
        players: vec![Band::Green, Band::Red],
        length: Length::Normal,
        setup: position.parse::<Position>().unwrap().to_setup(),
        stage: Stage::Two,
        turn: 3,
        start: Band::Red,
        moved: figures(moved),
        used: vec![Tombstone::steps(10), Tombstone::hits(2)],
        escaped: figures(escaped),
    };
    Game::from_situation(&situation).unwrap()
}

fn think(game: &Game, bot: Bot, threads: usize, budget: Budget, seed: u64, watch: &dyn Watch) -> Decision {
    let view = View { seat: game.acting().unwrap(), game };
    bot.decide(view, &Thinking { budget, seed, threads, watch }).unwrap()
}

fn decide(game: &Game, bot: Bot) -> Decision {
    think(game, bot, 1, Budget::Nodes(4000), 7, &Stopwatch::start())
}

fn after(game: &Game, decision: &Decision) -> Game {
    let mut after = game.clone();
    after.act(game.acting(), &decision.action, &mut ()).unwrap();
    after
}

fn danger(game: &Game, figure: &str) -> Chance {
    Odds::of(game.playing().unwrap()).unwrap().danger(figure.parse().unwrap())
}

/// The least danger that any move leaves a figure in.
fn least_danger(game: &Game, figure: &str) -> Chance {
    let after_action = |action: &Action| {
        let mut after = game.clone();
        after.act(game.acting(), action, &mut ()).unwrap();
        after
    };
    let dangers = game.legal_actions().into_iter().map(|action| danger(&after_action(&action), figure));
    dangers.min().unwrap()
}

#[track_caller]
fn for_fox_and_fiend(game: &Game, check: impl Fn(&Game, &Decision)) {
    for bot in [Bot::Fox, Bot::Fiend] {
        let decision = decide(game, bot);
        check(&after(game, &decision), &decision);
    }
}

#[test]
fn who_can_win_by_leaving_leaves() {
    let game = duel("Mp5w-FG4b2R4j10-EG1G3-XG5R1R3R5", &["R4"], &["G1", "G3"]);
    for_fox_and_fiend(&game, |after, decision| {
        assert_eq!(after.awaited(), Awaited::Nothing);
        assert_eq!(decision.reason, Reason::Escapes);
        assert_eq!(decision.best[0].value, 1.0);
    });
}

#[test]
fn who_is_about_to_be_eaten_at_the_door_leaves() {
    let game = duel("Mf2w-FG4b2R4j10-XG1G3G5R1R3R5", &["R4"], &[]);
    assert!(danger(&game, "G4").is_certain());
    for_fox_and_fiend(&game, |after, decision| {
        let place = after.playing().unwrap().position().whereabouts("G4".parse().unwrap());
        assert_eq!((place, decision.reason), (Some(Whereabouts::Escaped), Reason::Escapes));
    });
}

#[test]
fn the_only_figure_that_can_be_saved_is_saved() {
    // G5 has moved and is lost; from there the monster sees G4, unless that goes.
    let game = duel("Mf6e-FG4h9G5h6R4b3R5b4-XG1G3R1R3", &["R4", "G5", "R5"], &[]);
    assert!(danger(&game, "G5").is_certain() && danger(&game, "G4") > least_danger(&game, "G4"));
    for_fox_and_fiend(&game, |after, decision| {
        assert_eq!(danger(after, "G4"), least_danger(&game, "G4"));
        assert!(matches!(decision.reason, Reason::Saves { .. }), "{:?}", decision.reason);
    });
}

#[test]
fn who_holds_the_monster_back_steps_aside_and_lures_it_onto_the_other() {
    // Both are four away, so the monster walks on between them; without G4 it turns to R4.
    let game = duel("Mh6e-FG4h10R4h2-XG1G3G5R1R3R5", &["R4"], &[]);
    assert!(danger(&game, "R4").is_none());
    for_fox_and_fiend(&game, |after, decision| {
        assert!(danger(after, "R4").is_certain());
        assert_eq!(danger(after, "G4"), least_danger(&game, "G4"));
        assert!(matches!(decision.reason, Reason::Lures { .. }), "{:?}", decision.reason);
    });
}

#[test]
fn nobody_walks_into_sight_for_a_few_steps_of_progress() {
    // The monster is after R4; west of G4 is a line that it looks along, and who stands there is nearer.
    let game = duel("Mf6e-FG4g8R4i6-XG1G3G5R1R3R5", &["R4"], &[]);
    let step = Action::Move { figure: "G4".parse().unwrap(), path: vec![Step::Go(Direction::West)] };
    let mut in_sight = game.clone();
    in_sight.act(game.acting(), &step, &mut ()).unwrap();
    assert!(danger(&game, "G4").is_none() && danger(&in_sight, "G4").is_certain());
    for_fox_and_fiend(&game, |after, _| assert!(danger(after, "G4").is_none()));
}

#[test]
fn a_bot_is_only_asked_when_its_seat_is_to_act() {
    let game = duel("Mh6e-FG4h10R4h2-XG1G3G5R1R3R5", &["R4"], &[]);
    let red = game.players().next(game.acting().unwrap());
    let thinking = Thinking { budget: Budget::Nodes(100), seed: 0, threads: 1, watch: &Stopwatch::start() };
    for bot in Bot::ALL {
        assert_eq!(bot.decide(View { seat: red, game: &game }, &thinking), None);
    }
}

/// Calls a bot off when it has asked so often.
struct Patience(AtomicU64);

impl Watch for Patience {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn is_called_off(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

#[test]
fn who_is_called_off_stops_and_has_an_answer() {
    let endless = [Budget::Nodes(u64::MAX), Budget::Time(Duration::MAX)];
    let sparse = duel("Mh6e-FG4h10R4h2-XG1G3G5R1R3R5", &["R4"], &[]);
    for game in [duel("Mf2w-FG4e8G5i9R4j10R5c9-XG1G3R1R3", &["R4"], &[]), sparse] {
        for budget in endless {
            let nodes = [0, 1, 2000].map(|questions| {
                let decision = think(&game, Bot::Fiend, 1, budget, 0, &Patience(AtomicU64::new(questions)));
                after(&game, &decision);
                decision.nodes
            });
            assert!(nodes[0] < nodes[2], "with more patience it has seen more: {nodes:?}");
        }
    }
}

/// A watch on which a microsecond passes whenever somebody looks at it, so that no machine is too slow for it.
struct Ticking(AtomicU64);

impl Watch for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(1, Ordering::Relaxed))
    }

    fn is_called_off(&self) -> bool {
        false
    }
}

#[test]
fn a_time_budget_ends_the_search() {
    let game = duel("Mf2w-FG4e8G5i9R4j10R5c9-XG1G3R1R3", &["R4"], &[]);
    let nodes = [1, 20].map(|millis| {
        let budget = Budget::Time(Duration::from_millis(millis));
        think(&game, Bot::Fiend, 2, budget, 0, &Ticking(AtomicU64::new(0))).nodes
    });
    assert!(decide(&game, Bot::Fox).nodes < nodes[1], "it has searched");
    assert!(nodes[0] < nodes[1], "with more time it has seen more: {nodes:?}");
}

#[test]
fn on_the_first_turn_the_fast_figures_go_first() {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
    let game = Game::new(options, players.seats().next().unwrap(), &mut ());
    for bot in [Bot::Fox, Bot::Fiend] {
        let Choice { figure, .. } = decide(&game, bot).best[0].clone();
        assert_ne!(figure, "G1".parse().unwrap(), "{bot} moves a figure by one space");
    }
}

/// A game in which some moves have been made by Fledglings.
fn game_under_way() -> impl Strategy<Value = Game> {
    (games::options(), any::<[u8; 32]>(), 0_usize..160).prop_map(|(options, seed, actions)| {
        let (mut host, _) = Host::new(options, vec![], games::secret(seed)).unwrap();
        for _ in 0..actions {
            let game = host.game();
            match game.awaited() {
                Awaited::Tile(seat) | Awaited::Move(seat) => {
                    let action = decide(game, Bot::Fledgling).action;
                    host.act(seat, &action).unwrap();
                }
                Awaited::Flip => drop(host.flip().unwrap()),
                Awaited::Nothing => break,
            }
        }
        host.game().clone()
    })
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn every_bot_gives_a_legal_action_with_its_value_and_its_best_moves(game in game_under_way()) {
        prop_assume!(game.acting().is_some());
        for bot in Bot::ALL {
            let decision = think(&game, bot, 1, Budget::Nodes(600), 3, &Stopwatch::start());
            let mut after = game.clone();
            prop_assert_eq!(after.act(game.acting(), &decision.action, &mut ()), Ok(()));
            match &decision.action {
                Action::Place(_) => prop_assert!(decision.best.is_empty()),
                Action::Move { figure, path } => {
                    let Choice { figure: first, path: way, .. } = &decision.best[0];
                    prop_assert_eq!((first, way), (figure, path));
                    prop_assert!(decision.best.iter().all(|choice| (0.0..=1.0).contains(&choice.value)));
                    for Choice { figure, path, .. } in &decision.best {
                        let action = Action::Move { figure: *figure, path: path.clone() };
                        prop_assert_eq!(game.clone().act(game.acting(), &action, &mut ()), Ok(()));
                    }
                }
                Action::Flip { .. } => prop_assert!(false, "bots flip no tombstones"),
            }
        }
    }

    #[test]
    fn with_nodes_a_decision_does_not_depend_on_the_threads(game in game_under_way()) {
        prop_assume!(game.acting().is_some());
        let on = |threads| think(&game, Bot::Fiend, threads, Budget::Nodes(4000), 5, &Stopwatch::start());
        let one = on(1);
        // At the most one survey of a seat's moves too many for each of eight moves, and the first one.
        prop_assert!(one.nodes <= 4000 + 9 * 1000, "{} nodes", one.nodes);
        prop_assert_eq!(&one, &on(2));
        prop_assert_eq!(&one, &on(5));
    }

    #[test]
    fn fox_never_ends_a_move_in_certain_death_that_another_move_avoids(game in game_under_way()) {
        let Awaited::Move(_) = game.awaited() else { return Ok(()) };
        let is_certain = |action: &Action| {
            let Action::Move { figure, .. } = action else { unreachable!("a move is awaited") };
            let mut after = game.clone();
            after.act(game.acting(), action, &mut ()).unwrap();
            Odds::of(after.playing().unwrap()).is_some_and(|odds| odds.danger(*figure).is_certain())
        };
        let chosen = decide(&game, Bot::Fox).action;
        prop_assert!(!is_certain(&chosen) || game.legal_actions().iter().all(is_certain));
    }
}
