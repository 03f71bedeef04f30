//! The solver against trying everything, on small levels.

use std::collections::BTreeSet;

use proptest::prelude::*;
use puzzles::{About, Answer, Deed, Draft, Extent, Grant, Judgement, Level, LevelResult, Limits, Preparation, Thing};
use rules::game::Axis;
use rules::{Cell, CellSet, Direction, FigureId, Monster, Setup, Stone, Teleporter, TeleporterTile, Whereabouts};
use testkit::positions::config;

const NO_LIMITS: Limits = Limits { nodes: u64::MAX, solutions: usize::MAX };

/// What trying everything finds.
struct Found {
    /// Each prepared position that solves the level, once, with the fewest pieces and steps that lead there.
    positions: BTreeSet<String>,
    best: Option<(usize, u32)>,
    has_near_miss: bool,
}

/// Of theirs at least one was eaten, and all but one at most, before the run was lost or came round.
fn is_near_miss(level: &Level, judgement: &Judgement) -> bool {
    let eaten = judgement.walk.eaten.iter().take_while(|figure| !level.ours().has(**figure)).count();
    judgement.result != LevelResult::Solved && eaten > 0 && eaten + 1 >= level.theirs().len()
}

fn try_everything(level: &Level) -> Found {
    let mut preparations = vec![vec![]];
    for grant in level.grants() {
        let deeds = deeds_of(level, *grant);
        for _ in 0..grant.pieces() {
            let with_one_more = preparations.iter().flat_map(|done: &Vec<Deed>| {
                deeds.iter().map(|deed| done.iter().copied().chain([*deed]).collect::<Vec<Deed>>())
            });
            let with_one_more: Vec<Vec<Deed>> = with_one_more.collect();
            preparations.extend(with_one_more);
        }
    }
    let mut found = Found { positions: BTreeSet::new(), best: None, has_near_miss: false };
    for deeds in preparations {
        let preparation: Preparation = deeds.iter().copied().collect();
        let Ok(position) = level.prepare(&preparation) else { continue };
        let judgement = level.judge(position, &mut ());
        found.has_near_miss |= is_near_miss(level, &judgement);
        if judgement.result == LevelResult::Solved {
            let mut figures: Vec<(bool, Whereabouts)> =
                position.figures().map(|(figure, place)| (level.ours().has(figure), place)).collect();
            figures.sort();
            let mut bare = position.to_setup();
            bare.figures.clear();
            found.positions.insert(format!("{bare:?} {figures:?}"));
            let cost = (deeds.len(), judgement.walk.steps);
            found.best = Some(found.best.map_or(cost, |best| best.min(cost)));
        }
    }
    found
}

/// Every deed that a grant could be used for.
fn deeds_of(level: &Level, grant: Grant) -> Vec<Deed> {
    let cells = || Cell::ALL.into_iter();
    let arrows = |at| Direction::ALL.map(move |arrow| Teleporter { at, arrow });
    let deeds: Vec<Deed> = match grant {
        Grant::Lay { thing: Thing::Stone(stone), .. } => cells().map(|at| Deed::Stone { stone, at }).collect(),
        Grant::Lay { thing: Thing::Figure, .. } => cells().map(|at| Deed::Figure { at }).collect(),
        Grant::Lay { thing: Thing::SquarePool, .. } => cells().map(|at| Deed::SquarePool { at }).collect(),
        Grant::Lay { thing: Thing::LongPool, .. } => {
            cells().flat_map(|at| [Axis::Row, Axis::Column].map(|axis| Deed::LongPool { at, axis })).collect()
        }
        Grant::Lay { thing: Thing::Teleporters, on, .. } => {
            let pairs =
                on.iter().flat_map(|one| on.iter().filter(move |other| one < *other).map(move |other| (one, other)));
            let pairs: Vec<(Cell, Cell)> = pairs.collect();
            let arrowed = pairs.into_iter().flat_map(|(one, other)| {
                arrows(one)
                    .into_iter()
                    .flat_map(move |one| arrows(other).map(move |other| Deed::Teleporters([one, other])))
            });
            arrowed.collect()
        }
        Grant::Move { from, .. } => cells().map(|to| Deed::Move { from, to }).collect(),
        Grant::Turn { at } => {
            let had =
                level.position().teleporters().flatten().find(|teleporter| teleporter.at == at).map(|had| had.arrow);
            let others = Direction::ALL.into_iter().filter(|arrow| Some(*arrow) != had);
            others.map(|arrow| Deed::Turn { at, arrow }).collect()
        }
    };
    deeds.into_iter().filter(|deed| level.prepare(&[*deed].into_iter().collect()).is_ok()).collect()
}

/// Spaces in a corner of the fortress, so that pieces meet; some of the whole.
fn cell() -> impl Strategy<Value = Cell> {
    let near: Vec<Cell> =
        Cell::ALL.into_iter().filter(|cell| (2..8).contains(&cell.column()) && cell.row() < 5).collect();
    prop_oneof![6 => prop::sample::select(near), 1 => prop::sample::select(&Cell::ALL[..])]
}

fn direction() -> impl Strategy<Value = Direction> {
    prop::sample::select(&Direction::ALL[..])
}

fn stone() -> impl Strategy<Value = Stone> {
    prop::sample::select(&Stone::ALL[..])
}

fn area(sizes: std::ops::Range<usize>) -> impl Strategy<Value = CellSet> {
    prop::collection::vec(cell(), sizes).prop_map(|cells| cells.into_iter().collect())
}

/// Spaces close together, so that pools fit.
fn square() -> impl Strategy<Value = CellSet> {
    (cell(), 2..6_u8, 2..4_u8).prop_map(|(at, columns, rows)| {
        let spaces = (0..rows).flat_map(|down| (0..columns).map(move |right| (right, down)));
        spaces.filter_map(|(right, down)| Cell::new(at.column() + right, at.row() + down)).collect()
    })
}

fn grant() -> impl Strategy<Value = Grant> {
    prop_oneof![
        4 => (stone(), 1..3_u8, area(2..8)).prop_map(|(stone, count, on)| Grant::Lay { thing: Thing::Stone(stone), count, on }),
        2 => area(2..8).prop_map(|on| Grant::Lay { thing: Thing::Figure, count: 1, on }),
        1 => square().prop_map(|on| Grant::Lay { thing: Thing::SquarePool, count: 1, on }),
        1 => square().prop_map(|on| Grant::Lay { thing: Thing::LongPool, count: 1, on }),
        1 => area(2..5).prop_map(|on| Grant::Lay { thing: Thing::Teleporters, count: 1, on }),
        3 => (cell(), area(2..8)).prop_map(|(from, to)| Grant::Move { from, to }),
        2 => cell().prop_map(|at| Grant::Turn { at }),
    ]
}

/// Small levels: what does not fit is left away until the rest does.
fn level() -> impl Strategy<Value = Option<Level>> {
    let things = (
        (cell(), direction()),
        prop::collection::vec((stone(), cell()), 0..5),
        prop::collection::vec(cell(), 1..6),
        prop::option::of((square(), 0..3_usize)),
        prop::option::of([(cell(), direction()), (cell(), direction())]),
    );
    (things, prop::collection::vec(grant(), 1..4), 0..3_usize).prop_map(|(things, grants, ours)| {
        let ((at, facing), stones, figures, blood, teleporters) = things;
        let mut setup = Setup { monster: Some(Monster { at: at.into(), facing }), ..Setup::default() };
        let tiles = teleporters.into_iter().flatten();
        setup.teleporters = tiles.map(|(at, arrow)| TeleporterTile { pair: 1, at: at.into(), arrow }).collect();
        setup.blood = blood
            .into_iter()
            .flat_map(|(cells, skip)| cells.iter().skip(skip).map(Into::into).collect::<Vec<_>>())
            .collect();
        let fits = |setup: &Setup| rules::Position::from_setup(setup).is_ok();
        for (stone, cell) in stones {
            let before = setup.clone();
            setup.stones.push((stone, cell.into()));
            if !fits(&setup) {
                setup = before;
            }
        }
        let mut ids = FigureId::all();
        for cell in figures {
            let before = setup.clone();
            setup.figures.push((ids.next()?, Whereabouts::On(cell.into())));
            if !fits(&setup) {
                setup = before;
            }
        }
        let waiting = grants.iter().filter(|grant| matches!(grant, Grant::Lay { thing: Thing::Figure, .. })).count();
        let waiting: Vec<FigureId> = ids.take(waiting).collect();
        setup.figures.extend(waiting.iter().map(|figure| (*figure, Whereabouts::Waiting)));
        let on_board = setup.figures.len() - waiting.len();
        let of_ours = setup.figures.iter().take(on_board.min(ours)).map(|(figure, _)| *figure);
        let ours = of_ours.chain(waiting.iter().copied()).collect();
        let movable: Vec<Cell> = rules::Position::from_setup(&setup)
            .ok()?
            .stones()
            .map(|(_, cell)| cell)
            .chain(setup.figures.iter().filter_map(|(_, place)| match place {
                Whereabouts::On(spot) => spot.cell(),
                Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
            }))
            .collect();
        let arrows: Vec<Cell> = setup.teleporters.iter().filter_map(|tile| tile.at.cell()).collect();
        // Grants to move or turn find something that is there.
        let aim = |grant: Grant| match grant {
            Grant::Move { from, to } => {
                Grant::Move { from: *movable.get(from.index() % movable.len().max(1)).unwrap_or(&from), to }
            }
            Grant::Turn { at } => Grant::Turn { at: *arrows.get(at.index() % arrows.len().max(1)).unwrap_or(&at) },
            lay @ Grant::Lay { .. } => lay,
        };
        let grants: Vec<Grant> = grants.into_iter().map(aim).collect();
        Level::new(&Draft { about: About::default(), setup, ours, grants }).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, ..config(2000) })]

    #[test]
    fn the_solver_finds_what_trying_everything_finds(level in level()) {
        let Some(level) = level else { return Err(TestCaseError::reject("no level")) };
        let findings = level.solve(NO_LIMITS);
        let found = try_everything(&level);
        prop_assert_eq!(findings.extent, Extent::Everything);
        prop_assert_eq!(findings.solutions, found.positions.len(), "{:?} {:?}", level, findings);
        prop_assert_eq!(findings.best.as_ref().map(|best| (best.preparation.deeds().len(), best.steps)), found.best);
        let expected = if found.positions.is_empty() { Answer::Unsolvable } else { Answer::Exactly(found.positions.len()) };
        prop_assert_eq!(findings.answer(), expected);
        prop_assert_eq!(findings.near_misses > 0, found.has_near_miss, "{:?}", level);
        prop_assert_eq!(findings.first_near_misses.len() as u64, findings.near_misses.min(16));
        prop_assert_eq!(findings.first_solutions.len(), findings.solutions.min(16));
        for solution in &findings.first_solutions {
            let position = level.prepare(solution).expect("a solution can be made");
            prop_assert_eq!(level.judge(position, &mut ()).result, LevelResult::Solved);
        }
        for example in &findings.first_near_misses {
            let position = level.prepare(example).expect("a near miss can be made");
            prop_assert!(is_near_miss(&level, &level.judge(position, &mut ())), "{} on {:?}", example, level);
        }
        // In slices it is the same.
        let mut solver = puzzles::Solver::new(&level, NO_LIMITS);
        let mut before = 0.0;
        while solver.go_on(3) {
            prop_assert!((before..1.0).contains(&solver.progress()), "{} after {before}", solver.progress());
            before = solver.progress();
        }
        prop_assert_eq!(solver.progress(), 1.0);
        prop_assert_eq!(solver.into_findings(), findings);
    }
}
