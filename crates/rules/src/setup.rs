//! From anything that somebody lays on the board to a checked position; reports all problems at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::geometry::{Cell, Direction};
use crate::piece::{FigureId, Monster, Stone, Teleporter, Whereabouts};
use crate::position::Position;

/// A place somebody names; it need not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The column from 0.
    pub column: u8,
    /// The row from 0.
    pub row: u8,
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Spot {
        Spot { column: cell.column(), row: cell.row() }
    }
}

impl Spot {
    /// The space of that name, if it exists.
    #[must_use]
    pub fn cell(self) -> Option<Cell> {
        Cell::new(self.column, self.row)
    }
}

/// A teleporter as it is laid: which other one belongs to it tells the number of the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeleporterTile {
    /// Two tiles with the same number belong together.
    pub pair: u64,
    /// Where it lies.
    pub at: Spot,
    /// Where its arrow points.
    pub arrow: Direction,
}

/// Anything a file, an editor or a fuzzer may hand us. Nothing is promised.
///
/// The tile counts of the box and the rules for setting up a game do not apply here: any number of stones, any
/// shape of blood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The monster.
    pub monster: Option<Monster<Spot>>,
    /// The stones.
    pub stones: Vec<(Stone, Spot)>,
    /// The spaces with blood. Naming one twice does no harm.
    pub blood: Vec<Spot>,
    /// The teleporters.
    pub teleporters: Vec<TeleporterTile>,
    /// The figures that take part.
    pub figures: Vec<(FigureId, Whereabouts<Spot>)>,
}

/// One of the things of a [`Setup`], by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// The monster.
    Monster,
    /// `stones[…]`
    Stone(usize),
    /// `blood[…]`
    Blood(usize),
    /// `teleporters[…]`
    Teleporter(usize),
    /// `figures[…]`
    Figure(usize),
}

/// What is wrong with a [`Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupProblem {
    /// There is no such space.
    NoSuchCell {
        /// What is there.
        item: Item,
        /// Where that would be.
        spot: Spot,
    },
    /// No stone, blood or teleporter can be on a corner space.
    OnCorner {
        /// What is there.
        item: Item,
        /// The corner.
        cell: Cell,
    },
    /// Nothing but the monster can be on a teleporter.
    OnTeleporter {
        /// What is there.
        item: Item,
        /// The space.
        cell: Cell,
    },
    /// A teleporter on blood, or on another teleporter.
    Overlap {
        /// The teleporter.
        item: Item,
        /// What lies there already.
        other: Item,
        /// The space.
        cell: Cell,
    },
    /// Two occupants on one space.
    Crowded {
        /// The second one.
        item: Item,
        /// The first one.
        other: Item,
        /// The space.
        cell: Cell,
    },
    /// A pair of teleporters that are not two.
    Unpaired {
        /// One of them.
        item: Item,
        /// The number of the pair.
        pair: u64,
        /// How many there are.
        count: usize,
    },
    /// More than two pairs of teleporters.
    TooManyPairs {
        /// How many there are.
        count: usize,
    },
    /// A figure is named twice.
    SameFigure {
        /// The second time.
        item: Item,
        /// Who.
        figure: FigureId,
    },
}

impl SetupProblem {
    /// The problem in words, with each thing called what `name` calls it.
    pub fn describe(&self, name: impl Fn(Item) -> String) -> String {
        match *self {
            SetupProblem::NoSuchCell { item, spot } => format!("{}: there is no space {spot}", name(item)),
            SetupProblem::OnCorner { item, cell } => {
                format!("{}: only figures and the monster can be on the corner {cell}", name(item))
            }
            SetupProblem::OnTeleporter { item, cell } => {
                format!("{}: only the monster can be on the teleporter on {cell}", name(item))
            }
            SetupProblem::Overlap { item, other, cell } => {
                format!("{}: {} lies on {cell} already", name(item), name(other))
            }
            SetupProblem::Crowded { item, other, cell } => {
                format!("{}: {cell} is occupied by {}", name(item), name(other))
            }
            SetupProblem::Unpaired { item, pair, count } => {
                format!("{}: pair {pair} has {count} of 2 teleporters", name(item))
            }
            SetupProblem::TooManyPairs { count } => format!("{count} pairs of teleporters, 2 allowed"),
            SetupProblem::SameFigure { item, figure } => format!("{}: {figure} is there already", name(item)),
        }
    }
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(|item| item.to_string()))
    }
}

impl std::error::Error for SetupProblem {}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // People count from 1.
        match self {
            Item::Monster => write!(f, "the monster"),
            Item::Stone(index) => write!(f, "stone {}", index + 1),
            Item::Blood(index) => write!(f, "blood {}", index + 1),
            Item::Teleporter(index) => write!(f, "teleporter {}", index + 1),
            Item::Figure(index) => write!(f, "figure {}", index + 1),
        }
    }
}

impl Position {
    /// Checks `setup` and makes it a position.
    ///
    /// # Errors
    ///
    /// Every problem, not only the first, in the order of the lists: floor, stones, figures, monster.
    pub fn from_setup(setup: &Setup) -> Result<Position, Vec<SetupProblem>> {
        let mut check = Check::default();
        let mut position = Position::empty();
        check.floor(setup, &mut position);
        check.stones(setup, &mut position);
        check.figures(setup, &mut position);
        check.monster(setup, &mut position);
        if check.problems.is_empty() { Ok(position) } else { Err(check.problems) }
    }

    /// The same position as open data: what [`from_setup`](Position::from_setup) reads.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let tiles = (1..).zip(self.teleporters()).flat_map(|(pair, teleporters)| {
            teleporters.map(|Teleporter { at, arrow }| TeleporterTile { pair, at: at.into(), arrow })
        });
        let figures = self.figures().map(|(figure, whereabouts)| {
            let whereabouts = match whereabouts {
                Whereabouts::Waiting => Whereabouts::Waiting,
                Whereabouts::On(cell) => Whereabouts::On(cell.into()),
                Whereabouts::Escaped => Whereabouts::Escaped,
                Whereabouts::Eaten => Whereabouts::Eaten,
            };
            (figure, whereabouts)
        });
        Setup {
            monster: self.monster().map(|Monster { at, facing }| Monster { at: at.into(), facing }),
            stones: self.stones().map(|(stone, cell)| (stone, cell.into())).collect(),
            blood: self.blood().iter().map(Spot::from).collect(),
            teleporters: tiles.collect(),
            figures: figures.collect(),
        }
    }
}

/// The check under way: what has been laid where, and what is wrong.
#[derive(Default)]
struct Check {
    /// The first of what was laid on each space.
    blood: BTreeMap<Cell, Item>,
    teleporters: BTreeMap<Cell, Item>,
    occupants: BTreeMap<Cell, Item>,
    figures: BTreeSet<FigureId>,
    problems: Vec<SetupProblem>,
}

impl Check {
    fn floor(&mut self, setup: &Setup, position: &mut Position) {
        for (index, spot) in setup.blood.iter().enumerate() {
            let item = Item::Blood(index);
            if let Some(cell) = self.cell_off_corner(item, *spot) {
                position.put_blood(cell);
                self.blood.entry(cell).or_insert(item);
            }
        }
        let mut pairs: BTreeMap<u64, Vec<Teleporter>> = BTreeMap::new();
        for (index, tile) in setup.teleporters.iter().enumerate() {
            let item = Item::Teleporter(index);
            let pair = pairs.entry(tile.pair).or_default();
            let Some(cell) = self.cell_off_corner(item, tile.at) else { continue };
            pair.push(Teleporter { at: cell, arrow: tile.arrow });
            if let Some(other) = self.blood.get(&cell).or(self.teleporters.get(&cell)) {
                self.problems.push(SetupProblem::Overlap { item, other: *other, cell });
            }
            self.teleporters.entry(cell).or_insert(item);
        }
        self.pairs(setup, pairs.len());
        // What is not a pair has been reported.
        let mut pairs = pairs.into_values().filter_map(|pair| pair.try_into().ok());
        position.put_teleporters([pairs.next(), pairs.next()]);
    }

    fn pairs(&mut self, setup: &Setup, count: usize) {
        let mut tiles: BTreeMap<u64, (Item, usize)> = BTreeMap::new();
        for (index, tile) in setup.teleporters.iter().enumerate() {
            tiles.entry(tile.pair).or_insert((Item::Teleporter(index), 0)).1 += 1;
        }
        let broken = tiles.into_iter().filter(|(_, (_, count))| *count != 2);
        self.problems.extend(broken.map(|(pair, (item, count))| SetupProblem::Unpaired { item, pair, count }));
        if count > 2 {
            self.problems.push(SetupProblem::TooManyPairs { count });
        }
    }

    fn stones(&mut self, setup: &Setup, position: &mut Position) {
        for (index, (stone, spot)) in setup.stones.iter().enumerate() {
            let item = Item::Stone(index);
            if let Some(cell) = self.cell_off_corner(item, *spot) {
                self.not_on_teleporter(item, cell);
                self.occupy(item, cell);
                position.put_stone(*stone, cell);
            }
        }
    }

    fn figures(&mut self, setup: &Setup, position: &mut Position) {
        for (index, (figure, whereabouts)) in setup.figures.iter().enumerate() {
            let item = Item::Figure(index);
            if !self.figures.insert(*figure) {
                self.problems.push(SetupProblem::SameFigure { item, figure: *figure });
            }
            let whereabouts = match whereabouts {
                Whereabouts::Waiting => Whereabouts::Waiting,
                Whereabouts::Escaped => Whereabouts::Escaped,
                Whereabouts::Eaten => Whereabouts::Eaten,
                Whereabouts::On(spot) => {
                    let Some(cell) = self.cell(item, *spot) else { continue };
                    self.not_on_teleporter(item, cell);
                    self.occupy(item, cell);
                    Whereabouts::On(cell)
                }
            };
            position.put_figure(*figure, whereabouts);
        }
    }

    fn monster(&mut self, setup: &Setup, position: &mut Position) {
        if let Some(Monster { at, facing }) = setup.monster
            && let Some(at) = self.cell(Item::Monster, at)
        {
            self.occupy(Item::Monster, at);
            position.put_monster(Some(Monster { at, facing }));
        }
    }

    fn cell(&mut self, item: Item, spot: Spot) -> Option<Cell> {
        let cell = spot.cell();
        if cell.is_none() {
            self.problems.push(SetupProblem::NoSuchCell { item, spot });
        }
        cell
    }

    fn cell_off_corner(&mut self, item: Item, spot: Spot) -> Option<Cell> {
        let cell = self.cell(item, spot)?;
        if cell.is_corner() {
            self.problems.push(SetupProblem::OnCorner { item, cell });
        }
        Some(cell)
    }

    fn not_on_teleporter(&mut self, item: Item, cell: Cell) {
        if self.teleporters.contains_key(&cell) {
            self.problems.push(SetupProblem::OnTeleporter { item, cell });
        }
    }

    fn occupy(&mut self, item: Item, cell: Cell) {
        match self.occupants.get(&cell) {
            Some(other) => self.problems.push(SetupProblem::Crowded { item, other: *other, cell }),
            None => drop(self.occupants.insert(cell, item)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(column: u8, row: u8) -> Spot {
        Spot { column, row }
    }

    fn figure(number: u8) -> FigureId {
        FigureId::new(number).unwrap()
    }

    #[test]
    fn every_problem_is_told_at_once() {
        let arrow = Direction::North;
        let setup = Setup {
            monster: Some(Monster { at: spot(3, 3), facing: Direction::East }),
            stones: vec![
                (Stone::Plain, spot(0, 0)),
                (Stone::Crystal, spot(12, 0)),
                (Stone::Plain, spot(3, 3)),
                (Stone::TurnRight, spot(5, 5)),
            ],
            blood: vec![spot(15, 10), spot(6, 6), spot(6, 6)],
            teleporters: vec![
                TeleporterTile { pair: 1, at: spot(5, 5), arrow },
                TeleporterTile { pair: 1, at: spot(6, 6), arrow },
                TeleporterTile { pair: 7, at: spot(8, 8), arrow },
                TeleporterTile { pair: 9, at: spot(8, 8), arrow },
                TeleporterTile { pair: 1, at: spot(9, 8), arrow },
            ],
            figures: vec![
                (figure(0), Whereabouts::Waiting),
                (figure(0), Whereabouts::On(spot(5, 5))),
                (figure(1), Whereabouts::On(spot(99, 0))),
                (figure(1), Whereabouts::On(spot(9, 9))),
            ],
        };
        let problems: Vec<String> =
            Position::from_setup(&setup).err().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "blood 1: only figures and the monster can be on the corner p11",
                "teleporter 2: blood 2 lies on g7 already",
                "teleporter 4: teleporter 3 lies on i9 already",
                "teleporter 1: pair 1 has 3 of 2 teleporters",
                "teleporter 3: pair 7 has 1 of 2 teleporters",
                "teleporter 4: pair 9 has 1 of 2 teleporters",
                "3 pairs of teleporters, 2 allowed",
                "stone 1: only figures and the monster can be on the corner a1",
                "stone 2: there is no space m1",
                "stone 4: only the monster can be on the teleporter on f6",
                "figure 2: G1 is there already",
                "figure 2: only the monster can be on the teleporter on f6",
                "figure 2: f6 is occupied by stone 4",
                "figure 3: there is no space ?1",
                "figure 4: G3 is there already",
                "the monster: d4 is occupied by stone 3",
            ]
        );
    }

    #[test]
    fn the_monster_may_stand_on_a_teleporter_and_figures_on_corners_and_blood() {
        let setup = Setup {
            monster: Some(Monster { at: spot(5, 5), facing: Direction::East }),
            blood: vec![spot(6, 6)],
            teleporters: vec![
                TeleporterTile { pair: 3, at: spot(5, 5), arrow: Direction::West },
                TeleporterTile { pair: 3, at: spot(4, 4), arrow: Direction::North },
            ],
            figures: vec![
                (figure(4), Whereabouts::On(spot(0, 0))),
                (figure(5), Whereabouts::On(spot(15, 10))),
                (figure(6), Whereabouts::On(spot(6, 6))),
            ],
            ..Setup::default()
        };
        let position = Position::from_setup(&setup).unwrap();
        assert_eq!(Position::from_setup(&position.to_setup()), Ok(position));
    }
}
