//! The board in words: everything the picture shows, as data that can be read out. The page puts it into words.

use rules::game::{Face, Pair, Seat, Stage};
use rules::{Cell, Direction, FigureId, Monster, Position, Sight, Stone, Wall, Whereabouts};

use super::board::{FloorPlan, look_at};
use super::caption::{Saw, saw};
use super::cast::{FigureState, cast};
use super::foresight::Foresight;
use super::moving::Moving;
use super::playback::Playback;
use crate::table::Help;

/// The letters of the columns, from the west.
pub const COLUMNS: [char; 16] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'];

/// A row of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number, from 1.
    pub number: u8,
    /// Its spaces from the west; `None` where there is no floor.
    pub spaces: [Option<Space>; 16],
}

/// A space and all that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Which.
    pub cell: Cell,
    /// What stands or lies there.
    pub holds: Option<Holds>,
    /// Whether there is blood on the floor.
    pub has_blood: bool,
    /// The teleporter on the floor.
    pub teleporter: Option<Gate>,
    /// The walls round it.
    pub walls: Vec<Wall>,
    /// The points it costs the figure in the hand to come here, if it can; 0 for staying.
    pub cost: Option<u8>,
}

/// What stands or lies on a space. Only one thing at a time can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A figure, and the side of it that lies up.
    Figure(FigureId, Face),
    /// A stone.
    Stone(Stone),
    /// The monster, and where it looks.
    Monster(Direction),
}

/// A teleporter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Of which pair.
    pub pair: Pair,
    /// Where the monster looks that comes out here.
    pub arrow: Direction,
    /// Where the other one lies.
    pub other: Cell,
}

/// The board as it is drawn now, a planned move included.
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

/// One space as it is drawn now.
#[must_use]
pub fn space(playback: &Playback, moving: Option<&Moving>, cell: Cell) -> Space {
    Table::of(playback, moving).space(cell)
}

/// What is read from.
struct Table<'a> {
    playback: &'a Playback,
    /// While something is shown nobody's hand is over the board.
    moving: Option<&'a Moving>,
    position: Position,
}

impl<'a> Table<'a> {
    fn of(playback: &'a Playback, moving: Option<&'a Moving>) -> Table<'a> {
        let moving = moving.filter(|_| playback.beat().is_none());
        let position = moving.and_then(Moving::plan).and_then(|plan| plan.table).unwrap_or(playback.tableau().position);
        Table { playback, moving, position }
    }

    fn space(&self, cell: Cell) -> Space {
        let position = &self.position;
        let monster = position.monster().filter(|monster| monster.at == cell);
        let figure = position.figure_at(cell).map(|figure| Holds::Figure(figure, self.playback.tableau().face(figure)));
        let stone = position.stone_at(cell).map(Holds::Stone);
        let targets = self.moving.map_or(&[][..], Moving::targets);
        Space {
            cell,
            holds: monster.map(|monster| Holds::Monster(monster.facing)).or(figure).or(stone),
            has_blood: position.blood().has(cell),
            teleporter: gate(self.playback.floor(), cell),
            walls: Direction::ALL.into_iter().filter_map(|side| cell.wall(side)).collect(),
            cost: targets.iter().find(|target| target.place == Whereabouts::On(cell)).map(|target| target.cost),
        }
    }
}

/// What a teleporter says: its pair as the picture shows it.
fn gate(floor: &FloorPlan, cell: Cell) -> Option<Gate> {
    let (pair, here) = floor.teleporters.iter().find(|(_, end)| end.at == cell)?;
    let (_, other) = floor.teleporters.iter().find(|(other, end)| other == pair && end.at != cell)?;
    Some(Gate { pair: *pair, arrow: here.arrow, other: other.at })
}

/// A player and how each of the figures fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// Who.
    pub seat: Seat,
    /// Whether it is their move.
    pub is_acting: bool,
    /// How many of their figures are out, and how many win.
    pub out: (usize, usize),
    /// Their figures.
    pub figures: Vec<FigureReport>,
}

/// Where a figure is and how it fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureReport {
    /// Who.
    pub figure: FigureId,
    /// The side that lies up.
    pub face: Face,
    /// Where.
    pub at: Whereabouts,
    /// How it fares.
    pub state: FigureState,
}

/// The players in the order of the seats.
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

/// The monster, and what it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonsterReport {
    /// Where it stands and looks.
    pub monster: Monster,
    /// What it sees ahead, to its left and to its right, and what it makes of it; `None` where that is not to be told.
    pub view: Option<([Sight; 3], Saw)>,
}

/// Where the monster is and, if the help tells it, what it would see if it looked now.
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
    /// What each kind of tombstone brings, and to whom.
    pub foresight: Foresight,
    /// Whether who is eaten then is out for good.
    pub is_final: bool,
    /// Whether it is what comes after a planned move.
    pub is_planned: bool,
}

/// Why it is not told what the next run can bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untold {
    /// Less help was agreed on for this table.
    LessHelp,
    /// Not while something is shown.
    WhileShown,
    /// No run comes: the game is over, or would be with the planned move.
    NoRunComes,
}

/// What the next run can bring.
///
/// # Errors
///
/// Why that is not told.
pub fn dangers(playback: &Playback, moving: Option<&Moving>, help: Help) -> Result<Dangers, Untold> {
    if help < Help::Foresight {
        return Err(Untold::LessHelp);
    }
    if playback.beat().is_some() {
        return Err(Untold::WhileShown);
    }
    // What is told is what is meant, wherever a pointer may rest.
    let meant = moving.cloned().map(|mut moving| {
        moving.preview(None);
        moving
    });
    let foresight = Foresight::of(playback.game(), meant.as_ref()).ok_or(Untold::NoRunComes)?;
    let is_planned = meant.as_ref().and_then(Moving::plan).is_some_and(|plan| plan.table.is_some());
    Ok(Dangers { foresight, is_final: playback.game().course().stage() == Stage::Two, is_planned })
}
