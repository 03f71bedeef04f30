//! A level of the puzzle game: the trap that a player builds, what becomes of it when the monster is let loose, and the
//! helps.

mod help;
mod outcome;
pub mod picture;
mod slot;
mod words;

use std::sync::Arc;

use puzzles::{Deed, Level, Preparation, Thing};
use rules::game::Axis;
use rules::{Cell, CellSet, Direction, Position, Teleporter};

use crate::draw::level_map::LARGEST_AREA;

pub use help::{Asked, Ending, Helping, Quest, Way, first_to_matter};
pub use outcome::{Circle, Loss, Meal, Outcome, Seen, Spared, Verdict, let_loose};
pub use slot::Slot;
pub use words::{Command, Mistake, Wanted, Word, read_line};

/// The trap that a player builds.
///
/// Invariant: the level allows everything that is built.
#[derive(Clone, Debug, PartialEq)]
pub struct Trap {
    level: Arc<Level>,
    slots: Vec<Slot>,
    /// What is done with each slot.
    built: Vec<Option<Deed>>,
    /// What was built before each change.
    past: Vec<Vec<Option<Deed>>>,
    hand: Option<Hand>,
}

/// Something in the hand of the player. It also stays where it lies until it is put somewhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The index of its slot.
    pub slot: usize,
    /// How it lies, if it is the long pool.
    pub axis: Axis,
    /// The arrow of the next teleporter.
    pub arrow: Direction,
    /// The first teleporter of the pair, which waits for its twin.
    pub first: Option<Teleporter>,
}

/// Why something cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It would stick out of the fortress.
    SticksOut,
    /// The level does not allow it anywhere.
    NotAllowed,
    /// The level allows it, but not there.
    NotThere,
    /// The space is occupied in the level as drawn, even if the piece there can be moved away.
    AsDrawn(Cell),
    /// Something lies or stands on the space.
    InTheWay(Cell),
    /// There are no more of that kind.
    TooMany,
    /// There is nothing on the space that could be moved or turned.
    NothingThere(Cell),
}

impl From<puzzles::Refusal> for Refusal {
    fn from(refusal: puzzles::Refusal) -> Refusal {
        match refusal {
            puzzles::Refusal::SticksOut(_) => Refusal::SticksOut,
            puzzles::Refusal::NotGranted(_) => Refusal::NotAllowed,
            puzzles::Refusal::NotThere(_) => Refusal::NotThere,
            puzzles::Refusal::NoRoom { cell, .. } => Refusal::AsDrawn(cell),
            puzzles::Refusal::TooMany(_) => Refusal::TooMany,
            puzzles::Refusal::InTheWay { cell, .. } => Refusal::InTheWay(cell),
        }
    }
}

/// What a touch of a space did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// The piece there is in the hand now.
    Taken,
    /// Something was laid, moved or turned.
    Built,
    /// The first teleporter of a pair stands; its twin is in the hand.
    HalfBuilt,
}

impl Trap {
    /// A level in which nothing has been done.
    #[must_use]
    pub fn new(level: Arc<Level>) -> Trap {
        let slots = Slot::of(&level);
        Trap { built: vec![None; slots.len()], slots, level, past: vec![], hand: None }
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// What may be laid, moved or turned, one slot for each piece.
    #[must_use]
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// What is done with a slot.
    #[must_use]
    pub fn deed(&self, slot: usize) -> Option<Deed> {
        self.built.get(slot).copied().flatten()
    }

    /// Everything that is done.
    #[must_use]
    pub fn preparation(&self) -> Preparation {
        self.built.iter().flatten().copied().collect()
    }

    /// The board with everything that is done.
    #[must_use]
    pub fn position(&self) -> Position {
        self.level.prepare(&self.preparation()).expect("the level allows everything that is built")
    }

    /// What is in the hand.
    #[must_use]
    pub fn hand(&self) -> Option<Hand> {
        self.hand
    }

    /// Whether nothing is done.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.built.iter().all(Option::is_none)
    }

    /// Whether a change can be undone.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty() || self.hand.is_some()
    }

    /// Drops what is in the hand, or else undoes the last change.
    pub fn undo(&mut self) {
        if self.hand.take().is_none()
            && let Some(built) = self.past.pop()
        {
            self.built = built;
        }
    }

    /// Undoes everything. This is a change that can be undone.
    pub fn clear(&mut self) {
        self.hand = None;
        self.change(vec![None; self.slots.len()]);
    }

    /// Takes the piece of a slot into the hand, wherever it is. A teleporter that may only be turned is turned.
    pub fn take(&mut self, slot: usize) {
        match self.slots.get(slot) {
            None => {}
            Some(Slot::Turn { at, .. }) => self.turn_at(*at),
            Some(Slot::Lay { .. } | Slot::Move { .. }) => {
                let (axis, arrow) = match self.deed(slot) {
                    Some(Deed::LongPool { axis, .. }) => (axis, Direction::North),
                    _ => (Axis::Row, Direction::North),
                };
                self.hand = Some(Hand { slot, axis, arrow, first: None });
            }
        }
    }

    /// Drops what is in the hand. It stays where it was.
    pub fn let_go(&mut self) {
        self.hand = None;
    }

    /// Turns what is in the hand by a quarter.
    pub fn turn(&mut self) {
        if let Some(hand) = &mut self.hand {
            hand.arrow = hand.arrow.right();
            hand.axis = match hand.axis {
                Axis::Row => Axis::Column,
                Axis::Column => Axis::Row,
            };
        }
    }

    /// Whether what is in the hand can be turned.
    #[must_use]
    pub fn hand_turns(&self) -> bool {
        let thing = self.hand.and_then(|hand| self.slots.get(hand.slot)).map(Slot::thing);
        matches!(thing, Some(Some(Thing::LongPool | Thing::Teleporters)))
    }

    /// Undoes what is done with a slot.
    pub fn take_off(&mut self, slot: usize) {
        self.hand = None;
        if self.deed(slot).is_some() {
            self.change(self.with(slot, None));
        }
    }

    /// The slot whose piece is on a space, or whose tile covers it. Pieces lie above tiles.
    #[must_use]
    pub fn slot_at(&self, cell: Cell) -> Option<usize> {
        let covers = |nth: &usize| match (&self.slots[*nth], self.built[*nth]) {
            (Slot::Move { from, .. }, None) => *from == cell,
            (Slot::Turn { at, .. }, _) => *at == cell,
            (_, Some(deed)) => deed.cells().is_some_and(|cells| cells.has(cell)),
            (Slot::Lay { .. }, None) => false,
        };
        let is_piece = |nth: &usize| self.slots[*nth].is_piece();
        let all = || (0..self.slots.len()).filter(covers);
        all().find(is_piece).or_else(|| all().next())
    }

    /// A click on a space: puts down what is in the hand, or takes or turns what is there. Another piece is taken instead
    /// of the one in the hand.
    ///
    /// # Errors
    ///
    /// Why that is impossible; the trap is then unchanged.
    pub fn touch(&mut self, cell: Cell) -> Result<Touched, Refusal> {
        if let Some(hand) = self.hand {
            let other = self.slot_at(cell).filter(|other| *other != hand.slot && self.slots[*other].is_piece());
            return match (self.put_down(hand, cell), other) {
                (Err(_), Some(other)) => {
                    self.take(other);
                    Ok(Touched::Taken)
                }
                (done, _) => done,
            };
        }
        let slot = self.slot_at(cell).ok_or(Refusal::NothingThere(cell))?;
        match (&self.slots[slot], self.deed(slot)) {
            (Slot::Turn { .. }, _) | (_, Some(Deed::Teleporters(_))) => {
                self.turn_at(cell);
                Ok(Touched::Built)
            }
            (Slot::Lay { .. } | Slot::Move { .. }, _) => {
                self.take(slot);
                Ok(Touched::Taken)
            }
        }
    }

    /// A piece that was dragged is dropped on a space: it is put down there, or stays where it was. Unlike a
    /// [touch](Trap::touch), it never takes another piece.
    ///
    /// # Errors
    ///
    /// Why it may not lie there.
    pub fn drop_at(&mut self, cell: Cell) -> Result<Touched, Refusal> {
        let hand = self.hand.ok_or(Refusal::NothingThere(cell))?;
        let done = self.put_down(hand, cell);
        if done.is_err() {
            self.hand = None;
        }
        done
    }

    /// Puts down what is in the hand.
    fn put_down(&mut self, hand: Hand, cell: Cell) -> Result<Touched, Refusal> {
        let slot = &self.slots[hand.slot];
        // Back where it came from.
        if matches!(slot, Slot::Move { from, .. } if *from == cell) {
            self.take_off(hand.slot);
            return Ok(Touched::Built);
        }
        if slot.thing() == Some(Thing::Teleporters) && hand.first.is_none() {
            self.check_first(hand.slot, cell)?;
            self.hand = Some(Hand { first: Some(Teleporter { at: cell, arrow: hand.arrow }), ..hand });
            return Ok(Touched::HalfBuilt);
        }
        let deed = self.best(hand, cell)?;
        self.change(self.with(hand.slot, Some(deed)));
        self.hand = None;
        Ok(Touched::Built)
    }

    /// Whether the first teleporter of a pair may lie here.
    fn check_first(&self, slot: usize, cell: Cell) -> Result<(), Refusal> {
        let Slot::Lay { on, .. } = &self.slots[slot] else { return Err(Refusal::NotAllowed) };
        if !on.has(cell) {
            return Err(if self.level.position().is_bare(cell) { Refusal::NotThere } else { Refusal::AsDrawn(cell) });
        }
        let others = self.with(slot, None).into_iter().flatten().collect();
        let is_bare = self.level.prepare(&others).is_ok_and(|position| position.is_bare(cell));
        if is_bare { Ok(()) } else { Err(Refusal::InTheWay(cell)) }
    }

    /// The deed that puts what is in the hand onto a space. A pool lies such that it covers the space.
    fn best(&self, hand: Hand, cell: Cell) -> Result<Deed, Refusal> {
        let deeds = self.slots[hand.slot].deeds(hand, cell);
        let mut why = Refusal::SticksOut;
        for (nth, deed) in deeds.into_iter().enumerate() {
            match self.check(hand.slot, deed) {
                Ok(()) => return Ok(deed),
                // The first way is the one that the player sees.
                Err(refusal) if nth == 0 => why = refusal,
                Err(_) => {}
            }
        }
        Err(why)
    }

    /// Whether a deed may be done with a slot, beside everything that is done with the others.
    fn check(&self, slot: usize, deed: Deed) -> Result<(), Refusal> {
        if !self.level.grants_of_pieces().nth(slot).is_some_and(|grant| grant.allows(deed)) {
            return Err(self.refusal(&[deed].into_iter().collect(), deed).unwrap_or(Refusal::NotThere));
        }
        let all: Preparation = self.with(slot, Some(deed)).into_iter().flatten().collect();
        self.refusal(&all, deed).map_or(Ok(()), Err)
    }

    /// Why the level does not allow a preparation: what it says about this deed, or else the first refusal.
    fn refusal(&self, preparation: &Preparation, deed: Deed) -> Option<Refusal> {
        let refusals = self.level.prepare(preparation).err()?;
        let is_about = |refusal: &&puzzles::Refusal| match refusal {
            puzzles::Refusal::SticksOut(one)
            | puzzles::Refusal::NotGranted(one)
            | puzzles::Refusal::NotThere(one)
            | puzzles::Refusal::TooMany(one)
            | puzzles::Refusal::NoRoom { deed: one, .. }
            | puzzles::Refusal::InTheWay { deed: one, .. } => *one == deed,
        };
        refusals.iter().find(is_about).or(refusals.first()).copied().map(Refusal::from)
    }

    /// Does what was typed, with whatever slot allows it.
    ///
    /// # Errors
    ///
    /// Why it is impossible; the trap is then unchanged.
    pub fn apply(&mut self, deed: Deed) -> Result<(), Refusal> {
        // A piece that is moved or turned again has only one deed.
        let mut built = self.built.clone();
        for other in &mut built {
            let is_same = match (*other, deed) {
                (Some(Deed::Move { from, .. }), Deed::Move { from: again, .. }) => from == again,
                (Some(Deed::Turn { at, .. }), Deed::Turn { at: again, .. }) => at == again,
                _ => false,
            };
            if is_same {
                *other = None;
            }
        }
        let deeds: Vec<Deed> = built.into_iter().flatten().chain([deed]).collect();
        if let Some(refusal) = self.refusal(&deeds.iter().copied().collect(), deed) {
            return Err(refusal);
        }
        self.lay_out(&deeds).ok_or(Refusal::TooMany)
    }

    /// Does all of this instead of what is done; `None` if the level does not allow it.
    pub fn lay_out(&mut self, deeds: &[Deed]) -> Option<()> {
        self.level.prepare(&deeds.iter().copied().collect()).ok()?;
        let pieces = self.level.pieces_for(deeds);
        self.hand = None;
        self.change(pieces.into_iter().map(|nth| nth.map(|nth| deeds[nth])).collect());
        Some(())
    }

    /// Turns the arrow of the teleporter on a space by a quarter, if that is allowed.
    fn turn_at(&mut self, cell: Cell) {
        let Some(slot) = self.slot_at(cell) else { return };
        let deed = match (&self.slots[slot], self.deed(slot)) {
            (Slot::Turn { at, arrow }, deed) => {
                let now = if let Some(Deed::Turn { arrow, .. }) = deed { arrow } else { *arrow };
                // As it was: nothing is done.
                (now.right() != *arrow).then_some(Deed::Turn { at: *at, arrow: now.right() })
            }
            (_, Some(Deed::Teleporters(mut pair))) => {
                let turned = pair.iter_mut().find(|teleporter| teleporter.at == cell);
                turned.into_iter().for_each(|teleporter| teleporter.arrow = teleporter.arrow.right());
                Some(Deed::Teleporters(pair))
            }
            (Slot::Lay { .. } | Slot::Move { .. }, _) => return,
        };
        self.change(self.with(slot, deed));
    }

    /// The spaces onto which what is in the hand may be put.
    #[must_use]
    pub fn legal(&self) -> CellSet {
        let Some(hand) = self.hand else { return CellSet::EMPTY };
        let Some(area) = self.slots[hand.slot].area() else { return CellSet::EMPTY };
        let is_pair = self.slots[hand.slot].thing() == Some(Thing::Teleporters);
        let is_legal = |cell: &Cell| match hand.first {
            None if is_pair => self.check_first(hand.slot, *cell).is_ok(),
            _ => self.best(hand, *cell).is_ok(),
        };
        area.iter().filter(is_legal).collect()
    }

    /// The spaces that some piece may be put onto, unless that is almost everywhere.
    #[must_use]
    pub fn areas(&self) -> CellSet {
        let areas = self.slots.iter().filter_map(Slot::area).filter(|area| area.len() <= LARGEST_AREA);
        areas.fold(CellSet::EMPTY, |all, area| all.union(area))
    }

    /// The spaces of the pieces that may be moved and have not been yet.
    #[must_use]
    pub fn movable(&self) -> CellSet {
        self.untouched(|slot| match slot {
            Slot::Move { from, .. } => Some(*from),
            Slot::Lay { .. } | Slot::Turn { .. } => None,
        })
    }

    /// The spaces of the teleporters that may be turned and have not been yet.
    #[must_use]
    pub fn turnable(&self) -> CellSet {
        self.untouched(|slot| match slot {
            Slot::Turn { at, .. } => Some(*at),
            Slot::Lay { .. } | Slot::Move { .. } => None,
        })
    }

    /// These spaces of the slots with which nothing is done.
    fn untouched(&self, space: impl Fn(&Slot) -> Option<Cell>) -> CellSet {
        let slots = self.slots.iter().zip(&self.built).filter(|(_, deed)| deed.is_none());
        slots.filter_map(|(slot, _)| space(slot)).collect()
    }

    /// What would lie there if what is in the hand were put onto a space.
    #[must_use]
    pub fn preview(&self, cell: Cell) -> Option<Deed> {
        let hand = self.hand?;
        self.best(hand, cell).ok()
    }

    fn with(&self, slot: usize, deed: Option<Deed>) -> Vec<Option<Deed>> {
        let mut built = self.built.clone();
        built[slot] = deed;
        built
    }

    fn change(&mut self, built: Vec<Option<Deed>>) {
        if built != self.built {
            self.past.push(std::mem::replace(&mut self.built, built));
        }
    }
}
