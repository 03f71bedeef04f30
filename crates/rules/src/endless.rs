//! The unlimited walk of the puzzle game (RULES 7), which stops when a position repeats.

use crate::event::Sink;
use crate::hand::Eaten;
use crate::monster::Walk;
use crate::position::Position;

/// The result of an unlimited walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless {
    /// The number of steps until a position repeated.
    pub steps: u32,
    /// The length of the cycle: how many of the last steps led from that position back to itself.
    pub period: u32,
    /// The figures eaten, in order.
    pub eaten: Eaten,
}

impl Position {
    /// Lets the monster walk until a position (everything on the board, and the monster's facing) repeats. Positions
    /// are compared before the look of each step.
    ///
    /// The walk terminates because there are finitely many positions. It uses constant memory. Does nothing without a
    /// monster.
    pub fn run_endless(&mut self, sink: &mut impl Sink) -> Endless {
        if self.monster().is_none() {
            return Endless { steps: 0, period: 0, eaten: Eaten::new_const() };
        }
        let period = self.period();
        let steps = self.lead_in(period) + period;
        let mut walk = Walk::new(self, sink);
        for _ in 0..steps {
            walk.look();
            walk.step();
        }
        Endless { steps, period, eaten: walk.eaten().clone() }
    }

    /// The length of the cycle that the walk ends in, by Brent's algorithm: it compares each position with one earlier
    /// position, which is updated at powers of two.
    fn period(&self) -> u32 {
        let mut earlier = *self;
        let mut later = earlier.next();
        let (mut apart, mut limit) = (1, 1);
        while earlier != later {
            if apart == limit {
                earlier = later;
                limit *= 2;
                apart = 0;
            }
            later = later.next();
            apart += 1;
        }
        apart
    }

    /// The number of steps to the first position that repeats `period` steps later.
    fn lead_in(&self, period: u32) -> u32 {
        let mut earlier = *self;
        let mut later = (0..period).fold(earlier, |position, _| position.next());
        let mut steps = 0;
        while earlier != later {
            earlier = earlier.next();
            later = later.next();
            steps += 1;
        }
        steps
    }

    fn next(mut self) -> Position {
        let sink = &mut ();
        let mut walk = Walk::new(&mut self, sink);
        walk.look();
        walk.step();
        self
    }
}
