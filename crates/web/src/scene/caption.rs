//! The log: what is told about a game, as data. The page puts it into words.

use std::sync::Arc;

use rules::game::{Action, Ending, FigureSet, GameEvent, Playing, Seat, Stage};
use rules::{
    Brink, Cell, Event, FigureId, Motion, Sight, SightEnd, Step as FigureStep, Stone, Tombstone, Turn, Verdict, Wall,
    Whereabouts,
};

use super::show::Show;

/// A box of the log, with what its words need.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What is told.
    pub caption: Caption,
    /// Who showed the dark side then: figures are called by the number that one saw.
    pub dark: FigureSet,
    /// What one can ask about it.
    pub cause: Option<Cause>,
}

/// What one can ask about a box of the log.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// Why the monster made this step, or turned at its end.
    Look(Moment),
    /// Why somebody made this move.
    Move {
        /// The game before it.
        game: Arc<Playing>,
        /// Who moved.
        figure: FigureId,
        /// How.
        path: Vec<FigureStep>,
    },
}

/// A moment that has been shown: a beat of a show.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The show.
    pub show: Arc<Show>,
    /// The number of the beat.
    pub at: usize,
}

/// What a box of the log tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caption {
    /// A stage began.
    Stage(Stage),
    /// A turn began.
    Turn {
        /// Its number in the stage.
        turn: u8,
        /// Who begins.
        start: Seat,
    },
    /// A player moved a figure.
    Move {
        /// Who.
        seat: Seat,
        /// Which.
        figure: FigureId,
        /// Where it was.
        from: Whereabouts,
        /// Where it is.
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
        /// What it made of its look.
        saw: Saw,
        /// What happened then, in order.
        deeds: Vec<Deed>,
        /// Where it stands now.
        to: Cell,
        /// Whether who is eaten is out for good.
        is_final: bool,
    },
    /// The last look of a run made the monster turn.
    LastLook(Saw),
    /// Eaten figures wait outside again.
    Returned(Vec<FigureId>),
    /// Figures still inside when the game ended.
    LeftBehind(Vec<FigureId>),
    /// The game is over.
    Ended(Ending),
}

/// What the monster made of a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saw {
    /// One figure is nearest.
    Figure {
        /// Who.
        figure: FigureId,
        /// Where.
        at: Cell,
        /// On which side.
        side: Side,
    },
    /// Several are equally near.
    Tie,
    /// Nobody is in sight.
    Nobody,
}

/// Where the monster looks, as it sees it.
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
    /// Turning stones spun it round: it stays.
    Spun,
    /// It slid over blood.
    Slid,
    /// It slid in a circle and was held.
    Held,
    /// It went through a wall.
    Through(Wall),
    /// It stepped on a teleporter and came out there.
    Teleported(Cell),
    /// It shoved a stone or a figure.
    Shoved,
    /// A stone left the game.
    Lost(Stone),
    /// It ate somebody.
    Ate {
        /// Whom.
        figure: FigureId,
        /// Shoved over a wall or onto a teleporter, rather than bitten.
        by_shove: bool,
    },
}

/// What is told of an action, each thing with the number of the event that it is to be told with.
#[must_use]
pub fn captions(
    seat: Option<Seat>,
    action: &Action,
    events: &[GameEvent],
    from: Whereabouts,
    stage: Stage,
) -> Vec<(usize, Caption)> {
    let mut told = vec![];
    if let (Some(seat), Action::Move { figure, .. }) = (seat, action) {
        told.push((0, of_move(seat, *figure, from, events)));
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
            GameEvent::Board(event) if seat.is_none() => {
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
    // A step is told when the monster looks, but known only when it is over.
    told.sort_by_key(|(index, _)| *index);
    told
}

fn of_move(seat: Seat, figure: FigureId, from: Whereabouts, events: &[GameEvent]) -> Caption {
    let mut caption = (from, 0, false);
    for event in events {
        let GameEvent::Board(event) = event else { continue };
        match *event {
            Event::FigureEntered { at, .. } => caption.0 = Whereabouts::On(at),
            Event::FigureMoved { to, how, .. } => {
                caption.0 = Whereabouts::On(to);
                caption.2 |= how == Motion::Slid;
            }
            Event::FigureEscaped { .. } => caption.0 = Whereabouts::Escaped,
            Event::StoneMoved { how: Motion::Pushed, .. } => caption.1 += 1,
            // A stone that is lost at once has not been told to move.
            Event::StoneLost { to: Brink::Wall(_) | Brink::Corner(_) | Brink::Teleporter(_), .. } => caption.1 += 1,
            _ => {}
        }
    }
    let (to, pushed, slid) = caption;
    Caption::Move { seat, figure, from, to, pushed, slid }
}

/// A step of the monster, as far as it has been told.
#[derive(Default)]
struct Step {
    /// How many steps are over.
    number: u16,
    look: Option<(usize, Saw)>,
    /// Whether the look made it turn.
    turned: bool,
    deeds: Vec<Deed>,
}

impl Step {
    /// Takes note of an event; returns the step when it is over.
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

    /// Told once a step, however often it happens.
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

/// What the monster makes of what it sees ahead, to its left and to its right.
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
