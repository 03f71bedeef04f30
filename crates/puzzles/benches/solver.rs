//! How fast the solver walks: `cargo xtask bench`.

use divan::Bencher;
use divan::counter::ItemsCount;
use puzzles::{About, Draft, Extent, Findings, Grant, Level, Limits, Thing, shipped};
use rules::{CellSet, Position, Stone, Walk};

fn main() {
    divan::main();
}

/// A fortress with all kinds of tiles, four of theirs and two of ours; as many stones as asked for may be laid anywhere.
fn level(stones: u8) -> Level {
    let position: Position =
        "Ma1e-Sc3h5i6g7-Cm4f10-Re8n6-Bi3j3i4j4e9f9g9h9-Td6nl8w-FG1e3G4k6R1m9R3h2R4j10R5f6".parse().expect("a position");
    let ours = ["G1", "G4"].map(|name| name.parse().expect("a figure")).into();
    let grant = Grant::Lay { thing: Thing::Stone(Stone::Plain), count: stones, on: CellSet::FLOOR };
    let draft = Draft { about: About::default(), setup: position.to_setup(), ours, grants: vec![grant] };
    Level::new(&draft).expect("a level")
}

fn solve(level: &Level) -> Findings {
    let findings = level.solve(Limits { nodes: u64::MAX, solutions: usize::MAX });
    assert_eq!(findings.extent, Extent::Everything);
    findings
}

/// Steps of the monster inside the search.
#[divan::bench(args = [2, 3], sample_count = 10)]
fn steps(bencher: Bencher<'_, '_>, stones: u8) {
    let level = level(stones);
    let steps = solve(&level).steps;
    bencher.counter(ItemsCount::new(steps)).bench(|| solve(&level));
}

/// Steps inside the proof of each of the hardest levels.
#[divan::bench(args = 51..=60, sample_count = 5)]
fn hardest(bencher: Bencher<'_, '_>, number: usize) {
    let level = &shipped()[number - 1].level;
    let steps = solve(level).steps;
    bencher.counter(ItemsCount::new(steps)).bench(|| solve(level));
}

/// The proofs of all levels that come with the game, one after the other.
#[divan::bench(sample_count = 3)]
fn all_levels(bencher: Bencher<'_, '_>) {
    bencher
        .counter(ItemsCount::new(shipped().len()))
        .bench(|| shipped().iter().for_each(|shipped| drop(solve(&shipped.level))));
}

/// Steps of the engine alone on the same position, over and over: what the search is measured against.
#[divan::bench]
fn engine(bencher: Bencher<'_, '_>) {
    const STEPS: u32 = 1000;
    let position = *level(1).position();
    bencher.counter(ItemsCount::new(STEPS)).bench(|| {
        let (mut position, mut sink) = (position, ());
        let mut walk = Walk::new(&mut position, &mut sink);
        for _ in 0..STEPS {
            walk.look();
            walk.step();
        }
        position
    });
}
