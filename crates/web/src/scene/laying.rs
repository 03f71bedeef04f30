//! The tile in a player's hand while the fortress is laid (RULES 6): which one, how it is turned, where it would lie, and why
//! not there. Nothing is final before it is laid.

use rules::chance::Stream;
use rules::game::{Awaited, Axis, Game, Layout, Pair, Placement, PlacingProblem, Seat, Tile};
use rules::{Cell, CellSet, Direction, Wall};

/// Where the keyboard begins: in the middle of the fortress.
const FIRST_CELL: Cell = Cell::H6;

/// A hand over the tiles that lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laying {
    /// What lies, without the tile in the hand.
    layout: Layout,
    held: Option<HeldTile>,
    /// Where arrows point; kept from tile to tile.
    arrow: Direction,
    /// Which way the long pool lies.
    axis: Axis,
    /// The space that was pointed at last.
    cursor: Option<Cell>,
}

/// A tile that has been taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HeldTile {
    tile: Tile,
    /// Where it lay before, if it did.
    origin: Option<Placement>,
    /// Where it would lie; legal.
    aim: Option<Placement>,
    refusal: Option<Refusal>,
    /// Where the pointer rests: shown, but not meant yet.
    preview: Option<Cell>,
}

/// Why a tile may not lie where somebody pointed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The space that was pointed at.
    pub at: Cell,
    /// The spaces the tile would cover.
    pub covers: CellSet,
    /// Why not.
    pub reason: Reason,
    /// The spaces that are in the way.
    pub cause: CellSet,
    /// The wall that leads to them, if it is a wall; its twin is meant as well.
    pub wall: Option<Wall>,
}

/// Which rule is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The box has no more of it.
    NoneLeft,
    /// It sticks out of the fortress.
    SticksOut,
    /// This space belongs to the exit.
    AtExit(Cell),
    /// This space belongs to the entrance.
    AtEntrance(Cell),
    /// This tile covers this space already.
    Taken(Tile, Cell),
    /// The teleporter on the second space is beside the first.
    Beside(Cell, Cell),
    /// The spaces have twin walls with this letter; a teleporter lies on the second.
    TwinWalls(Cell, Cell, char),
}

/// The spaces of the floor, seen with a tile in the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spaces {
    /// Whoever points here lays it.
    pub legal: CellSet,
    /// Free, but not for this tile.
    pub refused: CellSet,
}

impl Laying {
    /// An empty hand.
    #[must_use]
    pub fn new(layout: Layout) -> Laying {
        Laying { layout, held: None, arrow: Direction::East, axis: Axis::Row, cursor: None }
    }

    /// What lies, without the tile in the hand.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The tile in the hand.
    #[must_use]
    pub fn tile(&self) -> Option<Tile> {
        self.held.map(|held| held.tile)
    }

    /// How many of a kind are in the box, without the one in the hand that lay before.
    #[must_use]
    pub fn left(&self, tile: Tile) -> usize {
        let lifted = self.held.is_some_and(|held| held.tile == tile && held.origin.is_some());
        self.layout.left(tile) - usize::from(lifted)
    }

    /// Where the arrow of a teleporter in this hand points.
    #[must_use]
    pub fn arrow(&self) -> Direction {
        self.arrow
    }

    /// Which way the long pool in this hand lies.
    #[must_use]
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// Whether it makes a difference to turn the tile in the hand.
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

    /// Where it would lie if the pointer, which rests there, meant it.
    #[must_use]
    pub fn preview_placement(&self) -> Option<Placement> {
        let held = self.held?;
        let placement = self.placement_at(held.tile, held.preview?);
        (self.layout.check(placement).is_ok() && Some(placement) != held.aim).then_some(placement)
    }

    /// Why it may not lie where somebody pointed last.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        self.held?.refusal
    }

    /// The space that was pointed at last, by keys or otherwise.
    #[must_use]
    pub fn cursor(&self) -> Option<Cell> {
        self.cursor
    }

    /// Whether the tile in the hand came from the board.
    #[must_use]
    pub fn is_lifted(&self) -> bool {
        self.held.is_some_and(|held| held.origin.is_some())
    }

    /// Takes a tile from the box. It stands at once where the last one stood, if it may.
    pub fn pick(&mut self, tile: Tile) {
        if self.left(tile) == 0 || self.held.is_some_and(|held| held.tile == tile && held.origin.is_none()) {
            return;
        }
        let place = self.placement().and_then(|placement| placement.cells()?.first());
        self.let_go();
        let aim = place.map(|place| self.placement_at(tile, place));
        let aim = aim.filter(|placement| self.layout.check(*placement).is_ok());
        self.held = Some(HeldTile { tile, origin: None, aim, refusal: None, preview: None });
    }

    /// Turns the tile in the hand by a quarter, clockwise.
    pub fn turn_right(&mut self) {
        self.turn(self.arrow.right());
    }

    /// Turns the tile in the hand by a quarter, the other way.
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

    /// Lets the arrow of the teleporter in the hand point this way.
    pub fn point_arrow(&mut self, arrow: Direction) {
        if let Some(Tile::Teleporter(_)) = self.tile() {
            self.arrow = arrow;
            self.aim_anew();
        }
    }

    /// The tile was turned: it stays where it was, if it may.
    fn aim_anew(&mut self) {
        let Some(held) = &mut self.held else { return };
        let aim = held.aim.take().and_then(|placement| placement.cells()?.first());
        let refused = held.refusal.take().map(|refusal| refusal.at);
        if let Some(place) = aim.or(refused) {
            self.point(place);
        }
    }

    /// Points at a space: the tile in the hand comes to stand there, or is refused and stays where it was.
    pub fn point(&mut self, cell: Cell) {
        self.cursor = Some(cell);
        let Some(mut held) = self.held else { return };
        let placement = self.placement_at(held.tile, cell);
        match self.layout.check(placement) {
            Ok(()) => (held.aim, held.refusal) = (Some(placement), None),
            Err(problem) => held.refusal = Some(self.refuse(cell, placement, problem)),
        }
        held.preview = None;
        self.held = Some(held);
    }

    /// Moves what is pointed at to the next space; a wall stops it.
    pub fn step(&mut self, direction: Direction) {
        let next = self.cursor.map_or(FIRST_CELL, |cell| cell.step(direction).unwrap_or(cell));
        self.point(next);
    }

    /// Shows what pointing there would do.
    pub fn preview(&mut self, cell: Option<Cell>) {
        if let Some(held) = &mut self.held {
            held.preview = cell;
        }
    }

    /// Takes back one thing: a refusal, the space, the tile. What was lifted goes back to where it lay.
    pub fn take_back(&mut self) {
        match &mut self.held {
            Some(held) if held.refusal.is_some() => held.refusal = None,
            Some(held) if held.aim.is_some() && held.origin.is_none() => held.aim = None,
            Some(_) => self.let_go(),
            None => {}
        }
    }

    /// Puts the tile in the hand back to where it came from: the box, or the board.
    pub fn let_go(&mut self) {
        if let Some(origin) = self.held.take().and_then(|held| held.origin) {
            self.layout.place(origin).expect("nothing has come where a lifted tile lay");
        }
    }

    /// What lies when the tile in the hand is back where it came from.
    #[must_use]
    pub fn at_rest(&self) -> Layout {
        let mut rest = self.clone();
        rest.let_go();
        rest.layout
    }

    /// Lays the tile in the hand, for those who lay alone. Without a space for it, it goes back to where it came from.
    pub fn settle(&mut self) {
        match self.placement() {
            Some(placement) => {
                self.held = None;
                self.layout.place(placement).expect("a tile stands only where it may lie");
            }
            None => self.let_go(),
        }
    }

    /// Lifts the tile that covers a space, after laying the one in the hand; tells whether there was one.
    pub fn lift(&mut self, cell: Cell) -> bool {
        let Some(placement) = tile_at(&self.layout, cell) else { return false };
        self.settle();
        let rest: Vec<Placement> = self.layout.placements().filter(|other| *other != placement).collect();
        self.layout = Layout::new(&rest).expect("fewer tiles break no rule");
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

    /// Puts the tile in the hand into the box, wherever it came from.
    pub fn put_away(&mut self) {
        self.held = None;
    }

    /// Puts everything into the box.
    pub fn clear(&mut self) {
        *self = Laying { arrow: self.arrow, axis: self.axis, ..Laying::new(Layout::default()) };
    }

    /// Lays the tile in the hand, and all that are left by chance.
    pub fn finish_at_random(&mut self, chance: &mut Stream) {
        self.settle();
        while let Some(placement) = self.layout.random_choice(chance) {
            self.layout.place(placement).expect("a random choice is legal");
        }
    }

    /// What the spaces are good for with the tile in the hand; `None` without one.
    #[must_use]
    pub fn spaces(&self) -> Option<Spaces> {
        let tile = self.tile()?;
        let taken = covered(&self.layout);
        let (legal, refused): (Vec<Cell>, Vec<Cell>) = Cell::ALL
            .into_iter()
            .filter(|cell| !taken.has(*cell))
            .partition(|cell| self.layout.check(self.placement_at(tile, *cell)).is_ok());
        Some(Spaces { legal: legal.into_iter().collect(), refused: refused.into_iter().collect() })
    }

    /// How many places would do for the tile as it is turned, apart from the one where it stands.
    #[must_use]
    pub fn other_places(&self) -> usize {
        let Some(HeldTile { tile, aim, .. }) = self.held else { return 0 };
        let turned = Cell::ALL.into_iter().map(|cell| self.turned(tile, cell));
        turned.filter(|placement| self.layout.check(*placement).is_ok() && Some(*placement) != aim).count()
    }

    /// The tile with its first space on `cell`, turned as in this hand.
    fn turned(&self, tile: Tile, at: Cell) -> Placement {
        match tile {
            Tile::Stone(stone) => Placement::Stone { stone, at },
            Tile::SquarePool => Placement::SquarePool { at },
            Tile::LongPool => Placement::LongPool { at, axis: self.axis },
            Tile::Teleporter(pair) => Placement::Teleporter { pair, at, arrow: self.arrow },
        }
    }

    /// Where the tile lies when somebody points at `cell`: its north-west space is there, unless it would stick out; then it
    /// moves north and west as little as needed.
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

    fn refuse(&self, at: Cell, placement: Placement, problem: PlacingProblem) -> Refusal {
        let covers = placement.cells().unwrap_or_else(|| [at].into_iter().collect());
        let only = |cell: Cell| [cell].into_iter().collect::<CellSet>();
        let (reason, cause, wall) = match problem {
            PlacingProblem::NoneLeft(_) => (Reason::NoneLeft, CellSet::EMPTY, None),
            PlacingProblem::SticksOut => (Reason::SticksOut, CellSet::EMPTY, None),
            PlacingProblem::AtDoor(cell) if is_near_exit(cell) => (Reason::AtExit(cell), only(Cell::EXIT), None),
            PlacingProblem::AtDoor(cell) => (Reason::AtEntrance(cell), only(Cell::ENTRANCE), None),
            PlacingProblem::Taken(cell) => {
                let other = tile_at(&self.layout, cell).expect("what is taken is taken by a tile");
                let cells = other.cells().expect("a tile that was laid lies in the fortress");
                (Reason::Taken(other.tile(), cell), cells, None)
            }
            PlacingProblem::BesideTeleporter(other) => {
                let through = Direction::ALL.into_iter().find(|direction| at.ahead(*direction) == other);
                let wall = through.and_then(|direction| at.wall(direction));
                let reason = match wall.and_then(Wall::letter) {
                    Some(letter) => Reason::TwinWalls(at, other, letter),
                    None => Reason::Beside(at, other),
                };
                (reason, only(other), wall)
            }
        };
        Refusal { at, covers, reason, cause, wall }
    }
}

/// The tile that covers a space.
#[must_use]
pub fn tile_at(layout: &Layout, cell: Cell) -> Option<Placement> {
    layout.placements().find(|placement| placement.cells().is_some_and(|cells| cells.has(cell)))
}

/// Every space that a tile covers.
#[must_use]
pub fn covered(layout: &Layout) -> CellSet {
    let cells = layout.placements().filter_map(Placement::cells);
    cells.fold(CellSet::EMPTY, |covered, cells| covered.union(&cells))
}

fn is_near_exit(cell: Cell) -> bool {
    let steps = |door: Cell| cell.column().abs_diff(door.column()) + cell.row().abs_diff(door.row());
    steps(Cell::EXIT) < steps(Cell::ENTRANCE)
}

/// The kinds of tiles as they lie in the tray.
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

/// One who lays tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Who.
    pub seat: Seat,
    /// How many tiles they have laid.
    pub laid: usize,
    /// How many they will have laid in the end.
    pub of: usize,
    /// Whose tile is next.
    pub is_next: bool,
    /// Who will begin the game.
    pub will_begin: bool,
}

/// Everybody who lays tiles, in the order of the seats (RULES 6: clockwise from the first on; the next one after the last
/// tile begins).
#[must_use]
pub fn layers(game: &Game) -> Vec<Layer> {
    let players = game.players();
    let count = players.count();
    let laid = game.layout().placements().count();
    // Once the last tile lies, the start marker is where it belongs; before, it is with who laid the first.
    let first = match game.awaited() {
        Awaited::Tile(_) => game.start(),
        Awaited::Move(_) | Awaited::Flip | Awaited::Nothing => players.later(game.start(), count - Tile::COUNT % count),
    };
    let line = |seat: Seat| {
        let place = (0..count).find(|places| players.later(first, *places) == seat).expect("every seat has its place");
        let of_all = |tiles: usize| (tiles + count - 1 - place) / count;
        Layer {
            seat,
            laid: of_all(laid),
            of: of_all(Tile::COUNT),
            is_next: game.awaited() == Awaited::Tile(seat),
            will_begin: place == Tile::COUNT % count,
        }
    };
    players.seats().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rules::Stone;
    use rules::chance::{Purpose, Seed};
    use rules::game::{Colour, Fortress, Length, NamedLayout, Options, Players};

    const PLAIN: Tile = Tile::Stone(Stone::Plain);
    const FIRST: Tile = Tile::Teleporter(Pair::One);
    const SECOND: Tile = Tile::Teleporter(Pair::Two);

    fn cells(cells: &[Cell]) -> CellSet {
        cells.iter().copied().collect()
    }

    fn chance(seed: u8) -> Stream {
        Stream::new(&Seed([seed; 32]), &[], Purpose::SetUp)
    }

    /// The layout of the design: nine tiles.
    fn nine() -> Layout {
        let stone = |stone, at| Placement::Stone { stone, at };
        let teleporter = |pair, at, arrow| Placement::Teleporter { pair, at, arrow };
        Layout::new(&[
            stone(Stone::Crystal, Cell::D2),
            stone(Stone::TurnRight, Cell::F2),
            stone(Stone::TurnRight, Cell::J4),
            stone(Stone::Plain, Cell::I6),
            stone(Stone::TurnAround, Cell::B6),
            teleporter(Pair::One, Cell::C4, Direction::East),
            teleporter(Pair::One, Cell::N6, Direction::North),
            teleporter(Pair::Two, Cell::K1, Direction::South),
            Placement::SquarePool { at: Cell::G3 },
        ])
        .unwrap()
    }

    fn holding(tile: Tile) -> Laying {
        let mut laying = Laying::new(nine());
        laying.pick(tile);
        laying
    }

    #[test]
    fn a_tile_is_picked_pointed_and_ready_to_be_laid() {
        let mut laying = holding(SECOND);
        assert_eq!(laying.placement(), None);
        laying.point(Cell::L7);
        let expected = Placement::Teleporter { pair: Pair::Two, at: Cell::L7, arrow: Direction::East };
        assert_eq!((laying.placement(), laying.refusal()), (Some(expected), None));
        assert_eq!(laying.other_places(), laying.spaces().unwrap().legal.len() - 1);
    }

    #[test]
    fn what_is_not_in_the_box_cannot_be_picked() {
        let mut laying = Laying::new(nine());
        for gone in [FIRST, Tile::SquarePool] {
            laying.pick(gone);
            assert_eq!((laying.tile(), laying.left(gone)), (None, 0));
        }
        laying.pick(PLAIN);
        assert_eq!((laying.tile(), laying.left(PLAIN)), (Some(PLAIN), 2));
    }

    #[test]
    fn a_refused_tile_says_why_and_stays_where_it_was() {
        let mut laying = holding(SECOND);
        laying.point(Cell::L7);
        let before = laying.placement();
        laying.point(Cell::F11);
        let refusal = laying.refusal().unwrap();
        assert_eq!(refusal.reason, Reason::TwinWalls(Cell::F11, Cell::K1, 'K'));
        assert_eq!((refusal.at, refusal.cause), (Cell::F11, cells(&[Cell::K1])));
        let wall = refusal.wall.unwrap();
        assert_eq!((wall.letter(), wall.cell(), wall.twin().cell()), (Some('K'), Cell::F11, Cell::K1));
        assert_eq!(laying.placement(), before);
        laying.point(Cell::L8);
        assert_eq!(laying.refusal(), None);
    }

    #[test]
    fn every_rule_has_its_own_reason_and_cause() {
        for (tile, at, reason, cause) in [
            (SECOND, Cell::J1, Reason::Beside(Cell::J1, Cell::K1), cells(&[Cell::K1])),
            (SECOND, Cell::C5, Reason::Beside(Cell::C5, Cell::C4), cells(&[Cell::C4])),
            (PLAIN, Cell::B1, Reason::AtExit(Cell::B1), cells(&[Cell::A1])),
            (PLAIN, Cell::P10, Reason::AtEntrance(Cell::P10), cells(&[Cell::P11])),
            (PLAIN, Cell::D2, Reason::Taken(Tile::Stone(Stone::Crystal), Cell::D2), cells(&[Cell::D2])),
            (
                PLAIN,
                Cell::H4,
                Reason::Taken(Tile::SquarePool, Cell::H4),
                cells(&[Cell::G3, Cell::H3, Cell::G4, Cell::H4]),
            ),
            (Tile::LongPool, Cell::G6, Reason::Taken(PLAIN, Cell::I6), cells(&[Cell::I6])),
            (Tile::LongPool, Cell::P11, Reason::AtEntrance(Cell::O11), cells(&[Cell::P11])),
        ] {
            let mut laying = holding(tile);
            laying.point(at);
            let refusal = laying.refusal().unwrap();
            assert_eq!((refusal.reason, refusal.cause), (reason, cause), "{tile:?} on {at}");
            assert_eq!(refusal.wall, None);
        }
    }

    #[test]
    fn a_stone_may_lie_beside_a_teleporter() {
        let mut laying = holding(PLAIN);
        laying.point(Cell::C5);
        assert_eq!((laying.refusal(), laying.placement().is_some()), (None, true));
    }

    #[test]
    fn a_pool_stays_inside_the_fortress_wherever_one_points() {
        let mut laying = Laying::new(Layout::default());
        for axis in [Axis::Row, Axis::Column] {
            for tile in [Tile::LongPool, Tile::SquarePool] {
                laying.axis = axis;
                for cell in Cell::ALL {
                    let placement = laying.placement_at(tile, cell);
                    assert!(placement.cells().is_some_and(|cells| cells.has(cell)), "{placement:?} on {cell}");
                }
            }
        }
        laying.axis = Axis::Row;
        laying.pick(Tile::LongPool);
        laying.point(Cell::E5);
        assert_eq!(laying.placement(), Some(Placement::LongPool { at: Cell::E5, axis: Axis::Row }));
        laying.point(Cell::P6);
        assert_eq!(laying.placement(), Some(Placement::LongPool { at: Cell::M6, axis: Axis::Row }));
    }

    #[test]
    fn the_long_pool_turns_where_it_stands_or_says_why_not() {
        let mut laying = Laying::new(Layout::default());
        laying.pick(Tile::LongPool);
        laying.point(Cell::E5);
        laying.turn_right();
        assert_eq!(laying.placement(), Some(Placement::LongPool { at: Cell::E5, axis: Axis::Column }));
        laying.turn_left();
        assert_eq!(laying.placement(), Some(Placement::LongPool { at: Cell::E5, axis: Axis::Row }));
        let mut laying = holding(Tile::LongPool);
        laying.point(Cell::C5);
        laying.turn_right();
        assert_eq!(laying.placement(), Some(Placement::LongPool { at: Cell::C5, axis: Axis::Column }));
        laying.turn_right();
        laying.point(Cell::I5);
        laying.turn_right();
        assert_eq!(laying.placement(), None);
        assert_eq!(laying.refusal().unwrap().reason, Reason::Taken(PLAIN, Cell::I6));
        laying.turn_right();
        assert_eq!(laying.placement(), Some(Placement::LongPool { at: Cell::I5, axis: Axis::Row }));
    }

    #[test]
    fn a_teleporter_turns_four_ways_and_a_stone_none() {
        let mut laying = holding(SECOND);
        laying.point(Cell::L7);
        for arrow in [Direction::South, Direction::West, Direction::North, Direction::East] {
            laying.turn_right();
            assert_eq!(laying.placement(), Some(Placement::Teleporter { pair: Pair::Two, at: Cell::L7, arrow }));
        }
        laying.turn_left();
        assert_eq!(laying.arrow(), Direction::North);
        laying.point_arrow(Direction::West);
        assert_eq!(laying.arrow(), Direction::West);
        let mut laying = holding(PLAIN);
        laying.turn_right();
        assert_eq!((laying.is_turnable(), laying.arrow()), (false, Direction::East));
    }

    #[test]
    fn taking_back_undoes_one_thing_after_the_other() {
        let mut laying = holding(SECOND);
        laying.point(Cell::L7);
        laying.point(Cell::F11);
        laying.take_back();
        assert_eq!((laying.refusal(), laying.placement().is_some()), (None, true));
        laying.take_back();
        assert_eq!((laying.placement(), laying.tile()), (None, Some(SECOND)));
        laying.take_back();
        assert_eq!(laying.tile(), None);
        laying.take_back();
        assert_eq!(laying.layout(), &nine());
    }

    #[test]
    fn another_tile_takes_the_place_of_the_one_in_the_hand() {
        let mut laying = holding(SECOND);
        laying.point(Cell::L7);
        laying.pick(PLAIN);
        assert_eq!(laying.placement(), Some(Placement::Stone { stone: Stone::Plain, at: Cell::L7 }));
        laying.point(Cell::C5);
        laying.pick(SECOND);
        // Beside a teleporter: it waits to be told where.
        assert_eq!((laying.placement(), laying.refusal()), (None, None));
    }

    #[test]
    fn the_keyboard_walks_over_every_space_and_stops_at_walls() {
        let mut laying = holding(SECOND);
        laying.step(Direction::North);
        assert_eq!(laying.cursor(), Some(FIRST_CELL));
        for _ in 0..20 {
            laying.step(Direction::West);
        }
        assert_eq!(laying.cursor(), Some(Cell::A6));
        assert!(laying.placement().is_some());
        laying.step(Direction::North);
        laying.step(Direction::East);
        laying.step(Direction::East);
        assert_eq!(laying.refusal().unwrap().reason, Reason::Beside(Cell::C5, Cell::C4));
    }

    #[test]
    fn a_preview_means_nothing() {
        let mut laying = holding(PLAIN);
        laying.preview(Some(Cell::E5));
        assert_eq!(laying.preview_placement(), Some(Placement::Stone { stone: Stone::Plain, at: Cell::E5 }));
        assert_eq!(laying.placement(), None);
        laying.preview(Some(Cell::I6));
        assert_eq!((laying.preview_placement(), laying.refusal()), (None, None));
        laying.point(Cell::E5);
        assert_eq!(laying.preview_placement(), None);
    }

    #[test]
    fn a_tile_is_lifted_and_put_elsewhere_or_back() {
        let mut laying = Laying::new(NamedLayout::Gallery.layout());
        let (stone, from) =
            (laying.layout.placements().next().unwrap(), |laying: &Laying| laying.layout.placements().count());
        let at = stone.cells().unwrap().first().unwrap();
        assert!(laying.lift(at));
        assert_eq!((laying.placement(), laying.is_lifted(), from(&laying)), (Some(stone), true, 16));
        assert_eq!(laying.left(stone.tile()), 0);
        laying.take_back();
        assert!(laying.layout.is_complete());
        assert_eq!(tile_at(&laying.layout, at), Some(stone));
        laying.lift(at);
        let elsewhere = laying.spaces().unwrap().legal.iter().find(|cell| *cell != at).unwrap();
        laying.point(elsewhere);
        laying.settle();
        assert!(laying.layout.is_complete());
        assert_eq!(tile_at(&laying.layout, at), None);
        assert_eq!(tile_at(&laying.layout, elsewhere).unwrap().tile(), stone.tile());
    }

    #[test]
    fn lifting_another_tile_lays_the_one_in_the_hand() {
        let mut laying = Laying::new(NamedLayout::Court.layout());
        let places: Vec<Cell> = laying.layout.placements().filter_map(|tile| tile.cells()?.first()).collect();
        for place in places {
            assert!(laying.lift(place), "{place}");
            assert_eq!(laying.layout.placements().count(), 16);
        }
        let kind = laying.tile().unwrap();
        laying.put_away();
        assert_eq!((laying.left(kind), laying.layout.is_complete()), (1, false));
        laying.finish_at_random(&mut chance(1));
        assert!(laying.layout.is_complete());
        laying.clear();
        assert_eq!(laying.layout, Layout::default());
    }

    #[test]
    fn an_empty_space_cannot_be_lifted() {
        let mut laying = holding(PLAIN);
        laying.point(Cell::E5);
        assert!(!laying.lift(Cell::A1));
        assert_eq!((laying.tile(), laying.placement().is_some()), (Some(PLAIN), true));
    }

    #[test]
    fn legal_spaces_are_those_that_are_not_refused() {
        for tile in TRAY {
            let mut laying = Laying::new(Layout::default());
            laying.pick(tile);
            let spaces = laying.spaces().unwrap();
            assert_eq!(spaces.legal.union(&spaces.refused).len(), Cell::ALL.len());
            for cell in Cell::ALL {
                laying.point(cell);
                assert_eq!(laying.refusal().is_none(), spaces.legal.has(cell), "{tile:?} on {cell}");
            }
        }
        assert_eq!(Laying::new(nine()).spaces(), None);
    }

    #[test]
    fn the_tray_holds_the_whole_box() {
        let mut tray = TRAY.to_vec();
        tray.sort();
        let mut kinds = Tile::BOX.map(|(tile, _)| tile).to_vec();
        kinds.sort();
        assert_eq!(tray, kinds);
    }

    #[test]
    fn everybody_lays_in_turn_and_who_is_next_begins() {
        for count in [2, 3, 4, 7] {
            let players = Players::new(&Colour::ALL[..count]).unwrap();
            let options = Options { players, fortress: Fortress::ByHand, length: Length::Normal };
            let first = players.seats().last().unwrap();
            let mut game = Game::new(options, first, &mut ());
            let begins = layers(&game).into_iter().find(|layer| layer.will_begin).unwrap().seat;
            let mut laid = vec![0; count];
            let mut chance = chance(count as u8);
            while let Some(action) = game.random_placement(&mut chance) {
                let seat = game.acting().unwrap();
                let lines = layers(&game);
                assert_eq!(lines.iter().map(|layer| layer.laid).collect::<Vec<_>>(), laid);
                assert_eq!(
                    lines.iter().filter(|layer| layer.is_next).map(|layer| layer.seat).collect::<Vec<_>>(),
                    [seat]
                );
                assert_eq!(lines.iter().map(|layer| layer.of).sum::<usize>(), Tile::COUNT);
                laid[seat.index()] += 1;
                game.act(Some(seat), &action, &mut ()).unwrap();
            }
            assert_eq!(layers(&game).iter().map(|layer| layer.laid).collect::<Vec<_>>(), laid);
            assert!(layers(&game).iter().all(|layer| layer.laid == layer.of && !layer.is_next));
            assert_eq!(game.start(), begins);
        }
    }

    #[derive(Clone, Debug)]
    enum Deed {
        Pick(usize),
        Point(usize),
        Step(usize),
        Turn,
        TakeBack,
        Settle,
        Lift(usize),
        PutAway,
        Preview(usize),
    }

    fn deeds() -> impl Strategy<Value = Vec<Deed>> {
        let deed = prop_oneof![
            3 => (0..TRAY.len()).prop_map(Deed::Pick),
            4 => (0..Cell::ALL.len()).prop_map(Deed::Point),
            2 => (0..4usize).prop_map(Deed::Step),
            1 => Just(Deed::Turn),
            1 => Just(Deed::TakeBack),
            3 => Just(Deed::Settle),
            2 => (0..Cell::ALL.len()).prop_map(Deed::Lift),
            1 => Just(Deed::PutAway),
            1 => (0..Cell::ALL.len()).prop_map(Deed::Preview),
        ];
        proptest::collection::vec(deed, 0..60)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn whatever_a_hand_does_no_tile_is_lost_and_none_lies_wrong(deeds in deeds()) {
            let mut laying = Laying::new(Layout::default());
            for deed in deeds {
                match deed {
                    Deed::Pick(tile) => laying.pick(TRAY[tile]),
                    Deed::Point(cell) => laying.point(Cell::ALL[cell]),
                    Deed::Step(direction) => laying.step(Direction::ALL[direction]),
                    Deed::Turn => laying.turn_right(),
                    Deed::TakeBack => laying.take_back(),
                    Deed::Settle => laying.settle(),
                    Deed::Lift(cell) => drop(laying.lift(Cell::ALL[cell])),
                    Deed::PutAway => laying.put_away(),
                    Deed::Preview(cell) => laying.preview(Some(Cell::ALL[cell])),
                }
                let lies: Vec<Placement> = laying.layout.placements().collect();
                prop_assert!(Layout::new(&lies).is_ok());
                if let Some(placement) = laying.placement() {
                    prop_assert!(laying.layout.check(placement).is_ok());
                }
                let left: usize = TRAY.iter().map(|tile| laying.left(*tile)).sum();
                prop_assert_eq!(left + lies.len() + usize::from(laying.is_lifted()), Tile::COUNT);
            }
        }
    }
}
