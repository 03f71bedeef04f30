//! A level: a position, which figures are ours, and what the player may do before the monster is let loose.

use std::collections::BTreeMap;

use rules::game::FigureSet;
use rules::notation::is_line;
use rules::{FigureId, Position, Setup, SetupProblem, Spot, Whereabouts};
use thiserror::Error;

use crate::grant::{Grant, GrantProblem, grant_problems, merged, room_problems};
use crate::thing::Thing;
use crate::trick::Trick;

/// The texts of a level, and what it teaches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The title.
    pub title: String,
    /// The name of the author.
    pub author: String,
    /// Help for players who are stuck.
    pub hint: String,
    /// The tricks it teaches, the most important first.
    pub teaches: Vec<Trick>,
}

/// Open, unchecked data of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The texts, and what it teaches.
    pub about: About,
    /// The position before the player prepares it. Figures of ours that may be laid are waiting.
    pub setup: Setup,
    /// The figures that must not be eaten.
    pub ours: Vec<FigureId>,
    /// What the player may do. Spaces without room are allowed here and ignored.
    pub grants: Vec<Grant>,
}

/// A level.
///
/// Invariant: its position is legal and has a monster; at least one figure is theirs, and theirs are all on the board;
/// ours are on the board or waiting to be laid; what may be moved or turned exists; what may be laid has room, and
/// grants only contain spaces with room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    about: About,
    position: Position,
    ours: FigureSet,
    grants: Vec<Grant>,
    /// The same, with those merged that lay the same thing on the same spaces.
    merged_grants: Vec<Grant>,
}

/// A problem of a [`Draft`]. Indexes of grants count from 0 here, and from 1 in messages.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LevelProblem {
    /// The position is illegal.
    #[error("{0}")]
    Setup(SetupProblem),
    /// There is no monster.
    #[error("there is no monster")]
    NoMonster,
    /// No figure is theirs.
    #[error("no figure is theirs, so the monster has nobody to eat")]
    NobodyToEat,
    /// One of theirs that is not on the board.
    #[error("{0} is theirs, but not on the board")]
    Beside(FigureId),
    /// One of ours that is absent, has escaped or has been eaten.
    #[error("{0} is ours, but neither on the board nor waiting")]
    Missing(FigureId),
    /// The number of our waiting figures differs from the number that may be laid.
    #[error("{waiting} of our figures wait, but {granted} may be laid")]
    Waiting {
        /// How many wait.
        waiting: usize,
        /// How many may be laid.
        granted: usize,
    },
    /// There are no grants.
    #[error("nothing may be laid, moved or turned")]
    NothingToDo,
    /// There are more pieces than [`Level::MOST_PIECES`].
    #[error("too many pieces to lay, move or turn: {0}, at most {most}", most = Level::MOST_PIECES)]
    TooManyPieces(usize),
    /// A grant that cannot be used.
    #[error("grant {}: {problem}", .grant + 1)]
    Grant {
        /// The index of the grant.
        grant: usize,
        /// Its problem.
        problem: GrantProblem,
    },
    /// More than two pairs of teleporters.
    #[error("too many pairs of teleporters: {0}, at most 2")]
    TooManyPairs(usize),
    /// A text is too long, or is not a single printable line.
    #[error("the {what} must be one line of at most {most} bytes")]
    Text {
        /// Title, author or hint.
        what: &'static str,
        /// The limit in bytes.
        most: usize,
    },
    /// A trick is listed twice.
    #[error("duplicate trick {0}")]
    TaughtTwice(Trick),
}

impl Level {
    /// The most pieces that all grants together may provide.
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
    /// Every problem of the draft.
    pub fn new(draft: &Draft) -> Result<Level, Vec<LevelProblem>> {
        let ours: FigureSet = draft.ours.iter().copied().collect();
        let mut others = draft.about.problems();
        if draft.setup.monster.is_none() {
            others.push(LevelProblem::NoMonster);
        }
        others.extend(figure_problems(&draft.setup, ours, &draft.grants));
        others.extend(grant_problems(&draft.grants));
        let position = match Position::from_setup(&draft.setup) {
            Ok(position) => position,
            // Without a legal position it is unknown what there is room for. All other problems are reported.
            Err(problems) => return Err(problems.into_iter().map(LevelProblem::Setup).chain(others).collect()),
        };
        let grants: Vec<Grant> = draft.grants.iter().map(|grant| grant.where_there_is_room(&position)).collect();
        others.extend(room_problems(&position, &grants));
        if others.is_empty() {
            Ok(Level { about: draft.about.clone(), position, ours, merged_grants: merged(&grants), grants })
        } else {
            Err(others)
        }
    }

    /// The same level as open data.
    #[must_use]
    pub fn to_draft(&self) -> Draft {
        Draft {
            about: self.about.clone(),
            setup: self.position.to_setup(),
            ours: self.ours.iter().collect(),
            grants: self.grants.clone(),
        }
    }

    /// The texts of the level, and what it teaches.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The position before the player prepares it.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The figures that must not be eaten.
    #[must_use]
    pub fn ours(&self) -> FigureSet {
        self.ours
    }

    /// The figures that must be eaten.
    #[must_use]
    pub fn theirs(&self) -> FigureSet {
        let all: FigureSet = self.position.figures().map(|(figure, _)| figure).collect();
        all.without(self.ours)
    }

    /// What the player may do.
    #[must_use]
    pub fn grants(&self) -> &[Grant] {
        &self.grants
    }

    /// The grants, with those merged that lay the same thing on the same spaces, so that a search tries nothing twice.
    pub(crate) fn merged_grants(&self) -> &[Grant] {
        &self.merged_grants
    }

    /// The number of pieces that may be laid, moved or turned.
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

fn figure_problems(setup: &Setup, ours: FigureSet, grants: &[Grant]) -> Vec<LevelProblem> {
    let mut problems = vec![];
    // A duplicate figure is a problem of the position. Here, its first place counts.
    let figures: BTreeMap<FigureId, Whereabouts<Spot>> = setup.figures.iter().rev().copied().collect();
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

#[cfg(test)]
mod tests {
    use rules::{Cell, CellSet, Stone};

    use super::*;

    #[track_caller]
    fn check(position: &str, ours: &[&str], grants: &[Grant], problems: &[&str]) {
        let setup = position.parse::<Position>().expect("a position").to_setup();
        let ours = ours.iter().map(|name| name.parse().expect("a figure")).collect();
        let draft = Draft { about: About::default(), setup, ours, grants: grants.to_vec() };
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
                "G1 is theirs, but not on the board",
                "G3 is ours, but neither on the board nor waiting",
                "B1 is ours, but neither on the board nor waiting",
                "nothing may be laid, moved or turned",
            ],
        );
        check(
            "Ma1e-FR4d3",
            &["R4"],
            &[lay(STONE, 1, CellSet::FLOOR)],
            &["no figure is theirs, so the monster has nobody to eat"],
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
                "1 of our figures wait, but 0 may be laid",
                "too many pieces to lay, move or turn: 15, at most 12",
                "grant 4: the number of things to lay must be at least 1",
                "grant 1: there is room for 1 in this area, not for 2",
                "grant 2: there is no room for it in this area",
                "too many pairs of teleporters: 3, at most 2",
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
                "grant 2: duplicate grant for c3",
                "grant 6: duplicate grant for d4",
                "grant 3: there is no piece to move on d4",
                "grant 4: there is no room for the piece on e5 in this area",
                "grant 7: there is no teleporter to turn on c3",
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
                "grant 1: there is no room for it in this area",
                "grant 4: there is no room for it in this area",
                "grant 6: there is room for 1 in this area, not for 2",
            ],
        );
    }

    #[test]
    fn other_problems_are_told_though_the_table_cannot_be_laid() {
        let figure = |name: &str| name.parse::<FigureId>().expect("a figure");
        let on = |cell: Cell| Whereabouts::On(Spot::from(cell));
        let figures = vec![(figure("R4"), on(Cell::D3)), (figure("R4"), Whereabouts::Eaten)];
        let draft = Draft {
            setup: Setup { figures, ..Setup::default() },
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
                "grant 1: the number of things to lay must be at least 1",
            ]
        );
    }

    #[test]
    fn texts_are_lines_that_forge_nothing() {
        let setup = "Ma1e-FR4d3".parse::<Position>().expect("a position").to_setup();
        let grants = vec![lay(STONE, 1, CellSet::FLOOR)];
        let told = |title: &str| {
            let about = About { title: title.to_owned(), ..About::default() };
            let draft = Draft { about, setup: setup.clone(), ours: vec![], grants: grants.clone() };
            Level::new(&draft).err().unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert!(told("Zwölf Steine").is_empty() && told(&"x".repeat(60)).is_empty());
        for title in ["two\nlines", " blank", "turned \u{202e}round", &"x".repeat(61)] {
            assert_eq!(told(title), ["the title must be one line of at most 60 bytes"], "{title:?}");
        }
    }
}
