//! Every example, played through, is what the engine does.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use rules::{Position, Whereabouts};
use rules_pages::{Deed, PieceName, Reel, examples};
use web::draw::{degrees, floor};

/// The position after all deeds, played at once.
fn played(example: &rules_pages::Example) -> Position {
    let mut position = example.position;
    for deed in &example.deeds {
        match deed {
            Deed::Move(figure, path) => {
                position.play(*figure, figure.number(example.face(*figure)), path, &mut ()).unwrap();
            }
            Deed::Refused(figure, path) => {
                let points = figure.number(example.face(*figure));
                assert!(position.play(*figure, points, path, &mut ()).is_err(), "{}", example.name);
            }
            Deed::Run(tombstone) => {
                position.run(*tombstone, &mut ());
            }
        }
    }
    position
}

#[test]
fn the_last_step_of_an_example_is_the_position_of_the_engine() {
    for example in examples().unwrap() {
        let reel = Reel::of(&example).unwrap();
        let expected = played(&example);
        let last = reel.frames.last().map_or(example.position, |frame| frame.position);
        assert_eq!(last, expected, "{}", example.name);
        let stand = reel.frames.last().map_or(&reel.start, |frame| &frame.stand);
        let at = |name: PieceName| stand.get(&name).filter(|place| !place.is_gone).map(|place| place.at);
        for (figure, place) in expected.figures() {
            match place {
                Whereabouts::On(cell) => {
                    assert_eq!(at(PieceName::Figure(figure)), Some(floor::center(cell)), "{}", example.name);
                }
                Whereabouts::Escaped | Whereabouts::Eaten => {
                    assert_eq!(at(PieceName::Figure(figure)), None, "{}", example.name);
                }
                Whereabouts::Waiting => assert!(at(PieceName::Figure(figure)).is_some(), "{}", example.name),
            }
        }
        let mut stones: Vec<_> = (0..reel.stones.len()).filter_map(|number| at(PieceName::Stone(number))).collect();
        let mut wanted: Vec<_> = expected.stones().map(|(_, cell)| floor::center(cell)).collect();
        stones.sort_by(|one, other| one.partial_cmp(other).unwrap());
        wanted.sort_by(|one, other| one.partial_cmp(other).unwrap());
        assert_eq!(stones, wanted, "{}", example.name);
        if let Some(monster) = expected.monster() {
            let place = stand[&PieceName::Monster];
            assert_eq!(place.at, floor::center(monster.at), "{}", example.name);
            assert_eq!(place.turn.rem_euclid(360), i32::from(degrees(monster.facing)), "{}", example.name);
        }
    }
}

#[test]
fn at_least_a_dozen_examples_besides_the_rulings_can_be_played_through() {
    let examples = examples().unwrap();
    let played = examples.iter().filter(|example| example.proof.is_none() && !example.deeds.is_empty());
    assert!(played.count() >= 12);
}

#[test]
fn what_happens_in_an_example_happens_where_it_is_shown() {
    for example in examples().unwrap() {
        let reel = Reel::of(&example).unwrap();
        let positions = reel.frames.iter().map(|frame| frame.position).chain([example.position]);
        for position in positions {
            if let (Some(monster), false) = (position.monster(), example.deeds.is_empty()) {
                let runs = example.deeds.iter().any(|deed| matches!(deed, Deed::Run(_)));
                assert!(!runs || example.excerpt.has(monster.at), "{}: {}", example.name, monster.at);
            }
            for (figure, place) in position.figures() {
                if let Whereabouts::On(cell) = place {
                    assert!(example.excerpt.has(cell), "{}: {figure} on {cell}", example.name);
                }
            }
        }
    }
}
