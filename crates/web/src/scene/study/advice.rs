//! The best move of a bot.

use bots::{Chance, Reason};
use rules::game::{Action, Playing};

use super::desk::Desk;
use super::outlook::danger_with;
use crate::scene::moving::Plan;
use crate::thinker::Thought;

/// The best move.
#[derive(Clone, Debug, PartialEq)]
pub struct Advised {
    /// The desk it belongs to.
    pub desk: Desk,
    /// The move.
    pub plan: Plan,
    /// The figure's danger before and after it.
    pub danger: Option<(Chance, Chance)>,
    /// The chance to win after it, in per cent.
    pub percent: u8,
    /// Why it is the best.
    pub reason: Option<Reason>,
}

impl Advised {
    /// What a bot thought about this game on the desk; `None` if it is no legal move.
    #[must_use]
    pub fn new(desk: &Desk, game: &Playing, thought: &Thought) -> Option<Advised> {
        let Action::Move { figure, path } = &thought.action else { return None };
        let plan = Plan::of(game, *figure, path.clone())?;
        let after = plan.table.as_ref()?;
        let danger = danger_with(desk, game.position(), *figure).zip(danger_with(desk, after, *figure));
        Some(Advised {
            desk: desk.clone(),
            danger,
            percent: thought.best.first().map_or(0, |best| best.percent),
            reason: Reason::of_move(game, *figure, path),
            plan,
        })
    }

    /// Whether it belongs to this desk.
    #[must_use]
    pub fn is_of(&self, desk: &Desk) -> bool {
        self.desk == *desk
    }
}
