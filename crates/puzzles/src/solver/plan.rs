//! What has been decided of a preparation so far, and what could still be done.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use rules::game::Axis;
use rules::{Cell, CellSet, Direction, FigureId, Lanes, Piece, Position, Teleporter, Whereabouts};

use crate::deed::Deed;
use crate::level::{Grant, Level, Thing};

/// Where an arrow points that nobody has decided yet.
const UNDECIDED: Direction = Direction::North;

/// Something that the walk depends on and that nobody has decided yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Which stone or figure is on this space, if any.
    Piece(Cell),
    /// Which floor tile is on this space, if any.
    Floor(Cell),
    /// Where the arrow on this space points.
    Arrow(Cell),
}

/// An answer to a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Nothing is laid there.
    Nothing,
    /// This is done, by the grant of this number.
    Do { grant: usize, deed: Deed },
    /// What this grant may move stays where it is.
    Stay { grant: usize },
    /// It goes somewhere else; where is not decided yet.
    Go { grant: usize },
    /// The arrow points there.
    Point(Direction),
}

/// Which pieces lie where, as far as it is decided.
///
/// Pieces that may be moved are off the table until somebody asks. Spaces count as they were before the monster was let loose: what nobody has asked for
/// has not been touched since.
#[derive(Clone)]
pub(super) struct Plan<'a> {
    level: &'a Level,
    /// Of how many pieces each grant has not decided yet.
    left: ArrayVec<u8, { Level::MOST_PIECES }>,
    /// Of each grant whether its piece has been taken up and must be laid somewhere.
    in_hand: [bool; Level::MOST_PIECES],
    /// Of these spaces it is decided which piece is on them.
    pieces_known: CellSet,
    /// Of these spaces it is decided which floor tile is on them.
    floors_known: CellSet,
    /// The spaces on which a piece is, or would be if it stayed.
    occupied: CellSet,
    /// The teleporters whose arrows are not decided.
    unturned: CellSet,
    deeds: ArrayVec<Deed, { Level::MOST_PIECES }>,
    hidden: Hidden,
}

/// The spaces on which something could lie that nobody has decided yet.
#[derive(Clone, Copy, Default)]
pub(super) struct Hidden {
    /// Stones and figures.
    pub(super) pieces: Lanes,
    floors: CellSet,
    /// Either of them.
    pub(super) any: CellSet,
}

impl Hidden {
    fn new(pieces: CellSet, floors: CellSet) -> Hidden {
        Hidden { pieces: pieces.into(), floors, any: pieces.union(&floors) }
    }

    /// A question has been answered with nothing new on any other space.
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
            Question::Arrow(_) => {}
        }
    }
}

impl<'a> Plan<'a> {
    /// Nothing is decided. Returns the table, too, without the pieces that may be moved.
    pub(super) fn new(level: &'a Level) -> (Plan<'a>, Position) {
        let mut table = *level.table();
        let occupied = Cell::ALL.into_iter().filter(|cell| !table.is_free(*cell)).collect();
        let mut unturned = CellSet::EMPTY;
        for grant in level.grants() {
            match *grant {
                Grant::Lay { .. } => {}
                Grant::Move { from, .. } => drop(table.take_up(from)),
                Grant::Turn { at } => drop(unturned.insert(at)),
            }
        }
        let mut plan = Plan {
            level,
            left: level.grants().iter().map(|grant| grant.pieces()).collect(),
            in_hand: [false; Level::MOST_PIECES],
            pieces_known: CellSet::EMPTY,
            floors_known: CellSet::EMPTY,
            occupied,
            unturned,
            deeds: ArrayVec::new(),
            hidden: Hidden::default(),
        };
        plan.hide();
        (plan, table)
    }

    pub(super) fn hidden(&self) -> &Hidden {
        &self.hidden
    }

    pub(super) fn unturned(&self) -> &CellSet {
        &self.unturned
    }

    /// Whether a piece has been taken up and not been laid yet.
    pub(super) fn has_piece_in_hand(&self) -> bool {
        self.left.iter().zip(self.in_hand).any(|(left, in_hand)| in_hand && *left > 0)
    }

    /// What is first asked of a space that something touches.
    pub(super) fn question(&self, cell: Cell) -> Question {
        if self.hidden.pieces.has(cell) { Question::Piece(cell) } else { Question::Floor(cell) }
    }

    fn hide(&mut self) {
        let (mut pieces, mut floors) = (CellSet::EMPTY, CellSet::EMPTY);
        for (grant, left) in self.level.grants().iter().zip(&self.left) {
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

    /// Every answer to a question.
    pub(super) fn choices(&self, question: Question) -> Vec<Choice> {
        match question {
            Question::Piece(cell) => self.pieces_for(cell),
            Question::Floor(cell) => self.floors_for(cell),
            Question::Arrow(_) => Direction::ALL.map(Choice::Point).into(),
        }
    }

    fn pieces_for(&self, cell: Cell) -> Vec<Choice> {
        let grants = || self.level.grants().iter().enumerate().filter(|(grant, _)| self.left[*grant] > 0);
        let mover = grants().find(|(_, grant)| matches!(grant, Grant::Move { from, .. } if *from == cell));
        if let Some((grant, _)) = mover {
            // Nothing else may be laid there: there is no room in the level as it is drawn.
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
        for (nth, grant) in self.level.grants().iter().enumerate().filter(|(grant, _)| self.left[*grant] > 0) {
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
                    let pairs = others.map(|other| teleporters([cell, other], [UNDECIDED; 2]));
                    if self.is_bare(cell, on) { pairs.collect() } else { vec![] }
                }
            };
            choices.extend(deeds.into_iter().map(|deed| Choice::Do { grant: nth, deed }));
        }
        choices
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

    /// Decides a question, here and on `tables`, on none of which anything has touched the spaces that it is about.
    pub(super) fn decide(&mut self, question: Question, choice: Choice, tables: [&mut Position; 2]) {
        let mut is_all_hidden_as_before = true;
        match choice {
            Choice::Nothing => {}
            Choice::Do { grant, deed } => {
                is_all_hidden_as_before = false;
                self.note(grant, deed);
                tables.into_iter().for_each(|table| self.lay(deed, table));
            }
            Choice::Stay { grant } => {
                is_all_hidden_as_before = false;
                self.left[grant] = 0;
                if let Grant::Move { from, .. } = self.level.grants()[grant] {
                    tables.into_iter().for_each(|table| self.lay(Deed::Move { from, to: from }, table));
                }
            }
            Choice::Go { grant } => self.in_hand[grant] = true,
            Choice::Point(arrow) => {
                if let Question::Arrow(cell) = question {
                    self.point(cell, arrow);
                    tables.into_iter().for_each(|table| table.point_teleporter(cell, arrow));
                }
            }
        }
        match question {
            Question::Piece(cell) => drop(self.pieces_known.insert(cell)),
            Question::Floor(cell) => drop(self.floors_known.insert(cell)),
            Question::Arrow(cell) => self.unturned.remove(cell),
        }
        if is_all_hidden_as_before {
            self.hidden.reveal(question);
        } else {
            self.hide();
        }
    }

    /// Takes note of a deed.
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

    /// Decides where an arrow points.
    fn point(&mut self, cell: Cell, arrow: Direction) {
        let laid = self.deeds.iter_mut().find_map(|deed| match deed {
            Deed::Teleporters(pair) => pair.iter_mut().find(|teleporter| teleporter.at == cell),
            _ => None,
        });
        match laid {
            Some(teleporter) => teleporter.arrow = arrow,
            None if arrow_on(self.level.table(), cell) == Some(arrow) => {}
            None => self.deeds.push(Deed::Turn { at: cell, arrow }),
        }
    }

    fn lay(&self, deed: Deed, table: &mut Position) {
        let laid = match deed {
            Deed::Stone { stone, at } => table.lay_stone(stone, at),
            Deed::Figure { at } => {
                // Those that may be moved wait as well while they are off the table.
                let waits =
                    |figure: &FigureId, table: &Position| table.whereabouts(*figure) == Some(Whereabouts::Waiting);
                let mut ours = self.level.ours().iter();
                let figure = ours.find(|figure| waits(figure, table) && waits(figure, self.level.table()));
                figure.map_or(Ok(()), |figure| table.lay_figure(figure, at))
            }
            Deed::SquarePool { .. } | Deed::LongPool { .. } => {
                deed.cells().map_or(Ok(()), |cells| table.lay_blood(&cells))
            }
            Deed::Teleporters(pair) => table.lay_teleporters(pair),
            Deed::Move { from, to } => match self.level.table().piece_at(from) {
                Some(Piece::Stone(stone)) => table.lay_stone(stone, to),
                Some(Piece::Figure(figure)) => table.lay_figure(figure, to),
                None => Ok(()),
            },
            Deed::Turn { at, arrow } => {
                table.point_teleporter(at, arrow);
                Ok(())
            }
        };
        debug_assert_eq!(laid, Ok(()), "what is laid late lies where nothing has been");
    }

    /// Tells every way to decide the rest, those that use fewest pieces first, until `tell` has enough.
    pub(super) fn completions(&self, tell: &mut impl FnMut(&[Deed]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.complete(0, None, tell)
    }

    /// Decides the rest of this grant, with deeds that come `after` another, and of those behind it.
    fn complete(
        &self,
        grant: usize,
        after: Option<Deed>,
        tell: &mut impl FnMut(&[Deed]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(given) = self.level.grants().get(grant) else { return self.point_the_rest(tell) };
        if !self.in_hand[grant] || self.left[grant] == 0 {
            self.complete(grant + 1, None, tell)?;
        }
        if self.left[grant] == 0 {
            return ControlFlow::Continue(());
        }
        for deed in self.deeds_of(*given).into_iter().filter(|deed| after.is_none_or(|after| *deed > after)) {
            let mut plan = self.clone();
            plan.note(grant, deed);
            plan.complete(grant, Some(deed), tell)?;
        }
        ControlFlow::Continue(())
    }

    /// Every deed of a grant that is still possible, in order.
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
                firsts
                    .flat_map(|(nth, one)| {
                        bare[nth + 1..].iter().map(|other| teleporters([*one, *other], [UNDECIDED; 2]))
                    })
                    .collect()
            }
            // Decided with the arrows.
            Grant::Turn { .. } => vec![],
        };
        deeds.sort();
        deeds
    }

    fn point_the_rest(&self, tell: &mut impl FnMut(&[Deed]) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(cell) = self.unturned.first() else { return tell(&self.deeds) };
        let unused = arrow_on(self.level.table(), cell);
        let others = Direction::ALL.into_iter().filter(|arrow| Some(*arrow) != unused);
        for arrow in unused.into_iter().chain(others) {
            let mut plan = self.clone();
            plan.unturned.remove(cell);
            plan.point(cell, arrow);
            plan.point_the_rest(tell)?;
        }
        ControlFlow::Continue(())
    }
}

fn arrow_on(table: &Position, cell: Cell) -> Option<Direction> {
    table.teleporters().flatten().find(|teleporter| teleporter.at == cell).map(|teleporter| teleporter.arrow)
}

/// The ways a pool can lie with its first space there, whether it fits or not.
fn pools(thing: Thing, at: Cell) -> impl Iterator<Item = Deed> {
    let square = (thing == Thing::SquarePool).then_some(Deed::SquarePool { at });
    let axes = [Axis::Row, Axis::Column].into_iter().filter(move |_| thing == Thing::LongPool);
    square.into_iter().chain(axes.map(move |axis| Deed::LongPool { at, axis }))
}

fn teleporters(cells: [Cell; 2], arrows: [Direction; 2]) -> Deed {
    let [(one, north), (other, south)] = [(cells[0], arrows[0]), (cells[1], arrows[1])];
    let mut pair = [Teleporter { at: one, arrow: north }, Teleporter { at: other, arrow: south }];
    pair.sort();
    Deed::Teleporters(pair)
}
