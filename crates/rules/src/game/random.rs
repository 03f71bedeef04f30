//! Laying tiles at random, for people in a hurry and for tests: every choice equally likely.

use super::{Action, Awaited, Game, Placement, Tile};
use crate::chance::Stream;

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
}
