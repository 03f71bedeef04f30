//! The board as a text: everything the picture shows, as data that can be read aloud. The page puts it into words.

use rules::game::{Face, Pair, Seat, Stage};
use rules::{Cell, Direction, FigureId, Monster, Position, Sight, Stone, Wall, Whereabouts};

use super::board::{FloorPlan, look_at};
use super::caption::{Saw, saw};
use super::cast::{FigureState, cast};
use super::foresight::Foresight;
use super::moving::Moving;
use super::playback::Playback;
use crate::table::Help;

/// The letters of the columns, from west to east.
pub const COLUMNS: [char; 16] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'];

/// A row of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number, from 1.
    pub number: u8,
    /// Its spaces from west to east; `None` where there is no floor.
    pub spaces: [Option<Space>; 16],
}

/// A space and everything on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The space.
    pub cell: Cell,
    /// The piece on it.
    pub holds: Option<Holds>,
    /// Whether it has blood.
    pub has_blood: bool,
    /// The teleporter on it.
    pub teleporter: Option<Gate>,
    /// The walls around it.
    pub walls: Vec<Wall>,
    /// The points it costs the chosen figure to get here, if it can; 0 for staying.
    pub cost: Option<u8>,
}

impl Space {
    /// Whether nothing lies or stands on it: it is floor and nothing else.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.holds.is_none() && !self.has_blood && self.teleporter.is_none()
    }
}

/// The piece on a space; there is at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A figure, and the side that faces up.
    Figure(FigureId, Face),
    /// A stone.
    Stone(Stone),
    /// The monster and its facing.
    Monster(Direction),
}

/// A teleporter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Its pair.
    pub pair: Pair,
    /// The facing of the monster that comes out here.
    pub arrow: Direction,
    /// The space of its twin.
    pub other: Cell,
}

/// The board as it is drawn now, including the planned move.
#[must_use]
pub fn rows(playback: &Playback, moving: Option<&Moving>) -> Vec<Row> {
    let table = Table::of(playback, moving);
    (0..11)
        .map(|row| Row {
            number: row + 1,
            spaces: std::array::from_fn(|column| Cell::new(column as u8, row).map(|cell| table.space(cell))),
        })
        .collect()
}

/// The board of a position outside a game; every figure shows its bright side.
#[must_use]
pub fn rows_of(position: &Position) -> Vec<Row> {
    let floor = FloorPlan::of(position);
    let row = |row: u8| Row {
        number: row + 1,
        spaces: std::array::from_fn(|column| {
            Cell::new(column as u8, row).map(|cell| space_of(position, &floor, |_| Face::Bright, cell))
        }),
    };
    (0..11).map(row).collect()
}

/// One space as it is drawn now.
#[must_use]
pub fn space(playback: &Playback, moving: Option<&Moving>, cell: Cell) -> Space {
    Table::of(playback, moving).space(cell)
}

/// What the text board reads.
struct Table<'a> {
    playback: &'a Playback,
    /// Unless something is animated.
    moving: Option<&'a Moving>,
    position: Position,
}

impl<'a> Table<'a> {
    fn of(playback: &'a Playback, moving: Option<&'a Moving>) -> Table<'a> {
        let moving = playback.hand(moving);
        let position = moving.and_then(Moving::plan).and_then(|plan| plan.table).unwrap_or(playback.tableau().position);
        Table { playback, moving, position }
    }

    fn space(&self, cell: Cell) -> Space {
        let targets = self.moving.map_or(&[][..], Moving::targets);
        let tableau = self.playback.tableau();
        Space {
            cost: targets.iter().find(|target| target.place == Whereabouts::On(cell)).map(|target| target.cost),
            ..space_of(&self.position, self.playback.floor(), |figure| tableau.face(figure), cell)
        }
    }
}

/// A space and everything on it, for somebody who moves nothing.
fn space_of(position: &Position, floor: &FloorPlan, face: impl Fn(FigureId) -> Face, cell: Cell) -> Space {
    let monster = position.monster().filter(|monster| monster.at == cell);
    let figure = position.figure_at(cell).map(|figure| Holds::Figure(figure, face(figure)));
    let stone = position.stone_at(cell).map(Holds::Stone);
    Space {
        cell,
        holds: monster.map(|monster| Holds::Monster(monster.facing)).or(figure).or(stone),
        has_blood: position.blood().has(cell),
        teleporter: gate(floor, cell),
        walls: Direction::ALL.into_iter().filter_map(|side| cell.wall(side)).collect(),
        cost: None,
    }
}

/// The report of a teleporter, with its pair as in the picture.
fn gate(floor: &FloorPlan, cell: Cell) -> Option<Gate> {
    let (pair, here) = floor.teleporters.iter().find(|(_, end)| end.at == cell)?;
    let (_, other) = floor.teleporters.iter().find(|(other, end)| other == pair && end.at != cell)?;
    Some(Gate { pair: *pair, arrow: here.arrow, other: other.at })
}

/// A player and the state of each figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// The seat.
    pub seat: Seat,
    /// Whether it is their turn.
    pub is_acting: bool,
    /// How many of their figures have escaped, and how many it takes to win.
    pub out: (usize, usize),
    /// Their figures.
    pub figures: Vec<FigureReport>,
}

/// The place and the state of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureReport {
    /// The figure.
    pub figure: FigureId,
    /// The side that faces up.
    pub face: Face,
    /// Its space.
    pub at: Whereabouts,
    /// Its state.
    pub state: FigureState,
}

/// The players in seat order.
#[must_use]
pub fn bands(playback: &Playback, moving: Option<&Moving>) -> Vec<Band> {
    let position = Table::of(playback, moving).position;
    let panels = cast(playback, moving, None).into_iter();
    let report = |line: super::cast::FigureLine| FigureReport {
        figure: line.figure,
        face: line.face,
        at: position.whereabouts(line.figure).unwrap_or(Whereabouts::Eaten),
        state: line.state,
    };
    let band = |panel: super::cast::Panel| Band {
        seat: panel.seat,
        is_acting: panel.is_acting,
        out: panel.out,
        figures: panel.figures.into_iter().map(report).collect(),
    };
    panels.map(band).collect()
}

/// The monster and what it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonsterReport {
    /// Its space and its facing.
    pub monster: Monster,
    /// What it sees ahead, to its left and to its right, and what it concludes; `None` if the table does not reveal it.
    pub view: Option<([Sight; 3], Saw)>,
}

/// The monster and, if the table reveals it, what it would see if it looked now.
#[must_use]
pub fn monster(playback: &Playback, moving: Option<&Moving>, help: Help) -> MonsterReport {
    let position = Table::of(playback, moving).position;
    let monster = position.monster().expect("a game has a monster");
    let view = look_at(&position).map(|look| (look.sights, saw(look.sights, look.verdict)));
    MonsterReport { monster, view: view.filter(|_| help >= Help::Sight) }
}

/// What the next run can bring.
#[derive(Clone, Debug, PartialEq)]
pub struct Dangers {
    /// The run of each kind of tombstone, and the dangers.
    pub foresight: Foresight,
    /// Whether figures eaten then are out for good.
    pub is_final: bool,
    /// Whether it is the run after a planned move.
    pub is_planned: bool,
}

/// Why the next run is not revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untold {
    /// The table plays with less help.
    LessHelp,
    /// Something is being animated.
    WhileShown,
    /// No run follows: the game is over, or the planned move would end it.
    NoRunComes,
}

/// What the next run can bring.
///
/// # Errors
///
/// Why it is not revealed.
pub fn dangers(playback: &Playback, moving: Option<&Moving>, help: Help) -> Result<Dangers, Untold> {
    if help < Help::Foresight {
        return Err(Untold::LessHelp);
    }
    if playback.beat().is_some() {
        return Err(Untold::WhileShown);
    }
    // It is that of the planned move, wherever the pointer is.
    let meant = moving.cloned().map(|mut moving| {
        moving.preview(None);
        moving
    });
    let foresight = Foresight::of(playback.game(), meant.as_ref()).ok_or(Untold::NoRunComes)?;
    let is_planned = meant.as_ref().and_then(Moving::plan).is_some_and(|plan| plan.table.is_some());
    Ok(Dangers { foresight, is_final: playback.game().course().stage() == Stage::Two, is_planned })
}
