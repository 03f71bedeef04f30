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
    #[error("{figure} is behind it on {at}")]
    Figure {
        /// Who.
        figure: FigureId,
        /// Where.
        at: Cell,
    },
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
    /// The first rule broken. The position is then unchanged, but `sink` has been told of the steps before.
    pub fn play(
        &mut self,
        figure: FigureId,
        points: u8,
        path: &[Step],
        sink: &mut impl Sink,
    ) -> Result<(), IllegalMove> {
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
        *self = next;
        Ok(())
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
        let mut at = self.make_way(from, direction)?;
        self.sink.tell(|| Event::FigureMoved { figure, from, to: at, how: Motion::Walked });
        while self.position.blood().has(at)
            && let Ok(next) = self.make_way(at, direction)
        {
            self.sink.tell(|| Event::FigureMoved { figure, from: at, to: next, how: Motion::Slid });
            at = next;
        }
        Ok(at)
    }

    /// Whether a figure on `from` can go to the next space, which is returned; a stone there is pushed on.
    fn make_way(&mut self, from: Cell, direction: Direction) -> Result<Cell, StepProblem> {
        let Some(to) = from.step(direction) else {
            return Err(StepProblem::Wall(wall(from, direction)));
        };
        if self.position.has_monster(to) {
            return Err(StepProblem::Monster(to));
        }
        if self.position.teleporter_exit(to).is_some() {
            return Err(StepProblem::Teleporter(to));
        }
        if let Some(stone) = self.position.stone_at(to) {
            self.push(stone, to, direction).map_err(|against| StepProblem::Stuck { stone: to, against })?;
        }
        Ok(to)
    }

    /// Pushes the stone on `from` one space on, if that is on the board and free.
    fn push(&mut self, stone: Stone, from: Cell, direction: Direction) -> Result<(), Against> {
        let Some(to) = from.step(direction) else {
            return Err(Against::Wall(wall(from, direction)));
        };
        if self.position.has_monster(to) {
            return Err(Against::Monster(to));
        }
        match self.position.piece_at(to) {
            Some(Piece::Stone(_)) => Err(Against::Stone(to)),
            Some(Piece::Figure(figure)) => Err(Against::Figure { figure, at: to }),
            None => {
                self.send(Piece::Stone(stone), from, to, direction, Motion::Pushed);
                Ok(())
            }
        }
    }
}

fn wall(cell: Cell, side: Direction) -> Wall {
    cell.wall(side).expect("where there is no step there is a wall")
}
