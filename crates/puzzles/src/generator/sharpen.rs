//! Makes a level harder, change by change. Levels that are hard and have one solution are rare, but similar levels
//! often have one, too.

use rules::chance::Stream;
use rules::{Cell, CellSet, Direction, FigureId, Spot, Stone, TeleporterTile, Whereabouts};

use super::simplify::simplify;
use super::{Candidate, Generated, Plan, Recipe, lots};
use crate::deed::{Deed, Preparation};
use crate::grade::Difficulty;
use crate::grant::Grant;
use crate::solver::{Answer, Findings, Limits};
use crate::thing::Thing;

/// The number of changes that are tried.
const fn tries(difficulty: Difficulty) -> usize {
    match difficulty {
        Difficulty::Gentle => 20,
        Difficulty::Easy => 50,
        Difficulty::Tricky => 200,
        Difficulty::Hard => 500,
        Difficulty::Diabolic => 1_500,
    }
}

/// Applies random changes that make a level better, until it is proven. A proof that fails names other solutions, and
/// further changes must get rid of them. Returns `None` if that does not succeed.
pub(super) fn sharpen(recipe: &Recipe, mut candidate: Candidate, stream: &mut Stream) -> Option<Generated> {
    let mut nodes = recipe.budget();
    for _ in 0..tries(recipe.difficulty) {
        if recipe.is_promising(&candidate) {
            candidate = simplify(recipe, candidate);
            let findings = candidate.level.solve(Limits { nodes, solutions: Findings::KEPT + 1 });
            // Nothing but the answer and all solutions may count here: if it mattered which solutions are found first,
            // a better solver would make other levels.
            let Answer::Exactly(solutions) = findings.answer() else { return None };
            if solutions == 1 {
                let grade = candidate.level.grade(&findings)?;
                return Some(Generated { level: candidate.level, findings, grade });
            }
            nodes -= findings.nodes;
            let mut plan = candidate.plan;
            plan.rivals.extend(findings.first_solutions.into_iter().filter(|other| *other != plan.solution));
            candidate = recipe.examine(plan, i64::MIN)?;
        }
        let Some(plan) = changed(&candidate, stream) else { continue };
        let better = recipe.examine(plan, recipe.value(&candidate.grade, candidate.rivals));
        candidate = better.filter(|better| better.grade.difficulty() <= recipe.difficulty).unwrap_or(candidate);
    }
    None
}

/// The plan with one random change; `None` if there is nothing to change. It may no longer be a level.
fn changed(candidate: &Candidate, stream: &mut Stream) -> Option<Plan> {
    let Plan { mut draft, solution, rivals } = candidate.plan.clone();
    let mut edit = None;
    let setup = &mut draft.setup;
    match stream.below(20) {
        0 => {
            let nth = nth_of(&setup.stones, stream)?;
            let spot = &mut setup.stones[nth].1;
            let from = *spot;
            *spot = beside(from, stream);
            edit = Edit::follow(&mut draft.grants, from, *spot);
        }
        1 => {
            let nth = nth_of(&setup.figures, stream)?;
            let Whereabouts::On(spot) = &mut setup.figures[nth].1 else { return None };
            let from = *spot;
            *spot = beside(from, stream);
            edit = Edit::follow(&mut draft.grants, from, *spot);
        }
        2 => setup.stones.push((any(&Stone::ALL, stream), any_spot(stream))),
        3 => {
            let nth = nth_of(&setup.stones, stream)?;
            setup.stones[nth].0 = any(&Stone::ALL, stream);
        }
        4 => setup.monster.as_mut()?.facing = any(&Direction::ALL, stream),
        // What lies right becomes a piece that the player must lay there.
        5 | 6 => {
            let nth = nth_of(&setup.stones, stream)?;
            let (stone, spot) = setup.stones.remove(nth);
            let at = spot.cell()?;
            follow_none(&draft.grants, at)?;
            one_piece_more(&mut draft.grants, Thing::Stone(stone))?;
            edit = Some(Edit::Add(Deed::Stone { stone, at }));
        }
        7 => {
            let nth = nth_of(&setup.figures, stream)?;
            let (figure, place) = &mut setup.figures[nth];
            let Whereabouts::On(spot) = *place else { return None };
            let at = spot.cell()?;
            follow_none(&draft.grants, at)?;
            if draft.ours.contains(figure) && stream.below(2) == 0 {
                *place = Whereabouts::Waiting;
                one_piece_more(&mut draft.grants, Thing::Figure)?;
                edit = Some(Edit::Add(Deed::Figure { at }));
            } else {
                let from = any(&Cell::ALL, stream);
                *place = Whereabouts::On(from.into());
                one_move_more(&mut draft.grants, from)?;
                edit = Some(Edit::Add(Deed::Move { from, to: at }));
            }
        }
        // Another solution.
        8 | 9 => {
            let mut deeds = solution.deeds().to_vec();
            let nth = stream.below(deeds.len());
            let grants: Vec<&Grant> =
                candidate.level.grants().iter().filter(|grant| grant.is_about(deeds[nth])).collect();
            deeds[nth] = lots::deed(**stream.choose(&grants)?, &candidate.level, stream)?;
            return Some(Plan { draft, solution: deeds.into_iter().collect(), rivals });
        }
        10 => {
            let nth = nth_of(&draft.grants, stream)?;
            match &mut draft.grants[nth] {
                Grant::Lay { on: area, .. } if stream.below(2) == 0 => *area = CellSet::FLOOR,
                Grant::Lay { on: area, .. } | Grant::Move { to: area, .. } => *area = widened(area),
                Grant::Turn { .. } => return None,
            }
        }
        11 => {
            let pool = pool(any(&Cell::ALL, stream), stream)?;
            setup.blood.extend(pool.iter().map(Spot::from));
        }
        12 => {
            // All blood moves together.
            let direction = any(&Direction::ALL, stream);
            for spot in &mut setup.blood {
                *spot = spot.cell()?.step(direction)?.into();
            }
        }
        13 => {
            let pool = pool(setup.blood.first()?.cell()?, stream)?;
            setup.blood = pool.iter().map(Spot::from).collect();
        }
        14 => {
            let pair = setup.teleporters.iter().map(|tile| tile.pair + 1).max().unwrap_or(1);
            for _ in 0..2 {
                let (at, arrow) = (any_spot(stream), any(&Direction::ALL, stream));
                setup.teleporters.push(TeleporterTile { pair, at, arrow });
            }
        }
        15..=18 => {
            let names: &[&str] = if stream.below(4) == 0 { &lots::OURS } else { &lots::THEIRS };
            let is_ours = names.len() == lots::OURS.len();
            let mut figures = names.iter().filter_map(|name| name.parse::<FigureId>().ok());
            let new = figures.find(|figure| setup.figures.iter().all(|(other, _)| other != figure))?;
            setup.figures.push((new, Whereabouts::On(any_spot(stream))));
            draft.ours.extend(is_ours.then_some(new));
        }
        _ => {
            let nth = nth_of(&setup.teleporters, stream)?;
            let tile = &mut setup.teleporters[nth];
            // A teleporter that the player may turn stays where it is.
            if stream.below(2) == 0 && !draft.grants.iter().any(|grant| is_turn_of(grant, tile.at)) {
                tile.at = beside(tile.at, stream);
            } else {
                tile.arrow = any(&Direction::ALL, stream);
            }
        }
    }
    let edited = |preparation: Preparation| match edit {
        Some(edit) => edit.apply(&preparation),
        None => preparation,
    };
    Some(Plan { draft, solution: edited(solution), rivals: rivals.into_iter().map(edited).collect() })
}

fn any<T: Copy>(items: &[T], stream: &mut Stream) -> T {
    items[stream.below(items.len())]
}

fn any_spot(stream: &mut Stream) -> Spot {
    any(&Cell::ALL, stream).into()
}

fn nth_of<T>(items: &[T], stream: &mut Stream) -> Option<usize> {
    (!items.is_empty()).then(|| stream.below(items.len()))
}

/// A neighbour of a space in a random direction, or the space itself if there is none.
fn beside(spot: Spot, stream: &mut Stream) -> Spot {
    let direction = any(&Direction::ALL, stream);
    spot.cell().and_then(|cell| cell.step(direction)).map_or(spot, Spot::from)
}

/// What a change of the level does to its preparations.
#[derive(Clone, Copy)]
enum Edit {
    /// They have a deed more.
    Add(Deed),
    /// A piece that they move begins elsewhere.
    Follow { from: Cell, now: Cell },
}

impl Edit {
    /// Lets the grant to move a piece follow the piece.
    fn follow(grants: &mut [Grant], moved_from: Spot, moved_to: Spot) -> Option<Edit> {
        let now = moved_to.cell()?;
        let froms = grants.iter_mut().filter_map(|grant| match grant {
            Grant::Move { from, .. } => Some(from),
            Grant::Lay { .. } | Grant::Turn { .. } => None,
        });
        let from = froms.into_iter().find(|from| Spot::from(**from) == moved_from)?;
        Some(Edit::Follow { from: std::mem::replace(from, now), now })
    }

    fn apply(self, preparation: &Preparation) -> Preparation {
        let deeds = preparation.deeds().iter().copied();
        match self {
            Edit::Add(deed) => deeds.chain([deed]).collect(),
            Edit::Follow { from: old, now } => {
                let followed = deeds.map(|deed| match deed {
                    Deed::Move { from, to } if from == old => Deed::Move { from: now, to },
                    deed => deed,
                });
                followed.collect()
            }
        }
    }
}

fn one_piece_more(grants: &mut Vec<Grant>, wanted: Thing) -> Option<()> {
    let pieces: u8 = grants.iter().map(|grant| grant.pieces()).sum();
    if pieces >= MOST_PIECES {
        return None;
    }
    let count = grants.iter_mut().find_map(|grant| match grant {
        Grant::Lay { thing, count, .. } if *thing == wanted => Some(count),
        Grant::Lay { .. } | Grant::Move { .. } | Grant::Turn { .. } => None,
    });
    match count {
        Some(count) => *count += 1,
        None => grants.push(Grant::Lay { thing: wanted, count: 1, on: CellSet::FLOOR }),
    }
    Some(())
}

fn one_move_more(grants: &mut Vec<Grant>, from: Cell) -> Option<()> {
    let pieces: u8 = grants.iter().map(|grant| grant.pieces()).sum();
    let near = |cell: &Cell| cell.column().abs_diff(from.column()) + cell.row().abs_diff(from.row()) <= lots::REACH;
    (pieces < MOST_PIECES).then(|| grants.push(Grant::Move { from, to: Cell::ALL.into_iter().filter(near).collect() }))
}

fn follow_none(grants: &[Grant], at: Cell) -> Option<()> {
    (!grants.iter().any(|grant| matches!(grant, Grant::Move { from, .. } if *from == at))).then_some(())
}

/// With more pieces, proofs take too long.
const MOST_PIECES: u8 = 3;

/// An area and all spaces beside it.
fn widened(area: &CellSet) -> CellSet {
    let around =
        area.iter().flat_map(|cell| Direction::ALL.into_iter().filter_map(move |direction| cell.step(direction)));
    around.chain(area.iter()).collect()
}

/// A pool with its first space on `at`, if it fits into the fortress.
fn pool(at: Cell, stream: &mut Stream) -> Option<CellSet> {
    lots::POOLS[stream.below(lots::POOLS.len())](at).cells()
}

fn is_turn_of(grant: &Grant, spot: Spot) -> bool {
    matches!(grant, Grant::Turn { at } if Spot::from(*at) == spot)
}
