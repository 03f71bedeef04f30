//! What the board of a level shows: the trap, a walk that is watched, or what became of it.

use std::sync::Arc;

use puzzles::{Deed, Level};
use rules::game::{FigureSet, Pair};
use rules::{Cell, CellSet, FigureId, Piece, Position};

use super::{Meal, Outcome, Slot, Trap, Verdict};
use crate::scene::board::{BeamFate, EatenMark, MonsterMark, PuzzleMarks, Scene, Spot, WrongMark, beams, walls_on};
use crate::scene::player::Player;
use crate::scene::tableau::{Tableau, degrees};
use crate::table::Speed;

/// The current scene: the beat of a walk that is watched, what became of the trap, or the trap. `hinted` are the spaces
/// that a help points at.
#[must_use]
pub fn scene(trap: &Trap, player: &Player, told: Option<&Outcome>, hinted: CellSet, speed: Speed) -> Scene {
    if let Some((show, at)) = player.show() {
        let tableau = show.beats.get(at).map_or(&show.before, |beat| &beat.tableau);
        let mut scene = Scene::of_table(tableau, Some((show, at)), speed);
        // The stones have the numbers they had at the beginning.
        scene.puzzle = PuzzleMarks { laid_stones: laid_stones(trap, &show.before), ..camps(trap) };
        return scene;
    }
    let tableau = tableau(trap.position());
    let mut scene = Scene::of_table(&tableau, None, speed);
    scene.puzzle = PuzzleMarks { laid_stones: laid_stones(trap, &tableau), ..camps(trap) };
    match told {
        Some(outcome) => tell(&mut scene, trap.level(), outcome),
        None => {
            scene.puzzle.legal = trap.legal();
            if trap.hand().is_none() {
                scene.puzzle.areas = trap.areas();
                scene.puzzle.movable = trap.movable();
                scene.puzzle.turnable = trap.turnable();
            }
            scene.puzzle.hinted = hinted;
            // The first teleporter of a pair stands already.
            if let Some(first) = trap.hand().and_then(|hand| hand.first) {
                let pair = if scene.floor.teleporters.is_empty() { Pair::One } else { Pair::Two };
                scene.floor.teleporters.push((pair, first));
                scene.puzzle.laid_floor.push([first.at].into_iter().collect());
            }
        }
    }
    scene
}

/// A position of a level as it is drawn: nobody is about to move.
#[must_use]
pub fn tableau(position: Position) -> Tableau {
    let everybody = position.figures().map(|(figure, _)| figure).collect();
    Tableau::laid(position, FigureSet::EMPTY, everybody)
}

/// Whose figures they are, and what the player has laid, apart from stones.
fn camps(trap: &Trap) -> PuzzleMarks {
    let level: &Arc<Level> = trap.level();
    let mut marks = PuzzleMarks { ours: level.ours(), theirs: level.theirs(), ..PuzzleMarks::default() };
    let position = trap.position();
    for (nth, slot) in trap.slots().iter().enumerate() {
        let Some(deed) = trap.deed(nth) else { continue };
        match (slot, deed) {
            (_, Deed::SquarePool { .. } | Deed::LongPool { .. }) => marks.laid_floor.extend(deed.cells()),
            (_, Deed::Teleporters(pair)) => {
                marks.laid_floor.extend(pair.map(|end| [end.at].into_iter().collect::<CellSet>()));
            }
            (_, Deed::Turn { at, .. }) => marks.laid_floor.push([at].into_iter().collect()),
            (Slot::Move { piece: Piece::Figure(figure), .. }, _) => marks.laid_figures.insert(*figure),
            (_, Deed::Figure { at }) => {
                position.figure_at(at).into_iter().for_each(|figure| marks.laid_figures.insert(figure));
            }
            (_, Deed::Stone { .. } | Deed::Move { .. }) => {}
        }
    }
    marks
}

/// The numbers of the stones that the player has laid or moved.
fn laid_stones(trap: &Trap, before: &Tableau) -> Vec<u8> {
    let at = |nth: usize| match trap.deed(nth)? {
        Deed::Stone { at, .. } | Deed::Move { to: at, .. } => Some(at),
        Deed::Figure { .. }
        | Deed::SquarePool { .. }
        | Deed::LongPool { .. }
        | Deed::Teleporters(_)
        | Deed::Turn { .. } => None,
    };
    let cells = (0..trap.slots().len()).filter_map(at);
    cells.filter_map(|cell| before.stone_at(cell)).map(|mark| mark.id).collect()
}

/// What became of the trap: nothing is put back, and the walk is drawn over it.
fn tell(scene: &mut Scene, level: &Level, outcome: &Outcome) {
    let eaten: FigureSet = outcome.meals.iter().map(|meal| meal.figure).collect();
    scene.figures.retain(|mark| !eaten.has(mark.figure));
    scene.monster =
        outcome.monster.map(|monster| MonsterMark { at: monster.at, angle: degrees(monster.facing), way: None });
    let is_taken = |cell: Cell| {
        outcome.monster.is_some_and(|monster| monster.at == cell)
            || scene.stones.iter().any(|stone| stone.spot == Spot::On(cell))
            || scene.figures.iter().any(|figure| figure.spot == Spot::On(cell))
    };
    let mark =
        |meal: &Meal| EatenMark { figure: meal.figure, at: meal.at, step: meal.step, is_aside: is_taken(meal.at) };
    scene.puzzle.eaten = outcome.meals.iter().map(mark).collect();
    scene.puzzle.walk = outcome.hops.clone();
    scene.lit = walls_on(&outcome.hops);
    match &outcome.verdict {
        Verdict::Solved => scene.puzzle.safe = on_board(scene, level.ours()),
        Verdict::Lost(loss) => {
            scene.puzzle.safe = on_board(scene, level.ours().without(eaten));
            if let Some(look) = loss.moment.show.beats.get(loss.moment.at).and_then(|beat| beat.look) {
                scene.puzzle.wrong = Some(WrongMark { at: look.at, step: loss.step });
                scene.beams = beams(look).into_iter().filter(|beam| beam.fate == BeamFate::Followed).collect();
            }
        }
        Verdict::Spared(_) | Verdict::TooLong => scene.puzzle.safe = on_board(scene, level.ours()),
    }
}

fn on_board(scene: &Scene, figures: FigureSet) -> FigureSet {
    let is_there =
        |figure: &FigureId| scene.figures.iter().any(|mark| mark.figure == *figure && matches!(mark.spot, Spot::On(_)));
    figures.iter().filter(is_there).collect()
}
