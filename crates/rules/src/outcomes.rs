//! All possible moves of a figure: every distinct outcome once, with a cheapest path to it.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use crate::figure_move::Step;
use crate::geometry::{Cell, CellSet, Direction};
use crate::hand::Hand;
use crate::piece::{FigureId, Whereabouts};
use crate::position::Position;

/// The distinct outcomes of moving one figure.
///
/// Outcomes are ordered by cost. Those of equal cost are in the order in which a search finds them that tries the
/// directions in the order of [`Direction::ALL`], and leaving last. The order must not change: bots and seeds depend on
/// it.
///
/// An `Outcomes` can be reused without new allocations, see [`find`](Outcomes::find).
#[derive(Clone)]
pub struct Outcomes {
    /// The figure that moves; `None` before the first search.
    figure: Option<FigureId>,
    /// The arrangements of stones that can result. The first is the one before the move.
    arrangements: Vec<Arrangement>,
    /// Finds an arrangement by its stones.
    known: HashTable<u32>,
    /// The states that have been reached, in order.
    nodes: Vec<Node>,
}

/// A position without the moving figure, and what is known about it.
#[derive(Clone)]
struct Arrangement {
    position: Position,
    /// The plain floor, perhaps with another figure on it: a step there needs no further checks.
    open: CellSet,
    /// The spaces that the figure has reached with this arrangement of stones.
    reached: CellSet,
}

/// A state that can be reached: a place of the figure and an arrangement of the stones.
#[derive(Clone, Copy)]
struct Node {
    place: Whereabouts,
    /// The last step; `None` for staying.
    step: Option<Step>,
    cost: u8,
    arrangement: u32,
    /// The node before that step.
    parent: u32,
}

/// One outcome of moving a figure.
#[derive(Clone, Copy)]
pub struct Outcome<'a> {
    outcomes: &'a Outcomes,
    node: Node,
}

impl Position {
    /// Finds every distinct outcome of moving `figure` with up to `points` movement points, including staying. There is
    /// no outcome for a figure that is not in play.
    #[must_use]
    pub fn outcomes(&self, figure: FigureId, points: u8) -> Outcomes {
        let mut outcomes = Outcomes::new();
        outcomes.find(self, figure, points);
        outcomes
    }
}

impl Default for Outcomes {
    fn default() -> Outcomes {
        Outcomes::new()
    }
}

impl Outcomes {
    /// Creates an empty list of outcomes.
    #[must_use]
    pub fn new() -> Outcomes {
        Outcomes { figure: None, arrangements: Vec::new(), known: HashTable::new(), nodes: Vec::new() }
    }

    /// Replaces the list with the outcomes of another move, see [`Position::outcomes`].
    pub fn find(&mut self, position: &Position, figure: FigureId, points: u8) {
        let all = self.find_at_most(position, figure, points, usize::MAX);
        debug_assert!(all, "there is no limit");
    }

    /// Like [`find`](Outcomes::find), but gives up when there are more than `limit` states. Returns whether all
    /// outcomes have been found.
    ///
    /// With the points of a real figure there are some hundreds of states. With 20 points among many stones there are
    /// billions.
    pub fn find_at_most(&mut self, position: &Position, figure: FigureId, points: u8, limit: usize) -> bool {
        self.figure = Some(figure);
        self.arrangements.clear();
        self.known.clear();
        self.nodes.clear();
        let start = match position.whereabouts(figure) {
            Some(place @ (Whereabouts::Waiting | Whereabouts::On(_))) => place,
            Some(Whereabouts::Escaped | Whereabouts::Eaten) | None => return true,
        };
        let mut lifted = *position;
        lifted.lift_figure(figure);
        self.arrangements.push(Arrangement { position: lifted, open: CellSet::EMPTY, reached: CellSet::EMPTY });
        let arrangement = self.settle();
        self.reach(Node { place: start, step: None, cost: 0, arrangement, parent: 0 });
        let mut next = 0;
        while let Some(node) = self.nodes.get(next).copied()
            && node.cost < points
        {
            if self.nodes.len() > limit {
                return false;
            }
            match node.place {
                Whereabouts::On(cell) => {
                    for direction in Direction::ALL {
                        self.go(next as u32, node, cell, direction);
                    }
                    if cell == Cell::EXIT {
                        self.lead(next as u32, node, Step::Leave);
                    }
                }
                Whereabouts::Waiting => self.lead(next as u32, node, Step::Enter),
                Whereabouts::Escaped | Whereabouts::Eaten => {}
            }
            next += 1;
        }
        true
    }

    /// Iterates over the outcomes in order.
    pub fn iter(&self) -> impl Iterator<Item = Outcome<'_>> + '_ {
        let others =
            self.arrangements.first().map_or(CellSet::EMPTY, |arrangement| *arrangement.position.figures.cells());
        // A figure can pass over other figures, but must not stop there.
        let can_stop = move |node: &&Node| !matches!(node.place, Whereabouts::On(cell) if others.has(cell));
        self.nodes.iter().filter(can_stop).map(|node| Outcome { outcomes: self, node: *node })
    }

    /// Tries one step inside the fortress.
    #[inline]
    fn go(&mut self, parent: u32, node: Node, from: Cell, direction: Direction) {
        let Some(to) = from.step(direction) else { return };
        let arrangement = &mut self.arrangements[node.arrangement as usize];
        if arrangement.open.has(to) {
            if arrangement.reached.insert(to) {
                let (place, step) = (Whereabouts::On(to), Some(Step::Go(direction)));
                self.nodes.push(Node { place, step, cost: node.cost + 1, arrangement: node.arrangement, parent });
            }
        } else if arrangement.position.way(from, direction).is_ok() {
            // `lead` copies a position, so exclude blocked steps first: most spaces that are not open cannot be
            // entered.
            self.lead(parent, node, Step::Go(direction));
        }
    }

    /// Tries one step that the rules have to check.
    fn lead(&mut self, parent: u32, node: Node, step: Step) {
        let Some(figure) = self.figure else { return };
        // The step is made on a copy, which is kept if the arrangement of stones is new.
        let before = &self.arrangements[node.arrangement as usize];
        let copy = before.clone();
        self.arrangements.push(copy);
        let tried = self.arrangements.last_mut().expect("one has just been added");
        let Ok(place) = Hand::new(&mut tried.position, &mut ()).lead(figure, node.place, step) else {
            self.arrangements.pop();
            return;
        };
        let arrangement = self.settle();
        self.reach(Node { place, step: Some(step), cost: node.cost + 1, arrangement, parent });
    }

    /// Adds a node unless its state has been reached before.
    fn reach(&mut self, node: Node) {
        let is_new = match node.place {
            Whereabouts::On(cell) => self.arrangements[node.arrangement as usize].reached.insert(cell),
            // These states are reached only once: a waiting figure has not moved, and for each arrangement of stones
            // the exit corner, from which it escapes, is reached only once.
            Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => true,
        };
        if is_new {
            self.nodes.push(node);
        }
    }

    /// Keeps the last arrangement if it is new and drops it otherwise. Returns its index.
    fn settle(&mut self) -> u32 {
        let last = self.arrangements.len() - 1;
        let stones = |number: u32| &self.arrangements[number as usize].position.stones;
        let hash = |number: u32| FxBuildHasher.hash_one(stones(number));
        let is_same = |known: &u32| stones(*known) == stones(last as u32);
        match self.known.entry(hash(last as u32), is_same, |known| hash(*known)) {
            Entry::Occupied(known) => {
                let known = *known.get();
                self.arrangements.pop();
                known
            }
            Entry::Vacant(new) => {
                new.insert(last as u32);
                let arrangement = &mut self.arrangements[last];
                arrangement.open = arrangement.position.open();
                arrangement.reached = CellSet::EMPTY;
                last as u32
            }
        }
    }
}

impl Position {
    /// The plain floor that a figure can walk over: nothing is there except perhaps another figure.
    fn open(&self) -> CellSet {
        let mut open = self.bare.union(&self.figures.cells().without(self.blood()));
        if let Some(monster) = self.monster() {
            open.remove(monster.at);
        }
        open
    }
}

impl<'a> Outcome<'a> {
    /// The place of the figure after the move.
    #[must_use]
    pub fn place(&self) -> Whereabouts {
        self.node.place
    }

    /// The fewest movement points needed.
    #[must_use]
    pub fn cost(&self) -> u8 {
        self.node.cost
    }

    /// The number of the arrangement of stones after the move: outcomes with the same number have the same stones. 0 is
    /// the arrangement before the move.
    #[must_use]
    pub fn arrangement(&self) -> usize {
        self.node.arrangement as usize
    }

    /// A cheapest path to this outcome.
    #[must_use]
    pub fn path(&self) -> Vec<Step> {
        let mut path = vec![];
        let mut node = self.node;
        while let Some(step) = node.step {
            path.push(step);
            node = self.outcomes.nodes[node.parent as usize];
        }
        path.reverse();
        path
    }

    /// The position after the move.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = self.outcomes.arrangements[self.node.arrangement as usize].position;
        if let Some(figure) = self.outcomes.figure {
            position.put_figure(figure, self.node.place);
        }
        position
    }
}
