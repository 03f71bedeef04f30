//! Tournaments: every game depends on its number only, and results are counted correctly.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arena::{Fortresses, Interval, PlayedGame, Score, Standing, Standings, Tournament};
use bots::{Budget, Entrant, Entrants};
use rules::game::{Action, FortressChoice, GameEvent, Length, Winner};
use rules::terms::Player;
use rules::{Event, FigureId, Whereabouts};

fn entrants(texts: &[&str]) -> Entrants {
    Entrants::new(texts.iter().map(|text| text.parse().unwrap()).collect()).unwrap()
}

fn tournament(texts: &[&str], games: u64) -> Tournament {
    Tournament {
        entrants: entrants(texts),
        games: NonZeroU64::new(games).unwrap(),
        seed: 7,
        budget: Budget::Nodes(20),
        fortresses: Fortresses::Basic,
        length: Length::Normal,
    }
}

/// Plays all games and returns them as they are reported.
fn played(tournament: &Tournament, threads: usize) -> Vec<PlayedGame> {
    let mut games = vec![];
    let threads = NonZeroUsize::new(threads).unwrap();
    tournament.run(threads, &AtomicBool::new(false), |game| games.push(game.clone()));
    games
}

fn numbers(games: &[PlayedGame]) -> Vec<u64> {
    games.iter().map(|game| game.number).collect()
}

fn standings(tournament: &Tournament, games: &[PlayedGame]) -> Standings {
    let mut standings = Standings::new(&tournament.entrants);
    games.iter().for_each(|game| standings.add(game));
    standings
}

/// The standings without times.
fn untimed(standings: &Standings) -> Vec<Standing> {
    standings.entrants().map(|standing| Standing { per_move: Duration::ZERO, ..standing }).collect()
}

#[test]
fn threads_change_nothing_with_nodes() {
    let tournament = tournament(&["fool", "fledgling", "fox", "fiend"], 12);
    let (one, three) = (played(&tournament, 1), played(&tournament, 3));
    assert_eq!(numbers(&one), (0..12).collect::<Vec<_>>());
    assert_eq!(numbers(&three), numbers(&one));
    assert!(one.iter().zip(&three).all(|(one, three)| one.record == three.record));
    assert_eq!(untimed(&standings(&tournament, &one)), untimed(&standings(&tournament, &three)));
}

#[test]
fn a_game_follows_from_its_number_alone() {
    let tournament = tournament(&["fool", "fox"], 9);
    let calm = AtomicBool::new(false);
    let all = played(&tournament, 2);
    assert_eq!(tournament.play_game(5, &calm).unwrap().record, all[5].record);
    let other = Tournament { seed: 8, ..tournament };
    assert_ne!(other.play_game(5, &calm).unwrap().record.secret(), all[5].record.secret());
}

/// Whether the player of a record is this entrant.
fn is(player: &Player, entrant: &str) -> bool {
    Entrant::of(player).is_some_and(|played| played.to_string() == entrant)
}

#[test]
fn everybody_sits_on_every_seat_of_every_fortress_equally_often() {
    let texts = ["fool@1n", "fool@2n", "fool@3n"];
    let tournament = Tournament { fortresses: Fortresses::Mixed, length: Length::Long, ..tournament(&texts, 12) };
    let games = played(&tournament, 2);
    for seat in 0..3 {
        for text in texts {
            for fortress in [FortressChoice::Basic, FortressChoice::ByHand] {
                let is_there = |game: &&PlayedGame| {
                    let terms = game.record.terms();
                    is(&terms.seats()[seat], text) && terms.options().unwrap().fortress == fortress
                };
                assert_eq!(games.iter().filter(is_there).count(), 2, "{text} on seat {seat}, {fortress:?}");
            }
        }
    }
    assert!(games.iter().all(|game| game.record.terms().length() == Length::Long));
}

fn on_board(event: GameEvent) -> Option<Event> {
    if let GameEvent::Board(event) = event { Some(event) } else { None }
}

#[test]
fn scores_are_those_of_the_records_and_records_verify() {
    let texts = ["fool@1n", "fool@2n", "fool@3n", "fool@4n", "fool@5n"];
    let tournament = Tournament { fortresses: Fortresses::Mixed, ..tournament(&texts, 10) };
    for PlayedGame { record, scores, .. } in played(&tournament, 2) {
        assert_eq!(record.verify(), Ok(()));
        let (game, winner) = (record.replay().last().unwrap().game, record.ending().unwrap().winner);
        let events: Vec<Event> = record.replay().flat_map(|played| played.events).filter_map(on_board).collect();
        for (text, score) in texts.iter().zip(scores) {
            let seat = game.players().seats().find(|seat| is(&record.terms().seats()[seat.index()], text)).unwrap();
            let own = game.players().figures(seat);
            let is_own = |action: &&Action| matches!(action, Action::Move { figure, .. } if own.has(*figure));
            assert_eq!(score.moves as usize, record.actions().iter().filter(is_own).count());
            assert_eq!(score.escaped, game.playing().unwrap().escaped_of(seat));
            assert_eq!(score.has_won, winner == Winner::Seat(seat));
            let place = game.places().unwrap().into_iter().find(|place| place.seat == seat).unwrap();
            assert_eq!(score.place, place.number);
            // Who is eaten comes back in stage one and stays there in stage two; who is left behind counts as eaten.
            let count = |is_such: fn(&Event) -> Option<FigureId>| {
                events.iter().filter_map(is_such).filter(|figure| own.has(*figure)).count()
            };
            let returned =
                count(|event| if let Event::FigureReturned { figure } = event { Some(*figure) } else { None });
            let left = count(|event| if let Event::FigureLeftBehind { figure } = event { Some(*figure) } else { None });
            let figures = game.playing().unwrap().position().figures();
            let inside = figures.filter(|(figure, place)| own.has(*figure) && *place == Whereabouts::Eaten).count();
            assert_eq!(score.eaten, returned + inside - left);
        }
    }
}

#[test]
fn called_off_keeps_what_was_played_in_order() {
    // Far more than can be played before the first four are told.
    let tournament = tournament(&["fool", "fool"], 1_000_000);
    for threads in [1, 3] {
        let is_called_off = AtomicBool::new(false);
        let mut told = vec![];
        tournament.run(NonZeroUsize::new(threads).unwrap(), &is_called_off, |game| {
            told.push(game.number);
            is_called_off.store(told.len() >= 4, Ordering::Relaxed);
        });
        assert_eq!(told[..4], [0, 1, 2, 3]);
        assert!(told.is_sorted());
        assert!(told.len() < 1_000_000);
        assert!(threads > 1 || told.len() <= 5, "one thread has one game more in its hands, not {}", told.len() - 4);
    }
}

#[test]
fn called_off_from_the_beginning_nothing_is_played() {
    let tournament = tournament(&["fool", "fool"], 5);
    let is_called_off = AtomicBool::new(true);
    assert!(tournament.play_game(0, &is_called_off).is_none());
    tournament.run(NonZeroUsize::MIN, &is_called_off, |game| panic!("game {} was played", game.number));
    let before: Vec<Standing> = Standings::new(&tournament.entrants).entrants().collect();
    assert_eq!((before[0].rate, before[0].rate_interval), (0.0, Interval { low: 0.0, high: 1.0 }));
    assert_eq!((before[1].rating, before[1].per_move), (25.0, Duration::ZERO));
}

/// A game of these scores; only they count.
fn scored(tournament: &Tournament, scores: &[Score]) -> PlayedGame {
    let game = tournament.play_game(0, &AtomicBool::new(false)).unwrap();
    PlayedGame { scores: scores.to_vec(), ..game }
}

#[test]
fn ratings_follow_the_places() {
    let tournament = tournament(&["fool", "fool", "fool", "fool"], 1);
    let placed = |place| Score { place, has_won: place == 1, ..Score::default() };
    let game = scored(&tournament, &[placed(3), placed(1), placed(2), placed(3)]);
    let ratings: Vec<f64> = standings(&tournament, &[game]).entrants().map(|standing| standing.rating).collect();
    assert!(ratings[1] > ratings[2] && ratings[2] > ratings[0], "{ratings:?}");
    assert_eq!(ratings[0], ratings[3], "seats that share a place are rated alike");
}

#[test]
fn a_game_that_the_monster_wins_is_nobodys() {
    let tournament = tournament(&["fool", "fool"], 1);
    let standings = standings(&tournament, &[scored(&tournament, &[Score::default(); 2])]);
    assert_eq!((standings.games(), standings.monster()), (1, 1));
    assert!(standings.entrants().all(|standing| standing.wins == 0 && standing.rating == 25.0));
}

#[test]
fn counts_are_given_per_game_and_per_move() {
    let tournament = tournament(&["fool", "fool"], 1);
    let busy = Score { has_won: true, place: 1, escaped: 3, eaten: 2, moves: 20, thought: Duration::from_millis(100) };
    let idle = Score { place: 2, eaten: 5, moves: 30, thought: Duration::from_millis(100), ..Score::default() };
    let games = [scored(&tournament, &[busy, idle]), scored(&tournament, &[idle, idle])];
    let standings = standings(&tournament, &games);
    let first = standings.entrants().next().unwrap();
    assert_eq!((first.wins, first.rate, first.escaped, first.eaten), (1, 0.5, 1.5, 3.5));
    assert_eq!(first.per_move, Duration::from_millis(4));
}

#[test]
fn intervals_of_rates_are_wilsons() {
    // From Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
    for (wins, games, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let interval = Interval::of_rate(wins, games);
        assert!((interval.low - low).abs() < 0.000_05 && (interval.high - high).abs() < 0.000_05, "{interval:?}");
    }
    for games in 1..100 {
        assert_eq!((Interval::of_rate(0, games).low, Interval::of_rate(games, games).high), (0.0, 1.0));
    }
}
