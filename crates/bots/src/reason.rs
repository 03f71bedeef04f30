//! The reasons of decisions, as data. Front ends put them into words.

use rules::game::{Playing, Seat};
use rules::{FigureId, Position, SightEnd, Step, Whereabouts};

use crate::odds::{Chance, Odds};
use crate::roads::Roads;

/// The reason for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The move was random.
    AtRandom,
    /// It lays a tile.
    LaysTile,
    /// The figure escapes.
    Escapes,
    /// The figure avoids the monster, which is close.
    Shies,
    /// It gets a figure of its own out of danger, not necessarily the one that moves.
    Saves {
        /// The figure.
        figure: FigureId,
        /// The chance of being eaten without the move.
        before: Chance,
        /// The chance of being eaten after the move.
        after: Chance,
    },
    /// It lures the monster onto a figure of another seat.
    Lures {
        /// The figure.
        figure: FigureId,
        /// The chance of being eaten without the move.
        before: Chance,
        /// The chance of being eaten after the move.
        after: Chance,
    },
    /// The figure gets out of the monster's sight.
    OutOfSight,
    /// It pushes a stone into the way of another seat's figure.
    Blocks {
        /// The figure.
        figure: FigureId,
        /// How many points longer its way out gets.
        points: u8,
    },
    /// The figure enters the fortress.
    Enters,
    /// The figure gets nearer to the exit.
    Advances {
        /// By this many points.
        points: u8,
    },
    /// The figure gets no nearer.
    Waits,
}

/// The smallest change of a chance that counts as a reason.
const WORTH_TELLING: f64 = 0.12;

impl Reason {
    /// The reason for a move of the seat that is to move: its greatest effect on any figure. `None` if the move is illegal.
    #[must_use]
    pub fn of_move(game: &Playing, figure: FigureId, path: &[Step]) -> Option<Reason> {
        let after = after(game, figure, path)?;
        let change = Change { game, seat: game.acting()?, figure, before: game.position(), after: &after };
        if let Reason::Escapes = change.progress() {
            return Some(Reason::Escapes);
        }
        Some(change.danger().or_else(|| change.out_of_sight()).or_else(|| change.block()).unwrap_or(change.progress()))
    }

    /// The reason of a bot that only considers the figure that moves.
    pub(crate) fn of_runner(game: &Playing, figure: FigureId, path: &[Step]) -> Option<Reason> {
        let after = after(game, figure, path)?;
        Some(Change { game, seat: game.acting()?, figure, before: game.position(), after: &after }.progress())
    }
}

/// The position after a move.
fn after(game: &Playing, figure: FigureId, path: &[Step]) -> Option<Position> {
    let mut after = *game.position();
    after.play(figure, game.number(figure), path, &mut ()).ok()?;
    Some(after)
}

/// The effect of a move.
struct Change<'a> {
    game: &'a Playing,
    seat: Seat,
    figure: FigureId,
    before: &'a Position,
    after: &'a Position,
}

impl Change<'_> {
    /// The greatest change of danger in favour of the seat.
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

    /// Whether the figure gets out of the monster's sight.
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

    /// The figure whose way out a pushed stone lengthens most.
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

    /// The progress of the figure itself.
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
