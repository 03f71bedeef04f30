//! The possible results of the next run, with exact chances, from what players may know.
//!
//! The game knows which tombstones can come next; one walk of the monster shows what each of them does. Evaluating the results is up
//! to the bots.

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use rules::game::{Playing, Stage, Tombstones};
use rules::{Cell, Eaten, Event, FigureId, Monster, Position, Sink, Tombstone, Walk};

const MOST_STEPS: usize = Tombstone::MOST_STEPS as usize;

/// An exact chance: `ways` out of `of` equally likely tombstones.
///
/// Invariant: `ways <= of` and `of > 0`. Chances are compared by value: 1 of 2 equals 3 of 6.
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    ways: u8,
    of: u8,
}

impl Chance {
    /// The chance of `ways` out of `of`; `None` if `of` is 0 or less than `ways`.
    #[must_use]
    pub const fn new(ways: u8, of: u8) -> Option<Chance> {
        if of == 0 || ways > of { None } else { Some(Chance { ways, of }) }
    }

    /// The number of favourable tombstones.
    #[must_use]
    pub const fn ways(self) -> u8 {
        self.ways
    }

    /// The number of possible tombstones.
    #[must_use]
    pub const fn of(self) -> u8 {
        self.of
    }

    /// Whether it is 0.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.ways == 0
    }

    /// Whether it is 1.
    #[must_use]
    pub const fn is_certain(self) -> bool {
        self.ways == self.of
    }

    /// The chance as a number from 0 to 1.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.ways) / f64::from(self.of)
    }
}

impl Ord for Chance {
    fn cmp(&self, other: &Chance) -> Ordering {
        let crosswise = |one: &Chance, other: &Chance| u16::from(one.ways) * u16::from(other.of);
        crosswise(self, other).cmp(&crosswise(other, self))
    }
}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Chance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Chance {
    fn eq(&self, other: &Chance) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Chance {}

/// The possible results of the next run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    stage: Stage,
    /// The number of tombstones that can come next, at least one.
    next: u8,
    /// One for each kind of tombstone that can come next, in the order of [`Tombstone::KINDS`].
    ends: ArrayVec<End, { Tombstone::KINDS.len() }>,
    /// The spaces that the monster enters on the longest run, in order. Shorter runs are prefixes of it.
    walk: Vec<Cell>,
    /// The figures eaten on the longest run, in order.
    eaten: Eaten,
}

/// The end of the run for one kind of tombstone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    tombstone: Tombstone,
    /// The number of tombstones of this kind.
    ways: u8,
    stop: Stop,
}

/// A point of the walk at which a run can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stop {
    /// The monster after its last look.
    monster: Monster,
    /// The number of spaces entered so far.
    entered: usize,
    /// The number of figures eaten so far.
    eaten: usize,
}

/// The result of the run for one kind of tombstone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect<'a> {
    /// The tombstone.
    pub tombstone: Tombstone,
    /// The chance that it comes next.
    pub chance: Chance,
    /// The figures eaten, in order.
    pub eaten: &'a [FigureId],
    /// The spaces that the monster enters, in order, including those it slides over and both teleporters.
    pub walk: &'a [Cell],
    /// The monster at the end of the run.
    pub monster: Monster,
}

impl Odds {
    /// The odds if the turn of `game` ended now; `None` when the game is over.
    #[must_use]
    pub fn of(game: &Playing) -> Option<Odds> {
        Odds::after(game, game.position())
    }

    /// The odds if the turn of `game` ended with `position`, for example after a move that is being considered; `None` when the game
    /// is over or there is no monster.
    ///
    /// Does not check whether the game would be over with that position.
    #[must_use]
    pub fn after(game: &Playing, position: &Position) -> Option<Odds> {
        Odds::with(game.next_tombstones(), game.course().stage(), position)
    }

    /// The odds if one of `next`, which are equally likely, is carried out on `position`; `None` if there are no tombstones or no
    /// monster.
    #[must_use]
    pub fn with(next: Tombstones, stage: Stage, position: &Position) -> Option<Odds> {
        if next.is_empty() {
            return None;
        }
        let mut position = *position;
        let mut track = Track(vec![]);
        let mut walk = Walk::new(&mut position, &mut track);
        let stops = stops(&mut walk, next)?;
        let end = |(tombstone, ways): (Tombstone, usize)| {
            let stop = (1..).zip(&stops).find(|(steps, stop)| tombstone.is_over(*steps, stop.eaten));
            let (_, stop) = stop.expect("the walk lasts until all of them are over");
            End { tombstone, ways: ways as u8, stop: *stop }
        };
        Some(Odds {
            stage,
            next: next.len() as u8,
            ends: next.iter().map(end).collect(),
            eaten: walk.eaten().clone(),
            walk: track.0,
        })
    }

    /// The result for each kind of tombstone that can come next, in the order of [`Tombstone::KINDS`].
    pub fn prospects(&self) -> impl Iterator<Item = Prospect<'_>> {
        self.ends.iter().map(|end| Prospect {
            tombstone: end.tombstone,
            chance: Chance { ways: end.ways, of: self.next },
            eaten: &self.eaten[..end.stop.eaten],
            walk: &self.walk[..end.stop.entered],
            monster: end.stop.monster,
        })
    }

    /// The chance that a figure is eaten, whether bitten or shoved. Being left behind at the end of the game does not count.
    #[must_use]
    pub fn danger(&self, figure: FigureId) -> Chance {
        let nth = self.eaten.iter().position(|eaten| *eaten == figure);
        self.chance(|stop| nth.is_some_and(|nth| nth < stop.eaten))
    }

    /// The chance that the monster enters a space. The one on which it starts counts only if it comes back.
    #[must_use]
    pub fn passes(&self, cell: Cell) -> Chance {
        let nth = self.walk.iter().position(|entered| *entered == cell);
        self.chance(|stop| nth.is_some_and(|nth| nth < stop.entered))
    }

    /// The chance that the run ends on a space.
    #[must_use]
    pub fn stops(&self, cell: Cell) -> Chance {
        self.chance(|stop| stop.monster.at == cell)
    }

    /// Whether eaten figures are out of the game for good.
    #[must_use]
    pub fn is_final(&self) -> bool {
        match self.stage {
            Stage::One => false,
            Stage::Two => true,
        }
    }

    /// The chance of a run whose end satisfies `is_it`.
    fn chance(&self, is_it: impl Fn(&Stop) -> bool) -> Chance {
        let ways = self.ends.iter().filter(|end| is_it(&end.stop)).map(|end| end.ways).sum();
        Chance { ways, of: self.next }
    }
}

/// The points after each step until the runs of all tombstones of `next` are over; `None` without a monster.
fn stops(walk: &mut Walk<'_, Track>, next: Tombstones) -> Option<ArrayVec<Stop, MOST_STEPS>> {
    let mut stops = ArrayVec::new();
    walk.look();
    for steps in 1..=Tombstone::MOST_STEPS {
        walk.step();
        // The look before the next step is also the final look of a run that ends here.
        walk.look();
        let (entered, eaten) = (walk.sink().0.len(), walk.eaten().len());
        stops.push(Stop { monster: walk.position().monster()?, entered, eaten });
        if next.iter().all(|(tombstone, _)| tombstone.is_over(steps, eaten)) {
            break;
        }
    }
    Some(stops)
}

/// Records every space that the monster enters, in order.
struct Track(Vec<Cell>);

impl Sink for Track {
    #[inline]
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        match event() {
            Event::MonsterMoved { to, .. } | Event::MonsterTeleported { to, .. } => self.0.push(to),
            Event::MonsterLooked { .. }
            | Event::MonsterTurned { .. }
            | Event::MonsterSpun { .. }
            | Event::MonsterHeld { .. }
            | Event::PointSpent { .. }
            | Event::FigureEntered { .. }
            | Event::FigureMoved { .. }
            | Event::FigureEscaped { .. }
            | Event::FigureEaten { .. }
            | Event::FigureReturned { .. }
            | Event::FigureLeftBehind { .. }
            | Event::StoneMoved { .. }
            | Event::StoneLost { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_compared_by_value() {
        let chance = |ways, of| Chance { ways, of };
        assert_eq!(chance(1, 2), chance(3, 6));
        assert_ne!(chance(1, 2), chance(1, 3));
        assert!(chance(2, 7) < chance(1, 3) && chance(8, 8) > chance(6, 7));
        assert!(chance(0, 5).is_none() && !chance(1, 5).is_none());
        assert!(chance(5, 5).is_certain() && !chance(4, 5).is_certain());
        assert_eq!((chance(0, 5).to_f64(), chance(2, 8).to_f64(), chance(8, 8).to_f64()), (0.0, 0.25, 1.0));
    }
}
