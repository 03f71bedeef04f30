//! The search tree after a move: replies, tombstones and further turns. It grows where it looks most promising.

use arrayvec::ArrayVec;
use rules::game::{Awaited, FigureSet, Players, Playing, Winner};
use rules::{FigureId, Step, Tombstone};

use crate::fates::NextTombstones;
use crate::judge::{Chances, Judge, Judged, won_by};
use crate::race::Race;
use crate::survey::{Candidate, Survey};
use crate::weights::Weights;

/// The most replies for each position: those with the best values one move deep.
const REPLIES: usize = 12;

/// The weight of exploration, for replies that have seldom been tried.
const CURIOSITY: f64 = 0.3;

/// A reply whose value is this much worse than the best is about a third as likely at first.
const LENIENCE: f64 = 0.03;

/// The most visits of a tree. More would not change the result.
const MOST_VISITS: u32 = 1_000_000;

/// The result of growing a tree.
pub(super) enum Grown {
    /// One more line was played.
    Line,
    /// The tree has reached its maximum size.
    Full,
    /// It had to stop, and will continue there next time.
    Stopped,
}

/// The search tree after one move.
pub(super) struct Tree<'w> {
    weights: &'w Weights,
    nodes: Vec<Node>,
    survey: Survey<'w>,
    judged: u64,
}

struct Node {
    game: Playing,
    visits: u32,
    /// The sum of the results of all visits.
    sum: Chances,
    kind: Kind,
}

enum Kind {
    /// Not expanded yet.
    Closed,
    /// A seat is to move.
    Moves(Vec<Reply>),
    /// The monster is to run.
    Run(ArrayVec<Flip, 7>),
    /// The game is over.
    Over(Chances),
}

struct Reply {
    figure: FigureId,
    path: ArrayVec<Step, 6>,
    /// Its value one move deep, for the seat that moves.
    value: f64,
    /// Its prior probability.
    likely: f64,
    node: Option<usize>,
}

struct Flip {
    tombstone: Tombstone,
    chance: f64,
    node: Option<usize>,
}

impl<'w> Tree<'w> {
    pub(super) fn new(game: Playing, weights: &'w Weights) -> Tree<'w> {
        Tree { weights, nodes: vec![Node::new(game)], survey: Survey::new(weights), judged: 0 }
    }

    /// The number of positions evaluated.
    pub(super) fn judged(&self) -> u64 {
        self.judged
    }

    /// The mean result for a seat, if there is one yet.
    pub(super) fn mean(&self, seat: usize) -> Option<f64> {
        let root = self.nodes.first()?;
        (root.visits > 0).then(|| root.mean(seat))
    }

    /// Plays one line to the end of a turn that has not been reached before. Stops early if `goal` positions have been evaluated, the
    /// tree has `most` nodes, or `is_over` returns true.
    pub(super) fn grow(&mut self, goal: u64, most: usize, is_over: &dyn Fn() -> bool) -> Grown {
        if self.nodes.len() >= most || self.nodes[0].visits >= MOST_VISITS {
            return Grown::Full;
        }
        if is_over() {
            return Grown::Stopped;
        }
        let mut line = vec![];
        let mut at = 0;
        let chances = loop {
            line.push(at);
            if matches!(self.nodes[at].kind, Kind::Closed) {
                if self.judged >= goal || is_over() {
                    return Grown::Stopped;
                }
                if let Some(chances) = self.open(at) {
                    break chances;
                }
            }
            at = match &self.nodes[at].kind {
                Kind::Over(chances) => {
                    // It costs next to nothing, but if it counted as nothing the search might never end.
                    self.judged += 1;
                    break *chances;
                }
                Kind::Moves(_) => self.reply(at),
                Kind::Run(_) => self.flip(at),
                Kind::Closed => unreachable!("it has just been opened"),
            };
        };
        for node in line {
            self.nodes[node].visits += 1;
            self.nodes[node].sum.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += chance);
        }
        Grown::Line
    }

    /// Expands a node. Returns its result if the line ends here.
    fn open(&mut self, at: usize) -> Option<Chances> {
        let game = &self.nodes[at].game;
        match game.awaited() {
            Awaited::Move(seat) => {
                self.survey.make(game);
                self.judged += self.survey.candidates.len() as u64;
                let replies = replies(&mut self.survey, seat.index());
                self.nodes[at].kind = Kind::Moves(replies);
                None
            }
            Awaited::Flip => {
                self.judged += 1;
                let chances = before_run(game, self.weights, &mut self.survey);
                let all = game.next_tombstones();
                let flip = |(tombstone, count): (Tombstone, usize)| Flip {
                    tombstone,
                    chance: count as f64 / all.len() as f64,
                    node: None,
                };
                self.nodes[at].kind = Kind::Run(all.iter().map(flip).collect());
                Some(chances)
            }
            Awaited::Tile(_) => unreachable!("the fortress is laid"),
            Awaited::Nothing => {
                let winner = game.ending().and_then(|ending| match ending.winner {
                    Winner::Seat(seat) => Some(seat),
                    Winner::Monster => None,
                });
                self.nodes[at].kind = Kind::Over(won_by(winner));
                None
            }
        }
    }

    /// The reply to try next.
    fn reply(&mut self, at: usize) -> usize {
        let node = &self.nodes[at];
        let (Kind::Moves(replies), Awaited::Move(seat)) = (&node.kind, node.game.awaited()) else {
            unreachable!("only a node with a seat to move has replies")
        };
        let seat = seat.index();
        let best_look = replies.first().map_or(0.0, |reply| reply.value);
        let curiosity = CURIOSITY * f64::from(node.visits).sqrt();
        // An untried reply is assumed to be worse than the mean by as much as its value is worse than the best one.
        let mean = if node.visits > 0 { node.mean(seat) } else { best_look };
        let worth = |reply: &Reply| {
            let child = reply.node.map(|child| &self.nodes[child]).filter(|child| child.visits > 0);
            let (value, visits) =
                child.map_or((mean + reply.value - best_look, 0), |child| (child.mean(seat), child.visits));
            value + curiosity * reply.likely / f64::from(1 + visits)
        };
        let worths: ArrayVec<f64, REPLIES> = replies.iter().map(worth).collect();
        // Replies are sorted by their values, so the best of equals comes first.
        let best = first_of_most(&worths);
        let reply = &replies[best];
        if let Some(child) = reply.node {
            return child;
        }
        let mut game = node.game.clone();
        game.move_figure(reply.figure, &reply.path, &mut ()).expect("replies are legal");
        let child = self.add(game);
        if let Kind::Moves(replies) = &mut self.nodes[at].kind {
            replies[best].node = Some(child);
        }
        child
    }

    /// The tombstone to try next: the one whose visits lag most behind its chance.
    fn flip(&mut self, at: usize) -> usize {
        let node = &self.nodes[at];
        let Kind::Run(flips) = &node.kind else { unreachable!("only a node before a run has flips") };
        let visits = |flip: &Flip| flip.node.map_or(0.0, |child| f64::from(self.nodes[child].visits));
        let behind = |flip: &Flip| flip.chance * f64::from(node.visits) - visits(flip);
        let behind: ArrayVec<f64, 7> = flips.iter().map(behind).collect();
        let most = first_of_most(&behind);
        let flip = &flips[most];
        if let Some(child) = flip.node {
            return child;
        }
        let mut game = node.game.clone();
        game.flip(flip.tombstone, &mut ()).expect("it is left in the pile");
        let child = self.add(game);
        if let Kind::Run(flips) = &mut self.nodes[at].kind {
            flips[most].node = Some(child);
        }
        child
    }

    fn add(&mut self, game: Playing) -> usize {
        self.nodes.push(Node::new(game));
        self.nodes.len() - 1
    }
}

impl Node {
    fn new(game: Playing) -> Node {
        Node { game, visits: 0, sum: [0.0; Players::MOST], kind: Kind::Closed }
    }

    fn mean(&self, seat: usize) -> f64 {
        self.sum[seat] / f64::from(self.visits)
    }
}

/// The index of the largest number, the first one among equals.
fn first_of_most(numbers: &[f64]) -> usize {
    (1..numbers.len()).fold(0, |most, nth| if numbers[nth] > numbers[most] { nth } else { most })
}

/// The best replies of a survey, in descending order.
fn replies(survey: &mut Survey<'_>, seat: usize) -> Vec<Reply> {
    survey.candidates.sort_by(|a, b| b.chances[seat].total_cmp(&a.chances[seat]));
    survey.candidates.truncate(REPLIES);
    let best = survey.candidates.first().map_or(0.0, |candidate| candidate.chances[seat]);
    let likely = |value: f64| libm::exp((value - best) / LENIENCE);
    let all: f64 = survey.candidates.iter().map(|candidate| likely(candidate.chances[seat])).sum();
    let reply = |candidate: &Candidate| {
        let value = candidate.chances[seat];
        let path = survey.path(candidate).into_iter().collect();
        Reply { figure: candidate.figure, path, value, likely: likely(value) / all, node: None }
    };
    survey.candidates.iter().map(reply).collect()
}

/// The chances when everybody has moved, over all tombstones.
fn before_run(game: &Playing, weights: &Weights, survey: &mut Survey<'_>) -> Chances {
    let (race, next) = (Race::of(game), NextTombstones::of(game));
    let leader = race.leader();
    if race.is_last_turn() {
        // Nobody can escape during the last run.
        return won_by(leader);
    }
    let position = game.position();
    let moved: FigureSet = FigureId::all().collect();
    let roads = survey.roads(position);
    let judge = Judge::new(weights, &race, &next);
    let judged = Judged { position, roads, moved, leader };
    judge.judge(judged, &judge.footing(judged)).chances
}
