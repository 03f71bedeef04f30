//! Moving a figure (RULES 4): one step of it, and the check of a path that a player gives.
//!
//! Where a figure could go at all is the business of [`outcomes`](crate::outcomes); it asks the same `lead`.

use thiserror::Error;

use crate::event::{Event, Motion, Sink};
use crate::geometry::{Cell, Direction, Wall};
use crate::hand::Hand;
use crate::piece::{FigureId, Piece, Stone, Whereabouts};
use crate::position::Position;

/// One movement point of a figure, as a player asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// From outside onto the entrance corner.
    Enter,
    /// To the next space, and on over blood.
    Go(Direction),
    /// From the exit corner to freedom.
    Leave,
}

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The figure does not take part, has escaped or been eaten.
    #[error("{0} is not in play")]
    NotInPlay(FigureId),
    /// More steps than the figure has points.
    #[error("{asked} steps asked, {allowed} allowed")]
    TooFar {
        /// Its movement points.
        allowed: u8,
        /// The length of the path.
        asked: usize,
    },
    /// A step is against the rules.
    #[error("step {}: {problem}", .step + 1)]
    Step {
        /// Its number, from 0.
        step: usize,
        /// The rule it breaks.
        problem: StepProblem,
    },
    /// The move would end on another figure's space.
    #[error("the move ends on {at}, where {other} stands")]
    EndsOnFigure {
        /// The space.
        at: Cell,
        /// Who is there.
        other: FigureId,
    },
}

/// The rule that a step breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StepProblem {
    /// To enter one has to be outside.
    #[error("only a figure outside can enter")]
    NotOutside,
    /// From outside one can only enter.
    #[error("a figure outside can only enter")]
    Outside,
    /// The monster stands on the entrance corner.
    #[error("the monster stands in the entrance")]
    EntranceTaken,
    /// One leaves from the exit corner only.
    #[error("one leaves from {}, not from {from}", Cell::EXIT)]
    NotAtExit {
        /// Where the figure is.
        from: Cell,
    },
    /// It has left already.
    #[error("the figure has left")]
    HasLeft,
    /// There is a wall in the way.
    #[error("there is a wall {} of {}", .0.side(), .0.cell())]
    Wall(Wall),
    /// The monster is in the way.
    #[error("the monster stands on {0}")]
    Monster(Cell),
    /// No figure steps on a teleporter.
    #[error("there is a teleporter on {0}")]
    Teleporter(Cell),
    /// The stone in the way cannot be pushed.
    #[error("the stone on {stone} cannot be pushed: {against}")]
    Stuck {
        /// Where it lies.
        stone: Cell,
        /// What keeps it there.
        against: Against,
    },
}

/// What keeps a stone from being pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Against {
    /// Figures push nothing off the board.
    #[error("a wall is behind it")]
    Wall(Wall),
    /// One stone only.
    #[error("a stone is behind it on {0}")]
    Stone(Cell),
    /// A figure is behind it.
    #[error("a figure is behind it on {0}")]
    Figure(Cell),
    /// The monster is behind it.
    #[error("the monster is behind it on {0}")]
    Monster(Cell),
}

impl Position {
    /// Moves `figure` along `path` with up to `points` movement points and tells `sink` what happens. An empty
    /// path is staying.
    ///
    /// # Errors
    ///
    /// The first rule broken. The position is then unchanged, and `sink` has been told nothing.
    pub fn play<S: Sink>(
        &mut self,
        figure: FigureId,
        points: u8,
        path: &[Step],
        sink: &mut S,
    ) -> Result<(), IllegalMove> {
        // What has been told has happened: so it is tried in silence first.
        if S::LISTENS {
            self.after(figure, points, path, &mut ())?;
        }
        *self = self.after(figure, points, path, sink)?;
        Ok(())
    }

    /// The position after a move.
    fn after(
        &self,
        figure: FigureId,
        points: u8,
        path: &[Step],
        sink: &mut impl Sink,
    ) -> Result<Position, IllegalMove> {
        let mut whereabouts = match self.whereabouts(figure) {
            Some(place @ (Whereabouts::Waiting | Whereabouts::On(_))) => place,
            Some(Whereabouts::Escaped | Whereabouts::Eaten) | None => return Err(IllegalMove::NotInPlay(figure)),
        };
        if path.len() > usize::from(points) {
            return Err(IllegalMove::TooFar { allowed: points, asked: path.len() });
        }
        let mut next = *self;
        next.lift_figure(figure);
        let mut hand = Hand::new(&mut next, sink);
        for (step, asked) in path.iter().enumerate() {
            let led = hand.lead(figure, whereabouts, *asked);
            whereabouts = led.map_err(|problem| IllegalMove::Step { step, problem })?;
        }
        if let Whereabouts::On(at) = whereabouts
            && let Some(other) = next.figure_at(at)
        {
            return Err(IllegalMove::EndsOnFigure { at, other });
        }
        next.put_figure(figure, whereabouts);
        Ok(next)
    }
}

/// A figure in the hand of somebody who has not made up their mind: led step by step, as far as the rules allow.
#[derive(Clone, Copy, Debug)]
pub struct Stroll {
    figure: FigureId,
    /// Without the figure.
    position: Position,
    place: Whereabouts,
}

impl Stroll {
    /// Lifts `figure`; `None` if it is not in play.
    #[must_use]
    #[inline]
    pub fn new(position: &Position, figure: FigureId) -> Option<Stroll> {
        let place = position.whereabouts(figure)?;
        if !matches!(place, Whereabouts::Waiting | Whereabouts::On(_)) {
            return None;
        }
        let mut position = *position;
        position.lift_figure(figure);
        Some(Stroll { figure, position, place })
    }

    /// Goes one step on and tells `sink` what happens; points are not counted.
    ///
    /// # Errors
    ///
    /// The rule broken; nothing has changed then, and nothing has been told.
    #[inline]
    pub fn step(&mut self, step: Step, sink: &mut impl Sink) -> Result<(), StepProblem> {
        self.place = Hand::new(&mut self.position, sink).lead(self.figure, self.place, step)?;
        Ok(())
    }

    /// Where the figure is now.
    #[must_use]
    pub fn place(&self) -> Whereabouts {
        self.place
    }

    /// Whether it could stay here: no other figure is in its place.
    #[must_use]
    #[inline]
    pub fn can_stop(&self) -> bool {
        match self.place {
            Whereabouts::On(cell) => !self.position.figures.has(cell),
            Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => true,
        }
    }

    /// The position if it stays here.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = self.position;
        position.put_figure(self.figure, self.place);
        position
    }
}

impl<S: Sink> Hand<'_, S> {
    /// Leads `figure`, which has been lifted off the board, one step on from `whereabouts`, and returns where that
    /// leads. Stones it pushes move; the figure itself stays in the hand.
    ///
    /// # Errors
    ///
    /// The rule broken; nothing has changed then.
    pub(crate) fn lead(
        &mut self,
        figure: FigureId,
        whereabouts: Whereabouts,
        step: Step,
    ) -> Result<Whereabouts, StepProblem> {
        match (whereabouts, step) {
            (Whereabouts::Waiting, Step::Enter) => self.lead_in(figure),
            (Whereabouts::Waiting, Step::Go(_) | Step::Leave) => Err(StepProblem::Outside),
            (Whereabouts::On(_), Step::Enter) => Err(StepProblem::NotOutside),
            (Whereabouts::On(from), Step::Go(direction)) => self.lead_on(figure, from, direction).map(Whereabouts::On),
            (Whereabouts::On(from), Step::Leave) if from == Cell::EXIT => {
                self.sink.tell(|| Event::FigureEscaped { figure, from });
                Ok(Whereabouts::Escaped)
            }
            (Whereabouts::On(from), Step::Leave) => Err(StepProblem::NotAtExit { from }),
            (Whereabouts::Escaped | Whereabouts::Eaten, _) => Err(StepProblem::HasLeft),
        }
    }

    fn lead_in(&mut self, figure: FigureId) -> Result<Whereabouts, StepProblem> {
        let at = Cell::ENTRANCE;
        if self.position.has_monster(at) {
            return Err(StepProblem::EntranceTaken);
        }
        self.sink.tell(|| Event::FigureEntered { figure, at });
        Ok(Whereabouts::On(at))
    }

    /// One step inside the fortress; over blood it slides on until something stops it.
    pub(crate) fn lead_on(&mut self, figure: FigureId, from: Cell, direction: Direction) -> Result<Cell, StepProblem> {
        let mut at = self.go(figure, from, direction, Motion::Walked)?;
        while self.position.blood().has(at)
            && let Ok(next) = self.go(figure, at, direction, Motion::Slid)
        {
            at = next;
        }
        Ok(at)
    }

    /// Leads the figure one space on; a stone there is pushed.
    fn go(&mut self, figure: FigureId, from: Cell, direction: Direction, how: Motion) -> Result<Cell, StepProblem> {
        let Way { to, push } = self.position.way(from, direction)?;
        if let Some((stone, behind)) = push {
            self.send(Piece::Stone(stone), to, behind, direction, Motion::Pushed);
        }
        self.sink.tell(|| Event::FigureMoved { figure, from, to, how });
        Ok(to)
    }
}

/// What going to the next space means.
pub(crate) struct Way {
    to: Cell,
    /// The stone that lies there and the space behind it.
    push: Option<(Stone, Cell)>,
}

impl Position {
    /// Whether a figure on `from` can go to the next space.
    pub(crate) fn way(&self, from: Cell, direction: Direction) -> Result<Way, StepProblem> {
        let to = from.step_or_wall(direction).map_err(StepProblem::Wall)?;
        if self.has_monster(to) {
            return Err(StepProblem::Monster(to));
        }
        if self.teleporter_exit(to).is_some() {
            return Err(StepProblem::Teleporter(to));
        }
        let Some(stone) = self.stone_at(to) else { return Ok(Way { to, push: None }) };
        match self.space_behind(to, direction) {
            Ok(behind) => Ok(Way { to, push: Some((stone, behind)) }),
            Err(against) => Err(StepProblem::Stuck { stone: to, against }),
        }
    }

    /// The space a stone can be pushed to: on the board and free.
    fn space_behind(&self, stone: Cell, direction: Direction) -> Result<Cell, Against> {
        match stone.step_or_wall(direction) {
            Err(wall) => Err(Against::Wall(wall)),
            Ok(behind) if self.has_monster(behind) => Err(Against::Monster(behind)),
            Ok(behind) if self.stones.has(behind) => Err(Against::Stone(behind)),
            Ok(behind) if self.figures.has(behind) => Err(Against::Figure(behind)),
            Ok(behind) => Ok(behind),
        }
    }
}
