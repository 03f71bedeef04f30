//! Compares the engine with the reference implementation on one position.

use std::collections::BTreeSet;

use rules::{
    Cell, Direction, Event, FigureId, Foresight, Outcomes, Position, Sink, Step, Stone, Tombstone, Walk, Whereabouts,
};

use crate::reference::{self, Board, Card, Kind, Place, Side, Space, Thing};

/// The reference implementation does not represent escaped and eaten figures.
impl From<&Position> for Board {
    fn from(position: &Position) -> Board {
        let stones = position.stones().map(|(stone, cell)| (space(cell), Thing::Stone(kind(stone))));
        let figures = position.figures().filter_map(|(figure, whereabouts)| match whereabouts {
            Whereabouts::On(cell) => Some((space(cell), Thing::Figure(figure.index()))),
            Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
        });
        let waiting = position.figures().filter(|(_, whereabouts)| *whereabouts == Whereabouts::Waiting);
        Board {
            things: stones.chain(figures).collect(),
            blood: position.blood().iter().map(space).collect(),
            teleporters: position.teleporters().map(|pair| pair.map(|one| (space(one.at), side(one.arrow)))).collect(),
            monster: position.monster().map(|monster| (space(monster.at), side(monster.facing))),
            outside: waiting.map(|(figure, _)| figure.index()).collect(),
        }
    }
}

/// Converts a tombstone for the reference implementation.
#[must_use]
pub fn card(tombstone: Tombstone) -> Card {
    match tombstone {
        Tombstone::Steps(number) => Card::Steps(number.get().into()),
        Tombstone::Hits(number) => Card::Hits(number.get().into()),
    }
}

/// Collects the monster's space after each movement point.
#[derive(Default)]
struct Trail(Vec<Space>);

impl Sink for Trail {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Event::PointSpent { at, .. } = event() {
            self.0.push(space(at));
        }
    }
}

/// Compares the runs for these tombstones, each on its own and as part of a [`Foresight`].
///
/// # Panics
///
/// If the two disagree. The message contains the position.
pub fn check_runs(position: &Position, tombstones: &[Tombstone]) {
    let board = Board::from(position);
    let foresight = Foresight::of(position);
    for tombstone in tombstones {
        let plain = reference::run(&board, card(*tombstone));
        let (mut after, mut trail) = (*position, Trail::default());
        let eaten = after.run(*tombstone, &mut trail);
        let fast = reference::Run { board: Board::from(&after), eaten: numbers(&eaten), trail: trail.0 };
        assert_eq!(fast, plain, "{tombstone:?} from {position:?}");

        let mut quiet = *position;
        quiet.run(*tombstone, &mut ());
        assert_eq!(quiet, after, "{tombstone:?} without events from {position:?}");

        if let Some(run) = foresight.run(*tombstone) {
            assert_eq!(*run.position, after, "{tombstone:?} foreseen from {position:?}");
            assert_eq!(run.eaten, &eaten[..], "{tombstone:?} foreseen from {position:?}");
            let trail: Vec<Space> = run.trail.iter().copied().map(space).collect();
            assert_eq!(trail, plain.trail, "{tombstone:?} foreseen from {position:?}");
        }
    }
}

/// Compares the walks without limit.
///
/// # Panics
///
/// If the two disagree. The message contains the position.
pub fn check_endless(position: &Position) {
    let plain = reference::endless(&Board::from(position));
    let (mut after, mut trail) = (*position, Trail::default());
    let endless = after.run_endless(&mut trail);
    let fast = reference::Run { board: Board::from(&after), eaten: numbers(&endless.eaten), trail: trail.0 };
    assert_eq!(fast, plain, "endless from {position:?}");

    // The final cycle leads from the repeated position back to it, and no shorter one does.
    let rounds = if position.monster().is_some() { 1 } else { 0 };
    assert_eq!(endless.steps as usize, fast.trail.len());
    assert!(endless.period >= rounds && endless.period <= endless.steps, "{endless:?} from {position:?}");
    let mut walked = after;
    let returns = (1..=endless.period).find(|_| {
        let sink = &mut ();
        let mut walk = Walk::new(&mut walked, sink);
        walk.look();
        walk.step();
        walked == after
    });
    assert_eq!(returns.unwrap_or(0), endless.period, "from {position:?}");
}

/// Compares whether a path is legal, and its result.
///
/// # Panics
///
/// If the two disagree. The message contains the position.
pub fn check_path(position: &Position, figure: FigureId, points: u8, path: &[Step]) {
    let plain_path: Vec<reference::Step> = path.iter().map(|one| step(*one)).collect();
    let plain = reference::follow(&Board::from(position), figure.index(), points.into(), &plain_path);
    let mut after = *position;
    let fast = after.play(figure, points, path, &mut ()).ok().map(|()| reference::Outcome {
        place: place(after.whereabouts(figure).expect("a moved figure is in the position")),
        stones: after.stones().map(|(stone, cell)| (space(cell), kind(stone))).collect(),
        cost: path.len() as u32,
    });
    assert_eq!(fast, plain, "{figure} by {path:?} from {position:?}");
}

pub(crate) fn step(step: Step) -> reference::Step {
    match step {
        Step::Enter => reference::Step::Enter,
        Step::Go(direction) => reference::Step::Go(side(direction)),
        Step::Leave => reference::Step::Leave,
    }
}

/// Compares all results of moving `figure`.
///
/// # Panics
///
/// If the two disagree. The message contains the position.
pub fn check_outcomes(position: &Position, figure: FigureId, points: u8, outcomes: &mut Outcomes) {
    let mut plain = reference::outcomes(&Board::from(position), figure.index(), points.into());
    outcomes.find(position, figure, points);
    let mut fast: Vec<reference::Outcome> = outcomes
        .iter()
        .map(|outcome| reference::Outcome {
            place: place(outcome.place()),
            stones: outcome.position().stones().map(|(stone, cell)| (space(cell), kind(stone))).collect(),
            cost: outcome.cost().into(),
        })
        .collect();
    plain.sort();
    fast.sort();
    if fast != plain {
        let (fast, plain): (BTreeSet<_>, BTreeSet<_>) = (fast.into_iter().collect(), plain.into_iter().collect());
        let only_fast: Vec<_> = fast.difference(&plain).collect();
        let only_plain: Vec<_> = plain.difference(&fast).collect();
        panic!("{figure} by {points} from {position:?}only fast: {only_fast:#?}\nonly plain: {only_plain:#?}");
    }
}

pub(crate) fn numbers(figures: &[FigureId]) -> Vec<usize> {
    figures.iter().map(|figure| figure.index()).collect()
}

pub(crate) fn space(cell: Cell) -> Space {
    (cell.column().into(), cell.row().into())
}

fn place(whereabouts: Whereabouts) -> Place {
    match whereabouts {
        Whereabouts::Waiting => Place::Outside,
        Whereabouts::On(cell) => Place::On(space(cell)),
        Whereabouts::Escaped => Place::Escaped,
        Whereabouts::Eaten => panic!("no figure is eaten by its own move"),
    }
}

pub(crate) fn kind(stone: Stone) -> Kind {
    match stone {
        Stone::Plain => Kind::Plain,
        Stone::Crystal => Kind::Crystal,
        Stone::TurnRight => Kind::TurnRight,
        Stone::TurnAround => Kind::TurnAround,
    }
}

pub(crate) fn side(direction: Direction) -> Side {
    match direction {
        Direction::North => Side::North,
        Direction::East => Side::East,
        Direction::South => Side::South,
        Direction::West => Side::West,
    }
}
