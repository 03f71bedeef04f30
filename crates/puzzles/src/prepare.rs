//! Applies the deeds of a player to a level, if it allows them.

use rules::{Cell, CellSet, FigureId, InTheWay, Piece, Position, Whereabouts};
use thiserror::Error;

use crate::deed::{Deed, Preparation};
use crate::grant::Grant;
use crate::level::Level;
use crate::matching::assign;
use crate::thing::Thing;

/// Why a deed is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It would stick out of the fortress.
    #[error("{0}: it sticks out of the fortress")]
    SticksOut(Deed),
    /// No grant is of this kind.
    #[error("{0}: the level does not allow that")]
    NotGranted(Deed),
    /// There are grants of this kind, but not for these spaces.
    #[error("{0}: the level does not allow it there")]
    NotThere(Deed),
    /// There are grants of this kind, but the space is occupied in the level as drawn, even if the occupant can be
    /// moved away.
    #[error("{deed}: {cell} is occupied in the level as drawn")]
    NoRoom {
        /// The rejected deed.
        deed: Deed,
        /// The space.
        cell: Cell,
    },
    /// All grants of this kind are used up.
    #[error("{0}: the level does not provide that many")]
    TooMany(Deed),
    /// Another piece is on the space.
    #[error("{deed}: something is in the way on {cell}")]
    InTheWay {
        /// The rejected deed.
        deed: Deed,
        /// The space.
        cell: Cell,
    },
}

impl Level {
    /// Returns the position after all deeds.
    ///
    /// # Errors
    ///
    /// Every deed that is not allowed or not possible, with the reason.
    pub fn prepare(&self, preparation: &Preparation) -> Result<Position, Vec<Refusal>> {
        let mut refusals = self.ungranted(preparation.deeds());
        let mut position = *self.position();
        // All moved pieces are lifted first, so that two of them can swap places.
        for deed in preparation.deeds() {
            if let Deed::Move { from, .. } = deed {
                position.take_up(*from);
            }
        }
        for deed in preparation.deeds() {
            if let Err(InTheWay(cell)) = self.lay(*deed, &mut position) {
                refusals.push(Refusal::InTheWay { deed: *deed, cell });
            }
        }
        if refusals.is_empty() { Ok(position) } else { Err(refusals) }
    }

    /// Applies one deed to a position from which all moved pieces have been lifted. The caller has checked that the
    /// level allows it.
    pub(crate) fn lay(&self, deed: Deed, position: &mut Position) -> Result<(), InTheWay> {
        match deed {
            Deed::Stone { stone, at } => position.lay_stone(stone, at),
            Deed::Figure { at } => {
                // Lifted figures are waiting, too, but they were not at the beginning.
                let waits = |figure: &FigureId, position: &Position| {
                    position.whereabouts(*figure) == Some(Whereabouts::Waiting)
                };
                let mut ours = self.ours().iter();
                let figure = ours.find(|figure| waits(figure, position) && waits(figure, self.position()));
                figure.map_or(Ok(()), |figure| position.lay_figure(figure, at))
            }
            Deed::SquarePool { .. } | Deed::LongPool { .. } => {
                deed.cells().map_or(Ok(()), |cells| position.lay_blood(&cells))
            }
            Deed::Teleporters(pair) => position.lay_teleporters(pair),
            Deed::Move { from, to } => match self.position().piece_at(from) {
                Some(Piece::Stone(stone)) => position.lay_stone(stone, to),
                Some(Piece::Figure(figure)) => position.lay_figure(figure, to),
                None => Ok(()),
            },
            Deed::Turn { at, arrow } => {
                position.point_teleporter(at, arrow);
                Ok(())
            }
        }
    }

    /// The grant of each piece that may be laid, moved or turned, in the order of the grants.
    pub fn grants_of_pieces(&self) -> impl Iterator<Item = Grant> {
        self.grants().iter().flat_map(|grant| std::iter::repeat_n(*grant, usize::from(grant.pieces())))
    }

    /// Assigns as many deeds as possible to the pieces of [`grants_of_pieces`](Level::grants_of_pieces), each to one
    /// whose grant allows it. Returns the index of the deed of each piece.
    #[must_use]
    pub fn pieces_for(&self, deeds: &[Deed]) -> Vec<Option<usize>> {
        let pieces: Vec<Grant> = self.grants_of_pieces().collect();
        assign(deeds.len(), pieces.len(), |deed, piece| pieces[piece].allows(deeds[deed]))
    }

    /// The deeds for which no grant is left. Each grant is assigned to at most one of the deeds that it allows.
    fn ungranted(&self, deeds: &[Deed]) -> Vec<Refusal> {
        let pieces: Vec<Grant> = self.grants_of_pieces().collect();
        let served = self.pieces_for(deeds);
        let refused = deeds.iter().enumerate().filter(|(nth, _)| !served.contains(&Some(*nth)));
        let why = |deed: Deed| {
            if deed.cells().is_none() {
                Refusal::SticksOut(deed)
            } else if !pieces.iter().any(|grant| grant.is_about(deed)) {
                Refusal::NotGranted(deed)
            } else if !pieces.iter().any(|grant| grant.allows(deed)) {
                self.refused_there(deed)
            } else {
                Refusal::TooMany(deed)
            }
        };
        refused.map(|(_, deed)| why(*deed)).collect()
    }
}

impl Level {
    /// Why a deed that the level has a grant for is not allowed on its spaces.
    fn refused_there(&self, deed: Deed) -> Refusal {
        let moved = match deed {
            Deed::Move { from, .. } => self.position().piece_at(from).map(Thing::from),
            _ => None,
        };
        let room = deed.thing().or(moved).map_or(CellSet::FLOOR, |thing| thing.room_on(self.position()));
        let taken = deed.cells().and_then(|cells| cells.without(&room).first());
        taken.map_or(Refusal::NotThere(deed), |cell| Refusal::NoRoom { deed, cell })
    }
}

impl Grant {
    /// Whether it allows deeds of this kind, on whatever spaces.
    pub(crate) fn is_about(&self, deed: Deed) -> bool {
        match (self, deed) {
            (Grant::Move { from, .. }, Deed::Move { from: asked, .. }) => *from == asked,
            (Grant::Turn { at }, Deed::Turn { at: asked, .. }) => *at == asked,
            (Grant::Lay { thing, .. }, _) => deed.thing() == Some(*thing),
            (Grant::Move { .. } | Grant::Turn { .. }, _) => false,
        }
    }

    /// Whether it allows this deed, if nothing is in the way.
    #[must_use]
    pub fn allows(&self, deed: Deed) -> bool {
        let area = match self {
            Grant::Lay { on: area, .. } | Grant::Move { to: area, .. } => area,
            Grant::Turn { .. } => &CellSet::FLOOR,
        };
        self.is_about(deed) && deed.cells().is_some_and(|cells| cells.without(area).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use rules::Stone;

    use super::*;
    use crate::level::{About, Draft};

    fn level() -> Level {
        let cells = |cells: &[Cell]| cells.iter().copied().collect::<CellSet>();
        let stone = Thing::Stone(Stone::Plain);
        let draft = Draft {
            about: About::default(),
            setup: "Ma1e-Sc3-Td4ek9n-FR4d3-WG1".parse::<Position>().expect("a position").to_setup(),
            ours: vec!["G1".parse().expect("a figure")],
            grants: vec![
                Grant::Lay { thing: stone, count: 1, on: cells(&[Cell::E5, Cell::E6]) },
                Grant::Lay { thing: stone, count: 1, on: cells(&[Cell::E5]) },
                Grant::Lay { thing: Thing::Figure, count: 1, on: CellSet::FLOOR },
                Grant::Lay { thing: Thing::SquarePool, count: 1, on: CellSet::FLOOR },
                Grant::Lay { thing: Thing::Teleporters, count: 1, on: CellSet::FLOOR },
                Grant::Move { from: Cell::C3, to: cells(&[Cell::B3, Cell::E5]) },
                Grant::Turn { at: Cell::D4 },
            ],
        };
        Level::new(&draft).expect("a level")
    }

    #[track_caller]
    fn check(deeds: &str, expected: &Result<&str, &[&str]>) {
        let preparation: Preparation =
            deeds.split_whitespace().map(|deed| deed.parse::<Deed>().expect("a deed")).collect();
        match (level().prepare(&preparation), expected) {
            (Ok(prepared), Ok(position)) => assert_eq!(prepared.to_string(), *position),
            (Err(refusals), Err(told)) => {
                let refusals: Vec<String> = refusals.iter().map(ToString::to_string).collect();
                assert_eq!(refusals, *told);
            }
            (found, _) => panic!("{deeds}: {found:?}"),
        }
    }

    #[test]
    fn allowed_deeds_are_applied() {
        check("", &Ok("Ma1e-Sc3-Td4ek9n-FR4d3-WG1"));
        check(
            "figure:a2 turn:d4n square-pool:e5 move:c3-b3 teleporters:g7s-h2w stone:e5",
            &Ok("Ma1e-Sb3e5-Be5f5e6f6-Th2wg7s-Td4nk9n-FG1a2R4d3"),
        );
        // Only the first grant allows e6, so e5 must take the second.
        check("stone:e5 stone:e6", &Ok("Ma1e-Sc3e5e6-Td4ek9n-FR4d3-WG1"));
    }

    #[test]
    fn rejected_deeds_are_reported_with_their_reasons() {
        check(
            "stone:e7 crystal:e5 turn:k9n",
            &Err(&[
                "stone:e7: the level does not allow it there",
                "crystal:e5: the level does not allow that",
                "turn:k9n: the level does not allow that",
            ]),
        );
        check(
            "square-pool:p11 stone:e6 stone:e6 move:c3-e6",
            &Err(&[
                "stone:e6: the level does not provide that many",
                "square-pool:p11: it sticks out of the fortress",
                "move:c3-e6: the level does not allow it there",
                "stone:e6: something is in the way on e6",
                "move:c3-e6: something is in the way on e6",
            ]),
        );
        check("stone:e5 figure:e5", &Err(&["figure:e5: something is in the way on e5"]));
        check("move:c3-b3 figure:c3", &Err(&["figure:c3: c3 is occupied in the level as drawn"]));
        check("figure:e2 figure:e3", &Err(&["figure:e3: the level does not provide that many"]));
    }
}
