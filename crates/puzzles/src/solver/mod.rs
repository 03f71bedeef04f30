//! The solver: finds all solutions of a level without trying every preparation.
//!
//! It decides what is on a space only when the walk looks at it or steps on it, so one walk stands for all preparations
//! that differ only where the monster never came.

mod plan;
mod trial;

use rules::game::FigureSet;
use rules::{CellSet, Position, Stone, Teleporter, Whereabouts};
use rustc_hash::FxHashSet;

use self::plan::{Choice, Question};
use self::trial::{Stop, Trial};
use crate::deed::Preparation;
use crate::level::Level;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most nodes: decisions, and stretches of [`STEPS_A_NODE`] steps without one.
    pub nodes: u64,
    /// The most solutions to count.
    pub solutions: usize,
}

/// The number of steps without a decision that count as one node, so that a budget in nodes also bounds the time.
pub const STEPS_A_NODE: u64 = 256;

/// The results of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// How much of the search is done.
    pub extent: Extent,
    /// The number of solutions found. Solutions with the same position count once; figures of a side are not told
    /// apart.
    pub solutions: usize,
    /// The first 16 solutions.
    pub first_solutions: Vec<Preparation>,
    /// The best solution: the fewest pieces, then the shortest walk.
    pub best: Option<Solution>,
    /// The number of near misses, in which all of theirs but at most one are eaten. Preparations that differ only in
    /// what the monster never notices count once.
    pub near_misses: u64,
    /// The first 16 near misses.
    pub first_near_misses: Vec<Preparation>,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The number of steps that the monster walked.
    pub steps: u64,
}

/// How much of the search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Everything,
    /// It stopped at the limit of solutions.
    EnoughSolutions,
    /// It is still running, or it stopped at the limit of nodes.
    NotAll,
}

/// A preparation that solves a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The deeds.
    pub preparation: Preparation,
    /// The number of steps until a position repeats.
    pub steps: u32,
}

/// What is known about the number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Proven: there is none.
    Unsolvable,
    /// Proven: exactly this many.
    Exactly(usize),
    /// At least this many.
    AtLeast(usize),
    /// None has been found so far.
    Unknown,
}

impl Findings {
    /// The number of solutions and near misses that are kept. The others are only counted.
    pub const KEPT: usize = 16;

    /// What is known about the number of solutions.
    #[must_use]
    pub fn answer(&self) -> Answer {
        match (self.extent, self.solutions) {
            (Extent::Everything, 0) => Answer::Unsolvable,
            (Extent::Everything, count) => Answer::Exactly(count),
            (Extent::EnoughSolutions | Extent::NotAll, 0) => Answer::Unknown,
            (Extent::EnoughSolutions | Extent::NotAll, count) => Answer::AtLeast(count),
        }
    }

    /// Whether every solution uses every piece; `None` if unknown.
    #[must_use]
    pub fn needs_every_piece(&self, level: &Level) -> Option<bool> {
        let best = self.best.as_ref()?;
        match (best.preparation.deeds().len() < level.pieces(), self.extent) {
            (true, _) => Some(false),
            (false, Extent::Everything) => Some(true),
            (false, Extent::EnoughSolutions | Extent::NotAll) => None,
        }
    }
}

/// A search for all solutions of a level. It runs in slices, so the caller can show progress and stop it.
pub struct Solver<'a> {
    level: &'a Level,
    limits: Limits,
    theirs: FigureSet,
    /// The current walk. It is reused, because copying walks is most of the cost of a search.
    trial: Trial<'a>,
    /// Whether the current walk is unfinished.
    is_under_way: bool,
    forks: Vec<Fork<'a>>,
    seen: FxHashSet<AsSeen>,
    findings: Findings,
}

/// A walk that depends on something undecided, and the choices for it, of which there is at least one.
struct Fork<'a> {
    trial: Trial<'a>,
    question: Question,
    choices: Vec<Choice>,
    tried: usize,
}

impl Level {
    /// Searches for all solutions until it is done or reaches a limit.
    #[must_use]
    pub fn solve(&self, limits: Limits) -> Findings {
        let mut solver = Solver::new(self, limits);
        while solver.go_on(u64::MAX) {}
        solver.into_findings()
    }
}

impl<'a> Solver<'a> {
    /// Creates a search.
    #[must_use]
    pub fn new(level: &'a Level, limits: Limits) -> Solver<'a> {
        let findings = Findings {
            extent: Extent::NotAll,
            solutions: 0,
            first_solutions: vec![],
            best: None,
            near_misses: 0,
            first_near_misses: vec![],
            nodes: 0,
            steps: 0,
        };
        Solver {
            level,
            limits,
            theirs: level.theirs(),
            trial: Trial::new(level),
            is_under_way: true,
            forks: vec![],
            seen: FxHashSet::default(),
            findings,
        }
    }

    /// Searches about `nodes` more nodes. Returns whether there is more to do.
    pub fn go_on(&mut self, nodes: u64) -> bool {
        let until = self.findings.nodes.saturating_add(nodes).min(self.limits.nodes);
        while self.findings.extent == Extent::NotAll && self.findings.nodes < until {
            self.findings.nodes += 1;
            if self.is_under_way || self.begin_next() {
                self.follow();
            } else {
                self.findings.extent = Extent::Everything;
            }
        }
        self.findings.extent == Extent::NotAll && self.findings.nodes < self.limits.nodes
    }

    /// The results so far.
    #[must_use]
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The results.
    #[must_use]
    pub fn into_findings(self) -> Findings {
        self.findings
    }

    /// How much of the search is done, from 0 to 1. All choices of a fork are estimated to take equally long.
    #[must_use]
    pub fn progress(&self) -> f64 {
        if self.findings.extent != Extent::NotAll {
            return 1.0;
        }
        let mut share = 1.0;
        let mut done = 0.0;
        for fork in &self.forks {
            share /= fork.choices.len() as f64;
            // The last choice that was tried is not finished yet.
            done += share * fork.tried.saturating_sub(1) as f64;
        }
        done
    }

    /// Starts the walk of the next untried choice. Returns whether there is one.
    fn begin_next(&mut self) -> bool {
        while let Some(fork) = self.forks.last_mut() {
            if let Some(choice) = fork.choices.get(fork.tried) {
                fork.tried += 1;
                self.trial.clone_from(&fork.trial);
                self.trial.decide(fork.question, *choice);
                return true;
            }
            self.forks.pop();
        }
        false
    }

    fn follow(&mut self) {
        if self.trial.has_come_round {
            return self.decide_the_rest();
        }
        let mut steps = STEPS_A_NODE;
        let stop = self.trial.walk(self.level.ours(), &mut steps);
        self.findings.steps += STEPS_A_NODE - steps;
        self.is_under_way = stop == Stop::Pauses;
        match stop {
            Stop::Asks(question) => self.fork(question),
            Stop::Pauses => {}
            Stop::Lost(eaten) => self.missed(self.spared() - eaten),
            Stop::Repeats if self.spared() > 0 => self.missed(self.spared()),
            Stop::Repeats => {
                self.trial.has_come_round = true;
                if self.trial.plan.finished().is_some() {
                    self.decide_the_rest();
                }
            }
        }
    }

    fn fork(&mut self, question: Question) {
        let choices = self.trial.plan.choices(question);
        // A piece that was taken up may have nowhere left to go. That is a dead end, not a fork.
        if !choices.is_empty() {
            self.forks.push(Fork { trial: self.trial.clone(), question, choices, tried: 0 });
        }
    }

    /// The walk solves the level and has repeated a position: each way to decide what it did not depend on is a
    /// solution.
    fn decide_the_rest(&mut self) {
        self.is_under_way = false;
        match self.trial.plan.rest() {
            Some(question) => self.fork(question),
            None => self.solved(),
        }
    }

    /// The number of their figures that are left.
    fn spared(&self) -> usize {
        self.theirs.iter().filter(|figure| self.trial.position.whereabouts(*figure) != Some(Whereabouts::Eaten)).count()
    }

    fn missed(&mut self, spared: usize) {
        if spared > 1 || spared == self.theirs.len() {
            return;
        }
        let is_kept = self.findings.first_near_misses.len() < Findings::KEPT;
        if is_kept || self.trial.plan.has_piece_in_hand() {
            // There may be no space left for a piece that was taken up.
            let Some(preparation) = self.trial.plan.finished() else { return };
            self.findings.first_near_misses.extend(is_kept.then_some(preparation));
        }
        self.findings.near_misses += 1;
    }

    fn solved(&mut self) {
        let preparation = self.trial.plan.preparation();
        let position = self.level.prepare(&preparation).expect("a solver does only what the level allows");
        if !self.seen.insert(AsSeen::new(self.level, &position)) {
            return;
        }
        self.findings.solutions = self.seen.len();
        if self.findings.solutions >= self.limits.solutions {
            self.findings.extent = Extent::EnoughSolutions;
        }
        if self.findings.first_solutions.len() < Findings::KEPT {
            self.findings.first_solutions.push(preparation.clone());
        }
        let used = preparation.deeds().len();
        let is_fewer = |best: &Solution| used <= best.preparation.deeds().len();
        if self.findings.best.as_ref().is_none_or(is_fewer) {
            let steps = self.level.judge(position, &mut ()).walk.steps;
            let is_better = |best: &Solution| (used, steps) < (best.preparation.deeds().len(), best.steps);
            if self.findings.best.as_ref().is_none_or(is_better) {
                self.findings.best = Some(Solution { preparation, steps });
            }
        }
    }
}

/// A prepared position as the monster sees it: it does not tell our figures apart, nor theirs.
#[derive(PartialEq, Eq, Hash)]
struct AsSeen {
    stones: Vec<(Stone, rules::Cell)>,
    blood: CellSet,
    teleporters: Vec<[Teleporter; 2]>,
    ours: CellSet,
    theirs: CellSet,
}

impl AsSeen {
    fn new(level: &Level, position: &Position) -> AsSeen {
        let on_board = |of_ours: bool| {
            let figures = position.figures().filter(move |(figure, _)| level.ours().has(*figure) == of_ours);
            let cells = figures.filter_map(|(_, place)| match place {
                Whereabouts::On(cell) => Some(cell),
                Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
            });
            cells.collect()
        };
        AsSeen {
            stones: position.stones().collect(),
            blood: *position.blood(),
            teleporters: position.teleporters().collect(),
            ours: on_board(true),
            theirs: on_board(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both stones must go for the monster to see R4. No look reaches f2 and g2, and if the first stone went to f2,
    /// the second one has nowhere to go.
    #[test]
    fn progress_is_a_number_though_a_piece_has_nowhere_to_go() {
        let level = Level::from_text(
            "fearsome-level 1
             1 . . . R4 . # # . . . . .
             2 . . . . # . . # . . . . .
             3 . . . # . # # . . . . . . .
             4 . . . # . . . . . . . . . . .
             6 > . . . . . . . . . . . . . . .
             move: d3 to f2 g2
             move: d4 to f2",
        )
        .expect("a level");
        let mut solver = Solver::new(&level, Limits { nodes: 1_000, solutions: 100 });
        let mut last = 0.0;
        while solver.go_on(1) {
            let progress = solver.progress();
            assert!(progress >= last && progress <= 1.0, "{progress} after {last}");
            last = progress;
        }
        assert_eq!(solver.findings().answer(), Answer::Exactly(1));
    }
}
