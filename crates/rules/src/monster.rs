//! The monster's behaviour (RULES 5): looking, stepping, sliding, shoving, and whole runs.

use crate::event::{Brink, Death, Event, Motion, Sight, SightEnd, Sink, Turn, Verdict};
use crate::geometry::{Cell, CellSet, Direction, Lanes, NOBODY};
use crate::hand::{Eaten, Hand};
use crate::piece::{Monster, Piece};
use crate::position::Position;
use crate::tombstone::Tombstone;

impl Position {
    /// Runs the monster for a tombstone, reports the events to `sink`, and returns the figures eaten, in order.
    ///
    /// Does nothing without a monster.
    #[inline]
    pub fn run(&mut self, tombstone: Tombstone, sink: &mut impl Sink) -> Eaten {
        let mut walk = Walk::new(self, sink);
        let mut steps = 0;
        while !tombstone.is_over(steps, walk.eaten().len()) {
            walk.look();
            walk.step();
            steps += 1;
        }
        walk.look();
        walk.hand.eaten
    }
}

/// A monster in the middle of a walk, which makes looks and steps one at a time.
pub struct Walk<'a, S> {
    hand: Hand<'a, S>,
    points: u32,
}

/// The result of moving one space on, by walking or sliding.
enum Advance {
    /// The monster entered the next space.
    Entered,
    /// The monster was teleported, which ends the step.
    Teleported,
    /// Turning stones blocked every direction it tried, so it stays.
    Spun,
}

impl<'a, S: Sink> Walk<'a, S> {
    /// Starts a walk of the monster of `position`. A walk without a monster does nothing.
    pub fn new(position: &'a mut Position, sink: &'a mut S) -> Walk<'a, S> {
        Walk { hand: Hand::new(position, sink), points: 0 }
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.hand.position
    }

    /// The sink, with everything it has recorded so far.
    #[must_use]
    pub fn sink(&self) -> &S {
        self.hand.sink
    }

    /// The figures eaten so far, in order.
    #[must_use]
    #[inline]
    pub fn eaten(&self) -> &Eaten {
        &self.hand.eaten
    }

    /// Looks ahead, left and right, and turns towards the nearest figure.
    #[inline]
    pub fn look(&mut self) {
        let Some(monster) = self.hand.position.monster() else { return };
        let distances = self.hand.position.distances_seen(monster);
        let facing = facing_after(monster.facing, distances);
        self.hand.sink.tell(|| self.hand.position.report(monster, distances));
        self.hand.turn(monster, facing, |position| match position.sight(monster.at, facing).end {
            SightEnd::Figure { figure, .. } => Turn::Saw(figure),
            SightEnd::Stone { .. } | SightEnd::Wall(_) => unreachable!("it turns only to a visible figure"),
        });
    }

    /// Makes one step in the direction the monster faces, with all its consequences. It costs one movement point.
    #[inline]
    pub fn step(&mut self) {
        let Some(monster) = self.hand.position.monster() else { return };
        let next = monster.at.ahead(monster.facing);
        if self.hand.position.bare.has(next) {
            self.hand.enter(monster, next, Motion::Walked);
        } else {
            self.step_onto_something(monster);
        }
        self.points += 1;
        self.hand.sink.tell(|| Event::PointSpent {
            points: self.points,
            at: self.hand.position.monster().map_or(monster.at, |monster| monster.at),
        });
    }

    /// Makes a step onto a space that is not bare floor.
    #[inline(never)]
    fn step_onto_something(&mut self, mut monster: Monster) {
        let mut arrivals = [CellSet::EMPTY; 4];
        let mut how = Motion::Walked;
        loop {
            match self.advance(&mut monster, how) {
                Advance::Entered => {}
                Advance::Teleported | Advance::Spun => return,
            }
            if !self.hand.position.blood().has(monster.at) {
                return;
            }
            // [R6]: only arrivals within the same movement point count.
            if !arrivals[monster.facing as usize].insert(monster.at) {
                self.hand.sink.tell(|| Event::MonsterHeld { at: monster.at, facing: monster.facing });
                return;
            }
            how = Motion::Slid;
        }
    }

    /// Moves one space on, after turning at any turning stones.
    fn advance(&mut self, monster: &mut Monster, how: Motion) -> Advance {
        let had = monster.facing;
        let mut tried = [false; 4];
        let next = loop {
            let next = monster.at.ahead(monster.facing);
            let stone = self.hand.position.stone_at(next);
            let Some((stone, turned)) = stone.and_then(|stone| Some((stone, stone.turn(monster.facing)?))) else {
                break next;
            };
            // [R1]: turning stones also turn a monster that walks on because of a tie.
            tried[monster.facing as usize] = true;
            if tried[turned as usize] {
                // [R2]: the monster stays, with the facing it had.
                monster.facing = had;
                self.hand.spin(monster.at, had, stone, next);
                return Advance::Spun;
            }
            self.hand.turn(*monster, turned, |_| Turn::Stone { stone, at: next });
            monster.facing = turned;
        };
        match self.hand.position.piece_at(next) {
            Some(Piece::Figure(figure)) => self.hand.eat(figure, next, Death::Bitten),
            Some(Piece::Stone(_)) => {
                // [R8]: the space that the monster leaves counts as free during the shove.
                let lifted = self.hand.position.lift_monster();
                self.shove(next, monster.facing);
                self.hand.position.put_monster(lifted);
            }
            None => {}
        }
        self.hand.enter(*monster, next, how);
        monster.at = next;
        match self.hand.position.teleporter_exit(next) {
            None => Advance::Entered,
            Some(exit) => {
                self.hand.teleport(next, exit);
                Advance::Teleported
            }
        }
    }

    /// Shoves the piece on `cell` one space on, after shoving whatever is on that space.
    fn shove(&mut self, cell: Cell, direction: Direction) {
        let Some(piece) = self.hand.position.piece_at(cell) else { return };
        match cell.step_or_wall(direction) {
            Ok(to) => {
                self.shove(to, direction);
                self.hand.send(piece, cell, to, direction, Motion::Shoved);
            }
            Err(wall) => self.hand.lose(piece, cell, Brink::Wall(wall)),
        }
    }
}

/// What the monster sees.
impl Position {
    /// The distances to the figures that a monster sees ahead, to its left and to its right.
    #[inline(always)]
    fn distances_seen(&self, monster: Monster) -> [u8; 3] {
        distances_to(&self.figures, self.stones.opaque(), monster)
    }

    /// Looks and turns, unless the result depends on one of the `hidden` spaces.
    ///
    /// Hidden spaces must be empty. If one of them matters, the search decides what is on it and looks again.
    ///
    /// # Errors
    ///
    /// The hidden space that matters first: the nearest one on the monster's lines of sight, if it is not farther away
    /// than the nearest figure. The position is then unchanged.
    #[inline]
    pub fn look_unless_at(&mut self, hidden: &Lanes) -> Result<(), Cell> {
        let Some(monster) = self.monster() else { return Ok(()) };
        let distances = self.distances_seen(monster);
        let [ahead, left, right] = distances_to(hidden, self.stones.opaque(), monster);
        let nearest = ahead.min(left).min(right);
        if nearest != NOBODY && distances.into_iter().all(|distance| nearest <= distance) {
            let [facing, to_left, to_right] = looks(monster.facing);
            let direction = if nearest == ahead {
                facing
            } else if nearest == left {
                to_left
            } else {
                to_right
            };
            let mut cells = std::iter::successors(monster.at.step(direction), |cell| cell.step(direction));
            return Err(cells.nth(usize::from(nearest) - 1).expect("visible spaces are on the board"));
        }
        self.turn(facing_after(monster.facing, distances));
        Ok(())
    }

    fn report(&self, monster: Monster, distances: [u8; 3]) -> Event {
        let directions = looks(monster.facing);
        let nearest = distances.into_iter().min().filter(|nearest| *nearest != NOBODY);
        let mut at_nearest = directions.into_iter().zip(distances).filter(|(_, distance)| Some(*distance) == nearest);
        let verdict = match (at_nearest.next(), at_nearest.next()) {
            (None, _) => Verdict::Nothing,
            (Some((direction, _)), None) => Verdict::Nearest(direction),
            (Some(_), Some(_)) => Verdict::Tie,
        };
        let sights = directions.map(|direction| self.sight(monster.at, direction));
        Event::MonsterLooked { at: monster.at, sights, verdict }
    }

    /// Returns the line of sight from a space in a direction: its length and what ends it.
    #[must_use]
    pub fn sight(&self, from: Cell, direction: Direction) -> Sight {
        let mut cell = from;
        let mut distance = 1;
        loop {
            let next = match cell.step_or_wall(direction) {
                Ok(next) => next,
                Err(wall) => return Sight { direction, distance, end: SightEnd::Wall(wall) },
            };
            match self.piece_at(next) {
                Some(Piece::Figure(figure)) => {
                    return Sight { direction, distance, end: SightEnd::Figure { figure, at: next } };
                }
                Some(Piece::Stone(stone)) if stone.is_opaque() => {
                    return Sight { direction, distance, end: SightEnd::Stone { stone, at: next } };
                }
                Some(Piece::Stone(_)) | None => {}
            }
            cell = next;
            distance += 1;
        }
    }
}

/// The distances to the first members of `wanted` that a monster sees ahead, to its left and to its right.
// Without `always`, the compiler does not inline this, and a run takes a quarter longer.
#[inline(always)]
fn distances_to(wanted: &Lanes, opaque: &Lanes, monster: Monster) -> [u8; 3] {
    let seen = |direction| wanted.distance_seen(opaque, monster.at, direction);
    // One arm per facing, so that the three directions are constants in each.
    match monster.facing {
        Direction::North => looks(Direction::North).map(seen),
        Direction::East => looks(Direction::East).map(seen),
        Direction::South => looks(Direction::South).map(seen),
        Direction::West => looks(Direction::West).map(seen),
    }
}

/// The directions in which a monster looks: ahead, left and right. RULES 5: it never looks behind itself.
#[inline]
const fn looks(facing: Direction) -> [Direction; 3] {
    [facing, facing.left(), facing.right()]
}

/// RULES 5: the monster turns to the strictly nearest figure. If there is a tie, or nobody is in sight, it keeps its
/// facing.
#[inline]
fn facing_after(facing: Direction, [ahead, left, right]: [u8; 3]) -> Direction {
    if left < ahead && left < right {
        facing.left()
    } else if right < ahead && right < left {
        facing.right()
    } else {
        facing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the facing after a look, or the first hidden space on which the look depends.
    #[track_caller]
    fn check(position: &str, hidden: &[Cell], expected: Result<Direction, Cell>) {
        let before: Position = position.parse().expect("a position");
        let mut after = before;
        let hidden = hidden.iter().copied().collect::<CellSet>().into();
        let looked = after.look_unless_at(&hidden);
        assert_eq!(looked.map(|()| after.monster().map_or(Direction::North, |monster| monster.facing)), expected);
        let mut expected_after = before;
        if looked.is_ok() {
            Walk::new(&mut expected_after, &mut ()).look();
        }
        assert_eq!(after, expected_after);
    }

    #[test]
    fn a_look_depends_on_what_may_lie_as_near_as_the_nearest_figure() {
        let position = "Mh6e-Sh9-FR4h3";
        check(position, &[], Ok(Direction::North));
        // Between the monster and the figure, or at the same distance in another direction.
        check(position, &[Cell::H5, Cell::I6], Err(Cell::I6));
        check(position, &[Cell::H4], Err(Cell::H4));
        check(position, &[Cell::K6], Err(Cell::K6));
        // Farther away, behind the figure, a stone or the monster itself, or on no line of sight.
        check(position, &[Cell::L6, Cell::H2, Cell::H10, Cell::G6, Cell::I7], Ok(Direction::North));
        check("Mh6e", &[Cell::P6, Cell::H11], Err(Cell::H11));
        check("", &[Cell::P6], Ok(Direction::North));
    }
}
