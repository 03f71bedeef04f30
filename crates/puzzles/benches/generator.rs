//! How many levels the generator makes: `cargo xtask bench`.

use divan::Bencher;
use divan::counter::ItemsCount;
use puzzles::{Difficulty, GeneratorVersion, Recipe};

fn main() {
    divan::main();
}

/// Levels of one difficulty, one after the other on one core.
#[divan::bench(args = Difficulty::ALL, sample_count = 1, sample_size = 1)]
fn levels(bencher: Bencher<'_, '_>, difficulty: Difficulty) {
    let recipe = Recipe { version: GeneratorVersion::LATEST, difficulty, teaches: vec![], seed: 1 };
    // Enough of them for a steady figure, and not more: diabolic ones take seconds each.
    let count: u32 = match difficulty {
        Difficulty::Gentle | Difficulty::Easy => 500,
        Difficulty::Tricky => 200,
        Difficulty::Hard => 40,
        Difficulty::Diabolic => 4,
    };
    bencher.counter(ItemsCount::new(count)).bench(|| {
        let mut next = 0;
        for _ in 0..count {
            let (number, generated) = recipe.first_from(next);
            assert_eq!(generated.grade.difficulty(), difficulty);
            next = number + 1;
        }
    });
}
