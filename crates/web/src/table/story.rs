//! A game's beginning and its actions so far: what the screens show.

use rules::game::{Action, Game, GameEvent, IllegalAction, PartialFortress, Seat};
use rules::record::Record;

/// A game's beginning and its actions so far.
///
/// Invariant: each action is legal after the ones before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Story {
    beginning: (Game, Vec<GameEvent>),
    played: Vec<Played>,
}

/// An action and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The seat that acted; `None` for a flip.
    pub seat: Option<Seat>,
    /// The action.
    pub action: Action,
    /// The events.
    pub events: Vec<GameEvent>,
    /// The game after it.
    pub game: Game,
}

impl Story {
    /// A game that has just begun.
    #[must_use]
    pub fn new(beginning: (Game, Vec<GameEvent>)) -> Story {
        Story { beginning, played: vec![] }
    }

    /// The story of a record.
    #[must_use]
    pub fn of(record: &Record) -> Story {
        Story { beginning: record.beginning(), played: record.replay().map(Played::from).collect() }
    }

    /// The first actions of the story.
    #[must_use]
    pub fn until(mut self, actions: usize) -> Story {
        self.go_back_to(actions);
        self
    }

    /// Removes all but the first actions.
    pub(super) fn go_back_to(&mut self, actions: usize) {
        self.played.truncate(actions);
    }

    /// The game before the first action, and the events until then.
    #[must_use]
    pub fn beginning(&self) -> &(Game, Vec<GameEvent>) {
        &self.beginning
    }

    /// Every action with its result, in order.
    #[must_use]
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// The number of actions.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.played.len()
    }

    /// The game after all actions.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.played.last().map_or(&self.beginning.0, |played| &played.game)
    }

    /// Appends an action; `seat` is `None` for a flip.
    ///
    /// # Errors
    ///
    /// The first rule broken. The story is then unchanged.
    pub fn act(&mut self, seat: Option<Seat>, action: Action) -> Result<(), IllegalAction> {
        let (mut game, mut events) = (self.game().clone(), vec![]);
        game.act(seat, &action, &mut events)?;
        self.played.push(Played { seat, action, events, game });
        Ok(())
    }

    /// Appends an action that somebody else has carried out.
    pub(super) fn push(&mut self, played: Played) {
        self.played.push(played);
    }

    /// The number of actions with which both stories begin.
    #[must_use]
    pub fn common(&self, other: &Story) -> usize {
        if self.beginning != other.beginning {
            return 0;
        }
        self.played.iter().zip(&other.played).take_while(|(one, other)| one.action == other.action).count()
    }

    /// Whether this story begins with all of the other one.
    #[must_use]
    pub fn continues(&self, earlier: &Story) -> bool {
        self.beginning == earlier.beginning && self.common(earlier) == earlier.actions()
    }
}

impl From<rules::record::Played<'_>> for Played {
    fn from(played: rules::record::Played<'_>) -> Played {
        Played { seat: played.seat, action: played.action.clone(), events: played.events, game: played.game }
    }
}

/// The tiles that the players have laid.
#[must_use]
pub fn tiles_laid(played: &[Played]) -> PartialFortress {
    let placements = played.iter().map_while(|played| match played.action {
        Action::Place(placement) => Some(placement),
        Action::Move { .. } | Action::Flip { .. } => None,
    });
    PartialFortress::new(&placements.collect::<Vec<_>>()).expect("what has been played is legal")
}
