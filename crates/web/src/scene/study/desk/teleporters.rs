//! The teleporters of a desk: whole pairs lie on its table, and single ones wait for their other end.

use rules::game::Pair;
use rules::{Cell, Spot, Teleporter, TeleporterTile};

use super::{Desk, Refusal, Top};

impl Desk {
    /// The pair that the teleporter on a space belongs to; a single one belongs to the next.
    #[must_use]
    pub fn pair_at(&self, cell: Cell) -> Pair {
        let mut pairs = self.position.teleporters();
        let is_first = pairs.next().is_none_or(|pair| pair.iter().any(|one| one.at == cell));
        if is_first { Pair::One } else { Pair::Two }
    }

    /// The first teleporter of a pair waits beside the position, because a position has whole pairs only.
    pub(super) fn with_teleporter(&self, teleporter: Teleporter) -> Result<Desk, Refusal> {
        let Some(other) = self.loose.filter(|loose| loose.at != teleporter.at) else {
            if self.position.teleporters().count() > 1 {
                return Err(Refusal::TooManyPairs);
            }
            self.room_for_teleporter(teleporter.at)?;
            return Ok(Desk { loose: Some(teleporter), ..self.clone() });
        };
        let pair = 1 + self.situation.table.teleporters.iter().map(|tile| tile.pair).max().unwrap_or(0);
        let tile = |Teleporter { at, arrow }| TeleporterTile { pair, at: at.into(), arrow };
        let desk = self.relaid(|table| table.teleporters.extend([tile(other), tile(teleporter)]))?;
        Ok(Desk { loose: None, ..desk })
    }

    fn room_for_teleporter(&self, cell: Cell) -> Result<(), Refusal> {
        if cell.is_corner() {
            return Err(Refusal::Corner(cell));
        }
        match self.top(cell) {
            Some(Top::Figure(_) | Top::Stone(_)) => Err(Refusal::Occupied(cell)),
            // The monster may stand on a tile.
            None | Some(Top::Monster(_) | Top::Teleporter(_) | Top::Blood) => {
                let is_paired = self.position.teleporters().flatten().any(|one| one.at == cell);
                if is_paired || self.position.blood().has(cell) { Err(Refusal::FloorTaken(cell)) } else { Ok(()) }
            }
        }
    }

    /// Takes a teleporter away. The other end of its pair is loose then, or makes a pair with the one that was.
    pub(super) fn without_teleporter(&self, cell: Cell) -> Result<Desk, Refusal> {
        let Some(pair) = self.position.teleporters().find(|pair| pair.iter().any(|one| one.at == cell)) else {
            return Ok(Desk { loose: None, ..self.clone() });
        };
        if let Some(loose) = self.loose {
            return self.with_end(cell, loose);
        }
        let gone = pair.map(|one| Spot::from(one.at));
        let desk = self.relaid(|table| table.teleporters.retain(|tile| !gone.contains(&tile.at)))?;
        Ok(Desk { loose: pair.into_iter().find(|one| one.at != cell), ..desk })
    }

    /// Puts another end of a pair in the place of the one on a space.
    pub(super) fn with_end(&self, cell: Cell, end: Teleporter) -> Result<Desk, Refusal> {
        self.relaid(|table| {
            for tile in table.teleporters.iter_mut().filter(|tile| tile.at == cell.into()) {
                (tile.at, tile.arrow) = (end.at.into(), end.arrow);
            }
        })
    }

    pub(super) fn with_teleporter_shifted(&self, from: Cell, end: Teleporter) -> Result<Desk, Refusal> {
        self.room_for_teleporter(end.at)?;
        match self.loose {
            Some(loose) if loose.at == from => Ok(Desk { loose: Some(end), ..self.clone() }),
            Some(loose) if loose.at == end.at => Err(Refusal::FloorTaken(end.at)),
            Some(_) | None => self.with_end(from, end),
        }
    }
}
