//! The tile in a player's hand while the fortress is laid (RULES 6): its kind, its orientation, where it would lie, and
//! why it may not lie somewhere. Nothing is final before it is laid.

mod order;
mod reel;
mod refusal;
#[cfg(test)]
mod tests;

use rules::chance::Stream;
use rules::game::{Axis, Pair, PartialFortress, Placement, Tile};
use rules::{Cell, CellSet, Direction};

pub use order::{Layer, layers};
pub use reel::TileReel;
pub use refusal::{Reason, Refusal};

/// Where the keyboard cursor starts: in the middle of the fortress.
const FIRST_CELL: Cell = Cell::H6;

/// A player's hand over the fortress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileHand {
    /// The tiles laid, without the one in the hand.
    tiles: PartialFortress,
    held: Option<HeldTile>,
    /// The direction of arrows, which is kept from tile to tile.
    arrow: Direction,
    /// The orientation of the long pool.
    axis: Axis,
    /// The space pointed at last.
    cursor: Option<Cell>,
}

/// The tile in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HeldTile {
    tile: Tile,
    /// Where it lay before, if it was lifted.
    origin: Option<Placement>,
    /// Where it would lie; legal.
    aim: Option<Placement>,
    refusal: Option<Refusal>,
    /// The space under the pointer: shown, but not chosen.
    preview: Option<Cell>,
}

/// The spaces where the tile in the hand may or may not lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spaces {
    /// Pointing here is legal.
    pub legal: CellSet,
    /// Free, but not legal for this tile.
    pub refused: CellSet,
}

impl TileHand {
    /// An empty hand.
    #[must_use]
    pub fn new(tiles: PartialFortress) -> TileHand {
        TileHand { tiles, held: None, arrow: Direction::East, axis: Axis::Row, cursor: None }
    }

    /// The tiles laid, without the one in the hand.
    #[must_use]
    pub fn tiles(&self) -> &PartialFortress {
        &self.tiles
    }

    /// The tile in the hand.
    #[must_use]
    pub fn tile(&self) -> Option<Tile> {
        self.held.map(|held| held.tile)
    }

    /// The number of tiles of a kind in the box. A tile that was lifted and is in the hand does not count.
    #[must_use]
    pub fn left(&self, tile: Tile) -> usize {
        let lifted = self.held.is_some_and(|held| held.tile == tile && held.origin.is_some());
        self.tiles.left(tile) - usize::from(lifted)
    }

    /// The direction of the arrow of a teleporter in this hand.
    #[must_use]
    pub fn arrow(&self) -> Direction {
        self.arrow
    }

    /// The orientation of the long pool in this hand.
    #[must_use]
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// Whether turning the tile in the hand makes a difference.
    #[must_use]
    pub fn is_turnable(&self) -> bool {
        match self.tile() {
            Some(Tile::LongPool | Tile::Teleporter(_)) => true,
            Some(Tile::Stone(_) | Tile::SquarePool) | None => false,
        }
    }

    /// Where the tile in the hand would be laid.
    #[must_use]
    pub fn placement(&self) -> Option<Placement> {
        self.held?.aim
    }

    /// Where it would lie if the space under the pointer were chosen.
    #[must_use]
    pub fn preview_placement(&self) -> Option<Placement> {
        let held = self.held?;
        let placement = self.placement_at(held.tile, held.preview?);
        (self.tiles.check(placement).is_ok() && Some(placement) != held.aim).then_some(placement)
    }

    /// Why it may not lie on the space pointed at last.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        self.held?.refusal
    }

    /// The space pointed at last, by keyboard or pointer.
    #[must_use]
    pub fn cursor(&self) -> Option<Cell> {
        self.cursor
    }

    /// Whether the tile in the hand came from the board.
    #[must_use]
    pub fn is_lifted(&self) -> bool {
        self.held.is_some_and(|held| held.origin.is_some())
    }

    /// Takes a tile from the box. It is placed where the last one stood, if that is legal.
    pub fn pick(&mut self, tile: Tile) {
        if self.left(tile) == 0 || self.held.is_some_and(|held| held.tile == tile && held.origin.is_none()) {
            return;
        }
        let place = self.placement().and_then(|placement| placement.cells()?.first());
        self.let_go();
        let aim = place.map(|place| self.placement_at(tile, place));
        let aim = aim.filter(|placement| self.tiles.check(*placement).is_ok());
        self.held = Some(HeldTile { tile, origin: None, aim, refusal: None, preview: None });
    }

    /// Turns the tile in the hand by 90 degrees clockwise.
    pub fn turn_right(&mut self) {
        self.turn(self.arrow.right());
    }

    /// Turns the tile in the hand by 90 degrees counterclockwise.
    pub fn turn_left(&mut self) {
        self.turn(self.arrow.left());
    }

    fn turn(&mut self, arrow: Direction) {
        match self.tile() {
            Some(Tile::Teleporter(_)) => self.point_arrow(arrow),
            Some(Tile::LongPool) => {
                self.axis = match self.axis {
                    Axis::Row => Axis::Column,
                    Axis::Column => Axis::Row,
                };
                self.aim_anew();
            }
            Some(Tile::Stone(_) | Tile::SquarePool) | None => {}
        }
    }

    /// Sets the direction of the arrow of the teleporter in the hand.
    pub fn point_arrow(&mut self, arrow: Direction) {
        if let Some(Tile::Teleporter(_)) = self.tile() {
            self.arrow = arrow;
            self.aim_anew();
        }
    }

    /// Places a tile that was turned at its previous space again, if that is legal.
    fn aim_anew(&mut self) {
        let Some(held) = &mut self.held else { return };
        let aim = held.aim.take().and_then(|placement| placement.cells()?.first());
        let refused = held.refusal.take().map(|refusal| refusal.at);
        if let Some(place) = aim.or(refused) {
            self.point(place);
        }
    }

    /// Points at a space: the tile in the hand is placed there, or is refused and stays where it was.
    pub fn point(&mut self, cell: Cell) {
        self.cursor = Some(cell);
        let Some(mut held) = self.held else { return };
        let placement = self.placement_at(held.tile, cell);
        match self.tiles.check(placement) {
            Ok(()) => (held.aim, held.refusal) = (Some(placement), None),
            Err(problem) => held.refusal = Some(Refusal::of(&self.tiles, cell, placement, problem)),
        }
        held.preview = None;
        self.held = Some(held);
    }

    /// Moves the cursor to the next space; walls stop it.
    pub fn step(&mut self, direction: Direction) {
        let next = self.cursor.map_or(FIRST_CELL, |cell| cell.step(direction).unwrap_or(cell));
        self.point(next);
    }

    /// Shows what pointing at a space would do.
    pub fn preview(&mut self, cell: Option<Cell>) {
        if let Some(held) = &mut self.held {
            held.preview = cell;
        }
    }

    /// Undoes one thing: a refusal, the space, the tile. A lifted tile returns to where it lay.
    pub fn take_back(&mut self) {
        match &mut self.held {
            Some(held) if held.refusal.is_some() => held.refusal = None,
            Some(held) if held.aim.is_some() && held.origin.is_none() => held.aim = None,
            Some(_) => self.let_go(),
            None => {}
        }
    }

    /// Returns the tile in the hand to where it came from: the box or the board.
    pub fn let_go(&mut self) {
        if let Some(origin) = self.held.take().and_then(|held| held.origin) {
            self.tiles.place(origin).expect("the place of a lifted tile stays free");
        }
    }

    /// The tiles laid if the one in the hand is returned to where it came from.
    #[must_use]
    pub fn at_rest(&self) -> PartialFortress {
        let mut rest = self.clone();
        rest.let_go();
        rest.tiles
    }

    /// Lays the tile in the hand. Without a space for it, it returns to where it came from.
    pub fn settle(&mut self) {
        match self.placement() {
            Some(placement) => {
                self.held = None;
                self.tiles.place(placement).expect("a tile is placed only where it may lie");
            }
            None => self.let_go(),
        }
    }

    /// Lifts the tile that covers a space, after laying the one in the hand; returns whether there was one.
    pub fn lift(&mut self, cell: Cell) -> bool {
        let Some(placement) = tile_at(&self.tiles, cell) else { return false };
        self.settle();
        let rest: Vec<Placement> = self.tiles.placements().filter(|other| *other != placement).collect();
        self.tiles = PartialFortress::new(&rest).expect("fewer tiles break no rule");
        match placement {
            Placement::Teleporter { arrow, .. } => self.arrow = arrow,
            Placement::LongPool { axis, .. } => self.axis = axis,
            Placement::Stone { .. } | Placement::SquarePool { .. } => {}
        }
        let (origin, aim) = (Some(placement), Some(placement));
        self.held = Some(HeldTile { tile: placement.tile(), origin, aim, refusal: None, preview: None });
        self.cursor = Some(cell);
        true
    }

    /// Puts the tile in the hand into the box, even if it was lifted.
    pub fn put_away(&mut self) {
        self.held = None;
    }

    /// Puts everything into the box.
    pub fn clear(&mut self) {
        *self = TileHand { arrow: self.arrow, axis: self.axis, ..TileHand::new(PartialFortress::default()) };
    }

    /// Lays the tile in the hand, and all remaining ones at random.
    pub fn finish_at_random(&mut self, chance: &mut Stream) {
        self.settle();
        while let Some(placement) = self.tiles.random_choice(chance) {
            self.tiles.place(placement).expect("a random choice is legal");
        }
    }

    /// Where the tile in the hand may lie; `None` without one.
    #[must_use]
    pub fn spaces(&self) -> Option<Spaces> {
        let tile = self.tile()?;
        let taken = covered(&self.tiles);
        let (legal, refused): (Vec<Cell>, Vec<Cell>) = Cell::ALL
            .into_iter()
            .filter(|cell| !taken.has(*cell))
            .partition(|cell| self.tiles.check(self.placement_at(tile, *cell)).is_ok());
        Some(Spaces { legal: legal.into_iter().collect(), refused: refused.into_iter().collect() })
    }

    /// The number of legal places for the tile in this orientation, other than the one where it stands.
    #[must_use]
    pub fn other_places(&self) -> usize {
        let Some(HeldTile { tile, aim, .. }) = self.held else { return 0 };
        let turned = Cell::ALL.into_iter().map(|cell| self.turned(tile, cell));
        turned.filter(|placement| self.tiles.check(*placement).is_ok() && Some(*placement) != aim).count()
    }

    /// The tile with its first space on `cell`, in the orientation of this hand.
    fn turned(&self, tile: Tile, at: Cell) -> Placement {
        match tile {
            Tile::Stone(stone) => Placement::Stone { stone, at },
            Tile::SquarePool => Placement::SquarePool { at },
            Tile::LongPool => Placement::LongPool { at, axis: self.axis },
            Tile::Teleporter(pair) => Placement::Teleporter { pair, at, arrow: self.arrow },
        }
    }

    /// Where the tile lies if `cell` is pointed at: its north-west space is there. If it would stick out, it is moved
    /// north and west as little as possible.
    fn placement_at(&self, tile: Tile, cell: Cell) -> Placement {
        let (columns, rows) = match tile {
            Tile::Stone(_) | Tile::Teleporter(_) => (1, 1),
            Tile::SquarePool => (2, 2),
            Tile::LongPool => match self.axis {
                Axis::Row => (4, 1),
                Axis::Column => (1, 4),
            },
        };
        let shifts = (0..rows).flat_map(|up: u8| (0..columns).map(move |left: u8| (left, up)));
        let anchors =
            shifts.filter_map(|(left, up)| Cell::new(cell.column().checked_sub(left)?, cell.row().checked_sub(up)?));
        let placements = anchors.map(|anchor| self.turned(tile, anchor));
        let mut inside = placements.filter(|placement| placement.cells().is_some());
        inside.next().unwrap_or_else(|| self.turned(tile, cell))
    }
}

/// The tile that covers a space.
#[must_use]
pub fn tile_at(tiles: &PartialFortress, cell: Cell) -> Option<Placement> {
    tiles.placements().find(|placement| placement.cells().is_some_and(|cells| cells.has(cell)))
}

/// Every space covered by a tile.
#[must_use]
pub fn covered(tiles: &PartialFortress) -> CellSet {
    let cells = tiles.placements().filter_map(Placement::cells);
    cells.fold(CellSet::EMPTY, |covered, cells| covered.union(&cells))
}

/// The kinds of tiles in the order of the tray.
pub const TRAY: [Tile; 8] = [
    Tile::Stone(rules::Stone::Plain),
    Tile::Stone(rules::Stone::Crystal),
    Tile::Stone(rules::Stone::TurnRight),
    Tile::Stone(rules::Stone::TurnAround),
    Tile::Teleporter(Pair::One),
    Tile::Teleporter(Pair::Two),
    Tile::SquarePool,
    Tile::LongPool,
];
