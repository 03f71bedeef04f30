//! Single changes to a position, even in the middle of a walk, for searches that decide late what is on a space.
//!
//! Every change is checked, so the position remains one that [`Setup`](crate::Setup) would accept.

use thiserror::Error;

use crate::geometry::{Cell, CellSet, Direction};
use crate::piece::{FigureId, Piece, Stone, Teleporter, Whereabouts};
use crate::position::Position;

/// The space has no room for what was to be laid. The position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no room on {0}")]
pub struct InTheWay(pub Cell);

impl Position {
    /// Lays a stone on a space.
    ///
    /// # Errors
    ///
    /// If the space has an occupant or a teleporter, or is a corner.
    pub fn lay_stone(&mut self, stone: Stone, at: Cell) -> Result<(), InTheWay> {
        if at.is_corner() || !self.is_free(at) || self.teleporter_exit(at).is_some() {
            return Err(InTheWay(at));
        }
        self.put_stone(stone, at);
        Ok(())
    }

    /// Puts a figure on a space, wherever it was before that.
    ///
    /// # Errors
    ///
    /// If the space has an occupant or a teleporter.
    pub fn lay_figure(&mut self, figure: FigureId, at: Cell) -> Result<(), InTheWay> {
        if !self.is_free(at) || self.teleporter_exit(at).is_some() {
            return Err(InTheWay(at));
        }
        self.put_figure(figure, Whereabouts::On(at));
        Ok(())
    }

    /// Lays blood on spaces, which may be occupied.
    ///
    /// # Errors
    ///
    /// If one of the spaces has blood or a teleporter, or is a corner.
    pub fn lay_blood(&mut self, cells: &CellSet) -> Result<(), InTheWay> {
        let taken = |cell: &Cell| cell.is_corner() || self.blood().has(*cell) || self.teleporter_exit(*cell).is_some();
        if let Some(cell) = cells.iter().find(taken) {
            return Err(InTheWay(cell));
        }
        cells.iter().for_each(|cell| self.put_blood(cell));
        Ok(())
    }

    /// Lays a pair of teleporters.
    ///
    /// # Errors
    ///
    /// If one of the spaces is occupied, has blood or a teleporter, or is a corner; if both are the same space; or if
    /// there are already two pairs.
    pub fn lay_teleporters(&mut self, pair: [Teleporter; 2]) -> Result<(), InTheWay> {
        let taken = |cell: &Cell| cell.is_corner() || !self.is_bare(*cell);
        let [one, other] = pair.map(|teleporter| teleporter.at);
        if let Some(cell) = [one, other].into_iter().find(taken) {
            return Err(InTheWay(cell));
        }
        // Pairs are stored in order, missing ones last.
        let [first, None] = self.teleporters else { return Err(InTheWay(other)) };
        if one == other {
            return Err(InTheWay(other));
        }
        self.put_teleporters([first, Some(pair)]);
        Ok(())
    }

    /// Turns the arrow of the teleporter on a space. Does nothing if there is none.
    pub fn point_teleporter(&mut self, at: Cell, arrow: Direction) {
        let mut pairs = self.teleporters;
        let teleporter = pairs.iter_mut().flatten().flatten().find(|teleporter| teleporter.at == at);
        teleporter.into_iter().for_each(|teleporter| teleporter.arrow = arrow);
        self.put_teleporters(pairs);
    }

    /// Turns the monster. Does nothing if there is none.
    pub fn turn_monster(&mut self, facing: Direction) {
        self.turn(facing);
    }

    /// Removes the stone or figure on a space and returns it. A figure then waits outside.
    pub fn take_up(&mut self, at: Cell) -> Option<Piece> {
        let piece = self.piece_at(at)?;
        match piece {
            Piece::Stone(stone) => self.remove_stone(stone, at),
            Piece::Figure(figure) => self.put_figure(figure, Whereabouts::Waiting),
        }
        Some(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;

    fn parsed(text: &str) -> Position {
        text.parse().expect("a position")
    }

    /// Checks on every space of a position that a thing can be laid exactly where `Setup` accepts it.
    #[track_caller]
    fn check(lay: impl Fn(&mut Position, Cell) -> Result<(), InTheWay>, add: impl Fn(&mut Setup, Cell)) {
        let before = parsed("Mh6e-Sc3-Td4ek9n-Be5-FR4g2-WG1");
        for cell in Cell::ALL {
            let mut position = before;
            let laid = lay(&mut position, cell);
            let mut setup = before.to_setup();
            add(&mut setup, cell);
            match Position::from_setup(&setup) {
                Ok(expected) => assert_eq!((laid, position), (Ok(()), expected), "{cell}"),
                Err(_) => assert_eq!((laid, position), (Err(InTheWay(cell)), before), "{cell}"),
            }
        }
    }

    #[test]
    fn a_stone_lies_where_a_set_up_has_it() {
        check(
            |position, cell| position.lay_stone(Stone::TurnRight, cell),
            |setup, cell| setup.stones.push((Stone::TurnRight, cell.into())),
        );
    }

    #[test]
    fn a_figure_stands_where_a_set_up_has_it() {
        let figure: FigureId = "G1".parse().expect("a figure");
        check(
            |position, cell| position.lay_figure(figure, cell),
            |setup, cell| {
                setup.figures.retain(|(other, _)| *other != figure);
                setup.figures.push((figure, Whereabouts::On(cell.into())));
            },
        );
    }

    #[test]
    fn teleporters_lie_where_a_set_up_has_them() {
        let arrow = Direction::South;
        let pair = |cell| [Teleporter { at: cell, arrow }, Teleporter { at: Cell::L5, arrow }];
        check(
            |position, cell| position.lay_teleporters(pair(cell)),
            |setup, cell| {
                let tiles =
                    pair(cell).map(|Teleporter { at, arrow }| crate::TeleporterTile { pair: 7, at: at.into(), arrow });
                setup.teleporters.extend(tiles);
            },
        );
        let mut full = parsed("Mh6e-Td4ek9n-Ti2ei4n");
        assert_eq!(full.lay_teleporters(pair(Cell::C3)), Err(InTheWay(Cell::L5)));
    }

    #[test]
    fn blood_lies_where_there_is_no_floor_tile() {
        let before = parsed("Mh6e-Sc3-Td4ek9n-Be5-FR4g2");
        let laid = |cells: &[Cell]| {
            let mut position = before;
            position.lay_blood(&cells.iter().copied().collect()).map(|()| position.to_string())
        };
        assert_eq!(laid(&[Cell::C3, Cell::G2, Cell::H6]), Ok("Mh6e-Sc3-Bg2c3e5h6-Td4ek9n-FR4g2".to_owned()));
        for cell in [Cell::A1, Cell::D4, Cell::E5] {
            assert_eq!(laid(&[Cell::B2, cell]), Err(InTheWay(cell)));
        }
    }

    #[test]
    fn arrows_can_be_turned_and_pieces_taken_up() {
        let mut position = parsed("Mh6e-Sc3-Td4ek9n-FR4g2");
        position.point_teleporter(Cell::K9, Direction::West);
        position.point_teleporter(Cell::C3, Direction::West);
        assert_eq!(position, parsed("Mh6e-Sc3-Td4ek9w-FR4g2"));
        assert_eq!(position.take_up(Cell::C3), Some(Piece::Stone(Stone::Plain)));
        assert_eq!(position.take_up(Cell::D4), None);
        assert!(matches!(position.take_up(Cell::G2), Some(Piece::Figure(_))));
        assert_eq!(position, parsed("Mh6e-Td4ek9w-WR4"));
    }
}
