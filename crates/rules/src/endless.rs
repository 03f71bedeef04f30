//! The walk without limit of the puzzle game (RULES 7): it stops when a position repeats.

use crate::event::Sink;
use crate::hand::Eaten;
use crate::monster::Walk;
use crate::position::Position;

/// How a walk without limit ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless {
    /// The steps made until a position came again.
    pub steps: u32,
    /// How many of the last steps led from that position back to itself.
    pub period: u32,
    /// Who was eaten, in order.
    pub eaten: Eaten,
}

impl Position {
    /// Lets the monster walk until a position (everything on the board and its facing) repeats; positions are
    /// compared before the look of each step.
    ///
    /// There are finitely many positions, so it ends. It needs no memory that grows with the walk. Without a monster
    /// nothing happens.
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

    /// After how many steps the walk, once it goes round in circles, comes to the same position: Brent's way
    /// of finding a cycle, which compares with one earlier position that moves up at powers of two.
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

    /// How many steps lead up to the first position that will come again `period` steps later.
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
