//! What the monster can do on a desk, where a figure can go, and what that changes.

use bots::{Chance, Odds};
use rules::{FigureId, Outcomes, Position, Step, Tombstone, Whereabouts};

use super::desk::Desk;
use crate::scene::foresight::{End, Foresight};

/// The run of every tombstone left, including those that cannot come up first in a game; `None` without a monster.
#[must_use]
pub fn outlook(desk: &Desk) -> Option<Foresight> {
    let (position, situation) = (desk.position(), desk.situation());
    let with = |tombstones| Foresight::with(tombstones, situation.stage, position, position);
    let (all, next) = (with(situation.left())?, with(situation.next_tombstones())?);
    let ends = all.ends.into_iter().map(|end| End { chance: chance(desk, end.tombstone).unwrap_or(end.chance), ..end });
    Some(Foresight { ends: ends.collect(), dangers: next.dangers })
}

/// The chance that this tombstone comes up next; `None` if none is left.
#[must_use]
pub fn chance(desk: &Desk, tombstone: Tombstone) -> Option<Chance> {
    let next = desk.situation().next_tombstones();
    Chance::new(next.count(tombstone) as u8, next.len() as u8)
}

/// A place that a figure can reach by the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The place.
    pub place: Whereabouts,
    /// The points it costs.
    pub cost: u8,
    /// The path: the one that leaves the figure in the least danger, and the shortest of those.
    pub path: Vec<Step>,
    /// Its danger there; `None` without a monster.
    pub danger: Option<Chance>,
}

/// The places that a figure can reach with its points, each once, by cost; none if it has moved.
#[must_use]
pub fn goals(desk: &Desk, figure: FigureId) -> Vec<Goal> {
    if desk.can_walk(figure).is_err() {
        return vec![];
    }
    let mut outcomes = Outcomes::new();
    outcomes.find(desk.position(), figure, desk.points(figure));
    let mut goals: Vec<Goal> = vec![];
    for outcome in outcomes.iter() {
        let danger = danger_with(desk, &outcome.position(), figure);
        match goals.iter_mut().find(|goal| goal.place == outcome.place()) {
            Some(goal) if goal.danger <= danger => {}
            Some(goal) => *goal = Goal { path: outcome.path(), cost: outcome.cost(), danger, ..goal.clone() },
            None => {
                goals.push(Goal { place: outcome.place(), cost: outcome.cost(), path: outcome.path(), danger });
            }
        }
    }
    // A safer path to a place may be a longer one.
    goals.sort_by_key(|goal| goal.cost);
    goals
}

/// The danger of a figure if the turn ended in this position; `None` without a monster.
#[must_use]
pub fn danger_with(desk: &Desk, position: &Position, figure: FigureId) -> Option<Chance> {
    let situation = desk.situation();
    Some(Odds::with(situation.next_tombstones(), situation.stage, position)?.danger(figure))
}
