//! Makes a level harder, change by change. Levels with one solution are rare, but similar levels often have one, too.

use rules::chance::Stream;
use rules::{Cell, CellSet, Direction, Spot, Stone, Whereabouts};

use super::{Candidate, Recipe};
use crate::grant::Grant;
use crate::level::{Draft, Level};
use crate::thing::Thing;

/// The number of changes that are tried.
const TRIES: usize = 120;

/// Applies random changes that keep a level worth playing and make it harder, until it has the wanted difficulty or the tries are used up.
pub(super) fn sharpen(recipe: &Recipe, mut candidate: Candidate, stream: &mut Stream) -> Candidate {
    for _ in 0..TRIES {
        let grade = &candidate.generated.grade;
        if grade.difficulty() >= recipe.difficulty {
            break;
        }
        let other = recipe.examine(changed(candidate.draft.clone(), stream));
        let harder = other.filter(|other| other.generated.grade.score() > grade.score());
        candidate = harder.unwrap_or(candidate);
    }
    candidate
}

/// The draft with one random change. It may no longer be a level.
fn changed(mut draft: Draft, stream: &mut Stream) -> Draft {
    let any_cell = |stream: &mut Stream| Spot::from(Cell::ALL[stream.below(Cell::ALL.len())]);
    match stream.below(6) {
        0 => {
            let stones = draft.setup.stones.len();
            if stones > 0 {
                let (_, spot) = &mut draft.setup.stones[stream.below(stones)];
                let from = *spot;
                *spot = beside(from, stream);
                follow(&mut draft.grants, from, *spot);
            }
        }
        1 => {
            let figures = draft.setup.figures.len();
            if let (_, Whereabouts::On(spot)) = &mut draft.setup.figures[stream.below(figures)] {
                let from = *spot;
                *spot = beside(from, stream);
                follow(&mut draft.grants, from, *spot);
            }
        }
        2 => draft.setup.stones.push((Stone::ALL[stream.below(Stone::ALL.len())], any_cell(stream))),
        3 => {
            let stones = draft.setup.stones.len();
            if stones > 0 {
                draft.setup.stones[stream.below(stones)].0 = Stone::ALL[stream.below(Stone::ALL.len())];
            }
        }
        4 => {
            if let Some(monster) = &mut draft.setup.monster {
                monster.facing = Direction::ALL[stream.below(Direction::ALL.len())];
            }
        }
        _ => one_piece_more(&mut draft.grants, Thing::Stone(Stone::ALL[stream.below(Stone::ALL.len())])),
    }
    draft
}

/// A neighbour of a space in a random direction, or the space itself if there is none.
fn beside(spot: Spot, stream: &mut Stream) -> Spot {
    let direction = Direction::ALL[stream.below(Direction::ALL.len())];
    spot.cell().and_then(|cell| cell.step(direction)).map_or(spot, Spot::from)
}

/// Lets the grant to move a piece follow the piece.
fn follow(grants: &mut [Grant], moved_from: Spot, moved_to: Spot) {
    for grant in grants {
        if let Grant::Move { from, .. } = grant
            && Spot::from(*from) == moved_from
            && let Some(cell) = moved_to.cell()
        {
            *from = cell;
        }
    }
}

fn one_piece_more(grants: &mut Vec<Grant>, wanted: Thing) {
    let pieces: u8 = grants.iter().map(|grant| grant.pieces()).sum();
    if usize::from(pieces) >= Level::MOST_PIECES {
        return;
    }
    let count = grants.iter_mut().find_map(|grant| match grant {
        Grant::Lay { thing, count, .. } if *thing == wanted => Some(count),
        Grant::Lay { .. } | Grant::Move { .. } | Grant::Turn { .. } => None,
    });
    match count {
        Some(count) => *count += 1,
        None => grants.push(Grant::Lay { thing: wanted, count: 1, on: CellSet::FLOOR }),
    }
}
