//! Playing at random, for people in a hurry and for tests: every choice equally likely.

use super::{Action, Awaited, Game, Placement, Tile};
use crate::chance::Stream;
use crate::outcomes::Outcomes;
use crate::piece::FigureId;

impl Game {
    /// A random way to lay the next tile: first which tile, then where. `None` if no tile is to be laid.
    #[must_use]
    pub fn random_placement(&self, chance: &mut Stream) -> Option<Action> {
        let Awaited::Tile(_) = self.awaited else { return None };
        let choices = self.layout.choices();
        let mut tiles: Vec<Tile> = choices.iter().map(|placement| placement.tile()).collect();
        tiles.dedup();
        let tile = *chance.choose(&tiles)?;
        let places: Vec<Placement> = choices.into_iter().filter(|placement| placement.tile() == tile).collect();
        chance.choose(&places).copied().map(Action::Place)
    }

    /// A random move: first which figure, then which of its outcomes. `None` if no move is due. `outcomes` is only
    /// there to be used again and again.
    #[must_use]
    pub fn random_move(&self, chance: &mut Stream, outcomes: &mut Outcomes) -> Option<Action> {
        let Awaited::Move(seat) = self.awaited else { return None };
        let figures: Vec<FigureId> = self.movable(seat).iter().collect();
        let figure = *chance.choose(&figures)?;
        outcomes.find(&self.position, figure, self.number(figure));
        let nth = chance.below(outcomes.iter().count());
        let outcome = outcomes.iter().nth(nth)?;
        Some(Action::Move { figure, path: outcome.path() })
    }
}
