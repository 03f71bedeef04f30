//! Which tricks a solution needs.

use proptest::prelude::*;
use puzzles::{
    About, Difficulty, Draft, GeneratorVersion, Grant, Level, LevelResult, Preparation, Recipe, Thing, Trick,
};
use rules::{CellSet, Event, Motion, Position, Stone};
use testkit::positions::config;

/// A prepared position that solves its level needs just these tricks. The positions are small enough to be walked
/// through by hand.
#[track_caller]
fn check(position: &str, ours: &str, needed: &[Trick]) {
    let position: Position = position.parse().expect("a position");
    let ours = ours.split_whitespace().map(|name| name.parse().expect("a figure")).collect();
    let anything = Grant::Lay { thing: Thing::Stone(Stone::Plain), count: 1, on: CellSet::FLOOR };
    let draft = Draft { about: About::default(), setup: position.to_setup(), ours, grants: vec![anything] };
    let level = Level::new(&draft).expect("a level");
    assert_eq!(level.judge(position, &mut ()).result, LevelResult::Solved, "{position:?}");
    assert_eq!(level.needed(&position), needed, "{position:?}");
}

#[test]
fn somebody_straight_ahead_needs_nothing() {
    check("Mc6e-FR1e6", "", &[]);
}

#[test]
fn somebody_at_its_side_needs_seeing() {
    check("Me6e-FR1e4", "", &[Trick::Seeing]);
    check("Ma1e-Rg10-FG1f10R1a7", "G1", &[Trick::Seeing]);
}

#[test]
fn somebody_who_is_nearer_than_ours_needs_the_nearest() {
    check("Ma1e-Td7wm11s-FG1g8R1i5R3e5", "G1", &[Trick::Nearest, Trick::Teleporter]);
}

#[test]
fn walking_on_between_two_needs_a_tie() {
    check("Mp8w-FG1k2G3k10R1n6R3o7", "G1 G3", &[Trick::Seeing, Trick::Tie]);
}

#[test]
fn a_stone_before_one_of_ours_is_needed() {
    check("Mi4s-Sj5-FG1o5R1i5", "G1", &[Trick::Stone]);
}

#[test]
fn a_stone_in_its_way_needs_to_be_shoved() {
    check("Ma1e-Sk1-Uo7-FG1p7R1k5", "G1", &[Trick::Seeing, Trick::Shove]);
}

#[test]
fn somebody_behind_the_far_wall_needs_the_wall() {
    check("Mm7e-FR1a5", "", &[Trick::Wall]);
    check("Mm3n-Sn11-FG1o11R1m11", "G1", &[Trick::Stone, Trick::Wall]);
}

#[test]
fn sliding_past_ours_needs_blood() {
    check("Ma1e-Bn10o10n11o11-FG1n4R1g1", "G1", &[Trick::Slide]);
}

#[test]
fn somebody_behind_a_crystal_needs_it() {
    check("Mh10e-Sf5k8-Cd7-FG1b5R1d8R3p8R4g5", "G1", &[Trick::Seeing, Trick::Stone, Trick::Shove, Trick::Crystal]);
}

#[test]
fn a_stone_that_turns_it_away_is_needed() {
    check("Ma1e-Uj8-FG1m8R1g11", "G1", &[Trick::Turn]);
}

#[test]
fn a_way_through_teleporters_needs_them() {
    check("Ma1e-Tk3nh11s-FG1m11R1f5", "G1", &[Trick::Teleporter]);
}

proptest! {
    #![proptest_config(config(200))]

    /// What does not happen in a run is not needed by it.
    #[test]
    fn what_never_happens_is_not_needed(seed in 0..1000_u64, number in 0..2000_u64) {
        let recipe = Recipe { version: GeneratorVersion::LATEST, difficulty: Difficulty::Easy, teaches: vec![], seed };
        let (_, generated) = recipe.first_from(number);
        let level = generated.level;
        let preparation: &Preparation = &generated.findings.best.as_ref().expect("a solution").preparation;
        let position = level.prepare(preparation).expect("a solution can be made");
        let mut events = vec![];
        level.judge(position, &mut events);
        for trick in level.needed(&position) {
            prop_assert!(happens(trick, &position, &events), "{trick} in {position:?}");
        }
    }
}

fn happens(trick: Trick, position: &Position, events: &[Event]) -> bool {
    let has = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
    let lies = |wanted: &[Stone]| position.stones().any(|(stone, _)| wanted.contains(&stone));
    match trick {
        Trick::Seeing => has(|event| matches!(event, Event::MonsterTurned { why: rules::Turn::Saw(_), .. })),
        Trick::Nearest => {
            has(|event| matches!(event, Event::MonsterLooked { verdict: rules::Verdict::Nearest(_), .. }))
        }
        Trick::Tie => has(|event| matches!(event, Event::MonsterLooked { verdict: rules::Verdict::Tie, .. })),
        Trick::Stone => lies(&[Stone::Plain]),
        Trick::Shove => has(|event| {
            matches!(
                event,
                Event::StoneMoved { how: Motion::Shoved, .. }
                    | Event::FigureMoved { how: Motion::Shoved, .. }
                    | Event::StoneLost { .. }
            )
        }),
        Trick::Wall => has(|event| matches!(event, Event::MonsterMoved { through: Some(_), .. })),
        Trick::Slide => !position.blood().is_empty(),
        Trick::Crystal => lies(&[Stone::Crystal]),
        Trick::Turn => lies(&[Stone::TurnRight, Stone::TurnAround]),
        Trick::Teleporter => {
            has(|event| matches!(event, Event::MonsterTeleported { .. })) || position.teleporters().count() > 0
        }
    }
}
