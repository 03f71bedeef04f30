//! A hand that lays tiles, played through by hand and by chance.

use super::*;
use proptest::prelude::*;
use rules::Stone;
use rules::chance::{Purpose, Seed};
use rules::game::NamedFortress;

const PLAIN: Tile = Tile::Stone(Stone::Plain);
const FIRST: Tile = Tile::Teleporter(Pair::One);
const SECOND: Tile = Tile::Teleporter(Pair::Two);

fn cells(cells: &[Cell]) -> CellSet {
    cells.iter().copied().collect()
}

fn chance(seed: u8) -> Stream {
    Stream::new(&Seed([seed; 32]), &[], Purpose::SetUp)
}

/// Nine tiles.
fn nine() -> PartialFortress {
    let stone = |stone, at| Placement::Stone { stone, at };
    let teleporter = |pair, at, arrow| Placement::Teleporter { pair, at, arrow };
    PartialFortress::new(&[
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

fn holding(tile: Tile) -> TileHand {
    let mut hand = TileHand::new(nine());
    hand.pick(tile);
    hand
}

#[test]
fn a_tile_is_picked_pointed_and_ready_to_be_laid() {
    let mut hand = holding(SECOND);
    assert_eq!(hand.placement(), None);
    hand.point(Cell::L7);
    let expected = Placement::Teleporter { pair: Pair::Two, at: Cell::L7, arrow: Direction::East };
    assert_eq!((hand.placement(), hand.refusal()), (Some(expected), None));
    assert_eq!(hand.other_places(), hand.spaces().unwrap().legal.len() - 1);
}

#[test]
fn what_is_not_in_the_box_cannot_be_picked() {
    let mut hand = TileHand::new(nine());
    for gone in [FIRST, Tile::SquarePool] {
        hand.pick(gone);
        assert_eq!((hand.tile(), hand.left(gone)), (None, 0));
    }
    hand.pick(PLAIN);
    assert_eq!((hand.tile(), hand.left(PLAIN)), (Some(PLAIN), 2));
}

#[test]
fn a_refused_tile_says_why_and_stays_where_it_was() {
    let mut hand = holding(SECOND);
    hand.point(Cell::L7);
    let before = hand.placement();
    hand.point(Cell::F11);
    let refusal = hand.refusal().unwrap();
    assert_eq!(refusal.reason, Reason::TwinWalls(Cell::F11, Cell::K1, 'K'));
    assert_eq!((refusal.at, refusal.cause), (Cell::F11, cells(&[Cell::K1])));
    let wall = refusal.wall.unwrap();
    assert_eq!((wall.letter(), wall.cell(), wall.twin().cell()), (Some('K'), Cell::F11, Cell::K1));
    assert_eq!(hand.placement(), before);
    hand.point(Cell::L8);
    assert_eq!(hand.refusal(), None);
}

#[test]
fn every_rule_has_its_own_reason_and_cause() {
    for (tile, at, reason, cause) in [
        (SECOND, Cell::J1, Reason::Beside(Cell::J1, Cell::K1), cells(&[Cell::K1])),
        (SECOND, Cell::C5, Reason::Beside(Cell::C5, Cell::C4), cells(&[Cell::C4])),
        (PLAIN, Cell::B1, Reason::AtExit(Cell::B1), cells(&[Cell::A1])),
        (PLAIN, Cell::P10, Reason::AtEntrance(Cell::P10), cells(&[Cell::P11])),
        (PLAIN, Cell::D2, Reason::Taken(Tile::Stone(Stone::Crystal), Cell::D2), cells(&[Cell::D2])),
        (PLAIN, Cell::H4, Reason::Taken(Tile::SquarePool, Cell::H4), cells(&[Cell::G3, Cell::H3, Cell::G4, Cell::H4])),
        (Tile::LongPool, Cell::G6, Reason::Taken(PLAIN, Cell::I6), cells(&[Cell::I6])),
        (Tile::LongPool, Cell::P11, Reason::AtEntrance(Cell::O11), cells(&[Cell::P11])),
    ] {
        let mut hand = holding(tile);
        hand.point(at);
        let refusal = hand.refusal().unwrap();
        assert_eq!((refusal.reason, refusal.cause), (reason, cause), "{tile:?} on {at}");
        assert_eq!(refusal.wall, None);
    }
}

#[test]
fn a_stone_may_lie_beside_a_teleporter() {
    let mut hand = holding(PLAIN);
    hand.point(Cell::C5);
    assert_eq!((hand.refusal(), hand.placement().is_some()), (None, true));
}

#[test]
fn a_pool_stays_inside_the_fortress_wherever_one_points() {
    let mut hand = TileHand::new(PartialFortress::default());
    for axis in [Axis::Row, Axis::Column] {
        for tile in [Tile::LongPool, Tile::SquarePool] {
            hand.axis = axis;
            for cell in Cell::ALL {
                let placement = hand.placement_at(tile, cell);
                assert!(placement.cells().is_some_and(|cells| cells.has(cell)), "{placement:?} on {cell}");
            }
        }
    }
    hand.axis = Axis::Row;
    hand.pick(Tile::LongPool);
    hand.point(Cell::E5);
    assert_eq!(hand.placement(), Some(Placement::LongPool { at: Cell::E5, axis: Axis::Row }));
    hand.point(Cell::P6);
    assert_eq!(hand.placement(), Some(Placement::LongPool { at: Cell::M6, axis: Axis::Row }));
}

#[test]
fn the_long_pool_turns_where_it_stands_or_says_why_not() {
    let mut hand = TileHand::new(PartialFortress::default());
    hand.pick(Tile::LongPool);
    hand.point(Cell::E5);
    hand.turn_right();
    assert_eq!(hand.placement(), Some(Placement::LongPool { at: Cell::E5, axis: Axis::Column }));
    hand.turn_left();
    assert_eq!(hand.placement(), Some(Placement::LongPool { at: Cell::E5, axis: Axis::Row }));
    let mut hand = holding(Tile::LongPool);
    hand.point(Cell::C5);
    hand.turn_right();
    assert_eq!(hand.placement(), Some(Placement::LongPool { at: Cell::C5, axis: Axis::Column }));
    hand.turn_right();
    hand.point(Cell::I5);
    hand.turn_right();
    assert_eq!(hand.placement(), None);
    assert_eq!(hand.refusal().unwrap().reason, Reason::Taken(PLAIN, Cell::I6));
    hand.turn_right();
    assert_eq!(hand.placement(), Some(Placement::LongPool { at: Cell::I5, axis: Axis::Row }));
}

#[test]
fn a_teleporter_turns_four_ways_and_a_stone_none() {
    let mut hand = holding(SECOND);
    hand.point(Cell::L7);
    for arrow in [Direction::South, Direction::West, Direction::North, Direction::East] {
        hand.turn_right();
        assert_eq!(hand.placement(), Some(Placement::Teleporter { pair: Pair::Two, at: Cell::L7, arrow }));
    }
    hand.turn_left();
    assert_eq!(hand.arrow(), Direction::North);
    hand.point_arrow(Direction::West);
    assert_eq!(hand.arrow(), Direction::West);
    let mut hand = holding(PLAIN);
    hand.turn_right();
    assert_eq!((hand.is_turnable(), hand.arrow()), (false, Direction::East));
}

#[test]
fn taking_back_undoes_one_thing_after_the_other() {
    let mut hand = holding(SECOND);
    hand.point(Cell::L7);
    hand.point(Cell::F11);
    hand.take_back();
    assert_eq!((hand.refusal(), hand.placement().is_some()), (None, true));
    hand.take_back();
    assert_eq!((hand.placement(), hand.tile()), (None, Some(SECOND)));
    hand.take_back();
    assert_eq!(hand.tile(), None);
    hand.take_back();
    assert_eq!(hand.tiles(), &nine());
}

#[test]
fn another_tile_takes_the_place_of_the_one_in_the_hand() {
    let mut hand = holding(SECOND);
    hand.point(Cell::L7);
    hand.pick(PLAIN);
    assert_eq!(hand.placement(), Some(Placement::Stone { stone: Stone::Plain, at: Cell::L7 }));
    hand.point(Cell::C5);
    hand.pick(SECOND);
    // Next to a teleporter it has no legal place yet.
    assert_eq!((hand.placement(), hand.refusal()), (None, None));
}

#[test]
fn the_keyboard_walks_over_every_space_and_stops_at_walls() {
    let mut hand = holding(SECOND);
    hand.step(Direction::North);
    assert_eq!(hand.cursor(), Some(FIRST_CELL));
    for _ in 0..20 {
        hand.step(Direction::West);
    }
    assert_eq!(hand.cursor(), Some(Cell::A6));
    assert!(hand.placement().is_some());
    hand.step(Direction::North);
    hand.step(Direction::East);
    hand.step(Direction::East);
    assert_eq!(hand.refusal().unwrap().reason, Reason::Beside(Cell::C5, Cell::C4));
}

#[test]
fn a_preview_means_nothing() {
    let mut hand = holding(PLAIN);
    hand.preview(Some(Cell::E5));
    assert_eq!(hand.preview_placement(), Some(Placement::Stone { stone: Stone::Plain, at: Cell::E5 }));
    assert_eq!(hand.placement(), None);
    hand.preview(Some(Cell::I6));
    assert_eq!((hand.preview_placement(), hand.refusal()), (None, None));
    hand.point(Cell::E5);
    assert_eq!(hand.preview_placement(), None);
}

#[test]
fn a_tile_is_lifted_and_put_elsewhere_or_back() {
    let mut hand = TileHand::new(*NamedFortress::Gallery.fortress().tiles());
    let (stone, from) = (hand.tiles.placements().next().unwrap(), |hand: &TileHand| hand.tiles.placements().count());
    let at = stone.cells().unwrap().first().unwrap();
    assert!(hand.lift(at));
    assert_eq!((hand.placement(), hand.is_lifted(), from(&hand)), (Some(stone), true, 16));
    assert_eq!(hand.left(stone.tile()), 0);
    hand.take_back();
    assert!(hand.tiles.complete().is_some());
    assert_eq!(tile_at(&hand.tiles, at), Some(stone));
    hand.lift(at);
    let elsewhere = hand.spaces().unwrap().legal.iter().find(|cell| *cell != at).unwrap();
    hand.point(elsewhere);
    hand.settle();
    assert!(hand.tiles.complete().is_some());
    assert_eq!(tile_at(&hand.tiles, at), None);
    assert_eq!(tile_at(&hand.tiles, elsewhere).unwrap().tile(), stone.tile());
}

#[test]
fn lifting_another_tile_lays_the_one_in_the_hand() {
    let mut hand = TileHand::new(*NamedFortress::Court.fortress().tiles());
    let places: Vec<Cell> = hand.tiles.placements().filter_map(|tile| tile.cells()?.first()).collect();
    for place in places {
        assert!(hand.lift(place), "{place}");
        assert_eq!(hand.tiles.placements().count(), 16);
    }
    let kind = hand.tile().unwrap();
    hand.put_away();
    assert_eq!((hand.left(kind), hand.tiles.complete().is_some()), (1, false));
    hand.finish_at_random(&mut chance(1));
    assert!(hand.tiles.complete().is_some());
    hand.clear();
    assert_eq!(hand.tiles, PartialFortress::default());
}

#[test]
fn an_empty_space_cannot_be_lifted() {
    let mut hand = holding(PLAIN);
    hand.point(Cell::E5);
    assert!(!hand.lift(Cell::A1));
    assert_eq!((hand.tile(), hand.placement().is_some()), (Some(PLAIN), true));
}

#[test]
fn legal_spaces_are_those_that_are_not_refused() {
    for tile in TRAY {
        let mut hand = TileHand::new(PartialFortress::default());
        hand.pick(tile);
        let spaces = hand.spaces().unwrap();
        assert_eq!(spaces.legal.union(&spaces.refused).len(), Cell::ALL.len());
        for cell in Cell::ALL {
            hand.point(cell);
            assert_eq!(hand.refusal().is_none(), spaces.legal.has(cell), "{tile:?} on {cell}");
        }
    }
    assert_eq!(TileHand::new(nine()).spaces(), None);
}

#[test]
fn the_tray_holds_the_whole_box() {
    let mut tray = TRAY.to_vec();
    tray.sort();
    let mut kinds = Tile::BOX.map(|(tile, _)| tile).to_vec();
    kinds.sort();
    assert_eq!(tray, kinds);
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
        let mut hand = TileHand::new(PartialFortress::default());
        for deed in deeds {
            match deed {
                Deed::Pick(tile) => hand.pick(TRAY[tile]),
                Deed::Point(cell) => hand.point(Cell::ALL[cell]),
                Deed::Step(direction) => hand.step(Direction::ALL[direction]),
                Deed::Turn => hand.turn_right(),
                Deed::TakeBack => hand.take_back(),
                Deed::Settle => hand.settle(),
                Deed::Lift(cell) => drop(hand.lift(Cell::ALL[cell])),
                Deed::PutAway => hand.put_away(),
                Deed::Preview(cell) => hand.preview(Some(Cell::ALL[cell])),
            }
            let lies: Vec<Placement> = hand.tiles.placements().collect();
            prop_assert!(PartialFortress::new(&lies).is_ok());
            if let Some(placement) = hand.placement() {
                prop_assert!(hand.tiles.check(placement).is_ok());
            }
            let left: usize = TRAY.iter().map(|tile| hand.left(*tile)).sum();
            prop_assert_eq!(left + lies.len() + usize::from(hand.is_lifted()), Tile::COUNT);
        }
    }
}
