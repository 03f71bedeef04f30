//! Fool: makes random legal moves.

use rules::chance::Stream;
use rules::{FigureId, Step};

use crate::bot::Mover;

/// A random move of the seat that is to move: first a figure, then one of its outcomes.
pub(crate) fn choose(mover: Mover<'_>, chance: &mut Stream) -> Option<(FigureId, Vec<Step>)> {
    let game = mover.game;
    let figures: Vec<FigureId> = game.movable(mover.seat).iter().collect();
    let figure = *chance.choose(&figures)?;
    let outcomes = game.position().outcomes(figure, game.number(figure));
    let nth = chance.below(outcomes.iter().count().max(1));
    outcomes.iter().nth(nth).map(|outcome| (figure, outcome.path()))
}
