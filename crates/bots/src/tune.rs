//! The program that makes the weights: bots play against themselves, and the weights are fitted to who won.
//!
//! The chances of the seats are a softmax of their scores, so the weights are those of a multinomial logistic regression, one for each
//! size of table and each turn. They are kept close to weights by hand where there is nothing to learn from.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rules::chance::{Purpose, Seed, Stream};
use rules::game::{
    Awaited, Band, FortressChoice, Game, Length, NamedFortress, Options, Players, Playing, Seat, Winner,
};
use rules::{FigureId, Tombstone};

use crate::race::{Arrival, Arrivals, GAME_TURNS, Race};
use crate::roads::Roads;
use crate::survey::Survey;
use crate::weights::{Phase, WEIGHTS, Weights};

/// How the weights are made.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// How often new games are played with the weights of the last round.
    pub rounds: usize,
    /// How many games a round has: as many with two players as with three or four, and as with five to seven.
    pub games: usize,
    /// What all chance follows from.
    pub seed: u64,
    /// On how many cores.
    pub threads: NonZeroUsize,
    /// What they start from.
    pub start: TuningStart,
}

/// The weights that tuning starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuningStart {
    /// Those made by hand.
    ByHand,
    /// Those the bots play with.
    InUse,
}

/// What a round of tuning came to.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// How many positions it learned from.
    pub positions: usize,
    /// The mean logarithmic loss before and after.
    pub loss: [f64; 2],
}

/// How many play, game after game.
const PLAYERS: [usize; 18] = [2, 3, 5, 2, 4, 6, 2, 3, 7, 2, 4, 5, 2, 3, 6, 2, 4, 7];

/// One in so many moves is made at random, so that all kinds of positions come up.
const ONE_IN: usize = 12;

/// How strongly the weights are held to those by hand, in positions.
const HOLD: f64 = 4.0;

/// How often the weights go downhill.
const DESCENTS: usize = 400;

impl Tuning {
    /// Makes the weights, as the text of their file; tells of each round.
    pub fn run(&self, mut on_round: impl FnMut(Round)) -> String {
        let mut weights = match self.start {
            TuningStart::ByHand => Weights::by_hand(),
            TuningStart::InUse => WEIGHTS.clone(),
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

    /// The positions of a round of games.
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
        // Sums of floating point depend on their order: the same weights on any number of cores.
        played.sort_by_key(|(number, _)| *number);
        played.into_iter().flat_map(|(_, samples)| samples).collect()
    }
}

/// How the race stood at the beginning of a turn, and who won in the end.
struct Sample {
    phase: usize,
    seats: Vec<Runner>,
    winner: usize,
}

struct Runner {
    arrivals: Arrivals,
    places_after_start: u8,
    is_leader: bool,
}

impl Runner {
    /// The logarithm of [`Factors::worth`](crate::weights::Factors::worth).
    fn score(&self, phase: &Phase) -> f64 {
        let mut score = phase.place * f64::from(self.places_after_start);
        if self.is_leader {
            score += phase.lead;
        }
        for (rank, arrival) in self.arrivals.iter().enumerate() {
            score += phase.arrival[rank][usize::from(arrival.turns)];
            score += phase.points[rank] * f64::from(arrival.points) * 0.1;
        }
        score
    }
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
                    samples.extend(sample(&game));
                }
                survey.make(&game);
                let value = |nth: &usize| survey.candidates[*nth].chances[seat.index()];
                let all = 0..survey.candidates.len();
                let nth = match chance.below(ONE_IN) {
                    0 => chance.below(survey.candidates.len()),
                    _ => all.max_by(|a, b| value(a).total_cmp(&value(b))).unwrap_or(0),
                };
                let candidate = &survey.candidates[nth];
                let path = survey.path(candidate);
                game.move_figure(candidate.figure, &path, &mut ()).expect("outcomes are legal");
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

/// How the race stands at the beginning of a turn; nothing to learn from before the first.
fn sample(game: &Playing) -> Option<Sample> {
    let race = Race::at_turn_start(game);
    let position = Some(game.position()).filter(|_| race.turns_over > 0)?;
    let roads = Roads::of(position);
    let leader = race.leader();
    let all = FigureId::all().collect();
    let runner = |seat: usize| {
        let arrival = |figure| Some(race.arrival(figure, position.whereabouts(figure)?, &roads, all));
        let mut arrivals: Arrivals = race.figures(seat).iter().filter_map(arrival).collect();
        arrivals.sort_unstable();
        let places_after_start = race.places_after_start[seat];
        Runner { arrivals, places_after_start, is_leader: leader.is_some_and(|leader| leader.index() == seat) }
    };
    let phase = Weights::index(race.seats, race.turns_over);
    Some(Sample { phase, seats: (0..race.seats).map(runner).collect(), winner: 0 })
}

/// The chance of each seat by its score.
fn chances(phase: &Phase, sample: &Sample) -> Vec<f64> {
    let scores: Vec<f64> = sample.seats.iter().map(|runner| libm::exp(runner.score(phase))).collect();
    let sum: f64 = scores.iter().sum();
    scores.into_iter().map(|score| score / sum).collect()
}

fn loss(weights: &Weights, samples: &[Sample]) -> f64 {
    let of = |sample: &Sample| -libm::log(chances(&weights.phases()[sample.phase], sample)[sample.winner]);
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
                    let samples: Vec<&Sample> = samples.iter().filter(|sample| sample.phase == *index).collect();
                    descend(phase, &by_hand.phases()[*index], &samples);
                }
            });
        }
    });
    Weights::new(phases)
}

/// Goes downhill on the loss, with a step of its own for each weight (Adam).
fn descend(phase: &mut Phase, by_hand: &Phase, samples: &[&Sample]) {
    const RATE: f64 = 0.05;
    const MEAN: f64 = 0.9;
    const SQUARE: f64 = 0.999;
    if samples.is_empty() {
        return;
    }
    let count = samples.len() as f64;
    let held = by_hand.flat();
    let mut flat = phase.flat();
    let mut means = vec![0.0; flat.len()];
    let mut squares = vec![0.0; flat.len()];
    // What is left of the start, where nothing had been seen yet.
    let (mut mean_unseen, mut square_unseen) = (1.0, 1.0);
    for _ in 0..DESCENTS {
        mean_unseen *= MEAN;
        square_unseen *= SQUARE;
        let mut slope: Vec<f64> = flat.iter().zip(&held).map(|(weight, held)| HOLD * (weight - held) / count).collect();
        phase.set_flat(&flat);
        for sample in samples {
            for (seat, (runner, chance)) in sample.seats.iter().zip(chances(phase, sample)).enumerate() {
                let error = (chance - f64::from(u8::from(seat == sample.winner))) / count;
                add_slope(&mut slope, runner, error);
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
    phase.set_flat(&flat);
}

/// The slope of a runner's score in each weight, times `error`.
fn add_slope(slope: &mut [f64], runner: &Runner, error: f64) {
    for (rank, arrival) in runner.arrivals.iter().enumerate() {
        slope[rank * Arrival::KINDS + usize::from(arrival.turns)] += error;
        slope[Phase::POINTS + rank] += error * f64::from(arrival.points) * 0.1;
    }
    slope[Phase::PLACE] += error * f64::from(runner.places_after_start);
    slope[Phase::LEAD] += error * f64::from(u8::from(runner.is_leader));
}

/// The weights of a phase as one list.
impl Phase {
    const POINTS: usize = Arrival::KINDS * crate::race::MOST_FIGURES;
    const PLACE: usize = Phase::POINTS + crate::race::MOST_FIGURES;
    const LEAD: usize = Phase::PLACE + 1;

    fn flat(&self) -> Vec<f64> {
        self.arrival.iter().flatten().chain(&self.points).chain([&self.place, &self.lead]).copied().collect()
    }

    fn set_flat(&mut self, flat: &[f64]) {
        let own = self.arrival.iter_mut().flatten().chain(&mut self.points).chain([&mut self.place, &mut self.lead]);
        own.zip(flat).for_each(|(own, weight)| *own = *weight);
    }
}

const _: () = assert!(GAME_TURNS == 14, "the weights are by turn");

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
