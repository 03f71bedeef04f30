//! The standings of a tournament: wins, figures and ratings, with confidence intervals.

use std::time::Duration;

use bots::{Entrant, Entrants};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::tournament::{PlayedGame, Score};

/// 95 % of a normal distribution lie within this many standard deviations of the mean.
const DEVIATIONS_95: f64 = 1.959_963_984_540_054;

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// The interval of a win rate, by Wilson's score, which also works for few games and for no wins.
    #[must_use]
    pub fn of_rate(wins: u64, games: u64) -> Interval {
        if games == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (games, rate) = (games as f64, wins as f64 / games as f64);
        let square = DEVIATIONS_95 * DEVIATIONS_95;
        let middle = rate + square / (2.0 * games);
        let spread = DEVIATIONS_95 * (rate * (1.0 - rate) / games + square / (4.0 * games * games)).sqrt();
        let stretch = 1.0 + square / games;
        // Rounding errors must not exclude the rate itself, nor leave the range from 0 to 1.
        let low = ((middle - spread) / stretch).clamp(0.0, rate);
        let high = ((middle + spread) / stretch).clamp(rate, 1.0);
        Interval { low, high }
    }

    fn of_rating(rating: WengLinRating) -> Interval {
        let spread = DEVIATIONS_95 * rating.uncertainty;
        Interval { low: rating.rating - spread, high: rating.rating + spread }
    }
}

/// The results of an entrant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The entrant.
    pub entrant: Entrant,
    /// The number of games it won.
    pub wins: u64,
    /// The share of games it won, from 0 to 1.
    pub rate: f64,
    /// The confidence interval of the rate.
    pub rate_interval: Interval,
    /// The number of its figures that escaped, per game.
    pub escaped: f64,
    /// The number of times one of its figures was eaten, per game.
    pub eaten: f64,
    /// Its rating by the model of Weng and Lin. Everybody begins with 25.
    pub rating: f64,
    /// The confidence interval of the rating.
    pub rating_interval: Interval,
    /// The mean thinking time per move.
    pub per_move: Duration,
}

/// The results of the games of a tournament so far.
#[derive(Clone, Debug)]
pub struct Standings {
    games: u64,
    monster: u64,
    tallies: Vec<Tally>,
}

#[derive(Clone, Debug)]
struct Tally {
    entrant: Entrant,
    wins: u64,
    escaped: usize,
    eaten: usize,
    moves: u32,
    thought: Duration,
    rating: WengLinRating,
}

impl Standings {
    /// The standings before the first game.
    #[must_use]
    pub fn new(entrants: &Entrants) -> Standings {
        let tally = |entrant: &Entrant| Tally {
            entrant: *entrant,
            wins: 0,
            escaped: 0,
            eaten: 0,
            moves: 0,
            thought: Duration::ZERO,
            rating: WengLinRating::new(),
        };
        Standings { games: 0, monster: 0, tallies: entrants.by_seat().iter().map(tally).collect() }
    }

    /// Adds a game. Ratings depend on the order of the games.
    pub fn add(&mut self, game: &PlayedGame) {
        self.games += 1;
        if !game.scores.iter().any(|score| score.has_won) {
            self.monster += 1;
        }
        let ratings = self.rated(&game.scores);
        for ((tally, score), rating) in self.tallies.iter_mut().zip(&game.scores).zip(ratings) {
            tally.wins += u64::from(score.has_won);
            tally.escaped += score.escaped;
            tally.eaten += score.eaten;
            tally.moves += score.moves;
            tally.thought += score.thought;
            tally.rating = rating;
        }
    }

    /// The ratings after a game with these scores.
    fn rated(&self, scores: &[Score]) -> Vec<WengLinRating> {
        let alone: Vec<[WengLinRating; 1]> = self.tallies.iter().map(|tally| [tally.rating]).collect();
        let ranked = alone.iter().zip(scores).map(|(alone, score)| (&alone[..], MultiTeamOutcome::new(score.place)));
        weng_lin_multi_team(&ranked.collect::<Vec<_>>(), &WengLinConfig::new()).concat()
    }

    /// The number of games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of games that the monster won.
    #[must_use]
    pub fn monster(&self) -> u64 {
        self.monster
    }

    /// The results of each entrant, in their order in the tournament.
    pub fn entrants(&self) -> impl Iterator<Item = Standing> {
        // Before the first game everything is 0.
        let per_game = |count: f64| count / self.games.max(1) as f64;
        self.tallies.iter().map(move |tally| Standing {
            entrant: tally.entrant,
            wins: tally.wins,
            rate: per_game(tally.wins as f64),
            rate_interval: Interval::of_rate(tally.wins, self.games),
            escaped: per_game(tally.escaped as f64),
            eaten: per_game(tally.eaten as f64),
            rating: tally.rating.rating,
            rating_interval: Interval::of_rating(tally.rating),
            per_move: tally.thought / tally.moves.max(1),
        })
    }
}
