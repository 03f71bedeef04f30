//! A partly decided preparation, and the choices that are left.

use arrayvec::ArrayVec;
use rules::game::Axis;
use rules::{Cell, CellSet, Direction, Lanes, Position, Teleporter};

use crate::deed::{Deed, Preparation};
use crate::grant::Grant;
use crate::level::Level;
use crate::matching::assign;
use crate::thing::Thing;

/// The direction of arrows that are not decided yet.
const UNDECIDED: Direction = Direction::North;

/// Something undecided that the walk depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Which stone or figure is on this space, if any.
    Piece(Cell),
    /// Which floor tile is on this space, if any.
    Floor(Cell),
    /// The direction of the arrow on this space.
    Arrow(Cell),
    /// What else is done with the grant of this index, which the walk did not depend on.
    Rest(usize),
}

/// An answer to a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Nothing is there.
    Nothing,
    /// This deed is done, with the grant of this index.
    Do { grant: usize, deed: Deed },
    /// The piece that this grant may move stays where it is.
    Stay { grant: usize },
    /// The piece is moved; where to is not decided yet.
    Go { grant: usize },
    /// The arrow points there.
    Point(Direction),
}

/// A partly decided preparation.
///
/// Pieces that may be moved are off the board until they are decided. Spaces are recorded as they were before the walk:
/// the walk has not touched undecided ones.
#[derive(Clone)]
pub(super) struct Plan<'a> {
    level: &'a Level,
    /// The merged grants of the level, so that nothing is tried twice.
    grants: &'a [Grant],
    /// The number of undecided pieces of each grant.
    left: ArrayVec<u8, { Level::MOST_PIECES }>,
    /// For each grant, whether its piece has been taken up and must be laid somewhere.
    in_hand: [bool; Level::MOST_PIECES],
    /// The spaces whose piece is decided.
    pieces_known: CellSet,
    /// The spaces whose floor tile is decided.
    floors_known: CellSet,
    /// The spaces with a piece, including those that may still be moved away.
    occupied: CellSet,
    /// The teleporters with undecided arrows.
    unturned: CellSet,
    deeds: ArrayVec<Deed, { Level::MOST_PIECES }>,
    hidden: Hidden,
    /// All grants before this index are decided.
    rest: usize,
    /// The last deed of that grant. Later ones must be greater, so that each set of deeds is made once.
    last: Option<Deed>,
}

/// The undecided spaces.
#[derive(Clone, Copy, Default)]
pub(super) struct Hidden {
    /// Those whose piece is undecided.
    pub(super) pieces: Lanes,
    floors: CellSet,
    /// Those whose piece or floor tile is undecided.
    pub(super) any: CellSet,
}

impl Hidden {
    fn new(pieces: CellSet, floors: CellSet) -> Hidden {
        Hidden { pieces: pieces.into(), floors, any: pieces.union(&floors) }
    }

    /// Updates the sets after a question whose answer does not concern any other space.
    fn reveal(&mut self, question: Question) {
        match question {
            Question::Piece(cell) => {
                self.pieces.remove(cell);
                if !self.floors.has(cell) {
                    self.any.remove(cell);
                }
            }
            Question::Floor(cell) => {
                self.floors.remove(cell);
                if !self.pieces.has(cell) {
                    self.any.remove(cell);
                }
            }
            Question::Arrow(_) | Question::Rest(_) => {}
        }
    }
}

impl<'a> Plan<'a> {
    /// Creates a plan with nothing decided, and its position, without the pieces that may be moved.
    pub(super) fn new(level: &'a Level) -> (Plan<'a>, Position) {
        let mut position = *level.position();
        let occupied = Cell::ALL.into_iter().filter(|cell| !position.is_free(*cell)).collect();
        let mut unturned = CellSet::EMPTY;
        for grant in level.grants() {
            match *grant {
                Grant::Lay { .. } => {}
                Grant::Move { from, .. } => drop(position.take_up(from)),
                Grant::Turn { at } => drop(unturned.insert(at)),
            }
        }
        let grants = level.merged_grants();
        let mut plan = Plan {
            level,
            left: grants.iter().map(|grant| grant.pieces()).collect(),
            grants,
            in_hand: [false; Level::MOST_PIECES],
            pieces_known: CellSet::EMPTY,
            floors_known: CellSet::EMPTY,
            occupied,
            unturned,
            deeds: ArrayVec::new(),
            hidden: Hidden::default(),
            rest: 0,
            last: None,
        };
        plan.hide();
        (plan, position)
    }

    pub(super) fn hidden(&self) -> &Hidden {
        &self.hidden
    }

    pub(super) fn unturned(&self) -> &CellSet {
        &self.unturned
    }

    /// The first question about a space that something touches.
    pub(super) fn question(&self, cell: Cell) -> Question {
        if self.hidden.pieces.has(cell) { Question::Piece(cell) } else { Question::Floor(cell) }
    }

    fn hide(&mut self) {
        let (mut pieces, mut floors) = (CellSet::EMPTY, CellSet::EMPTY);
        for (grant, left) in self.grants.iter().zip(&self.left) {
            match grant {
                _ if *left == 0 => {}
                Grant::Lay { thing: Thing::Stone(_) | Thing::Figure, on, .. } => pieces = pieces.union(on),
                Grant::Lay { thing: Thing::SquarePool | Thing::LongPool | Thing::Teleporters, on, .. } => {
                    floors = floors.union(on);
                }
                Grant::Move { from, to } => {
                    pieces = pieces.union(to);
                    pieces.insert(*from);
                }
                Grant::Turn { .. } => {}
            }
        }
        let (pieces, floors) = (pieces.without(&self.pieces_known), floors.without(&self.floors_known));
        self.hidden = Hidden::new(pieces, floors);
    }

    /// All choices for a question.
    pub(super) fn choices(&self, question: Question) -> Vec<Choice> {
        match question {
            Question::Piece(cell) => self.pieces_for(cell),
            Question::Floor(cell) => self.floors_for(cell),
            Question::Arrow(_) => Direction::ALL.map(Choice::Point).into(),
            Question::Rest(grant) => self.rest_for(grant),
        }
    }

    fn rest_for(&self, grant: usize) -> Vec<Choice> {
        let leave = (!self.in_hand[grant]).then_some(Choice::Nothing);
        let last = self.last.filter(|_| grant == self.rest);
        let deeds = self.deeds_of(self.grants[grant]).into_iter().filter(|deed| last.is_none_or(|last| *deed > last));
        leave.into_iter().chain(deeds.map(|deed| Choice::Do { grant, deed })).collect()
    }

    fn pieces_for(&self, cell: Cell) -> Vec<Choice> {
        let grants = || self.grants.iter().enumerate().filter(|(grant, _)| self.left[*grant] > 0);
        let mover = grants().find(|(_, grant)| matches!(grant, Grant::Move { from, .. } if *from == cell));
        if let Some((grant, _)) = mover {
            // Nothing else may be laid there, because the space is occupied in the level as drawn.
            return if self.in_hand[grant] {
                vec![Choice::Nothing]
            } else {
                vec![Choice::Stay { grant }, Choice::Go { grant }]
            };
        }
        let deeds = grants().filter_map(|(nth, grant)| {
            let deed = match *grant {
                Grant::Lay { thing: Thing::Stone(stone), on, .. } if on.has(cell) => Deed::Stone { stone, at: cell },
                Grant::Lay { thing: Thing::Figure, on, .. } if on.has(cell) => Deed::Figure { at: cell },
                Grant::Move { from, to } if to.has(cell) => Deed::Move { from, to: cell },
                Grant::Lay { .. } | Grant::Move { .. } | Grant::Turn { .. } => return None,
            };
            Some(Choice::Do { grant: nth, deed })
        });
        std::iter::once(Choice::Nothing).chain(deeds).collect()
    }

    fn floors_for(&self, cell: Cell) -> Vec<Choice> {
        let mut choices = vec![Choice::Nothing];
        for (nth, grant) in self.grants.iter().enumerate().filter(|(grant, _)| self.left[*grant] > 0) {
            let Grant::Lay { thing, on, .. } = grant else { continue };
            let deeds: Vec<Deed> = match thing {
                Thing::Stone(_) | Thing::Figure => continue,
                Thing::SquarePool | Thing::LongPool => {
                    let firsts = (0..4).flat_map(|right| (0..4).map(move |down| (right, down)));
                    let firsts = firsts.filter_map(|(right, down)| {
                        Cell::new(cell.column().checked_sub(right)?, cell.row().checked_sub(down)?)
                    });
                    let pools = firsts.flat_map(|at| pools(*thing, at));
                    pools
                        .filter(|deed| deed.cells().is_some_and(|cells| cells.has(cell) && self.has_floor(&cells, on)))
                        .collect()
                }
                Thing::Teleporters => {
                    let others = on.iter().filter(|other| *other != cell && self.is_bare(*other, on));
                    let pairs = others.map(|other| teleporters([cell, other]));
                    if self.is_bare(cell, on) { pairs.collect() } else { vec![] }
                }
            };
            choices.extend(deeds.into_iter().map(|deed| Choice::Do { grant: nth, deed }));
        }
        choices
    }

    /// Whether a piece has been taken up and not been laid yet.
    pub(super) fn has_piece_in_hand(&self) -> bool {
        self.pieces_in_hand().next().is_some()
    }

    /// Whether a pool can still lie on these spaces.
    fn has_floor(&self, cells: &CellSet, on: &CellSet) -> bool {
        cells.without(on).is_empty() && cells.intersection(&self.floors_known).is_empty()
    }

    /// Whether a teleporter can still lie on this space.
    fn is_bare(&self, cell: Cell, on: &CellSet) -> bool {
        on.has(cell) && !self.floors_known.has(cell) && !self.occupied.has(cell)
    }

    /// Whether a stone or figure can still lie on this space.
    fn is_free(&self, cell: Cell) -> bool {
        !self.pieces_known.has(cell) && !self.occupied.has(cell)
    }

    /// Decides a question and updates `positions`, whose walks have not touched its spaces.
    pub(super) fn decide(&mut self, question: Question, choice: Choice, positions: [&mut Position; 2]) {
        if let Question::Rest(grant) = question {
            return self.decide_rest(grant, choice);
        }
        let mut is_all_hidden_as_before = true;
        match choice {
            Choice::Nothing => {}
            Choice::Do { grant, deed } => {
                is_all_hidden_as_before = false;
                self.note(grant, deed);
                positions.into_iter().for_each(|position| self.lay(deed, position));
            }
            Choice::Stay { grant } => {
                is_all_hidden_as_before = false;
                self.left[grant] = 0;
                if let Grant::Move { from, .. } = self.grants[grant] {
                    positions.into_iter().for_each(|position| self.lay(Deed::Move { from, to: from }, position));
                }
            }
            Choice::Go { grant } => self.in_hand[grant] = true,
            Choice::Point(arrow) => {
                if let Question::Arrow(cell) = question {
                    self.point(cell, arrow);
                    positions.into_iter().for_each(|position| position.point_teleporter(cell, arrow));
                }
            }
        }
        match question {
            Question::Piece(cell) => drop(self.pieces_known.insert(cell)),
            Question::Floor(cell) => drop(self.floors_known.insert(cell)),
            Question::Arrow(cell) => self.unturned.remove(cell),
            Question::Rest(_) => {}
        }
        if is_all_hidden_as_before {
            self.hidden.reveal(question);
        } else {
            self.hide();
        }
    }

    /// Records a deed.
    fn note(&mut self, grant: usize, deed: Deed) {
        self.left[grant] -= 1;
        self.deeds.push(deed);
        match deed {
            Deed::Stone { at, .. } | Deed::Figure { at } | Deed::Move { to: at, .. } => {
                self.occupied.insert(at);
                self.pieces_known.insert(at);
            }
            Deed::SquarePool { .. } | Deed::LongPool { .. } => {
                let cells = deed.cells().expect("a pool that sticks out is no choice");
                self.floors_known = self.floors_known.union(&cells);
            }
            Deed::Teleporters(pair) => {
                for Teleporter { at, .. } in pair {
                    self.floors_known.insert(at);
                    self.pieces_known.insert(at);
                    self.unturned.insert(at);
                }
            }
            Deed::Turn { .. } => {}
        }
    }

    /// Decides the direction of an arrow.
    fn point(&mut self, cell: Cell, arrow: Direction) {
        let laid = self.deeds.iter_mut().find_map(|deed| match deed {
            Deed::Teleporters(pair) => pair.iter_mut().find(|teleporter| teleporter.at == cell),
            _ => None,
        });
        match laid {
            Some(teleporter) => teleporter.arrow = arrow,
            None if arrow_on(self.level.position(), cell) == Some(arrow) => {}
            None => self.deeds.push(Deed::Turn { at: cell, arrow }),
        }
    }

    fn lay(&self, deed: Deed, position: &mut Position) {
        let laid = self.level.lay(deed, position);
        debug_assert_eq!(laid, Ok(()), "undecided spaces are empty");
    }

    /// The next question when the walk is over: first about the pieces that were taken up, then about the unused
    /// pieces, then about the arrows. `None` if everything is decided.
    pub(super) fn rest(&mut self) -> Option<Question> {
        if let Some(grant) = self.pieces_in_hand().next() {
            return Some(Question::Rest(grant));
        }
        while let Some(grant) = self.grants.get(self.rest) {
            // Arrows come last, one by one.
            if self.left[self.rest] > 0 && !matches!(grant, Grant::Turn { .. }) {
                return Some(Question::Rest(self.rest));
            }
            self.rest += 1;
            self.last = None;
        }
        self.unturned.first().map(Question::Arrow)
    }

    /// Decides a question when the walk is over and no position needs an update.
    fn decide_rest(&mut self, grant: usize, choice: Choice) {
        match choice {
            Choice::Do { grant, deed } => {
                self.note(grant, deed);
                self.last = Some(deed).filter(|_| grant == self.rest).or(self.last);
            }
            Choice::Nothing | Choice::Stay { .. } | Choice::Go { .. } | Choice::Point(_) => self.left[grant] = 0,
        }
    }

    /// The grants whose pieces have been taken up and not been laid yet.
    fn pieces_in_hand(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.left.len()).filter(|grant| self.in_hand[*grant] && self.left[*grant] > 0)
    }

    /// Decides the rest with as few pieces as possible; `None` if there is no space left for a piece that was taken up.
    pub(super) fn finished(&self) -> Option<Preparation> {
        let in_hand: Vec<usize> = self.pieces_in_hand().collect();
        let deeds = in_hand.iter().flat_map(|grant| self.deeds_of(self.grants[*grant]));
        let cells = deeds.filter_map(Deed::cells).fold(CellSet::EMPTY, |all, cells| all.union(&cells));
        let cells: Vec<Cell> = cells.iter().collect();
        let goes_to = |piece: usize| match self.grants[in_hand[piece]] {
            Grant::Move { from, to } => Some((from, to)),
            Grant::Lay { .. } | Grant::Turn { .. } => None,
        };
        let fits = |piece: usize, cell: usize| goes_to(piece).is_some_and(|(_, to)| to.has(cells[cell]));
        let laid = assign(in_hand.len(), cells.len(), fits);
        let laid = laid.into_iter().zip(&cells).filter_map(|(piece, cell)| {
            let (from, _) = goes_to(piece?)?;
            Some(Deed::Move { from, to: *cell })
        });
        let laid: Vec<Deed> = laid.collect();
        (laid.len() == in_hand.len()).then(|| self.deeds.iter().copied().chain(laid).collect())
    }

    /// The preparation, when everything is decided.
    pub(super) fn preparation(&self) -> Preparation {
        self.deeds.iter().copied().collect()
    }

    /// All deeds of a grant that are still possible, in ascending order.
    fn deeds_of(&self, grant: Grant) -> Vec<Deed> {
        let free = |on: CellSet| on.iter().filter(|cell| self.is_free(*cell)).collect::<Vec<_>>().into_iter();
        let mut deeds: Vec<Deed> = match grant {
            Grant::Lay { thing: Thing::Stone(stone), on, .. } => free(on).map(|at| Deed::Stone { stone, at }).collect(),
            Grant::Lay { thing: Thing::Figure, on, .. } => free(on).map(|at| Deed::Figure { at }).collect(),
            Grant::Move { from, to } => free(to).map(|to| Deed::Move { from, to }).collect(),
            Grant::Lay { thing: thing @ (Thing::SquarePool | Thing::LongPool), on, .. } => {
                let pools = on.iter().flat_map(|at| pools(thing, at));
                pools.filter(|deed| deed.cells().is_some_and(|cells| self.has_floor(&cells, &on))).collect()
            }
            Grant::Lay { thing: Thing::Teleporters, on, .. } => {
                let bare: Vec<Cell> = on.iter().filter(|cell| self.is_bare(*cell, &on)).collect();
                let firsts = bare.iter().enumerate();
                firsts.flat_map(|(nth, one)| bare[nth + 1..].iter().map(|other| teleporters([*one, *other]))).collect()
            }
            // Arrows have questions of their own.
            Grant::Turn { .. } => vec![],
        };
        deeds.sort();
        deeds
    }
}

fn arrow_on(position: &Position, cell: Cell) -> Option<Direction> {
    position.teleporters().flatten().find(|teleporter| teleporter.at == cell).map(|teleporter| teleporter.arrow)
}

/// The ways to lay a pool with its first space on `at`, whether it fits or not.
fn pools(thing: Thing, at: Cell) -> impl Iterator<Item = Deed> {
    let square = (thing == Thing::SquarePool).then_some(Deed::SquarePool { at });
    let axes = [Axis::Row, Axis::Column].into_iter().filter(move |_| thing == Thing::LongPool);
    square.into_iter().chain(axes.map(move |axis| Deed::LongPool { at, axis }))
}

/// A pair of teleporters with undecided arrows.
fn teleporters(cells: [Cell; 2]) -> Deed {
    Deed::teleporters(cells.map(|at| Teleporter { at, arrow: UNDECIDED }))
}
