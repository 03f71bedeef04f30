//! What becomes of a prepared position, as quickly as a walk can show it, and what single changes to a preparation lead
//! to.

use rules::game::{Axis, FigureSet};
use rules::{CellSet, Direction, FigureId, Position, Teleporter, Walk};

use crate::deed::{Deed, Preparation};
use crate::grant::Grant;
use crate::level::Level;
use crate::thing::Thing;

/// A walk that has not repeated a position after about this many steps counts as not solved: no player could follow it.
/// Exactly: at most so many steps are one round, and fewer lead to it.
pub const LONGEST_WALK: u32 = 4096;

/// What became of a prepared position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All of theirs are eaten, and none of ours.
    Solved,
    /// Not solved, but all of theirs except at most one were eaten before one of ours.
    NearMiss,
    /// Not solved.
    Missed,
}

/// How far a walk has come, and when it is over.
pub(crate) struct Course {
    ours: FigureSet,
    theirs: usize,
    /// The number of theirs eaten before any of ours.
    eaten: usize,
    is_lost: bool,
    /// An earlier position. The walk is a cycle when it comes back to it. It is replaced after 1, 2, 4, 8, … steps
    /// (Brent's algorithm).
    earlier: Position,
    apart: u32,
    limit: u32,
    /// Nobody follows a walk in which this many steps lead to no repetition.
    longest: u32,
}

impl Course {
    pub(crate) fn new(level: &Level, position: Position) -> Course {
        Course::within(level, position, LONGEST_WALK)
    }

    /// A course with another limit than [`LONGEST_WALK`].
    pub(crate) fn within(level: &Level, position: Position, longest: u32) -> Course {
        let (ours, theirs) = (level.ours(), level.theirs().len());
        Course { ours, theirs, eaten: 0, is_lost: false, earlier: position, apart: 0, limit: 1, longest }
    }

    /// Whether one of ours was eaten.
    pub(crate) const fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Whether nobody could follow it: nothing has repeated for too long.
    pub(crate) const fn is_too_long(&self) -> bool {
        !self.is_lost && self.limit > self.longest
    }

    /// Records that a figure is eaten.
    pub(crate) fn eat(&mut self, figure: FigureId) {
        self.is_lost |= self.ours.has(figure);
        self.eaten += usize::from(!self.is_lost);
    }

    /// What became of the walk, if this position, after a step, is its end.
    pub(crate) fn after_step(&mut self, position: &Position) -> Option<Outcome> {
        let is_over = self.is_lost
            || self.limit > self.longest
            || position.monster() == self.earlier.monster() && *position == self.earlier;
        if is_over {
            let is_solved = !self.is_lost && self.limit <= self.longest && self.eaten == self.theirs;
            let is_near = self.eaten >= 1.max(self.theirs - 1);
            return Some(match (is_solved, is_near) {
                (true, _) => Outcome::Solved,
                (false, true) => Outcome::NearMiss,
                (false, false) => Outcome::Missed,
            });
        }
        self.apart += 1;
        if self.apart == self.limit {
            self.earlier = *position;
            self.limit *= 2;
            self.apart = 0;
        }
        None
    }
}

impl Level {
    /// Lets the monster walk until a position repeats or one of ours is eaten.
    pub(crate) fn outcome(&self, position: Position) -> Outcome {
        self.follow(position, Course::new(self, position)).2
    }

    /// Follows that walk to its end: its course, the number of its steps, and what became of it.
    pub(crate) fn follow(&self, mut position: Position, mut course: Course) -> (Course, u32, Outcome) {
        let mut sink = ();
        let mut walk = Walk::new(&mut position, &mut sink);
        let (mut eaten, mut steps) = (0, 0);
        loop {
            steps += 1;
            walk.look();
            walk.step();
            for figure in &walk.eaten()[eaten..] {
                course.eat(*figure);
            }
            eaten = walk.eaten().len();
            if let Some(outcome) = course.after_step(walk.position()) {
                return (course, steps, outcome);
            }
        }
    }

    /// What becomes of every preparation that differs from this one in a single deed, which is replaced by another deed
    /// of its grant or left out. Of a pair of teleporters, one is moved or turned.
    pub(crate) fn outcomes_of_changes(&self, preparation: &Preparation) -> impl Iterator<Item = Outcome> {
        preparation.deeds().iter().enumerate().flat_map(move |(nth, deed)| {
            let others = move || preparation.deeds().iter().enumerate().filter(move |(other, _)| *other != nth);
            let mut without = *self.position();
            for deed in preparation.deeds() {
                if let Deed::Move { from, .. } = deed {
                    without.take_up(*from);
                }
            }
            for (_, other) in others() {
                self.lay(*other, &mut without).expect("the preparation can be made");
            }
            let about = self.grants().iter().filter(|grant| grant.is_about(*deed)).count();
            let replaced = move |change: &Deed| {
                // Grants for the same thing in different areas cannot stand in for each other.
                let is_allowed = about == 1 || {
                    let changed = others().map(|(_, other)| *other).chain([*change]).collect();
                    self.prepare(&changed).is_ok()
                };
                let mut position = without;
                (is_allowed && self.lay(*change, &mut position).is_ok()).then(|| self.outcome(position))
            };
            let mut left_out = without;
            if let Deed::Move { from, .. } = *deed {
                self.lay(Deed::Move { from, to: from }, &mut left_out).expect("nothing may be laid where a piece was");
            }
            let changes = self.changes(*deed);
            [self.outcome(left_out)].into_iter().chain(changes.into_iter().filter_map(move |change| replaced(&change)))
        })
    }

    /// What else the grants for a deed allow.
    fn changes(&self, deed: Deed) -> Vec<Deed> {
        let about = self.grants().iter().filter(|grant| grant.is_about(deed));
        let mut changes: Vec<Deed> =
            about.flat_map(|grant| grant.instead_of(deed)).filter(|other| *other != deed).collect();
        // Those near to it are the most likely to do the same, and are tried first.
        let distance = |other: &Deed| deed.distance(*other);
        changes.sort_by_cached_key(|other| (distance(other), *other));
        changes.dedup();
        changes
    }
}

impl Grant {
    /// The deeds that this grant, which is about `deed`, allows instead of it, and `deed` itself.
    fn instead_of(&self, deed: Deed) -> Vec<Deed> {
        match (*self, deed) {
            (Grant::Lay { thing: Thing::Teleporters, on, .. }, Deed::Teleporters([one, other])) => {
                let of_one = |kept: Teleporter, changed: Teleporter| {
                    let turned = Direction::ALL.map(|arrow| Teleporter { arrow, ..changed });
                    let moved = on.iter().map(move |at| Teleporter { at, ..changed });
                    turned.into_iter().chain(moved).map(move |teleporter| Deed::teleporters([kept, teleporter]))
                };
                of_one(one, other).chain(of_one(other, one)).collect()
            }
            (Grant::Lay { thing, on, .. }, _) => thing.ways_on(on),
            (Grant::Move { from, to }, _) => to.iter().map(|to| Deed::Move { from, to }).collect(),
            (Grant::Turn { at }, _) => Direction::ALL.map(|arrow| Deed::Turn { at, arrow }).to_vec(),
        }
    }
}

impl Thing {
    /// All deeds that lay one of this thing within an area. None for teleporters, of which there would be too many.
    pub(crate) fn ways_on(self, area: CellSet) -> Vec<Deed> {
        let deeds: Vec<Deed> = match self {
            Thing::Stone(stone) => area.iter().map(|at| Deed::Stone { stone, at }).collect(),
            Thing::Figure => area.iter().map(|at| Deed::Figure { at }).collect(),
            Thing::SquarePool => area.iter().map(|at| Deed::SquarePool { at }).collect(),
            Thing::LongPool => {
                area.iter().flat_map(|at| [Axis::Row, Axis::Column].map(|axis| Deed::LongPool { at, axis })).collect()
            }
            Thing::Teleporters => vec![],
        };
        deeds.into_iter().filter(|deed| deed.cells().is_some_and(|cells| cells.without(&area).is_empty())).collect()
    }
}
