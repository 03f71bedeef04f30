//! Fiend: searches.
//!
//! Every move is judged one move deep; the best of them are then played on, each in a [`Tree`] of its own: the rest of the turn with the best
//! replies of everybody, each for their own good, all tombstones by their chances, and the turns after. Thinking goes in rounds; after
//! each, the worse half of the moves is given up (sequential halving). The trees do not know of each other, so what comes out with a
//! budget of nodes does not depend on how many of them are grown at the same time.

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

/// The fewest and most moves that are looked at more closely.
const FEWEST: u64 = 2;
const MOST: u64 = 48;

/// How many positions are judged for each of these moves at least, before it is given up.
const NODES_EACH: u64 = 500;

/// About how many positions are judged in a millisecond: only to choose how many moves to look at.
const NODES_A_MILLISECOND: u64 = 700;

/// How many nodes all trees together can have: each takes about a kilobyte.
const MOST_NODES: usize = 200_000;

/// A move under closer examination.
struct Line<'w> {
    figure: FigureId,
    path: Vec<Step>,
    /// What one look said.
    first_value: f64,
    state: State<'w>,
}

enum State<'w> {
    /// It is played on.
    Open(Box<Tree<'w>>),
    /// It has been given up; what had come of it by then.
    GivenUp { mean: Option<f64>, judged: u64 },
}

impl Line<'_> {
    /// What has come of it for a seat, if anything has.
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

    /// Lets its tree go: what is given up is not taken up again.
    fn give_up(&mut self, seat: usize) {
        self.state = State::GivenUp { mean: self.mean(seat), judged: self.judged() };
    }
}

/// The moves of a seat that is to move, the best first, and how many positions have been judged.
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
    // Among equals chance decides.
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
    // The first is decided; the others are told by what came of them, and last those of which nothing has.
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

/// How many moves to look at more closely.
fn width(budget: Budget) -> usize {
    let nodes = match budget {
        Budget::Nodes(nodes) => nodes,
        Budget::Time(time) => u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_mul(NODES_A_MILLISECOND),
    };
    (nodes / NODES_EACH).clamp(FEWEST, MOST) as usize
}

/// Thinks in rounds; what is given up stays behind.
fn halve(lines: &mut [Line<'_>], seat: usize, thinking: &Thinking<'_>, spent: u64) {
    let mut open = lines.len();
    let rounds = open.next_power_of_two().ilog2().max(1);
    // What a move has had too much of in one round is missing in the next.
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
        // What was seen at one look and what came of playing on must not be compared.
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

/// How far each move is examined in a round.
#[derive(Clone, Copy)]
enum Limit {
    /// Until so many positions have been judged for each, those of earlier rounds included.
    Nodes(u64),
    /// Until then for all of them.
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

/// Plays the moves on by turns, so that each has got about as far as the others whenever it is over.
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
