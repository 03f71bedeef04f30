//! Laying tiles at random, for people in a hurry and for tests: every choice equally likely.

use super::{Action, Awaited, Game, Layout, Placement, Tile};
use crate::chance::Stream;

impl Layout {
    /// A random way to lay one more tile: first which tile, then where. `None` if none can be laid.
    #[must_use]
    pub fn random_choice(&self, chance: &mut Stream) -> Option<Placement> {
        let choices = self.choices();
        let mut tiles: Vec<Tile> = choices.iter().map(|placement| placement.tile()).collect();
        tiles.dedup();
        let tile = *chance.choose(&tiles)?;
        let places: Vec<Placement> = choices.into_iter().filter(|placement| placement.tile() == tile).collect();
        chance.choose(&places).copied()
    }
}

impl Game {
    /// A random way to lay the next tile: first which tile, then where. `None` if no tile is to be laid.
    #[must_use]
    pub fn random_placement(&self, chance: &mut Stream) -> Option<Action> {
        match self.awaited {
            Awaited::Tile(_) => self.layout.random_choice(chance).map(Action::Place),
            Awaited::Move(_) | Awaited::Flip | Awaited::Nothing => None,
        }
    }
}
