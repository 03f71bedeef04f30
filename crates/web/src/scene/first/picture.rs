//! What the board of a round shows: the question, the answer with what will come of it, what happens, and what happened.

use std::sync::Arc;

use rules::game::Stage;
use rules::{Cell, FigureId, Whereabouts};

use super::round::{Choice, Round};
use super::{Fate, Question};
use crate::scene::board::{BeamFate, DangerMark, EatenMark, Reach, Scene, Spot, beams, look_at, plan_mark, walls_on};
use crate::scene::foresight::{Foresight, hops};
use crate::scene::player::Player;
use crate::scene::show::{Run, Show, Way};
use crate::scene::tableau::Tableau;
use crate::table::Speed;

/// The scene: the beat that is played, what happened, or the question with its answer.
#[must_use]
pub fn scene(round: &Round, player: &Player, told: Option<&Arc<Show>>, speed: Speed) -> Scene {
    if let Some((show, at)) = player.show() {
        let tableau = show.beats.get(at).map_or(&show.before, |beat| &beat.tableau);
        return Scene::of_table(tableau, Some((show, at)), speed);
    }
    match told {
        Some(show) => over(round, show, speed),
        None => asked(round, speed),
    }
}

/// The question, and the answer that was given.
fn asked(round: &Round, speed: Speed) -> Scene {
    let tableau = round.tableau();
    let mut scene = Scene::of_table(&tableau, None, speed);
    match round.question() {
        Question::Step => {
            if round.choice().is_some() {
                scene.beams = look_at(round.position()).map_or(vec![], beams);
            }
        }
        Question::Entry => scene.lit = wall_in_question(round).into_iter().collect(),
        Question::Move(task) => plan(&mut scene, round, &tableau, task.figure),
    }
    scene
}

/// The wall the monster goes out by lights up with its twin as soon as that gives nothing away.
fn wall_in_question(round: &Round) -> Option<rules::Wall> {
    round.fate().filter(|fate| fate.is_right()).and_then(|_| round.wall())
}

/// The spaces that can be reached, the planned move, and what the monster will do then.
fn plan(scene: &mut Scene, round: &Round, tableau: &Tableau, figure: FigureId) {
    let Some(task) = round.task() else { return };
    let goal = round.goal();
    let trail: Vec<Cell> = goal.map_or(vec![], |goal| goal.plan.trail.clone());
    let origin = tableau.position.whereabouts(figure);
    let reach = |cell: Cell, cost: u8| Reach {
        spot: Spot::On(cell),
        cost,
        is_covered: trail.contains(&cell) || tableau.stone_at(cell).is_some() || origin == Some(Whereabouts::On(cell)),
    };
    scene.reach = round.goals().iter().map(|goal| reach(goal.at, goal.cost)).collect();
    for mark in &mut scene.figures {
        mark.is_chosen = mark.figure == figure;
        if let Some(goal) = goal.filter(|_| mark.figure == figure) {
            mark.spot = Spot::On(goal.at);
        }
    }
    let Some(goal) = goal else { return };
    scene.plan = Some(plan_mark(tableau, &goal.plan, &[]));
    for stone in &mut scene.stones {
        let pushed = goal.plan.pushed.iter().find(|(from, _)| stone.spot == Spot::On(*from));
        if let Some((_, Some(to))) = pushed {
            stone.spot = Spot::On(*to);
        }
    }
    // A stone that leaves the game is not shown.
    scene
        .stones
        .retain(|stone| !goal.plan.pushed.iter().any(|(from, to)| stone.spot == Spot::On(*from) && to.is_none()));
    let (Some(tombstone), Some(after)) = (task.tombstone, goal.plan.table) else { return };
    let next = [tombstone].into_iter().collect();
    let Some(foresight) = Foresight::with(next, Stage::Two, &tableau.position, &after) else { return };
    let eaten: Vec<FigureId> = foresight.ends.iter().flat_map(|end| end.eaten.clone()).collect();
    let danger = |mark: &crate::scene::board::FigureMark| match eaten.contains(&mark.figure) {
        true => Some(DangerMark { spot: mark.spot, percent: 100 }),
        false if mark.figure == figure => Some(DangerMark { spot: mark.spot, percent: 0 }),
        false => None,
    };
    scene.dangers = scene.figures.iter().filter_map(danger).collect();
    scene.lit = crate::scene::board::walls(&foresight.ends);
    scene.ends = foresight.ends;
}

/// What happened: the last beat, with the way of the monster and everybody who was eaten.
fn over(round: &Round, show: &Arc<Show>, speed: Speed) -> Scene {
    let Some(last) = show.beats.last() else { return asked(round, speed) };
    let mut scene = Scene::of_table(&last.tableau, None, speed);
    if round.question() == Question::Step {
        let look = look_at(round.position()).map_or(vec![], beams);
        let is_seen = |beam: &crate::scene::board::Beam| beam.sees.is_some() && beam.fate != BeamFate::Followed;
        scene.beams = look.into_iter().filter(is_seen).collect();
    }
    scene.puzzle.walk = way_of(show);
    scene.lit = walls_on(&scene.puzzle.walk);
    scene.puzzle.eaten = eaten(show, &scene);
    // What comes last was a step: nothing waits for a move any more.
    scene.figures.iter_mut().for_each(|mark| mark.is_to_move = false);
    scene
}

/// The way that the monster went.
fn way_of(show: &Show) -> Vec<crate::scene::foresight::Hop> {
    let Some(first) = show.beats.iter().find(|beat| beat.look.is_some()) else { return vec![] };
    let mut table = first.tableau.position;
    let mut events = vec![];
    match show.run {
        Some(Run::Tombstone(tombstone)) => drop(table.run(tombstone, &mut events)),
        Some(Run::Endless) => {
            let mut walk = rules::Walk::new(&mut table, &mut events);
            walk.look();
            walk.step();
        }
        None => {}
    }
    hops(&events)
}

fn eaten(show: &Show, scene: &Scene) -> Vec<EatenMark> {
    let is_taken = |cell: Cell| {
        scene.monster.is_some_and(|monster| monster.at == cell)
            || scene.figures.iter().any(|figure| figure.spot == Spot::On(cell))
    };
    let meals = show.beats.iter().flat_map(|beat| beat.moves.iter().map(move |(piece, way)| (beat.step, *piece, *way)));
    let mark = |(step, piece, way)| match (piece, way) {
        (crate::scene::show::PieceId::Figure(figure), Way::Eaten(at) | Way::Lost(at, _)) => {
            Some(EatenMark { figure, at, step: u32::from(step), is_aside: is_taken(at) })
        }
        _ => None,
    };
    meals.filter_map(mark).collect()
}

/// The direction of the step that was chosen, and whether it is wrong.
#[must_use]
pub fn chosen_step(round: &Round) -> Option<(crate::scene::caption::Side, bool)> {
    match round.choice()? {
        Choice::Step(side) => Some((side, !round.fate().is_some_and(Fate::is_right))),
        Choice::Space(_) | Choice::Wall(_) => None,
    }
}
