//! The lines of sight cover exactly the spaces on which the monster would see a figure.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::{Cell, Direction, FigureId, Position, SightEnd, Whereabouts};
use testkit::positions::{config, positions};
use web::scene::board::{Beam, beams, look_at};

/// Whether the monster would see a figure on this space; `None` if no figure can stand there.
fn would_see(position: &Position, beam: &Beam, cell: Cell) -> Option<bool> {
    let mut setup = position.to_setup();
    setup.figures.retain(|(_, at)| *at != Whereabouts::On(cell.into()));
    let newcomer = FigureId::all().find(|figure| setup.figures.iter().all(|(other, _)| other != figure))?;
    setup.figures.push((newcomer, Whereabouts::On(cell.into())));
    let sight = Position::from_setup(&setup).ok()?.sight(beam.from, beam.direction);
    Some(matches!(sight.end, SightEnd::Figure { at, .. } if at == cell))
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_line_of_sight_covers_every_space_on_which_a_figure_would_be_seen_and_no_other(position in positions()) {
        for beam in look_at(&position).map_or(vec![], beams) {
            let covered: BTreeSet<Cell> = beam.spaces().collect();
            for cell in Cell::ALL {
                if let Some(seen) = would_see(&position, &beam, cell) {
                    prop_assert_eq!(covered.contains(&cell), seen, "{} {:?} {} in {}", beam.from, beam.direction, cell, position);
                }
            }
        }
    }
}

#[test]
fn a_figure_before_a_wall_is_seen() {
    let position: Position = "Mm4s".parse().unwrap();
    let ahead = beams(look_at(&position).unwrap())[0];
    assert_eq!((ahead.direction, ahead.spaces().last()), (Direction::South, Some(Cell::M11)));
}

#[test]
fn nothing_is_covered_behind_a_wall_next_to_the_monster() {
    let position: Position = "Ma1n".parse().unwrap();
    assert_eq!(beams(look_at(&position).unwrap())[0].spaces().count(), 0);
}
