//! The primitives through which the rules change a position. Each one also reports an event. Everything that figures
//! push or the monster shoves slides by the same rule.

use arrayvec::ArrayVec;

use crate::event::{Brink, Death, Event, Motion, Sink, Turn};
use crate::geometry::{Cell, Direction};
use crate::piece::{FigureId, Monster, Piece, Stone, Teleporter, Whereabouts};
use crate::position::Position;

/// The figures eaten in a run, in order.
pub type Eaten = ArrayVec<FigureId, { FigureId::COUNT }>;

/// A position that is being changed, and the sink that receives the events.
pub(crate) struct Hand<'a, S> {
    pub(crate) position: &'a mut Position,
    pub(crate) sink: &'a mut S,
    pub(crate) eaten: Eaten,
}

impl<'a, S: Sink> Hand<'a, S> {
    pub(crate) fn new(position: &'a mut Position, sink: &'a mut S) -> Hand<'a, S> {
        Hand { position, sink, eaten: Eaten::new_const() }
    }

    /// Moves `piece` to the free space `to`. On blood it slides on in the same direction.
    ///
    /// RULES 4, \[R7\]: a sliding piece shoves nothing. It stops on the last free blood space before an occupant or a
    /// wall, or on the first space beyond the blood, or it is lost.
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

    /// What removes `piece` from the game on the free space `to`, if anything.
    fn brink(&self, piece: Piece, to: Cell) -> Option<Brink> {
        match piece {
            // [R3]: a stone on a corner would block the doors.
            Piece::Stone(_) if to.is_corner() => Some(Brink::Corner(to)),
            // [R4], [R5], RULES 5.
            Piece::Stone(_) | Piece::Figure(_) => self.position.teleporter_exit(to).map(|_| Brink::Teleporter(to)),
        }
    }

    /// Removes `piece` from the game: a stone is lost, a figure is eaten.
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

    /// Restores the facing of a monster that was spun around by turning stones, the last of them on `before` \[R2\].
    pub(crate) fn spin(&mut self, at: Cell, facing: Direction, stone: Stone, before: Cell) {
        self.position.turn(facing);
        self.sink.tell(|| Event::MonsterSpun { at, facing, stone, before });
    }

    /// Moves the monster to the next space.
    #[inline]
    pub(crate) fn enter(&mut self, monster: Monster, to: Cell, how: Motion) {
        self.position.enter(to);
        let (from, facing) = (monster.at, monster.facing);
        self.sink.tell(|| Event::MonsterMoved { from, to, through: from.wall(facing), how });
    }

    /// Moves a monster that stepped on a teleporter to the other one of the pair.
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
