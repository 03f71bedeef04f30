//! Drawing a level by lot.

use rules::chance::Stream;
use rules::game::{Axis, Placement};
use rules::{
    Cell, CellSet, Direction, FigureId, Monster, Position, Setup, Stone, Teleporter, TeleporterTile, Whereabouts,
};

use super::Recipe;
use crate::deed::{Deed, Preparation};
use crate::grade::Difficulty;
use crate::grant::Grant;
use crate::level::{About, Draft, Level};
use crate::thing::Thing;
use crate::trick::Trick;

/// How much a level of some difficulty contains: the least and the most of each.
struct Measure {
    theirs: [usize; 2],
    ours: [usize; 2],
    stones: [usize; 2],
    pieces: [usize; 2],
    /// Width and height of the part of the fortress on which pieces may be laid; `None` for all of it.
    part: Option<[u8; 2]>,
}

const fn measure(difficulty: Difficulty) -> Measure {
    match difficulty {
        Difficulty::Gentle => {
            Measure { theirs: [1, 2], ours: [0, 1], stones: [0, 4], pieces: [1, 1], part: Some([4, 3]) }
        }
        Difficulty::Easy => {
            Measure { theirs: [2, 3], ours: [1, 1], stones: [1, 6], pieces: [1, 2], part: Some([6, 4]) }
        }
        Difficulty::Tricky | Difficulty::Hard | Difficulty::Diabolic => {
            Measure { theirs: [2, 4], ours: [1, 2], stones: [2, 8], pieces: [2, 2], part: Some([8, 6]) }
        }
    }
}

/// Draws a level at random. Most drafts are not worth playing, and some are not even levels.
pub(super) fn draw(recipe: &Recipe, stream: &mut Stream) -> Draft {
    let measure = measure(recipe.difficulty);
    let mut lots = Lots { recipe, stream, setup: Setup::default(), taken: CellSet::EMPTY };
    lots.monster();
    lots.floor();
    let stones = lots.between(measure.stones);
    lots.stones(stones);
    let count = lots.between(measure.theirs);
    lots.figures(&THEIRS, count);
    let count = lots.between(measure.ours);
    lots.figures(&OURS, count);
    let pieces = lots.between(measure.pieces);
    let part = lots.part(measure.part);
    let grants = lots.grants(pieces, part);
    let setup = lots.setup;
    let is_ours = |(figure, _): &(FigureId, Whereabouts<_>)| OURS.iter().any(|name| name.parse() == Ok(*figure));
    let ours = setup.figures.iter().filter(|figure| is_ours(figure)).map(|(figure, _)| *figure).collect();
    Draft { about: About::default(), setup, ours, grants }
}

pub(super) const OURS: [&str; 4] = ["G1", "G3", "G4", "G5"];
pub(super) const THEIRS: [&str; 8] = ["R1", "R3", "R4", "R5", "B1", "B3", "B4", "B5"];

/// The ways to lay a pool with its first space on a given one.
pub(super) const POOLS: [fn(Cell) -> Placement; 3] = [
    |at| Placement::SquarePool { at },
    |at| Placement::LongPool { at, axis: Axis::Row },
    |at| Placement::LongPool { at, axis: Axis::Column },
];

struct Lots<'a> {
    recipe: &'a Recipe,
    stream: &'a mut Stream,
    setup: Setup,
    /// The spaces with anything on them.
    taken: CellSet,
}

impl Lots<'_> {
    fn between(&mut self, [from, to]: [usize; 2]) -> usize {
        from + self.stream.below(to - from + 1)
    }

    /// True once in `times` calls on average.
    fn once_in(&mut self, times: usize) -> bool {
        self.stream.below(times) == 0
    }

    fn teaches(&self, trick: Trick) -> bool {
        self.recipe.teaches.contains(&trick)
    }

    /// Whether to include tiles that a trick needs: always if the recipe asks for the trick, otherwise once in `times`
    /// calls.
    fn wants(&mut self, trick: Trick, times: usize) -> bool {
        let by_chance = self.once_in(times);
        self.teaches(trick) || by_chance
    }

    /// Whether the player may get teleporters to lay, if the recipe asks for them. One arrow of such a pair rarely
    /// matters, so hard levels, which need much else to matter, have them on the board only.
    fn may_lay_teleporters(&self) -> bool {
        self.teaches(Trick::Teleporter) && self.recipe.difficulty < Difficulty::Hard
    }

    fn direction(&mut self) -> Direction {
        Direction::ALL[self.stream.below(Direction::ALL.len())]
    }

    /// An empty space that is not a corner.
    fn cell(&mut self) -> Cell {
        loop {
            let cell = Cell::ALL[self.stream.below(Cell::ALL.len())];
            if !cell.is_corner() && !self.taken.has(cell) {
                return cell;
            }
        }
    }

    fn take(&mut self) -> Cell {
        let cell = self.cell();
        self.taken.insert(cell);
        cell
    }

    /// Where every game begins, or anywhere.
    fn monster(&mut self) {
        let monster = if self.once_in(2) {
            Monster { at: Cell::EXIT, facing: Direction::East }
        } else {
            Monster { at: self.cell(), facing: self.direction() }
        };
        self.taken.insert(monster.at);
        self.setup.monster = Some(Monster { at: monster.at.into(), facing: monster.facing });
    }

    fn floor(&mut self) {
        if self.wants(Trick::Slide, 5) {
            let at = self.cell();
            let pool = POOLS[self.stream.below(POOLS.len())](at);
            let cells = pool.cells().filter(|cells| !cells.iter().any(|cell| cell.is_corner() || self.taken.has(cell)));
            for cell in cells.iter().flat_map(CellSet::iter) {
                self.setup.blood.push(cell.into());
                self.taken.insert(cell);
            }
        }
        if self.wants(Trick::Teleporter, 6) && (!self.may_lay_teleporters() || !self.once_in(3)) {
            for _ in 0..2 {
                let (at, arrow) = (self.take(), self.direction());
                self.setup.teleporters.push(TeleporterTile { pair: 1, at: at.into(), arrow });
            }
        }
    }

    fn stones(&mut self, count: usize) {
        let mut kinds = vec![Stone::Plain; 4];
        if self.wants(Trick::Crystal, 4) {
            kinds.extend([Stone::Crystal; 3]);
        }
        if self.wants(Trick::Turn, 3) {
            kinds.extend([Stone::TurnRight, Stone::TurnRight, Stone::TurnAround]);
        }
        for _ in 0..count {
            let stone = kinds[self.stream.below(kinds.len())];
            let at = self.take();
            self.setup.stones.push((stone, at.into()));
        }
    }

    fn figures(&mut self, names: &[&str], count: usize) {
        for name in names.iter().take(count) {
            let figure = name.parse().expect("a name of a figure");
            let at = self.take();
            self.setup.figures.push((figure, Whereabouts::On(at.into())));
        }
    }

    /// A part of the fortress, or all of it.
    fn part(&mut self, size: Option<[u8; 2]>) -> CellSet {
        let Some([columns, rows]) = size else { return CellSet::FLOOR };
        let at = self.cell();
        let spaces = (0..rows).flat_map(|down| (0..columns).map(move |right| (right, down)));
        spaces.filter_map(|(right, down)| Cell::new(at.column() + right, at.row() + down)).collect()
    }

    /// Grants for this many pieces.
    fn grants(&mut self, pieces: usize, part: CellSet) -> Vec<Grant> {
        let mut grants: Vec<Grant> = vec![];
        for _ in 0..pieces {
            let grant = self.grant(part);
            let again = grants.iter_mut().find_map(|other| match (other, grant) {
                (Grant::Lay { thing, count, .. }, Grant::Lay { thing: same, .. }) if *thing == same => Some(count),
                _ => None,
            });
            match again {
                Some(count) => *count += 1,
                None => grants.push(grant),
            }
        }
        for grant in &grants {
            if let Grant::Lay { thing: Thing::Figure, count, .. } = grant {
                let ours = OURS.iter().map(|name| name.parse().expect("a name of a figure"));
                let is_left = |figure: &FigureId| self.setup.figures.iter().all(|(other, _)| other != figure);
                let waiting: Vec<FigureId> = ours.filter(is_left).take(usize::from(*count)).collect();
                self.setup.figures.extend(waiting.into_iter().map(|figure| (figure, Whereabouts::Waiting)));
            }
        }
        grants
    }

    fn grant(&mut self, part: CellSet) -> Grant {
        let lay = |thing| Grant::Lay { thing, count: 1, on: part };
        let mut choices: Vec<Grant> = vec![lay(Thing::Stone(Stone::Plain)); 6];
        choices.extend([lay(Thing::Figure); 3]);
        choices.extend([lay(Thing::Stone(Stone::TurnRight)), lay(Thing::Stone(Stone::TurnAround))]);
        if self.teaches(Trick::Turn) {
            choices.extend([lay(Thing::Stone(Stone::TurnRight)); 4]);
            choices.extend([lay(Thing::Stone(Stone::TurnAround)); 3]);
        }
        choices.push(lay(Thing::Stone(Stone::Crystal)));
        if self.teaches(Trick::Crystal) {
            choices.extend([lay(Thing::Stone(Stone::Crystal)); 3]);
        }
        if self.teaches(Trick::Slide) {
            choices.extend([lay(Thing::SquarePool), lay(Thing::LongPool)]);
        }
        if self.may_lay_teleporters() {
            choices.extend([lay(Thing::Teleporters); 3]);
        }
        let tiles = self.setup.teleporters.clone();
        let arrows = tiles.iter().filter_map(|tile| tile.at.cell()).map(|at| Grant::Turn { at });
        choices.extend(arrows);
        choices.extend(self.movable());
        choices[self.stream.below(choices.len())]
    }

    /// A stone or a figure that may be moved a little.
    fn movable(&mut self) -> Vec<Grant> {
        let Ok(position) = Position::from_setup(&self.setup) else { return vec![] };
        let pieces: Vec<Cell> = Cell::ALL.into_iter().filter(|cell| position.piece_at(*cell).is_some()).collect();
        let Some(from) = self.stream.choose(&pieces).copied() else { return vec![] };
        let near = |cell: &Cell| cell.column().abs_diff(from.column()) + cell.row().abs_diff(from.row()) <= REACH;
        vec![Grant::Move { from, to: Cell::ALL.into_iter().filter(near).collect() }; 2]
    }
}

/// How many spaces away a piece may be moved.
pub(super) const REACH: u8 = 3;

/// Draws a preparation that uses every piece. It may not be possible.
pub(super) fn prepare(level: &Level, stream: &mut Stream) -> Preparation {
    let pieces = level.grants().iter().flat_map(|grant| std::iter::repeat_n(*grant, usize::from(grant.pieces())));
    pieces.filter_map(|grant| deed(grant, level, stream)).collect()
}

/// Draws a deed that a grant allows.
pub(super) fn deed(grant: Grant, level: &Level, stream: &mut Stream) -> Option<Deed> {
    match grant {
        Grant::Lay { thing: Thing::Teleporters, on, .. } => {
            let cells: Vec<Cell> = on.iter().collect();
            let mut teleporter = || {
                let at = *stream.choose(&cells)?;
                Some(Teleporter { at, arrow: Direction::ALL[stream.below(Direction::ALL.len())] })
            };
            Some(Deed::teleporters([teleporter()?, teleporter()?]))
        }
        Grant::Lay { thing, on, .. } => stream.choose(&thing.ways_on(on)).copied(),
        Grant::Move { from, to } => {
            stream.choose(&to.iter().collect::<Vec<_>>()).map(|to| Deed::Move { from, to: *to })
        }
        Grant::Turn { at } => {
            let drawn = level.position().teleporters().flatten().find(|teleporter| teleporter.at == at)?.arrow;
            let others: Vec<Direction> = Direction::ALL.into_iter().filter(|arrow| *arrow != drawn).collect();
            stream.choose(&others).map(|arrow| Deed::Turn { at, arrow: *arrow })
        }
    }
}
