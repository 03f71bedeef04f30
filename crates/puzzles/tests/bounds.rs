//! A search is bounded: also where a walk depends on hardly anything, and very much is left to be laid anywhere.

use puzzles::{Answer, Extent, Level, Limits, Solver};

/// The monster eats the one figure and then goes to and fro between two stones that turn it; nothing further away
/// matters.
const CELL: &str = "fearsome-level 1
4 . . . # # . . . . . . . . . .
5 . . u > R4 u . . . . . . . . . .
6 . . . # # . . . . . . . . . . .
";

fn level(text: &str) -> Level {
    Level::from_text(text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

#[test]
fn pieces_that_nobody_notices_are_counted_without_trying_each_order() {
    // Twelve spaces, each with a stone or without.
    let twelve = level(&format!("{CELL}{}", "lay: 1 stone on i8-l10\n".repeat(12)));
    let findings = twelve.solve(Limits { nodes: 10_000, solutions: 10_000 });
    assert_eq!(findings.answer(), Answer::Exactly(1 << 12));
    let one = level(&format!("{CELL}lay: 12 stone on i8-l10\n"));
    assert_eq!(one.solve(Limits { nodes: 10_000, solutions: 10_000 }), findings);
}

#[test]
fn counting_solutions_costs_nodes_and_ends_at_either_limit() {
    let level = level(&format!("{CELL}lay: 6 stone on i7-p11\nlay: 6 crystal on anywhere\n"));
    let findings = level.solve(Limits { nodes: 100, solutions: 10_000 });
    assert_eq!((findings.extent, findings.nodes), (Extent::NotAll, 100));
    assert!(matches!(findings.answer(), Answer::AtLeast(2..)), "{findings:?}");
    let findings = level.solve(Limits { nodes: u64::MAX, solutions: 50 });
    assert_eq!((findings.extent, findings.answer()), (Extent::EnoughSolutions, Answer::AtLeast(50)));
    // It can be left at any time.
    let mut solver = Solver::new(&level, Limits { nodes: u64::MAX, solutions: usize::MAX });
    assert!(solver.go_on(1_000));
    assert!((1_000..1_100).contains(&solver.findings().nodes));
}

#[test]
fn a_piece_that_has_no_place_left_is_noticed_at_once() {
    // Where ours could go the monster has been.
    let text = "fearsome-level 1
ours: G1
4 . . . # # # . . . . . . . . .
5 . . u > . R4 u . . . . . . . . .
6 . . . # G1 # . . . . . . . . . .
7 . . . . # . . . . . . . . . . .
lay: 11 stone on i7-p11
move: e6 to e5
";
    assert_eq!(level(text).solve(Limits { nodes: 1_000, solutions: 10 }).answer(), Answer::Unsolvable);
}

#[test]
fn without_any_budget_nothing_is_known() {
    let findings = level(&format!("{CELL}lay: 1 stone on anywhere\n")).solve(Limits { nodes: 0, solutions: 10 });
    assert_eq!((findings.answer(), findings.nodes), (Answer::Unknown, 0));
}
