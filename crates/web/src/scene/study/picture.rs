//! What the analysis board shows: the position with its overlays, or a run that is watched.

use std::sync::Arc;

use rules::{FigureId, Tombstone, Whereabouts};

use super::advice::Advised;
use super::desk::{Desk, Refusal};
use super::outlook::goals;
use crate::scene::board::{Reach, Scene, Spot, beams, dangers, look_at, plan_mark, walls};
use crate::scene::caption::Moment;
use crate::scene::foresight::{Foresight, Picks};
use crate::scene::player::Player;
use crate::scene::show::{Run, Show};
use crate::scene::tableau::Tableau;
use crate::scene::why::Why;
use crate::table::Speed;

/// An overlay of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// What the monster sees.
    Sight,
    /// Its paths.
    Ends,
    /// The dangers.
    Dangers,
    /// The best move of a bot.
    Best,
}

impl Overlay {
    /// Every overlay.
    pub const ALL: [Overlay; 4] = [Overlay::Sight, Overlay::Ends, Overlay::Dangers, Overlay::Best];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Overlay::Sight => "sight",
            Overlay::Ends => "ends",
            Overlay::Dangers => "dangers",
            Overlay::Best => "best",
        }
    }
}

/// What is laid over the board.
#[derive(Clone, Copy, Debug)]
pub struct Aid<'a> {
    /// The overlays that are switched on.
    pub overlays: &'a [Overlay],
    /// What the monster will do.
    pub outlook: Option<&'a Foresight>,
    /// The tombstones that are picked.
    pub picks: &'a Picks,
    /// The figure that is moved by the rules.
    pub chosen: Option<FigureId>,
    /// The best move.
    pub best: Option<&'a Advised>,
}

/// The run of this tombstone on the desk.
///
/// # Errors
///
/// If there is no monster.
pub fn run(desk: &Desk, tombstone: Tombstone) -> Result<Show, Refusal> {
    let (_, events) = desk.run(tombstone)?;
    Ok(Show::of_run(&tableau(desk), desk.situation().stage, Run::Tombstone(tombstone), &events))
}

/// The explanation of every look in the run of this tombstone; empty without a monster.
#[must_use]
pub fn story(desk: &Desk, tombstone: Tombstone) -> Vec<Why> {
    let Ok(show) = run(desk, tombstone).map(Arc::new) else { return vec![] };
    (0..show.beats.len()).filter_map(|at| Why::of(&Moment { show: show.clone(), at })).collect()
}

/// The scene: the current beat of a run that is watched, or the desk with its overlays.
#[must_use]
pub fn scene(desk: &Desk, player: &Player, speed: Speed, aid: &Aid<'_>) -> Scene {
    if let Some((show, at)) = player.show() {
        let tableau = show.beats.get(at).map_or(&show.before, |beat| &beat.tableau);
        return Scene::of_table(tableau, Some((show, at)), speed);
    }
    let mut scene = Scene::of_table(&tableau(desk), None, speed);
    let loose = desk.loose().iter().map(|loose| (desk.pair_at(loose.at), *loose));
    scene.floor.teleporters.extend(loose);
    look_ahead(&mut scene, desk, aid);
    if let Some(figure) = aid.chosen {
        choose(&mut scene, desk, figure);
    }
    scene
}

/// What the monster sees, its paths for the picked tombstones, the dangers and the best move.
fn look_ahead(scene: &mut Scene, desk: &Desk, aid: &Aid<'_>) {
    for overlay in aid.overlays {
        match (overlay, aid.outlook) {
            (Overlay::Sight, _) => scene.beams = look_at(desk.position()).map_or(vec![], beams),
            (Overlay::Ends, Some(outlook)) => {
                scene.ends = aid.picks.shown(outlook).into_iter().cloned().collect();
                scene.lit = walls(&scene.ends);
            }
            (Overlay::Dangers, Some(outlook)) => scene.dangers = dangers(outlook, &scene.figures),
            (Overlay::Best, _) => {
                let best = aid.best.filter(|best| best.is_of(desk));
                let queue: Vec<FigureId> = desk.waiting().collect();
                scene.best = best.map(|best| plan_mark(&tableau(desk), &best.plan, &queue));
            }
            (Overlay::Ends | Overlay::Dangers, None) => {}
        }
    }
}

/// The places that a figure can reach by the rules.
fn choose(scene: &mut Scene, desk: &Desk, figure: FigureId) {
    let reach = goals(desk, figure).into_iter().filter_map(|goal| {
        let spot = match goal.place {
            Whereabouts::On(cell) => Spot::On(cell),
            Whereabouts::Escaped => Spot::Out,
            Whereabouts::Waiting | Whereabouts::Eaten => return None,
        };
        let is_covered = matches!(goal.place, Whereabouts::On(cell) if desk.top(cell).is_some());
        Some(Reach { spot, cost: goal.cost, is_covered })
    });
    scene.reach = reach.collect();
    for mark in &mut scene.figures {
        mark.is_chosen = mark.figure == figure;
    }
}

/// The board of a desk.
#[must_use]
pub fn tableau(desk: &Desk) -> Tableau {
    Tableau::laid(*desk.position(), desk.dark(), desk.moved())
}
