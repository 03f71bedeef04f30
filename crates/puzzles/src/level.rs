//! A level: a table, whose figures are ours, and what may be done before the monster is let loose.

use std::fmt;
use std::str::FromStr;

use rules::game::FigureSet;
use rules::{Cell, CellSet, FigureId, Piece, Position, Setup, SetupProblem, Stone, Whereabouts};
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
    #[error("there is nobody to be eaten: all figures are ours")]
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
    /// Nothing is to be laid.
    #[error("grant {}: none of it may be laid", .grant + 1)]
    None {
        /// Which grant.
        grant: usize,
    },
    /// There is not room enough.
    #[error("grant {}: there is room for {room}, not for {count}", .grant + 1)]
    NoRoom {
        /// Which grant.
        grant: usize,
        /// For how many there is room.
        room: usize,
        /// How many there are.
        count: u8,
    },
    /// More than two pairs of teleporters.
    #[error("there are {0} pairs of teleporters: at most 2")]
    TooManyPairs(usize),
    /// Nothing lies where something may be moved or turned.
    #[error("grant {}: nothing on {cell} can be {}", .grant + 1, if *.is_move { "moved" } else { "turned" })]
    Nothing {
        /// Which grant.
        grant: usize,
        /// Where.
        cell: Cell,
        /// Whether it should be moved.
        is_move: bool,
    },
    /// The same thing may be moved or turned by two grants.
    #[error("grant {}: the one on {cell} is named by another grant", .grant + 1)]
    Twice {
        /// The second grant.
        grant: usize,
        /// Where.
        cell: Cell,
    },
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
        let table = Position::from_setup(&draft.table)
            .map_err(|problems| problems.into_iter().map(LevelProblem::Table).collect::<Vec<_>>())?;
        let ours: FigureSet = draft.ours.iter().copied().collect();
        let grants: Vec<Grant> = draft.grants.iter().map(|grant| grant.where_there_is_room(&table)).collect();
        let mut problems = draft.about.problems();
        if table.monster().is_none() {
            problems.push(LevelProblem::NoMonster);
        }
        problems.extend(figure_problems(&table, ours, &grants));
        problems.extend(grant_problems(&table, &grants));
        if problems.is_empty() { Ok(Level { about: draft.about.clone(), table, ours, grants }) } else { Err(problems) }
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
        let is_line = |text: &str, most| text.len() <= most && text.trim() == text && !text.contains(char::is_control);
        let long = texts.into_iter().filter(|(_, text, most)| !is_line(text, *most));
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

fn figure_problems(table: &Position, ours: FigureSet, grants: &[Grant]) -> Vec<LevelProblem> {
    let mut problems = vec![];
    let theirs: Vec<(FigureId, Whereabouts)> = table.figures().filter(|(figure, _)| !ours.has(*figure)).collect();
    let beside = theirs.iter().filter(|(_, place)| !matches!(place, Whereabouts::On(_)));
    problems.extend(beside.map(|(figure, _)| LevelProblem::Beside(*figure)));
    if theirs.is_empty() {
        problems.push(LevelProblem::NobodyToEat);
    }
    let is_missing =
        |figure: &FigureId| !matches!(table.whereabouts(*figure), Some(Whereabouts::On(_) | Whereabouts::Waiting));
    problems.extend(ours.iter().filter(is_missing).map(LevelProblem::Missing));
    let waiting = ours.iter().filter(|figure| table.whereabouts(*figure) == Some(Whereabouts::Waiting)).count();
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

fn grant_problems(table: &Position, grants: &[Grant]) -> Vec<LevelProblem> {
    let mut problems = vec![];
    let pieces: usize = grants.iter().map(|grant| usize::from(grant.pieces())).sum();
    if grants.is_empty() {
        problems.push(LevelProblem::NothingToDo);
    } else if pieces > Level::MOST_PIECES {
        problems.push(LevelProblem::TooManyPieces(pieces));
    }
    let mut pairs = table.teleporters().count();
    for (nth, grant) in grants.iter().enumerate() {
        match *grant {
            Grant::Lay { count: 0, .. } => problems.push(LevelProblem::None { grant: nth }),
            Grant::Lay { thing, count, on } => {
                // Pools may fit nowhere all the same; then the level cannot be solved by them.
                let room = on.len() / thing.size();
                if room < usize::from(count) {
                    problems.push(LevelProblem::NoRoom { grant: nth, room, count });
                }
                if thing == Thing::Teleporters {
                    pairs += usize::from(count);
                }
            }
            Grant::Move { from, to } => {
                if table.piece_at(from).is_none() {
                    problems.push(LevelProblem::Nothing { grant: nth, cell: from, is_move: true });
                } else if to.is_empty() {
                    problems.push(LevelProblem::NoRoom { grant: nth, room: 0, count: 1 });
                }
                let is_same = |other: &Grant| matches!(other, Grant::Move { from: cell, .. } if *cell == from);
                if grants[..nth].iter().any(is_same) {
                    problems.push(LevelProblem::Twice { grant: nth, cell: from });
                }
            }
            Grant::Turn { at } => {
                if table.teleporter_exit(at).is_none() {
                    problems.push(LevelProblem::Nothing { grant: nth, cell: at, is_move: false });
                }
                if grants[..nth].contains(grant) {
                    problems.push(LevelProblem::Twice { grant: nth, cell: at });
                }
            }
        }
    }
    if pairs > 2 {
        problems.push(LevelProblem::TooManyPairs(pairs));
    }
    problems
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
            &["there is nobody to be eaten: all figures are ours"],
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
                "grant 1: there is room for 1, not for 2",
                "grant 2: there is room for 0, not for 1",
                "grant 4: none of it may be laid",
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
                "grant 2: the one on c3 is named by another grant",
                "grant 3: nothing on d4 can be moved",
                "grant 4: there is room for 0, not for 1",
                "grant 6: the one on d4 is named by another grant",
                "grant 7: nothing on c3 can be turned",
            ],
        );
    }
}
