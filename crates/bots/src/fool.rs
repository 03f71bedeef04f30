//! Fool: anything legal, each choice equally likely.

use rules::Outcomes;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Action, Game, View};

use crate::bot::{Choice, Decision, Thinking};
use crate::reason::Reason;

/// The chance of one decision: it follows from the seed and from how far the game is.
pub(crate) fn chance(game: &Game, seed: u64) -> Stream {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let progress = [
        game.layout().placements().count() as u8,
        game.stage().number(),
        game.turn(),
        game.moved().len() as u8,
        game.acting().map_or(u8::MAX, |seat| seat.index() as u8),
    ];
    bytes[8..8 + progress.len()].copy_from_slice(&progress);
    Stream::new(&Seed(bytes), &[], Purpose::Players)
}

pub(crate) fn decide(view: View<'_>, thinking: &Thinking<'_>) -> Option<Decision> {
    let game = view.game;
    let mut chance = chance(game, thinking.seed);
    let figures: Vec<_> = game.movable(view.seat).iter().collect();
    let figure = *chance.choose(&figures)?;
    let mut outcomes = Outcomes::new();
    outcomes.find(game.position()?, figure, game.number(figure));
    let outcome = outcomes.iter().nth(chance.below(outcomes.iter().count()))?;
    let path = outcome.path();
    let action = Action::Move { figure, path: path.clone() };
    let best = vec![Choice { figure, path, value: 0.0 }];
    Some(Decision { action, reason: Reason::AtRandom, best, nodes: 1 })
}

pub(crate) fn lay(game: &Game, thinking: &Thinking<'_>) -> Option<Decision> {
    let action = game.random_placement(&mut chance(game, thinking.seed))?;
    Some(Decision { action, reason: Reason::AtRandom, best: vec![], nodes: 0 })
}
