//! The helps of a level: the search for a solution, on which two of them depend, and what it found.

use puzzles::{Deed, Level, Preparation};
use rules::{Cell, Monster, Position, Walk};

use crate::puzzle::progress::Help;

/// The helps that were asked for on a screen, and the search for a solution.
///
/// Invariant: at most one search is under way. Helps that are asked for meanwhile wait for the same one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Helping {
    quest: Quest,
    /// Those that were asked for and depend on the search.
    asked: Vec<Help>,
}

/// The search for a solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Quest {
    /// Nobody has asked, or it was called off.
    #[default]
    Asleep,
    /// It is under way.
    UnderWay {
        /// The number of the order.
        id: u32,
        /// How much is done, in per mille.
        part: u16,
    },
    /// There is a way.
    Found(Way),
    /// It ended without one.
    Ended(Ending),
}

/// A solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// What to do.
    pub deeds: Vec<Deed>,
    /// The space that matters first.
    pub first: Option<Cell>,
    /// The length of the monster's walk.
    pub steps: u32,
}

/// Why a search ended without a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There is none.
    None,
    /// None was found in reasonable time.
    GaveUp,
    /// The worker broke down.
    Broken,
}

/// What has to be done for a help that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A search has to begin.
    Search,
    /// It waits for the search that is under way.
    Wait,
    /// The solution is known.
    Known,
}

impl Way {
    /// A solution that was found.
    #[must_use]
    pub fn new(level: &Level, deeds: Vec<Deed>, steps: u32) -> Way {
        let solution: Preparation = deeds.iter().copied().collect();
        Way { first: first_to_matter(level, &solution).and_then(space_of), deeds, steps }
    }
}

impl Helping {
    /// The search.
    #[must_use]
    pub fn quest(&self) -> &Quest {
        &self.quest
    }

    /// Whether a help was asked for that depends on the search.
    #[must_use]
    pub fn has_asked(&self, help: Help) -> bool {
        self.asked.contains(&help)
    }

    /// A help is asked for that depends on the search.
    pub fn ask(&mut self, help: Help) -> Asked {
        if !self.has_asked(help) {
            self.asked.push(help);
        }
        match self.quest {
            Quest::Found(_) => Asked::Known,
            Quest::UnderWay { .. } => Asked::Wait,
            Quest::Asleep | Quest::Ended(_) => Asked::Search,
        }
    }

    /// The search has begun.
    pub fn begin(&mut self, id: u32) {
        self.quest = Quest::UnderWay { id, part: 0 };
    }

    /// The search could not begin.
    pub fn fail(&mut self) {
        self.quest = Quest::Ended(Ending::Broken);
    }

    /// This much of a search is done, in per mille.
    pub fn advance(&mut self, search: u32, done: u16) {
        if let Quest::UnderWay { id, part } = &mut self.quest
            && *id == search
        {
            *part = done;
        }
    }

    /// A search has ended. Returns the helps that waited for it; none if it is not the one that is under way, because
    /// that was called off.
    pub fn end(&mut self, search: u32, quest: Quest) -> Vec<Help> {
        match self.quest {
            Quest::UnderWay { id, .. } if id == search => {
                self.quest = quest;
                self.asked.clone()
            }
            Quest::UnderWay { .. } | Quest::Asleep | Quest::Found(_) | Quest::Ended(_) => vec![],
        }
    }

    /// Calls the search off, with everything that waits for it. Returns its number; `None` if none is under way.
    pub fn stop(&mut self) -> Option<u32> {
        let Quest::UnderWay { id, .. } = self.quest else { return None };
        *self = Helping::default();
        Some(id)
    }

    /// How much of the search is done, in per mille.
    #[must_use]
    pub fn part(&self) -> u16 {
        match self.quest {
            Quest::UnderWay { part, .. } => part,
            Quest::Asleep | Quest::Found(_) | Quest::Ended(_) => 0,
        }
    }

    /// The space that the second help points at, in words and on the board.
    #[must_use]
    pub fn hinted(&self) -> Option<Cell> {
        match &self.quest {
            Quest::Found(way) if self.has_asked(Help::FirstSpace) => way.first,
            Quest::Found(_) | Quest::Asleep | Quest::UnderWay { .. } | Quest::Ended(_) => None,
        }
    }
}

/// The space on which a deed begins: that of the piece it moves, or the first one it covers.
fn space_of(deed: Deed) -> Option<Cell> {
    match deed {
        Deed::Move { from, .. } => Some(from),
        Deed::Stone { .. }
        | Deed::Figure { .. }
        | Deed::SquarePool { .. }
        | Deed::LongPool { .. }
        | Deed::Teleporters(_)
        | Deed::Turn { .. } => deed.cells()?.first(),
    }
}

/// The deed of a solution that matters first: without it, the monster goes another way the soonest.
#[must_use]
pub fn first_to_matter(level: &Level, solution: &Preparation) -> Option<Deed> {
    let prepared = level.prepare(solution).ok()?;
    let steps = level.judge(prepared, &mut ()).walk.steps;
    let whole = path(prepared, steps);
    let matters_from = |left_out: &Deed| {
        let others = solution.deeds().iter().copied().filter(|deed| deed != left_out).collect();
        let Ok(without) = level.prepare(&others) else { return steps };
        let other = path(without, steps);
        whole.iter().zip(&other).take_while(|(one, other)| one == other).count() as u32
    };
    solution.deeds().iter().min_by_key(|deed| matters_from(deed)).copied()
}

/// The monster before each step.
fn path(mut position: Position, steps: u32) -> Vec<Option<Monster>> {
    let mut sink = ();
    let mut walk = Walk::new(&mut position, &mut sink);
    let mut path = vec![];
    for _ in 0..steps {
        path.push(walk.position().monster());
        walk.look();
        walk.step();
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found() -> Quest {
        let shipped = puzzles::shipped();
        Quest::Found(Way::new(&shipped[0].level, vec!["move:g5-h5".parse().expect("a deed")], 9))
    }

    /// Whoever has taken the second help before may ask for both at once after a reload.
    #[test]
    fn two_helps_wait_for_one_search_and_a_stop_calls_it_off_for_both() {
        let mut helping = Helping::default();
        assert_eq!(helping.ask(Help::FirstSpace), Asked::Search);
        helping.begin(7);
        assert_eq!(helping.ask(Help::Solution), Asked::Wait);
        helping.advance(7, 420);
        helping.advance(6, 990);
        assert_eq!(helping.part(), 420);
        let mut stopped = helping.clone();
        assert_eq!(stopped.stop(), Some(7));
        assert_eq!((&stopped, stopped.clone().stop()), (&Helping::default(), None));
        // What the worker had already sent comes too late, and so it does after the next search has begun.
        assert_eq!(stopped.end(7, found()), []);
        stopped.ask(Help::Solution);
        stopped.begin(8);
        assert_eq!(stopped.end(7, found()), []);
        assert_eq!(*stopped.quest(), Quest::UnderWay { id: 8, part: 0 });
        assert_eq!(helping.end(7, found()), [Help::FirstSpace, Help::Solution]);
        assert_eq!(helping.ask(Help::Solution), Asked::Known);
    }

    #[test]
    fn a_search_that_failed_can_begin_again() {
        let mut helping = Helping::default();
        helping.ask(Help::FirstSpace);
        helping.fail();
        assert_eq!(helping.ask(Help::FirstSpace), Asked::Search);
        helping.begin(1);
        assert_eq!(helping.end(1, Quest::Ended(Ending::GaveUp)), [Help::FirstSpace]);
        assert_eq!(helping.ask(Help::FirstSpace), Asked::Search);
    }

    #[test]
    fn a_move_matters_on_the_space_where_the_piece_is() {
        let mut helping = Helping::default();
        helping.ask(Help::FirstSpace);
        helping.begin(1);
        helping.end(1, found());
        assert_eq!(helping.hinted(), Some(Cell::G5));
        let first = |deed: &str| space_of(deed.parse().expect("a deed"));
        assert_eq!([first("stone:c3"), first("square-pool:c3"), first("turn:c3n")], [Some(Cell::C3); 3]);
        assert_eq!(first("teleporters:k9n-c4e"), Some(Cell::C4));
    }
}
