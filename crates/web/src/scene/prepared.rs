//! A move that was prepared while others moved. It is kept as long as it is possible, offered when its player is to move,
//! and never made by itself.

use std::collections::BTreeSet;

use rules::game::{Playing, Seat};
use rules::{Cell, FigureId, Step, Whereabouts};

use super::moving::{Moving, Plan};

/// A prepared move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    seat: Seat,
    /// The turn within the game: it is for this turn only.
    turn: u8,
    figure: FigureId,
    path: Vec<Step>,
    /// Where it leads.
    to: Whereabouts,
    /// What it pushes, and whereto.
    pushed: Vec<(Cell, Option<Cell>)>,
    /// Whether it may end there. One that may not is not kept, but can be planned further.
    can_stop: bool,
}

impl Prepared {
    /// The move that this hand has planned; `None` if it has none that may end there.
    #[must_use]
    pub fn of(moving: &Moving) -> Option<Prepared> {
        let plan = moving.plan().filter(|plan| plan.can_stop)?;
        Some(Prepared::from_plan(moving, plan))
    }

    fn from_plan(moving: &Moving, plan: &Plan) -> Prepared {
        Prepared {
            seat: moving.seat(),
            turn: moving.game().course().turn_of_game(),
            figure: plan.figure,
            path: plan.path.clone(),
            to: plan.to,
            pushed: plan.pushed.clone(),
            can_stop: plan.can_stop,
        }
    }

    /// The seat that prepared it.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Plans this move with a hand of the same player, along the same path or, if that is closed, along another one that
    /// leads to the same place and pushes the same stones. If it is no longer possible, the hand stays as it is, and this
    /// returns `false`.
    pub fn offer(&self, moving: &mut Moving) -> bool {
        if moving.seat() != self.seat || moving.game().course().turn_of_game() != self.turn {
            return false;
        }
        let mut hand = moving.clone();
        hand.choose(self.figure);
        if hand.figure() != Some(self.figure) {
            return false;
        }
        hand.plan_path(self.path.clone());
        if !self.is_planned_by(hand.plan()) {
            let Some(nth) = hand.results(self.to).iter().position(|plan| self.is_planned_by(Some(plan))) else {
                return false;
            };
            hand.point_at_result(self.to, nth);
        }
        *moving = hand;
        true
    }

    fn is_planned_by(&self, plan: Option<&Plan>) -> bool {
        let is_same = |plan: &Plan| plan.to == self.to && in_any_order(&plan.pushed) == in_any_order(&self.pushed);
        plan.is_some_and(|plan| is_same(plan) && (plan.can_stop || !self.can_stop))
    }

    /// The move as it would be made in `game`; `None` if it is no longer possible there.
    #[must_use]
    pub fn plan(&self, game: &Playing) -> Option<Plan> {
        let mut moving = Moving::ahead(game, self.seat)?;
        if self.offer(&mut moving) { moving.plan().cloned() } else { None }
    }
}

/// The stones that a move pushes. The order in which it does that does not matter.
fn in_any_order(pushed: &[(Cell, Option<Cell>)]) -> BTreeSet<(Cell, Option<Cell>)> {
    pushed.iter().copied().collect()
}

/// Gives the choice and the plan of one hand to another one, as far as they are still possible. Returns whether nothing was
/// lost.
pub fn carry(from: &Moving, to: &mut Moving) -> bool {
    let Some(figure) = from.figure() else { return true };
    let is_kept = match from.plan() {
        Some(plan) => Prepared::from_plan(from, plan).offer(to),
        None => true,
    };
    to.choose(figure);
    is_kept && to.figure() == Some(figure)
}

/// The next seat after the acting one that is played here and moves again in this turn. `None` if it is a seat's turn that is
/// played here: then nothing is prepared.
#[must_use]
pub fn next_own(game: &Playing, is_own: impl Fn(Seat) -> bool) -> Option<Seat> {
    let acting = game.acting().filter(|acting| !is_own(*acting))?;
    let seats: Vec<Seat> = game.players().seats().collect();
    let after = seats.iter().cycle().skip(acting.index() + 1).take(seats.len());
    after.copied().find(|seat| is_own(*seat) && !game.movable(*seat).is_empty())
}
