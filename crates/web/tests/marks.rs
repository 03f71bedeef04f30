//! However crowded the board is, no mark covers the number of a figure, and none covers another one.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use rules::game::{FigureSet, Length, Stage, Tombstones};
use rules::{Cell, Position};
use testkit::positions::{config, positions};
use web::draw::coin::Size;
use web::draw::floor::{Orientation, letter_at};
use web::scene::board::marks::{Area, Mark, MarkKind, marks, names};
use web::scene::board::{DangerMark, FigureMark, Reach, Scene, Spot, beams, dangers, look_at, walls};
use web::scene::foresight::Foresight;
use web::scene::pointing::place;
use web::scene::tableau::Tableau;
use web::table::Speed;

/// Half the width and height of a digit, for a line of this height.
fn digit(height: f32) -> (f32, f32) {
    (height * 0.25, height * 0.38)
}

/// The numbers of all figures of a scene.
fn numbers(scene: &Scene, view: Orientation, size: Size) -> Vec<Area> {
    let ((dx, dy), height) = size.number();
    let area = |mark: &FigureMark| {
        let (middle, scale) = place(mark.spot, scene.in_queue());
        let (x, y) = view.place(middle);
        Area::around((x + dx * scale, y + dy * scale), digit(height * scale))
    };
    scene.figures.iter().map(area).collect()
}

/// A scene with everything at once: sight, two ends, all dangers, and these spaces in reach.
fn scene(position: &Position, picks: [Index; 2], reach: &[Cell]) -> Scene {
    let mut scene = Scene::of_table(&Tableau::laid(*position, FigureSet::EMPTY, FigureSet::EMPTY), None, Speed::Walk);
    scene.beams = look_at(position).map_or(vec![], beams);
    if let Some(foresight) = Foresight::with(Tombstones::of_game(Length::Normal), Stage::One, position, position) {
        scene.ends = picks.map(|pick| pick.get(&foresight.ends).clone()).to_vec();
        scene.lit = walls(&scene.ends);
        scene.dangers = dangers(&foresight, &scene.figures);
    }
    // Nobody can stop where the monster stands.
    let monster = position.monster().map(|monster| monster.at);
    let costs = reach.iter().filter(|cell| Some(**cell) != monster).zip((1..=6).cycle());
    scene.reach = costs.map(|(cell, cost)| Reach { spot: Spot::On(*cell), cost, is_covered: false }).collect();
    scene
}

/// The same scene, with one of the figures in the door of the exit, where it is safe.
fn with_leaver(mut scene: Scene, leaver: Index) -> Scene {
    if !scene.figures.is_empty() {
        let leaver = leaver.index(scene.figures.len());
        let inside = scene.figures[leaver].spot;
        scene.figures[leaver].spot = Spot::Out;
        scene.dangers.retain(|danger| danger.spot != inside);
        scene.dangers.push(DangerMark { spot: Spot::Out, percent: 0 });
    }
    scene
}

/// The name of any space covers neither a number nor a mark, and every space with a figure gets its name.
fn check_names(scene: &Scene) -> Result<(), TestCaseError> {
    for view in [Orientation::Wide, Orientation::Upright] {
        let marks = marks(scene, view);
        for cell in Cell::ALL {
            let names = names(scene, view, &marks, &[cell]);
            let has_figure = scene.figures.iter().any(|mark| mark.spot == Spot::On(cell));
            prop_assert!(!has_figure || names.len() == 1, "{cell} has no name, {view:?}");
            for name in &names {
                let other = marks.iter().find(|other| other.meets(name));
                prop_assert!(other.is_none(), "{name:?} and {other:?} cover each other, {view:?}");
                for size in [Size::Small, Size::Large] {
                    let numbers = numbers(scene, view, size);
                    let covered = name.areas().any(|area| numbers.iter().any(|number| area.meets(*number)));
                    prop_assert!(!covered, "{name:?} covers a number, {view:?}, {size:?}");
                }
            }
        }
    }
    Ok(())
}

fn check(scene: &Scene) -> Result<(), TestCaseError> {
    for view in [Orientation::Wide, Orientation::Upright] {
        let marks = marks(scene, view);
        let count = |wanted: fn(&Mark) -> bool| marks.iter().filter(|mark| wanted(mark)).count();
        prop_assert_eq!(count(|mark| matches!(mark.kind, MarkKind::End(_))), scene.ends.len());
        prop_assert_eq!(count(|mark| matches!(mark.kind, MarkKind::Danger(_))), scene.dangers.len());
        let has_figure = |reach: &&Reach| scene.figures.iter().any(|mark| mark.spot == reach.spot);
        let free = scene.reach.len() - scene.reach.iter().filter(has_figure).count();
        prop_assert_eq!(count(|mark| matches!(mark.kind, MarkKind::Cost(_))), free);
        let seen = scene.beams.iter().filter(|beam| beam.sees.is_some()).count();
        prop_assert_eq!(count(|mark| matches!(mark.kind, MarkKind::Eye { .. })), seen);
        for size in [Size::Small, Size::Large] {
            let numbers = numbers(scene, view, size);
            for mark in &marks {
                let covered = mark.areas().any(|area| numbers.iter().any(|number| area.meets(*number)));
                prop_assert!(!covered, "{mark:?} covers a number, {view:?}, {size:?}");
            }
            // The doors have no letter; they are lit under the figures that wait there.
            for wall in scene.lit_walls().filter(|wall| wall.letter().is_some()) {
                let light = Area::around(view.place(letter_at(wall)), (20.0, 20.0));
                prop_assert!(!numbers.iter().any(|number| light.meets(*number)), "{wall:?} covers a number");
            }
        }
        for (index, mark) in marks.iter().enumerate() {
            let other = marks[..index].iter().find(|other| other.meets(mark));
            prop_assert!(other.is_none(), "{mark:?} and {other:?} cover each other, {view:?}");
        }
        for mark in marks.iter().filter(|mark| matches!(mark.kind, MarkKind::Danger(_))) {
            let near = |figure: &&FigureMark| {
                let (x, y) = view.place(place(figure.spot, scene.in_queue()).0);
                (mark.at.0 - x).abs().max((mark.at.1 - y).abs()) < 30.0
            };
            prop_assert_eq!(scene.figures.iter().filter(near).count(), 1, "whose is {:?}", mark);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn no_mark_covers_a_number_or_another_mark(
        position in positions(),
        picks in any::<[Index; 2]>(),
        reach in subsequence(Cell::ALL.to_vec(), 0..=Cell::ALL.len()),
    ) {
        let scene = scene(&position, picks, &reach);
        check(&scene)?;
        check_names(&scene)?;
        check(&with_leaver(scene, picks[0]))?;
    }
}

#[test]
fn an_end_on_the_space_of_a_figure_stands_beside_it() {
    let position: Position = "Mh5e-FG1j5".parse().unwrap();
    let foresight = Foresight::with(Tombstones::of_game(Length::Normal), Stage::One, &position, &position).unwrap();
    let end = foresight.ends.iter().find(|end| end.monster.at == Cell::J5).unwrap().clone();
    let mut scene = Scene::of_table(&Tableau::laid(position, FigureSet::EMPTY, FigureSet::EMPTY), None, Speed::Walk);
    scene.ends = vec![end];
    let marks = marks(&scene, Orientation::Wide);
    assert_eq!(marks[0].belongs_to, Some(Cell::J5));
}
