//! Fledgling: runs for the exit, and avoids the monster only when it is close.

use std::cmp::Reverse;

use rules::chance::Stream;
use rules::game::Playing;
use rules::{Eaten, FigureId, Outcome, Position, Step, Walk, Whereabouts};

use crate::bot::Mover;
use crate::reason::Reason;
use crate::roads::{Roads, off_the_way};

/// The number of monster steps it foresees: fewer than any tombstone has.
const SHORT_SIGHT: usize = 4;

/// The move of a seat that is to move, and why.
pub(crate) fn choose(mover: Mover<'_>, chance: &mut Stream) -> Option<(FigureId, Vec<Step>, Reason)> {
    let game = mover.game;
    let position = game.position();
    let movable: Vec<FigureId> = game.movable(mover.seat).iter().collect();
    let bitten = bitten_soon(position);
    let afraid: Vec<FigureId> = movable.iter().copied().filter(|figure| bitten.contains(figure)).collect();
    let figure = *chance.choose(if afraid.is_empty() { &movable } else { &afraid })?;
    let outcomes = position.outcomes(figure, game.number(figure));
    let roads = Roads::of(position);
    let dislike = |outcome: &Outcome<'_>| {
        let is_bitten = bitten_soon(&outcome.position()).contains(&figure);
        // Among equally long ways it prefers those off the diagonal.
        let aside = match outcome.place() {
            Whereabouts::On(cell) => off_the_way(cell),
            Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => 0,
        };
        (is_bitten, roads.points(outcome.place()), Reverse(aside))
    };
    let disliked: Vec<_> = outcomes.iter().map(|outcome| (dislike(&outcome), outcome)).collect();
    let least = disliked.iter().map(|(dislike, _)| *dislike).min()?;
    let equals: Vec<_> = disliked.into_iter().filter(|(dislike, _)| *dislike == least).collect();
    let path = chance.choose(&equals)?.1.path();
    let reason = reason(game, figure, &path)?;
    Some((figure, path, reason))
}

/// The reason for a move.
pub(crate) fn reason(game: &Playing, figure: FigureId, path: &[Step]) -> Option<Reason> {
    let (before, mut after) = (game.position(), *game.position());
    after.play(figure, game.number(figure), path, &mut ()).ok()?;
    let is_saved = bitten_soon(before).contains(&figure) && !bitten_soon(&after).contains(&figure);
    if is_saved { Some(Reason::Shies) } else { Reason::of_runner(game, figure, path) }
}

/// The figures that the monster eats within the next few steps.
fn bitten_soon(position: &Position) -> Eaten {
    let mut position = *position;
    let sink = &mut ();
    let mut walk = Walk::new(&mut position, sink);
    for _ in 0..SHORT_SIGHT {
        walk.look();
        walk.step();
    }
    walk.eaten().clone()
}
