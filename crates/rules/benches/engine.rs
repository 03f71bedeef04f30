//! How fast the engine is, next to the plain reference engine. `cargo xtask bench` runs it.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rules::{Foresight, Outcomes, Position, Tombstone};
use testkit::midgame::{Question, questions, scattered};
use testkit::reference::{self, Card, Table};

fn main() {
    divan::main();
}

/// Enough that no branch predictor learns them by heart.
const POSITIONS: usize = 1000;

mod tombstone_8 {
    use super::*;

    #[divan::bench]
    fn engine(bencher: Bencher) {
        let positions = scattered(POSITIONS, 8);
        bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
            let run = |position: &Position| {
                let mut position = *black_box(position);
                position.run(Tombstone::steps(8), &mut ()).len()
            };
            positions.iter().map(run).sum::<usize>()
        });
    }

    #[divan::bench(max_time = 1)]
    fn reference(bencher: Bencher) {
        let tables: Vec<Table> = scattered(POSITIONS, 8).iter().map(Table::from).collect();
        bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
            tables.iter().map(|table| reference::run(black_box(table), Card::Steps(8)).eaten.len()).sum::<usize>()
        });
    }
}

mod outcomes {
    use super::*;

    #[divan::bench]
    fn engine(bencher: Bencher) {
        let questions = questions(POSITIONS, 8);
        let mut outcomes = Outcomes::new();
        bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
            let answer = |question: &Question| {
                let Question { position, figure, points } = black_box(question);
                outcomes.find(position, *figure, *points);
                outcomes.iter().count()
            };
            questions.iter().map(answer).sum::<usize>()
        });
    }
}

#[divan::bench]
fn foresight(bencher: Bencher) {
    let positions = scattered(POSITIONS, 8);
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
        positions.iter().map(|position| Foresight::of(black_box(position)).run(Tombstone::hits(1)).is_some()).count()
    });
}
