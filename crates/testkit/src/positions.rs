//! Random legal positions: crowded and sparse ones, and arrangements in which several rules interact.
//!
//! A position is generated as a list of things, and things that do not fit are skipped. So every list gives a legal
//! position, and a failing one shrinks by dropping things.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use rules::{Cell, CellSet, Direction, FigureId, Monster, Position, Setup, Stone, TeleporterTile, Whereabouts};

/// The configuration of a property test with this number of cases.
///
/// The seed is fixed, so that every run tests the same cases; the environment variable `FEARSOME_FUZZ_SEED` changes it.
#[must_use]
pub fn config(cases: u32) -> ProptestConfig {
    let seed = std::env::var("FEARSOME_FUZZ_SEED").ok().and_then(|text| text.parse().ok());
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed.unwrap_or(0)),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
    }
}

/// The basic fortress: 11 plain stones, both pools, the monster on its first space.
///
/// # Panics
///
/// Never: the string is a constant.
#[must_use]
pub fn basic() -> Position {
    BASIC.parse().expect("the basic fortress is legal")
}

/// The basic fortress as a position string.
pub const BASIC: &str = "Ma1e-Sc3m4h5i6n6g7e8m8o9f10i10-Bi3j3i4j4e9f9g9h9";

/// One thing to put into a position, if it fits.
#[derive(Clone, Copy, Debug)]
enum Thing {
    Stone(Stone, Cell),
    Blood(Cell),
    Teleporters([(Cell, Direction); 2]),
    Figure(Cell),
    Waiting,
}

/// All kinds of positions, each with a monster.
pub fn positions() -> impl Strategy<Value = Position> {
    let special = prop_oneof![
        3 => Just(vec![]),
        2 => ringed_pool(),
        2 => line_before_blood(),
        1 => full_row(),
        1 => crowd_in_a_corner(),
    ];
    let size = prop_oneof![3 => Just(6_usize), 3 => Just(25), 2 => Just(120)];
    let scattered = size.prop_flat_map(|size| vec(thing(), 0..=size));
    let monster = (cell(), direction()).prop_map(|(at, facing)| Monster { at, facing });
    let near = special.prop_flat_map(move |special| {
        // A monster far from the arrangement would rarely meet it.
        let spaces: Vec<Cell> = special.iter().filter_map(around).flatten().collect();
        let near = if spaces.is_empty() { Cell::ALL.to_vec() } else { spaces };
        let near = (select(near), direction()).prop_map(|(at, facing)| Monster { at, facing });
        (Just(special), prop_oneof![near, monster.clone()])
    });
    (near, scattered).prop_map(|((special, monster), scattered)| lay(monster, special.into_iter().chain(scattered)))
}

fn cell() -> impl Strategy<Value = Cell> + Clone {
    select(&Cell::ALL[..])
}

fn direction() -> impl Strategy<Value = Direction> + Clone {
    select(&Direction::ALL[..])
}

fn stone() -> impl Strategy<Value = Stone> + Clone {
    select(&Stone::ALL[..])
}

fn thing() -> impl Strategy<Value = Thing> {
    prop_oneof![
        8 => (stone(), cell()).prop_map(|(stone, cell)| Thing::Stone(stone, cell)),
        5 => cell().prop_map(Thing::Figure),
        2 => cell().prop_map(Thing::Blood),
        1 => (cell(), direction(), cell(), direction())
            .prop_map(|(one, arrow, other, other_arrow)| Thing::Teleporters([(one, arrow), (other, other_arrow)])),
        1 => Just(Thing::Waiting),
    ]
}

/// A stone or a figure on this space, or nothing.
fn piece_on(cell: Cell) -> impl Strategy<Value = Option<Thing>> {
    prop_oneof![
        2 => stone().prop_map(move |stone| Some(Thing::Stone(stone, cell))),
        1 => Just(Some(Thing::Figure(cell))),
        1 => Just(None),
    ]
}

fn pool() -> impl Strategy<Value = Vec<Cell>> {
    const SHAPES: [(u8, u8); 5] = [(2, 2), (4, 1), (1, 4), (3, 3), (1, 1)];
    (cell(), select(&SHAPES[..])).prop_map(|(corner, (width, height))| {
        let spaces = (0..height).flat_map(|down| (0..width).map(move |right| (right, down)));
        spaces.filter_map(|(right, down)| Cell::new(corner.column() + right, corner.row() + down)).collect()
    })
}

/// A pool surrounded mostly by turning stones.
fn ringed_pool() -> impl Strategy<Value = Vec<Thing>> {
    let turning = select(&[None, Some(Stone::TurnRight), Some(Stone::TurnAround), Some(Stone::Plain)][..]);
    (pool(), vec(turning, 16)).prop_map(|(pool, stones)| {
        let blood: CellSet = pool.iter().copied().collect();
        let ring: CellSet = neighbours(&pool).filter(|cell| !blood.has(*cell)).collect();
        let stones = ring.iter().zip(stones).filter_map(|(cell, stone)| Some(Thing::Stone(stone?, cell)));
        pool.iter().copied().map(Thing::Blood).chain(stones).collect()
    })
}

/// A line of pieces, then blood, then possibly more pieces.
fn line_before_blood() -> impl Strategy<Value = Vec<Thing>> {
    (cell(), direction(), 1_usize..6, 1_usize..5).prop_flat_map(|(start, direction, pieces, blood)| {
        let line: Vec<Cell> = std::iter::successors(Some(start), |cell| cell.step(direction)).collect();
        let things: Vec<_> = line.iter().take(pieces).map(|cell| piece_on(*cell)).collect();
        let blood: Vec<Thing> = line.iter().skip(pieces).take(blood).map(|cell| Thing::Blood(*cell)).collect();
        let beyond: Vec<_> =
            line.iter().skip(pieces).map(|cell| proptest::option::weighted(0.3, Just(*cell))).collect();
        (things, beyond, stone()).prop_map(move |(things, beyond, stone)| {
            let beyond = beyond.into_iter().flatten().map(|cell| Thing::Stone(stone, cell));
            things.into_iter().flatten().chain(blood.iter().copied()).chain(beyond).collect()
        })
    })
}

/// An almost full row 6, whose two walls are twins.
fn full_row() -> impl Strategy<Value = Vec<Thing>> {
    let row: Vec<Cell> = Cell::ALL.into_iter().filter(|cell| cell.row() == 5).collect();
    let pieces: Vec<_> = row.iter().map(|cell| proptest::option::weighted(0.9, piece_on(*cell))).collect();
    let blood: Vec<_> = row.iter().map(|cell| proptest::option::weighted(0.15, Just(Thing::Blood(*cell)))).collect();
    (blood, pieces)
        .prop_map(|(blood, pieces)| blood.into_iter().flatten().chain(pieces.into_iter().flatten().flatten()).collect())
}

/// Many things close to the entrance or the exit.
fn crowd_in_a_corner() -> impl Strategy<Value = Vec<Thing>> {
    select(&[Cell::EXIT, Cell::ENTRANCE][..]).prop_flat_map(|corner| {
        let is_near = |cell: &Cell| cell.column().abs_diff(corner.column()) + cell.row().abs_diff(corner.row()) < 4;
        let near: Vec<Cell> = Cell::ALL.into_iter().filter(is_near).collect();
        let blood: Vec<_> =
            near.iter().map(|cell| proptest::option::weighted(0.3, Just(Thing::Blood(*cell)))).collect();
        let pieces: Vec<_> = near.iter().map(|cell| piece_on(*cell)).collect();
        (blood, pieces)
            .prop_map(|(blood, pieces)| blood.into_iter().flatten().chain(pieces.into_iter().flatten()).collect())
    })
}

fn neighbours(cells: &[Cell]) -> impl Iterator<Item = Cell> + '_ {
    cells.iter().flat_map(|cell| Direction::ALL.into_iter().filter_map(|direction| cell.step(direction)))
}

/// The space of a thing and its neighbours.
fn around(thing: &Thing) -> Option<Vec<Cell>> {
    match thing {
        Thing::Stone(_, cell) | Thing::Blood(cell) | Thing::Figure(cell) => {
            Some(neighbours(&[*cell]).chain([*cell]).collect())
        }
        Thing::Teleporters(_) | Thing::Waiting => None,
    }
}

/// Builds a position from things in order, skipping those that do not fit.
fn lay(monster: Monster, things: impl Iterator<Item = Thing>) -> Position {
    let mut setup =
        Setup { monster: Some(Monster { at: monster.at.into(), facing: monster.facing }), ..Setup::default() };
    let mut occupied: CellSet = [monster.at].into_iter().collect();
    let (mut blood, mut teleporters) = (CellSet::EMPTY, CellSet::EMPTY);
    let mut figures = FigureId::all();
    for thing in things {
        match thing {
            Thing::Stone(stone, cell) => {
                if !cell.is_corner() && !teleporters.has(cell) && occupied.insert(cell) {
                    setup.stones.push((stone, cell.into()));
                }
            }
            Thing::Figure(cell) => {
                if !teleporters.has(cell)
                    && !occupied.has(cell)
                    && let Some(figure) = figures.next()
                {
                    occupied.insert(cell);
                    setup.figures.push((figure, Whereabouts::On(cell.into())));
                }
            }
            Thing::Waiting => setup.figures.extend(figures.next().map(|figure| (figure, Whereabouts::Waiting))),
            Thing::Blood(cell) => {
                if !cell.is_corner() && !teleporters.has(cell) && blood.insert(cell) {
                    setup.blood.push(cell.into());
                }
            }
            Thing::Teleporters(pair) => {
                let [one, other] = pair.map(|(cell, _)| cell);
                let fits = |cell: Cell| {
                    let is_taken = occupied.has(cell) && cell != monster.at;
                    !cell.is_corner() && !is_taken && !blood.has(cell) && !teleporters.has(cell)
                };
                if one != other && fits(one) && fits(other) && setup.teleporters.len() < 4 {
                    let number = setup.teleporters.len() as u64;
                    for (cell, arrow) in pair {
                        teleporters.insert(cell);
                        setup.teleporters.push(TeleporterTile { pair: number, at: cell.into(), arrow });
                    }
                }
            }
        }
    }
    Position::from_setup(&setup).expect("things that do not fit have been skipped")
}
