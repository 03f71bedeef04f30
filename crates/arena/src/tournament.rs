//! Plays many games of the same entrants in parallel. [`Standings`](crate::Standings) collects the results.

use std::collections::BTreeMap;
use std::num::{NonZeroU64, NonZeroUsize};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use bots::{Budget, Entrants, SelfPlay, Watch};
use rules::Event;
use rules::chance::{Secret, Seed};
use rules::game::{Action, FortressChoice, GameEvent, Length, Winner};
use rules::record::Record;
use thiserror::Error;

/// A series of games. Each game depends on these fields and its number only.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The entrants in the order of their seats in game 0. After each game, everybody moves on by one seat.
    pub entrants: Entrants,
    /// The number of games.
    pub games: NonZeroU64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The budget of entrants that have none of their own.
    pub budget: Budget,
    /// The fortresses they play in.
    pub fortresses: Fortresses,
    /// The length of the games.
    pub length: Length,
}

/// The fortresses in which the games of a tournament are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fortresses {
    /// The fortress of the basic game.
    Basic,
    /// Those of the game for experienced players, in which the bots lay the tiles.
    Experienced,
    /// Both alternately, changing after as many games as there are entrants: every entrant sits on every seat of both.
    Mixed,
}

/// A text that names none of the [`Fortresses`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown fortress {0:?}: expected basic, experienced or mixed")]
pub struct UnknownFortresses(pub String);

impl FromStr for Fortresses {
    type Err = UnknownFortresses;

    fn from_str(text: &str) -> Result<Fortresses, UnknownFortresses> {
        match text {
            "basic" => Ok(Fortresses::Basic),
            "experienced" => Ok(Fortresses::Experienced),
            "mixed" => Ok(Fortresses::Mixed),
            _ => Err(UnknownFortresses(text.to_owned())),
        }
    }
}

/// A finished game of a tournament.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Its number, counted from 0.
    pub number: u64,
    /// Its record.
    pub record: Record,
    /// The scores of the entrants, in their order in the tournament.
    pub scores: Vec<Score>,
}

/// The score of an entrant in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Whether it won.
    pub has_won: bool,
    /// Its place, from 1: see [`Game::places`](rules::game::Game::places).
    pub place: usize,
    /// The number of its figures that escaped.
    pub escaped: usize,
    /// The number of times one of its figures was eaten. Figures left behind at the end do not count.
    pub eaten: usize,
    /// The number of its moves, not counting tiles.
    pub moves: u32,
    /// Its total thinking time for moves.
    pub thought: Duration,
}

impl Tournament {
    /// Plays game `number`, counted from 0. Returns `None` if it was called off.
    #[must_use]
    pub fn play_game(&self, number: u64, is_called_off: &AtomicBool) -> Option<PlayedGame> {
        let seats_on = self.seats_on(number);
        let entrants = self.entrants.rotated(seats_on);
        let game = SelfPlay {
            entrants: &entrants,
            budget: self.budget,
            fortress: self.fortress(number),
            length: self.length,
            secret: Secret::chosen(self.game_seed(number)),
            // The games run in parallel, not the bots.
            threads: 1,
            first: None,
        };
        let mut scores = vec![Score::default(); self.count()];
        let start_watch = || GameWatch { start: Instant::now(), is_called_off };
        let played = game.play(start_watch, |seat, decision, time| match decision.action {
            Action::Move { .. } => {
                scores[seat.index()].moves += 1;
                scores[seat.index()].thought += time;
            }
            Action::Place(_) | Action::Flip { .. } => {}
        });
        let record = played.expect("a fortress that is not prepared lacks no tiles")?;
        add_results(&record, &mut scores);
        scores.rotate_left(seats_on);
        Some(PlayedGame { number, record, scores })
    }

    /// Plays up to `threads` games in parallel and calls `on_game` for each in the order of their numbers.
    ///
    /// When it is called off, it starts no new game and drops those in progress. Finished games are still reported.
    pub fn run(&self, threads: NonZeroUsize, is_called_off: &AtomicBool, on_game: impl FnMut(&PlayedGame)) {
        let next = AtomicU64::new(0);
        // A channel without capacity: threads wait if `on_game` is slow, instead of piling up games.
        let (sender, receiver) = mpsc::sync_channel(0);
        thread::scope(|scope| {
            for _ in 0..threads.get() {
                let sender = sender.clone();
                scope.spawn(|| self.play_games(&next, is_called_off, sender));
            }
            drop(sender);
            report_in_order(receiver, on_game);
        });
    }

    fn play_games(&self, next: &AtomicU64, is_called_off: &AtomicBool, played: mpsc::SyncSender<PlayedGame>) {
        while !is_called_off.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games.get() {
                return;
            }
            let Some(game) = self.play_game(number, is_called_off) else { return };
            if played.send(game).is_err() {
                // The receiver is gone.
                return;
            }
        }
    }

    fn count(&self) -> usize {
        self.entrants.by_seat().len()
    }

    /// The number of seats by which everybody has moved on since game 0.
    fn seats_on(&self, number: u64) -> usize {
        (number % self.count() as u64) as usize
    }

    fn fortress(&self, number: u64) -> FortressChoice {
        let round = number / self.count() as u64;
        match self.fortresses {
            Fortresses::Basic => FortressChoice::Basic,
            Fortresses::Experienced => FortressChoice::ByHand,
            Fortresses::Mixed if round.is_multiple_of(2) => FortressChoice::Basic,
            Fortresses::Mixed => FortressChoice::ByHand,
        }
    }

    /// The seed of a game, different for all games of all tournaments.
    fn game_seed(&self, number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[16..24].copy_from_slice(&self.seed.to_be_bytes());
        bytes[24..].copy_from_slice(&number.to_be_bytes());
        Seed(bytes)
    }
}

/// Adds the results of a record to the scores, which are in the order of seats here.
fn add_results(record: &Record, scores: &mut [Score]) {
    let players = record.terms().players();
    for played in record.replay() {
        for event in &played.events {
            if let GameEvent::Board(Event::FigureEaten { figure, .. }) = event {
                let seat = players.owner(*figure).expect("events name figures in play");
                scores[seat.index()].eaten += 1;
            }
        }
        for seat in players.seats() {
            scores[seat.index()].escaped = played.game.playing().map_or(0, |playing| playing.escaped_of(seat));
        }
        for place in played.game.places().into_iter().flatten() {
            scores[place.seat.index()].place = place.number;
        }
    }
    for seat in players.seats() {
        scores[seat.index()].has_won = record.ending().is_some_and(|ending| ending.winner == Winner::Seat(seat));
    }
}

fn report_in_order(games: mpsc::Receiver<PlayedGame>, mut on_game: impl FnMut(&PlayedGame)) {
    let mut early = BTreeMap::new();
    let mut due = 0;
    for game in games {
        early.insert(game.number, game);
        while let Some(game) = early.remove(&due) {
            on_game(&game);
            due += 1;
        }
    }
    // If a game was called off, later ones may have been finished.
    early.values().for_each(on_game);
}

/// The watch for one decision. All of them are called off together.
struct GameWatch<'a> {
    start: Instant,
    is_called_off: &'a AtomicBool,
}

impl Watch for GameWatch<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn is_called_off(&self) -> bool {
        self.is_called_off.load(Ordering::Relaxed)
    }
}
