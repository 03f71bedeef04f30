//! Figure moves from outside: allowed exactly when they are among the outcomes, in an order that stays.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::{HashMap, HashSet};

use rules::{Direction, FigureId, IllegalMove, Outcome, Position, Step, Stroll, Whereabouts};
use testkit::midgame::questions;
use testkit::positions::BASIC;

const STEPS: [Step; 6] = [
    Step::Enter,
    Step::Go(Direction::North),
    Step::Go(Direction::East),
    Step::Go(Direction::South),
    Step::Go(Direction::West),
    Step::Leave,
];

/// Positions in which every rule of moving can be met within four steps.
const POSITIONS: [&str; 9] = [
    "Ma1e-WG1",
    "Mp11w-WG1",
    "Mp9s-Sp10o11-FG3p11G4o10-WG1",
    "Mc2w-Sb2b3-FG1b1G3a1",
    "Sd2b1-Ca2-FG1c1G3a3G4b2",
    "Mj6n-Sm6l5-Bk6l6k7l7-Tj7nc2e-FG1m7G3n6",
    "Sf9i9-Rg8-Be9f9g9h9-FG1d9G3h9G4i8",
    "Mn9w-So10-Cp9-Uo8-Bp7o7n7-FG1o9G3p10",
    "Me6e-Sg6h7-Cg7-Rf5-Tf7nj7s-FG1f6G3h6",
];

fn figure() -> FigureId {
    "G1".parse().unwrap()
}

#[test]
fn a_path_is_allowed_exactly_when_its_result_is_among_the_outcomes() {
    for text in POSITIONS {
        let before: Position = text.parse().unwrap();
        let outcomes = before.outcomes(figure(), 4);
        let costs: HashMap<Position, u8> =
            outcomes.iter().map(|outcome| (outcome.position(), outcome.cost())).collect();
        assert_eq!(costs.len(), outcomes.iter().count(), "a result comes twice in {text}");

        let mut cheapest: HashMap<Position, u8> = HashMap::new();
        let mut paths = vec![vec![]];
        while let Some(path) = paths.pop() {
            let mut after = before;
            let played = after.play(figure(), 4, &path, &mut ());
            match &played {
                Ok(()) => {
                    let known = cheapest.entry(after).or_insert(u8::MAX);
                    *known = (*known).min(path.len() as u8);
                }
                Err(_) => assert_eq!(after, before, "a refused path changed {text}"),
            }
            // Step by step it is the same.
            let mut stroll = Stroll::new(&before, figure()).unwrap();
            let strolled = path.iter().all(|step| stroll.step(*step, &mut ()).is_ok()) && stroll.can_stop();
            assert_eq!(strolled, played.is_ok(), "{path:?} in {text}");
            assert!(!strolled || stroll.position() == after, "{path:?} in {text}");
            if path.len() < 4 {
                paths.extend(STEPS.map(|step| [&path[..], &[step]].concat()));
            }
        }
        assert_eq!(cheapest, costs, "{text}");
    }
}

#[test]
fn outcomes_come_in_an_order_that_seeds_can_rely_on() {
    let position: Position = format!("{BASIC}-FG1i7G3h6G4j8").parse().unwrap();
    let lines: Vec<String> = position.outcomes(figure(), 3).iter().map(|outcome| line(&outcome)).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

fn line(outcome: &Outcome<'_>) -> String {
    let path: Vec<String> = outcome.path().iter().map(|step| format!("{step:?}")).collect();
    format!("{:?} for {} by {}: {}", outcome.place(), outcome.cost(), path.join(" "), outcome.position())
}

#[test]
fn outcomes_are_cheapest_first() {
    for question in questions(200, 1) {
        let outcomes = question.position.outcomes(question.figure, question.points);
        let costs: Vec<u8> = outcomes.iter().map(|outcome| outcome.cost()).collect();
        assert!(costs.is_sorted(), "{question:?}");
        assert_eq!(costs[0], 0, "staying comes first");
    }
}

#[test]
fn outcomes_with_the_same_arrangement_have_the_same_stones() {
    for question in questions(200, 2) {
        let outcomes = question.position.outcomes(question.figure, question.points);
        let mut stones: HashMap<usize, Vec<_>> = HashMap::new();
        for outcome in outcomes.iter() {
            let lie: Vec<_> = outcome.position().stones().collect();
            assert_eq!(*stones.entry(outcome.arrangement()).or_insert(lie.clone()), lie);
        }
        let different: HashSet<_> = stones.values().collect();
        assert_eq!(different.len(), stones.len(), "two arrangements are the same");
    }
}

#[test]
fn with_a_limit_it_gives_up_instead_of_filling_the_memory() {
    let position: Position = format!("{BASIC}-FG1h6").parse().unwrap();
    let mut outcomes = rules::Outcomes::new();
    assert!(!outcomes.find_at_most(&position, figure(), 20, 10_000));
    assert!(outcomes.find_at_most(&position, figure(), 3, 10_000));
    assert_eq!(outcomes.iter().count(), position.outcomes(figure(), 3).iter().count());
}

#[test]
fn who_is_not_in_play_has_no_outcomes_and_no_move() {
    let position: Position = "Ma1e-EG1-XG3".parse().unwrap();
    for name in ["G1", "G3", "G4"] {
        let figure: FigureId = name.parse().unwrap();
        assert_eq!(position.outcomes(figure, 6).iter().count(), 0);
        let mut after = position;
        assert_eq!(after.play(figure, 6, &[], &mut ()), Err(IllegalMove::NotInPlay(figure)));
    }
}

#[test]
fn a_figure_may_stay_outside() {
    let position: Position = "Ma1e-WG1".parse().unwrap();
    let outcomes = position.outcomes(figure(), 1);
    let places: Vec<Whereabouts> = outcomes.iter().map(|outcome| outcome.place()).collect();
    assert_eq!(places, [Whereabouts::Waiting, Whereabouts::On(rules::Cell::ENTRANCE)]);
}
