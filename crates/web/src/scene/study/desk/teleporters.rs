//! The teleporters of a desk: whole pairs belong to its position, single ones wait for their twins.

use rules::game::Pair;
use rules::{Cell, Direction, Position, Setup, SetupProblem, Spot, Teleporter, TeleporterTile};

use super::{Desk, Refusal, Top};

impl Desk {
    /// The teleporters without their twins.
    #[must_use]
    pub fn loose(&self) -> &[Teleporter] {
        &self.loose
    }

    /// The pair of the teleporter on a space: whole pairs come first, then single ones.
    #[must_use]
    pub fn pair_at(&self, cell: Cell) -> Pair {
        let is_first = match self.position.teleporters().next() {
            Some(pair) => pair.iter().any(|one| one.at == cell),
            None => self.loose.first().is_none_or(|loose| loose.at == cell),
        };
        if is_first { Pair::One } else { Pair::Two }
    }

    /// The setup with the single teleporters, each in a pair of its own.
    pub(super) fn whole_table(&self) -> Setup {
        let mut table = self.situation.setup.clone();
        for Teleporter { at, arrow } in &self.loose {
            table.teleporters.push(TeleporterTile { pair: next_pair(&table), at: (*at).into(), arrow: *arrow });
        }
        table
    }

    /// Puts a teleporter down. The first one of a pair is kept beside the position, which has only whole pairs.
    pub(super) fn with_teleporter(&self, end: Teleporter) -> Result<Desk, Refusal> {
        if self.loose_at(end.at).is_some() {
            return Ok(self.with_loose_end(end.at, end));
        }
        if let Some(other) = self.loose.first() {
            let pair = next_pair(&self.situation.setup);
            let tile = |Teleporter { at, arrow }| TeleporterTile { pair, at: at.into(), arrow };
            return self.relaid(|table| table.teleporters.extend([tile(*other), tile(end)]));
        }
        if self.position.teleporters().count() > 1 {
            return Err(Refusal::TooManyPairs);
        }
        self.room_for_teleporter(end.at)?;
        Ok(Desk { loose: vec![end], ..self.clone() })
    }

    fn room_for_teleporter(&self, cell: Cell) -> Result<(), Refusal> {
        if cell.is_corner() {
            return Err(Refusal::Corner(cell));
        }
        match self.top(cell) {
            Some(Top::Figure(_) | Top::Stone(_)) => Err(Refusal::Occupied(cell)),
            // The monster may stand on a tile.
            None | Some(Top::Monster(_) | Top::Teleporter(_) | Top::Blood) => {
                let mut teleporters = self.position.teleporters().flatten().chain(self.loose.iter().copied());
                let is_taken = self.position.blood().has(cell) || teleporters.any(|one| one.at == cell);
                if is_taken { Err(Refusal::FloorTaken(cell)) } else { Ok(()) }
            }
        }
    }

    /// Removes a teleporter. Its twin becomes single, or is paired with the one that was.
    pub(super) fn without_teleporter(&self, cell: Cell) -> Result<Desk, Refusal> {
        let Some(pair) = self.position.teleporters().find(|pair| pair.iter().any(|one| one.at == cell)) else {
            let loose = self.loose.iter().copied().filter(|loose| loose.at != cell).collect();
            return Ok(Desk { loose, ..self.clone() });
        };
        if let Some(loose) = self.loose.first() {
            return self.with_end(cell, *loose);
        }
        let gone = pair.map(|one| Spot::from(one.at));
        let desk = self.relaid(|table| table.teleporters.retain(|tile| !gone.contains(&tile.at)))?;
        Ok(Desk { loose: pair.into_iter().filter(|one| one.at != cell).collect(), ..desk })
    }

    pub(super) fn with_teleporter_shifted(&self, from: Cell, end: Teleporter) -> Result<Desk, Refusal> {
        self.room_for_teleporter(end.at)?;
        self.with_end(from, end)
    }

    pub(super) fn with_teleporter_turned(&self, at: Cell, arrow: Direction) -> Result<Desk, Refusal> {
        self.with_end(at, Teleporter { at, arrow: arrow.right() })
    }

    /// Replaces the teleporter on a space.
    fn with_end(&self, cell: Cell, end: Teleporter) -> Result<Desk, Refusal> {
        if self.loose_at(cell).is_some() {
            return Ok(self.with_loose_end(cell, end));
        }
        self.relaid(|table| {
            for tile in table.teleporters.iter_mut().filter(|tile| tile.at == cell.into()) {
                (tile.at, tile.arrow) = (end.at.into(), end.arrow);
            }
        })
    }

    fn with_loose_end(&self, cell: Cell, end: Teleporter) -> Desk {
        let loose = self.loose.iter().map(|loose| if loose.at == cell { end } else { *loose });
        Desk { loose: loose.collect(), ..self.clone() }
    }

    fn loose_at(&self, cell: Cell) -> Option<&Teleporter> {
        self.loose.iter().find(|loose| loose.at == cell)
    }
}

/// Removes the teleporters without a twin from the setup.
///
/// # Errors
///
/// Everything that is wrong with the setup apart from the missing twins.
pub(super) fn take_loose(table: &mut Setup) -> Result<Vec<Teleporter>, Vec<SetupProblem>> {
    let mut problems = Position::from_setup(table).err().unwrap_or_default();
    problems.retain(|problem| !matches!(problem, SetupProblem::Unpaired { count: 1, .. }));
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut tiles = std::mem::take(&mut table.teleporters);
    tiles.sort_by_key(|tile| tile.pair);
    let (lone, pairs): (Vec<_>, Vec<_>) =
        tiles.chunk_by(|one, other| one.pair == other.pair).partition(|tiles| tiles.len() == 1);
    table.teleporters = pairs.concat();
    let lone = lone.concat().into_iter();
    Ok(lone.filter_map(|tile| Some(Teleporter { at: tile.at.cell()?, arrow: tile.arrow })).collect())
}

fn next_pair(table: &Setup) -> u64 {
    table.teleporters.iter().map(|tile| tile.pair).max().unwrap_or(0) + 1
}
