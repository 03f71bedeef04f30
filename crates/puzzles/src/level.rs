//! A level: a table, whose figures are ours, and what may be done before the monster is let loose.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use rules::game::{Axis, FigureSet, Placement};
use rules::notation::is_line;
use rules::{Cell, CellSet, FigureId, Piece, Position, Setup, SetupProblem, Spot, Stone, Whereabouts};
use thiserror::Error;

use crate::trick::Trick;

/// What is told of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// How it is called.
    pub title: String,
    /// Who made it.
    pub author: String,
    /// What helps those who are stuck.
    pub hint: String,
    /// What one learns from it, the most important first.
    pub teaches: Vec<Trick>,
}

/// Something that can be laid on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// A stone of this kind.
    Stone(Stone),
    /// One of ours that waits.
    Figure,
    /// The pool of 2×2.
    SquarePool,
    /// The pool of 4×1.
    LongPool,
    /// A pair of teleporters: both are laid, with any arrows, or none.
    Teleporters,
}

impl Thing {
    /// All of them. The order is a promise: codes depend on it.
    pub const ALL: [Thing; 8] = [
        Thing::Stone(Stone::Plain),
        Thing::Stone(Stone::Crystal),
        Thing::Stone(Stone::TurnRight),
        Thing::Stone(Stone::TurnAround),
        Thing::Figure,
        Thing::SquarePool,
        Thing::LongPool,
        Thing::Teleporters,
    ];

    const fn word(self) -> &'static str {
        match self {
            Thing::Stone(Stone::Plain) => "stone",
            Thing::Stone(Stone::Crystal) => "crystal",
            Thing::Stone(Stone::TurnRight) => "turn-right",
            Thing::Stone(Stone::TurnAround) => "turn-around",
            Thing::Figure => "figure",
            Thing::SquarePool => "square-pool",
            Thing::LongPool => "long-pool",
            Thing::Teleporters => "teleporters",
        }
    }

    /// How many spaces it covers.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Thing::Stone(_) | Thing::Figure => 1,
            Thing::SquarePool | Thing::LongPool => 4,
            Thing::Teleporters => 2,
        }
    }

    /// The spaces of a level's table on which it could lie: pieces need a space without an occupant, floor tiles one without a floor tile.
    #[must_use]
    pub fn room_on(self, table: &Position) -> CellSet {
        let has_room = |cell: &Cell| {
            let is_floor_free = !table.blood().has(*cell) && table.teleporter_exit(*cell).is_none();
            match self {
                Thing::Stone(_) => !cell.is_corner() && table.is_free(*cell) && table.teleporter_exit(*cell).is_none(),
                Thing::Figure => table.is_free(*cell) && table.teleporter_exit(*cell).is_none(),
                Thing::SquarePool | Thing::LongPool => !cell.is_corner() && is_floor_free,
                Thing::Teleporters => !cell.is_corner() && table.is_free(*cell) && is_floor_free,
            }
        };
        Cell::ALL.into_iter().filter(has_room).collect()
    }

    /// No more than so many have room in an area. Of the spaces for a pool those count that it can cover as it lies in there.
    fn most_in(self, area: &CellSet) -> usize {
        let ways: &[fn(Cell) -> Placement] = match self {
            Thing::Stone(_) | Thing::Figure | Thing::Teleporters => return area.len() / self.size(),
            Thing::SquarePool => &[|at| Placement::SquarePool { at }],
            Thing::LongPool => {
                &[|at| Placement::LongPool { at, axis: Axis::Row }, |at| Placement::LongPool { at, axis: Axis::Column }]
            }
        };
        let pools = ways.iter().flat_map(|way| area.iter().filter_map(|at| way(at).cells()));
        let fitting = pools.filter(|cells| cells.without(area).is_empty());
        fitting.fold(CellSet::EMPTY, |covered, cells| covered.union(&cells)).len() / self.size()
    }

    /// Reads its word as it stands behind a number: `2 stones` as well as `2 stone`.
    pub(crate) fn from_counted(word: &str) -> Result<Thing, UnknownThing> {
        let is_plural = |thing: &Thing| *thing != Thing::Teleporters && word.strip_suffix('s') == Some(thing.word());
        Thing::ALL.into_iter().find(is_plural).map_or_else(|| word.parse(), Ok)
    }
}

impl From<Piece> for Thing {
    fn from(piece: Piece) -> Thing {
        match piece {
            Piece::Stone(stone) => Thing::Stone(stone),
            Piece::Figure(_) => Thing::Figure,
        }
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Nothing that can be laid has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is nothing that can be laid: {list}", list = Thing::ALL.map(Thing::word).join(", "))]
pub struct UnknownThing(pub String);

impl FromStr for Thing {
    type Err = UnknownThing;

    fn from_str(word: &str) -> Result<Thing, UnknownThing> {
        Thing::ALL.into_iter().find(|thing| thing.word() == word).ok_or_else(|| UnknownThing(word.to_owned()))
    }
}

/// Something that may be done before the monster is let loose.
///
/// What is laid or moved goes where there is room in the level as it is drawn: not where something lies that could be moved away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grant {
    /// To lay things.
    Lay {
        /// What.
        thing: Thing,
        /// At most so many.
        count: u8,
        /// All that they cover must be among these.
        on: CellSet,
    },
    /// To move the stone or figure that lies somewhere.
    Move {
        /// Where it lies.
        from: Cell,
        /// Where it may lie instead.
        to: CellSet,
    },
    /// To turn the arrow of a teleporter, any way.
    Turn {
        /// Where it lies.
        at: Cell,
    },
}

impl Grant {
    /// How many pieces it gives: so many deeds can come of it.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        match self {
            Grant::Lay { count, .. } => count,
            Grant::Move { .. } | Grant::Turn { .. } => 1,
        }
    }
}

/// Anything that somebody hands us. Nothing is promised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// What is told of it.
    pub about: About,
    /// The table before anything is prepared. Those of ours that may be laid wait.
    pub table: Setup,
    /// Whose figures must not be eaten.
    pub ours: Vec<FigureId>,
    /// What may be done. Spaces on which there is no room may be named; they do not count.
    pub grants: Vec<Grant>,
}

/// A level.
///
/// Invariant: its table can be laid and has a monster; theirs are all on the board and at least one, ours on the board or to be laid; what may
/// be moved or turned is there; what may be laid has room, and only spaces with room are named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    about: About,
    table: Position,
    ours: FigureSet,
    grants: Vec<Grant>,
    /// The same, with those to lay the same on the same spaces made one.
    merged_grants: Vec<Grant>,
}

/// What is wrong with a [`Draft`]. Grants count from 1 where it is told, and from 0 here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LevelProblem {
    /// The table cannot be laid.
    #[error("{0}")]
    Table(SetupProblem),
    /// There is no monster to let loose.
    #[error("there is no monster")]
    NoMonster,
    /// There is nobody to be eaten.
    #[error("there is nobody to be eaten: no figure is theirs")]
    NobodyToEat,
    /// One of theirs that is not on the board.
    #[error("{0} is not ours and not on the board")]
    Beside(FigureId),
    /// One of ours that takes no part, has escaped or has been eaten.
    #[error("{0} is ours, but neither on the board nor waiting")]
    Missing(FigureId),
    /// Those of ours that wait are not as many as may be laid.
    #[error("{waiting} of ours wait, {granted} may be laid")]
    Waiting {
        /// How many wait.
        waiting: usize,
        /// How many may be laid.
        granted: usize,
    },
    /// Nothing can be done.
    #[error("nothing may be laid, moved or turned")]
    NothingToDo,
    /// More than the limit.
    #[error("{0} pieces may be laid, moved or turned: at most {most}", most = Level::MOST_PIECES)]
    TooManyPieces(usize),
    /// Something that may be done, but cannot be.
    #[error("the {} thing that may be done: {problem}", ordinal(.grant + 1))]
    Grant {
        /// Which grant.
        grant: usize,
        /// What is wrong with it.
        problem: GrantProblem,
    },
    /// More than two pairs of teleporters.
    #[error("there are {0} pairs of teleporters: at most 2")]
    TooManyPairs(usize),
    /// A text is too long, or has characters that no line has.
    #[error("the {what} must be one line of at most {most} bytes")]
    Text {
        /// Title, author or hint.
        what: &'static str,
        /// Its limit.
        most: usize,
    },
    /// Something is taught twice.
    #[error("{0} is taught twice")]
    TaughtTwice(Trick),
}

/// What is wrong with a [`Grant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GrantProblem {
    /// Nothing is to be laid.
    #[error("there must be at least one to lay")]
    None,
    /// There is no room in its area.
    #[error("there is no room for it there")]
    NoRoom,
    /// There is not room enough in its area.
    #[error("there is room for {room}, not for {count}")]
    TooLittleRoom {
        /// For how many there is room.
        room: usize,
        /// How many there are.
        count: u8,
    },
    /// There is no room on the spaces to which something may be moved.
    #[error("what lies on {0} has nowhere else to go among these spaces")]
    NowhereToGo(Cell),
    /// Nothing lies there that could be moved.
    #[error("nothing on {0} can be moved")]
    NothingToMove(Cell),
    /// No teleporter lies there.
    #[error("nothing on {0} can be turned")]
    NothingToTurn(Cell),
    /// The same thing may be moved or turned already.
    #[error("the one on {0} is named twice")]
    Twice(Cell),
}

/// A number as one counts: 1st, 2nd, 3rd, 4th.
fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

impl Level {
    /// So many pieces can be given in all.
    pub const MOST_PIECES: usize = 12;

    /// The longest title, in bytes.
    pub const LONGEST_TITLE: usize = 60;

    /// The longest name of an author, in bytes.
    pub const LONGEST_AUTHOR: usize = 40;

    /// The longest hint, in bytes.
    pub const LONGEST_HINT: usize = 240;

    /// Checks a draft.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub fn new(draft: &Draft) -> Result<Level, Vec<LevelProblem>> {
        let ours: FigureSet = draft.ours.iter().copied().collect();
        let mut others = draft.about.problems();
        if draft.table.monster.is_none() {
            others.push(LevelProblem::NoMonster);
        }
        others.extend(figure_problems(&draft.table, ours, &draft.grants));
        others.extend(grant_problems(&draft.grants));
        let table = match Position::from_setup(&draft.table) {
            Ok(table) => table,
            // What there is room for is not known; everything else is.
            Err(problems) => return Err(problems.into_iter().map(LevelProblem::Table).chain(others).collect()),
        };
        let grants: Vec<Grant> = draft.grants.iter().map(|grant| grant.where_there_is_room(&table)).collect();
        others.extend(room_problems(&table, &grants));
        if others.is_empty() {
            Ok(Level { about: draft.about.clone(), table, ours, merged_grants: merged(&grants), grants })
        } else {
            Err(others)
        }
    }

    /// The same level as open data.
    #[must_use]
    pub fn to_draft(&self) -> Draft {
        Draft {
            about: self.about.clone(),
            table: self.table.to_setup(),
            ours: self.ours.iter().collect(),
            grants: self.grants.clone(),
        }
    }

    /// What is told of it.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The table before anything is prepared.
    #[must_use]
    pub fn table(&self) -> &Position {
        &self.table
    }

    /// Whose figures must not be eaten.
    #[must_use]
    pub fn ours(&self) -> FigureSet {
        self.ours
    }

    /// Who is to be eaten.
    #[must_use]
    pub fn theirs(&self) -> FigureSet {
        let all: FigureSet = self.table.figures().map(|(figure, _)| figure).collect();
        all.without(self.ours)
    }

    /// What may be done.
    #[must_use]
    pub fn grants(&self) -> &[Grant] {
        &self.grants
    }

    /// What may be done, with those to lay the same on the same spaces made one: so a search tries nothing twice.
    pub(crate) fn merged_grants(&self) -> &[Grant] {
        &self.merged_grants
    }

    /// How many pieces are given to be laid, moved or turned.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.grants.iter().map(|grant| usize::from(grant.pieces())).sum()
    }
}

impl About {
    fn problems(&self) -> Vec<LevelProblem> {
        let texts = [
            ("title", &self.title, Level::LONGEST_TITLE),
            ("author", &self.author, Level::LONGEST_AUTHOR),
            ("hint", &self.hint, Level::LONGEST_HINT),
        ];
        let is_short_line = |text: &str, most| text.len() <= most && is_line(text);
        let long = texts.into_iter().filter(|(_, text, most)| !is_short_line(text, *most));
        let mut problems: Vec<LevelProblem> = long.map(|(what, _, most)| LevelProblem::Text { what, most }).collect();
        let twice = self.teaches.iter().enumerate().filter(|(nth, trick)| self.teaches[..*nth].contains(trick));
        problems.extend(twice.map(|(_, trick)| LevelProblem::TaughtTwice(*trick)));
        problems
    }
}

impl Grant {
    /// The spaces of a level's table on which what it gives could lie.
    pub(crate) fn room_on(self, table: &Position) -> CellSet {
        match self {
            Grant::Lay { thing, .. } => thing.room_on(table),
            Grant::Move { from, .. } => {
                table.piece_at(from).map_or(CellSet::EMPTY, |piece| Thing::from(piece).room_on(table))
            }
            Grant::Turn { .. } => CellSet::EMPTY,
        }
    }

    fn where_there_is_room(self, table: &Position) -> Grant {
        let room = self.room_on(table);
        match self {
            Grant::Lay { thing, count, on } => Grant::Lay { thing, count, on: on.intersection(&room) },
            Grant::Move { from, to } => Grant::Move { from, to: to.intersection(&room) },
            Grant::Turn { at } => Grant::Turn { at },
        }
    }
}

fn figure_problems(table: &Setup, ours: FigureSet, grants: &[Grant]) -> Vec<LevelProblem> {
    let mut problems = vec![];
    // A figure that is there twice, which is a problem of the table, is where it was first.
    let figures: BTreeMap<FigureId, Whereabouts<Spot>> = table.figures.iter().rev().copied().collect();
    let is_theirs = |figure: &FigureId| !ours.has(*figure);
    let beside = figures.iter().filter(|(figure, place)| is_theirs(figure) && !matches!(place, Whereabouts::On(_)));
    problems.extend(beside.map(|(figure, _)| LevelProblem::Beside(*figure)));
    if !figures.keys().any(is_theirs) {
        problems.push(LevelProblem::NobodyToEat);
    }
    let is_missing =
        |figure: &FigureId| !matches!(figures.get(figure), Some(Whereabouts::On(_) | Whereabouts::Waiting));
    problems.extend(ours.iter().filter(is_missing).map(LevelProblem::Missing));
    let waiting = ours.iter().filter(|figure| figures.get(figure) == Some(&Whereabouts::Waiting)).count();
    let counts = grants.iter().map(|grant| match grant {
        Grant::Lay { thing: Thing::Figure, count, .. } => usize::from(*count),
        Grant::Lay { .. } | Grant::Move { .. } | Grant::Turn { .. } => 0,
    });
    let granted = counts.sum();
    if waiting != granted {
        problems.push(LevelProblem::Waiting { waiting, granted });
    }
    problems
}

/// What is wrong with grants on any table.
fn grant_problems(grants: &[Grant]) -> Vec<LevelProblem> {
    let mut problems = vec![];
    let pieces: usize = grants.iter().map(|grant| usize::from(grant.pieces())).sum();
    if grants.is_empty() {
        problems.push(LevelProblem::NothingToDo);
    } else if pieces > Level::MOST_PIECES {
        problems.push(LevelProblem::TooManyPieces(pieces));
    }
    let (mut moved, mut turned) = (BTreeSet::new(), BTreeSet::new());
    for (nth, grant) in grants.iter().enumerate() {
        let problem = match *grant {
            Grant::Lay { count: 0, .. } => Some(GrantProblem::None),
            Grant::Move { from: cell, .. } if !moved.insert(cell) => Some(GrantProblem::Twice(cell)),
            Grant::Turn { at: cell } if !turned.insert(cell) => Some(GrantProblem::Twice(cell)),
            Grant::Lay { .. } | Grant::Move { .. } | Grant::Turn { .. } => None,
        };
        problems.extend(problem.map(|problem| LevelProblem::Grant { grant: nth, problem }));
    }
    problems
}

/// What is wrong with grants on this table. Only spaces with room are named.
fn room_problems(table: &Position, grants: &[Grant]) -> Vec<LevelProblem> {
    let mut problems = vec![];
    let mut pairs = table.teleporters().count();
    for (nth, grant) in grants.iter().enumerate() {
        let problem = match *grant {
            Grant::Lay { thing, count, on } => {
                if thing == Thing::Teleporters {
                    pairs += usize::from(count);
                }
                match thing.most_in(&on) {
                    room if room >= usize::from(count) => None,
                    0 => Some(GrantProblem::NoRoom),
                    room => Some(GrantProblem::TooLittleRoom { room, count }),
                }
            }
            Grant::Move { from, .. } if table.piece_at(from).is_none() => Some(GrantProblem::NothingToMove(from)),
            Grant::Move { from, to } => to.is_empty().then_some(GrantProblem::NowhereToGo(from)),
            Grant::Turn { at } => table.teleporter_exit(at).is_none().then_some(GrantProblem::NothingToTurn(at)),
        };
        problems.extend(problem.map(|problem| LevelProblem::Grant { grant: nth, problem }));
    }
    if pairs > 2 {
        problems.push(LevelProblem::TooManyPairs(pairs));
    }
    problems
}

/// The grants, with those to lay the same on the same spaces made one.
fn merged(grants: &[Grant]) -> Vec<Grant> {
    let mut merged: Vec<Grant> = vec![];
    for grant in grants {
        let same = merged.iter_mut().find_map(|other| match (other, grant) {
            (Grant::Lay { thing, count, on }, Grant::Lay { thing: same_thing, count: more, on: same_on })
                if thing == same_thing && on == same_on =>
            {
                Some((count, *more))
            }
            _ => None,
        });
        match same {
            Some((count, more)) => *count += more,
            None => merged.push(*grant),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(table: &str, ours: &[&str], grants: &[Grant], problems: &[&str]) {
        let table = table.parse::<Position>().expect("a position").to_setup();
        let ours = ours.iter().map(|name| name.parse().expect("a figure")).collect();
        let draft = Draft { about: About::default(), table, ours, grants: grants.to_vec() };
        let told: Vec<String> = Level::new(&draft).err().unwrap_or_default().iter().map(ToString::to_string).collect();
        assert_eq!(told, problems);
    }

    fn lay(thing: Thing, count: u8, on: CellSet) -> Grant {
        Grant::Lay { thing, count, on }
    }

    const STONE: Thing = Thing::Stone(Stone::Plain);

    #[test]
    fn a_level_has_a_monster_somebody_to_eat_and_something_to_do() {
        check("Ma1e-FR4d3", &[], &[lay(STONE, 1, CellSet::FLOOR)], &[]);
        check(
            "FR4d3-WG1-EG3",
            &["R4", "G3", "B1"],
            &[],
            &[
                "there is no monster",
                "G1 is not ours and not on the board",
                "G3 is ours, but neither on the board nor waiting",
                "B1 is ours, but neither on the board nor waiting",
                "nothing may be laid, moved or turned",
            ],
        );
        check(
            "Ma1e-FR4d3",
            &["R4"],
            &[lay(STONE, 1, CellSet::FLOOR)],
            &["there is nobody to be eaten: no figure is theirs"],
        );
    }

    #[test]
    fn what_may_be_laid_has_room() {
        let cells = |cells: &[Cell]| cells.iter().copied().collect::<CellSet>();
        check(
            "Ma1e-Sc3-Bd4-FR4d3-WG1",
            &["G1"],
            &[
                lay(STONE, 2, cells(&[Cell::A1, Cell::C3, Cell::D4])),
                lay(Thing::LongPool, 1, cells(&[Cell::D4, Cell::C3, Cell::C4, Cell::C5])),
                lay(Thing::Teleporters, 3, CellSet::FLOOR),
                lay(STONE, 0, CellSet::FLOOR),
                lay(STONE, 9, CellSet::FLOOR),
            ],
            &[
                "1 of ours wait, 0 may be laid",
                "15 pieces may be laid, moved or turned: at most 12",
                "the 4th thing that may be done: there must be at least one to lay",
                "the 1st thing that may be done: there is room for 1, not for 2",
                "the 2nd thing that may be done: there is no room for it there",
                "there are 3 pairs of teleporters: at most 2",
            ],
        );
    }

    #[test]
    fn what_may_be_moved_or_turned_is_there_once() {
        let to = CellSet::FLOOR;
        let nowhere = [Cell::A1].into_iter().collect();
        check(
            "Ma1e-Sc3e5-Td4ek9n-FR4d3",
            &[],
            &[
                Grant::Move { from: Cell::C3, to },
                Grant::Move { from: Cell::C3, to },
                Grant::Move { from: Cell::D4, to },
                Grant::Move { from: Cell::E5, to: nowhere },
                Grant::Turn { at: Cell::D4 },
                Grant::Turn { at: Cell::D4 },
                Grant::Turn { at: Cell::C3 },
            ],
            &[
                "the 2nd thing that may be done: the one on c3 is named twice",
                "the 6th thing that may be done: the one on d4 is named twice",
                "the 3rd thing that may be done: nothing on d4 can be moved",
                "the 4th thing that may be done: what lies on e5 has nowhere else to go among these spaces",
                "the 7th thing that may be done: nothing on c3 can be turned",
            ],
        );
    }

    #[test]
    fn a_pool_fits_somewhere_in_its_area() {
        let rectangle = |columns: std::ops::Range<u8>, rows: std::ops::Range<u8>| {
            let cells = rows.flat_map(|row| columns.clone().filter_map(move |column| Cell::new(column, row)));
            cells.collect::<CellSet>()
        };
        let (column, row) = (rectangle(2..3, 2..9), rectangle(4..8, 5..6));
        let (square, corner) = (rectangle(4..6, 5..7), rectangle(4..7, 5..7));
        check(
            "Ma1e-FR4d3",
            &[],
            &[
                lay(Thing::SquarePool, 1, column),
                lay(Thing::LongPool, 1, column),
                lay(Thing::LongPool, 1, row),
                lay(Thing::LongPool, 1, corner),
                lay(Thing::SquarePool, 1, square.union(&column)),
                lay(Thing::SquarePool, 2, square.union(&column)),
            ],
            &[
                "the 1st thing that may be done: there is no room for it there",
                "the 4th thing that may be done: there is no room for it there",
                "the 6th thing that may be done: there is room for 1, not for 2",
            ],
        );
    }

    #[test]
    fn other_problems_are_told_though_the_table_cannot_be_laid() {
        let figure = |name: &str| name.parse::<FigureId>().expect("a figure");
        let on = |cell: Cell| Whereabouts::On(Spot::from(cell));
        let figures = vec![(figure("R4"), on(Cell::D3)), (figure("R4"), Whereabouts::Eaten)];
        let draft = Draft {
            table: Setup { figures, ..Setup::default() },
            ours: vec![figure("G1")],
            grants: vec![lay(STONE, 0, CellSet::FLOOR)],
            ..Draft::default()
        };
        let told: Vec<String> = Level::new(&draft).err().unwrap_or_default().iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "figure 2: R4 is there already",
                "there is no monster",
                "G1 is ours, but neither on the board nor waiting",
                "the 1st thing that may be done: there must be at least one to lay",
            ]
        );
    }

    #[test]
    fn numbers_are_counted_as_in_english() {
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 13, 21, 112].map(ordinal).join(" "),
            "1st 2nd 3rd 4th 11th 12th 13th 21st 112th"
        );
    }

    #[test]
    fn texts_are_lines_that_forge_nothing() {
        let table = "Ma1e-FR4d3".parse::<Position>().expect("a position").to_setup();
        let grants = vec![lay(STONE, 1, CellSet::FLOOR)];
        let told = |title: &str| {
            let about = About { title: title.to_owned(), ..About::default() };
            let draft = Draft { about, table: table.clone(), ours: vec![], grants: grants.clone() };
            Level::new(&draft).err().unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert!(told("Zwölf Steine").is_empty() && told(&"x".repeat(60)).is_empty());
        for title in ["two\nlines", " blank", "turned \u{202e}round", &"x".repeat(61)] {
            assert_eq!(told(title), ["the title must be one line of at most 60 bytes"], "{title:?}");
        }
    }
}
