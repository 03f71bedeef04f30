//! Six fortresses laid in advance, for players who want to begin at once. Each has its own character.

use super::tiles::{Axis, Fortress, Pair, PartialFortress, Placement};
use crate::geometry::{Cell, Direction};
use crate::piece::Stone;

/// A fortress laid in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NamedFortress {
    /// Crystals in the middle and nothing to hide behind: the monster sees far.
    Gallery,
    /// Turning stones in a ring around the square pool: a monster lured into it keeps turning.
    Carousel,
    /// Both pools lie across the way to the exit: fast for figures, and for the monster.
    Slaughterhouse,
    /// Teleporters in the open: the monster is never where it was.
    Burrow,
    /// Stones crowd the way to the exit: figures can only pass one by one.
    Gauntlet,
    /// Everything lies along the walls, with an empty court between them in which nobody is safe.
    Court,
}

impl NamedFortress {
    /// Every named fortress.
    pub const ALL: [NamedFortress; 6] =
        [Self::Gallery, Self::Carousel, Self::Slaughterhouse, Self::Burrow, Self::Gauntlet, Self::Court];

    /// The fortress with this name.
    #[must_use]
    pub fn fortress(self) -> Fortress {
        use Cell::*;
        use Direction::{East, North, South, West};
        let tiles = match self {
            Self::Gallery => Plan {
                plain: [D7, I1, L10],
                crystal: [H6, I5],
                turn_right: [C4, G9, K3, N7],
                turn_around: [F3, M6],
                square_pool: F5,
                long_pool: (J8, Axis::Row),
                one: [(B6, East), (O6, West)],
                two: [(G2, South), (K10, North)],
            },
            Self::Carousel => Plan {
                plain: [C5, L2, M9],
                crystal: [F8, K4],
                turn_right: [H4, J5, I7, G6],
                turn_around: [D6, M6],
                square_pool: H5,
                long_pool: (G9, Axis::Row),
                one: [(E2, South), (L10, North)],
                two: [(C8, East), (O5, West)],
            },
            Self::Slaughterhouse => Plan {
                plain: [E3, J6, N8],
                crystal: [G4, K9],
                turn_right: [B4, E7, L5, O8],
                turn_around: [H2, I10],
                square_pool: C2,
                long_pool: (G7, Axis::Row),
                one: [(J3, West), (F10, East)],
                two: [(M3, South), (D8, North)],
            },
            Self::Burrow => Plan {
                plain: [C3, H9, N9],
                crystal: [E5, L7],
                turn_right: [E8, H3, K8, M5],
                turn_around: [C6, N6],
                square_pool: J10,
                long_pool: (F1, Axis::Column),
                one: [(G6, East), (J6, West)],
                two: [(I4, South), (H8, North)],
            },
            Self::Gauntlet => Plan {
                plain: [C1, B2, A4],
                crystal: [D3, C5],
                turn_right: [E1, E4, B6, F6],
                turn_around: [D2, G2],
                square_pool: L8,
                long_pool: (J4, Axis::Column),
                one: [(H8, North), (N4, South)],
                two: [(H5, West), (M10, North)],
            },
            Self::Court => Plan {
                plain: [D1, M10, P8],
                crystal: [A6, P5],
                turn_right: [H1, L1, E11, I11],
                turn_around: [M2, D10],
                square_pool: A3,
                long_pool: (O6, Axis::Column),
                one: [(K1, South), (G11, North)],
                two: [(C8, East), (N3, West)],
            },
        };
        tiles.lay()
    }
}

/// The places of the 17 tiles.
struct Plan {
    plain: [Cell; 3],
    crystal: [Cell; 2],
    turn_right: [Cell; 4],
    turn_around: [Cell; 2],
    square_pool: Cell,
    long_pool: (Cell, Axis),
    one: [(Cell, Direction); 2],
    two: [(Cell, Direction); 2],
}

impl Plan {
    fn lay(self) -> Fortress {
        let stones = |stone: Stone, cells: &[Cell]| {
            cells.iter().map(|at| Placement::Stone { stone, at: *at }).collect::<Vec<Placement>>()
        };
        let teleporters = |pair: Pair, ends: [(Cell, Direction); 2]| {
            ends.map(|(at, arrow)| Placement::Teleporter { pair, at, arrow })
        };
        let mut placements = stones(Stone::Plain, &self.plain);
        placements.extend(stones(Stone::Crystal, &self.crystal));
        placements.extend(stones(Stone::TurnRight, &self.turn_right));
        placements.extend(stones(Stone::TurnAround, &self.turn_around));
        placements.push(Placement::SquarePool { at: self.square_pool });
        placements.push(Placement::LongPool { at: self.long_pool.0, axis: self.long_pool.1 });
        placements.extend(teleporters(Pair::One, self.one));
        placements.extend(teleporters(Pair::Two, self.two));
        let tiles = PartialFortress::new(&placements).expect("the named fortresses keep to the rules");
        tiles.complete().expect("the named fortresses have all tiles")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn every_named_fortress_is_legal_and_different() {
        let fortresses = NamedFortress::ALL.map(NamedFortress::fortress);
        for (index, fortress) in fortresses.iter().enumerate() {
            assert!(Position::from_setup(&fortress.to_setup()).is_ok());
            assert!(!fortresses[..index].contains(fortress));
        }
    }
}
