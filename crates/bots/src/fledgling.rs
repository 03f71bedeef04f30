//! Fledgling: runs for the exit, and shies away from the monster only when it is beside it.

use rules::game::View;
use rules::{Direction, FigureId, Outcomes, Position, Step, Whereabouts};

use crate::fool::chance;
use crate::bot::Thinking;
use crate::roads::Roads;

/// The move of a seat that is to move.
pub(crate) fn choose(view: View<'_>, thinking: &Thinking<'_>) -> Option<(FigureId, Vec<Step>)> {
    let game = view.game;
    let position = game.position()?;
    let mut chance = chance(game, thinking.seed);
    let movable: Vec<FigureId> = game.movable(view.seat).iter().collect();
    let afraid: Vec<FigureId> =
        movable.iter().copied().filter(|figure| is_beside_monster(position, position.whereabouts(*figure))).collect();
    let figure = *chance.choose(if afraid.is_empty() { &movable } else { &afraid })?;
    let outcomes: Outcomes = position.outcomes(figure, game.number(figure));
    let roads = Roads::of(position);
    let key = |place: Whereabouts| (is_beside_monster(position, Some(place)), roads.points(place));
    let best = outcomes.iter().map(|outcome| key(outcome.place())).min()?;
    let equals: Vec<_> = outcomes.iter().filter(|outcome| key(outcome.place()) == best).collect();
    Some((figure, chance.choose(&equals)?.path()))
}

fn is_beside_monster(position: &Position, place: Option<Whereabouts>) -> bool {
    let (Some(Whereabouts::On(cell)), Some(monster)) = (place, position.monster()) else { return false };
    Direction::ALL.into_iter().any(|direction| monster.at.step(direction) == Some(cell))
}
