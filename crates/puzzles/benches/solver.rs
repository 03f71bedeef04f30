//! How fast the solver walks: `cargo xtask bench`.

use divan::Bencher;
use divan::counter::ItemsCount;
use puzzles::{About, Draft, Extent, Findings, Grant, Level, Limits, Thing};
use rules::{CellSet, Position, Stone};

fn main() {
    divan::main();
}

/// A fortress with all kinds of tiles, four of theirs and two of ours; as many stones as asked for may be laid anywhere.
fn level(stones: u8) -> Level {
    let table: Position =
        "Ma1e-Sc3h5i6g7-Cm4f10-Re8n6-Bi3j3i4j4e9f9g9h9-Td6nl8w-FG1e3G4k6R1m9R3h2R4j10R5f6".parse().expect("a position");
    let ours = ["G1", "G4"].map(|name| name.parse().expect("a figure")).into();
    let grant = Grant::Lay { thing: Thing::Stone(Stone::Plain), count: stones, on: CellSet::FLOOR };
    let draft = Draft { about: About::default(), table: table.to_setup(), ours, grants: vec![grant] };
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

/// Nodes of the search.
#[divan::bench(args = [2, 3], sample_count = 10)]
fn nodes(bencher: Bencher<'_, '_>, stones: u8) {
    let level = level(stones);
    let findings = solve(&level);
    eprintln!("{stones}: {:?}", (findings.answer(), findings.nodes, findings.steps, findings.near_misses));
    bencher.counter(ItemsCount::new(findings.nodes)).bench(|| solve(&level));
}

/// The same steps without a search: what the engine itself makes of them.
#[divan::bench(sample_count = 10)]
fn engine(bencher: Bencher<'_, '_>) {
    let level = level(1);
    let steps = level.judge(*level.table(), &mut ()).walk.steps;
    // Brent's search for the cycle walks about three times as far.
    bencher.counter(ItemsCount::new(steps)).bench(|| level.judge(*level.table(), &mut ()));
}
