//! The hand that moves things: the rules change a position only through it, and it tells what it does. What figures
//! push and the monster shoves slides by one rule.

use arrayvec::ArrayVec;

use crate::event::{Brink, Death, Event, Motion, Sink, Turn};
use crate::geometry::{Cell, Direction};
use crate::piece::{FigureId, Monster, Piece, Stone, Teleporter, Whereabouts};
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

    /// Turns the monster on the spot.
    #[inline]
    pub(crate) fn turn(&mut self, monster: Monster, to: Direction, why: impl FnOnce(&Position) -> Turn) {
        self.position.turn(to);
        if to != monster.facing {
            let (position, at, from) = (&*self.position, monster.at, monster.facing);
            self.sink.tell(|| Event::MonsterTurned { at, from, to, why: why(position) });
        }
    }

    /// Gives a monster that was spun round by turning stones, the last one on `before`, its old facing \[R2\].
    pub(crate) fn spin(&mut self, at: Cell, facing: Direction, stone: Stone, before: Cell) {
        self.position.turn(facing);
        self.sink.tell(|| Event::MonsterSpun { at, facing, stone, before });
    }

    /// Puts the monster on the next space.
    #[inline]
    pub(crate) fn enter(&mut self, monster: Monster, to: Cell, how: Motion) {
        self.position.enter(to);
        let (from, facing) = (monster.at, monster.facing);
        self.sink.tell(|| Event::MonsterMoved { from, to, through: from.wall(facing), how });
    }

    /// Puts a monster that stepped on a teleporter on the other one.
    pub(crate) fn teleport(&mut self, from: Cell, exit: Teleporter) {
        self.position.enter(exit.at);
        self.position.turn(exit.arrow);
        self.sink.tell(|| Event::MonsterTeleported { from, to: exit.at, facing: exit.arrow });
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
