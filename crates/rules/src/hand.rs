//! The hand that moves things: every change of a position is made and told here, and what figures push and the
//! monster shoves slides by one rule.

use arrayvec::ArrayVec;

use crate::event::{Brink, Death, Event, Motion, Sink};
use crate::geometry::{Cell, Direction};
use crate::piece::{FigureId, Piece, Whereabouts};
use crate::position::Position;

/// The figures eaten in a run, in order.
pub type Eaten = ArrayVec<FigureId, { FigureId::COUNT }>;

/// A position under the hand, and who is told what the hand does.
pub(crate) struct Hand<'a, S> {
    pub(crate) position: &'a mut Position,
    pub(crate) sink: &'a mut S,
    pub(crate) eaten: Eaten,
}

impl<'a, S: Sink> Hand<'a, S> {
    pub(crate) fn new(position: &'a mut Position, sink: &'a mut S) -> Hand<'a, S> {
        Hand { position, sink, eaten: Eaten::new_const() }
    }

    /// Moves `piece` to the free space `to` and, over blood, on in the same direction.
    ///
    /// RULES 4, \[R7\]: a slide by itself shoves nothing; it ends on the last free blood before an occupant or a
    /// wall, on the first space beyond the blood, or where the piece is lost.
    pub(crate) fn send(&mut self, piece: Piece, from: Cell, to: Cell, direction: Direction, how: Motion) {
        if let Some(brink) = self.brink(piece, to) {
            return self.lose(piece, from, brink);
        }
        self.shift(piece, from, to, how);
        let mut at = to;
        while self.position.blood().has(at) {
            let Some(next) = at.step(direction).filter(|next| self.position.is_free(*next)) else { return };
            if let Some(brink) = self.brink(piece, next) {
                return self.lose(piece, at, brink);
            }
            self.shift(piece, at, next, Motion::Slid);
            at = next;
        }
    }

    /// What takes `piece` out of the game on the free space `to`, if anything does.
    fn brink(&self, piece: Piece, to: Cell) -> Option<Brink> {
        match piece {
            // [R3]: a stone on a corner would block the doors.
            Piece::Stone(_) if to.is_corner() => Some(Brink::Corner(to)),
            // [R4], [R5], RULES 5.
            Piece::Stone(_) | Piece::Figure(_) => self.position.teleporter_exit(to).map(|_| Brink::Teleporter(to)),
        }
    }

    /// Takes out of the game what went over a brink.
    pub(crate) fn lose(&mut self, piece: Piece, from: Cell, to: Brink) {
        match piece {
            Piece::Stone(stone) => {
                self.position.remove_stone(stone, from);
                self.sink.tell(|| Event::StoneLost { stone, from, to });
            }
            Piece::Figure(figure) => self.eat(figure, from, Death::Shoved(to)),
        }
    }

    pub(crate) fn eat(&mut self, figure: FigureId, at: Cell, how: Death) {
        self.position.put_figure(figure, Whereabouts::Eaten);
        self.eaten.push(figure);
        self.sink.tell(|| Event::FigureEaten { figure, at, how });
    }

    fn shift(&mut self, piece: Piece, from: Cell, to: Cell, how: Motion) {
        match piece {
            Piece::Stone(stone) => {
                self.position.shift_stone(stone, from, to);
                self.sink.tell(|| Event::StoneMoved { stone, from, to, how });
            }
            Piece::Figure(figure) => {
                self.position.put_figure(figure, Whereabouts::On(to));
                self.sink.tell(|| Event::FigureMoved { figure, from, to, how });
            }
        }
    }
}
