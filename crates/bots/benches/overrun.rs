//! How well the bots keep to their time: by how much decisions overrun it. `cargo xtask bench` runs it.
//!
//! Not a benchmark of divan's kind: the mean does not matter here, the worst does.

use std::time::Duration;

use bots::{Bot, Budget, Stopwatch, Thinking, Watch};
use rules::game::{Game, View};
use testkit::midgame::games;

const DECISIONS: usize = 200;

fn main() {
    println!("Fiend's time over its budget, {DECISIONS} decisions each");
    println!("players  budget    median  99th percentile   longest");
    for players in [2, 4, 7] {
        for budget in [5, 20, 100].map(Duration::from_millis) {
            let mut over: Vec<Duration> = games(DECISIONS, players, 9)
                .into_iter()
                .map(Game::Playing)
                .map(|game| overrun(View { seat: acting(&game), game: &game }, budget))
                .collect();
            over.sort();
            let [median, high, longest] = [50, 99, 100]
                .map(|percent| over[(percent * DECISIONS / 100).min(DECISIONS - 1)].as_secs_f64() * 1000.0);
            println!(
                "{players:>7}  {:>3} ms  {median:>6.2} ms       {high:>6.2} ms  {longest:>6.2} ms",
                budget.as_millis()
            );
        }
    }
}

fn acting(game: &rules::game::Game) -> rules::game::Seat {
    game.acting().expect("a move is awaited")
}

fn overrun(view: View<'_>, budget: Duration) -> Duration {
    let watch = Stopwatch::start();
    let thinking = Thinking { budget: Budget::Time(budget), seed: 1, threads: 1, watch: &watch };
    let decision = Bot::Fiend.decide(view, &thinking);
    let took = watch.elapsed();
    assert!(decision.is_some(), "it is its turn");
    took.saturating_sub(budget)
}
