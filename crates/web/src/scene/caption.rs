//! The log of a game as data. The page puts it into words.

use std::sync::Arc;

use rules::game::{Ending, FigureSet, GameEvent, Playing, Seat, Stage};
use rules::{
    Cell, Event, FigureId, Motion, Sight, SightEnd, Step as FigureStep, Stone, Tombstone, Turn, Verdict, Wall,
    Whereabouts,
};

use super::moving::pushed_stones;
use super::show::Show;

/// An entry of the log, with everything its text needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it describes.
    pub caption: Caption,
    /// The figures that showed their dark side then: the text names figures by the visible number.
    pub dark: FigureSet,
    /// What can be asked about it.
    pub cause: Option<Cause>,
}

/// What can be asked about an entry of the log.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// Why the monster made this step, or turned after the last one.
    Look(Moment),
    /// Why a player made this move.
    Move {
        /// The game before it.
        game: Arc<Playing>,
        /// Who moved.
        figure: FigureId,
        /// The path.
        path: Vec<FigureStep>,
    },
}

/// A moment of a game: a beat of a show.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The show.
    pub show: Arc<Show>,
    /// The number of the beat.
    pub at: usize,
}

/// What an entry of the log describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caption {
    /// A stage began.
    Stage(Stage),
    /// A turn began.
    Turn {
        /// Its number in the stage.
        turn: u8,
        /// The start player.
        start: Seat,
    },
    /// A player moved a figure.
    Move {
        /// The seat.
        seat: Seat,
        /// The figure.
        figure: FigureId,
        /// The place it came from.
        from: Whereabouts,
        /// The place it went to.
        to: Whereabouts,
        /// How many stones it pushed.
        pushed: usize,
        /// Whether it slid over blood.
        slid: bool,
    },
    /// The tombstone of this turn.
    Tombstone(Tombstone),
    /// A first tombstone that does not count.
    NotCounted(Tombstone),
    /// One step of the monster.
    Step {
        /// Its number in this run, from 1.
        number: u16,
        /// What it concluded from its look.
        saw: Saw,
        /// What happened then, in order.
        deeds: Vec<Deed>,
        /// Where it stands at the end of the step.
        to: Cell,
        /// Whether an eaten figure is out for good.
        is_final: bool,
    },
    /// The last look of a run made the monster turn.
    LastLook(Saw),
    /// Eaten figures wait outside again.
    Returned(Vec<FigureId>),
    /// Figures still inside when the game ended.
    LeftBehind(Vec<FigureId>),
    /// The game ended.
    Ended(Ending),
}

impl Caption {
    /// The spaces that it names, in order.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let on = |whereabouts: &Whereabouts| match whereabouts {
            Whereabouts::On(cell) => Some(*cell),
            Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
        };
        let mut cells: Vec<Cell> = match self {
            Caption::Move { from, to, .. } => on(from).into_iter().chain(on(to)).collect(),
            Caption::Step { saw, deeds, to, .. } => {
                let deeds = deeds.iter().filter_map(|deed| match deed {
                    Deed::Turned { at, .. } | Deed::Teleported(at) => Some(*at),
                    Deed::Spun
                    | Deed::Slid
                    | Deed::Held
                    | Deed::Through(_)
                    | Deed::Shoved
                    | Deed::Lost(_)
                    | Deed::Ate { .. } => None,
                });
                saw.cell().into_iter().chain(deeds).chain([*to]).collect()
            }
            Caption::LastLook(saw) => saw.cell().into_iter().collect(),
            Caption::Stage(_)
            | Caption::Turn { .. }
            | Caption::Tombstone(_)
            | Caption::NotCounted(_)
            | Caption::Returned(_)
            | Caption::LeftBehind(_)
            | Caption::Ended(_) => vec![],
        };
        cells.dedup();
        cells
    }
}

/// What the monster concluded from a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saw {
    /// One figure is the nearest.
    Figure {
        /// The figure.
        figure: FigureId,
        /// Its space.
        at: Cell,
        /// The side.
        side: Side,
    },
    /// Several are equally near.
    Tie,
    /// No figure is in sight.
    Nobody,
}

impl Saw {
    /// The space of the figure that it follows.
    fn cell(self) -> Option<Cell> {
        match self {
            Saw::Figure { at, .. } => Some(at),
            Saw::Tie | Saw::Nobody => None,
        }
    }
}

/// A direction from the monster's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Straight ahead.
    Ahead,
    /// To its left.
    Left,
    /// To its right.
    Right,
}

/// Something that the monster did in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A turning stone turned it.
    Turned {
        /// Its kind.
        stone: Stone,
        /// Where it lies.
        at: Cell,
    },
    /// Turning stones turned it until it stayed where it was.
    Spun,
    /// It slid over blood.
    Slid,
    /// It slid in a circle until it was stopped.
    Held,
    /// It went through a wall.
    Through(Wall),
    /// It stepped on a teleporter and came out on this space.
    Teleported(Cell),
    /// It shoved a stone or a figure.
    Shoved,
    /// A stone left the game.
    Lost(Stone),
    /// It ate a figure.
    Ate {
        /// The figure that was eaten.
        figure: FigureId,
        /// Whether it was shoved over a wall or onto a teleporter, rather than bitten.
        by_shove: bool,
    },
}

/// A player's move before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// The player.
    pub seat: Seat,
    /// The figure.
    pub figure: FigureId,
    /// Where it starts.
    pub from: Whereabouts,
}

/// The captions of a move, or without a mover of a run, each with the index of the event at which it appears.
#[must_use]
pub fn captions(mover: Option<Mover>, events: &[GameEvent], stage: Stage) -> Vec<(usize, Caption)> {
    let mut told = vec![];
    if let Some(mover) = mover {
        told.push((0, of_move(mover, events)));
    }
    let mut step = Step::default();
    for (index, event) in events.iter().enumerate() {
        match event {
            GameEvent::StageBegan { stage, .. } => told.push((index, Caption::Stage(*stage))),
            GameEvent::TurnBegan { turn, start, .. } => {
                told.push((index, Caption::Turn { turn: *turn, start: *start }))
            }
            GameEvent::TombstoneFlipped { tombstone } => told.push((index, Caption::Tombstone(*tombstone))),
            GameEvent::TombstoneShown { tombstone } => told.push((index, Caption::NotCounted(*tombstone))),
            GameEvent::GameEnded { ending } => told.push((index, Caption::Ended(*ending))),
            GameEvent::Board(Event::FigureReturned { figure }) => match told.last_mut() {
                Some((_, Caption::Returned(figures))) => figures.push(*figure),
                _ => told.push((index, Caption::Returned(vec![*figure]))),
            },
            GameEvent::Board(Event::FigureLeftBehind { figure }) => match told.last_mut() {
                Some((_, Caption::LeftBehind(figures))) => figures.push(*figure),
                _ => told.push((index, Caption::LeftBehind(vec![*figure]))),
            },
            GameEvent::Board(event) if mover.is_none() => {
                told.extend(step.follow(index, event, stage));
            }
            GameEvent::Board(_)
            | GameEvent::TilePlaced { .. }
            | GameEvent::FigureStayed { .. }
            | GameEvent::FigureTurnedOver { .. }
            | GameEvent::SeatToMove { .. }
            | GameEvent::MovesOver
            | GameEvent::PileShuffled { .. }
            | GameEvent::StartMarkerPassed { .. } => {}
        }
    }
    told.extend(step.last_look());
    // A step is complete only at its end, but its caption appears with the look at its beginning.
    told.sort_by_key(|(index, _)| *index);
    told
}

fn of_move(Mover { seat, figure, from }: Mover, events: &[GameEvent]) -> Caption {
    let on_board = || {
        events.iter().filter_map(|event| match event {
            GameEvent::Board(event) => Some(event),
            _ => None,
        })
    };
    let (mut to, mut slid) = (from, false);
    for event in on_board() {
        match *event {
            Event::FigureEntered { at, .. } => to = Whereabouts::On(at),
            Event::FigureMoved { to: next, how, .. } => {
                to = Whereabouts::On(next);
                slid |= how == Motion::Slid;
            }
            Event::FigureEscaped { .. } => to = Whereabouts::Escaped,
            _ => {}
        }
    }
    Caption::Move { seat, figure, from, to, pushed: pushed_stones(on_board()).len(), slid }
}

/// A step of the monster, as far as its events are known.
#[derive(Default)]
struct Step {
    /// The number of finished steps.
    number: u16,
    look: Option<(usize, Saw)>,
    /// Whether the look made it turn.
    turned: bool,
    deeds: Vec<Deed>,
}

impl Step {
    /// Adds an event; returns the caption of the step when it is complete.
    fn follow(&mut self, index: usize, event: &Event, stage: Stage) -> Option<(usize, Caption)> {
        match *event {
            Event::MonsterLooked { sights, verdict, .. } => self.look = Some((index, saw(sights, verdict))),
            Event::MonsterTurned { why: Turn::Saw(_), .. } => self.turned = true,
            Event::MonsterTurned { why: Turn::Stone { stone, at }, .. } => self.deeds.push(Deed::Turned { stone, at }),
            Event::MonsterSpun { .. } => self.deeds.push(Deed::Spun),
            Event::MonsterHeld { .. } => self.deeds.push(Deed::Held),
            Event::MonsterMoved { through, how, .. } => {
                if how == Motion::Slid {
                    self.note(Deed::Slid);
                }
                self.deeds.extend(through.map(Deed::Through));
            }
            Event::MonsterTeleported { to, .. } => self.deeds.push(Deed::Teleported(to)),
            Event::StoneMoved { .. } | Event::FigureMoved { .. } => self.note(Deed::Shoved),
            Event::StoneLost { stone, .. } => self.deeds.push(Deed::Lost(stone)),
            Event::FigureEaten { figure, how, .. } => {
                self.deeds.push(Deed::Ate { figure, by_shove: how != rules::Death::Bitten });
            }
            Event::PointSpent { at, .. } => {
                self.number += 1;
                self.turned = false;
                let (told_at, saw) = self.look.take()?;
                let deeds = std::mem::take(&mut self.deeds);
                let is_final = stage == Stage::Two;
                return Some((told_at, Caption::Step { number: self.number, saw, deeds, to: at, is_final }));
            }
            Event::FigureEntered { .. }
            | Event::FigureEscaped { .. }
            | Event::FigureReturned { .. }
            | Event::FigureLeftBehind { .. } => {}
        }
        None
    }

    /// Adds something that is mentioned once per step, however often it happens.
    fn note(&mut self, deed: Deed) {
        if !self.deeds.contains(&deed) {
            self.deeds.push(deed);
        }
    }

    fn last_look(self) -> Option<(usize, Caption)> {
        let (index, saw) = self.look.filter(|_| self.turned)?;
        Some((index, Caption::LastLook(saw)))
    }
}

/// What the monster concludes from what it sees ahead, to its left and to its right.
#[must_use]
pub fn saw(sights: [Sight; 3], verdict: Verdict) -> Saw {
    let nearest = match verdict {
        Verdict::Nearest(direction) => direction,
        Verdict::Tie => return Saw::Tie,
        Verdict::Nothing => return Saw::Nobody,
    };
    let sides = [Side::Ahead, Side::Left, Side::Right].into_iter().zip(sights);
    let seen = |(side, sight): (Side, Sight)| match sight.end {
        SightEnd::Figure { figure, at } if sight.direction == nearest => Some(Saw::Figure { figure, at, side }),
        SightEnd::Figure { .. } | SightEnd::Stone { .. } | SightEnd::Wall(_) => None,
    };
    sides.filter_map(seen).next().unwrap_or(Saw::Nobody)
}

#[cfg(test)]
mod tests {
    use rules::{Brink, Wall};

    use super::*;

    fn pushed(events: &[Event]) -> usize {
        let events: Vec<GameEvent> = events.iter().copied().map(GameEvent::Board).collect();
        let figure = FigureId::all().next().expect("there are figures");
        let mover = Mover { seat: Seat::new(0).expect("there are seats"), figure, from: Whereabouts::Waiting };
        match of_move(mover, &events) {
            Caption::Move { pushed, .. } => pushed,
            other => panic!("{other:?} is no move"),
        }
    }

    #[test]
    fn a_stone_that_is_pushed_twice_is_one_stone() {
        let stone = Stone::Plain;
        let pushes = |from, to| Event::StoneMoved { stone, from, to, how: Motion::Pushed };
        let slides = |from, to| Event::StoneMoved { stone, from, to, how: Motion::Slid };
        let (first, second) = (pushes(Cell::C3, Cell::D3), pushes(Cell::D3, Cell::E3));
        assert_eq!(pushed(&[first, second]), 1);
        assert_eq!(pushed(&[first, second, slides(Cell::E3, Cell::F3), slides(Cell::F3, Cell::G3)]), 1);
        assert_eq!(pushed(&[first, pushes(Cell::H8, Cell::H9), second]), 2);
        let wall = Wall::all().next().expect("there are walls");
        assert_eq!(pushed(&[first, Event::StoneLost { stone, from: Cell::D3, to: Brink::Wall(wall) }]), 1);
    }
}
