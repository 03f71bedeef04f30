//! Lays tiles at random, for people in a hurry and for tests.

use super::{Fortress, PartialFortress, Placement, Tile};
use crate::chance::Stream;

impl PartialFortress {
    /// A random way to lay one more tile, or `None` if all are laid. Each kind that is left is equally likely, and then
    /// each legal place.
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

impl Fortress {
    /// A random fortress, laid tile by tile.
    #[must_use]
    pub fn random(chance: &mut Stream) -> Fortress {
        let mut tiles = PartialFortress::default();
        loop {
            if let Some(fortress) = tiles.complete() {
                return fortress;
            }
            // The other tiles cover at most 19 of 150 spaces, so there is always room for one more.
            let placement = tiles.random_choice(chance).expect("there is always room for one more tile");
            tiles.place(placement).expect("a choice is legal");
        }
    }
}
