//! The difficulty of a level: a score for what a person must see to solve it, and a word for it. `docs/puzzles.md`
//! explains it.
//!
//! Only the level and its best solution count, never the work of the solver: a better solver changes no grade. The measure is part
//! of the [version](crate::GeneratorVersion) of the generator.

use std::fmt;
use std::str::FromStr;

use rules::{Monster, Piece, Position, Walk};
use thiserror::Error;

use crate::deed::{Deed, Preparation};
use crate::grant::Grant;
use crate::level::Level;
use crate::outcome::LONGEST_WALK;
use crate::solver::{Extent, Findings};
use crate::thing::Thing;
use crate::trick::Trick;

/// The difficulty of a level, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Nobody fails.
    Gentle,
    /// It takes a look or two.
    Easy,
    /// It takes some thought.
    Tricky,
    /// It takes much thought.
    Hard,
    /// It takes more than most players have.
    Diabolic,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: [Difficulty; 5] =
        [Difficulty::Gentle, Difficulty::Easy, Difficulty::Tricky, Difficulty::Hard, Difficulty::Diabolic];

    /// Its code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Difficulty::Gentle => "gentle",
            Difficulty::Easy => "easy",
            Difficulty::Tricky => "tricky",
            Difficulty::Hard => "hard",
            Difficulty::Diabolic => "diabolic",
        }
    }

    /// The lowest score of this difficulty.
    #[must_use]
    pub const fn lowest_score(self) -> u32 {
        match self {
            Difficulty::Gentle => 0,
            Difficulty::Easy => 22,
            Difficulty::Tricky => 34,
            Difficulty::Hard => 47,
            Difficulty::Diabolic => 65,
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A word that is not the code of a [`Difficulty`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown difficulty {0:?}: expected one of {list}", list = Difficulty::ALL.map(Difficulty::code).join(", "))]
pub struct UnknownDifficulty(pub String);

impl FromStr for Difficulty {
    type Err = UnknownDifficulty;

    fn from_str(code: &str) -> Result<Difficulty, UnknownDifficulty> {
        let found = Difficulty::ALL.into_iter().find(|difficulty| difficulty.code() == code);
        found.ok_or_else(|| UnknownDifficulty(code.to_owned()))
    }
}

/// The difficulty of a level, by its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The number of doublings, in eighths, from 1 to the number of possible preparations.
    pub ways_eighths: u32,
    /// The number of looks that turn the monster until it has eaten all of theirs.
    pub turns: u32,
    /// The number of steps in which the monster would go another way without one of the player's pieces.
    pub decisive: u32,
    /// For each piece of the best solution, the number of steps that are the same without it.
    pub foresight: Vec<u32>,
    /// The tricks that the best solution needs. They do not count.
    pub tricks: Vec<Trick>,
}

impl Grade {
    /// The parts as one number.
    ///
    /// It is computed in whole numbers, so it is the same on every platform.
    #[must_use]
    pub fn score(&self) -> u32 {
        let doublings = |number: &u32| eighths_of_log2(u128::from(*number) + 1);
        let foresight: u32 = self.foresight.iter().map(doublings).sum();
        (2 * self.ways_eighths + 6 * doublings(&self.turns) + 2 * doublings(&self.decisive) + foresight) / 8
    }

    /// The difficulty for the score.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        let score = self.score();
        let reached = Difficulty::ALL.into_iter().rfind(|difficulty| difficulty.lowest_score() <= score);
        reached.unwrap_or(Difficulty::Gentle)
    }

    /// The number of pieces that the best solution uses.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.foresight.len()
    }
}

/// The logarithm to base 2 in eighths, interpolated linearly between powers of two.
fn eighths_of_log2(number: u128) -> u32 {
    let Some(power) = number.checked_ilog2() else { return 0 };
    let beyond = number - (1 << power);
    power * 8 + ((beyond << 3) >> power) as u32
}

impl Level {
    /// The grade of the level; `None` if it cannot be solved, or the search was not complete.
    #[must_use]
    pub fn grade(&self, findings: &Findings) -> Option<Grade> {
        let best = findings.best.as_ref().filter(|_| findings.extent == Extent::Everything)?;
        let position = self.prepare(&best.preparation).ok()?;
        Some(Grade { tricks: self.needed(&position), ..self.grade_without_tricks(&best.preparation, &position) })
    }

    /// The grade of the level, if `preparation`, which makes `position`, is its best solution. Tricks do not count for
    /// the score and take longer to find than all the rest, so they are left out.
    pub(crate) fn grade_without_tricks(&self, preparation: &Preparation, position: &Position) -> Grade {
        let walk = self.followed(*position);
        let without = |left_out: &Deed| {
            let others = preparation.deeds().iter().copied().filter(|deed| deed != left_out);
            let other =
                self.followed(self.prepare(&others.collect()).expect("with a piece less it can be made as well"));
            walk.iter().zip(&other).take_while(|(one, other)| one.is_like(other)).count() as u32
        };
        // Until all of theirs are eaten.
        let hunt = &walk[..walk.iter().rposition(|step| step.eats).map_or(0, |last| last + 1)];
        Grade {
            ways_eighths: self.merged_grants().iter().map(|grant| eighths_of_log2(grant.ways())).sum(),
            turns: hunt.iter().filter(|step| step.turns()).count() as u32,
            decisive: walk.iter().filter(|step| self.depends(step, preparation, position)).count() as u32,
            foresight: preparation.deeds().iter().map(without).collect(),
            tricks: vec![],
        }
    }

    /// The steps until a position repeats, as far as a player can follow them.
    fn followed(&self, mut position: Position) -> Vec<Step> {
        let mut whole = position;
        let steps = whole.run_endless(&mut ()).steps.min(LONGEST_WALK);
        let mut sink = ();
        let mut walk = Walk::new(&mut position, &mut sink);
        let followed = (0..steps).filter_map(|_| {
            let before = *walk.position();
            walk.look();
            let looked = walk.position().monster()?;
            let eaten = walk.eaten().len();
            walk.step();
            let eats_ours = walk.eaten()[eaten..].iter().any(|figure| self.ours().has(*figure));
            Some(Step {
                before,
                looked,
                after: walk.position().monster()?,
                eats: walk.eaten().len() > eaten,
                eats_ours,
            })
        });
        followed.collect()
    }

    /// Whether the monster would go another way in this step without one of the pieces that the player laid or moved,
    /// and that are still there.
    fn depends(&self, step: &Step, preparation: &Preparation, prepared: &Position) -> bool {
        preparation.deeds().iter().any(|deed| {
            let Some(mut position) = self.without(*deed, &step.before, prepared) else { return false };
            let mut sink = ();
            let mut walk = Walk::new(&mut position, &mut sink);
            walk.look();
            walk.step();
            walk.position().monster() != Some(step.after)
        })
    }

    /// A position of a walk without a deed of its preparation; `None` if its piece is no longer where it was put.
    fn without(&self, deed: Deed, position: &Position, prepared: &Position) -> Option<Position> {
        match deed {
            Deed::Stone { at, .. } | Deed::Figure { at } | Deed::Move { to: at, .. } => {
                if position.piece_at(at) != prepared.piece_at(at) {
                    return None;
                }
                let mut without = *position;
                let piece = without.take_up(at)?;
                if let Deed::Move { from, .. } = deed {
                    let back = match piece {
                        Piece::Stone(stone) => without.lay_stone(stone, from),
                        Piece::Figure(figure) => without.lay_figure(figure, from),
                    };
                    // Something else may have been shoved there, or the monster is there: then the piece is just
                    // absent.
                    back.ok();
                }
                Some(without)
            }
            Deed::SquarePool { .. } | Deed::LongPool { .. } => {
                let cells = deed.cells()?;
                let mut setup = position.to_setup();
                setup.blood.retain(|spot| spot.cell().is_none_or(|cell| !cells.has(cell)));
                Position::from_setup(&setup).ok()
            }
            Deed::Teleporters(pair) => {
                let mut setup = position.to_setup();
                setup.teleporters.retain(|tile| pair.iter().all(|teleporter| Some(teleporter.at) != tile.at.cell()));
                Position::from_setup(&setup).ok()
            }
            Deed::Turn { at, .. } => {
                let drawn = self.position().teleporters().flatten().find(|teleporter| teleporter.at == at)?;
                let mut turned = *position;
                turned.point_teleporter(at, drawn.arrow);
                Some(turned)
            }
        }
    }
}

/// A step of a walk.
struct Step {
    /// Before the look.
    before: Position,
    /// After the look.
    looked: Monster,
    /// After the step.
    after: Monster,
    eats: bool,
    eats_ours: bool,
}

impl Step {
    /// Whether the look turns the monster.
    fn turns(&self) -> bool {
        self.before.monster().is_some_and(|before| before.facing != self.looked.facing)
    }

    /// Whether the player sees the same in both.
    fn is_like(&self, other: &Step) -> bool {
        (self.looked, self.after, self.eats_ours) == (other.looked, other.after, other.eats_ours)
    }
}

impl Grant {
    /// The number of ways to use it, as if no piece were in the way of another.
    fn ways(&self) -> u128 {
        let (places, count) = match *self {
            Grant::Lay { thing: Thing::Teleporters, count, on } => (on.len() * (on.len() - 1) / 2 * 16, count),
            Grant::Lay { thing, count, on } => (thing.ways_on(on).len(), count),
            Grant::Move { to, .. } => (to.len(), 1),
            Grant::Turn { .. } => (3, 1),
        };
        let mut ways = 1;
        let mut total = 1;
        for laid in 1..=u128::from(count) {
            ways = ways * (places as u128 + 1).saturating_sub(laid) / laid;
            total += ways;
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_exact_at_powers_of_two_and_grow_between() {
        let at = [0, 1, 2, 3, 4, 1023, 1024, 1 << 120].map(eighths_of_log2);
        assert_eq!(at, [0, 0, 8, 12, 16, 79, 80, 960]);
    }
}
