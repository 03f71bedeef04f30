//! Many games of the same entrants on many cores. What comes of them is gathered by [`Standings`](crate::Standings).

use std::collections::BTreeMap;
use std::num::{NonZeroU64, NonZeroUsize};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rules::Event;
use rules::chance::{Secret, Seed};
use rules::game::{Action, FortressChoice, GameEvent, Length, Winner};
use rules::record::Record;
use thiserror::Error;

use crate::budget::{Budget, Watch};
use crate::entrant::Entrants;
use crate::self_play::SelfPlay;

/// A number of games. Each follows from what stands here and its number alone.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Who plays, as they sit in game 0. From game to game everybody moves on by one seat.
    pub entrants: Entrants,
    /// How many games.
    pub games: NonZeroU64,
    /// What all chance follows from.
    pub seed: u64,
    /// How much the entrants may think, unless that is their own affair.
    pub budget: Budget,
    /// Where they play.
    pub grounds: Grounds,
    /// With which tombstones.
    pub length: Length,
}

/// Where the games of a tournament are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// The basic game.
    Basic,
    /// The game for experienced players; the bots lay the tiles.
    Experienced,
    /// Both in turns, so many games each as there are entrants: everybody sits on every seat of both.
    Mixed,
}

/// A text that names no grounds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is neither basic nor experienced nor mixed")]
pub struct UnknownGrounds(pub String);

impl FromStr for Grounds {
    type Err = UnknownGrounds;

    fn from_str(text: &str) -> Result<Grounds, UnknownGrounds> {
        match text {
            "basic" => Ok(Grounds::Basic),
            "experienced" => Ok(Grounds::Experienced),
            "mixed" => Ok(Grounds::Mixed),
            _ => Err(UnknownGrounds(text.to_owned())),
        }
    }
}

/// A game of a tournament that was played to its end.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Its number, from 0.
    pub number: u64,
    /// The game.
    pub record: Record,
    /// How the entrants did, in their order in the tournament.
    pub scores: Vec<Score>,
}

/// How an entrant did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Whether it won.
    pub has_won: bool,
    /// How many of its figures got out.
    pub escaped: usize,
    /// How often the monster ate one of its figures. Who is left behind at the end has not been eaten.
    pub eaten: usize,
    /// How many moves it made; tiles are no moves.
    pub moves: u32,
    /// How long it thought about its moves in all.
    pub thought: Duration,
}

impl Tournament {
    /// Plays the game with this number, from 0. `None` if it was called off.
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
            // The games themselves run beside each other.
            threads: 1,
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

    /// Plays all games, so many at a time, and tells them in the order of their numbers. Once it is called off no game begins, those under way
    /// are dropped, and those that were played are still told.
    pub fn run(&self, threads: NonZeroUsize, is_called_off: &AtomicBool, on_game: impl FnMut(&PlayedGame)) {
        let next = AtomicU64::new(0);
        // A queue without places: nobody plays ahead of somebody who is slow to listen.
        let (sender, receiver) = mpsc::sync_channel(0);
        thread::scope(|scope| {
            for _ in 0..threads.get() {
                let sender = sender.clone();
                scope.spawn(|| self.play_games(&next, is_called_off, sender));
            }
            drop(sender);
            tell_in_order(receiver, on_game);
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
                // Nobody listens any more.
                return;
            }
        }
    }

    fn count(&self) -> usize {
        self.entrants.by_seat().len()
    }

    /// How many seats further everybody sits than in game 0.
    fn seats_on(&self, number: u64) -> usize {
        (number % self.count() as u64) as usize
    }

    fn fortress(&self, number: u64) -> FortressChoice {
        let round = number / self.count() as u64;
        match self.grounds {
            Grounds::Basic => FortressChoice::Basic,
            Grounds::Experienced => FortressChoice::ByHand,
            Grounds::Mixed if round.is_multiple_of(2) => FortressChoice::Basic,
            Grounds::Mixed => FortressChoice::ByHand,
        }
    }

    /// No two games of any tournaments share a seed.
    fn game_seed(&self, number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[16..24].copy_from_slice(&self.seed.to_be_bytes());
        bytes[24..].copy_from_slice(&number.to_be_bytes());
        Seed(bytes)
    }
}

/// Adds what the record tells, by seat.
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
    }
    for seat in players.seats() {
        scores[seat.index()].has_won = record.ending().is_some_and(|ending| ending.winner == Winner::Seat(seat));
    }
}

fn tell_in_order(games: mpsc::Receiver<PlayedGame>, mut on_game: impl FnMut(&PlayedGame)) {
    let mut early = BTreeMap::new();
    let mut due = 0;
    for game in games {
        early.insert(game.number, game);
        while let Some(game) = early.remove(&due) {
            on_game(&game);
            due += 1;
        }
    }
    // If a game was called off, later ones may have been played.
    early.values().for_each(on_game);
}

/// Runs for one decision; all of them are called off together.
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
