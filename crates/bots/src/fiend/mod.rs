//! Fiend: searches.
//!
//! All moves are evaluated one move deep. The best are then searched, each in a [`Tree`] of its own: the rest of the turn, with replies
//! that are best for the seat that makes them, all tombstones by their chances, and the turns after. The search works in rounds; each
//! round gives up the worse half of the moves (sequential halving). The trees are independent, so with a budget of nodes the result
//! does not depend on the number of threads.

mod tree;

use std::cmp::Ordering;
use std::time::Duration;

use rules::chance::Stream;
use rules::{FigureId, Step};
use tree::{Grown, Tree};

use crate::bot::{Choice, Mover, Thinking};
use crate::budget::{Budget, Watch};
use crate::survey::Survey;
use crate::weights::Weights;

/// The fewest and the most moves that are searched.
const FEWEST: u64 = 2;
const MOST: u64 = 48;

/// The least number of positions to evaluate for each of these moves.
const NODES_EACH: u64 = 500;

/// A rough rate of evaluation. It only influences how many moves are searched.
const NODES_A_MILLISECOND: u64 = 700;

/// The most nodes of all trees together. Each takes about a kilobyte.
const MOST_NODES: usize = 200_000;

/// A move that is searched.
struct Line<'w> {
    figure: FigureId,
    path: Vec<Step>,
    /// Its value one move deep.
    first_value: f64,
    state: State<'w>,
}

enum State<'w> {
    /// The search goes on.
    Open(Box<Tree<'w>>),
    /// The move has been given up; its results until then.
    GivenUp { mean: Option<f64>, judged: u64 },
}

impl Line<'_> {
    /// The mean value for a seat, if there is one yet.
    fn mean(&self, seat: usize) -> Option<f64> {
        match &self.state {
            State::Open(tree) => tree.mean(seat),
            State::GivenUp { mean, .. } => *mean,
        }
    }

    fn judged(&self) -> u64 {
        match &self.state {
            State::Open(tree) => tree.judged(),
            State::GivenUp { judged, .. } => *judged,
        }
    }

    /// Drops the tree. A move that is given up is not searched again.
    fn give_up(&mut self, seat: usize) {
        self.state = State::GivenUp { mean: self.mean(seat), judged: self.judged() };
    }
}

/// The moves of a seat that is to move, the best first, and the number of positions evaluated.
pub(crate) fn think(
    mover: Mover<'_>,
    thinking: &Thinking<'_>,
    chance: &mut Stream,
    weights: &Weights,
) -> Option<(Vec<Choice>, u64)> {
    let seat = mover.seat.index();
    let mut survey = Survey::new(weights);
    survey.make(mover.game);
    let mut nodes = survey.candidates.len() as u64;
    let mut candidates = survey.candidates.clone();
    // Equal moves are in random order.
    chance.shuffle(&mut candidates);
    candidates.sort_by(|a, b| b.chances[seat].total_cmp(&a.chances[seat]));
    let lines = candidates.iter().take(width(thinking.budget)).map(|candidate| {
        let path = survey.path(candidate);
        let mut game = mover.game.clone();
        game.move_figure(candidate.figure, &path, &mut ()).ok()?;
        let state = State::Open(Box::new(Tree::new(game, weights)));
        Some(Line { figure: candidate.figure, path, first_value: candidate.chances[seat], state })
    });
    let mut lines: Vec<Line<'_>> = lines.collect::<Option<_>>()?;
    let is_decided = candidates.len() < 2 || candidates.first().is_some_and(|candidate| candidate.wins);
    if !is_decided {
        halve(&mut lines, seat, thinking, nodes);
    }
    // The first move is decided. The others are sorted by value, those without a value last.
    if let Some((_, others)) = lines.split_first_mut() {
        others.sort_by(|a, b| b.mean(seat).unwrap_or(-1.0).total_cmp(&a.mean(seat).unwrap_or(-1.0)));
    }
    nodes += lines.iter().map(Line::judged).sum::<u64>();
    let choice = |line: Line<'_>| Choice {
        value: line.mean(seat).unwrap_or(line.first_value),
        figure: line.figure,
        path: line.path,
    };
    Some((lines.into_iter().map(choice).collect(), nodes))
}

/// The number of moves to search.
fn width(budget: Budget) -> usize {
    let nodes = match budget {
        Budget::Nodes(nodes) => nodes,
        Budget::Time(time) => u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_mul(NODES_A_MILLISECOND),
    };
    (nodes / NODES_EACH).clamp(FEWEST, MOST) as usize
}

/// Searches in rounds. Moves that are given up stay at the end of `lines`.
fn halve(lines: &mut [Line<'_>], seat: usize, thinking: &Thinking<'_>, spent: u64) {
    let mut open = lines.len();
    let rounds = open.next_power_of_two().ilog2().max(1);
    // Nodes are counted over all rounds, so a move that used too many in one round gets fewer in the next.
    let mut nodes_each = 0;
    for round in 1..=rounds {
        let limit = match thinking.budget {
            Budget::Nodes(nodes) => {
                nodes_each += nodes.saturating_sub(spent) / u64::from(rounds) / open as u64;
                Limit::Nodes(nodes_each)
            }
            Budget::Time(time) => Limit::Until(time / rounds * round),
        };
        examine(&mut lines[..open], limit, thinking);
        // Values from one move deep and from a search must not be compared with each other.
        if lines[..open].iter().all(|line| line.mean(seat).is_some()) {
            lines[..open].sort_by(|a, b| b.mean(seat).partial_cmp(&a.mean(seat)).unwrap_or(Ordering::Equal));
        }
        if thinking.watch.is_called_off() {
            return;
        }
        let half = open.div_ceil(2);
        lines[half..open].iter_mut().for_each(|line| line.give_up(seat));
        open = half;
    }
}

/// How far each move is searched in a round.
#[derive(Clone, Copy)]
enum Limit {
    /// Until this many positions have been evaluated for each move, including earlier rounds.
    Nodes(u64),
    /// Until this time, for all moves.
    Until(Duration),
}

fn examine(lines: &mut [Line<'_>], limit: Limit, thinking: &Thinking<'_>) {
    let most = MOST_NODES / lines.len().max(1);
    let share = lines.len().div_ceil(thinking.threads.max(1));
    let mut parts = lines.chunks_mut(share);
    let own = parts.next();
    std::thread::scope(|scope| {
        for part in parts {
            scope.spawn(move || examine_part(part, limit, most, thinking.watch));
        }
        if let Some(part) = own {
            examine_part(part, limit, most, thinking.watch);
        }
    });
}

/// Searches the moves in turn, so that all have come about equally far whenever the time is over.
fn examine_part(lines: &mut [Line<'_>], limit: Limit, most: usize, watch: &dyn Watch) {
    let is_over = || match limit {
        Limit::Nodes(_) => watch.is_called_off(),
        Limit::Until(time) => watch.elapsed() >= time || watch.is_called_off(),
    };
    let goal = match limit {
        Limit::Nodes(nodes) => nodes,
        Limit::Until(_) => u64::MAX,
    };
    let trees = lines.iter_mut().filter_map(|line| match &mut line.state {
        State::Open(tree) => Some(tree),
        State::GivenUp { .. } => None,
    });
    let mut growing: Vec<_> = trees.collect();
    while !growing.is_empty() && !is_over() {
        growing.retain_mut(|tree| match tree.grow(goal, most, &is_over) {
            Grown::Line => tree.judged() < goal,
            Grown::Full | Grown::Stopped => false,
        });
    }
}
