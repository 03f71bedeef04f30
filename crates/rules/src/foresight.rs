//! The outcome of every tombstone from a single walk: runs for numbers are prefixes of it, runs for hits stop on it.

use arrayvec::ArrayVec;

use crate::geometry::Cell;
use crate::hand::Eaten;
use crate::monster::Walk;
use crate::piece::FigureId;
use crate::position::Position;
use crate::tombstone::Tombstone;

const MOST_STEPS: usize = Tombstone::MOST_STEPS as usize;

/// The outcome of every tombstone in a position.
#[derive(Clone)]
pub struct Foresight {
    /// The states after 0, 1, 2 … steps, each including the look that follows.
    stops: ArrayVec<Stop, { MOST_STEPS + 1 }>,
    trail: ArrayVec<Cell, MOST_STEPS>,
    eaten: Eaten,
}

/// A point of the walk at which a run can end.
#[derive(Clone, Copy)]
struct Stop {
    position: Position,
    eaten: usize,
}

/// The end of a run.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The position after the last look.
    pub position: &'a Position,
    /// The figures eaten, in order.
    pub eaten: &'a [FigureId],
    /// The monster's space after each step.
    pub trail: &'a [Cell],
}

impl Foresight {
    /// Walks the monster of `position` as far as a tombstone with hits can take it.
    #[must_use]
    pub fn of(position: &Position) -> Foresight {
        let mut position = *position;
        let mut foresight =
            Foresight { stops: ArrayVec::new_const(), trail: ArrayVec::new_const(), eaten: Eaten::new_const() };
        let sink = &mut ();
        let mut walk = Walk::new(&mut position, sink);
        walk.look();
        foresight.stops.push(Stop { position: *walk.position(), eaten: 0 });
        for _ in 0..MOST_STEPS {
            walk.step();
            // The look before the next step is also the last look of a run that ends here.
            walk.look();
            foresight.stops.push(Stop { position: *walk.position(), eaten: walk.eaten().len() });
            foresight.trail.extend(walk.position().monster().map(|monster| monster.at));
        }
        foresight.eaten = walk.eaten().clone();
        foresight
    }

    /// Returns the end of the run for `tombstone`, or `None` if it shows a number above [`Tombstone::MOST_STEPS`].
    #[must_use]
    pub fn run(&self, tombstone: Tombstone) -> Option<Run<'_>> {
        let mut stops = self.stops.iter().zip(0..);
        let (stop, steps) = stops.find(|(stop, steps)| tombstone.is_over(*steps, stop.eaten))?;
        let trail = self.trail.get(..usize::from(steps)).unwrap_or(&[]);
        Some(Run { position: &stop.position, eaten: &self.eaten[..stop.eaten], trail })
    }
}
