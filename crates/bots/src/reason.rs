//! Why a bot did something: data with codes, put into words by whoever shows it.

use rules::game::{Playing, Seat};
use rules::{FigureId, Position, SightEnd, Step, Whereabouts};

use crate::odds::{Chance, Odds};
use crate::roads::Roads;

/// The reason of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is none.
    AtRandom,
    /// It lays a tile where it likes it.
    LaysTile,
    /// It gets out.
    Escapes,
    /// It shies away from the monster, which is close at hand.
    Shies,
    /// It gets an own figure out of danger, perhaps another than the one that moves.
    Saves {
        /// Whom.
        figure: FigureId,
        /// The chance that it would have been eaten.
        before: Chance,
        /// What is left of it.
        after: Chance,
    },
    /// It lures the monster onto somebody else's figure.
    Lures {
        /// Onto whom.
        figure: FigureId,
        /// The chance that it would have been eaten anyway.
        before: Chance,
        /// What it is now.
        after: Chance,
    },
    /// The monster saw it, and sees it no more.
    OutOfSight,
    /// It pushes a stone into somebody's way.
    Blocks {
        /// Into whose.
        figure: FigureId,
        /// How much longer the way out gets.
        points: u8,
    },
    /// It comes in.
    Enters,
    /// It gets nearer to the exit.
    Advances {
        /// By so many points.
        points: u8,
    },
    /// It bides its time.
    Waits,
}

/// The least change of a chance that is a reason.
const WORTH_TELLING: f64 = 0.12;

impl Reason {
    /// The reason for a move of the seat that is to move: what it changes most, for everybody. `None` if there is no such
    /// move.
    #[must_use]
    pub fn of_move(game: &Playing, figure: FigureId, path: &[Step]) -> Option<Reason> {
        let after = after(game, figure, path)?;
        let change = Change { game, seat: game.acting()?, figure, before: game.position(), after: &after };
        if let Reason::Escapes = change.progress() {
            return Some(Reason::Escapes);
        }
        Some(change.danger().or_else(|| change.out_of_sight()).or_else(|| change.block()).unwrap_or(change.progress()))
    }

    /// The reason of somebody who thinks of the own figure alone.
    pub(crate) fn of_runner(game: &Playing, figure: FigureId, path: &[Step]) -> Option<Reason> {
        let after = after(game, figure, path)?;
        Some(Change { game, seat: game.acting()?, figure, before: game.position(), after: &after }.progress())
    }
}

/// The table after a move.
fn after(game: &Playing, figure: FigureId, path: &[Step]) -> Option<Position> {
    let mut after = *game.position();
    after.play(figure, game.number(figure), path, &mut ()).ok()?;
    Some(after)
}

/// What a move changes.
struct Change<'a> {
    game: &'a Playing,
    seat: Seat,
    figure: FigureId,
    before: &'a Position,
    after: &'a Position,
}

impl Change<'_> {
    /// Whose danger it changes most, for the good of the seat.
    fn danger(&self) -> Option<Reason> {
        let (before, after) = (Odds::after(self.game, self.before)?, Odds::after(self.game, self.after)?);
        let own = self.game.players().figures(self.seat);
        let mut most: Option<(f64, Reason)> = None;
        for (figure, _) in self.before.figures() {
            let (before, after) = (before.danger(figure), after.danger(figure));
            let more = after.to_f64() - before.to_f64();
            let (gain, reason) = if own.has(figure) {
                (-more, Reason::Saves { figure, before, after })
            } else {
                (more, Reason::Lures { figure, before, after })
            };
            if gain >= most.map_or(WORTH_TELLING, |(gain, _)| gain) {
                most = Some((gain, reason));
            }
        }
        most.map(|(_, reason)| reason)
    }

    /// Whether the monster saw the figure and sees it no more.
    fn out_of_sight(&self) -> Option<Reason> {
        let is_seen = |position: &Position| {
            let Some(monster) = position.monster() else { return false };
            let lines = [monster.facing, monster.facing.left(), monster.facing.right()];
            lines.into_iter().any(|line| match position.sight(monster.at, line).end {
                SightEnd::Figure { figure, .. } => figure == self.figure,
                SightEnd::Stone { .. } | SightEnd::Wall(_) => false,
            })
        };
        let is_hidden = is_seen(self.before) && !is_seen(self.after);
        is_hidden.then_some(Reason::OutOfSight)
    }

    /// Whose way out a pushed stone makes longest.
    fn block(&self) -> Option<Reason> {
        if self.before.stone_cells() == self.after.stone_cells() {
            return None;
        }
        let (before, after) = (Roads::of(self.before), Roads::of(self.after));
        let own = self.game.players().figures(self.seat);
        let others = self.after.figures().filter(|(figure, _)| !own.has(*figure));
        let longer = others.map(|(figure, place)| (after.points(place).saturating_sub(before.points(place)), figure));
        let (points, figure) = longer.max_by_key(|(points, _)| *points)?;
        (points >= 2).then_some(Reason::Blocks { figure, points })
    }

    /// What it does for the figure alone.
    fn progress(&self) -> Reason {
        if self.after.whereabouts(self.figure) == Some(Whereabouts::Escaped) {
            return Reason::Escapes;
        }
        let roads = Roads::of(self.after);
        let to_go = |position: &Position| position.whereabouts(self.figure).map_or(0, |place| roads.points(place));
        let nearer = to_go(self.before).saturating_sub(to_go(self.after));
        match (self.before.whereabouts(self.figure), nearer) {
            (_, 0) => Reason::Waits,
            (Some(Whereabouts::Waiting), _) => Reason::Enters,
            (_, points) => Reason::Advances { points },
        }
    }
}
