//! A walk in a partly decided position. It stops when it depends on something undecided.

use rules::game::FigureSet;
use rules::{Brink, Cell, CellSet, Death, Event, Position, Sink, Walk};

use super::plan::{Choice, Plan, Question};
use crate::level::Level;

/// An unfinished walk and its plan.
#[derive(Clone)]
pub(super) struct Trial<'a> {
    pub(super) plan: Plan<'a>,
    pub(super) position: Position,
    /// Whether the walk has repeated a position and the level is solved.
    pub(super) has_come_round: bool,
    /// Whether the monster has looked before its next step.
    has_looked: bool,
    /// An earlier position before a look, updated with everything decided since. The walk is a cycle when it comes back
    /// to it. The position is replaced after 1, 2, 4, 8, … steps (Brent's algorithm).
    earlier: Position,
    apart: u32,
    limit: u32,
}

/// Why a walk stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It depends on this question.
    Asks(Question),
    /// One of ours was eaten, after this many of theirs in the same step.
    Lost(usize),
    /// It repeated a position.
    Repeats,
    /// It used up its steps.
    Pauses,
}

impl<'a> Trial<'a> {
    pub(super) fn new(level: &'a Level) -> Trial<'a> {
        let (plan, position) = Plan::new(level);
        Trial { plan, position, has_come_round: false, has_looked: false, earlier: position, apart: 0, limit: 1 }
    }

    pub(super) fn decide(&mut self, question: Question, choice: Choice) {
        // What is decided now was there from the beginning, so the earlier position must have it, too.
        self.plan.decide(question, choice, [&mut self.position, &mut self.earlier]);
    }

    /// Walks on. Each step is subtracted from `steps`.
    pub(super) fn walk(&mut self, ours: FigureSet, steps: &mut u64) -> Stop {
        loop {
            if *steps == 0 {
                return Stop::Pauses;
            }
            if !self.has_looked {
                if let Err(cell) = self.position.look_unless_at(&self.plan.hidden().pieces) {
                    return Stop::Asks(Question::Piece(cell));
                }
                self.has_looked = true;
            }
            let Some(monster) = self.position.monster() else { return Stop::Repeats };
            let next = monster.at.ahead(monster.facing);
            if self.position.is_bare(next) && !self.plan.hidden().any.has(next) {
                Walk::new(&mut self.position, &mut ()).step();
            } else if let Some(stop) = self.step_onto_something(ours) {
                return stop;
            }
            self.has_looked = false;
            *steps -= 1;
            self.apart += 1;
            if self.position.monster() == self.earlier.monster() && self.position == self.earlier {
                return Stop::Repeats;
            }
            if self.apart == self.limit {
                self.earlier = self.position;
                self.limit *= 2;
                self.apart = 0;
            }
        }
    }

    /// Steps onto a space that may be occupied. Undoes the step if it depends on something undecided.
    fn step_onto_something(&mut self, ours: FigureSet) -> Option<Stop> {
        let before = self.position;
        let mut witness = Witness { plan: &self.plan, ours, eaten: 0, first: None };
        Walk::new(&mut self.position, &mut witness).step();
        let stop = witness.first?;
        self.position = before;
        Some(stop)
    }
}

/// Records the first event of a step that stops the walk.
///
/// Undecided spaces are empty, so every step that depends on one has an event that moves something there.
struct Witness<'a> {
    plan: &'a Plan<'a>,
    ours: FigureSet,
    /// The number of their figures eaten so far.
    eaten: usize,
    first: Option<Stop>,
}

impl Witness<'_> {
    fn touches(&self, cell: Cell, hidden: &CellSet) -> Option<Stop> {
        hidden.has(cell).then(|| Stop::Asks(self.plan.question(cell)))
    }
}

impl Sink for Witness<'_> {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.first.is_some() {
            return;
        }
        let hidden = &self.plan.hidden().any;
        let over = |brink| match brink {
            Brink::Wall(_) => None,
            Brink::Corner(cell) | Brink::Teleporter(cell) => self.touches(cell, hidden),
        };
        self.first = match event() {
            Event::MonsterMoved { to, .. } | Event::StoneMoved { to, .. } | Event::FigureMoved { to, .. } => {
                self.touches(to, hidden)
            }
            Event::StoneLost { to, .. } => over(to),
            Event::FigureEaten { figure, how, .. } => {
                let touched = match how {
                    Death::Bitten => None,
                    Death::Shoved(brink) => over(brink),
                };
                if self.ours.has(figure) {
                    touched.or(Some(Stop::Lost(self.eaten)))
                } else {
                    self.eaten += 1;
                    touched
                }
            }
            Event::MonsterTeleported { to, .. } => {
                self.plan.unturned().has(to).then_some(Stop::Asks(Question::Arrow(to)))
            }
            // These events are about things on the board, which are decided.
            Event::MonsterTurned { .. }
            | Event::MonsterSpun { .. }
            | Event::MonsterHeld { .. }
            | Event::MonsterLooked { .. }
            | Event::PointSpent { .. } => None,
            Event::FigureEntered { .. }
            | Event::FigureEscaped { .. }
            | Event::FigureReturned { .. }
            | Event::FigureLeftBehind { .. } => None,
        };
    }
}
