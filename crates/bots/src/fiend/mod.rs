//! Fiend: searches.
//!
//! Every move is judged one move deep; the best of them are then played on, each in a [`Tree`] of its own: the rest of the turn with the best
//! replies of everybody, each for their own good, all tombstones by their chances, and the turns after. Thinking goes in rounds; after
//! each, the worse half of the moves is given up (sequential halving). The trees do not know of each other, so what comes out with a
//! budget of nodes does not depend on how many of them are grown at the same time.

mod tree;

use std::time::Duration;

use rules::chance::Stream;
use rules::game::View;
use rules::{FigureId, Step};
use tree::Tree;

use crate::bot::{Choice, Thinking};
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

/// A move under closer examination.
struct Line<'w> {
    figure: FigureId,
    path: Vec<Step>,
    /// What one look said.
    first_value: f64,
    tree: Tree<'w>,
}

impl Line<'_> {
    /// What has come of it, if anything has, else what one look said.
    fn value(&self, seat: usize) -> f64 {
        self.tree.mean(seat).unwrap_or(self.first_value)
    }
}

/// The moves of a seat that is to move, the best first, and how many positions have been judged.
pub(crate) fn think(
    view: View<'_>,
    thinking: &Thinking<'_>,
    chance: &mut Stream,
    weights: &Weights,
) -> Option<(Vec<Choice>, u64)> {
    let seat = view.seat.index();
    let mut survey = Survey::new(weights);
    survey.make(view.game);
    let mut nodes = survey.candidates.len() as u64;
    let mut candidates = survey.candidates.clone();
    // Among equals chance decides.
    chance.shuffle(&mut candidates);
    candidates.sort_by(|a, b| b.chances[seat].total_cmp(&a.chances[seat]));
    let lines = candidates.iter().take(width(thinking.budget)).map(|candidate| {
        let path = survey.path(candidate);
        let mut game = view.game.clone();
        game.move_figure(candidate.figure, &path, &mut ()).ok()?;
        Some(Line {
            figure: candidate.figure,
            path,
            first_value: candidate.chances[seat],
            tree: Tree::new(game, weights),
        })
    });
    let mut lines: Vec<Line<'_>> = lines.collect::<Option<_>>()?;
    let is_decided = lines.first().is_none_or(|line| line.first_value >= 1.0) || candidates.len() < 2;
    if !is_decided {
        halve(&mut lines, seat, thinking, nodes);
    }
    nodes += lines.iter().map(|line| line.tree.judged()).sum::<u64>();
    let choices =
        lines.into_iter().map(|line| Choice { value: line.value(seat), figure: line.figure, path: line.path });
    Some((choices.collect(), nodes))
}

/// How many moves to look at more closely.
fn width(budget: Budget) -> usize {
    let nodes = match budget {
        Budget::Nodes(nodes) => nodes,
        Budget::Time(time) => (time.as_millis() as u64).saturating_mul(NODES_A_MILLISECOND),
    };
    (nodes / NODES_EACH).clamp(FEWEST, MOST) as usize
}

/// Thinks in rounds; what is given up stays behind in the order of its values.
fn halve(lines: &mut [Line<'_>], seat: usize, thinking: &Thinking<'_>, spent: u64) {
    let mut open = lines.len();
    let rounds = open.next_power_of_two().ilog2().max(1);
    for round in 1..=rounds {
        let limit = match thinking.budget {
            Budget::Nodes(nodes) => Limit::Nodes(nodes.saturating_sub(spent) / u64::from(rounds) / open as u64),
            Budget::Time(time) => Limit::Until(time / rounds * round),
        };
        examine(&mut lines[..open], limit, thinking);
        // What was seen at one look and what came of playing on must not be compared.
        if lines[..open].iter().all(|line| line.tree.mean(seat).is_some()) {
            lines[..open].sort_by(|a, b| b.value(seat).total_cmp(&a.value(seat)));
        }
        if thinking.watch.is_called_off() {
            return;
        }
        open = open.div_ceil(2);
    }
}

/// How far each move is examined in a round.
#[derive(Clone, Copy)]
enum Limit {
    /// So many positions for each.
    Nodes(u64),
    /// Until then for all of them.
    Until(Duration),
}

fn examine(lines: &mut [Line<'_>], limit: Limit, thinking: &Thinking<'_>) {
    let share = lines.len().div_ceil(thinking.threads.max(1));
    let mut parts = lines.chunks_mut(share);
    let own = parts.next();
    std::thread::scope(|scope| {
        for part in parts {
            scope.spawn(move || examine_part(part, limit, thinking.watch));
        }
        if let Some(part) = own {
            examine_part(part, limit, thinking.watch);
        }
    });
}

fn examine_part(lines: &mut [Line<'_>], limit: Limit, watch: &dyn Watch) {
    match limit {
        Limit::Nodes(nodes) => {
            for line in lines {
                let goal = line.tree.judged() + nodes;
                while line.tree.grow(goal, &|| watch.is_called_off()) && line.tree.judged() < goal {}
            }
        }
        Limit::Until(time) => {
            let is_over = || watch.elapsed() >= time || watch.is_called_off();
            while !is_over() {
                for line in &mut *lines {
                    if !line.tree.grow(u64::MAX, &is_over) {
                        return;
                    }
                }
            }
        }
    }
}
