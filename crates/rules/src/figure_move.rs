//! Moving a figure (RULES 4): single steps, and the check of a path chosen by a player.
//!
//! [`outcomes`](crate::outcomes) finds all possible moves, using the same `lead`.

use thiserror::Error;

use crate::event::{Event, Motion, Sink};
use crate::geometry::{Cell, Direction, Wall};
use crate::hand::Hand;
use crate::piece::{FigureId, Piece, Stone, Whereabouts};
use crate::position::Position;

/// One step of a figure, which costs one movement point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// From outside onto the entrance corner.
    Enter,
    /// To the next space, sliding on over blood.
    Go(Direction),
    /// From the exit corner out of the fortress.
    Leave,
}

/// The reason why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The figure is not in the game, has escaped, or has been eaten.
    #[error("{0} is not in play")]
    NotInPlay(FigureId),
    /// The path has more steps than the figure has points.
    #[error("{asked} steps asked, {allowed} allowed")]
    TooFar {
        /// The figure's movement points.
        allowed: u8,
        /// The length of the path.
        asked: usize,
    },
    /// A step is against the rules.
    #[error("step {}: {problem}", .step + 1)]
    Step {
        /// The index of the step, from 0.
        step: usize,
        /// The rule it breaks.
        problem: StepProblem,
    },
    /// The move would end on another figure's space.
    #[error("the move ends on {at}, which {other} occupies")]
    EndsOnFigure {
        /// The space.
        at: Cell,
        /// The figure there.
        other: FigureId,
    },
}

/// The rule that a step breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StepProblem {
    /// Only a figure outside can enter.
    #[error("only a figure outside can enter")]
    NotOutside,
    /// A figure outside can only enter.
    #[error("a figure outside can only enter")]
    Outside,
    /// The monster is on the entrance corner.
    #[error("the monster is in the entrance")]
    EntranceTaken,
    /// A figure can leave only from the exit corner.
    #[error("a figure can leave only from {}, not from {from}", Cell::EXIT)]
    NotAtExit {
        /// Where the figure is.
        from: Cell,
    },
    /// The figure has already left.
    #[error("the figure has already left")]
    HasLeft,
    /// A wall is in the way.
    #[error("there is a wall {} of {}", .0.side(), .0.cell())]
    Wall(Wall),
    /// The monster is in the way.
    #[error("the monster is on {0}")]
    Monster(Cell),
    /// A figure cannot step on a teleporter.
    #[error("there is a teleporter on {0}")]
    Teleporter(Cell),
    /// The stone in the way cannot be pushed.
    #[error("the stone on {stone} cannot be pushed: {against}")]
    Stuck {
        /// The space of the stone.
        stone: Cell,
        /// What blocks it.
        against: Against,
    },
}

/// What blocks a stone from being pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Against {
    /// A figure cannot push a stone off the board.
    #[error("a wall is behind it")]
    Wall(Wall),
    /// A figure cannot push two stones at once.
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
    /// Moves `figure` along `path` with up to `points` movement points and reports the events to `sink`. With an empty
    /// path the figure stays.
    ///
    /// # Errors
    ///
    /// The first rule broken. The position is then unchanged, and `sink` has received no events.
    pub fn play<S: Sink>(
        &mut self,
        figure: FigureId,
        points: u8,
        path: &[Step],
        sink: &mut S,
    ) -> Result<(), IllegalMove> {
        // Events must not be reported for a move that turns out to be illegal, so it is tried without a sink first.
        if S::LISTENS {
            self.after(figure, points, path, &mut ())?;
        }
        *self = self.after(figure, points, path, sink)?;
        Ok(())
    }

    /// Returns the position after a move.
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

/// A move in progress that is not final yet: the figure goes step by step, as far as the rules allow.
#[derive(Clone, Copy, Debug)]
pub struct Stroll {
    figure: FigureId,
    /// The position without the figure.
    position: Position,
    place: Whereabouts,
}

impl Stroll {
    /// Starts a move of `figure`. Returns `None` if it is not in play.
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

    /// Makes one step and reports the events to `sink`. Points are not counted.
    ///
    /// # Errors
    ///
    /// The rule broken. Nothing has then changed, and `sink` has received no events.
    #[inline]
    pub fn step(&mut self, step: Step, sink: &mut impl Sink) -> Result<(), StepProblem> {
        self.place = Hand::new(&mut self.position, sink).lead(self.figure, self.place, step)?;
        Ok(())
    }

    /// The current place of the figure.
    #[must_use]
    pub fn place(&self) -> Whereabouts {
        self.place
    }

    /// Whether the move may end here: no other figure is on the space.
    #[must_use]
    #[inline]
    pub fn can_stop(&self) -> bool {
        match self.place {
            Whereabouts::On(cell) => !self.position.figures.has(cell),
            Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => true,
        }
    }

    /// The position if the move ends here.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = self.position;
        position.put_figure(self.figure, self.place);
        position
    }
}

impl<S: Sink> Hand<'_, S> {
    /// Makes one step of `figure` from `whereabouts` and returns its new place. Pushed stones move on the board; the
    /// figure itself must have been lifted off the board and stays off it.
    ///
    /// # Errors
    ///
    /// The rule broken. The position is then unchanged.
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

    /// Makes one step inside the fortress. On blood the figure slides on until something stops it.
    pub(crate) fn lead_on(&mut self, figure: FigureId, from: Cell, direction: Direction) -> Result<Cell, StepProblem> {
        let mut at = self.go(figure, from, direction, Motion::Walked)?;
        while self.position.blood().has(at)
            && let Ok(next) = self.go(figure, at, direction, Motion::Slid)
        {
            at = next;
        }
        Ok(at)
    }

    /// Moves the figure one space on, pushing a stone if there is one.
    fn go(&mut self, figure: FigureId, from: Cell, direction: Direction, how: Motion) -> Result<Cell, StepProblem> {
        let Way { to, push } = self.position.way(from, direction)?;
        if let Some((stone, behind)) = push {
            self.send(Piece::Stone(stone), to, behind, direction, Motion::Pushed);
        }
        self.sink.tell(|| Event::FigureMoved { figure, from, to, how });
        Ok(to)
    }
}

/// A possible movement to the next space.
pub(crate) struct Way {
    to: Cell,
    /// The stone to be pushed and the space behind it.
    push: Option<(Stone, Cell)>,
}

impl Position {
    /// Returns how a figure on `from` can move to the next space.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
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

    /// The space to which a stone can be pushed: on the board and free.
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
