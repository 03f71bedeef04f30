//! Tunes the weights of the evaluation: bots play against themselves, and the weights are fitted to who won.
//!
//! The chances of the seats are a softmax of their scores, so the weights are those of a multinomial logistic regression, one for each
//! size of table and each turn. Where there is little data, they are kept close to weights that were set by hand.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use bots::evaluation::{Features, Phase, Survey, Weights};
use rules::Tombstone;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{
    Awaited, Band, FortressChoice, Game, Length, NamedFortress, Options, Players, Playing, Seat, Winner,
};

/// The parameters of tuning.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// The number of rounds. Each plays new games with the weights of the previous round.
    pub rounds: usize,
    /// The number of games in a round. A third has two players, a third three or four, a third five to seven.
    pub games: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The initial weights.
    pub start: TuningStart,
}

/// The initial weights of tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuningStart {
    /// Those set by hand.
    ByHand,
    /// Those that the bots play with.
    InUse,
}

/// The result of a round of tuning.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// The number of positions in the data.
    pub positions: usize,
    /// The mean logarithmic loss before and after fitting.
    pub loss: [f64; 2],
}

/// The number of players of successive games.
const PLAYERS: [usize; 18] = [2, 3, 5, 2, 4, 6, 2, 3, 7, 2, 4, 5, 2, 3, 6, 2, 4, 7];

/// One move in this many is random, so that all kinds of positions come up.
const ONE_IN: usize = 12;

/// How strongly the weights are pulled towards those set by hand, as a number of positions.
const HOLD: f64 = 4.0;

/// The number of steps of gradient descent.
const DESCENTS: usize = 400;

impl Tuning {
    /// Tunes the weights and returns the text of their file. Calls `on_round` after each round.
    pub fn run(&self, mut on_round: impl FnMut(Round)) -> String {
        let mut weights = match self.start {
            TuningStart::ByHand => Weights::by_hand(),
            TuningStart::InUse => Weights::in_use().clone(),
        };
        for round in 0..self.rounds {
            let samples = self.play(round, &weights);
            let before = loss(&weights, &samples);
            weights = fit(&weights, &samples, self.threads);
            let after = loss(&weights, &samples);
            on_round(Round { positions: samples.len(), loss: [before, after] });
        }
        weights.to_string()
    }

    /// Plays the games of a round and returns their positions.
    fn play(&self, round: usize, weights: &Weights) -> Vec<Sample> {
        let next = AtomicUsize::new(0);
        let played = Mutex::new(vec![]);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            break;
                        }
                        let players = PLAYERS[number % PLAYERS.len()];
                        let samples = play_game([self.seed, round as u64, number as u64], players, weights);
                        played.lock().unwrap_or_else(PoisonError::into_inner).push((number, samples));
                    }
                });
            }
        });
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Floating-point sums depend on their order, and the weights must not depend on the number of threads.
        played.sort_by_key(|(number, _)| *number);
        played.into_iter().flat_map(|(_, samples)| samples).collect()
    }
}

/// The features at the beginning of a turn, and the seat that won in the end.
struct Sample {
    features: Features,
    winner: usize,
}

fn play_game(seed: [u64; 3], players: usize, weights: &Weights) -> Vec<Sample> {
    let mut bytes = [0; 32];
    bytes.chunks_mut(8).zip(seed).for_each(|(bytes, word)| bytes.copy_from_slice(&word.to_le_bytes()));
    let chance = &mut Stream::new(&Seed(bytes), &[], Purpose::Players);
    let mut game = new_game(players, chance);
    let mut survey = Survey::new(weights);
    let mut samples = vec![];
    loop {
        match game.awaited() {
            Awaited::Move(seat) => {
                if game.moved().is_empty() {
                    samples.extend(Features::at_turn_start(&game).map(|features| Sample { features, winner: 0 }));
                }
                survey.make(&game);
                let nth = match chance.below(ONE_IN) {
                    0 => chance.below(survey.count()),
                    _ => survey.best(seat).unwrap_or(0),
                };
                let (figure, path) = survey.nth(nth);
                game.move_figure(figure, &path, &mut ()).expect("outcomes are legal");
            }
            Awaited::Flip => {
                let pile = game.flippable();
                let drawn = chance.below(pile.len());
                let mut tombstones = pile.iter().flat_map(|(one, count)| std::iter::repeat_n(one, count));
                let tombstone: Tombstone = tombstones.nth(drawn).expect("one of those left");
                game.flip(tombstone, &mut ()).expect("it is left in the pile");
            }
            Awaited::Tile(_) | Awaited::Nothing => break,
        }
    }
    match game.ending().map(|ending| ending.winner) {
        Some(Winner::Seat(seat)) => {
            samples.iter_mut().for_each(|sample| sample.winner = seat.index());
            samples
        }
        Some(Winner::Monster) | None => vec![],
    }
}

fn new_game(players: usize, chance: &mut Stream) -> Playing {
    let mut fortresses = vec![FortressChoice::Basic; NamedFortress::ALL.len()];
    fortresses.extend(NamedFortress::ALL.map(|named| FortressChoice::Prepared(named.fortress())));
    let options = Options {
        players: Players::new(&Band::ALL[..players]).expect("two to seven can play"),
        fortress: fortresses[chance.below(fortresses.len())],
        length: if players > 5 && chance.below(2) == 0 { Length::Long } else { Length::Normal },
    };
    let first = Seat::new(chance.below(players)).expect("one of the seats");
    match Game::new(options, first, &mut ()) {
        Game::Playing(playing) => playing,
        Game::Laying(_) => unreachable!("nobody lays these fortresses"),
    }
}

/// The chance of each seat by its score.
fn chances(phase: &Phase, sample: &Sample) -> Vec<f64> {
    let scores: Vec<f64> = sample.features.seats.iter().map(|seat| libm::exp(seat.score(phase))).collect();
    let sum: f64 = scores.iter().sum();
    scores.into_iter().map(|score| score / sum).collect()
}

fn loss(weights: &Weights, samples: &[Sample]) -> f64 {
    let of = |sample: &Sample| -libm::log(chances(&weights.phases()[sample.features.phase], sample)[sample.winner]);
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

/// Fits each phase to its samples.
fn fit(weights: &Weights, samples: &[Sample], threads: NonZeroUsize) -> Weights {
    let by_hand = Weights::by_hand();
    let mut phases = weights.phases().to_vec();
    let mut work: Vec<(usize, &mut Phase)> = phases.iter_mut().enumerate().collect();
    let share = work.len().div_ceil(threads.get());
    std::thread::scope(|scope| {
        for part in work.chunks_mut(share) {
            let by_hand = &by_hand;
            scope.spawn(move || {
                for (index, phase) in part {
                    let samples: Vec<&Sample> =
                        samples.iter().filter(|sample| sample.features.phase == *index).collect();
                    descend(phase, &by_hand.phases()[*index], &samples);
                }
            });
        }
    });
    Weights::new(phases)
}

/// Minimises the loss by gradient descent with Adam.
fn descend(phase: &mut Phase, by_hand: &Phase, samples: &[&Sample]) {
    const RATE: f64 = 0.05;
    const MEAN: f64 = 0.9;
    const SQUARE: f64 = 0.999;
    if samples.is_empty() {
        return;
    }
    let count = samples.len() as f64;
    let held = by_hand.coefficients();
    let mut flat = phase.coefficients();
    let mut means = vec![0.0; flat.len()];
    let mut squares = vec![0.0; flat.len()];
    // The share of the initial zeros in the moving averages, for their bias correction.
    let (mut mean_unseen, mut square_unseen) = (1.0, 1.0);
    for _ in 0..DESCENTS {
        mean_unseen *= MEAN;
        square_unseen *= SQUARE;
        let mut slope: Vec<f64> = flat.iter().zip(&held).map(|(weight, held)| HOLD * (weight - held) / count).collect();
        phase.set_coefficients(&flat);
        for sample in samples {
            for (nth, (seat, chance)) in sample.features.seats.iter().zip(chances(phase, sample)).enumerate() {
                let error = (chance - f64::from(u8::from(nth == sample.winner))) / count;
                seat.add_slope(&mut slope, error);
            }
        }
        for nth in 0..flat.len() {
            means[nth] = MEAN * means[nth] + (1.0 - MEAN) * slope[nth];
            squares[nth] = SQUARE * squares[nth] + (1.0 - SQUARE) * slope[nth] * slope[nth];
            let mean = means[nth] / (1.0 - mean_unseen);
            let square = squares[nth] / (1.0 - square_unseen);
            flat[nth] -= RATE * mean / (square.sqrt() + 1e-8);
        }
    }
    phase.set_coefficients(&flat);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_weights_on_any_number_of_threads_and_they_fit_better() {
        let tune = |threads: usize| {
            let threads = NonZeroUsize::new(threads).unwrap();
            let mut losses = vec![];
            let tuning = Tuning { rounds: 1, games: 18, seed: 1, threads, start: TuningStart::ByHand };
            let text = tuning.run(|round| losses.push(round.loss));
            assert!(losses.iter().all(|[before, after]| after < before), "{losses:?}");
            text
        };
        let weights = tune(1);
        assert_eq!(weights, tune(3));
        assert!(weights.parse::<Weights>().is_ok());
    }
}
